//! What has to hold in every tree, however it has grown.
//!
//! The reference walks along, so that a move in the tree that the rules do
//! not know is found as well as a number that has run away.

use std::fmt;

use engine::{Engine, NodeRef, Score, Wdl};

use crate::reference::Game;

/// What was looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Audit {
    /// Nodes of the tree, its root included.
    pub nodes: usize,
    /// Moves from the root to the farthest of them.
    pub depth: usize,
}

/// What does not hold, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    what: String,
    at: String,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} in {}", self.what, self.at)
    }
}

/// Looks at a whole tree whose root is this game's position:
///
/// - every move in it is legal, and no node has the same move twice;
/// - a node has been visited at least as often as its children together;
/// - every mean lies between certain defeat and certain victory;
/// - what is proven follows from what is proven below, and is no farther
///   away than the end of the game;
/// - the tree fits the pool, and the report says what the tree does.
///
/// # Errors
///
/// The first thing that does not hold.
pub fn audit(engine: &Engine<'_>, start: &Game) -> Result<Audit, Broken> {
    let mut game = start.clone();
    let mut audit = Audit::default();
    visit(engine.root(), &mut game, 0, &mut audit)?;

    let broken = |what: String| Broken { what, at: start.to_text() };
    let report = engine.report();
    if audit.nodes > report.used || report.used > report.capacity {
        return Err(broken(format!(
            "{} nodes, {} entries used of {}",
            audit.nodes, report.used, report.capacity
        )));
    }
    if u64::from(report.visits) > report.playouts {
        return Err(broken(format!(
            "{} visits by {} playouts",
            report.visits, report.playouts
        )));
    }
    if report.best.is_none() && !report.moves.is_empty() {
        return Err(broken("moves, but none to play".into()));
    }
    let mut game = start.clone();
    for column in report.best.iter().chain(report.variation.iter().skip(1)) {
        game.play(column.index().into())
            .map_err(|_| broken(format!("variation goes on with {column}")))?;
    }
    Ok(audit)
}

fn visit(
    node: NodeRef<'_>,
    game: &mut Game,
    depth: usize,
    audit: &mut Audit,
) -> Result<(), Broken> {
    audit.nodes += 1;
    audit.depth = audit.depth.max(depth);
    check_numbers(&node)
        .and_then(|()| check_proof(&node, game))
        .map_err(|what| Broken { what, at: game.to_text() })?;
    let mut tried = [false; 12];
    for child in node.children() {
        let Some(column) = child.column() else {
            let what = "a child without a move".into();
            return Err(Broken { what, at: game.to_text() });
        };
        let column = usize::from(column.index());
        let again = std::mem::replace(&mut tried[column], true);
        if again || game.play(column).is_err() {
            let what = format!("move {} is not one", column + 1);
            return Err(Broken { what, at: game.to_text() });
        }
        visit(child, game, depth + 1, audit)?;
        game.undo();
    }
    Ok(())
}

fn check_numbers(node: &NodeRef<'_>) -> Result<(), String> {
    let (visits, mean) = (node.visits(), node.mean());
    let below: u64 =
        node.children().map(|child| u64::from(child.visits())).sum();
    if below > u64::from(visits) {
        return Err(format!("{visits} visits, but {below} below"));
    }
    if !(Score::LOSS..=Score::WIN).contains(&mean) {
        return Err(format!("mean {}", mean.raw()));
    }
    Ok(())
}

fn check_proof(node: &NodeRef<'_>, game: &Game) -> Result<(), String> {
    let Some(proof) = node.proof() else { return Ok(()) };
    let left = game.rows() * game.columns() - game.stones();
    let ended = proof.distance == 0;
    let right = match proof.wdl {
        Wdl::Loss => !ended || game.winner() == Some(game.turn().other()),
        Wdl::Draw => !ended || game.is_draw(),
        Wdl::Win => !ended,
    };
    let results = || {
        let proofs = node.children().map(|child| child.proof());
        proofs.map(|proof| proof.map(|proof| proof.wdl))
    };
    let is = |wdl: Wdl| move |found: Option<Wdl>| found == Some(wdl);
    let follows = results().len() == 0
        || match proof.wdl {
            Wdl::Win => results().any(is(Wdl::Loss)),
            Wdl::Loss => results().all(is(Wdl::Win)),
            Wdl::Draw => {
                results().all(|wdl| wdl.is_some())
                    && !results().any(is(Wdl::Loss))
            }
        };
    if right && follows && usize::from(proof.distance) <= left {
        return Ok(());
    }
    let below: Vec<_> = results().collect();
    Err(format!("proof {proof:?} above {below:?}, {left} cells left"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::OwnedEngine;
    use engine::{Config, generator};

    fn grown(text: &str, playouts: u32) -> (OwnedEngine, Game) {
        let mut engine = OwnedEngine::new(5000);
        engine.set_config(Config::DEFAULT);
        engine.set_position(&text.parse().unwrap());
        engine.step(playouts, &mut generator(1));
        (engine, Game::from_text(text).unwrap())
    }

    #[test]
    fn a_tree_is_walked_to_its_end() {
        let (engine, game) = grown("9/9/9/4#4/9/9/9/9/4x4 o", 3000);
        let audit = audit(&engine, &game).unwrap();
        assert!(audit.nodes > 1000 && audit.depth > 3, "{audit:?}");
    }

    #[test]
    fn a_tree_of_another_game_is_noticed() {
        let (engine, _) = grown("7/7/7/7/7/7 x", 500);
        let full = Game::from_text("4/4/4/4 x").unwrap();
        let broken = audit(&engine, &full).unwrap_err().to_string();
        assert!(broken.contains("is not one in"), "{broken}");
        let (engine, _) = grown("7/7/7/7/oo5/xxx1o2 x", 500);
        let other = Game::from_text("7/7/7/7/7/7 x").unwrap();
        let broken = audit(&engine, &other).unwrap_err().to_string();
        assert!(broken.starts_with("proof"), "{broken}");
    }
}
