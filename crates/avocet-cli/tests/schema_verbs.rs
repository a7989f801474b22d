//! `canonical`, `fingerprint`, `check`, `compat` and `schema` as a user meets them.

mod run;

use std::fs;
use std::path::{Path, PathBuf};

use run::{Run, avocet, avocet_reading, file};
use serde_json::{Value as Json, json};

const ORDERS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/orders.avro");
const ORDERS_SCHEMA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/orders.avsc");

const INT: &str = "{\"type\": \"int\", \"logicalType\": \"date\"}";
const PROTOCOL: &str = r#"{"protocol":"P","namespace":"p","types":[{"type":"enum","name":"E","symbols":["A"]},{"type":"record","name":"R","fields":[{"name":"e","type":"E"}]}],"messages":{}}"#;

/// A fresh folder with these files.
fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder); // what an older run left
    for (name, text) in files {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().expect("it is in the folder")).expect("a folder can be made");
        fs::write(path, text).expect("a file can be written");
    }
    folder
}

/// The path of a file with this text.
fn text(name: &str, text: &str) -> String {
    path(&file(name, text.as_bytes()))
}

fn path(path: &Path) -> String {
    path.to_str().expect("the folder for temporary files has a plain name").to_owned()
}

impl Run {
    /// It ended with this code and printed exactly this.
    #[track_caller]
    fn gave(self, code: i32, out: &str, err: &str) {
        assert_eq!((self.code, &*self.out, &*self.err), (Some(code), out, err));
    }
}

