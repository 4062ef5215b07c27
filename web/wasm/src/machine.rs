//! A session with a place for the bytes that it is to take.

use engine::Node;
use protocol::{Device, Mode, Session};

/// How many bytes can be handed over at once.
pub const INPUT_SIZE: usize = 1024;

/// A session with a place for the bytes that it is to take.
///
/// ```
/// use engine::Node;
/// use pocketfour_wasm::Machine;
///
/// let mut machine = Machine::new();
/// machine.start(vec![Node::EMPTY; 1000].leak(), 1, 0);
/// machine.input()[..12].copy_from_slice(b"go nodes 50\n");
/// assert_eq!(machine.receive(12, 0), 12);
/// while machine.think(10, 1) {}
/// assert!(machine.output().starts_with(b"info "));
/// machine.consume(machine.output().len());
/// ```
#[derive(Debug)]
pub struct Machine {
    session: Session<'static>,
    input: [u8; INPUT_SIZE],
}

impl Machine {
    /// One that has not started, and has no pool yet.
    #[must_use]
    pub const fn new() -> Machine {
        Machine { session: Session::new(&mut []), input: [0; INPUT_SIZE] }
    }

    /// Begins a session for a program, with this pool and seed.
    pub fn start(&mut self, pool: &'static mut [Node], seed: u64, now: u32) {
        self.session.set_pool(pool);
        let device =
            Device { name: "WebAssembly", clock_hz: 0, seed, restart: None };
        self.session.start_as(Mode::Program, device, now);
    }

    /// Where bytes for [`Machine::receive`] are put.
    pub fn input(&mut self) -> &mut [u8; INPUT_SIZE] {
        &mut self.input
    }

    /// Takes the first `length` bytes of the input, or as many of them as
    /// there is room to answer, and says how many.
    pub fn receive(&mut self, length: usize, now: u32) -> usize {
        let length = length.min(INPUT_SIZE);
        self.session.receive(&self.input[..length], now)
    }

    /// Searches for a while; says whether there is more to do.
    pub fn think(&mut self, playouts: u32, now: u32) -> bool {
        self.session.think(playouts, now);
        self.session.is_thinking()
    }

    /// What the session has said.
    #[must_use]
    pub fn output(&self) -> &[u8] {
        self.session.output()
    }

    /// This many bytes of the output were read.
    pub fn consume(&mut self, count: usize) {
        self.session.consume(count);
    }
}

impl Default for Machine {
    fn default() -> Machine {
        Machine::new()
    }
}
