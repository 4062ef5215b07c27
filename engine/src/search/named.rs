//! Values with names that can be typed.

use core::error::Error;
use core::fmt;

/// Declares an enumeration whose values have names that can be typed.
macro_rules! named {
    (
        $(#[$doc:meta])* $name:ident
        { $($(#[$value_doc:meta])* $value:ident = $text:literal,)+ }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[cfg_attr(feature = "defmt", derive(defmt::Format))]
        #[cfg_attr(
            feature = "serde",
            derive(serde::Serialize, serde::Deserialize)
        )]
        pub enum $name {
            $(
                $(#[$value_doc])*
                #[cfg_attr(feature = "serde", serde(rename = $text))]
                $value,
            )+
        }

        impl $name {
            /// Every value.
            pub const ALL: &[$name] = &[$($name::$value),+];

            /// The names of all values, in the same order.
            pub const NAMES: &[&str] = &[$($text),+];

            /// The name of this value, as it is typed.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $($name::$value => $text,)+ }
            }
        }

        impl core::fmt::Display for $name {
            fn fmt(
                &self,
                f: &mut core::fmt::Formatter<'_>,
            ) -> core::fmt::Result {
                f.write_str(self.name())
            }
        }

        impl core::str::FromStr for $name {
            type Err = $crate::ParseNameError;

            fn from_str(text: &str) -> Result<$name, Self::Err> {
                let found = $name::ALL.iter().find(|one| one.name() == text);
                found.copied().ok_or($crate::ParseNameError {
                    names: $name::NAMES,
                })
            }
        }
    };
}

/// A text that is none of the names.
///
/// ```
/// # use pocketfour_engine::Selection;
/// let refused = "x".parse::<Selection>().unwrap_err();
/// assert_eq!(refused.to_string(), "the name must be one of ucb, puct");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct ParseNameError {
    /// The names there are.
    pub names: &'static [&'static str],
}

impl fmt::Display for ParseNameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "the name must be one of ";
        for name in self.names {
            write!(f, "{separator}{name}")?;
            separator = ", ";
        }
        Ok(())
    }
}

impl Error for ParseNameError {}

pub(super) use named;
