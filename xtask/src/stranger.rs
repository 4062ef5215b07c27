//! `cargo xtask test --nightly stranger`: nothing needs an administrator. A
//! user of the system who owns nothing, with an empty home folder, plays a game
//! with the desktop program; and with `cargo xtask play`, in QEMU and where
//! there is none. If this computer's Rust is not where others may run it, a
//! copy of it is.

use std::env;
use std::fs;
use std::io;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use boards::DevBoard;
use tempfile::TempDir;

use crate::failure::Failure;
use crate::shell::CommandLine;
use crate::sources;
use crate::steps::{Amount, Site, StepResult};
use crate::toolchain;

/// A user with no rights, who may not even log in.
const USER: &str = "nobody";
/// What is typed.
const GAME: &str = "new 4x4\ntime 0.1\nplay both\n";
/// What says that the game was played to its end.
const END: &str = "Type new for";

/// A program run as somebody else.
pub(crate) fn run(program: &str) -> CommandLine {
    CommandLine::new("runuser").args(["-u", USER, "--", program])
}

/// What stands in the home folder of the one who plays.
struct Home(TempDir);

impl Home {
    fn new() -> Result<Home, Failure> {
        let home = TempDir::new().map_err(|error| cannot("/tmp", &error))?;
        let home = Home(home);
        home.hand_over()?;
        Ok(home)
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    /// Everything in it is the user's.
    fn hand_over(&self) -> Result<(), Failure> {
        let owner = format!("{USER}:");
        CommandLine::new("chown")
            .args(["-R", &owner])
            .arg(self.path())
            .quietly()
    }

    /// A line of shell, by the user, who has nothing but this home and what
    /// everybody finds.
    fn shell(&self, line: &str) -> CommandLine {
        let home = format!("HOME={}", self.path().display());
        let path = env::var("PATH").unwrap_or_default();
        run("env")
            .args(["-i", &home, &format!("PATH={path}"), "LANG=C"])
            .args(["sh", "-c", line])
            .dir(self.path())
    }
}

/// Programs that everybody may run: this computer's Rust, and in a folder of
/// its own all that is on the path but QEMU.
struct Tools {
    folder: TempDir,
    /// Where cargo is, if it is not on the path.
    rust: Option<PathBuf>,
}

impl Tools {
    fn find(home: &Home) -> Result<Tools, Failure> {
        let folder = TempDir::new().map_err(|error| cannot("/tmp", &error))?;
        let path = folder.path();
        let show = |path: &Path| {
            fs::set_permissions(path, fs::Permissions::from_mode(0o755))
                .map_err(|error| cannot(path.display(), &error))
        };
        show(path)?;
        let has_cargo = home.shell("cargo --version").works();
        let rust = if has_cargo { None } else { Some(copy_rust(path)?) };
        let others = path.join("without-qemu");
        fs::create_dir(&others)
            .and_then(|()| link_others(&others))
            .map_err(|error| cannot(others.display(), &error))?;
        show(&others)?;
        Ok(Tools { folder, rust })
    }

