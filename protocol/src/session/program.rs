//! What a program asks for: the commands of UGI.

use super::Session;
use crate::error::Error;
use crate::help;
use crate::job::{Job, Limits, Purpose, Until};
use crate::ugi::{self, Command, Go};

impl Session<'_> {
    // Out of line, so that its stack is not in use while a line is read.
    #[inline(never)]
    pub(super) fn obey_program(
        &mut self,
        command: &Command,
    ) -> Result<(), Error> {
        let terminal = &mut self.terminal;
        match *command {
            Command::Ugi => self.open_ugi(),
            Command::IsReady => ugi::print::ready(terminal),
            Command::SetOption(change) => self.set_option(change)?,
            Command::NewGame => self.restart_game(),
            Command::Position(ref placement) => self.set_position(placement)?,
            Command::Go(go) => self.go(go)?,
            Command::Stop => self.finish(),
            Command::PonderHit => self.ponder_hit()?,
            Command::Query(query) => {
                ugi::print::query(terminal, query, &self.game);
            }
            Command::Quit => self.quit(),
            Command::Draw => self.draw(),
            Command::Bench(in_flight) => self.start_bench(in_flight),
            Command::Perft(depth) => self.start_perft(depth),
            Command::Stats => self.print_stats(),
            Command::Version => self.print_version(),
            Command::SysInfo => self.print_sysinfo(),
            Command::Console => self.open_console(),
            Command::Help(topic) => help::print(terminal, topic),
        }
        Ok(())
    }

    /// From people to a program.
    fn open_ugi(&mut self) {
        self.cancel();
        self.terminal.console = false;
        self.terminal.forget_screen();
        let defaults = self.default_options();
        ugi::print::identity(&mut self.terminal, &self.engine, &defaults);
    }

    /// From a program to people.
    fn open_console(&mut self) {
        if !self.terminal.console {
            self.cancel();
            self.terminal.console = true;
            self.terminal.forget_screen();
            self.print_board();
        }
    }

    fn go(&mut self, go: Go) -> Result<(), Error> {
        if self.game.outcome().is_some() {
            return Err(Error::UgiGameOver);
        }
        self.check_pool()?;
        let mut limits = Limits {
            time: go.budget(self.game.to_move())?,
            playouts: go.playouts,
            depth: go.depth,
        };
        if go.is_plain() {
            limits.time = Some(self.options.move_time);
        }
        if go.playouts.is_none() && !go.infinite {
            limits.playouts = self.options.level().playouts();
        }
        self.cancel();
        let until = match (go.infinite, go.ponder) {
            (true, _) => Until::Stop,
            (false, true) => Until::PonderHit,
            (false, false) => Until::Limits,
        };
        self.search(Purpose::Answer, limits, until);
        Ok(())
    }

    fn ponder_hit(&mut self) -> Result<(), Error> {
        match &mut self.job {
            Job::Search(search) if search.awaits_ponderhit() => {
                search.limit(self.now);
                Ok(())
            }
            _ => Err(Error::NotPondering),
        }
    }
}
