//! Bytes and schemas that ask for too much: an error, and at most 16 MiB on the way to it. One test, since the allocator
//! counts for the whole process.

use avocet::order::SortOrder;
use avocet::wire::{Reader, writer};
use avocet::{ErrorKind, Limits, Plan, Schema, Value};
use peak_alloc::PeakAlloc;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

const MOST_BYTES: usize = 16 << 20;

/// Runs something and checks what it took beyond what was there before.
fn within_memory<T>(what: &str, run: impl FnOnce() -> T) -> T {
    let before = MEMORY.current_usage();
    MEMORY.reset_peak_usage();
    let result = run();
    let used = MEMORY.peak_usage().saturating_sub(before);
    assert!(used <= MOST_BYTES, "{what} took {used} bytes");
    result
}

fn schema(text: &str) -> Schema {
    Schema::parse(text).unwrap()
}

fn long(number: i64) -> Vec<u8> {
    let mut bytes = Vec::new();
    writer::write_long(&mut bytes, number);
    bytes
}

/// Name, schema, bytes, and the kind of error that ends them.
fn inputs() -> Vec<(&'static str, Schema, Vec<u8>, ErrorKind)> {
    use ErrorKind::{Limit, Malformed, Truncated};
    let array = |items: &str| schema(&format!(r#"{{"type": "array", "items": {items}}}"#));
    let map = |values: &str| schema(&format!(r#"{{"type": "map", "values": {values}}}"#));
    let record = |fields: &str| format!(r#"{{"type": "record", "name": "R", "fields": [{fields}]}}"#);
    let null_fields: Vec<String> =
        (0..1000).map(|index| format!(r#"{{"name": "n{index}", "type": "null"}}"#)).collect();
    let wide = record(&null_fields.join(","));
    let list = record(r#"{"name": "v", "type": "int"}, {"name": "next", "type": ["null", "R"]}"#);
    let links = [2, 2].repeat(120_000);
    let unions = record(
        r#"{"name": "u", "type": ["null", {"type": "record", "name": "A", "fields": [{"name": "a", "type":
            ["null", {"type": "record", "name": "B", "fields": [{"name": "b", "type": ["R", "A", "B", "null"]}]}]}]}]}"#,
    );
    let nested = |depth: usize| {
        let (open, close) = (r#"{"type": "array", "items": "#.repeat(depth), "}".repeat(depth));
        schema(&format!(r#"{open}"null"{close}"#))
    };
    let five = long(1 << 31);
    assert_eq!(five.len(), 5);
    // Each of 60 blocks of nulls stays below the limit; together they do not.
    let many_blocks = [&[0x80, 0x80, 0x04][..]; 60].concat();
    vec![
        ("2^31 nulls", array("\"null\""), [&five[..], &[0]].concat(), Limit),
        ("2^31 ints", array("\"int\""), five.clone(), Truncated),
        ("2^31 doubles", array("\"double\""), five.clone(), Truncated),
        ("2^31 strings", array("\"string\""), five.clone(), Truncated),
        ("2^31 entries", map("\"null\""), five.clone(), Truncated),
        ("2^31 bytes", schema("\"bytes\""), five.clone(), Truncated),
        ("2^31 characters", schema("\"string\""), five.clone(), Truncated),
        ("2^31 empty records", array(&record("")), five.clone(), Limit),
        ("2^31 fixed of size 0", array(r#"{"type": "fixed", "name": "F", "size": 0}"#), five.clone(), Limit),
        ("60 blocks of 32768 nulls", array("\"null\""), many_blocks, Limit),
        ("60000 records of 1000 nulls", array(&wide), [&long(60_000)[..], &[0]].concat(), Limit),
        ("a list of 120000 links", schema(&list), links, Limit),
        ("unions of unions of records", schema(&unions), [2, 2, 0].repeat(40_000), Limit),
        ("arrays of null 80 deep, each of 2^31", nested(80), five.repeat(80), Truncated),
        (
            "an array of 100000 arrays of nulls",
            nested(2),
            [&long(100_000)[..], &long(60_000)].concat(),
            Truncated,
        ),
        ("a negative count without a size", array("\"int\""), vec![0x01], Truncated),
        ("a negative count of 2^31", array("\"null\""), [&long(-(1 << 31))[..], &[0, 0]].concat(), Limit),
        ("a count of i64::MIN", array("\"null\""), [&long(i64::MIN)[..], &[0, 0]].concat(), Malformed),
        ("a count of i64::MAX", array("\"null\""), [&long(i64::MAX)[..], &[0]].concat(), Limit),
        ("a count of i64::MIN in a map", map("\"null\""), [&long(i64::MIN)[..], &[0, 0]].concat(), Malformed),
        ("a size of i64::MIN", array("\"int\""), [&long(-1)[..], &long(i64::MIN)].concat(), Malformed),
        ("a size of i64::MAX", array("\"int\""), [&long(-1)[..], &long(i64::MAX)].concat(), Truncated),
        ("a length of i64::MIN", schema("\"string\""), long(i64::MIN), Malformed),
        ("a length of i64::MAX", schema("\"string\""), long(i64::MAX), Truncated),
    ]
}

/// All ways to look at bytes, and what each says; comparing needs a schema without maps.
fn ways(schema: &Schema, bytes: &[u8]) -> Vec<(&'static str, Option<ErrorKind>)> {
    let plan = Plan::new(schema);
    let limits = Limits::default();
    let mut text = Vec::new();
    let style = avocet::json::Style::Compact;
    let mut kinds = vec![
        ("decode", plan.decode_value(bytes).err()),
        ("decode_ref", plan.decode_ref(bytes).err()),
        ("measure", plan.measure(bytes).err()),
        ("resolve", Plan::resolve(schema, schema).unwrap().decode_value(bytes).err()),
        ("json", avocet::json::write(schema, &mut Reader::new(bytes), &limits, &mut text, style).err()),
    ];
    if let Ok(order) = SortOrder::new(schema) {
        kinds.push(("compare", order.compare(bytes, bytes).err()));
    }
    kinds.into_iter().map(|(way, error)| (way, error.map(|error| error.kind()))).collect()
}

fn hostile() {
    for (name, schema, bytes, expected) in inputs() {
        for (way, kind) in within_memory(name, || ways(&schema, &bytes)) {
            // What skips a block by its size looks at no item of it.
            let is_jumped = kind.is_none() && way == "measure" && name.starts_with("a negative count of");
            assert!(is_jumped || kind == Some(expected), "{name}: {way}: {kind:?}");
        }
    }
}

/// Values as deep as the limits let through are dropped, cloned, compared and printed on the same small stack.
fn deep_values() {
    let list =
        schema(r#"{"type": "record", "name": "L", "fields": [{"name": "next", "type": ["null", "L"]}]}"#);
    let tree = schema(
        r#"{"type": "record", "name": "T", "fields": [{"name": "a", "type": {"type": "array", "items":
            {"type": "map", "values": {"type": "array", "items": {"type": "map", "values": {"type": "array", "items":
            {"type": "map", "values": {"type": "array", "items": "T"}}}}}}}}]}"#,
    );
    // One item in each array and map, down to an empty array.
    let branch = [&[0x02, 0x02, 0x00][..]; 3].concat();
    let mut as_tree = Vec::new();
    let mut closing = 0;
    let mut deepest = None;
    for depth in 1..=128 {
        as_tree.extend_from_slice(&branch);
        as_tree.push(0x02);
        closing += 7;
        let bytes = [&as_tree[..], &[0x00], &vec![0; closing]].concat();
        match Value::decode(&tree, &bytes) {
            Ok(value) => deepest = Some((depth, bytes, value)),
            Err(error) => {
                assert_eq!(error.kind(), ErrorKind::Limit, "{error}");
                break;
            }
        }
    }
    let (depth, bytes, value) = deepest.expect("some depth is allowed");
    assert!(depth > 20, "only {depth} records deep");
    let as_list = [&vec![0x02; 127][..], &[0x00]].concat();
    for (schema, bytes, value) in
        [(&tree, bytes, value), (&list, as_list.clone(), Value::decode(&list, &as_list).unwrap())]
    {
        let plan = Plan::new(schema);
        let clone = value.clone();
        assert_eq!(clone, value);
        assert!(value.to_string().len() > 100 && format!("{value:?}").len() > 100);
        assert!(plan.measure(&bytes).unwrap() == bytes.len());
        match value.encode(schema) {
            Ok(encoded) => assert_eq!(encoded, bytes),
            Err(error) => assert_eq!(error.kind(), ErrorKind::Limit),
        }
        match value.validate(schema) {
            Ok(()) => {}
            Err(faults) => assert!(faults.iter().all(|fault| fault.kind() == ErrorKind::Limit), "{faults:?}"),
        }
        match plan.decode_ref(&bytes) {
            Ok(borrowed) => assert_eq!(borrowed.clone().into_owned(), value),
            Err(error) => assert_eq!(error.kind(), ErrorKind::Limit),
        }
    }
}

#[test]
fn hostile_input_ends_in_an_error_within_memory_and_stack() {
    let on_small_stack =
        |run: fn()| std::thread::Builder::new().stack_size(2 << 20).spawn(run).unwrap().join().unwrap();
    on_small_stack(hostile);
    on_small_stack(deep_values);
}
