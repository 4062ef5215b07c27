//! Bytes for `fuzz::game`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::game::check(bytes));
