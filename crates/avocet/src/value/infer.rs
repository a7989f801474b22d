//! Sample values → a schema that all of them fit.

use std::fmt::Write as _;

use super::Value;
use super::array::Items;
use crate::decode::Budget;
use crate::error::{Error, ErrorKind, Result};
use crate::limits::Limits;
use crate::schema::Schema;

impl Schema {
    /// A schema that all samples fit; of no sample, that of null.
    ///
    /// - Numbers widen where nothing is lost: int to long; int and float to double. A long beside a float or a double
    ///   makes a union of long and double.
    /// - Other values of several types make a union, null first, then as they were met.
    /// - Records of the same name are one, wherever they stand, and so are records without a name at the same place.
    ///   A field that some of them do not have takes null, which is its default. Records without a name are called
    ///   after the way to them: `Record`, `Record_lines_item`.
    /// - Arrays at the same place are one, maps too; the items of arrays that are all empty are null.
    /// - Enums of the same name are one, with all symbols.
    ///
    /// ```
    /// use avocet::{Schema, record};
    ///
    /// let samples = [record! { "id": 1, "name": "ada" }, record! { "id": 1_i64 << 40 }];
    /// let schema = Schema::infer(&samples)?;
    /// assert_eq!(schema.to_string(), concat!(
    ///     r#"{"type":"record","name":"Record","fields":[{"name":"id","type":"long"},"#,
    ///     r#"{"name":"name","type":["null","string"],"default":null}]}"#));
    /// # Ok::<(), avocet::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// `Mismatch` for fixed of one name and two sizes; `Limit` for values that nest too deeply; `Schema` for a field whose name no schema may have.
    pub fn infer<'a>(samples: impl IntoIterator<Item = &'a Value>) -> Result<Schema> {
        let mut samples = samples.into_iter().peekable();
        let mut known = Known { types: Vec::new(), budget: Budget::new(Limits::DEFAULT, 0) };
        let mut types = Types { null: samples.peek().is_none(), ..Types::default() };
        for sample in samples {
            known.add(&mut types, sample, "Record")?;
        }
        let mut text = String::new();
        known.print(&types, &mut text);
        Schema::parse(&text)
    }
}

/// The types of the values that were met at one place.
#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "each says whether a type was met")]
struct Types {
    null: bool,
    int: bool,
    long: bool,
    float: bool,
    double: bool,
    /// Any other, in the order in which they were met.
    others: Vec<Other>,
}

enum Other {
    /// `boolean`, `bytes` or `string`.
    Primitive(&'static str),
    Array(Box<Types>),
    Map(Box<Types>),
    /// The index of a named type.
    Named(usize),
}

/// The named types, each once.
struct Known {
    types: Vec<Named>,
    budget: Budget<'static>,
}

struct Named {
    name: String,
    /// Whether the name is the values' own and not made up.
    own: bool,
    shape: Shape,
    printed: bool,
}

enum Shape {
    Record { samples: usize, fields: Vec<Field> },
    Enum(Vec<String>),
    Fixed(usize),
}

struct Field {
    name: String,
    types: Types,
    samples: usize,
}

impl Known {
    /// Adds what a value at a place shows; `path` names a record there that has no name.
    fn add(&mut self, types: &mut Types, value: &Value, path: &str) -> Result<()> {
        self.budget.enter()?;
        self.add_value(types, value, path)?;
        self.budget.leave();
        Ok(())
    }

