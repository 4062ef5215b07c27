//! Which move the search plays in the end.

use std::cmp::Reverse;

use engine::{Choice, Wdl};

use super::sets::{Sets, doubles};
use super::{Node, Search};

impl Search {
    /// The move to play, or `None` where there is none.
    #[must_use]
    pub fn choose(&self) -> Option<usize> {
        let children: Vec<&Node> = self.root.children.iter().collect();
        let proof = self.root.proof.filter(|_| self.config.proofs);
        let chosen = match proof.map(|proof| proof.wdl) {
            Some(Wdl::Win) => {
                let lost = with_wdl(&children, Wdl::Loss);
                earliest_best(lost, |node| Reverse(distance(node)))
            }
            Some(Wdl::Draw) => {
                let drawn = with_wdl(&children, Wdl::Draw);
                earliest_best(drawn, |node| node.visits)
            }
            Some(Wdl::Loss) => {
                let won = with_wdl(&children, Wdl::Win);
                earliest_best(won, |node| (distance(node), node.visits))
            }
            None => None,
        };
        chosen.or_else(|| self.choose_unproven(children))?.column
    }

    fn choose_unproven<'a>(&self, children: Vec<&'a Node>) -> Option<&'a Node> {
        let mut rest = children.clone();
        rest.retain(|child| child.wdl() != Some(Wdl::Win));
        if rest.is_empty() {
            rest = children;
        }
        match self.config.choice {
            Choice::Visits => {
                earliest_best(rest, |node| (node.visits, node.value()))
            }
            Choice::Mean => by_mean(rest),
            Choice::Filtered => self.choose_filtered(rest),
        }
    }

    fn choose_filtered<'a>(&self, rest: Vec<&'a Node>) -> Option<&'a Node> {
        let first = rest.first().copied();
        let mut no_win = rest;
        no_win.retain(|child| !self.allows(child, false));
        let mut no_double = no_win.clone();
        no_double.retain(|child| !self.allows(child, true));
        by_mean(no_double).or_else(|| by_mean(no_win)).or(first)
    }

    /// Whether the opponent can win after this move, or make a double
    /// threat.
    fn allows(&self, child: &Node, double: bool) -> bool {
        let mut game = self.game.clone();
        let column = child.column.expect("a child has a column");
        game.play(column).expect("a child is a legal move");
        if double {
            !doubles(&game, &game.legal_columns()).is_empty()
        } else {
            !Sets::of(&game).wins.is_empty()
        }
    }
}

fn distance(node: &Node) -> Option<u8> {
    node.proof.map(|proof| proof.distance)
}

fn with_wdl<'a>(children: &[&'a Node], wdl: Wdl) -> Vec<&'a Node> {
    let with_wdl = |child: &&&Node| child.wdl() == Some(wdl);
    children.iter().filter(with_wdl).copied().collect()
}

fn by_mean(children: Vec<&Node>) -> Option<&Node> {
    let first = children.first().copied();
    let mut visited = children;
    visited.retain(|child| child.visits > 0);
    earliest_best(visited, |node| node.value()).or(first)
}

fn earliest_best<K: Ord>(
    children: Vec<&Node>,
    key: impl Fn(&Node) -> K,
) -> Option<&Node> {
    // `max_by_key` takes the last among equals.
    children.into_iter().rev().max_by_key(|child| key(child))
}
