//! What the engine says about a game.

use core::fmt;

use engine::{ByPlayer, Outcome, Player, Proof, RootMove, Wdl};

use crate::score::permille;

/// What the engine thinks of the game after a move of its own.
pub(super) struct View(pub(super) RootMove);

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(Proof { wdl, distance }) = self.0.proof else {
            return f.write_str(match permille(self.0.mean) {
                700.. => "I think I am winning.",
                250.. => "I like my position.",
                -250.. => "It is about even.",
                -700.. => "You stand a little better.",
                _ => "I am worried.",
            });
        };
        match (wdl, distance) {
            (Wdl::Draw, _) => f.write_str("I think it will be a draw."),
            (Wdl::Win, ..=1) => f.write_str("That was it."),
            (Wdl::Win, 2..=3) => f.write_str("I win with my next move."),
            (Wdl::Win, _) => {
                write!(f, "I think I win in {} moves.", distance / 2)
            }
            (Wdl::Loss, ..=2) => {
                f.write_str("I am worried: you can win with your next move.")
            }
            (Wdl::Loss, _) => {
                let moves = distance / 2;
                write!(f, "I am worried: you can win in {moves} moves.")
            }
        }
    }
}

/// What the engine thinks of a move that it recommends.
pub(super) struct Advice(pub(super) RootMove);

impl fmt::Display for Advice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "I would play {}.", self.0.column)?;
        let Some(Proof { wdl, distance }) = self.0.proof else {
            return Ok(());
        };
        match (wdl, distance) {
            (Wdl::Win, ..=1) => f.write_str(" It wins at once."),
            (Wdl::Win, _) => {
                write!(f, " It wins in {} moves.", distance.div_ceil(2))
            }
            (Wdl::Draw, _) => f.write_str(" It leads to a draw."),
            (Wdl::Loss, _) => f.write_str(" But it looks lost to me."),
        }
    }
}

/// How a game ended.
pub(super) struct Ending {
    pub(super) outcome: Outcome,
    pub(super) seats: ByPlayer<bool>,
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Outcome::Win(winner) = self.outcome else {
            return f.write_str("The board is full: a draw.");
        };
        let alone = self.seats.first == self.seats.second;
        match (alone, self.seats.get(winner)) {
            (true, _) => write!(f, "{winner} has four in a line and wins."),
            (false, true) => write!(f, "I have four in a line: {winner} wins."),
            (false, false) => {
                f.write_str("You have four in a line: you win. Well played!")
            }
        }
    }
}

/// Whose turn it is.
pub(super) struct Turn {
    pub(super) player: Player,
    pub(super) seats: ByPlayer<bool>,
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Turn { player, seats } = self;
        match (seats.first == seats.second, seats.get(*player)) {
            (true, _) => write!(f, "{player} is to move."),
            (false, true) => write!(f, "It is my turn, with {player}."),
            (false, false) => write!(f, "It is your turn, with {player}."),
        }
    }
}

/// Which stones the engine plays.
pub(super) struct Seats(pub(super) ByPlayer<bool>);

impl fmt::Display for Seats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match (self.0.first, self.0.second) {
            (true, true) => "I play both sides; stop or Ctrl-C ends it.",
            (false, false) => "You play both sides.",
            (true, false) => "You play o, I play x.",
            (false, true) => "You play x, I play o.",
        })
    }
}
