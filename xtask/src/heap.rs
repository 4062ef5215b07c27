//! No image has a heap: nothing in it is called like one.

use boards::{Board, elf};

use crate::failure::Failure;
use crate::firmware;
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
        let heap: Vec<&str> = symbols
            .iter()
            .map(|symbol| symbol.name.as_str())
            .filter(|name| is_heap(name))
            .collect();
        if !heap.is_empty() {
            let what = format!("the image of {} has a heap", board.name());
            return Err(Failure::new(what).output(heap.join("\n")));
        }
        let count = symbols.len();
        told.push(format!("{}: none of {count} names", board.name()));
    }
    Ok(told)
}

fn is_heap(symbol: &str) -> bool {
    HEAP.iter().any(|part| symbol.contains(part))
}

#[cfg(test)]
mod tests {
    use super::*;

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
