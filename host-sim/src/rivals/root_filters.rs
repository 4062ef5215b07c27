//! Rival 003: tactics before and after a plain search, on bitboards where
//! the board fits one.
//!
//! Before: win; else stop a win; else make two winning cells at once, unless
//! that lets the opponent win. After: moves that let the opponent win at
//! once are dropped whatever their score, and moves that let him make two
//! winning cells are avoided. What is played is the best that is left; else
//! the best that does not lose at once; else the first.
//!
//! The literal reading ends a game that is played out as soon as a move can
//! end it, whether that move is drawn or not.

use engine::Position;

use super::bits::Bits;
use super::game_state::{GameState, NONE, Stone, other, worth};
use super::grid::{Grid, column};
use super::means::{Means, RivalSearch, expectation};
use super::tree::{ROOT, Tree};
use crate::dice::Dice;
use crate::players::{Budget, PlayedMove, PlayerFailure};

const EXPLORATION: f64 = 0.55;

pub(super) struct RootFilters {
    means: Means,
    literal: bool,
    tree: Tree,
}

impl RootFilters {
    pub(super) fn new(budget: Budget, literal: bool) -> RootFilters {
        let (means, tree) = (Means::new(budget), Tree::new());
        RootFilters { means, literal, tree }
    }

    /// Decides on bitboards if the position fits.
    fn decide_on<const HEIGHT: usize>(
        &mut self,
        position: &Position,
    ) -> Result<PlayedMove, PlayerFailure> {
        match Bits::<HEIGHT>::new(position) {
            Some(bits) => self.decide(&bits),
            None => self.decide(&Grid::new(position)),
        }
    }

    fn decide(
        &mut self,
        start: &impl GameState,
    ) -> Result<PlayedMove, PlayerFailure> {
        if let Some(at_once) = before(start) {
            return column(Some(at_once));
        }
        let playouts = self.search(start);
        let mean = expectation(self.tree[ROOT].mean(), -1.0);
        let choice = column(self.after(start));
        choice.map(|choice| choice.after(playouts).expecting(mean))
    }

    /// What is played after a search.
    fn after(&self, start: &impl GameState) -> Option<u8> {
        let tried = |&child: &usize| self.tree[child].visits > 0;
        let best = |keep: &dyn Fn(u8) -> bool| {
            let kept = self
                .tree
                .children(ROOT)
                .filter(tried)
                .filter(|&child| keep(self.tree[child].column));
            kept.max_by(|&a, &b| {
                self.tree[a].mean().total_cmp(&self.tree[b].mean())
            })
        };
        let alive = |column| !hands_over_a_win(start, column);
        let quiet = |column| alive(column) && !allows_two(start, column);
        best(&quiet)
            .or_else(|| best(&alive))
            .map(|child| self.tree[child].column)
            .or_else(|| start.moves().first().copied())
    }

    fn search(&mut self, start: &impl GameState) -> u64 {
        let budget = self.means.budget;
        self.tree.clear();
        budget.repeat(|| self.iterate(start))
    }

    fn iterate<G: GameState>(&mut self, start: &G) {
        let mut state = start.clone();
        let leaf = self.tree.descend(&mut state, EXPLORATION, G::moves);
        let mut mover = other(state.turn());
        let winner = match self.tree[leaf].end {
            Some(winner) => winner,
            None => play_out(&mut state, &mut self.means.dice, self.literal),
        };
        self.tree.back_up(leaf, |node| {
            node.points += worth(winner, mover);
            mover = other(mover);
        });
    }
}

/// What is played without a search.
pub(super) fn before(start: &impl GameState) -> Option<u8> {
    let mover = start.turn();
    let at_once = [mover, other(mover)]
        .into_iter()
        .find_map(|side| start.first_win(side));
    at_once.or_else(|| {
        start.moves().into_iter().find(|&column| {
            makes_two(start, column) && !hands_over_a_win(start, column)
        })
    })
}

