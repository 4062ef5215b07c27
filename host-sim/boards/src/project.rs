//! Where the project lies on this computer, and what is built in it.

use std::env;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use cargo_metadata::MetadataCommand;

use crate::DevBoard;

/// The project's folder and its build folder.
#[derive(Debug, Clone)]
pub struct Project {
    root: PathBuf,
    target: OnceLock<PathBuf>,
}

impl Project {
    /// The project that this program was started in by cargo; without cargo,
    /// the one that it lies in, or else the current folder's.
    #[must_use]
    pub fn find() -> Project {
        let by_cargo = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
        let places =
            [by_cargo, env::current_exe().ok(), env::current_dir().ok()];
        let is_top = |folder: &&Path| folder.join("Cargo.lock").exists();
        let mut places = places.into_iter().flatten();
        let root = places.find_map(|place| {
            place.ancestors().find(is_top).map(Path::to_owned)
        });
        let root = root.unwrap_or_else(|| ".".into());
        Project { root, target: OnceLock::new() }
    }

    /// The folder of the top `Cargo.toml`.
    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The folder that cargo builds in: what cargo says, or the usual one
    /// where there is no cargo to ask.
    #[must_use]
    pub fn target(&self) -> &Path {
        self.target.get_or_init(|| {
            let mut metadata = MetadataCommand::new();
            let told = metadata.current_dir(&self.root).no_deps().exec();
            told.map_or_else(
                |_| self.root.join("target"),
                |told| told.target_directory.into_std_path_buf(),
            )
        })
    }

    /// The folder of the boards' images, and of what emulators write.
    #[must_use]
    pub fn images(&self) -> PathBuf {
        self.target().join("firmware")
    }

    /// A board's image, which `cargo xtask firmware` builds.
    #[must_use]
    pub fn image(&self, board: DevBoard) -> PathBuf {
        self.images().join(board.name()).with_extension("elf")
    }

    /// Where the emulator of the Pico 2 and the micro:bit v2 lies.
    #[must_use]
    pub fn unicorn_emulator(&self) -> PathBuf {
        self.emulators().join("unicorn")
    }

    /// The Python environment that this emulator runs in.
    #[must_use]
    pub fn unicorn_python(&self) -> PathBuf {
        self.target().join("unicorn")
    }

    /// The folder of the emulators' scripts: the Pico's own is here, the
    /// other ones' is below.
    #[must_use]
    pub fn emulators(&self) -> PathBuf {
        self.root.join("firmware").join("emulator")
    }
}
