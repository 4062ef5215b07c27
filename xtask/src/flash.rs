//! `cargo xtask flash`: puts an image on a connected board.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use boards::{DevBoard, Drive};
use clap::Args;

use crate::failure::Failure;
use crate::firmware;
use crate::setup::{self, Need};
use crate::shell::CommandLine;
use crate::status::say;
use crate::workspace::Workspace;

#[derive(Args)]
pub(crate) struct Arguments {
    /// The board [default: the one whose drive is there]
    #[arg(long, value_enum)]
    board: Option<DevBoard>,

    /// Its drive [default: looked for where drives are mounted]
    #[arg(long, value_name = "FOLDER")]
    drive: Option<PathBuf>,
}

impl Arguments {
    pub(crate) fn run(&self, workspace: &Workspace) -> Result<bool, Failure> {
        let board = match (self.board, &self.drive) {
            (Some(board), Some(drive)) => suits(board, drive)?,
            (Some(board), None) => board,
            (None, Some(drive)) => named(drive)?,
            (None, None) => waiting(&mount_folders())?,
        };
        let Some(sign) = board.drive() else {
            if board.emulator().is_none() {
                return espflash(workspace, board).map(|()| true);
            }
            let what = "the emulated board has no flash";
            let next = format!("cargo xtask play --board {}", board.name());
            return Err(Failure::new(what).next(next));
        };
        let drive = self.drive.clone().or_else(|| find(&mount_folders(), sign));
        let by_probe = board == DevBoard::MicrobitV2 && probe_rs();
        if drive.is_none() && !by_probe {
            return Err(no_board(board, sign));
        }
        let needs = [Need::Chip(board.target())];
        let site = setup::ensure(workspace, &needs)?;
        let elf = firmware::show(&site, board)?;
        match drive {
            Some(drive) => copy(&elf, board, &drive)?,
            None => {
                CommandLine::new("probe-rs")
                    .args(["download", "--chip", "nRF52833_xxAA"])
                    .arg(&elf)
                    .show()?;
                CommandLine::new("probe-rs")
                    .args(["reset", "--chip", "nRF52833_xxAA"])
                    .show()?;
            }
        }
        say(match board {
            DevBoard::MicrobitV2 => {
                "Done. Next: cargo xtask play --board /dev/ttyACM0, or \
                 whichever port it has"
            }
            _ => "Done. Next: cargo xtask play",
        });
        Ok(true)
    }
}

/// The board whose drive this is.
fn named(drive: &Path) -> Result<DevBoard, Failure> {
    let is_its = |board: &DevBoard| {
        board.drive().is_some_and(|sign| has_sign(drive, sign))
    };
    DevBoard::ALL.into_iter().find(is_its).ok_or_else(|| {
        let found =
            ["INFO_UF2.TXT", "DETAILS.TXT"].into_iter().find_map(|file| {
                let text = fs::read_to_string(drive.join(file)).ok()?;
                let line = text.lines().find(|line| {
                    line.starts_with("Board-ID:")
                        || line.starts_with("Unique ID:")
                })?;
                Some(format!("its {file} says `{}`", line.trim()))
            });
        let found = found.unwrap_or_else(|| {
            "it has no INFO_UF2.TXT or DETAILS.TXT that names one".into()
        });
        let drive = drive.display();
        Failure::new(format!("{drive} is no drive of a known board: {found}"))
            .next(
                "name the folder where the board's drive is mounted; for the \
                 image alone: cargo xtask firmware",
            )
    })
}

/// The board, if this is its drive.
fn suits(board: DevBoard, drive: &Path) -> Result<DevBoard, Failure> {
    let Some(sign) = board.drive() else { return Ok(board) };
    // Boards with the same chip may have the same drive.
    if has_sign(drive, sign) {
        return Ok(board);
    }
    let other = named(drive)?;
    let what = format!(
        "the drive {} belongs to a {}, not to a {}: the image of one does not \
         run on the other",
        drive.display(),
        other.name(),
        board.name()
    );
    Err(Failure::new(what).next(format!(
        "cargo xtask flash --drive {}, or for the {}: {}",
        drive.display(),
        board.name(),
        sign.press
    )))
}

/// Flashes a board of Espressif's through its serial port, which espflash
/// finds.
fn espflash(workspace: &Workspace, board: DevBoard) -> Result<(), Failure> {
    let name = board.name();
    if !CommandLine::new("espflash").arg("--version").works() {
        let what = format!("espflash, which flashes {name}, is not installed");
        let next = format!(
            "cargo install espflash --locked, then: \
             cargo xtask flash --board {name}"
        );
        return Err(Failure::new(what).next(next));
    }
    let needs = [Need::Chip(board.target())];
    let site = setup::ensure(workspace, &needs)?;
    let elf = firmware::show(&site, board)?;
    CommandLine::new("espflash")
        .args(["flash", "--chip", "esp32c3"])
        .arg(&elf)
        .show()?;
    say("Done. Next: cargo xtask play --board /dev/ttyACM0, or whichever \
         port it has");
    Ok(())
}

/// The board that waits for an image.
fn waiting(folders: &[PathBuf]) -> Result<DevBoard, Failure> {
    let waits = |board: &DevBoard| {
        board.drive().is_some_and(|sign| find(folders, sign).is_some())
    };
    DevBoard::ALL.into_iter().find(waits).ok_or_else(|| {
        Failure::new("no board found that waits for an image").next(
            "name the board, to be told what to press: --board pico, \
             --board pico2 or --board microbit-v2",
        )
    })
}

/// Where systems mount drives.
fn mount_folders() -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> =
        ["/media", "/run/media", "/mnt", "/Volumes"].map(Into::into).into();
    for folder in ["/media", "/run/media"] {
        folders.extend(subfolders(Path::new(folder)));
    }
    if cfg!(windows) {
        folders.extend(('D'..='Z').map(|c| format!("{c}:\\").into()));
    }
    folders
}

