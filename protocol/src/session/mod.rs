//! A session: one conversation with a person or a program.
//!
//! This file has the type and its public interface. The other files have
//! what a session does, whatever the language: `command` takes a line,
//! `person` and `program` obey the console's and UGI's commands, `game`,
//! `options`, `work` and `diagnostics` do what they ask for. Text for
//! either reader is written by `console` and `ugi`.

mod command;
mod diagnostics;
mod game;
mod options;
mod person;
mod program;
mod random;
mod work;

use engine::{Board, ByPlayer, Engine, MAX_IN_FLIGHT, Node, Position, Runner};

use self::random::Random;
use crate::error::Error;
use crate::job::{Job, Purpose, Stepper, ThisCore};
use crate::line::Effect;
use crate::options::Options;
use crate::terminal::Terminal;
use crate::{
    Device, Diagnostics, InputLoss, SecondCore, Status, Stopwatch, console,
};

/// For each player, whether the engine plays its stones in a game with
/// people.
type Seats = ByPlayer<bool>;

/// People move first.
const DEFAULT_SEATS: Seats = Seats::new(false, true);

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
    engine: Engine<'a>,
    terminal: Terminal,
    game: Position,
    options: Options,
    seats: Seats,
    /// The seats before the engine played alone.
    usual_seats: Seats,
    job: Job,
    /// Whether to think on a person's time.
    ponder: bool,
    /// The key of the position that is worth pondering on: the engine has
    /// moved into it, and has not been at it for long.
    ponder_at: Option<u64>,
    rng: Random,
    device: Option<Device>,
    diagnostics: Diagnostics,
    stopwatch: Stopwatch,
    /// How many rollouts may be in flight, unless an option says so.
    default_in_flight: u8,
    /// The last reading of the clock.
    now: u32,
    /// Playouts of all searches.
    playouts: u32,
    /// How often input was lost.
    lost: u32,
    /// Whether the last line was refused.
    failed: bool,
    /// Whether it goes back to people after `quit`.
    began_with_people: bool,
    /// Whether the last line was `quit`.
    exit: bool,
}

/// Whom a session talks to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
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

