//! Rollouts in flight: begun, and their results not yet in the tree.
//!
//! So that another core can run rollouts while this one works on the tree,
//! the engine goes on before the last results are in. A rollout in flight
//! counts as a visit of every node on its path, so that the next playout
//! tends to go elsewhere; means are those of the results that are in. The
//! literature calls this WU-UCT, "watch the unobserved".
//!
//! Results are taken in the order in which the rollouts began. So the tree
//! does not depend on who runs them, nor on how long that takes. Rollouts are
//! numbered: a result that comes after its rollout was forgotten is known by
//! its number, and dropped.

use super::playout::Path;
use super::rollout::RolloutResult;
use super::side::Side;

/// The most rollouts that can be in flight.
pub const MAX_IN_FLIGHT: usize = 4;

// So that slots take turns where numbers begin again.
const _: () = assert!(MAX_IN_FLIGHT.is_power_of_two());

/// A queue of rollouts in flight, the oldest first.
#[derive(Debug)]
pub(super) struct InFlight {
    /// A rollout's slot follows from its number.
    slots: [RolloutInFlight; MAX_IN_FLIGHT],
    length: usize,
    /// The number of the next rollout.
    next: u32,
}

/// A rollout in flight.
#[derive(Clone, Debug)]
pub(super) struct RolloutInFlight {
    /// From the root to the leaf where the rollout started.
    pub(super) path: Path,
    /// Whose move it was there.
    pub(super) side: Side,
    /// The result, where it is known already.
    pub(super) result: Option<RolloutResult>,
}

/// How many nodes each rollout in flight shares with a path.
pub(super) struct Shared {
    /// The longest first.
    lengths: [usize; MAX_IN_FLIGHT - 1],
}

impl Shared {
    /// Nothing is in flight.
    pub(super) const NONE: Shared = Shared { lengths: [0; MAX_IN_FLIGHT - 1] };

    /// How many came through the node at this depth below the root.
    #[inline(always)]
    pub(super) fn through(&self, depth: usize) -> u32 {
        let [most, second, third] = self.lengths;
        if depth >= most {
            return 0;
        }
        if depth >= second {
            return 1;
        }
        2 + u32::from(depth < third)
    }

    /// Adds one.
    fn add(&mut self, mut length: usize) {
        for place in &mut self.lengths {
            if length > *place {
                core::mem::swap(place, &mut length);
            }
        }
    }
}

/// The oldest rollout in flight, which has just been taken out, without its
/// path.
pub(super) struct Oldest<'a> {
    /// Whose move it was where the rollout started.
    pub(super) side: Side,
    /// The result, where it is known already.
    pub(super) result: Option<&'a RolloutResult>,
}

impl RolloutInFlight {
    const EMPTY: RolloutInFlight =
        RolloutInFlight { path: Path::new(), side: Side::FIRST, result: None };
}

impl InFlight {
    /// Nothing is in flight. Numbers begin with 1: that of
    /// [`Rollout::EMPTY`](super::rollout::Rollout::EMPTY) is 0.
    pub(super) const NONE: InFlight = InFlight {
        slots: [RolloutInFlight::EMPTY; MAX_IN_FLIGHT],
        length: 0,
        next: 1,
    };

    pub(super) const fn len(&self) -> usize {
        self.length
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.length == 0
    }

    pub(super) const fn clear(&mut self) {
        self.length = 0;
    }

    /// The number of the next rollout. Numbers go on when everything in
    /// flight is forgotten.
    pub(super) const fn next_number(&self) -> u32 {
        self.next
    }

    /// The slot of a rollout than which this number of them are older.
    const fn index_of(&self, older: usize) -> usize {
        let oldest = self.next.wrapping_sub(self.length as u32) as usize;
        oldest.wrapping_add(older) % MAX_IN_FLIGHT
    }

    /// How many are older than the one that this result belongs to; `None`
    /// if no rollout in flight awaits it.
    pub(super) fn older_than(&self, result: &RolloutResult) -> Option<usize> {
        let younger = self.next.wrapping_sub(result.number) as usize;
        let older = self.length.checked_sub(younger)?;
        let slot = self.iter().nth(older)?;
        slot.result.is_none().then_some(older)
    }

    /// Keeps a result until its turn; says whether it is awaited.
    pub(super) fn keep(&mut self, result: &RolloutResult) -> bool {
        let Some(older) = self.older_than(result) else { return false };
        let index = self.index_of(older);
        self.slots[index].result = Some(*result);
        true
    }

    /// Is there one whose result is not known yet?
    pub(super) fn awaits_results(&self) -> bool {
        self.iter().any(|slot| slot.result.is_none())
    }

    /// Adds the youngest.
    pub(super) fn push(
        &mut self,
        path: &Path,
        side: Side,
        result: Option<RolloutResult>,
    ) {
        debug_assert!(self.length < MAX_IN_FLIGHT);
        let index = self.index_of(self.length);
        let slot = &mut self.slots[index];
        slot.path.clear();
        let fits = slot.path.extend_from_slice(path);
        debug_assert!(fits.is_ok(), "a path is no longer than a game");
        slot.side = side;
        slot.result = result;
        self.length += 1;
        self.next = self.next.wrapping_add(1);
    }

    /// Takes the oldest out, and adds its path to an empty one: only as much
    /// is copied as there is.
    pub(super) fn pop(&mut self, path: &mut Path) -> Option<Oldest<'_>> {
        let index = self.index_of(0);
        self.length = self.length.checked_sub(1)?;
        let slot = &self.slots[index];
        let fits = path.extend_from_slice(&slot.path);
        debug_assert!(fits.is_ok(), "a path is no longer than a game");
        Some(Oldest { side: slot.side, result: slot.result.as_ref() })
    }

    /// Is the result of the oldest not known yet?
    pub(super) fn oldest_awaits_result(&self) -> bool {
        self.iter().next().is_some_and(|slot| slot.result.is_none())
    }

    fn iter(&self) -> impl Iterator<Item = &RolloutInFlight> {
        (0..self.length).map(|older| &self.slots[self.index_of(older)])
    }

    /// How long each of them stays on a path.
    pub(super) fn shared(&self, path: &Path) -> Shared {
        debug_assert!(
            self.length < MAX_IN_FLIGHT,
            "one has just been taken out"
        );
        let mut shared = Shared::NONE;
        for slot in self.iter() {
            let pairs = slot.path.iter().zip(path);
            let same = pairs.take_while(|(one, other)| one == other);
            shared.add(same.count());
        }
        shared
    }

    /// The leaves where they started.
    pub(super) fn leaves(&self) -> impl Iterator<Item = usize> {
        self.iter().filter_map(|slot| slot.path.last().map(|it| *it as usize))
    }
}
