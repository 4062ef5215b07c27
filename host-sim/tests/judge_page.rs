//! `docs/JUDGE.md`: its header compiles, its examples play.

#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::common::{own_library, printed};
use object::{Object, ObjectSection};
use tempfile::TempDir;

const PAGE: &str = include_str!("../../docs/JUDGE.md");
const HEADERS: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/libpocketfour/include");

/// The one block of the page in this language.
fn block(language: &str) -> &'static str {
    let (_, rest) = PAGE.split_once(&format!("```{language}\n")).unwrap();
    let (block, rest) = rest.split_once("```").unwrap();
    assert!(!rest.contains(&format!("```{language}\n")), "{language}");
    block
}

fn compile(compiler: &str, arguments: &[&str], out: &Path, source: &Path) {
    let mut command = Command::new(compiler);
    command.args(["-Wall", "-Wextra", "-Werror", "-I", HEADERS]);
    command.args(arguments).arg("-o").arg(out).arg(source);
    let done = command.status().expect("install g++ (Debian: g++)");
    assert!(done.success(), "{command:?}");
}

#[test]
fn the_player_in_cpp_plays() {
    let folder = TempDir::new().unwrap();
    let source = folder.path().join("player.cpp");
    fs::write(&source, block("cpp")).unwrap();
    let player = folder.path().join("player.so");
    compile("g++", &["-O2", "-shared", "-fPIC"], &player, &source);
    let player = format!("so:{}", player.display());
    let text =
        printed(&["match", "--a", &player, "--b", "random", "--games", "20"]);
    let last = text.lines().last().unwrap();
    let won = last.strip_prefix('+').and_then(|it| it.split_once(' '));
    assert!(won.unwrap().0.parse::<u32>().unwrap() >= 15, "{text}");
}

#[test]
fn the_game_in_python_is_won() {
    let folder = TempDir::new().unwrap();
    let script = folder.path().join("game.py");
    fs::write(&script, block("python")).unwrap();
    let played = Command::new("python3")
        .arg(&script)
        .arg(own_library())
        .env("POCKETFOUR_MOVETIME", "50")
        .output()
        .expect("install Python (Debian: python3)");
    let text = String::from_utf8_lossy(&played.stdout);
    assert!(played.status.success(), "{played:?}");
    assert_eq!(text.lines().last(), Some("the library wins"), "{text}");
    assert_eq!(text.lines().count(), 11, "{text}");
}

/// A program in C that uses the library by its header.
#[test]
fn the_header_is_that_of_the_library() {
    let folder = TempDir::new().unwrap();
    let source = folder.path().join("use.c");
    let text = "#include <stdio.h>\n#include \"pocketfour.h\"\n\
                int main(void) {\n\
                int top[4] = {1, 4, 4, 4}, board[16] = {0};\n\
                for (int x = 1; x < 4; x++) board[4 * x] = 2;\n\
                board[13] = board[14] = board[15] = 1;\n\
                top[1] = top[2] = top[3] = 3;\n\
                struct Point *p = getPoint(4, 4, top, board, 3, 3, -1, -1);\n\
                printf(\"%d %d\\n\", p->x, p->y);\n\
                clearPoint(p);\n\
                return 0;\n}\n";
    fs::write(&source, text).unwrap();
    let program = folder.path().join("use");
    let library = own_library();
    let object = folder.path().join("use.o");
    compile("gcc", &["-c"], &object, &source);
    let mut link = Command::new("gcc");
    link.arg(&object).arg(&library).arg("-o").arg(&program);
    assert!(link.status().unwrap().success());
    let used = Command::new(&program)
        .env("LD_LIBRARY_PATH", library.parent().unwrap())
        .env("POCKETFOUR_MOVETIME", "50")
        .output()
        .unwrap();
    assert_eq!(String::from_utf8_lossy(&used.stdout), "0 0\n", "{used:?}");
}

/// The pool is made when the first move is asked for: the file has no room
/// for it.
#[test]
fn the_library_is_no_larger_than_its_code() {
    let bytes = fs::read(own_library()).unwrap();
    let file = object::File::parse(&*bytes).unwrap();
    let data = file.section_by_name(".data").map_or(0, |it| it.size());
    assert!(data < 65_536, "{data} bytes of .data");
    let zeros = file.section_by_name(".bss").map_or(0, |it| it.size());
    assert!(zeros < 65_536, "{zeros} bytes of .bss");
}
