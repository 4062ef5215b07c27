//! Texts that are almost a position.

use crate::dice::Dice;
use crate::reference::Game;

const MARKS: [char; 16] = [
    'x', 'o', '#', '/', ' ', '0', '1', '2', '3', '4', '9', 'X', '-', '.', '\t',
    '\u{e4}',
];

/// The text of a game that may have gone on after its end, with some of its
/// characters mixed up. Now and then it still is a position.
pub(crate) fn garbled(game: &Game, dice: &mut Dice) -> String {
    let mut game = game.clone();
    if dice.one_in(2) {
        for _ in 0..=dice.below(6) {
            game.play_on(dice.below(game.columns()));
        }
    }
    let text = game.to_text();
    let mut marks: Vec<char> = text.chars().collect();
    for _ in 0..dice.below(3) {
        garble(&mut marks, dice);
    }
    marks.into_iter().collect()
}

fn garble(marks: &mut Vec<char>, dice: &mut Dice) {
    let end = marks.len();
    if end == 0 {
        return;
    }
    let at = dice.below(end);
    match dice.below(8) {
        0 => marks[at] = dice.pick(&MARKS),
        1 => marks.insert(at, dice.pick(&MARKS)),
        2 => drop(marks.remove(at)),
        3 => marks.push(dice.pick(&MARKS)),
        4 => marks.truncate(at),
        5 => change_turn(marks),
        _ => marks.swap(at, dice.below(end)),
    }
}

fn change_turn(marks: &mut [char]) {
    match marks.last_mut() {
        Some(last @ 'x') => *last = 'o',
        Some(last @ 'o') => *last = 'x',
        _ => {}
    }
}
