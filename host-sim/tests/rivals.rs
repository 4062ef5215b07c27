//! The rivals play well enough to be rivals, and as they always did.

use std::num::NonZeroUsize;

use host_sim::Shard;
use host_sim::matches::{
    GameArchive, Match, MatchGame, MatchSide, Round, Schedule, run,
};
use host_sim::players::Spec;
use serde::Deserialize;

#[test]
fn every_rival_beats_chance() {
    for player in [
        "rival:000:nodes=1000",
        "rival:000:literal=on,nodes=1000",
        "rival:001:nodes=1000",
        "rival:002:nodes=1000",
        "rival:003:nodes=1000",
        "rival:003:literal=on,nodes=1000",
        "rival:004:nodes=1000",
    ] {
        let plan = Match {
            a: player.parse().unwrap(),
            b: "random".parse().unwrap(),
            games: 10,
            schedule: Schedule { seed: 1, ..Schedule::default() },
            shard: Shard::WHOLE,
            sprt: None,
            time: None,
        };
        let score =
            run(&plan, NonZeroUsize::MIN, &GameArchive::none()).unwrap();
        assert_eq!(score.score.wins, 10, "{player}: {score}");
    }
}

/// A game as `match --out` writes it, without result and times.
#[derive(Deserialize)]
struct KnownGame {
    a: String,
    b: String,
    board: String,
    first: MatchSide,
    seeds: [u64; 2],
    moves: Vec<u8>,
}

/// A rival that was made faster must not have become another program: the same
/// seeds and iterations give the same games.
#[test]
fn known_games_are_played_again() {
    let games: Vec<KnownGame> = include_str!("data/rivals.jsonl")
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(games.len(), 38);
    for game in games {
        let player = |spec: &str| spec.parse::<Spec>().unwrap().player();
        let (mut a, mut b) = (player(&game.a), player(&game.b));
        let round = Round {
            opening: Vec::new(),
            setup: game.board.parse().unwrap(),
            first: game.first,
            seeds: game.seeds,
        };
        let played = MatchGame::play(&round, None, &mut *a, &mut *b).unwrap();
        let columns: Vec<u8> = played
            .choices
            .iter()
            .map(|choice| choice.column.number())
            .collect();
        assert_eq!(
            columns, game.moves,
            "{} against {} on {}",
            game.a, game.b, game.board
        );
    }
}

#[test]
fn only_two_reports_have_a_literal_reading() {
    let refused = |text: &str| text.parse::<Spec>().unwrap_err().to_string();
    for (player, why) in [
        ("rival:001:literal=on", "there are nodes, movetime"),
        ("rival:002:literal=on", "there are nodes, movetime"),
        ("rival:004:literal=on", "there are nodes, movetime"),
        ("rival:000:pool=9", "there are literal, nodes, movetime"),
        ("rival:003:literal=maybe", "literal is on or off"),
    ] {
        let text = refused(player);
        assert!(text.contains(why), "{player}: {text}");
    }
    let plain: Spec = "rival:000:literal=off".parse().unwrap();
    assert!(!plain.is_timed());
}
