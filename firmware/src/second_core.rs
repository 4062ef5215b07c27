//! A second core that works for the first.
//!
//! Jobs lie in buffers that are handed over and back, and are never copied.
//! They go through two queues with one writer and one reader each: no lock,
//! and nothing is held while either core works. The second core takes the jobs
//! in their order, so results come in that order too. It sleeps when there is
//! nothing to do. A first core that has to wait does a part of the last job
//! meanwhile, and hands over what is left of it as soon as the second is idle:
//! both have work all the time.
//!
//! A [`Pulse`] shows that it is alive: the first core asks now and then, the
//! second answers between two jobs.
//!
//! Nothing here knows a chip. [`Client`] and [`Worker`] are told how to wake
//! the other core, and how to sleep until it wakes them.

use core::fmt;
use core::sync::atomic::{AtomicU32, Ordering};

use engine::{MAX_IN_FLIGHT, Rollout, RolloutResult, Runner};
use heapless::Vec;
use heapless::spsc::{Consumer, Producer, Queue};

/// Rollouts in flight where two cores work. With three, both have work most
/// of the time; a fourth saves no time.
pub const IN_FLIGHT: u8 = 3;

/// Jobs that can be under way.
pub const CAPACITY: usize = MAX_IN_FLIGHT;
/// One more, in which the client prepares the next.
const BUFFERS: usize = CAPACITY + 1;
/// A queue has one place more than it can fill.
const PLACES: usize = CAPACITY + 1;

/// Something to be done on the other core: it takes all it needs with it.
pub trait CoreJob: Send {
    /// What comes of it.
    type Output: Send;

    /// A buffer with nothing in particular to do.
    const EMPTY: Self;

    /// Does it, or what is left of it.
    fn run(&mut self) -> Self::Output;

    /// Does a small part of what is left; what has come of it, if that was
    /// the last? The output does not depend on where a job was divided.
    fn advance(&mut self) -> Option<Self::Output>;
}

impl CoreJob for Rollout {
    type Output = RolloutResult;

    const EMPTY: Rollout = Rollout::EMPTY;

    fn run(&mut self) -> RolloutResult {
        #[cfg(all(
            target_os = "none",
            feature = "rp",
            feature = "fault-injection"
        ))]
        crate::fault_injection::second_core::obey_at_work();
        Rollout::run(self)
    }

    fn advance(&mut self) -> Option<RolloutResult> {
        const PLIES: u32 = 4;
        self.run_for(PLIES)
    }
}

/// A job, with what has come of it if it is done.
struct Buffer<J: CoreJob> {
    job: J,
    output: Option<J::Output>,
}

impl<J: CoreJob> Buffer<J> {
    const EMPTY: Self = Buffer { job: J::EMPTY, output: None };
}

/// The memory through which two cores work together: jobs.
pub struct Buffers<J: CoreJob>([Buffer<J>; BUFFERS]);

impl<J: CoreJob> Buffers<J> {
    /// Buffers with nothing to do.
    pub const EMPTY: Self = Buffers([Buffer::EMPTY; BUFFERS]);
}

/// The queues between two cores, for buffers that live for `'a`.
pub struct Handover<'a, J: CoreJob> {
    jobs: Queue<&'a mut Buffer<J>, PLACES>,
    results: Queue<&'a mut Buffer<J>, PLACES>,
}

impl<'a, J: CoreJob> Handover<'a, J> {
    /// Nothing is under way.
    #[must_use]
    pub const fn new() -> Self {
        Handover { jobs: Queue::new(), results: Queue::new() }
    }

    /// The two ends: one for each core. `wake` ends the other core's sleep,
    /// or else its next one; `sleep` sleeps until the other core wakes this.
    pub fn split<'q>(
        &'q mut self,
        buffers: &'a mut Buffers<J>,
        wake: fn(),
        sleep: fn(),
    ) -> (Client<'q, 'a, J>, Worker<'q, 'a, J>) {
        let (to, jobs) = self.jobs.split();
        let (results, from) = self.results.split();
        let [spare, free @ ..] = &mut buffers.0;
        let client = Client {
            spare,
            free: free.iter_mut().collect(),
            in_hand: None,
            handed_over: 0,
            jobs: to,
            results: from,
            wake,
            sleep,
        };
        (client, Worker { jobs, results, wake, sleep })
    }
}

impl<J: CoreJob> Default for Handover<'_, J> {
    fn default() -> Self {
        Self::new()
    }
}

/// The first core's end.
pub struct Client<'q, 'a, J: CoreJob> {
    /// The next job.
    spare: &'a mut Buffer<J>,
    free: Vec<&'a mut Buffer<J>, CAPACITY>,
    /// The youngest job under way, if it was not handed over.
    in_hand: Option<&'a mut Buffer<J>>,
    /// How many jobs were, whose results were not collected.
    handed_over: usize,
    jobs: Producer<'q, &'a mut Buffer<J>>,
    results: Consumer<'q, &'a mut Buffer<J>>,
    wake: fn(),
    sleep: fn(),
}

