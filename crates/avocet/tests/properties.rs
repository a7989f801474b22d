//! What holds for all schemas and all data of them.

mod random;

use std::cmp::Ordering;

use avocet::order::SortOrder;
use avocet::wire::Reader;
use avocet::{ErrorKind, Limits, Plan, Schema, Value};
use proptest::prelude::*;
use random::{Choices, Features, Form};

/// A schema, and datums of it.
struct Sample {
    schema: Schema,
    text: serde_json::Value,
    datums: Vec<Vec<u8>>,
}

impl Sample {
    fn new(schema_choices: &[u8], datum_choices: &[Vec<u8>], features: Features, form: Form) -> Sample {
        let text = random::schema(&mut Choices::new(schema_choices), features);
        let schema = Schema::parse(&text.to_string()).unwrap_or_else(|error| panic!("{text}: {error}"));
        let datums = datum_choices.iter().map(|choices| {
            let mut bytes = Vec::new();
            random::datum(&mut Choices::new(choices), schema.root(), form, &mut bytes);
            bytes
        });
        Sample { datums: datums.collect(), schema, text }
    }
}

fn choices() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any::<u8>(), 0..120)
}

fn datums() -> impl Strategy<Value = Vec<Vec<u8>>> {
    prop::collection::vec(prop::collection::vec(any::<u8>(), 0..300), 1..4)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn what_is_decoded_is_encoded_again(schema in choices(), datums in datums()) {
        let sample = Sample::new(&schema, &datums, Features::ALL, Form::Plain);
        for bytes in &sample.datums {
            let value = Value::decode(&sample.schema, bytes).unwrap();
            prop_assert_eq!(&value.encode(&sample.schema).unwrap(), bytes, "{}", sample.text);
            prop_assert!(value.validate(&sample.schema).is_ok());
        }
    }

    #[test]
    fn blocks_make_no_difference_to_values(schema in choices(), datums in datums()) {
        let sample = Sample::new(&schema, &datums, Features::ALL, Form::AnyBlocks);
        for bytes in &sample.datums {
            let plain = Value::decode(&sample.schema, bytes).unwrap().encode(&sample.schema).unwrap();
            let again = Value::decode(&sample.schema, &plain).unwrap().encode(&sample.schema).unwrap();
            prop_assert_eq!(plain, again);
        }
    }

    #[test]
    fn skipping_takes_what_decoding_takes(schema in choices(), datums in datums(), tail in choices()) {
        let sample = Sample::new(&schema, &datums, Features::ALL, Form::AnyBlocks);
        let plan = Plan::new(&sample.schema);
        for bytes in &sample.datums {
            let longer = [&bytes[..], &tail].concat();
            prop_assert_eq!(plan.measure(&longer).unwrap(), bytes.len(), "{}", sample.text);
            let mut reader = Reader::new(&longer);
            plan.read_value(&mut reader, &Limits::default()).unwrap();
            prop_assert_eq!(reader.position(), bytes.len());
        }
    }

    #[test]
    fn a_schema_reads_its_own_data(schema in choices(), datums in datums()) {
        let sample = Sample::new(&schema, &datums, Features::ALL, Form::AnyBlocks);
        let plain = Plan::new(&sample.schema);
        let other = Schema::parse(&sample.text.to_string()).unwrap();
        let resolved = Plan::resolve(&sample.schema, &other).unwrap();
        for bytes in &sample.datums {
            let expected = plain.decode_value(bytes).unwrap().encode(&sample.schema).unwrap();
            let value = resolved.decode_value(bytes).unwrap();
            prop_assert_eq!(value.encode(&other).unwrap(), expected, "{}", sample.text);
        }
    }

    #[test]
    fn what_resolution_gives_fits_the_readers_schema(schema in choices(), change in choices(), datums in datums()) {
        let sample = Sample::new(&schema, &datums, Features::ALL, Form::AnyBlocks);
        let text = random::reader_of(&mut Choices::new(&change), &sample.text).to_string();
        // Promotion can give a union two branches of a kind, or move a name behind its use.
        let Ok(reader) = Schema::parse(&text) else { return Ok(()) };
        let Ok(plan) = Plan::resolve(&sample.schema, &reader) else { return Ok(()) };
        for bytes in &sample.datums {
            match plan.decode_value(bytes) {
                Ok(value) => {
                    prop_assert_eq!(plan.measure(bytes).unwrap(), bytes.len(), "{} as {}", sample.text, text);
                    prop_assert!(value.validate(&reader).is_ok(), "{} as {}: {:?}", sample.text, text, value);
                    let borrowed = plan.decode_ref(bytes).unwrap().into_owned();
                    prop_assert_eq!(borrowed.encode(&reader).unwrap(), value.encode(&reader).unwrap());
                }
                Err(error) => prop_assert_eq!(error.kind(), ErrorKind::Mismatch, "{}: {}", text, error),
            }
        }
    }

    #[test]
    fn borrowed_values_are_the_owned_ones(schema in choices(), datums in datums()) {
        let sample = Sample::new(&schema, &datums, Features::ALL, Form::AnyBlocks);
        let plan = Plan::new(&sample.schema);
        let (mut owned, mut borrowed) = (Value::Null, avocet::ValueRef::Null);
        for bytes in &sample.datums {
            // Into what the datum before left behind.
            plan.decode_into(bytes, &mut owned).unwrap();
            plan.decode_ref_into(bytes, &mut borrowed).unwrap();
            let fresh = plan.decode_value(bytes).unwrap();
            prop_assert_eq!(format!("{owned:?}"), format!("{fresh:?}"));
            prop_assert_eq!(format!("{borrowed:?}"), format!("{fresh:?}"));
            let expected = fresh.encode(&sample.schema).unwrap();
            prop_assert_eq!(owned.encode(&sample.schema).unwrap(), &expected[..]);
            prop_assert_eq!(borrowed.clone().into_owned().encode(&sample.schema).unwrap(), expected);
        }
    }

    #[test]
    fn bytes_and_values_have_one_order(schema in choices(), datums in datums()) {
        let features = Features { maps: false, ..Features::ALL };
        let sample = Sample::new(&schema, &datums, features, Form::AnyBlocks);
        let order = SortOrder::new(&sample.schema).unwrap();
        let values: Vec<_> =
            sample.datums.iter().map(|bytes| Value::decode(&sample.schema, bytes).unwrap()).collect();
        for (left_bytes, left) in sample.datums.iter().zip(&values) {
            prop_assert_eq!(order.compare(left_bytes, left_bytes).unwrap(), Ordering::Equal);
            for (right_bytes, right) in sample.datums.iter().zip(&values) {
                let of_bytes = order.compare(left_bytes, right_bytes).unwrap();
                prop_assert_eq!(order.compare_values(left, right).unwrap(), of_bytes, "{}", sample.text);
                prop_assert_eq!(order.compare(right_bytes, left_bytes).unwrap(), of_bytes.reverse());
            }
        }
    }

    #[test]
    fn every_cut_is_an_error(schema in choices(), datums in datums()) {
        let sample = Sample::new(&schema, &datums, Features::ALL, Form::AnyBlocks);
        let plan = Plan::new(&sample.schema);
        for bytes in &sample.datums {
            for cut in 0..bytes.len() {
                let part = &bytes[..cut];
                let error = plan.decode_value(part).unwrap_err();
                prop_assert_eq!(error.kind(), ErrorKind::Truncated, "{} cut at {}: {}", sample.text, cut, error);
                prop_assert!(error.offset().is_some_and(|offset| offset <= cut as u64));
                prop_assert!(plan.measure(part).unwrap_err().is_truncated());
                prop_assert!(plan.decode_ref(part).unwrap_err().is_truncated());
            }
        }
    }

    #[test]
    fn any_bytes_are_a_value_or_an_error(schema in choices(), bytes in choices()) {
        let sample = Sample::new(&schema, &[], Features::ALL, Form::Plain);
        let plan = Plan::new(&sample.schema);
        let owned = plan.decode_value(&bytes);
        let borrowed = plan.decode_ref(&bytes);
        match owned {
            Ok(value) => {
                prop_assert_eq!(plan.measure(&bytes).unwrap(), bytes.len());
                let encoded = value.encode(&sample.schema).unwrap();
                prop_assert_eq!(borrowed.unwrap().into_owned().encode(&sample.schema).unwrap(), encoded);
            }
            Err(error) => prop_assert_eq!(borrowed.unwrap_err().to_string(), error.to_string()),
        }
    }

    #[test]
    fn any_byte_that_changes_is_no_panic(schema in choices(), datums in datums(), at in any::<usize>(), to in any::<u8>()) {
        let mut sample = Sample::new(&schema, &datums, Features { maps: false, ..Features::ALL }, Form::AnyBlocks);
        let order = SortOrder::new(&sample.schema).unwrap();
        let plan = Plan::new(&sample.schema);
        for bytes in &mut sample.datums {
            let before = bytes.clone();
            let Some(length) = std::num::NonZero::new(bytes.len()) else { continue };
            bytes[at % length] = to;
            let decoded = plan.decode_value(bytes);
            let compared = order.compare(bytes, &before);
            if let (Ok(changed), Ok(order_of_bytes)) = (decoded, compared) {
                let value = plan.decode_value(&before).unwrap();
                prop_assert_eq!(order.compare_values(&changed, &value).unwrap(), order_of_bytes);
            }
        }
    }
}

