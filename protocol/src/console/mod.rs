//! The console: how a person's words are read, and what a person sees. A
//! session obeys them.

mod command;
mod phrases;
mod picture;
mod print;

pub(crate) use command::{ALIASES, Command, NewGame, Size, TOPICS, parse};
pub(crate) use picture::Picture;
pub(crate) use print::{
    print_banner, print_board, print_color, print_good_bye, print_hint,
    print_level, print_move, print_seats, print_thinking, print_time,
};