impl<J: CoreJob> Client<'_, '_, J> {
    /// The buffer of the next job.
    pub fn next_job(&mut self) -> &mut J {
        &mut self.spare.job
    }

    /// Puts the next job under way; `false`, and nothing is done, if
    /// [`CAPACITY`] jobs are.
    pub fn submit(&mut self) -> bool {
        let Some(free) = self.free.pop() else { return false };
        self.hand_over();
        self.spare.output = None;
        self.in_hand = Some(core::mem::replace(&mut self.spare, free));
        if self.handed_over == 0 {
            self.hand_over();
        }
        true
    }

    /// The result of the oldest job under way, if it is done.
    pub fn collect(&mut self) -> Option<J::Output> {
        let buffer = self.results.dequeue()?;
        self.handed_over -= 1;
        if self.handed_over <= 1 {
            self.hand_over();
        }
        let result = buffer.output.take();
        let room = self.free.push(buffer).is_ok();
        debug_assert!(room, "buffers come back once");
        result
    }

    /// Waits for the result of the oldest job under way; `None` if there is
    /// none. A second core that hangs is left to the watchdog.
    ///
    /// An event that ends a sleep here may have been meant for what sleeps
    /// next on this core, as an executor does when a task was woken: it is
    /// given back.
    pub fn wait(&mut self) -> Option<J::Output> {
        let mut has_slept = false;
        while self.handed_over > 0 && !self.results.ready() {
            match &mut self.in_hand {
                Some(Buffer { job, output: output @ None }) => {
                    if let Some(result) = job.advance() {
                        *output = Some(result);
                    }
                }
                _ => {
                    (self.sleep)();
                    has_slept = true;
                }
            }
        }
        if has_slept {
            (self.wake)();
        }
        self.collect()
    }

    /// How many jobs are under way whose results were not collected.
    #[must_use]
    pub fn under_way(&self) -> usize {
        CAPACITY - self.free.len()
    }

    fn hand_over(&mut self) {
        let Some(buffer) = self.in_hand.take() else { return };
        let room = self.jobs.enqueue(buffer).is_ok();
        debug_assert!(room, "there are no more buffers than places");
        self.handed_over += 1;
        (self.wake)();
    }
}

/// The way to a second core that runs rollouts.
pub type RolloutClient = Client<'static, 'static, Rollout>;

impl Runner for Client<'_, '_, Rollout> {
    fn buffer(&mut self) -> &mut Rollout {
        self.next_job()
    }

    fn start(&mut self) {
        let started = self.submit();
        debug_assert!(started, "more rollouts in flight than buffers");
    }

    fn wait_oldest(&mut self) -> Option<RolloutResult> {
        self.wait()
    }
}

/// The second core's end.
pub struct Worker<'q, 'a, J: CoreJob> {
    jobs: Consumer<'q, &'a mut Buffer<J>>,
    results: Producer<'q, &'a mut Buffer<J>>,
    wake: fn(),
    sleep: fn(),
}

impl<J: CoreJob> Worker<'_, '_, J> {
    /// Answers for the core and does the next job; was there one?
    pub fn step(&mut self, pulse: &Pulse) -> bool {
        pulse.answer();
        let Some(buffer) = self.jobs.dequeue() else { return false };
        if buffer.output.is_none() {
            buffer.output = Some(buffer.job.run());
        }
        let room = self.results.enqueue(buffer).is_ok();
        debug_assert!(room, "there are no more buffers than places");
        (self.wake)();
        true
    }

    /// Works for ever.
    pub fn run(mut self, pulse: &Pulse) -> ! {
        loop {
            if !self.step(pulse) {
                (self.sleep)();
            }
        }
    }
}

/// Shows one core that the other is alive.
#[derive(Debug, Default)]
pub struct Pulse {
    asked: AtomicU32,
    answered: AtomicU32,
}

impl Pulse {
    /// Nothing was asked.
    #[must_use]
    pub const fn new() -> Self {
        Pulse { asked: AtomicU32::new(0), answered: AtomicU32::new(0) }
    }

    /// Has the other core answered the last question? Asks the next one if
    /// so; the caller then wakes the other core. Only one core may ask.
    pub fn ask(&self) -> bool {
        let asked = self.asked.load(Ordering::Relaxed);
        let answered = self.answered.load(Ordering::Acquire) == asked;
        if answered {
            self.asked.store(asked.wrapping_add(1), Ordering::Release);
        }
        answered
    }

    /// Answers whatever was asked.
    pub fn answer(&self) {
        let asked = self.asked.load(Ordering::Acquire);
        self.answered.store(asked, Ordering::Release);
    }
}

impl<J: CoreJob> fmt::Debug for Buffers<J> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Buffers").finish_non_exhaustive()
    }
}

impl<J: CoreJob> fmt::Debug for Handover<'_, J> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Handover").finish_non_exhaustive()
    }
}

impl<J: CoreJob> fmt::Debug for Client<'_, '_, J> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client")
            .field("under_way", &self.under_way())
            .finish_non_exhaustive()
    }
}

impl<J: CoreJob> fmt::Debug for Worker<'_, '_, J> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Worker").finish_non_exhaustive()
    }
}
