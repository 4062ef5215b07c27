//! What several commands spell alike.

use std::str::FromStr;

use clap::Args;

use crate::BoardSize;
use crate::matches::{Block, Schedule};

/// The boards that are played on.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct BoardOptions {
    /// Only boards of this size, such as 9x12
    #[arg(long, value_name = "RxC")]
    size: Option<BoardSize>,
    /// The forbidden cell: random, none, or ROW,COLUMN
    #[arg(long, value_name = "CELL", default_value = "random")]
    block: Block,
}

impl BoardOptions {
    /// These boards, in the order that the seed gives.
    pub(crate) fn schedule(self, seed: u64) -> Schedule {
        let BoardOptions { size, block } = self;
        Schedule { seed, size, block }
    }
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

/// Reads a whole number from 0.
pub(crate) fn number(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| "this is a whole number from 0, such as 7".into())
}
