//! Set up, build, run, flash, test: what the README calls.
fn main() {}
