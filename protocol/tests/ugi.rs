//! Programs that speak UGI, with a made-up clock.

mod common;

use common::{Talk, count};
use pocketfour_protocol::{InputLoss, Mode, Status};

#[test]
fn a_whole_game() {
    let mut talk = Talk::program();
    let hello = talk.ask("ugi");
    assert!(hello.starts_with("id name Pocketfour "), "{hello}");
    assert!(hello.ends_with("\nugiok\n"), "{hello}");
    assert!(hello.contains("option name Rows type spin default 6 min 4"));
    assert_eq!(talk.ask("setoption name Seed value 7"), "");
    assert_eq!(talk.ask("uginewgame"), "");
    assert_eq!(talk.ask("isready"), "readyok\n");

    let mut moves = String::new();
    let mut plies = 0;
    while talk.ask("query gameover") == "response false\n" {
        let turn = if plies % 2 == 0 { "true" } else { "false" };
        assert_eq!(talk.ask("query p1turn"), format!("response {turn}\n"));
        assert_eq!(talk.ask("query result"), "response none\n");
        let answer = talk.ask("go nodes 300");
        assert_eq!(count(&answer, "bestmove "), 1, "{answer}");
        let best = answer.lines().last().unwrap();
        moves += &best["bestmove".len()..];
        plies += 1;
        let position = format!("position startpos moves{moves}");
        assert_eq!(talk.ask(&position), "");
    }
    assert!(plies >= 7, "{moves}");
    assert_ne!(talk.ask("query result"), "response none\n");
    assert_eq!(talk.ask("go nodes 10"), "error the game is over\n");
    assert_eq!(talk.ask("quit"), "");
    assert!(talk.session.wants_exit());
}

#[test]
fn a_search_has_as_many_playouts_as_asked_for() {
    let mut all = Vec::new();
    for portion in [1, 7, 64, 100_000] {
        let mut talk = Talk::program();
        talk.portion = portion;
        talk.ask("setoption name Seed value 3");
        talk.ask("setoption name Rows value 9");
        talk.ask("position startpos moves 3 4");
        talk.ask("go nodes 1001");
        let stats = talk.ask("stats");
        assert!(stats.starts_with("stats playouts 1001 "), "{stats}");
        all.push(stats);
    }
    all.dedup();
    assert_eq!(all.len(), 1);
}

#[test]
fn a_seed_makes_a_search_repeatable() {
    let mut talk = Talk::program();
    talk.ask("setoption name Seed value 3");
    talk.ask("setoption name KeepTree value false");
    talk.ask("go nodes 500");
    let first = talk.ask("stats");
    talk.ask("go nodes 500");
    assert_eq!(talk.ask("stats"), first);
    talk.ask("setoption name KeepTree value true");
    talk.ask("go nodes 500");
    assert!(talk.ask("stats").starts_with("stats playouts 1000 "));
    talk.ask("uginewgame");
    talk.ask("go nodes 500");
    assert_eq!(talk.ask("stats"), first);
}

/// The time that a `go` takes, on a clock that starts here.
fn time_of(start: u32, lines: &[&str], go: &str) -> u32 {
    let mut talk = Talk::at(Mode::Program, start);
    talk.portion = 1;
    for line in lines {
        assert_eq!(talk.ask(line), "");
    }
    let answer = talk.ask(go);
    assert_eq!(count(&answer, "bestmove "), 1, "{answer}");
    talk.now.wrapping_sub(start)
}

#[test]
fn a_move_takes_its_time() {
    for start in [0, 77, u32::MAX, u32::MAX - 20, i32::MAX as u32 - 10] {
        for time in [1, 2, 50, 250] {
            let go = format!("go movetime {time}");
            assert_eq!(time_of(start, &[], &go), time);
        }
        assert_eq!(time_of(start, &[], "go movetime 0"), 1);
        assert_eq!(time_of(start, &[], "go p1time 2000 p2time 1"), 100);
        let clocks = "go p1time 1 p2time 2000 p2inc 100";
        assert_eq!(time_of(start, &["position startpos moves 1"], clocks), 175);
        assert_eq!(time_of(start, &[], "go p1time 0"), 1);
        assert_eq!(time_of(start, &[], "go p1time -5 p2time 9"), 1);
        let option = "setoption name MoveTime value 30";
        assert_eq!(time_of(start, &[option], "go"), 30);
    }
}

