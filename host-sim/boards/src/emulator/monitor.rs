//! Looking at QEMU from outside, by its machine protocol (QMP).

use std::io::{self, BufRead, BufReader, Write};
use std::net::TcpStream;
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

/// The register of the board's LEDs.
const LEDS: u32 = 0x4002_8000;
/// The LED that is dark while the core sleeps.
const BUSY: u32 = 1 << 1;
/// The board's clock: counts down, 25 times a microsecond.
const CLOCK: u32 = 0x4000_0004;
const COUNT: Duration = Duration::from_nanos(40);

/// A connection to a running QEMU.
#[derive(Debug)]
pub struct Monitor {
    lines: BufReader<TcpStream>,
}

impl Monitor {
    /// Takes up the connection that QEMU has made.
    ///
    /// # Errors
    ///
    /// If QEMU is gone, as for everything that is asked of it.
    pub fn new(stream: TcpStream) -> io::Result<Monitor> {
        let mut monitor = Monitor { lines: BufReader::new(stream) };
        monitor.ask(json!({ "execute": "qmp_capabilities" }))?;
        Ok(monitor)
    }

    /// Is the emulated core at work?
    pub(super) fn is_busy(&mut self) -> io::Result<bool> {
        Ok(self.register(LEDS)? & BUSY != 0)
    }

    /// The board's time since `before`, a reading of its clock, which is
    /// read again. It goes round every three minutes.
    pub(super) fn since(&mut self, before: &mut u32) -> io::Result<Duration> {
        let now = self.register(CLOCK)?;
        let counts = before.wrapping_sub(now);
        *before = now;
        let time = COUNT * counts;
        // A clock that has just been started or stopped tells nothing.
        Ok(if time < Duration::from_secs(60) { time } else { Duration::ZERO })
    }

    /// Stops the board's time for a while.
    pub(super) fn pause(&mut self, time: Duration) -> io::Result<()> {
        self.ask(json!({ "execute": "stop" }))?;
        thread::sleep(time);
        self.ask(json!({ "execute": "cont" })).map(drop)
    }

    /// A word of the board's memory, or a register.
    ///
    /// # Errors
    ///
    /// If QEMU is gone.
    pub fn register(&mut self, address: u32) -> io::Result<u32> {
        let look = format!("xp /1wx {address:#x}");
        let answer = self.ask(json!({
            "execute": "human-monitor-command",
            "arguments": { "command-line": look },
        }))?;
        let word = answer.as_str().and_then(word);
        word.ok_or(io::ErrorKind::InvalidData.into())
    }

    /// Ends the emulator.
    pub(super) fn quit(&mut self) -> io::Result<()> {
        self.ask(json!({ "execute": "quit" })).map(drop)
    }

    /// What a command returns. Events may come before it.
    fn ask(&mut self, command: Value) -> io::Result<Value> {
        self.lines.get_mut().write_all(command.to_string().as_bytes())?;
        loop {
            let mut line = String::new();
            if self.lines.read_line(&mut line)? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            let mut answer: Value = serde_json::from_str(&line)?;
            if let Some(result) = answer.get_mut("return") {
                return Ok(result.take());
            }
            if let Some(error) = answer.get("error") {
                return Err(io::Error::other(error.to_string()));
            }
        }
    }
}

/// The word in `0000000040028000: 0x00000002`.
fn word(answer: &str) -> Option<u32> {
    let (_, digits) = answer.split_once(": 0x")?;
    u32::from_str_radix(digits.get(..8)?, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_word_is_found_in_the_answer() {
        assert_eq!(word("0000000040028000: 0x00000012\r\n"), Some(0x12));
        assert_eq!(word("Cannot access memory"), None);
    }
}
