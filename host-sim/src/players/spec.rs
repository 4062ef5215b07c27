//! Players as the command line spells them.

use std::fmt;
use std::str::FromStr;

use super::options::settings;
use super::random::Random;
use super::{Budget, Player, SpecError, engine};
use crate::rivals::{RIVALS, Rival};

/// What a name may be, for people.
pub(super) const NAMES: &str = "players are engine[:OPTIONS], \
    rival:000[:nodes=…|movetime=…] to rival:004, and random";

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
    Engine(engine::Options),
    Rival(Rival, Budget),
    Random,
}

impl Spec {
    /// The player.
    #[must_use]
    pub fn player(&self) -> Box<dyn Player> {
        match &self.kind {
            Kind::Engine(options) => options.player(),
            Kind::Rival(rival, budget) => rival.player(*budget),
            Kind::Random => Box::new(Random::new()),
        }
    }

    /// Whether it matters what else the machine does meanwhile.
    #[must_use]
    pub fn is_timed(&self) -> bool {
        match &self.kind {
            Kind::Engine(options) => options.budget.time.is_some(),
            Kind::Rival(_, budget) => budget.time.is_some(),
            Kind::Random => false,
        }
    }
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Spec, SpecError> {
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        let kind = match name {
            "engine" => Kind::Engine(engine::Options::parse(rest)?),
            "rival" => rival(rest)?,
            "random" if rest.is_empty() => Kind::Random,
            _ => return Err(SpecError::Player(text.into())),
        };
        Ok(Spec { text: text.into(), kind })
    }
}

/// Reads `000:nodes=500`.
fn rival(text: &str) -> Result<Kind, SpecError> {
    let (number, options) = text.split_once(':').unwrap_or((text, ""));
    let known = RIVALS.iter().find(|(name, _)| *name == number);
    let &(_, rival) =
        known.ok_or_else(|| SpecError::Player(format!("rival:{text}")))?;
    let mut budget = Budget::default();
    for setting in settings(options) {
        budget.take(setting)?;
    }
    Ok(Kind::Rival(rival, budget.or_nodes(Budget::DEFAULT_NODES)))
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
