//! `cargo xtask test --nightly first-play`: what a person sees who types
//! `cargo xtask play` for the first time, at a terminal, with the sources and
//! nothing else: no crates, nothing built. Then once more.
//!
//! The limits are those of a computer with two cores that has nothing else to
//! do.

use std::env;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use boards::serial::pseudo_terminal;
use tempfile::TempDir;

use crate::failure::Failure;
use crate::sources;
use crate::status::seconds;
use crate::steps::{Amount, Site, StepResult};

/// Until the first line.
const FIRST: Duration = Duration::from_secs(1);
/// Between two signs of life.
const GAP: Duration = Duration::from_secs(5);
/// Until the prompt, when all has to be built, and when all is there.
const PROMPT: Duration = Duration::from_secs(120);
const PROMPT_AGAIN: Duration = Duration::from_secs(2);
/// A computer that takes longer is too busy to tell anything.
const LIMIT: Duration = Duration::from_secs(1200);

/// What comes right before a person may type, and what stands there.
const TURN: &str = "It is your turn";
const READY: &str = "\n> ";
/// Ctrl-].
const LEAVE: &[u8] = b"\x1d";

/// How long a person waited.
#[derive(Debug, Default)]
struct Waits {
    first: Duration,
    /// The longest time in which nothing moved on the screen.
    gap: Duration,
    /// What stood there meanwhile.
    during: String,
    prompt: Duration,
    last: String,
}

impl Waits {
    /// This part of an output came after this time.
    fn saw(&mut self, part: &str, since: Duration) {
        if self.prompt.is_zero() {
            self.first = since;
        }
        let last = std::mem::take(&mut self.last);
        if since - self.prompt > self.gap {
            (self.gap, self.during) = (since - self.prompt, last);
        }
        self.prompt = since;
        let line = part.trim_end().rsplit(['\r', '\n']).next();
        let line = line.unwrap_or_default().chars();
        self.last = line.filter(|c| !c.is_control()).collect();
    }

    fn tell(&self, what: &str) -> String {
        let [first, gap, prompt] =
            [self.first, self.gap, self.prompt].map(seconds);
        format!(
            "{what}: the first line after {first}, nothing new for {gap} at \
             most (`{}`), the prompt after {prompt}",
            self.during
        )
    }

    fn is_within(&self, prompt: Duration) -> bool {
        self.first <= FIRST && self.gap <= GAP && self.prompt <= prompt
    }
}

pub(crate) fn check(site: &Site<'_>) -> StepResult {
    if site.amount == Amount::Trial {
        let waits = play(site.workspace.root(), None)?;
        return Ok(vec![waits.tell("with what is built already")]);
    }
    let folder = TempDir::new().map_err(|error| cannot("/tmp", &error))?;
    let project = folder.path().join("project");
    sources::copy(site.workspace.root(), &project)
        .map_err(|error| cannot(project.display(), &error))?;
    let mut told = Vec::new();
    let mut are_good = true;
    for (what, prompt) in
        [("for the first time", PROMPT), ("once more", PROMPT_AGAIN)]
    {
        let waits = play(&project, Some(folder.path()))?;
        told.push(waits.tell(what));
        are_good &= waits.is_within(prompt);
    }
    if are_good {
        return Ok(told);
    }
    let [first, gap, prompt, again] =
        [FIRST, GAP, PROMPT, PROMPT_AGAIN].map(seconds);
    let what = format!(
        "a person waits for longer than {first}, {gap} and {prompt}, or once \
         more than {again}"
    );
    Err(Failure::new(what)
        .output(told.join("\n"))
        .next("see that nothing else runs on this computer, then once more"))
}

