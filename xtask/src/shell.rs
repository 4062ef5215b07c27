//! Running a program, with a failure that can be read.

use std::env;
use std::ffi::OsStr;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{self, Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::failure::Failure;
use crate::status;

/// How much of a long command is said again and again.
const WIDTH: usize = 50;

/// A command line that is about to run. It never reads the keyboard.
#[derive(Debug)]
pub(crate) struct CommandLine {
    command: Command,
    line: String,
    limit: Option<Duration>,
}

/// What this very program can be run by, also once a newer one has been built
/// in its place, as happens when its own tests are built.
pub(crate) fn this_program() -> PathBuf {
    let running = PathBuf::from(format!("/proc/{}/exe", process::id()));
    if running.exists() {
        running
    } else {
        env::current_exe().unwrap_or_else(|_| "xtask".into())
    }
}

/// How a program ended, and what it printed on either stream.
#[derive(Debug)]
pub(crate) struct ProcessResult {
    pub(crate) code: Option<i32>,
    pub(crate) text: String,
}

impl CommandLine {
    pub(crate) fn new(program: impl AsRef<OsStr>) -> Self {
        let program = program.as_ref();
        let name = Path::new(program).file_name().unwrap_or(program);
        let mut command = Command::new(program);
        command.stdin(Stdio::null());
        CommandLine {
            command,
            line: name.to_string_lossy().into_owned(),
            limit: None,
        }
    }

    pub(crate) fn arg(mut self, arg: impl AsRef<OsStr>) -> Self {
        self.line.push(' ');
        self.line.push_str(&arg.as_ref().to_string_lossy());
        self.command.arg(arg);
        self
    }

    pub(crate) fn args<A: AsRef<OsStr>>(
        self,
        args: impl IntoIterator<Item = A>,
    ) -> Self {
        args.into_iter().fold(self, CommandLine::arg)
    }

    /// Arguments that say nothing to a person: they are not part of the line
    /// that is shown.
    pub(crate) fn unsaid<A: AsRef<OsStr>>(
        mut self,
        args: impl IntoIterator<Item = A>,
    ) -> Self {
        self.command.args(args);
        self
    }

    pub(crate) fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.command.env(name, value);
        self
    }

    pub(crate) fn without_env(mut self, name: &str) -> Self {
        self.command.env_remove(name);
        self
    }

    pub(crate) fn dir(mut self, dir: &Path) -> Self {
        self.command.current_dir(dir);
        self
    }

    /// Ends the program if it runs longer than this.
    pub(crate) fn limit(mut self, limit: Duration) -> Self {
        self.limit = Some(limit);
        self
    }

    /// The command as one would type it.
    #[cfg(test)]
    pub(crate) fn line(&self) -> &str {
        &self.line
    }

    /// What this variable is for the program, if that was said.
    #[cfg(test)]
    pub(crate) fn variable(&self, name: &str) -> Option<&OsStr> {
        let mut all = self.command.get_envs();
        all.find(|(known, _)| *known == name)?.1
    }

    /// Does it start and end well? Prints nothing.
    pub(crate) fn works(mut self) -> bool {
        self.command.stdout(Stdio::null()).stderr(Stdio::null());
        self.command.status().is_ok_and(|status| status.success())
    }

    /// Runs it to its end and hands over what it printed.
    pub(crate) fn capture(self) -> Result<ProcessResult, Failure> {
        let CommandLine { mut command, line, limit } = self;
        let ended = |child: &mut Child| wait(child, &line, limit);
        let started = || -> io::Result<_> {
            let (reader, writer) = io::pipe()?;
            command.stdout(writer.try_clone()?).stderr(writer);
            let child = command.spawn()?;
            // The pipe ends when the last writer is gone; one is in here.
            drop(command);
            Ok((reader, child))
        };
        let (mut reader, mut child) =
            started().map_err(|error| cannot_start(&line, &error))?;
        let listener = thread::spawn(move || {
            let mut bytes = Vec::new();
            let _ = reader.read_to_end(&mut bytes);
            String::from_utf8_lossy(&bytes).into_owned()
        });
        let status = status::waiting(still(&line), || ended(&mut child))?;
        Ok(ProcessResult {
            code: status.code(),
            text: listener.join().unwrap_or_default(),
        })
    }

    /// Runs it and requires a good end; its output comes back, or is in
    /// the failure.
    pub(crate) fn ok(self) -> Result<String, Failure> {
        let line = self.line.clone();
        let ended = self.capture()?;
        if ended.code == Some(0) {
            return Ok(ended.text);
        }
        Err(bad_end(&line, ended.code).output(ended.text))
    }

    /// As [`CommandLine::ok`]; the last line that is not empty.
    pub(crate) fn last_line(self) -> Result<Option<String>, Failure> {
        let text = self.ok()?;
        let last = text.lines().rfind(|line| !line.trim().is_empty());
        Ok(last.map(str::to_owned))
    }

    /// Runs it and requires a good end; its output is of interest only in
    /// the failure.
    pub(crate) fn quietly(self) -> Result<(), Failure> {
        self.ok().map(drop)
    }

    /// Runs it and lets it print for itself; requires a good end.
    pub(crate) fn show(mut self) -> Result<(), Failure> {
        status::note(&format!("$ {}", self.line));
        let ended =
            status::beating(still(&self.line), || self.command.status())
                .map_err(|error| cannot_start(&self.line, &error))?;
        if ended.success() {
            Ok(())
        } else {
            Err(bad_end(&self.line, ended.code()))
        }
    }
}

