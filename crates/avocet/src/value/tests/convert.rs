//! Rust's types to values and back.

use std::collections::{BTreeMap, HashMap};

use crate::value::{Array, Map, Record};
use crate::{ErrorKind, Value, record};

/// There and back again.
#[expect(clippy::needless_pass_by_value, reason = "reads better in the table")]
fn assert_comes_back<T>(value: T, expected: &Value)
where
    T: Clone + PartialEq + std::fmt::Debug + Into<Value> + TryFrom<Value, Error = crate::Error>,
{
    let made: Value = value.clone().into();
    assert_eq!(made, *expected);
    assert_eq!(T::try_from(made).unwrap(), value);
}

#[test]
fn what_goes_in_comes_out() {
    assert_comes_back((), &Value::Null);
    assert_comes_back(true, &Value::Boolean(true));
    assert_comes_back(-5_i8, &Value::Int(-5));
    assert_comes_back(250_u8, &Value::Int(250));
    assert_comes_back(-300_i16, &Value::Int(-300));
    assert_comes_back(60_000_u16, &Value::Int(60_000));
    assert_comes_back(7, &Value::Int(7));
    assert_comes_back(u32::MAX, &Value::Long(0xffff_ffff));
    assert_comes_back(i64::MIN, &Value::Long(i64::MIN));
    assert_comes_back(1.5_f32, &Value::Float(1.5));
    assert_comes_back(1.5, &Value::Double(1.5));
    assert_comes_back("text".to_owned(), &Value::from("text"));
    assert_comes_back(vec![1_u8, 2], &Value::from(&[1_u8, 2]));
    assert_comes_back(vec![true, false], &Value::from([true, false]));
    assert_comes_back(vec![1, 2], &Value::from([1, 2]));
    assert_comes_back(vec![1_i64, 2], &Value::from([1_i64, 2].as_slice()));
    assert_comes_back(vec![1_f32], &Value::from([1_f32]));
    assert_comes_back(vec![1.0], &Value::from([1.0]));
    assert_comes_back(vec!["a".to_owned()], &Value::from(["a"]));
    assert_comes_back(vec![vec![1_u8], vec![]], &Value::from([vec![1_u8], vec![]]));
    assert_comes_back(vec![Value::Null, Value::Int(1)], &Value::from([Value::Null, Value::Int(1)]));
    let record: Record = record! { "a": 1 }.try_into().unwrap();
    assert_comes_back(vec![record.clone()], &Value::from(vec![record]));
    let map = Value::from(Map::from_iter([("k", 1), ("l", 2)]));
    assert_comes_back(HashMap::from([("k".to_owned(), 1), ("l".to_owned(), 2)]), &map);
    assert_comes_back(BTreeMap::from([("k".to_owned(), 1), ("l".to_owned(), 2)]), &map);
}

#[test]
fn arrays_of_primitives_are_stored_as_such() {
    let is_primitive = |value: &Value| value.as_array().is_some_and(|array| array.as_values().is_none());
    assert!(is_primitive(&Value::from([1, 2])));
    assert!(is_primitive(&Value::from([1.5_f32].as_slice())));
    assert!(!is_primitive(&Value::from(["a"])));
}

#[test]
fn what_does_not_fit_is_a_mismatch_that_names_both_sides() {
    fn fails<T: TryFrom<Value, Error = crate::Error> + std::fmt::Debug>(
        value: impl Into<Value>,
        expected: &str,
    ) {
        let error = T::try_from(value.into()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Mismatch);
        assert_eq!(error.to_string(), expected);
    }
    fails::<u8>(256, "expected a number that fits u8, found 256");
    fails::<i8>(-129_i64, "expected a number that fits i8, found -129");
    fails::<u32>(-1, "expected a number that fits u32, found -1");
    fails::<u64>(-1_i64, "expected a number that fits u64, found -1");
    fails::<u16>("x", "expected a long or an int, found string");
    fails::<i32>(1_i64, "expected an int, found long");
    fails::<f64>(1_i64, "expected a double, a float or an int, found long");
    fails::<Vec<i32>>([1_i64], "in [0]: expected an int, found long");
    fails::<Vec<String>>(vec![Value::from("a"), Value::Null], "in [1]: expected a string, found null");
    fails::<HashMap<String, i64>>(
        Map::from_iter([("k", "v")]),
        r#"in ["k"]: expected a long or an int, found string"#,
    );
    fails::<Array>(Value::Null, "expected an array, found null");
}

#[test]
fn wider_types_take_narrower_values() {
    assert_eq!(i64::try_from(Value::Int(5)).unwrap(), 5);
    assert_eq!(u64::try_from(Value::Long(5)).unwrap(), 5);
    assert_eq!(Vec::<i64>::try_from(Value::from([1, 2])).unwrap(), [1, 2]);
    assert_eq!(Vec::<f64>::try_from(Value::from([1, 2])).unwrap(), [1.0, 2.0]);
    assert_eq!(Value::from(Some(5)), Value::Int(5));
    assert_eq!(Value::from(None::<String>), Value::Null);
}
