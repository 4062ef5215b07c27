//! A program in a process of its own that is talked to in lines.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use boards::leash;

use super::{Clock, PlayerFailure, usage};

/// The longest line that is read.
const LONGEST: u64 = 1 << 16;
/// Lines that wait to be read before the program has to.
const WAITING: usize = 256;
/// How long a program may take to leave when it is told to.
const FAREWELL: Duration = Duration::from_millis(300);

/// A program under way. It is ended when this is dropped.
#[derive(Debug)]
pub(crate) struct Conversation {
    process: Child,
    input: Option<ChildStdin>,
    lines: Receiver<Vec<u8>>,
    complaints: Complaints,
}

/// What a program says on its error stream: the last line counts.
#[derive(Debug)]
struct Complaints {
    last: Arc<Mutex<String>>,
    /// Ends when there will be no more.
    end: Receiver<()>,
}

/// When something began, by the clock of the program.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stopwatch {
    clock: Clock,
    begun: Instant,
    /// The processor time until then.
    spent: Duration,
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
        let complaints = Complaints::listen(process.stderr.take());
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
            _ => Err(self.gone("input")),
        }
    }

    /// Begins to count the time of the program.
    pub(crate) fn watch(
        &self,
        clock: Clock,
    ) -> Result<Stopwatch, PlayerFailure> {
        let begun = Instant::now();
        let spent = match clock {
            Clock::Wall => Duration::ZERO,
            Clock::Cpu => self.worked()?,
        };
        Ok(Stopwatch { clock, begun, spent })
    }

    /// The time that has passed for the program since then.
    pub(crate) fn spent(
        &self,
        since: &Stopwatch,
    ) -> Result<Duration, PlayerFailure> {
        match since.clock {
            Clock::Wall => Ok(since.begun.elapsed()),
            Clock::Cpu => Ok(self.worked()?.saturating_sub(since.spent)),
        }
    }

    /// Its processor time since it was started.
    fn worked(&self) -> Result<Duration, PlayerFailure> {
        let read = usage::of(self.process.id());
        read.map_err(|why| PlayerFailure::crash(why.to_string()))
    }

    /// The next line, without its end, if it comes within this time.
    pub(crate) fn line(
        &mut self,
        since: &Stopwatch,
        most: Duration,
    ) -> Result<String, PlayerFailure> {
        // What is there already costs no look at the clock.
        if let Ok(line) = self.lines.try_recv() {
            return Ok(text(&line));
        }
        let end = since.begun + since.clock.on_the_wall(most);
        loop {
            let left = most.saturating_sub(self.spent(since)?);
            let wall = end.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(wall)) {
                Ok(line) => return Ok(text(&line)),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(self.gone("output"));
                }
                // A processor may have worked for others meanwhile.
                Err(RecvTimeoutError::Timeout) => {
                    if left.min(wall).is_zero() {
                        return Err(PlayerFailure::hang("no answer in time"));
                    }
                }
            }
        }
    }

    /// Whether this time has passed since then.
    pub(crate) fn is_over(
        &self,
        since: &Stopwatch,
        most: Duration,
    ) -> Result<bool, PlayerFailure> {
        Ok(since.begun.elapsed() > since.clock.on_the_wall(most)
            || self.spent(since)? > most)
    }

    /// Whether the process is still running.
    pub(crate) fn is_alive(&mut self) -> bool {
        matches!(self.process.try_wait(), Ok(None))
    }

    /// It has ended, or at least closed this stream.
    fn gone(&mut self, stream: &str) -> PlayerFailure {
        let what = match self.wait(FAREWELL) {
            Some(status) => format!("the program ended: {status}"),
            None => format!("the program closed its {stream}"),
        };
        match self.complaints.last() {
            last if last.is_empty() => PlayerFailure::crash(what),
            last => PlayerFailure::crash(format!("{what} - {last}")),
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

impl Complaints {
    fn listen(errors: Option<impl Read + Send + 'static>) -> Complaints {
        let last = Arc::new(Mutex::new(String::new()));
        let (open, end) = sync_channel(0);
        if let Some(errors) = errors {
            let place = Arc::clone(&last);
            // A program must never block because these are not read.
            listen(errors, move |line| {
                let _until_the_end = &open;
                let line = text(&line);
                if !line.is_empty() {
                    *place.lock().unwrap_or_else(PoisonError::into_inner) =
                        line;
                }
                true
            });
        }
        Complaints { last, end }
    }

    /// The last line, after waiting a little for the end of the stream.
    fn last(&self) -> String {
        let _ = self.end.recv_timeout(FAREWELL);
        self.last.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// A line without its end.
fn text(line: &[u8]) -> String {
    String::from_utf8_lossy(line).trim().to_owned()
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

#[cfg(test)]
mod tests {
    use super::*;

    fn ended(script: &str) -> String {
        let mut shell = Command::new("sh");
        let mut program =
            Conversation::start(shell.args(["-c", script])).unwrap();
        let now = program.watch(Clock::Wall).unwrap();
        program.line(&now, Duration::from_secs(60)).unwrap_err().why
    }

    #[test]
    fn the_last_complaint_of_a_chatty_program_is_told() {
        let chatty = "seq 100000 >&2; echo the end >&2; exit 7";
        assert_eq!(
            ended(chatty),
            "the program ended: exit status: 7 - the end"
        );
        assert_eq!(ended("exit 7"), "the program ended: exit status: 7");
        let told = ended("exec >&-; exec sleep 60");
        assert_eq!(told, "the program closed its output");
    }
    /// Of a process that is not there any more, no time is told.
    #[test]
    fn time_that_is_not_told_is_a_failure() {
        let mut program =
            Conversation::start(&mut Command::new("true")).unwrap();
        assert!(program.wait(Duration::from_secs(60)).is_some());
        let failure = program.watch(Clock::Cpu).unwrap_err();
        let start = "its processor time is not told: /proc/";
        assert!(failure.why.starts_with(start), "{failure:?}");
        let wall = program.watch(Clock::Wall).unwrap();
        let cpu = Stopwatch { clock: Clock::Cpu, ..wall };
        assert_eq!(program.spent(&cpu), Err(failure.clone()));
        let most = Duration::from_secs(60);
        assert_eq!(program.is_over(&cpu, most), Err(failure));
        assert_eq!(program.is_over(&wall, most), Ok(false));
    }
}
