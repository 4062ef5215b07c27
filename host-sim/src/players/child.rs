//! A program in a process of its own that is talked to in lines.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, TrySendError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use boards::leash;

use super::PlayerFailure;

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
    /// What it complains about.
    complaints: Receiver<Vec<u8>>,
}

impl Conversation {
    /// Starts a program. Of what it writes to its error stream, the last
    /// line is told if it ends too soon. It ends with this thread.
    pub(crate) fn start(command: &mut Command) -> io::Result<Conversation> {
        let mut process = leash(command)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let input = process.stdin.take();
        let (sender, lines) = sync_channel(WAITING);
        if let Some(output) = process.stdout.take() {
            listen(output, move |line| sender.send(line).is_ok());
        }
        let (sender, complaints) = sync_channel(WAITING);
        if let Some(errors) = process.stderr.take() {
            // A program must never block because these are not read.
            listen(errors, move |line| {
                !matches!(
                    sender.try_send(line),
                    Err(TrySendError::Disconnected(_))
                )
            });
        }
        Ok(Conversation { process, input, lines, complaints })
    }

    /// Sends a line.
    pub(crate) fn send(&mut self, line: &str) -> Result<(), PlayerFailure> {
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
    pub(crate) fn line(
        &mut self,
        end: Instant,
    ) -> Result<String, PlayerFailure> {
        let left = end.saturating_duration_since(Instant::now());
        let line = match self.lines.recv_timeout(left) {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => {
                return Err(PlayerFailure::new("no answer in time"));
            }
            Err(RecvTimeoutError::Disconnected) => return Err(self.crashed()),
        };
        Ok(String::from_utf8_lossy(&line).trim().to_owned())
    }

    /// Whether the process is still running.
    pub(crate) fn is_alive(&mut self) -> bool {
        matches!(self.process.try_wait(), Ok(None))
    }

    fn crashed(&mut self) -> PlayerFailure {
        match self.wait(FAREWELL) {
            Some(status) => {
                let why = self.last_complaint();
                PlayerFailure(format!("the program ended: {status}{why}"))
            }
            None => PlayerFailure::new("the program closed its output"),
        }
    }

    /// What it said last on its error stream, after a dash.
    fn last_complaint(&self) -> String {
        let mut last = String::new();
        while let Ok(line) = self.complaints.recv_timeout(FAREWELL) {
            let line = String::from_utf8_lossy(&line).trim().to_owned();
            if !line.is_empty() {
                last = format!(" - {line}");
            }
        }
        last
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

/// Reads lines in a thread of its own, until `take` refuses one.
fn listen(
    stream: impl Read + Send + 'static,
    take: impl Fn(Vec<u8>) -> bool + Send + 'static,
) {
    let mut stream = BufReader::new(stream);
    thread::spawn(move || {
        loop {
            let mut line = Vec::new();
            let mut part = stream.by_ref().take(LONGEST);
            match part.read_until(b'\n', &mut line) {
                Ok(1..) if take(line) => (),
                _ => return,
            }
        }
    });
}
