//! Doing what a program asks for.

use engine::{Node, Outcome, Player, Position};
use rand_core::Rng;

use super::command::{Command, Placement, Query};
use super::go::Go;
use super::report::MoveLine;
use crate::Session;
use crate::console::Picture;
use crate::error::Error;
use crate::help::{TOPICS, Topic};
use crate::job::{Job, Limits, Purpose};
use crate::options::Block;
use crate::setting::{Change, Listed, rows};

impl Session<'_> {
    /// Does what a program asks for.
    pub(crate) fn obey(&mut self, command: Command) -> Result<(), Error> {
        match command {
            Command::Nothing => (),
            Command::Ugi => self.introduce(),
            Command::IsReady => self.terminal.reply(format_args!("readyok")),
            Command::SetOption(setting) => self.set_option(setting)?,
            Command::NewGame => {
                self.cancel();
                self.start_game();
                if self.options.random_block {
                    self.tell_block();
                }
            }
            Command::Position(placement) => self.place(placement)?,
            Command::Go(go) => self.go(go)?,
            Command::Stop => self.finish(),
            Command::PonderHit => self.ponder_hit()?,
            Command::Query(query) => self.answer_query(query),
            Command::Quit => self.quit(),
            Command::Draw => self.draw_all(),
            Command::Bench => {
                self.cancel();
                self.start_bench();
            }
            Command::Perft(depth) => {
                self.cancel();
                self.count(depth);
            }
            Command::Stats => self.print_stats(),
            Command::Version => self.terminal.reply(format_args!(
                "version pocketfour {}",
                env!("CARGO_PKG_VERSION")
            )),
            Command::SysInfo => self.print_sysinfo(),
            Command::Console => self.open_console(),
            Command::Help(topic) => self.help(topic),
        }
        Ok(())
    }

    /// Says who we are, and leaves the console.
    fn introduce(&mut self) {
        self.cancel();
        self.terminal.console = false;
        let terminal = &mut self.terminal;
        terminal.reply(format_args!(
            "id name Pocketfour {}",
            env!("CARGO_PKG_VERSION")
        ));
        terminal.reply(format_args!("id author the Pocketfour developers"));
        for row in rows() {
            let listed = Listed(row, &self.engine);
            terminal.reply(format_args!("{listed}"));
        }
        terminal.reply(format_args!("ugiok"));
    }

    fn set_option(&mut self, change: Change) -> Result<(), Error> {
        if let Change::Block(block) = change {
            return self.set_block(block);
        }
        if let Change::Pool(nodes) = change {
            return self.set_pool_limit(nodes);
        }
        self.cancel();
        match change {
            Change::Block(_) | Change::Pool(_) => (),
            Change::Seed(seed) => {
                self.options.seed = seed;
                self.seed_rng();
            }
            Change::Session(setting, value) => {
                let board = self.options.board();
                (setting.set)(&mut self.options, value);
                if self.options.board() != board {
                    self.fit_block();
                }
            }
            Change::Search(setting, value) => {
                let mut config = self.engine.config();
                (setting.set)(&mut config, value);
                self.engine.configure(config);
            }
        }
        Ok(())
    }

    fn set_pool_limit(&mut self, nodes: u32) -> Result<(), Error> {
        let size = self.engine.pool_size() as u32;
        if nodes > size {
            return Err(Error::PoolSize { wanted: nodes, size });
        }
        self.cancel();
        self.engine.limit_pool(Some(nodes as usize));
        Ok(())
    }

    fn set_block(&mut self, block: Block) -> Result<(), Error> {
        if let Block::At(cell) = block {
            let board = self.options.board();
            board.with_forbidden(cell).map_err(Error::Board)?;
        }
        self.cancel();
        self.choose_block(block);
        if block == Block::Random {
            self.tell_block();
        }
        Ok(())
    }

    /// A forbidden cell that is no longer on the board is forgotten.
    fn fit_block(&mut self) {
        if self.options.random_block {
            self.choose_block(Block::Random);
            self.tell_block();
        } else if self.options.forbidden != self.options.board().forbidden() {
            self.choose_block(Block::None);
            self.tell_block();
        }
    }

    /// Settles the forbidden cell of the games to come.
    pub(crate) fn choose_block(&mut self, block: Block) {
        self.options.random_block = block == Block::Random;
        self.options.forbidden = match block {
            Block::None => None,
            Block::At(cell) => Some(cell),
            Block::Random => {
                self.options.forbidden = None;
                let cells = self.options.board().cells();
                let place = self.random_below(cells.len());
                cells.into_iter().nth(place as usize)
            }
        };
    }

    fn tell_block(&mut self) {
        match self.options.forbidden {
            Some(cell) => {
                self.terminal.reply(format_args!("info string block {cell}"));
            }
            None => self.terminal.reply(format_args!("info string block none")),
        }
    }

    /// A random number below `bound`.
    pub(crate) fn random_below(&mut self, bound: u32) -> u32 {
        let random = self.rng.as_mut().map_or(0, |rng| rng.next_u32());
        ((u64::from(random) * u64::from(bound)) >> 32) as u32
    }

    /// Starts the game that the options describe.
    pub(crate) fn start_game(&mut self) {
        if self.options.random_block {
            self.choose_block(Block::Random);
        }
        self.engine.clear();
        self.game = Position::new(self.options.board());
    }

    fn place(&mut self, placement: Placement) -> Result<(), Error> {
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

    fn go(&mut self, go: Go) -> Result<(), Error> {
        if self.game.outcome().is_some() {
            return Err(Error::GameOver);
        }
        let mut limits = Limits {
            time: go.budget(self.game.to_move())?,
            playouts: go.nodes,
            depth: go.depth,
        };
        if go.is_plain() {
            limits.time = Some(self.options.move_time);
        }
        if go.nodes.is_none() && !go.infinite {
            limits.playouts = self.options.level().playouts();
        }
        self.cancel();
        self.search(Purpose::Answer, limits, go.infinite || go.ponder);
        Ok(())
    }

    fn ponder_hit(&mut self) -> Result<(), Error> {
        match &mut self.job {
            Job::Search(search) if search.is_endless() => {
                search.limit(self.now);
                Ok(())
            }
            _ => Err(Error::NotPondering),
        }
    }

    fn answer_query(&mut self, query: Query) {
        let outcome = self.game.outcome();
        let answer = match query {
            Query::GameOver => yes_or_no(outcome.is_some()),
            Query::FirstPlayersTurn => {
                yes_or_no(self.game.to_move() == Player::First)
            }
            Query::Result => match outcome {
                None => "none",
                Some(Outcome::Draw) => "draw",
                Some(Outcome::Win(Player::First)) => "p1win",
                Some(Outcome::Win(Player::Second)) => "p2win",
            },
        };
        self.terminal.reply(format_args!("response {answer}"));
    }

    fn quit(&mut self) {
        self.cancel();
        if self.terminal.console {
            self.terminal.reply(format_args!("Good-bye."));
        }
        self.terminal.console = self.at_home;
        self.exit = true;
    }

    /// The board as a picture and in notation.
    fn draw_all(&mut self) {
        let Session { game, terminal, .. } = self;
        Picture::new(game, terminal.is_colored()).draw(terminal);
        terminal.reply(format_args!("fen {game}"));
    }

    fn print_stats(&mut self) {
        let report = self.engine.report();
        let terminal = &mut self.terminal;
        terminal.reply(format_args!(
            "stats playouts {} visits {} pool {} of {} recycled {}",
            report.playouts,
            report.visits,
            report.used,
            report.capacity,
            report.evicted
        ));
        for &root_move in &report.moves {
            terminal.reply(format_args!("{}", MoveLine(root_move)));
        }
        let dropped = terminal.output().dropped();
        let lost = self.lost;
        terminal.reply(format_args!(
            "stats dropped {dropped} lines of output, lost {lost} of input"
        ));
    }

    fn print_sysinfo(&mut self) {
        let Some(device) = self.device else { return };
        let diagnostics = self.diagnostics;
        let nodes = self.engine.pool_size();
        let pool = nodes * size_of::<Node>();
        let all = pool + size_of::<Self>();
        let dropped = self.terminal.output().dropped();
        let terminal = &mut self.terminal;
        terminal.reply(format_args!("sysinfo device {}", device.name));
        terminal.reply(format_args!("sysinfo clock {} Hz", device.clock_hz));
        terminal
            .reply(format_args!("sysinfo uptime {} ms", diagnostics.uptime));
        terminal.reply(format_args!(
            "sysinfo stack {} of {} bytes",
            diagnostics.stack_used, diagnostics.stack_size
        ));
        terminal.reply(format_args!(
            "sysinfo pool {nodes} nodes, {pool} of {all} bytes"
        ));
        terminal.reply(format_args!(
            "sysinfo dropped {dropped} lines of output, lost {} of input",
            self.lost
        ));
    }

    fn help(&mut self, topic: Option<&'static Topic>) {
        let terminal = &mut self.terminal;
        if let Some(topic) = topic {
            terminal.reply(format_args!("{}", topic.usage));
            terminal.reply(format_args!("    {}", topic.about));
            return;
        }
        let people = terminal.console;
        if people {
            terminal.reply(format_args!("4          a stone into column 4"));
        }
        for Topic { word, about, ugi, shown, .. } in TOPICS {
            if *if people { shown } else { ugi } {
                terminal.reply(format_args!("{word:<10} {about}"));
            }
        }
        terminal.reply(format_args!("help WORD  more about a word"));
    }
}

fn yes_or_no(answer: bool) -> &'static str {
    if answer { "true" } else { "false" }
}