#[test]
fn a_very_long_time_is_not_a_short_one() {
    for time in [u32::MAX, i32::MAX as u32, 1 << 31] {
        let mut talk = Talk::at(Mode::Program, 5);
        talk.send(&format!("go movetime {time}\n"));
        for now in [5, 6, 1_000_000, i32::MAX as u32 - 1] {
            talk.session.think(1, now);
            assert!(talk.session.is_thinking());
        }
        talk.session.think(1, i32::MAX as u32 + 5);
        assert!(!talk.session.is_thinking());
        assert_eq!(count(&talk.heard(), "bestmove "), 1);
    }
}

#[test]
fn the_first_portion_after_the_deadline_is_the_last() {
    let mut talk = Talk::program();
    talk.send("go movetime 10\n");
    talk.session.think(100, 9);
    talk.session.think(100, 10);
    assert!(talk.heard().ends_with("\n") && !talk.session.is_thinking());
    assert!(talk.ask("stats").starts_with("stats playouts 100 "));
}

#[test]
fn a_forced_or_proven_move_needs_no_time() {
    let forced = "position fen 7/7/7/7/o6/o1xxx2 o";
    let must_block = "position fen 7/7/7/7/o6/oxxx3 o";
    let wins = "position fen 7/7/7/7/oo5/xxx1o2 x";
    for (position, best) in [(must_block, "5"), (wins, "4")] {
        let mut talk = Talk::program();
        talk.send(&format!("{position}\ngo movetime 5000\n"));
        talk.session.think(10, 1);
        let answer = talk.heard();
        assert!(answer.ends_with(&format!("bestmove {best}\n")), "{answer}");
    }
    let mut talk = Talk::program();
    assert_eq!(talk.ask(forced), "");
    let answer = talk.ask("go movetime 5000");
    assert!(answer.contains("proven loss 2"), "{answer}");
    assert!(talk.now < 5);
}

#[test]
fn infinite_means_until_stop() {
    let mut talk = Talk::program();
    talk.send("position fen 7/7/7/7/oo5/xxx1o2 x\ngo infinite\n");
    talk.wait();
    assert_eq!(talk.session.status(), Status::Thinking);
    assert_eq!(count(&talk.heard(), "bestmove"), 0);
    assert_eq!(talk.ask("isready"), "readyok\n");
    assert_eq!(talk.last("stop"), "bestmove 4");
    assert_eq!(talk.session.status(), Status::Idle);
    assert_eq!(talk.ask("stop"), "");
}

#[test]
fn stop_answers_at_once_even_before_the_first_playout() {
    let mut talk = Talk::program();
    talk.send("go infinite\nstop\n");
    let answer = talk.heard();
    assert_eq!(count(&answer, "bestmove "), 1, "{answer}");
    talk.send("go nodes 1000000\n");
    talk.session.think(10, 1);
    let answer = talk.ask("stop");
    assert_eq!(count(&answer, "bestmove "), 1, "{answer}");
}

#[test]
fn every_go_has_its_bestmove_whatever_comes_in_between() {
    for interruption in [
        "go nodes 5",
        "position startpos moves 1",
        "setoption name Level value 3",
        "uginewgame",
        "perft 2",
        "ugi",
    ] {
        let mut talk = Talk::program();
        talk.send("go infinite\n");
        talk.session.think(10, 1);
        let answer = talk.ask(interruption);
        let expected = 1 + usize::from(interruption.starts_with("go"));
        assert_eq!(count(&answer, "bestmove "), expected, "{interruption}");
        assert!(!talk.session.is_thinking());
    }
    let mut talk = Talk::program();
    talk.send("go infinite\n");
    for harmless in [
        "isready",
        "d",
        "stats",
        "sysinfo",
        "version",
        "query p1turn",
        "help",
        "go nodes",
        "position startpos moves 9",
        "setoption name Rows value 2",
        "setoption name Block value 9,9",
        "nonsense",
    ] {
        talk.send(harmless);
        talk.send("\n");
        let answer = talk.heard();
        assert_eq!(count(&answer, "bestmove "), 0, "{harmless}");
        assert!(!answer.is_empty());
    }
    assert_eq!(count(&talk.ask("stop"), "bestmove "), 1);
}

