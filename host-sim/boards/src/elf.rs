//! What an ELF file puts where.

use std::fs;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use object::elf::{FileHeader32, PT_LOAD, SHF_ALLOC};
use object::read::elf::{FileHeader, ProgramHeader, SectionHeader, Sym};
use object::{Endianness, elf};

type Header = FileHeader32<Endianness>;

/// Why a file tells nothing about a chip.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ElfError {
    /// The file cannot be read.
    #[error("cannot read {0}: {1}")]
    Unreadable(PathBuf, io::Error),
    /// It is not an ELF file for a chip.
    #[error("{0} is no image of a board: {1}")]
    NotAnImage(PathBuf, object::Error),
    /// Its end is missing.
    #[error("the end of {0} is missing")]
    Truncated(PathBuf),
    /// Nothing in it has this name.
    #[error("nothing in {0} is a {1}")]
    NoSymbol(PathBuf, String),
}

/// Bytes with a place in a chip's memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Segment {
    /// Where the first of them lies.
    pub address: u32,
    /// The bytes.
    pub bytes: Vec<u8>,
}

/// A section that takes room on the chip.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// Its name, such as `.text`.
    pub name: String,
    /// Its size in bytes.
    pub size: u64,
    /// Whether it lies in flash; `.data` lies there as well as in RAM.
    pub flash: bool,
    /// Whether it lies in RAM.
    pub ram: bool,
}

/// Something with a name and a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Symbol {
    /// Its name.
    pub name: String,
    /// Its place.
    pub address: u32,
    /// How many bytes it takes, if it is known.
    pub size: u32,
    /// Whether it is a part of the image, and not a mere number: linker
    /// scripts give names to those, some to all of a chip's boot ROM.
    pub is_part: bool,
}

/// What is written to the chip, in the order of its addresses.
///
/// # Errors
///
/// If the file is no image.
pub fn segments(file: &Path) -> Result<Vec<Segment>, ElfError> {
    let found = parse(file, |header, endian, data| {
        let mut found = Vec::new();
        for segment in header.program_headers(endian, data)? {
            if segment.p_type(endian) != PT_LOAD {
                continue;
            }
            let Ok(bytes) = segment.data(endian, data) else {
                return Ok(None);
            };
            if !bytes.is_empty() {
                let address = segment.p_paddr(endian);
                found.push(Segment { address, bytes: bytes.to_vec() });
            }
        }
        found.sort_by_key(|segment| segment.address);
        Ok(Some(found))
    })?;
    found.ok_or_else(|| ElfError::Truncated(file.into()))
}

/// The sections that take room on the chip, without the stack. The RAM lies
/// at these addresses.
///
/// # Errors
///
/// If the file is no image.
pub fn sections(
    file: &Path,
    ram: &Range<u32>,
) -> Result<Vec<Section>, ElfError> {
    parse(file, |header, endian, data| {
        let table = header.sections(endian, data)?;
        let mut found = Vec::new();
        for section in table.iter() {
            let size = u64::from(section.sh_size(endian));
            let allocated = section.sh_flags(endian).contains(SHF_ALLOC);
            let name = table.section_name(endian, section)?;
            let name = String::from_utf8_lossy(name).into_owned();
            // Some linker scripts give the stack a section of its own.
            if !allocated || size == 0 || name == ".stack" {
                continue;
            }
            let ram = ram.contains(&section.sh_addr(endian));
            let flash = section.sh_type(endian) != elf::SHT_NOBITS;
            found.push(Section { name, size, flash, ram });
        }
        Ok(found)
    })
}

/// Where the thing of this name lies.
///
/// # Errors
///
/// If the file is no image, or has no such name.
pub fn address(file: &Path, name: &str) -> Result<u32, ElfError> {
    let symbols = symbols(file)?;
    let found = symbols.iter().find(|symbol| symbol.name == name);
    found
        .map(|symbol| symbol.address)
        .ok_or_else(|| ElfError::NoSymbol(file.into(), name.into()))
}

/// Everything in the image that has a name.
///
/// # Errors
///
/// If the file is no image.
pub fn symbols(file: &Path) -> Result<Vec<Symbol>, ElfError> {
    parse(file, |header, endian, data| {
        let sections = header.sections(endian, data)?;
        let table = sections.symbols(endian, data, elf::SHT_SYMTAB)?;
        let named = table.iter().map(|symbol| {
            let name = table.symbol_name(endian, symbol)?;
            let name = String::from_utf8_lossy(name).into_owned();
            let is_part = symbol.st_shndx(endian) != elf::SHN_ABS;
            let address = symbol.st_value(endian);
            let size = symbol.st_size(endian);
            Ok(Symbol { name, address, size, is_part })
        });
        named.collect()
    })
}

/// Reads a file and finds something in it.
fn parse<T>(
    file: &Path,
    find: impl Fn(&Header, Endianness, &[u8]) -> object::Result<T>,
) -> Result<T, ElfError> {
    let data = fs::read(file)
        .map_err(|error| ElfError::Unreadable(file.into(), error))?;
    Header::parse(&*data)
        .and_then(|header| find(header, header.endian()?, &data))
        .map_err(|error| ElfError::NotAnImage(file.into(), error))
}
