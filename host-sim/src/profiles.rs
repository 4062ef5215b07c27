//! What a `Cargo.toml` says about how code is compiled.

/// The tables of all profiles, without remarks.
pub(crate) fn profiles(manifest: &str) -> String {
    let mut is_one = false;
    let mut text = String::new();
    for line in manifest.lines().map(str::trim) {
        if line.starts_with('[') {
            is_one = line.starts_with("[profile.");
        }
        if is_one && !line.is_empty() && !line.starts_with('#') {
            text += line;
            text.push('\n');
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_profiles_count() {
        let manifest = "[package]\nname = \"x\"\n\n# Quick.\n\
            [profile.dev]\n# A remark.\nopt-level = 1\n\n[lints]\nall = 1\n\
            [profile.dev.package.\"*\"]\ndebug = false\n";
        let expected = "[profile.dev]\nopt-level = 1\n\
            [profile.dev.package.\"*\"]\ndebug = false\n";
        assert_eq!(profiles(manifest), expected);
    }
}