#[test]
fn pondering_turns_into_thinking() {
    let mut talk = Talk::program();
    talk.send("go ponder movetime 20\n");
    for now in 0..100 {
        talk.session.think(1, now);
    }
    assert!(talk.session.is_thinking());
    talk.now = 100;
    talk.send("ponderhit\n");
    talk.heard();
    talk.wait();
    assert_eq!(talk.now, 120);
    assert_eq!(count(&talk.heard(), "bestmove "), 1);
    assert!(talk.ask("ponderhit").starts_with("error ponderhit"));
}

#[test]
fn a_rate_counts_from_go_after_ponderhit_too() {
    let mut talk = Talk::program();
    talk.send("setoption name Rows value 12\ngo ponder movetime 300\n");
    for _ in 0..1000 {
        talk.now += 1;
        talk.session.think(talk.portion, talk.now);
        talk.heard();
    }
    let text = talk.ask("ponderhit");
    assert_eq!(talk.now, 1300);
    // Twenty playouts a millisecond, all the time but the last.
    assert!(text.contains("info time 1200 nodes 24000 nps 20000 "), "{text}");
    assert!(text.contains("info time 1300 nodes 25980 nps 19984 "), "{text}");
}

#[test]
fn an_infinite_search_takes_no_ponderhit() {
    for go in ["go infinite", "go infinite ponder"] {
        let mut talk = Talk::program();
        talk.send(&format!("{go}\nponderhit\n"));
        assert!(talk.heard().contains("error ponderhit"));
        assert!(talk.session.is_thinking());
        assert_eq!(count(&talk.ask("stop"), "bestmove "), 1);
    }
}

#[test]
fn depth_is_the_length_of_the_variation() {
    let mut all = Vec::new();
    for portion in [1, 100, 10_000] {
        let mut talk = Talk::program();
        talk.portion = portion;
        let answer = talk.ask("setoption name Seed value 1\ngo depth 5");
        let info = answer.lines().rev().nth(1).unwrap();
        let (_, pv) = info.split_once(" pv ").unwrap();
        assert!(pv.split(' ').count() >= 5, "{answer}");
        all.push(talk.ask("stats"));
    }
    all.dedup();
    assert_eq!(all.len(), 1);
}

#[test]
fn info_comes_at_most_ten_times_a_second() {
    let mut talk = Talk::program();
    talk.portion = 1;
    let answer = talk.ask("setoption name Rows value 12\ngo movetime 2000");
    let infos = count(&answer, "info time ");
    assert!((19..=20).contains(&infos), "{infos}");
    assert!(answer.contains("info time 100 nodes 100 nps 1000 hashfull "));
    talk.ask("setoption name Info value off");
    assert_eq!(count(&talk.ask("go movetime 500"), "info"), 0);
}

#[test]
fn levels_limit_the_search() {
    let mut talk = Talk::program();
    talk.ask("setoption name Level value 3");
    talk.ask("go movetime 100000");
    assert!(talk.ask("stats").starts_with("stats playouts 80 "));
    talk.ask("go nodes 500");
    assert!(talk.ask("stats").starts_with("stats playouts 580 "));
}

#[test]
fn boards_and_blocks() {
    let mut talk = Talk::program();
    talk.ask("setoption name Rows value 9");
    talk.ask("setoption name Columns value 10");
    assert_eq!(talk.ask("setoption name Block value 9,10"), "");
    assert_eq!(talk.position(), "7/7/7/7/7/7 x");
    talk.ask("position startpos");
    assert_eq!(talk.position(), "9#/10/10/10/10/10/10/10/10 x");
    assert_eq!(
        talk.ask("setoption name Columns value 9"),
        "info string block none\n"
    );
    let told = talk.ask("setoption name Block value random");
    let cell = told.trim().strip_prefix("info string block ").unwrap();
    talk.ask("position startpos moves 1 2");
    let first = talk.ask("d");
    talk.ask("position startpos moves 1 2 3");
    talk.ask("position startpos moves 1 2");
    assert_eq!(talk.ask("d"), first, "the same game, the same cell");
    assert!(first.contains('#') && cell.contains(','));
    let mut listener = Talk::program();
    listener.ask("setoption name Rows value 9");
    listener.ask("setoption name Columns value 9");
    let mut boards = Vec::new();
    for _ in 0..20 {
        let told = talk.ask("uginewgame");
        let cell = told.trim().strip_prefix("info string block ").unwrap();
        listener.ask(&format!("setoption name Block value {cell}"));
        listener.ask("uginewgame");
        assert_eq!(talk.position(), listener.position());
        boards.push(talk.position());
    }
    boards.sort();
    boards.dedup();
    assert!(boards.len() > 10);
}