#[cfg(feature = "defmt")]
impl defmt::Format for Session<'_> {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(f, "{} in {}", self.status(), self.game);
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
            seats: DEFAULT_SEATS,
            usual_seats: DEFAULT_SEATS,
            job: Job::None,
            ponder: true,
            ponder_at: None,
            rng: Random::new(),
            device: None,
            diagnostics: Diagnostics {
                stack_used: 0,
                stack_size: 0,
                second_core: SecondCore::None,
                uptime: 0,
            },
            stopwatch: Stopwatch::STOPPED,
            default_in_flight: Options::DEFAULT.in_flight,
            now: 0,
            playouts: 0,
            lost: 0,
            failed: false,
            began_with_people: false,
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

    /// Starts a conversation in this mode.
    pub fn start_as(&mut self, mode: Mode, device: Device, now: u32) {
        self.now = now;
        self.device = Some(device);
        self.options = self.default_options();
        (self.seats, self.usual_seats) = (DEFAULT_SEATS, DEFAULT_SEATS);
        (self.ponder, self.ponder_at) = (true, None);
        self.seed_rng();
        self.start_game();
        self.began_with_people = mode != Mode::Program;
        self.terminal.console = self.began_with_people;
        self.terminal.echo = mode == Mode::Terminal;
        self.terminal.color = mode == Mode::Terminal;
        self.terminal.plain = false;
        self.terminal.forget_screen();
        if self.terminal.console {
            console::print::banner(&mut self.terminal, device);
            self.print_board();
            self.terminal.prompt();
        }
    }

    /// Takes bytes from the port, cut anywhere, and says how many: the rest
    /// is to be offered again when [there is room](Session::has_room) for
    /// what they may cause to be written. Nothing is taken beyond `quit`.
    /// `now` is a clock in milliseconds that may wrap around.
    ///
    /// Lines are obeyed as they end; work that takes time is only begun.
    #[must_use]
    pub fn receive(&mut self, bytes: &[u8], now: u32) -> usize {
        self.now = now;
        debug_assert!(self.device.is_some(), "the session has not started");
        if self.device.is_none() {
            return bytes.len();
        }
        let mut taken = 0;
        for &byte in bytes {
            if !self.has_room() {
                break;
            }
            taken += 1;
            if self.take(byte) && self.exit {
                break;
            }
        }
        taken
    }

    /// Takes a byte; says whether something was obeyed: a line, or a key such
    /// as Ctrl-C.
    fn take(&mut self, byte: u8) -> bool {
        match self.terminal.receive(byte) {
            Effect::Nothing | Effect::Edited | Effect::Refused => {
                return false;
            }
            Effect::Completing => {
                self.complete();
                return false;
            }
            Effect::Redrawing => {
                self.exit = false;
                self.redraw();
            }
            Effect::Ended => self.obey_line(),
            Effect::Interrupted => {
                self.exit = false;
                self.interrupt();
            }
            Effect::Leaving => self.quit(),
        }
        self.take_turn();
        true
    }

    /// The driver has lost or garbled input: one error line says so, the
    /// present line is dropped up to its end, and nothing else changes. After
    /// a cable was unplugged a new line begins; between two lines, nothing
    /// was lost by that.
    pub fn input_lost(&mut self, how: InputLoss) {
        let unplugged = how == InputLoss::Unplugged;
        if unplugged {
            // Another screen may be at the other end.
            self.terminal.forget_screen();
        }
        if unplugged && !self.terminal.line().is_begun() {
            return;
        }
        self.lost = self.lost.saturating_add(1);
        let is_new = self.terminal.lose_line();
        if unplugged {
            self.terminal.next_line();
        }
        if is_new {
            self.failed = true;
            self.refuse(&Error::Lost(how));
            self.terminal.prompt();
        }
    }

    /// There is no more input: the present line counts as complete, a search
    /// without an end ends now, other work goes on. Nobody is there to ponder
    /// for.
    pub fn input_ended(&mut self, now: u32) {
        self.now = now;
        if self.terminal.line().len() > 0 {
            self.take(b'\n');
        }
        self.ponder = false;
        if let Job::Search(search) = &self.job
            && (search.is_endless() || self.is_pondering())
        {
            self.finish();
        }
    }

    /// Whether [`Session::think`] has something to do, and room for what it
    /// may have to say.
    #[must_use]
    pub fn is_thinking(&self) -> bool {
        let is_busy = match &self.job {
            Job::None => false,
            Job::Search(search) => !search.is_waiting(),
            _ => true,
        };
        is_busy && self.has_room()
    }

    /// Whether there is room for the text of any one step: the answer to a
    /// line, the end of a search. Without it the session takes no input and
    /// does not think, until enough was [sent](Session::consume). So nothing
    /// is lost where the text is read, however slowly.
    #[must_use]
    pub fn has_room(&self) -> bool {
        self.terminal.output().has_room()
    }

    /// Does a bounded piece of work: at most this number of playouts, or work
    /// that takes about as long.
    ///
    /// The first call at or after a deadline ends the search. On a person's
    /// time it [ponders](Status::Pondering) for a minute at most.
    pub fn think(&mut self, playouts: u32, now: u32) {
        self.think_by(playouts, now, &mut ThisCore);
    }

    /// As [`Session::think`], with rollouts run by a [`Runner`].
    pub fn think_on(
        &mut self,
        playouts: u32,
        now: u32,
        runner: &mut impl Runner,
    ) {
        self.think_by(playouts, now, runner);
    }

    fn think_by(
        &mut self,
        playouts: u32,
        now: u32,
        stepper: &mut impl Stepper,
    ) {
        self.now = now;
        if self.is_thinking() {
            self.work(playouts, stepper);
            self.take_turn();
        }
    }

    /// Lets this number of rollouts be in flight, unless the option
    /// `InFlight` says something else. To be called before the session
    /// starts.
    pub fn set_in_flight(&mut self, rollouts: u8) {
        let most = MAX_IN_FLIGHT as u8;
        self.default_in_flight = rollouts.clamp(1, most);
    }

    /// Output that waits to be sent.
    #[must_use]
    pub fn output(&self) -> &[u8] {
        self.terminal.output().pending()
    }

    /// This number of bytes of [`Session::output`] was sent.
    pub fn consume(&mut self, count: usize) {
        self.terminal.consume(count);
    }

    /// The playouts that its searches have done so far; the count starts
    /// again after 2^32.
    #[must_use]
    pub fn playouts(&self) -> u32 {
        self.playouts
    }

    /// What the session is doing, for a led.
    #[must_use]
    pub fn status(&self) -> Status {
        match &self.job {
            _ if self.failed && self.is_at_leisure() => Status::Error,
            Job::None => Status::Idle,
            _ if self.is_pondering() => Status::Pondering,
            _ => Status::Thinking,
        }
    }

    /// Whether nobody waits for what it does, if it does anything.
    fn is_at_leisure(&self) -> bool {
        matches!(self.job, Job::None) || self.is_pondering()
    }

    /// Whether it thinks on a person's time: nobody waits for what comes of
    /// it, and it ends by itself.
    #[must_use]
    pub fn is_pondering(&self) -> bool {
        matches!(
            &self.job,
            Job::Search(search) if search.purpose() == Purpose::Ponder
        )
    }

    /// Whether the last line was `quit`. A program ends then, a board starts
    /// anew; the session itself would go on with the next line.
    #[must_use]
    pub fn wants_exit(&self) -> bool {
        self.exit
    }

    /// Lends a clock, so that `bench` can tell how long the playouts took.
    pub fn set_stopwatch(&mut self, stopwatch: Stopwatch) {
        self.stopwatch = stopwatch;
    }

    /// Brings what `sysinfo` prints up to date.
    pub fn update_diagnostics(&mut self, diagnostics: Diagnostics) {
        self.diagnostics = diagnostics;
    }
}
