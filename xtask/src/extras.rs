//! Tools that some checks use where they are installed. They take long to
//! build or come with nightly Rust, so nothing installs them by itself:
//! `cargo xtask setup --extras` does.

use std::path::PathBuf;

use crate::advisories;
use crate::apt;
use crate::failure::Failure;
use crate::setup;
use crate::shell::CommandLine;
use crate::status::note;
use crate::stranger;
use crate::workspace::Workspace;

/// With the versions that ran.
const HYPERQUEUE: &str = "hyperqueue==0.27.0";

/// A tool that is not part of the usual installation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extra {
    /// Nightly Rust with Miri.
    Miri,
    /// cargo-fuzz, which needs nightly Rust.
    Fuzz,
    /// cargo-deny.
    Deny,
    /// GNU parallel.
    Parallel,
    /// HyperQueue, in a Python environment of its own.
    HyperQueue,
    /// The right to become another user, which is nothing to install.
    AnotherUser,
    /// A network that reaches the published advisories, which is neither.
    Advisories,
}

impl Extra {
    const ALL: [Extra; 5] = [
        Extra::Miri,
        Extra::Fuzz,
        Extra::Deny,
        Extra::Parallel,
        Extra::HyperQueue,
    ];

    const fn name(self) -> &'static str {
        match self {
            Extra::Miri => "nightly Rust with Miri",
            Extra::Fuzz => "cargo-fuzz with nightly Rust",
            Extra::Deny => "cargo-deny",
            Extra::Parallel => "GNU parallel",
            Extra::HyperQueue => "HyperQueue",
            Extra::AnotherUser => "the right to become another user",
            Extra::Advisories => "a network that reaches RustSec's advisories",
        }
    }

    /// The Python that has HyperQueue.
    pub(crate) fn hyperqueue_python(workspace: &Workspace) -> PathBuf {
        workspace.apart("hyperqueue").join("bin").join("python")
    }

    fn is_there(self, workspace: &Workspace) -> bool {
        match self {
            Extra::Miri => nightly(workspace, "miri").arg("--version").works(),
            Extra::Fuzz => nightly(workspace, "fuzz").arg("--version").works(),
            Extra::Deny => workspace.cargo("deny").arg("--version").works(),
            Extra::Parallel => {
                // Another program of this name knows no such word.
                let parallel = CommandLine::new("parallel").arg("--version");
                parallel.ok().is_ok_and(|text| text.contains("GNU parallel"))
            }
            Extra::HyperQueue => {
                CommandLine::new(Extra::hyperqueue_python(workspace))
                    .args(["-c", "import hyperqueue"])
                    .works()
            }
            Extra::AnotherUser => stranger::run("true").works(),
            Extra::Advisories => advisories::can_be_fetched(),
        }
    }

    fn install(self, workspace: &Workspace) -> Result<(), Failure> {
        let program = match self {
            Extra::Miri => {
                return CommandLine::new("rustup")
                    .args(["toolchain", "install", "nightly"])
                    .args(["--profile", "minimal"])
                    .args(["--component", "miri,rust-src"])
                    .show();
            }
            Extra::Fuzz => {
                Extra::Miri.ensure(workspace)?;
                "cargo-fuzz"
            }
            Extra::Deny => "cargo-deny",
            Extra::Parallel => {
                return apt::install(&["parallel"], workspace.consent());
            }
            Extra::HyperQueue => {
                let folder = workspace.apart("hyperqueue");
                return setup::python(
                    workspace,
                    &folder,
                    &[HYPERQUEUE.as_ref()],
                );
            }
            Extra::AnotherUser => {
                return Err(Failure::new(format!("{} is root's", self.name())));
            }
            Extra::Advisories => {
                let what = format!("there is not {}", self.name());
                return Err(Failure::new(what));
            }
        };
        // A quick build: neither has much to calculate.
        let options = [program, "--locked", "--debug"];
        workspace.cargo("install").args(options).show()
    }

    fn ensure(self, workspace: &Workspace) -> Result<(), Failure> {
        if self.is_there(workspace) {
            return Ok(());
        }
        note(&format!("Installing {}.", self.name()));
        self.install(workspace)
    }

    /// Says that it is missing, if it is.
    pub(crate) fn missing(self, workspace: &Workspace) -> Option<String> {
        let name = self.name();
        (!self.is_there(workspace)).then(|| match self {
            Extra::AnotherUser => format!("{name} is root's"),
            Extra::Advisories => format!("there is not {name}"),
            _ => format!("{name} is not installed: cargo xtask setup --extras"),
        })
    }
}

/// Installs all of them.
pub(crate) fn install_all(workspace: &Workspace) -> Result<(), Failure> {
    Extra::ALL.into_iter().try_for_each(|extra| extra.ensure(workspace))
}

/// Installs these as far as that is possible: a step says what is missing.
pub(crate) fn install(
    workspace: &Workspace,
    extras: impl Iterator<Item = Extra>,
) {
    for extra in extras {
        if let Err(failure) = extra.ensure(workspace) {
            note(&failure.to_string());
        }
    }
}

/// A command of nightly's cargo, started in the project's folder.
pub(crate) fn nightly(workspace: &Workspace, command: &str) -> CommandLine {
    CommandLine::new("rustup")
        .args(["run", "nightly", "cargo", command])
        .without_env("CARGO")
        .without_env("RUSTC")
        .without_env("RUSTUP_TOOLCHAIN")
        .dir(workspace.root())
}