#[test]
fn perft_is_counted_in_portions() {
    let mut talk = Talk::program();
    let answer = talk.ask("perft 6");
    assert!(answer.starts_with("perft 6 sequences 117649 time "), "{answer}");
    talk.send("perft 12\n");
    talk.session.think(10, talk.now);
    talk.send("isready\n");
    assert_eq!(talk.heard(), "readyok\n");
}

#[test]
fn perft_can_be_stopped() {
    let mut talk = Talk::program();
    talk.send("perft 16\n");
    talk.session.think(1000, 1);
    assert!(talk.session.is_thinking());
    talk.send("stop\n");
    assert!(talk.heard().contains(" so far time "));
    assert!(!talk.session.is_thinking());
}

#[test]
fn errors_change_nothing() {
    let mut talk = Talk::program();
    talk.ask("position startpos moves 4 4 4");
    let before = talk.position();
    for (line, expected) in [
        ("hello", "error unknown word 'hello': did you mean help?"),
        (
            "go movetime x",
            "error movetime wants a number from 0 to 4294967295, not 'x'",
        ),
        (
            "position startpos moves 4 4 4 4 4 4 4",
            "error move 7: column 4 is full",
        ),
        (
            "position startpos moves 8",
            "error move 1: no column 8: columns go from 1 to 7",
        ),
        (
            "position startpos moves +4",
            "error move 1: '+4' is not the number of a column",
        ),
        (
            "setoption name Block value +3,4",
            "error Block wants none, random or ROW,COLUMN such as 3,4, not '+3,4'",
        ),
        (
            "setoption name Seed value +1",
            "error Seed wants random or a number from 0, not '+1'",
        ),
        (
            "position startpos moves 1 2 1 2 1 2 1 2",
            "error move 8: the game is over",
        ),
        (
            "position fen 7/7/7/7/7/3xx2 o",
            "error position: 2 stones of x and 0 of o cannot be with o to move",
        ),
        (
            "setoption name Block value 7,1",
            "error forbidden cell 7,1: a 6x7 board has rows 1 to 6 and columns 1 to 7",
        ),
        ("perft 99", "error perft wants a number from 1 to 16, not '99'"),
        (
            "\u{1}",
            "error byte 1 is not text: the line is ignored, plain ASCII is understood",
        ),
        (
            "position startpos \u{e9}",
            "error byte 195 is not text: the line is ignored, plain ASCII is understood",
        ),
    ] {
        assert_eq!(talk.ask(line), format!("{expected}\n"), "{line}");
        assert_eq!(talk.session.status(), Status::Error);
        assert_eq!(talk.position(), before);
        assert_eq!(talk.session.status(), Status::Idle);
    }
    let long = "x".repeat(5000);
    assert_eq!(
        talk.ask(&long),
        "error the line is too long and is ignored: 1024 bytes are the limit\n"
    );
    assert_eq!(
        talk.ask(&long[..1024]),
        "error unknown word 'xxxxxxxxxxxxxxxx...': type help\n"
    );
    assert_eq!(talk.position(), before);
}

#[test]
fn the_longest_game_fits_one_line() {
    let mut talk = Talk::program();
    talk.ask("setoption name Rows value 12");
    talk.ask("setoption name Columns value 12");
    let moves = ["12"; engine::MAX_PLIES].join(" ");
    let refused = talk.ask(&format!("position startpos moves {moves}"));
    assert_eq!(refused, "error move 13: column 12 is full\n");
    let board = ["12"; 12].join("/");
    let refused = talk.ask(&format!("position fen {board} x moves {moves}"));
    assert_eq!(refused, "error move 13: column 12 is full\n");
}

#[test]
fn lost_input_costs_one_line() {
    let mut talk = Talk::program();
    talk.send("position startpos moves 4\nposition startpos mo");
    talk.session.input_lost(InputLoss::Overrun);
    talk.session.input_lost(InputLoss::Overrun);
    talk.send("ves 3\nisready\n");
    assert_eq!(
        talk.heard(),
        "error input came faster than it was read: the line is ignored\n\
         readyok\n"
    );
    assert_eq!(talk.position(), "7/7/7/7/7/3x3 o");
    talk.session.input_lost(InputLoss::Framing);
    talk.send("\n");
    assert_eq!(
        talk.heard(),
        "error input arrived garbled: the line is ignored\n"
    );
    assert!(talk.ask("stats").contains("lost 3 of input"));
}

