//! Two threads in place of two cores.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use engine::{Board, Engine, Node, Position, Report, Rollout, generator};
use firmware::second_core::{
    Buffers, CAPACITY, Client, CoreJob, Handover, Pulse,
};

/// Mixes a number for a while: the number, what has become of it, and the
/// rounds that were done.
struct Mix(u32, u32, u32);

impl Mix {
    fn new(number: u32) -> Mix {
        Mix(number, number, 0)
    }
}

impl CoreJob for Mix {
    type Output = (u32, u32);

    const EMPTY: Mix = Mix(0, 0, 0);

    fn run(&mut self) -> (u32, u32) {
        loop {
            if let Some(output) = self.advance() {
                return output;
            }
        }
    }

    fn advance(&mut self) -> Option<(u32, u32)> {
        let Mix(number, mixed, round) = self;
        if *round == *number % 97 {
            return Some((*number, *mixed));
        }
        *mixed = mix_in(*mixed, *round);
        *round += 1;
        None
    }
}

fn mix_in(mixed: u32, round: u32) -> u32 {
    mixed.rotate_left(5).wrapping_mul(0x9e37_79b9) ^ round
}

fn mix(number: u32) -> u32 {
    (0..number % 97).fold(number, mix_in)
}

fn nobody_sleeps() {}

/// Lets a thread work for another.
fn employ<J: CoreJob, T>(work: impl FnOnce(&mut Client<'_, '_, J>) -> T) -> T {
    let (mut buffers, mut handover) = (Buffers::<J>::EMPTY, Handover::new());
    let (mut client, mut worker) =
        handover.split(&mut buffers, nobody_sleeps, thread::yield_now);
    let (pulse, over) = (Pulse::new(), AtomicBool::new(false));
    thread::scope(|scope| {
        scope.spawn(|| {
            while !over.load(Ordering::Relaxed) {
                if !worker.step(&pulse) {
                    thread::yield_now();
                }
            }
        });
        let result = work(&mut client);
        over.store(true, Ordering::Relaxed);
        result
    })
}

#[test]
fn results_come_back_whole_and_in_order() {
    const JOBS: u32 = if cfg!(miri) { 100 } else { 100_000 };
    employ(|client: &mut Client<'_, '_, Mix>| {
        let (mut sent, mut expected) = (0, 0);
        while expected < JOBS {
            while sent < JOBS && client.under_way() < CAPACITY {
                *client.next_job() = Mix::new(sent);
                assert!(client.submit());
                sent += 1;
            }
            assert_eq!(client.wait(), Some((expected, mix(expected))));
            expected += 1;
        }
        assert_eq!(client.under_way(), 0);
        assert!(client.collect().is_none());
        assert!(client.wait().is_none());
    });
}

#[test]
fn a_job_too_many_is_not_taken() {
    let (mut buffers, mut handover) = (Buffers::<Mix>::EMPTY, Handover::new());
    let (mut client, mut worker) =
        handover.split(&mut buffers, nobody_sleeps, nobody_sleeps);
    let pulse = Pulse::new();
    for number in 0..CAPACITY as u32 {
        *client.next_job() = Mix::new(number);
        assert!(client.submit());
    }
    *client.next_job() = Mix::new(99);
    assert!(!client.submit());
    // Done is not collected: the buffers are not free yet. The youngest job
    // waits in the client's hand.
    for _ in 1..CAPACITY {
        assert!(worker.step(&pulse));
    }
    assert!(!worker.step(&pulse));
    assert!(!client.submit());
    assert_eq!(client.collect(), Some((0, mix(0))));
    assert_eq!(client.next_job().0, 99);
    assert!(client.submit());
}

/// The client does its own job to the end while the worker does nothing.
#[test]
fn a_client_that_waits_does_a_part_of_the_work() {
    static SLEPT: AtomicBool = AtomicBool::new(false);
    let (mut buffers, mut handover) = (Buffers::<Mix>::EMPTY, Handover::new());
    let sleep = || SLEPT.store(true, Ordering::Relaxed);
    let (mut client, mut worker) =
        handover.split(&mut buffers, nobody_sleeps, sleep);
    let pulse = Pulse::new();
    for number in [50, 60] {
        *client.next_job() = Mix::new(number);
        assert!(client.submit());
    }
    thread::scope(|scope| {
        let waits = scope.spawn(move || [client.wait(), client.wait()]);
        // It has nothing left to do but to sleep.
        while !SLEPT.load(Ordering::Relaxed) {
            thread::yield_now();
        }
        while !waits.is_finished() {
            worker.step(&pulse);
        }
        let results = waits.join().expect("no panic");
        assert_eq!(results, [50, 60].map(|it| Some((it, mix(it)))));
    });
}

