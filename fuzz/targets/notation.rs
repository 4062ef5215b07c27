//! Bytes for `fuzz::notation`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::notation::check(bytes));
