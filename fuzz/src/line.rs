//! A line of any bytes is obeyed, or refused with one line that is text; a
//! refused line changes nothing.

use engine::Node;
use protocol::{Device, Mode, Session};

const DEVICE: Device =
    Device { name: "fuzz", clock_hz: 0, seed: 1, restart: None };
/// A position that the line finds.
const BEFORE: &[u8] = b"position startpos moves 4 4\n";

/// Sends the bytes as one line, to a program's session or to a person's.
///
/// # Panics
///
/// If the answer is not as it should be.
pub fn check(bytes: &[u8]) {
    let (&whom, line) = bytes.split_first().unwrap_or((&0, &[]));
    let mut pool = [Node::EMPTY; 32];
    let mut session = Session::new(&mut pool);
    let mode = if whom & 1 == 0 { Mode::Program } else { Mode::Plain };
    session.start_as(mode, DEVICE, 0);
    send(&mut session, BEFORE);
    session.consume(usize::MAX);
    for &byte in line {
        let ends = matches!(byte, b'\n' | b'\r');
        send(&mut session, &[if ends { b' ' } else { byte }]);
    }
    send(&mut session, b"\n");
    let answer = String::from_utf8(session.output().to_vec());
    let answer = answer.expect("nothing but text");
    let plain = |c: char| matches!(c, ' '..='~' | '\n');
    assert!(answer.chars().all(plain), "{answer:?}");
    session.consume(usize::MAX);
    let mut lines = answer.lines();
    if lines.any(|line| line.starts_with("error ")) {
        assert!(!session.is_thinking(), "{answer}");
        let spoken = answer.lines().filter(|line| !line.starts_with("> "));
        assert_eq!(spoken.count(), 1, "{answer}");
        // To draw takes longer than all the rest: half of the time.
        if whom & 2 == 0 {
            send(&mut session, b"d\n");
            let shown = String::from_utf8_lossy(session.output());
            assert!(shown.contains("fen 7/7/7/7/3o3/3x3 x\n"), "{shown}");
        }
    }
}

/// A session whose answers are read takes everything.
fn send(session: &mut Session<'_>, bytes: &[u8]) {
    assert_eq!(session.receive(bytes, 0), bytes.len());
}
