//! Paths of this computer, as they stand in images: under names that are the
//! same on every computer.
//!
//! An image holds the names of source files, for panics and for debuggers.
//! Without this, it would tell where the project and the home folder of the
//! person lie who built it, and two persons' images would never be the same.

use std::env;
use std::path::{Path, PathBuf};

use crate::shell::CommandLine;

/// The setting of cargo's that remaps this computer's paths, whatever
/// `--target` is.
pub(crate) fn setting(root: &Path, build: &Path) -> String {
    renamed(root, build, cargo_home())
}

/// The same, with another project and another home folder.
pub(crate) fn renamed(
    root: &Path,
    build: &Path,
    cargo_home: Option<PathBuf>,
) -> String {
    let mut names = vec![(root.to_owned(), "/pocketfour".to_owned())];
    names.push((build.to_owned(), "/pocketfour/target".to_owned()));
    names.extend(cargo_home.map(|home| (home, "/cargo".to_owned())));
    names.extend(library());
    let flags: Vec<String> = names
        .iter()
        .map(|(from, to)| {
            let flag = format!("--remap-path-prefix={}={to}", from.display());
            // A string of TOML, in which some letters have to be marked.
            format!("{flag:?}")
        })
        .collect();
    // Not by the target's name: cargo overlooks those with a dot in them.
    format!("target.'cfg(all())'.rustflags=[{}]", flags.join(","))
}

/// Where cargo keeps the crates.
pub(crate) fn cargo_home() -> Option<PathBuf> {
    let set = env::var_os("CARGO_HOME").map(PathBuf::from);
    set.or_else(|| Some(env::home_dir()?.join(".cargo")))
}

/// The sources of the standard library, which rustc calls by a name of its
/// own unless they are installed.
fn library() -> Option<(PathBuf, String)> {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let ask = |argument: &[&str]| CommandLine::new(&rustc).args(argument).ok();
    let root = ask(&["--print", "sysroot"]).ok()?;
    let version = ask(&["--version", "--verbose"]).ok()?;
    let commit =
        version.lines().find_map(|line| line.strip_prefix("commit-hash: "))?;
    let sources = Path::new(root.trim()).join("lib/rustlib/src/rust");
    Some((sources, format!("/rustc/{commit}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_project_and_the_home_folder_get_other_names() {
        let [root, build] = ["/home/a \"b\"/p", "/tmp/t"].map(Path::new);
        let setting = setting(root, build);
        let start = "target.'cfg(all())'.rustflags=[\
            \"--remap-path-prefix=/home/a \\\"b\\\"/p=/pocketfour\",\
            \"--remap-path-prefix=/tmp/t=/pocketfour/target\"";
        assert!(setting.starts_with(start), "{setting}");
        assert!(setting.contains("=/cargo\""), "{setting}");
    }
}
