//! Enums: symbols, and unions of what the variants hold.

use avocet::{Avro, Value, from_slice, to_vec};

use crate::{refuses_alike, round_trip, schema};

#[derive(Avro, Debug, PartialEq, Clone, Copy)]
#[avro(rename_all = "SCREAMING_SNAKE_CASE", doc = "how far")]
enum State {
    New,
    #[avro(rename = "SENT_OUT")]
    Sent,
    #[avro(default)]
    NotKnown,
}

#[derive(Avro, Debug, PartialEq)]
enum One {
    Only,
}

#[test]
fn enums_without_data() {
    assert_eq!(
        schema::<State>(),
        r#"{"type":"enum","name":"State","doc":"how far","symbols":["NEW","SENT_OUT","NOT_KNOWN"],"default":"NOT_KNOWN"}"#
    );
    assert_eq!(round_trip(&State::Sent), [2]);
    round_trip(&One::Only);
    refuses_alike::<State>(&[6]);
    refuses_alike::<State>(&[1]);
    refuses_alike::<One>(&[2]);
}

#[derive(Avro, Debug, PartialEq)]
struct Card {
    number: String,
}

/// How something was paid.
#[derive(Avro, Debug, PartialEq)]
enum Payment {
    Free,
    Cash(i64),
    Card(Card),
    Note(String),
    Raw([u8; 4]),
    /// From one account to another.
    Transfer {
        from: String,
        to: String,
        #[avro(skip)]
        cached: u8,
    },
    Split(i32, i32),
    Nothing {},
    State(State),
    Parts(Vec<i64>),
}

#[test]
fn enums_with_data_are_unions() {
    assert_eq!(
        schema::<Payment>(),
        concat!(
            r#"["null","long",{"type":"record","name":"Card","fields":[{"name":"number","type":"string"}]},"string","#,
            r#"{"type":"fixed","name":"Fixed4","size":4},"#,
            r#"{"type":"record","name":"Transfer","doc":"From one account to another.","fields":["#,
            r#"{"name":"from","type":"string"},{"name":"to","type":"string"}]},"#,
            r#"{"type":"record","name":"Split","fields":[{"name":"_0","type":"int"},{"name":"_1","type":"int"}]},"#,
            r#"{"type":"record","name":"Nothing","fields":[]},"#,
            r#"{"type":"enum","name":"State","doc":"how far","symbols":["NEW","SENT_OUT","NOT_KNOWN"],"default":"NOT_KNOWN"},"#,
            r#"{"type":"array","items":"long"}]"#,
        )
    );
    for (value, start) in [
        (Payment::Free, 0),
        (Payment::Cash(-1), 2),
        (Payment::Card(Card { number: "1".into() }), 4),
        (Payment::Note("n".into()), 6),
        (Payment::Raw([1, 2, 3, 4]), 8),
        (Payment::Transfer { from: "a".into(), to: "b".into(), cached: 0 }, 10),
        (Payment::Split(1, 2), 12),
        (Payment::Nothing {}, 14),
        (Payment::State(State::Sent), 16),
        (Payment::Parts(vec![1, 2]), 18),
    ] {
        assert_eq!(round_trip(&value)[0], start);
        round_trip(&vec![value]);
    }
    let bytes = to_vec(&Payment::Transfer { from: "a".into(), to: "b".into(), cached: 9 }).unwrap();
    let back: Payment = from_slice(&bytes).unwrap();
    assert_eq!(back, Payment::Transfer { from: "a".into(), to: "b".into(), cached: 0 });
    refuses_alike::<Payment>(&[20]);
    refuses_alike::<Payment>(&[1]);
}

#[derive(Avro, Debug, PartialEq)]
enum Either<'a, L, R: Clone> {
    Left(L),
    Right { it: R, text: &'a str },
}

#[test]
fn generic_unions() {
    let value: Either<'_, i64, _> = Either::Right { it: vec![1_i32], text: "t" };
    let bytes = to_vec(&value).unwrap();
    assert_eq!(
        from_slice::<Either<'_, i64, Vec<i32>>>(&bytes).unwrap(),
        Either::Right { it: vec![1], text: "t" }
    );
    let bytes = to_vec(&Either::<'_, bool, i32>::Left(true)).unwrap();
    assert_eq!(bytes, [0, 1]);
}

/// A union that holds itself needs a record on the way, for a union has no name to be called by.
#[derive(Avro, Debug, PartialEq)]
enum Expr {
    Number(f64),
    Sum { terms: Vec<Term> },
}

#[derive(Avro, Debug, PartialEq)]
struct Term {
    expr: Expr,
}

#[test]
fn unions_that_hold_themselves() {
    let term = |number| Term { expr: Expr::Number(number) };
    let sum = Expr::Sum { terms: vec![term(1.0), Term { expr: Expr::Sum { terms: vec![term(2.0)] } }] };
    round_trip(&sum);
    let mut deep = Expr::Sum { terms: vec![term(1.0)] };
    for _ in 0..200 {
        deep = Expr::Sum { terms: vec![Term { expr: deep }] };
    }
    assert_eq!(to_vec(&deep).unwrap_err().kind(), avocet::ErrorKind::Limit);
}

#[test]
fn options_are_unions_with_null() {
    assert_eq!(schema::<Option<i32>>(), r#"["null","int"]"#);
    assert_eq!(round_trip(&Some(1_i32)), [2, 2]);
    assert_eq!(round_trip(&None::<i32>), [0]);
    assert_eq!(Value::decode(Option::<i32>::schema(), &[2, 2]).unwrap(), Value::Int(1));
    refuses_alike::<Option<i32>>(&[4, 2]);
}
