//! What `setoption` asks for.

use engine::{Config, Setting, SettingKind};

use crate::error::{Choices, Error};
use crate::forbidden::Forbidden;
use crate::options::{Options, POOL, UgiOption, all_options};
use crate::words::{Word, digits, nearest, number};

/// An option with a value that it can have.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Change {
    Session(&'static Setting<Options>, u32),
    Search(&'static Setting<Config>, u32),
    Forbidden(Forbidden),
    Seed(Option<u64>),
    Pool(u32),
}

impl UgiOption {
    fn parse(self, value: Option<&str>) -> Result<Change, Error> {
        let what = self.name();
        let refused = |choices| Error::choice(what, value, choices);
        match self {
            UgiOption::Session(setting) => {
                parse_kind(setting.kind(), what, value)
                    .map(|number| Change::Session(setting, number))
            }
            UgiOption::Search(setting) => {
                parse_kind(setting.kind(), what, value)
                    .map(|number| Change::Search(setting, number))
            }
            UgiOption::Forbidden => value
                .and_then(|value| value.parse().ok())
                .map(Change::Forbidden)
                .ok_or(refused(Forbidden::CHOICES)),
            UgiOption::Seed => value
                .and_then(parse_seed)
                .map(Change::Seed)
                .ok_or(refused(Choices::Said("random or a number from 0"))),
            UgiOption::Pool => parse_kind(POOL, what, value).map(Change::Pool),
        }
    }
}

impl Change {
    /// Reads the name of an option and its value.
    pub(crate) fn parse(
        name: &str,
        value: Option<&str>,
    ) -> Result<Change, Error> {
        let mut options = all_options();
        match options.find(|known| known.name().eq_ignore_ascii_case(name)) {
            Some(option) => option.parse(value),
            None => Err(Error::UnknownOption {
                word: Word::new(name),
                nearest: nearest_ignoring_case(
                    name,
                    all_options().map(UgiOption::name),
                ),
            }),
        }
    }
}

fn parse_kind(
    kind: SettingKind,
    what: &'static str,
    value: Option<&str>,
) -> Result<u32, Error> {
    let choices = match kind {
        SettingKind::Number { low, high } => {
            let number = number(value, what, low.into(), high.into());
            return number.map(|number| number as u32);
        }
        SettingKind::Flag => Choices::Said("true or false"),
        SettingKind::Words(words) => Choices::Words(words),
    };
    let number = value.and_then(|value| kind.parse(value));
    number.ok_or_else(|| Error::choice(what, value, choices))
}

fn nearest_ignoring_case(
    name: &str,
    known: impl Iterator<Item = &'static str> + Clone,
) -> Option<&'static str> {
    let is_start = |candidate: &&str| {
        candidate
            .get(..name.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(name))
    };
    known.clone().find(is_start).or_else(|| nearest(name, known))
}

fn parse_seed(text: &str) -> Option<Option<u64>> {
    match text {
        "random" => Some(None),
        _ => digits(text).map(Some),
    }
}
