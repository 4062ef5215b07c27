//! UF2, the format that a Pico takes as a file on its USB drive: blocks of
//! 512 bytes, each a page of flash with its address.

use std::collections::BTreeMap;

use crate::elf::Segment;

const PAGE: usize = 256;
const START: [u32; 2] = [0x0a32_4655, 0x9e5d_5157];
const END: u32 = 0x0ab1_6f30;
/// The family of chips stands in every block.
const HAS_FAMILY: u32 = 0x2000;
/// Where a block ends, before its last word.
const LAST_WORD: usize = 512 - 4;

/// The file for these segments, for chips of this family.
#[must_use]
pub fn encode(segments: &[Segment], family: u32) -> Vec<u8> {
    let pages = pages(segments);
    let count = pages.len() as u32;
    let mut file = Vec::with_capacity(pages.len() * 512);
    for (index, (address, page)) in (0..).zip(pages) {
        let words = [HAS_FAMILY, address, PAGE as u32, index, count, family];
        let begin = file.len();
        for word in START.into_iter().chain(words) {
            file.extend(word.to_le_bytes());
        }
        file.extend(page);
        file.resize(begin + LAST_WORD, 0);
        file.extend(END.to_le_bytes());
    }
    file
}

/// Whole pages of flash, by address; zeros where there is nothing.
fn pages(segments: &[Segment]) -> BTreeMap<u32, [u8; PAGE]> {
    let mut pages = BTreeMap::new();
    for segment in segments {
        for (address, &byte) in (segment.address..).zip(&segment.bytes) {
            let offset = address as usize % PAGE;
            let page =
                pages.entry(address - offset as u32).or_insert([0; PAGE]);
            page[offset] = byte;
        }
    }
    pages
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(file: &[u8], at: usize) -> u32 {
        let bytes = file[at..at + 4].try_into().unwrap();
        u32::from_le_bytes(bytes)
    }

    #[test]
    fn a_page_that_two_segments_share_is_one_block() {
        let segments = [
            Segment { address: 0x1000_00f0, bytes: vec![1; 32] },
            Segment { address: 0x1000_0110, bytes: vec![2; 4] },
        ];
        let file = encode(&segments, 7);
        assert_eq!(file.len(), 2 * 512);
        for (block, address) in [(0, 0x1000_0000), (1, 0x1000_0100)] {
            let at = block * 512;
            assert_eq!(word(&file, at), START[0]);
            assert_eq!(word(&file, at + 4), START[1]);
            assert_eq!(word(&file, at + 8), HAS_FAMILY);
            assert_eq!(word(&file, at + 12), address);
            assert_eq!(word(&file, at + 16), 256);
            assert_eq!(word(&file, at + 20), block as u32);
            assert_eq!(word(&file, at + 24), 2);
            assert_eq!(word(&file, at + 28), 7);
            assert_eq!(word(&file, at + 508), END);
        }
        assert_eq!(file[32 + 0xf0 - 1..32 + 0xf0 + 1], [0, 1]);
        assert_eq!(file[512 + 32 + 15..512 + 32 + 21], [1, 2, 2, 2, 2, 0]);
    }
}
