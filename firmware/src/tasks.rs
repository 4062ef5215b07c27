//! What runs side by side on the first core.
//!
//! Every task does a bounded piece of work and then waits. The search is the
//! only one with much to do: it thinks for [`TURN`] and then lets the others
//! have theirs, so no byte waits much longer than that.

use embassy_futures::yield_now;
use embassy_time::{Duration, Instant, Timer};
use embedded_hal::digital::OutputPin;
use embedded_io_async::{Read, Write};
use protocol::{Diagnostics, InputLoss, Status};

use crate::log::{info, warn};
use crate::shared_session::SharedSession;

/// How long the search keeps the core.
pub const TURN: Duration = Duration::from_millis(1);
/// Playouts between two looks at the clock: about a turn on a slow core. A
/// look costs a long division, which is dear on a small one.
const PLAYOUTS: u32 = 8;
/// How often the watchdog is fed; it must bear a few times as much.
pub const ROUND: Duration = Duration::from_millis(500);
/// Bytes moved at once: a packet of full-speed USB.
pub const CHUNK: usize = 64;

/// Hands what arrives at the port to the session, line by line and only if
/// there is room for an answer, and tells it how the machine is doing. Ends
/// when the port does, and after `quit`.
pub async fn serial_in<R: Read>(
    shared: &SharedSession<'_>,
    mut port: R,
    loss: fn(&R::Error) -> InputLoss,
    diagnose: fn() -> Diagnostics,
) {
    let mut chunk = [0; CHUNK];
    loop {
        match port.read(&mut chunk).await {
            Ok(0) => return,
            Ok(count) => {
                #[cfg(all(target_os = "none", feature = "fault-injection"))]
                crate::fault_injection::obey(&chunk[..count]);
                shared.update(diagnose());
                for mut line in chunk[..count].split_inclusive(is_line_end) {
                    while !line.is_empty() {
                        line = &line[shared.receive(line).await..];
                        if shared.is_leaving() {
                            return;
                        }
                    }
                }
            }
            Err(error) => {
                warn!("input was lost");
                shared.with(|session| session.input_lost(loss(&error)));
                yield_now().await;
            }
        }
    }
}

fn is_line_end(byte: &u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// Sends the session's text. What a broken port does not take is lost.
pub async fn serial_out<W: Write>(
    shared: &SharedSession<'_>,
    mut port: W,
) -> ! {
    let mut chunk = [0; CHUNK];
    loop {
        let count = shared.wait_for_text(&mut chunk).await;
        let mut sent = port.write_all(&chunk[..count]).await;
        if sent.is_ok() && !shared.has_text() {
            sent = port.flush().await;
        }
        if sent.is_err() {
            warn!("the port has lost up to {=usize} bytes", count);
        }
        shared.sent();
    }
}

/// Thinks when there is something to think about.
pub async fn search(shared: &SharedSession<'_>) -> ! {
    loop {
        shared.wait_for_work().await;
        let (start, before) = (Instant::now(), shared.playouts());
        while shared.is_thinking() {
            let turn = Instant::now();
            while shared.think(PLAYOUTS) && turn.elapsed() < TURN {}
            yield_now().await;
        }
        info!(
            "thought for {=u64} ms, {=u32} playouts",
            start.elapsed().as_millis(),
            shared.playouts().wrapping_sub(before)
        );
    }
}

/// Shows on a led what the session is doing: a short flash every two
/// seconds when it waits, an even flicker when it thinks, a slow even blinking
/// when it thinks on a person's time, two flashes a second when it did not
/// understand.
pub async fn heartbeat(
    shared: &SharedSession<'_>,
    mut led: impl OutputPin,
) -> ! {
    loop {
        for &(on, off) in pattern(shared.status()) {
            let _ = led.set_high();
            Timer::after_millis(on).await;
            let _ = led.set_low();
            Timer::after_millis(off).await;
        }
    }
}

/// How long the led is on and off, in milliseconds.
fn pattern(status: Status) -> &'static [(u64, u64)] {
    match status {
        Status::Idle => &[(40, 1960)],
        Status::Thinking => &[(100, 100)],
        Status::Pondering => &[(500, 500)],
        Status::Error => &[(60, 140), (60, 740)],
    }
}

/// Restarts the board unless it is fed.
pub trait Watchdog {
    /// Grants it a few more rounds.
    fn feed(&mut self);
}

/// Feeds the watchdog as long as the tasks have their turns and a search
/// that has something left to do gets on.
pub async fn watchdog(
    shared: &SharedSession<'_>,
    mut watchdog: impl Watchdog,
) -> ! {
    info!("watchdog started");
    let mut seen = None;
    loop {
        let steps = Some(shared.steps());
        if !shared.is_thinking() || steps != seen {
            watchdog.feed();
        } else {
            warn!("the search makes no step: the watchdog is not fed");
        }
        seen = steps;
        Timer::after(ROUND).await;
    }
}