/// Whether a move makes two winning cells at once.
fn makes_two(start: &impl GameState, column: u8) -> bool {
    let mover = start.turn();
    let mut after = start.clone();
    after.play(column) == Some(mover) || after.wins(mover).len() > 1
}

fn hands_over_a_win(start: &impl GameState, column: u8) -> bool {
    let mut after = start.clone();
    after.play(column).is_none() && after.first_win(after.turn()).is_some()
}

/// Whether the opponent can then make two winning cells at once.
fn allows_two(start: &impl GameState, column: u8) -> bool {
    let mut after = start.clone();
    if after.play(column).is_some() {
        return false;
    }
    let own_threats = after.wins(start.turn());
    after.moves().into_iter().any(|reply| {
        let forced = own_threats.iter().all(|&threat| threat == reply);
        forced && makes_two(&after, reply) && !hands_over_a_win(&after, reply)
    })
}

/// Plays any moves until one ends the game; the winner. The literal reading
/// looks for a move that wins before it draws one.
fn play_out(
    state: &mut impl GameState,
    dice: &mut Dice,
    literal: bool,
) -> Stone {
    let mut moves = state.moves();
    let mut last = [None; 2];
    while !moves.is_empty() {
        let mover = state.turn();
        let can_win = || match last {
            [Some(own), Some(others)] => state.can_win_now(own, others),
            _ => state.can_win(mover),
        };
        if literal && can_win() {
            return mover;
        }
        let index = dice.below(moves.len());
        let column = moves[index];
        if state.would_win(column, mover) {
            return mover;
        }
        state.drop(column);
        last = [last[1], Some(column)];
        if !state.has_room(column) {
            moves.remove(index);
        }
    }
    NONE
}

impl RivalSearch for RootFilters {
    fn means(&mut self) -> &mut Means {
        &mut self.means
    }

