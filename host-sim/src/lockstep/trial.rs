//! The position and the configuration of one comparison.

use engine::{
    Config, MAX_IN_FLIGHT, MIN_NODES, Position, Setting, SettingKind,
};

use super::NODES;
use super::drive::Drive;
use super::long_wins::{self, LONG_WINS, LongWin};
use crate::dice::Dice;
use crate::reference::Game;
use crate::{BoardSize, Setup};

/// One trial in this number is a long win.
const LONG_EVERY: u64 = 100;

/// What both search, and how.
pub(super) struct Trial {
    start: Position,
    pub(super) config: Config,
    /// How many rollouts may be in flight.
    pub(super) in_flight: usize,
    /// Who runs the rollouts.
    pub(super) drive: Drive,
    pub(super) game: Game,
    /// The size of the pool.
    pub(super) nodes: usize,
    /// The seed, if it is not any.
    pub(super) seed: Option<u64>,
}

impl Trial {
    /// The trial of this number. Of five, four are on the large sizes in
    /// turn, one on any smaller size; of a hundred, one is a long win.
    pub(super) fn new(
        number: u64,
        size: Option<BoardSize>,
        dice: &mut Dice,
    ) -> Trial {
        if size.is_none() && number % LONG_EVERY == LONG_EVERY - 1 {
            let place = (number / LONG_EVERY) as usize % LONG_WINS.len();
            return Trial::long_win(&LONG_WINS[place], dice);
        }
        let size = size.unwrap_or_else(|| match number % 5 {
            0 => {
                let side = |dice: &mut Dice| 4 + dice.below(5);
                BoardSize { rows: side(dice), columns: side(dice) }
            }
            rest => BoardSize::large(number / 5 * 4 + rest - 1),
        });
        let setup = size.random_setup(4, dice);
        let game = random_game(setup, dice);
        let start = setup.position();
        let config = random_config(dice);
        let in_flight = dice.pick(&[1, 1, 2, 2, 3, MAX_IN_FLIGHT]);
        let drive = Drive::random(dice);
        let nodes = random_pool(dice);
        let seed = None;
        let mut trial =
            Trial { start, config, in_flight, drive, game, nodes, seed };
        trial.forget_moves_once_in(4, dice);
        trial
    }

    fn long_win(
        LongWin { position, seed }: &LongWin,
        dice: &mut Dice,
    ) -> Trial {
        Trial {
            in_flight: 1,
            drive: Drive::random(dice),
            start: position.parse().expect("a position"),
            config: Config::DEFAULT,
            game: Game::from_text(position).expect("a position"),
            nodes: NODES,
            seed: Some(*seed),
        }
    }

    /// Now and then, the position is as if it had been read from text.
    fn forget_moves_once_in(&mut self, times: usize, dice: &mut Dice) {
        if dice.one_in(times) {
            self.game = self.game.without_moves();
            self.start = self.game.to_text().parse().expect("a position");
        }
    }

    /// The position for the engine.
    pub(super) fn position(&self) -> Position {
        let mut position = self.start.clone();
        for &column in self.game.moves() {
            let column = engine::Column::new(column as u8);
            let column = column.expect("a column in range");
            position.play(column).expect("a legal move");
        }
        position
    }

    /// The playouts before each move of the game.
    pub(super) fn stages(&self, dice: &mut Dice) -> Vec<u32> {
        if self.seed.is_some() {
            return vec![long_wins::PLAYOUTS];
        }
        // A playout that adds a node for each move makes a large tree.
        let most = if self.config.expand_at == 0 { 30 } else { 120 };
        let stages = 1 + dice.below(3);
        (0..stages).map(|_| 1 + dice.below(most) as u32).collect()
    }

