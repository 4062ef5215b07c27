//! Conversations with emulated boards, checked line by line.
//!
//! They lie in `firmware/tests`, and are held with `cargo xtask emulate`, as
//! another program would. A script's lines begin with what they are for:
//!
//! | mark | meaning |
//! |---|---|
//! | `>` | this line is sent |
//! | `^` | this key is pressed, with Ctrl |
//! | `%` | these bytes are sent: `ff`, or `61x1025` for 1,025 of them |
//! | `!` | this happens to the cable, by letters that its emulator explains |
//! | `<` | this line comes, perhaps after others |
//! | `=` | this line comes next; after the last one, nothing does |
//!
//! In a line that comes, `*` stands for any text, and `{name}` for any word,
//! which has that name from then on: the same word is sent where the name
//! stands in a line to send, and must come again where it stands in another
//! line. So a script need not know how the engine plays. What has no mark is
//! for people.

use std::collections::HashMap;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use boards::DevBoard;
use boards::emulator::Emulator;

use super::{cable, clock, faults, latency, second_core, stack};
use crate::failure::Failure;
use crate::firmware;
use crate::shell::this_program;
use crate::side_by_side::{self, Task};
use crate::steps::{Site, StepResult};
use crate::workspace::Workspace;

/// How long a line may take, on a busy computer.
const PATIENCE: Duration = Duration::from_secs(120);

