//! Protocols: parsed, printed, and what is refused.

use std::fs;
use std::path::{Path, PathBuf};

use avocet::schema::{Kind, Protocol};
use avocet::{ErrorKind, Schema, SchemaFault};

const SHOP: &str = concat!(
    r#"{"protocol":"Shop","namespace":"com.acme","doc":"Sells","version":"1.0","types":["#,
    r#"{"type":"record","name":"Item","fields":[{"name":"kind","type":{"type":"enum","name":"Kind","symbols":["A"]}}]},"#,
    r#"{"type":"error","name":"Gone","fields":[{"name":"item","type":["null","Item"],"default":null}]}],"#,
    r#""messages":{"find":{"doc":"Finds","cost":3,"request":[{"name":"kind","type":"Kind","default":"A"},"#,
    r#"{"name":"count","type":"int"}],"response":{"type":"array","items":"Item"},"errors":["Gone"]},"#,
    r#""ping":{"request":[],"response":"null","one-way":true}}}"#
);

#[test]
fn a_protocol_survives() {
    let shop = Protocol::parse(SHOP).unwrap();
    assert_eq!(shop.to_string(), SHOP);
    assert_eq!(Protocol::parse(&shop.to_pretty_string()).unwrap().to_string(), SHOP);
    assert_eq!((shop.name(), shop.namespace(), shop.doc()), ("Shop", "com.acme", Some("Sells")));
    assert_eq!(shop.properties().map(|(key, _)| key).collect::<Vec<_>>(), ["version"]);
    assert_eq!(
        shop.types().map(|ty| ty.root().fullname().unwrap().to_string()).collect::<Vec<_>>(),
        ["com.acme.Item", "com.acme.Gone"]
    );
    let find = shop.messages().next().unwrap();
    assert_eq!((find.name(), find.doc(), find.is_one_way()), ("find", Some("Finds"), false));
    assert_eq!(find.request().map(avocet::schema::FieldRef::name).collect::<Vec<_>>(), ["kind", "count"]);
    assert!(matches!(find.response().kind(), Kind::Array(_)));
    assert!(matches!(find.errors().unwrap().kind(), Kind::Union(union) if union.branches().len() == 1));
    assert_eq!(find.properties().len(), 1);
    // A type that is defined inside of another one is reachable as a schema, too.
    assert_eq!(
        shop.schema("com.acme.Kind").unwrap().to_string(),
        r#"{"type":"enum","name":"Kind","namespace":"com.acme","symbols":["A"]}"#
    );
    assert!(shop.schema("Kind").is_none());
}

#[test]
fn what_is_refused() {
    let fault = |text: &str| match Protocol::parse(text).expect_err(text).kind() {
        ErrorKind::Schema(fault) => fault,
        kind => panic!("{kind:?}"),
    };
    let message = |message: &str| format!(r#"{{"protocol":"P","messages":{{"m":{message}}}}}"#);
    assert_eq!(fault("[]"), SchemaFault::NotASchema);
    assert_eq!(fault("{}"), SchemaFault::MissingAttribute);
    assert_eq!(fault(r#"{"protocol":"a-b"}"#), SchemaFault::InvalidName);
    assert_eq!(fault(r#"{"protocol":"P","types":{}}"#), SchemaFault::InvalidAttribute);
    assert_eq!(fault(r#"{"protocol":"P","types":["int"]}"#), SchemaFault::InvalidAttribute);
    assert_eq!(fault(r#"{"protocol":"P","messages":{"a b":{}}}"#), SchemaFault::InvalidName);
    assert_eq!(fault(&message("1")), SchemaFault::InvalidAttribute);
    assert_eq!(fault(&message(r#"{"response":"null"}"#)), SchemaFault::MissingAttribute);
    assert_eq!(fault(&message(r#"{"request":[]}"#)), SchemaFault::MissingAttribute);
    assert_eq!(fault(&message(r#"{"request":[],"response":"R"}"#)), SchemaFault::UnknownType);
    assert_eq!(
        fault(&message(r#"{"request":[],"response":"int","one-way":true}"#)),
        SchemaFault::InvalidAttribute
    );
    assert_eq!(
        fault(&message(r#"{"request":[],"response":"int","one-way":1}"#)),
        SchemaFault::InvalidAttribute
    );
    assert_eq!(
        fault(&message(r#"{"request":[{"name":"a","type":"int","default":"x"}],"response":"int"}"#)),
        SchemaFault::InvalidDefault
    );
    assert!(Protocol::parse(&message(r#"{"request":[],"one-way":true}"#)).is_ok());
    // Permissive names are of any characters, but there has to be one behind the last dot.
    for name in ["P.", ".", ""] {
        let text = format!(r#"{{"protocol":"{name}"}}"#);
        let error = Schema::parser().permissive_names(true).parse_protocol(&text).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Schema(SchemaFault::InvalidName), "{name:?}");
    }
}

#[test]
fn every_protocol_of_the_test_data_survives() {
    let beside = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/testdata");
    let folder = std::env::var_os("AVOCET_TESTDATA").map_or_else(beside, PathBuf::from);
    if !folder.is_dir() {
        eprintln!("skipped: no test data at {}; set AVOCET_TESTDATA", folder.display());
        return;
    }
    let mut count = 0;
    let mut folders = vec![folder];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension() == Some("avpr".as_ref()) {
                check(&path);
                count += 1;
            }
        }
    }
    assert!(count >= 18, "only {count} protocols");
}

fn check(path: &Path) {
    let text = fs::read_to_string(path).unwrap();
    let protocol = Protocol::parse(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let printed = protocol.to_string();
    assert_eq!(Protocol::parse(&printed).unwrap().to_string(), printed, "{}", path.display());
}
