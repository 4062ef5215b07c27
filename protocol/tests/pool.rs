//! A large pool is the caller's: it never passes over the stack.

use std::thread;

use engine::{Engine, Node};
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
        let mut random = engine::generator(1);
        assert_eq!(engine.step(1000, &mut random), 1000);
        let mut session = Session::new(engine.into_nodes());
        session.start_as(Mode::Program, DEVICE, 0);
        assert_eq!(session.receive(b"go nodes 100\n", 0), 13);
        while session.is_thinking() {
            session.think(10, 0);
        }
        assert!(session.output().ends_with(b"\n"));
    });
    thread.unwrap().join().unwrap();
}
