//! Named, timed steps, and the account of how they went.

use std::num::NonZeroUsize;
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::extras::Extra;
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
    pub(crate) amount: Amount,
}

/// How much a step does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Amount {
    /// What a change has to pass.
    Check,
    /// What takes hours.
    Night,
    /// Little of that, to show that it can run.
    Trial,
}

impl Amount {
    /// How steps of it are run.
    const fn command(self) -> &'static str {
        match self {
            Amount::Check => "cargo xtask test",
            Amount::Night => "cargo xtask test --nightly",
            Amount::Trial => "cargo xtask test --nightly --trial",
        }
    }
}

/// A step that went well may have something to show: lines to print.
pub(crate) type StepResult = Result<Vec<String>, Failure>;

/// One check that can be run by its name.
#[derive(Debug)]
pub(crate) struct Step {
    pub(crate) name: &'static str,
    /// One line on what it checks.
    pub(crate) about: &'static str,
    pub(crate) lane: Lane,
    pub(crate) needs: &'static [Need],
    /// It is not run without these.
    pub(crate) extras: &'static [Extra],
    pub(crate) check: fn(&Site<'_>) -> StepResult,
}

/// Steps of one lane run one after the other: they would wait for each other's
/// builds, or undo them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lane {
    /// Builds for this computer, in the usual folder.
    Usual,
    /// Builds images of boards.
    Boards,
    /// Works in a folder of its own, or with what it builds in a moment or finds
    /// built: it runs beside any other step.
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

/// Runs the steps side by side, those first that come first, and prints how they
/// went. Did all of them pass? If it is strict, one that was not run has failed.
pub(crate) fn run(steps: &[&Step], site: &Site<'_>, strict: bool) -> bool {
    let race = Race {
        total: steps.len(),
        queue: Mutex::new(Queue { waiting: steps.to_vec(), busy: vec![] }),
        freed: Condvar::new(),
        running: Mutex::default(),
        done: Mutex::default(),
    };
    let work = || {
        while let Some(step) = race.next() {
            race.run(step, site);
            race.release(step.lane);
        }
    };
    let status = || race.status();
    status::showing(status, || {
        thread::scope(|scope| {
            for _ in 1..at_once() {
                scope.spawn(work);
            }
            work();
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
    let (line, is_good) = sum_up(&done, strict);
    say(&line);
    is_good
}

/// The last line, and whether all is well.
fn sum_up(done: &[StepReport], strict: bool) -> (String, bool) {
    let (mut passed, mut failed, mut left_out) = (0, 0, 0);
    for report in done {
        *match report.ending {
            StepEnding::Passed(_) => &mut passed,
            StepEnding::Failed(_) => &mut failed,
            StepEnding::NotRun(_) => &mut left_out,
        } += 1;
    }
    let not_run = match left_out {
        0 => String::new(),
        count if strict => format!(", {count} NOT RUN"),
        count => format!(", {count} not run"),
    };
    let line = format!("{passed} passed, {failed} failed{not_run}");
    (line, failed == 0 && !(strict && left_out > 0))
}

/// How many steps run at a time: one for each core, and two for when others wait,
/// as for a browser or a slow line.
fn at_once() -> usize {
    thread::available_parallelism().map_or(1, NonZeroUsize::get) + 2
}

/// The steps that have not begun, and the lanes of those that have.
struct Queue<'a> {
    waiting: Vec<&'a Step>,
    busy: Vec<Lane>,
}

impl<'a> Queue<'a> {
    /// The first step whose lane is free, which is then taken.
    fn take(&mut self) -> Option<&'a Step> {
        let is_free = |step: &&Step| !self.busy.contains(&step.lane);
        let step = self.waiting.remove(self.waiting.iter().position(is_free)?);
        if step.lane != Lane::Apart {
            self.busy.push(step.lane);
        }
        Some(step)
    }
}

struct Race<'a> {
    total: usize,
    queue: Mutex<Queue<'a>>,
    /// Told when a lane is free again.
    freed: Condvar,
    running: Mutex<Vec<(&'static str, Instant)>>,
    done: Mutex<Vec<StepReport>>,
}

#[derive(Debug)]
struct StepReport {
    name: &'static str,
    time: Duration,
    ending: StepEnding,
}

#[derive(Debug)]
enum StepEnding {
    /// With lines to print.
    Passed(Vec<String>),
    Failed(Failure),
    /// Or not as a whole, for want of a tool.
    NotRun(String),
}

impl StepEnding {
    /// Runs a step unless a tool is missing.
    fn of(missing: Option<String>, check: impl FnOnce() -> StepResult) -> Self {
        if let Some(why) = missing {
            return StepEnding::NotRun(why);
        }
        match check() {
            Ok(lines) => StepEnding::Passed(lines),
            Err(failure) => match failure.why_left_out() {
                Some(why) => StepEnding::NotRun(why.into()),
                None => StepEnding::Failed(failure),
            },
        }
    }
}

impl<'a> Race<'a> {
    /// The next step, once its lane is free; none when all have begun.
    fn next(&self) -> Option<&'a Step> {
        let queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        let nothing_yet = |queue: &mut Queue<'a>| {
            let all_busy = |step: &&Step| queue.busy.contains(&step.lane);
            !queue.waiting.is_empty() && queue.waiting.iter().all(all_busy)
        };
        let queue = self.freed.wait_while(queue, nothing_yet);
        queue.unwrap_or_else(PoisonError::into_inner).take()
    }

    fn release(&self, lane: Lane) {
        let queue = self.queue.lock();
        let mut queue = queue.unwrap_or_else(PoisonError::into_inner);
        queue.busy.retain(|busy| *busy != lane);
        self.freed.notify_all();
    }

    fn run(&self, step: &Step, site: &Site<'_>) {
        let start = Instant::now();
        if let Ok(mut running) = self.running.lock() {
            running.push((step.name, start));
        }
        let mut extras = step.extras.iter();
        let missing = extras.find_map(|extra| extra.missing(site.workspace));
        let ending = StepEnding::of(missing, || (step.check)(site));
        let time = start.elapsed();
        let ended = StepReport { name: step.name, time, ending };
        if let Ok(mut running) = self.running.lock() {
            running.retain(|(name, _)| *name != step.name);
        }
        // Held while printing, so that two steps' lines do not mix.
        let Ok(mut done) = self.done.lock() else {
            return;
        };
        let count = format!("[{}/{}]", done.len() + 1, self.total);
        say(&format!("{count} {}", ended.row()));
        match &ended.ending {
            StepEnding::Passed(lines) => {
                for line in lines {
                    say(&format!("      {line}"));
                }
            }
            StepEnding::NotRun(why) => say(&format!("      not run: {why}")),
            StepEnding::Failed(failure) => {
                let again = format!("{} {}", site.amount.command(), step.name);
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
        let ending = match self.ending {
            StepEnding::Passed(_) => "passed",
            StepEnding::Failed(_) => "FAILED",
            StepEnding::NotRun(_) => "not run",
        };
        let time = status::seconds(self.time);
        format!("{:<12} {ending:<7} {time:>9}", self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(name: &'static str, check: fn(&Site<'_>) -> StepResult) -> Step {
        let (needs, extras) = (&[], &[]);
        Step { name, about: "", lane: Lane::Usual, needs, extras, check }
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
        let end = |missing: Option<&str>, result| {
            StepEnding::of(missing.map(str::to_owned), || result)
        };
        let missing = end(Some("no tool"), Err(Failure::new("run")));
        assert!(matches!(missing, StepEnding::NotRun(why) if why == "no tool"));
        let passed = end(None, Ok(vec!["not run: no tool".into()]));
        assert!(matches!(passed, StepEnding::Passed(_)), "{passed:?}");
        let part = end(None, Err(Failure::left_out("only a part")));
        assert!(
            matches!(part, StepEnding::NotRun(why) if why == "only a part")
        );
        let failed = end(None, Err(Failure::new("bad")));
        assert!(matches!(failed, StepEnding::Failed(_)), "{failed:?}");
    }

    #[test]
    fn one_failure_fails_the_run_but_stops_nothing() {
        let all = [
            step("bad", |_| Err(Failure::new("bad"))),
            step("good", |_| Ok(vec!["fine".into()])),
        ];
        let workspace = Workspace::find();
        let (workspace, toolchain) = (&workspace, Toolchain::Rustup);
        let site = Site { workspace, toolchain, amount: Amount::Check };
        assert!(!run(&[&all[0], &all[1]], &site, false));
        assert!(run(&[&all[1]], &site, true));
    }

    #[test]
    fn steps_of_one_lane_follow_each_other() {
        let mut all = three();
        all[2].lane = Lane::Apart;
        let waiting = all.iter().collect();
        let mut queue = Queue { waiting, busy: vec![] };
        let take = |queue: &mut Queue<'_>| queue.take().map(|it| it.name);
        assert_eq!(take(&mut queue), Some("one"));
        assert_eq!(take(&mut queue), Some("three"));
        assert_eq!(take(&mut queue), None);
        queue.busy.clear();
        assert_eq!(take(&mut queue), Some("two"));
        assert_eq!(queue.busy, [Lane::Usual]);
    }

    #[test]
    fn what_was_not_run_fails_a_strict_run() {
        let report =
            |ending| StepReport { name: "one", time: Duration::ZERO, ending };
        let done = [
            report(StepEnding::NotRun("no tool".into())),
            report(StepEnding::Passed(vec![])),
        ];
        let told = |strict| sum_up(&done, strict);
        let line = "1 passed, 0 failed, 1 not run".to_owned();
        assert_eq!(told(false), (line, true));
        let line = "1 passed, 0 failed, 1 NOT RUN".to_owned();
        assert_eq!(told(true), (line, false));
    }
}
