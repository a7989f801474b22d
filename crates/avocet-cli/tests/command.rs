//! The command as a user meets it: arguments in, standard output, standard error and exit code out.

mod run;

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::{Path, PathBuf};

use run::{avocet, avocet_reading, command, file};
use serde_json::Value as Json;

const ORDERS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/orders.avro");
const ROWS: &str = include_str!("../../../examples/orders.jsonl");

fn orders() -> Vec<u8> {
    fs::read(ORDERS).expect("the example file is there")
}

/// The example file with the first `from` in it replaced by `to`, which is as long.
fn orders_with(from: &[u8], to: &[u8]) -> Vec<u8> {
    let mut bytes = orders();
    let at = bytes.windows(from.len()).position(|window| window == from).expect("the text is in the file");
    bytes[at..at + to.len()].copy_from_slice(to);
    bytes
}

/// Rows `from` up to `to` of the example, as `cat` prints them.
fn rows(from: usize, to: usize) -> String {
    ROWS.split_inclusive('\n').take(to).skip(from).collect()
}

#[test]
fn cat_prints_every_row() {
    avocet(&["cat", ORDERS]).printed(ROWS);
    avocet_reading(&orders(), &["cat", "-"]).printed(ROWS);
}

#[test]
fn limit_and_offset_count_over_all_files() {
    avocet(&["cat", ORDERS, "--limit", "3"]).printed(&rows(0, 3));
    avocet(&["cat", ORDERS, "--offset", "298"]).printed(&rows(298, 300));
    avocet(&["cat", ORDERS, "--offset", "21", "--limit", "20"]).printed(&rows(21, 41));
    avocet(&["cat", ORDERS, "--limit", "0"]).printed("");
    avocet(&["cat", ORDERS, "--offset", "300"]).printed("");
    avocet(&["cat", ORDERS, ORDERS, "--offset", "299", "--limit", "2"])
        .printed(&(rows(299, 300) + &rows(0, 1)));
    avocet(&["cat", ORDERS, ORDERS, "--offset", "301"]).printed(&rows(1, 300));
}

#[test]
fn pretty_rows_are_the_same_rows() {
    let run = avocet(&["cat", "--pretty", ORDERS]);
    let pretty: Vec<Json> =
        serde_json::Deserializer::from_str(&run.out).into_iter().map(Result::unwrap).collect();
    let rows: Vec<Json> = ROWS.lines().map(|row| serde_json::from_str(row).unwrap()).collect();
    assert!(run.out.lines().count() > 20 * rows.len());
    assert!(pretty == rows);
}

#[test]
fn count_knows_the_rows() {
    avocet(&["count", ORDERS]).printed("300\n");
    avocet_reading(&orders(), &["count", "-"]).printed("300\n");
    avocet(&["count", ORDERS, ORDERS]).printed(&format!("300\t{ORDERS}\n300\t{ORDERS}\n600\ttotal\n"));
}

#[test]
fn count_gives_no_total_over_less_than_all_files() {
    let broken = file("count-broken.avro", b"nothing");
    let run = avocet(&["count", broken.to_str().unwrap(), ORDERS]);
    run.failed(&format!("300\t{ORDERS}\n"), &broken, &[]);
}

#[test]
fn schema_prints_what_was_written() {
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/orders.avsc");
    let written: Json = serde_json::from_str(&fs::read_to_string(source).unwrap()).unwrap();
    for run in [
        avocet(&["schema", ORDERS]),
        avocet(&["schema", source]),
        avocet_reading(&orders(), &["schema", "-"]),
        avocet_reading(&fs::read(source).unwrap(), &["schema", "-"]),
    ] {
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
        assert!(run.out.starts_with("{\n  \"type\": \"record\",\n"), "{}", run.out);
        assert_eq!(serde_json::from_str::<Json>(&run.out).unwrap(), written);
    }
}

#[test]
fn a_broken_schema_text_is_refused_with_line_and_column() {
    let broken = file("broken.avsc", b"{\n  \"type\": \"record\",\n  \"name\": \"A\",\n  \"fields\": [{\"name\": \"b\", \"type\": \"C\"}]\n}");
    avocet(&["schema", broken.to_str().unwrap()]).failed("", &broken, &["line 4, column "]);
    let latin = file("latin.avsc", b"{\"type\": \"enum\", \"name\": \"\xe9\", \"symbols\": []}");
    avocet(&["schema", latin.to_str().unwrap()]).failed("", &latin, &["at byte 26", "0xe9"]);
}

