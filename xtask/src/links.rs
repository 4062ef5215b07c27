//! Links from page to page: each must lead to a file that is there.

use std::fs;
use std::path::{Path, PathBuf};

use crate::failure::Failure;
use crate::workspace::Workspace;

/// The folders with pages.
const FOLDERS: [&str; 5] = ["", "docs", "docs/games", "engine", "protocol"];

/// Looks at every page, and gives the number of links.
pub(crate) fn check(workspace: &Workspace) -> Result<usize, Failure> {
    let root = workspace.root();
    let mut count = 0;
    for page in FOLDERS.iter().flat_map(|folder| pages(&root.join(folder))) {
        let unreadable = |error| {
            Failure::new(format!("cannot read {}: {error}", page.display()))
        };
        let text = fs::read_to_string(&page).map_err(unreadable)?;
        let folder = page.parent().unwrap_or(root);
        for link in links(&text) {
            if !folder.join(link).exists() {
                let page = page.strip_prefix(root).unwrap_or(&page);
                let what = format!("{} leads nowhere: {link}", page.display());
                return Err(Failure::new(what).next("mend the link"));
            }
            count += 1;
        }
    }
    Ok(count)
}

fn pages(folder: &Path) -> Vec<PathBuf> {
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut pages: Vec<PathBuf> = files
        .map(|file| file.path())
        .filter(|path| path.extension().is_some_and(|end| end == "md"))
        .collect();
    pages.sort();
    pages
}

/// The files to which a page links, without the place in them.
fn links(page: &str) -> impl Iterator<Item = &str> {
    page.split("](")
        .skip(1)
        .filter_map(|rest| rest.split([')', '#']).next())
        .filter(|link| !link.is_empty() && !link.contains("://"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_to_files_are_found() {
        let page = "[a](docs/A.md), ![b](b.svg) [c](https://c.org)\n\
                    [d](#here) and [e](../E.md#there) (f)";
        let found: Vec<_> = links(page).collect();
        assert_eq!(found, ["docs/A.md", "b.svg", "../E.md"]);
    }
}
