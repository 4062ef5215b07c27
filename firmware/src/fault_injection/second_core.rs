//! Faults of the second core, and work that shows that it has none.

use core::sync::atomic::{AtomicU8, Ordering};

use cortex_m::asm;
use embassy_rp::pac;
use embassy_rp::pac::common::{RW, Reg};
use embassy_time::Instant;
use engine::{Board, Engine, Generator, MAX_SIDE, Node, Position, generator};
use static_cell::ConstStaticCell;

use super::{HANG, PANIC};
use crate::board::Hardware;
use crate::second_core::{CAPACITY, IN_FLIGHT, RolloutClient};

const BOTH_PANIC: u8 = b'B' & 0x1f;
const PANICS_AT_WORK: u8 = b'E' & 0x1f;
const HANGS_AT_WORK: u8 = b'F' & 0x1f;
const NUMBERS: u8 = b'N' & 0x1f;
const PANICS_IDLE: u8 = b'O' & 0x1f;
const HANGS_IDLE: u8 = b'Q' & 0x1f;

/// What the second core is asked to do when it has nothing to do, and in its
/// next rollout.
static IDLE: AtomicU8 = AtomicU8::new(0);
static AT_WORK: AtomicU8 = AtomicU8::new(0);

/// Where the chip remembers over a restart that it is to compare its cores.
fn comparison() -> Reg<u32, RW> {
    pac::WATCHDOG.scratch1()
}
const WANTED: u32 = 0x434f_4d50;

/// Compares the cores before anything else is done, if that was asked for.
#[must_use]
pub fn begin(hardware: Hardware) -> Hardware {
    if comparison().read() == WANTED {
        comparison().write_value(0);
        compare(hardware.rollout_client);
    }
    hardware
}

/// Does what a control character asks for: Ctrl-O has the second core panic
/// when it has nothing to do, Ctrl-Q has it hang, Ctrl-E and Ctrl-F the same
/// in its next rollout, Ctrl-B has both cores panic at once. Ctrl-N restarts
/// the board, gives both cores work and panics with what came of it.
pub(super) fn ask(byte: u8) {
    match byte {
        BOTH_PANIC => {
            order(&IDLE, PANIC);
            panic!("the first of two cores was asked to panic");
        }
        PANICS_AT_WORK => order(&AT_WORK, PANIC),
        HANGS_AT_WORK => order(&AT_WORK, HANG),
        NUMBERS => {
            comparison().write_value(WANTED);
            panic!("asked to compare the cores");
        }
        PANICS_IDLE => order(&IDLE, PANIC),
        HANGS_IDLE => order(&IDLE, HANG),
        _ => {}
    }
}

fn order(place: &AtomicU8, key: u8) {
    place.store(key, Ordering::Release);
    asm::sev();
}

/// On the second core, when it has nothing to do: does what it was asked.
pub(crate) fn obey_idle() {
    match IDLE.load(Ordering::Acquire) {
        PANIC => panic!("the second core was asked to panic"),
        key => super::act(key),
    }
}

/// The same in a rollout, for which the first core is waiting or will be.
pub(crate) fn obey_at_work() {
    match AT_WORK.load(Ordering::Acquire) {
        PANIC => panic!("the second core was asked to panic in a rollout"),
        key => super::act(key),
    }
}

/// What two cores do in the time of one with the usual number of rollouts in
/// flight, at least, in percent.
const SPEEDUP: u64 = 175;

/// Searches with one core and with two, for every number of rollouts in flight
/// that there is room for, compares the trees, and tells all times. Those with
/// the usual number must be far enough apart.
#[inline(never)]
fn compare(client: Option<RolloutClient>) -> ! {
    const NODES: usize = 6000;
    const PLAYOUTS: u32 = 500;
    const SIZES: [(u8, u8); 3] = [(6, 7), (9, 9), (12, 12)];
    static POOL: ConstStaticCell<[Node; NODES]> =
        ConstStaticCell::new([Node::EMPTY; NODES]);
    static ENGINE: ConstStaticCell<Engine<'static>> =
        ConstStaticCell::new(Engine::new(&mut []));
    let Some(mut client) = client else {
        panic!("there is no second core");
    };
    let engine = ENGINE.take();
    engine.set_pool(POOL.take());
    // In microseconds, by the number of rollouts in flight.
    let (mut one, mut two) = ([0; CAPACITY], [0; CAPACITY]);
    for (rows, columns) in SIZES {
        let Ok(board) = Board::new(rows, columns) else { continue };
        for (place, (one, two)) in one.iter_mut().zip(&mut two).enumerate() {
            let in_flight = place + 1;
            engine.set_max_in_flight(in_flight);
            let (alone, slow) = visits(engine, board, |engine, rng| {
                engine.step(PLAYOUTS, rng);
                engine.end_in_flight();
            });
            let (together, fast) = visits(engine, board, |engine, rng| {
                engine.step_on(PLAYOUTS, rng, &mut client);
                engine.settle_on(&mut client);
            });
            *one += slow;
            *two += fast;
            assert_eq!(alone, together, "{board}, {in_flight} in flight");
        }
    }
    let usual = usize::from(IN_FLIGHT - 1);
    let speedup = one[usual] * 100 / two[usual].max(1);
    assert!(
        speedup >= SPEEDUP,
        "two cores took {two:?} us, one {one:?} us: {speedup}%, not {SPEEDUP}%"
    );
    panic!(
        "both cores grew the tree of one, {speedup}% as fast: \
         {two:?} us, the one {one:?} us"
    );
}

/// How often every move was tried, in a search from an empty tree, and how
/// long that took.
fn visits(
    engine: &mut Engine<'static>,
    board: Board,
    search: impl FnOnce(&mut Engine<'static>, &mut Generator),
) -> ([u32; MAX_SIDE as usize], u64) {
    engine.clear();
    engine.set_position(&Position::new(board));
    let start = Instant::now();
    search(engine, &mut generator(3));
    let time = start.elapsed().as_micros();
    let mut visits = [0; MAX_SIDE as usize];
    for (visits, found) in visits.iter_mut().zip(&engine.report().moves) {
        *visits = found.visits;
    }
    (visits, time)
}
