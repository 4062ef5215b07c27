//! `cargo xtask test deny`: licences, sources and advisories of everything
//! that is built in. What is allowed stands in `deny.toml`.

use crate::failure::Failure;
use crate::steps::{Site, StepResult};

/// What needs no network.
const OFFLINE: [&str; 3] = ["bans", "licenses", "sources"];

pub(crate) fn check(site: &Site<'_>) -> StepResult {
    let deny = || site.workspace.cargo("deny").args(["--all-features"]);
    deny().arg("check").args(OFFLINE).ok()?;
    let mut told = vec!["licences, sources and bans are as allowed".into()];
    // The advisories are fetched; without a network nothing is known of them.
    let advisories = deny().args(["check", "advisories"]).capture()?;
    if advisories.code == Some(0) {
        told.push("no advisory".into());
    } else if advisories.text.contains("advisory-not-detected")
        || advisories.text.contains("failed to fetch")
    {
        told.push("advisories not looked at: they cannot be fetched".into());
    } else {
        let what = "an advisory warns of a dependency";
        return Err(Failure::new(what).output(advisories.text));
    }
    Ok(told)
}
