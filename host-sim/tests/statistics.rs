//! What a match says about strength is true as often as it claims.

use engine::generator;
use host_sim::matches::{MatchScore, Sprt, SprtDecision, expected};
use rand_core::Rng;

/// Two players of known strength on boards that favour the first player,
/// each by another amount.
struct Simulation(engine::Generator);

impl Simulation {
    fn uniform(&mut self) -> f64 {
        f64::from(self.0.next_u32()) / f64::from(u32::MAX)
    }

    /// Half points of a game in which the player expects this mean.
    fn game(&mut self, mean: f64) -> u64 {
        let draw = 0.05 * mean.min(1.0 - mean);
        let drawn = self.uniform();
        if drawn < mean - draw {
            2
        } else if drawn < mean + draw {
            1
        } else {
            0
        }
    }

    fn pair(&mut self, score: &mut MatchScore, elo: f64) {
        let first_move = 0.4 * self.uniform() - 0.1;
        let mut sum = 0;
        for advantage in [first_move, -first_move] {
            let half_points = self.game(expected(elo) + advantage);
            sum += half_points as usize;
            match half_points {
                0 => score.losses += 1,
                1 => score.draws += 1,
                _ => score.wins += 1,
            }
        }
        score.pairs[sum] += 1;
    }

    fn matched(&mut self, pairs: usize) -> MatchScore {
        let mut score = MatchScore::default();
        for _ in 0..pairs {
            self.pair(&mut score, 0.0);
        }
        score
    }
}

fn is_within_its_error(score: &MatchScore) -> bool {
    let estimate = score.estimate();
    estimate.elo.abs() <= estimate.error
}

#[test]
fn identical_players_stay_within_the_error() {
    let mut simulation = Simulation(generator(1));
    let matches = [(); 100].map(|()| simulation.matched(100));
    let within = matches.iter().filter(|m| is_within_its_error(m)).count();
    assert!(within >= 95, "{within}");
}

#[test]
fn the_error_is_neither_too_small_nor_too_large() {
    // With few games the error is on the safe side.
    for (seed, pairs, most) in [(2, 10, 100.0), (3, 50, 98.0), (4, 400, 96.0)] {
        let mut simulation = Simulation(generator(seed));
        let matches = (0..4000).map(|_| simulation.matched(pairs));
        let within = matches.filter(is_within_its_error).count();
        let percent = within as f64 / 40.0;
        assert!((94.0..=most).contains(&percent), "{pairs}: {percent}");
    }
}

/// How many of `count` tests take the higher hypothesis, and how many pairs
/// they need on average.
fn tests(sprt: Sprt, elo: f64, count: u32) -> (u32, u32) {
    let mut simulation = Simulation(generator(5));
    let (mut higher, mut pairs) = (0, 0);
    for _ in 0..count {
        let mut score = MatchScore::default();
        let decision = loop {
            simulation.pair(&mut score, elo);
            pairs += 1;
            match sprt.decision(&score) {
                SprtDecision::Open => (),
                decision => break decision,
            }
        };
        higher += u32::from(decision == SprtDecision::Elo1);
    }
    (higher, pairs / count)
}

#[test]
fn a_test_is_seldom_wrong() {
    let sprt: Sprt = "elo0=0,elo1=60".parse().unwrap();
    let (higher, _) = tests(sprt, 0.0, 300);
    assert!(higher <= 24, "{higher} of 300 wrong");
    let (higher, pairs) = tests(sprt, 60.0, 300);
    assert!(higher >= 276, "{higher} of 300 right");
    assert!(pairs < 200, "{pairs} pairs");
}
