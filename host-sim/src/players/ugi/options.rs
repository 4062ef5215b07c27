//! How a program is started, and how long it may take.

use std::env;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

use boards::DevBoard;

use super::player::Ugi;
use crate::matches::provenance;
use crate::players::options::{NamedValue, settings};
use crate::players::{Budget, MatchPlayer, SpecError, Tempo};

/// How a program is started, and how long it may take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ProgramOptions {
    place: Place,
    pub(crate) budget: Budget,
    /// Time to get ready, without the grace.
    pub(super) setup: Duration,
    /// The program's own options, by name.
    pub(super) set: Vec<(String, String)>,
}

/// Where the player is.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Place {
    /// A line for the shell.
    Shell(String),
    /// A shared library of the judge's interface, and its clock.
    Library(String, Tempo),
    /// A board at a serial port.
    Serial(PathBuf),
    /// A board in its emulator.
    Emulated(DevBoard),
}

/// Time for a move where the budget says nothing about time.
pub(super) const PATIENCE: Duration = Duration::from_secs(60);
/// Time beyond the limit for a board: an emulator has a clock of its own,
/// and a serial line takes its time.
const BOARD_GRACE: Duration = Duration::from_secs(2);
/// What the judge gives a player for a move.
const JUDGE: Duration = Duration::from_secs(3);
const SETUP: Duration = Duration::from_secs(10);
/// Time to start an emulated board on a busy computer.
const EMULATOR: Duration = Duration::from_secs(60);

/// Before the name of an option of the program itself.
const SET: &str = "set.";

impl ProgramOptions {
    fn new(place: Place) -> ProgramOptions {
        let budget = Budget::default().or_nodes(Budget::DEFAULT_NODES);
        ProgramOptions { place, budget, setup: SETUP, set: Vec::new() }
    }

    /// A line for the shell.
    pub(crate) fn shell(line: &str) -> ProgramOptions {
        ProgramOptions::new(Place::Shell(line.into()))
    }

    /// A shared library of the judge's interface, which has a clock of its
    /// own.
    pub(crate) fn library(path: &str) -> ProgramOptions {
        let mut options =
            ProgramOptions::new(Place::Library(path.into(), Tempo::default()));
        options.budget = Budget { time: Some(JUDGE), ..Budget::default() };
        options
    }

    /// A board at a serial port.
    pub(crate) fn serial(port: &str) -> ProgramOptions {
        let mut options = ProgramOptions::new(Place::Serial(port.into()));
        options.budget.grace = BOARD_GRACE;
        options
    }

    /// A board in its emulator.
    pub(crate) fn emulated(board: DevBoard) -> ProgramOptions {
        let mut options = ProgramOptions::new(Place::Emulated(board));
        options.budget.grace = BOARD_GRACE;
        options.setup = EMULATOR;
        options
    }

    /// The port of a board on the desk.
    pub(crate) fn port(&self) -> Option<&Path> {
        match &self.place {
            Place::Serial(port) => Some(port),
            _ => None,
        }
    }

    /// The board that is emulated.
    pub(crate) fn board(&self) -> Option<DevBoard> {
        match &self.place {
            Place::Emulated(board) => Some(*board),
            _ => None,
        }
    }

    /// The threads that it has been told to think with.
    pub(crate) fn threads(&self) -> NonZeroUsize {
        let is_it = |(name, _): &&(String, String)| {
            name.eq_ignore_ascii_case("threads")
        };
        let told = self.set.iter().rfind(is_it);
        let number = told.and_then(|(_, value)| value.parse().ok());
        number.unwrap_or(NonZeroUsize::MIN)
    }

    /// Whether it plays one game only and is then started again: a library
    /// may remember what it has seen.
    pub(super) fn plays_once(&self) -> bool {
        matches!(self.place, Place::Library(..))
    }

