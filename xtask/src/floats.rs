//! The engine calculates in integers only.
//!
//! Two looks: at the source, for a floating-point type or number outside
//! comments and strings; and at the engine compiled for a core without a
//! floating-point unit, where every such operation is a call to a routine
//! with a well-known name.
//!
//! The second look sees what the engine's own library holds. Generic code
//! is compiled where it is used, so there the first look stands alone.

use std::fs;
use std::path::{Path, PathBuf};

use boards::CORTEX_M0;
use object::read::archive::ArchiveFile;
use object::{Object, ObjectSymbol};

use crate::failure::Failure;
use crate::source::code_only;
use crate::steps::{Site, StepResult};

/// The step `no-float`.
pub(crate) fn check(site: &Site<'_>) -> StepResult {
    let files = source(site.workspace.root())?;
    let symbols = library(site)?;
    Ok(vec![format!(
        "none in {files} source files, none among {symbols} symbols"
    )])
}

fn source(root: &Path) -> Result<usize, Failure> {
    let mut files = Vec::new();
    rust_files(&root.join("engine/src"), &mut files)?;
    if files.is_empty() {
        return Err(Failure::new("engine/src has no source to look at"));
    }
    let mut found = String::new();
    for file in &files {
        let text = fs::read_to_string(file).map_err(|e| unread(file, &e))?;
        let name = file.strip_prefix(root).unwrap_or(file).display();
        for (line, word) in floats(&text) {
            found.push_str(&format!("{name}:{line}: {word}\n"));
        }
    }
    if found.is_empty() {
        return Ok(files.len());
    }
    Err(Failure::new("floating point in the engine's source")
        .output(found)
        .next("calculate in integers: the result is the same on any core"))
}

fn rust_files(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let entries = fs::read_dir(folder).map_err(|e| unread(folder, &e))?;
    for entry in entries {
        let path = entry.map_err(|e| unread(folder, &e))?.path();
        if path.is_dir() {
            rust_files(&path, files)?;
        } else if path.extension().is_some_and(|ext| ext == "rs") {
            files.push(path);
        }
    }
    Ok(())
}

fn unread(path: &Path, error: &std::io::Error) -> Failure {
    Failure::new(format!("cannot read {}: {error}", path.display()))
}

fn library(site: &Site<'_>) -> Result<usize, Failure> {
    let folder = site.workspace.apart("no-float");
    // Link-time optimisation would leave bitcode instead of symbols, and
    // without the flag, small functions are compiled where they are used.
    site.toolchain
        .cargo(site.workspace, "rustc", CORTEX_M0)
        .args(["--release", "-p", "pocketfour-engine", "--lib"])
        .args(["--", "-C", "link-dead-code"])
        .env("CARGO_TARGET_DIR", &folder)
        .env("CARGO_PROFILE_RELEASE_LTO", "off")
        .ok()?;
    let library =
        folder.join(CORTEX_M0).join("release/libpocketfour_engine.rlib");
    let bytes = fs::read(&library).map_err(|e| unread(&library, &e))?;
    let symbols = symbols(&bytes).map_err(|error| {
        let name = library.display();
        Failure::new(format!("cannot read symbols of {name}: {error}"))
    })?;
    judge(&symbols)
}

/// How many symbols there are, none of which is a call of a floating-point
/// routine.
fn judge(symbols: &[String]) -> Result<usize, Failure> {
    // The engine divides, and this core has to call for it.
    let is_known = |name: &&String| name.starts_with("__aeabi_u");
    if symbols.iter().find(is_known).is_none() {
        let count = symbols.len();
        return Err(Failure::new(format!(
            "the compiled engine does not tell what it calls: no routine for \
             integers is among {count} symbols"
        )));
    }
    let mut calls: Vec<_> =
        symbols.iter().filter(|name| is_float(name)).collect();
    calls.sort_unstable();
    calls.dedup();
    if calls.is_empty() {
        return Ok(symbols.len());
    }
    let calls = calls.into_iter().map(|name| format!("{name}\n"));
    Err(Failure::new("the compiled engine calls floating-point routines")
        .output(calls.collect::<String>())
        .next("look for a conversion or a dependency that uses them"))
}

/// The names in the object files of a Rust library.
fn symbols(library: &[u8]) -> object::Result<Vec<String>> {
    let mut names = Vec::new();
    for member in ArchiveFile::parse(library)?.members() {
        let member = member?;
        if !member.name().ends_with(b".o") {
            continue;
        }
        let file = object::File::parse(member.data(library)?)?;
        for symbol in file.symbols() {
            names.push(symbol.name()?.to_owned());
        }
    }
    Ok(names)
}

