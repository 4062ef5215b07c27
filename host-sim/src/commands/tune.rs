//! `host-sim tune`: the engine's numbers by tournament.

use std::error::Error;
use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;

use super::exit_code;
use crate::Shard;
use crate::archive::ArchiveError;
use crate::arguments::{BoardOptions, ShardOption, TwoBoards, count, number};
use crate::matches::{
    Builds, CrossTable, GameArchive, Match, MatchScore, Schedule, check,
    drawing, run as run_match,
};
use crate::output::say;
use crate::parallel::{all_cores, capped};
use crate::players::Spec;
use crate::tuning::{
    Axes, Climb, Follower, Journal, Parameter, Values, climb, with,
};

/// Find the numbers with which the engine plays best.
///
/// Numbers are exploration, grading, expandat and rave, as in the options of
/// a player. With --option the engine plays a round robin with each of the
/// --values. With --spsa several numbers are tuned at once: each is moved
/// up or down at random, the engine plays a pair of games against itself
/// with all numbers moved the other way, and all go a little towards the
/// winner. That takes thousands of pairs, of which --step-pairs can be played
/// at the same time.
///
/// The result is a table and the lines to put into the engine's
/// configuration. Whatever ends the program, --resume goes on with the file
/// given by --out.
///
/// With --shard several processes share the work. The games of --option are
/// joined by `score`. With --spsa all parts run at the same time on one
/// folder: --out climb.jsonl of the part 2/4 is climb.2-of-4.jsonl, each part
/// plays its pairs of a step and reads those of the others.
#[derive(Args, Debug)]
pub struct Arguments {
    /// The number to compare values of
    #[arg(long, value_name = "NAME", requires = "values")]
    #[arg(required_unless_present = "spsa")]
    option: Option<Parameter>,
    /// The values, separated by commas
    #[arg(long, value_name = "VALUES", requires = "option")]
    #[arg(allow_hyphen_values = true)]
    values: Option<Values>,
    /// The number of games between two values
    #[arg(long, value_name = "N", default_value = "100")]
    #[arg(value_parser = count::<u64>, allow_negative_numbers = true)]
    #[arg(conflicts_with = "spsa")]
    games: u64,
    /// Draw the Elo of every value with its error into this file
    #[arg(long, value_name = "FILE.svg", conflicts_with = "spsa")]
    plot: Option<PathBuf>,
    /// Numbers to tune at once, each with a start and how far it is moved
    /// at first: exploration=200:50,expandat=4:2
    #[arg(long, value_name = "NUMBERS", requires = "out")]
    #[arg(conflicts_with_all = ["option", "values"])]
    spsa: Option<Axes>,
    /// The number of pairs of games for --spsa; with --resume it may be
    /// raised, and pairs of the file that come later are left alone
    #[arg(long, value_name = "N", default_value = "1000")]
    #[arg(value_parser = count::<u64>, allow_negative_numbers = true)]
    #[arg(conflicts_with = "option")]
    pairs: u64,
    /// The number of pairs for a step of --spsa, which are played at the same
    /// time; the last step is a whole one
    #[arg(long, value_name = "N", default_value = "1")]
    #[arg(value_parser = count::<u64>, allow_negative_numbers = true)]
    #[arg(conflicts_with = "option")]
    step_pairs: u64,
    /// The engine, with all other options
    #[arg(long, value_name = "PLAYER", default_value = "engine:nodes=500")]
    base: Spec,
    /// The same seed gives the same result if the budget is in playouts
    #[arg(long, value_name = "S", default_value = "1")]
    #[arg(value_parser = number, allow_negative_numbers = true)]
    seed: u64,
    #[command(flatten)]
    boards: BoardOptions,
    #[command(flatten)]
    part: ShardOption,
    /// Write every game, or with --spsa every pair, into this file, as a
    /// line of JSON
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Go on with the file of an interrupted run
    #[arg(long, requires = "out")]
    resume: bool,
    /// Go on with games of another build of this program, also with those of
    /// the other parts of --shard
    #[arg(long, requires = "resume")]
    mixed: bool,
}

impl Arguments {
    fn builds(&self) -> Builds {
        if self.mixed { Builds::Any } else { Builds::Same }
    }

    fn schedule(&self) -> Result<Schedule, TwoBoards> {
        self.boards.schedule(self.seed)
    }

