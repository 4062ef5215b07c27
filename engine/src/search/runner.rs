//! Rollouts on other cores: how an engine hands them out and takes their
//! results.

use rand_core::Rng;

use super::engine::Work;
use super::in_flight::MAX_IN_FLIGHT;
use super::playout::{Descent, Leaf, Path};
use super::rollout::{Rollout, RolloutResult};
use super::side::Side;
use crate::Engine;

/// What runs rollouts: a second core, a number of threads.
///
/// [`Engine::step_on`] hands rollouts out and takes their results in the same
/// order, so that what it finds does not depend on how long each of them
/// takes.
///
/// ```
/// use pocketfour_engine::{
///     Board, Engine, Node, Position, Rollout, RolloutResult, Runner,
/// };
/// use std::sync::mpsc::{Receiver, Sender, channel};
///
/// /// A thread.
/// struct Thread {
///     buffer: Rollout,
///     work: Sender<Rollout>,
///     results: Receiver<RolloutResult>,
///     running: usize,
/// }
///
/// impl Runner for Thread {
///     fn buffer(&mut self) -> &mut Rollout {
///         &mut self.buffer
///     }
///
///     fn start(&mut self) {
///         self.running += 1;
///         let _ = self.work.send(self.buffer);
///     }
///
///     fn wait_oldest(&mut self) -> Option<RolloutResult> {
///         self.running = self.running.checked_sub(1)?;
///         self.results.recv().ok()
///     }
/// }
///
/// let (work, rollouts) = channel::<Rollout>();
/// let (done, results) = channel();
/// std::thread::spawn(move || {
///     for mut rollout in rollouts {
///         let _ = done.send(rollout.run());
///     }
/// });
/// let mut thread = Thread { buffer: Rollout::EMPTY, work, results, running: 0 };
///
/// let mut pool = vec![Node::EMPTY; 1000];
/// let mut engine = Engine::new(&mut pool);
/// engine.set_max_in_flight(2);
/// engine.set_position(&Position::new(Board::CLASSIC));
/// let mut rng = pocketfour_engine::generator(7);
/// assert_eq!(engine.step_on(100, &mut rng, &mut thread), 100);
/// assert_eq!(engine.in_flight(), 1);
/// engine.settle_on(&mut thread);
/// assert_eq!(engine.report().visits, 100);
/// ```
pub trait Runner {
    /// Lends a buffer for the next rollout.
    fn buffer(&mut self) -> &mut Rollout;

    /// Starts the rollout in the buffer.
    fn start(&mut self);

    /// Waits for the result of the oldest rollout that was started and not
    /// yet taken; `None` if there is none, or if it will never come.
    fn wait_oldest(&mut self) -> Option<RolloutResult>;
}

/// What [`Engine::begin`] has done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Begun {
    /// The buffer holds a rollout to be run; its result is due.
    Rollout,
    /// The playout is over: its result was known without a rollout.
    Done,
    /// There is nothing to do: the result is proven, or the game is over.
    Nothing,
    /// As many rollouts are in flight as may be: a result is due first.
    Full,
}

