//! `cargo xtask test --nightly stranger`: nothing needs an administrator. A
//! user of the system who owns nothing, with an empty home folder, plays a game
//! with the desktop program; and with `cargo xtask play --host`, if Rust is
//! where others may run it.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::failure::Failure;
use crate::shell::CommandLine;
use crate::sources;
use crate::steps::{Amount, Site, StepResult};

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
    fn shell(&self, line: &str, variables: &[(&str, &Path)]) -> CommandLine {
        let home = format!("HOME={}", self.path().display());
        let path = env::var("PATH").unwrap_or_default();
        let variables = variables
            .iter()
            .map(|(name, value)| format!("{name}={}", value.display()));
        run("env")
            .args(["-i", &home, &format!("PATH={path}"), "LANG=C"])
            .args(variables)
            .args(["sh", "-c", line])
            .dir(self.path())
    }
}

pub(crate) fn check(site: &Site<'_>) -> StepResult {
    let home = Home::new()?;
    let mut told = vec![plays(site, &home)?];
    if site.amount == Amount::Trial {
        return Ok(told);
    }
    told.push(match builder(&home) {
        Some(cargo) => builds_and_plays(site, &home, &cargo)?,
        None => format!(
            "not run: cargo xtask play --host as {USER}, who may not run this \
             computer's Rust"
        ),
    });
    Ok(told)
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
    ends_well(&home.shell(&line, &[]).ok()?)?;
    Ok(format!("{USER} has played with the desktop program"))
}

fn ends_well(text: &str) -> Result<(), Failure> {
    if text.contains(END) {
        return Ok(());
    }
    Err(Failure::new("the game was not played to its end").output(text))
}

/// The cargo that the user may run.
fn builder(home: &Home) -> Option<PathBuf> {
    let text = home.shell("command -v cargo && cargo --version", &[]).ok();
    text.ok()?.lines().next().map(PathBuf::from)
}

/// The way of the front page, in a copy of the sources that is the user's.
fn builds_and_plays(
    site: &Site<'_>,
    home: &Home,
    cargo: &Path,
) -> Result<String, Failure> {
    let sources = home.path().join("project");
    sources::copy(site.workspace.root(), &sources)
        .map_err(|error| cannot(sources.display(), &error))?;
    home.hand_over()?;
    let line = format!(
        "cd project && printf '{GAME}' | {} xtask play --host",
        cargo.display()
    );
    let target = home.path().join("target");
    ends_well(&home.shell(&line, &[("CARGO_TARGET_DIR", &target)]).ok()?)?;
    Ok(format!("{USER} has built the game and played"))
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
        let line = home.shell("true", &[]).line().to_owned();
        let start = format!("runuser -u {USER} -- env -i HOME=");
        assert!(line.starts_with(&start), "{line}");
    }
}
