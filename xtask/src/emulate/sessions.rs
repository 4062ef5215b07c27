//! Conversations with emulated boards, checked line by line.
//!
//! They lie in `firmware/tests`, and are held with `cargo xtask emulate`, as
//! another program would.

use std::env;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use super::latency;
use crate::board::Board;
use crate::failure::Failure;
use crate::firmware;
use crate::steps::{Outcome, Site};
use crate::workspace::Workspace;

/// How long a line may take, on a busy computer.
const PATIENCE: Duration = Duration::from_secs(120);

/// What happens in a conversation.
#[derive(Debug, PartialEq, Eq)]
enum Turn<'a> {
    /// This is sent.
    Say(&'a str),
    /// This control character is sent.
    Press(u8),
    /// A line comes that is this, or begins so.
    Hear { text: &'a str, whole: bool },
}

/// Holds every conversation with every emulated board, and provokes faults.
pub(crate) fn check(site: &Site<'_>) -> Outcome {
    let tests = site.workspace.root().join("firmware/tests");
    let folder = tests.join("sessions");
    let unreadable = |error| {
        Failure::new(format!("cannot read {}: {error}", tests.display()))
    };
    let faults = tests.join("faults.txt");
    let faults = fs::read_to_string(faults).map_err(unreadable)?;
    hold(site.workspace, Board::Qemu, &firmware::mischief(site)?, &faults)
        .map_err(|what| Failure::new(format!("qemu faults: {what}")))?;
    let mut told = latency::check(site)?;
    for board in [Board::Qemu, Board::Pico] {
        let image = firmware::image(site, board)?;
        let mut files: Vec<_> = fs::read_dir(&folder)
            .map_err(unreadable)?
            .flatten()
            .map(|entry| entry.path())
            .collect();
        files.sort();
        for file in files {
            let script = fs::read_to_string(&file).map_err(unreadable)?;
            let name = file.file_stem().unwrap_or_default();
            let name = format!("{} {}", board.name(), name.display());
            let lines = hold(site.workspace, board, &image, &script)
                .map_err(|what| Failure::new(format!("{name}: {what}")))?;
            told.extend(
                lines
                    .into_iter()
                    .filter(|line| line.starts_with("sysinfo stack"))
                    .map(|line| format!("{name}: {line}")),
            );
        }
    }
    Ok(told)
}

/// Holds a conversation and gives every line that was heard.
pub(super) fn hold(
    workspace: &Workspace,
    board: Board,
    image: &Path,
    script: &str,
) -> Result<Vec<String>, String> {
    hold_with(emulator(workspace, board, image), script)
}

/// Holds a conversation with this program.
pub(super) fn hold_with(
    mut program: Command,
    script: &str,
) -> Result<Vec<String>, String> {
    program.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut emulator =
        program.spawn().map_err(|error| format!("cannot start: {error}"))?;
    let held = talk(&mut emulator, script);
    if held.is_err() {
        let _ = emulator.kill();
    }
    let ended = emulator.wait().map_err(|error| error.to_string())?;
    let heard = held?;
    if !ended.success() {
        return Err(format!("it ended with {ended}"));
    }
    Ok(heard)
}

/// This very program, running an image.
pub(super) fn emulator(
    workspace: &Workspace,
    board: Board,
    image: &Path,
) -> Command {
    let this = env::current_exe().unwrap_or_else(|_| "xtask".into());
    let mut command = Command::new(this);
    command
        .args(["emulate", "--board", board.name(), "--image"])
        .arg(image)
        .current_dir(workspace.root());
    command
}

fn talk(emulator: &mut Child, script: &str) -> Result<Vec<String>, String> {
    let mut to = emulator.stdin.take().ok_or("it has no input")?;
    let from = emulator.stdout.take().ok_or("it has no output")?;
    let (sender, lines) = mpsc::channel();
    thread::spawn(move || {
        for line in BufReader::new(from).split(b'\n').map_while(Result::ok) {
            let line = String::from_utf8_lossy(&line).trim_end().to_owned();
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    let mut heard = Vec::new();
    for turn in turns(script) {
        match turn {
            Turn::Say(text) => writeln!(to, "{text}")
                .map_err(|error| format!("cannot send '{text}': {error}"))?,
            Turn::Press(byte) => to
                .write_all(&[byte])
                .map_err(|error| format!("cannot press a key: {error}"))?,
            Turn::Hear { text, whole } => {
                hear(&lines, &mut heard, text, whole)?;
            }
        }
    }
    drop(to);
    // Whatever is still said, up to the end.
    heard.extend(lines);
    Ok(heard)
}

fn hear(
    lines: &Receiver<String>,
    heard: &mut Vec<String>,
    text: &str,
    whole: bool,
) -> Result<(), String> {
    loop {
        let line = lines.recv_timeout(PATIENCE).map_err(|error| {
            let what = match error {
                RecvTimeoutError::Timeout => "nothing more came",
                RecvTimeoutError::Disconnected => "it ended",
            };
            let start = heard.len().saturating_sub(5);
            let last = heard[start..].join("\n  ");
            format!("'{text}' was expected, but {what}, after\n  {last}")
        })?;
        let found = if whole { line == text } else { line.starts_with(text) };
        heard.push(line);
        if found {
            return Ok(());
        }
    }
}

fn turns(script: &str) -> impl Iterator<Item = Turn<'_>> {
    script.lines().filter_map(|line| {
        if let Some(text) = line.strip_prefix("> ") {
            return Some(Turn::Say(text));
        }
        if let Some(key) = line.strip_prefix("^ ") {
            return key.bytes().next().map(|key| Turn::Press(key & 0x1f));
        }
        let text = line.strip_prefix("< ")?;
        let beginning = text.strip_suffix('*');
        let whole = beginning.is_none();
        Some(Turn::Hear { text: beginning.unwrap_or(text), whole })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_are_read() {
        let script = "# why\n\n> isready\n< readyok\n< info*\n^ C\n";
        let read: Vec<_> = turns(script).collect();
        let expected = [
            Turn::Say("isready"),
            Turn::Hear { text: "readyok", whole: true },
            Turn::Hear { text: "info", whole: false },
            Turn::Press(3),
        ];
        assert_eq!(read, expected);
    }
}
