//! The rivals play well enough to be rivals.

use std::num::NonZeroUsize;

use host_sim::matches::{Block, GameArchive, Match, Schedule, run};

#[test]
fn every_rival_beats_chance() {
    for number in 0..5 {
        let plan = Match {
            a: format!("rival:00{number}:nodes=1000").parse().unwrap(),
            b: "random".parse().unwrap(),
            games: 10,
            schedule: Schedule { seed: 1, size: None, block: Block::Random },
            sprt: None,
        };
        let score =
            run(&plan, NonZeroUsize::MIN, &GameArchive::none()).unwrap();
        assert_eq!(score.wins, 10, "rival {number}: {score}");
    }
}