    fn find(
        &mut self,
        position: &Position,
    ) -> Result<PlayedMove, PlayerFailure> {
        // The heights of the published program's boards.
        match position.board().rows() {
            9 => self.decide_on::<10>(position),
            10 => self.decide_on::<11>(position),
            11 => self.decide_on::<12>(position),
            12 => self.decide_on::<13>(position),
            _ => self.decide(&Grid::new(position)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{choice, iterations, often, plain_uct, solved};
    use super::*;
    use crate::suite::Category;

    fn bits<const HEIGHT: usize>(text: &str) -> Bits<HEIGHT> {
        Bits::new(&text.parse().unwrap()).unwrap()
    }

    #[test]
    fn wins_and_threats_need_no_search() {
        let mut rival = RootFilters::new(iterations(1), false);
        assert_eq!(solved(&mut rival, Category::Win(1)), (80, 80));
        assert_eq!(solved(&mut rival, Category::Block), (80, 80));
    }

    #[test]
    fn two_winning_cells_are_made_at_once() {
        let mut rival = RootFilters::new(iterations(1), false);
        let column = choice(&mut rival, "7/7/7/7/2oo3/2xx3 x");
        assert!([2, 5].contains(&column), "{column}");
        assert_eq!(solved(&mut rival, Category::Double), (80, 80));
        let mut plain = plain_uct(iterations(1));
        assert!(solved(&mut plain, Category::Double).0 < 10);
    }

    #[test]
    fn a_move_that_hands_over_a_win_is_refused_whatever_its_score() {
        let start = bits::<10>("9/9/9/9/9/9/9/1ooo1x3/1xxo1xox1 x");
        assert!(hands_over_a_win(&start, 0) && hands_over_a_win(&start, 4));
        let mut rival = RootFilters::new(iterations(300), false);
        rival.search(&start);
        for child in rival.tree.children(ROOT) {
            if [0, 4].contains(&rival.tree[child].column) {
                rival.tree[child].points = 1e6;
            }
        }
        let chosen = rival.after(&start).unwrap();
        assert!(![0, 4].contains(&chosen), "{chosen}");
        let mut rival = RootFilters::new(iterations(30), false);
        assert_eq!(solved(&mut rival, Category::Avoid), (80, 80));
        let mut plain = plain_uct(iterations(30));
        assert!(solved(&mut plain, Category::Avoid).0 < 80);
    }

    #[test]
    fn two_open_stones_are_answered() {
        let start = bits::<7>("7/7/7/7/2o4/2xx3 o");
        let quiet: Vec<u8> =
            (0..7).filter(|&column| !allows_two(&start, column)).collect();
        assert_eq!(quiet, [1, 4]);
        let mut rival = RootFilters::new(iterations(50), false);
        let column = choice(&mut rival, "7/7/7/7/2o4/2xx3 o");
        assert!([2, 5].contains(&column), "{column}");
    }

    /// Positions in which plain UCT plays a move that loses nothing at once, but
    /// lets the opponent make two winning cells.
    #[test]
    fn plain_uct_lets_two_winning_cells_be_made() {
        for (text, quiet) in [
            ("9/9/9/9/4#o3/5x3/oo2xo3/ox2oo2x/xxooxxoxx x", &[9][..]),
            ("9/9/9/9/4#4/3o5/2xx2x1x/oxox2x1o/xooxoxo1o o", &[3, 6]),
        ] {
            let start = bits::<10>(text);
            assert_eq!(before(&start), None, "{text}");
            let of = |keep: &dyn Fn(u8) -> bool| -> Vec<u8> {
                let moves = start.moves().into_iter();
                moves.filter(|it| keep(*it)).map(|it| it + 1).collect()
            };
            let alive = of(&|it| !hands_over_a_win(&start, it));
            let found = of(&|it| {
                !hands_over_a_win(&start, it) && !allows_two(&start, it)
            });
            assert_eq!(found, quiet, "{text}");
            let budget = iterations(1000);
            let mut rival = RootFilters::new(budget, false);
            assert_eq!(often(&mut rival, text, quiet, 10), 10, "{text}");
            let mut plain = plain_uct(budget);
            assert!(often(&mut plain, text, quiet, 10) <= 3, "{text}");
            assert!(often(&mut plain, text, &alive, 10) >= 8, "{text}");
        }
    }

    #[test]
    fn what_does_not_lose_at_once_is_the_second_choice() {
        let setup: crate::Setup = "9x9#5,5".parse().unwrap();
        let mut rival = RootFilters::new(iterations(100), false);
        let mut dice = Dice::new(1, 0);
        let mut seen = 0;
        for _ in 0..5000 {
            let mut start = Bits::<10>::new(&setup.position()).unwrap();
            let mut end = None;
            while end.is_none() {
                let moves = start.moves();
                let loses = |column: &u8| hands_over_a_win(&start, *column);
                let is_choice = moves.iter().any(loses)
                    && !moves.iter().all(loses)
                    && moves.iter().all(|&column| allows_two(&start, column));
                if is_choice && before(&start).is_none() {
                    rival.search(&start);
                    for child in rival.tree.children(ROOT) {
                        if loses(&rival.tree[child].column) {
                            rival.tree[child].points = 1e6;
                        }
                    }
                    assert!(!loses(&rival.after(&start).unwrap()));
                    seen += 1;
                }
                end = start.play(dice.pick(&moves));
            }
        }
        assert!(seen > 0);
    }

    #[test]
    fn boards_that_do_not_fit_are_played_on_arrays() {
        let mut rival = RootFilters::new(iterations(50), false);
        let large = "12/12/12/12/12/12/12/5#6/12/12/2oo8/2xx8 x";
        assert!(Bits::<13>::new(&large.parse().unwrap()).is_none());
        assert!([2, 5].contains(&choice(&mut rival, large)));
    }

    #[test]
    fn only_the_literal_reading_looks_for_wins_in_rollouts() {
        let start = bits::<10>("9/9/9/9/9/9/9/ooo6/xxx6 x");
        let wins = |literal| {
            let mut dice = Dice::new(1, 0);
            let games = (0..100)
                .map(|_| play_out(&mut start.clone(), &mut dice, literal));
            games.filter(|&winner| winner == 1).count()
        };
        assert_eq!(wins(true), 100);
        assert!(wins(false) < 90);
    }
}
