//! Nodes of the tree, sixteen bytes each.

use super::amaf::Amaf;
use super::preview::Preview;
use super::proof::{Proof, Wdl};
use crate::Column;

/// Storage for one node of the tree: sixteen bytes, all zeros before use.
///
/// An [`Engine`](crate::Engine) is given a slice of them: a vector on a
/// desktop, on a chip a `static` array in a cell that lends it once, such as
/// `static_cell::ConstStaticCell<[Node; 15_000]>`.
///
/// ```
/// use pocketfour_engine::{Engine, Node};
///
/// let mut pool = vec![Node::EMPTY; 1000];
/// assert_eq!(size_of_val(&*pool), 16_000);
/// let engine = Engine::new(&mut pool);
/// ```
///
/// Some of them hold the heads of groups of children instead, so a tree has
/// a little fewer nodes than its pool has entries.
// | word | bits | |
// |---|---|---|
// | `visits` | | how many playouts came through |
// | `score` | | the mean result; once proven, the result and in the lowest
//   eight bits the distance |
// | `link` | 0 to 23 | the index of the children's header, 0 for none |
// | | 24 to 27 | the column that led here |
// | | 28 | whether there is a proof |
// | | 29 | whether its tactics are known to leave a choice |
// | | 30 | whether bits 0 to 23 are the preview of a leaf instead |
// | | 31 | whether it is one of a win |
// | `tail` | 0 to 3 | the row of the cell that the move fills |
// | | 4 to 31 | the AMAF statistics of that cell |
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Node {
    visits: u32,
    score: i32,
    link: u32,
    tail: u32,
}

/// The most nodes that an engine uses: larger pools are used up to here.
pub const MAX_NODES: usize = 1 << 24;

/// Where visits stop being counted.
const MAX_VISITS: u32 = i32::MAX as u32;
const CHILDREN: u32 = MAX_NODES as u32 - 1;
const COLUMN_SHIFT: u32 = 24;
const PROVEN: u32 = 1 << 28;
const QUIET: u32 = 1 << 29;
const PREVIEW: u32 = 1 << 30;
const WON: u32 = 1 << 31;
const DISTANCE: i32 = 0xff;
const ROW: u32 = 0xf;

impl Node {
    /// Storage that has not been used.
    pub const EMPTY: Node = Node { visits: 0, score: 0, link: 0, tail: 0 };

    /// Two words instead of a node.
    pub(super) const fn storing([first, second]: [u32; 2]) -> Node {
        let score = second.cast_signed();
        Node { visits: first, score, ..Node::EMPTY }
    }

    /// The two words that were stored.
    #[inline(always)]
    pub(super) const fn stored(self) -> [u32; 2] {
        [self.visits, self.score.cast_unsigned()]
    }

    /// A move into this cell.
    pub(super) const fn new(row: usize, column: usize) -> Node {
        debug_assert!(column < 16 && row < 16);
        let link = (column as u32 & 0xf) << COLUMN_SHIFT;
        Node { link, tail: row as u32 & ROW, ..Node::EMPTY }
    }

    #[inline(always)]
    pub(super) const fn column_index(self) -> usize {
        (self.link >> COLUMN_SHIFT & 0xf) as usize
    }

    pub(super) const fn column(self) -> Column {
        Column::wrapped(self.column_index() as u8)
    }

    /// The row of the cell that the move fills.
    #[inline(always)]
    pub(super) const fn row(self) -> usize {
        (self.tail & ROW) as usize
    }

    #[inline(always)]
    pub(super) const fn visits(self) -> u32 {
        self.visits
    }

    #[inline(always)]
    pub(super) const fn amaf(self) -> Amaf {
        Amaf::in_upper_bits(self.tail)
    }

    #[inline(always)]
    pub(super) fn add_amaf(&mut self, value: i32) {
        self.tail = self.tail.wrapping_add(self.amaf().increment(value));
    }

    /// The mean result for the player who moved here; exact once proven.
    #[inline(always)]
    pub(super) const fn mean(self) -> i32 {
        if self.is_proven() { self.score & !DISTANCE } else { self.score }
    }

    /// The mean as selection compares it, the last thirteen bits dropped.
    #[inline(always)]
    pub(super) const fn rough_mean(self) -> i32 {
        self.score >> 13
    }

    #[inline(always)]
    pub(super) const fn is_proven(self) -> bool {
        self.link & PROVEN != 0
    }

    /// Whether the tactics of the position are known to leave a choice, so
    /// that they need not be looked at again before a rollout. Only noted
    /// where rollouts are handed out.
    #[inline(always)]
    pub(super) const fn is_quiet(self) -> bool {
        self.link & QUIET != 0
    }

    #[inline(always)]
    pub(super) const fn set_quiet(&mut self) {
        self.link |= QUIET;
    }

    /// Whether the player to move is known to win here, so that the opponent
    /// should not move here.
    #[inline(always)]
    pub(super) const fn is_losing_move(self) -> bool {
        self.link & WON != 0
    }

