//! The clocks of a game.

use std::time::Duration;

use engine::{ByPlayer, Player};

use super::Budget;

/// The clocks of both players of a game before a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameClocks {
    /// What the first and the second player have left.
    pub left: ByPlayer<Duration>,
    /// What each gets with every move.
    pub increment: Duration,
    /// Whose clock runs.
    pub mover: Player,
}

/// What is never planned to be used.
const RESERVE: Duration = Duration::from_millis(50);

impl GameClocks {
    /// What the player to move has left.
    #[must_use]
    pub fn own(&self) -> Duration {
        self.left[self.mover]
    }

    /// Stops the clock of the player to move after this time.
    pub(crate) fn press(&mut self, spent: Duration) {
        let own = &mut self.left[self.mover];
        *own = own.saturating_sub(spent) + self.increment;
    }

    /// The time for the next move, as the engine on a board reckons it: a
    /// twentieth of what is left and three quarters of the increment.
    fn share(&self) -> Duration {
        let left = self.own();
        let share = left / 20 + self.increment * 3 / 4;
        share.min(left.saturating_sub(RESERVE))
    }
}

impl Budget {
    /// Takes the time for the next move from the clocks of a game, and says
    /// that it has done so.
    pub(crate) fn take_from(&mut self, clocks: &GameClocks) -> bool {
        self.time = Some(clocks.share());
        if self.is_assumed {
            self.nodes = None;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_shared_out_and_counted() {
        let ms = Duration::from_millis;
        let (left, increment) = (ByPlayer::new(ms(10_000), ms(60)), ms(200));
        let mut clocks = GameClocks { left, increment, mover: Player::First };
        assert_eq!(clocks.share(), ms(650));
        clocks.press(ms(700));
        assert_eq!(clocks.left, ByPlayer::new(ms(9_500), ms(60)));
        clocks.mover = Player::Second;
        assert_eq!(clocks.share(), ms(10));
        clocks.press(ms(90));
        assert_eq!(clocks.own(), ms(200));
    }

    #[test]
    fn playouts_that_nobody_asked_for_do_not_count() {
        let two = Duration::from_secs(2);
        let left = ByPlayer::new(two, two);
        let increment = Duration::ZERO;
        let clocks = GameClocks { left, increment, mover: Player::First };
        let mut assumed = Budget::default().or_nodes(5);
        assumed.take_from(&clocks);
        assert_eq!(assumed.nodes, None);
        assert_eq!(assumed.time, Some(Duration::from_millis(100)));
        let mut asked = Budget { nodes: Some(5), ..Budget::default() };
        asked.take_from(&clocks);
        assert_eq!(asked.nodes, Some(5));
    }
}
