//! Bytes for `fuzz::session`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::session::check(bytes));
