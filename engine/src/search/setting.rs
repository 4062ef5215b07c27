//! A setting with a name: what a protocol, a command line or a tuner can
//! change.

use core::error::Error;
use core::fmt;

use crate::digits::digits;

/// One thing that can be set on a `T`. Every value is a number: a flag is 0
/// or 1, a word is its index in the list of words.
///
/// ```
/// use pocketfour_engine::Config;
///
/// let grading = Config::setting("grading").unwrap();
/// let mut config = Config::DEFAULT;
/// grading.set(&mut config, grading.kind().parse("5").unwrap())?;
/// assert_eq!(grading.get(&config), Some(5));
///
/// let refused = grading.set(&mut config, 300).unwrap_err();
/// assert_eq!(refused.to_string(), "Grading must be from 1 to 100, not 300");
/// assert_eq!(config.grading, 5);
/// # Ok::<(), pocketfour_engine::SettingError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Setting<T: 'static> {
    name: &'static str,
    kind: SettingKind,
    get: fn(&T) -> u32,
    set: fn(&mut T, u32),
}

impl<T> Setting<T> {
    /// A setting: how its value is read, and how a value of its kind is
    /// written. What `get` gives counts as no value where it is not of the
    /// kind.
    #[must_use]
    pub const fn new(
        name: &'static str,
        kind: SettingKind,
        get: fn(&T) -> u32,
        set: fn(&mut T, u32),
    ) -> Setting<T> {
        Setting { name, kind, get, set }
    }

    /// Its name.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The values it can have.
    #[must_use]
    pub const fn kind(&self) -> SettingKind {
        self.kind
    }

    /// Reads the value; `None` where it is not one of the kind, such as the
    /// profile of a configuration that is none of the profiles.
    ///
    /// ```
    /// use pocketfour_engine::Config;
    ///
    /// let profile = Config::setting("profile").unwrap();
    /// assert_eq!(profile.get(&Config::DEFAULT), Some(0));
    /// assert_eq!(profile.get(&Config { rave: 7, ..Config::DEFAULT }), None);
    /// ```
    pub fn get(&self, of: &T) -> Option<u32> {
        Some((self.get)(of)).filter(|&value| self.kind.contains(value))
    }

    /// Changes the value.
    ///
    /// # Errors
    ///
    /// A value that is not one of the kind; nothing has changed then.
    pub fn set(&self, of: &mut T, value: u32) -> Result<(), SettingError> {
        let Setting { name, kind, .. } = *self;
        if !kind.contains(value) {
            return Err(SettingError { name, kind, value });
        }
        (self.set)(of, value);
        Ok(())
    }
}

/// A value that a [`Setting`] cannot have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct SettingError {
    name: &'static str,
    kind: SettingKind,
    value: u32,
}

impl fmt::Display for SettingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SettingError { name, kind, value } = self;
        let (low, high) = kind.range();
        write!(f, "{name} must be from {low} to {high}, not {value}")
    }
}

impl Error for SettingError {}

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
    /// The least and the greatest value.
    pub(super) const fn range(self) -> (u32, u32) {
        match self {
            SettingKind::Number { low, high } => (low, high),
            SettingKind::Flag => (0, 1),
            SettingKind::Words(words) => {
                (0, (words.len() as u32).saturating_sub(1))
            }
        }
    }

    const fn contains(self, value: u32) -> bool {
        let (low, high) = self.range();
        low <= value && value <= high
    }

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
            SettingKind::Number { .. } => {
                digits(text).filter(|&number| self.contains(number))
            }
            SettingKind::Flag => match text {
                "true" | "on" => Some(1),
                "false" | "off" => Some(0),
                _ => None,
            },
            SettingKind::Words(words) => {
                let index = words.iter().position(|word| *word == text);
                index.map(|index| index as u32)
            }
        }
    }
}
