//! The game: a new one, a position, turns, moves taken back.

use engine::{Board, Column, Level, Position, RootMove};

use super::Session;
use crate::console::{self, NewGame, Size, saved_game};
use crate::error::Error;
use crate::forbidden::Forbidden;
use crate::job::{Job, Limits, Purpose, Until};
use crate::notation;
use crate::ugi::Placement;
use crate::view::Picture;
use crate::words::Word;

/// How long to think on a person's time, in milliseconds: who has not moved
/// by then may be away, and nobody wants to pay for a busy board.
const PONDER: u32 = 60_000;

impl Session<'_> {
    /// Starts the game that the options describe.
    pub(super) fn start_game(&mut self) {
        if self.options.random_forbidden {
            self.choose_forbidden(Forbidden::Random);
        }
        self.engine.clear();
        self.game = Position::new(self.options.board());
    }

    /// A new game for a program.
    pub(super) fn restart_game(&mut self) {
        self.cancel();
        self.start_game();
        if self.options.random_forbidden {
            self.print_forbidden();
        }
    }

    /// A new game for people.
    #[inline(never)]
    pub(super) fn start_new(&mut self, game: NewGame) -> Result<(), Error> {
        let board = match game.size {
            None => Board::new(self.options.rows, self.options.columns),
            Some(Size::Given { rows, columns }) => Board::new(rows, columns),
            Some(Size::Random) => Ok(self.random_board()),
        };
        let board = board.map_err(Error::Board)?;
        if let Some(Forbidden::At(cell)) = game.forbidden {
            board.with_forbidden(cell).map_err(Error::Board)?;
        }
        self.cancel();
        self.options.rows = board.rows();
        self.options.columns = board.columns();
        match (game.size, game.forbidden) {
            (_, Some(forbidden)) => self.choose_forbidden(forbidden),
            (Some(Size::Given { .. }), None) => {
                self.choose_forbidden(Forbidden::None)
            }
            (Some(Size::Random), None) => {
                self.choose_forbidden(Forbidden::Random)
            }
            (None, None) => (),
        }
        self.start_game();
        self.leave_seats();
        self.print_board();
        Ok(())
    }

    fn random_board(&mut self) -> Board {
        let index = self.rng.below(Board::LARGE.len() as u32);
        let board = Board::LARGE.get(index as usize);
        debug_assert!(board.is_some());
        board.copied().unwrap_or(Board::CLASSIC)
    }

    /// Sets the position.
    #[inline(never)]
    pub(super) fn set_position(
        &mut self,
        placement: &Placement,
    ) -> Result<(), Error> {
        let mut game = match &placement.start {
            Some(position) => position.clone(),
            None => Position::new(self.options.board()),
        };
        let moves = placement.moves.iter().copied();
        notation::play(&mut game, moves.map(Ok))?;
        self.cancel();
        self.game = game;
        Ok(())
    }

    /// Takes a game back that was saved: the line has it after its first
    /// word.
    #[inline(never)]
    pub(super) fn load(&mut self) -> Result<(), Error> {
        let mut words = self.terminal.line().text().split_ascii_whitespace();
        words.next();
        let game = saved_game::read(words)?;
        let board = game.board();
        self.cancel();
        self.options.rows = board.rows();
        self.options.columns = board.columns();
        self.choose_forbidden(match board.forbidden() {
            Some(cell) => Forbidden::At(cell),
            None => Forbidden::None,
        });
        self.game = game;
        self.leave_seats();
        self.print_board();
        Ok(())
    }

    /// Starts to think if it is the engine's turn in a game with people, or
    /// to ponder, and shows the prompt.
    #[inline(never)]
    pub(super) fn take_turn(&mut self) {
        if self.exit {
            return;
        }
        if self.terminal.console {
            if self.is_pondering() && !self.may_ponder() {
                self.job = Job::None;
            }
            if matches!(self.job, Job::None) {
                self.begin_turn();
            }
        }
        self.terminal.prompt();
    }

    #[inline(never)]
    fn begin_turn(&mut self) {
        if let Err(error) = self.check_pool() {
            if self.is_my_turn() {
                self.refuse(&error);
            }
        } else if self.is_my_turn() {
            if self.seats.first != self.seats.second {
                console::print::thinking(&mut self.terminal);
            }
            self.search(Purpose::Play, self.own_limits(), Until::Limits);
        } else if self.may_ponder() {
            let limits = Limits { time: Some(PONDER), ..Limits::default() };
            self.search(Purpose::Ponder, limits, Until::Limits);
        }
    }

    /// Whether to think on a person's time: the engine has just moved, plays
    /// at full strength, and will keep what it finds.
    fn may_ponder(&self) -> bool {
        self.ponder
            && self.options.keep_tree
            && self.options.level() == Level::FULL
            && self.seats.first != self.seats.second
            && self.ponder_at == Some(self.game.key())
            && !self.is_my_turn()
    }

    fn is_my_turn(&self) -> bool {
        let plays = *self.seats.get(self.game.to_move());
        plays && self.game.outcome().is_none()
    }

    /// The limits of a search for people.
    fn own_limits(&self) -> Limits {
        Limits {
            time: Some(self.options.move_time),
            playouts: self.options.level().playouts(),
            depth: None,
        }
    }

    /// A person's move.
    pub(super) fn drop_stone(
        &mut self,
        column: Option<Column>,
        word: &Word,
    ) -> Result<(), Error> {
        if self.is_my_turn() {
            return Err(Error::MyTurn);
        }
        if self.game.outcome().is_some() {
            return Err(Error::ConsoleGameOver);
        }
        let columns = self.game.board().columns();
        let refused = || Error::NoColumn { word: word.clone(), columns };
        let column = column.ok_or_else(refused)?;
        self.game.play(column).map_err(Error::Play)?;
        self.cancel();
        if self.is_my_turn() {
            self.terminal.draw(Picture::new(&self.game));
        } else {
            self.print_board();
        }
        Ok(())
    }

    /// The engine's move in a game with people, and what the search found out
    /// about it, unless the opening book had it.
    pub(super) fn play_own(&mut self, column: Column, found: Option<RootMove>) {
        let played = self.game.play(column);
        debug_assert!(played.is_ok(), "{played:?}");
        if played.is_ok() {
            let Session { terminal, game, seats, .. } = self;
            console::print::own_move(terminal, game, *seats, column, found);
            let is_over = self.game.outcome().is_some();
            self.ponder_at = (!is_over).then(|| self.game.key());
        }
    }

    /// Takes moves back until it is a person's turn.
    pub(super) fn undo(&mut self) -> Result<(), Error> {
        let mover = self.game.to_move().opponent();
        let both = self.seats.first == self.seats.second;
        let count = if !both && *self.seats.get(mover) { 2 } else { 1 };
        if self.game.moves().len() < count {
            return Err(Error::NothingToUndo);
        }
        self.cancel();
        for _ in 0..count {
            self.game.undo();
        }
        self.leave_seats();
        self.print_board();
        Ok(())
    }

    /// Thinks about a person's move, if it is a person's turn.
    pub(super) fn advise(&mut self, purpose: Purpose) -> Result<(), Error> {
        if self.game.outcome().is_some() {
            return Err(Error::ConsoleGameOver);
        }
        if self.is_my_turn() {
            return Err(Error::MyTurn);
        }
        self.check_pool()?;
        self.cancel();
        let limits = Limits { playouts: None, ..self.own_limits() };
        self.search(purpose, limits, Until::Limits);
        Ok(())
    }

    /// The engine makes the next move, or the move it is thinking about.
    pub(super) fn move_now(&mut self) -> Result<(), Error> {
        if self.game.outcome().is_some() {
            return Err(Error::ConsoleGameOver);
        }
        self.check_pool()?;
        if self.is_playing() {
            self.finish();
        } else {
            self.cancel();
            self.search(Purpose::Play, self.own_limits(), Until::Limits);
        }
        Ok(())
    }

    /// Ctrl-C: ends the present work, and a game that the engine plays alone,
    /// also one that is over.
    #[inline(never)]
    pub(super) fn interrupt(&mut self) {
        if self.is_playing() && self.plays_alone() {
            self.cancel();
        } else {
            self.finish();
        }
        self.leave_seats();
    }

    fn plays_alone(&self) -> bool {
        self.seats.first && self.seats.second
    }

    /// After the engine's game with itself the seats are as they were.
    fn leave_seats(&mut self) {
        if self.plays_alone() {
            self.seats = self.usual_seats;
            self.print_seats();
        }
    }

    pub(super) fn print_seats(&mut self) {
        console::print::seats(&mut self.terminal, self.seats);
    }

    pub(super) fn print_board(&mut self) {
        console::print::board(&mut self.terminal, &self.game, self.seats);
    }

    /// The board as a picture and in notation.
    pub(super) fn draw(&mut self) {
        let Session { game, terminal, .. } = self;
        terminal.draw(Picture::new(game));
        terminal.reply(format_args!("fen {game}"));
    }
}
