//! Random schemas: printed, parsed, compared; and random damage, which must end in a schema or an error.

use std::fmt::Write as _;

use avocet::Schema;
use avocet::schema::Parser;
use avocet::schema::compatibility::check;
use proptest::prelude::*;

/// A type that is not written yet: names are given while it is written, so that they differ.
#[derive(Clone, Debug)]
enum Sketch {
    Primitive(usize, u8),
    Array(Box<Sketch>),
    Map(Box<Sketch>),
    Union(Vec<Sketch>),
    Record(Vec<(Sketch, u8)>, u8),
    Enum(u8, u8),
    Fixed(u8, u8),
    /// Any type that was named before.
    Reference(usize),
}

const PRIMITIVES: [&str; 8] = ["null", "boolean", "int", "long", "float", "double", "bytes", "string"];
/// A default for each of them.
const DEFAULTS: [&str; 8] =
    ["null", "true", "-5", "6000000000", "1.5e3", "0.25", r#""\u00ff\u0000""#, r#""é\n\"""#];
const PROPERTIES: [&str; 4] =
    ["", r#","k":1"#, r#","logicalType":"date""#, r#","a b":[{"x":1e400,"y":0.1},null],"z":"\u001f""#];

fn sketch() -> impl Strategy<Value = Sketch> {
    let leaf = prop_oneof![
        (0..8usize, any::<u8>()).prop_map(|(index, extra)| Sketch::Primitive(index, extra)),
        (any::<u8>(), any::<u8>()).prop_map(|(count, extra)| Sketch::Enum(count % 5, extra)),
        (any::<u8>(), any::<u8>()).prop_map(|(size, extra)| Sketch::Fixed(size, extra)),
        (0..100usize).prop_map(Sketch::Reference),
    ];
    leaf.prop_recursive(5, 40, 5, |inner| {
        prop_oneof![
            inner.clone().prop_map(|item| Sketch::Array(item.into())),
            inner.clone().prop_map(|item| Sketch::Map(item.into())),
            proptest::collection::vec(inner.clone(), 1..4).prop_map(Sketch::Union),
            (proptest::collection::vec((inner, any::<u8>()), 0..5), any::<u8>())
                .prop_map(|(fields, extra)| Sketch::Record(fields, extra)),
        ]
    })
}

/// Writes a sketch as the text of a valid schema.
#[derive(Default)]
struct Text {
    out: String,
    names: Vec<String>,
}

impl Text {
    fn write(&mut self, sketch: &Sketch, in_union: bool) {
        match sketch {
            Sketch::Primitive(index, extra) => {
                let (name, properties) = (PRIMITIVES[*index], PROPERTIES[usize::from(extra % 4)]);
                let _ = write!(self.out, r#"{{"type":"{name}"{properties}}}"#);
            }
            Sketch::Array(item) => self.wrap(r#"{"type":"array","items":"#, item),
            Sketch::Map(item) => self.wrap(r#"{"type":"map","values":"#, item),
            Sketch::Union(branches) if !in_union => self.union(branches),
            Sketch::Union(branches) => self.write(&Sketch::Array(branches[0].clone().into()), true),
            Sketch::Record(fields, extra) => {
                self.head("record", *extra);
                self.out.push_str(r#","fields":["#);
                for (position, (ty, extra)) in fields.iter().enumerate() {
                    let comma = if position == 0 { "" } else { "," };
                    let _ = write!(self.out, r#"{comma}{{"name":"f{position}","type":"#);
                    self.write(ty, false);
                    if let Sketch::Primitive(index, _) = ty
                        && extra % 2 == 0
                    {
                        let _ = write!(self.out, r#","default":{}"#, DEFAULTS[*index]);
                    }
                    let more =
                        ["", r#","order":"ignore""#, r#","aliases":["g","h"],"doc":"d""#, r#","k":{}"#];
                    self.out.push_str(more[usize::from(extra / 2 % 4)]);
                    self.out.push('}');
                }
                self.out.push_str("]}");
            }
            Sketch::Enum(count, extra) => {
                self.head("enum", *extra);
                let symbols: Vec<_> = (0..*count).map(|symbol| format!("S{symbol}")).collect();
                let _ = write!(self.out, r#","symbols":{symbols:?}"#);
                if *count > 0 && extra % 3 == 0 {
                    self.out.push_str(r#","default":"S0""#);
                }
                self.out.push('}');
            }
            Sketch::Fixed(size, extra) => {
                self.head("fixed", *extra);
                let _ = write!(self.out, r#","size":{size}}}"#);
            }
            Sketch::Reference(index) if self.names.is_empty() => {
                self.write(&Sketch::Primitive(index % 8, 0), in_union);
            }
            Sketch::Reference(index) => {
                let _ = write!(self.out, "{:?}", self.names[index % self.names.len()]);
            }
        }
    }

    fn wrap(&mut self, before: &str, inner: &Sketch) {
        self.out.push_str(before);
        self.write(inner, false);
        self.out.push('}');
    }

    /// Writes branches that differ in kind, and no references, which could be to the same type.
    fn union(&mut self, branches: &[Sketch]) {
        let mut kinds = Vec::new();
        self.out.push('[');
        for branch in branches {
            let kind = match branch {
                Sketch::Primitive(index, _) => *index,
                Sketch::Array(_) | Sketch::Union(_) => 8,
                Sketch::Map(_) => 9,
                Sketch::Reference(_) => continue,
                _ => 100 + kinds.len(),
            };
            if !kinds.contains(&kind) {
                self.out.push_str(if kinds.is_empty() { "" } else { "," });
                kinds.push(kind);
                self.write(branch, true);
            }
        }
        self.out.push_str(if kinds.is_empty() { "\"null\"]" } else { "]" });
    }

    /// Begins a named type; all are in namespaces, since the canonical form has a hole for those that are not.
    fn head(&mut self, keyword: &str, extra: u8) {
        let (namespace, number) = (["a", "b.c"][usize::from(extra % 2)], self.names.len());
        let more = ["", r#","doc":"A \"d\"""#, r#","aliases":["X","q.Y",".Z"]"#, r#","p":[0.10,-0]"#];
        let more = more[usize::from(extra / 2 % 4)];
        let _ = write!(self.out, r#"{{"type":"{keyword}","name":"{namespace}.T{number}"{more}"#);
        self.names.push(format!("{namespace}.T{number}"));
    }
}

fn text(sketch: &Sketch) -> String {
    let mut text = Text::default();
    text.write(sketch, false);
    text.out
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn printed_and_parsed_it_is_the_same(sketch in sketch()) {
        let text = text(&sketch);
        let schema = Schema::parse(&text).unwrap();
        let printed = schema.to_string();
        let again = Schema::parse(&printed).unwrap();
        prop_assert_eq!(&again, &schema);
        prop_assert_eq!(again.to_string(), printed);
        prop_assert_eq!(Schema::parse(&schema.to_pretty_string()).unwrap(), schema.clone());

        let canonical = Schema::parse(schema.canonical_form()).unwrap();
        prop_assert_eq!(canonical.canonical_form(), schema.canonical_form());
        prop_assert_eq!(canonical.fingerprint(), schema.fingerprint());
        prop_assert!(check(&schema, &canonical).is_compatible());
        prop_assert!(check(&canonical, &schema).is_compatible());
    }

    #[test]
    fn damaged_text_ends_in_a_schema_or_an_error(
        sketch in sketch(),
        damage in proptest::collection::vec((any::<prop::sample::Index>(), "[\\[\\]{}\",:0-9a-z\\\\]{0,3}", 0..9usize), 1..4),
    ) {
        let mut text = text(&sketch);
        for (at, inserted, removed) in damage {
            let mut start = at.index(text.len() + 1);
            while !text.is_char_boundary(start) { start -= 1; }
            let mut end = (start + removed).min(text.len());
            while !text.is_char_boundary(end) { end += 1; }
            text.replace_range(start..end, &inserted);
        }
        for parser in [Parser::new(), Parser::new().permissive_names(true).unchecked_defaults(true)] {
            match parser.lint(&text) {
                Ok((schema, _)) => {
                    let again = parser.parse(&schema.to_string()).unwrap();
                    prop_assert_eq!(again, schema);
                }
                Err(error) => prop_assert!(error.position().is_some() && error.path().starts_with('$'), "{}", error),
            }
        }
    }
}
