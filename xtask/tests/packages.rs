//! Nothing is installed that was not told and agreed to.
//!
//! A stand-in for apt-get answers as Debian's does and keeps a list of what it
//! was asked to do.

#![cfg(target_os = "linux")]

mod common;

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use boards::serial::pseudo_terminal;
use common::{hear, refusal, stand_in, xtask};
use tempfile::TempDir;

/// A computer with apt-get, without QEMU.
struct Computer {
    folder: TempDir,
}

/// What apt-get would do beside installing.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Removal {
    Nothing,
    QemuUtils,
}

impl Computer {
    fn new(removal: Removal) -> Computer {
        let folder = TempDir::new().unwrap();
        let path = folder.path();
        let removed = match removal {
            Removal::Nothing => "",
            Removal::QemuUtils => "echo 'Remv qemu-utils [1:10.0]'",
        };
        let script = format!(
            r#"case "$*" in
            *--version*) exit 0 ;;
            "-s "*) {removed}
                echo 'Inst libfdt1 (1.6)'
                echo 'Inst qemu-system-arm (1:7.2)' ;;
            *--print-uris*) echo 'Need to get 25.2 MB of archives.' ;;
            *) echo "$*" >> {} ;;
            esac"#,
            path.join("done").display()
        );
        stand_in(path, "apt-get", &script);
        stand_in(path, "id", "echo 0");
        Computer { folder }
    }

    fn play(&self, more: &[&str]) -> Command {
        let arguments = [&["play", "--board", "qemu"], more].concat();
        let mut command = xtask(&arguments);
        command.env("PATH", self.folder.path());
        command
    }

    /// What apt-get has been asked to do that changes something.
    fn done(&self) -> Vec<String> {
        let file: PathBuf = self.folder.path().join("done");
        let text = fs::read_to_string(file).unwrap_or_default();
        text.lines().map(str::to_owned).collect()
    }

    /// Plays at a terminal, and answers the questions: all that was printed.
    fn answer(&self, answers: &[(&str, &str)]) -> String {
        let (mut person, screen) = pseudo_terminal().unwrap();
        let screen =
            File::options().read(true).write(true).open(screen).unwrap();
        let mut program = self
            .play(&[])
            .stdin(screen.try_clone().unwrap())
            .stdout(Stdio::null())
            .stderr(screen)
            .spawn()
            .unwrap();
        let mut heard = String::new();
        for (question, answer) in answers {
            heard += &hear(&mut person, question);
            person.write_all(answer.as_bytes()).unwrap();
        }
        // There is more that this computer lacks.
        heard += &hear(&mut person, "next: ");
        heard += &hear(&mut person, "\n");
        assert!(!program.wait().unwrap().success());
        heard
    }
}

const PLAIN: &str =
    "-q install --no-install-recommends -y --no-remove qemu-system-arm";
const REMOVING: &str = "-q install --no-install-recommends -y qemu-system-arm";
const INSTALL: &str = "Install qemu-system-arm? [y/N] ";
const REMOVE: &str = "Remove qemu-utils? [y/N] ";

#[test]
fn without_a_terminal_it_is_told_and_left() {
    let computer = Computer::new(Removal::QemuUtils);
    let told = refusal(&mut computer.play(&[]));
    for line in [
        "apt-get would install (2): libfdt1 qemu-system-arm",
        "Need to get 25.2 MB of archives.",
        "apt-get would REMOVE: qemu-utils",
        "next: apt-get update && apt-get install --no-install-recommends \
         qemu-system-arm",
    ] {
        assert!(told.contains(line), "{told}");
    }
    assert_eq!(computer.done(), Vec::<String>::new());
}

#[test]
fn consent_can_be_given_beforehand() {
    let computer = Computer::new(Removal::Nothing);
    let told = refusal(&mut computer.play(&["--yes"]));
    assert!(told.contains("apt-get would install (2)"), "{told}");
    assert_eq!(computer.done(), [PLAIN]);

    let computer = Computer::new(Removal::QemuUtils);
    let told = refusal(computer.play(&[]).env("CI", "true"));
    assert!(told.contains("apt-get would REMOVE: qemu-utils"), "{told}");
    assert_eq!(computer.done(), [REMOVING]);

    let computer = Computer::new(Removal::Nothing);
    refusal(computer.play(&[]).env("CI", "false"));
    assert_eq!(computer.done(), Vec::<String>::new());
}

#[test]
fn a_person_is_asked() {
    let computer = Computer::new(Removal::Nothing);
    let told = computer.answer(&[(INSTALL, "\n")]);
    assert!(told.contains("you have not agreed to install"), "{told}");
    assert_eq!(computer.done(), Vec::<String>::new());

    let told = computer.answer(&[(INSTALL, "y\n")]);
    assert!(!told.contains("Remove"), "{told}");
    assert_eq!(computer.done(), [PLAIN]);
}

#[test]
fn a_person_is_asked_apart_about_a_removal() {
    let computer = Computer::new(Removal::QemuUtils);
    let told = computer.answer(&[(INSTALL, "yes\n"), (REMOVE, "n\n")]);
    assert!(told.contains("without the removal of qemu-utils"), "{told}");
    assert_eq!(computer.done(), Vec::<String>::new());

    computer.answer(&[(INSTALL, "y\n"), (REMOVE, "y\n")]);
    assert_eq!(computer.done(), [REMOVING]);
}

/// Without its `rust-lld`, Debian's Rust builds for ten minutes and then
/// cannot link. Debian says which one it is.
#[test]
fn debians_rust_comes_with_its_linker() {
    let computer = Computer::new(Removal::Nothing);
    let path = computer.folder.path();
    stand_in(
        path,
        "apt-cache",
        r#"[ "$*" = "depends rust-web-llvm" ] && echo "  Depends: llvm-99""#,
    );
    let mut firmware = xtask(&["firmware", "--board", "qemu"]);
    let told = refusal(firmware.env("PATH", path));
    let packages = "rust-web-src rust-web-llvm lld-99";
    assert!(told.contains(packages), "{told}");
    assert_eq!(computer.done(), Vec::<String>::new());
}

/// Whoever wants to play waits for no more than what plays: `host-sim` takes
/// minutes.
#[test]
fn what_is_played_first_is_built_without_host_sim() {
    for package in ["desktop", "xtask"] {
        let names = built_with(package);
        assert!(names.iter().any(|name| name == "clap"), "{names:?}");
        let is_late = names.iter().any(|name| name == "host-sim");
        assert!(!is_late, "{package}: {names:?}");
    }
}

/// The names of all packages that are built with this one on this computer:
/// those of others may never have been downloaded.
fn built_with(package: &str) -> Vec<String> {
    let tree = Command::new(env!("CARGO"))
        .args(["tree", "--package", package, "--edges", "no-dev"])
        .args(["--prefix", "none", "--offline", "--locked"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(tree.status.success(), "{tree:?}");
    let text = String::from_utf8(tree.stdout).unwrap();
    let names = text.lines().filter_map(|line| line.split(' ').next());
    names.map(str::to_owned).collect()
}

/// The first command is built before it can say anything: cargo has to.
#[test]
fn the_first_command_is_not_silent() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let config = fs::read_to_string(root.join(".cargo/config.toml")).unwrap();
    let alias = config.lines().find(|line| line.starts_with("xtask = "));
    assert!(!alias.unwrap().contains("quiet"), "{config}");
}
