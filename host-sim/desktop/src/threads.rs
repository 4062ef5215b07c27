//! Rollouts on other threads of a desktop.
//!
//! A rollout takes about a microsecond, less than it takes to wake a thread.
//! So threads watch for work for a while before they go to sleep, and what no
//! thread has begun when its result is wanted is run by the thread that wants
//! it: a busy machine is never slower for it than one thread.
//!
//! A thread that dies in a rollout takes the search with it: the panic goes on
//! in the thread that wants the result.

use std::fmt;
use std::hint::spin_loop;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use engine::{MAX_IN_FLIGHT, Rollout, RolloutResult, Runner};

/// How often a thread looks before it lets others have the core.
const LOOKS: u32 = 200;
/// How often a thread lets others have the core before it goes to sleep.
const PATIENCE: u32 = 100;

/// The states of a slot.
const FREE: u8 = 0;
const READY: u8 = 1;
const RUNNING: u8 = 2;
const DONE: u8 = 3;
/// The thread that ran it has panicked.
const LOST: u8 = 4;

/// What a thread does with a rollout.
type Work = fn(&mut Rollout) -> RolloutResult;

/// A rollout on its way to a thread, or its result on the way back.
struct Slot {
    state: AtomicU8,
    /// Never contended: the state says whose turn it is.
    work: Mutex<(Rollout, Option<RolloutResult>)>,
}

impl Slot {
    fn new() -> Slot {
        let work = Mutex::new((Rollout::EMPTY, None));
        Slot { state: AtomicU8::new(FREE), work }
    }

    fn is(&self, state: u8) -> bool {
        self.state.load(Ordering::Acquire) == state
    }

    /// Runs the rollout, unless another thread does.
    fn run(&self, run: Work) -> bool {
        let (success, failure) = (Ordering::AcqRel, Ordering::Relaxed);
        let state = &self.state;
        let taken = state.compare_exchange(READY, RUNNING, success, failure);
        if taken.is_ok() {
            let lost = LostInPanic(state);
            self.pass(DONE, |(rollout, result)| *result = Some(run(rollout)));
            drop(lost);
        }
        taken.is_ok()
    }

    /// Does one's part, and lets the other have its turn.
    fn pass<T>(
        &self,
        to: u8,
        work: impl FnOnce(&mut (Rollout, Option<RolloutResult>)) -> T,
    ) -> T {
        let mut slot = self.work.lock().unwrap_or_else(PoisonError::into_inner);
        let result = work(&mut slot);
        self.state.store(to, Ordering::Release);
        result
    }
}

/// Marks a rollout whose thread panics in it.
struct LostInPanic<'a>(&'a AtomicU8);

impl Drop for LostInPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.store(LOST, Ordering::Release);
        }
    }
}

struct Shared {
    slots: [Slot; MAX_IN_FLIGHT],
    run: Work,
    closed: AtomicBool,
}

impl Shared {
    /// Runs the rollouts of one thread: every `step`-th slot from `first`.
    fn serve(&self, first: usize, step: usize) {
        let mut looks = 0;
        while !self.closed.load(Ordering::Acquire) {
            let own = self.slots.iter().skip(first).step_by(step);
            let done = own.filter(|slot| slot.run(self.run)).count();
            looks = if done == 0 { looks + 1 } else { 0 };
            if looks == LOOKS * PATIENCE {
                thread::park();
                looks = 0;
            } else if looks % LOOKS == LOOKS - 1 {
                thread::yield_now();
            } else {
                spin_loop();
            }
        }
    }
}

/// Threads that run rollouts for one engine.
///
/// ```
/// use desktop::Threads;
/// use engine::{Board, Engine, Node, Position, generator};
///
/// let mut pool = vec![Node::EMPTY; 1000];
/// let mut engine = Engine::new(&mut pool);
/// engine.set_max_in_flight(3);
/// engine.set_position(&Position::new(Board::CLASSIC));
/// let mut threads = Threads::new(2.try_into()?);
/// engine.step_on(500, &mut generator(1), &mut threads);
/// engine.settle_on(&mut threads);
/// assert_eq!(engine.report().visits, 500);
/// # Ok::<(), std::num::TryFromIntError>(())
/// ```
pub struct Threads {
    shared: Arc<Shared>,
    workers: Vec<JoinHandle<()>>,
    buffer: Rollout,
    /// The slot of the next rollout.
    next: usize,
    /// Rollouts started whose results were not taken.
    running: usize,
}

impl fmt::Debug for Threads {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Threads({})", self.workers.len())
    }
}

impl Threads {
    /// This number of threads beside the caller's; more than can be in flight
    /// are not started.
    #[must_use]
    pub fn new(threads: NonZeroUsize) -> Threads {
        Threads::with(threads, Rollout::run)
    }

    fn with(threads: NonZeroUsize, run: Work) -> Threads {
        let count = threads.get().min(MAX_IN_FLIGHT);
        let slots = std::array::from_fn(|_| Slot::new());
        let closed = AtomicBool::new(false);
        let shared = Arc::new(Shared { slots, run, closed });
        let worker = |first| {
            let shared = Arc::clone(&shared);
            thread::spawn(move || shared.serve(first, count))
        };
        Threads {
            workers: (0..count).map(worker).collect(),
            shared,
            buffer: Rollout::EMPTY,
            next: 0,
            running: 0,
        }
    }
}

