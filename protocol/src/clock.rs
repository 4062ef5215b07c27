//! Time in milliseconds, on a clock that starts again after 2^32 of them.

/// The longest time to think, about 24 days: with more, an earlier and a
/// later time could not be told apart on a clock that wraps around.
const LONGEST: u32 = i32::MAX as u32;

/// What is left on the clock when a move is sent.
const MARGIN: u32 = 50;

/// The remaining time is divided by this number of moves.
const MOVES_TO_GO: u32 = 20;

/// A stretch of time that has begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Timer {
    started: u32,
    length: u32,
}

impl Timer {
    pub(crate) const fn new(started: u32, length: u32) -> Timer {
        let length = if length < LONGEST { length } else { LONGEST };
        Timer { started, length }
    }

    pub(crate) const fn is_over(self, now: u32) -> bool {
        let end = self.started.wrapping_add(self.length);
        now.wrapping_sub(end) as i32 >= 0
    }
}

/// How long to think about a move, from the time that remains for the game
/// and the increment after each move.
pub(crate) fn share(remaining: u32, increment: u32) -> u32 {
    let spendable = remaining.saturating_sub(MARGIN);
    let share = remaining / MOVES_TO_GO;
    share.saturating_add(increment / 4 * 3).min(spendable)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timers_end_on_time() {
        for started in [0, 5, u32::MAX - 1, i32::MAX as u32] {
            for length in [0, 1, 1000, LONGEST] {
                let timer = Timer::new(started, length);
                let end = started.wrapping_add(length);
                assert!(timer.is_over(end));
                assert!(timer.is_over(end.wrapping_add(1)));
                assert!(!timer.is_over(end.wrapping_sub(1)));
            }
        }
        let endless = Timer::new(7, u32::MAX);
        assert!(!endless.is_over(7));
        assert!(endless.is_over(7 + LONGEST));
    }

    #[test]
    fn time_is_never_overdrawn() {
        assert_eq!(share(60_000, 0), 3_000);
        assert_eq!(share(60_000, 2_000), 4_500);
        assert_eq!(share(1_000, 10_000), 950);
        assert_eq!(share(50, 0), 0);
        assert_eq!(share(0, 0), 0);
        assert_eq!(share(100_000, u32::MAX), 99_950);
        assert!(share(u32::MAX, u32::MAX) < u32::MAX - 50);
    }
}
