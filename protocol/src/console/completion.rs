//! Words that are typed in part.

use super::TOPICS;
use super::command::{ALIASES, SEATS};
use crate::help::{Topic, topics};

/// What may become of the word before the cursor.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Completion {
    /// No word begins so.
    None,
    /// One word does, and this is the rest of it.
    Whole(&'static str),
    /// Several do, and all of them go on like this.
    Part(&'static str),
    /// Several do, and differ from here on.
    Choice,
}

impl Completion {
    /// What the end of a line may become.
    pub(crate) fn of(line: &str) -> Completion {
        let start = last_word(line);
        let mut words = candidates(line);
        let Some(first) = words.next() else { return Completion::None };
        let mut common = rest(first, start);
        let mut is_only = true;
        for word in words {
            is_only = false;
            common = shared(common, rest(word, start));
        }
        match (is_only, common) {
            (true, rest) => Completion::Whole(rest),
            (false, "") => Completion::Choice,
            (false, part) => Completion::Part(part),
        }
    }
}

fn last_word(line: &str) -> &str {
    let space = line.bytes().rposition(|byte| byte == b' ');
    line.get(space.map_or(0, |space| space + 1)..).unwrap_or("")
}

/// The words that the last word of a line may become.
pub(crate) fn candidates(line: &str) -> impl Iterator<Item = &'static str> {
    let start = last_word(line);
    let before = line.strip_suffix(start);
    debug_assert!(before.is_some(), "the last word ends the line");
    let before = before.unwrap_or("");
    let mut words = before.split_ascii_whitespace();
    let [first, second] = [words.next(), words.next()];
    let is = |word: &str| {
        second.is_none()
            && first.is_some_and(|first| first.eq_ignore_ascii_case(word))
    };
    let is_flag =
        |topic: &Topic| topic.usage.ends_with("[on|off]") && is(topic.word());
    let all = first.is_none() || is("help");
    let more: &[&str] = if is("play") {
        SEATS
    } else if TOPICS.iter().chain(ALIASES).any(is_flag) {
        &["on", "off"]
    } else if is("new") {
        &["random", "block"]
    } else {
        &[]
    };
    // A person's words, then those of a program that are not the same.
    let is_own = |word: &str| TOPICS.iter().any(|own| own.word() == word);
    let own = TOPICS.iter().map(Topic::word);
    let others = topics(false).map(Topic::word);
    let others = others.filter(move |word| !is_own(word));
    let words = own.chain(others).filter(move |_| all);
    words.chain(more.iter().copied()).filter(move |word| {
        let beginning = word.get(..start.len());
        beginning.is_some_and(|it| it.eq_ignore_ascii_case(start))
    })
}

fn rest(word: &'static str, start: &str) -> &'static str {
    let rest = word.get(start.len()..);
    debug_assert!(rest.is_some(), "{word} does not begin with {start}");
    rest.unwrap_or("")
}

/// The beginning that two texts share.
fn shared(one: &'static str, other: &str) -> &'static str {
    let mut pairs = one.bytes().zip(other.bytes());
    let length = pairs.position(|(a, b)| a != b);
    one.get(..length.unwrap_or(one.len().min(other.len()))).unwrap_or("")
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::vec::Vec;

    use super::*;

    #[test]
    fn words_are_completed() {
        for (line, expected) in [
            ("hi", Completion::Whole("nt")),
            ("NE", Completion::Whole("w")),
            ("le", Completion::Whole("vel")),
            ("po", Completion::Choice),
            ("sy", Completion::Whole("sinfo")),
            ("xyz", Completion::None),
            ("play bo", Completion::Whole("th")),
            ("play b both", Completion::None),
            ("help un", Completion::Whole("do")),
            ("color o", Completion::Choice),
            ("quit", Completion::Whole("")),
            ("new ", Completion::Choice),
            ("4 ", Completion::None),
            ("un do", Completion::None),
        ] {
            assert_eq!(Completion::of(line), expected, "{line}");
        }
        let words: Vec<_> = candidates("s").collect();
        assert!(words.iter().all(|word| word.starts_with('s')), "{words:?}");
        let place = |word| words.iter().position(|&it| it == word);
        assert!(place("save") < place("setoption"), "{words:?}");
        let stops = words.iter().filter(|&&word| word == "stop");
        assert!(place("save").is_some() && stops.count() == 1, "{words:?}");
    }

    #[test]
    fn what_several_words_share_is_typed() {
        assert_eq!(shared("oard", "ench"), "");
        assert_eq!(shared("inder", "inds"), "ind");
        assert_eq!(shared("in", "inds"), "in");
    }
}