impl Engine<'_> {
    /// Lets at most this number of rollouts be in flight, the one that begins
    /// included: 1 to [`MAX_IN_FLIGHT`]. With 1, which is the default, a
    /// playout is over before the next one begins.
    ///
    /// Positions, seeds and playouts being equal, the tree depends on this
    /// number, but not on who runs the rollouts.
    ///
    /// ```
    /// use pocketfour_engine::{Engine, Node};
    ///
    /// let mut pool = [Node::EMPTY; 100];
    /// let mut engine = Engine::new(&mut pool);
    /// engine.set_max_in_flight(2);
    /// assert_eq!(engine.max_in_flight(), 2);
    /// ```
    pub fn set_max_in_flight(&mut self, rollouts: usize) {
        self.end_in_flight();
        self.max_in_flight = rollouts.clamp(1, MAX_IN_FLIGHT) as u8;
    }

    /// How many rollouts may be in flight.
    #[must_use]
    pub const fn max_in_flight(&self) -> usize {
        self.max_in_flight as usize
    }

    /// How many rollouts are in flight.
    #[must_use]
    pub const fn in_flight(&self) -> usize {
        self.in_flight.len()
    }

    /// Begins a playout: goes down the tree, and leaves the rollout from
    /// there to the caller. It counts as a visit at once.
    ///
    /// ```
    /// use pocketfour_engine::{Begun, Board, Engine, Node, Position, Rollout};
    ///
    /// let mut pool = vec![Node::EMPTY; 1000];
    /// let mut engine = Engine::new(&mut pool);
    /// engine.set_position(&Position::new(Board::CLASSIC));
    /// let mut rng = pocketfour_engine::generator(7);
    ///
    /// let mut rollout = Rollout::EMPTY;
    /// assert_eq!(engine.begin(&mut rollout, &mut rng), Begun::Rollout);
    /// assert_eq!(engine.begin(&mut rollout.clone(), &mut rng), Begun::Full);
    /// assert!(engine.finish(&rollout.run()));
    /// assert_eq!(engine.report().visits, 1);
    /// ```
    pub fn begin(
        &mut self,
        rollout: &mut Rollout,
        rng: &mut impl Rng,
    ) -> Begun {
        if self.in_flight.len() >= self.max_in_flight() {
            return Begun::Full;
        }
        if !self.prepare(rng) {
            return Begun::Nothing;
        }
        let begun = match self.next_work() {
            Work::Nothing => return Begun::Nothing,
            Work::Done => Begun::Done,
            Work::Playout(side) => self.begin_playout(side, rollout, rng),
        };
        self.playouts += 1;
        // Those of a step before have their results already.
        self.complete_known();
        begun
    }

    fn begin_playout(
        &mut self,
        side: Side,
        rollout: &mut Rollout,
        rng: &mut impl Rng,
    ) -> Begun {
        rollout.threats = self.threats;
        let Rollout { threats, pending, .. } = rollout;
        let mut path = Path::new();
        let mut descent = Descent::new(&mut path, threats, pending, side);
        let leaf = self.descend::<false>(&mut descent, rng, &mut ());
        let Descent { path, side, threats, .. } = &descent;
        match leaf {
            Leaf::Known(result) => {
                let stones = threats.stones();
                self.update_path::<false>(path, *side, stones, result);
                Begun::Done
            }
            Leaf::Open(open) => {
                let number = self.in_flight.next_number();
                self.in_flight.push(path, *side, None);
                rollout.prepare(number, &self.geometry, open);
                Begun::Rollout
            }
        }
    }

    /// Takes the result of a rollout that [`Engine::begin`] has handed out.
    /// Says whether it was awaited: if the engine has
    /// [forgotten](Engine::end_in_flight) that rollout, or has its result already,
    /// nothing changes.
    ///
    /// Results may come in any order. They go into the tree in the order in
    /// which the playouts began: one that comes early waits for the others.
    ///
    /// ```
    /// use pocketfour_engine::{Board, Engine, Node, Position, Rollout};
    ///
    /// let mut pool = vec![Node::EMPTY; 1000];
    /// let mut engine = Engine::new(&mut pool);
    /// let mut rng = pocketfour_engine::generator(7);
    /// let (mut late, mut next) = (Rollout::EMPTY, Rollout::EMPTY);
    /// engine.set_position(&Position::new(Board::CLASSIC));
    /// engine.begin(&mut late, &mut rng);
    /// engine.set_position(&"7/7/7/7/7/3x3 o".parse()?);
    /// engine.begin(&mut next, &mut rng);
    /// assert!(!engine.finish(&late.run()));
    /// assert!(engine.finish(&next.run()));
    /// # Ok::<(), pocketfour_engine::ParsePositionError>(())
    /// ```
    pub fn finish(&mut self, result: &RolloutResult) -> bool {
        if !self.in_flight.keep(result) {
            return false;
        }
        while !self.in_flight.is_empty()
            && !self.in_flight.oldest_awaits_result()
        {
            self.complete_oldest(None);
        }
        true
    }

    /// As [`Engine::step`], with the rollouts run by a [`Runner`]. Some may
    /// be in flight when it returns; [`Engine::settle_on`] waits for them.
    ///
    /// Results that the engine no longer wants, since it has
    /// [ended](Engine::end_in_flight) without them, are dropped. A runner works for
    /// one engine.
    pub fn step_on(
        &mut self,
        playouts: u32,
        rng: &mut impl Rng,
        runner: &mut impl Runner,
    ) -> u32 {
        if !self.in_flight.awaits_results() {
            while runner.wait_oldest().is_some() {}
        }
        if !self.prepare(rng) {
            return 0;
        }
        for done in 0..playouts {
            match self.begin(runner.buffer(), rng) {
                Begun::Rollout => runner.start(),
                Begun::Done => {}
                Begun::Nothing => return done,
                Begun::Full => {
                    debug_assert!(false, "the oldest have been completed");
                    return done;
                }
            }
            while self.in_flight.len() >= self.max_in_flight() {
                self.complete_oldest_on(runner);
            }
        }
        playouts
    }

    /// Waits for everything in flight, and takes it into the tree.
    pub fn settle_on(&mut self, runner: &mut impl Runner) {
        while !self.in_flight.is_empty() {
            self.complete_oldest_on(runner);
        }
    }

    /// Waits for nothing: takes into the tree what is known of the rollouts in
    /// flight, and forgets the rest: neither their visits nor their playouts count. Says
    /// how many it has forgotten.
    ///
    /// ```
    /// use pocketfour_engine::{Board, Engine, Node, Position, Rollout};
    ///
    /// let mut pool = vec![Node::EMPTY; 1000];
    /// let mut engine = Engine::new(&mut pool);
    /// engine.set_max_in_flight(3);
    /// engine.set_position(&Position::new(Board::CLASSIC));
    /// let mut rng = pocketfour_engine::generator(7);
    /// engine.step(5, &mut rng);
    /// engine.begin(&mut Rollout::EMPTY.clone(), &mut rng);
    /// assert_eq!(engine.in_flight(), 2);
    /// assert_eq!(engine.end_in_flight(), 1);
    /// assert_eq!((engine.in_flight(), engine.report().visits), (0, 5));
    /// ```
    pub fn end_in_flight(&mut self) -> u32 {
        let mut forgotten = 0;
        while !self.in_flight.is_empty() {
            forgotten += u32::from(!self.complete_oldest(None));
        }
        forgotten
    }

    /// Takes results into the tree that are known, until no more are in
    /// flight than may be.
    pub(super) fn complete_known(&mut self) {
        while self.in_flight.len() >= self.max_in_flight()
            && !self.in_flight.oldest_awaits_result()
        {
            self.complete_oldest(None);
        }
    }

    /// Ends the oldest playout in flight, with a result that is known or that
    /// the runner has. A runner that has none, or that of a younger rollout
    /// first, has lost this one.
    fn complete_oldest_on(&mut self, runner: &mut impl Runner) {
        while self.in_flight.oldest_awaits_result() {
            let Some(result) = runner.wait_oldest() else { break };
            match self.in_flight.older_than(&result) {
                Some(0) => {
                    self.complete_oldest(Some(&result));
                    return;
                }
                Some(_) => {
                    self.in_flight.keep(&result);
                    break;
                }
                // It belongs to no rollout in flight.
                None => {}
            }
        }
        self.complete_oldest(None);
    }

    /// Ends the oldest playout in flight: with the result that is known, else
    /// with this one; without either, it is forgotten. Says whether there was
    /// a result.
    fn complete_oldest(&mut self, result: Option<&RolloutResult>) -> bool {
        let mut path = Path::new();
        let Some(oldest) = self.in_flight.pop(&mut path) else {
            debug_assert!(false, "nothing is in flight");
            return false;
        };
        let (side, known) = (oldest.side, oldest.result);
        // Results are large: only the one that there is is copied.
        if let Some(known) = known {
            let known = *known;
            self.complete(&path, side, &known);
        } else if let Some(result) = result {
            self.complete(&path, side, result);
        } else {
            for &index in &path {
                self.pool.node_mut(index as usize).forget_visit();
            }
            debug_assert!(self.playouts > 0, "it has been counted");
            self.playouts = self.playouts.saturating_sub(1);
            return false;
        }
        true
    }

    /// Takes the result of a playout into the tree: its visits have been
    /// counted since it was in flight.
    fn complete(&mut self, path: &Path, side: Side, result: &RolloutResult) {
        let end = result.end().into();
        self.update_path::<false>(path, side, &result.stones, end);
        if let Some(preview) = result.preview {
            self.keep_preview(path, preview);
        }
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::super::pending;
    use super::*;
    use crate::{
        Board, Config, Node, NodeRef, Position, RolloutPolicy, Selection,
        Tactics, generator,
    };
    use std::collections::VecDeque;
    use std::vec;
    use std::vec::Vec;

    /// Runs rollouts when their results are asked for.
    struct Queue {
        buffer: Rollout,
        waiting: VecDeque<Rollout>,
    }

    impl Queue {
        const EMPTY: Queue =
            Queue { buffer: Rollout::EMPTY, waiting: VecDeque::new() };
    }

    impl Runner for Queue {
        fn buffer(&mut self) -> &mut Rollout {
            &mut self.buffer
        }

        fn start(&mut self) {
            self.waiting.push_back(self.buffer);
        }

        fn wait_oldest(&mut self) -> Option<RolloutResult> {
            Some(self.waiting.pop_front()?.run())
        }
    }

    /// The results of every move, after rollouts that were given up.
    fn results(leave: bool) -> Vec<(u32, crate::Score)> {
        let mut pool = vec![Node::EMPTY; 1000];
        let mut engine = Engine::new(&mut pool);
        engine.set_max_in_flight(3);
        let mut runner = Queue::EMPTY;
        engine.set_position(&Position::new(Board::CLASSIC));
        engine.step_on(5, &mut generator(1), &mut runner);
        engine.end_in_flight();
        if !leave {
            runner = Queue::EMPTY;
        }
        engine.step(4, &mut generator(2));
        assert!(engine.in_flight() > 0);
        engine.step_on(200, &mut generator(3), &mut runner);
        engine.settle_on(&mut runner);
        let root = engine.root();
        root.children().map(|child| (child.visits(), child.mean())).collect()
    }

    #[test]
    fn results_that_are_not_wanted_are_dropped() {
        assert_eq!(results(true), results(false));
    }

    #[test]
    fn a_step_forgets_the_rollouts_that_others_run() {
        let mut pool = vec![Node::EMPTY; 1000];
        let mut engine = Engine::new(&mut pool);
        engine.set_max_in_flight(MAX_IN_FLIGHT);
        engine.set_position(&Position::new(Board::CLASSIC));
        let mut rng = generator(1);
        for _ in 0..MAX_IN_FLIGHT {
            let mut rollout = Rollout::EMPTY;
            assert_eq!(engine.begin(&mut rollout, &mut rng), Begun::Rollout);
        }
        assert_eq!(engine.step(5, &mut rng), 5);
        assert_eq!(engine.in_flight(), MAX_IN_FLIGHT - 1);
        assert_eq!(engine.end_in_flight(), 0);
        let report = engine.report();
        assert_eq!((report.playouts, report.visits), (5, 5));
    }

    /// The results of every move after ten playouts, those from the fifth on
    /// with results from elsewhere.
    fn mixed(elsewhere: bool) -> Vec<(u32, crate::Score)> {
        let mut pool = vec![Node::EMPTY; 1000];
        let mut engine = Engine::new(&mut pool);
        engine.set_max_in_flight(3);
        engine.set_position(&Position::new(Board::CLASSIC));
        let mut rng = generator(1);
        engine.step(5, &mut rng);
        assert_eq!(engine.in_flight(), 2);
        let mut queue = Queue::EMPTY;
        for _ in 0..5 {
            if !elsewhere {
                engine.step(1, &mut rng);
                continue;
            }
            assert_eq!(engine.begin(queue.buffer(), &mut rng), Begun::Rollout);
            queue.start();
            if engine.in_flight() == 3 {
                assert!(engine.finish(&queue.wait_oldest().unwrap()));
            }
        }
        while let Some(result) = queue.wait_oldest() {
            assert!(engine.finish(&result));
        }
        engine.end_in_flight();
        let root = engine.root();
        root.children().map(|child| (child.visits(), child.mean())).collect()
    }

    #[test]
    fn results_from_elsewhere_come_after_those_of_a_step() {
        assert_eq!(mixed(true), mixed(false));
    }

    /// `finish` takes results that are known before the one it is given.
    #[test]
    fn a_result_belongs_to_the_oldest_rollout_that_awaits_one() {
        let visits_and_mean = |elsewhere: bool| {
            let mut pool = vec![Node::EMPTY; 1000];
            let mut engine = Engine::new(&mut pool);
            engine.set_max_in_flight(MAX_IN_FLIGHT);
            engine.set_position(&Position::new(Board::CLASSIC));
            let mut rng = generator(1);
            engine.step(2, &mut rng);
            let mut rollout = Rollout::EMPTY;
            if elsewhere {
                engine.begin(&mut rollout, &mut rng);
                assert!(engine.finish(&rollout.run()));
                assert!(!engine.finish(&rollout.run()));
            } else {
                engine.step(1, &mut rng);
                engine.end_in_flight();
            }
            assert_eq!(engine.in_flight(), 0);
            let root = engine.root();
            let children = root.children();
            children.map(|it| (it.visits(), it.mean())).collect::<Vec<_>>()
        };
        assert_eq!(visits_and_mean(true), visits_and_mean(false));
    }

    /// The results of every move, where results come in or out of order.
    fn shuffled(order: [usize; 3]) -> Vec<(u32, crate::Score)> {
        let mut pool = vec![Node::EMPTY; 1000];
        let mut engine = Engine::new(&mut pool);
        engine.set_max_in_flight(3);
        engine.set_position(&Position::new(Board::CLASSIC));
        let mut rng = generator(1);
        let mut rollouts = [Rollout::EMPTY; 3];
        for _ in 0..20 {
            for rollout in &mut rollouts {
                assert_eq!(engine.begin(rollout, &mut rng), Begun::Rollout);
            }
            let results = rollouts.map(|mut rollout| rollout.run());
            for index in order {
                assert!(engine.finish(&results[index]));
                assert!(!engine.finish(&results[index]));
            }
            assert_eq!(engine.in_flight(), 0);
        }
        let root = engine.root();
        root.children().map(|child| (child.visits(), child.mean())).collect()
    }

    #[test]
    fn results_go_into_the_tree_in_the_order_of_the_playouts() {
        let in_order = shuffled([0, 1, 2]);
        for order in [[0, 2, 1], [1, 0, 2], [2, 1, 0], [2, 0, 1]] {
            assert_eq!(shuffled(order), in_order);
        }
    }

    /// What comes after another position, number in flight or tree.
    #[test]
    fn a_late_result_belongs_to_no_newer_rollout() {
        let changes: [fn(&mut Engine<'_>); 4] = [
            |engine| engine.set_position(&Position::new(Board::CLASSIC)),
            |engine| engine.set_max_in_flight(2),
            |engine| assert_eq!(engine.end_in_flight(), 1),
            |engine| engine.clear(),
        ];
        for change in changes {
            let mut pool = vec![Node::EMPTY; 1000];
            let mut engine = Engine::new(&mut pool);
            let mut rng = generator(1);
            let (mut late, mut next) = (Rollout::EMPTY, Rollout::EMPTY);
            engine.begin(&mut late, &mut rng);
            change(&mut engine);
            engine.begin(&mut next, &mut rng);
            assert!(!engine.finish(&late.run()));
            assert_eq!(engine.in_flight(), 1);
            assert!(engine.finish(&next.run()));
            assert_eq!((engine.in_flight(), engine.report().visits), (0, 1));
        }
    }

    /// As when the core that had them starts again.
    #[test]
    fn a_runner_that_lost_rollouts_goes_on_with_the_next() {
        let mut pool = vec![Node::EMPTY; 1000];
        let mut engine = Engine::new(&mut pool);
        engine.set_max_in_flight(3);
        let (mut runner, mut rng) = (Queue::EMPTY, generator(1));
        assert_eq!(engine.step_on(2, &mut rng, &mut runner), 2);
        runner.waiting.clear();
        assert_eq!(engine.step_on(10, &mut rng, &mut runner), 10);
        engine.settle_on(&mut runner);
        assert_eq!(engine.report().visits, 10);
    }

    #[test]
    fn leaves_that_are_soon_expanded_have_a_preview() {
        let mut pool = vec![Node::EMPTY; 5000];
        let mut engine = Engine::new(&mut pool);
        engine.set_max_in_flight(3);
        engine.set_position(&Position::new(Board::CLASSIC));
        let (mut runner, mut rng) = (Queue::EMPTY, generator(1));
        engine.step_on(500, &mut rng, &mut runner);
        engine.settle_on(&mut runner);
        let nodes = (1..engine.pool.used()).map(|it| engine.pool.node(it));
        let leaves: Vec<Node> = nodes
            .filter(|it| it.visits() == 3 && it.is_quiet())
            .filter(|it| it.children().is_none())
            .collect();
        let known = leaves.iter().filter(|it| it.preview().is_some()).count();
        let all = leaves.len();
        assert!(all > 3 && known * 10 > all * 8, "{known} of {all}");
    }

    /// The visits of every node, and how deep the deepest lies.
    fn shape(node: NodeRef<'_>, depth: usize, out: &mut Vec<u32>) -> usize {
        out.push(node.visits());
        let children = node.children();
        let deepest = children.map(|child| shape(child, depth + 1, out)).max();
        deepest.unwrap_or(depth)
    }

    /// A rollout has room for a number of moves; leaves lie deeper than that
    /// where nothing is explored.
    #[test]
    fn a_leaf_may_lie_deeper_than_a_rollout_has_room_for_moves() {
        let config = Config {
            selection: Selection::Puct,
            exploration: 0,
            rave: 0,
            expand_at: 0,
            tactics: Tactics::NONE,
            rollout: RolloutPolicy::Uniform,
            proofs: false,
            ..Config::DEFAULT
        };
        let tree = |hand_out: bool| {
            let mut pool = vec![Node::EMPTY; 60_000];
            let mut engine = Engine::new(&mut pool);
            engine.set_config(config);
            engine.set_max_in_flight(2);
            let board = Board::new(12, 12).unwrap();
            engine.set_position(&Position::new(board));
            let mut rng = generator(5);
            if hand_out {
                let mut runner = Queue::EMPTY;
                engine.step_on(4000, &mut rng, &mut runner);
                engine.settle_on(&mut runner);
            } else {
                engine.step(4000, &mut rng);
                engine.end_in_flight();
            }
            let mut visits = Vec::new();
            (shape(engine.root(), 0, &mut visits), visits)
        };
        let (depth, visits) = tree(true);
        assert!(depth > pending::CAPACITY + 2, "{depth}");
        assert_eq!(tree(false), (depth, visits));
    }
}
