//! Doing what a person asks for.

use engine::{Board, Column, RootMove};

use super::command::{Command, NewGame, Size};
use super::phrases::{Advice, Ending, Turn, View};
use super::picture::Picture;
use crate::error::Error;
use crate::job::{Job, Limits, Purpose};
use crate::options::Block;
use crate::session::Seats;
use crate::words::Word;
use crate::{Device, Session};

impl Session<'_> {
    /// Says hello.
    pub(crate) fn welcome(&mut self, device: Device) {
        let terminal = &mut self.terminal;
        terminal.reply(format_args!(
            "Pocketfour {} on {}: four in a row wins.",
            env!("CARGO_PKG_VERSION"),
            device.name
        ));
        if let Some(why) = device.restart {
            terminal.reply(format_args!("It has just restarted: {why}"));
        }
        terminal.reply(format_args!(
            "You play x. Type a number to drop a stone into that column,"
        ));
        terminal.reply(format_args!(
            "new 9x9 for a larger board, help for everything else."
        ));
        self.draw();
    }

    /// Back from a program to people.
    pub(crate) fn open_console(&mut self) {
        if !self.terminal.console {
            self.cancel();
            self.terminal.console = true;
            self.draw();
        }
    }

    /// Does what a person asks for.
    pub(crate) fn obey_person(
        &mut self,
        command: Command,
    ) -> Result<(), Error> {
        match command {
            Command::Nothing => (),
            Command::Drop(column, word) => self.drop_stone(column, word)?,
            Command::New(game) => self.start_new(game)?,
            Command::Undo => self.undo()?,
            Command::Hint => self.hint()?,
            Command::Level(level) => self.set_level(level),
            Command::Time(time) => self.set_time(time),
            Command::Board => self.draw(),
            Command::Flip => {
                let Seats { first, second } = self.seats;
                self.seat(Seats { first: second, second: first });
            }
            Command::Play(Some(seats)) => self.seat(seats),
            Command::Play(None) => self.say_seats(),
            Command::Move => self.move_now()?,
            Command::Stop => self.interrupt(),
            Command::Color(flag) => self.set_color(flag),
            Command::Ugi(command) => self.obey(command)?,
        }
        Ok(())
    }

    /// If it is the engine's turn, and it has nothing to do, it thinks.
    pub(crate) fn take_turn(&mut self) {
        if self.exit {
            return;
        }
        let idle = matches!(self.job, Job::None);
        if self.terminal.console && idle && self.is_my_turn() {
            if self.seats.first != self.seats.second {
                self.terminal.reply(format_args!("I am thinking."));
            }
            self.search(Purpose::Play, self.own_limits(), false);
        }
        self.terminal.prompt();
    }

    fn is_my_turn(&self) -> bool {
        !self.game.outcome().is_some() && self.seats.has(self.game.to_move())
    }

    fn own_limits(&self) -> Limits {
        Limits {
            time: Some(self.options.move_time),
            playouts: self.options.level().playouts(),
            depth: None,
        }
    }

    fn drop_stone(
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
            self.draw();
        }
        Ok(())
    }

    fn start_new(&mut self, game: NewGame) -> Result<(), Error> {
        let board = match game.size {
            None => Board::new(self.options.rows, self.options.columns),
            Some(Size::Given { rows, columns }) => Board::new(rows, columns),
            Some(Size::Random) => {
                let count = Board::MISSION.len() as u32;
                let place = self.random_below(count) as usize;
                Ok(Board::MISSION.get(place).copied().unwrap_or(Board::CLASSIC))
            }
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
        self.draw();
        Ok(())
    }

    /// Takes moves back until it is a person's turn.
    fn undo(&mut self) -> Result<(), Error> {
        let mover = self.game.to_move().opponent();
        let alone = self.seats.first == self.seats.second;
        let count = if !alone && self.seats.has(mover) { 2 } else { 1 };
        if self.game.moves().len() < count {
            return Err(Error::NothingToUndo);
        }
        self.cancel();
        for _ in 0..count {
            self.game.undo();
        }
        if self.seats.first && self.seats.second {
            self.seats = Seats { first: false, second: false };
            self.say_seats();
        }
        self.draw();
        Ok(())
    }

    fn hint(&mut self) -> Result<(), Error> {
        if self.game.outcome().is_some() {
            return Err(Error::Finished);
        }
        if self.is_my_turn() {
            return Err(Error::MyTurn);
        }
        self.cancel();
        let limits = Limits { playouts: None, ..self.own_limits() };
        self.search(Purpose::Hint, limits, false);
        Ok(())
    }

    fn move_now(&mut self) -> Result<(), Error> {
        if self.game.outcome().is_some() {
            return Err(Error::Finished);
        }
        if self.is_playing() {
            self.finish();
        } else {
            self.cancel();
            self.search(Purpose::Play, self.own_limits(), false);
        }
        Ok(())
    }

    /// Ctrl-C: ends what is going on.
    pub(crate) fn interrupt(&mut self) {
        if self.is_playing() && self.seats.first && self.seats.second {
            self.cancel();
            self.seats = Seats { first: false, second: false };
            self.say_seats();
        } else {
            self.finish();
        }
    }

    fn set_level(&mut self, level: Option<u8>) {
        let level = level.unwrap_or(self.options.level);
        self.options.level = level;
        self.terminal.reply(format_args!("I play at level {level} of 10."));
    }

    fn set_time(&mut self, time: Option<u32>) {
        let time = time.unwrap_or(self.options.move_time);
        self.options.move_time = time;
        let (seconds, rest) = (time / 1000, time % 1000);
        self.terminal.reply(format_args!(
            "I think for up to {seconds}.{rest:03} seconds a move."
        ));
    }

    fn set_color(&mut self, flag: Option<bool>) {
        let color = flag.unwrap_or(!self.terminal.color);
        self.terminal.color = color;
        let how = if color { "on" } else { "off" };
        self.terminal.reply(format_args!("Colours are {how}."));
    }

    /// Changes who plays which stones.
    fn seat(&mut self, seats: Seats) {
        if self.is_playing() {
            self.cancel();
        }
        self.seats = seats;
        self.say_seats();
    }

    fn say_seats(&mut self) {
        self.terminal.reply(format_args!("{}", self.seats));
    }

    /// The board, and how things stand.
    pub(crate) fn draw(&mut self) {
        let Session { game, terminal, seats, .. } = self;
        Picture::new(game, terminal.is_colored()).draw(terminal);
        let seats = *seats;
        match game.outcome() {
            None => {
                let turn = Turn { player: game.to_move(), seats };
                terminal.reply(format_args!("{turn}"));
            }
            Some(outcome) => {
                let ending = Ending { outcome, seats };
                terminal.reply(format_args!("{ending}"));
                terminal.reply(format_args!(
                    "Type new for another game, undo to try again."
                ));
            }
        }
    }

    /// The engine's move in a game with people.
    pub(crate) fn play_own(&mut self, column: Column) {
        let view = self.opinion(column);
        let player = self.game.to_move();
        if self.game.play(column).is_err() {
            return;
        }
        self.draw();
        let terminal = &mut self.terminal;
        if self.seats.first == self.seats.second {
            terminal.reply(format_args!("{player} plays {column}."));
        } else if self.game.outcome().is_some() {
            terminal.reply(format_args!("I played {column}."));
        } else {
            let view = View(view);
            terminal.reply(format_args!("I played {column}. {view}"));
        }
    }

    /// The move that the engine recommends.
    pub(crate) fn give_hint(&mut self, column: Column) {
        let advice = Advice(self.opinion(column));
        self.terminal.reply(format_args!("{advice}"));
    }

    /// What the search has found out about a move.
    fn opinion(&self, column: Column) -> RootMove {
        let report = self.engine.report();
        let mut moves = report.moves.iter();
        let found = moves.find(|root_move| root_move.column == column);
        let unknown = RootMove::unvisited(column);
        found.copied().unwrap_or(unknown)
    }
}
