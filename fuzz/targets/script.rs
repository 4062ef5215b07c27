//! Bytes for `fuzz::script`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::script::check(bytes));
