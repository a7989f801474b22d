//! Many datums in a text, whole or in pieces.

use avocet::json::{Parser, Stream};
use avocet::{Error, ErrorKind, Limits, Result};

use super::schema;

const ROW: &str = r#"{"type": "record", "name": "Row", "fields": [
    {"name": "id", "type": "int"}, {"name": "text", "type": "string", "default": "é"}]}"#;
const LINES: &str =
    "{\"id\": 1}\n{\"text\": \"a\\\"}{\", \"id\": 2} {\"id\":3}{\"id\":4,\n\n\"text\":\"€\"}\n\n";

/// All datums of a text that comes in these pieces, and how it ended.
fn pushed<'a>(
    mut stream: Stream,
    pieces: impl Iterator<Item = &'a [u8]>,
) -> (Vec<Vec<u8>>, Result<(), Error>) {
    let mut datums = Vec::new();
    let mut take = |stream: &mut Stream| -> Result<()> {
        loop {
            let mut datum = Vec::new();
            if !stream.read_into(&mut datum)? {
                assert!(datum.is_empty());
                return Ok(());
            }
            datums.push(datum);
        }
    };
    let mut end = Ok(());
    for piece in pieces {
        stream.push(piece);
        end = end.and_then(|()| take(&mut stream));
    }
    stream.end();
    end = end.and_then(|()| take(&mut stream));
    assert!(end.is_err() || take(&mut stream).is_ok());
    (datums, end)
}

#[test]
fn datums_with_any_white_space_between_them() {
    let parser = Parser::new(&schema(ROW));
    let datums: Vec<Vec<u8>> = parser.datums(LINES).collect::<Result<_>>().unwrap();
    let texts: Vec<String> =
        datums.iter().map(|datum| avocet::json::print(&schema(ROW), datum).unwrap()).collect();
    assert_eq!(
        texts,
        [
            r#"{"id":1,"text":"é"}"#,
            r#"{"id":2,"text":"a\"}{"}"#,
            r#"{"id":3,"text":"é"}"#,
            r#"{"id":4,"text":"€"}"#
        ]
    );
    assert_eq!(parser.datums(" \n").count(), 0);
}

#[test]
fn an_error_comes_after_the_datums_before_it_and_ends_them() {
    let parser = Parser::new(&schema(ROW));
    let mut datums = parser.datums("{\"id\":1}\n{\"id\":2}\n  {\"id\":x}\n{\"id\":4}");
    assert!(datums.next().unwrap().is_ok());
    assert!(datums.next().unwrap().is_ok());
    let error = datums.next().unwrap().unwrap_err();
    assert_eq!((error.position(), error.offset()), (Some((3, 9)), Some(26)));
    assert!(datums.next().is_none());
}

#[test]
fn pieces_of_every_size_give_the_same_datums() {
    let parser = Parser::new(&schema(ROW));
    let expected: Vec<Vec<u8>> = parser.datums(LINES).collect::<Result<_>>().unwrap();
    for size in 1..=LINES.len() {
        let (datums, end) = pushed(parser.stream(), LINES.as_bytes().chunks(size));
        end.unwrap();
        assert_eq!(datums, expected, "pieces of {size}");
    }
    for cut in 0..LINES.len() {
        let (one, other) = LINES.as_bytes().split_at(cut);
        let (datums, end) = pushed(parser.stream(), [one, other].into_iter());
        end.unwrap();
        assert_eq!(datums, expected, "cut at {cut}");
    }
}

#[test]
fn datums_come_as_soon_as_they_are_whole() {
    let mut stream = Parser::new(&schema(ROW)).stream();
    let mut out = Vec::new();
    stream.push(b"{\"id\": 1");
    assert!(!stream.read_into(&mut out).unwrap());
    stream.push(b"}");
    assert!(stream.read_into(&mut out).unwrap());
    assert!(!stream.read_into(&mut out).unwrap());
}