#[test]
fn a_cable_that_was_unplugged_costs_half_a_line() {
    let mut talk = Talk::program();
    talk.session.input_lost(InputLoss::Unplugged);
    assert_eq!(talk.ask("isready"), "readyok\n");
    for half in ["position startpos mo", "\u{1}", "is\u{1}"] {
        talk.send(half);
        talk.session.input_lost(InputLoss::Unplugged);
        assert_eq!(
            talk.ask("isready"),
            "error the cable was unplugged: the line is ignored\nreadyok\n"
        );
    }
    talk.session.input_lost(InputLoss::Overrun);
    talk.session.input_lost(InputLoss::Unplugged);
    assert_eq!(count(&talk.ask("isready"), "readyok"), 1);
    assert!(talk.ask("stats").contains("lost 5 of input"));
}

#[test]
fn nothing_is_said_before_it_is_asked_for() {
    let mut talk = Talk::program();
    talk.send("\n\r\n  \n\t\n");
    assert_eq!(talk.heard(), "");
}

#[test]
fn a_bestmove_finds_room_where_info_does_not() {
    let mut talk = Talk::program();
    talk.send("go movetime 60000\n");
    let mut now = 0;
    while talk.session.is_thinking() {
        now += 100;
        talk.session.think(1, now);
    }
    let text = talk.heard();
    assert!(count(&text, "info time ") > 5, "{text}");
    assert_eq!(count(&text, "bestmove "), 1);
    assert!(talk.ask("stats").contains("stats dropped 0 lines"));
}

#[test]
fn quit_leads_back_to_the_console() {
    let mut talk = Talk::person();
    talk.ask("ugi");
    talk.send("quit\r\n");
    assert_eq!(talk.heard(), "");
    assert!(talk.session.wants_exit());
    assert_eq!(talk.ask(""), "> ");
    assert!(!talk.session.wants_exit());
}

#[test]
fn the_end_of_input_ends_what_would_never_end() {
    let mut talk = Talk::program();
    talk.send("go infinite");
    talk.session.input_ended(0);
    assert!(!talk.session.is_thinking());
    assert_eq!(count(&talk.heard(), "bestmove "), 1);
    talk.send("go nodes 100");
    talk.session.input_ended(0);
    assert!(talk.session.is_thinking());
    talk.wait();
    assert_eq!(count(&talk.heard(), "bestmove "), 1);
}

#[test]
fn sysinfo_tells_about_the_machine() {
    let mut talk = Talk::program();
    talk.session.update_diagnostics(pocketfour_protocol::Diagnostics {
        stack_used: 3000,
        stack_size: 8192,
        uptime: 12_345_678_901,
        ..Default::default()
    });
    let text = talk.ask("sysinfo");
    for expected in [
        "sysinfo device test\n",
        "sysinfo clock 125000000 Hz\n",
        "sysinfo uptime 12345678901 ms\n",
        "sysinfo stack 3000 of 8192 bytes\n",
        "sysinfo pool 4000 nodes, ",
    ] {
        assert!(text.contains(expected), "{text}");
    }
    assert!(!text.contains("cores"), "{text}");
}

#[test]
fn sysinfo_tells_how_a_second_core_is_doing() {
    use pocketfour_protocol::{Diagnostics, SecondCore};
    let mut talk = Talk::program();
    for (second_core, expected) in [
        (
            SecondCore::Silent,
            "sysinfo cores 1 of 2, the second does not answer\n",
        ),
        (
            SecondCore::Working { stack_used: 300, stack_size: 4096 },
            "sysinfo cores 2 of 2, stack of the second 300 of 4096 bytes\n",
        ),
    ] {
        talk.session.update_diagnostics(Diagnostics {
            second_core,
            ..Diagnostics::default()
        });
        let text = talk.ask("sysinfo");
        assert!(text.contains(expected), "{text}");
    }
}

/// Of its twelve kilobytes, four are for output and near three for the paths
/// of rollouts in flight.
#[test]
fn a_session_is_small_without_its_pool() {
    let size = size_of::<pocketfour_protocol::Session<'_>>();
    assert!(size < 12 * 1024, "{size}");
}
