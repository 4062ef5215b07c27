//! Debian packages: what it would take to install them, and whether it may be
//! done.
//!
//! apt-get is asked first what it would do, and that is told. A person at a
//! terminal is asked then, and asked apart if something would be removed.
//! Where nobody can be asked, nothing is done without `--yes` or `CI=true`:
//! the lines to type are printed instead.

use std::env;
use std::io::{self, IsTerminal, Write};

use crate::failure::Failure;
use crate::shell::CommandLine;
use crate::status::note;

/// Whether packages may be installed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Consent {
    /// It was given beforehand.
    Given,
    /// A person can be asked.
    Ask,
    /// Nobody can be asked.
    Missing,
}

/// In whose name packages are installed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Administrator {
    Root,
    Sudo,
}

/// What apt-get would do.
#[derive(Debug, Default, PartialEq, Eq)]
struct Plan {
    /// New packages, and newer versions of old ones.
    installed: Vec<String>,
    removed: Vec<String>,
    /// What it says about sizes, in its own words.
    sizes: Vec<String>,
}

impl Consent {
    /// Given by the argument `--yes` or by a build server, else to be asked
    /// for.
    pub(crate) fn find(yes: bool) -> Consent {
        let is_server = env::var_os("CI").is_some_and(|value| value == "true");
        if yes || is_server {
            Consent::Given
        } else if io::stdin().is_terminal() && io::stderr().is_terminal() {
            Consent::Ask
        } else {
            Consent::Missing
        }
    }

    fn to(self, question: &str) -> bool {
        match self {
            Consent::Given => true,
            Consent::Ask => ask(question),
            Consent::Missing => false,
        }
    }
}

/// Asks on the terminal; only a clear yes counts.
fn ask(question: &str) -> bool {
    eprint!("{question} [y/N] ");
    let _ = io::stderr().flush();
    let mut answer = String::new();
    let heard = io::stdin().read_line(&mut answer);
    let answer = answer.trim().to_ascii_lowercase();
    heard.is_ok() && (answer == "y" || answer == "yes")
}

impl Administrator {
    /// Root, or a user with sudo, which may ask for a password where there
    /// is a terminal.
    fn find() -> Option<Administrator> {
        let user = CommandLine::new("id").arg("-u").ok();
        if user.is_ok_and(|user| user.trim() == "0") {
            return Some(Administrator::Root);
        }
        let sudo = || CommandLine::new("sudo");
        let may = sudo().args(["-n", "true"]).works()
            || (io::stdin().is_terminal() && sudo().arg("--version").works());
        may.then_some(Administrator::Sudo)
    }

    fn apt_get(self) -> CommandLine {
        let run = match self {
            Administrator::Root => CommandLine::new("apt-get"),
            Administrator::Sudo => CommandLine::new("sudo").arg("apt-get"),
        };
        run.env("DEBIAN_FRONTEND", "noninteractive").arg("-q")
    }
}

impl Plan {
    /// Asks apt-get, which changes nothing and needs no administrator.
    fn find(names: &[&str]) -> Result<Plan, Failure> {
        let ask = |how: &[&str]| {
            CommandLine::new("apt-get")
                .env("LC_ALL", "C")
                .args(how)
                .args(INSTALL)
                .args(names)
                .ok()
        };
        let steps = ask(&["-s"])?;
        // A simulation does not tell the sizes; this does no more than that.
        let sizes = ask(&["--print-uris", "-y"]).unwrap_or_default();
        Ok(Plan::read(&steps, &sizes))
    }

    fn read(steps: &str, sizes: &str) -> Plan {
        let named = |word: &str| {
            let lines = steps.lines().filter_map(|it| it.strip_prefix(word));
            let names = lines.filter_map(|it| it.split_whitespace().next());
            names.map(str::to_owned).collect()
        };
        let is_size = |line: &&str| {
            line.starts_with("Need to get ")
                || line.starts_with("After this operation, ")
        };
        Plan {
            installed: named("Inst "),
            removed: named("Remv "),
            sizes: sizes.lines().filter(is_size).map(str::to_owned).collect(),
        }
    }

