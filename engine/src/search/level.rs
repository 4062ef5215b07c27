//! Strength for people, from 1 to 10.

use rand_core::Rng;

use super::generator::below;
use super::pool::ROOT;
use crate::{Column, Engine};

/// How strong the engine plays, from 1 (a beginner) to 10 (all it can).
///
/// ```
/// use pocketfour_engine::Level;
///
/// let level = Level::new(3).unwrap();
/// assert!(level.playouts().unwrap() < 1000);
/// assert_eq!(Level::FULL.playouts(), None);
/// assert_eq!(Level::new(11), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Level(u8);

/// Playouts for a move, and how many moves of a hundred are random.
const STRENGTHS: [(u32, u32); 9] = [
    (20, 30),
    (40, 20),
    (80, 10),
    (160, 5),
    (400, 0),
    (1_000, 0),
    (2_500, 0),
    (6_000, 0),
    (15_000, 0),
];

impl Level {
    /// The least number of a level.
    pub const MIN: u8 = 1;

    /// The greatest number of a level.
    pub const MAX: u8 = STRENGTHS.len() as u8 + Level::MIN;

    /// As strong as time allows.
    pub const FULL: Level = Level(Level::MAX);

    /// The level with this number.
    #[must_use]
    pub const fn new(level: u8) -> Option<Level> {
        match level {
            Level::MIN..=Level::MAX => Some(Level(level)),
            _ => None,
        }
    }

    /// The level's number.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    fn strength(self) -> Option<(u32, u32)> {
        let index = self.0.wrapping_sub(Level::MIN);
        STRENGTHS.get(usize::from(index)).copied()
    }

    /// How many playouts a move may take, or `None` for as many as there is
    /// time for.
    #[must_use]
    pub fn playouts(self) -> Option<u32> {
        self.strength().map(|(playouts, _)| playouts)
    }

    /// How many moves of a hundred are random.
    #[must_use]
    pub fn noise(self) -> u32 {
        self.strength().map_or(0, |(_, noise)| noise)
    }
}

impl Engine<'_> {
    /// The move to play at a level: the lowest ones now and then take one of
    /// the moves at random.
    ///
    /// ```
    /// use pocketfour_engine::{Board, Engine, Level, Node, Position};
    ///
    /// let mut rng = pocketfour_engine::generator(7);
    /// let mut pool = [Node::EMPTY; 1000];
    /// let mut engine = Engine::new(&mut pool);
    /// engine.set_position(&Position::new(Board::CLASSIC));
    /// let level = Level::new(1).unwrap();
    /// engine.step(level.playouts().unwrap(), &mut rng);
    /// assert!(engine.choose_at(level, &mut rng).is_some());
    /// ```
    #[must_use]
    pub fn choose_at(
        &self,
        level: Level,
        rng: &mut impl Rng,
    ) -> Option<Column> {
        if level.noise() == 0 || below(rng, 100) >= level.noise() {
            return self.choose();
        }
        let (_, children) = self.pool.children(ROOT);
        let chosen = children.get(below(rng, children.len() as u32) as usize);
        chosen.map(|node| node.column())
    }
}
