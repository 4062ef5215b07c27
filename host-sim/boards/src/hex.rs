//! Intel HEX, the format that a micro:bit takes as a file on its USB drive:
//! lines of up to 16 bytes, each with its address and a checksum.

use ihex::Record;
pub use ihex::WriterError;

use crate::elf::Segment;

/// The most bytes of a line.
const LINE: usize = 16;

/// The file for these segments.
///
/// # Errors
///
/// If the lines cannot be written, which none of these is known to cause.
pub fn encode(segments: &[Segment]) -> Result<String, WriterError> {
    let mut records = Vec::new();
    let mut upper = 0;
    for segment in segments {
        let mut address = segment.address;
        let mut rest = &segment.bytes[..];
        while !rest.is_empty() {
            let [high, low] = [(address >> 16) as u16, address as u16];
            if high != upper {
                upper = high;
                records.push(Record::ExtendedLinearAddress(high));
            }
            // A line does not cross into another upper half.
            let room = (0x1_0000 - usize::from(low)).min(LINE);
            let (line, more) = rest.split_at(room.min(rest.len()));
            records.push(Record::Data { offset: low, value: line.to_vec() });
            address += line.len() as u32;
            rest = more;
        }
    }
    records.push(Record::EndOfFile);
    ihex::create_object_file_representation(&records)
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
        assert_eq!(encode(&[low, high]), Ok(file.into()));
    }

    #[test]
    fn no_line_crosses_into_another_upper_half() {
        let segment = Segment { address: 0xfffe, bytes: vec![1, 2, 3] };
        let file = encode(&[segment]).unwrap();
        let lines: Vec<_> = file.lines().collect();
        assert_eq!(lines[0], ":02FFFE000102FE");
        assert_eq!(lines[1], ":020000040001F9");
        assert_eq!(lines[2], ":0100000003FC");
    }
}
