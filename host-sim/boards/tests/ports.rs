//! Ports that are well and ports that are not, with pseudo terminals for
//! boards.

#![cfg(target_os = "linux")]

use std::fs;
use std::io::{Read, Write};
use std::path::Path;

use boards::serial::{self, Problem, pseudo_terminal};
use tempfile::NamedTempFile;

#[test]
fn every_byte_passes_as_it_is() {
    let (mut board, path) = pseudo_terminal().unwrap();
    let mut port = serial::open(&path).unwrap();
    let all: Vec<u8> = (0..=255).collect();
    let mut came = [0; 256];
    port.write_all(&all).unwrap();
    board.read_exact(&mut came).unwrap();
    assert_eq!(came, all[..]);
    came = [0; 256];
    board.write_all(&all).unwrap();
    port.read_exact(&mut came).unwrap();
    assert_eq!(came, all[..]);
}

#[test]
fn a_port_has_one_user() {
    let (_board, path) = pseudo_terminal().unwrap();
    let port = serial::open(&path).unwrap();
    let problem = serial::open(&path).unwrap_err();
    assert_eq!(problem, Problem::Busy(path.clone()));
    assert!(problem.next().contains("close the program"));
    drop(port);
    serial::open(&path).unwrap();
}

#[test]
fn a_board_that_is_unplugged_ends_the_reading() {
    let (board, path) = pseudo_terminal().unwrap();
    let mut port = serial::open(&path).unwrap();
    drop(board);
    let count = port.read(&mut [0; 8]).unwrap_or(0);
    assert_eq!(count, 0);
    assert!(port.write_all(b"4\r").is_err());
}

#[test]
fn what_is_no_port_is_not_opened() {
    let missing = Path::new("/dev/ttyNOBODY");
    let problem = serial::open(missing).unwrap_err();
    assert_eq!(problem.to_string(), "there is no port /dev/ttyNOBODY");
    let mut file = NamedTempFile::new().unwrap();
    file.write_all(b"text").unwrap();
    let problem = serial::open(file.path()).unwrap_err();
    assert_eq!(problem, Problem::NotAPort(file.path().into()));
    assert_eq!(fs::read(&file).unwrap(), b"text");
}
