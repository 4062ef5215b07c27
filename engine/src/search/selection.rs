//! Which child a playout goes on with.

use super::config::Selection;
use super::node::Node;
use super::rave::{RaveWeights, Weights};
use super::tables::{rsqrt, sqrt_ln};

/// The place of the child to go on with.
#[inline(always)]
pub(super) fn select(
    selection: Selection,
    parent: Node,
    children: &[Node],
    rave: &RaveWeights,
) -> usize {
    match selection {
        Selection::Ucb(c) if rave.is_on() => {
            by_ucb_rave(children, parent, c, rave)
        }
        Selection::Ucb(c) => by_ucb(children, parent, c),
        Selection::Puct(c) => by_puct(children, parent, c, rave),
    }
}

/// By the upper confidence bound of what results and rumours say.
#[inline(never)]
fn by_ucb_rave(
    children: &[Node],
    parent: Node,
    c: u16,
    rave: &RaveWeights,
) -> usize {
    let exploration_factor = exploration_factor(parent, c);
    let expected = expected(parent);
    highest(children, i32::MIN, |child| {
        let weights = rave.after(child.visits());
        let bonus = (exploration_factor * weights.exploration()) >> 10;
        blend(child, expected, weights) + bonus as i32
    })
}

/// By the upper confidence bound. A new child comes before everything that
/// can be compared.
fn by_ucb(children: &[Node], parent: Node, c: u16) -> usize {
    let exploration_factor = exploration_factor(parent, c);
    highest(children, i32::MIN, |child| {
        if child.visits() == 0 && !child.is_proven() {
            return i32::MAX;
        }
        let bonus = (exploration_factor * rsqrt(child.visits())) >> 10;
        child.rough_mean() + bonus as i32
    })
}

/// By PUCT with an even prior.
fn by_puct(
    children: &[Node],
    parent: Node,
    c: u16,
    rave: &RaveWeights,
) -> usize {
    let root = (u64::from(parent.visits()) << 12).isqrt();
    let numerator = u64::from(exploration(c)) * root;
    let expected = expected(parent);
    highest(children, i64::MIN, |child| {
        let share = children.len() as u64 * (1 + u64::from(child.visits()));
        let bonus = numerator.checked_div(share).unwrap_or(0);
        let weights = rave.after(child.visits());
        i64::from(blend(child, expected, weights)) + bonus as i64
    })
}

/// The place of the highest score, the first among equals; nobody moves to
/// where the opponent wins.
#[inline(always)]
fn highest<S: Ord + Copy>(
    children: &[Node],
    lowest: S,
    score: impl Fn(&Node) -> S,
) -> usize {
    let mut best = 0;
    let mut best_score = lowest;
    for (place, child) in children.iter().enumerate() {
        let score = if child.is_hopeless() { lowest } else { score(child) };
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

/// A child's mean, and what is to be expected of its cell, as far as that is
/// believed.
#[inline(always)]
fn blend(child: &Node, expected: i32, weights: Weights) -> i32 {
    let mean = child.rough_mean();
    if child.is_proven() {
        return mean;
    }
    let said = expected + (child.amaf().mean() << 3);
    mean + (((said - mean) * weights.rave()) >> 12)
}

/// How much a node with so many visits makes of exploration.
#[inline(always)]
fn exploration_factor(parent: Node, c: u16) -> u32 {
    (exploration(c) * sqrt_ln(parent.visits())) >> 10
}

fn exploration(c: u16) -> u32 {
    u32::from(c.min(8192))
}
