//! The search a second time, from the same specification
//! (`docs/SEARCH.md`), whose sections the comments name: a tree of growing
//! lists, and no number kept that can be computed again.

use engine::{
    Config, ONE, Order, Proof, RolloutPolicy, Selection, Tactics, Wdl,
};
use rand_core::Rng;

use super::lcg::Lcg;
use super::sets::{Sets, TacticalMoves, doubles, verdict};
use super::shortest_win::{self, Found};
use super::tables::{inverse_root, root_of_logarithm};
use super::{Game, Side, Spot, Square};

/// *Nodes*: a node and everything below it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Node {
    /// The move that leads here; the root has none.
    pub column: Option<usize>,
    /// The number of playouts through this node.
    pub visits: u32,
    /// The mean result for the parent's mover.
    pub mean: i64,
    /// The AMAF statistics of the move's cell.
    pub amaf: Amaf,
    /// The proven result for the side to move.
    pub proof: Option<Proof>,
    /// The moves from here.
    pub children: Vec<Node>,
}

impl Node {
    /// The value for the parent's mover: of the proof, else the mean.
    #[must_use]
    pub fn value(&self) -> i64 {
        match self.proof.map(|proof| proof.wdl) {
            None => self.mean,
            Some(Wdl::Loss) => i64::from(ONE),
            Some(Wdl::Draw) => 0,
            Some(Wdl::Win) => -i64::from(ONE),
        }
    }

    pub(super) fn wdl(&self) -> Option<Wdl> {
        self.proof.map(|proof| proof.wdl)
    }
}

/// The AMAF statistics (all moves as first) of a move's cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Amaf {
    /// The number of samples, up to 1023.
    pub count: i64,
    /// The mean of the samples: half of how much better than expected the
    /// player who occupied the cell did.
    pub mean: i64,
}

impl Amaf {
    /// From this count on the mean is a moving one.
    const WINDOW: i64 = 1023;

    fn add(&mut self, sample: i64) {
        self.count = (self.count + 1).min(Amaf::WINDOW);
        let change = (sample - self.mean) * (32768 / self.count);
        self.mean += (change + (1 << 14)) >> 15;
    }
}

/// The winner of a playout, and the weight `g` of the result.
struct PlayoutResult {
    winner: Option<Side>,
    weight: i64,
}

/// The tree of one position.
#[derive(Clone, Debug)]
pub struct Search {
    /// The options of the search.
    pub config: Config,
    /// The position.
    pub game: Game,
    /// The tree.
    pub root: Node,
    /// Playouts since the tree began.
    pub playouts: u64,
    /// The plies of the win that was proven by playouts, and the portions of
    /// the search for a shorter one.
    shortest_win: Option<(u8, u64)>,
}

impl Search {
    /// A search that has not begun.
    #[must_use]
    pub fn new(config: Config, game: Game) -> Search {
        Search {
            config,
            game,
            root: Node::default(),
            playouts: 0,
            shortest_win: None,
        }
    }

    /// Makes up to `playouts` playouts, fewer if the root is proven, and
    /// returns their number.
    pub fn step(&mut self, playouts: u32, rng: &mut impl Rng) -> u32 {
        if self.root.children.is_empty() && self.root.proof.is_none() {
            self.expand_root(rng);
        }
        for done in 0..playouts {
            if self.root.proof.is_some() {
                return done + self.search_shortest_win(playouts - done);
            }
            let mut game = self.game.clone();
            let mut root = std::mem::take(&mut self.root);
            self.playout(&mut root, &mut game, rng);
            self.root = root;
            self.playouts += 1;
        }
        playouts
    }

    /// *Shortest win*: searches for a shorter win than the proven one, for
    /// up to `portions` portions, and returns their number.
    fn search_shortest_win(&mut self, portions: u32) -> u32 {
        let Some(Proof { wdl: Wdl::Win, distance }) = self.root.proof else {
            return 0;
        };
        let Tactics { win, block, avoid, .. } = self.config.tactics;
        if !(self.config.proofs && win && block && avoid) {
            return 0;
        }
        let (known, before) = self.shortest_win.unwrap_or((distance, 0));
        let search =
            shortest_win::run(&self.game, known, before + u64::from(portions));
        self.shortest_win = Some((known, search.portions));
        if let Some(Found { column, plies }) = search.found {
            self.root.proof = Some(Proof { wdl: Wdl::Win, distance: plies });
            for child in &mut self.root.children {
                if child.column == Some(column) {
                    let distance = plies - 1;
                    child.proof = Some(Proof { wdl: Wdl::Loss, distance });
                }
            }
        }
        let done = search.portions - before;
        self.playouts += done;
        done as u32
    }

