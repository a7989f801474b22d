//! The table of Rust types and Avro types in `docs/typed.md`, row by row.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::rc::Rc;
use std::sync::Arc;

use crate::{round_trip, schema};

macro_rules! rows {
    ($($row:ident: $type:ty => $schema:expr, $($value:expr),+;)*) => {$(
        #[test]
        fn $row() {
            let text = schema::<$type>();
            assert_eq!(text, $schema);
            assert!(documented(&text), "no row of docs/typed.md has {text}");
            $(round_trip::<$type>(&$value);)+
        }
    )*};
}

/// Whether the table names the schema, with any name for what has a name of its own.
fn documented(schema: &str) -> bool {
    let table = include_str!("../../docs/typed.md");
    table.contains(&format!("`{schema}`")) || table.contains(&format!("`{}`", schema.trim_matches('"')))
}

rows! {
    unit: () => r#""null""#, ();
    boolean: bool => r#""boolean""#, true, false;
    byte: u8 => r#""int""#, 0, 255;
    small: i8 => r#""int""#, -128, 127;
    short: i16 => r#""int""#, i16::MIN, i16::MAX;
    unsigned_short: u16 => r#""int""#, 0, u16::MAX;
    int: i32 => r#""int""#, i32::MIN, 0, i32::MAX;
    unsigned_int: u32 => r#""long""#, 0, u32::MAX;
    long: i64 => r#""long""#, i64::MIN, 0, i64::MAX;
    float: f32 => r#""float""#, f32::MIN, -0.0, f32::INFINITY;
    double: f64 => r#""double""#, f64::MIN, -0.0, f64::INFINITY;
    string: String => r#""string""#, String::new(), "zażółć".to_owned();
    boxed_str: Box<str> => r#""string""#, "x".into();
    bytes: Vec<u8> => r#""bytes""#, vec![], vec![0, 255];
    fixed: [u8; 4] => r#"{"type":"fixed","name":"Fixed4","size":4}"#, [0, 1, 254, 255];
    vector: Vec<i64> => r#"{"type":"array","items":"long"}"#, vec![], vec![1, i64::MIN];
    deque: VecDeque<i64> => r#"{"type":"array","items":"long"}"#, VecDeque::from([1, 2]);
    boxed_slice: Box<[i64]> => r#"{"type":"array","items":"long"}"#, [1, 2].into();
    array: [i64; 3] => r#"{"type":"array","items":"long"}"#, [1, 2, 3];
    hash_map: HashMap<String, i64> => r#"{"type":"map","values":"long"}"#, HashMap::from([("a".to_owned(), 1)]);
    tree_map: BTreeMap<String, i64> => r#"{"type":"map","values":"long"}"#,
        BTreeMap::from([("a".to_owned(), 1), ("b".to_owned(), 2)]);
    option: Option<i64> => r#"["null","long"]"#, None, Some(1);
    pointer: Box<i64> => r#""long""#, Box::new(1);
    counted: Rc<i64> => r#""long""#, Rc::new(1);
    shared: Arc<i64> => r#""long""#, Arc::new(1);
    tuple: (i64, bool) => r#"{"type":"record","name":"tuple_long_boolean","fields":[{"name":"_0","type":"long"},{"name":"_1","type":"boolean"}]}"#,
        (1, true);
}

#[test]
fn deques_of_two_pieces() {
    let mut deque = VecDeque::with_capacity(4);
    deque.extend([1, 2, 3, 4_i32]);
    deque.rotate_left(2);
    deque.pop_front();
    deque.push_back(9);
    let bytes = avocet::to_vec(&deque).unwrap();
    assert_eq!(avocet::from_slice::<VecDeque<i32>>(&bytes).unwrap(), deque);
    let mut bytes = VecDeque::from([1_u8, 2, 3]);
    bytes.rotate_left(1);
    bytes.push_front(7);
    assert_eq!(avocet::from_slice::<VecDeque<u8>>(&avocet::to_vec(&bytes).unwrap()).unwrap(), bytes);
}

