//! Runs that several processes share: the parts are the whole.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::common::{outcome, printed, refused};
use assert_cmd::cargo::cargo_bin_cmd;
use host_sim::matches::Record;
use tempfile::TempDir;

const MATCH: [&str; 7] = [
    "match",
    "--a",
    "engine:nodes=40,pool=1000",
    "--b",
    "rival:001:nodes=90",
    "--games",
    "25",
];

/// Plays a match, or a part of one, and returns its last line.
fn play(out: &Path, more: &[&str]) -> String {
    let out = ["--out", out.to_str().unwrap()];
    printed(&[&MATCH[..], more, &out].concat())
}

fn score(files: &[PathBuf], more: &[&str]) -> String {
    let files = files.iter().map(|file| file.to_str().unwrap());
    let files: Vec<&str> = files.collect();
    printed(&[&["score"], &files[..], more].concat())
}

fn records(path: &Path) -> Vec<Record> {
    let text = fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Number, board, moves and how the game began.
fn games(files: &[PathBuf]) -> Vec<(u64, String, Vec<u8>, usize)> {
    let all = files.iter().flat_map(|file| records(file));
    let mut all: Vec<_> =
        all.map(|it| (it.game, it.board, it.moves, it.opening)).collect();
    all.sort();
    all
}

#[test]
fn parts_of_a_match_are_the_match() {
    let folder = TempDir::new().unwrap();
    for more in [&[][..], &["--openings", "plies=5"], &["--block", "none"]] {
        let name = more.join("");
        let whole = vec![folder.path().join(format!("whole{name}"))];
        let result = play(&whole[0], more);
        assert_eq!(score(&whole, &[]), result);
        for parts in [1, 4, 7] {
            let mut files = Vec::new();
            for part in 1..=parts {
                let shard = format!("{part}/{parts}");
                let file = format!("{part}-{parts}{name}");
                files.push(folder.path().join(file));
                let more = [more, &["--shard", &shard]].concat();
                play(files.last().unwrap(), &more);
            }
            assert_eq!(games(&files), games(&whole));
            files.reverse();
            assert_eq!(score(&files, &[]), result);
        }
    }
}

#[test]
fn a_joined_test_ends_where_one_process_ends_it() {
    let folder = TempDir::new().unwrap();
    let test = ["--sprt", "elo0=0,elo1=200,alpha=0.2,beta=0.2"];
    let decided = play(&folder.path().join("tested"), &test);
    assert!(decided.contains("accepted"), "{decided}");
    let parts = ["1/3", "2/3", "3/3"].map(|shard| {
        let file = folder.path().join(shard.replace('/', "-"));
        play(&file, &["--shard", shard]);
        file
    });
    assert_eq!(score(&parts, &test), decided);
    let report = folder.path().join("page");
    score(&parts, &["--report", report.to_str().unwrap()]);
    let page = fs::read_to_string(report.join("index.html")).unwrap();
    assert!(page.contains("Games: 25"), "{page}");
}

/// What the sequence has not decided is not decided, whatever the games say
/// that come after the gap.
#[test]
fn a_test_with_a_gap_is_undecided() {
    let folder = TempDir::new().unwrap();
    let game = ["--a", "engine:nodes=20,pool=1000", "--b", "random"];
    let [one, two] = ["1/2", "2/2"].map(|shard| {
        let file = folder.path().join(shard.replace('/', "-"));
        let out = file.to_str().unwrap();
        let part = ["match", "--games=80", "--shard", shard, "--out", out];
        printed(&[&part, &game[..]].concat());
        file
    });
    let test = ["--sprt", "elo0=0,elo1=100"];
    let told = score(&[one, two.clone()], &test);
    assert!(told.contains(": Elo 100 accepted\n"), "{told}");
    let two = two.to_str().unwrap();
    let (code, told) = outcome(&[&["score", two], &test[..]].concat());
    assert_eq!(code, Some(0), "{told}");
    let start = "LLR 0.00 (-2.94, 2.94): undecided\n+";
    assert!(told.starts_with(start), "{told}");
    let note = "games missing of 80: 40; the test ends before";
    assert!(told.contains(note), "{told}");
}

#[test]
fn what_does_not_belong_together_is_not_joined() {
    let folder = TempDir::new().unwrap();
    let one = folder.path().join("one");
    play(&one, &["--shard", "1/2"]);
    let one_name = one.to_str().unwrap();
    let told = refused(&["score", one_name, one_name]);
    assert!(told.contains("line 1: this game is at "), "{told}");

    // The file of another build is neither joined nor gone on with.
    let other = folder.path().join("other");
    play(&other, &["--shard", "2/2"]);
    let text = fs::read_to_string(&other).unwrap();
    let build = records(&other)[0].build().unwrap().to_owned();
    fs::write(&other, text.replace(&build, "0.0.1+00")).unwrap();
    let other_name = other.to_str().unwrap();
    let told = refused(&["score", one_name, other_name]);
    assert!(told.contains("played by build 0.0.1+00, and "), "{told}");
    let (code, _) = outcome(&["score", one_name, other_name, "--mixed"]);
    assert_eq!(code, Some(0));
    let again = ["--shard", "2/2", "--resume", "--out", other_name];
    let again = [&MATCH[..], &again].concat();
    let told = refused(&again);
    assert!(told.contains("played by 0.0.1+00, and this is "), "{told}");
    let (code, told) = outcome(&[&again[..], &["--mixed"]].concat());
    assert_eq!(code, Some(0), "{told}");

    // A part on other boards is another match, whatever its players.
    let boards = folder.path().join("boards");
    play(&boards, &["--shard", "2/2", "--size", "9x9"]);
    let told = refused(&["score", one_name, boards.to_str().unwrap()]);
    let why = "played by players on size=9x9 block=random openings=none, and ";
    assert!(told.contains(why), "{told}");

    // Another part of the same match does not belong to this one.
    let another = ["--shard", "2/2", "--resume", "--out", one_name];
    let told = refused(&[&MATCH[..], &another].concat());
    assert!(told.contains("does not belong to this match"), "{told}");
    let told = refused(&["score", "no/such/file"]);
    assert!(told.contains("no/such/file: "), "{told}");
}

/// Openings of which more have been written since: the games that there are fit,
/// those to come are of another file.
#[test]
fn other_openings_are_another_match() {
    let folder = TempDir::new().unwrap();
    let book = folder.path().join("book");
    let book_name = book.to_str().unwrap();
    let file = folder.path().join("games");
    let openings = ["--games=2", "--openings", book_name];
    let game = ["match", "--a=random", "--b=random", "--out"];
    let game = [&game[..], &[file.to_str().unwrap()], &openings].concat();
    fs::write(&book, "9x12#5,6 6 6 7\n").unwrap();
    printed(&game);
    let again = [&game[..], &["--resume"]].concat();
    fs::write(&book, "# A remark.\n9x12#5,6 6 6 7\n").unwrap();
    printed(&again);
    fs::write(&book, "9x12#5,6 6 6 7\n9x9\n").unwrap();
    let told = refused(&again);
    assert!(told.contains("played by players on openings=file:"), "{told}");
    printed(&[&again[..], &["--mixed"]].concat());
}

/// A file that was cut short says itself how much is missing.
#[test]
fn games_at_the_end_are_missed() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("games");
    play(&file, &["--threads=1"]);
    let text = fs::read_to_string(&file).unwrap();
    let some: String = text.split_inclusive('\n').take(18).collect();
    fs::write(&file, some).unwrap();
    let (code, told) = outcome(&["score", file.to_str().unwrap()]);
    assert_eq!(code, Some(0), "{told}");
    assert!(told.contains("games missing of 25: 7\n"), "{told}");
}

