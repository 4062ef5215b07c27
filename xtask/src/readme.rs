//! The commands of the front page and of the pages that belong to it, run as
//! they stand there.
//!
//! In a block of shell lines every line is run, unless its comment says in
//! brackets what it needs, as in `(needs a board)`; those are listed. Commands
//! in tables are the long ones, of measurements and boards: they are asked for
//! their help, which fails if an option is not known. A block of Rust on the
//! front page is a program of somebody who uses the engine: it is run as one.

use std::fs;
use std::io;
use std::path::Path;
use std::time::Duration;

use crate::failure::Failure;
use crate::shell::CommandLine;
use crate::steps::{Site, StepResult};

const FRONT: &str = "README.md";
const PAGES: [&str; 5] = [
    FRONT,
    "docs/BOARDS.md",
    "docs/FIGURES.md",
    "docs/JUDGE.md",
    "docs/games/README.md",
];
/// More than any of them takes on a slow computer.
const LIMIT: Duration = Duration::from_secs(900);

/// A command on the page.
#[derive(Debug, PartialEq, Eq)]
enum PageCommand {
    /// It is run.
    Run(String),
    /// It is not run, for this reason.
    Leave(String, String),
    /// Its options are checked.
    Check(String),
}

/// Runs or checks every command of the pages.
pub(crate) fn check(site: &Site<'_>) -> StepResult {
    let root = site.workspace.root();
    let shell = |line: &str| {
        CommandLine::new("sh").args(["-c", line]).dir(root).limit(LIMIT).ok()
    };
    let (mut run, mut checked, mut told) = (0, 0, Vec::new());
    for file in PAGES {
        let page = fs::read_to_string(root.join(file)).map_err(|error| {
            Failure::new(format!("cannot read {file}: {error}"))
        })?;
        let commands = commands(&page);
        if commands.is_empty() {
            return Err(Failure::new(format!("{file} has no commands")));
        }
        for command in commands {
            match command {
                PageCommand::Run(line) => {
                    shell(&line)?;
                    run += 1;
                }
                PageCommand::Check(line) => {
                    shell(&format!("{line} --help"))?;
                    checked += 1;
                }
                PageCommand::Leave(line, why) => {
                    told.push(format!("not run, {why}: {line}"));
                }
            }
        }
    }
    if run == 0 || checked == 0 {
        return Err(Failure::new("the pages have no commands to run"));
    }
    told.insert(0, format!("{run} commands run, {checked} checked"));
    let programs = run_programs(site)?;
    told.insert(1, format!("{programs} programs of the front page run"));
    Ok(told)
}

/// Runs what the front page shows in Rust, each as a package of its own that
/// depends on the engine; says how many there are.
fn run_programs(site: &Site<'_>) -> Result<usize, Failure> {
    let root = site.workspace.root();
    let folder = site.workspace.apart("front-page");
    let cannot = |error: io::Error| {
        Failure::new(format!("cannot write {}: {error}", folder.display()))
    };
    let page = fs::read_to_string(root.join(FRONT)).map_err(cannot)?;
    let programs = programs(&page);
    if programs.is_empty() {
        let what = format!("{FRONT} shows no use of the engine");
        return Err(Failure::new(what));
    }
    for program in &programs {
        write_package(root, &folder, program).map_err(cannot)?;
        site.workspace
            .cargo("run")
            .args(["--quiet", "--offline"])
            .dir(&folder)
            .env("CARGO_TARGET_DIR", folder.join("target"))
            .limit(LIMIT)
            .ok()?;
    }
    Ok(programs.len())
}

/// With the versions of crates that the project has.
fn write_package(root: &Path, folder: &Path, program: &str) -> io::Result<()> {
    let engine = root.join("engine");
    let manifest = format!(
        "[package]\nname = \"front-page\"\nedition = \"2024\"\n\
         [dependencies]\npocketfour-engine = {{ path = {engine:?} }}\n\
         [workspace]\n"
    );
    fs::create_dir_all(folder.join("src"))?;
    fs::write(folder.join("Cargo.toml"), manifest)?;
    fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock"))?;
    let main = format!("fn main() {{\n{program}}}\n");
    fs::write(folder.join("src/main.rs"), main)
}

/// The blocks of Rust on a page.
fn programs(page: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut program: Option<String> = None;
    for line in page.lines() {
        match &mut program {
            Some(_) if line == "```" => found.extend(program.take()),
            Some(text) => *text += &format!("{line}\n"),
            None if line == "```rust" => program = Some(String::new()),
            None => (),
        }
    }
    found
}

fn commands(page: &str) -> Vec<PageCommand> {
    let mut found = Vec::new();
    let mut is_shell = false;
    let mut line = String::new();
    for text in page.lines() {
        if let Some(language) = text.strip_prefix("```") {
            is_shell = language == "sh";
        } else if is_shell {
            line += text;
            match line.strip_suffix('\\') {
                Some(begun) => line = begun.to_owned(),
                None => found.extend(shell_line(&std::mem::take(&mut line))),
            }
        } else if text.starts_with('|') {
            let code = text.split('`').skip(1).step_by(2);
            found.extend(code.filter_map(table_command));
        }
    }
    found
}

fn shell_line(line: &str) -> Option<PageCommand> {
    let (command, comment) = line.split_once('#').unwrap_or((line, ""));
    let command = command.trim().to_owned();
    let need = comment
        .split_once("(needs ")
        .and_then(|(_, rest)| rest.split_once(')'))
        .map(|(need, _)| format!("needs {need}"));
    match need {
        _ if command.is_empty() => None,
        Some(why) => Some(PageCommand::Leave(command, why)),
        None => Some(PageCommand::Run(command)),
    }
}

fn table_command(code: &str) -> Option<PageCommand> {
    if code.starts_with("cargo bench ") {
        let why = "it has no help".into();
        return Some(PageCommand::Leave(code.into(), why));
    }
    code.starts_with("cargo ").then(|| PageCommand::Check(code.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_found() {
        let page = "```sh\nls\n```\n```rust\nlet a = 1;\n\nlet b = a;\n```\n";
        assert_eq!(programs(page), ["let a = 1;\n\nlet b = a;\n"]);
        assert!(programs("```sh\nls\n```\n").is_empty());
    }

    #[test]
    fn commands_are_found_with_what_they_need() {
        let page = "\
Type `cargo xtask nothing`.
```sh
# Only words.
cargo xtask play   # play
cargo xtask flash --board pico  # put it there (needs a Pico)
cargo run -- match \\
    --games 4

```
```rust
# cargo
```
| what | `42` | `cargo xtask bench` |
| more | `cargo bench -p pocketfour-engine` |
";
        let leave =
            |line: &str, why: &str| PageCommand::Leave(line.into(), why.into());
        assert_eq!(
            commands(page),
            [
                PageCommand::Run("cargo xtask play".into()),
                leave("cargo xtask flash --board pico", "needs a Pico"),
                PageCommand::Run("cargo run -- match     --games 4".into()),
                PageCommand::Check("cargo xtask bench".into()),
                leave("cargo bench -p pocketfour-engine", "it has no help"),
            ]
        );
    }
}
