//! Any bytes under any schema: all ways to read them say the same; what is a value is written and read again.
#![no_main]

mod input;
#[path = "../../crates/avocet/tests/random/mod.rs"]
mod random;

use avocet::order::SortOrder;
use avocet::wire::Reader;
use avocet::{ErrorKind, Limits, Plan, Value, ValueRef};
use input::Input;
use libfuzzer_sys::fuzz_target;
use random::Features;

fuzz_target!(|input: &[u8]| {
    let Some(Input { schema, bytes, rest, text }) = Input::new(input, Features::ALL) else { return };
    let plan = Plan::new(&schema);
    let limits = Limits::default();
    let borrowed = plan.decode_ref(&bytes);
    let value = match plan.decode_value(&bytes) {
        Err(error) => {
            assert_eq!(borrowed.unwrap_err().to_string(), error.to_string());
            assert!(error.kind() == ErrorKind::TrailingBytes || error.offset().is_some(), "{error}");
            return;
        }
        Ok(value) => value,
    };
    assert_eq!(plan.measure(&bytes).expect("what is read is skipped"), bytes.len(), "{text}");
    value.validate(&schema).expect("what is read fits");
    let encoded = value.encode(&schema).expect("what is read is written");
    let again = plan.decode_value(&encoded).expect("what is written is read");
    assert_eq!(again.encode(&schema).unwrap(), encoded);
    assert_eq!(borrowed.expect("as the owned one").into_owned().encode(&schema).unwrap(), encoded);

    // Into values that hold something else, or the same.
    let mut reused = Value::Null;
    let mut lent = ValueRef::Null;
    for bytes in [rest, &bytes, &encoded] {
        let _ = plan.decode_into(bytes, &mut reused);
        let _ = plan.decode_ref_into(bytes, &mut lent);
    }
    assert_eq!(reused.encode(&schema).unwrap(), encoded);
    assert_eq!(lent.into_owned().encode(&schema).unwrap(), encoded);

    let Ok(order) = SortOrder::new(&schema) else { return };
    assert!(order.compare(&bytes, &encoded).unwrap().is_eq());
    assert!(order.compare_values(&value, &again).unwrap().is_eq());
    // Against whatever the rest is.
    let (mut left, mut right) = (Reader::new(&bytes), Reader::new(rest));
    if let (Ok(of_bytes), Ok(other)) =
        (order.compare_next(&mut left, &mut right, &limits), plan.read_value(&mut Reader::new(rest), &limits))
    {
        assert_eq!(order.compare_values(&value, &other).unwrap(), of_bytes);
    }
});