#[test]
fn a_record_says_where_it_comes_from() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("games");
    play(&file, &["--seed", "9", "--threads", "1", "--openings", "plies=3"]);
    for record in records(&file) {
        let it = record.provenance.as_ref().unwrap();
        assert_eq!((it.seed, it.threads), (9, 1));
        let boards = "size=any block=random openings=plies=3";
        assert_eq!(it.schedule.as_deref(), Some(boards));
        assert_eq!(it.games, Some(25));
        let [engine, rival] = &it.players;
        assert!(engine.starts_with("Pocketfour "), "{engine}");
        assert_eq!(*rival, it.build);
        assert!(it.machine.contains("cores: "), "{}", it.machine);
        assert!(it.date.ends_with('Z'), "{}", it.date);
        assert_eq!(record.opening, 3);
        // Everyone but a player without a search says what he did.
        let moves = record.moves.len();
        assert_eq!(record.playouts.len(), moves);
        let known = |ply: &usize| record.playouts[*ply].is_some();
        let silent = (3..moves).filter(|ply| !known(ply)).count();
        assert!(silent <= 1, "{record:?}");
        // So does what he expected.
        assert_eq!(record.scores.len(), moves);
        for (score, playouts) in record.scores.iter().zip(&record.playouts) {
            assert_eq!(score.is_some(), playouts.is_some(), "{record:?}");
        }
    }
}

