//! What `match` prints, and what it refuses.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use assert_cmd::cargo::cargo_bin_cmd;

fn printed(arguments: &[&str]) -> String {
    crate::common::printed(&[&["match"], arguments].concat())
}

fn refused(arguments: &[&str]) -> String {
    crate::common::refused(&[&["match"], arguments].concat())
}

#[test]
fn the_same_seed_gives_the_same_match() {
    let engine = "engine:nodes=20,pool=1000";
    let seeded = |seed| {
        let games = ["--games", "30", "--seed", seed];
        printed(&[&["--a", engine, "--b", engine], &games[..]].concat())
    };
    assert_eq!(seeded("1"), seeded("1"));
    assert_ne!(seeded("1"), seeded("2"));
    assert_eq!(seeded("1").lines().count(), 1);
}

#[test]
fn perfect_play_holds_small_boards() {
    let boards = ["--size", "4x5", "--block", "none", "--games", "10"];
    let players = ["--a", "perfect", "--b", "engine:nodes=200,pool=1000"];
    let score = printed(&[&players[..], &boards].concat());
    assert!(score.contains(" -0 "), "{score}");
}

#[test]
fn a_tournament_ends_with_a_table() {
    let players = "engine:nodes=30,pool=1000,rival:001:nodes=30,random";
    let text = printed(&["--round-robin", players, "--games", "4"]);
    let rows = text.lines().filter(|line| line.starts_with("| "));
    assert_eq!(rows.count(), 4, "{text}");
    let text = printed(&[
        "--a",
        "random",
        "--ladder",
        "rival:000:nodes=9,rival:002:nodes=9",
        "--games",
        "2",
    ]);
    assert_eq!(text.matches("random against rival").count(), 2, "{text}");
}

#[test]
fn a_sequential_test_goes_on_until_it_is_decided() {
    let players = ["--a", "engine:nodes=20,pool=1000", "--b", "random"];
    let test = ["--size", "6x7", "--sprt", "elo0=0,elo1=10"];
    let text = printed(&[&players[..], &test].concat());
    assert!(text.contains("Elo 10 accepted"), "{text}");
    let games = [&players[..], &test, &["--games", "100"]].concat();
    assert!(printed(&games).contains("undecided"), "100 are too few");
}

/// While a match runs, a line says how it stands: the score, the pairs by their
/// points, and how far the test has come.
#[test]
fn the_running_line_has_the_pairs_and_the_test() {
    let engine = "engine:nodes=300,pool=1000";
    let mut child = Command::new(env!("CARGO_BIN_EXE_host-sim"))
        .args(["match", "--a", engine, "--b", engine])
        .args(["--sprt", "elo0=0,elo1=1", "--games", "100000"])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    let lines = &mut BufReader::new(child.stderr.take().unwrap());
    lines.read_line(&mut line).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    let after = |word: &str| {
        let (_, rest) = line.split_once(word).expect(&line);
        rest.trim_start().to_owned()
    };
    let (games, _) = line.split_once(" of at most 100000 games +").unwrap();
    let games: u64 = games.parse().unwrap();
    let pairs = after(", pairs ");
    let (pairs, _) = pairs.split_once(',').unwrap();
    let pairs: Vec<u64> =
        pairs.split('-').map(|it| it.parse().unwrap()).collect();
    assert_eq!(pairs.len(), 5, "{line}");
    // At most one game of each thread belongs to a pair that is not whole.
    let played = 2 * pairs.iter().sum::<u64>();
    assert!(played <= games && games - played <= 64, "{line}");
    let ratio = after(", LLR ");
    let (ratio, rest) = ratio.split_once(' ').unwrap();
    let ratio: f64 = ratio.parse().unwrap();
    assert!(ratio.abs() < 2.95, "{line}");
    assert!(rest.starts_with("(-2.94, 2.94), at most "), "{line}");
}

/// More threads than cores would take each other's time.
#[test]
fn there_are_no_more_threads_than_cores() {
    let cores = std::thread::available_parallelism().unwrap().get();
    let folder = tempfile::TempDir::new().unwrap();
    let out = folder.path().join("games.jsonl");
    let out = out.to_str().unwrap();
    let players = ["match", "--a=random", "--b=random", "--games=2"];
    for (command, what) in [
        (&[&players[..], &["--out", out]].concat()[..], "games"),
        (&["diff", "--positions=500"], "tasks"),
    ] {
        let many = [command, &["--threads", "1000"]].concat();
        let (code, told) = crate::common::outcome(&many);
        assert_eq!(code, Some(0), "{told}");
        let note = format!(
            "note: --threads 1000 is more than there are cores: {cores} \
             {what} at a time\n"
        );
        assert!(told.contains(&note), "{told}");
    }
    let at_once = |out: &str| -> Vec<usize> {
        let text = std::fs::read_to_string(out).unwrap();
        let games = text.lines().map(|line| {
            let game: host_sim::matches::Record =
                serde_json::from_str(line).unwrap();
            game.provenance.unwrap().threads
        });
        games.collect()
    };
    assert_eq!(at_once(out), [cores; 2]);

    // Those of the players count as well.
    for threads in [2, cores + 2] {
        let player = format!("engine:nodes=9,threads={threads}");
        let most = (cores / threads).max(1);
        for asked in [&[][..], &["--threads", "1000"]] {
            let out = folder.path().join(format!("{player}{}", asked.len()));
            let out = out.to_str().unwrap();
            let players = ["match", "--a=random", "--b", &player];
            let more = ["--games=2", "--out", out];
            let (code, told) =
                crate::common::outcome(&[&players[..], &more, asked].concat());
            assert_eq!(code, Some(0), "{told}");
            assert_eq!(at_once(out), [most; 2], "{player}");
            let note = format!(
                "note: --threads 1000 with players of {threads} threads is \
                 more than there are cores: {most} games at a time\n"
            );
            let is_told = !asked.is_empty();
            assert_eq!(told.contains(&note), is_told, "{told}");
        }
    }
}

