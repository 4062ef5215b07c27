//! Whether the disk has room for what all checks build.

use std::path::Path;

use rustix::fs::statvfs;

/// What a run of all checks may take, with what others write meanwhile.
const NEEDED: u64 = 6 << 30;

/// One line if all checks may run out of room, and what to do then.
pub(crate) fn shortage(target: &Path) -> Option<String> {
    // The build folder may not be there yet; what it will lie in is.
    let folder = target.ancestors().find(|folder| folder.exists())?;
    let disk = statvfs(folder).ok()?;
    told(disk.f_bavail.saturating_mul(disk.f_frsize), target)
}

fn told(free: u64, target: &Path) -> Option<String> {
    let tenths = free / ((1 << 30) / 10);
    (free < NEEDED).then(|| {
        format!(
            "Only {}.{} GB of the disk are free, all checks want {}: `cargo \
             clean`, or CARGO_TARGET_DIR on another disk ({}).",
            tenths / 10,
            tenths % 10,
            NEEDED >> 30,
            target.display()
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_disk_is_told_in_one_line() {
        let target = Path::new("/a/target");
        let line = told((5 << 30) + (1 << 29), target).unwrap();
        assert!(line.starts_with("Only 5.5 GB of the disk"), "{line}");
        assert!(line.contains("cargo clean"), "{line}");
        assert!(!line.contains('\n') && !line.contains("  "), "{line}");
        assert!(told(0, target).unwrap().contains("Only 0.0 GB"));
        assert_eq!(told(NEEDED, target), None);
    }

    #[test]
    fn a_folder_that_is_not_there_yet_has_a_disk() {
        let folder = Path::new("/proc/no/such/folder");
        let line = shortage(folder).unwrap();
        assert!(line.contains("Only 0.0 GB"), "{line}");
    }
}
