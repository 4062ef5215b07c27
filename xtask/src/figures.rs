//! `cargo xtask test figures`: what the pages say has been measured is what
//! the commands measure. The figures are in `docs/figures.txt`; what a board's
//! image takes stands on the pages only.

use std::fs;
use std::path::{Path, PathBuf};

use boards::{DevBoard, elf};

use crate::bench::{self, Extent};
use crate::failure::Failure;
use crate::firmware;
use crate::playouts;
use crate::second_core;
use crate::size;
use crate::steps::{Site, StepResult};
use crate::workspace::Workspace;

const FILE: &str = "docs/figures.txt";
/// It tells of earlier engines.
const HISTORY: &str = "STRENGTH.md";
/// No value is longer on a page.
const LONGEST: usize = 80;
/// How far a flash size may be off, in percent: it changes with every line.
const FLASH: u64 = 3;
/// How far RAM may be off, in KB.
const RAM: u64 = 1;

/// A figure, and how it stands on a page.
#[derive(Debug)]
struct Figure {
    name: String,
    value: String,
    phrase: String,
}

/// All figures.
#[derive(Debug)]
pub(crate) struct Figures(Vec<Figure>);

impl Figures {
    pub(crate) fn load(workspace: &Workspace) -> Result<Figures, Failure> {
        let path = workspace.root().join(FILE);
        let text = fs::read_to_string(&path).map_err(|error| {
            Failure::new(format!("cannot read {FILE}: {error}"))
        })?;
        Figures::read(&text)
    }

    pub(crate) fn read(text: &str) -> Result<Figures, Failure> {
        let mut figures = Vec::new();
        for line in text.lines() {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let figure = line.split_once(" = ").and_then(|(name, rest)| {
                let (value, phrase) = rest.split_once(" : ")?;
                let [name, value, phrase] =
                    [name, value, phrase].map(str::to_owned);
                phrase.contains('#').then_some(Figure { name, value, phrase })
            });
            figures.push(figure.ok_or_else(|| {
                let what = format!("{FILE} has a line that is no figure");
                Failure::new(what).output(line)
            })?);
        }
        Ok(Figures(figures))
    }

    /// Whether there is a figure of this name.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.0.iter().any(|figure| figure.name == name)
    }

    /// The value of this name.
    pub(crate) fn get(&self, name: &str) -> Result<&str, Failure> {
        let figure = self.0.iter().find(|figure| figure.name == name);
        figure
            .map(|figure| figure.value.as_str())
            .ok_or_else(|| Failure::new(format!("{FILE} has no figure {name}")))
    }

    /// The value of this name, which is a whole number such as `6,500`.
    pub(crate) fn number(&self, name: &str) -> Result<u32, Failure> {
        let value = self.get(name)?;
        value
            .replace(',', "")
            .parse()
            .map_err(|_| Failure::new(format!("{name} is no number: {value}")))
    }

    /// Looks whether this is the figure of this name.
    pub(crate) fn expect(
        &self,
        name: &str,
        found: &str,
    ) -> Result<(), Failure> {
        let stated = self.get(name)?;
        if stated == found {
            return Ok(());
        }
        Err(wrong(name, stated, found))
    }

    /// Looks whether all figures stand on a page, and none stands there with
    /// another value. Returns how often they do.
    fn check_pages(
        &self,
        pages: &[(String, String)],
    ) -> Result<usize, Failure> {
        let mut count = 0;
        for Figure { name, value, phrase } in &self.0 {
            let before = count;
            for (page, text) in pages {
                for found in occurrences(text, phrase) {
                    if found != value {
                        let what = format!(
                            "{page} says {found} where {name} is {value}"
                        );
                        return Err(Failure::new(what).output(phrase.clone()));
                    }
                    count += 1;
                }
            }
            if count == before {
                let what = format!("no page states the figure {name}");
                return Err(Failure::new(what).output(phrase.clone()));
            }
        }
        Ok(count)
    }
}

fn wrong(name: &str, stated: &str, found: &str) -> Failure {
    let what = format!("{name} is {found}, and {FILE} says {stated}");
    Failure::new(what).next(format!(
        "if {found} is right, put it into {FILE} and onto the page"
    ))
}

/// What stands where a phrase has its `#`, wherever it stands in a text. With
/// nothing before the `#`, that is a word.
fn occurrences<'a>(text: &'a str, phrase: &str) -> Vec<&'a str> {
    let (before, after) = phrase.split_once('#').unwrap_or((phrase, ""));
    let mut found = Vec::new();
    for line in text.lines() {
        if before.is_empty() {
            for (at, _) in line.match_indices(after) {
                let word = line[..at].rsplit([' ', '|', '(']).next();
                found.extend(word.filter(|word| !word.is_empty()));
            }
            continue;
        }
        for (at, _) in line.match_indices(before) {
            let rest = &line[at + before.len()..];
            let value = rest.split_once(after).map(|(value, _)| value);
            found.extend(value.filter(|value| value.len() <= LONGEST));
        }
    }
    found
}

