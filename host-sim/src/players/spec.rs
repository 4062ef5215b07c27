//! Players as the command line spells them.

use std::fmt;
use std::num::NonZeroUsize;
use std::path::Path;
use std::str::FromStr;

use boards::DevBoard;
use clap::ValueEnum;
use engine::SettingKind;

use super::engine::EngineOptions;
use super::options::settings;
use super::perfect::{self, Perfect};
use super::random::Random;
use super::timed::Timed;
use super::ugi::{self, ProgramOptions};
use super::{Budget, Clock, MatchPlayer, SpecError};
use crate::matches::provenance;
use crate::rivals::{RIVALS, Rival};

/// What a name may be, for people.
pub(super) fn names() -> String {
    let board =
        |(board, _): (DevBoard, _)| format!("{}[:OPTIONS], ", board.name());
    let boards: String = DevBoard::emulated().map(board).collect();
    format!(
        "players are engine[:OPTIONS], rival:000[:OPTIONS] to rival:004, \
         random, perfect[:nodes=…], ugi:[OPTIONS:]COMMAND, {boards}\
         serial:[OPTIONS:]PORT and so:[OPTIONS:]LIBRARY"
    )
}

/// Who is to play, as the command line spells it.
///
/// ```
/// use host_sim::players::Spec;
///
/// let spec: Spec = "engine:nodes=500,pool=1000".parse()?;
/// assert!(!spec.is_timed());
/// assert!("nobody".parse::<Spec>().is_err());
/// # Ok::<(), host_sim::players::SpecError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    text: String,
    kind: Kind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    Engine(EngineOptions),
    Rival { rival: Rival, budget: Budget, literal: bool },
    Random,
    Perfect(u64),
    Ugi(ProgramOptions),
}

impl Spec {
    /// The player.
    #[must_use]
    pub fn player(&self) -> Box<dyn MatchPlayer> {
        match &self.kind {
            Kind::Engine(options) => options.player(),
            Kind::Rival { rival, budget, literal } => {
                Timed::watch(rival.player(*budget, *literal), *budget)
            }
            Kind::Random => {
                Timed::watch(Box::new(Random::new()), self.budget())
            }
            Kind::Perfect(limit) => {
                Timed::watch(Box::new(Perfect::new(*limit)), self.budget())
            }
            Kind::Ugi(options) => options.player(),
        }
    }

    /// The serial port of a board, of which there is only one, and which
    /// plays one game at a time.
    #[must_use]
    pub fn port(&self) -> Option<&Path> {
        match &self.kind {
            Kind::Ugi(options) => options.port(),
            _ => None,
        }
    }

    /// The board whose image an emulator has to run.
    #[must_use]
    pub fn emulated(&self) -> Option<DevBoard> {
        match &self.kind {
            Kind::Ugi(options) => options.board(),
            _ => None,
        }
    }

    /// Whether it is a program or a library that is not ours.
    #[must_use]
    pub fn is_foreign(&self) -> bool {
        let is_board = self.port().is_some() || self.emulated().is_some();
        matches!(self.kind, Kind::Ugi(_)) && !is_board
    }

    /// What it is, if it is a player of this program: its version and its
    /// signature, or the build of the program.
    #[must_use]
    pub fn identity(&self) -> Option<&'static str> {
        match &self.kind {
            Kind::Engine(_) => Some(provenance::engine()),
            Kind::Rival { .. } | Kind::Random | Kind::Perfect(_) => {
                Some(provenance::build())
            }
            Kind::Ugi(_) => None,
        }
    }

    /// The threads with which it thinks, as far as its options say so.
    #[must_use]
    pub fn threads(&self) -> NonZeroUsize {
        match &self.kind {
            Kind::Engine(options) => options.threads,
            Kind::Ugi(options) => options.threads(),
            _ => NonZeroUsize::MIN,
        }
    }

    /// How much it may think about a move.
    #[must_use]
    pub fn budget(&self) -> Budget {
        match &self.kind {
            Kind::Engine(options) => options.budget,
            Kind::Rival { budget, .. } => *budget,
            Kind::Ugi(options) => options.budget,
            Kind::Random | Kind::Perfect(_) => Budget::by(Clock::Cpu),
        }
    }

    /// Whether it matters what else the machine does meanwhile.
    #[must_use]
    pub fn is_timed(&self) -> bool {
        let budget = self.budget();
        budget.time.is_some() && budget.clock == Clock::Wall
    }
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Spec, SpecError> {
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        let kind = match name {
            "engine" => Kind::Engine(EngineOptions::parse(rest)?),
            "rival" => rival(rest)?,
            "random" if rest.is_empty() => Kind::Random,
            "perfect" => perfect(rest)?,
            "ugi" if !rest.is_empty() => {
                let (options, command) = ugi::split(name, rest)?;
                Kind::Ugi(ProgramOptions::shell(command).set(options)?)
            }
            "so" if !rest.is_empty() => {
                let (options, path) = ugi::split(name, rest)?;
                Kind::Ugi(ProgramOptions::library(path).set(options)?)
            }
            "serial" if !rest.is_empty() => {
                let (options, port) = ugi::split(name, rest)?;
                Kind::Ugi(ProgramOptions::serial(port).set(options)?)
            }
            _ => match DevBoard::from_str(name, false) {
                Ok(board) => {
                    Kind::Ugi(ProgramOptions::emulated(board).set(rest)?)
                }
                Err(_) => return Err(SpecError::Player(text.into())),
            },
        };
        Ok(Spec { text: text.into(), kind })
    }
}

/// Reads `000:literal=on,nodes=500`.
fn rival(text: &str) -> Result<Kind, SpecError> {
    let (number, options) = text.split_once(':').unwrap_or((text, ""));
    let known = RIVALS.iter().find(|(name, _)| *name == number);
    let &(_, rival) =
        known.ok_or_else(|| SpecError::Player(format!("rival:{text}")))?;
    let mut budget = Budget::by(Clock::Cpu);
    let mut literal = false;
    for setting in settings(options) {
        match setting.name {
            "literal" if rival.has_literal_reading() => {
                literal = setting.of(SettingKind::Flag)? != 0;
            }
            name if Budget::NAMES.contains(&name) => budget.take(setting)?,
            _ => {
                let own = rival.has_literal_reading().then_some("literal");
                let known = own.into_iter().chain(Budget::NAMES);
                return Err(setting.unknown(&Vec::from_iter(known).join(", ")));
            }
        }
    }
    let budget = budget.or_nodes(Budget::DEFAULT_NODES);
    Ok(Kind::Rival { rival, budget, literal })
}

/// Reads `nodes=500`.
fn perfect(text: &str) -> Result<Kind, SpecError> {
    let mut limit = perfect::DEFAULT_LIMIT;
    for setting in settings(text) {
        limit = match setting.name {
            "nodes" => {
                setting.number(1..=u64::MAX, "a number of positions from 1")?
            }
            _ => return Err(setting.unknown("nodes")),
        };
    }
    Ok(Kind::Perfect(limit))
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
