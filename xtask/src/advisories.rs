//! `cargo xtask test --nightly advisories`: no published advisory warns of a
//! crate that is built in. They are fetched, so this needs a network that
//! reaches them.
//!
//! Whether a warning would be told needs none: an advisory that is made up is
//! fetched from this computer, and has to be refused.

use std::fs;
use std::io;
use std::path::Path;
use std::time::Duration;

use crate::failure::Failure;
use crate::shell::{CommandLine, ProcessResult};
use crate::steps::{Site, StepResult};

/// Where advisories are published.
const PUBLISHED: &str = "https://github.com/RustSec/advisory-db";
/// Stands for a folder of this computer: cargo-deny takes no path.
const MADE_UP: &str = "https://advisories.invalid/made-up";
/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// Of a crate that everything stands on.
const ADVISORY: &str = "\
```toml
[advisory]
id = \"RUSTSEC-2000-0001\"
package = \"rand_core\"
date = \"2000-01-01\"
[versions]
patched = []
```

# Made up
";

/// Whether the published advisories can be reached.
pub(crate) fn can_be_fetched() -> bool {
    let look = git(Path::new(".")).args(["ls-remote", PUBLISHED, "HEAD"]);
    look.limit(PATIENCE).ok().is_ok()
}

/// The step `advisories`.
pub(crate) fn check(site: &Site<'_>) -> StepResult {
    control(site)?;
    let deny = site.workspace.cargo("deny").arg("--all-features");
    deny.args(["check", "advisories"]).ok().map_err(|failure| {
        failure.next("look for a newer version of what is warned of")
    })?;
    Ok(vec!["no advisory; a made-up one is told".into()])
}

/// Fails unless an advisory would be told.
pub(crate) fn control(site: &Site<'_>) -> Result<(), Failure> {
    let folder = site.workspace.apart("made-up-advisories");
    let published = folder.join("published");
    let rules = folder.join("deny.toml");
    let cannot = |why: io::Error| {
        let folder = folder.display();
        Failure::new(format!("cannot write into {folder}: {why}"))
    };
    publish(&folder, &published, &rules).map_err(cannot)?;
    git(&published).args(["init", "--quiet", "-b", "main"]).quietly()?;
    git(&published).args(["add", "."]).quietly()?;
    let name = ["-c", "user.name=nobody", "-c", "user.email=nobody@invalid"];
    let commit = ["commit", "--quiet", "--no-gpg-sign", "-m", "Made up"];
    git(&published).args(name).args(commit).quietly()?;
    let here = format!("url.file://{}.insteadOf", published.display());
    let control = site.workspace.cargo("deny").arg("--all-features");
    let control = control
        .arg("--config")
        .arg(&rules)
        .args(["check", "advisories"])
        .env("GIT_CONFIG_COUNT", "1")
        .env("GIT_CONFIG_KEY_0", here)
        .env("GIT_CONFIG_VALUE_0", MADE_UP)
        .capture()?;
    refused(&control)
}

/// Writes the advisory, and the rules that ask for it.
fn publish(folder: &Path, published: &Path, rules: &Path) -> io::Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    let advisories = published.join("crates/rand_core");
    fs::create_dir_all(&advisories)?;
    fs::write(advisories.join("RUSTSEC-2000-0001.md"), ADVISORY)?;
    let fetched = folder.join("fetched");
    let text = format!(
        "[graph]\nall-features = true\n[advisories]\ndb-path = {:?}\n\
         db-urls = [{MADE_UP:?}]\n",
        fetched.display().to_string()
    );
    fs::write(rules, text)
}

/// Git as it is by itself, whatever its user has set.
fn git(folder: &Path) -> CommandLine {
    CommandLine::new("git")
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_TERMINAL_PROMPT", "0")
        .without_env("GIT_DIR")
        .dir(folder)
}

/// Fails unless the advisory was told.
fn refused(control: &ProcessResult) -> Result<(), Failure> {
    let ProcessResult { code, text } = control;
    let parts = ["error[vulnerability]", "ID: RUSTSEC-2000-0001"];
    if *code != Some(0) && parts.iter().all(|part| text.contains(part)) {
        return Ok(());
    }
    Err(Failure::new("a made-up advisory is not told").output(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_advisory_has_to_be_told() {
        let told = "error[vulnerability]: Made up\n ID: RUSTSEC-2000-0001\n";
        let control = |code, text: &str| {
            refused(&ProcessResult { code: Some(code), text: text.into() })
        };
        assert!(control(1, told).is_ok());
        for (code, text) in [
            (0, told),
            (1, "error: failed to fetch"),
            (0, "advisories ok"),
            (1, "error[vulnerability]: another\n"),
        ] {
            let why = control(code, text).unwrap_err().to_string();
            assert!(why.contains("is not told"), "{why}");
        }
    }
}
