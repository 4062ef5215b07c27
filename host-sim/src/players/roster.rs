//! Several players in one argument.

use std::str::FromStr;

use super::{Spec, SpecError};

/// Several players, spelled `engine:nodes=500,pool=1000,rival:000,random`.
///
/// ```
/// use host_sim::players::Roster;
///
/// let roster: Roster = "engine:nodes=500,pool=1000,random".parse()?;
/// let names: Vec<String> = roster.0.iter().map(|s| s.to_string()).collect();
/// assert_eq!(names, ["engine:nodes=500,pool=1000", "random"]);
/// # Ok::<(), host_sim::players::SpecError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roster(
    /// The players, each once.
    pub Vec<Spec>,
);

impl FromStr for Roster {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Roster, SpecError> {
        let mut names: Vec<String> = Vec::new();
        for part in text.split(',') {
            let head = part.split(':').next().unwrap_or(part);
            match names.last_mut() {
                Some(last) if head.contains('=') => {
                    last.push(',');
                    last.push_str(part);
                }
                _ => names.push(part.into()),
            }
        }
        let mut players: Vec<Spec> = Vec::new();
        for name in names {
            let player = name.parse()?;
            if players.contains(&player) {
                return Err(SpecError::Twice(name));
            }
            players.push(player);
        }
        Ok(Roster(players))
    }
}
