//! Rival 003: tactics before and after a plain search, on bitboards where
//! the board fits one.
//!
//! Before: win; else stop a win; else make two winning cells at once, unless
//! that lets the opponent win. After: moves that let the opponent win at
//! once are dropped whatever their score, and moves that let him make two
//! winning cells are avoided. What is played is the best that is left; else
//! the best that does not lose at once; else the first.

use engine::{Column, Position};

use super::bits::{Bits, Ground};
use super::grid::{Grid, NONE, Stone, column, other};
use crate::dice::Dice;
use crate::players::{Budget, MatchPlayer, PlayerFailure};

const EXPLORATION: f64 = 0.55;
const ROOT: usize = 0;

#[derive(Clone, Debug)]
struct Node {
    column: usize,
    visits: u32,
    points: i64,
    children: Vec<usize>,
    untried: Vec<usize>,
    /// The winner, where the game is over.
    end: Option<Stone>,
}

pub(super) struct RootFilters {
    budget: Budget,
    dice: Dice,
    /// Nodes are made once and used again in every search.
    pool: Vec<Node>,
    used: usize,
}

impl RootFilters {
    pub(super) fn new(budget: Budget) -> RootFilters {
        let pool = Vec::with_capacity(1 << 16);
        RootFilters { budget, dice: Dice::new(0, 0), pool, used: 0 }
    }

    fn decide(&mut self, start: &impl Ground) -> Option<usize> {
        if let Some(column) = before(start) {
            return Some(column);
        }
        self.search(start);
        self.after(start)
    }

    /// What is played after a search.
    fn after(&self, start: &impl Ground) -> Option<usize> {
        let candidates = &self.pool[ROOT].children;
        let best = |keep: &dyn Fn(usize) -> bool| {
            let kept =
                candidates.iter().filter(|&&i| keep(self.pool[i].column));
            kept.max_by(|&&a, &&b| {
                self.pool[a].mean().total_cmp(&self.pool[b].mean())
            })
        };
        let alive = |column| !hands_over_a_win(start, column);
        let quiet = |column| alive(column) && !allows_two(start, column);
        best(&quiet)
            .or_else(|| best(&alive))
            .map(|&child| self.pool[child].column)
            .or_else(|| start.moves().first().copied())
    }

    fn search(&mut self, start: &impl Ground) {
        self.used = 0;
        self.take_node(0, start.moves(), None);
        let budget = self.budget;
        budget.repeat(|| self.iterate(start));
    }

    fn iterate(&mut self, start: &impl Ground) {
        let mut ground = start.clone();
        let mut path = vec![ROOT];
        let mut at = ROOT;
        while self.pool[at].end.is_none() {
            if let Some(column) = self.pool[at].untried.pop() {
                at = self.expand(at, column, &mut ground);
                path.push(at);
                break;
            }
            let Some(child) = self.select(at) else { break };
            ground.drop(self.pool[child].column);
            path.push(child);
            at = child;
        }
        let mut mover = other(ground.turn());
        let winner = match self.pool[at].end {
            Some(winner) => winner,
            None => play_out(&mut ground, &mut self.dice),
        };
        for at in path.into_iter().rev() {
            let node = &mut self.pool[at];
            node.visits += 1;
            node.points += match winner {
                NONE => 0,
                side if side == mover => 1,
                _ => -1,
            };
            mover = other(mover);
        }
    }

    fn expand(
        &mut self,
        at: usize,
        column: usize,
        ground: &mut impl Ground,
    ) -> usize {
        let mover = ground.turn();
        let end = if ground.drop(column) {
            Some(mover)
        } else {
            ground.is_full().then_some(NONE)
        };
        let child = self.take_node(column, ground.moves(), end);
        self.pool[at].children.push(child);
        child
    }

    fn take_node(
        &mut self,
        column: usize,
        untried: Vec<usize>,
        end: Option<Stone>,
    ) -> usize {
        let children = Vec::new();
        let (visits, points) = (0, 0);
        let node = Node { column, visits, points, children, untried, end };
        match self.pool.get_mut(self.used) {
            Some(place) => *place = node,
            None => self.pool.push(node),
        }
        self.used += 1;
        self.used - 1
    }

