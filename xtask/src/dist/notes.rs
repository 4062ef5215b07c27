//! Release notes, from the changelog.

use std::fs;

use crate::failure::Failure;
use crate::workspace::Workspace;

const FILE: &str = "CHANGELOG.md";

/// What the changelog says about a version.
pub(super) fn read(
    workspace: &Workspace,
    version: &str,
) -> Result<String, Failure> {
    let text =
        fs::read_to_string(workspace.root().join(FILE)).map_err(|error| {
            Failure::new(format!("cannot read {FILE}: {error}"))
        })?;
    section(&text, version).ok_or_else(|| {
        Failure::new(format!("{FILE} says nothing about version {version}"))
            .next(format!("write `## [{version}] - DATE` and what is new"))
    })
}

/// The part of a version, with a title of its own; nothing if there is none or
/// it is empty.
fn section(changelog: &str, version: &str) -> Option<String> {
    let begin = format!("## [{version}]");
    let mut lines =
        changelog.lines().skip_while(|line| !line.starts_with(&begin));
    let (_, date) = lines.next()?.split_once(" - ")?;
    let part = lines.take_while(|line| !line.starts_with("## ["));
    let part = part.collect::<Vec<_>>().join("\n");
    let part = part.trim();
    let title = format!("# Pocketfour {version}, {}", date.trim());
    (!part.is_empty()).then(|| format!("{title}\n\n{part}\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_has_its_own_part() {
        let log = "# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2026-01-02\n\
                   \n### Added\n\n- A.\n\n## [0.1.0] - 2025-01-01\n\n- B.\n\
                   \n## [0.0.1] - 2024-01-01\n";
        assert_eq!(
            section(log, "0.2.0").as_deref(),
            Some("# Pocketfour 0.2.0, 2026-01-02\n\n### Added\n\n- A.\n")
        );
        assert_eq!(section(log, "Unreleased"), None);
        assert_eq!(section(log, "0.0.1"), None);
        assert_eq!(section(log, "0.3.0"), None);
    }

    #[test]
    fn the_version_of_today_has_notes() {
        let notes = read(&Workspace::find(), env!("CARGO_PKG_VERSION"));
        assert!(notes.is_ok(), "{notes:?}");
    }
}
