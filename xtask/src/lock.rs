//! What `Cargo.lock` says.

/// The version that the lock file holds `package` at, if it is in there.
pub(crate) fn version(lock: &str, package: &str) -> Option<String> {
    let name = format!("name = \"{package}\"");
    lock.split("[[package]]")
        .find(|entry| entry.lines().any(|line| line == name))?
        .lines()
        .find_map(|line| line.strip_prefix("version = \""))?
        .strip_suffix('"')
        .map(str::to_owned)
}

/// The SHA-256 sum that the lock file has for a package from a registry.
pub(crate) fn checksum<'a>(
    lock: &'a str,
    package: &str,
    version: &str,
) -> Option<&'a str> {
    let name = format!("name = \"{package}\"");
    let version = format!("version = \"{version}\"");
    let is_it = |entry: &&str| {
        [&name, &version].into_iter().all(|it| entry.lines().any(|l| l == it))
    };
    lock.split("[[package]]")
        .find(is_it)?
        .lines()
        .find_map(|line| line.strip_prefix("checksum = \""))?
        .strip_suffix('"')
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOCK: &str = r#"version = 4

[[package]]
name = "gungraun-macros"
version = "0.6.1"
dependencies = [
 "gungraun",
]

[[package]]
name = "gungraun"
version = "0.17.0"
source = "registry"
checksum = "0a1b"
"#;

    #[test]
    fn the_version_is_the_package_s_own() {
        assert_eq!(version(LOCK, "gungraun").as_deref(), Some("0.17.0"));
        let macros = version(LOCK, "gungraun-macros");
        assert_eq!(macros.as_deref(), Some("0.6.1"));
    }

    #[test]
    fn a_checksum_is_that_of_the_version() {
        assert_eq!(checksum(LOCK, "gungraun", "0.17.0"), Some("0a1b"));
        assert_eq!(checksum(LOCK, "gungraun", "0.16.0"), None);
        assert_eq!(checksum(LOCK, "gungraun-macros", "0.6.1"), None);
    }

    #[test]
    fn a_package_that_is_not_there_has_no_version() {
        assert_eq!(version(LOCK, "gun"), None);
        assert_eq!(version("", "gungraun"), None);
    }
}
