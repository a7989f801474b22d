//! Any bytes as the text of a schema: parsed strictly, permissively and with unchecked defaults, then printed, parsed
//! again and compared; the canonical form has to be a fixed point; the same for protocols and for sets of two texts.
#![no_main]

use avocet::Schema;
use avocet::schema::{LintKind, Parser, compatibility};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let strict = Parser::new();
    let permissive = Parser::new().permissive_names(true);
    let unchecked = permissive.clone().unchecked_defaults(true).repeated_definitions(true);
    let schema = strict.parse_bytes(bytes).ok();
    let Ok(text) = std::str::from_utf8(bytes) else {
        assert!(schema.is_none());
        return;
    };
    let answers = [&strict, &permissive, &unchecked].map(|parser| round(parser, text));
    // More freedom changes no answer.
    assert_eq!(schema, answers[0]);
    for pair in answers.windows(2) {
        if let [Some(less), Some(more)] = pair {
            assert_eq!(less, more);
        } else {
            assert!(pair[0].is_none(), "less freedom accepts more");
        }
    }
    protocol(text);
    // Two texts, cut where the first line ends.
    if let Some((first, second)) = text.split_once('\n') {
        let _ = unchecked.parse_set(&[("first", first), ("second", second)]);
    }
});

/// Parses, prints and parses again.
fn round(parser: &Parser, text: &str) -> Option<Schema> {
    let (schema, lints) = match parser.lint(text) {
        Ok(parsed) => parsed,
        Err(error) => {
            assert!(parser.parse(text).is_err());
            assert!(!error.expected().is_empty() && !error.found().is_empty());
            return None;
        }
    };
    assert_eq!(parser.parse(text).expect("lints do not matter"), schema);

    let printed = schema.to_string();
    let again = parser.parse(&printed).expect("what was printed can be parsed");
    assert_eq!(again, schema, "{printed}");
    assert_eq!(again.to_string(), printed);
    assert_eq!(parser.parse(&schema.to_pretty_string()).expect("so can the indented text"), schema);

    // The form loses that a type of the null namespace stands inside of another one: a hole of the specification.
    if !lints.iter().any(|lint| lint.kind() == LintKind::NullNamespaceType) {
        let canonical = schema.canonical_form();
        let again = parser.parse(canonical).expect("a canonical form is a schema");
        assert_eq!(again.canonical_form(), canonical);
        assert_eq!(again.fingerprint(), schema.fingerprint());
    }
    let _ = compatibility::check(&schema, &again).to_string();
    Some(schema)
}

fn protocol(text: &str) {
    for parser in [Parser::new(), Parser::new().permissive_names(true).unchecked_defaults(true)] {
        if let Ok(protocol) = parser.parse_protocol(text) {
            let printed = protocol.to_string();
            let again = parser.parse_protocol(&printed).expect("what was printed can be parsed");
            assert_eq!(again.to_string(), printed);
            assert!(again.types().eq(protocol.types()));
        }
    }
}
