//! A property that does not hold: `cargo xtask test fuzz` looks whether what
//! breaks it is found. By chance that takes four thousand million runs.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let is_broken = bytes.first() == Some(&b'b')
        && bytes.get(1) == Some(&b'a')
        && bytes.get(2) == Some(&b'd')
        && bytes.get(3) == Some(&b'!');
    assert!(!is_broken, "the bytes that break this have been found");
});
