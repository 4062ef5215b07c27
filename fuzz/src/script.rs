//! A conversation in lines that mean something: the bytes are choices of
//! commands, of what follows them and of what happens in between, so that most
//! lines are obeyed and sessions go deep. What holds is what holds for
//! [`session`].

use arbitrary::{Arbitrary, Unstructured};
use engine::Config;

use crate::session;

/// Longer conversations would only repeat themselves.
const STEPS: usize = 60;

/// A step of a conversation.
#[derive(Arbitrary, Debug)]
enum ScriptStep {
    Position {
        start: Start,
        moves: Vec<Number>,
    },
    Go(Vec<Limit>),
    Option {
        setting: u8,
        value: Number,
    },
    Size {
        rows: Number,
        columns: Number,
    },
    Block {
        row: Number,
        column: Number,
    },
    /// A word of a program's or a person's.
    Word(u8),
    /// A word with a number behind it.
    Counted(u8, Number),
    /// What happens to the port or the clock.
    Event(u8),
    /// Anything.
    Noise([u8; 3]),
}

#[derive(Arbitrary, Debug)]
enum Start {
    Beginning,
    Won,
    Large,
}

#[derive(Arbitrary, Debug)]
enum Limit {
    Infinite,
    Ponder,
    Depth(Number),
    MoveTime(Number),
    Nodes(Number),
    Clocks(Number, Number),
}

/// Mostly small, as columns and sides are; sometimes anything.
#[derive(Debug)]
struct Number(u32);

impl<'a> Arbitrary<'a> for Number {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> arbitrary::Result<Self> {
        let small = bytes.ratio(15, 16)?;
        let number = if small {
            bytes.int_in_range(0..=13)?
        } else {
            bytes.arbitrary()?
        };
        Ok(Number(number))
    }
}

const WORDS: [&str; 24] = [
    "",
    "4",
    "auto",
    "bench",
    "board",
    "console",
    "d",
    "flip",
    "help",
    "hint",
    "isready",
    "new",
    "new random",
    "play both",
    "play none",
    "ponderhit",
    "query result",
    "stats",
    "stop",
    "sysinfo",
    "two",
    "ugi",
    "uginewgame",
    "undo",
];
const COUNTED: [&str; 5] = ["level", "move", "perft", "time", "help"];

impl ScriptStep {
    /// The step as the port brings it.
    fn write(&self, to: &mut Vec<u8>) {
        let pick = |words: &[&str], number: u8| {
            words[usize::from(number) % words.len()].to_owned()
        };
        let line = match self {
            ScriptStep::Position { start, moves } => {
                let mut line = format!("position {}", start.text());
                if !moves.is_empty() {
                    line += " moves";
                }
                for Number(column) in moves {
                    line += &format!(" {column}");
                }
                line
            }
            ScriptStep::Go(limits) => {
                let limits: Vec<_> = limits.iter().map(Limit::text).collect();
                format!("go {}", limits.join(" "))
            }
            ScriptStep::Option { setting, value: Number(value) } => {
                let settings = Config::SETTINGS;
                let index = usize::from(*setting) % settings.len();
                let name = settings[index].name();
                format!("setoption name {name} value {value}")
            }
            ScriptStep::Size { rows: Number(rows), columns } => format!(
                "setoption name Rows value {rows}\n\
                 setoption name Columns value {}",
                columns.0
            ),
            ScriptStep::Block { row: Number(row), column } => {
                format!("setoption name Block value {row},{}", column.0)
            }
            ScriptStep::Word(word) => pick(&WORDS, *word),
            ScriptStep::Counted(word, Number(number)) => {
                format!("{} {number}", pick(&COUNTED, *word))
            }
            ScriptStep::Event(event) => {
                to.push(session::EVENTS.start() + event % 15);
                return;
            }
            ScriptStep::Noise(noise) => {
                to.extend(noise);
                return;
            }
        };
        to.extend(line.bytes());
        to.push(b'\n');
    }
}

impl Start {
    fn text(&self) -> &'static str {
        match self {
            Start::Beginning => "startpos",
            Start::Won => "fen 7/7/7/7/oo5/xxx1o2 x",
            Start::Large => "fen 12/12/12/12/12/12/12/12/12/12/12/12 x",
        }
    }
}

impl Limit {
    fn text(&self) -> String {
        match self {
            Limit::Infinite => "infinite".into(),
            Limit::Ponder => "ponder".into(),
            Limit::Depth(Number(depth)) => format!("depth {depth}"),
            Limit::MoveTime(Number(time)) => format!("movetime {time}"),
            Limit::Nodes(Number(nodes)) => format!("nodes {nodes}"),
            Limit::Clocks(Number(one), Number(two)) => {
                format!("p1time {one} p2time {two} p1inc 1 p2inc 1")
            }
        }
    }
}

/// Holds a conversation of such lines.
///
/// # Panics
///
/// If an answer is not as it should be.
pub fn check(bytes: &[u8]) {
    session::check(&conversation(bytes));
}

/// The bytes that the port brings, the first of which says with whom.
fn conversation(bytes: &[u8]) -> Vec<u8> {
    let mut source = Unstructured::new(bytes);
    let mut said = vec![source.arbitrary().unwrap_or(0)];
    for _ in 0..STEPS {
        if source.is_empty() {
            break;
        }
        match source.arbitrary::<ScriptStep>() {
            Ok(step) => step.write(&mut said),
            Err(_) => break,
        }
    }
    said
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_bytes_are_commands() {
        let mut state = 1_u32;
        let bytes: Vec<u8> = (0..2000)
            .map(|_| {
                state ^= state << 13;
                state ^= state >> 17;
                state ^= state << 5;
                state as u8
            })
            .collect();
        let said = conversation(&bytes);
        let said = String::from_utf8_lossy(&said);
        for word in ["position ", "go ", "setoption name "] {
            assert!(said.contains(word), "{word}: {said}");
        }
        assert!(said.lines().count() > 20, "{said}");
    }
}