    fn tell(&self) {
        if !self.installed.is_empty() {
            let count = self.installed.len();
            let names = self.installed.join(" ");
            note(&format!("apt-get would install ({count}): {names}"));
        }
        for size in &self.sizes {
            note(size);
        }
        if !self.removed.is_empty() {
            note(&format!("apt-get would REMOVE: {}", self.removed.join(" ")));
        }
    }
}

const INSTALL: [&str; 2] = ["install", "--no-install-recommends"];

/// Installs packages, if that may be done; else says what to type.
pub(crate) fn install(names: &[&str], consent: Consent) -> Result<(), Failure> {
    let list = names.join(" ");
    if !CommandLine::new("apt-get").arg("--version").works() {
        let what = format!("{list} missing, and no apt-get to install it");
        return Err(Failure::new(what)
            .next("install it with your system's package manager"));
    }
    let administrator = Administrator::find();
    let refusal = |why: &str| {
        let sudo = match administrator {
            Some(Administrator::Root) => "",
            _ => "sudo ",
        };
        Failure::new(format!("{why} {list}")).next(format!(
            "{sudo}apt-get update && {sudo}apt-get {} {list}",
            INSTALL.join(" ")
        ))
    };
    // With the lists of packages as they are, then with new ones.
    let mut failed = None;
    for is_fresh in [false, true] {
        if let (true, Some(administrator)) = (is_fresh, administrator) {
            let question = "Fetch apt-get's lists of packages and try again?";
            if !consent.to(question) {
                break;
            }
            // A failed update may still leave lists that are good enough.
            let _ = administrator.apt_get().arg("update").show();
        }
        let plan = match Plan::find(names) {
            Ok(plan) => plan,
            Err(failure) => {
                failed = Some(failure);
                continue;
            }
        };
        plan.tell();
        let Some(administrator) = administrator else {
            return Err(refusal("only an administrator can install"));
        };
        if consent == Consent::Missing {
            note("With --yes, this command would do that.");
            let why = "without a terminal to ask at, this does not install";
            return Err(refusal(why));
        }
        if !consent.to(&format!("Install {list}?")) {
            return Err(refusal("you have not agreed to install"));
        }
        let removed = plan.removed.join(" ");
        if !removed.is_empty() && !consent.to(&format!("Remove {removed}?")) {
            let why = format!("without the removal of {removed}, no");
            return Err(refusal(&why));
        }
        // Nothing is removed that has not been named.
        let keep = removed.is_empty().then_some("--no-remove");
        let run = administrator.apt_get().args(INSTALL).args(["-y"]);
        match run.args(keep).args(names).show() {
            Ok(()) => return Ok(()),
            Err(failure) => failed = Some(failure),
        }
    }
    let why = match administrator {
        Some(_) => "apt-get cannot install",
        None => "only an administrator can install",
    };
    let said = failed.map(|failure| failure.to_string());
    Err(refusal(why).output(said.unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With qemu-utils from backports, as Debian 12 answers.
    const STEPS: &str = "\
Reading package lists...
The following packages will be REMOVED:
  qemu-utils
Remv qemu-utils [1:10.0.2+ds-2~bpo12+1]
Inst libfdt1 (1.6.1-4 Debian:12.15/oldstable [amd64])
Inst libelf1 [0.187-1] (0.188-2.1 Debian:12.15/oldstable [amd64])
Inst qemu-system-arm (1:7.2+dfsg-7 Debian:12.15/oldstable [amd64])
Conf libfdt1 (1.6.1-4 Debian:12.15/oldstable [amd64])
";
    const SIZES: &str = "\
Need to get 25.2 MB of archives.
After this operation, 122 MB of additional disk space will be used.
'http://deb.debian.org/debian/pool/main/d/libfdt1_1.6.1-4_amd64.deb' libfdt1
";

    #[test]
    fn a_plan_names_what_comes_and_what_goes() {
        let plan = Plan::read(STEPS, SIZES);
        assert_eq!(plan.installed, ["libfdt1", "libelf1", "qemu-system-arm"]);
        assert_eq!(plan.removed, ["qemu-utils"]);
        assert_eq!(plan.sizes, SIZES.lines().take(2).collect::<Vec<_>>());
        assert_eq!(Plan::read("", ""), Plan::default());
    }
}
