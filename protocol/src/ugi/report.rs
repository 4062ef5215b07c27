//! Lines about a search.

use core::fmt;

use engine::{ONE, Proof, Report, RootMove, Wdl};

/// How a search is getting on: the `info` line.
pub(crate) struct Info<'a> {
    /// Milliseconds since it started.
    pub(crate) time: u32,
    /// Playouts since it started.
    pub(crate) playouts: u32,
    pub(crate) report: &'a Report,
}

impl fmt::Display for Info<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Info { time, playouts, report } = self;
        let rate = u64::from(*playouts) * 1000 / u64::from(*time).max(1);
        let used = report.used as u64 * 1000 / (report.capacity as u64).max(1);
        let score = Permille(report.mean);
        write!(
            f,
            "info time {time} nodes {playouts} nps {rate} hashfull {used} \
             score {score}"
        )?;
        write_proof(f, report.proof)?;
        f.write_str(" pv")?;
        let mut variation = report.variation.iter();
        variation.try_for_each(|column| write!(f, " {column}"))
    }
}

/// A mean result in thousandths of a win.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Permille(pub(crate) i32);

impl Permille {
    pub(crate) const fn value(self) -> i32 {
        (self.0 as i64 * 1000 / ONE as i64) as i32
    }
}

impl fmt::Display for Permille {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.value())
    }
}

/// One move of the present position: a line of `stats`.
pub(crate) struct MoveLine(pub(crate) RootMove);

impl fmt::Display for MoveLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RootMove { column, visits, mean, proof, .. } = self.0;
        let score = Permille(mean);
        write!(f, "move {column} visits {visits} score {score}")?;
        write_proof(f, proof)
    }
}

fn write_proof(
    f: &mut fmt::Formatter<'_>,
    proof: Option<Proof>,
) -> fmt::Result {
    let Some(Proof { wdl, distance }) = proof else { return Ok(()) };
    let wdl = match wdl {
        Wdl::Win => "win",
        Wdl::Draw => "draw",
        Wdl::Loss => "loss",
    };
    write!(f, " proven {wdl} {distance}")
}
