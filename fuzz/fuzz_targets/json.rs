//! Any bytes under any schema as JSON text and back, and any text as a datum: what is printed is JSON and is parsed to
//! the same again, whole or in pieces; an error leaves nothing behind.
#![no_main]

mod input;
#[path = "../../crates/avocet/tests/random/mod.rs"]
mod random;

use avocet::json::{Form, Parser, Printer, Style};
use avocet::wire::Reader;
use avocet::{Limits, Plan, Schema};
use input::Input;
use libfuzzer_sys::fuzz_target;
use random::Features;
use serde_json::Value as Json;

fuzz_target!(|input: &[u8]| {
    let Some(Input { schema, bytes, text, rest }) = Input::new(input, Features::ALL) else { return };
    print(&schema, &bytes, &text);
    if let Ok(any) = std::str::from_utf8(rest) {
        for form in [Form::Avro, Form::Plain] {
            parse(&schema, any, form);
        }
    }
});

fn print(schema: &Schema, bytes: &[u8], text: &Json) {
    let plan = Plan::new(schema);
    let printed = |style: Style| {
        let mut out = b"before".to_vec();
        let mut reader = Reader::new(bytes);
        match Printer::new(schema).style(style).print_into(&mut reader, &mut out) {
            Ok(()) => Ok((String::from_utf8(out.split_off(6)).expect("text"), reader.position())),
            Err(error) => {
                assert_eq!(out, b"before");
                Err(error.to_string())
            }
        }
    };
    let read = plan.read_value(&mut Reader::new(bytes), &Limits::default());
    let (compact, pretty) = match (printed(Style::Compact), printed(Style::Pretty)) {
        (Ok((compact, used)), Ok((pretty, _))) => {
            assert_eq!(plan.measure(&bytes[..used]).unwrap(), used);
            (compact, pretty)
        }
        (Err(compact), Err(pretty)) => {
            assert_eq!(compact, pretty);
            assert_eq!(read.expect_err("what is not printed is not read").to_string(), compact);
            return;
        }
        (compact, pretty) => panic!("{compact:?} and {pretty:?}"),
    };
    let json =
        |text: &str| serde_json::from_str::<Json>(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(json(&compact), json(&pretty), "{text}");
    let value = read.expect("what is printed is read");
    json(&value.to_string());

    // Of the value, where each key stands once.
    let datum = value.encode(schema).unwrap();
    let compact = Printer::new(schema).print(&datum).unwrap();
    let again =
        Parser::new(schema).parse(&compact).unwrap_or_else(|error| panic!("{text}: {compact}: {error}"));
    // But for the bits of what is no number.
    assert_eq!(Printer::new(schema).print(&again).unwrap(), compact);
    assert_eq!(again.len(), datum.len(), "{text}: {compact}");
    parse(schema, &compact, Form::Avro);
    parse(schema, &Printer::new(schema).form(Form::Plain).print(&datum).unwrap(), Form::Plain);
}

fn parse(schema: &Schema, text: &str, form: Form) {
    let parser = Parser::new(schema).form(form);
    let mut out = b"before".to_vec();
    let whole = parser.parse_into(text, &mut out);
    let datum = match &whole {
        Ok(()) => Some(out.split_off(6)),
        Err(error) => {
            assert_eq!(out, b"before");
            assert!(error.position().is_some() || error.offset().is_some(), "{error}");
            None
        }
    };
    if let Some(datum) = &datum {
        assert!(Plan::new(schema).decode_value(datum).is_ok(), "{text}");
    }
    // Byte by byte.
    let mut stream = parser.stream();
    let mut first = Vec::new();
    let mut found = Ok(false);
    for byte in text.bytes() {
        stream.push(&[byte]);
        found = stream.read_into(&mut first);
        if !matches!(found, Ok(false)) {
            break;
        }
    }
    if matches!(found, Ok(false)) {
        stream.end();
        found = stream.read_into(&mut first);
    }
    if let Some(datum) = &datum {
        assert!(found.is_ok_and(|found| found), "{text}: whole but not in pieces");
        assert_eq!(&first, datum);
    }
}
