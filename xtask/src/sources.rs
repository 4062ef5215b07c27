//! The project's sources in another folder.

use std::fs;
use std::io;
use std::path::Path;

/// What is not a part of the sources.
const LEFT_OUT: [&str; 3] = ["target", ".git", "node_modules"];

/// Copies the sources into a folder that is not there yet.
pub(crate) fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let name = entry.file_name();
        if LEFT_OUT.iter().any(|it| name.to_str() == Some(it)) {
            continue;
        }
        let (from, to) = (entry.path(), to.join(&name));
        if entry.file_type()?.is_dir() {
            copy(&from, &to)?;
        } else {
            fs::copy(&from, &to)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::TempDir;

    #[test]
    fn sources_are_copied_and_nothing_that_is_built() {
        let folder = TempDir::new().unwrap();
        let [from, to] = ["from", "to"].map(|name| folder.path().join(name));
        for name in ["src", ".cargo", "target", "web/node_modules"] {
            fs::create_dir_all(from.join(name)).unwrap();
            fs::write(from.join(name).join("a"), name).unwrap();
        }
        copy(&from, &to).unwrap();
        for name in ["src", ".cargo"] {
            let read = fs::read_to_string(to.join(name).join("a"));
            assert_eq!(read.unwrap(), name);
        }
        for name in ["target", "web/node_modules"] {
            assert!(!to.join(name).exists());
        }
    }
}
