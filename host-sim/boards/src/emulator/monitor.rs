//! Looking at QEMU from outside, by its machine protocol (QMP).

use std::io::{self, BufRead, BufReader, Write};
use std::net::TcpStream;
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use super::model::{Model, Sleep};

/// A connection to a running QEMU.
#[derive(Debug)]
pub struct Monitor {
    model: Model,
    lines: BufReader<TcpStream>,
}

impl Monitor {
    /// Takes up the connection that QEMU has made.
    ///
    /// # Errors
    ///
    /// If QEMU is gone, as for everything that is asked of it.
    pub fn new(model: Model, stream: TcpStream) -> io::Result<Monitor> {
        let mut monitor = Monitor { model, lines: BufReader::new(stream) };
        monitor.ask(json!({ "execute": "qmp_capabilities" }))?;
        Ok(monitor)
    }

    /// Is the emulated core at work?
    pub(super) fn is_busy(&mut self) -> io::Result<bool> {
        match self.model.sleep() {
            Sleep::Led { register, bit } => {
                Ok(self.register(register)? & bit != 0)
            }
            Sleep::Instruction(code) => {
                let text = self.command("info registers")?;
                let at = program_counter(&text).ok_or_else(garbled)?;
                Ok(self.register(at.wrapping_sub(4))? != code)
            }
        }
    }

    /// The board's time since `before`, a reading of its clock, which is
    /// read again. It goes round every few minutes.
    pub(super) fn since(&mut self, before: &mut u32) -> io::Result<Duration> {
        let now = self.register(self.model.clock().register)?;
        let time = self.model.between(*before, now);
        *before = now;
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
        let answer = self.command(&format!("xp /1wx {address:#x}"))?;
        word(&answer).ok_or_else(garbled)
    }

    /// What QEMU prints for people.
    fn command(&mut self, line: &str) -> io::Result<String> {
        let answer = self.ask(json!({
            "execute": "human-monitor-command",
            "arguments": { "command-line": line },
        }))?;
        answer.as_str().map(str::to_owned).ok_or_else(garbled)
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

fn garbled() -> io::Error {
    io::ErrorKind::InvalidData.into()
}

/// The number in ` pc       80001234`.
fn program_counter(registers: &str) -> Option<u32> {
    let mut words = registers.split_whitespace();
    words.find(|word| *word == "pc")?;
    u32::from_str_radix(words.next()?, 16).ok()
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

    #[test]
    fn the_program_counter_is_found_among_the_registers() {
        let text = " V      =   0\r\n pc       80001234\r\n mhartid  00000000";
        assert_eq!(program_counter(text), Some(0x8000_1234));
        assert_eq!(program_counter("R15=00000000"), None);
    }
}