    /// The digest of the program that the line for the shell begins with, if it
    /// is named by its path. What is looked for elsewhere, as a shell is, differs
    /// from computer to computer.
    pub(super) fn digest(&self) -> Option<String> {
        let Place::Shell(line) = &self.place else { return None };
        let program = line.split_whitespace().next()?;
        let path = Path::new(program);
        (program.contains('/') && path.is_file())
            .then(|| provenance::digest(path))
    }

    /// The program and its arguments.
    pub(super) fn command(&self) -> Vec<String> {
        match &self.place {
            Place::Shell(line) => {
                let line = format!("exec {line}");
                ["sh", "-c", &line].map(String::from).to_vec()
            }
            Place::Library(path, tempo) => {
                let mut command = own("judge", path).to_vec();
                command.extend(tempo.arguments());
                command
            }
            Place::Serial(port) => {
                own("serial", &port.to_string_lossy()).to_vec()
            }
            Place::Emulated(board) => own("emulate", board.name()).to_vec(),
        }
    }

    /// Takes options.
    pub(crate) fn set(
        mut self,
        text: &str,
    ) -> Result<ProgramOptions, SpecError> {
        let mut given = Budget {
            nodes: None,
            time: None,
            is_assumed: false,
            ..self.budget
        };
        for setting in settings(text) {
            match setting.name {
                "nodes" if self.plays_once() => {
                    let wanted = "for players that count playouts, which a \
                        library does not: give movetime";
                    return Err(setting.refuse(wanted));
                }
                name if !self.knows(name) => {
                    return Err(setting.unknown(&self.known()));
                }
                name if Budget::NAMES.contains(&name) => given.take(setting)?,
                name if Tempo::NAMES.contains(&name) => {
                    if let Place::Library(_, tempo) = &mut self.place {
                        tempo.take(setting)?;
                    }
                }
                "pool" => {
                    let wanted = "a number of nodes from 32";
                    let pool = setting.number(32..=u32::MAX, wanted)?;
                    self.set.push(("Pool".into(), pool.to_string()));
                }
                name => self.set.push(own_option(name, setting)?),
            }
        }
        if given.nodes.is_none() && given.time.is_none() {
            let Budget { nodes, time, is_assumed, .. } = self.budget;
            given = Budget { nodes, time, is_assumed, ..given };
        }
        if let Place::Library(_, tempo) = &mut self.place {
            tempo.clock = given.clock;
            // The limit is one by the library's own clock, but not the grace.
            given.time = given.time.map(|time| time / tempo.scale);
        }
        self.budget = given;
        Ok(self)
    }

    fn knows(&self, name: &str) -> bool {
        let known = self.known();
        let mut known = known.split(", ");
        known.any(|it| it == name || it == "set.NAME" && name.starts_with(SET))
    }

    /// The names of its options.
    fn known(&self) -> String {
        match self.place {
            Place::Shell(_) => {
                "nodes, movetime, clock, grace, pool, set.NAME".into()
            }
            Place::Library(..) => "movetime, clock, grace, scale, ticks".into(),
            // A board has a processor of its own.
            Place::Serial(_) | Place::Emulated(_) => {
                "nodes, movetime, grace, pool, set.NAME".into()
            }
        }
    }

    pub(crate) fn player(&self) -> Box<dyn MatchPlayer> {
        Box::new(Ugi::new(self.clone()))
    }
}

/// Reads `set.NAME=VALUE`.
fn own_option(
    name: &str,
    setting: NamedValue<'_>,
) -> Result<(String, String), SpecError> {
    let name = name.strip_prefix(SET).unwrap_or(name);
    match (name, setting.value) {
        ("", _) | (_, "") => Err(setting.refuse("set.NAME=VALUE")),
        (name, value) => Ok((name.into(), value.into())),
    }
}

/// The line that runs a command of this very program.
pub(crate) fn own(command: &str, argument: &str) -> [String; 3] {
    let own = env::current_exe().unwrap_or_else(|_| "host-sim".into());
    let own = own.to_string_lossy().into_owned();
    [own, command.into(), argument.into()]
}