    /// The proven result for the player to move here.
    #[inline(always)]
    pub(super) const fn proof(self) -> Option<Proof> {
        if !self.is_proven() {
            return None;
        }
        let wdl = match self.mean() {
            0 => Wdl::Draw,
            1.. => Wdl::Loss,
            _ => Wdl::Win,
        };
        Some(Proof::new(wdl, (self.score & DISTANCE) as u8))
    }

    pub(super) const fn prove(&mut self, proof: Proof) {
        let won = if matches!(proof.wdl, Wdl::Win) { WON } else { 0 };
        self.link = self.link & !WON | PROVEN | won;
        self.score = proof.score_for_mover().raw() | proof.distance as i32;
    }

    /// The index of the header before the children.
    #[inline(always)]
    pub(super) const fn children(self) -> Option<usize> {
        match self.link & CHILDREN {
            0 => None,
            _ if self.link & PREVIEW != 0 => None,
            header => Some(header as usize),
        }
    }

    /// What an expansion of this leaf will find, where that is known.
    #[inline(always)]
    pub(super) fn preview(self) -> Option<Preview> {
        if self.link & PREVIEW == 0 {
            return None;
        }
        Some(Preview::from_bits(self.link & CHILDREN))
    }

    /// Keeps the preview of a leaf.
    pub(super) const fn set_preview(&mut self, preview: Preview) {
        debug_assert!(self.children().is_none());
        debug_assert!(preview.bits() <= CHILDREN);
        self.link = self.link & !CHILDREN | PREVIEW | preview.bits();
    }

    pub(super) const fn set_children(&mut self, header: Option<usize>) {
        let header = match header {
            Some(header) => header as u32,
            None => 0,
        };
        debug_assert!(header <= CHILDREN);
        self.link = self.link & !(CHILDREN | PREVIEW) | header & CHILDREN;
    }

    /// The root stands for no move.
    pub(super) const fn forget_column(&mut self) {
        self.link &= !(0xf << COLUMN_SHIFT);
    }

    #[inline(always)]
    pub(super) const fn count_visit(&mut self) {
        if self.visits < MAX_VISITS {
            self.visits += 1;
        }
    }

    /// Takes back a visit that has come to nothing.
    pub(super) const fn forget_visit(&mut self) {
        debug_assert!(self.visits > 0, "a visit that was not counted");
        self.visits = self.visits.saturating_sub(1);
    }

    /// Takes one more result into the mean; the visit is counted already. So
    /// are those of the rollouts in flight, which have no results yet.
    #[inline(always)]
    pub(super) const fn average(&mut self, value: i32, in_flight: u32) {
        debug_assert!(self.visits > in_flight, "its own visit is missing");
        let results = match self.visits.wrapping_sub(in_flight).cast_signed() {
            results @ 1.. => results,
            _ => 1,
        };
        self.score += value.wrapping_sub(self.score) / results;
    }
}

#[cfg(test)]
mod tests {
    use super::super::score::Score;
    use super::*;

    const WIN: i32 = Score::WIN.raw();

    #[test]
    fn a_node_has_sixteen_bytes() {
        assert_eq!(size_of::<Node>(), 16);
    }

    #[test]
    fn a_node_keeps_what_it_is_told() {
        let mut node = Node::new(5, 11);
        node.set_children(Some(0xff_ffff));
        assert_eq!(node.column_index(), 11);
        assert_eq!(node.children(), Some(0xff_ffff));
        for value in [WIN, -WIN, WIN, WIN] {
            node.count_visit();
            node.average(value, 0);
        }
        assert_eq!(node.visits(), 4);
        assert!(node.mean().abs_diff(WIN / 2) < 4, "{}", node.mean());
        for wdl in [Wdl::Win, Wdl::Loss, Wdl::Draw, Wdl::Win, Wdl::Draw] {
            let proof = Proof::new(wdl, 144);
            node.prove(proof);
            assert_eq!(node.proof(), Some(proof));
            assert_eq!(node.mean(), proof.score_for_mover().raw());
            assert_eq!(node.is_losing_move(), wdl == Wdl::Win);
        }
        node.add_amaf(1000);
        assert_eq!(node.amaf().mean(), 1000);
        assert_eq!((node.column_index(), node.row()), (11, 5));
        node.set_children(None);
        assert_eq!(node.children(), None);
    }

    #[test]
    fn visits_stop_and_the_mean_stays_within_bounds() {
        let mut node = Node { visits: MAX_VISITS - 2, ..Node::new(0, 0) };
        node.score = WIN;
        for value in [-WIN, WIN, -WIN, WIN, WIN] {
            node.count_visit();
            node.average(value, 0);
            assert!(node.mean().abs() <= WIN);
        }
        assert_eq!(node.visits(), MAX_VISITS);
        assert_eq!(node.mean(), WIN);
    }
}