#[test]
fn meta_tells_what_header_and_blocks_say() {
    let run = avocet(&["meta", ORDERS]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    for line in [
        &format!("file      {ORDERS}"),
        &format!("size      {} bytes", orders().len()),
        "codec     deflate",
        "sync      61766f6365742773206f726465727321",
        "schema    record com.example.shop.Order, 13 fields",
        "metadata  shop.region = \"Europe\"",
        "blocks    15, up to 20 rows",
        "rows      300",
    ] {
        assert!(run.out.lines().any(|printed| printed == line), "no line {line:?} in\n{}", run.out);
    }
}

#[test]
fn what_is_no_avro_file_is_said_so() {
    let missing = Path::new(env!("CARGO_TARGET_TMPDIR")).join("missing.avro");
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let empty = file("empty.avro", b"");
    let text = file("text.avro", b"id,name\n1,Ada\n");
    let schema = file("schema.avro", &orders_with(b"\"record\"", b"\"rekord\""));
    for verb in ["cat", "count", "schema", "meta"] {
        let run = |path: &Path| avocet(&[verb, path.to_str().unwrap()]);
        run(&missing).failed("", &missing, &[]);
        if verb != "schema" {
            run(&folder).failed("", &folder, &["a directory"]);
        }
        run(&empty).failed("", &empty, &["at byte 0"]);
        run(&text).failed("", &text, &["at byte 0"]);
        run(&schema).failed("", &schema, &["rekord"]);
    }
}

#[test]
fn an_unknown_codec_hides_the_rows_alone() {
    let codec = file("codec.avro", &orders_with(b"deflate", b"defl8te"));
    let path = codec.to_str().unwrap();
    avocet(&["cat", path]).failed("", &codec, &["defl8te", "at byte "]);
    avocet(&["count", path]).printed("300\n");
    assert_eq!(avocet(&["schema", path]).code, Some(0));
    assert!(avocet(&["meta", path]).out.contains("\ncodec     defl8te\n"));
}

#[test]
fn a_damaged_file_does_not_stop_the_next() {
    let broken = file("next-broken.avro", b"Obj\x01");
    let run = avocet(&["cat", ORDERS, broken.to_str().unwrap(), ORDERS]);
    run.failed(&(ROWS.to_owned() + ROWS), &broken, &[]);
}

#[test]
fn a_cut_file_gives_its_whole_rows_and_then_an_error() {
    let bytes = orders();
    let mut most = 0;
    for cut in (1..bytes.len()).step_by(bytes.len() / 40) {
        let path = file("cut.avro", &bytes[..cut]);
        let run = avocet(&["cat", path.to_str().unwrap()]);
        assert!(ROWS.starts_with(&run.out), "cut at {cut}: other rows");
        assert!(run.out.is_empty() || run.out.ends_with('\n'), "cut at {cut}: half a row");
        most = most.max(run.out.lines().count());
        let out = run.out.clone();
        run.failed(&out, &path, &["at byte "]);
    }
    assert!(most > 200, "never more than {most} rows");
}

#[test]
fn meta_shows_how_far_a_damaged_file_goes() {
    let path = file("meta-cut.avro", &orders()[..orders().len() - 1]);
    let run = avocet(&["meta", path.to_str().unwrap()]);
    assert!(run.out.contains("\nrows      280 before the damage\n"), "{}", run.out);
    let out = run.out.clone();
    run.failed(&out, &path, &["at byte "]);
}

#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    for arguments in [&["cat", ORDERS, ORDERS, ORDERS, ORDERS][..], &["cat", "--pretty", ORDERS, ORDERS]] {
        let mut child = command(arguments).spawn().expect("the command starts");
        let mut first = String::new();
        let mut out = BufReader::with_capacity(64, child.stdout.take().expect("standard output is piped"));
        out.read_line(&mut first).expect("there is a first line");
        drop(out);
        let mut err = String::new();
        child.stderr.take().expect("standard error is piped").read_to_string(&mut err).expect("it is text");
        assert_eq!((child.wait().expect("the command ends").code(), err.as_str()), (Some(0), ""));
        assert!(first.starts_with('{'));
    }
}

#[test]
fn wrong_usage_is_code_2() {
    for arguments in [
        &[][..],
        &["dog"],
        &["cat"],
        &["count"],
        &["cat", "--limit", "-1", ORDERS],
        &["meta", ORDERS, ORDERS],
    ] {
        let run = avocet(arguments);
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(run.err.contains("Usage"), "{}", run.err);
    }
}

#[test]
fn help_and_version_are_no_errors() {
    assert_eq!(avocet(&["--help"]).code, Some(0));
    avocet(&["--version"]).printed(concat!("avocet ", env!("CARGO_PKG_VERSION"), "\n"));
}
