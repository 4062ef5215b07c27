//! Nodes of the tree, sixteen bytes each.

use super::rave::Amaf;
use super::threat_map::Side;
use crate::Column;

/// Certain victory, as a mean result. A draw is 0, certain defeat `-ONE`.
pub const ONE: i32 = 1 << 29;

/// How a proven position ends under best play, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Wdl {
    /// The side to move loses.
    Loss,
    /// Neither side wins.
    Draw,
    /// The side to move wins.
    Win,
}

impl Wdl {
    /// Who wins if this side is to move.
    #[inline(always)]
    pub(super) const fn winner(self, to_move: Side) -> Option<Side> {
        match self {
            Wdl::Win => Some(to_move),
            Wdl::Draw => None,
            Wdl::Loss => Some(to_move.other()),
        }
    }
}

/// A proven result.
///
/// A win in 7 plies can be forced within seven plies whatever the other side
/// does; a loss in 8 plies can be put off no longer than that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Proof {
    /// The result for the side to move.
    pub wdl: Wdl,
    /// Plies until the game is over.
    pub distance: u8,
}

impl Proof {
    pub(crate) const fn new(wdl: Wdl, distance: u8) -> Proof {
        Proof { wdl, distance }
    }

    /// What this result is worth to the player who moved into the position.
    pub(crate) const fn value(self) -> i32 {
        match self.wdl {
            Wdl::Loss => ONE,
            Wdl::Draw => 0,
            Wdl::Win => -ONE,
        }
    }

    /// Whether a player would rather move into a position with this result
    /// than into one with the other: a quick loss of the opponent is best,
    /// then a draw, and of defeats the one that takes longest.
    pub(crate) fn is_better_than(self, other: Proof) -> bool {
        if self.wdl != other.wdl {
            return (self.wdl as u8) < other.wdl as u8;
        }
        match self.wdl {
            Wdl::Loss => self.distance < other.distance,
            Wdl::Draw | Wdl::Win => self.distance > other.distance,
        }
    }

    /// The same result seen by the other side one ply earlier.
    pub(crate) const fn before(self) -> Proof {
        let wdl = match self.wdl {
            Wdl::Loss => Wdl::Win,
            Wdl::Draw => Wdl::Draw,
            Wdl::Win => Wdl::Loss,
        };
        Proof { wdl, distance: self.distance.saturating_add(1) }
    }

    /// The same result seen by the other side one ply later.
    pub(crate) const fn next(self) -> Proof {
        let distance = self.distance.saturating_sub(1);
        Proof { wdl: self.before().wdl, distance }
    }
}

/// A node, packed:
///
/// | word | bits | |
/// |---|---|---|
/// | `visits` | | how often a playout came through |
/// | `score` | | the mean result; once proven, the result and in the lowest eight bits the distance |
/// | `link` | 0 to 23 | where the children lie, 0 for none |
/// | | 24 to 27 | the column that led here |
/// | | 28 | whether there is a proof |
/// | | 31 | whether it is one of a win |
/// | `amaf` | | what other playouts say about the move |
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Node {
    visits: u32,
    score: i32,
    link: u32,
    amaf: Amaf,
}

/// Where visits stop being counted.
const MAX_VISITS: u32 = i32::MAX as u32;
const CHILDREN: u32 = (1 << 24) - 1;
const COLUMN_SHIFT: u32 = 24;
const PROVEN: u32 = 1 << 28;
const WON: u32 = 1 << 31;
const DISTANCE: i32 = 0xff;

impl Node {
    pub(crate) const EMPTY: Node =
        Node { visits: 0, score: 0, link: 0, amaf: Amaf::NONE };

    /// A move into this cell.
    pub(crate) const fn new(column: usize, row: usize) -> Node {
        let link = (column as u32 & 0xf) << COLUMN_SHIFT;
        Node { link, amaf: Amaf::of(row), ..Node::EMPTY }
    }

    #[inline(always)]
    pub(crate) const fn column_index(self) -> usize {
        (self.link >> COLUMN_SHIFT & 0xf) as usize
    }

    pub(crate) const fn column(self) -> Column {
        Column::wrapped(self.column_index() as u8)
    }

    #[inline(always)]
    pub(crate) const fn visits(self) -> u32 {
        self.visits
    }

    #[inline(always)]
    pub(crate) const fn amaf(self) -> Amaf {
        self.amaf
    }

    #[inline(always)]
    pub(crate) const fn amaf_mut(&mut self) -> &mut Amaf {
        &mut self.amaf
    }

