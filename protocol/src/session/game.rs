//! The game: a new one, a position, turns, moves taken back.

use engine::{Board, Column, Position, RootMove};

use super::options::Block;
use super::{Seats, Session};
use crate::console::{self, NewGame, Picture, Size};
use crate::error::Error;
use crate::job::{Job, Limits, Purpose, Until};
use crate::ugi::Placement;
use crate::words::Word;

impl Session<'_> {
    /// Starts the game that the options describe.
    pub(super) fn start_game(&mut self) {
        if self.options.random_block {
            self.choose_block(Block::Random);
        }
        self.engine.clear();
        self.game = Position::new(self.options.board());
    }

    /// A new game for a program.
    pub(super) fn restart_game(&mut self) {
        self.cancel();
        self.start_game();
        if self.options.random_block {
            self.print_block();
        }
    }

    /// A new game for people.
    pub(super) fn start_new(&mut self, game: NewGame) -> Result<(), Error> {
        let board = match game.size {
            None => Board::new(self.options.rows, self.options.columns),
            Some(Size::Given { rows, columns }) => Board::new(rows, columns),
            Some(Size::Random) => Ok(self.random_board()),
        };
        let board = board.map_err(Error::Board)?;
        if let Some(Block::At(cell)) = game.block {
            board.with_forbidden(cell).map_err(Error::Board)?;
        }
        self.cancel();
        self.options.rows = board.rows();
        self.options.columns = board.columns();
        match (game.size, game.block) {
            (_, Some(block)) => self.choose_block(block),
            (Some(Size::Given { .. }), None) => self.choose_block(Block::None),
            (Some(Size::Random), None) => self.choose_block(Block::Random),
            (None, None) => (),
        }
        self.start_game();
        self.print_board();
        Ok(())
    }

    fn random_board(&mut self) -> Board {
        let place = self.rng.below(Board::MISSION.len() as u32);
        let board = Board::MISSION.get(place as usize);
        debug_assert!(board.is_some());
        board.copied().unwrap_or(Board::CLASSIC)
    }

    /// Sets the position.
    pub(super) fn place(&mut self, placement: Placement) -> Result<(), Error> {
        let Placement { start, moves } = placement;
        let mut position = match start {
            Some(position) => position,
            None => Position::new(self.options.board()),
        };
        for (index, &column) in moves.iter().enumerate() {
            let place = index + 1;
            position
                .play(column)
                .map_err(|why| Error::IllegalMove { place, why })?;
        }
        self.cancel();
        self.game = position;
        Ok(())
    }

    /// Starts to think if it is the engine's turn in a game with people, and
    /// shows the prompt.
    pub(super) fn take_turn(&mut self) {
        if self.exit {
            return;
        }
        let idle = matches!(self.job, Job::None);
        if self.terminal.console && idle && self.is_my_turn() {
            if self.seats.first != self.seats.second {
                console::print::thinking(&mut self.terminal);
            }
            self.search(Purpose::Play, self.own_limits(), Until::Limits);
        }
        self.terminal.prompt();
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
        word: Word,
    ) -> Result<(), Error> {
        if self.is_my_turn() {
            return Err(Error::MyTurn);
        }
        if self.game.outcome().is_some() {
            return Err(Error::Finished);
        }
        let columns = self.game.board().columns();
        let column = column.ok_or(Error::NoColumn { word, columns })?;
        self.game.play(column).map_err(Error::Play)?;
        self.cancel();
        if !self.is_my_turn() {
            self.print_board();
        }
        Ok(())
    }

    /// The engine's move in a game with people.
    pub(super) fn play_own(&mut self, chosen: RootMove) {
        let played = self.game.play(chosen.column);
        debug_assert!(played.is_ok(), "{played:?}");
        if played.is_ok() {
            let Session { terminal, game, seats, .. } = self;
            console::print::own_move(terminal, game, *seats, chosen);
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
        if self.plays_alone() {
            self.leave_seats();
        }
        self.print_board();
        Ok(())
    }

    pub(super) fn hint(&mut self) -> Result<(), Error> {
        if self.game.outcome().is_some() {
            return Err(Error::Finished);
        }
        if self.is_my_turn() {
            return Err(Error::MyTurn);
        }
        self.cancel();
        let limits = Limits { playouts: None, ..self.own_limits() };
        self.search(Purpose::Hint, limits, Until::Limits);
        Ok(())
    }

    /// The engine makes the next move, or the move it is thinking about.
    pub(super) fn move_now(&mut self) -> Result<(), Error> {
        if self.game.outcome().is_some() {
            return Err(Error::Finished);
        }
        if self.is_playing() {
            self.finish();
        } else {
            self.cancel();
            self.search(Purpose::Play, self.own_limits(), Until::Limits);
        }
        Ok(())
    }

    /// Ctrl-C: ends the present work, or a game that the engine plays alone.
    pub(super) fn interrupt(&mut self) {
        if self.is_playing() && self.plays_alone() {
            self.cancel();
            self.leave_seats();
        } else {
            self.finish();
        }
    }

    fn plays_alone(&self) -> bool {
        self.seats.first && self.seats.second
    }

    fn leave_seats(&mut self) {
        self.seats = Seats::new(false, false);
        self.print_seats();
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
        Picture::new(game, terminal.is_colored()).draw(terminal);
        terminal.reply(format_args!("fen {game}"));
    }
}