#[test]
fn parts_of_a_comparison_add_up() {
    // Few late positions, beside all the small boards.
    let proofs = ["diff", "--proofs", "--positions", "5"];
    let text = printed(&proofs);
    let (whole, _) = text.split_once(" proofs checked, 0 wrong").unwrap();
    let whole: u64 = whole.parse().unwrap();
    assert!(whole > 10_000, "{text}");
    for (command, whole) in [
        (&["diff", "--positions", "45000"][..], 45_000),
        (&["diff", "--search", "--searches", "7"], 7),
        (&proofs[..], whole),
    ] {
        let mut sum = 0;
        for shard in ["1/3", "2/3", "3/3"] {
            let text = printed(&[command, &["--shard", shard]].concat());
            let (count, _) = text.split_once(' ').unwrap();
            let count: u64 = count.parse().unwrap();
            assert!(count < whole, "{text}");
            sum += count;
        }
        assert_eq!(sum, whole, "{command:?}");
    }
}

#[test]
fn parts_of_a_suite_add_up() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/tactics.txt");
    let suite = ["suite", "--playouts", "40", "--file", file];
    let counts = |more: &[&str]| -> Vec<u64> {
        let text = printed(&[&suite[..], more].concat());
        let lines = text.lines().filter(|line| !line.starts_with("not"));
        let words = lines.flat_map(str::split_whitespace);
        words.filter_map(|word| word.trim_matches(',').parse().ok()).collect()
    };
    let whole = counts(&[]);
    let parts = ["1/2", "2/2"].map(|shard| counts(&["--shard", shard]));
    assert_eq!(whole.len(), parts[0].len());
    let last = whole.len() - 1;
    for place in 0..last {
        assert_eq!(whole[place], parts[0][place] + parts[1][place]);
    }
    assert_eq!(whole[last], 40);
}

/// A player that fails in one part: the part is played, and all of them
/// together have a result or none.
#[cfg(unix)]
#[test]
fn only_the_whole_is_judged_by_its_forfeits() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("player.sh");
    let own = format!("{} ugi --pool 1000", env!("CARGO_BIN_EXE_host-sim"));
    let good = format!("exec {own}\n");
    // It calls itself the same.
    let bad = format!(
        "read -r ugi; printf 'ugi\\nquit\\n' | {own}\n\
         while read -r line; do case $line in\n\
         isready) echo readyok;;\n\
         go*) exit 3;;\n\
         quit) exit;;\n\
         esac; done\n"
    );
    let player = format!("ugi:nodes=20:sh {}", path.display());
    let plan = ["--a", &player, "--b", "random", "--games", "10"];
    let part = |shard: &str, script: &str| {
        fs::write(&path, script).unwrap();
        let file = folder.path().join(shard.replace('/', "-"));
        let out = ["--shard", shard, "--out", file.to_str().unwrap()];
        let (code, told) = outcome(&[&["match"], &plan[..], &out].concat());
        assert_eq!(code, Some(0), "{told}");
        (file.to_str().unwrap().to_owned(), told)
    };
    let judged = |files: &[&str], percent: &str| {
        outcome(&[&["score", "--forfeits", percent], files].concat())
    };
    let (one, told) = part("1/5", &bad);
    let verdict = "not a result: 2 of 2 games are forfeits, more than 10%";
    assert!(told.contains(&format!("part 1/5: {verdict}")), "{told}");
    let (code, told) = judged(&[&one], "10");
    assert!(code == Some(3) && told.contains(verdict), "{told}");

    let others = ["2/5", "3/5", "4/5", "5/5"].map(|it| part(it, &good).0);
    let files = others.iter().chain([&one]).map(String::as_str);
    let files: Vec<&str> = files.collect();
    for (percent, expected) in [("20", 0), ("19", 3)] {
        let (code, told) = judged(&files, percent);
        assert_eq!(code, Some(expected), "{told}");
        assert!(told.contains("A crash 2"), "{told}");
    }
}