/// Splits `nodes=500:COMMAND` into options, which may be missing, and rest.
///
/// What begins like options is options, so that a mistyped one is never
/// taken for a command. After a colon, everything is a command.
pub(crate) fn split<'a>(
    player: &str,
    text: &'a str,
) -> Result<(&'a str, &'a str), SpecError> {
    let (head, rest) = text.split_once(':').unwrap_or((text, ""));
    if !head.is_empty() && !settings(head).any(is_option) {
        return Ok(("", text));
    }
    if rest.is_empty() {
        return Err(SpecError::Missing(format!("{player}:{text}")));
    }
    Ok((head, rest))
}

/// Whether this can only be an option.
fn is_option(setting: NamedValue<'_>) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
    let name = setting.name;
    let known = Budget::NAMES.iter().chain(&Tempo::NAMES).chain(&["pool"]);
    let is_known = known.into_iter().any(|it| *it == name);
    is_known
        || setting.is_given
            && (name.starts_with(SET) || name.chars().all(is_plain))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_stand_before_the_command() {
        for (text, options, command) in [
            (
                "nodes=5,grace=7:./play -f a:b",
                "nodes=5,grace=7",
                "./play -f a:b",
            ),
            ("./play a:b", "", "./play a:b"),
            ("./play a=b:c", "", "./play a=b:c"),
            (":play=1:x", "", "play=1:x"),
            ("env A=1 ./play", "", "env A=1 ./play"),
            ("set.Move Time=5:./play", "set.Move Time=5", "./play"),
            ("play=1:x", "play=1", "x"),
        ] {
            assert_eq!(split("ugi", text), Ok((options, command)), "{text}");
        }
        for text in ["movetime=5", "movtime=5 ./play", "movetime:", ":"] {
            let told = split("ugi", text).unwrap_err().to_string();
            assert!(told.contains("a colon"), "{told}");
        }
    }

    #[test]
    fn each_place_has_its_options() {
        let refused = |options: ProgramOptions, text| {
            let error = options.set(text).unwrap_err();
            error.to_string()
        };
        let told = refused(ProgramOptions::library("x.so"), "nodes=5");
        assert!(told.ends_with("a library does not: give movetime"), "{told}");
        let told = refused(ProgramOptions::library("x.so"), "pool=50");
        assert!(told.contains("there are movetime, clock, grace"), "{told}");
        let told = refused(ProgramOptions::serial("/dev/x"), "clock=cpu");
        assert!(told.starts_with("no option `clock`"), "{told}");
        let told = refused(ProgramOptions::shell("x"), "movtime=5");
        assert!(told.starts_with("no option `movtime`: there are"), "{told}");
        let told = refused(ProgramOptions::shell("x"), "set.=5");
        assert!(told.contains("set.NAME=VALUE"), "{told}");

        let ugi =
            ProgramOptions::shell("x").set("set.Hash=64,pool=99").unwrap();
        let set: Vec<_> = ugi.set.iter().map(|(n, v)| [n, v]).collect();
        assert_eq!(set, [["Hash", "64"], ["Pool", "99"]]);
        assert_eq!(ugi.budget.nodes, Some(Budget::DEFAULT_NODES));
        let library = ProgramOptions::library("x.so").set("grace=5").unwrap();
        assert_eq!(library.budget.time, Some(JUDGE));
        let fast = "clock=cpu,scale=5,ticks=1000";
        let library = ProgramOptions::library("x.so").set(fast).unwrap();
        assert_eq!(library.budget.time, Some(JUDGE / 5));
        // What passes between the processes takes no less time for it.
        assert_eq!(library.budget.grace, Budget::default().grace);
        let last = &library.command()[2..];
        assert_eq!(last, ["x.so", "--scale=5", "--ticks=1000", "--cpu"]);
    }
}
