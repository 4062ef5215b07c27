//! The faults that the comparison with the reference has to find.
//!
//! Each is one small slip, in `xtask/faults.txt`. Its text has to occur
//! exactly once in the engine: when the engine changes, the step `faults`
//! says which of them no longer applies.

use crate::failure::Failure;

/// A slip: in this file under `engine/src`, this text becomes that.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) name: &'static str,
    pub(crate) file: &'static str,
    find: String,
    replace: String,
}

/// Every fault, from the file beside this crate's sources.
pub(crate) fn faults() -> Vec<Fault> {
    let mut faults: Vec<Fault> = Vec::new();
    for line in include_str!("../faults.txt").lines() {
        let (mark, text) = line.split_once(' ').unwrap_or((line, ""));
        match (mark, faults.last_mut()) {
            ("" | "#", _) => {}
            ("-", Some(fault)) => add_line(&mut fault.find, text),
            ("+", Some(fault)) => add_line(&mut fault.replace, text),
            _ => faults.push(Fault::new(mark, text)),
        }
    }
    faults
}

fn add_line(to: &mut String, line: &str) {
    if !to.is_empty() {
        to.push('\n');
    }
    to.push_str(line);
}

/// What the engine does, and the reference does again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Comparison {
    Rules,
    Search,
}

impl Comparison {
    pub(crate) const ALL: [Comparison; 2] =
        [Comparison::Rules, Comparison::Search];

    /// How much of it is compared.
    pub(crate) fn options(self) -> &'static [&'static str] {
        match self {
            Comparison::Rules => &["positions", "200000"],
            Comparison::Search => &["searches", "500"],
        }
    }
}

impl Fault {
    const fn new(name: &'static str, file: &'static str) -> Fault {
        Fault { name, file, find: String::new(), replace: String::new() }
    }

    pub(crate) fn comparison(&self) -> Comparison {
        if self.file.starts_with("search/") {
            Comparison::Search
        } else {
            Comparison::Rules
        }
    }

    /// The source with the fault in it.
    pub(crate) fn apply(&self, source: &str) -> Result<String, Failure> {
        let count = source.matches(&self.find).count();
        if count == 1 {
            return Ok(source.replacen(&self.find, &self.replace, 1));
        }
        let Fault { name, file, .. } = self;
        Err(Failure::new(format!(
            "fault {name} no longer applies: its text occurs {count} times \
             in engine/src/{file}, not once"
        ))
        .output(format!("{}\n", self.find.trim_end()))
        .next("bring it up to date in xtask/faults.txt"))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::workspace::Workspace;

    fn fault() -> Fault {
        let (find, replace) = ("a + b".into(), "a - b".into());
        Fault { find, replace, ..Fault::new("n", "f.rs") }
    }

    #[test]
    fn a_fault_changes_its_one_place() {
        let faulty = fault().apply("let c = a + b;\n").unwrap();
        assert_eq!(faulty, "let c = a - b;\n");
    }

    #[test]
    fn a_fault_that_is_nowhere_or_everywhere_no_longer_applies() {
        for (source, count) in [("a - b", 0), ("a + b + a + b", 2)] {
            let told = fault().apply(source).unwrap_err().to_string();
            let what = format!(
                "fault n no longer applies: its text occurs \
                                {count} times in engine/src/f.rs"
            );
            assert!(told.contains(&what), "{told}");
        }
    }

    #[test]
    fn every_fault_is_a_change_with_a_name_of_its_own() {
        let faults = faults();
        assert!(faults.len() >= 22);
        for (index, fault) in faults.iter().enumerate() {
            assert_ne!(fault.find, fault.replace, "{}", fault.name);
            let before = &faults[..index];
            assert!(before.iter().all(|other| other.name != fault.name));
        }
    }

    #[test]
    fn every_fault_applies_to_the_engine_as_it_is() {
        let sources = Workspace::find().root().join("engine/src");
        for fault in faults() {
            let source = fs::read_to_string(sources.join(fault.file));
            if let Err(failure) = fault.apply(&source.unwrap()) {
                panic!("{failure}");
            }
        }
    }
}