#[test]
fn one_schema_is_printed_alone_and_several_behind_their_paths() {
    let int = text("one.avsc", INT);
    avocet(&["canonical", &int]).printed("\"int\"\n");
    avocet_reading(INT.as_bytes(), &["canonical", "-"]).printed("\"int\"\n");
    avocet_reading(b"[\"null\"]", &["canonical", "-", &int])
        .printed(&format!("-: [\"null\"]\n{int}: \"int\"\n"));
    let alone = avocet(&["canonical", ORDERS_SCHEMA]).out;
    assert!(alone.starts_with(r#"{"name":"com.example.shop.Order","type":"record","fields":["#), "{alone}");
    avocet(&["canonical", ORDERS]).printed(&alone);
}

#[test]
fn a_folder_gives_its_files_sorted_at_any_depth() {
    let folder = folder(
        "sorted",
        &[
            ("b/x.avsc", "\"long\""),
            ("a.avsc", INT),
            ("b.avsc", "\"bytes\""),
            ("c.txt", "no"),
            ("b/a/y.avsc", "[]"),
        ],
    );
    let at = path(&folder);
    let out = format!("{at}/a.avsc: \"int\"\n{at}/b/x.avsc: \"long\"\n{at}/b.avsc: \"bytes\"\n");
    let run = avocet(&["canonical", &at]);
    run.failed(&out, &folder.join("b/a/y.avsc"), &["line 1, column 1", "at least one branch"]);
    fs::remove_file(folder.join("b/a/y.avsc")).expect("it is there");
    avocet(&["canonical", &at]).printed(&out);

    let empty = self::folder("empty", &[("notes.txt", "")]);
    avocet(&["canonical", &path(&empty)]).failed("", &empty, &["*.avsc"]);
}

#[test]
fn what_a_file_is_shows_in_its_bytes() {
    let schema = |name: &str, bytes: &[u8]| avocet(&["schema", &path(&file(name, bytes))]);
    let container = fs::read(ORDERS).expect("the example file is there");
    schema("container.avsc", &container).printed(&avocet(&["schema", ORDERS]).out);
    schema("schema.avpr", INT.as_bytes())
        .printed("{\n  \"type\": \"int\",\n  \"logicalType\": \"date\"\n}\n");
    schema("protocol.avsc", b"\xef\xbb\xbf{\"protocol\": \"P\"}")
        .printed("{\n  \"protocol\": \"P\",\n  \"types\": [],\n  \"messages\": {}\n}\n");
    schema("odd.json", br#"{"type": "string", "protocol": 1}"#)
        .printed("{\n  \"type\": \"string\",\n  \"protocol\": 1\n}\n");
    // What is neither is refused as what its name promises.
    let neither = file("neither.avpr", b"{\"types\": []}");
    avocet(&["schema", &path(&neither)]).failed("", &neither, &["`protocol`"]);
    let neither = file("neither.avsc", b"{\"types\": []}");
    avocet(&["schema", &path(&neither)]).failed("", &neither, &["`type`"]);
    let too_long = file("long.avsc", " ".repeat((4 << 20) + 1).as_bytes());
    avocet(&["schema", &path(&too_long)]).failed("", &too_long, &["4194304"]);
}

#[test]
fn schema_prints_protocols_and_several_files() {
    let protocol = text("whole.avpr", PROTOCOL);
    let run = avocet(&["schema", &protocol]);
    assert_eq!(
        serde_json::from_str::<Json>(&run.out).unwrap(),
        serde_json::from_str::<Json>(PROTOCOL).unwrap()
    );
    assert!(run.out.starts_with("{\n  \"protocol\": \"P\",\n"), "{}", run.out);
    let int = text("int.avsc", INT);
    avocet(&["schema", &int, &protocol])
        .printed(&format!("{int}: {{\"type\":\"int\",\"logicalType\":\"date\"}}\n{protocol}: {PROTOCOL}\n"));
}

#[test]
fn the_types_of_protocols_have_names() {
    let protocol = text("types.avpr", PROTOCOL);
    let e = r#"{"name":"p.E","type":"enum","symbols":["A"]}"#;
    let r = format!(r#"{{"name":"p.R","type":"record","fields":[{{"name":"e","type":{e}}}]}}"#);
    avocet(&["canonical", &format!("{protocol}#p.R")]).printed(&format!("{r}\n"));
    let missing = format!("{protocol}#p.X");
    avocet(&["canonical", &missing]).failed("", Path::new(&missing), &["`p.X`"]);
    let no_protocol = text("no-protocol.avsc", INT) + "#p.X";
    avocet(&["canonical", &no_protocol]).failed("", Path::new(&no_protocol), &["a protocol"]);
    let without = file("without.avpr", br#"{"protocol": "P"}"#);
    avocet(&["canonical", &path(&without)]).failed("", &without, &["a protocol without"]);

    avocet(&["canonical", &protocol]).printed(&format!("{protocol}#p.E: {e}\n{protocol}#p.R: {r}\n"));
    // A file whose name has the sign is meant as such.
    let odd = text("odd#p.E", INT);
    avocet(&["canonical", &odd]).printed("\"int\"\n");
}

/// The values are those of the other tests' vectors: CRC-64 by the specification's algorithm, digests as `md5sum` and
/// `sha256sum` give them for the five bytes `"int"`.
#[test]
fn fingerprints_in_every_algorithm_and_format() {
    let int = text("fingerprint.avsc", INT);
    for (arguments, out) in [
        (&[][..], "7275d51a3f395c8f"),
        (&["--format", "decimal"], "8247732601305521295"),
        (&["--algorithm", "crc64", "--format", "base64"], "j1w5PxrVdXI="),
        (&["--algorithm", "md5"], "ef524ea1b91e73173d938ade36c1db32"),
        (&["--algorithm", "md5", "--format", "base64"], "71JOobkecxc9k4reNsHbMg=="),
        (&["-a", "sha256"], "3f2b87a9fe7cc9b13835598c3981cd45e3e355309e5090aa0933d7becb6fba45"),
        (&["-a", "sha256", "-f", "base64"], "PyuHqf58ybE4NVmMOYHNRePjVTCeUJCqCTPXvstvukU="),
    ] {
        avocet(&[&["fingerprint", &int], arguments].concat()).printed(&format!("{out}\n"));
    }
    let run = avocet(&["fingerprint", "--format", "decimal", "--algorithm", "md5", &int]);
    assert_eq!((run.code, &*run.out), (Some(2), ""));
    assert!(run.err.contains("Usage: avocet fingerprint "), "{}", run.err);
    let alone = avocet(&["fingerprint", ORDERS]).out;
    avocet(&["fingerprint", ORDERS, &int]).printed(&format!("{ORDERS}: {alone}{int}: 7275d51a3f395c8f\n"));
}

#[test]
fn check_tells_errors_and_warnings_with_line_and_column() {
    let good = text("good.avsc", INT);
    avocet(&["check", &good, ORDERS]).gave(0, "", "");
    let lint = text("lint.avsc", "\n  {\"type\": \"string\",\n \"logicalType\": \"uid\"}");
    let warning = format!("{lint}(2,3): warning: in $: the logical type `uid` is not known\n");
    avocet(&["check", &lint]).gave(0, "", &warning);
    let bad = text("bad.avsc", "[\"null\",\n \"é\", \"User\"]");
    let error = format!(
        "{bad}(2,2): error: in $[1]: expected a type of Avro or a name that was defined before, found the string \"é\"\n"
    );
    avocet(&["check", &bad, &good, &lint]).gave(1, "", &(error.clone() + &warning));
    let run = avocet_reading(b"{", &["check", "-"]);
    assert!(run.err.starts_with("-(1,2): error: in $: expected "), "{}", run.err);
    assert_eq!((run.code, &*run.out), (Some(1), ""));
    let protocol = text("bad.avpr", r#"{"protocol": "P", "types": ["X"]}"#);
    let run = avocet(&["check", &protocol]);
    assert!(
        run.err.starts_with(&format!("{protocol}(1,29): error: in $.types[0]: expected ")),
        "{}",
        run.err
    );
    assert_eq!(run.code, Some(1));
    // Not even text, no file at all, and a broken header have no line.
    let latin = text("latin.txt", "") + "x";
    fs::write(&latin, b"[\"\xe9\"]").expect("a file can be written");
    let missing = path(&Path::new(env!("CARGO_TARGET_TMPDIR")).join("missing.avsc"));
    let header = path(&file("check-header.avro", b"Obj\x01"));
    for (file, what) in [(latin, "at byte 2: "), (missing, "expected a readable file"), (header, "at byte 4")]
    {
        let run = avocet(&["check", &file]);
        assert!(run.err.starts_with(&format!("{file}: error: {what}")), "{}", run.err);
        assert_eq!((run.code, run.err.lines().count(), &*run.out), (Some(1), 1, ""));
    }
}

#[test]
fn check_reads_headers_by_the_rules_for_headers() {
    // As long as what it replaces: a name that is none, and a logical type that is not known.
    let bytes = fs::read(ORDERS).expect("the example file is there");
    let swap = |bytes: &[u8], from: &[u8], to: &[u8]| {
        let at = bytes.windows(from.len()).position(|window| window == from).expect("it is in the file");
        [&bytes[..at], to, &bytes[at + from.len()..]].concat()
    };
    let odd = swap(&bytes, b"timestamp-m", b"timestomp-m");
    let odd = swap(&odd, b"\"Order\"", b"\"Or-er\"");
    let odd = path(&file("odd.avro", &odd));
    let run = avocet(&["check", &odd]);
    assert!(run.err.starts_with(&format!("{odd}: warning: in $.fields[")), "{}", run.err);
    assert_eq!((run.code, run.err.lines().count(), &*run.out), (Some(0), 1, ""));
}

#[test]
fn references_may_come_in_any_order_and_from_anything() {
    let folder = folder(
        "references",
        &[
            ("a.avsc", r#"{"type":"record","name":"A","fields":[{"name":"b","type":"B"}]}"#),
            ("b.avsc", r#"{"type":"record","name":"B","fields":[{"name":"c","type":"C"}]}"#),
            ("c.avsc", r#"{"type":"enum","name":"C","symbols":["X"]}"#),
        ],
    );
    let at = |name: &str| path(&folder.join(name));
    let whole = r#"{"name":"A","type":"record","fields":[{"name":"b","type":{"name":"B","type":"record","fields":[{"name":"c","type":{"name":"C","type":"enum","symbols":["X"]}}]}}]}"#;
    let (a, b, c) = (at("a.avsc"), at("b.avsc"), at("c.avsc"));
    avocet(&["canonical", &a, "-r", &b, "--reference", &c]).printed(&format!("{whole}\n"));
    avocet(&["canonical", &a, "-r", &path(&folder)]).printed(&format!("{whole}\n"));
    // The same file may be looked at and referred to.
    avocet(&["check", &path(&folder), "-r", &path(&folder)]).gave(0, "", "");
    avocet(&["canonical", &a]).failed("", Path::new(&a), &["\"B\""]);

    let r = r#"["p.R", "com.example.shop.Order"]"#;
    let protocol = text("reference.avpr", PROTOCOL);
    let run = avocet_reading(r.as_bytes(), &["canonical", "-", "-r", &protocol, "-r", ORDERS]);
    assert!(
        run.out.starts_with(r#"[{"name":"p.R","#) && run.out.contains("com.example.shop.Order"),
        "{}",
        run.out
    );

    for (verb, rest) in
        [("canonical", &[][..]), ("fingerprint", &[]), ("check", &[]), ("schema", &[]), ("compat", &[&*c])]
    {
        let run = avocet(&[&[verb, &*c, "-r", &*b], rest].concat());
        let message = "avocet: in the references: at line 1, column 58, in ";
        assert!(run.err.starts_with(&format!("{message}{b}: $.fields[0].type: expected ")), "{}", run.err);
        assert_eq!((run.code, &*run.out), (Some(1), ""));
    }
    let other = text("other-c.avsc", r#"{"type":"enum","name":"C","symbols":["Y"]}"#);
    let run = avocet(&["canonical", &other, "-r", &c]);
    run.failed("", Path::new(&other), &["a second `C` that differs"]);
}

#[test]
fn compat_has_a_verdict_a_code_and_reasons() {
    let int = text("compat-int.avsc", "\"int\"");
    let long = text("compat-long.avsc", "\"long\"");
    let some = text("compat-some.avsc", r#"["null", "int"]"#);
    let float = text("compat-float.avsc", "\"float\"");
    avocet(&["compat", &int, &long]).gave(0, "compatible\n", "");
    avocet(&["compat", &long, &int]).gave(
        4,
        "incompatible\nerror: at int (writer: long): int cannot be read from long\n",
        "",
    );
    avocet(&["compat", &some, &int]).gave(
        3,
        "partially compatible\nerror: at int (writer: union(0: null)): int cannot be read from null\n",
        "",
    );
    avocet(&["compat", &long, &float]).gave(
        0,
        "compatible\nwarning: at float (writer: long): large values of long lose digits as float\n",
        "",
    );
    avocet(&["compat", "--level", "forward", &long, &int]).gave(0, "compatible\n", "");
    avocet(&["compat", "--level", "full", &int, &long]).gave(
        4,
        &format!(
            "incompatible\n{long} reads {int}: compatible\n{int} reads {long}: incompatible\n\
             {int} reads {long}: error: at int (writer: long): int cannot be read from long\n"
        ),
        "",
    );
    // The last of the older versions counts alone, unless the level says otherwise.
    avocet(&["compat", &float, &int, &long]).gave(0, "compatible\n", "");
    let run = avocet(&["compat", "--level", "BACKWARD-TRANSITIVE", &float, &int, &long]);
    assert_eq!((run.code, run.out.lines().next()), (Some(4), Some("incompatible")));
    avocet(&["compat", ORDERS, ORDERS_SCHEMA]).gave(0, "compatible\n", "");
}

#[test]
fn compat_takes_folders_in_order_and_types_of_protocols() {
    let folder = folder("versions", &[("v1.avsc", "\"string\""), ("v2.avsc", "\"int\"")]);
    let long = text("versions-long.avsc", "\"long\"");
    avocet(&["compat", &path(&folder), &long]).gave(0, "compatible\n", "");
    assert_eq!(avocet(&["compat", &path(&folder), &long, "-l", "backward_transitive"]).code, Some(4));
    avocet(&["compat", &path(&folder)]).gave(
        4,
        "incompatible\nerror: at int (writer: string): int cannot be read from string\n",
        "",
    );
    let lonely = self::folder("lonely", &[("v1.avsc", "\"int\"")]);
    avocet(&["compat", &path(&lonely)]).failed("", &lonely.join("v1.avsc"), &["an old version"]);
    let protocol = file("compat.avpr", PROTOCOL.as_bytes());
    let at = path(&protocol);
    avocet(&["compat", &format!("{at}#p.E"), &format!("{at}#p.E")]).gave(0, "compatible\n", "");
    avocet(&["compat", &at, &long]).failed("", &protocol, &["2 types", "FILE#FULLNAME"]);
}

#[test]
fn compat_speaks_json() {
    let long = text("json-long.avsc", "\"long\"");
    let new = text("json-new.avsc", r#"["null", "float"]"#);
    let run = avocet(&["compat", "--json", "--level", "full", &long, &new]);
    assert_eq!((run.code, &*run.err, run.out.lines().count()), (Some(4), "", 1));
    let expected = json!({
        "verdict": "incompatible",
        "level": "FULL",
        "comparisons": [{
            "reader": new,
            "writer": long,
            "verdict": "compatible",
            "issues": [],
            "warnings": [{
                "kind": "LossyPromotion",
                "readerPath": "union(1: float)",
                "writerPath": "long",
                "message": "large values of long lose digits as float",
            }],
        }, {
            "reader": long,
            "writer": new,
            "verdict": "incompatible",
            "issues": [{
                "kind": "Type",
                "verdict": "incompatible",
                "readerPath": "long",
                "writerPath": "union(0: null)",
                "message": "long cannot be read from null",
            }, {
                "kind": "Type",
                "verdict": "incompatible",
                "readerPath": "long",
                "writerPath": "union(1: float)",
                "message": "long cannot be read from float",
            }],
            "warnings": [],
        }],
    });
    assert_eq!(serde_json::from_str::<Json>(&run.out).unwrap(), expected);
}

#[test]
fn compat_fails_when_a_version_is_broken() {
    let int = text("broken-int.avsc", "\"int\"");
    let broken = file("broken-version.avsc", b"\"itn\"");
    for arguments in [[&*int, &path(&broken)], [&path(&broken), &int]] {
        avocet(&["compat", arguments[0], arguments[1]]).failed("", &broken, &["line 1, column 1", "itn"]);
    }
}

#[test]
fn wrong_usage_of_the_schema_verbs_is_code_2() {
    for arguments in [
        &["canonical"][..],
        &["fingerprint"],
        &["check"],
        &["schema"],
        &["compat"],
        &["compat", ORDERS],
        &["compat", "--level", "sideways", ORDERS, ORDERS],
        &["fingerprint", "--algorithm", "crc32", ORDERS],
        &["fingerprint", "--format", "octal", ORDERS],
    ] {
        let run = avocet(arguments);
        assert_eq!((run.code, &*run.out), (Some(2), ""), "{arguments:?}");
        assert!(run.err.starts_with("error: "), "{}", run.err);
    }
}

/// One run over all valid schemas of the shared test data, whose fingerprints several implementations agree on.
#[test]
fn fingerprints_agree_with_other_implementations() {
    let beside = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/testdata");
    let folder = std::env::var_os("AVOCET_TESTDATA").map_or_else(beside, PathBuf::from);
    let Ok(expectations) = fs::read_to_string(folder.join("schemas.expect.jsonl")) else {
        return eprintln!("SKIPPED: no test data at {}; set AVOCET_TESTDATA", folder.display());
    };
    let mut files = Vec::new();
    let (mut crc64, mut sha256) = (Vec::new(), Vec::new());
    for line in expectations.lines() {
        let expectation: Json = serde_json::from_str(line).expect("a line is JSON");
        if expectation["verdict"] == "valid" {
            let file = path(&folder.join(expectation["file"].as_str().expect("it has a file")));
            crc64.push(format!("{file}: {}\n", expectation["crc64_signed"]));
            sha256.push(format!("{file}: {}\n", expectation["sha256"].as_str().expect("it has a digest")));
            files.push(file);
        }
    }
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    assert!(files.len() > 60, "only {} schemas", files.len());
    avocet(&[&["fingerprint", "--format", "decimal"], &files[..]].concat()).printed(&crc64.concat());
    avocet(&[&["fingerprint", "--algorithm", "sha256"], &files[..]].concat()).printed(&sha256.concat());
}
