//! Rust source without what the compiler does not compile.

/// The source with comments, strings and characters blanked out, line by
/// line as before.
pub(crate) fn code_only(source: &str) -> String {
    let mut code = String::with_capacity(source.len());
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '/' if rest.starts_with("//") => {
                rest.find('\n').unwrap_or(rest.len())
            }
            '/' if rest.starts_with("/*") => block_comment(rest),
            '"' => string(rest),
            'r' if !ends_in_name(&code) => raw_string(rest),
            '\'' => character(rest),
            _ => 0,
        };
        if length == 0 {
            code.push(first);
            rest = &rest[first.len_utf8()..];
        } else {
            let blank = rest[..length].chars().filter(|c| *c == '\n');
            code.push(' ');
            code.extend(blank);
            rest = &rest[length..];
        }
    }
    code
}

fn ends_in_name(code: &str) -> bool {
    let last = code.chars().next_back();
    last.is_some_and(|c| (c.is_alphanumeric() && c != 'b') || c == '_')
}

fn block_comment(text: &str) -> usize {
    let mut depth = 0;
    let mut at = 0;
    while at < text.len() {
        if text[at..].starts_with("/*") {
            depth += 1;
            at += 2;
        } else if text[at..].starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += text[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    text.len()
}

fn string(text: &str) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

fn raw_string(text: &str) -> usize {
    let hashes = text[1..].chars().take_while(|c| *c == '#').count();
    if !text[1 + hashes..].starts_with('"') {
        return 0;
    }
    let end = format!("\"{}", "#".repeat(hashes));
    let body = 2 + hashes;
    text[body..].find(&end).map_or(text.len(), |at| body + at + end.len())
}

/// The length of a character literal, or 0 for a lifetime.
fn character(text: &str) -> usize {
    let mut chars = text.char_indices().skip(1);
    match chars.next() {
        Some((_, '\\')) => {
            chars.next();
            chars.find(|(_, c)| *c == '\'').map_or(0, |(at, _)| at + 1)
        }
        Some(_) => match chars.next() {
            Some((at, '\'')) => at + 1,
            _ => 0,
        },
        None => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(source: &str) -> String {
        let code = code_only(source);
        assert_eq!(code.lines().count(), source.lines().count());
        code.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn comments_go_and_nest() {
        assert_eq!(kept("a // b\nc /* d /* e */\nf */ g"), "a c g");
        assert_eq!(kept("a /* never ends"), "a");
    }

    #[test]
    fn strings_and_characters_go() {
        assert_eq!(kept(r#"f("a \" // b", c)"#), "f( , c)");
        assert_eq!(kept("r#\"a \" b\"# d br\"c\" e"), "d b e");
        assert_eq!(kept(r"['a', '\'', '\u{1f}', '/'] b"), "[ , , , ] b");
    }

    #[test]
    fn lifetimes_and_raw_names_stay() {
        let source = "fn f<'a>(x: &'a str, r#in: &'static str) {}";
        assert_eq!(kept(source), source);
    }
}
