//! Conversations with the tasks as they run on a board.

mod common;

use common::talk;
use embassy_time::{Instant, Timer};
use firmware::tasks::ROUND;

#[test]
fn a_move_is_found_and_a_search_is_stopped() {
    let (led, watchdog) = talk(async |terminal| {
        terminal.say("ugi\n").await;
        terminal.wait_for("ugiok").await;
        terminal.say("position startpos moves 1 2 1 2 1 2\n").await;
        terminal.say("go nodes 200\n").await;
        assert_eq!(terminal.wait_for("bestmove").await, "bestmove 1");

        terminal.say("position startpos\ngo infinite\n").await;
        terminal.wait_for("info").await;
        let asked = Instant::now();
        terminal.say("isready\n").await;
        terminal.wait_for("readyok").await;
        terminal.say("stop\n").await;
        terminal.wait_for("bestmove").await;
        assert!(asked.elapsed() < embassy_time::Duration::from_millis(500));
    });
    assert!(led.flashes > 0);
    assert!(watchdog.meals > 0);
}

#[test]
fn no_answer_is_lost_when_many_commands_come_at_once() {
    talk(async |terminal| {
        terminal.say("ugi\n").await;
        terminal.wait_for("ugiok").await;
        for _ in 0..200 {
            terminal.say("d\nisready\n").await;
        }
        for _ in 0..200 {
            terminal.wait_for("readyok").await;
        }
    });
}

#[test]
fn the_machine_is_described() {
    talk(async |terminal| {
        terminal.say("ugi\nsysinfo\n").await;
        let stack = terminal.wait_for("sysinfo stack").await;
        assert_eq!(stack, "sysinfo stack 1 of 2 bytes");
    });
}

/// A search that has nothing left to do waits for `stop`, for longer than the
/// watchdog would bear if it were not fed.
#[test]
fn a_settled_search_is_not_taken_for_a_hang() {
    const ROUNDS: u32 = 5;
    let waits = ["go infinite", "go ponder", "go infinite nodes 1"];
    for wait in waits {
        let (_, watchdog) = talk(async |terminal| {
            terminal.say("ugi\n").await;
            terminal.wait_for("ugiok").await;
            terminal.say("position fen 7/7/7/7/oo5/xxx1o2 x\n").await;
            terminal.say(&format!("{wait}\nisready\n")).await;
            terminal.wait_for("readyok").await;
            Timer::after(ROUND * ROUNDS).await;
            terminal.say("stop\n").await;
            assert_eq!(terminal.wait_for("bestmove").await, "bestmove 4");
        });
        assert!(watchdog.meals >= ROUNDS, "{wait}: {}", watchdog.meals);
    }
}

/// It thinks on a person's time, for longer than the watchdog would bear if
/// that were a hang, and still hears every word.
#[test]
fn pondering_keeps_nobody_waiting() {
    const ROUNDS: u32 = 5;
    let (_, watchdog) = talk(async |terminal| {
        terminal.say("plain on\ntime 0.1\nnew 12x12\n6\n").await;
        terminal.wait_for("I played").await;
        let mut before = terminal.look().1;
        for _ in 0..ROUNDS {
            Timer::after(ROUND).await;
            terminal.say("isready\n").await;
            terminal.wait_for("readyok").await;
            let (waiting, steps) = terminal.look();
            assert!(steps > before, "it has stopped to think");
            // A prompt at most.
            assert!(waiting <= 2, "{waiting}");
            before = steps;
        }
        terminal.say("ponder off\n").await;
        terminal.wait_for("I think only").await;
        let before = terminal.look().1;
        Timer::after(ROUND).await;
        assert_eq!(terminal.look().1, before);
    });
    assert!(watchdog.meals >= ROUNDS, "{}", watchdog.meals);
}

/// `quit` is the last line, whatever came with it.
#[test]
fn nothing_is_read_after_quit() {
    talk(async |terminal| {
        terminal.say("ugi\n").await;
        terminal.wait_for("ugiok").await;
        terminal.say("quit\n\nisready\n").await;
        terminal.wait_for_end().await;
    });
}
