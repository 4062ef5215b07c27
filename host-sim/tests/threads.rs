//! How many threads think changes how long it takes, and nothing else.

use assert_cmd::cargo::cargo_bin_cmd;
use host_sim::matches::Record;

const POSITION: &str =
    "10/4#5/10/8o1/6o1x1/2o1o1x1oo/2xox1x1ox/oxxxoox1ox/ooxoxxo1xx x";

/// What a command prints with 1, 2 and 8 threads, which must be the same.
fn with_threads(print: impl Fn(&str) -> String) -> String {
    let [one, two, eight] = ["1", "2", "8"].map(print);
    assert_eq!(one, two);
    assert_eq!(one, eight);
    one
}

#[test]
fn a_position_is_analyzed_alike() {
    let analyzed = |in_flight| {
        with_threads(|threads| {
            let command = ["analyze", POSITION, "--nodes", "5000"];
            let in_flight = ["--in-flight", in_flight];
            let threads = ["--threads", threads];
            crate::common::printed(
                &[&command[..], &in_flight, &threads].concat(),
            )
        })
    };
    let texts = ["1", "2", "3", "4"].map(analyzed);
    // Visits differ: the comparison above compares something.
    assert_ne!(texts[0], texts[1]);
    assert_ne!(texts[1], texts[3]);
    let threads = ["analyze", POSITION, "--nodes", "5000", "--threads", "8"];
    assert_eq!(crate::common::printed(&threads), texts[3]);
}

#[test]
fn a_session_answers_alike() {
    let said = |in_flight: u32| {
        with_threads(|threads| {
            let mut ugi = cargo_bin_cmd!("host-sim");
            ugi.args(["ugi", "--seed", "1", "--pool", "1000"]);
            let script = format!(
                "setoption name Info value false\n\
                 setoption name Seed value 7\n\
                 setoption name InFlight value {in_flight}\n\
                 position fen {POSITION}\ngo nodes 3000\nstats\n\
                 position startpos moves 4 4\ngo nodes 3000\nstats\n"
            );
            let output = ugi.args(["--threads", threads]).write_stdin(script);
            let printed = output.unwrap().stdout;
            String::from_utf8(printed).unwrap()
        })
    };
    let texts = [1, 2, 4].map(said);
    for text in &texts {
        assert_eq!(text.matches("bestmove").count(), 2, "{text}");
    }
}

#[test]
fn a_match_is_played_alike() {
    let games = with_threads(|threads| {
        let a =
            format!("engine:nodes=50,pool=500,inflight=3,threads={threads}");
        let b = "engine:nodes=50,pool=500";
        let file = crate::common::new_file(&format!("threads-{threads}.jsonl"));
        let out = file.to_str().unwrap();
        let games = ["--games", "6", "--seed", "3", "--out", out];
        crate::common::printed(
            &[&["match", "--a", &a, "--b", b], &games[..]].concat(),
        );
        let text = std::fs::read_to_string(&file).unwrap();
        let records = text.lines().map(|line| {
            let game: Record = serde_json::from_str(line).unwrap();
            format!("{} {:?} {:?}\n", game.game, game.moves, game.scores)
        });
        let mut records = Vec::from_iter(records);
        records.sort();
        records.concat()
    });
    assert_eq!(games.lines().count(), 6, "{games}");
}

#[test]
fn there_is_at_least_one_thread() {
    for command in [["analyze", POSITION], ["ugi", "--console"]] {
        let text =
            crate::common::refused(&[&command[..], &["--threads=0"]].concat());
        assert!(text.contains("--threads"), "{text}");
    }
    let many = ["analyze", POSITION, "--in-flight", "5"];
    assert!(crate::common::refused(&many).contains("1..=4"));
}
