//! A short fingerprint of bytes: FNV-1a. It tells builds and files apart; it
//! is no protection against someone who wants two to look the same.

/// Bytes as they come in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Digest(u64);

impl Digest {
    pub(crate) const fn new() -> Digest {
        Digest(0xcbf2_9ce4_8422_2325)
    }

    /// Adds bytes.
    #[must_use]
    pub(crate) fn with(self, bytes: &[u8]) -> Digest {
        Digest(bytes.iter().fold(self.0, |hash, &byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        }))
    }

    /// The number.
    pub(crate) const fn value(self) -> u64 {
        self.0
    }
}