/// The front page and those in `docs`.
pub(crate) fn pages(root: &Path) -> Result<Vec<(String, String)>, Failure> {
    let unread = |path: &Path, error: std::io::Error| {
        Failure::new(format!("cannot read {}: {error}", path.display()))
    };
    let docs = root.join("docs");
    let mut paths: Vec<PathBuf> = vec![root.join("README.md")];
    for entry in fs::read_dir(&docs).map_err(|e| unread(&docs, e))? {
        let path = entry.map_err(|e| unread(&docs, e))?.path();
        let is_page = path.extension().is_some_and(|it| it == "md");
        if is_page && !path.ends_with(HISTORY) {
            paths.push(path);
        }
    }
    let page = |path: PathBuf| {
        let text = fs::read_to_string(&path).map_err(|e| unread(&path, e))?;
        let name = path.strip_prefix(root).unwrap_or(&path);
        Ok((name.display().to_string(), text))
    };
    paths.into_iter().map(page).collect()
}

/// The step `figures`.
pub(crate) fn check(site: &Site<'_>) -> StepResult {
    let figures = Figures::load(site.workspace)?;
    let pages = pages(site.workspace.root())?;
    let stated = figures.check_pages(&pages)?;
    let mut told = vec![format!("{stated} figures on the pages")];
    for board in DevBoard::ALL {
        let image = firmware::image(site, board)?;
        let (flash, ram) = size::totals(
            &elf::sections(&image, &board.ram())?,
            size::stack(&image)?,
        );
        check_size(&pages, board.name(), flash, ram)?;
    }
    told.push("sizes of all images: as stated".into());
    for line in bench::measure(site, Extent::Part)? {
        let Some((name, value)) = line.split_once(' ') else { continue };
        if name.ends_with("-per-ply") {
            figures.expect(name, value)?;
            told.push(line);
        } else if name.starts_with("signature") {
            let value = value.split_whitespace().last().unwrap_or_default();
            figures.expect(name, value)?;
        }
    }
    told.push(
        "signatures with 1, 2 and 4 in flight: in QEMU all, one on each other \
         board; all on all at night"
            .into(),
    );
    told.extend(second_core::check_sizes(site, &figures)?);
    told.extend(playouts::check(site)?);
    told.extend(check_suite(site, &figures)?);
    Ok(told)
}

/// Looks at what the suite solves.
fn check_suite(
    site: &Site<'_>,
    figures: &Figures,
) -> Result<Vec<String>, Failure> {
    let run = |playouts: &str| {
        let options = ["--run", "--playouts", playouts];
        site.workspace.host_sim("suite").args(options).ok()
    };
    let few = run("2000")?;
    let kinds = ["win-1", "win-3", "block", "avoid", "double"];
    let (mut solved, mut all) = (0, 0);
    for kind in kinds {
        let (own, of) = category(&few, kind)?;
        (solved, all) = (solved + own, all + of);
    }
    let few = format!("{solved} of {all}");
    figures.expect("suite-2000", &few)?;
    let many = run("20000")?;
    let [(five, _), (seven, of)] =
        [category(&many, "win-5")?, category(&many, "win-7")?];
    let many = format!("{five} and {seven} of {of}");
    figures.expect("suite-20000", &many)?;
    Ok(vec![format!("suite: {few}, {many}")])
}

/// Solved and all positions of a category: `win-5     158 of  160, …`.
fn category(text: &str, name: &str) -> Result<(u32, u32), Failure> {
    let line = text.lines().find_map(|line| line.strip_prefix(name));
    let mut words = line.unwrap_or_default().split_whitespace();
    let mut number = || {
        let word = words.by_ref().find(|word| *word != "of")?;
        word.trim_end_matches(',').parse().ok()
    };
    number().zip(number()).ok_or_else(|| {
        Failure::new(format!("the suite does not tell of {name}")).output(text)
    })
}

/// What the pages say that a board's image takes, wherever they do:
/// `153 KB | 252 of 264 KB | 15,000`, the last of which are the nodes.
pub(crate) fn stated_sizes<'a>(
    pages: &'a [(String, String)],
    board: &str,
) -> Result<Vec<&'a str>, Failure> {
    let phrase = format!("| `{board}` | # nodes |");
    let texts = pages.iter().map(|(_, text)| text);
    let stated: Vec<&str> =
        texts.flat_map(|text| occurrences(text, &phrase)).collect();
    if stated.is_empty() {
        let what = format!("no page states what the image of {board} takes");
        return Err(Failure::new(what).output(phrase));
    }
    Ok(stated)
}

