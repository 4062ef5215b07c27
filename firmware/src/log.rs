//! defmt's macros on a board; nothing on the host, where the tasks are tested.

#[cfg(target_os = "none")]
pub(crate) use defmt::{info, warn};

#[cfg(not(target_os = "none"))]
macro_rules! discard {
    ($format:literal $(, $value:expr)* $(,)?) => {
        let _ = ($format, $(&$value),*);
    };
}
#[cfg(not(target_os = "none"))]
pub(crate) use {discard as info, discard as warn};
