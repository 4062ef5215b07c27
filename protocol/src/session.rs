//! A conversation.

use engine::{Board, Engine, Generator, Node, Player, Position, generator};

use crate::error::Error;
use crate::job::Job;
use crate::line::{Effect, Fault};
use crate::options::Options;
use crate::terminal::Terminal;
use crate::{Device, Diagnostics, InputLoss, Status, Stopwatch, console, ugi};

/// All state of one conversation, the engine included; the engine's pool of
/// nodes belongs to the caller.
///
/// A session can be a `static`, as on a chip, where it never passes over the
/// stack: it is made with an empty pool, and given its own by
/// [`Session::set_pool`].
///
/// Call [`Session::start`] once. Then feed it with [`Session::receive`],
/// send what [`Session::output`] has, and while it
/// [is thinking](Session::is_thinking) let it [`Session::think`].
#[derive(Debug)]
pub struct Session<'a> {
    pub(crate) engine: Engine<'a>,
    pub(crate) terminal: Terminal,
    pub(crate) game: Position,
    pub(crate) options: Options,
    pub(crate) seats: Seats,
    pub(crate) job: Job,
    pub(crate) rng: Option<Generator>,
    pub(crate) device: Option<Device>,
    pub(crate) diagnostics: Diagnostics,
    pub(crate) stopwatch: Option<Stopwatch>,
    /// The last reading of the clock.
    pub(crate) now: u32,
    /// How often input was lost.
    pub(crate) lost: u32,
    /// Whether the last line was refused.
    failed: bool,
    /// Whether it began with people, and so goes back to them after `quit`.
    pub(crate) at_home: bool,
    pub(crate) exit: bool,
}

/// Whom a session talks to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// A person at a terminal that shows only what it is sent: prompt, echo,
    /// colours.
    Terminal,
    /// A person at a terminal with line editing of its own: prompt and plain
    /// text, no echo.
    Plain,
    /// A program: nothing that it has not asked for.
    Program,
}

/// Which stones the engine plays in a game with people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Seats {
    pub(crate) first: bool,
    pub(crate) second: bool,
}

impl Seats {
    /// People move first.
    const DEFAULT: Seats = Seats { first: false, second: true };

    pub(crate) const fn has(self, player: Player) -> bool {
        match player {
            Player::First => self.first,
            Player::Second => self.second,
        }
    }
}

impl<'a> Session<'a> {
    /// A session that has not started, with this pool for its engine.
    #[must_use]
    pub const fn new(nodes: &'a mut [Node]) -> Self {
        Session {
            engine: Engine::new(nodes),
            terminal: Terminal::new(),
            game: Position::new(Board::CLASSIC),
            options: Options::DEFAULT,
            seats: Seats::DEFAULT,
            job: Job::None,
            rng: None,
            device: None,
            diagnostics: Diagnostics {
                stack_used: 0,
                stack_size: 0,
                uptime: 0,
            },
            stopwatch: None,
            now: 0,
            lost: 0,
            failed: false,
            at_home: false,
            exit: false,
        }
    }

    /// Gives the engine another pool.
    pub fn set_pool(&mut self, nodes: &'a mut [Node]) {
        self.engine.set_pool(nodes);
    }

    /// Starts a conversation with a person at a terminal: prints a banner
    /// and a prompt.
    pub fn start(&mut self, device: Device, now: u32) {
        self.start_as(Mode::Terminal, device, now);
    }

    /// Starts a conversation with somebody else.
    pub fn start_as(&mut self, mode: Mode, device: Device, now: u32) {
        self.now = now;
        self.device = Some(device);
        self.options = Options::DEFAULT;
        self.seats = Seats::DEFAULT;
        self.seed_rng();
        self.start_game();
        self.at_home = mode != Mode::Program;
        self.terminal.console = self.at_home;
        self.terminal.echo = mode == Mode::Terminal;
        self.terminal.color = mode == Mode::Terminal;
        if self.terminal.console {
            self.welcome(device);
            self.terminal.prompt();
        }
    }

    /// Chance starts again from the seed.
    pub(crate) fn seed_rng(&mut self) {
        let own = self.device.map_or(0, |device| device.seed);
        self.rng = Some(generator(self.options.seed.unwrap_or(own)));
    }

