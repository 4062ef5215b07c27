//! No image has a heap: nothing in it is called like one. Of an image in which
//! something has been given such a name, that has to be told.

use std::fs;
use std::path::Path;

use boards::{DevBoard, elf};

use crate::failure::Failure;
use crate::firmware;
use crate::image_names;
use crate::steps::{Site, StepResult};

/// What a heap is called, in Rust and in C.
const HEAP: [&str; 6] =
    ["__rust_alloc", "__rg_alloc", "5alloc5alloc", "malloc", "calloc", "sbrk"];

/// What every image has, and with which name it is taken for a heap.
const CONTROL: (&[u8], &[u8]) = (b"memcpy", b"malloc");

/// `cargo xtask test no-heap`.
pub(crate) fn check(site: &Site<'_>) -> StepResult {
    let mut told = vec![control(site)?];
    for board in DevBoard::ALL {
        let image = firmware::image(site, board)?;
        let count = look(board.name(), &image)?;
        told.push(format!("{}: none of {count} names", board.name()));
    }
    Ok(told)
}

fn look(board: &str, image: &Path) -> Result<usize, Failure> {
    let symbols = elf::symbols(image)?;
    let names = symbols
        .iter()
        .filter(|symbol| symbol.is_part)
        .map(|symbol| symbol.name.as_str());
    judge(board, &names.collect::<Vec<_>>())
}

/// Fails unless a heap is found where there is one.
fn control(site: &Site<'_>) -> Result<String, Failure> {
    let image = firmware::image(site, DevBoard::Qemu)?;
    let other = site.workspace.apart("heap-control.elf");
    let made =
        fs::read(&image).and_then(|bytes| fs::write(&other, with_heap(&bytes)));
    made.map_err(|why| {
        Failure::new(format!("cannot make {}: {why}", other.display()))
    })?;
    match look("the control", &other) {
        Err(told) if told.to_string().contains(HAS_HEAP) => {
            Ok("a heap that was put into an image is told".into())
        }
        Err(told) => Err(told),
        Ok(count) => Err(Failure::new(format!(
            "a heap that was put into an image is none of {count} names"
        ))),
    }
}

/// The same image, with a heap by its names.
fn with_heap(image: &[u8]) -> Vec<u8> {
    let (plain, heap) = CONTROL;
    let mut image = image.to_vec();
    let mut at = 0;
    while at + plain.len() <= image.len() {
        if image[at..].starts_with(plain) {
            image[at..at + plain.len()].copy_from_slice(heap);
        }
        at += 1;
    }
    image
}

const HAS_HEAP: &str = "has a heap";

/// How many names there are, none of which is a heap's.
fn judge(board: &str, names: &[&str]) -> Result<usize, Failure> {
    image_names::are_told(&format!("the image of {board}"), names)?;
    let heap: Vec<&str> =
        names.iter().copied().filter(|name| is_heap(name)).collect();
    if !heap.is_empty() {
        let what = format!("the image of {board} {HAS_HEAP}");
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
    fn a_heap_can_be_put_into_an_image() {
        let image = b"..memcpy\0__aeabi_memcpy4\0memset\0";
        let other = b"..malloc\0__aeabi_malloc4\0memset\0";
        assert_eq!(with_heap(image), other);
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
