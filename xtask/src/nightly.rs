//! `cargo xtask test --nightly`: what takes hours, each by its name or all of
//! it. `--trial` runs little of each, to show that the night can begin.

use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use boards::DevBoard;
use boards::emulator::Emulator;

use crate::advisories;
use crate::bench;
use crate::dist;
use crate::emulate;
use crate::extras::Extra;
use crate::failure::Failure;
use crate::firmware;
use crate::first_play;
use crate::fuzz;
use crate::playouts;
use crate::reproduce;
use crate::setup::Need;
use crate::soak::{self, Cells, Slow};
use crate::steps::{Amount, Lane, Site, Step, StepResult};
use crate::stranger;
use crate::web;

/// The long checks.
pub(crate) const STEPS: &[Step] = &[
    Step {
        name: "states",
        about: "every line in every state of a session, on all boards",
        lane: Lane::Apart,
        needs: &emulate::NEEDS,
        extras: &[],
        check: states,
    },
    Step {
        name: "soak",
        about: "1,000 games in QEMU, 100 on each other board, cables pulled",
        lane: Lane::Boards,
        needs: &emulate::NEEDS,
        extras: &[],
        check: games,
    },
    Step {
        name: "lines",
        about: "self-played games on all boards, 9,600 to 115,200 baud and USB",
        lane: Lane::Apart,
        needs: &emulate::NEEDS,
        extras: &[],
        check: lines,
    },
    Step {
        name: "playouts",
        about: "the playouts that every chip makes in three seconds, as stated",
        lane: Lane::Boards,
        needs: &emulate::NEEDS,
        extras: &[],
        check: playouts::check_all,
    },
    Step {
        name: "signatures",
        about: "the engine plays the same on every board, however many in flight",
        lane: Lane::Boards,
        needs: &emulate::NEEDS,
        extras: &[],
        check: bench::check_signatures,
    },
    Step {
        name: "reproducible",
        about: "every image built elsewhere by somebody else is the same",
        lane: Lane::Boards,
        needs: &emulate::NEEDS,
        extras: &[],
        check: images,
    },
    Step {
        name: "fuzz",
        about: "hours of bytes that a fuzzer makes up, for each property",
        lane: Lane::Apart,
        needs: &[],
        extras: &[Extra::Fuzz],
        check: fuzzing,
    },
    Step {
        name: "advisories",
        about: "no published advisory warns of what is built in",
        lane: Lane::Apart,
        needs: &[],
        extras: &[Extra::Deny, Extra::Advisories],
        check: advisories::check,
    },
    Step {
        name: "ratios",
        about: "the search is as much faster than plain rollouts as stated",
        lane: Lane::Usual,
        needs: &[],
        extras: &[],
        check: bench::check_ratios,
    },
    Step {
        name: "dist",
        about: "a release made elsewhere by somebody else is the same",
        lane: Lane::Usual,
        needs: &web::NEEDS,
        extras: &[],
        check: dist::check,
    },
    Step {
        name: "stranger",
        about: "somebody without any rights plays, from an empty home",
        lane: Lane::Usual,
        needs: &[Need::Crates],
        extras: &[Extra::AnotherUser],
        check: stranger::check,
    },
    Step {
        name: "first-play",
        about: "how long somebody waits who plays for the first time",
        lane: Lane::Usual,
        needs: &[],
        extras: &[],
        check: first_play::check,
    },
];

/// All of the night, or so little that it takes a minute.
fn amount<T>(site: &Site<'_>, night: T, trial: T) -> T {
    match site.amount {
        Amount::Trial => trial,
        Amount::Check | Amount::Night => night,
    }
}

/// Does something on every board, and fails at the end if one has failed: the
/// others were not kept from it.
fn on_each(
    boards: impl Iterator<Item = DevBoard>,
    work: impl Fn(DevBoard) -> Result<String, Failure>,
) -> StepResult {
    let (mut told, mut failed) = (Vec::new(), Vec::new());
    for board in boards {
        match work(board) {
            Ok(line) => told.push(line),
            Err(failure) => failed.push((board, failure)),
        }
    }
    if failed.is_empty() {
        return Ok(told);
    }
    let names: Vec<_> = failed.iter().map(|(it, _)| it.name()).collect();
    let names = names.join(", ");
    let what = format!("{} of the boards failed: {names}", failed.len());
    let texts = failed.iter().map(|(it, why)| format!("{}: {why}", it.name()));
    told.extend(texts);
    Err(Failure::new(what).output(told.join("\n")))
}

fn emulated() -> impl Iterator<Item = DevBoard> {
    DevBoard::emulated().map(|(board, _)| board)
}

/// How many games a night has time for.
fn most(board: DevBoard, in_qemu: u32, elsewhere: u32) -> u32 {
    match board.emulator() {
        Some(Emulator::Qemu(_)) => in_qemu,
        _ => elsewhere,
    }
}

fn states(site: &Site<'_>) -> StepResult {
    on_each(emulated(), |board| {
        let emulator = board.emulator().ok_or_else(|| {
            Failure::new(format!("{} has no emulator", board.name()))
        })?;
        // All of them take days in these.
        let cells = match emulator {
            Emulator::Qemu(_) => Cells::All,
            Emulator::Pico | Emulator::Unicorn(_) => tonight(days()),
        };
        let cells = amount(site, cells, Cells::Sample(4));
        soak::try_states(site, board, emulator, cells)
    })
}

