//! A conversation in lines that mean something: the bytes are choices of
//! commands, of what follows them and of what happens in between, so that most
//! lines are obeyed and sessions go deep. What holds is what holds for
//! [`session`].
//!
//! Words, what follows them, and options are the protocol's own: `usage`
//! fills them in.

use arbitrary::{Arbitrary, Unstructured};

use crate::session;
use crate::usage::{self, Number};

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
    Size {
        rows: Number,
        columns: Number,
    },
    Block {
        row: Number,
        column: Number,
    },
    /// Any option, with a value of its kind or another.
    Option,
    /// A word of a program's or a person's, with what may follow it.
    Word,
    /// A stone of a person's.
    Drop(Number),
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

impl ScriptStep {
    /// The step as the port brings it.
    fn write(
        &self,
        source: &mut Unstructured<'_>,
        to: &mut Vec<u8>,
    ) -> arbitrary::Result<()> {
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
            ScriptStep::Size { rows: Number(rows), columns } => format!(
                "setoption name Rows value {rows}\n\
                 setoption name Columns value {}",
                columns.0
            ),
            ScriptStep::Block { row: Number(row), column } => {
                format!("setoption name Block value {row},{}", column.0)
            }
            ScriptStep::Option => usage::option(source)?,
            ScriptStep::Word => usage::line(source)?,
            ScriptStep::Drop(Number(column)) => column.to_string(),
            ScriptStep::Event(event) => {
                to.push(session::EVENTS.start() + event % 15);
                return Ok(());
            }
            ScriptStep::Noise(noise) => {
                to.extend(noise);
                return Ok(());
            }
        };
        to.extend(line.bytes());
        to.push(b'\n');
        Ok(())
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
        let step = source.arbitrary::<ScriptStep>();
        if step.and_then(|step| step.write(&mut source, &mut said)).is_err() {
            break;
        }
    }
    said
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Enough bytes for every word.
    fn bytes() -> Vec<u8> {
        let mut state = 1_u32;
        (0..200_000)
            .map(|_| {
                state ^= state << 13;
                state ^= state >> 17;
                state ^= state << 5;
                state as u8
            })
            .collect()
    }

    #[test]
    fn any_bytes_are_commands() {
        let said: Vec<u8> =
            bytes().chunks(1000).flat_map(conversation).collect();
        let said = String::from_utf8_lossy(&said);
        for usage in protocol::usages() {
            let (word, _) = usage.split_once(' ').unwrap_or((usage, ""));
            assert!(said.contains(&format!("\n{word}")), "{word}");
        }
        for (name, _) in protocol::options() {
            let option = format!("setoption name {name} value ");
            assert!(said.contains(&option), "{name}");
        }
        assert!(said.lines().count() > 1000, "{said}");
    }
}
