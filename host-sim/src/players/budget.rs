//! How much a player may think about a move.

use std::time::Duration;

use super::options::NamedValue;
use super::{Clock, SpecError};

/// The limit of a player for one move: playouts, time, or whichever of the
/// two comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Playouts.
    pub nodes: Option<u32>,
    /// Time by the clock.
    pub time: Option<Duration>,
    /// Which time that is.
    pub clock: Clock,
    /// The time that may pass beyond it before the game is lost.
    pub grace: Duration,
    /// Whether nobody has asked for these playouts.
    pub(crate) is_assumed: bool,
}

/// Playouts between two looks at the clock.
const PORTION: u32 = 64;

impl Default for Budget {
    fn default() -> Budget {
        let grace = Duration::from_millis(100);
        Budget {
            nodes: None,
            time: None,
            clock: Clock::Wall,
            grace,
            is_assumed: false,
        }
    }
}

impl Budget {
    /// What a player gets who asks for nothing else.
    pub const DEFAULT_NODES: u32 = 2000;

    /// The options that say how much a player may think.
    pub(crate) const NAMES: [&str; 4] = ["nodes", "movetime", "clock", "grace"];

    /// No limit yet, and time by this clock.
    pub(crate) fn by(clock: Clock) -> Budget {
        Budget { clock, ..Budget::default() }
    }

    /// Takes one of the options.
    pub(crate) fn take(&mut self, s: NamedValue<'_>) -> Result<(), SpecError> {
        match s.name {
            "nodes" => s
                .number(1..=u32::MAX, "a number of playouts from 1")
                .map(|nodes| self.nodes = Some(nodes)),
            "movetime" => s.milliseconds().map(|it| self.time = Some(it)),
            "grace" => s.milliseconds().map(|it| self.grace = it),
            "clock" => Clock::take(s).map(|clock| self.clock = clock),
            _ => Err(s.unknown(&Budget::NAMES.join(", "))),
        }
    }

    /// The budget, or this many playouts if it has no limit.
    pub(crate) fn or_nodes(self, nodes: u32) -> Budget {
        match self {
            Budget { nodes: None, time: None, .. } => {
                Budget { nodes: Some(nodes), is_assumed: true, ..self }
            }
            some => some,
        }
    }

    /// Calls for portions of playouts until the budget is spent, or until
    /// less is done than was asked for; how many there were.
    pub(crate) fn spend(self, portion: impl FnMut(u32) -> u32) -> u64 {
        let size = if self.time.is_some() { PORTION } else { u32::MAX };
        self.spend_in(size, portion)
    }

    /// Repeats an iteration until the budget is spent; how often.
    pub(crate) fn repeat(self, mut iteration: impl FnMut()) -> u64 {
        self.spend(|iterations| {
            (0..iterations).for_each(|_| iteration());
            iterations
        })
    }

    /// As [`Budget::spend`], in portions of at most this size.
    pub(crate) fn spend_in(
        self,
        size: u32,
        mut portion: impl FnMut(u32) -> u32,
    ) -> u64 {
        let end = self.time.map(|time| self.clock.now() + time);
        let most = self.nodes.unwrap_or(u32::MAX);
        let mut left = most;
        while left > 0 && end.is_none_or(|end| self.clock.now() < end) {
            let wanted = left.min(size);
            let done = portion(wanted).min(wanted);
            left -= done;
            if done < wanted {
                break;
            }
        }
        (most - left).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn playouts_are_counted() {
        let mut done = 0;
        let budget = Budget { nodes: Some(1000), ..Budget::default() };
        let spent = budget.spend(|wanted| {
            done += wanted;
            wanted
        });
        assert_eq!((done, spent), (1000, 1000));
    }

    #[test]
    fn time_ends() {
        for clock in [Clock::Wall, Clock::Cpu] {
            let time = Duration::from_millis(20);
            let start = clock.now();
            let budget = Budget { time: Some(time), ..Budget::by(clock) };
            assert!(budget.spend(|wanted| wanted) > 0);
            assert!(clock.now() - start >= time);
        }
    }

    #[test]
    fn nothing_left_to_do_is_an_end() {
        let mut calls = 0;
        let done = Budget::default().spend(|_| {
            calls += 1;
            7
        });
        assert_eq!((calls, done), (1, 7));
    }
}
