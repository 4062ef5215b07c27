//! Why a text names no player.

/// Why a text names no player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SpecError {
    /// There is no player of this name.
    #[error("there is no player `{0}`: {names}", names = super::spec::names())]
    Player(String),
    /// This player is there already.
    #[error("`{0}` is there twice")]
    Twice(String),
    /// The player knows no such option, but these.
    #[error("no option `{name}`: there are {known}")]
    Option {
        /// What was asked for.
        name: String,
        /// What there is.
        known: String,
    },
    /// An option with a value that it does not take.
    #[error("`{name}={value}`: {name} is {wanted}")]
    Value {
        /// The option.
        name: String,
        /// The value.
        value: String,
        /// What it takes.
        wanted: String,
    },
    /// There are options, but no player whose they are.
    #[error(
        "`{0}`: options end with a colon, then comes who is to play; \
         a command that looks like an option comes after `::`"
    )]
    Missing(String),
}

impl SpecError {
    pub(crate) fn value(name: &str, value: &str, wanted: &str) -> SpecError {
        let (name, value) = (name.into(), value.into());
        SpecError::Value { name, value, wanted: wanted.into() }
    }
}
