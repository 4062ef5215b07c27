//! What the reference may take from the engine: the two are written apart, so
//! that a fault of one is not one of the other.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The types of the engine that a file of the reference may use. They hold
/// what a search is told and what it answers, and do nothing.
fn types(file: &str) -> &'static [&'static str] {
    match file {
        "choice.rs" => &["Choice", "Wdl"],
        "search.rs" => &[
            "Config",
            "Order",
            "Proof",
            "RolloutPolicy",
            "Selection",
            "Tactics",
            "Wdl",
        ],
        "sets.rs" => &["Proof", "Tactics", "Wdl"],
        "shortest_win.rs" | "solver.rs" => &["Wdl"],
        _ => &[],
    }
}

/// The files of the reference, without their tests and remarks.
fn files() -> Vec<(String, String)> {
    let folder =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join("reference");
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        assert!(path.is_file(), "{path:?}: a folder is not looked into");
        let text = fs::read_to_string(&path).unwrap();
        let (code, _) = text.split_once("#[cfg(test)]").unwrap_or((&text, ""));
        let lines = code.lines().map(|line| match line.split_once("//") {
            Some((code, _)) => code,
            None => line,
        });
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        files.push((name, lines.collect::<Vec<_>>().join("\n")));
    }
    files
}

/// The words and signs of a text.
fn words(text: &str) -> Vec<&str> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut words = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let end = match is_word(first) {
            true => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            false => first.len_utf8(),
        };
        words.push(&rest[..end]);
        rest = rest[end..].trim_start();
    }
    words
}

/// What stands after `start::`, be it one name or several in braces.
fn after<'a>(words: &[&'a str], start: &str) -> BTreeSet<&'a str> {
    let mut names = BTreeSet::new();
    for place in 0..words.len() {
        match &words[place..] {
            [first, ":", ":", "{", list @ ..] if *first == start => {
                let list = list.iter().take_while(|it| **it != "}");
                names.extend(list.filter(|it| **it != ","));
            }
            [first, ":", ":", name, ..] if *first == start => {
                names.insert(*name);
            }
            _ => (),
        }
    }
    names
}

#[test]
fn the_reference_takes_only_types_from_the_engine() {
    let files = files();
    assert!(files.len() > 10, "{}", files.len());
    for (file, text) in &files {
        let words = words(text);
        let taken = after(&words, "engine");
        let allowed: BTreeSet<&str> = types(file).iter().copied().collect();
        assert_eq!(taken, allowed, "{file}");
        // Neither a constant of such a type nor a function of it.
        for name in allowed {
            for part in after(&words, name) {
                let is_variant = part.starts_with(char::is_uppercase)
                    && part.contains(char::is_lowercase);
                assert!(is_variant, "{file} uses {name}::{part}");
            }
        }
    }
}

/// What it might come by in another way, through the rest of this crate or by
/// another name.
#[test]
fn the_reference_stands_alone() {
    for (file, text) in files() {
        let words = words(&text);
        assert_eq!(after(&words, "crate"), BTreeSet::new(), "{file}");
        for other in ["protocol", "desktop", "judge", "boards"] {
            assert_eq!(after(&words, other), BTreeSet::new(), "{file}");
        }
        // `use<'a>` is a bound, and imports nothing.
        let imports = words.windows(2).filter(|it| it[0] == "use");
        let imports = imports.filter(|it| it[1] != "<");
        let known = ["engine", "std", "super", "rand_core", "heapless"];
        let own = ["count", "game", "search", "solver"];
        for import in imports {
            let is_known = known.contains(&import[1])
                || file == "mod.rs" && own.contains(&import[1]);
            assert!(is_known, "{file} uses {}", import[1]);
        }
        // `super` of the folder's own file would be the crate.
        let is_above = file == "mod.rs" && !after(&words, "super").is_empty();
        assert!(!is_above && !text.contains("super::super"), "{file}");
        for renamed in [" as Score", "engine as "] {
            assert!(!text.contains(renamed), "{file}");
        }
    }
}
