//! JSON into files and datums, and datums into JSON.

mod run;

use std::fs;
use std::path::{Path, PathBuf};

use avocet::container::{Codec, Reader};
use run::{Run, avocet, avocet_reading, file};

const ORDERS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/orders.avro");
const ROWS: &str = include_str!("../../../examples/orders.jsonl");
const ORDERS_SCHEMA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/orders.avsc");

const BIRD: &str = r#"{"type": "record", "name": "zoo.Bird", "fields": [
    {"name": "name", "type": "string"}, {"name": "wingspan", "type": ["null", "int"], "default": null},
    {"name": "raw", "type": "bytes", "default": "\u00ff"}]}"#;

/// A place for a file of this test run, where there is none.
fn place(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}

fn path(path: &Path) -> &str {
    path.to_str().expect("the folder for temporary files has a name in UTF-8")
}

/// `cat` of a file that was made.
#[track_caller]
fn cat(file: &Path) -> String {
    let Run { code, out, err } = avocet(&["cat", path(file)]);
    assert_eq!((code, err.as_str()), (Some(0), ""));
    out
}

#[test]
fn fromjson_undoes_cat() {
    for codec in ["null", "deflate"] {
        let made = place(&format!("fromjson-{codec}.avro"));
        avocet_reading(
            ROWS.as_bytes(),
            &["fromjson", "--schema", ORDERS_SCHEMA, "--codec", codec, "-o", path(&made)],
        )
        .printed("");
        assert_eq!(cat(&made), ROWS);
        let reader = Reader::open(&made).unwrap();
        assert_eq!(reader.codec_name().parse::<Codec>().unwrap().name(), codec);
        assert!(*reader.schema() == *Reader::open(ORDERS).unwrap().schema());
    }
}

#[test]
fn fromjson_takes_rows_in_any_layout_from_a_file_or_a_pipe() {
    let pretty = avocet(&["cat", "--pretty", ORDERS]).out;
    let rows = file("pretty.json", pretty.as_bytes());
    let made = place("fromjson-pretty.avro");
    avocet(&["fromjson", "--schema", ORDERS, "-o", path(&made), path(&rows)]).printed("");
    assert_eq!(cat(&made), ROWS);
    // Standard input to standard output: the bytes are no text.
    let output = run::command(&["fromjson", "--schema", ORDERS, path(&rows)]).output().unwrap();
    assert!(output.status.success());
    assert_eq!(cat(&file("fromjson-stdout.avro", &output.stdout)), ROWS);
}

#[test]
fn fromjson_fills_in_defaults_and_takes_members_in_any_order() {
    let schema = file("bird.avsc", BIRD.as_bytes());
    let made = place("birds.avro");
    avocet_reading(
        b"{\"wingspan\": {\"int\": 78}, \"name\": \"avocet\"} {\"name\": \"kiwi\"}",
        &["fromjson", "--schema", path(&schema), "-o", path(&made)],
    )
    .printed("");
    assert_eq!(
        cat(&made),
        "{\"name\":\"avocet\",\"wingspan\":{\"int\":78},\"raw\":\"ÿ\"}\n{\"name\":\"kiwi\",\"wingspan\":null,\"raw\":\"ÿ\"}\n"
    );
}

#[test]
fn plain_rows_in_and_out() {
    let plain = avocet(&["cat", "--plain", ORDERS]);
    assert_eq!((plain.code, plain.err.as_str()), (Some(0), ""));
    assert_ne!(plain.out, ROWS);
    assert!(!plain.out.contains("{\"string\":"));
    let made = place("plain.avro");
    avocet_reading(plain.out.as_bytes(), &["fromjson", "--plain", "--schema", ORDERS, "-o", path(&made)])
        .printed("");
    assert_eq!(cat(&made), ROWS);
    let avro = avocet_reading(
        plain.out.as_bytes(),
        &["fromjson", "--schema", ORDERS, "-o", path(&place("no.avro"))],
    );
    assert_eq!(avro.code, Some(1));
}

