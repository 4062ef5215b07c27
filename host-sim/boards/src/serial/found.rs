//! What is plugged in.

use std::fs;
use std::path::{Path, PathBuf};

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
    })
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
        let list = root.join("tty");
        for (name, maker, product) in [
            ("ttyACM1", "Arm", "BBC micro:bit CMSIS-DAP"),
            ("ttyACM0", "Pocketfour", "Pocketfour"),
            ("ttyUSB0", "Somebody", "Modem"),
        ] {
            let device = root.join(format!("usb {name}"));
            fs::create_dir_all(device.join("function")).unwrap();
            fs::write(device.join("manufacturer"), format!("{maker}\n"))
                .unwrap();
            fs::write(device.join("product"), format!("{product}\n")).unwrap();
            fs::create_dir_all(list.join(name)).unwrap();
            symlink(device.join("function"), list.join(name).join("device"))
                .unwrap();
        }
        fs::create_dir_all(list.join("tty0")).unwrap();

        let found = listed(&list);
        let ports: Vec<_> = found.iter().map(|f| f.port.as_path()).collect();
        let expected = ["/dev/ttyACM0", "/dev/ttyACM1", "/dev/ttyUSB0"];
        assert_eq!(ports, expected.map(Path::new));
        let is: Vec<_> = found
            .iter()
            .map(|f| (f.is_pocketfour(), f.is_microbit()))
            .collect();
        assert_eq!(is, [(true, false), (false, true), (false, false)]);
    }

    #[test]
    fn where_nothing_is_listed_nothing_is_found() {
        assert_eq!(listed(Path::new("/nowhere")), []);
    }
}
