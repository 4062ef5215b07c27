//! `cargo xtask flash`: puts an image on a connected board.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use boards::{Board, Drive};
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
    board: Option<Board>,

    /// Its drive [default: looked for where drives are mounted]
    #[arg(long, value_name = "FOLDER")]
    drive: Option<PathBuf>,
}

impl Arguments {
    pub(crate) fn run(&self, workspace: &Workspace) -> Result<bool, Failure> {
        let board = match self.board {
            Some(board) => board,
            None => waiting(&mount_folders())?,
        };
        let Some(sign) = board.drive() else {
            let what = "the emulated board has no flash";
            let next = "cargo xtask play --board qemu";
            return Err(Failure::new(what).next(next));
        };
        let needs = [Need::Chip(board.target())];
        let site = setup::ensure(workspace, &needs)?;
        let elf = firmware::image(&site, board)?;
        let drive = self.drive.clone().or_else(|| find(&mount_folders(), sign));
        match drive {
            Some(drive) => copy(&elf, board, &drive)?,
            None if board == Board::MicrobitV2 && probe_rs() => {
                CommandLine::new("probe-rs")
                    .args(["download", "--chip", "nRF52833_xxAA"])
                    .arg(&elf)
                    .show()?;
                CommandLine::new("probe-rs")
                    .args(["reset", "--chip", "nRF52833_xxAA"])
                    .show()?;
            }
            None => return Err(no_board(board, sign)),
        }
        say(match board {
            Board::MicrobitV2 => {
                "Done. Next: cargo xtask play --board /dev/ttyACM0, or \
                 whichever port it has"
            }
            _ => "Done. Next: cargo xtask play",
        });
        Ok(true)
    }
}

/// The board that waits for an image.
fn waiting(folders: &[PathBuf]) -> Result<Board, Failure> {
    let waits = |board: &Board| {
        board.drive().is_some_and(|sign| find(folders, sign).is_some())
    };
    Board::ALL.into_iter().find(waits).ok_or_else(|| {
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
    let has_sign = |drive: &PathBuf| {
        fs::read_to_string(drive.join(sign.file))
            .is_ok_and(|text| text.contains(sign.word))
    };
    let inner = folders.iter().flat_map(|folder| subfolders(folder));
    folders.iter().cloned().chain(inner).find(has_sign)
}

fn copy(elf: &Path, board: Board, drive: &Path) -> Result<(), Failure> {
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

fn no_board(board: Board, drive: Drive) -> Failure {
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

    #[test]
    fn the_right_drive_is_found_among_others() {
        let folder = TempDir::new().unwrap();
        let root = folder.path().to_owned();
        for (drive, file, text) in [
            ("stick", "README.TXT", "RPI-RP2"),
            ("a", "INFO_UF2.TXT", "Board-ID: RP2350\r\n"),
            ("b", "INFO_UF2.TXT", "Board-ID: RPI-RP2\r\n"),
            ("c", "DETAILS.TXT", "# DAPLink - micro:bit\r\n"),
        ] {
            fs::create_dir_all(root.join(drive)).unwrap();
            fs::write(root.join(drive).join(file), text).unwrap();
        }
        let found =
            |board: Board| find(slice::from_ref(&root), board.drive().unwrap());
        assert_eq!(found(Board::Pico2), Some(root.join("a")));
        assert_eq!(found(Board::Pico), Some(root.join("b")));
        assert_eq!(found(Board::MicrobitV2), Some(root.join("c")));
        let waiting = |drive| waiting(&[root.join(drive)]).ok();
        assert_eq!(waiting("b"), Some(Board::Pico));
        assert_eq!(waiting("c"), Some(Board::MicrobitV2));
        assert_eq!(waiting("stick"), None);
        assert_eq!(
            find(&[root.join("stick")], Board::Pico.drive().unwrap()),
            None
        );
    }

    #[test]
    fn a_missing_board_is_told_what_to_press() {
        let drive = Board::Pico.drive().unwrap();
        let told = no_board(Board::Pico, drive).to_string();
        assert!(told.contains("BOOTSEL"), "{told}");
        assert!(told.contains("cargo xtask flash --board pico"), "{told}");
    }
}
