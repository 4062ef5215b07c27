//! The bill of materials, as CycloneDX 1.5: every file of a release that was
//! built, and the crates that are in it.
//!
//! `cargo tree` says which crates are in a file, `Cargo.lock` what their sums
//! are. There is no date and no number drawn at random in it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use serde_json::{Value, json};

use crate::failure::Failure;
use crate::lock;
use crate::workspace::Workspace;

/// A file that was built.
#[derive(Debug)]
pub(super) struct Artifact {
    /// Where it lies in the release.
    pub(super) file: String,
    /// What CycloneDX calls it.
    pub(super) kind: &'static str,
    pub(super) packages: BTreeSet<Package>,
}

/// A crate.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Package {
    name: String,
    version: String,
    licence: String,
    repository: String,
}

/// The crates that are built into a package: not those that only help to
/// build it.
pub(super) fn packages(
    workspace: &Workspace,
    package: &[&str],
    features: &[String],
) -> Result<BTreeSet<Package>, Failure> {
    let text = workspace
        .cargo("tree")
        .args(package)
        .args(features)
        .args(["--edges", "normal,no-proc-macro", "--locked"])
        .args(["--prefix", "none", "--format", "{p}|{l}|{r}"])
        .ok()?;
    let packages: BTreeSet<_> = text.lines().filter_map(read).collect();
    if packages.is_empty() {
        let what = format!("cargo tree names no crates: {text}");
        return Err(Failure::new(what));
    }
    Ok(packages)
}

/// Reads a line of `cargo tree`, such as `heapless v0.9.3|MIT|https://…`.
fn read(line: &str) -> Option<Package> {
    let mut parts = line.trim_end_matches(" (*)").split('|');
    let mut words = parts.next()?.split_whitespace();
    Some(Package {
        name: words.next()?.into(),
        version: words.next()?.strip_prefix('v')?.into(),
        // As SPDX has it; some crates still write it in an older way.
        licence: parts.next()?.replace(" / ", "/").replace('/', " OR "),
        repository: parts.next()?.into(),
    })
}

impl Package {
    fn purl(&self) -> String {
        format!("pkg:cargo/{}@{}", self.name, self.version)
    }

    fn component(&self, lock: &str) -> Value {
        let purl = self.purl();
        let mut component = json!({
            "type": "library",
            "bom-ref": purl,
            "name": self.name,
            "version": self.version,
            "purl": purl,
        });
        if !self.licence.is_empty() {
            component["licenses"] = json!([{ "expression": self.licence }]);
        }
        if !self.repository.is_empty() {
            component["externalReferences"] =
                json!([{ "type": "vcs", "url": self.repository }]);
        }
        if let Some(sum) = lock::checksum(lock, &self.name, &self.version) {
            component["hashes"] = hashes(sum);
        }
        component
    }
}

fn hashes(sum: &str) -> Value {
    json!([{ "alg": "SHA-256", "content": sum }])
}

/// The whole bill, for files with these sums.
pub(super) fn make(
    workspace: &Workspace,
    version: &str,
    artifacts: &[Artifact],
    sums: &BTreeMap<String, String>,
) -> Result<String, Failure> {
    let lock = workspace.root().join("Cargo.lock");
    let lock = fs::read_to_string(lock).map_err(|error| {
        Failure::new(format!("cannot read Cargo.lock: {error}"))
    })?;
    let bill = bill(version, artifacts, sums, &lock);
    Ok(format!("{bill:#}\n"))
}

fn bill(
    version: &str,
    artifacts: &[Artifact],
    sums: &BTreeMap<String, String>,
    lock: &str,
) -> Value {
    let whole = format!("pocketfour@{version}");
    let licence = json!([{ "expression": "MIT OR Apache-2.0" }]);
    let files = artifacts.iter().map(|artifact| {
        let sum = sums.get(&artifact.file).map_or("", String::as_str);
        json!({
            "type": artifact.kind,
            "bom-ref": artifact.file,
            "name": artifact.file,
            "version": version,
            "licenses": licence,
            "hashes": hashes(sum),
        })
    });
    let packages: BTreeSet<&Package> =
        artifacts.iter().flat_map(|it| &it.packages).collect();
    let crates = packages.iter().map(|package| package.component(lock));
    let names: Vec<&str> = artifacts.iter().map(|it| &*it.file).collect();
    let mut depends = vec![json!({ "ref": whole, "dependsOn": names })];
    depends.extend(artifacts.iter().map(|artifact| {
        let on: Vec<_> = artifact.packages.iter().map(Package::purl).collect();
        json!({ "ref": artifact.file, "dependsOn": on })
    }));
    json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": whole,
                "name": "pocketfour",
                "version": version,
                "licenses": licence,
            },
        },
        "components": files.chain(crates).collect::<Vec<_>>(),
        "dependencies": depends,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_the_tree_is_a_crate() {
        let line = "heapless v0.9.3|MIT/Apache-2.0|https://example.org (*)";
        let package = read(line).unwrap();
        assert_eq!(package.purl(), "pkg:cargo/heapless@0.9.3");
        assert_eq!(package.licence, "MIT OR Apache-2.0");
        assert_eq!(package.repository, "https://example.org");
        let own = read("engine v0.2.0 (/home/me/engine)|MIT|").unwrap();
        assert_eq!((&*own.name, &*own.repository), ("engine", ""));
        assert_eq!(read(""), None);
        assert_eq!(read("[build-dependencies]"), None);
    }

    #[test]
    fn the_firmware_has_no_part_of_the_desktop() {
        let workspace = Workspace::find();
        let names = |package: &str| -> Vec<String> {
            let found = packages(&workspace, &["-p", package], &[]).unwrap();
            found.into_iter().map(|package| package.name).collect()
        };
        let desktop = names("desktop");
        assert!(desktop.contains(&"clap".into()), "{desktop:?}");
        let engine = names("pocketfour-engine");
        assert!(engine.contains(&"heapless".into()), "{engine:?}");
        assert!(!engine.contains(&"clap".into()), "{engine:?}");
        assert!(!engine.contains(&"proptest".into()), "{engine:?}");
    }

    #[test]
    fn every_file_and_every_crate_is_in_the_bill_once() {
        let package = read("a v1.0.0|MIT|").unwrap();
        let artifact = |file: &str| Artifact {
            file: file.into(),
            kind: "firmware",
            packages: [package.clone()].into(),
        };
        let sums = [("x.elf".to_owned(), "0a".to_owned())].into();
        let lock = "[[package]]\nname = \"a\"\nversion = \"1.0.0\"\n\
                    checksum = \"0b\"\n";
        let bill =
            bill("0.2.0", &[artifact("x.elf"), artifact("y")], &sums, lock);
        let components = bill["components"].as_array().unwrap();
        assert_eq!(components.len(), 3);
        assert_eq!(components[0]["hashes"][0]["content"], "0a");
        assert_eq!(components[2]["hashes"][0]["content"], "0b");
        assert_eq!(bill["dependencies"].as_array().unwrap().len(), 3);
        let on = json!(["pkg:cargo/a@1.0.0"]);
        assert_eq!(bill["dependencies"][1]["dependsOn"], on);
    }
}