/// Looks whether flash and RAM, in bytes, are about what is stated.
fn check_size(
    pages: &[(String, String)],
    board: &str,
    flash: u64,
    ram: u64,
) -> Result<(), Failure> {
    let stated = stated_sizes(pages, board)?;
    stated.into_iter().try_for_each(|it| compare_size(board, it, flash, ram))
}

/// Looks at the first two numbers of what is stated.
fn compare_size(
    board: &str,
    stated: &str,
    flash: u64,
    ram: u64,
) -> Result<(), Failure> {
    let kb = |bytes: u64| (bytes + 512) / 1024;
    let (flash, ram) = (kb(flash), kb(ram));
    let mut cells = stated.split('|').map(|cell| {
        let word = cell.split_whitespace().next()?;
        word.parse::<u64>().ok()
    });
    let near =
        |stated: u64, found: u64, most: u64| stated.abs_diff(found) <= most;
    match (cells.next().flatten(), cells.next().flatten()) {
        (Some(a), Some(b))
            if near(a, flash, flash * FLASH / 100) && near(b, ram, RAM) =>
        {
            Ok(())
        }
        _ => Err(Failure::new(format!(
            "the image of {board} takes {flash} KB | {ram} KB, and a page says \
             {stated}"
        ))
        .next("if the image is right, put it onto the page")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figures() -> Figures {
        let text = "# a remark\n\ncost = 139 : # Cortex-M4 instructions\n\
            more = 286 : instructions, # |\n";
        Figures::read(text).unwrap()
    }

    fn page(text: &str) -> Vec<(String, String)> {
        vec![("README.md".into(), text.into())]
    }

    const PAGE: &str = "| A ply | 139 Cortex-M4 instructions, 286 |\n\
        | `x` | Cortex-M4 | serial |\n\
        | `x` | 153 KB | 252 of 264 KB | 15,000 nodes |\n";

    #[test]
    fn a_wrong_figure_on_a_page_is_found() {
        assert_eq!(figures().check_pages(&page(PAGE)).unwrap(), 2);
        for (right, other) in [("139", "138"), ("286", "287")] {
            let wrong = page(&PAGE.replace(right, other));
            assert!(figures().check_pages(&wrong).is_err(), "{right}");
        }
        let told = figures().check_pages(&page("nothing")).unwrap_err();
        assert!(told.to_string().contains("no page states"), "{told}");
    }

    #[test]
    fn a_measurement_is_held_against_its_figure() {
        let figures = figures();
        assert!(figures.expect("cost", "139").is_ok());
        let told = figures.expect("cost", "140").unwrap_err().to_string();
        assert!(told.contains("cost is 140, and "), "{told}");
        assert!(figures.expect("price", "1").is_err());
        assert!(figures.has("cost") && !figures.has("price"));
        let figures = Figures::read("a = 6,500 : #\nb = 1 of 2 : #\n").unwrap();
        assert_eq!(figures.number("a").unwrap(), 6500);
        let told = figures.number("b").unwrap_err().to_string();
        assert!(told.contains("b is no number: 1 of 2"), "{told}");
    }

    #[test]
    fn a_size_is_held_against_every_page() {
        let (flash, ram) = (154 * 1024, 252 * 1024 - 300);
        let check = |text: &str, board, flash, ram| {
            check_size(&page(text), board, flash, ram)
        };
        assert!(check(PAGE, "x", flash, ram).is_ok());
        assert!(check(PAGE, "x", 170 * 1024, ram).is_err());
        assert!(check(PAGE, "x", flash, 240 * 1024).is_err());
        assert!(check(PAGE, "y", flash, ram).is_err());
        let two = PAGE.to_owned() + &PAGE.replace("153", "15");
        assert!(check(&two, "x", flash, ram).is_err());
    }

    #[test]
    fn the_suite_is_read() {
        let text = "win-1      160 of  160, 0 more won later\n\
            win-5      158 of  160, 2 more won later\n";
        assert_eq!(category(text, "win-5").unwrap(), (158, 160));
        assert!(category(text, "win-7").is_err());
    }

    /// The file and the pages as they are.
    #[test]
    fn the_pages_say_what_the_file_says() {
        let workspace = Workspace::find();
        let figures = Figures::load(&workspace).unwrap();
        let pages = pages(workspace.root()).unwrap();
        if let Err(failure) = figures.check_pages(&pages) {
            panic!("{failure}");
        }
    }
}
