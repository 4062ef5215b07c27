//! Which time counts.

use std::fmt;
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

use super::SpecError;
use super::options::NamedValue;

/// Which time counts against the limit of a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Clock {
    /// The time on the wall.
    #[default]
    Wall,
    /// The time for which a processor works for the player, so that nothing
    /// else on the machine can decide a game.
    Cpu,
}

impl Clock {
    /// Reads `wall` or `cpu`.
    pub(crate) fn take(setting: NamedValue<'_>) -> Result<Clock, SpecError> {
        setting.word(&[("wall", Clock::Wall), ("cpu", Clock::Cpu)])
    }

    /// The time that has passed for this thread, since some moment in the
    /// past.
    #[must_use]
    pub fn now(self) -> Duration {
        let id = match self {
            Clock::Wall => ClockId::Monotonic,
            Clock::Cpu => ClockId::ThreadCPUTime,
        };
        let time = clock_gettime(id);
        Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
    }

    /// How long may pass on the wall while this much time passes by the
    /// clock: a program that sleeps uses no processor time, but it hangs.
    pub(crate) fn on_the_wall(self, time: Duration) -> Duration {
        match self {
            Clock::Wall => time,
            Clock::Cpu => 20 * time + Duration::from_secs(60),
        }
    }
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Clock::Wall => "on the wall",
            Clock::Cpu => "of processor time",
        })
    }
}
