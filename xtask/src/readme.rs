//! The commands of the front page and of the pages that belong to it, run as
//! they stand there.
//!
//! In a block of shell lines every line is run, unless its comment says in
//! brackets what it needs, as in `(needs a board)`; those are listed. Commands
//! in tables are the long ones, of measurements and boards: they are asked for
//! their help, which fails if an option is not known.

use std::fs;
use std::time::Duration;

use crate::failure::Failure;
use crate::shell::CommandLine;
use crate::steps::{Site, StepResult};

const PAGES: [&str; 3] = ["README.md", "docs/BOARDS.md", "docs/FIGURES.md"];
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
    Ok(told)
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