fn subfolders(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).filter(|p| p.is_dir()).collect()
}

/// The drive with this sign: one of the folders, or a folder in one.
fn find(folders: &[PathBuf], sign: Drive) -> Option<PathBuf> {
    let inner = folders.iter().flat_map(|folder| subfolders(folder));
    folders.iter().cloned().chain(inner).find(|it| has_sign(it, sign))
}

fn has_sign(drive: &Path, sign: Drive) -> bool {
    let text = fs::read_to_string(drive.join(sign.file)).unwrap_or_default();
    let is_sign =
        |line: &str| sign.lines.iter().any(|begin| line.starts_with(begin));
    text.lines().any(is_sign)
}

fn copy(elf: &Path, board: DevBoard, drive: &Path) -> Result<(), Failure> {
    let extension = board.format().extension();
    let image = elf.with_extension(extension);
    let to = drive.join(format!("pocketfour.{extension}"));
    say(&format!("{} -> {}", image.display(), to.display()));
    fs::copy(&image, &to).map_err(|error| {
        let drive = drive.display();
        Failure::new(format!("cannot write to {drive}: {error}"))
            .next("see that the drive is mounted and may be written")
    })?;
    Ok(())
}

fn probe_rs() -> bool {
    env::var_os("PATH").is_some()
        && CommandLine::new("probe-rs").arg("--version").works()
}

fn no_board(board: DevBoard, drive: Drive) -> Failure {
    let name = board.name();
    Failure::new(format!("no {name} found that waits for an image")).next(
        format!(
            "{}, wait for its drive, then: cargo xtask flash --board {name}\n\
             \x20       (a drive that is not found: add --drive FOLDER)",
            drive.press
        ),
    )
}

#[cfg(test)]
mod tests {
    use std::slice;

    use tempfile::TempDir;

    use super::*;

    /// What is on the drives of the boards.
    const PICO: &str = "UF2 Bootloader v3.0\r\n\
                        Model: Raspberry Pi RP2\r\n\
                        Board-ID: RPI-RP2\r\n";
    const PICO2: &str = "UF2 Bootloader v1.0\r\n\
                         Model: Raspberry Pi RP2350\r\n\
                         Board-ID: RP2350\r\n";
    const MICROBIT: &str = "# DAPLink Firmware - see https://mbed.com/daplink\
                            \r\nUnique ID: 9904360258434e45003e400e0000005900\
                            0000009796990b\r\nHIC ID: 9796990b\r\n";
    const OLD_MICROBIT: &str = "# DAPLink Firmware\r\nUnique ID: 990000003163\
                                4e4500624014000000320000000097969901\r\n";

    fn make(drive: &Path, file: &str, text: &str) {
        fs::create_dir_all(drive).unwrap();
        fs::write(drive.join(file), text).unwrap();
    }

    #[test]
    fn an_image_is_for_the_board_that_the_drive_names() {
        let folder = TempDir::new().unwrap();
        let drive = folder.path();
        let told = named(drive).unwrap_err().to_string();
        assert!(told.contains("has no INFO_UF2.TXT"), "{told}");
        make(drive, "INFO_UF2.TXT", PICO2);
        assert_eq!(named(drive).ok(), Some(DevBoard::Pico2));
        assert_eq!(suits(DevBoard::Pico2, drive).ok(), Some(DevBoard::Pico2));
        let told = suits(DevBoard::Pico, drive).unwrap_err().to_string();
        assert!(told.contains("a pico2, not to a pico"), "{told}");
        assert!(told.contains("next: cargo xtask flash --drive"), "{told}");
        let told = suits(DevBoard::MicrobitV2, drive).unwrap_err().to_string();
        assert!(told.contains("a pico2, not to a microbit-v2"), "{told}");

        let drive = &drive.join("old");
        make(drive, "DETAILS.TXT", OLD_MICROBIT);
        let told = suits(DevBoard::MicrobitV2, drive).unwrap_err().to_string();
        assert!(told.contains("DETAILS.TXT says `Unique ID: 9900"), "{told}");
    }

    #[test]
    fn the_right_drive_is_found_among_others() {
        let folder = TempDir::new().unwrap();
        let root = folder.path().to_owned();
        for (drive, file, text) in [
            ("stick", "README.TXT", "Board-ID: RPI-RP2"),
            ("a", "INFO_UF2.TXT", PICO2),
            ("b", "INFO_UF2.TXT", PICO),
            ("c", "DETAILS.TXT", MICROBIT),
        ] {
            make(&root.join(drive), file, text);
        }
        let found = |board: DevBoard| {
            find(slice::from_ref(&root), board.drive().unwrap())
        };
        assert_eq!(found(DevBoard::Pico2), Some(root.join("a")));
        assert_eq!(found(DevBoard::Pico), Some(root.join("b")));
        assert_eq!(found(DevBoard::MicrobitV2), Some(root.join("c")));
        let waiting = |drive| waiting(&[root.join(drive)]).ok();
        assert_eq!(waiting("b"), Some(DevBoard::Pico));
        assert_eq!(waiting("c"), Some(DevBoard::MicrobitV2));
        assert_eq!(waiting("stick"), None);
        assert_eq!(
            find(&[root.join("stick")], DevBoard::Pico.drive().unwrap()),
            None
        );
    }

    #[test]
    fn a_missing_board_is_told_what_to_press() {
        let drive = DevBoard::Pico.drive().unwrap();
        let told = no_board(DevBoard::Pico, drive).to_string();
        assert!(told.contains("BOOTSEL"), "{told}");
        assert!(told.contains("cargo xtask flash --board pico"), "{told}");
    }
}
