//! Waits until a moment, which a library names by the clock that it sees: the
//! C library is asked to wait until that clock shows it.
//!
//! Waits for a span of time are asked for in the same way by the C++ library,
//! which adds the span to its clock first.

use std::ffi::{c_int, c_void};
use std::mem;
use std::sync::OnceLock;

use libc::{clockid_t, timespec};

use super::{BEGUN, SECOND, next, real, seen, to_timespec};

type Until = unsafe extern "C-unwind" fn(
    *mut c_void,
    clockid_t,
    *const timespec,
) -> c_int;
type UntilWith = unsafe extern "C-unwind" fn(
    *mut c_void,
    *mut c_void,
    clockid_t,
    *const timespec,
) -> c_int;

/// When the C library's own clock shows what the library means; `None` if it
/// is that already, or is no time.
///
/// # Safety
///
/// The pointer is null or points to a time.
unsafe fn moment(id: clockid_t, time: *const timespec) -> Option<timespec> {
    let tempo = BEGUN.get()?.tempo;
    // SAFETY: the caller says so.
    let time = unsafe { time.as_ref()? };
    if !(0..SECOND).contains(&i128::from(time.tv_nsec)) {
        return None;
    }
    let left = nanos(time) - seen(id)?;
    let end = real(id)? + left / i128::from(tempo.scale);
    Some(to_timespec(end.max(0)))
}

fn nanos(time: &timespec) -> i128 {
    i128::from(time.tv_sec) * SECOND + i128::from(time.tv_nsec)
}

/// The clock by which a condition waits is its own secret. Moments of the two
/// that there are lie decades apart.
///
/// # Safety
///
/// As for [`moment`].
unsafe fn nearest(time: *const timespec) -> clockid_t {
    // SAFETY: the caller says so.
    let Some(time) = (unsafe { time.as_ref() }) else {
        return libc::CLOCK_REALTIME;
    };
    let far = |id| seen(id).map(|now| (nanos(time) - now).abs());
    match (far(libc::CLOCK_MONOTONIC), far(libc::CLOCK_REALTIME)) {
        (Some(one), Some(two)) if one < two => libc::CLOCK_MONOTONIC,
        _ => libc::CLOCK_REALTIME,
    }
}

/// Calls the C library's function of this name.
///
/// # Safety
///
/// The arguments are those of a function with these three.
unsafe fn until(
    function: &OnceLock<usize>,
    name: &std::ffi::CStr,
    what: *mut c_void,
    id: clockid_t,
    time: *const timespec,
) -> c_int {
    // SAFETY: the next function of this name is that of the C library, and
    // the caller says that the arguments are right.
    unsafe {
        let moment = moment(id, time);
        let time = moment.as_ref().map_or(time, |it| it);
        let next = *function.get_or_init(|| next(name));
        mem::transmute::<usize, Until>(next)(what, id, time)
    }
}

/// # Safety
///
/// As for the C function of this name, like all below.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C-unwind" fn pthread_cond_clockwait(
    condition: *mut c_void,
    mutex: *mut c_void,
    id: clockid_t,
    time: *const timespec,
) -> c_int {
    static REAL: OnceLock<usize> = OnceLock::new();

    // SAFETY: the next function of this name is that of the C library, and
    // the caller says that the arguments are right.
    unsafe {
        let moment = moment(id, time);
        let time = moment.as_ref().map_or(time, |it| it);
        let next = *REAL.get_or_init(|| next(c"pthread_cond_clockwait"));
        mem::transmute::<usize, UntilWith>(next)(condition, mutex, id, time)
    }
}

/// # Safety
///
/// As for the C function.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C-unwind" fn pthread_cond_timedwait(
    condition: *mut c_void,
    mutex: *mut c_void,
    time: *const timespec,
) -> c_int {
    // SAFETY: the caller says so.
    unsafe {
        let id = nearest(time);
        pthread_cond_clockwait(condition, mutex, id, time)
    }
}

/// # Safety
///
/// As for the C function.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C-unwind" fn pthread_mutex_clocklock(
    mutex: *mut c_void,
    id: clockid_t,
    time: *const timespec,
) -> c_int {
    static REAL: OnceLock<usize> = OnceLock::new();
    // SAFETY: the caller says so.
    unsafe { until(&REAL, c"pthread_mutex_clocklock", mutex, id, time) }
}

/// # Safety
///
/// As for the C function.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C-unwind" fn pthread_mutex_timedlock(
    mutex: *mut c_void,
    time: *const timespec,
) -> c_int {
    // SAFETY: the caller says so.
    unsafe { pthread_mutex_clocklock(mutex, libc::CLOCK_REALTIME, time) }
}

/// # Safety
///
/// As for the C function.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C-unwind" fn sem_clockwait(
    semaphore: *mut c_void,
    id: clockid_t,
    time: *const timespec,
) -> c_int {
    static REAL: OnceLock<usize> = OnceLock::new();
    // SAFETY: the caller says so.
    unsafe { until(&REAL, c"sem_clockwait", semaphore, id, time) }
}

/// # Safety
///
/// As for the C function.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C-unwind" fn sem_timedwait(
    semaphore: *mut c_void,
    time: *const timespec,
) -> c_int {
    // SAFETY: the caller says so.
    unsafe { sem_clockwait(semaphore, libc::CLOCK_REALTIME, time) }
}

/// A sleep until a moment; one for a span of time stays as it is.
///
/// # Safety
///
/// As for the C function.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C-unwind" fn clock_nanosleep(
    id: clockid_t,
    flags: c_int,
    time: *const timespec,
    left: *mut timespec,
) -> c_int {
    type Real = unsafe extern "C-unwind" fn(
        clockid_t,
        c_int,
        *const timespec,
        *mut timespec,
    ) -> c_int;
    static REAL: OnceLock<usize> = OnceLock::new();

    // SAFETY: the next function of this name is that of the C library, and
    // the caller says that the arguments are right.
    unsafe {
        let is_moment = flags & libc::TIMER_ABSTIME != 0;
        let moment = if is_moment { moment(id, time) } else { None };
        let time = moment.as_ref().map_or(time, |it| it);
        let next = *REAL.get_or_init(|| next(c"clock_nanosleep"));
        mem::transmute::<usize, Real>(next)(id, flags, time, left)
    }
}
