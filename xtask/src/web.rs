//! `cargo xtask web`: the page to play on.
//!
//! The engine as WebAssembly, the Pico's image and the bundled scripts go
//! into one folder, which any web server can serve; without `--out` it is
//! served here. The check drives the page in a real browser.

use std::env;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use boards::{CORTEX_M0, DevBoard};
use clap::Args;

use crate::failure::Failure;
use crate::firmware;
use crate::setup::{self, Need};
use crate::shell::{CommandLine, this_program};
use crate::status::{note, say};
use crate::steps::{Site, StepResult};
use crate::workspace::Workspace;

/// What a browser runs.
pub(crate) const WASM: &str = "wasm32-unknown-unknown";

/// What it takes to build the page: the Pico's emulator is a part of it.
pub(crate) const NEEDS: [Need; 5] = [
    Need::Crates,
    Need::Chip(WASM),
    Need::Chip(CORTEX_M0),
    Need::PicoEmulator,
    Need::WebPackages,
];

/// What it takes to check it.
pub(crate) const CHECK_NEEDS: [Need; 7] = [
    NEEDS[0],
    NEEDS[1],
    NEEDS[2],
    NEEDS[3],
    NEEDS[4],
    Need::Clippy,
    Need::Chromium,
];

/// Where the page is built unless another place is named.
const FOLDER: &str = "web";

#[derive(Args)]
pub(crate) struct Arguments {
    /// Leave the page in this folder for any web server, and serve nothing
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Serve it on this port [default: one that is free]
    #[arg(long, value_name = "N", conflicts_with = "out")]
    port: Option<u16>,
}

impl Arguments {
    pub(crate) fn run(&self, workspace: &Workspace) -> Result<bool, Failure> {
        let site = setup::ensure(workspace, &NEEDS)?;
        if let Some(out) = &self.out {
            build(&site, out)?;
            say(&format!("The page is in {}.", out.display()));
            return Ok(true);
        }
        let folder = workspace.apart(FOLDER);
        build(&site, &folder)?;
        serve(workspace, &folder, self.port.unwrap_or(0), |_| {})
    }
}

/// `cargo xtask play --web`: serves the page and opens it in a browser.
pub(crate) fn play(workspace: &Workspace) -> Result<bool, Failure> {
    let site = setup::ensure(workspace, &NEEDS)?;
    let folder = workspace.apart(FOLDER);
    build(&site, &folder)?;
    serve(workspace, &folder, 0, |address| {
        if !CommandLine::new("xdg-open").arg(address).works() {
            note("No browser opens by itself: open the address in one.");
        }
    })
}

/// Builds the page into a folder.
fn build(site: &Site<'_>, out: &Path) -> Result<(), Failure> {
    let workspace = site.workspace;
    let package = ["--profile", "web", "-p", "pocketfour-wasm"];
    site.toolchain.cargo(workspace, "build", WASM).args(package).show()?;
    let module = workspace.apart(WASM).join("web").join("pocketfour_wasm.wasm");
    firmware::image(site, DevBoard::Pico)?;
    let image = workspace.project().images().join("pico.uf2");
    script(workspace, "build").arg(out).arg(module).arg(image).show()
}

/// Looks for warnings in what only a browser runs.
fn lint(site: &Site<'_>) -> Result<(), Failure> {
    let lint = site.toolchain.lint();
    let run = site.toolchain.cargo(site.workspace, lint, WASM).args([
        "--profile",
        "web",
        "-p",
        "pocketfour-wasm",
    ]);
    match lint {
        "clippy" => run.args(["--", "-D", "warnings"]).quietly(),
        _ => run.quietly(),
    }
}

/// A script of the page's own tools.
fn script(workspace: &Workspace, name: &str) -> CommandLine {
    let tools = folder(workspace).join("tools");
    CommandLine::new("node").arg(tools.join(format!("{name}.mjs")))
}

fn folder(workspace: &Workspace) -> PathBuf {
    workspace.root().join("web")
}

