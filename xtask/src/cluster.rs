//! `cargo xtask test cluster`: one match in one process, and shared by
//! several under GNU parallel and under HyperQueue. The games are the same,
//! to the move, and so is the result, to the digit.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::extras::Extra;
use crate::failure::Failure;
use crate::shell::CommandLine;
use crate::steps::{Site, StepResult};
use crate::workspace::Workspace;

/// The match: long enough to have won, lost and unfinished pairs to share.
const MATCH: [&str; 8] = [
    "--a",
    "engine:nodes=60,pool=1000",
    "--b",
    "rival:002:nodes=120",
    "--games",
    "30",
    "--seed",
    "5",
];

pub(crate) fn check(site: &Site<'_>) -> StepResult {
    let workspace = site.workspace;
    let build = ["--quiet", "--release", "-p", "host-sim"];
    workspace.cargo("build").args(build).ok()?;
    let folder = workspace.apart("cluster");
    let _ = fs::remove_dir_all(&folder);
    let alone = Run::new(&folder, "alone")?;
    let own = program(workspace);
    let out = alone.file(1);
    let alone_told =
        CommandLine::new(&own).arg("match").args(MATCH).arg("--out").arg(&out);
    let result = alone_told.last_line()?.unwrap_or_default();
    let games = alone.games(1)?;
    let mut told = vec![format!("one process: {result}")];
    for parts in [1, 4, 7] {
        for (name, distributor) in DISTRIBUTORS {
            let run = Run::new(&folder, &format!("{name}-{parts}"))?;
            distributor(workspace, &run, parts)?;
            run.compare(parts, &games, &result, &own)?;
        }
        let names = DISTRIBUTORS.map(|(name, _)| name).join(" and ");
        told.push(format!("{parts} parts under {names}: the same"));
    }
    // What stays behind only takes room.
    let _ = fs::remove_dir_all(&folder);
    Ok(told)
}

/// What shares a match among processes.
type Distributor = fn(&Workspace, &Run, u32) -> Result<(), Failure>;

const DISTRIBUTORS: [(&str, Distributor); 2] =
    [("GNU parallel", with_parallel), ("HyperQueue", with_hyperqueue)];

fn with_parallel(
    workspace: &Workspace,
    run: &Run,
    parts: u32,
) -> Result<(), Failure> {
    let file = run.folder.join("{}.jsonl");
    CommandLine::new("parallel")
        .args(["--will-cite", "--halt", "now,fail=1"])
        .arg(program(workspace))
        .arg("match")
        .args(MATCH)
        .args(["--threads", "1", "--shard", &format!("{{}}/{parts}")])
        .arg("--out")
        .arg(file)
        .arg(":::")
        .args((1..=parts).map(|part| part.to_string()))
        .quietly()
}

fn with_hyperqueue(
    workspace: &Workspace,
    run: &Run,
    parts: u32,
) -> Result<(), Failure> {
    let script = "host-sim/cluster/hyperqueue_match.py";
    CommandLine::new(Extra::hyperqueue_python(workspace))
        .arg(workspace.root().join(script))
        .arg(parts.to_string())
        .arg(&run.folder)
        .args(MATCH)
        .env("HOST_SIM", program(workspace))
        .without_env("HQ_SERVER_DIR")
        .quietly()
}

fn program(workspace: &Workspace) -> PathBuf {
    workspace.project().target().join("release/host-sim")
}

/// The files of one way to play the match.
struct Run {
    name: String,
    folder: PathBuf,
}

/// Every game up to its result, as it stands in a file: what comes after it
/// is about time and place.
type Games = BTreeSet<String>;
const TIMES: &str = "\"micros\":";

impl Run {
    fn new(folder: &Path, name: &str) -> Result<Run, Failure> {
        let folder = folder.join(name.replace(' ', "-"));
        fs::create_dir_all(&folder).map_err(|error| {
            Failure::new(format!("cannot make {}: {error}", folder.display()))
        })?;
        Ok(Run { name: name.into(), folder })
    }

    fn file(&self, part: u32) -> PathBuf {
        self.folder.join(format!("{part}.jsonl"))
    }

    fn games(&self, parts: u32) -> Result<Games, Failure> {
        let mut games = Games::new();
        for part in 1..=parts {
            let path = self.file(part);
            let text = fs::read_to_string(&path).map_err(|error| {
                Failure::new(format!("{}: {error}", path.display()))
            })?;
            for line in text.lines() {
                let game = line.split_once(TIMES).filter(|(game, _)| {
                    game.contains("\"moves\":") && game.contains("\"result\":")
                });
                let (game, _) = game.ok_or_else(|| {
                    let what = format!("{}: this is no game", path.display());
                    Failure::new(what).output(line)
                })?;
                games.insert(game.to_owned());
            }
        }
        if games.is_empty() {
            return Err(Failure::new(format!("{}: no games", self.name)));
        }
        Ok(games)
    }

    /// Looks whether these are the games, and this their result.
    fn compare(
        &self,
        parts: u32,
        games: &Games,
        result: &str,
        program: &Path,
    ) -> Result<(), Failure> {
        let name = &self.name;
        if self.games(parts)? != *games {
            let what = format!("{name}: other games than in one process");
            return Err(Failure::new(what));
        }
        let files = (1..=parts).map(|part| self.file(part));
        let score = CommandLine::new(program).arg("score").args(files);
        let joined = score.last_line()?.unwrap_or_default();
        if joined != result {
            let what = format!("{name}: {joined}, in one process {result}");
            return Err(Failure::new(what));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A part that is missing, or a move that is another, is seen.
    #[test]
    fn other_games_are_refused() {
        let root = tempfile::TempDir::new().unwrap();
        let run = Run::new(root.path(), "some").unwrap();
        let line = |game: u64, moves: &str| {
            let result = r#""result":"a","micros":[]}"#;
            format!("{{\"game\":{game},\"moves\":[{moves}],{result}\n")
        };
        fs::write(run.file(1), line(0, "1,2")).unwrap();
        fs::write(run.file(2), line(1, "1")).unwrap();
        let games = run.games(2).unwrap();
        let compare = |parts| run.compare(parts, &games, "", Path::new("true"));
        assert!(compare(2).is_ok());
        let fewer = compare(1).unwrap_err().to_string();
        assert!(fewer.contains("other games than"), "{fewer}");
        fs::write(run.file(2), line(1, "2")).unwrap();
        assert!(compare(2).is_err());
        fs::write(run.file(2), line(1, "1")).unwrap();
        let other = run.compare(2, &games, "+1", Path::new("true"));
        assert!(other.unwrap_err().to_string().contains("in one process +1"));
        fs::write(run.file(1), "").unwrap();
        assert!(run.games(1).unwrap_err().to_string().contains("no games"));
        fs::write(run.file(1), "{}\n").unwrap();
        assert!(run.games(1).is_err());
    }
}
