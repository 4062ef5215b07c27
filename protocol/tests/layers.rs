//! What the files of the crate may know of each other.

use std::fs;
use std::path::Path;

/// The files of a folder of `src`, with their text.
fn files(folder: &str) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(folder);
    fs::read_dir(&folder)
        .unwrap()
        .map(|entry| {
            let path = entry.unwrap().path();
            let text = fs::read_to_string(&path).unwrap();
            (path.display().to_string(), text)
        })
        .collect()
}

#[test]
fn ugi_and_console_do_not_know_each_other() {
    for (folder, other) in [("ugi", "console"), ("console", "ugi")] {
        let files = files(folder);
        assert!(!files.is_empty());
        for (path, text) in files {
            let names = [
                format!("crate::{other}"),
                format!("super::{other}"),
                format!("{other}::"),
            ];
            for name in names {
                assert!(!text.contains(&name), "{path} names {name}");
            }
        }
    }
}