    fn select(&self, at: usize) -> Option<usize> {
        let parent = 2.0 * f64::from(self.pool[at].visits).ln();
        let bound = |&child: &usize| {
            let node = &self.pool[child];
            let bonus = (parent / f64::from(node.visits)).sqrt();
            node.mean() + EXPLORATION * bonus
        };
        let children = self.pool[at].children.iter().copied();
        children.max_by(|a, b| bound(a).total_cmp(&bound(b)))
    }
}

impl Node {
    fn mean(&self) -> f64 {
        self.points as f64 / f64::from(self.visits)
    }
}

/// What is played without a search.
fn before(start: &impl Ground) -> Option<usize> {
    let mover = start.turn();
    let at_once = [mover, other(mover)]
        .into_iter()
        .find_map(|side| start.wins(side).first().copied());
    at_once.or_else(|| {
        start.moves().into_iter().find(|&column| {
            makes_two(start, column) && !hands_over_a_win(start, column)
        })
    })
}

/// Whether a move makes two winning cells at once.
fn makes_two(start: &impl Ground, column: usize) -> bool {
    let mover = start.turn();
    let mut after = start.clone();
    after.drop(column) || after.wins(mover).len() > 1
}

fn hands_over_a_win(start: &impl Ground, column: usize) -> bool {
    let mut after = start.clone();
    !after.drop(column) && !after.wins(after.turn()).is_empty()
}

/// Whether the opponent can then make two winning cells at once.
fn allows_two(start: &impl Ground, column: usize) -> bool {
    let mut after = start.clone();
    if after.drop(column) {
        return false;
    }
    let moves = after.moves();
    let own_threats = after.wins(start.turn());
    moves.into_iter().any(|reply| {
        let forced = own_threats.iter().all(|&threat| threat == reply);
        forced && makes_two(&after, reply) && !hands_over_a_win(&after, reply)
    })
}

/// Plays any moves until one ends the game; the winner.
fn play_out(ground: &mut impl Ground, dice: &mut Dice) -> Stone {
    loop {
        let moves = ground.moves();
        if moves.is_empty() {
            return NONE;
        }
        let mover = ground.turn();
        if ground.drop(dice.pick(&moves)) {
            return mover;
        }
    }
}

impl MatchPlayer for RootFilters {
    fn begin(&mut self, _: &Position, seed: u64) -> Result<(), PlayerFailure> {
        self.dice = Dice::new(seed, 0);
        Ok(())
    }

    fn choose(&mut self, position: &Position) -> Result<Column, PlayerFailure> {
        column(match Bits::new(position) {
            Some(bits) => self.decide(&bits),
            None => self.decide(&Grid::new(position)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{choice, iterations};
    use super::*;

    fn bits(text: &str) -> Bits {
        Bits::new(&text.parse().unwrap()).unwrap()
    }

    #[test]
    fn two_winning_cells_are_made_at_once() {
        let mut rival = RootFilters::new(iterations(1));
        let column = choice(&mut rival, "7/7/7/7/2oo3/2xx3 x");
        assert!([2, 5].contains(&column), "{column}");
    }

    #[test]
    fn a_move_that_hands_over_a_win_is_refused_whatever_its_score() {
        let start = bits("9/9/9/9/9/9/9/1ooo1x3/1xxo1xox1 x");
        assert!(hands_over_a_win(&start, 0) && hands_over_a_win(&start, 4));
        let mut rival = RootFilters::new(iterations(300));
        rival.search(&start);
        for at in rival.pool[ROOT].children.clone() {
            if [0, 4].contains(&rival.pool[at].column) {
                rival.pool[at].points = 1_000_000;
            }
        }
        let chosen = rival.after(&start).unwrap();
        assert!(![0, 4].contains(&chosen), "{chosen}");
    }

    #[test]
    fn two_open_stones_are_answered() {
        let start = bits("7/7/7/7/2o4/2xx3 o");
        let quiet: Vec<usize> =
            (0..7).filter(|&column| !allows_two(&start, column)).collect();
        assert_eq!(quiet, [1, 4]);
        let mut rival = RootFilters::new(iterations(50));
        let column = choice(&mut rival, "7/7/7/7/2o4/2xx3 o");
        assert!([2, 5].contains(&column), "{column}");
    }

    #[test]
    fn boards_that_do_not_fit_are_played_on_arrays() {
        let mut rival = RootFilters::new(iterations(50));
        let large = "12/12/12/12/12/12/12/5#6/12/12/2oo8/2xx8 x";
        assert!(Bits::new(&large.parse().unwrap()).is_none());
        assert!([2, 5].contains(&choice(&mut rival, large)));
    }
}
