//! Words of a line, and numbers among them.

use core::fmt;
use core::str::FromStr;

use heapless::String;

use crate::error::Error;

/// The words of a line.
pub(crate) type Words<'a> = core::str::SplitAsciiWhitespace<'a>;

/// A word to quote in an answer; the end of a long one is left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Word {
    text: String<16>,
    is_cut: bool,
}

impl Word {
    pub(crate) fn new(text: &str) -> Word {
        let mut word = Word { text: String::new(), is_cut: false };
        word.is_cut =
            text.chars().any(|letter| word.text.push(letter).is_err());
        word
    }

    /// The word without quotes, as far as it is kept.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("'")?;
        f.write_str(&self.text)?;
        f.write_str(if self.is_cut { "...'" } else { "'" })
    }
}

/// Makes sure that nothing follows.
pub(crate) fn end(
    mut words: Words<'_>,
    after: &'static str,
) -> Result<(), Error> {
    match words.next() {
        None => Ok(()),
        Some(word) => Err(Error::Extra { word: Word::new(word), after }),
    }
}

/// A number without a sign.
pub(crate) fn digits<T: FromStr>(word: &str) -> Option<T> {
    let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
    word.parse().ok().filter(|_| is_number)
}

/// A number from `low` to `high`, digits only.
pub(crate) fn number(
    word: Option<&str>,
    what: &'static str,
    low: u64,
    high: u64,
) -> Result<u64, Error> {
    match word.and_then(digits) {
        Some(number) if (low..=high).contains(&number) => Ok(number),
        _ => {
            let found = word.map(Word::new);
            Err(Error::Number { what, found, low, high })
        }
    }
}

/// The known word that differs from this one by the fewest typing mistakes,
/// if they are few.
pub(crate) fn nearest(
    word: &str,
    known: impl Iterator<Item = &'static str>,
) -> Option<&'static str> {
    let allowed = if word.len() < 4 { 1 } else { 2 };
    known
        .map(|candidate| (mistakes(word, candidate), candidate))
        .filter(|(mistakes, _)| *mistakes <= allowed)
        .min_by_key(|(mistakes, _)| *mistakes)
        .map(|(_, candidate)| candidate)
}

/// How many letters to add, leave out or change, to make one word of
/// another.
fn mistakes(word: &str, candidate: &str) -> u8 {
    const LONGEST: usize = 20;
    if word.len() > LONGEST || candidate.len() > LONGEST {
        return u8::MAX;
    }
    let mut row = [0_u8; LONGEST + 1];
    for (cost, entry) in (0..).zip(&mut row) {
        *entry = cost;
    }
    for letter in word.bytes() {
        let letter = letter.to_ascii_lowercase();
        let mut diagonal = 0;
        let mut left: Option<u8> = None;
        let mut others = candidate.bytes();
        for entry in &mut row {
            let above = *entry;
            *entry = match left {
                None => above + 1,
                Some(left) => {
                    let other = others.next().unwrap_or(0);
                    let other = other.to_ascii_lowercase();
                    let changed = diagonal + u8::from(letter != other);
                    changed.min(above + 1).min(left + 1)
                }
            };
            left = Some(*entry);
            diagonal = above;
        }
    }
    debug_assert!(candidate.len() < row.len());
    row.get(candidate.len()).copied().unwrap_or(u8::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistakes_are_counted() {
        assert_eq!(mistakes("hint", "hint"), 0);
        assert_eq!(mistakes("hnt", "hint"), 1);
        assert_eq!(mistakes("hiint", "hint"), 1);
        assert_eq!(mistakes("jint", "hint"), 1);
        assert_eq!(mistakes("", "hint"), 4);
        assert_eq!(mistakes("undo", "hint"), 4);
        assert_eq!(mistakes("isredy", "isready"), 1);
    }

    #[test]
    fn the_nearest_word_is_found() {
        let known = ["undo", "hint", "help"];
        let nearest = |word| nearest(word, known.into_iter());
        assert_eq!(nearest("udno"), Some("undo"));
        assert_eq!(nearest("HELP"), Some("help"));
        assert_eq!(nearest("xyzzy"), None);
        let options = ["KeepTree", "TacticsWin"].into_iter();
        assert_eq!(super::nearest("kepTree", options), Some("KeepTree"));
    }

    #[test]
    fn numbers_are_digits_in_range() {
        assert_eq!(number(Some("12"), "it", 1, 12), Ok(12));
        for wrong in ["13", "0", "+5", "-1", "", "1.5", "99999999999999999999"]
        {
            assert!(number(Some(wrong), "it", 1, 12).is_err(), "{wrong}");
        }
        assert!(number(None, "it", 1, 12).is_err());
    }
}
