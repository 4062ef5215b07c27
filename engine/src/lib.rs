//! Gravity four-in-a-row for chips without a heap: the rules on bitboards,
//! for boards of 4 to 12 rows and columns with a forbidden cell or none, and
//! Monte Carlo search in a fixed pool of nodes.
//!
//! Nothing here allocates, waits, or computes with floating point, and in
//! release builds nothing panics; there is no `unsafe` code. The search is
//! specified to the bit in the project's `docs/SEARCH.md`.
//!
//! Play a game:
//!
//! ```
//! use pocketfour_engine::{Board, Column, Outcome, Player, Position};
//!
//! let mut game = Position::new(Board::CLASSIC);
//! for number in [1, 2, 2, 3, 3, 4, 3, 4, 4, 6, 4] {
//!     game.play(Column::from_number(number).unwrap())?;
//! }
//! assert_eq!(game.outcome(), Some(Outcome::Win(Player::First)));
//! # Ok::<(), pocketfour_engine::PlayError>(())
//! ```
//!
//! Let the engine find a move:
//!
//! ```
//! use pocketfour_engine::{Engine, Node, Position, generator};
//!
//! let mut pool = vec![Node::EMPTY; 1000]; // 16 KB; or in a static
//! let mut engine = Engine::new(&mut pool);
//! let mut rng = generator(1);
//! let game: Position = "7/7/7/7/oo5/xxx1o2 x".parse()?;
//! engine.set_position(&game);
//! engine.step(2000, &mut rng);
//! assert_eq!(engine.choose().unwrap().number(), 4);
//! # Ok::<(), pocketfour_engine::ParsePositionError>(())
//! ```
//!
//! Read and write a position:
//!
//! ```
//! use pocketfour_engine::Position;
//!
//! let text = "9/9/9/4#4/9/9/9/9/4x4 o";
//! let game: Position = text.parse()?;
//! assert_eq!(game.to_string(), text);
//! # Ok::<(), pocketfour_engine::ParsePositionError>(())
//! ```
//!
//! See where a player threatens to win:
//!
//! ```
//! use pocketfour_engine::{Cell, Player, Position};
//!
//! let game: Position = "7/7/7/7/1oo4/1xxx3 o".parse()?;
//! let winning = game.winning_cells(Player::First);
//! assert!(winning.contains(Cell::new(0, 0).unwrap()));
//! assert!(winning.contains(Cell::new(0, 4).unwrap()));
//! # Ok::<(), pocketfour_engine::ParsePositionError>(())
//! ```
//!
//! # What there is
//!
//! - **A board:** [`Board`], whose sides go from [`MIN_SIDE`] to [`MAX_SIDE`];
//!   [`Column`], [`Cell`] and sets of these: [`Bitboard`], [`Cells`].
//! - **A game:** [`Position`], at most [`MAX_PLIES`] long, with an [`Outcome`];
//!   [`Player`], and a value for each of them: [`ByPlayer`].
//! - **A search:** [`Engine`], in a pool of [`MIN_NODES`] to [`MAX_NODES`]
//!   times [`Node`]; [`Level`], how strong it plays; random numbers from a
//!   [`Generator`] that [`generator()`] makes, and [`below`] a bound.
//! - **What it has found:** [`Report`], with a [`RootMove`] for each move, its
//!   [`Score`] and its [`Proof`] of a [`Wdl`], and a variation of at most
//!   [`MAX_VARIATION`] moves; [`NodeRef`] walks through the tree.
//! - **What can be chosen about it:** [`Config`], with [`Selection`],
//!   [`Tactics`], [`RolloutPolicy`], [`Order`] and [`Choice`]; each choice by
//!   its name: [`Setting`], [`SettingKind`].
//! - **Rollouts on another core or thread:** a [`Runner`] makes a [`Rollout`]
//!   a [`RolloutResult`]; up to [`MAX_IN_FLIGHT`] are under way. Without a
//!   runner, [`Begun`] tells what is to be done next.
//! - **Checks:** [`perft()`] counts games, [`Perft`] does so in portions;
//!   [`Bench`] searches with [`BENCH_NODES`], and tells engines apart.
//! - **What is refused:** [`BoardError`], [`PlayError`], [`PositionError`],
//!   [`SettingError`]; as a text [`ParsePositionError`] with its
//!   [kind](ParsePositionErrorKind), [`ParseCellError`], [`ParseColumnError`],
//!   [`ParsePlayerError`], [`ParseNameError`].
//!
//! # Features
//!
//! - `book`: `Book`, the opening book; `Book::size` is what its table takes.
//! - `defmt`: `defmt::Format` for the public types, for logs of a few bytes
//!   a line on a microcontroller. It costs nothing where it is not used.
//! - `serde`: `Serialize` and `Deserialize` for boards, moves, positions (as
//!   their notation), configurations and reports.
//! - `stats`: `Engine::step_counted`, which counts what the search does and
//!   shares the time out among its phases.

#![no_std]
#![forbid(unsafe_code)]
#![warn(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![cfg_attr(test, allow(clippy::unwrap_used))]

mod bench;
mod bitboard;
mod board;
#[cfg(feature = "book")]
mod book;
mod cell;
mod digits;
mod from_stones;
mod notation;
mod perft;
mod player;
mod position;
mod search;
#[cfg(feature = "serde")]
mod serialization;
mod zobrist;

// Types of these crates are part of the interface.
pub use {heapless, rand_core};

// A board.
pub use bitboard::{Bitboard, Cells};
pub use board::{Board, BoardError, MIN_SIDE};
pub use cell::{Cell, Column, MAX_SIDE, ParseCellError, ParseColumnError};

// A game.
pub use from_stones::PositionError;
pub use notation::{ParsePositionError, ParsePositionErrorKind};
pub use player::{ByPlayer, ParsePlayerError, Player};
pub use position::{MAX_PLIES, Outcome, PlayError, Position};

// A search, and what it has found.
#[cfg(feature = "book")]
pub use book::Book;
pub use search::{
    Engine, Generator, Level, MAX_NODES, MAX_VARIATION, MIN_NODES, Node,
    NodeRef, Proof, Report, RootMove, Score, Wdl, below, generator,
};

// What can be chosen about it.
pub use search::{
    Choice, Config, Order, ParseNameError, RolloutPolicy, Selection, Setting,
    SettingError, SettingKind, Tactics,
};

// Rollouts on another core.
pub use search::{Begun, MAX_IN_FLIGHT, Rollout, RolloutResult, Runner};

// Checks and counts.
pub use bench::{BENCH_NODES, Bench};
pub use perft::{Perft, perft};
#[cfg(feature = "stats")]
pub use search::{Phase, Stats};

/// The example on the crate's page, which has to work.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[derive(Debug)]
pub struct ReadMe;
