//! The engine on a microcontroller.
#![no_std]
