//! Text in, text out: how programs and people talk to the engine.
#![no_std]
#![forbid(unsafe_code)]
