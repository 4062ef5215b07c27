//! `libpocketfour.so`: the engine as a player for the original judge.
//!
//! The environment variable `POCKETFOUR_MOVETIME` says how long it thinks
//! about a move, in milliseconds; without it, 2500.
//!
//! One game is played at a time. The engine recognises the game by the
//! stones on the board and keeps what it has found out from move to move.

#![allow(unsafe_code)]

use std::env;
use std::ffi::c_int;
use std::slice;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use engine::{Column, Engine, Node, Position, generator};
use judge::{Point, Situation};

/// The nodes of the pool, which takes sixteen megabytes.
const NODES: usize = 1_000_000;
/// Playouts between two looks at the clock.
const PORTION: u32 = 64;
const MOVE_TIME: Duration = Duration::from_millis(2500);

struct State {
    engine: Engine<'static>,
    /// The game after the engine's last move.
    game: Option<Position>,
}

static STATE: Mutex<Option<State>> = Mutex::new(None);

impl State {
    fn new() -> State {
        let pool = vec![Node::EMPTY; NODES].leak();
        State { engine: Engine::new(pool), game: None }
    }
}

/// The move for a situation. The result is to be given back by
/// [`clearPoint`].
///
/// # Safety
///
/// `top` points at `columns` numbers and `board` at `rows * columns`.
#[allow(clippy::too_many_arguments)]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn getPoint(
    rows: c_int,
    columns: c_int,
    top: *const c_int,
    board: *const c_int,
    last_x: c_int,
    last_y: c_int,
    no_x: c_int,
    no_y: c_int,
) -> *mut Point {
    let end = Instant::now() + move_time();
    let (rows, columns) = (rows.max(0) as usize, columns.max(0) as usize);
    // SAFETY: the caller says so.
    let (top, board) = unsafe {
        let top = slice::from_raw_parts(top, columns);
        (top, slice::from_raw_parts(board, rows * columns))
    };
    let told = Situation {
        rows,
        columns,
        top: top.to_vec(),
        board: board.to_vec(),
        last: Point { x: last_x, y: last_y },
        forbidden: Point { x: no_x, y: no_y },
    };
    let chosen = choose(&told, end).and_then(|c| told.landing(c));
    Box::into_raw(Box::new(chosen.unwrap_or(Point { x: -1, y: -1 })))
}

/// Takes a point back.
///
/// # Safety
///
/// The point is from [`getPoint`] and is not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clearPoint(point: *mut Point) {
    if !point.is_null() {
        // SAFETY: the caller says so.
        drop(unsafe { Box::from_raw(point) });
    }
}

fn move_time() -> Duration {
    let text = env::var("POCKETFOUR_MOVETIME").ok();
    let time = text.and_then(|text| text.parse().ok());
    time.map_or(MOVE_TIME, Duration::from_millis)
}

fn choose(told: &Situation, end: Instant) -> Option<Column> {
    let mut state = STATE.lock().unwrap_or_else(PoisonError::into_inner);
    let State { engine, game } = state.get_or_insert_with(State::new);
    let position = told.position()?;
    let position = continued(game.take(), told, &position).unwrap_or(position);
    engine.set_position(&position);
    let now = SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default();
    let mut random = generator(now.as_nanos() as u64);
    while engine.step(PORTION, &mut random) == PORTION && Instant::now() < end {
    }
    let column = engine.choose()?;
    let mut after = position;
    after.play(column).ok()?;
    *game = Some(after);
    Some(column)
}

/// The game that is known and the opponent's move, if that leads here.
fn continued(
    game: Option<Position>,
    told: &Situation,
    position: &Position,
) -> Option<Position> {
    let mut game = game?;
    game.play(Column::new(u8::try_from(told.last.y).ok()?)?).ok()?;
    (game == *position).then_some(game)
}
