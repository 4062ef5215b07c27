//! Named, timed steps, and the account of how they went.

use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use crate::failure::Failure;
use crate::setup::Need;
use crate::status::{self, say};
use crate::toolchain::Toolchain;
use crate::workspace::Workspace;

/// What a step works with.
#[derive(Debug)]
pub(crate) struct Site<'a> {
    pub(crate) workspace: &'a Workspace,
    pub(crate) toolchain: Toolchain,
}

/// A step that went well may have something to show: lines to print.
pub(crate) type StepResult = Result<Vec<String>, Failure>;

/// Begins the one line of a step that a missing tool keeps from running.
pub(crate) const NOT_RUN: &str = "not run: ";

/// One check that can be run by its name.
#[derive(Debug)]
pub(crate) struct Step {
    pub(crate) name: &'static str,
    /// One line on what it checks.
    pub(crate) about: &'static str,
    pub(crate) lane: Lane,
    pub(crate) needs: &'static [Need],
    pub(crate) check: fn(&Site<'_>) -> StepResult,
}

/// Steps of different lanes run side by side, those of one lane one after the
/// other: they would wait for each other's builds, or undo them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lane {
    /// Builds for this computer, in the usual folder.
    Usual,
    /// Builds images of boards, and talks with them.
    Boards,
    /// Plays with one image for minutes.
    Games,
    /// Builds in a folder of its own.
    Apart,
}

/// The steps of these names in the order of `all`; every step if there
/// are no names.
pub(crate) fn select<'a>(
    all: &'a [Step],
    names: &[String],
) -> Result<Vec<&'a Step>, Failure> {
    let known = |name: &String| all.iter().any(|step| step.name == name);
    if let Some(unknown) = names.iter().find(|name| !known(name)) {
        let names: Vec<_> = all.iter().map(|step| step.name).collect();
        return Err(Failure::new(format!(
            "no step is called `{unknown}`; the steps are: {}",
            names.join(", ")
        )));
    }
    let wanted = |step: &&Step| {
        names.is_empty() || names.iter().any(|name| step.name == name)
    };
    Ok(all.iter().filter(wanted).collect())
}

/// Runs the steps, one lane beside the other, and prints how they went.
/// Did all of them pass? If it is strict, one that was not run has failed.
pub(crate) fn run(steps: &[&Step], site: &Site<'_>, strict: bool) -> bool {
    let race = Race {
        total: steps.len(),
        running: Mutex::default(),
        done: Mutex::default(),
    };
    let lane = |lane: Lane| {
        for step in steps.iter().filter(|step| step.lane == lane) {
            race.run(step, site);
        }
    };
    let status = || race.status();
    status::showing(status, || {
        thread::scope(|scope| {
            scope.spawn(|| lane(Lane::Boards));
            scope.spawn(|| lane(Lane::Games));
            scope.spawn(|| lane(Lane::Apart));
            lane(Lane::Usual);
        });
    });
    let done = race.done.into_inner().unwrap_or_default();
    say("");
    for step in steps {
        for ended in done.iter().filter(|ended| ended.name == step.name) {
            say(&ended.row());
        }
    }
    say("");
    let count =
        |verdict| done.iter().filter(|ended| ended.verdict == verdict).count();
    let (passed, failed) =
        (count(StepOutcome::Passed), count(StepOutcome::Failed));
    let left_out = count(StepOutcome::NotRun);
    let not_run = match left_out {
        0 => String::new(),
        count if strict => format!(", {count} NOT RUN"),
        count => format!(", {count} not run"),
    };
    say(&format!("{passed} passed, {failed} failed{not_run}"));
    failed == 0 && !(strict && left_out > 0)
}

