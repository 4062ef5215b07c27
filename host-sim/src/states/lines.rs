//! The lines that are typed: every word with what may follow it and every
//! option with its values, from the protocol's own tables, and what a form
//! does not show.

use std::sync::LazyLock;

use engine::SettingKind;

/// Whether a line is to be understood.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sense {
    /// In every state.
    Right,
    /// In none.
    Wrong,
    /// As the state is.
    Depends,
}

/// What can be typed.
#[derive(Debug)]
pub(super) struct TypedLine {
    pub(super) text: String,
    pub(super) sense: Sense,
}

/// All of them.
pub(super) static LINES: LazyLock<Vec<TypedLine>> = LazyLock::new(|| {
    let line = |sense| move |text| TypedLine { text, sense };
    let mut all = Vec::new();
    all.extend(WRONG.map(str::to_owned).map(line(Sense::Wrong)));
    all.extend(OTHERS.map(str::to_owned).map(line(Sense::Depends)));
    let usages = protocol::usages().filter(|usage| !usage.contains("NAME"));
    all.extend(usages.flat_map(forms).map(line(Sense::Depends)));
    for (name, kind) in protocol::options() {
        let set = |value| format!("setoption name {name} value {value}");
        let (right, wrong) = values(name, kind);
        all.extend(right.into_iter().map(set).map(line(Sense::Right)));
        all.extend(wrong.into_iter().map(set).map(line(Sense::Wrong)));
    }
    all.sort_by(|a, b| a.text.cmp(&b.text));
    all.dedup_by(|a, b| a.text == b.text);
    all
});

/// What is refused everywhere.
const WRONG: [&str; 9] = [
    "go movetime soon",
    "help nonsense",
    "level 99",
    "new 99x99",
    "nonsense",
    "perft x",
    "position startpos moves 13",
    "query nonsense",
    "setoption name Colour value red",
];

/// What no form shows.
const OTHERS: [&str; 19] = [
    "",
    "\x03",
    "4",
    "99",
    "colour off",
    "go depth 2",
    "go p1time 100 p2time 100 p1inc 1 p2inc 1",
    "go ponder nodes 5",
    "load",
    "load 7/7/7/7/oo5/xxx1o2 x",
    "load 9x9 block 3,4 moves 1 2",
    "move",
    "new 9x9 block 3,4",
    "perft",
    "perft 12",
    "position fen 7/7/7/7/oo5/xxx1o2 x",
    "position startpos",
    "position startpos moves 4 4",
    "time 0",
];

/// The lines that a form such as `play [x|o|both|none]` stands for: without
/// what is in brackets, with each part of it, and with each choice.
fn forms(usage: &str) -> Vec<String> {
    let (required, optional) = parts(usage);
    let mut lines = choices(&required);
    let base = lines.first().cloned().unwrap_or_default();
    for part in optional {
        let with_part = choices(&part).into_iter();
        lines.extend(with_part.map(|part| format!("{base} {part}")));
    }
    lines
}

/// What has to be there, and what is in each pair of brackets.
fn parts(usage: &str) -> (String, Vec<String>) {
    let (mut required, mut optional) = (String::new(), Vec::new());
    let mut rest = usage;
    while let Some((before, after)) = rest.split_once('[') {
        required.push_str(before);
        let (inside, after) = after.split_once(']').unwrap_or((after, ""));
        optional.push(inside.to_owned());
        rest = after.trim_start();
    }
    (required.trim_end().to_owned() + rest, optional)
}

/// A line for each choice, with everything filled in.
fn choices(form: &str) -> Vec<String> {
    let words: Vec<Vec<&str>> =
        form.split(' ').map(|word| word.split('|').collect()).collect();
    let most = words.iter().map(Vec::len).max().unwrap_or_default();
    let line = |choice: usize| {
        let word =
            |choices: &Vec<&str>| filled(choices[choice % choices.len()]);
        words.iter().map(word).collect::<Vec<_>>().join(" ")
    };
    (0..most).map(line).collect()
}

/// A word that fits where `help` has this one.
fn filled(word: &str) -> String {
    let filled = match word {
        "N" => "3",
        "MS" => "20",
        "1-10" => "3",
        "SECONDS" => "0.01",
        "ROW,COLUMN" => "3,4",
        "SIZE" => "10x12",
        "BOARD" => "7/7/7/7/oo5/xxx1o2",
        "SIDE" => "x",
        "WORD" => "go",
        "..." => "5",
        word => word,
    };
    filled.to_owned()
}

/// Values that an option takes, and others.
fn values(name: &str, kind: Option<SettingKind>) -> (Vec<String>, Vec<String>) {
    let owned = |words: &[&str]| -> Vec<String> {
        words.iter().map(|&word| word.to_owned()).collect()
    };
    match (kind, name) {
        // Its most is the machine's.
        (_, "Pool") => (owned(&["32", "100"]), owned(&["31"])),
        (Some(SettingKind::Number { low, high }), _) => (
            vec![low.to_string(), high.to_string()],
            vec![(u64::from(high) + 1).to_string()],
        ),
        (Some(SettingKind::Flag), _) => {
            (owned(&["true", "off"]), owned(&["maybe"]))
        }
        (Some(SettingKind::Words(words)), _) => {
            (owned(words), owned(&["nonsense"]))
        }
        (None, "Block") => (owned(&["none", "random", "3,4"]), owned(&["3"])),
        (None, "Seed") => (owned(&["random", "7"]), owned(&["none"])),
        // `missing` tells of it.
        (None, _) => (Vec::new(), Vec::new()),
    }
}

/// Which of these words does no line begin with, and which of these options
/// does none set?
pub(super) fn missing(words: &[String], options: &[String]) -> Vec<String> {
    let is_typed = |start: &String| {
        LINES.iter().any(|line| {
            let rest = line.text.strip_prefix(start.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
        })
    };
    let options = options.iter().map(|name| format!("setoption name {name}"));
    let all = words.iter().cloned().chain(options);
    all.filter(|start| !is_typed(start)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_gives_a_line_for_everything_in_it() {
        assert_eq!(forms("bench [N]"), ["bench", "bench 3"]);
        assert_eq!(
            forms("new [10x12|random] [block 3,4|none]"),
            [
                "new",
                "new 10x12",
                "new random",
                "new block 3,4",
                "new block none"
            ]
        );
        assert_eq!(forms("query a|b"), ["query a", "query b"]);
        for usage in protocol::usages() {
            for form in forms(usage) {
                assert!(!form.contains(['[', ']', '|']), "{form}");
            }
        }
    }

    #[test]
    fn what_is_missing_is_named() {
        let names = |names: &[&str]| -> Vec<String> {
            names.iter().map(|&name| name.to_owned()).collect()
        };
        let (words, options) =
            (names(&["go", "dance"]), names(&["Rows", "Ro"]));
        let expected = names(&["dance", "setoption name Ro"]);
        assert_eq!(missing(&words, &options), expected);
    }

    #[test]
    fn every_option_has_values() {
        let names = protocol::options().map(|(name, _)| name.to_owned());
        assert_eq!(missing(&[], &Vec::from_iter(names)), [""; 0]);
    }
}
