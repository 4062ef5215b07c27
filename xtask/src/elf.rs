//! What an ELF file puts where.

use std::fs;
use std::path::Path;

use object::elf::{FileHeader32, PT_LOAD, SHF_ALLOC};
use object::read::elf::{FileHeader, ProgramHeader, SectionHeader, Sym};
use object::{Endianness, elf};

use crate::failure::Failure;

type Header = FileHeader32<Endianness>;

/// Bytes with a place in a chip's memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Segment {
    pub(crate) address: u32,
    pub(crate) bytes: Vec<u8>,
}

/// A section that takes room on the chip.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Section {
    pub(crate) name: String,
    pub(crate) size: u64,
    /// Whether it lies in flash; `.data` lies there as well as in RAM.
    pub(crate) flash: bool,
    pub(crate) ram: bool,
}

/// Something with a name and a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Symbol {
    pub(crate) name: String,
    pub(crate) address: u32,
}

/// What is written to the chip, in the order of its addresses.
pub(crate) fn segments(file: &Path) -> Result<Vec<Segment>, Failure> {
    let data = read(file)?;
    let parse = || -> object::Result<Vec<Segment>> {
        let header = Header::parse(&*data)?;
        let endian = header.endian()?;
        let mut found = Vec::new();
        for segment in header.program_headers(endian, &*data)? {
            let bytes = segment.data(endian, &*data).unwrap_or(&[]);
            if segment.p_type(endian) == PT_LOAD && !bytes.is_empty() {
                let address = segment.p_paddr(endian);
                found.push(Segment { address, bytes: bytes.to_vec() });
            }
        }
        found.sort_by_key(|segment| segment.address);
        Ok(found)
    };
    parse().map_err(|error| bad(file, &error))
}

/// The sections that take room on the chip.
pub(crate) fn sections(file: &Path) -> Result<Vec<Section>, Failure> {
    /// Where every board's RAM begins.
    const RAM: u64 = 0x2000_0000;

    let data = read(file)?;
    let parse = || -> object::Result<Vec<Section>> {
        let header = Header::parse(&*data)?;
        let endian = header.endian()?;
        let table = header.sections(endian, &*data)?;
        let mut found = Vec::new();
        for section in table.iter() {
            let size = u64::from(section.sh_size(endian));
            let allocated = section.sh_flags(endian).contains(SHF_ALLOC);
            if !allocated || size == 0 {
                continue;
            }
            let name = table.section_name(endian, section)?;
            let name = String::from_utf8_lossy(name).into_owned();
            let ram = u64::from(section.sh_addr(endian)) >= RAM;
            let flash = section.sh_type(endian) != elf::SHT_NOBITS;
            found.push(Section { name, size, flash, ram });
        }
        Ok(found)
    };
    parse().map_err(|error| bad(file, &error))
}

/// Where the thing of this name lies.
pub(crate) fn address(file: &Path, name: &str) -> Result<u32, Failure> {
    let symbols = symbols(file)?;
    let found = symbols.iter().find(|symbol| symbol.name == name);
    found.map(|symbol| symbol.address).ok_or_else(|| {
        Failure::new(format!("nothing in {} is a {name}", file.display()))
    })
}

/// Everything in the image that has a name.
pub(crate) fn symbols(file: &Path) -> Result<Vec<Symbol>, Failure> {
    let data = read(file)?;
    let parse = || -> object::Result<Vec<Symbol>> {
        let header = Header::parse(&*data)?;
        let endian = header.endian()?;
        let table = header.sections(endian, &*data)?.symbols(
            endian,
            &*data,
            elf::SHT_SYMTAB,
        )?;
        let named = table.iter().map(|symbol| {
            let name = table.symbol_name(endian, symbol)?;
            let name = String::from_utf8_lossy(name).into_owned();
            Ok(Symbol { name, address: symbol.st_value(endian) })
        });
        named.collect()
    };
    parse().map_err(|error| bad(file, &error))
}

fn read(file: &Path) -> Result<Vec<u8>, Failure> {
    fs::read(file).map_err(|error| {
        Failure::new(format!("cannot read {}: {error}", file.display()))
    })
}

fn bad(file: &Path, error: &object::Error) -> Failure {
    let name = file.display();
    Failure::new(format!("{name} is no image of a board: {error}"))
}
