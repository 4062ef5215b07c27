//! Any cut of the bytes, and bytes that mean nothing.

mod common;

use common::{Talk, count};
use engine::generator;
use pocketfour_protocol::Mode;
use proptest::prelude::*;
use rand_core::Rng;

/// A conversation that has everything in it: both modes, editing keys,
/// errors, line endings of all kinds.
const SCRIPT: &[u8] =
    b"4\r\nboard\rlevle 3\x08\x08\x08el 3\n\x1b[A\x1b[D\x1b[D4\
    \x1b[C\x7f\r\nnew 4x4 block 1,1\ntwo\n\x1b[A\n1\n2\n\xff\xfe\nhint\nugi\n\
    isready\r\nposition startpos moves 1 2\r\nd\nnonsense\n\x00\x01\n\
    query p1turn\nsetoption name Rows value 99\nconsole\n\x15undo\x03\n";

/// What is said when the script comes in these portions. It thinks after
/// every line that has ended.
fn said(mode: Mode, portions: &[&[u8]]) -> String {
    let mut talk = Talk::new(mode);
    let mut text = talk.heard();
    for portion in portions {
        talk.now = 7;
        talk.send_bytes(portion);
        text += &talk.heard();
    }
    text
}

proptest! {
    #[test]
    fn any_cut_gives_the_same_output(
        mut cuts in prop::collection::vec(0..SCRIPT.len(), 0..20)
    ) {
        cuts.extend([0, SCRIPT.len()]);
        cuts.sort_unstable();
        let portions: Vec<&[u8]> =
            cuts.windows(2).map(|cut| &SCRIPT[cut[0]..cut[1]]).collect();
        let single: Vec<&[u8]> = SCRIPT.chunks(1).collect();
        for mode in [Mode::Terminal, Mode::Plain, Mode::Program] {
            prop_assert_eq!(said(mode, &portions), said(mode, &single));
        }
    }
}

#[test]
fn a_megabyte_of_noise() {
    for mode in [Mode::Program, Mode::Terminal] {
        let mut talk = Talk::new(mode);
        talk.ask("position startpos moves 4 4 3");
        let before = talk.position();
        let mut random = generator(4);
        for now in 0..4096 {
            let mut bytes = [0; 256];
            random.fill_bytes(&mut bytes);
            talk.now = now;
            talk.send_bytes(&bytes);
            talk.session.think(1, now);
            talk.session.consume(talk.session.output().len());
        }
        talk.now = 5000;
        talk.send("\n");
        talk.wait();
        talk.heard();
        if mode == Mode::Program {
            assert_eq!(talk.ask("isready"), "readyok\n");
            assert_eq!(talk.position(), before);
        } else {
            // Some of the noise was a number on a line of its own: a move.
            talk.send("\x03");
            assert!(talk.ask("isready").contains("readyok"));
        }
    }
}

const COMMANDS: [&str; 24] = [
    "ugi",
    "isready",
    "setoption name Rows value 9",
    "setoption name Block value random",
    "setoption name Seed value 99",
    "setoption name Rollout value uniform",
    "uginewgame",
    "position startpos moves 4 4 3 3",
    "position fen 9/9/9/4#4/9/9/9/9/4x4 o moves 1 2",
    "go movetime 50",
    "go nodes 100",
    "go p1time 1000 p2time 1000 p1inc 10 p2inc 10",
    "go infinite",
    "stop",
    "query result",
    "d",
    "perft 3",
    "stats",
    "sysinfo",
    "help level",
    "4",
    "new 12x12 block 3,4",
    "undo",
    "console",
];

fn mutated(random: &mut impl Rng) -> Vec<u8> {
    let mut below = |bound: usize| random.next_u32() as usize % bound;
    let mut line = COMMANDS[below(COMMANDS.len())].as_bytes().to_vec();
    for _ in 0..below(4) {
        let at = below(line.len() + 1);
        match below(4) {
            0 if at < line.len() => {
                line.remove(at);
            }
            1 => line.insert(at, below(256) as u8),
            2 if at < line.len() => line[at] ^= 1 << below(8),
            _ => {
                let other = COMMANDS[below(COMMANDS.len())].as_bytes();
                line.splice(at..at, other.iter().copied());
            }
        }
    }
    line.push(b"\n\r"[below(2)]);
    line
}

#[test]
fn ten_thousand_mutated_lines() {
    for mode in [Mode::Program, Mode::Terminal] {
        let mut talk = Talk::new(mode);
        let mut random = generator(11);
        for now in 0..10_000 {
            let line = mutated(&mut random);
            // What finds no room is not taken: nobody reads for a while.
            let _ = talk.session.receive(&line, now);
            for _ in 0..random.next_u32() % 4 {
                talk.session.think(5, now);
            }
            let part = random.next_u32() as usize % 2000;
            talk.session.consume(part);
        }
        talk.now = 10_000;
        talk.session.consume(usize::MAX);
        talk.send("\x03\nugi\nstop\n");
        talk.heard();
        assert_eq!(talk.ask("isready"), "readyok\n");
        assert_eq!(talk.ask("setoption name Block value none"), "");
        assert_eq!(talk.ask("uginewgame"), "");
        assert_eq!(count(&talk.ask("go nodes 50"), "bestmove "), 1);
    }
}
