//! `avocet cat` prints every real file as other implementations read it.

#[path = "../../avocet/tests/expected/mod.rs"]
#[expect(dead_code, reason = "the library's tests look at more")]
mod expected;

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
