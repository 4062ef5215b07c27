//! Large pools and small ones. A large pool is the caller's: it never passes
//! over the stack.

use std::thread;

use engine::{Engine, MIN_NODES, Node};
use pocketfour_protocol::{Device, Mode, Session};

const NODES: usize = 1_000_000;

/// Far less than the pool, and more than a search takes.
const STACK: usize = 256 * 1024;

const DEVICE: Device =
    Device { name: "test", clock_hz: 0, seed: 1, restart: None };

#[test]
fn a_million_nodes_need_no_stack() {
    let thread = thread::Builder::new().stack_size(STACK).spawn(|| {
        let mut pool = vec![Node::EMPTY; NODES];
        let mut engine = Engine::new(&mut pool);
        let mut rng = engine::generator(1);
        assert_eq!(engine.step(1000, &mut rng), 1000);
        let mut session = Session::new(engine.into_nodes());
        session.start_as(Mode::Program, DEVICE, 0);
        assert_eq!(session.receive(b"go nodes 100\n", 0), 13);
        while session.is_thinking() {
            session.think(10, 0);
        }
        assert!(session.output().ends_with(b"\n"));
        assert_eq!(session.playouts(), 100);
    });
    thread.unwrap().join().unwrap();
}

/// What a session with this number of nodes says to the lines, after its
/// banner.
fn said(nodes: usize, mode: Mode, lines: &str) -> String {
    let mut pool = vec![Node::EMPTY; nodes];
    let mut session = Session::new(&mut pool);
    session.start_as(mode, DEVICE, 0);
    session.consume(usize::MAX);
    assert_eq!(session.receive(lines.as_bytes(), 0), lines.len());
    while session.is_thinking() && !session.is_pondering() {
        session.think(10, 5000);
    }
    String::from_utf8(session.output().to_vec()).unwrap()
}

#[test]
fn a_search_without_nodes_is_refused() {
    const WHY: &str = "error a search takes 32 nodes or more: there are 31\n";
    let few = MIN_NODES - 1;
    assert_eq!(said(few, Mode::Program, "go nodes 5\n"), WHY);
    for line in ["hint\n", "eval\n", "go\n", "4\n", "play x\n"] {
        let text = said(few, Mode::Plain, line);
        assert!(text.contains(WHY.trim_end()), "{line}: {text}");
        let text = said(MIN_NODES, Mode::Plain, line);
        assert!(!text.contains("error"), "{line}: {text}");
    }
    let text = said(MIN_NODES, Mode::Program, "go nodes 5\n");
    assert!(text.contains("bestmove"), "{text}");
}
