//! Up and down through random games on one board.

use super::compare::compare_reading;
use super::garble::garbled;
use super::keys::Keys;
use super::pair::Pair;
use super::run::Reproduction;
use super::{Difference, RandomWalk, WalkStep};
use crate::dice::Dice;
use crate::reference::Game;

/// How moves are chosen.
#[derive(Clone, Copy)]
enum Style {
    /// Any legal column.
    Any,
    /// No win if another move is left, so that boards fill up.
    Peaceful,
    /// Mostly the column of the last move, so that columns fill up.
    Stacking,
}

/// Walks until the walk's positions are used up. `reproduction` always
/// says what is being compared, even when the engine panics.
pub(crate) fn walk(
    walk: RandomWalk,
    seed: u64,
    keys: &mut Keys,
    reproduction: &mut Reproduction,
) -> Result<(), Difference> {
    let mut dice = Dice::new(seed, walk.number);
    let mut left = walk.positions;
    while left > 0 {
        *reproduction = Reproduction::steps(walk.setup);
        let mut pair = Pair::new(walk.setup)?;
        note(&pair, keys, reproduction)?;
        let style = dice.pick(&[Style::Any, Style::Peaceful, Style::Stacking]);
        while left > 0 {
            if pair.game.is_over() && dice.one_in(3) {
                break;
            }
            for step in next_steps(&pair.game, style, &mut dice) {
                if left == 0 {
                    break;
                }
                reproduction.push(step);
                pair.step(step)?;
                note(&pair, keys, reproduction)?;
                left -= u64::from(step != WalkStep::Forget);
            }
            if dice.one_in(4) {
                read_garbled(&pair.game, &mut dice, reproduction)?;
            }
        }
    }
    Ok(())
}

/// One move, or some moves taken back.
fn next_steps(game: &Game, style: Style, dice: &mut Dice) -> Vec<WalkStep> {
    if dice.one_in(200) {
        return vec![WalkStep::Forget];
    }
    if game.is_over() || dice.one_in(16) {
        let deep = if dice.one_in(16) { game.moves().len() } else { 3 };
        return vec![WalkStep::Undo; 1 + dice.below(deep + 1)];
    }
    vec![WalkStep::Play(next_column(game, style, dice))]
}

fn next_column(game: &Game, style: Style, dice: &mut Dice) -> usize {
    let legal = game.legal_columns();
    match style {
        Style::Any => {}
        Style::Peaceful => {
            let wins = game.winning_spots(game.turn());
            let peaceful: Vec<usize> = legal
                .iter()
                .copied()
                .filter(|&column| {
                    let landing = game.resting_spot(column);
                    landing.is_some_and(|spot| !wins.contains(&spot))
                })
                .collect();
            if !peaceful.is_empty() {
                return dice.pick(&peaceful);
            }
        }
        Style::Stacking => match game.moves().last() {
            Some(last) if legal.contains(last) && !dice.one_in(4) => {
                return *last;
            }
            _ => {}
        },
    }
    dice.pick(&legal)
}

/// Different positions must have different keys.
fn note(
    pair: &Pair,
    keys: &mut Keys,
    reproduction: &mut Reproduction,
) -> Result<(), Difference> {
    let text = &pair.text;
    let Err(other) = keys.note(pair.position.key(), text) else {
        return Ok(());
    };
    *reproduction = Reproduction::Texts(vec![other.into(), text.clone()]);
    Err(shared_key(other, text))
}

pub(crate) fn shared_key(one: &str, other: &str) -> Difference {
    Difference {
        what: format!("keys of {one:?} and {other:?}"),
        reference: "different positions".into(),
        engine: "the same key".into(),
    }
}

fn read_garbled(
    game: &Game,
    dice: &mut Dice,
    reproduction: &mut Reproduction,
) -> Result<(), Difference> {
    let text = garbled(game, dice);
    let steps = std::mem::replace(
        reproduction,
        Reproduction::Texts(vec![text.clone()]),
    );
    compare_reading(&text)?;
    *reproduction = steps;
    Ok(())
}