    /// *Tree reuse*: makes a position the root. The tree is kept if the
    /// position's known moves lead to it from the present one.
    pub fn set_game(&mut self, game: &Game) {
        let moves = moves_between(&self.game, game);
        if moves.as_ref().is_none_or(|moves| !moves.is_empty()) {
            self.shortest_win = None;
        }
        self.game = game.clone();
        let mut node = std::mem::take(&mut self.root);
        for column in moves.iter().flatten() {
            let child = node
                .children
                .into_iter()
                .find(|child| child.column == Some(*column));
            node = child.unwrap_or_default();
        }
        match moves {
            Some(moves) if moves.is_empty() => self.root = node,
            Some(_) if !node.children.is_empty() => {
                node.column = None;
                self.root = node;
            }
            _ => self.playouts = 0,
        }
    }

    /// *Expansion* of the root, which always gets children if it can.
    fn expand_root(&mut self, rng: &mut impl Rng) {
        if self.game.legal_columns().is_empty() {
            let is_won = self.game.winner().is_some();
            let wdl = if is_won { Wdl::Loss } else { Wdl::Draw };
            self.root.proof = Some(Proof { wdl, distance: 0 });
            return;
        }
        let TacticalMoves { moves, proof } =
            self.expansion_moves(true, &self.game);
        self.root.children = self.new_children(moves, &self.game, rng);
        if let Some(Proof { wdl, distance }) =
            proof.filter(|_| self.config.proofs)
        {
            self.root.proof = proof;
            let wdl = match wdl {
                Wdl::Win => Wdl::Loss,
                Wdl::Draw => Wdl::Draw,
                Wdl::Loss => Wdl::Win,
            };
            for child in &mut self.root.children {
                child.proof = Some(Proof { wdl, distance: distance - 1 });
            }
        }
    }

    fn grading(&self) -> i64 {
        self.config.grading.max(1).into()
    }

    fn tactics(&self, root: bool) -> Tactics {
        if root || self.config.tactics_everywhere {
            self.config.tactics
        } else {
            Tactics::NONE
        }
    }

    /// *Expansion*: the moves of the verdict; if it has no proof, `doubles`.
    fn expansion_moves(&self, root: bool, game: &Game) -> TacticalMoves {
        let tactics = self.tactics(root);
        let verdict = verdict(&Sets::of(game), tactics);
        if verdict.proof.is_some() || !tactics.double || !tactics.win {
            return verdict;
        }
        let doubles = doubles(game, &verdict.moves);
        if doubles.is_empty() {
            return verdict;
        }
        let proof = Proof { wdl: Wdl::Win, distance: 3 };
        TacticalMoves { moves: doubles, proof: Some(proof) }
    }

    /// *Expansion*: one child for each move, in the order of `order`.
    fn new_children(
        &self,
        mut moves: Vec<usize>,
        game: &Game,
        rng: &mut impl Rng,
    ) -> Vec<Node> {
        let wins = Sets::of(game).wins;
        let mut lcg = Lcg::new(rng);
        let mut children = Vec::new();
        while !moves.is_empty() {
            let column = match self.config.order {
                Order::Random => lcg.pick(&moves),
                Order::LeftToRight => moves[0],
            };
            moves.retain(|&other| other != column);
            let proof = Proof { wdl: Wdl::Loss, distance: 0 };
            let proof = wins.contains(&column).then_some(proof);
            let column = Some(column);
            children.push(Node { column, proof, ..Node::default() });
        }
        children
    }

