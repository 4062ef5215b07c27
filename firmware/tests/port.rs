//! What can go wrong with a serial port, and costs lines at most.

mod common;

use common::talk;
use embassy_time::{Duration, Instant, Timer};

#[test]
fn a_bad_line_costs_lines_and_nothing_else() {
    talk(async |terminal| {
        terminal.say("ugi\n").await;
        terminal.wait_for("ugiok").await;
        terminal.say("go infinite\n").await;
        terminal.noisy.set(true);
        for _ in 0..500 {
            terminal.say("isready\nposition startpos moves 4 4\nd\n").await;
            terminal.say("setoption name Rows value 9\ngo nodes 9\n").await;
        }
        terminal.noisy.set(false);
        // Whatever mode it is in, and whatever it is doing.
        terminal.say("\n\u{3}\nugi\n").await;
        terminal.wait_for("ugiok").await;
        terminal.say("position startpos moves 1 2 1 2 1 2\nd\n").await;
        assert!(terminal.wait_for("fen").await.ends_with("xo5/xo5/xo5 x"));
        terminal.say("go nodes 200\n").await;
        assert_eq!(terminal.wait_for("bestmove").await, "bestmove 1");
        terminal.say("stats\n").await;
        let stats = terminal.wait_for("stats dropped").await;
        let (_, lost) = stats.split_once("lost ").expect("a count");
        let lost = lost.split(' ').next().and_then(|lost| lost.parse().ok());
        assert!(lost > Some(50), "{stats}");
    });
}

#[test]
fn a_search_goes_on_when_nobody_reads() {
    talk(async |terminal| {
        terminal.say("ugi\n").await;
        terminal.wait_for("ugiok").await;
        terminal.say("setoption name Rows value 12\nuginewgame\n").await;
        terminal.say("go infinite\n").await;
        terminal.wait_for("info").await;
        // From here on nothing is read, until there is no room for news.
        let full = 513;
        while terminal.look().0 < full {
            Timer::after_millis(20).await;
        }
        let (began, (_, before)) = (Instant::now(), terminal.look());
        let news = Duration::from_millis(400);
        while began.elapsed() < news || terminal.look().1 < before + 100 {
            Timer::after_millis(20).await;
        }
        let (waiting, after) = terminal.look();
        assert!(waiting <= 1024 && after > before);

        terminal.say("stop\n").await;
        terminal.wait_for("bestmove").await;
        terminal.say("stats\n").await;
        let stats = terminal.wait_for("stats dropped").await;
        let nothing = "stats dropped 0 lines of output, lost 0 of input";
        assert_eq!(stats, nothing);
    });
}
