//! What several commands spell alike.

use std::num::NonZeroUsize;
use std::str::FromStr;

use clap::Args;

use crate::matches::{Forbidden, Openings, Schedule};
use crate::{BoardSize, Shard};

/// The boards that are played on.
#[derive(Args, Clone, Debug)]
pub(crate) struct BoardOptions {
    /// Only boards of this size, such as 9x12
    #[arg(long, value_name = "RxC")]
    size: Option<BoardSize>,
    /// The forbidden cell: random, none, or ROW,COLUMN [default: random]
    #[arg(long = "block", value_name = "CELL")]
    forbidden: Option<Forbidden>,
    /// How the games begin, both of a pair alike: plies=N for N random moves,
    /// or a file with a board and columns on each line, such as
    /// 9x12#5,6 6 6 7, which then says what the boards are
    #[arg(long, value_name = "FILE|plies=N")]
    openings: Option<Openings>,
}

impl BoardOptions {
    /// These boards, in the order that the seed gives.
    pub(crate) fn schedule(&self, seed: u64) -> Result<Schedule, TwoBoards> {
        let BoardOptions { size, forbidden, openings } = self.clone();
        let openings = openings.unwrap_or_default();
        let brings_boards = matches!(openings, Openings::Book(_));
        if brings_boards && (size.is_some() || forbidden.is_some()) {
            return Err(TwoBoards);
        }
        let forbidden = forbidden.unwrap_or_default();
        Ok(Schedule { seed, size, forbidden, openings })
    }
}

/// Boards that are given twice.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error(
    "the file of --openings says what the boards are: leave out --size and \
     --block"
)]
pub(crate) struct TwoBoards;

/// The part of a run that is done here.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct ShardOption {
    /// Do only this part of it: 2/4 is the second of four
    #[arg(long, value_name = "I/N", default_value_t = Shard::WHOLE)]
    #[arg(hide_default_value = true)]
    pub(crate) shard: Shard,
}

/// Reads a whole number from 1.
pub(crate) fn count<T: FromStr + PartialOrd + From<u8>>(
    text: &str,
) -> Result<T, String> {
    match text.parse() {
        Ok(count) if count >= T::from(1) => Ok(count),
        _ => Err("this is a whole number from 1, such as 20".into()),
    }
}

/// Reads a number of threads.
pub(crate) fn threads(text: &str) -> Result<NonZeroUsize, String> {
    let number = count::<usize>(text)?;
    Ok(NonZeroUsize::new(number).unwrap_or(NonZeroUsize::MIN))
}

/// Reads a whole number from 0.
pub(crate) fn number(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| "this is a whole number from 0, such as 7".into())
}
