//! A program that speaks UGI.

use std::mem;
use std::process::Command;
use std::time::Duration;

use boards::{DevBoard, Project};
use engine::{Column, Position};

use super::ProgramOptions;
use super::options::PATIENCE;
use crate::matches::provenance;
use crate::players::child::{Conversation, Stopwatch};
use crate::players::{
    Budget, Clock, Forfeit, GameClocks, PlayedMove, PlayerFailure,
};

/// Lines between two looks at the clock. A program may say as much as it
/// likes while it thinks, but an answer is not waited for any longer for it.
const LOOK: u64 = 256;
/// Letters of a name that are kept.
const LONGEST_NAME: usize = 200;

pub(super) struct UgiProgram {
    conversation: Conversation,
    /// What it calls itself.
    pub(super) name: String,
    /// Whether it has an option for the seed.
    takes_seed: bool,
    /// Time to get ready.
    setup: Duration,
}

impl UgiProgram {
    pub(super) fn start(
        options: &ProgramOptions,
    ) -> Result<Self, PlayerFailure> {
        let command = options.command();
        let [program, arguments @ ..] = command.as_slice() else {
            return Err(PlayerFailure::crash("there is no program"));
        };
        // Read now: the file may change while it is played.
        let image = options.board().map(image);
        let conversation =
            Conversation::start(Command::new(program).args(arguments));
        let conversation = conversation.map_err(|error| {
            PlayerFailure::crash(format!("cannot start: {error}"))
        })?;
        let setup = options.setup + options.budget.grace;
        let mut program = UgiProgram {
            conversation,
            name: "a program without a name".into(),
            takes_seed: false,
            setup,
        };
        let known = program.introduce()?;
        // If its time is not told, this is the moment to find out.
        program.conversation.watch(options.budget.clock)?;
        if let Some(digest) = options.digest() {
            program.name = format!("{} {digest}", program.name);
        }
        program.name = image.unwrap_or(program.name);
        let knows = |name: &str| known.contains(&name.to_ascii_lowercase());
        program.takes_seed = knows("seed");
        for (name, value) in &options.set {
            if !knows(name) {
                let why = format!("it has no option {name}");
                return Err(PlayerFailure::crash(why));
            }
            program.set(name, value)?;
        }
        Ok(program)
    }

    pub(super) fn is_alive(&mut self) -> bool {
        self.conversation.is_alive()
    }

    /// The names of its options, in small letters.
    fn introduce(&mut self) -> Result<Vec<String>, PlayerFailure> {
        let mut names = Vec::new();
        let mut own = None;
        self.ask("ugi", |line| {
            if let Some(name) = line.strip_prefix("id name ") {
                own = Some(name.trim().chars().take(LONGEST_NAME).collect());
            }
            if let Some(option) = line.strip_prefix("option name ") {
                let name = option.split(" type ").next().unwrap_or(option);
                names.push(name.trim().to_ascii_lowercase());
            }
            (line == "ugiok").then_some(())
        })?;
        self.name = own.unwrap_or(mem::take(&mut self.name));
        Ok(names)
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), PlayerFailure> {
        let line = format!("setoption name {name} value {value}\nisready");
        let refused = self.ask(&line, |line| match line {
            "readyok" => Some(None),
            _ => line.strip_prefix("error ").map(|why| Some(why.to_owned())),
        })?;
        refused.map_or(Ok(()), |why| Err(PlayerFailure::crash(why)))
    }

    pub(super) fn new_game(&mut self) -> Result<(), PlayerFailure> {
        let line = "uginewgame\nisready";
        self.ask(line, |line| (line == "readyok").then_some(()))
    }