/// Is this one of the routines that stand in for a floating-point unit,
/// or the standard library's reading and printing of such numbers?
fn is_float(symbol: &str) -> bool {
    let eabi = symbol.strip_prefix("__aeabi_").is_some_and(|name| {
        let takes = name.starts_with(['f', 'd']);
        let compares = name.starts_with("cf") || name.starts_with("cd");
        takes || compares || name.ends_with("2f") || name.ends_with("2d")
    });
    let gcc = symbol.starts_with("__")
        && ["sf", "df", "sf2", "df2", "sf3", "df3", "sfsi", "dfsi"]
            .iter()
            .chain(&["sfdi", "dfdi", "sfti", "dfti"])
            .any(|end| symbol.ends_with(end));
    let text = symbol.contains("flt2dec") || symbol.contains("dec2flt");
    eabi || gcc || text
}

/// Floating-point types and numbers in Rust source, with their line.
fn floats(source: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (index, line) in code_only(source).lines().enumerate() {
        for word in words(line) {
            let number = word.starts_with(|c: char| c.is_ascii_digit());
            let real = if number {
                is_real(word)
            } else {
                ["f16", "f32", "f64", "f128"].contains(&word)
            };
            if real {
                found.push((index + 1, word.to_owned()));
            }
        }
    }
    found
}

/// Names and numbers; a number keeps its point if it is a fraction.
fn words(line: &str) -> Vec<&str> {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    let mut words = Vec::new();
    let mut rest = line;
    let mut before = ' ';
    while let Some(first) = rest.chars().next() {
        if !part(first) {
            before = first;
            rest = &rest[first.len_utf8()..];
            continue;
        }
        let mut end = rest.find(|c| !part(c)).unwrap_or(rest.len());
        // `pair.0.1` has indices, `1..5` ends, `1.max(2)` a method.
        if first.is_ascii_digit()
            && before != '.'
            && let Some(tail) = rest[end..].strip_prefix('.')
            && !tail.starts_with(|c: char| {
                c == '.' || part(c) && !c.is_ascii_digit()
            })
        {
            end += 1 + tail.find(|c| !part(c)).unwrap_or(tail.len());
        }
        words.push(&rest[..end]);
        before = ' ';
        rest = &rest[end..];
    }
    words
}

fn is_real(number: &str) -> bool {
    if ["0x", "0b", "0o"].iter().any(|p| number.starts_with(p)) {
        return false;
    }
    let digit = |c: char| c.is_ascii_digit() || c == '_';
    let tail = number.trim_start_matches(digit);
    tail.starts_with(['.', 'e', 'E', 'f'])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(source: &str) -> Vec<(usize, String)> {
        floats(source)
    }

    #[test]
    fn types_and_numbers_are_found_with_their_line() {
        let source = "fn half(x: f32) -> f64 {\n    x as f64 * 0.5\n}\n";
        let words: Vec<_> = found(source).into_iter().collect();
        let expected = [(1, "f32"), (1, "f64"), (2, "f64"), (2, "0.5")];
        assert_eq!(words, expected.map(|(line, word)| (line, word.to_owned())));
        for number in ["1.", "1e9", "2f32", "1_0.5e-3", "7E2"] {
            assert_eq!(found(&format!("({number})")).len(), 1, "{number}");
        }
    }

    #[test]
    fn integers_ranges_indices_and_prose_are_not() {
        for source in [
            "0x1f32 + 0xe9 + 1usize + 0b1",
            "for i in 0..5 {}",
            "pair.0.1 + 1.max(2)",
            "// f32, 0.5\n/* f64 /* 1.5 */ f32 */",
            "/// An `f64`.\nfn buf32(x: Cf64) {}",
            "(\"f32 \\\" 0.5\", r#\"0.5 \" f64\"#, '\"', 'f')",
        ] {
            assert_eq!(found(source), [], "{source}");
        }
    }

    #[test]
    fn a_library_without_symbols_is_not_one_without_floats() {
        let told = |names: &[&str]| {
            let names: Vec<String> =
                names.iter().map(|&name| name.into()).collect();
            judge(&names).map_err(|failure| failure.to_string())
        };
        assert_eq!(told(&["__aeabi_uidiv", "step"]), Ok(2));
        for names in [&[][..], &["step"]] {
            let why = told(names).unwrap_err();
            assert!(why.contains("does not tell what it calls"), "{why}");
        }
        let why = told(&["__aeabi_uidiv", "__aeabi_fadd"]).unwrap_err();
        assert!(why.contains("floating-point routines"), "{why}");
    }

    #[test]
    fn routines_of_a_missing_floating_point_unit_are_known() {
        for name in [
            "__aeabi_fadd",
            "__aeabi_dmul",
            "__aeabi_i2f",
            "__aeabi_ul2d",
            "__aeabi_cfcmple",
            "__aeabi_d2iz",
            "__addsf3",
            "__floatsidf",
            "__fixunssfsi",
            "_ZN4core3num7flt2dec8strategy5grisu",
        ] {
            assert!(is_float(name), "{name}");
        }
        for name in [
            "__aeabi_uidiv",
            "__aeabi_memcpy",
            "__aeabi_lmul",
            "memset",
            "__aeabi_llsl",
            "__udivsi3",
            "__aeabi_ldivmod",
            "self",
            "_ZN6engine8position8Position4play17hf32f64E",
        ] {
            assert!(!is_float(name), "{name}");
        }
    }
}
