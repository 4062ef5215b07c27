//! What a game was played by: on which file a match goes on, and on which
//! not.

use std::fs;
#[cfg(unix)]
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use crate::common::outcome;
use assert_cmd::cargo::cargo_bin_cmd;
use host_sim::matches::Record;
use tempfile::TempDir;

fn records(path: &Path) -> Vec<Record> {
    let text = fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A player that fails before it has said who it is may be any: its game
/// does not make the file one of another player.
#[test]
fn a_player_that_never_began_has_not_changed() {
    let folder = TempDir::new().unwrap();
    let count = folder.path().join("count");
    let script = folder.path().join("player.sh");
    // The first start is the look before the match, the second fails.
    let text = format!(
        "n=$(cat {count}); echo \"x$n\" > {count}\n\
         [ \"$n\" = x ] && exit 3\n\
         while read -r line; do case $line in\n\
         ugi) echo id name Steady; echo ugiok;;\n\
         isready) echo readyok;;\n\
         go*) echo bestmove 1;;\n\
         quit) exit;;\n\
         esac; done\n",
        count = count.display()
    );
    fs::write(&script, text).unwrap();
    fs::write(&count, "").unwrap();
    let player = format!("ugi:sh {}", script.display());
    let out = folder.path().join("games.jsonl");
    let out_name = out.to_str().unwrap();
    let arguments = ["match", "--a", &player, "--b", "random", "--forfeits"];
    let arguments = [&arguments[..], &["100", "--threads", "1"]].concat();
    let play = |more: &[&str]| {
        outcome(&[&arguments[..], &["--out", out_name], more].concat())
    };
    let (code, told) = play(&["--games", "1"]);
    assert_eq!(code, Some(0), "{told}");
    let first = &records(&out)[0];
    let [name, _] = &first.provenance.as_ref().unwrap().players;
    assert_eq!(name, "never began", "{}", first.reason);
    assert!(first.reason.contains("exit status: 3"), "{}", first.reason);

    let (code, told) = play(&["--games", "3", "--resume"]);
    assert_eq!(code, Some(0), "{told}");
    let names = records(&out).into_iter().map(|it| it.provenance.unwrap());
    let names: Vec<_> = names.map(|it| it.players[0].clone()).collect();
    assert_eq!(names, ["never began", "Steady", "Steady"]);
    let (code, told) = outcome(&["score", out_name, "--forfeits", "100"]);
    assert_eq!(code, Some(0), "{told}");

    // One that has said who it is, and is another now, has changed.
    let text = fs::read_to_string(&script).unwrap();
    fs::write(&script, text.replace("Steady", "Other")).unwrap();
    let (code, told) = play(&["--games", "3", "--resume"]);
    assert_eq!(code, Some(2), "{told}");
    let why = "line 2: played by Steady, and this is Other: --mixed";
    assert!(told.contains(why), "{told}");
}

/// A program that is named by its path is the file that stands there, whatever
/// it calls itself.
#[cfg(unix)]
#[test]
fn a_program_is_its_file() {
    let folder = TempDir::new().unwrap();
    let program = folder.path().join("player");
    let text = "#!/bin/sh\n\
        while read -r line; do case $line in\n\
        ugi) echo id name Steady; echo ugiok;;\n\
        isready) echo readyok;;\n\
        go*) echo bestmove 1;;\n\
        quit) exit;;\n\
        esac; done\n";
    let write = |text: &str| {
        fs::write(&program, text).unwrap();
        let mode = fs::Permissions::from_mode(0o755);
        fs::set_permissions(&program, mode).unwrap();
    };
    let out = folder.path().join("games.jsonl");
    let player = format!("ugi:{}", program.display());
    let game = ["match", "--a", &player, "--b=random", "--forfeits=100"];
    let out_name = ["--out", out.to_str().unwrap()];
    let play = |more: &[&str]| outcome(&[&game[..], &out_name, more].concat());
    write(text);
    let (code, told) = play(&["--games=2"]);
    assert_eq!(code, Some(0), "{told}");
    let [name, _] = records(&out)[0].provenance.clone().unwrap().players;
    let digest = name.strip_prefix("Steady ").unwrap();
    assert_eq!(digest.len(), 16, "{name}");
    let (code, told) = play(&["--games=4", "--resume"]);
    assert_eq!(code, Some(0), "{told}");

    write(&format!("{text}# Another version.\n"));
    let (code, told) = play(&["--games=6", "--resume"]);
    assert_eq!(code, Some(2), "{told}");
    let why = format!("played by {name}, and this is Steady ");
    assert!(told.contains(&why), "{told}");
}

/// Games of an emulated board are those of the image that was played.
#[cfg(target_os = "linux")]
#[test]
fn an_emulated_board_is_its_image() {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name);
    let out = path("games.jsonl");
    let (code, _) = outcome(&[
        "match",
        "--a=random",
        "--b=random",
        "--games=1",
        "--out",
        out.to_str().unwrap(),
    ]);
    assert_eq!(code, Some(0));
    // The game as one of an image, and an emulator that is never asked to
    // play.
    let record = &records(&out)[0];
    let played_by = |image: &str| {
        let mut record = record.clone();
        record.a = "qemu".into();
        record.provenance.as_mut().unwrap().players[0] = image.into();
        let line = serde_json::to_string(&record).unwrap() + "\n";
        fs::write(&out, line).unwrap();
    };
    let emulator = path("qemu-system-arm");
    fs::write(&emulator, "#!/bin/sh\n").unwrap();
    let mode = fs::Permissions::from_mode(0o755);
    fs::set_permissions(&emulator, mode).unwrap();
    fs::create_dir(path("firmware")).unwrap();
    let image = path("firmware/qemu.elf");
    let search = std::env::var("PATH").unwrap();
    let resume = || {
        let ended = cargo_bin_cmd!("host-sim")
            .args(["match", "--a=qemu", "--b=random", "--games=1", "--resume"])
            .arg("--out")
            .arg(&out)
            .env("PATH", format!("{}:{search}", folder.path().display()))
            .env("CARGO_TARGET_DIR", folder.path())
            .assert();
        let output = ended.get_output();
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.code(), told)
    };
    fs::write(&image, "one image").unwrap();
    played_by("qemu.elf 0000000000000000");
    let (code, told) = resume();
    assert_eq!(code, Some(2), "{told}");
    let (_, rest) = told.split_once("and this is qemu.elf ").unwrap();
    let digest = rest.split(':').next().unwrap();
    assert_eq!(digest.len(), 16, "{told}");

    played_by(&format!("qemu.elf {digest}"));
    assert_eq!(resume(), (Some(0), String::new()));
    fs::write(&image, "another image").unwrap();
    let (code, told) = resume();
    assert_eq!(code, Some(2), "{told}");
    assert!(told.contains(&format!("played by qemu.elf {digest}, ")), "{told}");
}
