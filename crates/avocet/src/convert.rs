//! One way of holding a datum ⇄ another: types that derive `Avro` ⇄ values, types ⇄ bytes of another's schema.

use std::fmt;
use std::marker::PhantomData;

use crate::decode::Scratch;
use crate::error::{Error, ErrorKind, Result};
use crate::limits::Limits;
use crate::plan::Plan;
use crate::schema::{Kind, Schema, SchemaRef};
use crate::typed::{Avro, DecodeOwned, Encode, append, from_slice, to_vec};
use crate::value::Value;
use crate::wire::Reader;

/// The run-time value of a typed one.
///
/// ```
/// assert_eq!(avocet::to_value(&Some(5))?, avocet::Value::Int(5));
/// # Ok::<(), avocet::Error>(())
/// ```
///
/// # Errors
///
/// As [`to_vec`].
pub fn to_value<T: Encode + ?Sized>(value: &T) -> Result<Value> {
    Value::decode(T::schema(), &to_vec(value)?)
}

/// The typed value of a run-time one, which must fit the type's schema; see [`Value::write`].
///
/// ```
/// assert_eq!(avocet::from_value::<Vec<i64>>(&vec![1_i64, 2].into())?, [1, 2]);
/// # Ok::<(), avocet::Error>(())
/// ```
///
/// # Errors
///
/// `Mismatch` with the path when the value does not fit.
pub fn from_value<T: DecodeOwned>(value: &Value) -> Result<T> {
    from_slice(&value.encode(T::schema())?)
}

/// Writes values of `T` under a schema that may be another than `T`'s own, such as that of a file.
///
/// Where the two differ, values are read as the other schema would read them: numbers are promoted, fields are matched
/// by their names and aliases, and fields that `T` lacks get their defaults. A field of `T` that the schema has no
/// place for would be lost, so such a pair is refused.
///
/// ```
/// use avocet::{Avro, Encoder, Schema};
///
/// #[derive(Avro)]
/// struct Bird<'a> {
///     name: &'a str,
///     wingspan: i32,
/// }
///
/// let schema = Schema::parse(r#"{"type": "record", "name": "Bird", "fields": [
///     {"name": "wingspan", "type": ["null", "long"]}, {"name": "name", "type": "string"}]}"#)?;
/// let mut encoder = Encoder::<Bird>::new(&schema)?;
/// assert_eq!(encoder.encode(&Bird { name: "avocet", wingspan: 39 })?, b"\x02\x4e\x0cavocet");
/// # Ok::<(), avocet::Error>(())
/// ```
pub struct Encoder<T> {
    /// How the other schema reads `T`'s; none when both have the same bytes.
    plan: Option<Plan>,
    schema: Schema,
    bytes: Vec<u8>,
    own: Vec<u8>,
    scratch: Scratch,
    marker: PhantomData<fn(&T)>,
}

impl<T: Encode> Encoder<T> {
    /// For data of `schema`.
    ///
    /// # Errors
    ///
    /// `Resolution` when no value of the type fits the schema, or when a field of the type would be lost.
    pub fn new(schema: &Schema) -> Result<Self> {
        let plan = if same_bytes::<T>(schema) {
            None
        } else {
            let plan = Plan::resolve(T::schema(), schema)?;
            nothing_lost(T::schema().root(), schema.root(), &mut Vec::new())?;
            Some(plan)
        };
        Ok(Encoder {
            plan,
            schema: schema.clone(),
            bytes: Vec::new(),
            own: Vec::new(),
            scratch: Scratch::default(),
            marker: PhantomData,
        })
    }

    /// The bytes of a value, in a buffer that the next call uses again.
    ///
    /// # Errors
    ///
    /// `Mismatch` with the path when the value, unlike others of its type, does not fit the schema; `Limit` when it
    /// nests too deeply.
    pub fn encode(&mut self, value: &T) -> Result<&[u8]> {
        let mut bytes = std::mem::take(&mut self.bytes);
        bytes.clear();
        let written = self.write(value, &mut bytes);
        self.bytes = bytes;
        written.map(|()| &*self.bytes)
    }

    /// Appends the bytes of a value to `out`, which after an error is as it was.
    ///
    /// # Errors
    ///
    /// As [`encode`](Encoder::encode).
    pub fn write(&mut self, value: &T, out: &mut Vec<u8>) -> Result<()> {
        let Some(plan) = &self.plan else { return append(value, out) };
        self.own.clear();
        append(value, &mut self.own)?;
        plan.transcode_with(&mut self.scratch, &mut Reader::new(&self.own), Limits::DEFAULT, out)
    }

    /// The schema of the bytes.
    pub fn schema(&self) -> &Schema {
        &self.schema
    }
}

impl<T> fmt::Debug for Encoder<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Encoder").field("plan", &self.plan).finish_non_exhaustive()
    }
}

/// Whether values of `T` have the bytes that `schema` would have them have: the same canonical form, and decimals of
/// the same scales, which the canonical form does not tell.
pub(crate) fn same_bytes<T: Avro + ?Sized>(schema: &Schema) -> bool {
    let own = T::schema();
    own.is_same(schema) || own.same_canonical_form(schema) && crate::typed::is_direct(own, schema)
}

/// Whether each field of the writer's records has a place in the reader's.
fn nothing_lost(
    writer: SchemaRef<'_>,
    reader: SchemaRef<'_>,
    seen: &mut Vec<(String, String)>,
) -> Result<()> {
    match (writer.kind(), reader.kind()) {
        (Kind::Record(from), Kind::Record(to)) => {
            let pair = (from.fullname().to_owned(), to.fullname().to_owned());
            if seen.contains(&pair) {
                return Ok(());
            }
            seen.push(pair);
            for field in from.fields() {
                let place = to
                    .fields()
                    .find(|other| other.name() == field.name())
                    .or_else(|| to.fields().find(|other| other.aliases().any(|alias| alias == field.name())));
                let Some(place) = place else {
                    return Err(lost(field.name(), to.fullname(), from.fullname()));
                };
                nothing_lost(field.schema(), place.schema(), seen)
                    .map_err(|error| error.in_field(field.name()))?;
            }
            Ok(())
        }
        (Kind::Array(from), Kind::Array(to)) | (Kind::Map(from), Kind::Map(to)) => {
            nothing_lost(from, to, seen)
        }
        (Kind::Union(from), _) => from.branches().try_for_each(|branch| nothing_lost(branch, reader, seen)),
        (_, Kind::Union(to)) => {
            // The branch that a value goes to: that of its name, or the only one of its kind.
            let same = |other: &SchemaRef<'_>| {
                std::mem::discriminant(&other.kind()) == std::mem::discriminant(&writer.kind())
            };
            let named = to.branches().find(|other| same(other) && other.fullname() == writer.fullname());
            named
                .or_else(|| to.branches().find(same))
                .map_or(Ok(()), |branch| nothing_lost(writer, branch, seen))
        }
        _ => Ok(()),
    }
}

fn lost(field: &str, schema: &str, own: &str) -> Error {
    Error::new(
        ErrorKind::Resolution,
        format!("a place for the field `{field}` of {own}"),
        format!("none in {schema}: its values would be lost"),
    )
}
