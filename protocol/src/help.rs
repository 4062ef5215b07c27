//! Help: which words there are, how each is typed and what it does. The
//! words are listed beside the parsers that read them.

use core::fmt;

use crate::error::Error;
use crate::terminal::Terminal;
use crate::words::{Word, nearest};
use crate::{console, ugi};

/// How a word is typed, and what it does.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Topic {
    pub(crate) usage: &'static str,
    about: &'static str,
    /// What people are told who ask about this word.
    more: &'static [&'static str],
}

impl Topic {
    pub(crate) const fn new(usage: &'static str, about: &'static str) -> Topic {
        Topic { usage, about, more: &[] }
    }

    pub(crate) const fn more(self, more: &'static [&'static str]) -> Topic {
        Topic { more, ..self }
    }

    pub(crate) fn word(&self) -> &'static str {
        self.usage.split_once(' ').map_or(self.usage, |(word, _)| word)
    }
}

/// The words of a program, or every word: a person can type a program's.
pub(crate) fn topics(console: bool) -> impl Iterator<Item = &'static Topic> {
    let [own, aliases]: [&[Topic]; 2] = match console {
        true => [console::TOPICS, console::ALIASES],
        false => [&[], &[]],
    };
    [own, ugi::SHARED_TOPICS, ugi::TOPICS, aliases].into_iter().flatten()
}

/// How every word is typed, those of people and those of programs: what may
/// be left out is in brackets, `|` is a choice, capitals are to be filled in.
///
/// ```
/// let mut usages = pocketfour_protocol::usages();
/// assert!(usages.any(|usage| usage == "play [x|o|both|none]"));
/// ```
pub fn usages() -> impl Iterator<Item = &'static str> {
    topics(true).map(|topic| topic.usage)
}

fn find(word: &str, console: bool) -> Option<&'static Topic> {
    topics(console).find(|topic| topic.word() == word)
}

/// The topic of a word, as a person understands it.
pub(crate) fn topic(word: &str) -> Result<&'static Topic, Error> {
    find(word, true).ok_or_else(|| unknown(word, true))
}

/// The topic of a word, as a program understands it.
pub(crate) fn program_topic(word: &str) -> Result<&'static Topic, Error> {
    find(word, false).map_or_else(|| topic(word), Ok)
}

/// The error for a word that no parser has taken.
pub(crate) fn unknown(word: &str, console: bool) -> Error {
    match find(word, true) {
        Some(topic) if !console => Error::ForPeople { word: topic.word() },
        _ => {
            let nearest = nearest(word, topics(console).map(Topic::word));
            Error::UnknownWord { word: Word::new(word), nearest }
        }
    }
}

/// Prints one topic, or a line for each word.
pub(crate) fn print(terminal: &mut Terminal, topic: Option<&Topic>) {
    match topic {
        Some(topic) => print_topic(terminal, topic),
        None if terminal.console => print_for_people(terminal),
        None => {
            ugi::SHARED_TOPICS
                .iter()
                .chain(ugi::TOPICS)
                .for_each(|topic| print_line(terminal, topic));
            terminal.reply(format_args!("help WORD  more about a word"));
        }
    }
}

fn print_topic(terminal: &mut Terminal, topic: &Topic) {
    let Topic { usage, about, more } = topic;
    terminal.reply(format_args!("{usage}"));
    terminal.reply(format_args!("    {about}"));
    if terminal.console {
        for line in *more {
            terminal.reply(format_args!("    {line}"));
        }
    }
}

/// The words that have a line of their own for people: as many as a screen has
/// room for, with the prompts before and after.
const LISTED: usize = 20;

fn print_for_people(terminal: &mut Terminal) {
    terminal.reply(format_args!("4          a stone into column 4"));
    for topic in console::TOPICS.iter().take(LISTED) {
        print_line(terminal, topic);
    }
    terminal.reply(format_args!("Also: {}; help WORD says more.", others()));
}

/// The words that find no room on the list, then those of programs that people
/// may want, without those that the console has itself.
fn others() -> impl fmt::Display {
    fmt::from_fn(|f| {
        let own = || console::TOPICS.iter().map(Topic::word);
        let words = ugi::SHARED_TOPICS.iter().map(Topic::word);
        let words = words.filter(|&word| own().all(|it| it != word));
        let mut separator = "";
        for word in own().skip(LISTED).chain(words) {
            write!(f, "{separator}{word}")?;
            separator = ", ";
        }
        Ok(())
    })
}

fn print_line(terminal: &mut Terminal, topic: &Topic) {
    let (word, about) = (topic.word(), topic.about);
    terminal.reply(format_args!("{word:<10} {about}"));
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::string::ToString;

    use super::*;

    #[test]
    fn people_hear_of_words_that_the_console_does_not_list() {
        let others = others().to_string();
        let programs = "stats, sysinfo, version, d, bench, perft, ugi";
        assert!(others.ends_with(programs), "{others}");
        for topic in console::TOPICS.iter().skip(LISTED) {
            assert!(others.contains(topic.word()), "{others}");
        }
    }

    #[test]
    fn unknown_words_are_explained() {
        let cases = [
            ("isredy", false, "unknown word 'isredy': did you mean isready?"),
            ("xyzzy", false, "unknown word 'xyzzy': type help"),
            ("undo", false, "undo is for people: type console first"),
            ("hnit", true, "unknown word 'hnit': did you mean hint?"),
        ];
        for (word, console, expected) in cases {
            assert_eq!(unknown(word, console).to_string(), expected);
        }
        let error = topic("hnit").unwrap_err();
        assert_eq!(error, unknown("hnit", true));
    }
}
