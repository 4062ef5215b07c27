//! A runner without threads: rollouts wait in a queue until their results are
//! asked for.

use std::collections::VecDeque;

use engine::{Rollout, RolloutResult, Runner};

/// When a runner runs a rollout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// As soon as it is started.
    Started,
    /// Only when its result is asked for.
    Asked,
    /// The first plies when it is started, the rest when its result is asked
    /// for, in portions of as many.
    Portions(u32),
}

/// A runner without threads.
#[derive(Debug)]
pub struct RolloutQueue {
    when: When,
    buffer: Rollout,
    started: VecDeque<Started>,
}

#[derive(Debug)]
struct Started {
    rollout: Rollout,
    result: Option<RolloutResult>,
}

impl RolloutQueue {
    /// Nothing was started.
    #[must_use]
    pub const fn new(when: When) -> RolloutQueue {
        let started = VecDeque::new();
        RolloutQueue { when, buffer: Rollout::EMPTY, started }
    }

    /// Whether no result is to be asked for.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.started.is_empty()
    }

    /// Forgets what was started, as a core does that is reset.
    pub fn clear(&mut self) {
        self.started.clear();
    }
}

impl Runner for RolloutQueue {
    fn buffer(&mut self) -> &mut Rollout {
        &mut self.buffer
    }

    fn start(&mut self) {
        // The buffer is used again as it is left: played out, or begun.
        let result = match self.when {
            When::Started => Some(self.buffer.run()),
            When::Asked => None,
            When::Portions(plies) => self.buffer.run_for(plies),
        };
        self.started.push_back(Started { rollout: self.buffer, result });
    }

    fn wait_oldest(&mut self) -> Option<RolloutResult> {
        let Started { mut rollout, result } = self.started.pop_front()?;
        if let Some(result) = result {
            return Some(result);
        }
        let When::Portions(plies) = self.when else {
            return Some(rollout.run());
        };
        loop {
            if let Some(result) = rollout.run_for(plies) {
                return Some(result);
            }
        }
    }
}
