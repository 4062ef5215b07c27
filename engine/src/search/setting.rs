//! Settings by name: what a protocol, a command line or a tuner can change.

use super::config::{Choice, Config, Order, RolloutPolicy, Selection};

/// One thing that can be set on a `T`. Every value is a number: a flag is 0
/// or 1, a word is its place in the list of words.
///
/// ```
/// use pocketfour_engine::Config;
///
/// let rave = Config::setting("rave").unwrap();
/// let mut config = Config::DEFAULT;
/// (rave.set)(&mut config, rave.kind.parse("500").unwrap());
/// assert_eq!(config.rave, 500);
/// assert_eq!((rave.get)(&config), 500);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Setting<T: 'static> {
    /// Its name, in any case.
    pub name: &'static str,
    /// The values it can have.
    pub kind: SettingKind,
    /// Reads the value.
    pub get: fn(&T) -> u32,
    /// Changes the value, which must be one of its kind.
    pub set: fn(&mut T, u32),
}

/// The values of a [`Setting`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum SettingKind {
    /// A whole number.
    Number {
        /// The least.
        low: u32,
        /// The most.
        high: u32,
    },
    /// `true` or `on`, `false` or `off`.
    Flag,
    /// One of these words.
    Words(&'static [&'static str]),
}

#[cfg(feature = "defmt")]
impl<T> defmt::Format for Setting<T> {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(f, "{=str}: {}", self.name, self.kind);
    }
}

impl SettingKind {
    /// Reads a value.
    ///
    /// ```
    /// use pocketfour_engine::SettingKind;
    ///
    /// assert_eq!(SettingKind::Flag.parse("on"), Some(1));
    /// assert_eq!(SettingKind::Words(&["a", "b"]).parse("b"), Some(1));
    /// assert_eq!(SettingKind::Number { low: 1, high: 9 }.parse("0"), None);
    /// ```
    #[must_use]
    pub fn parse(self, text: &str) -> Option<u32> {
        match self {
            SettingKind::Number { low, high } => {
                let is_digits = text.bytes().all(|byte| byte.is_ascii_digit());
                let number = text.parse().ok().filter(|_| is_digits)?;
                (low..=high).contains(&number).then_some(number)
            }
            SettingKind::Flag => match text {
                "true" | "on" => Some(1),
                "false" | "off" => Some(0),
                _ => None,
            },
            SettingKind::Words(words) => {
                let place = words.iter().position(|word| *word == text);
                place.map(|place| place as u32)
            }
        }
    }
}

/// Makes a row of a table of settings from the name of a field.
macro_rules! field {
    ($name:literal, $low:literal..=$high:expr, $($field:ident).+ as $t:ty) => {
        Setting {
            name: $name,
            kind: SettingKind::Number { low: $low, high: $high },
            get: |config| config.$($field).+.into(),
            set: |config, value| config.$($field).+ = value as $t,
        }
    };
    ($name:literal, flag $($field:ident).+) => {
        Setting {
            name: $name,
            kind: SettingKind::Flag,
            get: |config| config.$($field).+.into(),
            set: |config, value| config.$($field).+ = value != 0,
        }
    };
    ($name:literal, $type:ident $field:ident) => {
        Setting {
            name: $name,
            kind: SettingKind::Words($type::NAMES),
            get: |config| config.$field as u32,
            set: |config, value| {
                debug_assert!((value as usize) < $type::ALL.len());
                if let Some(&chosen) = $type::ALL.get(value as usize) {
                    config.$field = chosen;
                }
            },
        }
    };
}

impl Config {
    /// Everything that can be set about the search.
    pub const SETTINGS: &[Setting<Config>] = &[
        Setting {
            name: "Profile",
            kind: SettingKind::Words(Config::PROFILE_NAMES),
            get: |config| {
                let same = |(_, profile): &(_, Config)| profile == config;
                let place = Config::PROFILES.iter().position(same);
                place.unwrap_or(0) as u32
            },
            set: |config, value| {
                debug_assert!((value as usize) < Config::PROFILES.len());
                if let Some((_, profile)) = Config::PROFILES.get(value as usize)
                {
                    *config = *profile;
                }
            },
        },
        field!("Selection", Selection selection),
        field!("Exploration", 0..=8192, exploration as u16),
        field!("TacticsWin", flag tactics.win),
        field!("TacticsBlock", flag tactics.block),
        field!("TacticsAvoid", flag tactics.avoid),
        field!("TacticsDouble", flag tactics.double),
        field!("TacticsEverywhere", flag tactics_everywhere),
        field!("Rollout", RolloutPolicy rollout),
        field!("Proofs", flag proofs),
        field!("Grading", 1..=100, grading as u8),
        field!("Order", Order order),
        field!("Choice", Choice choice),
        field!("ExpandAt", 0..=1_000_000, expand_at as u32),
        field!("Rave", 0..=65_535, rave as u16),
    ];

    const PROFILE_NAMES: &[&str] = &{
        let mut names = [""; Config::PROFILES.len()];
        let mut place = 0;
        while place < names.len() {
            names[place] = Config::PROFILES[place].0;
            place += 1;
        }
        names
    };

    /// The setting with this name, in any case.
    ///
    /// ```
    /// use pocketfour_engine::Config;
    ///
    /// assert_eq!(Config::setting("expandat").unwrap().name, "ExpandAt");
    /// assert!(Config::setting("Speed").is_none());
    /// ```
    #[must_use]
    pub fn setting(name: &str) -> Option<&'static Setting<Config>> {
        let mut settings = Config::SETTINGS.iter();
        settings.find(|setting| setting.name.eq_ignore_ascii_case(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_set_can_be_read() {
        for setting in Config::SETTINGS {
            let ends = match setting.kind {
                SettingKind::Number { low, high } => [low, high],
                SettingKind::Flag => [0, 1],
                SettingKind::Words(words) => [0, words.len() as u32 - 1],
            };
            for value in ends {
                let mut config = Config::DEFAULT;
                (setting.set)(&mut config, value);
                assert_eq!((setting.get)(&config), value, "{}", setting.name);
            }
        }
    }
}
