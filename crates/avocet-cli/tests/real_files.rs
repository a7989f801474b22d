//! `avocet cat` prints every real file as other implementations read it, and `avocet fromjson` undoes it.

#[path = "../../avocet/tests/expected/mod.rs"]
#[expect(dead_code, reason = "the library's tests look at more")]
mod expected;

use std::fs;
use std::path::Path;
use std::process::Command;

use avocet::container::Reader;

#[test]
fn cat_prints_the_rows_of_other_implementations() {
    for expected in expected::real_files().unwrap_or_default() {
        let file = expected.file.display();
        let output = Command::new(env!("CARGO_BIN_EXE_avocet"))
            .arg("cat")
            .arg(&expected.file)
            .output()
            .expect("the command starts");
        let rows = String::from_utf8(output.stdout).expect("rows are UTF-8");
        assert!(rows.is_empty() || rows.ends_with('\n'), "{file}: half a row");
        let complaint = String::from_utf8_lossy(&output.stderr);
        if expected.is_damaged {
            assert_eq!(output.status.code(), Some(1), "{file}");
            assert!(complaint.starts_with(&format!("avocet: {file}: ")), "{file}: {complaint}");
        } else {
            assert_eq!((output.status.code(), &*complaint), (Some(0), ""), "{file}");
        }
        let schema = Reader::open(&expected.file)
            .ok()
            .and_then(|reader| reader.metadata().get("avro.schema").map(<[u8]>::to_vec));
        expected.check(schema.as_deref(), &rows.lines().collect::<Vec<_>>());
    }
}

#[test]
fn fromjson_undoes_cat() {
    let made = Path::new(env!("CARGO_TARGET_TMPDIR")).join("real-again.avro");
    let rows = Path::new(env!("CARGO_TARGET_TMPDIR")).join("real-rows.json");
    let run = |arguments: &[&str], file: &Path| -> Vec<u8> {
        let output = Command::new(env!("CARGO_BIN_EXE_avocet")).args(arguments).arg(file).output();
        let output = output.expect("the command starts");
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), &*complaint), (Some(0), ""), "{arguments:?} {}", file.display());
        output.stdout
    };
    let (mut same, mut ambiguous) = (0, 0);
    for expected in expected::real_files().unwrap_or_default().iter().filter(|expected| !expected.is_damaged)
    {
        let file = expected.file.to_str().expect("the name is UTF-8");
        let cat = run(&["cat"], &expected.file);
        fs::write(&rows, &cat).expect("a file can be written");
        run(&["fromjson", "--schema", file, "-o", made.to_str().expect("the name is UTF-8")], &rows);
        assert!(run(&["cat"], &made) == cat, "{file}: other rows");
        same += 1;

        // The plain form knows no branches; where two fit, it says so.
        let cat = run(&["cat", "--plain"], &expected.file);
        fs::write(&rows, &cat).expect("a file can be written");
        let output = Command::new(env!("CARGO_BIN_EXE_avocet"))
            .args(["fromjson", "--plain", "--schema", file, "-o"])
            .args([&made, &rows])
            .output()
            .expect("the command starts");
        let complaint = String::from_utf8_lossy(&output.stderr);
        if complaint.contains("found one that ") {
            ambiguous += 1;
            continue;
        }
        assert_eq!((output.status.code(), &*complaint), (Some(0), ""), "{file}");
        assert!(run(&["cat", "--plain"], &made) == cat, "{file}: other plain rows");
    }
    println!("{same} files, of which {ambiguous} are ambiguous in the plain form");
}