/// What is said now and then about a program that runs long.
fn still(line: &str) -> impl Fn() -> String + Send + use<> {
    let line: String = line.chars().take(WIDTH).collect();
    let start = Instant::now();
    move || format!("  still at it after {}: {line}", status::since(start))
}

fn wait(
    child: &mut Child,
    line: &str,
    limit: Option<Duration>,
) -> Result<ExitStatus, Failure> {
    let lost = |error| Failure::new(format!("`{line}` was lost: {error}"));
    let Some(limit) = limit else {
        return child.wait().map_err(lost);
    };
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().map_err(lost)? {
            return Ok(status);
        }
        if start.elapsed() > limit {
            child.kill().and_then(|()| child.wait()).map_err(lost)?;
            let limit = status::seconds(limit);
            let what = format!("`{line}` did not end within {limit}");
            return Err(Failure::new(what));
        }
        thread::sleep(Duration::from_millis(20));
    }
}

fn cannot_start(line: &str, error: &io::Error) -> Failure {
    let failure = Failure::new(format!("cannot run `{line}`: {error}"));
    if error.kind() != io::ErrorKind::NotFound {
        return failure;
    }
    let program = line.split(' ').next().unwrap_or(line);
    failure.next(format!("install `{program}`, or put it on the PATH"))
}

fn bad_end(line: &str, code: Option<i32>) -> Failure {
    Failure::new(match code {
        Some(code) => format!("`{line}` ended with exit code {code}"),
        None => format!("`{line}` was killed by a signal"),
    })
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn shell(script: &str) -> CommandLine {
        CommandLine::new("sh").args(["-c", script])
    }

    #[test]
    fn both_streams_come_back_in_order() {
        let ended = shell("echo a; echo b >&2; echo c; exit 3").capture();
        let ended = ended.unwrap();
        assert_eq!(ended.code, Some(3));
        assert_eq!(ended.text, "a\nb\nc\n");
    }

    #[test]
    fn a_bad_end_names_the_command_and_its_code() {
        let told = shell("echo why; exit 7").ok().unwrap_err().to_string();
        assert!(told.starts_with("why\nerror: `sh -c echo why; exit 7`"));
        assert!(told.ends_with("ended with exit code 7\n"));
    }

    #[test]
    fn a_missing_program_is_named() {
        let told = CommandLine::new("no-such-tool").arg("-x").ok().unwrap_err();
        let told = told.to_string();
        assert!(told.contains("cannot run `no-such-tool -x`"), "{told}");
        assert!(told.contains("next: install `no-such-tool`"), "{told}");
    }

    #[test]
    fn what_never_ends_is_ended() {
        let limit = Duration::from_millis(60);
        let failure = CommandLine::new("sleep").arg("60").limit(limit).ok();
        let told = failure.unwrap_err().to_string();
        assert!(told.contains("did not end within 0.1 s"), "{told}");
    }
}