#[test]
fn mistakes_are_explained_on_one_line() {
    let a = ["--a", "random"];
    for (wrong, told) in [
        (&["--b", "engine:pool=7"][..], "pool is a number from 32"),
        (&["--b", "rival:005"], "no player `rival:005`"),
        (&["--b", "rival:001:pool=5"], "there are nodes, movetime"),
        (&["--b", "ugi:"], "no player `ugi:`"),
        (&["--b", "random", "--sprt", "elo0=1"], "elo0=…,elo1=…"),
        (&["--b", "random", "--resume"], "--out"),
        (&["--b", "random", "--games", "0"], "a whole number from 1"),
        (&["--b", "random", "--size=9x9", "--block=10,1"], "rows 1 to 9"),
        (&["--ladder", "random,random"], "`random` is there twice"),
        (&["--b", "ugi:movtime=5:true"], "no option `movtime`: there are"),
        (&["--b", "ugi:movetime=5"], "options end with a colon"),
        (&["--b", "so:nodes=5:x.so"], "which a library does not"),
        (&["--b", "ugi:clock=sun:true"], "clock is one of wall, cpu"),
        (&["--b", "serial:clock=cpu:/dev/x"], "no option `clock`"),
        (&["--b", "engine:threads=2,clock=cpu"], "with several threads"),
        (&["--b", "random", "--time", "1m"], "such as 60+0.5"),
        (&["--b", "rival:000:movetime=9", "--time", "9"], "leave out movetime"),
        (&["--b", "so:x.so", "--time", "9"], "it knows no clock of the game"),
        (&["--b", "so:movetime=9:x.so", "--time", "9"], "leave out --time"),
        (&["--b", "random", "--forfeits", "101"], "0..=100"),
        (&[], "--b"),
    ] {
        let text = refused(&[&a[..], wrong].concat());
        assert!(text.contains(told), "{text}");
    }
}

#[test]
fn an_image_that_is_not_there_is_named_with_what_builds_it() {
    let line = "qemu.elf: cargo xtask firmware --board qemu\n";
    for command in [&["match", "--a=qemu", "--b=random"][..], &["soak"]] {
        let mut program = cargo_bin_cmd!("host-sim");
        let program = program.args(command).env("CARGO_TARGET_DIR", "/nowhere");
        let refusal = program.assert().failure().stdout("");
        let told = String::from_utf8_lossy(&refusal.get_output().stderr);
        assert!(told.contains("there is no image /nowhere/"), "{told}");
        assert!(told.ends_with(line), "{told}");
        assert_eq!(told.lines().count(), 1, "{told}");
    }
}

#[test]
fn a_board_that_is_not_there_is_named_before_anything_is_played() {
    let told = refused(&["--a", "serial:/dev/ttyNOBODY", "--b", "random"]);
    assert!(told.contains("there is no port /dev/ttyNOBODY: "), "{told}");
}

#[test]
fn clocks_of_a_game_run() {
    let own = env!("CARGO_BIN_EXE_host-sim");
    let program = format!("ugi:grace=5000:{own} ugi");
    let folder = tempfile::TempDir::new().unwrap();
    let out = folder.path().join("games.jsonl");
    let out = out.to_str().unwrap();
    let time = ["--time", "0.4+0.02", "--games", "2", "--size", "6x7"];
    let players = ["--a", "engine", "--b", program.as_str(), "--out", out];
    let score = printed(&[&players[..], &time].concat());
    assert!(!score.contains("forfeit"), "{score}");
    let text = std::fs::read_to_string(out).unwrap();
    for line in text.lines() {
        let game: host_sim::matches::Record =
            serde_json::from_str(line).unwrap();
        assert_eq!(game.time.as_deref(), Some("0.4+0.02"));
        // Nobody asked for 2000 playouts, and all say how many there were.
        let playouts: Vec<u64> =
            game.playouts.iter().flatten().copied().collect();
        assert!(playouts.len() >= game.moves.len() / 2, "{line}");
    }
    // Another time is another match.
    let resumed = ["--time", "0.5+0.02", "--games", "2", "--size", "6x7"];
    let told = refused(&[&players[..], &resumed, &["--resume"]].concat());
    assert!(told.contains("does not belong to this match"), "{told}");
}

#[test]
fn a_slow_program_runs_out_of_time() {
    let answer = "case $l in ugi) echo ugiok;; isready) echo readyok;; \
                  go*) sleep 1; echo bestmove 1;; quit) exit;; esac";
    let slow = format!("ugi:sh -c 'while read -r l; do {answer}; done'");
    let arguments = ["match", "--a", &slow, "--b", "random", "--games", "2"];
    let time = ["--time", "0.2", "--size", "4x4"];
    let (code, text) =
        crate::common::outcome(&[&arguments[..], &time].concat());
    assert_eq!(code, Some(3), "{text}");
    assert!(text.contains("2 of 2 games are forfeits"), "{text}");
}