#[cfg(feature = "smol_str")]
rows! { smol: smol_str::SmolStr => r#""string""#, "a longer text than fits inside".into(); }

#[cfg(feature = "compact_str")]
rows! { compact: compact_str::CompactString => r#""string""#, "x".into(); }

#[cfg(feature = "bytes")]
rows! { shared_bytes: bytes::Bytes => r#""bytes""#, bytes::Bytes::from_static(b"ab"); }

#[cfg(feature = "indexmap")]
rows! {
    index_map: indexmap::IndexMap<String, i64> => r#"{"type":"map","values":"long"}"#,
        [("b".to_owned(), 1), ("a".to_owned(), 2)].into_iter().collect();
}

#[cfg(feature = "uuid")]
rows! {
    uuid_: uuid::Uuid => r#"{"type":"fixed","name":"Uuid","size":16,"logicalType":"uuid"}"#,
        uuid::Uuid::from_u128(0x0102_0304_0506_0708_090a_0b0c_0d0e_0f10);
}

#[cfg(feature = "chrono")]
mod chrono_types {
    use chrono::{DateTime, NaiveDate, NaiveDateTime, NaiveTime, Utc};

    use super::*;

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    rows! {
        instant: DateTime<Utc> => r#"{"type":"long","logicalType":"timestamp-micros"}"#,
            at("2024-02-29T12:34:56.789012Z"), at("1901-01-01T00:00:00.000001Z");
        wall_clock: NaiveDateTime => r#"{"type":"long","logicalType":"local-timestamp-micros"}"#,
            at("2024-02-29T12:34:56.789012Z").naive_utc();
        date: NaiveDate => r#"{"type":"int","logicalType":"date"}"#,
            NaiveDate::from_ymd_opt(1969, 12, 31).unwrap(), NaiveDate::MAX, NaiveDate::MIN;
        time: NaiveTime => r#"{"type":"long","logicalType":"time-micros"}"#,
            NaiveTime::from_hms_micro_opt(23, 59, 59, 999_999).unwrap();
    }

    #[test]
    fn what_is_not_exact_is_refused() {
        #[derive(avocet::Avro, Debug, PartialEq)]
        struct Times {
            #[avro(logical = "timestamp-nanos")]
            nanos: DateTime<Utc>,
            #[avro(logical = "timestamp-millis")]
            millis: DateTime<Utc>,
        }
        let times =
            Times { nanos: at("2024-02-29T12:34:56.789012345Z"), millis: at("2024-02-29T12:34:56.789Z") };
        assert_eq!(round_trip(&times).len(), 9 + 6);
        let error = avocet::to_vec(&Times { millis: times.nanos, ..times }).unwrap_err();
        assert_eq!(error.path(), "Times.millis", "{error}");
        let error = avocet::to_vec(&at("2024-02-29T12:34:56.789012345Z")).unwrap_err();
        assert!(error.to_string().contains("whole microseconds"), "{error}");
        let leap = NaiveTime::from_hms_milli_opt(23, 59, 59, 1_500).unwrap();
        avocet::to_vec(&leap).unwrap_err();
        // Beyond the day, and beyond what the type holds.
        avocet::from_slice::<NaiveTime>(&avocet::to_vec(&86_400_000_000_i64).unwrap()).unwrap_err();
        avocet::from_slice::<NaiveDate>(&avocet::to_vec(&i32::MAX).unwrap()).unwrap_err();
    }
}

#[cfg(feature = "time")]
mod time_types {
    use time::{Date, Month, OffsetDateTime, PrimitiveDateTime, Time};

    use super::*;

    fn date() -> Date {
        Date::from_calendar_date(2024, Month::February, 29).unwrap()
    }

    fn clock() -> Time {
        Time::from_hms_micro(12, 34, 56, 789_012).unwrap()
    }

    rows! {
        instant: OffsetDateTime => r#"{"type":"long","logicalType":"timestamp-micros"}"#,
            PrimitiveDateTime::new(date(), clock()).assume_utc(), OffsetDateTime::UNIX_EPOCH;
        wall_clock: PrimitiveDateTime => r#"{"type":"long","logicalType":"local-timestamp-micros"}"#,
            PrimitiveDateTime::new(date(), clock());
        day: Date => r#"{"type":"int","logicalType":"date"}"#, date(), Date::MIN, Date::MAX;
        time_of_day: Time => r#"{"type":"long","logicalType":"time-micros"}"#, clock(), Time::MIDNIGHT;
    }

    #[test]
    fn the_epoch_is_day_0() {
        let epoch = Date::from_calendar_date(1970, Month::January, 1).unwrap();
        assert_eq!(avocet::to_vec(&epoch).unwrap(), [0]);
        let offset = time::UtcOffset::from_hms(1, 0, 0).unwrap();
        avocet::to_vec(&OffsetDateTime::UNIX_EPOCH.to_offset(offset)).unwrap_err();
        avocet::to_vec(&Time::from_hms_nano(0, 0, 0, 1).unwrap()).unwrap_err();
        avocet::from_slice::<Time>(&[1]).unwrap_err();
    }
}

#[cfg(feature = "jiff")]
mod jiff_types {
    use jiff::Timestamp;
    use jiff::civil::{Date, DateTime, Time};

    use super::*;

    rows! {
        instant: Timestamp => r#"{"type":"long","logicalType":"timestamp-micros"}"#,
            Timestamp::from_microsecond(1_709_210_096_789_012).unwrap(), Timestamp::UNIX_EPOCH;
        wall_clock: DateTime => r#"{"type":"long","logicalType":"local-timestamp-micros"}"#,
            Date::constant(2024, 2, 29).at(12, 34, 56, 789_012_000), Date::constant(1, 1, 1).at(0, 0, 0, 1_000);
        day: Date => r#"{"type":"int","logicalType":"date"}"#,
            Date::constant(2024, 2, 29), Date::constant(1969, 12, 31), Date::MIN, Date::MAX;
        time_of_day: Time => r#"{"type":"long","logicalType":"time-micros"}"#,
            Time::constant(23, 59, 59, 999_999_000), Time::midnight();
    }

    #[test]
    fn the_epoch_is_day_0_and_each_day_is_the_next() {
        assert_eq!(avocet::to_vec(&Date::constant(1970, 1, 1)).unwrap(), [0]);
        let mut day = Date::constant(1899, 1, 1);
        for number in -25_932..48_000_i32 {
            assert_eq!(avocet::to_vec(&day).unwrap(), avocet::to_vec(&number).unwrap(), "{day}");
            assert_eq!(avocet::from_slice::<Date>(&avocet::to_vec(&number).unwrap()).unwrap(), day);
            day = day.tomorrow().unwrap();
        }
        avocet::to_vec(&Time::constant(0, 0, 0, 1)).unwrap_err();
    }
}

/// A decimal type goes through a field with its precision and scale, exactly or not at all.
#[cfg(any(feature = "rust_decimal", feature = "bigdecimal", feature = "num-bigint"))]
macro_rules! decimals {
    ($($row:ident: $type:ty, $scale:literal, [$($value:literal),*], [$($refused:literal),*];)*) => {$(
        #[test]
        fn $row() {
            #[derive(avocet::Avro, Debug, PartialEq)]
            struct Price {
                #[avro(decimal(precision = 6, scale = $scale))]
                price: $type,
            }
            $(
                let price = Price { price: $value.parse().unwrap() };
                round_trip(&price);
            )*
            $(avocet::to_vec(&Price { price: $refused.parse().unwrap() }).unwrap_err();)*
        }
    )*};
}

#[cfg(feature = "rust_decimal")]
decimals! { rust_decimal_: rust_decimal::Decimal, 2, ["1.25", "-9999.99", "0", "1.5"], ["0.001", "10000.00"]; }

#[cfg(feature = "bigdecimal")]
decimals! { big_decimal: bigdecimal::BigDecimal, 2, ["1.25", "-9999.99", "0", "5e2"], ["0.001", "1e4", "1e70000"]; }

#[cfg(feature = "num-bigint")]
decimals! { big_int: num_bigint::BigInt, 0, ["125", "-999999", "0"], ["1000000"]; }
