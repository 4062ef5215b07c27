//! `cargo xtask dist`: a release folder, for people who do not build.
//!
//! | file | what it makes |
//! |---|---|
//! | `programs` | the desktop programs and the library, in a build of its own |
//! | `sbom` | `sbom.cdx.json`: which crates are in which file |
//! | `notes` | `RELEASE_NOTES.md`, from the changelog |
//! | `twice` | the check: made elsewhere, it is the same |
//!
//! The same sources make the same bytes: no file holds a date, a name of this
//! computer or a path on it.

mod notes;
mod programs;
mod sbom;
mod twice;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use boards::DevBoard;
use clap::Args;

use crate::failure::Failure;
use crate::firmware;
use crate::remap;
use crate::setup::{self, Need};
use crate::shell::{CommandLine, this_program};
use crate::status::say;
use crate::workspace::Workspace;
use sbom::Artifact;

pub(crate) use twice::check;

/// The version that is released.
const VERSION: &str = env!("CARGO_PKG_VERSION");
const SUMS: &str = "SHA256SUMS";
const SBOM: &str = "sbom.cdx.json";

#[derive(Args)]
pub(crate) struct Arguments {
    /// The folder, which is made anew
    /// [default: dist/pocketfour-VERSION in the build folder]
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,

    /// Only this board's image, without programs and page
    #[arg(long, value_enum)]
    board: Option<DevBoard>,
}

impl Arguments {
    pub(crate) fn run(&self, workspace: &Workspace) -> Result<bool, Failure> {
        let usual = || workspace.apart("dist").join(name());
        let out = self.out.clone().unwrap_or_else(usual);
        let notes = notes::read(workspace, VERSION)?;
        let release = Release { workspace, out: &out };
        release.clear()?;
        let mut artifacts = release.images(self.board)?;
        if self.board.is_none() {
            artifacts.extend(programs::make(&release)?);
            release.page()?;
        }
        for file in ["LICENSE-MIT", "LICENSE-APACHE"] {
            release.copy(&workspace.root().join(file), file)?;
        }
        release.write("RELEASE_NOTES.md", &notes)?;
        release.write("README.md", READ_ME)?;
        let sums = release.sums()?;
        let bill = sbom::make(workspace, VERSION, &artifacts, &sums)?;
        release.write(SBOM, &bill)?;
        let sums = release.sums()?;
        release.tells_nothing(sums.keys())?;
        release.write(SUMS, &listed(&sums))?;
        say(&format!("{} files: {}", sums.len() + 1, out.display()));
        Ok(true)
    }
}

/// The sums as `sha256sum --check` reads them, in the order of the names.
fn listed(sums: &BTreeMap<String, String>) -> String {
    sums.iter().map(|(file, sum)| format!("{sum}  {file}\n")).collect()
}

/// The folder's name.
fn name() -> String {
    format!("pocketfour-{VERSION}")
}

/// What a person finds in the folder.
const READ_ME: &str = "\
# Pocketfour, ready to use

| you have | take |
|---|---|
| a Raspberry Pi Pico | hold BOOTSEL while you connect it, copy `firmware/pico.uf2` to its drive; `firmware/pico-safe-clock.uf2` if it does not run well at 200 MHz |
| a Raspberry Pi Pico 2 | the same with `firmware/pico2.uf2` |
| a BBC micro:bit v2 | connect it, copy `firmware/microbit-v2.hex` to its drive |
| a Linux computer | `bin/pocketfour` plays in a terminal; `bin/host-sim --help` plays matches |
| a web server | the folder `web` is the page, nothing else is needed: `python3 -m http.server --directory web` serves it on this computer, at <http://localhost:8000> |
| a judge or a program of your own | `lib/libpocketfour.so` and `include/pocketfour.h` |

A board plays in any serial terminal, at 115,200 baud: type `help`.
The `.elf` files are for emulators and debuggers.

`sha256sum --check SHA256SUMS` tells whether every file is as it was made;
`sbom.cdx.json` (CycloneDX) lists what each one is built from. The licence is
MIT or Apache 2.0, as you prefer.
";

/// An image in a release.
#[derive(Clone, Copy)]
enum Image {
    Usual,
    /// The Pico's with the slower clock.
    SafeClock,
}

