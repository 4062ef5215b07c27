//! The games of several files as one match or tournament.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

use super::provenance::NEVER_BEGAN;
use super::tally::{Ended, MatchTally};
use super::{MatchScore, Record, Sprt, Standing};
use crate::archive::{ArchiveError, load};

/// Whether games of other builds of this program are taken as well.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Builds {
    /// All games are of one build.
    #[default]
    Same,
    /// It does not matter.
    Any,
}

/// The games of several files, each once.
#[derive(Clone, Debug, Default)]
pub struct Joined {
    records: Vec<Record>,
}

/// What the games of two players come to.
#[derive(Clone, Debug, PartialEq)]
pub struct Pairing {
    /// The player whose score is counted.
    pub a: String,
    /// The opponent.
    pub b: String,
    /// The result.
    pub standing: Standing,
    /// What a test has seen of it: the games up to the one that decides it, or
    /// up to the first that is missing.
    pub tested: MatchScore,
    /// Games that are not there, of all that were to be played.
    pub missing: u64,
    /// How many these were, if the files say so; if not, games after the last
    /// one that is there are not missed.
    pub planned: Option<u64>,
}

/// Why files cannot be joined.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JoinError {
    /// A file cannot be read, or is something else.
    #[error(transparent)]
    File(ArchiveError),
    /// There are no games.
    #[error("there is no game in these files")]
    Empty,
    /// A game is there twice.
    #[error("{0}: this game is at {1} as well")]
    Twice(FileLine, FileLine),
    /// A game has been played by something else than an earlier one.
    #[error(
        "{place}: played by {found}, and {other} by {known}: --mixed takes \
         both"
    )]
    Mixed {
        /// Where it is.
        place: FileLine,
        /// What played it.
        found: String,
        /// Where the earlier one is.
        other: FileLine,
        /// What played that.
        known: String,
    },
}

/// A line of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileLine {
    path: PathBuf,
    line: usize,
}

impl std::fmt::Display for FileLine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}, line {}", self.path.display(), self.line)
    }
}

/// Reads the games of these files.
///
/// # Errors
///
/// Where a file cannot be read, a game is there twice, or, if that matters,
/// games come from different builds or from players that changed.
pub fn join(files: &[PathBuf], builds: Builds) -> Result<Joined, JoinError> {
    let mut records = Vec::new();
    let mut ledger = Ledger::default();
    for path in files {
        let games: Vec<Record> = load(path).map_err(JoinError::File)?;
        for (record, line) in games.into_iter().zip(1..) {
            ledger.enter(&record, path, line, builds)?;
            records.push(record);
        }
    }
    if records.is_empty() {
        Err(JoinError::Empty)
    } else {
        Ok(Joined { records })
    }
}

/// What has been seen, and where.
#[derive(Default)]
struct Ledger {
    games: HashMap<(String, String, Option<u64>, u64), FileLine>,
    /// The build, the clocks of a game, and every player by his name.
    makers: HashMap<String, (String, FileLine)>,
}

impl Ledger {
    fn enter(
        &mut self,
        record: &Record,
        path: &Path,
        line: usize,
        builds: Builds,
    ) -> Result<(), JoinError> {
        let place = FileLine { path: path.into(), line };
        let Record { a, b, game, provenance, time, .. } = record;
        let key = (a.clone(), b.clone(), seed(record), *game);
        if let Some(other) = self.games.insert(key, place.clone()) {
            return Err(JoinError::Twice(place, other));
        }
        if builds == Builds::Any {
            return Ok(());
        }
        let clock = match time {
            Some(time) => format!("players with the clock {time}"),
            None => "players without a clock of the game".into(),
        };
        let unknown = || "an unknown build".to_owned();
        let build =
            record.build().map_or_else(unknown, |it| format!("build {it}"));
        let mut makers = vec![
            ("\nbuild".to_owned(), build),
            ("\nclock".to_owned(), clock),
            ("\nschedule".to_owned(), record.schedule()),
        ];
        if let Some(it) = provenance {
            let [one, two] = &it.players;
            let began = |(_, what): &(String, String)| what != NEVER_BEGAN;
            let players = [(a.clone(), one.clone()), (b.clone(), two.clone())];
            makers.extend(players.into_iter().filter(began));
        }
        for (what, found) in makers {
            let first = || (found.clone(), place.clone());
            let (known, other) = self.makers.entry(what).or_insert_with(first);
            if *known != found {
                let (known, other) = (known.clone(), other.clone());
                return Err(JoinError::Mixed { place, found, other, known });
            }
        }
        Ok(())
    }
}

