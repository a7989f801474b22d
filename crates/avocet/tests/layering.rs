//! The folder order of `crates/avocet/src` is the architecture: this reads the sources and fails on an arrow that
//! points up, on a folder without a place in the order, and on `unsafe` outside `avocet-varint`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The folders and files of `src/`, lowest first; those of one line do not know each other.
const ORDER: &[&[&str]] = &[
    &["error"],
    &["limits"],
    &["logical"],
    &["wire"],
    &["schema"],
    &["plan"],
    &["decode", "encode"],
    &["value", "json", "typed", "serde"],
    &["convert"],
    &["order"],
    &["container"],
    &["message"],
];

#[test]
fn arrows_point_down() {
    let src = crate_dir().join("src");
    let root = fs::read_to_string(src.join("lib.rs")).expect("src/lib.rs is readable");
    let mut names = root_names(&tokens(&root));
    let files = rust_files(&src);
    assert!(files.len() > 10, "found only {} files below {}", files.len(), src.display());
    let sources: Vec<_> = files
        .iter()
        .map(|file| {
            let module = module_path(file.strip_prefix(&src).expect("the file lies below src"));
            (file.display(), module, fs::read_to_string(file).expect("a source file is readable"))
        })
        .collect();
    for (_, module, source) in &sources {
        if let Some(folder) = module.first() {
            names.extend(exported_macros(&tokens(source)).into_iter().map(|name| (name, folder.clone())));
        }
    }
    let mut faults = Vec::new();
    for (place, module, source) in &sources {
        faults.extend(faults_of(module, source, &names).iter().map(|fault| format!("{place}:{fault}")));
    }
    assert!(faults.is_empty(), "arrows that point up:\n{}", faults.join("\n"));
}

#[test]
fn every_folder_stands_in_the_order_and_in_the_architecture() {
    let text =
        fs::read_to_string(crate_dir().join("../../ARCHITECTURE.md")).expect("ARCHITECTURE.md is readable");
    for entry in fs::read_dir(crate_dir().join("src")).expect("src is readable") {
        let entry = entry.expect("src is readable");
        let name = entry.file_name().into_string().expect("a file name is text");
        if name == "lib.rs" {
            continue;
        }
        let folder = name.trim_end_matches(".rs");
        assert!(rank(folder).is_some(), "src/{name} has no place in the folder order");
        let written = if folder == name { format!("{name}/") } else { name };
        assert!(text.contains(&written), "ARCHITECTURE.md does not mention src/{written}");
    }
}

#[test]
fn unsafe_stands_in_the_varint_crate_alone() {
    let crates = crate_dir().join("..");
    let mut looked_at = 0;
    for entry in fs::read_dir(&crates).expect("crates/ is readable") {
        let dir = entry.expect("crates/ is readable").path();
        if dir.file_name().is_some_and(|name| name == "avocet-varint") {
            continue;
        }
        for file in rust_files(&dir) {
            let source = fs::read_to_string(&file).expect("a source file is readable");
            let found = tokens(&source).into_iter().find(|token| token.text == "unsafe");
            assert!(found.is_none(), "{}:{}: unsafe", file.display(), found.map_or(0, |token| token.line));
            looked_at += 1;
        }
        let manifest = fs::read_to_string(dir.join("Cargo.toml")).expect("each crate has a manifest");
        assert!(manifest.contains("[lints]\nworkspace = true"), "{}: no workspace lints", dir.display());
    }
    assert!(looked_at > 10, "looked at only {looked_at} files");
}

#[test]
fn the_varint_crate_depends_on_nothing_unless_a_feature_asks() {
    let manifest = fs::read_to_string(crate_dir().join("../avocet-varint/Cargo.toml")).expect("a manifest");
    let (_, rest) = manifest.split_once("[dependencies]\n").expect("the section stands there");
    let section = rest.split("\n[").next().unwrap_or(rest);
    for line in section.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        assert!(line.contains("optional = true"), "{line}");
    }
}

