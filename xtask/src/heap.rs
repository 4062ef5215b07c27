//! No image has a heap: nothing in it is called like one.

use boards::{Board, elf};

use crate::failure::Failure;
use crate::firmware;
use crate::image_names;
use crate::steps::{Site, StepResult};

/// What a heap is called, in Rust and in C.
const HEAP: [&str; 6] =
    ["__rust_alloc", "__rg_alloc", "5alloc5alloc", "malloc", "calloc", "sbrk"];

/// `cargo xtask test no-heap`.
pub(crate) fn check(site: &Site<'_>) -> StepResult {
    let mut told = Vec::new();
    for board in Board::ALL {
        let image = firmware::image(site, board)?;
        let symbols = elf::symbols(&image)?;
        let names = symbols
            .iter()
            .filter(|symbol| symbol.is_part)
            .map(|symbol| symbol.name.as_str());
        let count = judge(board.name(), &names.collect::<Vec<_>>())?;
        told.push(format!("{}: none of {count} names", board.name()));
    }
    Ok(told)
}

/// How many names there are, none of which is a heap's.
fn judge(board: &str, names: &[&str]) -> Result<usize, Failure> {
    image_names::are_told(&format!("the image of {board}"), names)?;
    let heap: Vec<&str> =
        names.iter().copied().filter(|name| is_heap(name)).collect();
    if !heap.is_empty() {
        let what = format!("the image of {board} has a heap");
        return Err(Failure::new(what).output(heap.join("\n")));
    }
    Ok(names.len())
}

fn is_heap(symbol: &str) -> bool {
    HEAP.iter().any(|part| symbol.contains(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_image_without_names_is_no_image_without_a_heap() {
        assert!(judge("x", &["Reset", "main"]).is_ok());
        for names in [&[][..], &["main"]] {
            let told = judge("x", names).unwrap_err().to_string();
            assert!(told.contains("does not tell its names"), "{told}");
        }
        let told = judge("x", &["Reset", "malloc"]).unwrap_err();
        assert!(told.to_string().contains("has a heap"), "{told}");
    }

    #[test]
    fn a_heap_is_known_by_its_names() {
        for name in [
            "_RNvCs7yYR_7___rustc12___rust_alloc",
            "__rust_alloc_zeroed",
            "_ZN5alloc5alloc18handle_alloc_error17hE",
            "malloc",
        ] {
            assert!(is_heap(name), "{name}");
        }
        for name in ["_ZN6engine6search4pool8allocate17hE", "memcpy"] {
            assert!(!is_heap(name), "{name}");
        }
    }
}
