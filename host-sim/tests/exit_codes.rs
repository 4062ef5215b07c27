//! The exit codes of `docs/CLUSTER.md`: every row of its tables is what happens.
#![cfg(unix)]

use std::fs;
use std::path::Path;

use crate::common::{outcome, printed};
use tempfile::TempDir;

const PAGE: &str = include_str!("../../docs/CLUSTER.md");

/// The rows of the table under this heading, by their cells.
fn table(heading: &str) -> Vec<Vec<&'static str>> {
    let (_, rest) = PAGE.split_once(heading).unwrap();
    let lines = rest.lines().skip_while(|line| !line.starts_with('|'));
    let rows = lines.take_while(|line| line.starts_with('|')).skip(2);
    let cells = |row: &'static str| {
        row.trim_matches('|').split('|').map(str::trim).collect()
    };
    rows.map(cells).collect()
}

/// The numbers in a cell, such as `0, or 3 if there are too many`.
fn codes(cell: &str) -> Vec<i32> {
    cell.split([' ', ',']).filter_map(|word| word.parse().ok()).collect()
}

/// A program that speaks UGI, with other answers to some lines, which come
/// first.
fn program(folder: &Path, name: &str, answers: &str) -> String {
    let path = folder.join(name);
    let text = format!(
        "while read -r line; do case $line in\n\
         {answers}\n\
         ugi) echo ugiok;;\n\
         isready) echo readyok;;\n\
         go*) echo bestmove 1;;\n\
         quit) exit;;\n\
         esac; done\n"
    );
    fs::write(&path, text).unwrap();
    format!("ugi:movetime=100,grace=400:sh {}", path.display())
}

/// Players of one kind: how the page calls them, and what they play like.
struct Kind {
    /// The start of the row.
    row: &'static str,
    /// A and B.
    players: Vec<[String; 2]>,
}

fn kinds(folder: &Path) -> Vec<Kind> {
    let against_chance = |player: String| [player, "random".into()];
    let answering = |name: &str, answers: &str| {
        against_chance(program(folder, name, answers))
    };
    // Every game is told to a program, the look before the match included.
    let after = |name: &str, games: usize| {
        let count = folder.join(format!("{name}.count"));
        let count = count.display();
        let ends = format!(
            "uginewgame) echo >> {count}; \
             [ $(wc -l < {count}) -gt {games} ] && exit 3;;"
        );
        program(folder, name, &ends)
    };
    let text = folder.join("text.so");
    fs::write(&text, "This is no library.").unwrap();
    let not_there = ["so:/no/such.so", "ugi:/no/such/program", "ugi:true"];
    let not_there = not_there.map(str::to_owned).into_iter();
    let not_there = not_there.chain([format!("so:{}", text.display())]);
    let deaf = "go*) exec 0<&-; exec sleep 60;;";
    let flood = "go*) exec yes something;;";
    vec![
        Kind {
            row: "is a file that is not there",
            players: not_there.map(against_chance).collect(),
        },
        Kind {
            row: "cannot begin a later game, and neither can",
            players: vec![[after("ill", 2), after("poorly", 2)]],
        },
        Kind {
            row: "cannot begin a later game, while",
            players: vec![against_chance(after("tired", 2))],
        },
        Kind {
            row: "ends during a game",
            players: vec![answering("crash", "go*) exit 3;;")],
        },
        Kind {
            row: "does not answer",
            players: vec![
                answering("silent", "go*) exec sleep 60;;"),
                answering("deaf", deaf),
                answering("flood", flood),
            ],
        },
        Kind {
            row: "plays a column that is full or does not exist",
            players: vec![
                answering("outside", "go*) echo bestmove 12;;"),
                answering("full", "go*) echo bestmove 5;;"),
                answering("none", "go*) echo bestmove none;;"),
            ],
        },
        Kind {
            row: "moves later than its clock",
            players: vec![answering("late", "go*) sleep 1; echo bestmove 1;;")],
        },
    ]
}

/// A match on a board of which the fifth column is full, after which A cannot
/// be told from others that do not play.
fn play(folder: &Path, [a, b]: &[String; 2], forfeits: &str) -> (i32, String) {
    let book = folder.join("book");
    fs::write(&book, "9x9#5,5 5 5 5 5 5 5 5 5\n").unwrap();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|it| it == "count") {
            fs::remove_file(path).unwrap();
        }
    }
    let (code, told) = outcome(&[
        "match",
        "--a",
        a,
        "--b",
        b,
        "--games=2",
        "--threads=1",
        "--forfeits",
        forfeits,
        "--openings",
        book.to_str().unwrap(),
    ]);
    (code.unwrap(), told)
}

#[test]
fn every_row_about_a_player_is_what_happens() {
    let folder = TempDir::new().unwrap();
    let kinds = kinds(folder.path());
    let rows = table("What becomes of a player");
    assert_eq!(rows.len(), kinds.len(), "each row has its case");
    for (row, kind) in rows.iter().zip(kinds) {
        let [what, told, codes] = row.as_slice() else { panic!("{row:?}") };
        assert!(what.starts_with(kind.row), "{what}: {}", kind.row);
        let codes = self::codes(codes);
        for players in &kind.players {
            let play = |forfeits| play(folder.path(), players, forfeits);
            let Some((_, forfeit)) = told.split_once("forfeit: ") else {
                // What is told stands between the first two quotes.
                let told = told.split('`').nth(1).unwrap();
                let (code, text) = play("100");
                assert_eq!(codes, [code], "{players:?}: {text}");
                assert!(text.contains(told), "{players:?}: {text}");
                continue;
            };
            let word = forfeit.split([' ', ',']).next().unwrap();
            let named = format!("A {word} ");
            for (percent, expected) in ["100", "10"].into_iter().zip(&codes) {
                let (code, text) = play(percent);
                assert_eq!(code, *expected, "{players:?}: {text}");
                assert!(text.contains(&named), "{players:?}: {text}");
            }
            assert_eq!(codes.len(), 2, "{what}");
        }
    }
}

/// The codes of the page are those of the help.
#[test]
fn the_codes_are_those_of_the_help() {
    let rows = table("## Exit codes");
    let page: Vec<&str> = rows.iter().map(|row| row[0]).collect();
    assert!(page.len() > 2, "{page:?}");
    for command in ["match", "ladder", "score"] {
        let help = printed(&[command, "--help"]);
        let (_, help) = help.split_once("Exit codes:\n").unwrap();
        let words =
            help.lines().filter_map(|line| line.trim().split_once("  "));
        let own: Vec<&str> = words.map(|(code, _)| code).collect();
        assert_eq!(own, page, "{command}");
    }
}