#[test]
fn every_dependency_is_justified_in_the_architecture() {
    let text =
        fs::read_to_string(crate_dir().join("../../ARCHITECTURE.md")).expect("ARCHITECTURE.md is readable");
    let (_, table) = text.split_once("## Dependencies").expect("ARCHITECTURE.md speaks of dependencies");
    let dependencies = dependencies("avocet");
    assert!(dependencies.contains(&"avocet-varint".to_owned()), "{dependencies:?}");
    for name in dependencies {
        assert!(table.contains(&format!("`{name}`")), "ARCHITECTURE.md does not justify {name}");
    }
}

/// The crates that users of a crate of ours have to build, as its manifest lists them.
fn dependencies(name: &str) -> Vec<String> {
    let path = crate_dir().join("..").join(name).join("Cargo.toml");
    let manifest = fs::read_to_string(path).expect("each crate has a manifest");
    let mut section = "";
    let mut names = Vec::new();
    for line in manifest.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if line.starts_with('[') {
            section = line;
        } else if section.contains("dependencies") && !section.contains("dev-dependencies") {
            names.extend(line.split(['.', ' ', '=']).next().map(str::to_owned));
        }
    }
    names
}

/// What the checker says of `source` as a file of `src/wire/`.
fn faults_in_wire(source: &str) -> Vec<String> {
    let names =
        root_names(&tokens("pub use error::{Error, Result as R};\npub use container::Reader;\nmod wire;"));
    faults_of(&["wire", "reader"].map(String::from), source, &names)
}

#[test]
fn an_arrow_that_points_up_is_caught() {
    for wrong in [
        "use crate::schema::Schema;",
        "use crate::{error::Error, schema::Schema};",
        "pub(crate) use crate::{\n    limits::Limits,\n    plan::{self, Plan},\n};",
        "fn f(schema: &crate::schema::Schema) {}",
        "use crate::Reader;",
        "use super::super::container;",
        "use super::super::{error, value::Value};",
        "mod inner { use super::super::super::decode; }",
        "#[cfg(test)] mod tests { use crate::json; }",
        "macro_rules! m { () => { $crate::message::read() } }",
        "use crate::*;",
        "use crate::nowhere::Thing;",
        "const A: &str = \"a // quote\"; use crate::encode::x;",
        "const A: char = '\"'; use crate::encode::x;",
        "fn f<'a>(x: &'a str) { r#\"a \"quoted\" text\"#; crate::value::y(); }",
    ] {
        assert_eq!(faults_in_wire(wrong).len(), 1, "{wrong}: {:?}", faults_in_wire(wrong));
    }
}

#[test]
fn what_points_down_or_is_only_prose_passes() {
    for right in [
        "use crate::error::{Error, Result};",
        "use crate::{limits::Limits, wire::Writer, Error, R};",
        "use super::block;",
        "use super::super::error::Error;",
        "pub(crate) fn f() {}\npub(in crate::wire) fn g() {}",
        "mod tests { use super::*; use super::super::block; }",
        "//! See [`Schema`](crate::schema::Schema).\n/* and crate::plan::Plan /* too */ */",
        "const A: &str = \"crate::schema\"; const B: &[u8] = br#\"crate::plan\"#; const C: char = '\\'';",
    ] {
        assert_eq!(faults_in_wire(right), Vec::<String>::new(), "{right}");
    }
}

#[test]
fn an_exported_macro_belongs_to_its_folder() {
    let source = "#[macro_export]\nmacro_rules! record { () => { $crate::value::Record::new() } }";
    assert_eq!(exported_macros(&tokens(source)), ["record"]);
    let names = BTreeMap::from([("record".to_owned(), "value".to_owned())]);
    let schema = ["schema"].map(String::from);
    assert_eq!(faults_of(&schema, "fn f() { crate::record!() }", &names).len(), 1);
    let container = ["container"].map(String::from);
    assert_eq!(faults_of(&container, "fn f() { crate::record!() }", &names).len(), 0);
}

#[test]
fn those_of_one_line_do_not_know_each_other() {
    let json = ["json"].map(String::from);
    assert_eq!(faults_of(&json, "use crate::value::Value;", &BTreeMap::new()).len(), 1);
    assert_eq!(faults_of(&json, "use crate::json::x;", &BTreeMap::new()).len(), 0);
    let tests = ["json", "tests"].map(String::from);
    assert_eq!(faults_of(&tests, "use crate::value::Value;", &BTreeMap::new()).len(), 0);
    let unknown = ["misc"].map(String::from);
    assert_eq!(faults_of(&unknown, "use crate::error::Error;", &BTreeMap::new()).len(), 1);
}