    /// The mean result for the player who moved here; exact once proven.
    #[inline(always)]
    pub(crate) const fn mean(self) -> i32 {
        if self.is_proven() { self.score & !DISTANCE } else { self.score }
    }

    /// The mean as selection compares it, the last thirteen bits dropped.
    #[inline(always)]
    pub(crate) const fn rough_mean(self) -> i32 {
        self.score >> 13
    }

    #[inline(always)]
    pub(crate) const fn is_proven(self) -> bool {
        self.link & PROVEN != 0
    }

    /// Whether this is known to be won for the player to move, so that
    /// nobody should move here.
    #[inline(always)]
    pub(crate) const fn is_hopeless(self) -> bool {
        self.link & WON != 0
    }

    #[inline(always)]
    pub(crate) const fn proof(self) -> Option<Proof> {
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

    pub(crate) const fn prove(&mut self, proof: Proof) {
        self.link |= PROVEN;
        if matches!(proof.wdl, Wdl::Win) {
            self.link |= WON;
        }
        self.score = proof.value() | proof.distance as i32;
    }

    /// Where the children lie in the pool.
    #[inline(always)]
    pub(crate) const fn children(self) -> Option<usize> {
        match self.link & CHILDREN {
            0 => None,
            block => Some(block as usize),
        }
    }

    pub(crate) const fn set_children(&mut self, block: Option<usize>) {
        let block = match block {
            Some(block) => block as u32 & CHILDREN,
            None => 0,
        };
        self.link = self.link & !CHILDREN | block;
    }

    /// The root stands for no move.
    pub(crate) const fn forget_column(&mut self) {
        self.link &= !(0xf << COLUMN_SHIFT);
    }

    #[inline(always)]
    pub(crate) const fn count_visit(&mut self) {
        if self.visits < MAX_VISITS {
            self.visits += 1;
        }
    }

    /// Takes one more result into the mean; the visit is counted already.
    #[inline(always)]
    pub(crate) const fn average(&mut self, value: i32) {
        if let Some(change) =
            value.wrapping_sub(self.score).checked_div(self.visits as i32)
        {
            self.score += change;
        }
    }
}

// A block of children begins with a header in the place of a node.
impl Node {
    pub(crate) const fn header(owner: usize, length: usize) -> Node {
        Node { visits: owner as u32, score: length as i32, ..Node::EMPTY }
    }

    pub(crate) const fn free_header(length: usize) -> Node {
        Node::header(NOBODY, length)
    }

    /// The node whose children these are, or `None` for a free block.
    pub(crate) const fn owner(self) -> Option<usize> {
        match self.visits as usize {
            NOBODY => None,
            owner => Some(owner),
        }
    }

    pub(crate) const fn set_owner(&mut self, owner: usize) {
        self.visits = owner as u32;
    }

    /// The length of the block, header included.
    #[inline(always)]
    pub(crate) const fn length(self) -> usize {
        self.score as usize
    }
}

const NOBODY: usize = u32::MAX as usize;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_has_sixteen_bytes() {
        assert_eq!(size_of::<Node>(), 16);
    }

    #[test]
    fn a_node_keeps_what_it_is_told() {
        let mut node = Node::new(11, 5);
        node.set_children(Some(0xff_ffff));
        assert_eq!(node.column_index(), 11);
        assert_eq!(node.children(), Some(0xff_ffff));
        for value in [ONE, -ONE, ONE, ONE] {
            node.count_visit();
            node.average(value);
        }
        assert_eq!(node.visits(), 4);
        assert!(node.mean().abs_diff(ONE / 2) < 4, "{}", node.mean());
        for wdl in [Wdl::Loss, Wdl::Draw, Wdl::Win] {
            let proof = Proof::new(wdl, 144);
            node.prove(proof);
            assert_eq!(node.proof(), Some(proof));
            assert_eq!(node.mean(), proof.value());
        }
        assert_eq!(node.column_index(), 11);
        node.set_children(None);
        assert_eq!(node.children(), None);
        assert_eq!(node.amaf(), Amaf::of(5));
    }

    #[test]
    fn visits_stop_and_the_mean_stays_within_bounds() {
        let mut node = Node { visits: MAX_VISITS - 2, ..Node::new(0, 0) };
        node.score = ONE;
        for value in [-ONE, ONE, -ONE, ONE, ONE] {
            node.count_visit();
            node.average(value);
            assert!(node.mean().abs() <= ONE);
        }
        assert_eq!(node.visits(), MAX_VISITS);
        assert_eq!(node.mean(), ONE);
    }
}