    /// Plays each value against each.
    fn compare(
        &self,
        parameter: Parameter,
        values: &[f64],
    ) -> Result<(), Box<dyn Error>> {
        let player = |&value: &f64| with(&self.base, &[(parameter, value)]);
        let players = values.iter().map(player);
        let players: Vec<Spec> = players.collect::<Result<_, _>>()?;
        let games = self.games;
        let schedule = self.schedule()?;
        let mut places = Vec::new();
        let mut plans = Vec::new();
        for (b, low) in players.iter().enumerate() {
            for (a, high) in players.iter().enumerate().skip(b + 1) {
                let (a_player, b_player) = (high.clone(), low.clone());
                places.push((a, b));
                plans.push(Match {
                    a: a_player,
                    b: b_player,
                    games,
                    schedule: schedule.clone(),
                    sprt: None,
                    time: None,
                    shard: self.part.shard,
                });
            }
        }
        let archive = GameArchive::open(self.out.as_deref(), self.resume)?;
        check(&plans, &archive, self.builds())?;
        let timed = self.base.is_timed();
        let threads = if timed { NonZeroUsize::MIN } else { all_cores() };
        let threads = capped(threads, self.base.threads());
        let mut totals = vec![MatchScore::default(); values.len()];
        let mut table = CrossTable::default();
        for (plan, (a, b)) in plans.iter().zip(places) {
            let standing = run_match(plan, threads, &archive)?;
            if standing.is_void(0) {
                return Err(standing.verdict(0).into());
            }
            let score = standing.score;
            totals[a] = totals[a].plus(&score);
            totals[b] = totals[b].plus(&score.reversed());
            let name = |place: usize| format!("{parameter}={}", values[place]);
            table.add(&name(a), &name(b), score);
        }
        say!("| {parameter} | score | Elo |\n|---|---|---|");
        for (value, total) in values.iter().zip(&totals) {
            say!("| {value} | {} |", total.cells());
        }
        if let Some(path) = &self.plot {
            let failed = |error| ArchiveError::file(path, error);
            fs::write(path, drawing(&table.estimates())).map_err(failed)?;
        }
        let mut order: Vec<usize> = (0..values.len()).collect();
        let mean = |place: usize| totals[place].mean();
        order.sort_by(|&a, &b| mean(b).total_cmp(&mean(a)));
        let (best, second) = (order[0], order[1]);
        let [first, next] = [best, second].map(|it| totals[it].estimate());
        if first.elo - first.error <= next.elo {
            say!("\n{} is within the error of the best", values[second]);
        }
        say!("\n{}", parameter.text(values[best]));
        Ok(())
    }

    /// Tunes several numbers at once.
    fn climb(&self, axes: &Axes, out: &Path) -> Result<(), Box<dyn Error>> {
        let plan = Climb {
            base: self.base.clone(),
            axes: axes.clone(),
            pairs: self.pairs,
            each: self.step_pairs,
            shard: self.part.shard,
            schedule: self.schedule()?,
            builds: self.builds(),
        };
        // A wrong base leaves no file behind.
        let starts = axes.0.iter().map(|(_, axis)| axis.start);
        let first = plan.player(&starts.collect::<Vec<_>>())?;
        plan.schedule.round(0)?;
        let shard = self.part.shard;
        let journal = Journal::open(Some(&part(out, shard)), self.resume)?;
        let others = shard.all().filter(|&other| other != shard);
        let others = others.map(|it| Follower::new(part(out, it), it));
        let spsa = climb(&plan, &journal, others.collect())?;
        let pairs = spsa.iteration() * self.step_pairs;
        say!("| option | start | after {pairs} pairs |");
        say!("|---|---|---|");
        for ((parameter, axis), &value) in axes.0.iter().zip(spsa.theta()) {
            let value = parameter.text(value);
            say!("| {parameter} | {} | {value} |", axis.start);
        }
        say!("");
        for ((parameter, _), &value) in axes.0.iter().zip(spsa.theta()) {
            say!("{}", parameter.text(value));
        }
        let tuned = plan.player(spsa.theta())?;
        say!("\nwhether it is better:");
        say!("host-sim match --a {tuned} --b {first} --games 1000");
        Ok(())
    }

    fn tune(&self) -> Result<(), Box<dyn Error>> {
        match self {
            Arguments { spsa: Some(axes), out: Some(out), .. } => {
                self.climb(axes, out)
            }
            Arguments { option: Some(name), values: Some(values), .. } => {
                self.compare(*name, &values.of(*name)?)
            }
            _ => Ok(()),
        }
    }
}

/// The file of a part of a climb: `climb.jsonl` becomes `climb.2-of-4.jsonl`.
fn part(out: &Path, shard: Shard) -> PathBuf {
    if shard.is_whole() {
        return out.into();
    }
    let part = shard.to_string().replace('/', "-of-");
    let mut name = out.file_stem().unwrap_or_default().to_owned();
    name.push(format!(".{part}"));
    if let Some(extension) = out.extension() {
        name.push(".");
        name.push(extension);
    }
    out.with_file_name(name)
}

/// Runs the command.
#[must_use]
pub fn run(arguments: &Arguments) -> ExitCode {
    exit_code(arguments.tune(), 2)
}
