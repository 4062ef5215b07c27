//! The faults that the comparison with the reference has to find.
//!
//! Each is one small slip. Its text has to occur
//! exactly once in the engine: when the engine changes, the step `faults`
//! says which of them no longer applies.

use crate::failure::Failure;

/// A slip: in this file under `engine/src`, this text becomes that.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) name: &'static str,
    pub(crate) file: &'static str,
    find: &'static str,
    replace: &'static str,
}

pub(crate) const FAULTS: [Fault; 22] = [
    Fault {
        name: "wraps-around-the-edge",
        file: "bitboard.rs",
        find: "            high: high >> distance,\n",
        replace: "            high: high.rotate_right(distance),\n",
    },
    Fault {
        name: "loses-lines-across-words",
        file: "bitboard.rs",
        find: "low >> distance | (high as u128) << (LOW_BITS - distance),",
        replace: "low >> distance,",
    },
    Fault {
        name: "misses-a-diagonal",
        file: "bitboard.rs",
        find: "            | along(self, DOWN_RIGHT)\n",
        replace: "",
    },
    Fault {
        name: "misses-a-gap-when-completing",
        file: "bitboard.rs",
        find: "two_behind & (set.forth(3 * step) | ahead)",
        replace: "two_behind & set.forth(3 * step)",
    },
    Fault {
        name: "mirrors-one-column-off",
        file: "bitboard.rs",
        find: "columns.checked_sub(column + 1)",
        replace: "columns.checked_sub(column)",
    },
    Fault {
        name: "stops-below-the-forbidden-cell",
        file: "position.rs",
        find: "let taken = self.occupied() | self.board.obstacle();",
        replace: "let taken = self.occupied();",
    },
    Fault {
        name: "wins-on-the-forbidden-cell",
        file: "board.rs",
        find: "Some(cell) => cells.without(cell),",
        replace: "Some(_) => cells,",
    },
    Fault {
        name: "undo-forgets-the-hash",
        file: "position.rs",
        find: "        self.hash ^= zobrist::stone(player, cell);\n        \
               self.to_move = player;\n",
        replace: "        self.to_move = player;\n",
    },
    Fault {
        name: "undo-forgets-the-win",
        file: "position.rs",
        find: "        self.won = false;\n",
        replace: "",
    },
    Fault {
        name: "draws-one-ply-early",
        file: "position.rs",
        find: "} else if self.landing().is_empty() {",
        replace: "} else if self.plies() + 1 >= self.board.cells().len() {",
    },
    Fault {
        name: "gives-the-win-to-the-loser",
        file: "position.rs",
        find: "Some(Outcome::Win(self.to_move.opponent()))",
        replace: "Some(Outcome::Win(self.to_move))",
    },
    Fault {
        name: "moves-on-after-a-win",
        file: "position.rs",
        find: "if self.won { Bitboard::EMPTY } else { self.landing() }",
        replace: "self.landing()",
    },
    Fault {
        name: "hashes-forbidden-cells-alike",
        file: "zobrist.rs",
        find: "Some(cell) => place(cell),",
        replace: "Some(_) => 0xfe,",
    },
    Fault {
        name: "reads-floating-stones",
        file: "notation.rs",
        find: "if under_a_stone & cells != 0 {",
        replace: "if under_a_stone & cells & 1 != 0 {",
    },
    Fault {
        name: "reads-moves-after-a-win",
        file: "notation.rs",
        find: "if winner == to_move || !last_stone_won {",
        replace: "if winner == to_move && !last_stone_won {",
    },
    Fault {
        name: "overlooks-a-cell-above-a-forbidden-one",
        file: "search/geometry.rs",
        find: "row as u32 - u32::from(row > lifted)",
        replace: "row as u32 - u32::from(row > lifted + 1)",
    },
    Fault {
        name: "defends-where-two-threats-stand-in-one-column",
        file: "search/tactics.rs",
        find: "blocks.more_than_one() || !(blocks & under).is_empty()",
        replace: "blocks.more_than_one()",
    },
    Fault {
        name: "follows-half-of-the-time",
        file: "search/lcg.rs",
        find: "word >> 30 != 0",
        replace: "word >> 31 != 0",
    },
    Fault {
        name: "rounds-rave-down",
        file: "search/amaf.rs",
        find: "(change + HALF) >> 15",
        replace: "change >> 15",
    },
    Fault {
        name: "takes-the-last-among-equals",
        file: "search/selection.rs",
        find: "if score > best_score {",
        replace: "if score >= best_score {",
    },
    Fault {
        name: "loses-sooner-than-it-must",
        file: "search/proof.rs",
        find: "Wdl::Draw | Wdl::Win => self.distance > other.distance",
        replace: "Wdl::Draw | Wdl::Win => self.distance < other.distance",
    },
    Fault {
        name: "no-rave-for-the-second-players-cells",
        file: "search/backup.rs",
        find: "Some(_) => child.add_amaf(-for_first),",
        replace: "Some(_) => {}",
    },
];

/// What the engine does, and the reference does again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Comparison {
    Rules,
    Search,
}

impl Comparison {
    pub(crate) const ALL: [Comparison; 2] =
        [Comparison::Rules, Comparison::Search];

    /// How host-sim's `diff` is asked to compare it.
    pub(crate) fn options(self) -> &'static [&'static str] {
        match self {
            Comparison::Rules => &["--positions", "200000", "--seed", "1"],
            Comparison::Search => &["--search", "--searches", "500"],
        }
    }
}

impl Fault {
    pub(crate) fn comparison(&self) -> Comparison {
        if self.file.starts_with("search/") {
            Comparison::Search
        } else {
            Comparison::Rules
        }
    }

    /// The source with the fault in it.
    pub(crate) fn apply(&self, source: &str) -> Result<String, Failure> {
        let count = source.matches(self.find).count();
        if count == 1 {
            return Ok(source.replacen(self.find, self.replace, 1));
        }
        let Fault { name, file, .. } = self;
        Err(Failure::new(format!(
            "fault {name} no longer applies: its text occurs {count} times \
             in engine/src/{file}, not once"
        ))
        .output(format!("{}\n", self.find.trim_end()))
        .next("bring it up to date in xtask/src/faults.rs"))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::workspace::Workspace;

    const FAULT: Fault =
        Fault { name: "n", file: "f.rs", find: "a + b", replace: "a - b" };

    #[test]
    fn a_fault_changes_its_one_place() {
        let faulty = FAULT.apply("let c = a + b;\n").unwrap();
        assert_eq!(faulty, "let c = a - b;\n");
    }

    #[test]
    fn a_fault_that_is_nowhere_or_everywhere_no_longer_applies() {
        for (source, count) in [("a - b", 0), ("a + b + a + b", 2)] {
            let told = FAULT.apply(source).unwrap_err().to_string();
            let what = format!(
                "fault n no longer applies: its text occurs \
                                {count} times in engine/src/f.rs"
            );
            assert!(told.contains(&what), "{told}");
        }
    }

    #[test]
    fn every_fault_is_a_change_with_a_name_of_its_own() {
        for (index, fault) in FAULTS.iter().enumerate() {
            assert_ne!(fault.find, fault.replace, "{}", fault.name);
            let before = &FAULTS[..index];
            assert!(before.iter().all(|other| other.name != fault.name));
        }
    }
    #[test]
    fn every_fault_applies_to_the_engine_as_it_is() {
        let sources = Workspace::find().root().join("engine/src");
        for fault in &FAULTS {
            let source = fs::read_to_string(sources.join(fault.file));
            if let Err(failure) = fault.apply(&source.unwrap()) {
                panic!("{failure}");
            }
        }
    }
}