/// What happens in a conversation.
#[derive(Debug, PartialEq, Eq)]
enum ScriptStep<'a> {
    /// This is sent.
    Say(&'a str),
    /// These bytes are sent.
    Send(Vec<u8>),
    /// Such a line comes, at once or after others.
    Hear { pattern: &'a str, next: bool },
}

/// Holds every conversation with every emulated board, and provokes faults. The
/// boards with the slowest emulators come first.
pub(super) fn check(site: &Site<'_>) -> StepResult {
    let mut tasks: Vec<Task<'_>> = Vec::new();
    let mut boards = Vec::from_iter(DevBoard::emulated());
    boards.sort_by_key(|(_, it)| matches!(it, Emulator::Qemu(_)));
    for (board, emulator) in boards {
        let in_qemu = matches!(emulator, Emulator::Qemu(_));
        if board.has_two_cores() {
            tasks.push(Box::new(move || second_core::check(site, board)));
        } else {
            tasks.push(Box::new(move || faults::check(site, board)));
        }
        tasks.push(Box::new(move || stack::check(site, board, emulator)));
        tasks.push(Box::new(move || latency::check(site, board, emulator)));
        if !in_qemu {
            tasks.push(Box::new(move || cable::check(site, board)));
        }
        tasks.push(Box::new(move || talk_with(site, board)));
    }
    tasks.push(Box::new(|| clock::check(site)));
    Ok(side_by_side::all(tasks)?.concat())
}

/// Holds the conversations of every board with this one.
fn talk_with(site: &Site<'_>, board: DevBoard) -> StepResult {
    let tests = site.workspace.root().join("firmware/tests");
    let folder = tests.join("sessions");
    let unreadable = |error| {
        Failure::new(format!("cannot read {}: {error}", tests.display()))
    };
    let image = firmware::image(site, board)?;
    let mut files: Vec<_> = fs::read_dir(&folder)
        .map_err(unreadable)?
        .flatten()
        .map(|entry| entry.path())
        .collect();
    files.sort();
    let mut told = Vec::new();
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
    Ok(told)
}

/// A conversation that lies beside the ones of every board.
pub(super) fn script(
    workspace: &Workspace,
    file: &str,
) -> Result<String, Failure> {
    let file = workspace.root().join("firmware/tests").join(file);
    fs::read_to_string(&file).map_err(|error| {
        Failure::new(format!("cannot read {}: {error}", file.display()))
    })
}

/// Holds a conversation and gives every line that was heard.
pub(super) fn hold(
    workspace: &Workspace,
    board: DevBoard,
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
    board: DevBoard,
    image: &Path,
) -> Command {
    let mut command = Command::new(this_program());
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
    let mut names = Names::default();
    let mut strict = false;
    for step in script_steps(script)? {
        match step {
            ScriptStep::Say(text) => writeln!(to, "{}", names.fill_in(text))
                .map_err(|error| format!("cannot send '{text}': {error}"))?,
            ScriptStep::Send(bytes) => to
                .write_all(&bytes)
                .map_err(|error| format!("cannot send bytes: {error}"))?,
            ScriptStep::Hear { pattern, next } => {
                strict = next;
                hear(&lines, &mut heard, &mut names, pattern, next)?;
            }
        }
    }
    drop(to);
    // Whatever is still said, up to the end.
    let before = heard.len();
    heard.extend(lines);
    match heard.get(before) {
        Some(line) if strict => Err(format!("'{line}' came after the end")),
        _ => Ok(heard),
    }
}

fn hear(
    lines: &Receiver<String>,
    heard: &mut Vec<String>,
    names: &mut Names,
    pattern: &str,
    next: bool,
) -> Result<(), String> {
    let pattern = &names.fill_in(pattern);
    loop {
        let what = match lines.recv_timeout(PATIENCE) {
            Ok(line) => {
                let found = names.learn(pattern, &line);
                if !found && next {
                    format!("'{line}' came")
                } else {
                    heard.push(line);
                    if found {
                        return Ok(());
                    }
                    continue;
                }
            }
            Err(RecvTimeoutError::Timeout) => "nothing more came".into(),
            Err(RecvTimeoutError::Disconnected) => "it ended".into(),
        };
        let start = heard.len().saturating_sub(5);
        let last = heard[start..].join("\n  ");
        return Err(format!(
            "'{pattern}' was expected, but {what}, after\n  {last}"
        ));
    }
}

/// The words that a conversation has given names.
#[derive(Default)]
struct Names(HashMap<String, String>);

impl Names {
    /// The text with known names replaced by their words.
    fn fill_in(&self, text: &str) -> String {
        self.0.iter().fold(text.to_owned(), |text, (name, word)| {
            text.replace(&format!("{{{name}}}"), word)
        })
    }

    /// Whether a line is as expected; if so, its words get their names.
    fn learn(&mut self, pattern: &str, line: &str) -> bool {
        let Some(named) = matches(pattern, line) else { return false };
        for (name, word) in named {
            self.0.insert(name.to_owned(), word.to_owned());
        }
        true
    }
}

/// Whether a line is as expected, and the words in it that get a name. `*`
/// stands for any text, `{name}` for a word.
fn matches<'a>(
    pattern: &'a str,
    line: &'a str,
) -> Option<Vec<(&'a str, &'a str)>> {
    let Some(at) = pattern.find(['*', '{']) else {
        return (pattern == line).then(Vec::new);
    };
    let (start, rest) = pattern.split_at(at);
    let line = line.strip_prefix(start)?;
    if let Some(rest) = rest.strip_prefix('*') {
        if rest.is_empty() {
            return Some(Vec::new());
        }
        let mut ends = line.char_indices().map(|(at, _)| at);
        return ends.find_map(|at| matches(rest, &line[at..]));
    }
    let (name, rest) = rest.strip_prefix('{')?.split_once('}')?;
    let end = line
        .find(|letter: char| !letter.is_alphanumeric())
        .unwrap_or(line.len());
    let (word, line) = line.split_at(end);
    if word.is_empty() {
        return None;
    }
    let mut named = matches(rest, line)?;
    named.push((name, word));
    Some(named)
}

fn script_steps(script: &str) -> Result<Vec<ScriptStep<'_>>, String> {
    let lines = script.lines().filter_map(|line| {
        let (mark, text) = line.split_once(' ').unwrap_or((line, ""));
        match mark {
            ">" => Some(Ok(ScriptStep::Say(text))),
            "^" => {
                let key = text.bytes().next()?;
                Some(Ok(ScriptStep::Send(vec![key & 0x1f])))
            }
            "%" => Some(bytes(text).map(ScriptStep::Send)),
            "!" => {
                let letters = text.split_whitespace().flat_map(str::bytes);
                let faults = letters.flat_map(|letter| [0, letter]);
                Some(Ok(ScriptStep::Send(faults.collect())))
            }
            "<" => Some(Ok(ScriptStep::Hear { pattern: text, next: false })),
            "=" => Some(Ok(ScriptStep::Hear { pattern: text, next: true })),
            _ => None,
        }
    });
    lines.collect()
}

