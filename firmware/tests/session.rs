//! The firmware's tasks on the host, with pipes for a serial port.

use std::convert::Infallible;
use std::time::Duration;

use embassy_futures::block_on;
use embassy_futures::join::join;
use embassy_futures::select::{Either, select};
use embassy_sync::blocking_mutex::raw::NoopRawMutex;
use embassy_sync::pipe::Pipe;
use embassy_time::{Instant, Timer};
use embedded_hal::digital::{ErrorType, OutputPin};
use firmware::hub::{Hub, Stack, now};
use firmware::tasks::{self, Watchdog};
use protocol::{Device, InputLoss, Session};

const NODES: usize = 2000;
/// A terminal that nobody answers is an error, not a wait for ever.
const PATIENCE: Duration = Duration::from_secs(20);

type Line = Pipe<NoopRawMutex, 64>;

/// The other end of the serial port.
struct Terminal<'a> {
    to: &'a Line,
    from: &'a Line,
    seen: String,
}

impl Terminal<'_> {
    /// Types, and reads what comes meanwhile: a port that nobody reads
    /// takes nothing in.
    async fn say(&mut self, text: &str) {
        let mut rest = text.as_bytes();
        while !rest.is_empty() {
            match select(self.to.write(rest), read(self.from)).await {
                Either::First(count) => rest = &rest[count..],
                Either::Second(text) => self.seen.push_str(&text),
            }
        }
    }

    /// Reads up to and with a line that begins so, and gives that line.
    async fn wait_for(&mut self, start: &str) -> String {
        loop {
            let mut lines = self.seen.split_inclusive('\n');
            let found =
                |line: &&str| line.starts_with(start) && line.ends_with('\n');
            if let Some(line) = lines.find(found) {
                let line = line.trim_end().to_owned();
                self.seen = lines.collect();
                return line;
            }
            self.seen.push_str(&read(self.from).await);
        }
    }
}

async fn read(line: &Line) -> String {
    let mut bytes = [0; 64];
    let count = line.read(&mut bytes).await;
    String::from_utf8_lossy(&bytes[..count]).into_owned()
}

#[derive(Default)]
struct Light {
    flashes: u32,
}

impl ErrorType for &mut Light {
    type Error = Infallible;
}

impl OutputPin for &mut Light {
    fn set_low(&mut self) -> Result<(), Infallible> {
        Ok(())
    }

    fn set_high(&mut self) -> Result<(), Infallible> {
        self.flashes += 1;
        Ok(())
    }
}

#[derive(Default)]
struct Dog {
    meals: u32,
}

impl Watchdog for &mut Dog {
    fn feed(&mut self) {
        self.meals += 1;
    }
}

/// Runs every task beside a conversation, to the conversation's end.
fn talk(conversation: impl AsyncFnOnce(&mut Terminal<'_>)) -> (Light, Dog) {
    let mut session = Box::new(Session::<NODES>::new());
    let device = Device { name: "host", clock_hz: 0, seed: 1, restart: None };
    session.start(device, now());
    let hub = Hub::new(&mut session);
    let (to, from) = (Line::new(), Line::new());
    let mut terminal = Terminal { to: &to, from: &from, seen: String::new() };
    let (mut light, mut dog) = (Light::default(), Dog::default());
    let stack = || Stack { used: 1, size: 2 };
    let board = async {
        let input = tasks::serial_in(
            &hub,
            &to,
            |never: &Infallible| -> InputLoss { match *never {} },
            stack,
        );
        let search = tasks::search(&hub);
        let output = tasks::serial_out(&hub, &from);
        let light = tasks::heartbeat(&hub, &mut light);
        let dog = tasks::watchdog(&hub, &mut dog);
        join(input, join(join(search, output), join(light, dog))).await
    };
    let conversation = async {
        let limit = Timer::after(PATIENCE.try_into().expect("short"));
        let talked = conversation(&mut terminal);
        match select(talked, limit).await {
            Either::First(()) => {}
            Either::Second(()) => panic!("waited too long"),
        }
    };
    block_on(select(conversation, board));
    (light, dog)
}

#[test]
fn a_move_is_found_and_a_search_is_stopped() {
    let (light, dog) = talk(async |terminal| {
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
    assert!(light.flashes > 0);
    assert!(dog.meals > 0);
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