    /// Sends a line; the first answer that means something.
    fn ask<T>(
        &mut self,
        line: &str,
        meaning: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, PlayerFailure> {
        self.conversation.send(line)?;
        let now = self.conversation.watch(Clock::Wall)?;
        self.wait_for(&now, self.setup, meaning)
    }

    /// The first line that means something, if it comes within this time,
    /// however many others come before it.
    fn wait_for<T>(
        &mut self,
        since: &Stopwatch,
        most: Duration,
        mut meaning: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, PlayerFailure> {
        let mut lines = 0_u64;
        let late = |lines| {
            let why = format!("no answer in time, but {lines} other lines");
            PlayerFailure::hang(why)
        };
        loop {
            let line = self.conversation.line(since, most);
            let line = line.map_err(|failure| match failure.forfeit {
                Forfeit::Hang if lines > 0 => late(lines),
                _ => failure,
            })?;
            if let Some(found) = meaning(&line) {
                return Ok(found);
            }
            lines += 1;
            if lines.is_multiple_of(LOOK)
                && self.conversation.is_over(since, most)?
            {
                return Err(late(lines));
            }
        }
    }

    pub(super) fn choose(
        &mut self,
        position: &Position,
        seed: u64,
        mut budget: Budget,
        clocks: Option<GameClocks>,
    ) -> Result<PlayedMove, PlayerFailure> {
        if self.takes_seed {
            let line = format!("setoption name Seed value {seed}");
            self.conversation.send(&line)?;
        }
        // Who knows the position can think.
        let since = self.conversation.watch(budget.clock)?;
        // Whatever it has said until now is no answer to what comes.
        let line = position_line(position) + "\nisready";
        self.ask(&line, |line| (line == "readyok").then_some(()))?;
        self.conversation.send(&go_line(budget, clocks))?;
        budget.time = clocks.map(|it| it.own()).or(budget.time);
        // One that answers late has lost on time; one that does not answer
        // in twice the time hangs.
        let most = budget.time.map_or(PATIENCE, |time| {
            2 * (time + budget.grace) + Duration::from_secs(1)
        });
        let mut info = Info::default();
        let answer = self.wait_for(&since, most, |line| {
            info.read(line);
            line.strip_prefix("bestmove").map(|rest| rest.trim().to_owned())
        })?;
        let spent = self.conversation.spent(&since)?;
        budget.check(spent)?;
        let number = answer.split_whitespace().next().unwrap_or("");
        let column = number.parse().ok().and_then(Column::from_number);
        let Info { playouts, score } = info;
        let choice = column.map(|column| {
            let spent = Some(spent);
            PlayedMove { column, playouts, score, spent }
        });
        choice.ok_or_else(|| {
            let answer: String = answer.chars().take(40).collect();
            PlayerFailure::illegal(format!("`bestmove {answer}` is no move"))
        })
    }
}

/// The image of an emulated board, which says more than its name.
fn image(board: DevBoard) -> String {
    provenance::file(&Project::find().image(board))
}

/// What a program says about its search.
#[derive(Default)]
struct Info {
    playouts: Option<u64>,
    score: Option<i16>,
}

impl Info {
    /// Takes `nodes` and `score` from an `info` line.
    fn read(&mut self, line: &str) {
        let mut words = line.split_whitespace();
        if words.next() != Some("info") {
            return;
        }
        while let Some(word) = words.next() {
            match word {
                // Whatever comes after these is no name.
                "string" | "pv" => return,
                "nodes" => {
                    let known = words.next().and_then(|it| it.parse().ok());
                    self.playouts = known.or(self.playouts);
                }
                "score" => {
                    let known = words.next().and_then(|it| it.parse().ok());
                    let known = known.filter(|it| (-1000..=1000).contains(it));
                    self.score = known.or(self.score);
                }
                _ => (),
            }
        }
    }
}

fn go_line(budget: Budget, clocks: Option<GameClocks>) -> String {
    let mut go = String::from("go");
    let nodes = budget.nodes;
    if let Some(nodes) =
        nodes.filter(|_| clocks.is_none() || !budget.is_assumed)
    {
        go += &format!(" nodes {nodes}");
    }
    if let Some(GameClocks { left, increment, .. }) = clocks {
        let left = left.map(|left| left.as_millis());
        let (one, two) = (left.first, left.second);
        let more = increment.as_millis();
        go += &format!(" p1time {one} p2time {two} p1inc {more} p2inc {more}");
        return go;
    }
    if let Some(time) = budget.time {
        go += &format!(" movetime {}", time.as_millis());
    }
    go
}

/// The start of the game in notation, then the moves.
fn position_line(position: &Position) -> String {
    let mut start = position.clone();
    while start.undo().is_some() {}
    let mut line = format!("position fen {start} moves");
    for column in position.moves() {
        line += &format!(" {column}");
    }
    if position.moves().is_empty() {
        line.truncate(line.len() - " moves".len());
    }
    line
}

#[cfg(test)]
mod tests {
    use engine::ByPlayer;

    use super::*;

    #[test]
    fn positions_are_told_with_their_moves() {
        let mut game: Position = "4/4/4/1#2 x".parse().unwrap();
        assert_eq!(position_line(&game), "position fen 4/4/4/1#2 x");
        for number in [2, 4] {
            game.play(Column::from_number(number).unwrap()).unwrap();
        }
        let line = "position fen 4/4/4/1#2 x moves 2 4";
        assert_eq!(position_line(&game), line);
    }

    #[test]
    fn clocks_are_told() {
        let ms = Duration::from_millis;
        let clocks = GameClocks {
            left: ByPlayer::new(ms(60_000), ms(59_500)),
            increment: ms(500),
            mover: engine::Player::Second,
        };
        let clocks = Some(clocks);
        let line = "p1time 60000 p2time 59500 p1inc 500 p2inc 500";
        let assumed = Budget::default().or_nodes(2000);
        assert_eq!(go_line(assumed, clocks), format!("go {line}"));
        let nodes = Budget { nodes: Some(9), ..Budget::default() };
        assert_eq!(go_line(nodes, clocks), format!("go nodes 9 {line}"));
        assert_eq!(go_line(assumed, None), "go nodes 2000");
    }

    #[test]
    fn what_a_program_says_is_understood() {
        let mut info = Info::default();
        info.read("info time 5 nodes 500 nps 9 score -120 pv 4 nodes 7");
        info.read("info string nodes 9 score 8");
        info.read("nodes 3 score 3");
        assert_eq!((info.playouts, info.score), (Some(500), Some(-120)));
        info.read("info nodes 900 score cp 30");
        assert_eq!((info.playouts, info.score), (Some(900), Some(-120)));
    }
}
