//! What is plugged in.

use std::fs;
use std::path::{Path, PathBuf};

use super::Problem;

/// Where Linux lists its terminals, serial ports among them.
const TERMINALS: &str = "/sys/class/tty";
/// What the firmware gives as its manufacturer over USB.
const MAKER: &str = "Pocketfour";

/// A device with a serial port over USB.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SerialDevice {
    /// Its port, to be opened.
    pub port: PathBuf,
    /// Who made it, in its own words.
    pub maker: String,
    /// What it is, in its own words.
    pub product: String,
    /// Its serial number, by which it is told from others of its kind.
    pub serial: String,
}

impl SerialDevice {
    /// Whether it says that it plays four in a row.
    #[must_use]
    pub fn is_pocketfour(&self) -> bool {
        self.maker == MAKER
    }

    /// Whether it is a micro:bit, which does not say what runs on it.
    #[must_use]
    pub fn is_microbit(&self) -> bool {
        self.product.contains("micro:bit")
    }
}

/// Every device with a serial port over USB, where the system tells them.
#[must_use]
pub fn plugged_in() -> Vec<SerialDevice> {
    listed(Path::new(TERMINALS))
}

fn listed(terminals: &Path) -> Vec<SerialDevice> {
    let entries = fs::read_dir(terminals).into_iter().flatten().flatten();
    let mut found: Vec<SerialDevice> =
        entries.filter_map(|entry| look_at(&entry.path())).collect();
    found.sort_by(|one, other| one.port.cmp(&other.port));
    found
}

/// A terminal's `device` is one of several functions of a USB device, which
/// is the folder around it and has the names.
fn look_at(terminal: &Path) -> Option<SerialDevice> {
    let function = fs::canonicalize(terminal.join("device")).ok()?;
    let device = function.parent()?;
    let told = |name: &str| {
        let text = fs::read_to_string(device.join(name)).ok()?;
        Some(text.trim().to_owned())
    };
    Some(SerialDevice {
        port: Path::new("/dev").join(terminal.file_name()?),
        maker: told("manufacturer").unwrap_or_default(),
        product: told("product")?,
        serial: told("serial").unwrap_or_default(),
    })
}

/// The port of this name, or that of the board with this serial number: a
/// name has a slash in it, and a number has none.
///
/// # Errors
///
/// If no board with this number is plugged in.
pub(super) fn resolve(name: &Path) -> Result<PathBuf, Problem> {
    match name.to_str().filter(|text| !text.contains('/')) {
        Some(number) => with_number(number, &plugged_in()),
        None => Ok(name.into()),
    }
}

fn with_number(
    number: &str,
    devices: &[SerialDevice],
) -> Result<PathBuf, Problem> {
    let mut boards = devices.iter().filter(|device| device.is_pocketfour());
    let is_it = |board: &&SerialDevice| {
        board.serial.eq_ignore_ascii_case(number) && !number.is_empty()
    };
    match boards.clone().find(is_it) {
        Some(board) => Ok(board.port.clone()),
        None => {
            let others = boards.by_ref().map(|board| board.serial.clone());
            Err(Problem::NoBoard(number.into(), others.collect()))
        }
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use tempfile::TempDir;

    use super::*;

    #[test]
    fn boards_are_known_by_what_they_say() {
        let folder = TempDir::new().unwrap();
        let root = folder.path();
        plug_in(root, "ttyACM1", "Arm", "BBC micro:bit CMSIS-DAP", "99");
        plug_in(root, "ttyACM0", "Pocketfour", "Pocketfour", "E661");
        plug_in(root, "ttyUSB0", "Somebody", "Modem", "");
        fs::create_dir_all(root.join("tty/tty0")).unwrap();

        let found = listed(&root.join("tty"));
        let ports: Vec<_> = found.iter().map(|f| f.port.as_path()).collect();
        let expected = ["/dev/ttyACM0", "/dev/ttyACM1", "/dev/ttyUSB0"];
        assert_eq!(ports, expected.map(Path::new));
        let is: Vec<_> = found
            .iter()
            .map(|f| (f.is_pocketfour(), f.is_microbit()))
            .collect();
        assert_eq!(is, [(true, false), (false, true), (false, false)]);
    }

    /// What the system says about a device.
    fn plug_in(
        root: &Path,
        name: &str,
        maker: &str,
        product: &str,
        serial: &str,
    ) {
        let device = root.join(format!("usb {name}"));
        fs::create_dir_all(device.join("function")).unwrap();
        for (file, text) in
            [("manufacturer", maker), ("product", product), ("serial", serial)]
        {
            fs::write(device.join(file), format!("{text}\n")).unwrap();
        }
        let terminal = root.join("tty").join(name);
        fs::create_dir_all(&terminal).unwrap();
        symlink(device.join("function"), terminal.join("device")).unwrap();
    }

    #[test]
    fn two_boards_are_told_apart_by_their_numbers() {
        let folder = TempDir::new().unwrap();
        let root = folder.path();
        let (one, other) = ("E6614C311B7A2C24", "E6614C311B7A2C25");
        plug_in(root, "ttyACM0", "Pocketfour", "Pocketfour", one);
        plug_in(root, "ttyACM1", "Pocketfour", "Pocketfour", other);
        plug_in(root, "ttyACM2", "Somebody", "Modem", "77");
        plug_in(root, "ttyACM3", "Pocketfour", "Pocketfour", "");
        let devices = listed(&root.join("tty"));
        let port = |number: &str| with_number(number, &devices);
        assert_eq!(port(one), Ok("/dev/ttyACM0".into()));
        assert_eq!(port(other), Ok("/dev/ttyACM1".into()));
        let small = other.to_ascii_lowercase();
        assert_eq!(port(&small), Ok("/dev/ttyACM1".into()));
        // Part of a number is none, and other devices are no boards.
        for wrong in ["E6614C311B7A2C2", "77", ""] {
            let problem = port(wrong).unwrap_err();
            assert!(matches!(problem, Problem::NoBoard(..)), "{wrong}");
            assert!(problem.next().contains(other), "{problem}");
        }
        assert_eq!(resolve(Path::new("/dev/x")), Ok("/dev/x".into()));
    }

    #[test]
    fn where_nothing_is_listed_nothing_is_found() {
        assert_eq!(listed(Path::new("/nowhere")), []);
    }
}