    /// Plays the move chosen, now and then another one, and up to two more.
    /// Says whether there was one to play.
    pub(super) fn go_on(
        &mut self,
        chosen: Option<usize>,
        dice: &mut Dice,
    ) -> bool {
        let Some(chosen) = chosen else { return false };
        if dice.one_in(8) {
            self.forget_moves_once_in(2, dice);
            return true;
        }
        let legal = self.game.legal_columns();
        let column = if dice.one_in(4) { dice.pick(&legal) } else { chosen };
        self.game.play(column).expect("a legal move");
        for _ in 0..dice.below(3) {
            let legal = self.game.legal_columns();
            if !legal.is_empty() {
                self.game.play(dice.pick(&legal)).expect("a legal move");
            }
        }
        self.forget_moves_once_in(8, dice);
        true
    }

    pub(super) fn describe(&self, playouts: u64) -> String {
        let Trial { config, in_flight, drive, game, nodes, .. } = self;
        let game = game.to_text();
        format!(
            "{game} after {playouts} playouts by {drive:?}, {in_flight} in \
             flight, pool {nodes}, {config:?}"
        )
    }
}

/// Random moves, few or many; some games end, most do not.
fn random_game(setup: Setup, dice: &mut Dice) -> Game {
    let mut game = setup.game();
    let cells = setup.size.rows * setup.size.columns;
    let moves = match dice.below(4) {
        0 => dice.below(6),
        1 => dice.below(cells),
        _ => dice.below(cells / 2),
    };
    for _ in 0..moves {
        let legal = game.legal_columns();
        if legal.is_empty() {
            break;
        }
        game.play(dice.pick(&legal)).expect("a legal move");
        if game.is_over() && !dice.one_in(8) {
            game.undo();
        }
    }
    game
}

/// Half of the pools are never full, the others soon.
fn random_pool(dice: &mut Dice) -> usize {
    match dice.below(4) {
        0 => MIN_NODES + dice.below(40),
        1 => MIN_NODES + dice.below(600),
        _ => NODES,
    }
}

/// The default most often, then what is known by name, then anything.
fn random_config(dice: &mut Dice) -> Config {
    match dice.below(8) {
        0..3 => Config::DEFAULT,
        3 => dice.pick(&Config::PROFILES[1..]).1,
        4 | 5 => one_change(dice),
        _ => any_config(dice),
    }
}

/// Everything that can be set by itself.
fn settings() -> Vec<&'static Setting<Config>> {
    let all = Config::SETTINGS.iter();
    all.filter(|setting| setting.name() != "Profile").collect()
}

/// The default with one thing changed.
fn one_change(dice: &mut Dice) -> Config {
    let setting = dice.pick(&settings());
    let mut config = Config::DEFAULT;
    while config == Config::DEFAULT {
        change(setting, &mut config, dice);
    }
    config
}

fn any_config(dice: &mut Dice) -> Config {
    let mut config = Config::DEFAULT;
    for setting in settings() {
        change(setting, &mut config, dice);
    }
    config
}

/// Sets any value: of the numbers, those near the least and the default more
/// often than all others.
fn change(setting: &Setting<Config>, config: &mut Config, dice: &mut Dice) {
    let value = match setting.kind() {
        SettingKind::Number { low, high } => {
            let default = setting.get(&Config::DEFAULT).unwrap_or(low);
            let most = match dice.below(4) {
                0 => low,
                1 => low + 8,
                2 => 2 * default,
                _ => high,
            };
            low + dice.below((most.min(high) - low) as usize + 1) as u32
        }
        SettingKind::Flag => u32::from(!dice.one_in(3)),
        SettingKind::Words(words) => dice.below(words.len()) as u32,
    };
    setting.set(config, value).expect("a value of the kind");
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Every setting is tried with its least, its most and others.
    #[test]
    fn every_setting_is_drawn() {
        let mut dice = Dice::new(1, 0);
        for setting in settings() {
            let mut values = BTreeSet::new();
            for _ in 0..100 {
                let mut config = Config::DEFAULT;
                change(setting, &mut config, &mut dice);
                values.extend(setting.get(&config));
            }
            let least = match setting.kind() {
                SettingKind::Number { .. } => 10,
                SettingKind::Flag => 2,
                SettingKind::Words(words) => words.len(),
            };
            assert!(values.len() >= least, "{}: {values:?}", setting.name());
        }
    }
}
