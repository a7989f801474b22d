//! Compatibility: verdicts, issues and warnings.

use avocet::Schema;
use avocet::schema::compatibility::{IssueKind, Level, Verdict, WarningKind, check, check_level};

fn schema(text: &str) -> Schema {
    Schema::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn record(name: &str, fields: &str) -> String {
    format!(r#"{{"type":"record","name":"{name}","fields":[{fields}]}}"#)
}

fn verdict(reader: &str, writer: &str) -> Verdict {
    check(&schema(reader), &schema(writer)).verdict()
}

fn issues(reader: &str, writer: &str) -> Vec<(IssueKind, String, String)> {
    let result = check(&schema(reader), &schema(writer));
    let place = |path: &str| path.to_string();
    result.issues().iter().map(|i| (i.kind(), place(i.reader_path()), place(i.writer_path()))).collect()
}

fn warnings(reader: &str, writer: &str) -> Vec<WarningKind> {
    let result = check(&schema(reader), &schema(writer));
    assert!(result.is_compatible(), "{result}");
    result.warnings().iter().map(avocet::schema::compatibility::Warning::kind).collect()
}

#[test]
fn promotions() {
    let types = ["null", "boolean", "int", "long", "float", "double", "bytes", "string"];
    let allowed = [
        ("long", "int"),
        ("float", "int"),
        ("double", "int"),
        ("float", "long"),
        ("double", "long"),
        ("double", "float"),
        ("string", "bytes"),
        ("bytes", "string"),
    ];
    for reader in types {
        for writer in types {
            let right = reader == writer || allowed.contains(&(reader, writer));
            let expected = if right { Verdict::Compatible } else { Verdict::Incompatible };
            assert_eq!(
                verdict(&format!("{reader:?}"), &format!("{writer:?}")),
                expected,
                "{reader} from {writer}"
            );
        }
    }
    let lossy = |reader: &str, writer: &str| warnings(&format!("{reader:?}"), &format!("{writer:?}"));
    assert_eq!(lossy("float", "int"), [WarningKind::LossyPromotion]);
    assert_eq!(lossy("float", "long"), [WarningKind::LossyPromotion]);
    assert_eq!(lossy("double", "long"), [WarningKind::LossyPromotion]);
    assert_eq!(lossy("double", "int"), []);
    assert_eq!(lossy("long", "int"), []);
}

#[test]
fn fields() {
    let a = r#"{"name":"a","type":"int"}"#;
    let b = r#"{"name":"b","type":"int"}"#;
    let both = format!("{a},{b}");
    assert_eq!(verdict(&record("R", a), &record("R", &both)), Verdict::Compatible);
    assert_eq!(
        issues(&record("R", &both), &record("R", a)),
        [(IssueKind::MissingField, "R.b".to_string(), "R".to_string())]
    );
    let with_default = format!(r#"{a},{{"name":"b","type":"int","default":1}}"#);
    assert_eq!(verdict(&record("R", &with_default), &record("R", a)), Verdict::Compatible);
    let by_alias = r#"{"name":"z","type":"long","aliases":["q","a"]}"#;
    assert_eq!(verdict(&record("R", by_alias), &record("R", a)), Verdict::Compatible);
    assert_eq!(verdict(&record("R", a), &record("R", by_alias)), Verdict::Incompatible);
    // The alias takes the writer's `a` before the reader's own `a` does.
    let taken = format!(r#"{{"name":"a","type":"string","default":""}},{by_alias}"#);
    assert_eq!(warnings(&record("R", &taken), &record("R", a)), [WarningKind::AmbiguousAlias]);
    let own_first = r#"{"name":"b","type":"int","aliases":["a"]}"#;
    assert_eq!(warnings(&record("R", own_first), &record("R", &both)), [WarningKind::AmbiguousAlias]);
}

#[test]
fn names() {
    let fixed = |name: &str, size: u32| format!(r#"{{"type":"fixed","name":"{name}","size":{size}}}"#);
    assert_eq!(warnings(&fixed("a.F", 2), &fixed("b.F", 2)), [WarningKind::UnqualifiedName]);
    assert_eq!(issues(&fixed("F", 2), &fixed("G", 2))[0].0, IssueKind::Name);
    assert_eq!(issues(&fixed("F", 2), &fixed("F", 3))[0].0, IssueKind::Size);
    assert_eq!(issues(&fixed("F", 2), "\"bytes\"")[0].0, IssueKind::Type);
    let alias = r#"{"type":"fixed","name":"n.F","size":2,"aliases":["G"]}"#;
    assert_eq!(warnings(alias, &fixed("n.G", 2)), []);
    assert_eq!(verdict(alias, &fixed("G", 2)), Verdict::Incompatible);
    assert_eq!(verdict(&record("R", ""), &record("S", "")), Verdict::Incompatible);
}

#[test]
fn unions() {
    assert_eq!(verdict(r#"["null","string"]"#, "\"string\""), Verdict::Compatible);
    assert_eq!(verdict("\"string\"", r#"["null","string"]"#), Verdict::Partial);
    assert_eq!(verdict("\"int\"", r#"["null","string"]"#), Verdict::Incompatible);
    assert_eq!(
        issues("\"string\"", r#"["null","string"]"#),
        [(IssueKind::Type, "string".to_string(), "union(0: null)".to_string())]
    );
    assert_eq!(
        issues(r#"["null","long"]"#, r#"["int","boolean"]"#),
        [(IssueKind::MissingBranch, "union".to_string(), "union(1: boolean)".to_string())]
    );
    // The long is exact, though the double comes first.
    assert_eq!(warnings(r#"["double","long"]"#, "\"long\""), [WarningKind::BranchOrder]);
    assert_eq!(warnings(r#"["long","double"]"#, "\"long\""), []);
    // The first of two records of the name cannot be read, so the second is taken, and nothing is said of the first.
    let point = |namespace: &str, field: &str| {
        record(&format!("{namespace}.P"), &format!(r#"{{"name":"{field}","type":"int"}}"#))
    };
    let reader = format!("[{},{}]", point("a", "x"), point("b", "y"));
    assert_eq!(warnings(&reader, &point("c", "y")), [WarningKind::UnqualifiedName]);
    assert_eq!(issues(&reader, &point("c", "z")).len(), 1);
    let in_array = |item: &str| format!(r#"{{"type":"array","items":{item}}}"#);
    assert_eq!(verdict(&in_array("\"int\""), &in_array(r#"["int","null"]"#)), Verdict::Partial);
    assert_eq!(verdict(&in_array("\"int\""), &in_array("\"long\"")), Verdict::Incompatible);
}

#[test]
fn enums() {
    let symbols =
        |symbols: &str, more: &str| format!(r#"{{"type":"enum","name":"E","symbols":[{symbols}]{more}}}"#);
    let (a, ab) = (symbols(r#""A""#, ""), symbols(r#""A","B""#, ""));
    assert_eq!(verdict(&ab, &a), Verdict::Compatible);
    assert_eq!(verdict(&a, &ab), Verdict::Partial);
    assert_eq!(issues(&a, &ab)[0].0, IssueKind::MissingSymbol);
    assert_eq!(verdict(&a, &symbols(r#""B""#, "")), Verdict::Incompatible);
    assert_eq!(warnings(&symbols(r#""A""#, r#","default":"A""#), &ab), [WarningKind::EnumDefault]);
}

#[test]
fn decimals() {
    let decimal =
        |scale| format!(r#"{{"type":"bytes","logicalType":"decimal","precision":9,"scale":{scale}}}"#);
    assert_eq!(warnings(&decimal(2), &decimal(3)), [WarningKind::Decimal]);
    assert_eq!(warnings(&decimal(2), &decimal(2)), []);
    assert_eq!(warnings(&decimal(2), "\"bytes\""), []);
}

#[test]
fn recursive_types() {
    let list = |item: &str| {
        record("L", &format!(r#"{{"name":"v","type":"{item}"}},{{"name":"next","type":["null","L"]}}"#))
    };
    assert_eq!(verdict(&list("long"), &list("int")), Verdict::Compatible);
    assert_eq!(verdict(&list("int"), &list("long")), Verdict::Incompatible);
    // A list whose tail may be of a kind that the reader does not know: only values without a tail can be read.
    let tail = r#"{"name":"next","type":["null","int","L"]}"#;
    let other = r#"{"name":"next","type":["null","L"]}"#;
    assert_eq!(verdict(&record("L", other), &record("L", tail)), Verdict::Partial);
    assert_eq!(
        issues(&record("L", other), &record("L", tail)),
        [(IssueKind::MissingBranch, "L.next".to_string(), "L.next(1: int)".to_string())]
    );
}

#[test]
fn every_issue_is_reported() {
    let reader = record(
        "n.R",
        r#"{"name":"a","type":"int"},{"name":"b","type":{"type":"map","values":{"type":"array","items":["null","int"]}}},
           {"name":"c","type":"string"}"#,
    );
    let writer = record(
        "n.R",
        r#"{"name":"a","type":"string"},{"name":"b","type":{"type":"map","values":{"type":"array","items":["null","long"]}}}"#,
    );
    assert_eq!(
        issues(&reader, &writer),
        [
            (IssueKind::MissingField, "n.R.c".to_string(), "n.R".to_string()),
            (IssueKind::Type, "n.R.a".to_string(), "n.R.a".to_string()),
            (IssueKind::MissingBranch, "n.R.b{}[]".to_string(), "n.R.b{}[](1: long)".to_string()),
        ]
    );
}

#[test]
fn a_schema_reads_itself() {
    let mut text = String::from(r#"[{"type":"record","name":"R0","fields":[{"name":"f","type":"int"}]}"#);
    for level in 1..20_000 {
        let before = level - 1;
        let next = record(&format!("R{level}"), &format!(r#"{{"name":"f","type":"R{before}"}}"#));
        text.push(',');
        text.push_str(&next);
    }
    text.push_str(r#",{"type":"array","items":"R19999"}]"#);
    let schema = schema(&text);
    let avocet::schema::Kind::Union(union) = schema.root().kind() else { panic!() };
    let array = Schema::parse(&union.branches().last().unwrap().to_string());
    assert!(array.is_err(), "printed alone, it nests too deep to be parsed by default");
    let wrapped = Schema::parse(&text.replace(r#""items":"R19999""#, r#""items":"R1""#)).unwrap();
    let last = |schema: &Schema| {
        let fields = r#"{"name":"f","type":"R19999"}"#;
        let mut parser = Schema::parser();
        parser.add(schema).unwrap();
        parser.parse(&record("Last", fields)).unwrap()
    };
    assert!(check(&last(&schema), &last(&wrapped)).is_compatible());
}

#[test]
fn levels() {
    let versions = [
        schema(&record("R", r#"{"name":"a","type":"int"}"#)),
        schema(&record("R", r#"{"name":"a","type":"int"},{"name":"b","type":"int","default":0}"#)),
    ];
    let new = schema(&record("R", r#"{"name":"a","type":"long"},{"name":"b","type":"int"}"#));
    let verdict = |level| check_level(level, &new, &versions).0;
    assert_eq!(verdict(Level::Backward), Verdict::Compatible);
    assert_eq!(verdict(Level::BackwardTransitive), Verdict::Incompatible);
    assert_eq!(verdict(Level::Forward), Verdict::Incompatible);
    let (_, comparisons) = check_level(Level::FullTransitive, &new, &versions);
    let made: Vec<_> = comparisons.iter().map(|found| (found.version, found.new_reads_old)).collect();
    assert_eq!(made, [(1, true), (1, false), (0, true), (0, false)]);
    assert_eq!(check_level(Level::Full, &new, &[]), (Verdict::Compatible, vec![]));
    for level in Level::ALL {
        assert_eq!(level.to_string().to_lowercase().replace('_', "-").parse::<Level>().unwrap(), level);
    }
    assert!("SIDEWAYS".parse::<Level>().is_err());
}
