//! `record!`.

/// Makes a [`Value`](crate::Value) of a record without a schema: field names and anything that converts to a value.
///
/// ```
/// use avocet::{Value, record};
///
/// let order = record! { "id": 7_i64, "note": Value::Null, "buyer": record! { "name": "Ada" } };
/// assert_eq!(order["buyer"]["name"].as_str(), Some("Ada"));
/// ```
#[macro_export]
macro_rules! record {
    ($($name:literal : $value:expr),* $(,)?) => {
        $crate::Value::Record($crate::value::Record::new::<&str, $crate::Value>([
            $(($name, $crate::Value::from($value))),*
        ]))
    };
}
