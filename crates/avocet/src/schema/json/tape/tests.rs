use super::*;

fn read(text: &str) -> Result<Json> {
    Tape::read(text, 16).map(|tape| tape.root().to_json())
}

/// Texts at the edge of the grammar, good and bad.
const TEXTS: &[&str] = &[
    "null",
    "true",
    "false",
    " 0 ",
    "-0",
    "10",
    "01",
    "-",
    "1.",
    "1.5",
    ".5",
    "1e5",
    "1E-5",
    "1e",
    "1e+",
    "+1",
    "nul",
    "nulll",
    "True",
    "\"\"",
    "\"a",
    "\"\\\"",
    "\"\\u00e9\"",
    "\"\\u00E9x\"",
    "\"\\ud83d\\ude00\"",
    "\"\\ud83d\"",
    "\"\\ude00\"",
    "\"\\ud83d\\u0041\"",
    "\"\\u00g0\"",
    "\"\\x\"",
    "\"\\",
    "\"\t\"",
    "\"\u{7f}é😀\"",
    "[]",
    "[ ]",
    "[1]",
    "[1,]",
    "[,1]",
    "[1 2]",
    "[1",
    "[",
    "]",
    "{}",
    "{\"a\":1}",
    "{\"a\":1,}",
    "{\"a\"}",
    "{\"a\":}",
    "{a:1}",
    "{1:1}",
    "{\"a\":1 \"b\":2}",
    "{\"a\":{\"b\":[1,{\"c\":[]}]},\"d\":{}}",
    "{\"a\":[}",
    "[{]",
    "1 2",
    "",
    " ",
    "\u{b}1",
    "//x\n1",
    "'a'",
    "NaN",
    "[\"\\/\\b\\f\\n\\r\\t\\\\\"]",
];

#[test]
fn the_grammar_is_that_of_serde_json() {
    for text in TEXTS {
        let theirs = serde_json::from_str::<serde_json::Value>(text);
        let ours = read(text);
        assert_eq!(ours.is_ok(), theirs.is_ok(), "{text:?}: {ours:?} and {theirs:?}");
        if let (Ok(ours), Ok(theirs)) = (ours, theirs) {
            assert_eq!(serde_json::Value::from(&ours), theirs, "{text:?}");
        }
    }
}

#[test]
fn a_cut_text_is_no_text() {
    let text = r#"{"a": [1.5e3, "x\u00e9\n", {"b": null}], "c": true}"#;
    for end in 0..text.len() {
        let error = read(&text[..end]).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Schema(SchemaFault::Json), "{end}");
    }
}

#[test]
fn syntax_errors_have_path_and_position() {
    let error = read("{\"a\": [1, {\"é b\":\n  [true, tru]}]}").unwrap_err();
    assert_eq!(
        error.to_string(),
        "at line 2, column 10, in $.a[1][\"é b\"][1]: expected a JSON value, found `t`"
    );
    let error = read("[1, 2").unwrap_err();
    assert_eq!(
        error.to_string(),
        "at line 1, column 6, in $[2]: expected `,` or `]`, found the end of the text"
    );
    let error = read("{\"x\": 1, y}").unwrap_err();
    assert_eq!(error.to_string(), "at line 1, column 10, in $: expected a key, found `y`");
}

#[test]
fn columns_count_characters() {
    let error = read("[\"é😀\" x").unwrap_err();
    assert_eq!(error.position(), Some((1, 7)));
}

#[test]
fn a_key_stands_once_in_an_object() {
    assert!(read(r#"{"a": {"a": 1}, "b": {"a": 1}}"#).is_ok());
    let error = read(r#"[{"a": 1, "\u0061": 2}]"#).unwrap_err();
    assert_eq!(
        error.to_string(),
        "at line 1, column 11, in $[0].a: expected each key once in an object, found a second `a`"
    );
    let mut many = (0..100).fold(String::new(), |many, i| many + &format!("\"k{i}\": 0,"));
    assert!(read(&format!("{{{many}\"x\": 0}}")).is_ok());
    many.push_str("\"k57\": 0");
    assert!(read(&format!("{{{many}}}")).is_err());
}

#[test]
fn depth_is_limited() {
    let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    assert!(read(&nested(16)).is_ok());
    let error = read(&nested(17)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Limit);
    assert!(error.to_string().contains("`schema_depth`"), "{error}");
    assert_eq!(read(&"[{\"a\":".repeat(1_000_000)).unwrap_err().kind(), ErrorKind::Limit);
}

#[test]
fn a_byte_order_mark_is_passed_over() {
    assert_eq!(read("\u{feff}[1]").unwrap(), Json::Array(vec![Json::from(1)]));
}