#[test]
fn after_an_error_the_file_is_as_it_was() {
    let schema = file("bird-2.avsc", BIRD.as_bytes());
    let rows = file("birds.json", b"{\"name\": \"avocet\"}\n{\"name\": \"kiwi\",\n \"wings\": 2}\n");
    for before in [None, Some("before")] {
        let made = place("kept.avro");
        if let Some(before) = before {
            fs::write(&made, before).unwrap();
        }
        avocet(&["fromjson", "--schema", path(&schema), "-o", path(&made), path(&rows)]).failed(
            "",
            &rows,
            &[
                "line 3, column 2",
                "in zoo.Bird",
                "expected only fields of zoo.Bird, found a member \"wings\"",
            ],
        );
        assert_eq!(fs::read_to_string(&made).ok().as_deref(), before);
    }
    let left = fs::read_dir(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let left: Vec<_> = left.map(|entry| entry.unwrap().file_name()).collect();
    assert!(!left.iter().any(|name| name.to_string_lossy().contains("kept.avro.")), "{left:?}");
}

#[test]
fn a_file_can_be_made_of_its_own_rows() {
    let made = file("itself.avro", &fs::read(ORDERS).unwrap());
    let rows = cat(&made);
    avocet_reading(rows.as_bytes(), &["fromjson", "--schema", path(&made), "-o", path(&made)]).printed("");
    assert_eq!(cat(&made), ROWS);
}

#[test]
fn fromjson_says_what_is_missing() {
    let rows = file("none.json", b"{}");
    let missing = place("missing");
    let schema = file("bird-3.avsc", BIRD.as_bytes());
    avocet(&["fromjson", "--schema", path(&missing), path(&rows)]).failed("", &missing, &["a readable file"]);
    avocet(&["fromjson", "--schema", path(&schema), path(&missing)]).failed(
        "",
        &missing,
        &["a readable file"],
    );
    let nowhere = place("no/such/folder.avro");
    avocet(&["fromjson", "--schema", path(&schema), "-o", path(&nowhere), path(&rows)]).failed(
        "",
        &nowhere,
        &["a writable file"],
    );
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    avocet(&["fromjson", "--schema", path(&schema), "-o", path(&folder), path(&rows)]).failed(
        "",
        &folder,
        &["a directory"],
    );
    let cut =
        avocet_reading(b"{\"name\": \"k", &["fromjson", "--schema", path(&schema), "-o", path(&missing)]);
    cut.failed("", Path::new("-"), &["line 1, column 12", "the end of the text"]);
    let latin = avocet_reading(
        b"{\"name\": \"\xe9\"}",
        &["fromjson", "--schema", path(&schema), "-o", path(&missing)],
    );
    latin.failed("", Path::new("-"), &["at byte 10", "UTF-8 text", "0xe9"]);
    assert!(!missing.exists());
}

#[test]
fn no_rows_make_a_file_without_rows() {
    let made = place("empty-rows.avro");
    avocet_reading(b"\n \n", &["fromjson", "--schema", ORDERS, "-o", path(&made)]).printed("");
    assert_eq!(cat(&made), "");
    avocet(&["count", path(&made)]).printed("0\n");
}

#[test]
fn encode_and_decode_one_datum() {
    let schema = file("bird-4.avsc", BIRD.as_bytes());
    let schema = path(&schema);
    let text = r#"{"name":"avocet","wingspan":{"int":78},"raw":"a"}"#;
    let hex = "0c61766f63657402 9c01 0261".replace(' ', "");
    avocet(&["encode", "--schema", schema, "--hex", text]).printed(&format!("{hex}\n"));
    avocet(&["decode", "--schema", schema, "--hex", &hex]).printed(&format!("{text}\n"));
    avocet(&["decode", "--schema", schema, "--hex", " 0C 61766f636574\n02 9c01 02 61 "])
        .printed(&format!("{text}\n"));
    // By files, and by pipes.
    let json = file("bird.json", text.as_bytes());
    avocet(&["encode", "--schema", schema, "--hex", path(&json)]).printed(&format!("{hex}\n"));
    avocet_reading(text.as_bytes(), &["encode", "--schema", schema, "--hex", "-"])
        .printed(&format!("{hex}\n"));
    let bytes = run::command(&["encode", "--schema", schema, text]).output().unwrap();
    assert!(bytes.status.success());
    let datum = file("bird.bin", &bytes.stdout);
    avocet(&["decode", "--schema", schema, path(&datum)]).printed(&format!("{text}\n"));
    avocet_reading(&bytes.stdout, &["decode", "--schema", schema, "-"]).printed(&format!("{text}\n"));
    let digits = file("bird.hex", hex.as_bytes());
    avocet(&["decode", "--schema", schema, "--hex", path(&digits)]).printed(&format!("{text}\n"));
    // Numbers may begin with a sign.
    let long = file("long.avsc", b"\"long\"");
    avocet(&["encode", "--schema", path(&long), "--hex", "-65"]).printed("8101\n");
}

#[test]
fn encode_and_decode_plainly_and_prettily() {
    let schema = file("bird-5.avsc", BIRD.as_bytes());
    let schema = path(&schema);
    let hex = "0c61766f636574029c010261";
    let plain = r#"{"name":"avocet","wingspan":78,"raw":"a"}"#;
    avocet(&["encode", "--schema", schema, "--plain", "--hex", plain]).printed(&format!("{hex}\n"));
    avocet(&["decode", "--schema", schema, "--plain", "--hex", hex]).printed(&format!("{plain}\n"));
    avocet(&["decode", "--schema", schema, "--plain", "--pretty", "--hex", hex])
        .printed("{\n  \"name\": \"avocet\",\n  \"wingspan\": 78,\n  \"raw\": \"a\"\n}\n");
}

#[test]
fn decode_as_a_readers_schema() {
    let writer = file("writer.avsc", BIRD.as_bytes());
    let reader = file(
        "reader.avsc",
        br#"{"type": "record", "name": "Bird", "fields": [{"name": "span", "type": ["null", "double"], "aliases": ["wingspan"]},
            {"name": "eggs", "type": "int", "default": 4}]}"#,
    );
    let other = file("other.avsc", b"\"string\"");
    let decode = |reader: &Path| {
        avocet(&[
            "decode",
            "--schema",
            path(&writer),
            "--reader-schema",
            path(reader),
            "--hex",
            "0c61766f636574029c010261",
        ])
    };
    decode(&reader).printed("{\"span\":{\"double\":78.0},\"eggs\":4}\n");
    decode(&other).failed("", &other, &["expected string", "record zoo.Bird"]);
}

