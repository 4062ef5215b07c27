//! Runs every example of `docs/PROTOCOL.md` and compares the answers.
//!
//! An example is a fenced block marked `ugi` or `console`. Lines that start
//! with `> ` are sent; the lines below are what must come back. `…` stands
//! for any text within a line; alone on a line, for any number of lines.

mod common;

use common::Talk;
use pocketfour_protocol::Mode;

const PAGE: &str =
    include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/PROTOCOL.md"));

/// The examples: the mark of the fence, the line it is on, the text.
fn examples() -> Vec<(&'static str, usize, Vec<&'static str>)> {
    let mut examples = Vec::new();
    let mut lines = PAGE.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        if let Some(mark) = line.strip_prefix("```") {
            let text = lines.by_ref().map(|(_, line)| line);
            let text = text.take_while(|line| *line != "```").collect();
            examples.push((mark, number + 1, text));
        }
    }
    examples
}

fn line_matches(pattern: &str, line: &str) -> bool {
    let mut parts = pattern.split('…');
    let Some(mut rest) = line.strip_prefix(parts.next().unwrap_or("")) else {
        return false;
    };
    let parts: Vec<&str> = parts.collect();
    let Some((last, middle)) = parts.split_last() else {
        return rest.is_empty();
    };
    for part in middle {
        match rest.split_once(part) {
            Some((_, after)) => rest = after,
            None => return false,
        }
    }
    rest.ends_with(last)
}

fn matches(patterns: &[&str], lines: &[&str]) -> bool {
    match (patterns.split_first(), lines.split_first()) {
        (None, None) => true,
        (Some((&"…", later)), _) => {
            (0..=lines.len()).any(|skip| matches(later, &lines[skip..]))
        }
        (Some((pattern, patterns)), Some((line, lines))) => {
            line_matches(pattern, line) && matches(patterns, lines)
        }
        _ => false,
    }
}

#[test]
fn every_example_is_true() {
    let mut sent = 0;
    for (mark, number, text) in examples() {
        let mut talk = match mark {
            "ugi" => Talk::program(),
            "console" => Talk::person(),
            _ => continue,
        };
        let mut text = text.into_iter().peekable();
        while let Some(line) = text.next() {
            let line = line.strip_prefix("> ").expect("a line to send");
            let mut expected = Vec::new();
            while let Some(line) = text.next_if(|l| !l.starts_with("> ")) {
                expected.push(line.trim_end());
            }
            let answer = talk.ask(line);
            let answer = answer
                .lines()
                .map(|line| line.strip_prefix("> ").unwrap_or(line).trim_end());
            let answer: Vec<&str> =
                answer.filter(|line| !line.is_empty()).collect();
            assert!(
                matches(&expected, &answer),
                "docs/PROTOCOL.md, example at line {number}, {line:?}:\n{}",
                answer.join("\n")
            );
            sent += 1;
        }
    }
    assert!(sent > 40, "{sent}");
}

/// The page has the option's row, with these values and this default.
fn check_option(option: &str) {
    let words: Vec<&str> = option.split(' ').collect();
    let name = words[0];
    let row = PAGE.lines().find(|l| l.starts_with(&format!("| `{name}` |")));
    let row = row.unwrap_or_else(|| panic!("the page lacks {name}"));
    let cells: Vec<&str> = row.split(" | ").collect();
    let values = match words[2..] {
        ["spin", .., low, "max", high] => format!("{low} to {high}"),
        ["check", ..] => "`true`, `false`".into(),
        ["combo", "default", _, "var", ref names @ ..] => {
            format!("`{}`", names.join(" ").replace(" var ", "`, `"))
        }
        _ => cells[1].into(),
    };
    // In words: a time, the pool of whatever board it is, a long list.
    let in_words = ["MoveTime", "Pool", "Profile"].contains(&name);
    assert!(in_words || cells[1] == values, "{row}");
    let default = cells[2].trim_matches('`');
    assert!(name == "Pool" || default == words[4], "{row}");
}

#[test]
fn every_word_and_option_is_on_the_page() {
    let mut talk = Talk::new(Mode::Program);
    for line in talk.ask("ugi").lines() {
        if let Some(option) = line.strip_prefix("option name ") {
            check_option(option);
        }
    }
    talk.ask("console");
    let help = talk.ask("help");
    let (list, also) = help.split_once("Also: ").expect("more words");
    let also = also.split_once(';').expect("an end").0.split(", ");
    let first = |line: &'_ str| line.split(' ').next().unwrap().to_owned();
    for word in list.lines().map(first).chain(also.map(str::to_owned)) {
        let on_page = PAGE.contains(&format!("`{word}"));
        let known = on_page || word.is_empty() || word == "4";
        assert!(known, "docs/PROTOCOL.md lacks the word {word}");
    }
}

#[test]
fn dots_match_anything() {
    assert!(line_matches("a … c", "a b c"));
    assert!(!line_matches("a … c", "a b d"));
    assert!(line_matches("bestmove …", "bestmove 4"));
    assert!(matches(&["a", "…", "d"], &["a", "b", "c", "d"]));
    assert!(!matches(&["a", "…", "d"], &["a", "b"]));
}
