//! The engine on a microcontroller.
//!
//! A byte that arrives at the serial port goes through these files:
//!
//! | | |
//! |---|---|
//! | `board/` | one file a board: its pins, its port, its memory |
//! | [`tasks`] | serial in, search, serial out, led, watchdog |
//! | [`shared_session`] | the session that the tasks share |
//! | [`second_core`] | jobs for a second core, where there is one |
//!
//! The tasks know no chip: they are generic over `embedded-io-async` and
//! `embedded-hal`, and run on the host as well, where they are tested. What
//! needs a chip is left out there.
#![no_std]
// The image that shows that no panic is left needs no board.
#![cfg(not(feature = "no-panic"))]

#[cfg(all(target_os = "none", feature = "rp2040"))]
mod copy;
#[cfg(all(target_os = "none", feature = "rp2040"))]
mod divider;
mod log;
pub mod second_core;
pub mod shared_session;
pub mod tasks;

#[cfg(target_os = "none")]
pub mod board;
#[cfg(all(target_os = "none", feature = "board-qemu"))]
mod cmsdk;
#[cfg(all(target_os = "none", feature = "fault-injection"))]
pub mod fault_injection;
#[cfg(all(target_os = "none", feature = "nrf"))]
mod nrf_uart;
#[cfg(target_os = "none")]
pub mod processor;
#[cfg(all(target_os = "none", feature = "qemu"))]
mod qemu_uart;
#[cfg(all(target_os = "none", feature = "qemu"))]
mod register;
#[cfg(target_os = "none")]
pub mod restart;
#[cfg(all(target_os = "none", feature = "rp"))]
mod rp_usb;
#[cfg(target_os = "none")]
pub mod stack;
#[cfg(all(target_os = "none", feature = "board-riscv"))]
mod virt;