struct Race {
    total: usize,
    running: Mutex<Vec<(&'static str, Instant)>>,
    done: Mutex<Vec<StepReport>>,
}

#[derive(Debug)]
struct StepReport {
    name: &'static str,
    time: Duration,
    verdict: StepOutcome,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum StepOutcome {
    Passed,
    Failed,
    /// For want of an optional tool.
    NotRun,
}

impl StepOutcome {
    fn of(outcome: &StepResult) -> StepOutcome {
        let first = outcome.as_ref().map(|lines| lines.first());
        match first {
            Err(_) => StepOutcome::Failed,
            Ok(Some(line)) if line.starts_with(NOT_RUN) => StepOutcome::NotRun,
            Ok(_) => StepOutcome::Passed,
        }
    }
}

impl Race {
    fn run(&self, step: &Step, site: &Site<'_>) {
        let start = Instant::now();
        if let Ok(mut running) = self.running.lock() {
            running.push((step.name, start));
        }
        let outcome = (step.check)(site);
        let ended = StepReport {
            name: step.name,
            time: start.elapsed(),
            verdict: StepOutcome::of(&outcome),
        };
        if let Ok(mut running) = self.running.lock() {
            running.retain(|(name, _)| *name != step.name);
        }
        // Held while printing, so that two steps' lines do not mix.
        let Ok(mut done) = self.done.lock() else {
            return;
        };
        let count = format!("[{}/{}]", done.len() + 1, self.total);
        say(&format!("{count} {}", ended.row()));
        match outcome {
            Ok(lines) => {
                for line in lines {
                    say(&format!("      {line}"));
                }
            }
            Err(failure) => {
                let again = format!("cargo xtask test {}", step.name);
                say(failure.to_string().trim_end());
                say(&format!("  this step alone: {again}"));
            }
        }
        done.push(ended);
    }

    fn status(&self) -> String {
        let Ok(running) = self.running.lock() else {
            return String::new();
        };
        let each: Vec<_> = running
            .iter()
            .map(|(name, start)| format!("{name} {}", status::since(*start)))
            .collect();
        format!("running: {}", each.join(", "))
    }
}

impl StepReport {
    fn row(&self) -> String {
        let verdict = match self.verdict {
            StepOutcome::Passed => "passed",
            StepOutcome::Failed => "FAILED",
            StepOutcome::NotRun => "not run",
        };
        let time = status::seconds(self.time);
        format!("{:<12} {verdict:<7} {time:>9}", self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(name: &'static str, check: fn(&Site<'_>) -> StepResult) -> Step {
        Step { name, about: "", lane: Lane::Usual, needs: &[], check }
    }

    fn three() -> [Step; 3] {
        ["one", "two", "three"].map(|name| step(name, |_| Ok(vec![])))
    }

    fn names(steps: &[&Step]) -> Vec<&'static str> {
        steps.iter().map(|step| step.name).collect()
    }

    #[test]
    fn no_name_means_every_step() {
        let all = three();
        let chosen = select(&all, &[]).unwrap();
        assert_eq!(names(&chosen), ["one", "two", "three"]);
    }

    #[test]
    fn named_steps_keep_their_order() {
        let all = three();
        let asked = ["three".into(), "one".into(), "one".into()];
        let chosen = select(&all, &asked).unwrap();
        assert_eq!(names(&chosen), ["one", "three"]);
    }

    #[test]
    fn an_unknown_name_is_answered_with_the_known_ones() {
        let all = three();
        let told = select(&all, &["two".into(), "four".into()]);
        assert_eq!(
            told.unwrap_err().to_string(),
            "error: no step is called `four`; \
             the steps are: one, two, three\n"
        );
    }

    #[test]
    fn a_missing_tool_is_neither_a_pass_nor_a_failure() {
        let line = |text: &str| Ok(vec![text.to_owned()]);
        assert_eq!(
            StepOutcome::of(&line("not run: no tool")),
            StepOutcome::NotRun
        );
        assert_eq!(StepOutcome::of(&line("12 tests")), StepOutcome::Passed);
        assert_eq!(StepOutcome::of(&Ok(vec![])), StepOutcome::Passed);
        let failed = Err(Failure::new("not run: no tool"));
        assert_eq!(StepOutcome::of(&failed), StepOutcome::Failed);
    }

    #[test]
    fn one_failure_fails_the_run_but_stops_nothing() {
        let all = [
            step("bad", |_| Err(Failure::new("bad"))),
            step("good", |_| Ok(vec!["fine".into()])),
        ];
        let workspace = Workspace::find();
        let site = Site { workspace: &workspace, toolchain: Toolchain::Rustup };
        assert!(!run(&[&all[0], &all[1]], &site, false));
        assert!(run(&[&all[1]], &site, true));
    }

    #[test]
    fn what_was_not_run_fails_a_strict_run() {
        let missing = |_: &Site<'_>| Ok(vec![format!("{NOT_RUN}no tool")]);
        let all = [step("missing", missing), step("good", |_| Ok(vec![]))];
        let workspace = Workspace::find();
        let site = Site { workspace: &workspace, toolchain: Toolchain::Rustup };
        assert!(run(&[&all[0], &all[1]], &site, false));
        assert!(!run(&[&all[0], &all[1]], &site, true));
    }
}