    /// *One playout* from this node on, and the *Backup* of its result.
    fn playout(
        &self,
        node: &mut Node,
        game: &mut Game,
        rng: &mut impl Rng,
    ) -> PlayoutResult {
        let mover = game.turn();
        if node.proof.is_none() && node.children.is_empty() {
            self.visit_leaf(node, game, rng);
        }
        let mut result = if let Some(proof) = node.proof {
            let is_end = proof.distance == 0;
            let weight = if is_end { self.grading() } else { 1 };
            PlayoutResult { winner: winner(proof, mover), weight }
        } else if node.children.is_empty() {
            let winner = rollout(self.config.rollout, game, rng);
            PlayoutResult { winner, weight: 1 }
        } else {
            self.descend(node, game, rng)
        };
        node.visits = (node.visits + 1).min(i32::MAX as u32);
        if let Some(proof) = node.proof {
            result.winner = winner(proof, mover);
        } else {
            let reward = i64::from(ONE) / self.grading() * result.weight;
            let value = worth(reward, result.winner, mover.other());
            node.mean += (value - node.mean) / i64::from(node.visits);
        }
        result
    }

    /// At a leaf: a proof by the verdict, or *Expansion* if it is due.
    fn visit_leaf(&self, node: &mut Node, game: &Game, rng: &mut impl Rng) {
        let sets = Sets::of(game);
        let is_full = sets.legal.is_empty();
        let TacticalMoves { moves, proof } =
            verdict(&sets, self.tactics(false));
        if proof.is_some() && (self.config.proofs || is_full) {
            node.proof = proof;
        } else if node.visits >= self.config.expand_at || moves.len() == 1 {
            let TacticalMoves { moves, proof } =
                self.expansion_moves(false, game);
            if proof.is_some() && self.config.proofs {
                node.proof = proof;
            } else {
                node.children = self.new_children(moves, game, rng);
            }
        }
    }

    /// At a node with children: the playout through the selected child,
    /// then steps 1 and 3 of *Backup*.
    fn descend(
        &self,
        node: &mut Node,
        game: &mut Game,
        rng: &mut impl Rng,
    ) -> PlayoutResult {
        let mover = game.turn();
        let columns = node.children.iter().filter_map(|child| child.column);
        let cells: Vec<Option<Spot>> =
            columns.map(|column| game.resting_spot(column)).collect();
        let index = self.select(node);
        let child = &mut node.children[index];
        let column = child.column.expect("a child has a column");
        game.play(column).expect("a child is a legal move");
        let mut result = self.playout(child, game, rng);
        result.weight = (result.weight - 1).max(1);
        if self.config.proofs {
            node.proof = proof_from(&node.children, index);
        }
        if self.config.rave != 0 && node.proof.is_none() {
            let expected = -(node.mean >> 15);
            let surprise =
                (worth(1 << 14, result.winner, mover) - expected) >> 1;
            for (child, cell) in node.children.iter_mut().zip(cells) {
                match cell.map(|cell| game.square(cell)) {
                    Some(Square::Stone(side)) if side == mover => {
                        child.amaf.add(surprise);
                    }
                    Some(Square::Stone(_)) => child.amaf.add(-surprise),
                    _ => {}
                }
            }
        }
        result
    }

    /// *Selection*: the index of the child with the highest score.
    fn select(&self, node: &Node) -> usize {
        let is_skipped =
            |child: &Node| self.config.proofs && child.wdl() == Some(Wdl::Win);
        if self.config.selection == Selection::Ucb && self.config.rave == 0 {
            let fresh = node
                .children
                .iter()
                .position(|child| child.visits == 0 && child.proof.is_none());
            if let Some(index) = fresh {
                return index;
            }
        }
        let mut best: Option<(i64, usize)> = None;
        for (index, child) in node.children.iter().enumerate() {
            let score = self.score(node, child);
            if !is_skipped(child) && best.is_none_or(|(top, _)| score > top) {
                best = Some((score, index));
            }
        }
        best.expect("a node whose moves all lose has a proof").1
    }

    /// *Selection*: UCB or PUCT.
    fn score(&self, node: &Node, child: &Node) -> i64 {
        let constant = i64::from(self.config.exploration.min(8192));
        let exploration = match self.config.selection {
            Selection::Ucb => {
                let factor = (constant * root_of_logarithm(node.visits)) >> 10;
                let fresh = u32::from(self.config.rave != 0);
                (factor * inverse_root(child.visits + fresh)) >> 10
            }
            Selection::Puct => {
                let root = (i64::from(node.visits) << 12).isqrt();
                let children = node.children.len() as i64;
                constant * root / (children * (1 + i64::from(child.visits)))
            }
        };
        self.estimate(node, child) + exploration
    }