/// How many nights it takes to try all cells in a slow emulator.
const NIGHTS: u64 = 11;

/// The cells whose turn it is.
const fn tonight(day: u64) -> Cells {
    Cells::Part(day % NIGHTS, NIGHTS)
}

/// Full days since 1970.
fn days() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.unwrap_or_default().as_secs() / (24 * 60 * 60)
}

fn games(site: &Site<'_>) -> StepResult {
    on_each(emulated(), |board| {
        let games = amount(site, most(board, 1000, 100), 1);
        firmware::image(site, board)?;
        let soak = site
            .workspace
            .host_sim("soak")
            .args(["--board", board.name(), "--movetime", "5"])
            .args(["--games", &games.to_string(), "--unplug", "10"]);
        let last = soak.last_line()?.unwrap_or_default();
        Ok(format!("{}: {last}", board.name()))
    })
}

/// The speeds of a serial port that people use, and USB's, which has no limit.
const SPEEDS: [Option<u32>; 6] =
    [Some(9600), Some(19_200), Some(38_400), Some(57_600), Some(115_200), None];

/// Those of a board, the fastest first.
fn speeds(board: DevBoard) -> Vec<Option<u32>> {
    let speeds = SPEEDS.into_iter().rev();
    speeds.filter(|it| it.is_some() || board.has_cable()).collect()
}

/// The games of a night are those of all speeds together. They are played side
/// by side: most of the time is spent waiting for a slow line.
fn lines(site: &Site<'_>) -> StepResult {
    let size = amount(site, None, Some("4x4"));
    on_each(emulated(), |board| {
        let all = speeds(board);
        let speeds = amount(site, &all[..], &all[..1]);
        let games = amount(site, most(board, 100, 20), 1);
        let games = games.div_ceil(speeds.len() as u32);
        firmware::image(site, board)?;
        let played: Vec<_> = thread::scope(|scope| {
            let play = |&baud| {
                let slow = Slow { board, games, baud, size };
                scope.spawn(move || slow.play(site))
            };
            let threads: Vec<_> = speeds.iter().map(play).collect();
            threads.into_iter().map(|thread| thread.join()).collect()
        });
        let lost = |_| Err(Failure::new("a game was not played to its end"));
        let told = played.into_iter().map(|it| it.unwrap_or_else(lost));
        Ok(told.collect::<Result<Vec<_>, _>>()?.join("\n"))
    })
}

fn images(site: &Site<'_>) -> StepResult {
    let boards = amount(site, &DevBoard::ALL[..], &[DevBoard::Riscv]);
    on_each(boards.iter().copied(), |board| reproduce::compare(site, board))
}

fn fuzzing(site: &Site<'_>) -> StepResult {
    let seconds = amount(site, 3600, 3);
    fuzz::check_for(site, Duration::from_secs(seconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_night_has_every_long_check() {
        let names: Vec<_> = STEPS.iter().map(|step| step.name).collect();
        let expected = [
            "states",
            "soak",
            "lines",
            "playouts",
            "signatures",
            "reproducible",
            "fuzz",
            "advisories",
            "ratios",
            "dist",
            "stranger",
            "first-play",
        ];
        assert_eq!(names, expected);
    }

    #[test]
    fn a_board_that_fails_fails_the_step_and_stops_no_other() {
        let boards = [DevBoard::Qemu, DevBoard::Pico, DevBoard::Riscv];
        let work = |board: DevBoard| match board {
            DevBoard::Pico => Err(Failure::new("it fell")),
            _ => Ok(board.name().to_owned()),
        };
        let told = on_each(boards.into_iter(), work).unwrap_err().to_string();
        for part in ["1 of the boards failed: pico", "it fell", "riscv"] {
            assert!(told.contains(part), "{part}: {told}");
        }
        let well = on_each([DevBoard::Qemu].into_iter(), work);
        assert_eq!(well.unwrap(), ["qemu"]);
    }

    #[test]
    fn all_cells_have_their_night() {
        let nights = (100..100 + NIGHTS).map(tonight);
        for part in 0..NIGHTS {
            let own =
                nights.clone().filter(|it| *it == Cells::Part(part, NIGHTS));
            assert_eq!(own.count(), 1, "{part}");
        }
        assert_eq!(tonight(7), tonight(7 + NIGHTS));
    }

    #[test]
    fn every_board_plays_at_every_speed_that_it_has() {
        let usual = [115_200, 57_600, 38_400, 19_200, 9600].map(Some);
        for board in [DevBoard::Qemu, DevBoard::Riscv, DevBoard::MicrobitV2] {
            assert_eq!(speeds(board), usual);
        }
        for board in [DevBoard::Pico, DevBoard::Pico2] {
            let speeds = speeds(board);
            assert_eq!(speeds[0], None);
            assert_eq!(speeds[1..], usual);
        }
    }

    #[test]
    fn boards_in_qemu_play_more() {
        assert_eq!(most(DevBoard::Riscv, 1000, 100), 1000);
        assert_eq!(most(DevBoard::Pico2, 1000, 100), 100);
    }
}
