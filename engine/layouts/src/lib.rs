//! Candidates for the board layout, each playing the same random games.
#![no_std]
#![forbid(unsafe_code)]
