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
}

const fn people(
    word: &'static str,
    usage: &'static str,
    about: &'static str,
) -> Topic {
    Topic { word, usage, about, ugi: false }
}

const fn everybody(
    word: &'static str,
    usage: &'static str,
    about: &'static str,
) -> Topic {
    Topic { word, usage, about, ugi: true }
}

/// Every word, those for people first.
pub(crate) const TOPICS: [Topic; 32] = [
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
    everybody("isready", "isready", "answered by readyok"),
    everybody(
        "setoption",
        "setoption name NAME value VALUE",
        "set an option; ugi lists them",
    ),
    everybody("uginewgame", "uginewgame", "a new game, nothing remembered"),
    everybody(
        "position",
        "position startpos|fen BOARD SIDE [moves N N ...]",
        "set the position",
    ),
    everybody("ponderhit", "ponderhit", "the move pondered on was played"),
    everybody(
        "query",
        "query gameover|p1turn|result",
        "ask about the position",
    ),
    everybody("quit", "quit", "the end"),
    people("auto", "auto", "I play both sides, as play both"),
    people("two", "two", "two people play, as play none"),
    everybody("console", "console", "talk to a person again"),
    people("exit", "exit", "the end, as quit"),
    people("?", "?", "what can be typed, as help"),
    people("colour", "colour [on|off]", "as color"),
];

/// How many topics, from the first, a person is shown.
pub(crate) const SHOWN: usize = 19;

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
