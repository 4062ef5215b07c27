//! What a person asks for: the words of the console.

use engine::Level;
use heapless::String;

use super::{Seats, Session};
use crate::console::{Command, Completion, print};
use crate::error::Error;
use crate::help;
use crate::job::Purpose;

impl Session<'_> {
    // Out of line, so that its stack is not in use while a line is read.
    #[inline(never)]
    pub(super) fn obey_person(
        &mut self,
        command: &Command,
    ) -> Result<(), Error> {
        let terminal = &mut self.terminal;
        match *command {
            Command::Drop(column, ref word) => self.drop_stone(column, word)?,
            Command::New(game) => self.start_new(game)?,
            Command::Undo => self.undo()?,
            Command::Hint => self.advise(Purpose::Hint)?,
            Command::Evaluate => self.advise(Purpose::Evaluate)?,
            Command::Moves => print::moves(terminal, &self.game),
            Command::Save => print::save(terminal, &self.game),
            Command::Load => self.load()?,
            Command::Level(level) => self.set_level(level),
            Command::Time(time) => self.set_time(time),
            Command::Board => self.print_board(),
            Command::Flip => {
                let Seats { first, second } = self.seats;
                self.set_seats(Seats::new(second, first));
            }
            Command::Play(Some(seats)) => self.set_seats(seats),
            Command::Play(None) => self.print_seats(),
            Command::Move => self.move_now()?,
            Command::Stop => self.interrupt(),
            Command::Ponder(flag) => self.set_ponder(flag),
            Command::Color(flag) => self.set_color(flag),
            Command::Plain(flag) => self.set_plain(flag),
            Command::Rules => print::rules(terminal),
            Command::Help(topic) => help::print(terminal, topic),
            Command::Quit => self.quit(),
        }
        Ok(())
    }

    fn set_level(&mut self, level: Option<u8>) {
        self.options.level = level.unwrap_or(self.options.level);
        print::level(&mut self.terminal, self.options.level);
    }

    fn set_time(&mut self, time: Option<u32>) {
        self.options.move_time = time.unwrap_or(self.options.move_time);
        print::time(&mut self.terminal, self.options.move_time);
    }

    fn set_ponder(&mut self, flag: Option<bool>) {
        self.ponder = flag.unwrap_or(self.ponder);
        let is_full = self.options.level() == Level::FULL;
        print::ponder(&mut self.terminal, self.ponder, is_full);
    }

    fn set_color(&mut self, flag: Option<bool>) {
        let color = flag.unwrap_or(self.terminal.color);
        self.terminal.color = color;
        print::color(&mut self.terminal, color);
    }

    /// Plain lines have no colours either.
    fn set_plain(&mut self, flag: Option<bool>) {
        if let Some(plain) = flag {
            (self.terminal.plain, self.terminal.color) = (plain, !plain);
        }
        print::plain(&mut self.terminal);
    }

    /// Completes the word before the cursor.
    #[inline(never)]
    pub(super) fn complete(&mut self) {
        /// Longer lines hold nothing that could be completed.
        const LONGEST: usize = 32;
        let line = self.terminal.line();
        let is_blank = line.text().trim_ascii().is_empty();
        let is_at_end = line.cursor() == line.len();
        let copy = String::<LONGEST>::try_from(line.text());
        let Some(text) = copy.ok().filter(|_| is_at_end && !is_blank) else {
            return self.terminal.ring();
        };
        match Completion::of(&text) {
            Completion::None => self.terminal.ring(),
            Completion::Whole(rest) => {
                self.terminal.type_in(rest);
                self.terminal.type_in(" ");
            }
            Completion::Part(part) => self.terminal.type_in(part),
            Completion::Choice => {
                print::choices(&mut self.terminal, &text);
                self.terminal.prompt();
            }
        }
    }

    /// Draws all that there is to see, on an empty screen.
    #[inline(never)]
    pub(super) fn redraw(&mut self) {
        self.terminal.clear();
        self.print_board();
    }

    /// Changes which stones the engine plays.
    fn set_seats(&mut self, seats: Seats) {
        if self.is_playing() {
            self.cancel();
        }
        if !(self.seats.first && self.seats.second) {
            self.usual_seats = self.seats;
        }
        self.seats = seats;
        self.print_seats();
    }
}