#[test]
fn wrong_data_is_said_so() {
    let schema = file("bird-6.avsc", BIRD.as_bytes());
    let schema = path(&schema);
    let decode = |input: &str| avocet(&["decode", "--schema", schema, "--hex", input]);
    decode("0c6176").failed("", Path::new("0c6176"), &["at byte 1, in zoo.Bird.name", "2 bytes left"]);
    decode("0c61766f636574000000ff").failed("", Path::new("0c61766f636574000000ff"), &["more bytes"]);
    decode("0c6").failed("", Path::new("0c6"), &["two hexadecimal digits"]);
    decode("bird.bim").failed(
        "",
        Path::new("bird.bim"),
        &["hexadecimal digit", "'i'", "no file has this name"],
    );
    avocet(&["decode", "--schema", schema, "00"]).failed("", Path::new("00"), &["a file, `-`, or --hex"]);
    let encode = |input: &str| avocet(&["encode", "--schema", schema, "--hex", input]);
    encode("{\"name\": 7}").failed(
        "",
        Path::new("{\"name\": 7}"),
        &["line 1, column 10, in zoo.Bird.name", "a string", "the number 7"],
    );
    encode("bird.jsom").failed("", Path::new("bird.jsom"), &["no file has this name"]);
    let broken = file("bird-broken.json", b"{\"name\": \"x\"} 1");
    let run = encode(path(&broken));
    assert!(!run.err.contains("no file"), "{}", run.err);
    run.failed("", &broken, &["line 1, column 15", "the end of the text"]);
}

#[test]
fn plan_prints_the_program() {
    let writer = file("plan-writer.avsc", BIRD.as_bytes());
    let reader = file(
        "plan-reader.avsc",
        br#"{"type": "record", "name": "zoo.Bird", "fields": [{"name": "wingspan", "type": ["null", "long"]}, {"name": "eggs", "type": "int", "default": 4}]}"#,
    );
    let run = avocet(&["plan", path(&writer)]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    assert!(run.out.starts_with("record zoo.Bird\n  name: string\n"), "{}", run.out);
    let run = avocet(&["plan", path(&writer), path(&reader)]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    for part in ["(name) skip", "int to long", "eggs: default"] {
        assert!(run.out.contains(part), "no {part:?} in\n{}", run.out);
    }
    let union = file("plan-union.avsc", br#"["double", "long"]"#);
    let long = file("plan-long.avsc", br#""long""#);
    let run = avocet(&["plan", path(&long), path(&union)]);
    let warning =
        "warning: in $: the writer's long goes to the branch long; the specification's first match is double";
    assert_eq!((run.code, run.err), (Some(0), format!("{}: {warning}\n", path(&union))));
    assert_eq!(run.out.trim(), "long");
    avocet(&["plan", ORDERS, path(&reader)]).failed("", &reader, &["expected record zoo.Bird"]);
}

#[test]
fn wrong_usage_is_code_2() {
    for arguments in [
        &["fromjson"][..],
        &["fromjson", "--schema", ORDERS, "--codec", "zip"],
        &["decode", "00"],
        &["encode", "--schema", ORDERS],
        &["plan"],
        &["cat", "--fields", "id", "--reader-schema", ORDERS, ORDERS],
    ] {
        let run = avocet(arguments);
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(run.err.contains("For more information") || run.err.contains("Usage"), "{}", run.err);
    }
}

#[test]
fn fromjson_does_not_replace_what_it_reads() {
    let rows = file("fromjson-itself.json", b"1 2 3");
    let schema = file("fromjson-itself.avsc", b"\"int\"");
    let run = avocet(&["fromjson", "--schema", path(&schema), "-o", path(&rows), path(&rows)]);
    assert_eq!(run.code, Some(1), "{}", run.err);
    assert!(run.err.contains("found the same"), "{}", run.err);
    assert_eq!(std::fs::read(&rows).unwrap(), b"1 2 3");
}
