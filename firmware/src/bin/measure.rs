//! Instructions a ply of every board layout on a Cortex-M4, in QEMU.
//!
//! ```text
//! cargo build -p firmware --release --target thumbv7em-none-eabihf \
//!     --bin measure --features measure
//! qemu-system-arm -M mps2-an386 -cpu cortex-m4 -icount shift=0 -nographic \
//!     -semihosting-config enable=on,target=native \
//!     -kernel target/thumbv7em-none-eabihf/release/measure
//! ```
//!
//! With `-icount shift=0` an instruction takes a nanosecond of the emulated
//! time, so a timer at 25 MHz ticks every 40 instructions. The figures are the
//! same on every machine and on every run.
#![no_std]
#![no_main]

use core::hint::black_box;
use core::panic::PanicInfo;

use cortex_m::asm;
use cortex_m_rt::entry;
use cortex_m_semihosting::{debug, hprint, hprintln};
use layouts::{Board, Candidate, Workload};

const BOARDS: [Board; 3] =
    [Board::open(9, 9), Board::open(9, 12), Board::open(12, 12)];
const WORKLOADS: [Workload; 3] =
    [Workload::Games, Workload::Walk, Workload::WinningCells];
const PLIES: u32 = 20_000;
const SEED: u32 = 1;
const INSTRUCTIONS_A_TICK: u64 = 40;

#[entry]
fn main() -> ! {
    let clock = Clock::start();
    hprintln!("| board | layout | games | walk | winning cells |");
    hprintln!("|---|---|---|---|---|");
    for board in BOARDS {
        for candidate in Candidate::ALL {
            if candidate.holds(board) {
                measure(&clock, board, candidate);
            }
        }
    }
    debug::exit(debug::EXIT_SUCCESS);
    loop {
        asm::wfi();
    }
}

fn measure(clock: &Clock, board: Board, candidate: Candidate) {
    hprint!("| {}x{} | {} |", board.rows, board.cols, candidate.name());
    let expected = Candidate::Columns.run(WORKLOADS[0], board, PLIES, SEED);
    for workload in WORKLOADS {
        let start = clock.ticks();
        let tally = candidate.run(workload, black_box(board), PLIES, SEED);
        let ticks = clock.ticks().wrapping_sub(start);
        assert_eq!(tally, expected);
        let tenths =
            u64::from(ticks) * INSTRUCTIONS_A_TICK * 10 / u64::from(PLIES);
        hprint!(" {}.{} |", tenths / 10, tenths % 10);
    }
    hprintln!();
}

/// The board's CMSDK timer 0, running down from its highest value.
struct Clock;

impl Clock {
    const CONTROL: *mut u32 = 0x4000_0000 as *mut u32;
    const VALUE: *mut u32 = 0x4000_0004 as *mut u32;
    const RELOAD: *mut u32 = 0x4000_0008 as *mut u32;

    #[expect(unsafe_code, reason = "registers are written by address")]
    fn start() -> Self {
        // SAFETY: on mps2-an386 these are the timer's registers, which nothing
        // else in this program uses; writing them touches no memory.
        unsafe {
            Self::RELOAD.write_volatile(u32::MAX);
            Self::VALUE.write_volatile(u32::MAX);
            Self::CONTROL.write_volatile(1);
        }
        Clock
    }

    #[expect(unsafe_code, reason = "registers are read by address")]
    fn ticks(&self) -> u32 {
        // SAFETY: as in `start`; reading the value has no side effect.
        u32::MAX - unsafe { Self::VALUE.read_volatile() }
    }
}

#[panic_handler]
fn panic(info: &PanicInfo) -> ! {
    hprintln!("{}", info);
    debug::exit(debug::EXIT_FAILURE);
    loop {
        asm::wfi();
    }
}
