//! Tracing the search at work, at no cost where there is no tracer.

/// The parts of a playout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[cfg_attr(not(feature = "stats"), allow(unreachable_pub))]
pub enum Phase {
    /// Going down the tree.
    Selection,
    /// Giving a leaf its children.
    Expansion,
    /// Playing a game out.
    Rollout,
    /// Taking the result back up.
    Backup,
}

/// What the search tells its tracer.
pub(crate) trait Tracer {
    fn enter(&mut self, phase: Phase);
    fn leave(&mut self);
    fn plies(&mut self, plies: u32);
}

/// No tracer.
impl Tracer for () {
    #[inline(always)]
    fn enter(&mut self, _: Phase) {}
    #[inline(always)]
    fn leave(&mut self) {}
    #[inline(always)]
    fn plies(&mut self, _: u32) {}
}
