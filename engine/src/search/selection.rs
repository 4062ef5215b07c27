//! Selection: which child a playout goes on with.

use super::config::{Config, Selection};
use super::node::Node;
use super::tables::{rsqrt, sqrt_ln};
use super::weights::{WeightTable, Weights};

/// The place of the child to go on with.
#[inline(always)]
pub(super) fn select(
    config: &Config,
    parent: Node,
    children: &[Node],
    table: &WeightTable,
) -> usize {
    let c = u32::from(config.exploration.min(8192));
    match config.selection {
        Selection::Ucb if table.has_rave() => {
            by_ucb_rave(children, parent, c, table)
        }
        Selection::Ucb => by_ucb(children, parent, c),
        Selection::Puct => by_puct(children, parent, c, table),
    }
}

/// By the upper confidence bound of the blend of mean and AMAF value.
#[inline(never)]
fn by_ucb_rave(
    children: &[Node],
    parent: Node,
    c: u32,
    table: &WeightTable,
) -> usize {
    let factor = ucb_factor(parent, c);
    let expected = expected(parent);
    highest(children, i32::MIN, |child| {
        let weights = table.after(child.visits());
        let bonus = (factor * weights.exploration()) >> 10;
        blend(child, expected, weights) + bonus as i32
    })
}

/// By the upper confidence bound. A new child comes before everything that
/// can be compared.
fn by_ucb(children: &[Node], parent: Node, c: u32) -> usize {
    let factor = ucb_factor(parent, c);
    highest(children, i32::MIN, |child| {
        if child.visits() == 0 && !child.is_proven() {
            return i32::MAX;
        }
        let bonus = (factor * rsqrt(child.visits())) >> 10;
        child.rough_mean() + bonus as i32
    })
}

/// By PUCT with an even prior.
fn by_puct(
    children: &[Node],
    parent: Node,
    c: u32,
    table: &WeightTable,
) -> usize {
    let root = (u64::from(parent.visits()) << 12).isqrt();
    let numerator = u64::from(c) * root;
    let expected = expected(parent);
    highest(children, i64::MIN, |child| {
        let share = children.len() as u64 * (1 + u64::from(child.visits()));
        let bonus = numerator.checked_div(share).unwrap_or(0);
        let weights = table.after(child.visits());
        i64::from(blend(child, expected, weights)) + bonus as i64
    })
}

/// The place of the highest score, the first among equals; a losing move has
/// the lowest.
#[inline(always)]
fn highest<S: Ord + Copy>(
    children: &[Node],
    lowest: S,
    score: impl Fn(&Node) -> S,
) -> usize {
    let mut best = 0;
    let mut best_score = lowest;
    for (place, child) in children.iter().enumerate() {
        let score = if child.is_losing_move() { lowest } else { score(child) };
        if score > best_score {
            best_score = score;
            best = place;
        }
    }
    best
}

/// What the player to move at a node has to expect, as means are compared.
#[inline(always)]
fn expected(node: Node) -> i32 {
    -node.rough_mean()
}

/// A child's mean and its AMAF value, by their weights.
#[inline(always)]
fn blend(child: &Node, expected: i32, weights: Weights) -> i32 {
    let mean = child.rough_mean();
    if child.is_proven() {
        return mean;
    }
    let amaf = expected + (child.amaf().mean() << 3);
    mean + (((amaf - mean) * weights.rave()) >> 12)
}

/// The part of the exploration term that all children share.
#[inline(always)]
fn ucb_factor(parent: Node, c: u32) -> u32 {
    (c * sqrt_ln(parent.visits())) >> 10
}
