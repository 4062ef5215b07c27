//! Whether an image tells the names of what is in it: a check that looks for
//! a name finds none in an image without any.

use crate::failure::Failure;

/// What every image has one of, on ARM and on RISC-V.
const START: [&str; 2] = ["Reset", "_start"];

/// Fails if the names of an image do not even have its start among them.
pub(crate) fn are_told(image: &str, names: &[&str]) -> Result<(), Failure> {
    if START.iter().any(|start| names.contains(start)) {
        return Ok(());
    }
    let [arm, riscv] = START;
    let count = names.len();
    Err(Failure::new(format!(
        "{image} does not tell its names: neither {arm} nor {riscv} is among \
         {count}"
    ))
    .next("build it with its symbols: no `strip` in Cargo.toml"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_image_without_names_is_told() {
        for names in [&["Reset", "main"][..], &["main", "_start"]] {
            assert!(are_told("x", names).is_ok());
        }
        for names in [&[][..], &["main", "Resets"]] {
            let told = are_told("x", names).unwrap_err().to_string();
            assert!(told.contains("x does not tell its names"), "{told}");
        }
    }
}
