//! Tuning on the command line: what it prints, that it goes on where it was
//! interrupted, and what it refuses.

use std::fs;
use std::path::Path;

use crate::common::new_file;
use host_sim::tuning::Iteration;

const BASE: [&str; 5] =
    ["tune", "--base", "engine:nodes=30,pool=1000", "--size", "9x9"];
const CLIMB: [&str; 2] = ["--spsa", "exploration=200:50,expandat=4:2"];

fn tune<'a>(arguments: &[&'a str], out: Option<&'a Path>) -> Vec<&'a str> {
    let mut all = [&BASE, arguments].concat();
    if let Some(out) = out {
        all.extend(["--out", out.to_str().unwrap()]);
    }
    all
}

fn printed(arguments: &[&str], out: Option<&Path>) -> String {
    crate::common::printed(&tune(arguments, out))
}

fn refused(arguments: &[&str], out: Option<&Path>) -> String {
    crate::common::refused(&tune(arguments, out))
}

#[test]
fn values_are_compared() {
    let [out, plot] = ["values.jsonl", "values.svg"].map(new_file);
    let plot_to = plot.to_str().unwrap();
    let values = ["--option", "expandat", "--values", "400,1,4"];
    let arguments =
        [&values[..], &["--games", "6", "--plot", plot_to]].concat();
    let text = printed(&arguments, Some(&out));
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "| expandat | score | Elo |");
    for (line, value) in lines[2..5].iter().zip(["1", "4", "400"]) {
        assert!(line.starts_with(&format!("| {value} | ")), "{text}");
    }
    let last = lines.last().unwrap();
    assert!(last.starts_with("expandat="), "{text}");

    let games = fs::read_to_string(&out).unwrap();
    assert_eq!(games.lines().count(), 18);
    let drawing = fs::read_to_string(&plot).unwrap();
    assert!(drawing.starts_with("<svg xmlns="), "{drawing}");
    assert_eq!(drawing.matches("class='error'").count(), 3);
    assert!(drawing.contains(">expandat=400</text>"), "{drawing}");

    // All games are there: nothing is played, and all is said again.
    let again = [&arguments[..], &["--resume"]].concat();
    assert_eq!(printed(&again, Some(&out)), text);
    assert_eq!(fs::read_to_string(&out).unwrap(), games);
}

#[test]
fn an_interrupted_climb_ends_where_it_would_have() {
    let [whole, torn] = ["climb.jsonl", "torn_climb.jsonl"].map(new_file);
    let arguments = [&CLIMB[..], &["--pairs", "24", "--seed", "5"]].concat();
    let text = printed(&arguments, Some(&whole));
    assert!(text.starts_with("| option | start | after 24 pairs |"), "{text}");
    assert!(text.contains("\nexploration="), "{text}");
    assert!(text.contains("\nexpandat="), "{text}");
    let journal = fs::read(&whole).unwrap();
    let lines = journal.split_inclusive(|&byte| byte == b'\n');
    let each = lines.map(|line| serde_json::from_slice(line).unwrap());
    let each: Vec<Iteration> = each.collect();
    assert_eq!(each.len(), 24);
    assert_ne!(each[0].values, each[23].values);

    let resume = [&arguments[..], &["--resume"]].concat();
    for part in [0, 1, 2, 5, 9].map(|tenth| journal.len() * tenth / 10) {
        fs::write(&torn, &journal[..part]).unwrap();
        assert_eq!(printed(&resume, Some(&torn)), text);
        assert_eq!(fs::read(&torn).unwrap(), journal);
    }
    // A climb can be made longer.
    fs::remove_file(&torn).unwrap();
    let short = [&CLIMB[..], &["--pairs", "7", "--seed", "5"]].concat();
    printed(&short, Some(&torn));
    assert_eq!(printed(&resume, Some(&torn)), text);
    assert_eq!(fs::read(&torn).unwrap(), journal);
}

