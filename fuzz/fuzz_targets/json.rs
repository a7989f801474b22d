//! Any bytes under any schema as JSON text: it is JSON, in both styles the same, and an error leaves nothing behind.
#![no_main]

mod input;
#[path = "../../crates/avocet/tests/random/mod.rs"]
mod random;

use avocet::json::{self, Style};
use avocet::wire::Reader;
use avocet::{Limits, Plan};
use input::Input;
use libfuzzer_sys::fuzz_target;
use random::Features;
use serde_json::Value as Json;

fuzz_target!(|input: &[u8]| {
    let Some(Input { schema, bytes, text, .. }) = Input::new(input, Features::ALL) else { return };
    let limits = Limits::default();
    let print = |style: Style| {
        let mut out = b"before".to_vec();
        let mut reader = Reader::new(&bytes);
        match json::write(&schema, &mut reader, &limits, &mut out, style) {
            Ok(()) => Ok((out.split_off(6), reader.position())),
            Err(error) => {
                assert_eq!(out, b"before");
                Err(error.to_string())
            }
        }
    };
    let compact = print(Style::Compact);
    let read = Plan::new(&schema).read_value(&mut Reader::new(&bytes), &limits);
    match (compact, print(Style::Pretty)) {
        (Ok((compact, used)), Ok((pretty, _))) => {
            let parse = |text: &[u8]| serde_json::from_slice::<Json>(text).expect("JSON");
            assert_eq!(parse(&compact), parse(&pretty), "{text}");
            let value = read.expect("what is printed is read");
            assert_eq!(Plan::new(&schema).measure(&bytes).unwrap(), used);
            serde_json::from_str::<Json>(&value.to_string()).expect("values display as JSON");
        }
        (Err(compact), Err(pretty)) => {
            assert_eq!(compact, pretty);
            assert_eq!(read.expect_err("what is not printed is not read").to_string(), compact);
        }
        (compact, pretty) => panic!("{compact:?} and {pretty:?}"),
    }
});
