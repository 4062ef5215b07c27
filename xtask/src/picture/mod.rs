//! `cargo xtask picture`: records a session for docs/BOARDS.md.
//!
//! The session is a real one, with the firmware in QEMU: what is typed stands
//! in a script here, what is answered is the board's.

mod svg;

use std::fs;
use std::io::{self, Read, Write};
use std::num::NonZero;

use boards::emulator::{self, RunOptions};
use boards::{DevBoard, Link};
use clap::Args;

use crate::emulate;
use crate::failure::Failure;
use crate::firmware;
use crate::setup::{self, Need};
use crate::status::say;
use crate::workspace::Workspace;
use svg::Frame;

const FILE: &str = "docs/console.svg";
/// What a usual terminal has room for.
const ROWS: NonZero<u16> = NonZero::new(24).unwrap();
const COLUMNS: NonZero<u16> = NonZero::new(80).unwrap();
const PROMPT: &[u8] = b"> ";

const NEWS: &str = "playouts.";
/// What is typed, and what each of the answers has in it.
const SCRIPT: [(&str, &[&str]); 4] = [
    ("new 9x10 block 3,5", &["your turn"]),
    ("6", &[NEWS, "I played"]),
    ("5", &[NEWS, "I played"]),
    ("hint", &["I would play"]),
];

/// How long a picture is shown, in milliseconds: the beginning, a line that
/// is typed, how a search is getting on, an answer.
const BEGINNING: u32 = 2000;
const TYPED: u32 = 900;
const THINKING: u32 = 1500;
const ANSWERED: u32 = 2600;

#[derive(Args)]
pub(crate) struct Arguments {}

impl Arguments {
    pub(crate) fn run(&self, workspace: &Workspace) -> Result<bool, Failure> {
        let board = DevBoard::Qemu;
        let needs = [emulate::need(board)?, Need::Chip(board.target())];
        let site = setup::ensure(workspace, &needs)?;
        let image = firmware::show(&site, board)?;
        let (project, options) = (workspace.project(), RunOptions::default());
        let link = emulator::start(project, board, &image, &options)?;
        let frames = record(link).map_err(|error| {
            Failure::new(format!("lost the emulated board: {error}"))
        })?;
        let file = workspace.root().join(FILE);
        fs::write(&file, svg::draw(&frames)).map_err(|error| {
            Failure::new(format!("cannot write {}: {error}", file.display()))
        })?;
        say(FILE);
        Ok(true)
    }
}

/// What the terminal shows, from the banner to the last answer.
fn record(link: Link) -> io::Result<Vec<Frame>> {
    let Link { mut to, mut from, end: _emulator } = link;
    let mut terminal = vt100::Parser::new(ROWS, COLUMNS, 0);
    let mut frames = Vec::new();
    let mut show = |heard: &[u8], time| {
        terminal.process(heard);
        frames.push(Frame::of(terminal.screen(), time));
    };
    show(&hear(&mut from, PROMPT, "your turn")?, BEGINNING);
    for (typed, answers) in SCRIPT {
        to.write_all(typed.as_bytes())?;
        show(&hear(&mut from, typed.as_bytes(), typed)?, TYPED);
        to.write_all(b"\r")?;
        for &answer in answers {
            let time = if answer == NEWS { THINKING } else { ANSWERED };
            show(&hear(&mut from, PROMPT, answer)?, time);
        }
    }
    Ok(frames)
}

/// Reads until this text has come, up to such an end.
fn hear(from: &mut dyn Read, end: &[u8], text: &str) -> io::Result<Vec<u8>> {
    let mut heard = Vec::new();
    let mut byte = [0];
    loop {
        from.read_exact(&mut byte)?;
        heard.extend(byte);
        let told = String::from_utf8_lossy(&heard);
        if heard.ends_with(end) && told.contains(text) {
            return Ok(heard);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rows of text of each frame, the last one first.
    fn frames(picture: &str) -> Vec<Vec<String>> {
        let mut frames: Vec<Vec<String>> = Vec::new();
        let mut height = "";
        for line in picture.lines() {
            if line.starts_with("<g") {
                frames.push(Vec::new());
                height = "";
            }
            let Some(text) = line.strip_suffix("</text>") else { continue };
            let frame = frames.last_mut().unwrap();
            let y = text.split("y=\"").nth(1).unwrap();
            if y.split('"').next() != Some(height) {
                frame.push(String::new());
            }
            height = y.split('"').next().unwrap();
            *frame.last_mut().unwrap() += text.split_once('>').unwrap().1;
        }
        frames
    }

    /// The picture on the page is one of this version, in which nothing runs
    /// into a board and no row of one is missing.
    #[test]
    fn the_recorded_console_is_whole() {
        let file = Workspace::find().root().join(FILE);
        let picture = fs::read_to_string(file).unwrap();
        let name = concat!("Pocketfour ", env!("CARGO_PKG_VERSION"), " ");
        assert!(picture.contains(name), "record it again");
        let frames = frames(&picture);
        let answers = SCRIPT.iter().map(|(_, answers)| 1 + answers.len());
        assert_eq!(frames.len(), 1 + answers.sum::<usize>());
        let news = frames.iter().flatten().filter(|row| row.contains(NEWS));
        assert_eq!(news.count(), 2);
        for row in frames.iter().flatten() {
            assert!(!(row.contains(" |") && row.contains("playout")), "{row}");
        }
        let rows = frames[0].iter().filter(|row| row.contains(" |"));
        let numbers = rows.map(|row| row.split(" |").next().unwrap().trim());
        let numbers: Vec<&str> = numbers.collect();
        let whole = ["9", "8", "7", "6", "5", "4", "3", "2", "1"];
        assert!(numbers.ends_with(&whole), "{numbers:?}");
    }
}