    /// Takes bytes from the port, cut anywhere. `now` is a clock in
    /// milliseconds that may wrap around.
    ///
    /// Lines are obeyed as they end; work that takes time is only begun.
    pub fn receive(&mut self, bytes: &[u8], now: u32) {
        self.now = now;
        if self.device.is_none() {
            return;
        }
        for &byte in bytes {
            match self.terminal.receive(byte) {
                Effect::Nothing | Effect::Edited => continue,
                Effect::Ended => self.obey_line(),
                Effect::Interrupted => self.interrupt(),
            }
            self.take_turn();
        }
    }

    // Out of line, so that its stack is free again when a search needs it.
    #[inline(never)]
    fn obey_line(&mut self) {
        self.exit = false;
        let line = self.terminal.line();
        let result = match line.fault() {
            Fault::Lost => Ok(()),
            Fault::None if self.terminal.console => {
                let command = console::parse(line.text());
                self.terminal.remember_line();
                command.and_then(|command| self.obey_person(command))
            }
            Fault::None => {
                let command = ugi::parse(line.text());
                command.and_then(|command| self.obey(command))
            }
            fault => Err(Error::Line(fault)),
        };
        self.terminal.next_line();
        self.failed = result.is_err();
        if let Err(error) = result {
            self.refuse(&error);
        }
    }

    fn refuse(&mut self, error: &Error) {
        self.terminal.reply(format_args!("error {error}"));
    }

    /// The driver has lost or garbled input: one error line says so, the
    /// line at hand is dropped up to its end, and nothing else changes. After
    /// a cable was unplugged a new line begins; between two lines, nothing
    /// was lost by that.
    pub fn input_lost(&mut self, how: InputLoss) {
        let unplugged = how == InputLoss::Unplugged;
        if unplugged && !self.terminal.line().is_begun() {
            return;
        }
        self.lost = self.lost.saturating_add(1);
        let news = self.terminal.lose_line();
        if unplugged {
            self.terminal.next_line();
        }
        if news {
            self.failed = true;
            self.refuse(&Error::Lost(how));
            self.terminal.prompt();
        }
    }

    /// Nobody will say `stop` any more: a search without an end ends now,
    /// other work goes on, and the line at hand counts as complete.
    pub fn input_ended(&mut self, now: u32) {
        if self.terminal.line().len() > 0 {
            self.receive(b"\n", now);
        }
        self.now = now;
        if let Job::Search(search) = &self.job
            && search.is_endless()
        {
            self.finish();
        }
    }

    /// Whether [`Session::think`] has something to do.
    #[must_use]
    pub fn is_thinking(&self) -> bool {
        match &self.job {
            Job::None => false,
            Job::Search(search) => !search.is_waiting(),
            _ => true,
        }
    }

    /// Does a bounded piece of work: at most so many playouts, or work that
    /// takes about as long.
    ///
    /// The first call at or after a deadline ends the search.
    pub fn think(&mut self, playouts: u32, now: u32) {
        self.now = now;
        if self.is_thinking() {
            self.work(playouts);
            self.take_turn();
        }
    }

    /// Output that waits to be sent.
    #[must_use]
    pub fn output(&self) -> &[u8] {
        self.terminal.output().pending()
    }

    /// So many bytes of [`Session::output`] were sent.
    pub fn consume(&mut self, count: usize) {
        self.terminal.consume(count);
    }

    /// What the session is doing, for a led.
    #[must_use]
    pub fn status(&self) -> Status {
        match &self.job {
            Job::None if self.failed => Status::Error,
            Job::None => Status::Idle,
            _ => Status::Thinking,
        }
    }

    /// Whether the last line was `quit`. A program ends then; a board need
    /// not look, its session goes on with the next line.
    #[must_use]
    pub fn wants_exit(&self) -> bool {
        self.exit
    }

    /// Lends a clock, so that `bench` can tell how long the playouts took.
    pub fn set_stopwatch(&mut self, stopwatch: Stopwatch) {
        self.stopwatch = Some(stopwatch);
    }

    /// Brings what `sysinfo` prints up to date.
    pub fn update_diagnostics(&mut self, diagnostics: Diagnostics) {
        self.diagnostics = diagnostics;
    }
}
