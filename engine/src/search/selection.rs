//! Selection: which child a playout goes on with.

use core::hint::cold_path;

use super::config::{Config, Selection};
use super::node::Node;
use super::tables::{rsqrt, sqrt_ln, sqrt_ln_of_few};
use super::weights::{WeightTable, Weights};

/// The offset of the child to go on with.
#[inline(always)]
pub(super) fn select(
    config: &Config,
    parent: Node,
    children: &[Node],
    table: &WeightTable,
) -> usize {
    let c = table.exploration();
    match config.selection {
        Selection::Ucb if table.has_rave() => {
            by_ucb_rave(children, parent, c, table)
        }
        Selection::Ucb => by_ucb(children, parent, c),
        Selection::Puct => by_puct(children, parent, c, table),
    }
}

/// By the upper confidence bound of the blend of mean and AMAF value.
#[inline(always)]
fn by_ucb_rave(
    children: &[Node],
    parent: Node,
    c: u32,
    table: &WeightTable,
) -> usize {
    let expected = expected(parent);
    match sqrt_ln_of_few(parent.visits()) {
        Some(root) => by_few(children, expected, (c * root) >> 10, table),
        None => by_many(children, expected, ucb_factor(parent, c), table),
    }
}

/// Below a node with few visits, whose children have no more: nothing is
/// called, so that a small chip keeps everything in registers.
#[inline(never)]
fn by_few(
    children: &[Node],
    expected: i32,
    factor: u32,
    table: &WeightTable,
) -> usize {
    highest(children, i32::MIN, |child| {
        bound(child, expected, factor, table.after_few(child.visits()))
    })
}

/// Below a node with any number of visits: the weights after many are
/// computed by a call. One function for both would make the other pay for it.
#[inline(never)]
fn by_many(
    children: &[Node],
    expected: i32,
    factor: u32,
    table: &WeightTable,
) -> usize {
    highest(children, i32::MIN, |child| {
        bound(child, expected, factor, table.after(child.visits()))
    })
}

/// The upper confidence bound of a child's blend.
#[inline(always)]
fn bound(child: &Node, expected: i32, factor: u32, weights: Weights) -> i32 {
    let bonus = (factor * weights.exploration()) >> 10;
    blend(child, expected, weights) + bonus as i32
}

/// By the upper confidence bound. A new child comes before everything that
/// can be compared.
#[inline(never)]
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
#[inline(never)]
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
        debug_assert!(share > 0, "there is a child");
        let bonus = numerator.checked_div(share).unwrap_or(0);
        let weights = table.after(child.visits());
        i64::from(blend(child, expected, weights)) + bonus as i64
    })
}

/// The offset of the highest score, the first among equals; a losing move has
/// the lowest.
#[inline(always)]
fn highest<S: Ord + Copy>(
    children: &[Node],
    lowest: S,
    score: impl Fn(&Node) -> S,
) -> usize {
    let mut best_left = children.len();
    let mut best_score = lowest;
    let mut left = children;
    while let [child, rest @ ..] = left {
        let score = if child.is_losing_move() { lowest } else { score(child) };
        if score > best_score {
            // A branch: few children are better than all before them.
            cold_path();
            best_score = score;
            best_left = left.len();
        }
        left = rest;
    }
    debug_assert!(best_score > lowest, "a child that does not lose");
    children.len() - best_left
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
        cold_path();
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
