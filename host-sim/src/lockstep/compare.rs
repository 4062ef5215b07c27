//! Two trees, node by node.

use engine::{Column, Engine, Generator, NodeRef, Proof, RootMove};

use crate::diff::{Difference, same};
use crate::reference::{Node, Search};

pub(super) fn same_count(
    reference: u32,
    engine: u32,
) -> Result<(), Difference> {
    same("playouts done", reference, engine)
}

/// Both must have read the same random numbers.
pub(super) fn same_state(
    reference: &Generator,
    engine: &Generator,
) -> Result<(), Difference> {
    same("state of the generator", reference, engine)
}

/// Compares every node, the report and the choice.
pub(super) fn compare(
    search: &Search,
    engine: &Engine<'_>,
) -> Result<(), Difference> {
    compare_nodes(&search.root, engine.root(), &mut Vec::new())?;
    let report = engine.report();
    same("evicted", search.evicted(), report.evicted)?;
    let choice = search.choose();
    same("choice from 0", choice, engine.choose().map(index))?;
    same("reported choice", choice, report.best.map(index))?;
    let moves = report.moves.iter().copied().map(parts).collect();
    let expected: Vec<Parts> =
        search.root.children.iter().map(expected_parts).collect();
    same("reported moves", expected, moves)?;
    let root = &search.root;
    same("reported mean", -root.value(), report.mean.raw().into())?;
    same("reported visits", root.visits, report.visits)?;
    same("reported proof", root.proof, report.proof)?;
    same("reported playouts", search.playouts, report.playouts)
}

/// Column from 0, visits, value and proof.
type Parts = (usize, u32, i64, Option<Proof>);

fn index(column: Column) -> usize {
    column.index().into()
}

fn parts(found: RootMove) -> Parts {
    let RootMove { column, visits, mean, proof, .. } = found;
    (index(column), visits, mean.raw().into(), proof)
}

/// What is said about a move: the proof is the mover's, one ply earlier.
fn expected_parts(node: &Node) -> Parts {
    let column = node.column.expect("a child has a column");
    let proof = node.proof.map(|Proof { wdl, distance }| Proof {
        wdl: wdl.reversed(),
        distance: distance.saturating_add(1),
    });
    (column, node.visits, node.value(), proof)
}

fn compare_nodes(
    node: &Node,
    found: NodeRef<'_>,
    path: &mut Vec<usize>,
) -> Result<(), Difference> {
    let numbers = (
        found.visits(),
        i64::from(found.mean().raw()),
        found.proof(),
        i64::from(found.amaf()),
    );
    let expected = (node.visits, -node.value(), node.proof, node.amaf.mean);
    let children =
        || found.children().filter_map(|child| child.column()).map(index);
    let columns = || node.children.iter().filter_map(|child| child.column);
    if expected != numbers || !columns().eq(children()) {
        let moves = path.iter().map(|column| (column + 1).to_string());
        let moves: Vec<String> = moves.collect();
        let what = format!("node [{}]", moves.join(" "));
        let columns: Vec<usize> = columns().collect();
        same(&what, (expected, columns), (numbers, children().collect()))?;
    }
    for (node, found) in node.children.iter().zip(found.children()) {
        path.push(node.column.expect("a child has a column"));
        compare_nodes(node, found, path)?;
        path.pop();
    }
    Ok(())
}