    /// The user's path.
    fn path(&self, has_qemu: bool) -> String {
        let usual = if has_qemu {
            env::var("PATH").unwrap_or_default()
        } else {
            let others = self.folder.path().join("without-qemu");
            others.display().to_string()
        };
        match &self.rust {
            Some(rust) => format!("{}:{usual}", rust.display()),
            None => usual,
        }
    }
}

/// Copies the Rust in use, and gives the folder of its programs.
fn copy_rust(to: &Path) -> Result<PathBuf, Failure> {
    let root = CommandLine::new("rustc").args(["--print", "sysroot"]).ok()?;
    let root = PathBuf::from(root.trim());
    let to = to.join("rust");
    fs::create_dir(&to).map_err(|error| cannot(to.display(), &error))?;
    for part in ["bin", "lib", "libexec"] {
        let from = root.join(part);
        if !from.exists() {
            continue;
        }
        // Links take neither time nor room, on the same disk.
        let copy = |how: &str| {
            CommandLine::new("cp").arg(how).arg(&from).arg(&to).quietly()
        };
        if copy("-al").is_err() {
            copy("-a")?;
        }
    }
    Ok(to.join("bin"))
}

/// Makes a link to every program on the path but QEMU's.
fn link_others(to: &Path) -> io::Result<()> {
    let path = env::var_os("PATH").unwrap_or_default();
    for folder in env::split_paths(&path).filter(|it| is_open(it)) {
        let Ok(programs) = fs::read_dir(folder) else { continue };
        for program in programs {
            let program = program?;
            let name = program.file_name();
            let link = to.join(&name);
            let is_qemu = name.to_string_lossy().starts_with("qemu-");
            // What comes first on the path is found first.
            if !is_qemu && link.symlink_metadata().is_err() {
                symlink(program.path(), link)?;
            }
        }
    }
    Ok(())
}

pub(crate) fn check(site: &Site<'_>) -> StepResult {
    let home = Home::new()?;
    let mut told = vec![plays(site, &home)?];
    if site.amount == Amount::Trial {
        return Ok(told);
    }
    let tools = Tools::find(&home)?;
    let sources = home.path().join("project");
    sources::copy(site.workspace.root(), &sources)
        .map_err(|error| cannot(sources.display(), &error))?;
    home.hand_over()?;
    let chip = DevBoard::Qemu.target();
    let in_qemu = "Playing in QEMU";
    let on_desktop = "Playing with the desktop build";
    for (has_qemu, place) in [(true, in_qemu), (false, on_desktop)] {
        if has_qemu && !toolchain::has_core(chip) {
            let why = "this computer's Rust does not build for the board";
            told.push(format!("not run in QEMU: {why}"));
            continue;
        }
        let text = builds_and_plays(&home, &tools.path(has_qemu))?;
        if !text.contains(place) {
            let what = format!("`{place}` was to be told");
            return Err(Failure::new(what).output(text));
        }
        told.push(format!("{USER} has built the game and played: {place}"));
    }
    Ok(told)
}

/// Whether everybody may go into this folder.
fn is_open(folder: &Path) -> bool {
    let mode = |path| fs::metadata(path).map(|it| it.permissions().mode());
    folder.ancestors().all(|it| mode(it).is_ok_and(|mode| mode & 1 != 0))
}

/// The desktop program needs no rights and no other file.
fn plays(site: &Site<'_>, home: &Home) -> Result<String, Failure> {
    let workspace = site.workspace;
    let package = ["--release", "-p", "desktop"];
    workspace.cargo("build").args(package).quietly()?;
    let program = workspace.apart("release").join("pocketfour");
    let own = home.path().join("pocketfour");
    fs::copy(&program, &own)
        .map_err(|error| cannot(program.display(), &error))?;
    home.hand_over()?;
    let line = format!("printf '{GAME}' | ./pocketfour --console");
    ends_well(&home.shell(&line).ok()?)?;
    Ok(format!("{USER} has played with the desktop program"))
}

fn ends_well(text: &str) -> Result<(), Failure> {
    if text.contains(END) {
        return Ok(());
    }
    Err(Failure::new("the game was not played to its end").output(text))
}

/// The way of the front page, in a copy of the sources that is the user's:
/// what was printed.
fn builds_and_plays(home: &Home, path: &str) -> Result<String, Failure> {
    let line = format!(
        "cd project && export PATH='{path}' CARGO_TARGET_DIR=\"$HOME/target\" \
         && printf '{GAME}' | cargo xtask play"
    );
    let text = home.shell(&line).ok()?;
    ends_well(&text)?;
    Ok(text)
}

fn cannot(what: impl std::fmt::Display, error: &io::Error) -> Failure {
    Failure::new(format!("cannot play as {USER} with {what}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_without_an_end_is_noticed() {
        assert!(ends_well("x wins.\nType new for another game.").is_ok());
        let told = ends_well("It is your turn").unwrap_err().to_string();
        assert!(told.contains("not played to its end"), "{told}");
    }

    #[test]
    fn the_user_has_nothing_but_a_home() {
        let home = Home(TempDir::new().unwrap());
        let line = home.shell("true").line().to_owned();
        let start = format!("runuser -u {USER} -- env -i HOME=");
        assert!(line.starts_with(&start), "{line}");
    }

    #[test]
    fn qemu_can_be_hidden() {
        let folder = TempDir::new().unwrap();
        link_others(folder.path()).unwrap();
        assert!(folder.path().join("sh").exists());
        let mut names = fs::read_dir(folder.path()).unwrap();
        let is_qemu = |name: String| name.starts_with("qemu-");
        assert!(!names.any(|it| {
            is_qemu(it.unwrap().file_name().into_string().unwrap())
        }));
    }
}
