//! What a person asks for: the words of the console.

use super::{Seats, Session};
use crate::console::{self, Command};
use crate::error::Error;

impl Session<'_> {
    pub(super) fn obey_person(
        &mut self,
        command: Command,
    ) -> Result<(), Error> {
        match command {
            Command::Drop(column, word) => self.drop_stone(column, word)?,
            Command::New(game) => self.start_new(game)?,
            Command::Undo => self.undo()?,
            Command::Hint => self.hint()?,
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
            Command::Color(flag) => self.set_color(flag),
            Command::Help => self.print_help(None),
            Command::Quit => self.quit(),
        }
        Ok(())
    }

    fn set_level(&mut self, level: Option<u8>) {
        self.options.level = level.unwrap_or(self.options.level);
        console::print::level(&mut self.terminal, self.options.level);
    }

    fn set_time(&mut self, time: Option<u32>) {
        self.options.move_time = time.unwrap_or(self.options.move_time);
        console::print::time(&mut self.terminal, self.options.move_time);
    }

    fn set_color(&mut self, flag: Option<bool>) {
        let color = flag.unwrap_or(!self.terminal.color);
        self.terminal.color = color;
        console::print::color(&mut self.terminal, color);
    }

    /// Changes which stones the engine plays.
    fn set_seats(&mut self, seats: Seats) {
        if self.is_playing() {
            self.cancel();
        }
        self.seats = seats;
        self.print_seats();
    }
}