/// Serves a folder until the server ends, as it does by Ctrl-C.
fn serve(
    workspace: &Workspace,
    page: &Path,
    port: u16,
    opened: impl FnOnce(&str),
) -> Result<bool, Failure> {
    let lost = |error| Failure::new(format!("cannot serve the page: {error}"));
    let mut server = Command::new("node")
        .arg(folder(workspace).join("tools").join("serve.mjs"))
        .arg(page)
        .arg(port.to_string())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(lost)?;
    let mut address = String::new();
    if let Some(output) = server.stdout.take() {
        BufReader::new(output).read_line(&mut address).map_err(lost)?;
    }
    let address = address.trim();
    if !address.is_empty() {
        say(&format!("The page is at {address}; Ctrl-C ends it."));
        opened(address);
    }
    Ok(server.wait().map_err(lost)?.success())
}

/// Builds the page, tests its core, and plays on it in a browser.
pub(crate) fn check(site: &Site<'_>) -> StepResult {
    let workspace = site.workspace;
    let page = workspace.apart("web-check");
    // The page that is checked is the one that people get by this command.
    CommandLine::new(this_program())
        .args(["web", "--out"])
        .arg(&page)
        .quietly()?;
    lint(site)?;
    let compiler = folder(workspace).join("node_modules/typescript/bin/tsc");
    CommandLine::new("node")
        .arg(compiler)
        .arg("--project")
        .arg(folder(workspace))
        .quietly()?;
    let units = script(workspace, "test").ok()?;
    let units = counted(&units, |line| line.strip_prefix("ℹ pass "))
        .ok_or_else(|| {
            Failure::new("no unit test of the page ran").output(units.clone())
        })?;
    workspace
        .cargo("build")
        .args(["--quiet", "--release", "-p", "host-sim"])
        .quietly()?;
    let host_sim = format!("host-sim{}", env::consts::EXE_SUFFIX);
    let image = workspace.project().images().join("pico.elf");
    let text = CommandLine::new("node")
        .arg(folder(workspace).join("check").join("run.mjs"))
        .arg(page)
        .arg(image)
        .arg(workspace.apart("web-pictures"))
        .arg(workspace.target().join("release").join(host_sim))
        .arg(this_program())
        .ok()?;
    counted(&text, |line| line.strip_suffix(" checks of the page passed"))
        .ok_or_else(|| {
            Failure::new("the browser checked nothing").output(text.clone())
        })?;
    let mut told = vec![format!("{units} unit tests of the page")];
    told.extend(text.lines().map(str::to_owned));
    told.push(check_report(workspace)?);
    Ok(told)
}

/// Plays a short match, and looks at its games on the page of its report.
fn check_report(workspace: &Workspace) -> Result<String, Failure> {
    let report = workspace.apart("web-report");
    // A report goes on with the games that lie beside it.
    let _ = fs::remove_dir_all(&report);
    workspace
        .host_sim("match")
        .args(["--a", "engine:nodes=30,pool=1000", "--b", "random"])
        .args(["--games", "4", "--report"])
        .arg(&report)
        .quietly()?;
    let check = folder(workspace).join("check").join("report.mjs");
    let text = CommandLine::new("node").arg(check).arg(&report).ok()?;
    let games = counted(&text, |line| {
        line.strip_suffix(" games of a report looked at")
    });
    match games {
        Some(games) => Ok(format!("{games} games of a report looked at")),
        None => Err(Failure::new("no report was looked at").output(text)),
    }
}

/// The number in the line that has one, if it is not 0.
fn counted(text: &str, find: impl Fn(&str) -> Option<&str>) -> Option<u32> {
    let mut numbers = text.lines().filter_map(find);
    numbers.find_map(|word| word.trim().parse().ok()).filter(|&n| n > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_checked_is_no_pass() {
        let pass = |line: &'static str| {
            counted(line, |line| line.strip_prefix("ℹ pass "))
        };
        assert_eq!(pass("✔ a\nℹ pass 31\nℹ fail 0"), Some(31));
        assert_eq!(pass("ℹ pass 0"), None);
        assert_eq!(pass(""), None);
    }
}
