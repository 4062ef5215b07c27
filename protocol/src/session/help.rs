//! Help: which words there are, how each is typed and what it does. The
//! words are listed beside the parsers that read them.

use super::Session;
use crate::error::Error;
use crate::words::{Word, nearest};
use crate::{console, ugi};

/// How a word is typed, and what it does.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Topic(pub(crate) &'static str, pub(crate) &'static str);

impl Topic {
    fn word(&self) -> &'static str {
        self.0.split_once(' ').map_or(self.0, |(word, _)| word)
    }
}

/// The words of a program, or every word: a person can type a program's.
fn topics(console: bool) -> impl Iterator<Item = &'static Topic> {
    let [own, aliases]: [&[Topic]; 2] = match console {
        true => [console::TOPICS, console::ALIASES],
        false => [&[], &[]],
    };
    [own, ugi::SHARED_TOPICS, ugi::TOPICS, aliases].into_iter().flatten()
}

fn find(word: &str) -> Option<&'static Topic> {
    topics(true).find(|topic| {
        let rest = topic.0.strip_prefix(word);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    })
}

/// The topic of a word.
pub(crate) fn topic(word: &str) -> Result<&'static Topic, Error> {
    find(word).ok_or_else(|| unknown(word, true))
}

/// The error for a word that no parser has taken.
pub(super) fn unknown(word: &str, console: bool) -> Error {
    match find(word) {
        Some(topic) if !console => Error::ForPeople { word: topic.word() },
        _ => {
            let nearest = nearest(word, topics(console).map(Topic::word));
            Error::UnknownWord { word: Word::new(word), nearest }
        }
    }
}

impl Session<'_> {
    /// Prints one topic, or a line for each word.
    pub(super) fn print_help(&mut self, topic: Option<&'static Topic>) {
        let terminal = &mut self.terminal;
        if let Some(Topic(usage, about)) = topic {
            terminal.reply(format_args!("{usage}"));
            terminal.reply(format_args!("    {about}"));
            return;
        }
        let [first, second] = match terminal.console {
            true => [console::TOPICS, ugi::SHARED_TOPICS],
            false => [ugi::SHARED_TOPICS, ugi::TOPICS],
        };
        if terminal.console {
            terminal.reply(format_args!("4          a stone into column 4"));
        }
        for topic in first.iter().chain(second) {
            let (word, about) = (topic.word(), topic.1);
            terminal.reply(format_args!("{word:<10} {about}"));
        }
        terminal.reply(format_args!("help WORD  more about a word"));
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::string::ToString;

    use super::*;

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
