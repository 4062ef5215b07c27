//! Several numbers at once: pairs of games that lead uphill.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU8, Ordering};

use super::{
    Axes, Follower, Iteration, Journal, Parameter, ParameterError, Spsa,
    TuningError, with,
};
use crate::Shard;
use crate::matches::{Builds, MatchGame, Schedule, build};
use crate::parallel::{all_cores, capped, in_parallel};
use crate::players::Spec;
use crate::progress::Progress;

/// A climb before it begins.
#[derive(Clone, Debug, PartialEq)]
pub struct Climb {
    /// The engine, but for the numbers.
    pub base: Spec,
    /// The numbers.
    pub axes: Axes,
    /// How many pairs of games are played, in whole steps.
    pub pairs: u64,
    /// How many pairs a step takes.
    pub each: u64,
    /// Which of them are played here.
    pub shard: Shard,
    /// The boards.
    pub schedule: Schedule,
    /// Whether pairs that another build has played count as well.
    pub builds: Builds,
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

    /// Plays pairs of games: the half points of the first player in each.
    fn play(
        &self,
        pairs: &[u64],
        sides: &[Spec; 2],
    ) -> Result<Vec<[u8; 2]>, TuningError> {
        let results: Vec<[AtomicU8; 2]> =
            pairs.iter().map(|_| Default::default()).collect();
        let timed = sides.iter().any(Spec::is_timed);
        let threads = if timed { NonZeroUsize::MIN } else { all_cores() };
        let threads = capped(threads, self.base.threads());
        let games = pairs.iter().zip(&results).flat_map(|(&pair, results)| {
            (0..2).zip(results).map(move |(game, it)| (2 * pair + game, it))
        });
        in_parallel(
            games,
            threads,
            || (),
            |(), (number, result)| {
                let round = self.schedule.round(number)?;
                let [mut a, mut b] = sides.each_ref().map(Spec::player);
                let played =
                    MatchGame::play(&round, None, a.as_mut(), b.as_mut())
                        .map_err(|why| TuningError::Forfeit(why.to_string()))?;
                if played.reason.forfeit().is_some() {
                    let why = played.reason.to_string();
                    return Err(TuningError::Forfeit(why));
                }
                result.store(played.result.half_points(), Ordering::Relaxed);
                Ok(())
            },
        )?;
        let results = results.into_iter();
        Ok(results.map(|pair| pair.map(AtomicU8::into_inner)).collect())
    }

    /// A pair before it is played.
    fn iteration(
        &self,
        pair: u64,
        theta: &[f64],
        sides: &[Spec; 2],
    ) -> Result<Iteration, TuningError> {
        let [plus, minus] = sides.each_ref().map(Spec::to_string);
        let values = self.named(theta).into_iter();
        Ok(Iteration {
            iteration: pair,
            seed: self.schedule.seed,
            board: self.schedule.round(2 * pair)?.setup.to_string(),
            plus,
            minus,
            half_points: [0; 2],
            values: values.map(|(it, value)| it.text(value)).collect(),
            build: Some(build().into()),
        })
    }
}

/// Goes uphill from where the journal ends. Only whole numbers are taken
/// from it and everything else is computed again, so that a climb that was
/// interrupted ends exactly where it would have ended.
///
/// If several processes share the climb, each plays its pairs of a step and
/// waits for the others to have played theirs: `others` are their journals.
///
/// # Errors
///
/// Where a journal is that of another climb, or of another build if that
/// matters, or cannot be written.
pub fn climb(
    plan: &Climb,
    journal: &Journal,
    mut others: Vec<Follower>,
) -> Result<Spsa, TuningError> {
    let axes = plan.axes.0.iter().map(|&(_, axis)| axis).collect();
    let mut spsa = Spsa::new(axes, plan.schedule.seed);
    let before = journal.entries().len() as u64;
    let steps = plan.pairs.div_ceil(plan.each);
    let all = plan.shard.share_of(steps * plan.each);
    let progress = Progress::resumed(before.min(all), all, "pairs");
    // A journal may know more: other processes end after these steps, and
    // none must wait for what they do not play.
    let mut known = journal.entries().iter().zip(1..);
    for step in 0..steps {
        let sides = spsa.sides();
        let sides = [plan.player(&sides[0])?, plan.player(&sides[1])?];
        let mut expected = Vec::new();
        for pair in step * plan.each..(step + 1) * plan.each {
            expected.push(plan.iteration(pair, spsa.theta(), &sides)?);
        }
        let mut sum = 0;
        let mut open = Vec::new();
        let is_own = |it: &&Iteration| plan.shard.has(it.iteration);
        for own in expected.iter().filter(is_own) {
            match known.next() {
                None => open.push(own),
                Some((it, line)) if it.belongs_with(own) => {
                    if let Some((then, now)) = it.other_build(plan.builds) {
                        return Err(journal.changed(line, then, now).into());
                    }
                    sum += it.gain();
                }
                Some((_, line)) => return Err(journal.foreign(line).into()),
            }
        }
        let pairs: Vec<u64> = open.iter().map(|it| it.iteration).collect();
        let played = plan.play(&pairs, &sides)?;
        for (own, half_points) in open.into_iter().zip(played) {
            let iteration = Iteration { half_points, ..own.clone() };
            journal.add(&iteration)?;
            progress.add(1);
            sum += iteration.gain();
        }
        for other in &mut others {
            sum += other.gain(&expected, plan.builds)?;
        }
        spsa.update(f64::from(sum) / 2.0 / plan.each as f64);
    }
    progress.finish();
    Ok(spsa)
}
