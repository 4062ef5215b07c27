//! Everything with `std`: the second opinion and the opponents.
fn main() {}