/// The generator would prove nothing if it made only simple things.
#[test]
fn random_schemas_have_everything_in_them() {
    let mut seen = std::collections::BTreeMap::new();
    let mut resolved = 0;
    let mut state = 1_u64;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 56) as u8
    };
    for _ in 0..500 {
        let bytes: Vec<u8> = (0..120).map(|_| next()).collect();
        let text = random::schema(&mut Choices::new(&bytes), Features::ALL);
        let schema = Schema::parse(&text.to_string()).unwrap_or_else(|error| panic!("{text}: {error}"));
        let mut datum = Vec::new();
        let choices: Vec<u8> = (0..300).map(|_| next()).collect();
        random::datum(&mut Choices::new(&choices), schema.root(), Form::AnyBlocks, &mut datum);
        count(&Value::decode(&schema, &datum).unwrap(), &mut seen);
        let reader = random::reader_of(&mut Choices::new(&choices[200..]), &text);
        if let Ok(reader) = Schema::parse(&reader.to_string())
            && reader != schema
            && let Ok(plan) = Plan::resolve(&schema, &reader)
        {
            resolved += usize::from(plan.decode_value(&datum).is_ok());
        }
    }
    assert!(resolved > 150, "only {resolved} of 500 pairs of different schemas resolve");
    for ty in [
        "null", "boolean", "int", "long", "float", "double", "bytes", "string", "record", "array", "map",
        "enum", "fixed",
    ] {
        assert!(seen.get(ty).is_some_and(|count| *count > 20), "{ty} in {seen:?}");
    }
}

fn count(value: &Value, seen: &mut std::collections::BTreeMap<&'static str, usize>) {
    *seen.entry(value.type_name()).or_default() += 1;
    match value {
        Value::Record(record) => record.values().iter().for_each(|value| count(value, seen)),
        Value::Array(array) => array.iter().for_each(|item| count(&item, seen)),
        Value::Map(map) => map.iter().for_each(|(_, value)| count(value, seen)),
        _ => {}
    }
}
