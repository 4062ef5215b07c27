//! Several numbers at once: pairs of games that lead uphill.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU8, Ordering};

use super::{
    Axes, Iteration, Journal, Parameter, ParameterError, Spsa, TuningError,
    with,
};
use crate::SetupError;
use crate::matches::{MatchGame, Schedule};
use crate::parallel::in_parallel;
use crate::players::Spec;
use crate::progress::Progress;

/// A climb before it begins.
#[derive(Clone, Debug, PartialEq)]
pub struct Climb {
    /// The engine, but for the numbers.
    pub base: Spec,
    /// The numbers.
    pub axes: Axes,
    /// How many pairs of games are played.
    pub pairs: u64,
    /// The boards.
    pub schedule: Schedule,
}

impl Climb {
    fn named(&self, theta: &[f64]) -> Vec<(Parameter, f64)> {
        let names = self.axes.0.iter().map(|&(parameter, _)| parameter);
        names.zip(theta.iter().copied()).collect()
    }

    /// The engine with these numbers.
    ///
    /// # Errors
    ///
    /// Where the base is not the engine.
    pub fn player(&self, theta: &[f64]) -> Result<Spec, ParameterError> {
        with(&self.base, &self.named(theta))
    }

    /// Plays a pair of games: the half points of the first player.
    fn pair(
        &self,
        pair: u64,
        sides: &[Spec; 2],
    ) -> Result<[u8; 2], SetupError> {
        let results = [const { AtomicU8::new(0) }; 2];
        let timed = sides.iter().any(Spec::is_timed);
        let threads = NonZeroUsize::MIN.saturating_add(usize::from(!timed));
        in_parallel(
            0..2,
            threads,
            || (),
            |(), game| {
                let round = self.schedule.round(2 * pair + game)?;
                let [mut a, mut b] = sides.each_ref().map(Spec::player);
                let played = MatchGame::play(&round, a.as_mut(), b.as_mut());
                let result = &results[game as usize];
                result.store(played.result.half_points(), Ordering::Relaxed);
                Ok(())
            },
        )?;
        Ok(results.map(AtomicU8::into_inner))
    }
}

/// Goes uphill from where the journal ends. Only whole numbers are taken
/// from it and everything else is computed again, so that a climb that was
/// interrupted ends exactly where it would have ended.
///
/// # Errors
///
/// Where the journal is that of another climb or cannot be written.
pub fn climb(plan: &Climb, journal: &Journal) -> Result<Spsa, TuningError> {
    let axes = plan.axes.0.iter().map(|&(_, axis)| axis).collect();
    let seed = plan.schedule.seed;
    let mut spsa = Spsa::new(axes, seed);
    let before = journal.entries().len() as u64;
    let left = plan.pairs.saturating_sub(before);
    let progress = Progress::new(left, "pairs");
    for number in 0..plan.pairs.max(before) {
        let [plus, minus] = spsa.sides();
        let sides = [plan.player(&plus)?, plan.player(&minus)?];
        let board = plan.schedule.round(2 * number)?.setup.to_string();
        let known = journal.entries().get(number as usize).cloned();
        let half_points = match &known {
            Some(known) => known.half_points,
            None => plan.pair(number, &sides)?,
        };
        let sum: i32 = half_points.map(i32::from).iter().sum();
        spsa.update(f64::from(sum - 2) / 2.0);
        let [plus, minus] = sides.map(|side| side.to_string());
        let values = plan.named(spsa.theta()).into_iter();
        let values = values.map(|(it, value)| it.text(value)).collect();
        let iteration = Iteration {
            iteration: number,
            seed,
            board,
            plus,
            minus,
            half_points,
            values,
        };
        match known {
            None => {
                journal.add(&iteration)?;
                progress.add(1);
            }
            Some(known) if known == iteration => {}
            Some(_) => return Err(journal.foreign(number as usize + 1).into()),
        }
    }
    progress.finish();
    Ok(spsa)
}
