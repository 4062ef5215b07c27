//! Simultaneous perturbation stochastic approximation, the arithmetic.
//!
//! All numbers are moved at once, each up or down at random, and once more
//! the other way round. Which of the two plays better says something about
//! every number: all go a little towards the better side. Steps get smaller
//! as time goes on, so that noise cancels out. The exponents are the usual
//! ones; nothing depends on how many iterations are planned, so a run can
//! be made longer.

use crate::dice::Dice;

/// One number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axis {
    /// Where it starts.
    pub start: f64,
    /// How far it is moved to either side at first.
    pub step: f64,
    /// The lowest value.
    pub low: f64,
    /// The highest value.
    pub high: f64,
}

/// All numbers, and how far they have come.
#[derive(Clone, Debug, PartialEq)]
pub struct Spsa {
    axes: Vec<Axis>,
    theta: Vec<f64>,
    seed: u64,
    iteration: u64,
}

/// How many steps a number would go at once after winning everything, but
/// for the two that follow.
const RATE: f64 = 2.0;
/// Iterations that are taken as done before the first one.
const BEFORE: f64 = 50.0;
const RATE_DECAY: f64 = 0.602;
const STEP_DECAY: f64 = 0.101;

/// Makes a stream of random numbers of its own: the boards of the games are
/// drawn from the seed itself.
const SIGNS: u64 = 0x5350_5341_7369_676e;

impl Spsa {
    /// At the start.
    #[must_use]
    pub fn new(axes: Vec<Axis>, seed: u64) -> Spsa {
        let theta = axes.iter().map(|axis| axis.start).collect();
        Spsa { axes, theta, seed, iteration: 0 }
    }

    /// The numbers now.
    #[must_use]
    pub fn theta(&self) -> &[f64] {
        &self.theta
    }

    /// How many iterations are done.
    #[must_use]
    pub fn iteration(&self) -> u64 {
        self.iteration
    }

    /// The two sets of numbers that are to be compared now.
    #[must_use]
    pub fn sides(&self) -> [Vec<f64>; 2] {
        let size = self.size();
        [1.0, -1.0].map(|sign| {
            let each = self.axes.iter().zip(&self.theta).zip(self.signs());
            each.map(|((axis, theta), up)| {
                let moved = theta + sign * up * axis.step * size;
                moved.clamp(axis.low, axis.high)
            })
            .collect()
        })
    }

    /// Goes on. The result is what the first of both sides is better, from
    /// -1 (it lost everything) to 1.
    pub fn update(&mut self, result: f64) {
        let time = self.iteration as f64 + 1.0;
        let rate = RATE / (BEFORE + time).powf(RATE_DECAY);
        let change = rate * result / (2.0 * self.size());
        let signs = self.signs();
        let each = self.axes.iter().zip(&mut self.theta).zip(signs);
        for ((axis, theta), up) in each {
            let moved = *theta + up * axis.step * change;
            *theta = moved.clamp(axis.low, axis.high);
        }
        self.iteration += 1;
    }

    /// How much of its step each number is moved now.
    fn size(&self) -> f64 {
        (self.iteration as f64 + 1.0).powf(-STEP_DECAY)
    }

    /// Up or down for each number.
    fn signs(&self) -> Vec<f64> {
        let mut dice = Dice::new(self.seed ^ SIGNS, self.iteration);
        let sign = |_: &Axis| dice.pick(&[1.0, -1.0]);
        self.axes.iter().map(sign).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::Schedule;

    const BEST: [f64; 2] = [1.3, 9.0];

    fn axes() -> Vec<Axis> {
        vec![
            Axis { start: 0.7, step: 0.2, low: 0.0, high: 8.0 },
            Axis { start: 4.0, step: 2.0, low: 0.0, high: 100.0 },
        ]
    }

    /// How strong a player with these numbers is.
    fn strength(theta: &[f64]) -> f64 {
        let off = theta.iter().zip(BEST).zip([0.2, 2.0]);
        -off.map(|((theta, best), step)| ((theta - best) / step).powi(2))
            .sum::<f64>()
    }

    /// Two games against each other, each won at random.
    fn pair(spsa: &Spsa, dice: &mut Dice) -> f64 {
        let [plus, minus] = spsa.sides();
        let better = 0.05 * (strength(&plus) - strength(&minus));
        let probability = 0.5 + better.clamp(-0.5, 0.5);
        let won =
            [(); 2].map(|()| dice.below(1_000_000) as f64 / 1e6 < probability);
        won.map(|won| if won { 0.5 } else { -0.5 }).iter().sum()
    }

    #[test]
    fn a_noisy_summit_is_found() {
        for seed in 0..10 {
            let mut spsa = Spsa::new(axes(), seed);
            let mut dice = Dice::new(seed, u64::MAX);
            let before = strength(spsa.theta());
            for _ in 0..3000 {
                let result = pair(&spsa, &mut dice);
                spsa.update(result);
            }
            let after = strength(spsa.theta());
            assert!(before < -15.0 && after > -1.0, "{seed}: {after}");
        }
    }

    #[test]
    fn numbers_go_to_the_better_side() {
        let mut spsa = Spsa::new(axes(), 1);
        let [plus, minus] = spsa.sides();
        assert!((plus[0] - minus[0]).abs() > 0.39);
        let middle = spsa.theta().to_vec();
        spsa.update(1.0);
        for (place, theta) in spsa.theta().iter().enumerate() {
            let towards = plus[place] - middle[place];
            assert!((theta - middle[place]) * towards > 0.0);
        }
        spsa.update(0.0);
        assert_eq!(spsa.iteration(), 2);
    }

    #[test]
    fn numbers_stay_in_their_range() {
        let axis = Axis { start: 0.1, step: 0.5, low: 0.0, high: 0.3 };
        let mut spsa = Spsa::new(vec![axis], 3);
        for time in 0..200 {
            for side in spsa.sides() {
                assert!((0.0..=0.3).contains(&side[0]));
            }
            spsa.update(if time % 3 == 0 { 1.0 } else { -1.0 });
            assert!((0.0..=0.3).contains(&spsa.theta()[0]));
        }
    }

    /// The signs of an iteration say nothing about the board of its games.
    #[test]
    fn signs_and_boards_are_independent() {
        const PAIRS: u64 = 2000;
        for seed in [1, 2, 77] {
            let schedule = Schedule { seed, ..Schedule::default() };
            let mut spsa = Spsa::new(axes(), seed);
            let mut same = [[0_u32; 2]; 4];
            for pair in 0..PAIRS {
                let setup = schedule.round(2 * pair).unwrap().setup;
                let (row, column) = setup.forbidden.unwrap();
                let size = setup.size;
                let facts = [row, column, row / 2, size.rows / 2]
                    .map(|fact| fact % 2 == 0);
                for (counts, fact) in same.iter_mut().zip(facts) {
                    for (count, sign) in counts.iter_mut().zip(spsa.signs()) {
                        *count += u32::from(fact == (sign > 0.0));
                    }
                }
                spsa.update(0.0);
            }
            for count in same.into_iter().flatten() {
                let off = count.abs_diff(PAIRS as u32 / 2);
                // Five standard deviations.
                assert!(off < 112, "{same:?}, seed {seed}");
            }
        }
    }
}
