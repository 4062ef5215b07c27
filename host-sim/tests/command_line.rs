//! What the program prints, and how it ends.

use crate::common::{new_file, refused};

/// The lines printed by a command that succeeds.
fn printed(arguments: &[&str]) -> Vec<String> {
    crate::common::printed(arguments).lines().map(str::to_owned).collect()
}

#[test]
fn diff_ends_with_the_number_of_positions() {
    let lines = printed(&["diff", "--positions", "12345", "--seed", "7"]);
    assert_eq!(lines, ["12345 positions, 0 mismatches"]);
    let lines = printed(&["diff", "--positions", "500", "--size", "12x12"]);
    assert_eq!(lines, ["500 positions, 0 mismatches"]);
}

#[test]
fn a_game_can_be_replayed() {
    let lines = printed(&["diff", "--replay", "6x7#1,4 4 4 - 4 ~ - 1"]);
    assert_eq!(lines, ["no mismatch on the way to 7/7/7/3o3/3x3/x2#3 o"]);
}

#[test]
fn texts_can_be_read() {
    let lines = printed(&[
        "diff",
        "--read",
        "4/4/4/4 x",
        "--read",
        "4/4/4/4 o",
        "--read",
        "-",
    ]);
    assert_eq!(lines, ["no mismatch: 1 of 3 texts accepted"]);
}

#[test]
fn perft_counts_with_both() {
    let command = ["perft", "--size", "6x7", "--depth", "4"];
    for reference in [&[][..], &["--reference"]] {
        let lines = printed(&[&command, reference].concat());
        let counts: Vec<&str> = lines
            .iter()
            .filter_map(|line| line.split_whitespace().nth(1))
            .collect();
        assert_eq!(counts, ["7", "49", "343", "2401"]);

        let distinct = [&command, &["--distinct"][..], reference].concat();
        let lines = printed(&distinct);
        assert_eq!(lines[4].trim(), "4            1120 positions");
    }
}

#[test]
fn perft_writes_the_tables_of_the_tests() {
    let table = include_str!("data/perft/6x7_block_1_4.txt");
    let first = table.lines().next().unwrap();
    let arguments: Vec<&str> = first.split(' ').skip(2).collect();
    assert_eq!(printed(&arguments), table.lines().collect::<Vec<_>>());
}

#[test]
fn a_mistake_is_explained_on_one_line() {
    let size = "a size is ROWSxCOLUMNS, both from 4 to 12";
    for wrong in ["9", "9x", "x", "3x9", "9x13", "9*9", "-9x9"] {
        let option = format!("--size={wrong}");
        assert!(refused(&["diff", &option]).contains(size));
        assert!(refused(&["perft", "--depth=3", &option]).contains(size));
    }
    for wrong in ["0,1", "1,0", "1", "1;1", "a,b"] {
        let block = format!("--block={wrong}");
        let text = refused(&["perft", "--depth=3", &block]);
        assert!(text.contains("a cell is ROW,COLUMN"), "{text}");
    }
    let text = refused(&["perft", "--depth=3", "--block=7,1"]);
    assert!(text.contains("6x7 board has rows 1 to 6"), "{text}");
    for wrong in ["0", "-3", "many", "1.5"] {
        let text = refused(&["diff", "--positions", wrong]);
        assert!(text.contains("a whole number from 1"), "{text}");
        let text = refused(&["perft", "--depth", wrong]);
        assert!(text.contains("a whole number from 1"), "{text}");
    }
    let text = refused(&["diff", "--replay", "9x9#5,5 4 0"]);
    assert!(text.contains("columns from 1 to 12"), "{text}");
    let text = refused(&["diff", "--replay", "9x9#5,10 4"]);
    assert!(text.contains("columns 1 to 9"), "{text}");
    assert!(refused(&["perft"]).contains("--depth"));
    assert!(refused(&["juggle"]).contains("juggle"));
}

/// What would be passed over in silence is refused.
#[test]
fn options_that_do_nothing_are_refused() {
    let openings = new_file("openings.txt");
    std::fs::write(&openings, "9x9 4 4\n").unwrap();
    let openings = format!("--openings={}", openings.display());
    let opened = format!("{openings} --games=2");
    let random = format!("match --a=random --b=random {opened}");
    let tune = format!("tune --option=rave --values=1,2 {opened}");
    let boards = "the file of --openings says what the boards are";
    let not_with = "cannot be used with";
    for (command, options, why) in [
        ("suite --make --file=/no/file", "--shard=1/2 --playouts=5", not_with),
        (
            "diff --replay=4x4",
            "--shard=1/2 --positions=5 --seed=2 --size=9x9 --threads=1",
            not_with,
        ),
        (
            "diff --read=x",
            "--shard=1/2 --positions=5 --seed=2 --size=9x9 --threads=1",
            not_with,
        ),
        ("diff --search --only=1", "--shard=1/2", not_with),
        ("diff --positions=5", "--searches=3", "--search"),
        ("book --check=1", "--shard=1/2 --minutes=1", not_with),
        ("book --join=x", "--shard=1/2 --minutes=1", not_with),
        (random.as_str(), "--size=9x9 --block=none", boards),
        (tune.as_str(), "--size=9x9 --block=none", boards),
    ] {
        let words: Vec<&str> = command.split(' ').collect();
        for option in options.split(' ') {
            let told = refused(&[&words[..], &[option]].concat());
            assert!(told.contains(why), "{command} {option}: {told}");
        }
    }
    let words: Vec<&str> = random.split(' ').collect();
    assert_eq!(printed(&words).len(), 1);
}

#[test]
fn help_says_what_there_is() {
    let help = printed(&["--help"]).join("\n");
    assert!(help.contains("diff") && help.contains("perft"));
}
