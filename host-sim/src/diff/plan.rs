//! Which boards are walked on, and for how long.

use crate::dice::Dice;
use crate::{BoardSize, Setup};

/// Positions in a batch, at least.
const BATCH: u64 = 10_000;

/// A board to walk on for a number of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RandomWalk {
    /// The walk's number in the run, from 0.
    pub number: u64,
    /// The board.
    pub setup: Setup,
    /// The number of moves, played or taken back.
    pub positions: u64,
}

/// Deals batches of walks, ten thousand positions or more each, until the
/// positions are used up.
///
/// Of eight walks five are on the large sizes (9 to 12 rows and
/// columns), two on small ones (4 to 8), one on a mixture of both. Each
/// group goes through its sizes in turn, and each size through all of its
/// forbidden cells and none, in an order that depends on the seed.
#[derive(Clone, Debug)]
pub struct Plan {
    groups: Vec<Group>,
    shares: Vec<usize>,
    next_walk: u64,
    left: u64,
}

/// Sizes that take turns, each with its boards.
#[derive(Clone, Debug)]
struct Group {
    sizes: Vec<Vec<Setup>>,
    dealt: usize,
}

impl Group {
    fn new(sizes: impl Iterator<Item = BoardSize>, dice: &mut Dice) -> Group {
        let shuffled = |size: BoardSize| {
            let mut setups = size.setups();
            dice.shuffle(&mut setups);
            setups
        };
        Group { sizes: sizes.map(shuffled).collect(), dealt: 0 }
    }

    fn deal(&mut self) -> Setup {
        let setups = &self.sizes[self.dealt % self.sizes.len()];
        let round = self.dealt / self.sizes.len();
        self.dealt += 1;
        setups[round % setups.len()]
    }
}

impl Plan {
    /// A plan for this many positions, on all sizes or on one.
    #[must_use]
    pub fn new(positions: u64, seed: u64, only: Option<BoardSize>) -> Plan {
        let mut dice = Dice::new(seed, u64::MAX);
        let (groups, shares) = match only {
            Some(size) => {
                let group = Group::new(std::iter::once(size), &mut dice);
                (vec![group], vec![0])
            }
            None => {
                let large = |side| side >= 9;
                let mut group = |wanted: usize| {
                    let sizes = every_size().filter(|size| {
                        let large_sides = usize::from(large(size.rows))
                            + usize::from(large(size.columns));
                        large_sides == wanted
                    });
                    Group::new(sizes, &mut dice)
                };
                let groups = vec![group(0), group(1), group(2)];
                (groups, vec![2, 0, 2, 2, 1, 2, 0, 2])
            }
        };
        Plan { groups, shares, next_walk: 0, left: positions }
    }

    fn next_walk(&mut self) -> Option<RandomWalk> {
        if self.left == 0 {
            return None;
        }
        let number = self.next_walk;
        let share = (number % self.shares.len() as u64) as usize;
        let setup = self.groups[self.shares[share]].deal();
        let cells = (setup.size.rows * setup.size.columns) as u64;
        // Long enough to fill the board with some moves taken back.
        let positions = (cells * 3 / 2).min(self.left);
        self.next_walk += 1;
        self.left -= positions;
        Some(RandomWalk { number, setup, positions })
    }
}

fn every_size() -> impl Iterator<Item = BoardSize> {
    (4..=12).flat_map(|rows| {
        (4..=12).map(move |columns| BoardSize { rows, columns })
    })
}

impl Iterator for Plan {
    type Item = Vec<RandomWalk>;

    fn next(&mut self) -> Option<Vec<RandomWalk>> {
        let mut walks = Vec::new();
        let mut positions = 0;
        while positions < BATCH {
            let Some(walk) = self.next_walk() else { break };
            positions += walk.positions;
            walks.push(walk);
        }
        (!walks.is_empty()).then_some(walks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn walks(plan: Plan) -> impl Iterator<Item = RandomWalk> {
        plan.flatten()
    }

    #[test]
    fn the_positions_add_up() {
        for positions in [1, 23, 9_999, 10_001, 123_456] {
            let plan = Plan::new(positions, 5, None);
            let sum: u64 = walks(plan).map(|walk| walk.positions).sum();
            assert_eq!(sum, positions);
        }
        assert_eq!(Plan::new(0, 5, None).next(), None);
    }

    #[test]
    fn every_large_board_gets_its_turn() {
        let boards: HashSet<String> = walks(Plan::new(800_000, 1, None))
            .filter(|w| w.setup.size.rows >= 9 && w.setup.size.columns >= 9)
            .map(|walk| walk.setup.to_string())
            .collect();
        let sides = 9 + 10 + 11 + 12;
        assert_eq!(boards.len(), sides * sides + 16);
    }

    #[test]
    fn large_sizes_get_most_of_it() {
        let mut large = 0;
        for walk in walks(Plan::new(1_000_000, 1, None)) {
            let BoardSize { rows, columns } = walk.setup.size;
            if rows >= 9 && columns >= 9 {
                large += walk.positions;
            }
        }
        assert!(large > 600_000, "{large}");
    }

    #[test]
    fn one_size_can_be_asked_for() {
        let size = BoardSize { rows: 7, columns: 10 };
        let boards: HashSet<String> = walks(Plan::new(10_000, 1, Some(size)))
            .map(|walk| walk.setup.to_string())
            .collect();
        assert_eq!(boards.len(), 71);
    }
}