#[test]
fn other_files_are_left_alone() {
    let path = new_file("other_climb.jsonl");
    fs::write(&path, "{}\n").unwrap();
    let resume = [&CLIMB[..], &["--pairs", "2", "--resume"]].concat();
    assert!(refused(&resume[..4], Some(&path)).contains("--resume goes on"));
    assert!(refused(&resume, Some(&path)).contains("line 1: this is not"));
    assert_eq!(fs::read_to_string(&path).unwrap(), "{}\n");
    fs::write(&path, "a letter").unwrap();
    assert!(refused(&resume, Some(&path)).contains("line 1: this is not"));
    assert_eq!(fs::read_to_string(&path).unwrap(), "a letter");

    fs::remove_file(&path).unwrap();
    printed(&resume, Some(&path));
    for more in [["--seed", "2"], ["--block", "none"]] {
        let text = refused(&[&resume[..], &more].concat(), Some(&path));
        assert!(text.contains("line 1: this does not belong"), "{text}");
    }
}

/// What another build has played is gone on with only if told so.
#[test]
fn a_climb_is_of_one_build() {
    let path = new_file("climb_of_builds.jsonl");
    let resume = [&CLIMB[..], &["--pairs", "3", "--resume"]].concat();
    let text = printed(&resume, Some(&path));
    let journal = fs::read_to_string(&path).unwrap();
    let line = journal.lines().next_back().unwrap();
    let last: Iteration = serde_json::from_str(line).unwrap();
    let build = last.build.clone().unwrap();
    assert!(build.starts_with(env!("CARGO_PKG_VERSION")), "{build}");
    let other = journal.replace(&build, "0.0.1+00");
    let before = Iteration { build: None, ..last };
    let before = serde_json::to_string(&before).unwrap();
    let before = journal.replace(line, &before);
    for (journal, who) in
        [(&other, "line 1: played by 0.0.1+00"), (&before, "an unknown build")]
    {
        fs::write(&path, journal).unwrap();
        let told = refused(&resume, Some(&path));
        assert!(told.contains(&format!("{who}, and this is ")), "{told}");
        assert_eq!(fs::read_to_string(&path).unwrap(), *journal);
        let mixed = [&resume[..], &["--mixed"]].concat();
        assert_eq!(printed(&mixed, Some(&path)), text);
    }
}

#[test]
fn help_names_every_number() {
    let all = crate::common::refused(&["tune", "--option=x", "--values=1,2"]);
    let (_, names) = all.trim().rsplit_once("there are ").unwrap();
    let help = crate::common::printed(&["tune", "--help"]);
    assert!(names.split(", ").count() > 3, "{names}");
    for name in names.split(", ") {
        assert!(help.contains(name), "{name} in {help}");
    }
}

#[test]
fn mistakes_are_explained() {
    let out = new_file("mistake.jsonl");
    for (numbers, why) in [
        ("speed=1:1", "there are exploration, grading, expandat, rave"),
        ("exploration", "NAME=START:STEP"),
        ("exploration=1", "NAME=START:STEP"),
        ("exploration=9000:1", "exploration is a whole number from 0 to 8192"),
        ("exploration=1:0", "moved by 1 or more"),
        ("expandat=4:0.5", "moved by 1 or more"),
        ("expandat=4:NaN", "moved by 1 or more"),
        ("expandat=4.5:1", "expandat is a whole number"),
        ("expandat=4:1,expandat=4:1", "`expandat` is there twice"),
    ] {
        let text = refused(&["--spsa", numbers], Some(&out));
        assert!(text.contains(why), "{text}");
    }
    for (values, why) in [
        ("1", "two values or more"),
        ("1,01", "`01` is there twice"),
        ("1,x", "`x`: grading is a whole number from 1 to 100"),
        ("-1,2", "`-1`: grading is a whole number from 1 to 100"),
        ("", "``: grading is"),
    ] {
        let wrong = ["--option", "grading", "--values", values];
        let text = refused(&wrong, Some(&out));
        assert!(text.contains(why), "{text}");
    }
    assert!(refused(&[], None).contains("--option"));
    assert!(refused(&CLIMB, None).contains("--out"));
    assert!(refused(&["--option", "rave"], None).contains("--values"));
    let pairs = [&CLIMB[..], &["--pairs", "0"]].concat();
    assert!(refused(&pairs, Some(&out)).contains("a whole number from 1"));
    let block = [&CLIMB[..], &["--block", "10,1"]].concat();
    assert!(refused(&block, Some(&out)).contains("rows 1 to 9"));

    let values = ["--option", "expandat", "--values", "1,2"];
    let rival = [&["tune", "--base", "rival:000"][..], &values].concat();
    let text = crate::common::refused(&rival);
    assert!(text.contains("only the engine can be tuned"), "{text}");
    assert!(!out.exists());
}
