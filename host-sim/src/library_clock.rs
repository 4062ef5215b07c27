//! The clock that a shared library sees in the judge's process.
//!
//! The program has functions of its own for everything that tells the time,
//! and exports them (`build.rs`). The linker finds these before those of the
//! C library, for a library that is loaded and for the C++ runtime alike.
//! Until [`set`] is called, they pass the time on as it is.
//!
//! A wait until a moment ends when the library's clock shows it (`waits.rs`).
//! What they do not change: how long a library sleeps, and the processor's own
//! counter.

#![allow(unsafe_code)]

mod waits;

use std::ffi::{CStr, c_int, c_long, c_void};
use std::mem;
use std::sync::OnceLock;

use host_sim::players::{Clock, Tempo};
use libc::{clock_t, clockid_t, rusage, time_t, timespec, timeval, tms};

const SECOND: i128 = 1_000_000_000;
const MICROSECOND: i128 = 1000;

/// How the clock runs, and when it began to.
struct Begun {
    tempo: Tempo,
    /// What each clock showed.
    shown: [i128; 12],
    /// What drives them.
    driver: i128,
}

static BEGUN: OnceLock<Begun> = OnceLock::new();

/// Lets the clock run like this from now on, as long as the process lasts.
pub(crate) fn set(tempo: Tempo) {
    if tempo != Tempo::default() {
        let mut shown = [0; 12];
        for (id, shown) in (0..).zip(&mut shown) {
            *shown = real(id).unwrap_or(0);
        }
        let driver = driver(tempo);
        let _ = BEGUN.set(Begun { tempo, shown, driver });
    }
}

/// The time that drives the clocks on the wall.
fn driver(tempo: Tempo) -> i128 {
    let id = match tempo.clock {
        Clock::Wall => libc::CLOCK_MONOTONIC,
        Clock::Cpu => libc::CLOCK_PROCESS_CPUTIME_ID,
    };
    real(id).unwrap_or(0)
}

/// A clock as the library sees it, in nanoseconds.
fn seen(id: clockid_t) -> Option<i128> {
    let real = real(id)?;
    let Some(Begun { tempo, shown, driver: start }) = BEGUN.get() else {
        return Some(real);
    };
    let scale = i128::from(tempo.scale);
    let cpu = [libc::CLOCK_PROCESS_CPUTIME_ID, libc::CLOCK_THREAD_CPUTIME_ID];
    if cpu.contains(&id) || is_of_a_thread(id) {
        return Some(real * scale);
    }
    let shown = usize::try_from(id).ok().and_then(|id| shown.get(id));
    Some(match shown {
        Some(shown) => shown + (driver(*tempo) - start) * scale,
        None => real,
    })
}

/// Whether it is the processor time of a thread or process by its number.
/// Negative as well, but of another kind, are the clocks of devices.
fn is_of_a_thread(id: clockid_t) -> bool {
    const DEVICE: clockid_t = 3;
    id < 0 && id & DEVICE != DEVICE
}

/// A clock as it is, in nanoseconds.
fn real(id: clockid_t) -> Option<i128> {
    type Real = unsafe extern "C" fn(clockid_t, *mut timespec) -> c_int;
    static REAL: OnceLock<usize> = OnceLock::new();

    let mut time = timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the next function of this name is that of the C library.
    let done = unsafe {
        let next = *REAL.get_or_init(|| next(c"clock_gettime"));
        mem::transmute::<usize, Real>(next)(id, &raw mut time)
    };
    let nanos = i128::from(time.tv_sec) * SECOND + i128::from(time.tv_nsec);
    (done == 0).then_some(nanos)
}

/// The function that would be called if this program had none.
fn next(name: &CStr) -> usize {
    // SAFETY: the name ends with a zero.
    let next = unsafe { libc::dlsym(libc::RTLD_NEXT, name.as_ptr()) };
    if next.is_null() {
        std::process::abort();
    }
    next as usize
}

fn scale() -> i64 {
    BEGUN.get().map_or(1, |begun| begun.tempo.scale.into())
}

fn to_timespec(nanos: i128) -> timespec {
    let tv_nsec = nanos.rem_euclid(SECOND) as c_long;
    timespec { tv_sec: nanos.div_euclid(SECOND) as time_t, tv_nsec }
}