    fn add_value(&mut self, types: &mut Types, value: &Value, path: &str) -> Result<()> {
        match value {
            Value::Null => types.null = true,
            Value::Int(_) => types.int = true,
            Value::Long(_) => types.long = true,
            Value::Float(_) => types.float = true,
            Value::Double(_) => types.double = true,
            Value::Boolean(_) | Value::Bytes(_) | Value::String(_) => {
                let name = value.type_name();
                if !types
                    .others
                    .iter()
                    .any(|other| matches!(other, Other::Primitive(known) if *known == name))
                {
                    types.others.push(Other::Primitive(name));
                }
            }
            Value::Array(array) => {
                let items = types.items();
                match &array.0 {
                    Items::Values(values) => {
                        let path = format!("{path}_item");
                        values.iter().try_for_each(|item| self.add(items, item, &path))?;
                    }
                    // One shows the type of all.
                    _ => array.iter().take(1).try_for_each(|item| self.add(items, &item, path))?,
                }
            }
            Value::Map(map) => {
                let values = types.values();
                let path = format!("{path}_value");
                map.iter().try_for_each(|(_, value)| self.add(values, value, &path))?;
            }
            Value::Record(record) => {
                let (name, own) = record.fullname().map_or((path, false), |name| (name, true));
                let index = self.index(name, own, || Shape::Record { samples: 0, fields: Vec::new() });
                types.add_named(index);
                self.add_fields(index, record.fields())?;
            }
            Value::Enum(symbol) => {
                let index = self.index(symbol.fullname(), true, || Shape::Enum(Vec::new()));
                types.add_named(index);
                let Shape::Enum(symbols) = &mut self.types[index].shape else {
                    return Err(other_kind(symbol.fullname(), "an enum"));
                };
                for symbol in &symbol.shape().symbols {
                    if !symbols.iter().any(|known| **known == **symbol) {
                        symbols.push(symbol.to_string());
                    }
                }
            }
            Value::Fixed(fixed) => {
                let size = fixed.as_bytes().len();
                let index = self.index(fixed.fullname(), true, || Shape::Fixed(size));
                types.add_named(index);
                if !matches!(self.types[index].shape, Shape::Fixed(known) if known == size) {
                    return Err(other_kind(fixed.fullname(), &format!("a fixed of {size} bytes")));
                }
            }
        }
        Ok(())
    }

    /// The index of the type of a name; a name that is made up is no other's.
    fn index(&mut self, name: &str, own: bool, shape: impl Fn() -> Shape) -> usize {
        let known = self.types.iter().position(|known| known.own == own && known.name == name);
        known.unwrap_or_else(|| {
            self.types.push(Named { name: name.to_owned(), own, shape: shape(), printed: false });
            self.types.len() - 1
        })
    }

    fn add_fields<'v>(
        &mut self,
        index: usize,
        values: impl Iterator<Item = (&'v str, &'v Value)>,
    ) -> Result<()> {
        let record = simple(&self.types[index].name).to_owned();
        for (name, value) in values {
            let fields = self.fields(index)?;
            let position = fields.iter().position(|field| field.name == name).unwrap_or_else(|| {
                fields.push(Field { name: name.to_owned(), types: Types::default(), samples: 0 });
                fields.len() - 1
            });
            // Taken out meanwhile, for the value may hold records of this name.
            fields[position].samples += 1;
            let mut types = std::mem::take(&mut fields[position].types);
            let added = self.add(&mut types, value, &format!("{record}_{name}"));
            let met = std::mem::replace(&mut self.fields(index)?[position].types, types);
            added?;
            self.fields(index)?[position].types.merge(met);
        }
        if let Shape::Record { samples, .. } = &mut self.types[index].shape {
            *samples += 1;
        }
        Ok(())
    }

    fn fields(&mut self, index: usize) -> Result<&mut Vec<Field>> {
        let Named { name, shape, .. } = &mut self.types[index];
        match shape {
            Shape::Record { fields, .. } => Ok(fields),
            _ => Err(other_kind(name, "a record")),
        }
    }

    /// Prints the types of one place, named types with all that belongs to them when they come first.
    fn print(&mut self, types: &Types, out: &mut String) {
        let mut branches: Vec<Result<&str, &Other>> = Vec::new();
        if types.null {
            branches.push(Ok("null"));
        }
        branches.extend(types.numbers().into_iter().map(Ok));
        branches.extend(types.others.iter().map(Err));
        if let [only] = branches[..] {
            return self.print_branch(only, out);
        }
        if branches.is_empty() {
            return out.push_str("\"null\"");
        }
        out.push('[');
        for (index, branch) in branches.into_iter().enumerate() {
            separate(index, out);
            self.print_branch(branch, out);
        }
        out.push(']');
    }