#[test]
fn numbers_and_words_may_go_on_in_the_next_piece() {
    let parser = Parser::new(&schema("\"long\""));
    let (datums, end) = pushed(parser.stream(), [&b"1"[..], b"2", b" 3", b"4\n", b"5"].into_iter());
    end.unwrap();
    let long = |value: &str| avocet::json::parse(&schema("\"long\""), value).unwrap();
    assert_eq!(datums, [long("12"), long("34"), long("5")]);
    let (datums, end) =
        pushed(Parser::new(&schema("\"null\"")).stream(), [&b"nu"[..], b"ll", b"\tnull"].into_iter());
    end.unwrap();
    assert_eq!(datums.len(), 2);
}

#[test]
fn places_count_from_the_start_of_all_pieces() {
    let text = "{\"id\": 1}\n{\"id\": 2,\n \"text\": \"äö\"}  {\"id\":\n 3, \"txt\": 1}";
    let parser = Parser::new(&schema(ROW));
    let whole = parser.datums(text).last().unwrap().unwrap_err();
    assert_eq!(whole.position(), Some((4, 5)));
    for size in 1..text.len() {
        let (datums, end) = pushed(parser.stream(), text.as_bytes().chunks(size));
        assert_eq!(datums.len(), 2);
        assert_eq!(end.unwrap_err().to_string(), whole.to_string(), "pieces of {size}");
    }
}

#[test]
fn what_is_no_text_is_an_error_after_the_datums_before_it() {
    let parser = Parser::new(&schema(ROW));
    for (bad, kind) in [
        (&b"{\"id\":1}\n{\"id\":2, \"text\": \"\xff\"}"[..], ErrorKind::Malformed),
        (b"{\"id\":1}\n\xc3", ErrorKind::Truncated),
        (b"{\"id\":1}\n{\"text\": \"\xe2\x82", ErrorKind::Truncated),
        (b"{\"id\":1}\n\xe2\x28", ErrorKind::Malformed),
        (b"{\"id\":1}\n{\"id\":", ErrorKind::Truncated),
    ] {
        for size in 1..=bad.len() {
            let (datums, end) = pushed(parser.stream(), bad.chunks(size));
            assert_eq!(datums.len(), 1, "{bad:?}");
            let error = end.unwrap_err();
            assert_eq!(error.kind(), kind, "{error}");
            assert_eq!(error.position().map(|(line, _)| line), Some(2), "{error}");
        }
    }
}

#[test]
fn the_text_of_a_datum_has_a_limit() {
    let mut limits = Limits::default();
    limits.datum_bytes = 1000;
    let mut stream = Parser::new(&schema("\"string\"")).limits(limits).stream();
    let mut out = Vec::new();
    stream.push(b"\"fine\"\n\"");
    assert!(stream.read_into(&mut out).unwrap());
    let mut pushed = 0;
    let error = loop {
        assert!(pushed < 2000, "the limit is reached");
        stream.push(&[b'x'; 100]);
        pushed += 100;
        match stream.read_into(&mut out) {
            Ok(read) => assert!(!read),
            Err(error) => break error,
        }
    };
    assert_eq!((error.kind(), error.position()), (ErrorKind::Limit, Some((2, 1))));
    assert!(error.expected().contains("`datum_bytes`"), "{error}");
    assert!(!stream.read_into(&mut out).unwrap());
}

#[test]
fn a_long_datum_in_small_pieces_is_read_once() {
    // Read again with every piece, this would take minutes.
    let array = r#"{"type": "array", "items": "int"}"#;
    let text = format!("[{}]", vec!["1"; 400_000].join(",\n"));
    let (datums, end) = pushed(Parser::new(&schema(array)).stream(), text.as_bytes().chunks(40));
    end.unwrap();
    assert_eq!(datums.len(), 1);
    let digits = "1".repeat(400_000);
    let (_, end) = pushed(Parser::new(&schema("\"int\"")).stream(), digits.as_bytes().chunks(40));
    assert_eq!(end.unwrap_err().kind(), ErrorKind::Mismatch);
}

#[test]
fn a_byte_order_mark_may_begin_the_text() {
    let parser = Parser::new(&schema("\"int\""));
    assert_eq!(parser.datums("\u{feff}1 2").count(), 2);
    for size in 1..=6 {
        let (datums, end) = pushed(parser.stream(), "\u{feff}1 2".as_bytes().chunks(size));
        end.unwrap();
        assert_eq!(datums.len(), 2);
    }
}
