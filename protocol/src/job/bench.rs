//! The engine's bench, in portions.

use engine::{BENCH_NODES, Bench, Engine};

/// The bench and the pool that it searches in. The pool is one of its own,
/// since its size has a part in the result.
#[derive(Debug)]
pub(crate) struct Workbench {
    engine: Engine<BENCH_NODES>,
    bench: Option<Bench>,
}

impl Workbench {
    pub(crate) const fn new() -> Workbench {
        Workbench { engine: Engine::new(), bench: None }
    }

    /// Starts from the beginning.
    pub(crate) fn restart(&mut self) {
        self.bench = Some(Bench::new());
    }

    /// How far it has come.
    pub(crate) fn bench(&self) -> Bench {
        self.bench.unwrap_or_default()
    }

    /// Searches the next position; says whether that was the last one.
    pub(crate) fn advance(&mut self) -> bool {
        let Some(bench) = &mut self.bench else { return true };
        !bench.step(&mut self.engine) || bench.done() >= bench.positions()
    }
}
