//! Bytes for `fuzz::search`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::search::check(bytes));
