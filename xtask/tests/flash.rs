//! `cargo xtask flash` looks at the drive before it writes to it.

mod common;

use std::fs;

use common::{refusal, xtask};
use tempfile::TempDir;

#[test]
fn a_drive_of_another_chip_is_left_alone() {
    let folder = TempDir::new().unwrap();
    let drive = folder.path();
    let text = "Model: Raspberry Pi RP2350\r\nBoard-ID: RP2350\r\n";
    fs::write(drive.join("INFO_UF2.TXT"), text).unwrap();
    let flash = ["flash", "--board", "pico", "--drive"];
    let told = refusal(xtask(&flash).arg(drive));
    assert!(told.contains("belongs to a pico2, not to a pico"), "{told}");
    assert_eq!(fs::read_dir(drive).unwrap().count(), 1);
}
