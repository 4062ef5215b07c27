//! Lines made of the protocol's own tables: a word that is added there, or an
//! option, is tried here from then on.
//!
//! The forms are those of `help`: `play [x|o|both|none]`, `perft N`. Brackets
//! hold what may be left out, `|` separates choices, capitals and examples
//! such as `3,4` stand for anything of their kind.

use arbitrary::{Arbitrary, Result, Unstructured};
use engine::SettingKind;

/// Mostly small, as columns and sides are; sometimes anything.
#[derive(Debug)]
pub(crate) struct Number(pub(crate) u32);

impl<'a> Arbitrary<'a> for Number {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Self> {
        let kind: u8 = bytes.int_in_range(0..=15)?;
        let number = match kind {
            0 => bytes.arbitrary()?,
            1 => bytes.int_in_range(0..=300)?,
            _ => bytes.int_in_range(0..=13)?,
        };
        Ok(Number(number))
    }
}

/// Any word with what may follow it.
pub(crate) fn line(source: &mut Unstructured<'_>) -> Result<String> {
    let usages: Vec<_> = protocol::usages().collect();
    let usage = *source.choose(&usages)?;
    Ok(fill(usage, source)?.unwrap_or_else(|| usage.to_owned()))
}

/// Any option, with a value of its kind or any other.
pub(crate) fn option(source: &mut Unstructured<'_>) -> Result<String> {
    let options: Vec<_> = protocol::options().collect();
    let (name, kind) = *source.choose(&options)?;
    let number = |source: &mut Unstructured<'_>| {
        source.arbitrary().map(|Number(number)| number.to_string())
    };
    let value = match kind {
        Some(SettingKind::Words(words)) => (*source.choose(words)?).into(),
        Some(SettingKind::Flag) => {
            (*source.choose(&["true", "false", "on", "off"])?).into()
        }
        Some(SettingKind::Number { .. }) => number(source)?,
        // The forbidden cell, the seed.
        None => match source.int_in_range(0..=3)? {
            0 => "random".into(),
            1 => "none".into(),
            2 => format!("{},{}", number(source)?, number(source)?),
            _ => number(source)?,
        },
    };
    Ok(format!("setoption name {name} value {value}"))
}

/// A form with everything filled in; `None` if there is something in it that
/// is not known.
fn fill(usage: &str, source: &mut Unstructured<'_>) -> Result<Option<String>> {
    let mut line = Vec::new();
    let mut rest = usage;
    while !rest.is_empty() {
        if let Some(inside) = rest.strip_prefix('[') {
            let (part, after) = inside.split_once(']').unwrap_or((inside, ""));
            rest = after.trim_start();
            if source.arbitrary()? {
                let Some(part) = fill(part, source)? else { return Ok(None) };
                line.push(part);
            }
            continue;
        }
        let end = rest.find(' ').unwrap_or(rest.len());
        let (part, after) = rest.split_at(end);
        rest = after.trim_start();
        let choices: Vec<_> = part.split('|').collect();
        let choice = source.choose(&choices)?;
        match word(choice, source)? {
            Some(word) => line.push(word),
            None => return Ok(None),
        }
    }
    Ok(Some(line.join(" ")))
}

/// A word, or what it stands for.
fn word(form: &str, source: &mut Unstructured<'_>) -> Result<Option<String>> {
    let number = |source: &mut Unstructured<'_>| {
        source.arbitrary().map(|Number(number)| number.to_string())
    };
    Ok(Some(match form {
        "N" | "MS" | "1-10" => number(source)?,
        "SECONDS" if source.arbitrary()? => {
            format!("0.{}", number(source)?)
        }
        "SECONDS" => number(source)?,
        "ROW,COLUMN" | "3,4" => {
            format!("{},{}", number(source)?, number(source)?)
        }
        "SIZE" | "10x12" => {
            format!("{}x{}", number(source)?, number(source)?)
        }
        "BOARD" => (*source.choose(&BOARDS)?).into(),
        "SIDE" => (*source.choose(&["x", "o"])?).into(),
        "WORD" => {
            let usages: Vec<_> = protocol::usages().collect();
            let usage = source.choose(&usages)?;
            usage.split(' ').next().unwrap_or_default().into()
        }
        "NAME" => {
            let options: Vec<_> = protocol::options().collect();
            source.choose(&options)?.0.into()
        }
        "VALUE" => number(source)?,
        "..." => {
            let more: Vec<Number> = source.arbitrary()?;
            let more = more.iter().map(|Number(number)| number.to_string());
            more.collect::<Vec<_>>().join(" ")
        }
        "?" => "?".into(),
        _ => {
            let is_known =
                |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
            let is_known = form.bytes().all(is_known);
            return Ok(is_known.then(|| form.into()));
        }
    }))
}

const BOARDS: [&str; 3] = [
    "7/7/7/7/oo5/xxx1o2",
    "7/7/7/7/3o3/3x3",
    "12/12/12/12/12/12/12/12/12/12/12/12",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_that_help_names_can_be_filled_in() {
        // Each byte is a coin: all that may be left out is there, or not.
        for byte in 0..=u8::MAX {
            let bytes = vec![byte; 500];
            for usage in protocol::usages() {
                let mut source = Unstructured::new(&bytes);
                let filled = fill(usage, &mut source).unwrap();
                assert!(filled.is_some(), "{usage} is not understood");
            }
        }
    }

    #[test]
    fn what_is_not_known_is_noticed() {
        let mut source = Unstructured::new(&[1; 10]);
        assert_eq!(fill("walk DISTANCE", &mut source).unwrap(), None);
    }
}
