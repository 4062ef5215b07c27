//! What can be typed, in words.

use crate::error::Error;
use crate::words::{Word, nearest};

/// A word and what it does.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Topic {
    pub(crate) word: &'static str,
    /// How it is typed.
    pub(crate) usage: &'static str,
    /// What it does.
    pub(crate) about: &'static str,
    /// Whether a session with a program knows it, too.
    pub(crate) ugi: bool,
    /// Whether `help` shows it to people.
    pub(crate) shown: bool,
}

/// A word for people.
const fn people(
    word: &'static str,
    usage: &'static str,
    about: &'static str,
) -> Topic {
    Topic { word, usage, about, ugi: false, shown: true }
}

/// A word for people and programs.
const fn everybody(
    word: &'static str,
    usage: &'static str,
    about: &'static str,
) -> Topic {
    Topic { word, usage, about, ugi: true, shown: true }
}

/// A word for programs; people need not know it.
const fn programs(
    word: &'static str,
    usage: &'static str,
    about: &'static str,
) -> Topic {
    Topic { word, usage, about, ugi: true, shown: false }
}

/// Another way to say something.
const fn alias(
    word: &'static str,
    usage: &'static str,
    about: &'static str,
) -> Topic {
    Topic { word, usage, about, ugi: false, shown: false }
}

/// Every word, those for people first.
pub(crate) const TOPICS: &[Topic] = &[
    people("new", "new [10x12|random] [block 3,4|none|random]", "a new game"),
    people("undo", "undo", "take your last move back, also while I think"),
    people("hint", "hint", "ask me what I would play"),
    people("level", "level [1-10]", "how strong I play; 10 is all I can"),
    people("time", "time [SECONDS]", "how long I may think about a move"),
    people("board", "board", "draw the board"),
    people("flip", "flip", "change sides with me"),
    people("play", "play [x|o|both|none]", "which stones I play"),
    people("color", "color [on|off]", "colours, or plain text"),
    everybody("stop", "stop", "move now, as Ctrl-C"),
    everybody(
        "go",
        "go [movetime MS] [nodes N] [depth N] [p1time MS p2time MS p1inc MS \
         p2inc MS] [infinite] [ponder]",
        "search; without limits, in a console: make the next move",
    ),
    everybody("help", "help [WORD]", "what can be typed"),
    everybody("stats", "stats", "what the search has found out"),
    everybody("sysinfo", "sysinfo", "about this machine"),
    everybody("version", "version", "which version this is"),
    everybody("d", "d", "draw the board and write it in notation"),
    everybody("bench", "bench", "fixed work for speed and a signature"),
    everybody("perft", "perft N", "count the games of N moves from here"),
    everybody("ugi", "ugi", "talk to a program: no prompt, no echo"),
    programs("isready", "isready", "answered by readyok"),
    programs(
        "setoption",
        "setoption name NAME value VALUE",
        "set an option; ugi lists them",
    ),
    programs("uginewgame", "uginewgame", "a new game, nothing remembered"),
    programs(
        "position",
        "position startpos|fen BOARD SIDE [moves N N ...]",
        "set the position",
    ),
    programs("ponderhit", "ponderhit", "the move pondered on was played"),
    programs("query", "query gameover|p1turn|result", "ask about the position"),
    programs("quit", "quit", "the end"),
    alias("auto", "auto", "I play both sides, as play both"),
    alias("two", "two", "two people play, as play none"),
    programs("console", "console", "talk to a person again"),
    alias("exit", "exit", "the end, as quit"),
    alias("?", "?", "what can be typed, as help"),
    alias("colour", "colour [on|off]", "as color"),
];

/// The topic of a word.
pub(crate) fn topic(word: &str) -> Result<&'static Topic, Error> {
    let topic = TOPICS.iter().find(|topic| topic.word == word);
    topic.ok_or_else(|| unknown(word, true))
}

/// A word that is not known.
pub(crate) fn unknown(word: &str, people: bool) -> Error {
    let known = TOPICS.iter().filter(|topic| people || topic.ugi);
    let nearest = nearest(word, known.map(|topic| topic.word));
    Error::UnknownWord { word: Word::new(word), nearest }
}