#[test]
fn each_side_wakes_the_other() {
    static AWAKE: AtomicBool = AtomicBool::new(false);
    let (mut buffers, mut handover) = (Buffers::<Mix>::EMPTY, Handover::new());
    let wake = || AWAKE.store(true, Ordering::Relaxed);
    let (mut client, mut worker) =
        handover.split(&mut buffers, wake, nobody_sleeps);
    let pulse = Pulse::new();
    assert!(!worker.step(&pulse));
    assert!(!AWAKE.load(Ordering::Relaxed));
    assert!(client.submit());
    assert!(AWAKE.swap(false, Ordering::Relaxed));
    assert!(worker.step(&pulse));
    assert!(AWAKE.load(Ordering::Relaxed));
}

#[test]
fn a_core_that_hangs_has_no_pulse() {
    let (mut buffers, mut handover) = (Buffers::<Mix>::EMPTY, Handover::new());
    let (_client, mut worker) =
        handover.split(&mut buffers, nobody_sleeps, nobody_sleeps);
    let pulse = Pulse::new();
    assert!(pulse.ask(), "nothing was asked yet");
    assert!(!pulse.ask());
    assert!(!pulse.ask());
    worker.step(&pulse);
    assert!(pulse.ask());
    assert!(!pulse.ask());
}

/// Results of a search that was given up are no part of the next one.
#[test]
fn what_was_forgotten_does_not_come_back() {
    const PLAYOUTS: u32 = if cfg!(miri) { 20 } else { 500 };
    const STEP: usize = if cfg!(miri) { 4 } else { 1 };
    let position = Position::new(Board::CLASSIC);
    let grow = |client: &mut Client<'_, '_, Rollout>, given_up: u32| {
        let mut pool = vec![Node::EMPTY; 500];
        let mut engine = Engine::new(&mut pool);
        engine.set_max_in_flight(CAPACITY);
        engine.set_position(&position);
        engine.step_on(given_up, &mut generator(9), client);
        engine.clear();
        engine.set_position(&position);
        engine.step_on(PLAYOUTS, &mut generator(3), client);
        engine.settle_on(client);
        engine.report()
    };
    employ(|client: &mut Client<'_, '_, Rollout>| {
        let alone = grow(client, 0);
        for given_up in (1..=10).step_by(STEP) {
            assert_eq!(grow(client, given_up), alone, "{given_up}");
        }
    });
}

/// Who runs the rollouts changes nothing.
#[test]
fn two_cores_grow_the_tree_of_one() {
    const PLAYOUTS: u32 = if cfg!(miri) { 20 } else { 2000 };
    for in_flight in 1..=CAPACITY {
        for (rows, columns) in [(6, 7), (12, 12)] {
            let board = Board::new(rows, columns).expect("a board");
            let grow = |step: &mut dyn FnMut(&mut Engine<'_>)| -> Report {
                let mut pool = vec![Node::EMPTY; 500];
                let mut engine = Engine::new(&mut pool);
                engine.set_max_in_flight(in_flight);
                engine.set_position(&Position::new(board));
                step(&mut engine);
                engine.report()
            };
            let alone = grow(&mut |engine| {
                engine.step(PLAYOUTS, &mut generator(3));
                engine.end_in_flight();
            });
            let together = employ(|client: &mut Client<'_, '_, Rollout>| {
                grow(&mut |engine| {
                    engine.step_on(PLAYOUTS, &mut generator(3), client);
                    engine.settle_on(client);
                })
            });
            assert_eq!(alone, together);
        }
    }
}

static SLEPT: AtomicBool = AtomicBool::new(false);
static WOKEN: AtomicBool = AtomicBool::new(false);

fn sleep() {
    SLEPT.store(true, Ordering::SeqCst);
    WOKEN.store(false, Ordering::SeqCst);
    thread::yield_now();
}

fn wake() {
    WOKEN.store(true, Ordering::SeqCst);
}

/// An executor on the first core sleeps until the next event: the one that
/// has ended a wait may have been meant for it.
#[test]
fn an_event_that_ends_a_wait_is_given_back() {
    let (mut buffers, mut handover) = (Buffers::<Mix>::EMPTY, Handover::new());
    let (mut client, mut worker) = handover.split(&mut buffers, wake, sleep);
    *client.next_job() = Mix::new(50);
    assert!(client.submit());
    thread::scope(|scope| {
        scope.spawn(move || {
            while !SLEPT.load(Ordering::SeqCst) {
                thread::yield_now();
            }
            worker.step(&Pulse::new());
            // Nobody but the client wakes anybody from now on.
            WOKEN.store(false, Ordering::SeqCst);
            thread::park_timeout(std::time::Duration::from_millis(20));
        });
        assert_eq!(client.wait(), Some((50, mix(50))));
    });
    assert!(SLEPT.load(Ordering::SeqCst) && WOKEN.load(Ordering::SeqCst));
}
