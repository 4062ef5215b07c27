//! The game and the search, for chips without a heap.
#![no_std]
#![forbid(unsafe_code)]