fn seed(record: &Record) -> Option<u64> {
    record.provenance.as_ref().map(|it| it.seed)
}

impl Joined {
    /// The games.
    #[must_use]
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// What the games of every two players come to, in the order in which
    /// these appear. A test ends a match where it would have ended it in one
    /// process: by the numbers of the games, not by the order in the files.
    #[must_use]
    pub fn pairings(&self, sprt: Option<Sprt>) -> Vec<Pairing> {
        let mut names: Vec<(&str, &str)> = Vec::new();
        for Record { a, b, .. } in &self.records {
            let (a, b) = (a.as_str(), b.as_str());
            if !names.contains(&(a, b)) && !names.contains(&(b, a)) {
                names.push((a, b));
            }
        }
        let pairings = names.into_iter();
        pairings.map(|(a, b)| self.pairing(a, b, sprt)).collect()
    }

    /// What the games of A and B come to, whoever of the two stands first.
    fn pairing(&self, a: &str, b: &str, sprt: Option<Sprt>) -> Pairing {
        let mut matches: BTreeMap<_, Vec<&Record>> = BTreeMap::new();
        for record in &self.records {
            let players = (record.a.as_str(), record.b.as_str());
            if players == (a, b) || players == (b, a) {
                let is_turned = players != (a, b);
                let one = matches.entry((is_turned, seed(record)));
                one.or_default().push(record);
            }
        }
        let mut tally = MatchTally::default();
        let (mut before, mut missing) = (0, 0);
        let mut planned = Some(0);
        for ((is_turned, _), records) in matches {
            let last = records.iter().map(|it| it.game).max().unwrap_or(0);
            let whole = records.iter().map(|it| it.planned()).max().flatten();
            let whole = whole.map(|games| games.max(last + 1));
            let games = whole.unwrap_or(last + 1);
            for record in &records {
                let ended = Ended::of(record);
                let ended = if is_turned { ended.turned() } else { ended };
                // The first game of a pair, after which there is none.
                if record.game + 1 == games && games % 2 == 1 {
                    tally.add_unpaired(ended);
                } else {
                    tally.add_as(before + record.game, ended);
                }
            }
            missing += games - records.len() as u64;
            planned = planned.zip(whole).map(|(all, games)| all + games);
            before += games / 2 * 2;
        }
        let decided = tally.decide(sprt);
        Pairing {
            a: a.into(),
            b: b.into(),
            standing: decided.unwrap_or(tally.all),
            tested: tally.settled.score,
            missing,
            planned,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::slice::from_ref;

    use super::*;
    use crate::matches::{
        GameResult, MatchSide, Provenance, Schedule, SprtDecision,
    };

    fn record(game: u64, seed: u64, result: GameResult) -> Record {
        let players = ["one 1".into(), "two 1".into()];
        Record {
            game,
            a: "one".into(),
            b: "two".into(),
            board: "9x9".into(),
            first: MatchSide::A,
            seeds: [seed, game],
            opening: 0,
            moves: Vec::new(),
            result,
            reason: "four in a line".into(),
            forfeit: None,
            time: None,
            micros: Vec::new(),
            playouts: Vec::new(),
            scores: Vec::new(),
            provenance: Some(provenance(players, seed)),
        }
    }

    fn provenance(players: [String; 2], seed: u64) -> Provenance {
        let schedule = Schedule { seed, ..Schedule::default() };
        Provenance::now(players, &schedule, None, 1)
    }

    /// Joins files of these games.
    fn joined(
        files: &[&[Record]],
        builds: Builds,
    ) -> Result<Joined, JoinError> {
        let folder = tempfile::TempDir::new().unwrap();
        let mut paths = Vec::new();
        for (number, records) in files.iter().enumerate() {
            let path = folder.path().join(number.to_string());
            let lines = records
                .iter()
                .map(|it| serde_json::to_string(it).unwrap() + "\n");
            std::fs::write(&path, lines.collect::<String>()).unwrap();
            paths.push(path);
        }
        join(&paths, builds)
    }

    fn refused(files: &[&[Record]]) -> String {
        joined(files, Builds::Same).unwrap_err().to_string()
    }

    #[test]
    fn pairs_find_each_other_across_files() {
        use GameResult::{A, B, Draw};
        let one = [record(3, 1, A), record(0, 1, B), record(0, 2, Draw)];
        let two = [record(2, 1, A), record(1, 1, A), record(1, 2, A)];
        for files in [[&one[..], &two], [&two, &one]] {
            let pairings = joined(&files, Builds::Same).unwrap().pairings(None);
            let [pairing] = pairings.as_slice() else { panic!("{pairings:?}") };
            let pairs = [0, 0, 1, 1, 1];
            let score = MatchScore { wins: 4, draws: 1, losses: 1, pairs };
            assert_eq!(pairing.standing.score, score);
            assert_eq!(pairing.missing, 0);
        }
        let some = joined(&[&one], Builds::Same).unwrap().pairings(None);
        assert_eq!(some[0].missing, 2);
    }

    /// What was to be played and is not there is missed, be it at the end, and
    /// a test decides nothing behind it.
    #[test]
    fn games_at_the_end_are_missed() {
        use GameResult::A;
        let planned = |game, seed, games| {
            let mut record = record(game, seed, A);
            record.provenance.as_mut().unwrap().games = Some(games);
            record
        };
        let pairing = |records: &[Record]| {
            let joined = joined(&[records], Builds::Same).unwrap();
            let [pairing] = joined.pairings(None).try_into().unwrap();
            let missing = (pairing.missing, pairing.planned);
            (missing, pairing.tested.games(), pairing.standing.score.games())
        };
        let some: Vec<Record> = (0..4).map(|it| planned(it, 1, 7)).collect();
        assert_eq!(pairing(&some), ((3, Some(7)), 4, 4));
        let five = [&some[..], &[planned(4, 1, 7)]].concat();
        assert_eq!(pairing(&five), ((2, Some(7)), 4, 5));
        let all = [&five[..], &[planned(5, 1, 7), planned(6, 1, 7)]].concat();
        assert_eq!(pairing(&all), ((0, Some(7)), 6, 7));
        // Nothing behind the gap is tested.
        let next = [&some[..], &[planned(0, 2, 2), planned(1, 2, 2)]].concat();
        assert_eq!(pairing(&next), ((3, Some(9)), 4, 6));
        let next = [&all[..], &[planned(0, 2, 2), planned(1, 2, 2)]].concat();
        assert_eq!(pairing(&next), ((0, Some(9)), 8, 9));
        // A match that went on for longer, and one that does not say so.
        let longer = [&some[..], &[planned(4, 1, 9)]].concat();
        assert_eq!(pairing(&longer), ((4, Some(9)), 4, 5));
        let open = [&all[..], &[record(1, 2, A)]].concat();
        assert_eq!(pairing(&open), ((1, None), 6, 8));
    }

    #[test]
    fn the_other_way_round_is_the_same_pairing() {
        let mut turned = record(0, 5, GameResult::B);
        (turned.a, turned.b) = ("two".into(), "one".into());
        turned.provenance.as_mut().unwrap().players.swap(0, 1);
        let all = [record(0, 1, GameResult::A), turned];
        let pairings = joined(&[&all], Builds::Same).unwrap().pairings(None);
        let [pairing] = pairings.as_slice() else { panic!("{pairings:?}") };
        assert_eq!(pairing.standing.score.wins, 2);
    }

    /// A match of which the first game is missing, and whatever comes after it,
    /// has not been tested.
    #[test]
    fn a_test_decides_nothing_behind_a_gap() {
        use GameResult::A;
        let sprt: Sprt = "elo0=0,elo1=100".parse().unwrap();
        let pairing = |records: &[Record]| {
            let joined = joined(&[records], Builds::Same).unwrap();
            let [pairing] = joined.pairings(Some(sprt)).try_into().unwrap();
            pairing
        };
        let whole: Vec<Record> = (0..60).map(|it| record(it, 1, A)).collect();
        let decided = pairing(&whole);
        assert_eq!(sprt.decision(&decided.tested), SprtDecision::Elo1);
        assert_eq!(decided.standing.score, decided.tested);
        let enough = decided.tested.games();
        assert!(enough < 50, "{decided:?}");

        for gap in [0, 1, enough - 2] {
            let some = whole.iter().filter(|it| it.game != gap).cloned();
            let open = pairing(&Vec::from_iter(some));
            assert_eq!(sprt.decision(&open.tested), SprtDecision::Open);
            assert_eq!(open.tested.games(), gap / 2 * 2);
            assert_eq!((open.standing.score.wins, open.missing), (59, 1));
            // All of them would have decided it.
            let all = sprt.decision(&open.standing.score);
            assert_eq!(all, SprtDecision::Elo1);
        }
    }

    /// However the games are spread over seeds and files, and whoever stands
    /// first in them, they are one sequence.
    #[test]
    fn a_test_goes_on_from_match_to_match() {
        use GameResult::{A, B};
        let sprt: Sprt = "elo0=0,elo1=100".parse().unwrap();
        let tested = |records: &[Record]| {
            let joined = joined(&[records], Builds::Same).unwrap();
            let [pairing] = joined.pairings(Some(sprt)).try_into().unwrap();
            let Pairing { tested, standing, .. } = pairing;
            (tested, standing.score)
        };
        let part = |seed| (0..5).map(move |game| record(game, seed, A));
        let turned = (0..60).map(|game| {
            let mut turned = record(game, 1, B);
            (turned.a, turned.b) = ("two".into(), "one".into());
            turned.provenance.as_mut().unwrap().players.swap(0, 1);
            turned
        });
        let some: Vec<Record> = part(1).chain(part(2)).collect();
        let (seen, all) = tested(&some);
        // The last game of each match has no other one.
        assert_eq!((seen.games(), all.games()), (8, 10));
        assert_eq!(sprt.decision(&seen), SprtDecision::Open);
        let more: Vec<Record> = some.into_iter().chain(turned).collect();
        let (seen, _) = tested(&more);
        assert_eq!(sprt.decision(&seen), SprtDecision::Elo1);
        assert_eq!((seen.wins, seen.losses), (seen.games(), 0));
        assert!((9..60).contains(&seen.games()), "{seen}");
    }

    #[test]
    fn a_game_counts_once() {
        let game = record(4, 1, GameResult::A);
        let told = refused(&[from_ref(&game), from_ref(&game)]);
        assert!(told.contains("1, line 1: this game is at "), "{told}");
        assert!(told.ends_with("0, line 1 as well"), "{told}");
        let any = joined(&[&[game.clone(), game]], Builds::Any);
        assert!(matches!(any, Err(JoinError::Twice(..))), "{any:?}");
        assert!(refused(&[&[]]).contains("no game"));
    }

    #[test]
    fn builds_and_players_are_not_mixed_unawares() {
        let game = record(0, 1, GameResult::A);
        let other = record(1, 1, GameResult::A);
        let with = |change: fn(&mut Record)| {
            let mut other = other.clone();
            change(&mut other);
            other
        };
        let build =
            with(|it| it.provenance.as_mut().unwrap().build = "0".into());
        let player = with(|it| {
            it.provenance.as_mut().unwrap().players[1] = "two 2".into();
        });
        let time = with(|it| it.time = Some("60+0".into()));
        let boards = with(|it| {
            let schedule = "size=9x9 block=random openings=none".to_owned();
            it.provenance.as_mut().unwrap().schedule = Some(schedule);
        });
        let old = with(|it| it.provenance = None);
        for (other, told) in [
            (build, "played by build 0, and "),
            (player, "played by two 2, and "),
            (time, "played by players with the clock 60+0, and "),
            (
                boards,
                "played by players on size=9x9 block=random openings=none",
            ),
            (old, "played by an unknown build, and "),
        ] {
            let files = [&[game.clone()][..], &[other]];
            let text = refused(&files);
            assert!(text.contains(told), "{text}");
            assert!(text.ends_with("--mixed takes both"), "{text}");
            assert!(joined(&files, Builds::Any).is_ok());
        }
    }
}
