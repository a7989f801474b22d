//! What both kinds of values answer: asking for a type, and looking inside.

/// Writes the methods for a kind of value with its kinds of records and maps.
macro_rules! accessors {
    ($record:ty, $array:ty, $map:ty) => {
        /// What the specification calls a value of this kind: `"null"`, `"int"`, `"record"` …
        pub fn type_name(&self) -> &'static str {
            match self {
                Self::Null => "null",
                Self::Boolean(_) => "boolean",
                Self::Int(_) => "int",
                Self::Long(_) => "long",
                Self::Float(_) => "float",
                Self::Double(_) => "double",
                Self::Bytes(_) => "bytes",
                Self::String(_) => "string",
                Self::Record(_) => "record",
                Self::Array(_) => "array",
                Self::Map(_) => "map",
                Self::Enum(_) => "enum",
                Self::Fixed(_) => "fixed",
            }
        }

        /// Whether this is null.
        pub fn is_null(&self) -> bool {
            matches!(self, Self::Null)
        }

        /// The truth value of a boolean.
        pub fn as_bool(&self) -> Option<bool> {
            match self {
                Self::Boolean(value) => Some(*value),
                _ => None,
            }
        }

        /// The number of an int.
        pub fn as_int(&self) -> Option<i32> {
            match self {
                Self::Int(value) => Some(*value),
                _ => None,
            }
        }

        /// The number of a long or an int.
        pub fn as_long(&self) -> Option<i64> {
            match self {
                Self::Long(value) => Some(*value),
                Self::Int(value) => Some(i64::from(*value)),
                _ => None,
            }
        }

        /// The number of a float.
        pub fn as_float(&self) -> Option<f32> {
            match self {
                Self::Float(value) => Some(*value),
                _ => None,
            }
        }

        /// The number of a double, a float or an int: all of them are doubles too.
        pub fn as_double(&self) -> Option<f64> {
            match self {
                Self::Double(value) => Some(*value),
                Self::Float(value) => Some(f64::from(*value)),
                Self::Int(value) => Some(f64::from(*value)),
                _ => None,
            }
        }

        /// The bytes of bytes or of a fixed.
        pub fn as_bytes(&self) -> Option<&[u8]> {
            match self {
                Self::Bytes(bytes) => Some(bytes),
                Self::Fixed(fixed) => Some(fixed.as_bytes()),
                _ => None,
            }
        }

        /// The record, if it is one.
        pub fn as_record(&self) -> Option<&$record> {
            match self {
                Self::Record(record) => Some(record),
                _ => None,
            }
        }

        /// The array, if it is one.
        pub fn as_array(&self) -> Option<&$array> {
            match self {
                Self::Array(array) => Some(array),
                _ => None,
            }
        }

        /// The map, if it is one.
        pub fn as_map(&self) -> Option<&$map> {
            match self {
                Self::Map(map) => Some(map),
                _ => None,
            }
        }

        /// The value of a record's field or of a map's key.
        pub fn get(&self, name: &str) -> Option<&Self> {
            match self {
                Self::Record(record) => record.get(name),
                Self::Map(map) => map.get(name),
                _ => None,
            }
        }
    };
}

/// Writes `value["name"]` for a kind of value.
macro_rules! index_by_name {
    ($value:ty) => {
        /// The value of a record's field or of a map's key.
        ///
        /// # Panics
        ///
        /// If there is none of that name; `get` asks first.
        impl std::ops::Index<&str> for $value {
            type Output = Self;

            fn index(&self, name: &str) -> &Self {
                match self.get(name) {
                    Some(value) => value,
                    None => panic!("{} has no {name:?}", self.type_name()),
                }
            }
        }
    };
}

pub(super) use {accessors, index_by_name};