impl Image {
    fn file(self, board: DevBoard, format: &str) -> String {
        let variant = match self {
            Image::Usual => "",
            Image::SafeClock => "-safe-clock",
        };
        format!("firmware/{}{variant}.{format}", board.name())
    }
}

/// A board's images, and the formats in which it has each of them.
fn images(board: DevBoard) -> Vec<(Image, Vec<&'static str>)> {
    let format = board.format().extension();
    let mut formats = vec!["elf", format];
    formats.dedup();
    let mut images = vec![(Image::Usual, formats)];
    if board == DevBoard::Pico {
        images.push((Image::SafeClock, vec![format]));
    }
    images
}

/// A release in the making.
struct Release<'a> {
    workspace: &'a Workspace,
    out: &'a Path,
}

impl Release<'_> {
    /// An older release makes room; any other folder is left alone.
    fn clear(&self) -> Result<(), Failure> {
        let out = self.out;
        let is_empty =
            fs::read_dir(out).map_or(true, |mut it| it.next().is_none());
        if !is_empty && !out.join(SUMS).exists() {
            let what = format!("{} is no release folder", out.display());
            return Err(Failure::new(what)
                .next("name a folder that is not there yet: --out FOLDER"));
        }
        if !is_empty {
            fs::remove_dir_all(out).map_err(|error| {
                let out = out.display();
                Failure::new(format!("cannot clear {out}: {error}"))
            })?;
        }
        Ok(())
    }

    /// Every board's image, or that of one, in every format that it has.
    fn images(&self, only: Option<DevBoard>) -> Result<Vec<Artifact>, Failure> {
        let mut artifacts = Vec::new();
        let boards = DevBoard::ALL.into_iter();
        for board in boards.filter(|&it| only.is_none_or(|only| it == only)) {
            let needs = [Need::Chip(board.target())];
            let site = setup::ensure(self.workspace, &needs)?;
            let packages = sbom::packages(
                self.workspace,
                &["-p", "firmware", "--target", board.target()],
                &board.features(),
            )?;
            for (image, formats) in images(board) {
                let elf = match image {
                    Image::Usual => firmware::show(&site, board)?,
                    Image::SafeClock => firmware::safe_clock(&site)?,
                };
                for format in formats {
                    let file = image.file(board, format);
                    self.copy(&elf.with_extension(format), &file)?;
                    let packages = packages.clone();
                    let kind = "firmware";
                    artifacts.push(Artifact { file, kind, packages });
                }
            }
        }
        Ok(artifacts)
    }

    /// The page that plays in a browser, where `cargo xtask web` builds it.
    fn page(&self) -> Result<(), Failure> {
        let web = CommandLine::new(this_program()).args(["web", "--out"]);
        web.arg(self.out.join("web")).show()
    }

    fn copy(&self, from: &Path, to: &str) -> Result<(), Failure> {
        let to = self.place(to)?;
        fs::copy(from, &to).map(drop).map_err(|error| {
            let (from, to) = (from.display(), to.display());
            Failure::new(format!("cannot copy {from} to {to}: {error}"))
        })
    }

    fn write(&self, file: &str, text: &str) -> Result<(), Failure> {
        let file = self.place(file)?;
        fs::write(&file, text).map_err(|error| {
            Failure::new(format!("cannot write {}: {error}", file.display()))
        })
    }

    /// Where a file goes; its folder is there.
    fn place(&self, file: &str) -> Result<PathBuf, Failure> {
        let file = self.out.join(file);
        let folder = file.parent().unwrap_or(self.out);
        fs::create_dir_all(folder).map_err(|error| {
            Failure::new(format!("cannot make {}: {error}", folder.display()))
        })?;
        Ok(file)
    }

    /// No file says where the project or the crates lie on this computer:
    /// elsewhere, it would have other bytes.
    fn tells_nothing<'a>(
        &self,
        files: impl Iterator<Item = &'a String>,
    ) -> Result<(), Failure> {
        let root = Some(self.workspace.root().to_owned());
        let folders = [root, remap::cargo_home()].into_iter().flatten();
        let folders: Vec<_> =
            folders.map(|it| format!("{}/", it.display())).collect();
        for file in files {
            let bytes = fs::read(self.out.join(file)).map_err(|error| {
                Failure::new(format!("cannot read {file}: {error}"))
            })?;
            let is_told = |folder: &&String| {
                let folder = folder.as_bytes();
                bytes.windows(folder.len()).any(|it| it == folder)
            };
            if let Some(folder) = folders.iter().find(is_told) {
                let what = format!("{file} has {folder} in it");
                return Err(Failure::new(what)
                    .next("see xtask/src/remap.rs: it should have no path"));
            }
        }
        Ok(())
    }

    /// The SHA-256 sum of every file.
    fn sums(&self) -> Result<BTreeMap<String, String>, Failure> {
        let text = CommandLine::new("find")
            .args([".", "-type", "f", "-exec", "sha256sum", "{}", "+"])
            .dir(self.out)
            .ok()?;
        let sums = text.lines().filter_map(|line| line.split_once("  ./"));
        Ok(sums.map(|(sum, file)| (file.into(), sum.into())).collect())
    }
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    #[test]
    fn a_folder_of_something_else_is_left_alone() {
        let folder = TempDir::new().unwrap();
        let workspace = Workspace::find();
        let out = folder.path();
        let release = Release { workspace: &workspace, out };
        release.clear().unwrap();
        release.write("letters/a.txt", "dear").unwrap();
        let told = release.clear().unwrap_err().to_string();
        assert!(told.contains("is no release folder"), "{told}");
        assert!(out.join("letters/a.txt").exists());
        release.write(SUMS, "").unwrap();
        release.clear().unwrap();
        assert!(!out.exists());
    }

    #[test]
    fn a_path_of_this_computer_is_found() {
        let folder = TempDir::new().unwrap();
        let workspace = Workspace::find();
        let release = Release { workspace: &workspace, out: folder.path() };
        let file = "a.bin".to_owned();
        release.write(&file, "/pocketfour/src").unwrap();
        release.tells_nothing([&file].into_iter()).unwrap();
        let path = workspace.root().join("engine/src/lib.rs");
        release.write(&file, &format!("at {}", path.display())).unwrap();
        let told = release.tells_nothing([&file].into_iter()).unwrap_err();
        assert!(told.to_string().contains("a.bin has "), "{told}");
    }

    /// Whatever the order in which the files were made.
    #[test]
    fn sums_are_listed_in_one_order() {
        let workspace = Workspace::find();
        let names = ["b.txt", "a/z.txt", "c", "a.txt", "a/b.txt"];
        let make = |names: &mut dyn Iterator<Item = &&str>| {
            let folder = TempDir::new().unwrap();
            let release = Release { workspace: &workspace, out: folder.path() };
            names.for_each(|name| release.write(name, name).unwrap());
            listed(&release.sums().unwrap())
        };
        let list = make(&mut names.iter());
        assert_eq!(list, make(&mut names.iter().rev()));
        assert_eq!(list.lines().count(), names.len());
        let files = list.lines().map(|line| line.split_once("  ").unwrap().1);
        assert!(files.is_sorted(), "{list}");
    }

    #[test]
    fn the_read_me_names_every_folder() {
        for name in ["firmware/", "bin/", "`web`", "lib/", "include/"] {
            assert!(READ_ME.contains(name), "{name}");
        }
    }

    /// Whatever a person is told to copy to a board is there.
    #[test]
    fn the_images_that_are_named_are_made() {
        let made: Vec<String> = DevBoard::ALL
            .into_iter()
            .flat_map(|board| {
                images(board).into_iter().flat_map(move |(image, formats)| {
                    formats.into_iter().map(move |it| image.file(board, it))
                })
            })
            .collect();
        let words = READ_ME.split('`');
        let named = words.filter(|it| it.starts_with("firmware/"));
        let named: Vec<&str> = named.collect();
        assert_eq!(named.len(), 4);
        for file in named {
            assert!(made.iter().any(|it| it == file), "{file}: {made:?}");
        }
    }

    #[test]
    fn sums_are_those_of_all_files() {
        let folder = TempDir::new().unwrap();
        let workspace = Workspace::find();
        let release = Release { workspace: &workspace, out: folder.path() };
        release.write("a/b.txt", "abc").unwrap();
        release.write("c.txt", "").unwrap();
        let sums = release.sums().unwrap();
        assert_eq!(sums.len(), 2);
        let abc = "ba7816bf8f01cfea414140de5dae2223\
                   b00361a396177a9cb410ff61f20015ad";
        assert_eq!(sums["a/b.txt"], abc);
    }
}
