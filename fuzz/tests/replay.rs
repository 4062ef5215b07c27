//! Every property holds for every file of the corpus.

use std::fs;
use std::path::Path;

fn replay(name: &str, check: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = folder.join("corpus").join(name);
    let mut files: Vec<_> = fs::read_dir(&folder)
        .expect("a folder for each property")
        .map(|entry| entry.expect("readable").path())
        .collect();
    files.sort();
    assert!(files.len() >= 10, "{} is almost empty", folder.display());
    for file in files {
        println!("{}", file.display());
        check(&fs::read(&file).expect("readable"));
    }
}

macro_rules! replays {
    ($($property:ident)+) => {
        $(#[test]
        fn $property() {
            replay(stringify!($property), fuzz::$property::check);
        })+
    };
}

replays!(line session script notation game search);
