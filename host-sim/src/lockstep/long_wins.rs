//! Wins that take more plies than usual, so that the limits of the search for the
//! shortest one decide what is found: its positions run out, or the longest
//! win that it looks for is found, or is not long enough.

/// A position, and a seed with which playouts soon prove it won.
pub(super) struct LongWin {
    pub(super) position: &'static str,
    pub(super) seed: u64,
}

/// Enough for the playouts to a proof, then for all positions that are looked
/// at.
pub(super) const PLAYOUTS: u32 = 15_000;

pub(super) const LONG_WINS: [LongWin; 4] = [
    // Proven as a win in 19 plies after 1398 playouts, and left at that: all
    // wins up to 15 are looked for in vain.
    LongWin { position: "5/4x/x3o/x3o/o2ox/o2ox/xx1xo o", seed: 21_293 },
    // In 17 plies after 198, and then in 15.
    LongWin { position: "4x/4x/o3o/x3x/x3o/o1xoo/xoxxo o", seed: 31_918 },
    // In 15 plies after 393; the positions run out.
    LongWin { position: "7/7/7/7/7/7/7/4x1o/1o2xxo x", seed: 26_369 },
    // In 21 plies after 1022, and left at that.
    LongWin {
        position: "4/1o2/1x2/1o1o/1x1x/1o1o/1x1o/1o1o/1xxx/xooo/xxxo/xoxx o",
        seed: 5211,
    },
];