/// The arrows of one file that do not point down, as `line: what`; `names` are those that `lib.rs` gives to the
/// things of folders.
fn faults_of(module: &[String], source: &str, names: &BTreeMap<String, String>) -> Vec<String> {
    let Some(own) = module.first() else {
        return Vec::new(); // lib.rs stands above all
    };
    if module.last().is_some_and(|name| name == "tests") {
        return Vec::new(); // tests next door may compare with anything
    }
    let Some(own_rank) = rank(own) else {
        return vec![format!("1: `{own}` has no place in the folder order")];
    };
    let allowed = |target: &str| {
        let folder = names.get(target).map_or(target, String::as_str);
        folder == own || rank(folder).is_some_and(|rank| rank < own_rank)
    };
    arrows(&tokens(source), module.len())
        .into_iter()
        .filter(|(_, target)| !allowed(target))
        .map(|(line, target)| format!("{line}: `{own}` uses `{target}`"))
        .collect()
}

fn rank(folder: &str) -> Option<usize> {
    ORDER.iter().position(|folders| folders.contains(&folder))
}

/// The first name of every path that starts at the root of the crate, with its line. `depth` is the number of
/// modules that the file itself stands in, its own included.
fn arrows(tokens: &[Token<'_>], depth: usize) -> Vec<(usize, String)> {
    let text = |i: usize| tokens.get(i).map_or("", |token| token.text);
    let mut found = Vec::new();
    let mut braces = 0;
    let mut inline_modules = Vec::new();
    let mut i = 0;
    while i < tokens.len() {
        match text(i) {
            "{" => {
                braces += 1;
                if i >= 2 && text(i - 2) == "mod" {
                    inline_modules.push(braces);
                }
            }
            "}" => {
                if inline_modules.last() == Some(&braces) {
                    inline_modules.pop();
                }
                braces -= 1;
            }
            "crate" if text(i + 1) == "::" && !(i >= 2 && text(i - 1) == "in" && text(i - 2) == "(") => {
                found.extend(first_names(&tokens[i + 2..]));
            }
            "super" => {
                let mut climbed = 1;
                while text(i + 1) == "::" && text(i + 2) == "super" {
                    climbed += 1;
                    i += 2;
                }
                if text(i + 1) == "::" && climbed >= depth + inline_modules.len() {
                    found.extend(first_names(&tokens[i + 2..]));
                }
            }
            _ => {}
        }
        i += 1;
    }
    found
}

/// The first name of the path that begins here, or of each path of the group that begins here.
fn first_names(tokens: &[Token<'_>]) -> Vec<(usize, String)> {
    if tokens.first().is_none_or(|token| token.text != "{") {
        return tokens.first().map(|token| (token.line, token.text.to_owned())).into_iter().collect();
    }
    let mut names = Vec::new();
    let mut depth = 0;
    for pair in tokens.windows(2) {
        match pair[0].text {
            "{" => depth += 1,
            "}" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            break;
        }
        let starts_a_path = depth == 1 && matches!(pair[0].text, "{" | ",") && pair[1].text != "}";
        if starts_a_path && pair[1].text != "self" {
            names.push((pair[1].line, pair[1].text.to_owned()));
        }
    }
    names
}

/// The names that the `use` lines of `lib.rs` bring to the root, with the folder that each comes from.
fn root_names(tokens: &[Token<'_>]) -> BTreeMap<String, String> {
    let mut names = BTreeMap::new();
    let starts = tokens.iter().enumerate().filter(|(_, token)| token.text == "use").map(|(i, _)| i + 1);
    for start in starts {
        let length = tokens[start..].iter().take_while(|token| token.text != ";").count();
        let path: Vec<&str> = tokens[start..start + length].iter().map(|token| token.text).collect();
        let Some(folder) = path.iter().find(|text| !matches!(**text, "crate" | "self" | "::")) else {
            continue;
        };
        for (i, name) in path.iter().enumerate() {
            let ends = matches!(path.get(i + 1).copied(), None | Some("," | "}"));
            if ends && name.starts_with(|c: char| c.is_alphabetic() || c == '_') {
                names.insert((*name).to_owned(), (*folder).to_owned());
            }
        }
    }
    names
}

/// The macros of a file that stand at the root of the crate, wherever the file stands.
fn exported_macros(tokens: &[Token<'_>]) -> Vec<String> {
    let exports = tokens.iter().enumerate().filter(|(_, token)| token.text == "macro_export");
    exports
        .filter_map(|(i, _)| {
            let name = tokens[i..].iter().skip_while(|token| token.text != "macro_rules").nth(2)?;
            Some(name.text.to_owned())
        })
        .collect()
}

struct Token<'a> {
    text: &'a str,
    line: usize,
}

/// The words, `::` and single marks of a Rust text, without comments, strings and characters.
fn tokens(source: &str) -> Vec<Token<'_>> {
    let bytes = source.as_bytes();
    let at = |i: usize| bytes.get(i).copied().unwrap_or(0);
    let mut found = Vec::new();
    let mut line = 1;
    let mut i = 0;
    while i < bytes.len() {
        let start = i;
        match bytes[i] {
            b'/' if at(i + 1) == b'/' => i += source[i..].find('\n').unwrap_or(bytes.len() - i),
            b'/' if at(i + 1) == b'*' => i = end_of_comment(bytes, i),
            b'"' => i = end_of_string(bytes, i),
            b'\'' if at(i + 1) == b'\\' => i += 3 + source[i + 3..].find('\'').map_or(0, |n| n + 1),
            b'\'' => {
                // A character ends with a quote after one character; a lifetime does not.
                let width = source[i + 1..].chars().next().map_or(0, char::len_utf8);
                i += if at(i + 1 + width) == b'\'' { width + 2 } else { 1 };
            }
            c if c == b'_' || c.is_ascii_alphabetic() || c >= 0x80 => {
                let is_word = |c: u8| c == b'_' || c.is_ascii_alphanumeric() || c >= 0x80;
                i += bytes[i..].iter().take_while(|c| is_word(**c)).count();
                let word = &source[start..i];
                let hashes = bytes[i..].iter().take_while(|c| **c == b'#').count();
                if matches!(word, "r" | "br" | "cr") && at(i + hashes) == b'"' {
                    let end = format!("\"{}", "#".repeat(hashes));
                    let body = i + hashes + 1;
                    i = source[body..].find(&end).map_or(bytes.len(), |n| body + n + end.len());
                } else if !(matches!(word, "b" | "c") && at(i) == b'"') {
                    found.push(Token { text: word, line });
                }
            }
            b':' if at(i + 1) == b':' => {
                i += 2;
                found.push(Token { text: "::", line });
            }
            c => {
                i += 1;
                if !c.is_ascii_whitespace() {
                    found.push(Token { text: &source[start..i], line });
                }
            }
        }
        line += source[start..i].matches('\n').count();
    }
    found
}

fn end_of_comment(bytes: &[u8], start: usize) -> usize {
    let mut depth = 0;
    let mut i = start;
    while i < bytes.len() {
        match &bytes[i..bytes.len().min(i + 2)] {
            b"/*" => depth += 1,
            b"*/" => depth -= 1,
            _ => {
                i += 1;
                continue;
            }
        }
        i += 2;
        if depth == 0 {
            break;
        }
    }
    i
}

fn end_of_string(bytes: &[u8], start: usize) -> usize {
    let mut i = start + 1;
    while i < bytes.len() && bytes[i] != b'"' {
        i += if bytes[i] == b'\\' { 2 } else { 1 };
    }
    (i + 1).min(bytes.len())
}

/// The modules that a file stands in: `wire/mod.rs` is `wire`, `wire/reader.rs` is `wire`, `reader`.
fn module_path(file: &Path) -> Vec<String> {
    file.with_extension("")
        .iter()
        .map(|part| part.to_str().expect("a file name is text").to_owned())
        .filter(|part| part != "mod" && part != "lib")
        .collect()
}

/// All Rust files below a folder, in a fixed order.
fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder is readable") {
        let path = entry.expect("a folder is readable").path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files.sort();
    files
}

fn crate_dir() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}
