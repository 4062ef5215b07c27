//! The search a second time, from the same specification
//! (`docs/SEARCH.md`), whose sections the comments name: a tree of growing
//! lists, and no number kept that can be computed again.

use std::cell::RefCell;
use std::collections::VecDeque;

use engine::{Config, Order, Proof, RolloutPolicy, Selection, Tactics, Wdl};
use rand_core::Rng;

use super::lcg::Lcg;
use super::memory::Memory;
use super::sets::{ALL_TACTICS, NO_TACTICS, Sets, Verdict, doubles, verdict};
use super::shortest_win::{self, Found};
use super::tables::{inverse_root, root_of_logarithm};
use super::{Game, Side, Square};

/// A won game, as a mean result.
const WIN: i64 = 1 << 29;

/// *Nodes*: a node and everything below it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Node {
    /// The move that leads here; the root has none.
    pub column: Option<usize>,
    /// The number of playouts through this node.
    pub visits: u32,
    /// How many of them are in flight.
    in_flight: u32,
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
            Some(Wdl::Loss) => WIN,
            Some(Wdl::Draw) => 0,
            Some(Wdl::Win) => -WIN,
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

/// *Rollouts in flight*: a rollout whose result is not in the tree yet.
#[derive(Clone, Debug)]
struct Pending {
    /// The index of the child at each node on the way down.
    path: Vec<usize>,
    /// The moves on the way down.
    moves: Vec<usize>,
    /// The position at its end.
    end: Game,
    winner: Option<Side>,
}

/// The winner of a playout, and the weight `g` of the result.
#[derive(Clone, Copy, Debug)]
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
    /// How many rollouts may be in flight.
    max_in_flight: usize,
    in_flight: VecDeque<Pending>,
    /// The plies of the win that was proven by playouts, and the portions of
    /// the search for a shorter one.
    shortest_win: Option<(u8, u64)>,
    /// Where the nodes would lie.
    memory: RefCell<Memory>,
}

impl Search {
    /// A search with this many nodes that has not begun.
    #[must_use]
    pub fn new(config: Config, game: Game, nodes: usize) -> Search {
        Search {
            config,
            game,
            root: Node::default(),
            playouts: 0,
            max_in_flight: 1,
            in_flight: VecDeque::new(),
            shortest_win: None,
            memory: Memory::new(nodes).into(),
        }
    }

    /// *Rollouts in flight*: how many there may be.
    pub fn set_max_in_flight(&mut self, rollouts: usize) {
        self.settle();
        self.max_in_flight = rollouts;
    }

    /// *Rollouts in flight*: takes all their results into the tree.
    pub fn settle(&mut self) {
        while !self.in_flight.is_empty() {
            self.complete_oldest();
        }
    }

    /// *Rollouts in flight*: forgets them, as a search does that is broken
    /// off before their results are known.
    pub fn break_off(&mut self) {
        for Pending { path, .. } in std::mem::take(&mut self.in_flight) {
            let forget = |node: &mut Node| {
                node.visits -= 1;
                node.in_flight -= 1;
            };
            let mut node = &mut self.root;
            forget(node);
            for index in path {
                node = &mut node.children[index];
                forget(node);
            }
            self.playouts -= 1;
        }
    }

    /// How many entries of the memory were evicted.
    #[must_use]
    pub fn evicted(&self) -> u32 {
        self.memory.borrow().evicted()
    }

