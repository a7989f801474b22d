//! fastavro for Python, both directions, by a script. Where Python or fastavro is absent, the test says so and passes;
//! the environment variable `AVOCET_PYTHON` names another Python.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Command, Stdio};

use avocet::Value;
use avocet::schema::{Kind, SchemaRef};
use interop::{Sample, any_type, dump, from_hex, samples, to_hex};
use serde_json::{Value as Json, json};

fn python() -> Option<String> {
    let python = std::env::var("AVOCET_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let version = "import fastavro; print(fastavro.__version__)";
    match Command::new(&python).args(["-c", version]).output() {
        Ok(output) if output.status.success() => {
            println!("fastavro {}", String::from_utf8_lossy(&output.stdout).trim());
            Some(python)
        }
        _ => {
            // Not `eprintln!`, which the test harness hides.
            let _ = writeln!(
                std::io::stderr(),
                "SKIPPED: {python} has no fastavro; AVOCET_PYTHON can name another"
            );
            None
        }
    }
}

/// fastavro writes a Python value as the branch of a union that it fits best, whichever branch it was read from: an int
/// becomes a float, a double a float of 32 bits, a record another with the same names, bytes without any byte an empty
/// array. Told the name of the branch, as
/// its reader can do, it refuses a fixed inside a map inside a union. So such values are read only.
fn has_ambiguous_union(schema: SchemaRef<'_>) -> bool {
    any_type(schema, &|ty| match ty.kind() {
        Kind::Union(union) => {
            let is_number = |branch: &SchemaRef<'_>| {
                matches!(branch.kind(), Kind::Boolean | Kind::Int | Kind::Long | Kind::Float | Kind::Double)
            };
            let is_dict = |branch: &SchemaRef<'_>| matches!(branch.kind(), Kind::Record(_) | Kind::Map(_));
            let is_sequence = |branch: &SchemaRef<'_>| {
                matches!(branch.kind(), Kind::Array(_) | Kind::Bytes | Kind::Fixed(_))
            };
            let several = |is: &dyn Fn(&SchemaRef<'_>) -> bool| union.branches().filter(is).count() > 1;
            several(&is_number) || several(&is_dict) || several(&is_sequence)
        }
        _ => false,
    })
}

#[test]
fn both_libraries_read_what_the_other_writes() {
    let Some(python) = python() else { return };
    let samples = samples(2_000);
    let mut child = Command::new(python)
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/fastavro_peer.py"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the script starts");
    let mut input = child.stdin.take().expect("piped");
    let lines: Vec<String> = samples
        .iter()
        .map(|Sample { text, datums, .. }| {
            let data: Vec<_> = datums.iter().map(|datum| to_hex(datum)).collect();
            json!({"schema": text, "data": data}).to_string()
        })
        .collect();
    let writer = std::thread::spawn(move || lines.iter().try_for_each(|line| writeln!(input, "{line}")));
    let mut answers = BufReader::new(child.stdout.take().expect("piped")).lines();
    let (mut read, mut written) = (0, 0);
    for Sample { text, schema, datums } in &samples {
        let answer: Json =
            serde_json::from_str(&answers.next().expect("an answer for each line").unwrap()).unwrap();
        for (index, datum) in datums.iter().enumerate() {
            let expected = dump(&Value::decode(schema, datum).unwrap());
            let theirs = &answer["read"][index];
            assert_eq!(theirs.as_str(), Some(expected.as_str()), "{text}: {datum:02x?}: {theirs}");
            read += 1;
            if has_ambiguous_union(schema.root()) {
                continue;
            }
            let theirs = &answer["written"][index];
            let bytes = from_hex(theirs.as_str().unwrap_or_else(|| panic!("{text}: {theirs}")));
            assert_eq!(dump(&Value::decode(schema, &bytes).unwrap()), expected, "{text}");
            written += 1;
        }
    }
    writer.join().unwrap().unwrap();
    assert!(child.wait().unwrap().success());
    println!("fastavro read {read} datums and wrote {written}");
    assert!(read > 5_000 && written > 3_000);
}
