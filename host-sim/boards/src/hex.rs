//! Intel HEX, the format that a micro:bit takes as a file on its USB drive:
//! lines of up to 16 bytes, each with its address and a checksum.

use std::fmt::Write;

use crate::elf::Segment;

const DATA: u8 = 0;
const END: u8 = 1;
/// The upper half of the addresses that follow.
const UPPER: u8 = 4;

/// The file for these segments.
#[must_use]
pub fn encode(segments: &[Segment]) -> String {
    let mut file = String::new();
    let mut upper = 0;
    for segment in segments {
        let mut address = segment.address;
        let mut rest = &segment.bytes[..];
        while !rest.is_empty() {
            let [high, low] = [address >> 16, address & 0xffff];
            if high != upper {
                upper = high;
                record(&mut file, 0, UPPER, &(high as u16).to_be_bytes());
            }
            // A line does not cross into another upper half.
            let room = (0x1_0000 - low as usize).min(16);
            let (line, more) = rest.split_at(room.min(rest.len()));
            record(&mut file, low as u16, DATA, line);
            address += line.len() as u32;
            rest = more;
        }
    }
    record(&mut file, 0, END, &[]);
    file
}

fn record(file: &mut String, address: u16, kind: u8, bytes: &[u8]) {
    let [high, low] = address.to_be_bytes();
    let head = [bytes.len() as u8, high, low, kind];
    let line = head.iter().chain(bytes);
    let sum = line.clone().fold(0_u8, |sum, byte| sum.wrapping_add(*byte));
    file.push(':');
    for byte in line.chain([&sum.wrapping_neg()]) {
        let _ = write!(file, "{byte:02X}");
    }
    file.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_those_of_the_format() {
        let low = Segment { address: 0x100, bytes: (0x21..0x33).collect() };
        let high = Segment { address: 0x2_0000, bytes: vec![0xab] };
        let file = "\
:100100002122232425262728292A2B2C2D2E2F3067
:0201100031328A
:020000040002F8
:01000000AB54
:00000001FF
";
        assert_eq!(encode(&[low, high]), file);
    }

    #[test]
    fn no_line_crosses_into_another_upper_half() {
        let segment = Segment { address: 0xfffe, bytes: vec![1, 2, 3] };
        let file = encode(&[segment]);
        let lines: Vec<_> = file.lines().collect();
        assert_eq!(lines[0], ":02FFFE000102FE");
        assert_eq!(lines[1], ":020000040001F9");
        assert_eq!(lines[2], ":0100000003FC");
    }
}