    fn print_branch(&mut self, branch: Result<&str, &Other>, out: &mut String) {
        match branch {
            Ok(name) => quote(name, out),
            Err(Other::Primitive(name)) => quote(name, out),
            Err(Other::Array(items)) => {
                out.push_str(r#"{"type":"array","items":"#);
                self.print(items, out);
                out.push('}');
            }
            Err(Other::Map(values)) => {
                out.push_str(r#"{"type":"map","values":"#);
                self.print(values, out);
                out.push('}');
            }
            Err(Other::Named(index)) => self.print_named(*index, out),
        }
    }

    fn print_named(&mut self, index: usize, out: &mut String) {
        let name = self.name(index);
        if std::mem::replace(&mut self.types[index].printed, true) {
            return quote(&name, out);
        }
        // Taken out meanwhile: a record that is met again inside is only named.
        match std::mem::replace(&mut self.types[index].shape, Shape::Fixed(0)) {
            Shape::Record { samples, fields } => {
                out.push_str(r#"{"type":"record","name":"#);
                define(&name, out);
                out.push_str(r#","fields":["#);
                for (index, mut field) in fields.into_iter().enumerate() {
                    separate(index, out);
                    let optional = field.samples < samples;
                    field.types.null |= optional;
                    out.push_str(r#"{"name":"#);
                    quote(&field.name, out);
                    out.push_str(r#","type":"#);
                    self.print(&field.types, out);
                    out.push_str(if optional { r#","default":null}"# } else { "}" });
                }
                out.push_str("]}");
            }
            Shape::Enum(symbols) => {
                out.push_str(r#"{"type":"enum","name":"#);
                define(&name, out);
                out.push_str(r#","symbols":["#);
                for (index, symbol) in symbols.iter().enumerate() {
                    separate(index, out);
                    quote(symbol, out);
                }
                out.push_str("]}");
            }
            Shape::Fixed(size) => {
                out.push_str(r#"{"type":"fixed","name":"#);
                define(&name, out);
                let _ = write!(out, r#","size":{size}}}"#);
            }
        }
    }

    /// The name of a type; one that is made up gets out of the way of the others.
    fn name(&self, index: usize) -> String {
        let Named { name, own, .. } = &self.types[index];
        let mut name = name.clone();
        while !own && self.types.iter().any(|known| known.own && simple(&known.name) == name) {
            name.push('_');
        }
        name
    }
}

/// The part of a name behind its namespace.
fn simple(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

/// Prints the name of a type where it is defined: one without a namespace does not take that of the type around it.
fn define(name: &str, out: &mut String) {
    quote(name, out);
    if !name.contains('.') {
        out.push_str(r#","namespace":"""#);
    }
}

impl Types {
    /// The types of the array or the map among the others, which there is from then on.
    fn of_kind(
        &mut self,
        is: impl Fn(&mut Other) -> Option<&mut Types>,
        make: impl Fn(Box<Types>) -> Other,
    ) -> &mut Types {
        let position = (0..self.others.len()).find(|index| is(&mut self.others[*index]).is_some());
        let position = position.unwrap_or_else(|| {
            self.others.push(make(Box::default()));
            self.others.len() - 1
        });
        is(&mut self.others[position]).expect("it was found, or made, just now")
    }

    fn add_named(&mut self, index: usize) {
        if !self.others.iter().any(|other| matches!(other, Other::Named(known) if *known == index)) {
            self.others.push(Other::Named(index));
        }
    }

    /// Adds what was met at the same place meanwhile.
    fn merge(&mut self, met: Types) {
        self.null |= met.null;
        self.int |= met.int;
        self.long |= met.long;
        self.float |= met.float;
        self.double |= met.double;
        for other in met.others {
            match other {
                Other::Primitive(name) => {
                    let known = |other: &Other| matches!(other, Other::Primitive(known) if *known == name);
                    if !self.others.iter().any(known) {
                        self.others.push(other);
                    }
                }
                Other::Named(index) => self.add_named(index),
                Other::Array(items) => self.items().merge(*items),
                Other::Map(values) => self.values().merge(*values),
            }
        }
    }

    fn items(&mut self) -> &mut Types {
        self.of_kind(|other| if let Other::Array(items) = other { Some(items) } else { None }, Other::Array)
    }

    fn values(&mut self) -> &mut Types {
        self.of_kind(|other| if let Other::Map(values) = other { Some(values) } else { None }, Other::Map)
    }

    /// The types of the numbers: as few as lose nothing.
    fn numbers(&self) -> Vec<&'static str> {
        let fractions = self.float || self.double;
        match (self.long, fractions) {
            (true, true) => vec!["long", "double"],
            (true, false) => vec!["long"],
            (false, true) if self.double || self.int => vec!["double"],
            (false, true) => vec!["float"],
            (false, false) if self.int => vec!["int"],
            (false, false) => vec![],
        }
    }
}

fn separate(index: usize, out: &mut String) {
    if index > 0 {
        out.push(',');
    }
}

fn quote(text: &str, out: &mut String) {
    out.push_str(&serde_json::Value::from(text).to_string());
}

#[cold]
fn other_kind(name: &str, found: &str) -> Error {
    Error::new(
        ErrorKind::Mismatch,
        format!("{name} to be the same type everywhere"),
        format!("{found} of that name"),
    )
}
