//! Any bytes under any two schemas: what resolves fits the reader's schema, and both kinds of value agree.
#![no_main]

mod input;
#[path = "../../crates/avocet/tests/random/mod.rs"]
mod random;

use avocet::plan::Options;
use avocet::{ErrorKind, Plan, Schema};
use input::Input;
use libfuzzer_sys::fuzz_target;
use random::{Choices, Features};

fuzz_target!(|input: &[u8]| {
    let Some((&way, input)) = input.split_first() else { return };
    let Some(Input { schema: writer, bytes, rest, text }) = Input::new(input, Features::ALL) else { return };
    let mut choices = Choices::new(rest);
    let reader = match way & 7 {
        0 => random::schema(&mut choices, Features::ALL), // of another kind
        1 => text.clone(),
        _ => random::reader_of(&mut choices, &text),
    };
    // A promotion can make two branches of a kind of a union.
    let Ok(reader) = Schema::parse(&reader.to_string()) else { return };
    let options = Options::default().strict_unions(way & 8 != 0).strict_decimals(way & 16 != 0);
    let plan = match Plan::resolve_with(&writer, &reader, options) {
        Ok(plan) => plan,
        Err(error) => {
            assert_eq!(error.kind(), ErrorKind::Resolution);
            assert_ne!(way & 7, 1, "a schema that does not resolve with itself: {error}");
            return;
        }
    };
    let as_written = Plan::new(&writer);
    let borrowed = plan.decode_ref(&bytes);
    match plan.decode_value(&bytes) {
        Ok(value) => {
            // What is skipped is checked for its size alone; what is read as another type was read before.
            assert_eq!(as_written.measure(&bytes).unwrap(), bytes.len());
            assert_eq!(plan.measure(&bytes).unwrap(), bytes.len());
            value.validate(&reader).unwrap_or_else(|faults| panic!("{text} as {reader}: {faults:?}"));
            let encoded = value.encode(&reader).unwrap();
            assert_eq!(borrowed.expect("as the owned one").into_owned().encode(&reader).unwrap(), encoded);
            Plan::new(&reader).decode_value(&encoded).expect("what is resolved is a datum of the reader's");
        }
        Err(error) => {
            assert_eq!(borrowed.unwrap_err().to_string(), error.to_string());
            if as_written.decode_value(&bytes).is_ok() {
                // A value that the reader has no place for, or bytes that are no text.
                assert!(matches!(error.kind(), ErrorKind::Mismatch | ErrorKind::Malformed), "{error:?}");
            }
        }
    }
});
