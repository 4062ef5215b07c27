//! A short conversation that has everything in it, with the smallest pool:
//! short enough for Miri, which runs it a thousand times slower.

use engine::Node;
use pocketfour_protocol::{
    Device, Diagnostics, InputLoss, Mode, Session, Status,
};

const DEVICE: Device =
    Device { name: "test", clock_hz: 1, seed: 3, restart: Some("why not") };

const PROGRAM: &str = "ugi
isready
setoption name Rows value 4
setoption name Columns value 5
setoption name Block value 2,3
setoption name ExpandAt value 0
uginewgame
go nodes 10
stats
position startpos moves 1 2 3
go nodes 4
position fen 12/12/12/12/12/12/12/12/12/5#6/12/5x6 o moves 1 2
go nodes 1
position fen 4/4/x3/4 o
position startpos moves 9
d
perft 2
query result
sysinfo
nonsense
help
go infinite
";

const PERSON: &str = "4\r\nboard\rlevle 1\u{8}\u{8}\u{8}\u{8}el 1\n\u{1b}[A\
    \u{1b}[D\u{1b}[D4\u{1b}[C\u{7f}\r\nnew 4x4 block 1,1\nundo\nflip\n\
    time 0\nmoves\nsave\nload 4x4 moves 1\nload 4/4/4/x3 o moves 2\neval\n\
    PONDER on\nrules\n? \n\u{17}\u{9}pl\u{9}\u{c}\n\u{3}";

#[test]
fn everything_is_said_once() {
    for mode in [Mode::Program, Mode::Plain, Mode::Terminal] {
        let mut pool = [Node::EMPTY; 32];
        let mut session = Session::new(&mut pool);
        session.start_as(mode, DEVICE, 0);
        session.update_diagnostics(Diagnostics::default());
        let text = if mode == Mode::Program { PROGRAM } else { PERSON };
        let mut said = String::new();
        let mut now = 0;
        for line in text.split_inclusive(['\n', '\r']) {
            let taken = session.receive(line.as_bytes(), now);
            assert_eq!(taken, line.len());
            for _ in 0..5 {
                now += 1;
                session.think(2, now);
            }
            let output = session.output();
            said += std::str::from_utf8(output).expect("text");
            let count = output.len();
            session.consume(count);
        }
        assert_eq!(session.receive(b"isrea", now), 5);
        session.input_lost(InputLoss::Framing);
        for line in ["dy\n", "\x03\n", "ugi\n", "stop\n", "isready\n"] {
            assert_eq!(session.receive(line.as_bytes(), now), line.len());
            said += std::str::from_utf8(session.output()).expect("text");
            session.consume(usize::MAX);
        }
        session.input_ended(now);
        said += std::str::from_utf8(session.output()).expect("text");
        assert!(said.contains("input arrived garbled"), "{said}");
        assert!(said.ends_with("readyok\n"), "{said}");
        assert_eq!(session.status(), Status::Idle);
        if mode == Mode::Program {
            assert_eq!(said.matches("bestmove ").count(), 4, "{said}");
            assert_eq!(said.matches("\nerror ").count(), 5, "{said}");
        }
    }
}