/// Reads `61 ffx3` as four bytes.
fn bytes(text: &str) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    for word in text.split_whitespace() {
        let (byte, count) = word.split_once('x').unwrap_or((word, "1"));
        let byte = u8::from_str_radix(byte, 16).ok();
        let (Some(byte), Ok(count)) = (byte, count.parse::<usize>()) else {
            return Err(format!("'{word}' is not a byte in a script"));
        };
        bytes.resize(bytes.len() + count, byte);
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_are_read() {
        let script = "# why\n\n> isready\n< readyok\n= info*\n=\n^ C\n\
                      %  61 ffx3\n! u w\n";
        let expected = [
            ScriptStep::Say("isready"),
            ScriptStep::Hear { pattern: "readyok", next: false },
            ScriptStep::Hear { pattern: "info*", next: true },
            ScriptStep::Hear { pattern: "", next: true },
            ScriptStep::Send(vec![3]),
            ScriptStep::Send(vec![0x61, 0xff, 0xff, 0xff]),
            ScriptStep::Send(vec![0, b'u', 0, b'w']),
        ];
        assert_eq!(script_steps(script).unwrap(), expected);
        let wrong = Err("'fx' is not a byte in a script".into());
        assert_eq!(script_steps("% fx"), wrong);
    }

    #[test]
    fn lines_match_patterns() {
        for (pattern, line) in [
            ("bestmove 4", "bestmove 4"),
            ("", ""),
            ("*", ""),
            ("info*", "info time 3"),
            ("info * pv 4", "info time 3 pv 4"),
            ("a*b*", "a b b c"),
            ("a*b", "a b b"),
        ] {
            assert!(matches(pattern, line).is_some(), "{pattern} {line}");
        }
        for (pattern, line) in [
            ("bestmove 4", "bestmove 41"),
            ("bestmove {a}", "bestmove "),
            ("bestmove 4", "bestmove"),
            ("info * pv 4", "info time 3 pv 42"),
            ("", " "),
        ] {
            assert!(matches(pattern, line).is_none(), "{pattern} {line}");
        }
    }

    #[test]
    fn a_strict_line_comes_next() {
        let listen = |pattern, next| {
            let (sender, lines) = mpsc::channel();
            for line in ["one", "two"] {
                sender.send(line.to_owned()).unwrap();
            }
            drop(sender);
            let mut names = Names::default();
            hear(&lines, &mut Vec::new(), &mut names, pattern, next)
        };
        assert_eq!(listen("one", true), Ok(()));
        assert_eq!(listen("two", false), Ok(()));
        let why = listen("two", true).unwrap_err();
        assert!(why.contains("but 'one' came"), "{why}");
        let why = listen("three", false).unwrap_err();
        assert!(why.contains("but it ended"), "{why}");
    }

    #[cfg(unix)]
    #[test]
    fn a_word_is_remembered() {
        let echo = |script| hold_with(Command::new("cat"), script);
        let held = echo("> I played 12.\n= I played {a}.\n> {a} {b}\n= 12 *");
        assert_eq!(held.map(|heard| heard.len()), Ok(2));
        let why = echo("> 1 2\n= {a} {b}\n> 1 3\n= {a} {b}").unwrap_err();
        assert!(why.contains("'1 2' was expected, but '1 3' came"), "{why}");
    }

    #[cfg(unix)]
    #[test]
    fn nothing_comes_after_a_strict_end() {
        let echo = |script| hold_with(Command::new("cat"), script);
        let heard = vec!["one".to_owned(), "two".to_owned()];
        assert_eq!(echo("> one\n> two\n= one\n= two"), Ok(heard.clone()));
        assert_eq!(echo("> one\n> two\n< one"), Ok(heard));
        let why = "'two' came after the end".to_owned();
        assert_eq!(echo("> one\n> two\n= one"), Err(why));
    }
}
