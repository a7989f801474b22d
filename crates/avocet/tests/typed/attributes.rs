//! Each attribute of the derive, with what it does to the schema and to the bytes.

use std::collections::HashMap;

use avocet::logical::Decimal;
use avocet::typed::Encode;
use avocet::{Avro, Schema, from_slice, to_vec};

use crate::{round_trip, schema};

/// The field of a schema, as JSON.
#[track_caller]
fn field<T: Avro>(name: &str) -> String {
    let kind = T::schema().root();
    let avocet::schema::Kind::Record(record) = kind.kind() else { panic!("no record: {kind}") };
    let text = T::schema().to_string();
    assert!(record.field(name).is_some(), "no field {name} in {text}");
    let start = text.find(&format!("{{\"name\":\"{name}\"")).unwrap();
    let mut depth = 0;
    let end = text[start..].char_indices().find(|(_, char)| {
        depth += i32::from(*char == '{') - i32::from(*char == '}');
        depth == 0
    });
    text[start..=start + end.unwrap().0].to_owned()
}

#[test]
fn rename() {
    #[derive(Avro, Debug, PartialEq)]
    #[avro(rename = "Bird")]
    struct Avis {
        #[avro(rename = "Name")]
        nomen: String,
        r#type: i32,
    }
    assert_eq!(
        schema::<Avis>(),
        r#"{"type":"record","name":"Bird","fields":[{"name":"Name","type":"string"},{"name":"type","type":"int"}]}"#
    );
    round_trip(&Avis { nomen: "avocet".into(), r#type: 1 });
}

#[test]
fn rename_all() {
    macro_rules! case {
        ($case:literal $field:literal $variant:literal) => {{
            #[derive(Avro)]
            #[avro(rename_all = $case)]
            struct Names {
                wing_span_2: i32,
                #[avro(rename = "kept")]
                other: i32,
            }
            #[derive(Avro)]
            #[avro(rename_all = $case)]
            enum Symbols {
                PiedAvocet,
            }
            assert!(schema::<Names>().contains(concat!("\"", $field, "\"")), "{}", schema::<Names>());
            assert!(schema::<Names>().contains("\"kept\""));
            assert!(schema::<Symbols>().contains(concat!("\"", $variant, "\"")), "{}", schema::<Symbols>());
        }};
    }
    case!("lowercase" "wingspan2" "piedavocet");
    case!("UPPERCASE" "WINGSPAN2" "PIEDAVOCET");
    case!("PascalCase" "WingSpan2" "PiedAvocet");
    case!("camelCase" "wingSpan2" "piedAvocet");
    case!("snake_case" "wing_span_2" "pied_avocet");
    case!("SCREAMING_SNAKE_CASE" "WING_SPAN_2" "PIED_AVOCET");
}

#[test]
fn namespace() {
    #[derive(Avro)]
    struct Inner {
        id: [u8; 2],
    }
    #[derive(Avro)]
    #[avro(namespace = "org.other")]
    struct Other {
        inner: Inner,
    }
    #[derive(Avro)]
    #[avro(namespace = "com.acme")]
    struct Outer {
        first: Inner,
        second: Inner,
        other: Other,
        id: [u8; 2],
    }
    // A type without a namespace of its own is in that of the type around it.
    let canonical = Outer::schema().canonical_form();
    for name in ["com.acme.Outer", "com.acme.Inner", "com.acme.Fixed2", "org.other.Other", "org.other.Inner"]
    {
        assert_eq!(canonical.matches(&format!("{{\"name\":\"{name}\"")).count(), 1, "{name} in {canonical}");
    }
    assert!(Inner::schema().canonical_form().contains("{\"name\":\"Inner\""));
}

#[test]
fn alias() {
    #[derive(Avro, Debug, PartialEq)]
    #[avro(alias = "Fowl", alias = "com.acme.Bird")]
    struct Bird {
        #[avro(alias = "title", alias = "label")]
        name: String,
    }
    assert!(schema::<Bird>().contains(r#""aliases":["Fowl","com.acme.Bird"]"#), "{}", schema::<Bird>());
    assert_eq!(field::<Bird>("name"), r#"{"name":"name","type":"string","aliases":["title","label"]}"#);
    let writer = r#"{"type":"record","name":"Fowl","fields":[{"name":"label","type":"string"}]}"#;
    let read: Bird = avocet::from_slice_with(b"\x02a", &Schema::parse(writer).unwrap()).unwrap();
    assert_eq!(read.name, "a");
}

#[test]
fn doc() {
    /// A bird.
    ///
    ///  With "quotes".
    #[derive(Avro)]
    struct Bird {
        /// What it is called.
        name: String,
        /// Not this.
        #[avro(doc = "but this")]
        other: i32,
    }
    assert!(schema::<Bird>().contains(r#""doc":"A bird.\n\n With \"quotes\".""#), "{}", schema::<Bird>());
    assert!(field::<Bird>("name").contains(r#""doc":"What it is called.""#));
    assert!(field::<Bird>("other").contains(r#""doc":"but this""#));
}

#[derive(Avro, Debug, PartialEq, Default, Clone)]
struct Point {
    x: f64,
    #[avro(default = f64::INFINITY)]
    y: f64,
}

#[derive(Avro, Debug, PartialEq, Default)]
enum State {
    #[default]
    New,
}

#[derive(Avro, Debug, PartialEq)]
struct Defaults {
    #[avro(default)]
    number: i32,
    #[avro(default = -5)]
    long: i64,
    #[avro(default = "a \"b\" \u{1}")]
    text: String,
    #[avro(default = vec![0, 255])]
    bytes: Vec<u8>,
    #[avro(default = [1, 2])]
    fixed: [u8; 2],
    #[avro(default = Point { x: 0.1, y: f64::NAN })]
    point: Point,
    #[avro(default = vec![Point { x: 1e300, y: -0.5 }, Point::default()])]
    points: Vec<Point>,
    #[avro(default = [("a".to_owned(), true)].into())]
    map: std::collections::BTreeMap<String, bool>,
    #[avro(default)]
    state: State,
    none: Option<i32>,
    #[avro(default = Some(3))]
    some: Option<i32>,
    #[avro(default = 0.1)]
    float: f32,
}

#[test]
fn default() {
    for (name, default) in [
        ("number", "0"),
        ("long", "-5"),
        ("text", r#""a \"b\" \u0001""#),
        ("bytes", "\"\\u0000\u{ff}\""),
        ("fixed", r#""\u0001\u0002""#),
        ("point", r#"{"x":0.1,"y":"NaN"}"#),
        ("points", r#"[{"x":1.0E300,"y":-0.5},{"x":0.0,"y":0.0}]"#),
        ("map", r#"{"a":true}"#),
        ("state", r#""New""#),
        ("none", "null"),
        ("some", "3"),
        ("float", "0.1"),
    ] {
        let field = field::<Defaults>(name);
        assert!(field.ends_with(&format!("\"default\":{default}}}")), "{field}");
    }
    assert!(field::<Defaults>("point").contains(r#""name":"y","type":"double","default":"Infinity""#));
    let writer = Schema::parse(r#"{"type":"record","name":"Defaults","fields":[]}"#).unwrap();
    let read: Defaults = avocet::from_slice_with(&[], &writer).unwrap();
    assert!(read.point.y.is_nan());
    assert_eq!(
        Defaults { point: Point::default(), ..read },
        Defaults {
            number: 0,
            long: -5,
            text: "a \"b\" \u{1}".into(),
            bytes: vec![0, 255],
            fixed: [1, 2],
            point: Point::default(),
            points: vec![Point { x: 1e300, y: -0.5 }, Point::default()],
            map: [("a".to_owned(), true)].into(),
            state: State::New,
            none: None,
            some: Some(3),
            float: 0.1,
        }
    );
}

/// The default of a field may hold the type that the field is in.
#[derive(Avro, Debug, PartialEq)]
struct Tree {
    #[avro(default)]
    children: Vec<Tree>,
    #[avro(default = Some(Box::new(Tree { children: vec![], next: None })))]
    next: Option<Box<Tree>>,
}

#[test]
fn default_of_a_type_that_holds_itself() {
    let writer = Schema::parse(r#"{"type":"record","name":"Tree","fields":[]}"#).unwrap();
    let read: Tree = avocet::from_slice_with(&[], &writer).unwrap();
    assert_eq!(read, Tree { children: vec![], next: Some(Box::new(Tree { children: vec![], next: None })) });
}

#[test]
fn skip() {
    #[derive(Debug, Default, PartialEq)]
    struct NotAvro;
    #[derive(Avro, Debug, PartialEq)]
    struct Cached {
        #[avro(skip)]
        cache: NotAvro,
        value: i32,
        #[avro(skip)]
        huge: u64,
        other: i32,
    }
    let bytes = to_vec(&Cached { cache: NotAvro, value: 1, huge: 9, other: 2 }).unwrap();
    assert_eq!(bytes, [2, 4]);
    assert_eq!(from_slice::<Cached>(&bytes).unwrap(), Cached { cache: NotAvro, value: 1, huge: 0, other: 2 });
    assert_eq!(Cached::schema().canonical_form().matches("\"type\":\"int\"").count(), 2);
}

#[test]
fn flatten() {
    #[derive(Avro, Debug, PartialEq)]
    struct Head {
        id: i64,
        #[avro(flatten)]
        place: Point,
    }
    #[derive(Avro, Debug, PartialEq)]
    struct Event<T> {
        #[avro(flatten)]
        head: Head,
        body: T,
    }
    let event = Event { head: Head { id: 1, place: Point { x: 1.0, y: 2.0 } }, body: "b".to_owned() };
    let bytes = round_trip(&event);
    assert_eq!(bytes.len(), 1 + 16 + 2);
    let text = schema::<Event<String>>();
    for name in ["id", "x", "y", "body"] {
        assert!(text.contains(&format!("\"name\":\"{name}\"")), "{text}");
    }
    assert!(!text.contains("\"head\""), "{text}");
    let error = from_slice::<Event<String>>(&[2]).unwrap_err();
    assert_eq!(error.path(), "Event_string.x", "{error}");
}

#[test]
fn logical() {
    #[derive(Avro, Debug, PartialEq)]
    struct Times {
        #[avro(logical = "date")]
        date: i32,
        #[avro(logical = "time-millis")]
        millis: i32,
        #[avro(logical = "time-micros")]
        micros: i64,
        #[avro(logical = "timestamp-millis")]
        at: i64,
        #[avro(logical = "timestamp-nanos")]
        maybe: Option<i64>,
        #[avro(logical = "uuid")]
        id: String,
        #[avro(logical = "uuid")]
        raw: [u8; 16],
        #[avro(logical = "duration")]
        span: [u8; 12],
    }
    assert_eq!(field::<Times>("date"), r#"{"name":"date","type":{"type":"int","logicalType":"date"}}"#);
    assert_eq!(
        field::<Times>("maybe"),
        r#"{"name":"maybe","type":["null",{"type":"long","logicalType":"timestamp-nanos"}],"default":null}"#
    );
    assert_eq!(
        field::<Times>("raw"),
        r#"{"name":"raw","type":{"type":"fixed","name":"Uuid","size":16,"logicalType":"uuid"}}"#
    );
    round_trip(&Times {
        date: 1,
        millis: -2,
        micros: 3,
        at: 1 << 50,
        maybe: Some(5),
        id: "x".into(),
        raw: [7; 16],
        span: [8; 12],
    });
}

#[test]
fn decimal() {
    #[derive(Avro, Debug, PartialEq)]
    struct Price {
        #[avro(decimal(precision = 5, scale = 2))]
        price: avocet::logical::Decimal,
        #[avro(decimal(precision = 3))]
        maybe: Option<avocet::logical::Decimal>,
    }
    let price = |text: &str| Price { price: text.parse().unwrap(), maybe: None };
    assert_eq!(
        field::<Price>("price"),
        r#"{"name":"price","type":{"type":"bytes","logicalType":"decimal","precision":5,"scale":2}}"#
    );
    assert_eq!(round_trip(&price("2.56")), [4, 1, 0, 0]);
    round_trip(&Price { maybe: Some("-7".parse().unwrap()), ..price("-999.99") });
    // Another scale is taken if that is exact.
    assert_eq!(to_vec(&price("2.560")).unwrap(), [4, 1, 0, 0]);
    for wrong in ["0.001", "1000.00"] {
        let error = to_vec(&price(wrong)).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("in Price.price: expected a decimal of precision 5 and scale 2, found {wrong}")
        );
    }
    assert_eq!(from_slice::<Price>(&[0, 0]).unwrap_err().path(), "Price.price");
}

#[test]
fn decimal_on_a_fixed() {
    #[derive(Avro, Debug, PartialEq)]
    struct Offer {
        number: i64,
        #[avro(fixed(name = "Amount", size = 3), decimal(precision = 6, scale = 2))]
        price: Decimal,
        #[avro(decimal(precision = 4, scale = 1), fixed(name = "Discount", size = 2))]
        discount: Option<Decimal>,
        #[avro(fixed(name = "Amount", size = 3), decimal(precision = 6, scale = 2))]
        sum: Decimal,
    }
    assert_eq!(
        field::<Offer>("price"),
        r#"{"name":"price","type":{"type":"fixed","name":"Amount","size":3,"logicalType":"decimal","precision":6,"scale":2}}"#
    );
    let price = |price, sum, discount: Option<i128>| Offer {
        number: 1,
        price: Decimal::new(price, 2),
        discount: discount.map(|discount| Decimal::new(discount, 1)),
        sum: Decimal::new(sum, 2),
    };
    let bytes = round_trip(&price(-1, 999_999, Some(-9999)));
    assert_eq!(bytes, [2, 0xff, 0xff, 0xff, 2, 0xd8, 0xf1, 0x0f, 0x42, 0x3f]);
    round_trip(&price(-999_999, 0, None));
    // Another scale is made to fit, exactly or not at all.
    let hundredths = Offer { sum: Decimal::new(5, 1), ..price(128, -129, Some(0)) };
    assert_eq!(avocet::to_vec(&hundredths).unwrap()[7..], [0, 0, 50]);
    let error = avocet::to_vec(&price(1_000_000, 0, None)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "in Offer.price: expected a decimal of precision 6 and scale 2, found 10000.00"
    );

    // The writer's decimals have another scale.
    let writer = schema::<Offer>().replace(r#""precision":6,"scale":2"#, r#""precision":5,"scale":1"#);
    let writer = Schema::parse(&writer).unwrap();
    let bytes = [2, 0xff, 0xff, 0xff, 0, 0, 0, 7];
    let read: Offer = avocet::from_slice_with(&bytes, &writer).unwrap();
    assert_eq!(read, Offer { sum: Decimal::new(70, 2), ..price(-10, 0, None) });
}

/// What the macro lets pass is a decimal to the parser of schemas too.
#[test]
#[cfg_attr(miri, ignore = "arithmetic without any unsafe, and a lot of it")]
fn digits_of_a_fixed() {
    for size in 1..100 {
        let most =
            (1..1000).take_while(|digits| avocet::typed::__private::holds_digits(size, *digits)).count();
        for (precision, is_decimal) in
            [(most, true), (most + 1, false)].into_iter().filter(|(digits, _)| *digits > 0)
        {
            let schema = Schema::parse(&format!(
                r#"{{"type": "fixed", "name": "F", "size": {size}, "logicalType": "decimal", "precision": {precision}}}"#
            ));
            assert_eq!(schema.unwrap().root().logical_type().is_some(), is_decimal, "{size} {precision}");
        }
    }
}

#[test]
fn fixed() {
    #[derive(Avro, Debug, PartialEq)]
    struct Digests {
        #[avro(fixed(name = "Md5", size = 16))]
        one: [u8; 16],
        #[avro(fixed(name = "Md5"))]
        two: Option<[u8; 16]>,
        three: [u8; 16],
        sha: Sha1,
    }
    /// A newtype gives its name to its fixed.
    #[derive(Avro, Debug, PartialEq)]
    struct Sha1([u8; 20]);
    assert_eq!(field::<Digests>("one"), r#"{"name":"one","type":{"type":"fixed","name":"Md5","size":16}}"#);
    assert_eq!(field::<Digests>("two"), r#"{"name":"two","type":["null","Md5"],"default":null}"#);
    assert_eq!(
        field::<Digests>("three"),
        r#"{"name":"three","type":{"type":"fixed","name":"Fixed16","size":16}}"#
    );
    assert_eq!(field::<Digests>("sha"), r#"{"name":"sha","type":{"type":"fixed","name":"Sha1","size":20}}"#);
    round_trip(&Digests { one: [1; 16], two: Some([2; 16]), three: [3; 16], sha: Sha1([4; 20]) });
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    clippy::unnecessary_wraps,
    clippy::needless_pass_by_value,
    reason = "the signatures that the attribute asks for"
)]
mod hex {
    //! What `with` wants of a module.

    pub(super) type As = String;

    pub(super) fn to_avro(value: &u64) -> Result<String, std::fmt::Error> {
        Ok(format!("{value:x}"))
    }

    pub(super) fn from_avro(text: String) -> Result<u64, std::num::ParseIntError> {
        u64::from_str_radix(&text, 16)
    }
}

mod even {
    pub(super) type As = i64;

    pub(super) fn to_avro<T: Copy + Into<i64>>(value: &T) -> Result<i64, String> {
        let value = (*value).into();
        if value % 2 == 0 { Ok(value) } else { Err(format!("{value}, which is odd")) }
    }

    pub(super) fn from_avro<T: TryFrom<i64>>(value: i64) -> Result<T, T::Error> {
        value.try_into()
    }
}

#[test]
fn with() {
    #[derive(Avro, Debug, PartialEq)]
    struct Hashes<T: Copy + Into<i64> + TryFrom<i64>>
    where
        <T as TryFrom<i64>>::Error: std::fmt::Display,
    {
        #[avro(with = hex)]
        hash: u64,
        #[avro(with = even)]
        even: T,
    }
    let bytes = round_trip(&Hashes { hash: u64::MAX, even: 4_i32 });
    assert_eq!(bytes, b"\x20ffffffffffffffff\x08");
    assert_eq!(
        to_vec(&Hashes { hash: 0, even: 3 }).unwrap_err().to_string(),
        "in Hashes_int.even: expected a value that `even` takes, found 3, which is odd"
    );
    let error = from_slice::<Hashes<i32>>(b"\x02g\x00").unwrap_err();
    assert_eq!(error.path(), "Hashes_int.hash", "{error}");
}

#[test]
fn schema_file() {
    #[derive(Avro)]
    #[avro(namespace = "com.acme", schema = "tests/typed/bird.avsc")]
    struct Bird {
        name: String,
        wingspan: Option<i32>,
        #[avro(fixed(name = "Ring"))]
        ring: [u8; 4],
        seen: Vec<Sighting>,
        #[avro(fixed(name = "Ring"))]
        rings: HashMap<String, [u8; 4]>,
        names: Option<Vec<Option<String>>>,
        #[avro(fixed(name = "Price", size = 4), decimal(precision = 9))]
        price: Decimal,
        state: State,
    }
    #[derive(Avro)]
    struct Sighting {
        at: i64,
    }
    #[derive(Avro)]
    #[avro(schema = "tests/typed/state.avsc")]
    enum State {
        Wild,
        Tame,
    }
    let file = Schema::parse(include_str!("bird.avsc")).unwrap();
    assert!(file.same_canonical_form(Bird::schema()), "{}", schema::<Bird>());
    let file = Schema::parse(include_str!("state.avsc")).unwrap();
    assert!(file.same_canonical_form(State::schema()));
}

#[test]
fn two_types_of_one_name_are_told_apart() {
    mod other {
        #[derive(avocet::Avro)]
        pub(super) struct Point {
            z: i32,
        }
    }
    #[derive(Avro)]
    struct Both {
        one: Point,
        two: other::Point,
    }
    let panic = std::panic::catch_unwind(|| Both::schema().to_string()).unwrap_err();
    let text = panic.downcast_ref::<String>().unwrap();
    assert!(text.contains("are both called Point in one schema: rename one of them"), "{text}");
}

#[test]
fn two_fixed_of_one_name_are_told_apart() {
    #[derive(Avro)]
    struct Digests {
        #[avro(fixed(name = "Digest"))]
        one: [u8; 16],
        #[avro(fixed(name = "Digest"))]
        two: [u8; 20],
    }
    let panic = std::panic::catch_unwind(|| Digests::schema().to_string()).unwrap_err();
    let text = panic.downcast_ref::<String>().unwrap();
    assert!(text.contains("`a fixed of 16 bytes` and `a fixed of 20 bytes`"), "{text}");
}

fn takes_any_encode<T: Encode + ?Sized>(value: &T) -> Vec<u8> {
    to_vec(value).unwrap()
}

#[test]
fn unsized_values_are_written() {
    assert_eq!(takes_any_encode("ab"), b"\x04ab");
    assert_eq!(takes_any_encode(&[1_i32, 2][..]), [4, 2, 4, 0]);
    assert_eq!(takes_any_encode(&[1_u8, 2][..]), [4, 1, 2]);
}
