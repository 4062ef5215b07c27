//! What the tasks share: the session, and which task wakes which.

use core::cell::{Cell, RefCell};
use core::fmt;
use core::num::NonZeroU32;

use embassy_sync::blocking_mutex::raw::NoopRawMutex;
use embassy_sync::signal::Signal;
use embassy_time::{Instant, TICK_HZ};
use protocol::{Diagnostics, Session, Status, Stopwatch};

use crate::log::{info, warn};
use crate::second_core::RolloutClient;

/// A session that several tasks of one executor work on.
///
/// No task keeps the session while it waits: each borrows it for a bounded
/// piece of work, and `with` then wakes the tasks that have something to do.
pub struct SharedSession<'a> {
    session: RefCell<&'a mut Session<'a>>,
    /// Who runs the rollouts, if not this core.
    second_core: RefCell<Option<RolloutClient>>,
    /// There is something to think about.
    work: Signal<NoopRawMutex, ()>,
    /// There is text to send.
    text: Signal<NoopRawMutex, ()>,
    /// Text was sent, so there is room for more.
    room: Signal<NoopRawMutex, ()>,
    /// The last word was said.
    over: Signal<NoopRawMutex, ()>,
    /// Whether the session wanted to exit after the last piece of work.
    wanted_exit: Cell<bool>,
    steps: Cell<u32>,
}

impl<'a> SharedSession<'a> {
    /// Shares a session that has been started.
    #[must_use]
    pub fn new(session: &'a mut Session<'a>) -> Self {
        let shared = SharedSession {
            session: RefCell::new(session),
            second_core: RefCell::new(None),
            work: Signal::new(),
            text: Signal::new(),
            room: Signal::new(),
            over: Signal::new(),
            wanted_exit: Cell::new(false),
            steps: Cell::new(0),
        };
        // It has something to say from the start.
        shared.with(|_| ());
        shared
    }

    /// Lets a second core run rollouts.
    #[must_use]
    pub fn with_second_core(self, client: Option<RolloutClient>) -> Self {
        SharedSession { second_core: RefCell::new(client), ..self }
    }

    /// Does a piece of work on the session and wakes the tasks that it concerns.
    pub fn with<T>(&self, work: impl FnOnce(&mut Session<'a>) -> T) -> T {
        let mut session = self.session.borrow_mut();
        let result = work(&mut session);
        if session.is_thinking() {
            self.work.signal(());
        }
        let wants_exit = session.wants_exit();
        let wanted_exit = self.wanted_exit.replace(wants_exit);
        if wants_exit && !wanted_exit || !session.output().is_empty() {
            self.text.signal(());
        }
        result
    }

    /// Hands a line to the session, or a part of one, when there is room for
    /// what comes of it; says how many bytes were taken.
    pub async fn receive(&self, line: &[u8]) -> usize {
        while !self.session.borrow().has_room() {
            self.room.wait().await;
        }
        self.with(|session| {
            let before = session.output().len();
            let thought = session.is_thinking();
            let taken = session.receive(line, now());
            let line = &line[..taken];
            info!("received {=[u8]:a}", line);
            let answer = last_line(session, before);
            let answered = line.ends_with(b"\n") || line.ends_with(b"\r");
            if !answered || answer.is_empty() {
                // A part of a line, and at most its echo.
            } else if session.status() == Status::Error {
                warn!("error: {=[u8]:a}", answer);
            } else if thought && !session.is_thinking() {
                info!("stopped: {=[u8]:a}", answer);
            }
            taken
        })
    }

    /// Waits until there is something to think about.
    pub async fn wait_for_work(&self) {
        while !self.is_thinking() {
            self.work.wait().await;
        }
    }

    /// Thinks for at most this number of playouts; is there more to think about?
    pub fn think(&self, playouts: u32) -> bool {
        self.steps.set(self.steps.get().wrapping_add(1));
        self.with(|session| {
            let before = session.output().len();
            match &mut *self.second_core.borrow_mut() {
                Some(core) => session.think_on(playouts, now(), core),
                None => session.think(playouts, now()),
            }
            if !session.is_thinking() {
                info!("answered {=[u8]:a}", last_line(session, before));
            }
            session.is_thinking()
        })
    }

    /// A number that changes with every step of a search.
    #[must_use]
    pub fn steps(&self) -> u32 {
        self.steps.get()
    }

    /// The playouts done so far, which start again after 2^32.
    #[must_use]
    pub fn playouts(&self) -> u32 {
        self.session.borrow().playouts()
    }

    /// Waits for text and moves what fits into `chunk`: none if `quit`
    /// came when all was sent already.
    pub async fn wait_for_text(&self, chunk: &mut [u8]) -> usize {
        self.text.wait().await;
        self.with(|session| {
            let text = session.output();
            let count = text.len().min(chunk.len());
            chunk[..count].copy_from_slice(&text[..count]);
            session.consume(count);
            count
        })
    }

    /// The text taken last is on its way.
    pub fn sent(&self) {
        self.room.signal(());
        let session = self.session.borrow();
        if session.wants_exit() && session.output().is_empty() {
            self.over.signal(());
        }
    }

    /// Is there text to send?
    #[must_use]
    pub fn has_text(&self) -> bool {
        !self.session.borrow().output().is_empty()
    }

    /// Waits until `quit` came and all the text was sent.
    pub async fn wait_for_end(&self) {
        self.over.wait().await;
    }

    /// Was the last line `quit`?
    #[must_use]
    pub fn is_leaving(&self) -> bool {
        self.session.borrow().wants_exit()
    }

    /// Is there something to think about?
    #[must_use]
    pub fn is_thinking(&self) -> bool {
        self.session.borrow().is_thinking()
    }

    /// What the session is doing.
    #[must_use]
    pub fn status(&self) -> Status {
        self.session.borrow().status()
    }

    /// Tells the session how the machine is doing.
    pub fn update(&self, diagnostics: Diagnostics) {
        self.with(|session| session.update_diagnostics(diagnostics));
    }
}

/// The last line of the output that came after its first bytes, for the log.
fn last_line<'s>(session: &'s Session<'_>, before: usize) -> &'s [u8] {
    let answer = session.output().get(before..).unwrap_or_default();
    let line = answer.trim_ascii_end().rsplit(|&byte| byte == b'\n').next();
    line.unwrap_or_default().trim_ascii_end()
}

impl fmt::Debug for SharedSession<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SharedSession").finish_non_exhaustive()
    }
}

/// Milliseconds since the start, as a session counts them.
#[must_use]
pub fn now() -> u32 {
    Instant::now().as_millis() as u32
}

/// embassy's clock, for measuring.
pub const TICKS: Stopwatch = Stopwatch {
    read: || Instant::now().as_ticks() as u32,
    hertz: NonZeroU32::new(TICK_HZ as u32).unwrap(),
};
