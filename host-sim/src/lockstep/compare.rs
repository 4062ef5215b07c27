//! Two trees, node by node.

use engine::{Branch, Column, Engine, Generator, Proof, RootMove};

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
    compare_nodes(&search.root, engine.tree(), &mut Vec::new())?;
    let report = engine.report();
    same("evicted", 0, report.evicted)?;
    let choice = search.choose();
    same("choice from 0", choice, engine.choose().map(index))?;
    same("reported choice", choice, report.best.map(index))?;
    let moves = report.moves.iter().copied().map(parts).collect();
    let expected: Vec<Parts> =
        search.root.children.iter().map(expected_parts).collect();
    same("reported moves", expected, moves)?;
    let root = &search.root;
    same("reported mean", -root.value(), report.mean.into())?;
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
    (index(column), visits, mean.into(), proof)
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
    branch: Branch<'_>,
    path: &mut Vec<usize>,
) -> Result<(), Difference> {
    let found = (
        branch.visits(),
        i64::from(branch.mean()),
        branch.proof(),
        i64::from(branch.amaf()),
    );
    let expected = (node.visits, node.value(), node.proof, node.amaf.mean);
    let children =
        || branch.children().filter_map(|child| child.column()).map(index);
    let columns = || node.children.iter().filter_map(|child| child.column);
    if expected != found || !columns().eq(children()) {
        let numbers = path.iter().map(|column| (column + 1).to_string());
        let numbers: Vec<String> = numbers.collect();
        let what = format!("node [{}]", numbers.join(" "));
        let columns: Vec<usize> = columns().collect();
        same(&what, (expected, columns), (found, children().collect()))?;
    }
    for (node, branch) in node.children.iter().zip(branch.children()) {
        path.push(node.column.expect("a child has a column"));
        compare_nodes(node, branch, path)?;
        path.pop();
    }
    Ok(())
}