/// What Slurm starts for each task of an array, with the numbers that it sets.
#[cfg(unix)]
#[test]
fn a_task_of_a_job_array_plays_its_part() {
    let folder = TempDir::new().unwrap();
    let games_in = folder.path().join("not/yet");
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/cluster/match.sbatch");
    let task = |number: &str| {
        let output = Command::new("sh")
            .arg(script)
            .arg(&games_in)
            .args(&MATCH[1..])
            .env("HOST_SIM", env!("CARGO_BIN_EXE_host-sim"))
            .env("SLURM_ARRAY_TASK_ID", number)
            .env("SLURM_ARRAY_TASK_COUNT", "2")
            .output()
            .unwrap();
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{told}");
        games_in.join(format!("{number}.jsonl"))
    };
    let parts = ["1", "2"].map(task);
    let whole = folder.path().join("whole");
    let result = play(&whole, &[]);
    assert_eq!(games(&parts), games(&[whole]));
    assert_eq!(score(&parts, &[]), result);
    // Requeued, it has nothing left to do.
    let before = fs::read(&parts[0]).unwrap();
    assert_eq!(fs::read(task("1")).unwrap(), before);
}

/// All parts at the same time, on one folder.
#[test]
fn parts_of_a_climb_end_alike() {
    let folder = TempDir::new().unwrap();
    let climb = |out: &str, more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_host-sim"));
        command
            .args(["tune", "--base", "engine:nodes=20,pool=1000"])
            .args([
                "--size",
                "9x9",
                "--spsa",
                "exploration=200:50,rave=900:300",
            ])
            .args(["--pairs", "20", "--step-pairs", "6", "--out"])
            .arg(folder.path().join(out))
            .args(more)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command.spawn().unwrap()
    };
    let ended = |child: std::process::Child| {
        let output = child.wait_with_output().unwrap();
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{told}");
        String::from_utf8(output.stdout).unwrap()
    };
    let whole = ended(climb("whole.jsonl", &[]));
    assert!(whole.contains("after 24 pairs"), "{whole}");
    let parts = ["1/3", "2/3", "3/3"];
    let parts = parts.map(|shard| climb("climb.jsonl", &["--shard", shard]));
    for part in parts {
        assert_eq!(ended(part), whole);
    }
    let lines = |name: &str| {
        let text = fs::read_to_string(folder.path().join(name)).unwrap();
        text.lines().count()
    };
    assert_eq!(lines("whole.jsonl"), 24);
    assert_eq!(lines("climb.2-of-3.jsonl"), 8);
    // A part that was interrupted reads the others from their beginning.
    let own = folder.path().join("climb.2-of-3.jsonl");
    let text = fs::read_to_string(&own).unwrap();
    let some: String = text.split_inclusive('\n').take(3).collect();
    fs::write(&own, some).unwrap();
    let again = climb("climb.jsonl", &["--shard", "2/3", "--resume"]);
    assert_eq!(ended(again), whole);
    assert_eq!(fs::read_to_string(&own).unwrap(), text);
}

/// A part that knows more than it is asked for does not wait for what the
/// others have not played.
#[test]
fn a_part_that_is_ahead_does_not_wait() {
    let folder = TempDir::new().unwrap();
    let climb = |shard: &str, pairs: &str, more: &[&str]| {
        let mut command = cargo_bin_cmd!("host-sim");
        command
            .args(["tune", "--base=engine:nodes=20,pool=1000", "--size=9x9"])
            .args(["--spsa=rave=900:300", "--step-pairs=2", "--out"])
            .arg(folder.path().join("climb.jsonl"))
            .args(["--shard", shard, "--pairs", pairs])
            .args(more)
            .timeout(Duration::from_secs(120));
        let ended = command.assert().success();
        String::from_utf8(ended.get_output().stdout.clone()).unwrap()
    };
    let both = |pairs, more: &[&str]| {
        thread::scope(|scope| {
            let two = scope.spawn(|| climb("2/2", pairs, more));
            [climb("1/2", pairs, more), two.join().unwrap()]
        })
    };
    let [first, _] = both("4", &[]);
    assert!(first.contains("after 4 pairs"), "{first}");
    let behind = folder.path().join("climb.2-of-2.jsonl");
    let short = fs::read_to_string(&behind).unwrap();
    both("8", &["--resume"]);
    let ahead = folder.path().join("climb.1-of-2.jsonl");
    let long = fs::read_to_string(&ahead).unwrap();
    assert_eq!((short.lines().count(), long.lines().count()), (2, 4));

    fs::write(&behind, short).unwrap();
    assert_eq!(climb("1/2", "4", &["--resume"]), first);
    assert_eq!(fs::read_to_string(&ahead).unwrap(), long);
}
