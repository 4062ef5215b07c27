//! `MultiPV`: a line for each of the best moves.

mod common;

use common::{Talk, count};

/// The word after this one.
fn after<'a>(line: &'a str, word: &str) -> Option<&'a str> {
    let mut words = line.split(' ');
    words.find(|found| *found == word)?;
    words.next()
}

/// The lines of the last round: from the last `multipv 1` on.
fn last_round(answer: &str) -> Vec<&str> {
    let infos = answer.lines().filter(|line| line.starts_with("info "));
    let infos: Vec<&str> = infos.collect();
    let first = |line: &&str| after(line, "multipv") == Some("1");
    let start = infos.iter().rposition(first).expect("a first line");
    infos[start..].to_vec()
}

#[test]
fn one_line_says_nothing_of_others() {
    let mut talk = Talk::program();
    assert!(!talk.ask("go nodes 500").contains("multipv"));
    talk.ask("setoption name MultiPV value 2");
    assert!(talk.ask("go nodes 500").contains("multipv 2"));
    talk.ask("setoption name MultiPV value 1");
    assert!(!talk.ask("go nodes 500").contains("multipv"));
    let refused = talk.ask("setoption name MultiPV value 0");
    assert_eq!(refused, "error MultiPV wants a number from 1 to 12, not '0'\n");
}

#[test]
fn every_column_has_the_score_that_stats_has() {
    let mut talk = Talk::program();
    talk.ask("setoption name Seed value 5");
    talk.ask("setoption name MultiPV value 12");
    talk.ask("position startpos moves 4 4");
    // A hundred milliseconds, so that there are lines before the last ones.
    assert_eq!(talk.portion, 20);
    let answer = talk.ask("go nodes 2500");
    let lines = last_round(&answer);
    assert_eq!(lines.len(), 7, "{answer}");
    assert_eq!(after(lines[0], "nodes"), Some("2500"));
    assert!(count(&answer, "info time ") > 1, "{answer}");
    let best = answer.lines().last().unwrap().replace("bestmove ", "");
    assert_eq!(after(lines[0], "pv"), Some(&*best));

    let stats = talk.ask("stats");
    let mut columns: Vec<&str> = Vec::new();
    let mut scores: Vec<i32> = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let rank = (index + 1).to_string();
        assert_eq!(after(line, "multipv"), Some(&*rank), "{line}");
        let column = after(line, "pv").unwrap();
        let score = after(line, "score").unwrap();
        let start = format!("move {column} ");
        let row = stats.lines().find(|row| row.starts_with(&start)).unwrap();
        assert_eq!(after(row, "score"), Some(score), "{row} {line}");
        columns.push(column);
        scores.push(score.parse().unwrap());
    }
    columns.sort_unstable();
    assert_eq!(columns, ["1", "2", "3", "4", "5", "6", "7"]);
    assert!(scores[1..].is_sorted_by(|a, b| a >= b), "{scores:?}");
}

#[test]
fn only_considered_moves_have_a_line() {
    let mut talk = Talk::program();
    talk.ask("setoption name MultiPV value 12");
    talk.ask("position fen 7/7/7/7/oo5/xxx1o2 x");
    let answer = talk.ask("go nodes 100");
    assert_eq!(count(&answer, "info "), 1, "{answer}");
    assert!(answer.contains("multipv 1 score 1000 proven win 1 pv 4\n"));
}

/// On the largest board, in a search of many rounds: all lines of a round or
/// none, and none is dropped for want of room.
#[test]
fn a_round_is_whole() {
    let mut talk = Talk::program();
    talk.ask("setoption name Rows value 12");
    talk.ask("setoption name Columns value 12");
    talk.ask("setoption name MultiPV value 12");
    talk.ask("position startpos moves 6 7 6 7");
    talk.send("go movetime 3000\n");
    // What is said waits for some milliseconds before it is read.
    let mut answer = talk.heard();
    while talk.session.is_thinking() {
        for _ in 0..30 {
            talk.now += 1;
            talk.session.think(20, talk.now);
        }
        answer += &talk.heard();
    }
    let rounds = count(&answer, "info time ");
    assert!(rounds >= 10, "{rounds}");
    let mut expected = 1;
    for line in answer.lines().filter(|line| line.starts_with("info ")) {
        let rank: u32 = after(line, "multipv").unwrap().parse().unwrap();
        assert!(rank == expected || (rank == 1 && expected > 1), "{line}");
        expected = rank + 1;
        let variation = line.split(" pv ").nth(1).unwrap();
        assert!(rank == 1 || variation.split(' ').count() <= 8, "{line}");
    }
    assert_eq!(count(&answer, "info multipv 12 "), rounds);
    let stats = talk.ask("stats");
    assert!(stats.contains("stats dropped 0 lines of output"), "{stats}");
}

/// A reader who is late gets fewer rounds, not half of one.
#[test]
fn a_slow_reader_gets_whole_rounds() {
    let mut talk = Talk::program();
    talk.ask("setoption name Columns value 12");
    talk.ask("setoption name MultiPV value 12");
    talk.ask("uginewgame");
    talk.send("go movetime 2000\n");
    let mut answer = Vec::new();
    while talk.session.is_thinking() {
        talk.now += 1;
        talk.session.think(20, talk.now);
        // Two bytes a millisecond.
        let output = talk.session.output();
        let sent = output.len().min(2);
        answer.extend_from_slice(&output[..sent]);
        talk.session.consume(sent);
    }
    let mut answer = String::from_utf8(answer).unwrap();
    answer += &talk.heard();
    let rounds = count(&answer, "info time ");
    assert!((2..20).contains(&rounds), "{rounds}");
    assert_eq!(count(&answer, "info multipv 12 "), rounds, "{answer}");
    assert_eq!(count(&answer, "bestmove "), 1);
    assert!(talk.ask("stats").contains("stats dropped 0 lines of output"));
}