fn to_timeval(nanos: i128) -> timeval {
    let timespec { tv_sec, tv_nsec } = to_timespec(nanos);
    timeval { tv_sec, tv_usec: tv_nsec / MICROSECOND as c_long }
}

/// # Safety
///
/// As for the C function of this name, like all below.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn clock_gettime(
    id: clockid_t,
    time: *mut timespec,
) -> c_int {
    match seen(id) {
        Some(nanos) => {
            // SAFETY: the caller says so.
            unsafe { *time = to_timespec(nanos) };
            0
        }
        None => -1,
    }
}

/// # Safety
///
/// As for the C function.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn timespec_get(
    time: *mut timespec,
    base: c_int,
) -> c_int {
    const UTC: c_int = 1;
    // SAFETY: the caller says so.
    let told = base == UTC
        && unsafe { clock_gettime(libc::CLOCK_REALTIME, time) } == 0;
    if told { base } else { 0 }
}

/// # Safety
///
/// As for the C function.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn gettimeofday(
    time: *mut timeval,
    _zone: *mut c_void,
) -> c_int {
    let nanos = seen(libc::CLOCK_REALTIME).unwrap_or(0);
    if !time.is_null() {
        // SAFETY: the caller says so.
        unsafe { *time = to_timeval(nanos) };
    }
    0
}

/// # Safety
///
/// As for the C function.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn time(place: *mut time_t) -> time_t {
    let seconds = seen(libc::CLOCK_REALTIME).unwrap_or(0) / SECOND;
    if !place.is_null() {
        // SAFETY: the caller says so.
        unsafe { *place = seconds as time_t };
    }
    seconds as time_t
}

/// The processor time, in microseconds unless something else was asked for.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn clock() -> clock_t {
    let usual = Tempo::default().ticks;
    let ticks = BEGUN.get().map_or(usual, |begun| begun.tempo.ticks);
    let nanos = seen(libc::CLOCK_PROCESS_CPUTIME_ID).unwrap_or(0);
    (nanos * i128::from(ticks) / SECOND) as clock_t
}

/// # Safety
///
/// As for the C function.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn times(place: *mut tms) -> clock_t {
    type Real = unsafe extern "C" fn(*mut tms) -> clock_t;
    static REAL: OnceLock<usize> = OnceLock::new();

    // SAFETY: the next function of this name is that of the C library, and
    // the caller says that the place is one.
    let elapsed = unsafe {
        let next = *REAL.get_or_init(|| next(c"times"));
        let elapsed = mem::transmute::<usize, Real>(next)(place);
        if let Some(it) = place.as_mut() {
            for ticks in [
                &mut it.tms_utime,
                &mut it.tms_stime,
                &mut it.tms_cutime,
                &mut it.tms_cstime,
            ] {
                *ticks *= scale();
            }
        }
        elapsed
    };
    if BEGUN.get().is_none() {
        return elapsed;
    }
    // SAFETY: a question without arguments.
    let per_second = unsafe { libc::sysconf(libc::_SC_CLK_TCK) };
    let nanos = seen(libc::CLOCK_MONOTONIC).unwrap_or(0);
    (nanos * i128::from(per_second) / SECOND) as clock_t
}

/// # Safety
///
/// As for the C function.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn getrusage(
    who: c_int,
    place: *mut rusage,
) -> c_int {
    type Real = unsafe extern "C" fn(c_int, *mut rusage) -> c_int;
    static REAL: OnceLock<usize> = OnceLock::new();

    // SAFETY: the next function of this name is that of the C library, and
    // the caller says that the place is one.
    unsafe {
        let next = *REAL.get_or_init(|| next(c"getrusage"));
        let done = mem::transmute::<usize, Real>(next)(who, place);
        if let (0, Some(it)) = (done, place.as_mut()) {
            for time in [&mut it.ru_utime, &mut it.ru_stime] {
                let micros = i128::from(time.tv_sec) * 1_000_000
                    + i128::from(time.tv_usec);
                let nanos = micros * MICROSECOND * i128::from(scale());
                *time = to_timeval(nanos);
            }
        }
        done
    }
}
