//! `cargo xtask play` with everything that can go wrong around it, and pseudo
//! terminals for the person's terminal and for the board.

#![cfg(target_os = "linux")]

mod common;

use std::fs::{self, File, Permissions};
use std::io::{Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use boards::DevBoard;
use boards::serial::{self, pseudo_terminal};
use common::{hear, install, refusal, stand_in, xtask};
use rustix::process::{Pid, Signal, geteuid, kill_process};
use rustix::termios::{LocalModes, tcgetattr};
use tempfile::TempDir;

/// How often something that must happen is looked for, at most.
const LOOKS: u32 = 2000;
const LOOK: Duration = Duration::from_millis(10);

fn play(arguments: &[&str]) -> Command {
    xtask(&[&["play"], arguments].concat())
}

fn at(port: &Path) -> Command {
    play(&["--board", port.to_str().unwrap()])
}

/// A person at a terminal, playing with a board.
struct Game {
    program: Child,
    person: File,
    board: File,
    port: PathBuf,
}

impl Game {
    fn begin() -> Game {
        let (person, screen) = pseudo_terminal().unwrap();
        let (board, port) = pseudo_terminal().unwrap();
        let screen =
            File::options().read(true).write(true).open(screen).unwrap();
        let program = at(&port)
            .stdin(screen.try_clone().unwrap())
            .stdout(screen)
            .spawn()
            .unwrap();
        let game = Game { program, person, board, port };
        game.wait_for(|game| game.is_raw());
        game
    }

    fn wait_for(&self, is_so: impl Fn(&Game) -> bool) {
        for _ in 0..LOOKS {
            if is_so(self) {
                return;
            }
            thread::sleep(LOOK);
        }
        panic!("it did not come about");
    }

    fn is_raw(&self) -> bool {
        let modes = tcgetattr(&self.person).unwrap().local_modes;
        !modes.contains(LocalModes::ICANON) && !modes.contains(LocalModes::ECHO)
    }

    fn end(self) -> (Output, bool) {
        let person = self.person.try_clone().unwrap();
        let output = self.program.wait_with_output().unwrap();
        let modes = tcgetattr(&person).unwrap().local_modes;
        (output, modes.contains(LocalModes::ICANON | LocalModes::ECHO))
    }
}

#[test]
fn the_terminal_is_the_boards_console() {
    let mut game = Game::begin();
    // Every key goes to the board, and only the board writes.
    game.person.write_all(b"4\r\x03\x1b[A").unwrap();
    assert_eq!(hear(&mut game.board, "[A"), "4\r\x03\x1b[A");
    game.board.write_all(b"I am thinking.\r\n").unwrap();
    assert_eq!(hear(&mut game.person, "\n"), "I am thinking.\r\n");
    game.person.write_all(b"\x1d").unwrap();
    let (output, is_restored) = game.end();
    assert!(output.status.success() && is_restored, "{output:?}");
}

/// A board that talks to programs neither echoes nor returns the carriage:
/// the terminal does, until the board talks to a person again.
#[test]
fn a_program_s_session_can_be_read_and_typed() {
    let mut game = Game::begin();
    game.person.write_all(b"ugi\r").unwrap();
    assert_eq!(hear(&mut game.board, "\r"), "ugi\r");
    game.board.write_all(b"> ugi\r\nid name\nugiok\n.").unwrap();
    let shown = hear(&mut game.person, ".");
    assert_eq!(shown, "> ugi\r\nid name\r\nugiok\r\n.");
    assert!(!game.is_raw());
    // A slip, mended before the board sees it.
    game.person.write_all(b"isreadx\x7fy\r").unwrap();
    assert!(hear(&mut game.person, "\r\n").starts_with("isread"));
    assert_eq!(hear(&mut game.board, "\n"), "isready\n");
    game.person.write_all(b"console\r").unwrap();
    hear(&mut game.board, "\n");
    game.board.write_all(b" 1 |\r\n> ").unwrap();
    hear(&mut game.person, "> ");
    assert!(game.is_raw());
    // From either mode one leaves at once.
    game.board.write_all(b"ugiok\n").unwrap();
    hear(&mut game.person, "ugiok\r\n");
    game.person.write_all(b"\x1d").unwrap();
    let (output, is_restored) = game.end();
    assert!(output.status.success() && is_restored, "{output:?}");
}

#[test]
fn a_board_that_is_unplugged_ends_the_game_in_words() {
    let mut game = Game::begin();
    game.board.write_all(b"> ").unwrap();
    hear(&mut game.person, "> ");
    let Game { program, person, board, port } = game;
    let told = format!("the board at {} is gone", port.display());
    // The other end of the pseudo terminal is the only one left.
    drop(board);
    let output = program.wait_with_output().unwrap();
    let modes = tcgetattr(&person).unwrap().local_modes;
    assert!(modes.contains(LocalModes::ICANON | LocalModes::ECHO));
    assert!(!output.status.success());
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(text.contains(&told), "{text}");
    assert!(text.contains("next: connect the board again"), "{text}");
}

#[test]
fn a_signal_leaves_the_terminal_as_it_was() {
    for signal in [Signal::TERM, Signal::HUP, Signal::INT] {
        let game = Game::begin();
        let pid = Pid::from_child(&game.program);
        kill_process(pid, signal).unwrap();
        let (output, is_restored) = game.end();
        assert!(!output.status.success() && is_restored, "{output:?}");
    }
}

#[test]
fn piped_input_is_passed_on_and_answered() {
    let (mut board, port) = pseudo_terminal().unwrap();
    let mut program =
        at(&port).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    program.stdin.take().unwrap().write_all(b"isready\n\x1d").unwrap();
    hear(&mut board, "isready\n\x1d");
    board.write_all(b"readyok\n").unwrap();
    let output = program.wait_with_output().unwrap();
    assert_eq!(output.stdout, b"readyok\n");
    assert!(output.status.success(), "{output:?}");
}

#[test]
fn a_port_that_cannot_be_used_is_explained() {
    let told = refusal(&mut at(Path::new("/dev/ttyNOBODY")));
    assert!(told.contains("error: there is no port /dev/ttyNOBODY"), "{told}");
    assert!(told.contains("next: "), "{told}");

    let told = refusal(&mut at(Path::new("/dev/null")));
    assert!(told.contains("error: /dev/null is not a serial port"), "{told}");

    let (_board, port) = pseudo_terminal().unwrap();
    let user = serial::open(&port).unwrap();
    let told = refusal(&mut at(&port));
    assert!(told.contains("error: another program uses "), "{told}");
    drop(user);
}

#[test]
fn a_port_of_another_group_is_explained() {
    let (_board, port) = pseudo_terminal().unwrap();
    fs::set_permissions(&port, Permissions::from_mode(0o000)).unwrap();
    // Root may do everything: another user has to try, from a folder that
    // all users can read.
    let folder = TempDir::new().unwrap();
    let readable = Permissions::from_mode(0o755);
    fs::set_permissions(&folder, readable).unwrap();
    let program = folder.path().join("xtask");
    install(Path::new(env!("CARGO_BIN_EXE_xtask")), &program);
    let mut command = Command::new(&program);
    command.args(["play", "--board", port.to_str().unwrap()]);
    if geteuid().is_root() {
        command.uid(65534).gid(65534).current_dir("/");
    }
    let told = refusal(command.stderr(Stdio::piped()));
    assert!(told.contains("you are not in the group "), "{told}");
    assert!(told.contains("next: sudo usermod -aG "), "{told}");
}

#[test]
fn a_wrong_name_is_answered_with_the_right_ones() {
    let told = refusal(&mut play(&["--board", "pcio"]));
    let boards: String = DevBoard::emulated()
        .map(|(board, _)| format!("{}, ", board.name()))
        .collect();
    assert!(told.contains(&format!("{boards}a serial port")), "{told}");
    assert!(told.contains("/dev/ttyACM0"), "{told}");
    let told = refusal(&mut xtask(&["emulate", "--board", "pcio"]));
    assert!(told.contains("a similar value exists: 'pico'"), "{told}");
}

#[test]
fn a_missing_emulator_is_named_with_what_installs_it() {
    let folder = TempDir::new().unwrap();
    let path = folder.path();
    let mut command = play(&["--board", "qemu"]);
    let told = refusal(command.env("PATH", path));
    assert!(told.contains("`qemu-system-arm` is missing"), "{told}");
    assert!(told.contains("no apt-get to install it"), "{told}");

    // Debian, but neither root nor sudo.
    stand_in(path, "apt-get", "exit 0");
    stand_in(path, "id", "echo 1000");
    let told = refusal(command.env("PATH", path));
    let line = "next: sudo apt-get update && sudo apt-get install \
                --no-install-recommends qemu-system-arm";
    assert!(told.contains(line), "{told}");
}

#[test]
fn without_an_emulator_the_desktop_build_plays() {
    let folder = TempDir::new().unwrap();
    let told = refusal(play(&[]).env("PATH", folder.path()));
    assert!(told.contains("--board qemu asks to install it"), "{told}");
    assert!(told.contains("Playing with the desktop build."), "{told}");
}

/// With QEMU, but with a Rust that builds for this computer only, without
/// rustup, and without the right to install.
#[test]
fn without_a_rust_for_the_chip_the_desktop_build_plays() {
    let folder = TempDir::new().unwrap();
    let path = folder.path();
    for name in ["qemu-system-arm", "apt-get", "rustc"] {
        stand_in(path, name, "exit 0");
    }
    stand_in(path, "id", "echo 1000");
    let told = refusal(play(&[]).env("PATH", path).env_remove("RUSTC"));
    assert!(told.contains("Playing with the desktop build."), "{told}");
    assert!(told.contains("--board qemu says what to install"), "{told}");
    assert!(!told.contains("administrator"), "{told}");
    // A rustup that reaches no server is as good as none.
    stand_in(path, "rustup", r#"[ "$1" = --version ]"#);
    let told = refusal(play(&[]).env("PATH", path).env_remove("RUSTC"));
    assert!(told.contains("Playing with the desktop build."), "{told}");
    assert!(!told.contains("administrator"), "{told}");
}

#[test]
fn an_emulator_is_not_left_behind() {
    let folder = TempDir::new().unwrap();
    let path = folder.path();
    // Says that it runs, and goes on for longer than the test waits.
    let script =
        r#"[ "$1" = --version ] || { echo here >&2; exec sleep 100; }"#;
    stand_in(path, "qemu-system-arm", script);
    let search = std::env::var_os("PATH").unwrap_or_default();
    let places =
        [path.to_owned()].into_iter().chain(std::env::split_paths(&search));
    let mut program = Command::new(env!("CARGO_BIN_EXE_xtask"))
        .args(["emulate", "--board", "qemu", "--image", "/dev/null"])
        .env("PATH", std::env::join_paths(places).unwrap())
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut told = program.stderr.take().unwrap();
    let mut here = [0; 5];
    told.read_exact(&mut here).unwrap();
    assert_eq!(&here, b"here\n");
    let start = Instant::now();
    kill_process(Pid::from_child(&program), Signal::KILL).unwrap();
    program.wait().unwrap();
    // This ends when the last writer is gone.
    told.read_to_end(&mut Vec::new()).unwrap();
    assert!(start.elapsed() < Duration::from_secs(50));
}

#[test]
fn without_a_network_one_is_told_so() {
    let home = TempDir::new().unwrap();
    let told = refusal(
        play(&["--host"])
            .env("CARGO_HOME", home.path())
            .env("CARGO_NET_OFFLINE", "true"),
    );
    assert!(told.contains("next: see that this computer reaches"), "{told}");
}
