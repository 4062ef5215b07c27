//! How much a player may think about a move.

use std::time::{Duration, Instant};

use super::SpecError;
use super::options::NamedValue;

/// The limit of a player for one move: playouts, time, or whichever of the
/// two comes first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// Playouts.
    pub nodes: Option<u32>,
    /// Time by the clock.
    pub time: Option<Duration>,
}

/// Playouts between two looks at the clock.
const PORTION: u32 = 64;

impl Budget {
    /// What a player gets who asks for nothing else.
    pub const DEFAULT_NODES: u32 = 2000;

    /// Takes `nodes` or `movetime`.
    pub(crate) fn take(&mut self, s: NamedValue<'_>) -> Result<(), SpecError> {
        match s.name {
            "nodes" => s
                .number(1..=u32::MAX, "a number of playouts from 1")
                .map(|nodes| self.nodes = Some(nodes)),
            "movetime" => s
                .number(1..=86_400_000, "a number of milliseconds from 1")
                .map(|ms| self.time = Some(Duration::from_millis(ms))),
            _ => Err(s.unknown("nodes, movetime")),
        }
    }

    /// The budget, or this many playouts if it has no limit.
    pub(crate) fn or_nodes(self, nodes: u32) -> Budget {
        match self {
            Budget { nodes: None, time: None } => {
                Budget { nodes: Some(nodes), time: None }
            }
            some => some,
        }
    }

    /// Calls for portions of playouts until the budget is spent, or until
    /// less is done than was asked for.
    pub(crate) fn spend(self, portion: impl FnMut(u32) -> u32) {
        let size = if self.time.is_some() { PORTION } else { u32::MAX };
        self.spend_in(size, portion);
    }

    /// Repeats an iteration until the budget is spent.
    pub(crate) fn repeat(self, mut iteration: impl FnMut()) {
        self.spend(|iterations| {
            (0..iterations).for_each(|_| iteration());
            iterations
        });
    }

    /// As [`Budget::spend`], in portions of at most this size.
    pub(crate) fn spend_in(
        self,
        size: u32,
        mut portion: impl FnMut(u32) -> u32,
    ) {
        let end = self.time.map(|time| Instant::now() + time);
        let mut left = self.nodes.unwrap_or(u32::MAX);
        while left > 0 && end.is_none_or(|end| Instant::now() < end) {
            let wanted = left.min(size);
            if portion(wanted) < wanted {
                return;
            }
            left -= wanted;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn playouts_are_counted() {
        let mut done = 0;
        let budget = Budget { nodes: Some(1000), time: None };
        budget.spend(|wanted| {
            done += wanted;
            wanted
        });
        assert_eq!(done, 1000);
    }

    #[test]
    fn time_ends() {
        let time = Some(Duration::from_millis(20));
        let start = Instant::now();
        Budget { nodes: None, time }.spend(|wanted| wanted);
        assert!(start.elapsed() >= Duration::from_millis(20));
    }

    #[test]
    fn nothing_left_to_do_is_an_end() {
        let mut calls = 0;
        Budget::default().spend(|_| {
            calls += 1;
            0
        });
        assert_eq!(calls, 1);
    }
}
