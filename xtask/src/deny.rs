//! `cargo xtask test deny`: licences, sources and bans of everything that is
//! built in. What is allowed stands in `deny.toml`. Whether advisories are
//! published needs a network that reaches them: see `advisories.rs`.
//!
//! So that a check which looks at nothing is not taken for one that finds
//! nothing, what is built in is first held against rules that it breaks: it
//! has to be refused for each of them.

use std::fs;

use crate::advisories;
use crate::failure::Failure;
use crate::shell::{CommandLine, ProcessResult};
use crate::steps::{Site, StepResult};

/// What needs no network, and how a breach of it is told.
const OFFLINE: [(&str, &str); 3] = [
    ("bans", "error[banned]"),
    ("licenses", "error[rejected]"),
    ("sources", "error[source-not-allowed]"),
];

/// A crate that everything stands on is banned, its licence is not allowed,
/// and nothing may come from where it comes from.
const BROKEN: &str = "\
[graph]
all-features = true
[bans]
deny = [\"rand_core\"]
[licenses]
allow = [\"Zlib\"]
[sources]
unknown-registry = \"deny\"
allow-registry = []
";

pub(crate) fn check(site: &Site<'_>) -> StepResult {
    let deny = || site.workspace.cargo("deny").arg("--all-features");
    let offline =
        |deny: CommandLine| deny.arg("check").args(OFFLINE.map(|it| it.0));
    let rules = site.workspace.apart("deny-control.toml");
    fs::create_dir_all(site.workspace.target())
        .and_then(|()| fs::write(&rules, BROKEN))
        .map_err(|why| {
            Failure::new(format!("cannot write {}: {why}", rules.display()))
        })?;
    let control = deny().arg("--config").arg(&rules);
    refused(&offline(control).capture()?)?;
    offline(deny()).ok()?;
    advisories::control(site)?;
    Ok(vec![
        "licences, sources and bans are as allowed".into(),
        "rules that are broken, and a made-up advisory, are told".into(),
        "published advisories: cargo xtask test --nightly advisories".into(),
    ])
}

/// Fails unless each of the broken rules was told.
fn refused(control: &ProcessResult) -> Result<(), Failure> {
    let ProcessResult { code, text } = control;
    let silent = OFFLINE.iter().find(|(_, breach)| !text.contains(breach));
    let what = match silent {
        Some((what, _)) => format!("broken rules are not told of: {what}"),
        None if *code == Some(0) => "broken rules are no failure".into(),
        None => return Ok(()),
    };
    Err(Failure::new(what).output(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn broken_rules_have_to_be_told() {
        let all = "error[banned]: crate\nerror[rejected]: failed\n\
                   error[source-not-allowed]: detected\n";
        let control = |code, text: &str| {
            let text = text.into();
            refused(&ProcessResult { code: Some(code), text })
        };
        assert!(control(14, all).is_ok());
        let told = control(0, all).unwrap_err().to_string();
        assert!(told.contains("are no failure"), "{told}");
        let fewer = all.replace("error[rejected]", "warning");
        let told = control(14, &fewer).unwrap_err().to_string();
        assert!(told.contains("not told of: licenses"), "{told}");
        assert!(control(2, "error: no such option").is_err());
    }
}
