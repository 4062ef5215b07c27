//! A program in a process of its own that is talked to in lines.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use super::Failure;

/// The longest line that is read.
const LONGEST: u64 = 1 << 16;
/// Lines that wait to be read before the program has to.
const WAITING: usize = 256;
/// How long a program may take to leave when it is told to.
const FAREWELL: Duration = Duration::from_millis(300);

/// A program under way. It is ended when this is dropped.
pub(crate) struct Conversation {
    process: Child,
    input: Option<ChildStdin>,
    lines: Receiver<Vec<u8>>,
}

impl Conversation {
    /// Starts a program. What it writes to its error stream is dropped.
    pub(crate) fn start(command: &mut Command) -> io::Result<Conversation> {
        let mut process = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let input = process.stdin.take();
        let (sender, lines) = sync_channel(WAITING);
        if let Some(output) = process.stdout.take() {
            let mut output = BufReader::new(output);
            thread::spawn(move || {
                loop {
                    let mut line = Vec::new();
                    let mut part = output.by_ref().take(LONGEST);
                    match part.read_until(b'\n', &mut line) {
                        Ok(1..) if sender.send(line).is_ok() => (),
                        _ => return,
                    }
                }
            });
        }
        Ok(Conversation { process, input, lines })
    }

    /// Sends a line.
    pub(crate) fn send(&mut self, line: &str) -> Result<(), Failure> {
        let sent = self.input.as_mut().map(|input| {
            input.write_all(format!("{line}\n").as_bytes())?;
            input.flush()
        });
        match sent {
            Some(Ok(())) => Ok(()),
            _ => Err(self.crashed()),
        }
    }

    /// The next line, without its end, if it comes in time.
    pub(crate) fn line(&mut self, end: Instant) -> Result<String, Failure> {
        let left = end.saturating_duration_since(Instant::now());
        let line = match self.lines.recv_timeout(left) {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => {
                return Err(Failure::new("no answer in time"));
            }
            Err(RecvTimeoutError::Disconnected) => return Err(self.crashed()),
        };
        Ok(String::from_utf8_lossy(&line).trim().to_owned())
    }

    /// Whether there is anybody.
    pub(crate) fn is_alive(&mut self) -> bool {
        matches!(self.process.try_wait(), Ok(None))
    }

    fn crashed(&mut self) -> Failure {
        match self.wait(FAREWELL) {
            Some(status) => Failure(format!("the program ended: {status}")),
            None => Failure::new("the program closed its output"),
        }
    }

    fn wait(&mut self, most: Duration) -> Option<std::process::ExitStatus> {
        let end = Instant::now() + most;
        loop {
            match self.process.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < end => {
                    thread::sleep(Duration::from_millis(2));
                }
                _ => return None,
            }
        }
    }
}

impl Drop for Conversation {
    fn drop(&mut self) {
        if self.is_alive() {
            let _ = self.send("quit");
        }
        self.input = None;
        if self.wait(FAREWELL).is_none() {
            let _ = self.process.kill();
            let _ = self.process.wait();
        }
    }
}
