//! A player in a shared library.
//!
//! A shared library is foreign code: it may do anything to the process that
//! loads it. Load it where that does no harm.

#![allow(unsafe_code)]

use std::ffi::c_int;
use std::path::Path;

use crate::{Point, Situation};

type GetPoint = unsafe extern "C" fn(
    c_int,
    c_int,
    *const c_int,
    *const c_int,
    c_int,
    c_int,
    c_int,
    c_int,
) -> *mut Point;
type ClearPoint = unsafe extern "C" fn(*mut Point);

/// A player in a shared library.
#[derive(Debug)]
pub struct Library {
    get_point: GetPoint,
    clear_point: ClearPoint,
    /// The functions are part of it.
    _library: libloading::Library,
}

impl Library {
    /// Loads a library.
    ///
    /// The original judge is a C++ program: a library may rely on the C++
    /// runtime being there already, and say nothing about it.
    ///
    /// # Errors
    ///
    /// Where there is none, or it is something else.
    pub fn open(path: &Path) -> Result<Library, LibraryError> {
        // SAFETY: what the library does when it is loaded is its own
        // business; the functions have the types of the interface.
        unsafe {
            let runtime = bring_runtime();
            let library = libloading::Library::new(path);
            let library = library.map_err(|error| {
                match lacks_runtime(&text(&error), runtime.is_ok()) {
                    true => LibraryError::Runtime(error),
                    false => LibraryError::Library(error),
                }
            })?;
            let get_point = *library.get::<GetPoint>(b"getPoint")?;
            let clear_point = *library.get::<ClearPoint>(b"clearPoint")?;
            Ok(Library { get_point, clear_point, _library: library })
        }
    }

    /// Asks for a move.
    #[must_use]
    pub fn choose(&self, told: &Situation) -> Option<Point> {
        // SAFETY: both arrays are as long as the interface says and live
        // until the call is over; the point is read before it is given
        // back, once.
        unsafe {
            let point = (self.get_point)(
                told.rows as c_int,
                told.columns as c_int,
                told.top.as_ptr(),
                told.board.as_ptr(),
                told.last.x,
                told.last.y,
                told.forbidden.x,
                told.forbidden.y,
            );
            let chosen = point.as_ref().copied();
            if !point.is_null() {
                (self.clear_point)(point);
            }
            chosen
        }
    }
}

/// Loads the C++ runtime for all libraries that come after it, and for good.
#[cfg(unix)]
fn bring_runtime() -> Result<(), libloading::Error> {
    use libloading::os::unix::{Library, RTLD_GLOBAL, RTLD_NOW};

    // SAFETY: the runtime does no harm when it is loaded.
    let runtime =
        unsafe { Library::open(Some(RUNTIME), RTLD_NOW | RTLD_GLOBAL)? };
    std::mem::forget(runtime);
    Ok(())
}

#[cfg(not(unix))]
fn bring_runtime() -> Result<(), libloading::Error> {
    Ok(())
}

#[cfg(unix)]
const RUNTIME: &str = "libstdc++.so.6";

/// Whether a library cannot be loaded because the C++ runtime is not there: it
/// says that it needs it, or only uses what is in it.
fn lacks_runtime(told: &str, has_runtime: bool) -> bool {
    let is_named =
        told.contains("libstdc++.so") && told.contains("cannot open shared");
    let symbol = told.split_once("undefined symbol: ").map(|(_, it)| it);
    let used = ["_Z", "__gxx_personality_", "__cxa_", "__dynamic_cast"];
    let is_used = |name: &str| used.iter().any(|it| name.starts_with(it));
    is_named || !has_runtime && symbol.is_some_and(is_used)
}

/// Why a library cannot be loaded.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LibraryError {
    /// It is not there, or is something else.
    #[error("{}", text(.0))]
    Library(#[from] libloading::Error),
    /// It needs the C++ runtime, which is not there.
    #[error(
        "{}: it needs the C++ runtime: install libstdc++6, or whatever has \
         libstdc++.so.6 here", text(.0)
    )]
    Runtime(libloading::Error),
}

/// What the system says about it.
fn text(error: &libloading::Error) -> String {
    let source = std::error::Error::source(error);
    source.map_or_else(|| error.to_string(), |source| source.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_runtime_that_is_not_there_is_known_by_its_names() {
        for (told, without, with) in [
            ("x.so: undefined symbol: _ZNSt8ios_base4InitD1Ev", true, false),
            ("x.so: undefined symbol: __gxx_personality_v0", true, false),
            ("x.so: undefined symbol: __cxa_begin_catch", true, false),
            ("x.so: undefined symbol: __dynamic_cast", true, false),
            ("x.so: undefined symbol: SDL_Init", false, false),
            (
                "libstdc++.so.6: cannot open shared object file: No such \
                 file or directory",
                true,
                true,
            ),
            (
                "libSDL.so.1: cannot open shared object file: No such file \
                 or directory",
                false,
                false,
            ),
        ] {
            assert_eq!(lacks_runtime(told, false), without, "{told}");
            assert_eq!(lacks_runtime(told, true), with, "{told}");
        }
    }
}
