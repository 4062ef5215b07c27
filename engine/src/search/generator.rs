//! The generator of random numbers that comes with the engine.

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoroshiro64StarStar;

/// The generator that everything in this project draws from: eight bytes of
/// state, made for 32-bit chips. Any other one will do as well, but then the
/// playouts are other ones, too.
pub type Generator = Xoroshiro64StarStar;

/// A generator that starts from this seed.
///
/// ```
/// use pocketfour_engine::generator;
/// use rand_core::Rng;
///
/// assert_eq!(generator(1).next_u32(), generator(1).next_u32());
/// assert_ne!(generator(1).next_u32(), generator(2).next_u32());
/// ```
#[must_use]
pub fn generator(seed: u64) -> Generator {
    Generator::seed_from_u64(seed)
}

/// A random number below `bound`; 0 if the bound is 0. It draws one word.
///
/// ```
/// use pocketfour_engine::{below, generator};
///
/// let mut rng = generator(1);
/// assert!((0..100).all(|_| below(&mut rng, 6) < 6));
/// ```
pub fn below(rng: &mut impl Rng, bound: u32) -> u32 {
    ((u64::from(rng.next_u32()) * u64::from(bound)) >> 32) as u32
}
