//! Text in, text out: how programs and people talk to the engine.
//!
//! Programs speak UGI, the Universal Game Interface; people have a console
//! with a prompt, line editing and a drawn board. Both use the same port:
//! the word `ugi` turns a person's session into a program's, `console` turns
//! it back. Every word is described in the project's `docs/PROTOCOL.md`.
//!
//! The crate does no input or output of its own. A [`Session`] is fed bytes
//! and readings of a clock in milliseconds. It waits for nothing but rollouts
//! that a [`Runner`](engine::Runner) does for it, and only `bench` reads a
//! clock, which it is lent. It keeps all it needs in fixed memory, never
//! allocates and never panics, so the same session serves a serial port of a
//! microcontroller and a desktop program.
//! While too much of its text waits to be sent it takes no bytes and does not
//! think, so a slow port loses nothing.
//!
//! ```
//! use pocketfour_protocol::{Device, Mode, Session};
//!
//! let mut pool = vec![engine::Node::EMPTY; 1000];
//! let mut session = Session::new(&mut pool);
//! let device =
//!     Device { name: "example", clock_hz: 0, seed: 1, restart: None };
//! session.start_as(Mode::Program, device, 0);
//! let line = b"position startpos moves 4 4\ngo nodes 500\n";
//! assert_eq!(session.receive(line, 0), line.len());
//! while session.is_thinking() {
//!     session.think(100, 1);
//! }
//! let answer = session.output();
//! assert!(answer.ends_with(b"bestmove 4\n"));
//! let sent = answer.len();
//! session.consume(sent);
//! ```
//!
//! Bytes go through these layers, each a file or folder:
//!
//! | | |
//! |---|---|
//! | `line`, `escape_sequence`, `history` | bytes become lines; keys edit them |
//! | `terminal`, `screen`, `output` | echo, prompt, boards drawn in place, and the text that waits to be sent |
//! | `ugi`, `console`, `help` | lines become commands; lines for programs, for people |
//! | `words`, `notation` | what both read: words, numbers, positions, moves |
//! | `view` | boards and scores as people see them |
//! | `options`, `change`, `forbidden` | what `setoption` can change, and how it is read |
//! | `session` | the state of a conversation; commands are obeyed |
//! | `clock`, `device` | the time, and what the session is told of its machine |
//! | `job` | work that takes time, in portions |
//! | `error` | what is said of a line that cannot be obeyed |

#![no_std]
#![forbid(unsafe_code)]
#![warn(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![warn(clippy::indexing_slicing)]
#![cfg_attr(
    test,
    allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)
)]

mod change;
mod clock;
mod console;
mod device;
mod error;
mod escape_sequence;
mod forbidden;
mod help;
mod history;
mod job;
mod line;
mod notation;
mod options;
mod output;
mod screen;
mod session;
mod terminal;
mod ugi;
mod view;
mod words;

pub use device::{
    Device, Diagnostics, InputLoss, SecondCore, Status, Stopwatch,
};
pub use help::usages;
pub use line::LINE_LIMIT;
pub use options::{IN_FLIGHT, LEVEL, POOL, options};
pub use session::{Mode, Session};
pub use view::{Picture, Scores, Summary};

/// The example on the crate's page, which has to work.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[derive(Debug)]
pub struct ReadMe;
