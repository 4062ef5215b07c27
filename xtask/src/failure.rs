//! What went wrong, what the program said, what to do next.

use std::fmt;

use boards::elf::ElfError;
use boards::emulator::EmulatorError;
use boards::hex;
use boards::serial::Problem;

/// A failed piece of work, told to a person.
#[derive(Debug)]
pub(crate) struct Failure {
    what: String,
    output: String,
    next: Option<String>,
    is_left_out: bool,
}

impl Failure {
    /// One sentence on what went wrong.
    pub(crate) fn new(what: impl Into<String>) -> Self {
        Failure {
            what: what.into(),
            output: String::new(),
            next: None,
            is_left_out: false,
        }
    }

    /// Why something has not been looked at: neither good nor bad.
    pub(crate) fn left_out(why: impl Into<String>) -> Self {
        Failure { is_left_out: true, ..Failure::new(why) }
    }

    /// Why, if it is that.
    pub(crate) fn why_left_out(&self) -> Option<&str> {
        self.is_left_out.then_some(&self.what)
    }

    /// Adds what the failing program printed.
    pub(crate) fn output(mut self, output: impl Into<String>) -> Self {
        self.output = output.into();
        self
    }

    /// Adds what to do about it, unless something nearer to the cause
    /// said so already.
    pub(crate) fn next(mut self, next: impl Into<String>) -> Self {
        self.next.get_or_insert(next.into());
        self
    }
}

impl From<ElfError> for Failure {
    fn from(error: ElfError) -> Failure {
        Failure::new(error.to_string())
    }
}

impl From<EmulatorError> for Failure {
    fn from(error: EmulatorError) -> Failure {
        Failure::new(error.to_string()).next(error.next())
    }
}

impl From<hex::WriterError> for Failure {
    fn from(error: hex::WriterError) -> Failure {
        Failure::new(format!("cannot write Intel HEX: {error}"))
    }
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Failure {
        Failure::new(problem.to_string()).next(problem.next())
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let output = self.output.trim_end();
        if !output.is_empty() {
            writeln!(f, "{output}")?;
        }
        writeln!(f, "error: {}", self.what)?;
        match &self.next {
            Some(next) => writeln!(f, "  next: {next}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reason_follows_the_output_and_the_advice_comes_last() {
        let failure = Failure::new("`make` failed")
            .output("no rule\n\n")
            .next("write a rule")
            .next("look again");
        let told = "no rule\nerror: `make` failed\n  next: write a rule\n";
        assert_eq!(failure.to_string(), told);
    }
}