    /// *Selection*: a child's own mean and its AMAF value, by the RAVE weight.
    fn estimate(&self, node: &Node, child: &Node) -> i64 {
        let value = child.value() >> 13;
        let rave = i64::from(self.config.rave);
        if child.proof.is_some() || rave == 0 {
            return value;
        }
        let weight = 4096 * rave / (rave + i64::from(child.visits));
        let expected = -(node.mean >> 13) + 8 * child.amaf.mean;
        value + (((expected - value) * weight) >> 12)
    }
}

/// *Proofs*: what follows for a node after a playout through this child.
fn proof_from(children: &[Node], visited: usize) -> Option<Proof> {
    let won = |child: &Node| match child.proof {
        Some(Proof { wdl: Wdl::Loss, distance }) => {
            Some(Proof { wdl: Wdl::Win, distance: distance.saturating_add(1) })
        }
        _ => None,
    };
    children[visited].proof?;
    if let Some(proof) = won(&children[visited]) {
        return Some(proof);
    }
    let proofs: Option<Vec<Proof>> =
        children.iter().map(|child| child.proof).collect();
    let proofs = proofs?;
    let distances = |wdl: Wdl| {
        proofs
            .iter()
            .filter(move |proof| proof.wdl == wdl)
            .map(|proof| proof.distance)
    };
    let (wdl, distance) = if let Some(least) = distances(Wdl::Loss).min() {
        (Wdl::Win, least)
    } else if let Some(greatest) = distances(Wdl::Draw).max() {
        (Wdl::Draw, greatest)
    } else {
        (Wdl::Loss, distances(Wdl::Win).max()?)
    };
    Some(Proof { wdl, distance: distance.saturating_add(1) })
}

/// What a result is worth to a player for whom a win is worth `win`.
fn worth(win: i64, winner: Option<Side>, player: Side) -> i64 {
    match winner {
        None => 0,
        Some(side) if side == player => win,
        Some(_) => -win,
    }
}

/// The winner by a proof at a node with this mover.
fn winner(proof: Proof, mover: Side) -> Option<Side> {
    match proof.wdl {
        Wdl::Win => Some(mover),
        Wdl::Draw => None,
        Wdl::Loss => Some(mover.other()),
    }
}

/// *Rollout*: drops stones until the result is known, and returns the winner.
fn rollout(
    policy: RolloutPolicy,
    game: &mut Game,
    rng: &mut impl Rng,
) -> Option<Side> {
    let mut lcg = Lcg::new(rng);
    loop {
        let mover = game.turn();
        let sets = Sets::of(game);
        let moves = match policy {
            RolloutPolicy::Uniform if sets.legal.is_empty() => return None,
            RolloutPolicy::Uniform => sets.legal,
            RolloutPolicy::Tactical
            | RolloutPolicy::Reserve
            | RolloutPolicy::Follow => {
                let TacticalMoves { moves, proof } =
                    verdict(&sets, Tactics::ALL);
                if let Some(proof) = proof {
                    return winner(proof, mover);
                }
                let free = |column: &usize| !sets.reserve.contains(column);
                let rest: Vec<usize> =
                    moves.iter().copied().filter(free).collect();
                let hold = policy != RolloutPolicy::Tactical
                    && sets.threats.is_empty()
                    && !rest.is_empty();
                if hold { rest } else { moves }
            }
        };
        let last = game.moves().last().copied();
        let column = match last.filter(|_| policy == RolloutPolicy::Follow) {
            Some(last) => lcg.pick_or(last, &moves),
            None => lcg.pick(&moves),
        };
        if sets.wins.contains(&column) {
            return Some(mover);
        }
        game.play(column).expect("a legal move");
    }
}

/// *Tree reuse*: the moves from one position to another, as far as the other
/// one knows them; none if both are the same.
fn moves_between(old: &Game, new: &Game) -> Option<Vec<usize>> {
    let stands_like = |game: &Game| game.without_moves() == new.without_moves();
    if stands_like(old) {
        return Some(Vec::new());
    }
    let count = new.stones().checked_sub(old.stones())?;
    let start = new.moves().len().checked_sub(count)?;
    let moves = &new.moves()[start..];
    let mut game = old.clone();
    let legal = moves.iter().all(|&column| game.play(column).is_ok());
    (legal && stands_like(&game)).then(|| moves.to_vec())
}
