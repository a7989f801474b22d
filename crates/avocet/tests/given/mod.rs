//! The cases that stand outside of the repository: see `../shared/cases`.

use std::path::PathBuf;

use serde_json::Value as Json;

/// The input and the right result of a case, or `None` where the cases are absent.
pub(crate) fn case(name: &str) -> Option<(Json, Json)> {
    let folder = std::env::var_os("AVOCET_CASES").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/cases"),
        PathBuf::from,
    );
    if !folder.is_dir() {
        eprintln!("skipped: no folder {}; set AVOCET_CASES to the one with the cases", folder.display());
        return None;
    }
    let text = std::fs::read_to_string(folder.join(format!("{name}.yaml"))).unwrap();
    let mut case: Json = serde_yaml_ng::from_str(&text).unwrap();
    Some((case["input"].take(), case["right_result"].take()))
}

/// The bytes that hexadecimal digits stand for.
pub(crate) fn hex(value: &Json) -> Vec<u8> {
    let text = value.as_str().expect("hex stands in quotes");
    (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).unwrap()).collect()
}