    /// The moves that lead to the node of this game.
    fn moves_to<'g>(&self, game: &'g Game) -> &'g [usize] {
        &game.moves()[self.game.moves().len()..]
    }

    /// *Pool and CLOCK eviction*: whether there is room for the children of
    /// the node of this game.
    fn has_room(&self, game: &Game, children: usize) -> bool {
        let path = self.moves_to(game);
        children > 0 && self.memory.borrow_mut().allocate(path, children)
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
            self.playout(rng);
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
        self.settle();
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
            Some(moves) if !node.children.is_empty() => {
                node.column = None;
                self.root = node;
                self.memory.get_mut().promote(&moves);
            }
            _ => {
                self.playouts = 0;
                self.memory.get_mut().clear();
            }
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
        let Verdict { moves, proof } = self.expansion_moves(true, &self.game);
        if self.has_room(&self.game, moves.len()) {
            self.root.children = self.new_children(moves, &self.game, rng);
        }
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
            NO_TACTICS
        }
    }

    /// *Expansion*: the moves of the verdict; if it has no proof, `doubles`.
    fn expansion_moves(&self, root: bool, game: &Game) -> Verdict {
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
        Verdict { moves: doubles, proof: Some(proof) }
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

    /// *One playout*, up to its *Backup* or to its place among the *Rollouts
    /// in flight*.
    fn playout(&mut self, rng: &mut impl Rng) {
        let mut root = std::mem::take(&mut self.root);
        let mut game = self.game.clone();
        let mut path = Vec::new();
        let leaves = self.in_flight.iter().map(|pending| pending.moves.clone());
        self.memory.get_mut().begin(&root, leaves.collect());
        let known = self.descend(&mut root, &mut game, &mut path, rng);
        self.memory.get_mut().end(&mut root);
        visit(&mut root, &path, known.is_none());
        self.root = root;
        match known {
            Some(result) => self.back_up_from_root(&path, &game, result),
            None => {
                let moves = self.moves_to(&game).to_vec();
                let winner = rollout(self.config.rollout, &mut game, rng);
                let pending = Pending { path, moves, end: game, winner };
                self.in_flight.push_back(pending);
            }
        }
        while self.in_flight.len() >= self.max_in_flight {
            self.complete_oldest();
        }
    }

    /// *Rollouts in flight*: the *Backup* of the oldest.
    fn complete_oldest(&mut self) {
        let oldest = self.in_flight.pop_front();
        let Pending { path, end, winner, .. } = oldest.expect("one in flight");
        let mut node = &mut self.root;
        node.in_flight -= 1;
        for &index in &path {
            node = &mut node.children[index];
            node.in_flight -= 1;
        }
        let result = PlayoutResult { winner, weight: 1 };
        self.back_up_from_root(&path, &end, result);
    }

    /// Goes down the tree. Gives the result if it is known there, and `None`
    /// if there is to be a rollout.
    fn descend(
        &self,
        mut node: &mut Node,
        game: &mut Game,
        path: &mut Vec<usize>,
        rng: &mut impl Rng,
    ) -> Option<PlayoutResult> {
        loop {
            if node.proof.is_none() && node.children.is_empty() {
                self.visit_leaf(node, game, rng);
            }
            if let Some(proof) = node.proof {
                let is_end = proof.distance == 0;
                let weight = if is_end { self.grading() } else { 1 };
                let winner = winner(proof, game.turn());
                return Some(PlayoutResult { winner, weight });
            }
            if node.children.is_empty() {
                return None;
            }
            let index = self.select(node);
            path.push(index);
            node = &mut node.children[index];
            let column = node.column.expect("a child has a column");
            game.play(column).expect("a child is a legal move");
        }
    }

    fn back_up_from_root(
        &mut self,
        path: &[usize],
        end: &Game,
        result: PlayoutResult,
    ) {
        let mut root = std::mem::take(&mut self.root);
        self.back_up(&mut root, &self.game, path, end, result);
        self.root = root;
    }

    /// *Backup*, after the nodes below; the visit is counted already.
    fn back_up(
        &self,
        node: &mut Node,
        game: &Game,
        path: &[usize],
        end: &Game,
        mut result: PlayoutResult,
    ) -> PlayoutResult {
        let mover = game.turn();
        if let Some((&index, path)) = path.split_first() {
            let child = &mut node.children[index];
            let mut game = game.clone();
            let column = child.column.expect("a child has a column");
            game.play(column).expect("a child is a legal move");
            result = self.back_up(child, &game, path, end, result);
            result.weight = (result.weight - 1).max(1);
            if self.config.proofs && node.proof.is_none() {
                node.proof = proof_from(&node.children, index);
            }
        }
        if let Some(proof) = node.proof {
            result.winner = winner(proof, mover);
            return result;
        }
        if self.config.rave != 0 {
            update_amaf(node, game, end, result.winner);
        }
        let reward = WIN / self.grading() * result.weight;
        let value = worth(reward, result.winner, mover.other());
        let results = node.visits - node.in_flight;
        node.mean += (value - node.mean) / i64::from(results);
        result
    }

    /// At a leaf: a proof by the verdict, or *Expansion* if it is due.
    fn visit_leaf(&self, node: &mut Node, game: &Game, rng: &mut impl Rng) {
        let sets = Sets::of(game);
        let is_full = sets.legal.is_empty();
        let Verdict { moves, proof } = verdict(&sets, self.tactics(false));
        if proof.is_some() && (self.config.proofs || is_full) {
            node.proof = proof;
        } else if node.visits >= self.config.expand_at || moves.len() == 1 {
            let Verdict { moves, proof } = self.expansion_moves(false, game);
            if proof.is_some() && self.config.proofs {
                node.proof = proof;
            } else if self.has_room(game, moves.len()) {
                node.children = self.new_children(moves, game, rng);
            }
        }
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

/// *Backup*, step 2: a visit at every node of a path; with it, the rollout is
/// in flight, or there is none.
fn visit(mut node: &mut Node, path: &[usize], is_in_flight: bool) {
    let count = |node: &mut Node| {
        node.visits = (node.visits + 1).min(i32::MAX as u32);
        node.in_flight += u32::from(is_in_flight);
    };
    count(node);
    for &index in path {
        node = &mut node.children[index];
        count(node);
    }
}

/// *Backup*, step 3: the AMAF statistics of a node's children.
fn update_amaf(node: &mut Node, game: &Game, end: &Game, winner: Option<Side>) {
    let mover = game.turn();
    let expected = -(node.mean >> 15);
    let surprise = (worth(1 << 14, winner, mover) - expected) >> 1;
    for child in &mut node.children {
        let column = child.column.expect("a child has a column");
        let cell = game.resting_spot(column);
        match cell.map(|cell| end.square(cell)) {
            Some(Square::Stone(side)) if side == mover => {
                child.amaf.add(surprise);
            }
            Some(Square::Stone(_)) => child.amaf.add(-surprise),
            _ => {}
        }
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
            | RolloutPolicy::Follow
            | RolloutPolicy::Stacked => {
                let Verdict { moves, proof } = verdict(&sets, ALL_TACTICS);
                if let Some(proof) = proof {
                    return winner(proof, mover);
                }
                let free = |column: &usize| !sets.reserve.contains(column);
                let rest: Vec<usize> =
                    moves.iter().copied().filter(free).collect();
                let is_stacked = |column: &usize| sets.stacked.contains(column);
                if policy == RolloutPolicy::Stacked
                    && sets.threats.is_empty()
                    && moves.iter().any(is_stacked)
                {
                    return Some(mover);
                }
                let hold = policy != RolloutPolicy::Tactical
                    && sets.threats.is_empty()
                    && !rest.is_empty();
                if hold { rest } else { moves }
            }
        };
        let last = game.moves().last().copied();
        let follows =
            matches!(policy, RolloutPolicy::Follow | RolloutPolicy::Stacked);
        let column = match last.filter(|_| follows) {
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