impl Runner for Threads {
    fn buffer(&mut self) -> &mut Rollout {
        &mut self.buffer
    }

    fn start(&mut self) {
        let slot = &self.shared.slots[self.next];
        assert!(slot.is(FREE), "at most {MAX_IN_FLIGHT} are in flight");
        slot.pass(READY, |(rollout, _)| *rollout = self.buffer);
        let worker = self.next % self.workers.len();
        self.workers[worker].thread().unpark();
        self.next = (self.next + 1) % MAX_IN_FLIGHT;
        self.running += 1;
    }

    fn wait_oldest(&mut self) -> Option<RolloutResult> {
        let oldest = self.next + MAX_IN_FLIGHT - self.running;
        self.running = self.running.checked_sub(1)?;
        let slot = &self.shared.slots[oldest % MAX_IN_FLIGHT];
        slot.run(self.shared.run);
        let mut looks = 0;
        while !slot.is(DONE) {
            assert!(!slot.is(LOST), "a thread has died in a rollout");
            looks += 1;
            if looks % LOOKS == 0 {
                thread::yield_now();
            }
            spin_loop();
        }
        slot.pass(FREE, |(_, result)| result.take())
    }
}

impl Drop for Threads {
    fn drop(&mut self) {
        self.shared.closed.store(true, Ordering::Release);
        for worker in self.workers.drain(..) {
            worker.thread().unpark();
            let _ = worker.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{Engine, Node, Position, generator};

    const POSITIONS: [&str; 4] = [
        "9/9/9/4#4/9/9/9/9/4x4 o",
        "12/12/12/12/12/12/12/5#6/12/12/12/12 x",
        "10/4#5/10/8o1/6o1x1/2o1o1x1oo/2xox1x1ox/oxxxoox1ox/ooxoxxo1xx x",
        "7/7/7/7/7/7 x",
    ];

    /// Everything about the moves at the root.
    fn search(
        text: &str,
        in_flight: usize,
        step: &mut dyn FnMut(&mut Engine<'_>, u32),
    ) -> String {
        // Full after a third of the playouts.
        let mut pool = vec![Node::EMPTY; 1000];
        let mut engine = Engine::new(&mut pool);
        engine.set_max_in_flight(in_flight);
        engine.set_position(&text.parse::<Position>().unwrap());
        for playouts in [1, 2, 700, 37, 1260] {
            step(&mut engine, playouts);
        }
        assert_eq!(engine.in_flight(), 0);
        let report = engine.report();
        format!("{} {:?}", report.playouts, report.moves)
    }

    #[test]
    fn the_tree_does_not_depend_on_who_runs_the_rollouts() {
        for text in POSITIONS {
            for in_flight in 1..=MAX_IN_FLIGHT {
                let mut rng = generator(7);
                let mut total = 0;
                let alone = search(text, in_flight, &mut |engine, playouts| {
                    total += engine.step(playouts, &mut rng);
                    if total == 2000 {
                        engine.end_in_flight();
                    }
                });
                for threads in 1..=3 {
                    let count = NonZeroUsize::new(threads).unwrap();
                    let mut threads = Threads::new(count);
                    let mut rng = generator(7);
                    let mut total = 0;
                    let others =
                        search(text, in_flight, &mut |engine, playouts| {
                            let runner = &mut threads;
                            total += engine.step_on(playouts, &mut rng, runner);
                            if total == 2000 {
                                engine.settle_on(runner);
                            }
                        });
                    assert_eq!(alone, others, "{text} {in_flight} {count}");
                }
            }
        }
    }

    /// What is stopped leaves results behind that are not wanted.
    #[test]
    fn a_search_that_was_left_does_not_disturb_the_next() {
        let mut threads = Threads::new(NonZeroUsize::MIN);
        let mut run = |left: u32| {
            let mut pool = vec![Node::EMPTY; 1000];
            let mut engine = Engine::new(&mut pool);
            engine.set_max_in_flight(4);
            engine.set_position(&POSITIONS[0].parse().unwrap());
            engine.step_on(left, &mut generator(3), &mut threads);
            engine.end_in_flight();
            assert_eq!(engine.report().visits + 3, left);
            engine.clear();
            engine.step_on(500, &mut generator(1), &mut threads);
            engine.settle_on(&mut threads);
            format!("{:?}", engine.report().moves)
        };
        assert_eq!(run(50), run(123));
    }

    #[test]
    #[should_panic = "a thread has died in a rollout"]
    fn a_thread_that_dies_is_not_waited_for() {
        let dies_alone = |rollout: &mut Rollout| {
            // This thread has the test's name, the others have none.
            assert!(thread::current().name().is_some(), "asked to die");
            rollout.run()
        };
        let mut threads = Threads::with(NonZeroUsize::MIN, dies_alone);
        threads.start();
        while threads.shared.slots[0].is(READY) {
            thread::yield_now();
        }
        threads.wait_oldest();
    }
}
