//! Values as what they stand for, by the rows of "Logical types".

use crate::logical::{Date, Decimal, Duration, LocalTimestamp, Logical, Time, Timestamp, Uuid};
use crate::wire::Reader;
use crate::{ErrorKind, Plan, Schema, Value};

fn schema(text: &str) -> Schema {
    Schema::parse(text).unwrap()
}

fn logical_type(base: &str, name: &str) -> Schema {
    schema(&format!(r#"{{{base}, "logicalType": "{name}"}}"#))
}

const FIXED: [&str; 2] =
    [r#""type": "fixed", "name": "F16", "size": 16"#, r#""type": "fixed", "name": "F12", "size": 12"#];

fn decimal(text: &str) -> Logical {
    text.parse::<Decimal>().unwrap().into()
}

/// Schema, logical value, text of it, and its encoding.
fn rows() -> Vec<(Schema, Logical, &'static str, Vec<u8>)> {
    let bytes = schema(r#"{"type": "bytes", "logicalType": "decimal", "precision": 9, "scale": 2}"#);
    let fixed = schema(
        r#"{"type": "fixed", "name": "D", "size": 4, "logicalType": "decimal", "precision": 9, "scale": 2}"#,
    );
    let uuid = Uuid::from_bytes([0x11; 16]);
    let uuid_text = "11111111-1111-1111-1111-111111111111";
    let duration = Duration { months: 1, days: 2, millis: 3 };
    let (long, int) = (r#""type": "long""#, r#""type": "int""#);
    let noon = Time::new(12, 0, 0, 0).unwrap();
    vec![
        (bytes.clone(), decimal("-0.03"), "-0.03", vec![0x02, 0xfd]),
        (bytes, decimal("2.00"), "2.00", vec![0x04, 0x00, 0xc8]),
        (fixed, decimal("-0.03"), "-0.03", vec![0xff, 0xff, 0xff, 0xfd]),
        (
            logical_type(r#""type": "bytes""#, "big-decimal"),
            decimal("-0.44"),
            "-0.44",
            vec![0x06, 0x02, 0xd4, 0x04],
        ),
        (
            logical_type(r#""type": "string""#, "uuid"),
            uuid.into(),
            uuid_text,
            [&[0x48], uuid_text.as_bytes()].concat(),
        ),
        (logical_type(FIXED[0], "uuid"), uuid.into(), uuid_text, vec![0x11; 16]),
        (
            logical_type(FIXED[1], "duration"),
            duration.into(),
            "P1M2DT0.003S",
            vec![1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0],
        ),
        (logical_type(int, "date"), Date::from_days(-1).into(), "1969-12-31", vec![0x01]),
        (logical_type(int, "time-millis"), noon.into(), "12:00:00", vec![0x80, 0xb8, 0x99, 0x29]),
        (
            logical_type(long, "time-micros"),
            noon.into(),
            "12:00:00",
            vec![0x80, 0xc0, 0xdd, 0xee, 0xc1, 0x02],
        ),
        (
            logical_type(long, "timestamp-millis"),
            Timestamp::from_millis(-1).into(),
            "1969-12-31T23:59:59.999Z",
            vec![1],
        ),
        (
            logical_type(long, "timestamp-micros"),
            Timestamp::from_micros(1).into(),
            "1970-01-01T00:00:00.000001Z",
            vec![2],
        ),
        (
            logical_type(long, "timestamp-nanos"),
            Timestamp::from_nanos(1).into(),
            "1970-01-01T00:00:00.000000001Z",
            vec![2],
        ),
        (
            logical_type(long, "local-timestamp-millis"),
            LocalTimestamp::from_millis(1).into(),
            "1970-01-01T00:00:00.001",
            vec![2],
        ),
        (
            logical_type(long, "local-timestamp-micros"),
            LocalTimestamp::from_micros(1).into(),
            "1970-01-01T00:00:00.000001",
            vec![2],
        ),
        (
            logical_type(long, "local-timestamp-nanos"),
            LocalTimestamp::from_nanos(-1).into(),
            "1969-12-31T23:59:59.999999999",
            vec![1],
        ),
    ]
}

#[test]
fn every_logical_type_reads_and_writes() {
    for (schema, logical, text, bytes) in rows() {
        let value = Value::from_logical(logical.clone(), schema.root()).unwrap();
        assert_eq!(value.encode(&schema).unwrap(), bytes, "{schema}");
        let read = Value::decode(&schema, &bytes).unwrap();
        assert_eq!(read, value);
        let read = read.logical(schema.root()).unwrap().unwrap();
        assert_eq!((&read, read.to_string().as_str()), (&logical, text), "{schema}");
        // As a branch of a union too.
        let union = Schema::parse(&format!(r#"["null", {schema}]"#)).unwrap();
        let value = Value::from_logical(logical.clone(), union.root()).unwrap();
        assert_eq!(value.logical(union.root()).unwrap(), Some(logical));
    }
}

#[test]
fn accessors_know_the_stored_form() {
    let bytes = Value::from([0xd4_u8]);
    assert_eq!(bytes.as_decimal(2).unwrap().to_string(), "-0.44");
    assert_eq!(Value::from([0_u8; 0]).as_decimal(2), None);
    assert_eq!(Value::from([2_u8, 0xd4, 4]).as_big_decimal().unwrap().to_string(), "-0.44");
    assert_eq!(Value::Int(1).as_date(), Some(Date::from_days(1)));
    let uuid = Uuid::from_bytes(*b"0123456789abcdef");
    assert_eq!(Value::from(uuid.to_string().to_uppercase()).as_uuid(), Some(uuid));
    assert_eq!(Value::from(uuid).as_str(), Some(uuid.to_string().as_str()));
    assert_eq!(Value::from("no UUID").as_uuid(), None);
    let of_fixed = Plan::new(&logical_type(FIXED[0], "uuid"));
    assert_eq!(of_fixed.decode_ref(uuid.as_bytes()).unwrap().as_uuid(), Some(uuid));
    let of_fixed = Plan::new(&logical_type(FIXED[1], "duration"));
    let duration = of_fixed.decode_ref(&[0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0]).unwrap().as_duration();
    assert_eq!(duration, Some(Duration { millis: 1, ..Duration::default() }));
}

#[test]
fn the_raw_value_is_there_when_the_conversion_fails() {
    for (base, name, value, found) in [
        (r#""type": "int""#, "time-millis", Value::Int(86_400_000), "86400000 milliseconds"),
        (r#""type": "long""#, "time-micros", Value::Long(-1), "-1 microseconds"),
        (r#""type": "string""#, "uuid", "x".into(), r#"the string "x""#),
        (r#""type": "bytes", "precision": 3"#, "decimal", Value::from([0_u8; 0]), "no bytes"),
        (r#""type": "bytes""#, "big-decimal", Value::from([0_u8; 0]), "no length"),
    ] {
        let schema = logical_type(base, name);
        let read = Value::decode(&schema, &value.encode(&schema).unwrap()).unwrap();
        assert_eq!(read, value);
        let error = read.logical(schema.root()).unwrap_err();
        assert_eq!((error.kind(), error.found()), (ErrorKind::Mismatch, found));
    }
}

#[test]
fn unknown_and_misplaced_logical_types_are_the_type_underneath() {
    for text in [
        r#""int""#,
        r#"{"type": "int", "logicalType": "furlongs"}"#,
        r#"{"type": "int", "logicalType": "timestamp-millis"}"#,
        r#"{"type": "int", "logicalType": 5}"#,
    ] {
        assert_eq!(Value::Int(5).logical(schema(text).root()).unwrap(), None, "{text}");
    }
    let decimal = schema(r#"{"type": "bytes", "logicalType": "decimal", "precision": 2, "scale": 3}"#);
    assert_eq!(Value::from([1_u8]).logical(decimal.root()).unwrap(), None);
}

#[test]
fn what_a_type_cannot_hold_is_refused() {
    let small = schema(r#"{"type": "bytes", "logicalType": "decimal", "precision": 3, "scale": 1}"#);
    for text in ["100.0", "0.01", "-100"] {
        let error = Value::from_logical(decimal(text), small.root()).unwrap_err();
        assert_eq!(error.to_string(), format!("expected a value of decimal(3,1), found the decimal {text}"));
    }
    assert_eq!(
        Value::from_logical(decimal("-99.90"), small.root()).unwrap().as_decimal(1).unwrap().to_string(),
        "-99.9"
    );
    let nanos = logical_type(r#""type": "long""#, "timestamp-nanos");
    let far = Timestamp::from_millis(i64::MAX);
    assert!(Value::from_logical(far, nanos.root()).is_err());
    // The wall clock's time is no moment.
    assert!(Value::from_logical(LocalTimestamp::from_nanos(1), nanos.root()).is_err());
    let error = Value::from_logical(Date::from_days(0), schema("\"int\"").root()).unwrap_err();
    assert_eq!(error.to_string(), "expected a value of int, found the date 1970-01-01");
}

#[test]
fn huge_scales_and_numbers_stay_cheap() {
    let of = |precision: u32, scale: u32| {
        schema(&format!(
            r#"{{"type": "bytes", "logicalType": "decimal", "precision": {precision}, "scale": {scale}}}"#
        ))
    };
    let most = u32::MAX;
    for (writer, reader) in [(of(9, 0), of(most, most)), (of(most, most), of(9, 2)), (of(most, 0), of(3, 2))]
    {
        let plan = Plan::resolve(&writer, &reader).unwrap();
        for size in [1, 1_000_000] {
            let bytes = Value::from(vec![0x55_u8; size]).encode(&writer).unwrap();
            let error = plan.decode_value(&bytes).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Mismatch);
            assert!(error.to_string().len() < 300, "{error}");
        }
        let zero = plan.decode_value(&[0x02, 0x00]).unwrap();
        assert_eq!(zero, Value::from([0_u8]));
    }
    assert!(Value::from_logical(decimal("1"), of(most, most).root()).is_err());
}

#[test]
fn logical_values_are_read_and_written_as_by_way_of_values() {
    let cases: [(&str, Logical); 9] = [
        (
            r#"{"type": "bytes", "logicalType": "decimal", "precision": 9, "scale": 2}"#,
            Decimal::new(-1250, 2).into(),
        ),
        (
            r#"{"type": "fixed", "name": "D", "size": 5, "logicalType": "decimal", "precision": 9}"#,
            Decimal::new(7, 0).into(),
        ),
        (r#"{"type": "bytes", "logicalType": "big-decimal"}"#, Decimal::new(314, 2).into()),
        (r#"{"type": "string", "logicalType": "uuid"}"#, Uuid::from_bytes([0xa5; 16]).into()),
        (
            r#"{"type": "fixed", "name": "U", "size": 16, "logicalType": "uuid"}"#,
            Uuid::from_bytes([7; 16]).into(),
        ),
        (
            r#"{"type": "fixed", "name": "P", "size": 12, "logicalType": "duration"}"#,
            Duration::from_bytes([1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0]).into(),
        ),
        (r#"{"type": "int", "logicalType": "date"}"#, Date::from_days(-1).into()),
        (r#"{"type": "long", "logicalType": "time-micros"}"#, Time::from_micros(5).unwrap().into()),
        (r#"{"type": "long", "logicalType": "timestamp-nanos"}"#, Timestamp::from_nanos(-5).into()),
    ];
    for (text, logical) in cases {
        for text in [text.to_owned(), format!(r#"["null", "boolean", {text}]"#)] {
            let schema = schema(&text);
            let bytes = Value::from_logical(logical.clone(), schema.root()).unwrap().encode(&schema).unwrap();
            let mut out = Vec::new();
            logical.write(schema.root(), &mut out).unwrap();
            assert_eq!(out, bytes, "{text}");
            let mut reader = Reader::new(&bytes);
            assert_eq!(Logical::read(schema.root(), &mut reader).unwrap().as_ref(), Some(&logical), "{text}");
            assert!(reader.is_empty());
            for end in 0..bytes.len() {
                let mut reader = Reader::new(&bytes[..end]);
                assert!(Logical::read(schema.root(), &mut reader).is_err(), "{text} of {end} bytes");
                assert_eq!(reader.position(), 0);
            }
        }
        let other = schema(r#"["null", "string"]"#);
        let mut out = vec![1];
        assert_eq!(logical.write(other.root(), &mut out).unwrap_err().kind(), ErrorKind::Mismatch);
        assert_eq!(out, [1]);
        assert_eq!(Logical::read(other.root(), &mut Reader::new(&[0])).unwrap(), None);
        let error = Logical::read(other.root(), &mut Reader::new(&[2, 0])).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Mismatch);
    }
}
