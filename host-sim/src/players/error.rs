//! Why a text names no player.

use std::error::Error;
use std::fmt;

/// Why a text names no player.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SpecError {
    /// There is no player of this name.
    Player(String),
    /// This player is there already.
    Twice(String),
    /// The player knows no such option, but these.
    Option {
        /// What was asked for.
        name: String,
        /// What there is.
        known: String,
    },
    /// An option with a value that it does not take.
    Value {
        /// The option.
        name: String,
        /// The value.
        value: String,
        /// What it takes.
        wanted: String,
    },
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SpecError::Player(name) => {
                write!(f, "there is no player `{name}`: {}", super::spec::NAMES)
            }
            SpecError::Twice(name) => {
                write!(f, "`{name}` is there twice")
            }
            SpecError::Option { name, known } => {
                write!(f, "no option `{name}`: there are {known}")
            }
            SpecError::Value { name, value, wanted } => {
                write!(f, "`{name}={value}`: {name} is {wanted}")
            }
        }
    }
}

impl Error for SpecError {}
