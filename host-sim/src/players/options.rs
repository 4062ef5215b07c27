//! Options of a player, spelled `name=value,name=value`.

use std::str::FromStr;
use std::time::Duration;

use engine::SettingKind;

use super::SpecError;

/// One option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NamedValue<'a> {
    pub(crate) name: &'a str,
    pub(crate) value: &'a str,
    /// Whether there is a value, even an empty one.
    pub(crate) is_given: bool,
}

/// The options in a text. One without a value has an empty value.
pub(crate) fn settings(text: &str) -> impl Iterator<Item = NamedValue<'_>> {
    text.split(',').filter(|part| !part.is_empty()).map(|part| {
        let split = part.split_once('=');
        let (name, value) = split.unwrap_or((part, ""));
        NamedValue { name, value, is_given: split.is_some() }
    })
}

impl NamedValue<'_> {
    /// The value as a whole number in a range.
    pub(crate) fn number<T: FromStr + PartialOrd>(
        self,
        range: std::ops::RangeInclusive<T>,
        wanted: &str,
    ) -> Result<T, SpecError> {
        match self.value.parse() {
            Ok(number) if range.contains(&number) => Ok(number),
            _ => Err(self.refuse(wanted)),
        }
    }

    /// The value as milliseconds, at most a day.
    pub(crate) fn milliseconds(self) -> Result<Duration, SpecError> {
        let wanted = "a number of milliseconds from 1";
        self.number(1..=86_400_000, wanted).map(Duration::from_millis)
    }

    /// The value as one of several words.
    pub(crate) fn word<T: Copy>(
        self,
        words: &[(&str, T)],
    ) -> Result<T, SpecError> {
        let found = words.iter().find(|(word, _)| *word == self.value);
        found.map(|&(_, meaning)| meaning).ok_or_else(|| {
            let names: Vec<&str> =
                words.iter().map(|(word, _)| *word).collect();
            self.refuse(&format!("one of {}", names.join(", ")))
        })
    }

    /// The value as one of this kind.
    pub(crate) fn of(self, kind: SettingKind) -> Result<u32, SpecError> {
        kind.parse(self.value).ok_or_else(|| {
            self.refuse(&match kind {
                SettingKind::Number { low, high } => {
                    format!("a number from {low} to {high}")
                }
                SettingKind::Flag => "on or off".into(),
                SettingKind::Words(words) => {
                    format!("one of {}", words.join(", "))
                }
            })
        })
    }

    /// The option is not known.
    pub(crate) fn unknown(self, known: &str) -> SpecError {
        SpecError::Option { name: self.name.into(), known: known.into() }
    }

    pub(crate) fn refuse(self, wanted: &str) -> SpecError {
        SpecError::value(self.name, self.value, wanted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_split_at_commas() {
        let all: Vec<NamedValue> = settings("nodes=20,fast,,x=a=b").collect();
        let pairs: Vec<_> = all.iter().map(|s| (s.name, s.value)).collect();
        assert_eq!(pairs, [("nodes", "20"), ("fast", ""), ("x", "a=b")]);
        assert_eq!(settings("").count(), 0);
        assert_eq!(all[0].number(1..=20_u32, "small"), Ok(20));
        let error = all[0].number(1..=19_u32, "small").unwrap_err();
        assert_eq!(error.to_string(), "`nodes=20`: nodes is small");
    }
}