/// Plays at a terminal until the prompt is there; with crates and builds of
/// this folder, if there is one.
fn play(project: &Path, home: Option<&Path>) -> Result<Waits, Failure> {
    let lost = |error| cannot("a terminal", &error);
    let (mut person, screen) = pseudo_terminal().map_err(lost)?;
    let screen =
        || File::options().read(true).write(true).open(&screen).map_err(lost);
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let rustup = env::var_os("RUSTUP_HOME").map(PathBuf::from);
    let rustup = rustup.or_else(|| Some(env::home_dir()?.join(".rustup")));
    let mut command = Command::new(cargo);
    command
        .args(["xtask", "play"])
        .env("TERM", "xterm")
        .env_remove("CARGO_INCREMENTAL")
        .current_dir(project)
        .stdin(screen()?)
        .stdout(screen()?)
        .stderr(screen()?);
    if let Some(home) = home {
        command
            .env("CARGO_HOME", home.join("cargo"))
            .env("CARGO_TARGET_DIR", home.join("target"))
            .env("RUSTUP_HOME", rustup.unwrap_or_default());
    }
    let start = Instant::now();
    let mut program = command.spawn().map_err(lost)?;
    // The terminal ends when the last one is gone who can write to it.
    drop(command);
    let heard = listen(person.try_clone().map_err(lost)?);
    let watched = watch(&heard, start);
    // The program may be gone already, which is told below.
    let _ = person.write_all(LEAVE);
    let ended = end(&mut program, &heard).map_err(lost)?;
    match watched {
        Ok(waits) if ended => Ok(waits),
        Ok(_) => Err(Failure::new("`cargo xtask play` could not be left")),
        Err(failure) => Err(failure),
    }
}

/// What comes from the program, as it comes.
fn listen(mut person: File) -> Receiver<String> {
    let (sender, heard) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = [0; 4096];
        while let Ok(count @ 1..) = person.read(&mut bytes) {
            let text = String::from_utf8_lossy(&bytes[..count]).into_owned();
            if sender.send(text).is_err() {
                return;
            }
        }
    });
    heard
}

/// Watches what comes until the prompt.
fn watch(heard: &Receiver<String>, start: Instant) -> Result<Waits, Failure> {
    let mut waits = Waits::default();
    let mut text = String::new();
    loop {
        let patience = LIMIT.saturating_sub(start.elapsed());
        let Ok(part) = heard.recv_timeout(patience) else {
            let what = "`cargo xtask play` came to no prompt";
            return Err(Failure::new(what).output(text));
        };
        waits.saw(&part, start.elapsed());
        text += &part;
        if text.split_once(TURN).is_some_and(|(_, end)| end.contains(READY)) {
            return Ok(waits);
        }
    }
}

/// Reads on until the program has ended, which is helped if it has to be.
fn end(program: &mut Child, heard: &Receiver<String>) -> io::Result<bool> {
    let start = Instant::now();
    while start.elapsed() < GAP {
        if let Some(status) = program.try_wait()? {
            return Ok(status.success());
        }
        let _ = heard.recv_timeout(Duration::from_millis(50));
    }
    program.kill()?;
    program.wait().map(|_| false)
}

fn cannot(what: impl std::fmt::Display, error: &io::Error) -> Failure {
    Failure::new(format!("cannot play from the start in {what}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_are_those_before_and_between() {
        let mut waits = Waits::default();
        for (part, milliseconds) in
            [("a\r\n", 600), ("b\r\n\x1b[Kc\r", 700), ("d", 4700), ("> ", 5000)]
        {
            waits.saw(part, Duration::from_millis(milliseconds));
        }
        let told = waits.tell("now");
        assert!(told.contains("line after 0.6 s, nothing new for 4.0 s"));
        assert!(told.contains("at most (`[Kc`)"), "{told}");
        assert!(told.ends_with("the prompt after 5.0 s"), "{told}");
        assert!(waits.is_within(PROMPT));
        assert!(!waits.is_within(PROMPT_AGAIN));
        waits.saw("", Duration::from_millis(10_001));
        assert!(!waits.is_within(PROMPT));
    }

    #[test]
    fn the_prompt_is_awaited() {
        let (sender, heard) = mpsc::channel();
        for part in ["Compiling > \r\n> ", "It is your turn, with x.\r\n", "> "]
        {
            sender.send(part.to_owned()).unwrap();
        }
        assert!(watch(&heard, Instant::now()).is_ok());
        sender.send("error: it fell\r\n> ".into()).unwrap();
        drop(sender);
        let told = watch(&heard, Instant::now()).unwrap_err().to_string();
        assert!(told.contains("it fell"), "{told}");
    }
}
