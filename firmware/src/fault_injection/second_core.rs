//! Faults of the second core, and work that shows that it has none.

use core::cell::Cell;
use core::sync::atomic::{AtomicU8, Ordering};

use cortex_m::asm;
use embassy_sync::blocking_mutex::CriticalSectionMutex;
use embassy_time::Instant;
use engine::{Engine, Generator, MAX_SIDE, Node, Position, generator};
use static_cell::ConstStaticCell;

use super::{HANG, PANIC};
use crate::board::Board;
use crate::second_core::{CAPACITY, IN_FLIGHT, RolloutClient};

const NUMBERS: u8 = b'N' & 0x1f;
const OTHER_PANICS: u8 = b'O' & 0x1f;
const OTHER_HANGS: u8 = b'Q' & 0x1f;

/// What the second core is asked to do.
static ORDER: AtomicU8 = AtomicU8::new(0);
static CLIENT: CriticalSectionMutex<Cell<Option<RolloutClient>>> =
    CriticalSectionMutex::new(Cell::new(None));

/// Takes the way to the second core.
#[must_use]
pub fn take(board: Board) -> Board {
    CLIENT.lock(|held| held.set(board.rollout_client));
    Board { rollout_client: None, ..board }
}

/// Does what a control character asks for: Ctrl-O has the second core panic,
/// Ctrl-Q has it hang, Ctrl-N gives it work and panics with what came of it.
pub(super) fn ask(byte: u8) {
    match byte {
        OTHER_PANICS => order(PANIC),
        OTHER_HANGS => order(HANG),
        NUMBERS => compare(),
        _ => {}
    }
}

fn order(key: u8) {
    ORDER.store(key, Ordering::Release);
    asm::sev();
}

/// On the second core: does what it was asked.
pub(crate) fn obey_order() {
    match ORDER.load(Ordering::Acquire) {
        PANIC => panic!("the second core was asked to panic"),
        key => super::act(key),
    }
}

/// What two cores do in the time of one with the usual number of rollouts in
/// flight, at least, in percent.
const SPEEDUP: u64 = 150;

/// Searches with one core and with two, for every number of rollouts in flight
/// that there is room for, and compares the trees, and the time with the usual
/// number.
#[inline(never)]
fn compare() {
    const NODES: usize = 6000;
    const PLAYOUTS: u32 = 500;
    const SIZES: [(u8, u8); 3] = [(6, 7), (9, 9), (12, 12)];
    static POOL: ConstStaticCell<[Node; NODES]> =
        ConstStaticCell::new([Node::EMPTY; NODES]);
    static ENGINE: ConstStaticCell<Engine<'static>> =
        ConstStaticCell::new(Engine::new(&mut []));
    let Some(mut client) = CLIENT.lock(Cell::take) else {
        panic!("there is no second core");
    };
    let engine = ENGINE.take();
    engine.set_pool(POOL.take());
    let (mut one, mut two) = (0, 0);
    for (rows, columns) in SIZES {
        let Ok(board) = engine::Board::new(rows, columns) else { continue };
        for in_flight in 1..=CAPACITY {
            engine.set_max_in_flight(in_flight);
            let (alone, slow) = visits(engine, board, |engine, rng| {
                engine.step(PLAYOUTS, rng);
                engine.settle();
            });
            let (together, fast) = visits(engine, board, |engine, rng| {
                engine.step_on(PLAYOUTS, rng, &mut client);
                engine.settle_on(&mut client);
            });
            if in_flight == usize::from(IN_FLIGHT) {
                one += slow;
                two += fast;
            }
            assert_eq!(alone, together, "{board}, {in_flight} in flight");
        }
    }
    let speedup = one * 100 / two.max(1);
    assert!(
        speedup >= SPEEDUP,
        "two cores took {two} us, one {one} us: {speedup}%, not {SPEEDUP}%"
    );
    panic!(
        "both cores grew the tree of one, {speedup}% as fast: \
         {two} us, the one {one} us"
    );
}

/// How often every move was tried, in a search from an empty tree, and how
/// long that took.
fn visits(
    engine: &mut Engine<'static>,
    board: engine::Board,
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
