//! Builds schemas in code: types and attributes in, a schema out.
//!
//! Nothing is checked while building; [`Type::build`] has the parser check it all, so that code and text have the
//! same rules. A type that is defined once is referred to by its name, [`reference()`], also from inside of itself.
//!
//! ```
//! use avocet::schema::build::{self, Field, Type};
//! use avocet::schema::LogicalType;
//!
//! let order = build::record("com.acme.Order")
//!     .doc("What somebody bought")
//!     .field(Field::new("id", build::long()))
//!     .field(Field::new("placed", build::long().logical(LogicalType::TimestampMillis)))
//!     .field(Field::new("note", build::optional(build::string())).default(()))
//!     .field(Field::new("parent", build::optional(build::reference("Order"))).default(()))
//!     .build()?;
//! assert_eq!(order.root().fullname(), Some("com.acme.Order"));
//!
//! // A schema that exists is a type like others.
//! let orders = build::array(&order).build()?;
//! # assert_eq!(orders.root().branch_name(), "array");
//! # Ok::<(), avocet::Error>(())
//! ```

use super::json::Json;
use super::json::emit::Emitter;
use super::logical::LogicalType;
use super::node::Order;
use super::parser::Parser;
use super::{LintKind, Schema};
use crate::error::{Error, ErrorKind, Result, SchemaFault};

/// How deep types may be built inside each other.
const MAX_DEPTH: u32 = 300;

/// A type that is being built.
#[derive(Clone, Debug)]
pub struct Type {
    body: Body,
    /// Schemas whose named types this one refers to.
    known: Vec<Schema>,
    depth: u32,
}

#[derive(Clone, Debug)]
enum Body {
    /// A name: a primitive type, or a reference.
    Name(Box<str>),
    Object(Vec<(Box<str>, Json)>),
    Union(Vec<Json>),
    /// What cannot become a schema, with the reason: what was expected and what was there.
    Broken(&'static str, &'static str),
}

/// A field of a record that is being built.
#[derive(Clone, Debug)]
pub struct Field {
    ty: Type,
    name: Box<str>,
    aliases: Vec<Json>,
    rest: Vec<(Box<str>, Json)>,
}

/// `null`
pub fn null() -> Type {
    reference("null")
}

/// `boolean`
pub fn boolean() -> Type {
    reference("boolean")
}

/// `int`
pub fn int() -> Type {
    reference("int")
}

/// `long`
pub fn long() -> Type {
    reference("long")
}

/// `float`
pub fn float() -> Type {
    reference("float")
}

/// `double`
pub fn double() -> Type {
    reference("double")
}

/// `bytes`
pub fn bytes() -> Type {
    reference("bytes")
}

/// `string`
pub fn string() -> Type {
    reference("string")
}

/// A type by its name: one that is defined before this place, or around it.
pub fn reference(name: &str) -> Type {
    Type { body: Body::Name(name.into()), known: Vec::new(), depth: 0 }
}

/// An array of items.
pub fn array(items: impl Into<Type>) -> Type {
    Type::object("array").containing("items", items.into())
}

/// A map to values.
pub fn map(values: impl Into<Type>) -> Type {
    Type::object("map").containing("values", values.into())
}

/// A union of branches.
pub fn union<T: Into<Type>>(branches: impl IntoIterator<Item = T>) -> Type {
    let mut union = Type { body: Body::Union(Vec::new()), known: Vec::new(), depth: 0 };
    for branch in branches {
        let branch = union.absorb(branch.into());
        if let Body::Union(branches) = &mut union.body {
            branches.push(branch);
        }
    }
    union
}

/// A union of null and a type.
pub fn optional(ty: impl Into<Type>) -> Type {
    union([null(), ty.into()])
}

/// A record, by its name with or without a namespace; fields follow.
pub fn record(name: &str) -> Type {
    Type::object("record").with("name", name.into()).with("fields", Json::Array(Vec::new()))
}

/// An error of a protocol, which is like a record.
pub fn error(name: &str) -> Type {
    Type::object("error").with("name", name.into()).with("fields", Json::Array(Vec::new()))
}

/// An enum, by its name with or without a namespace, and its symbols.
pub fn enumeration<'s>(name: &str, symbols: impl IntoIterator<Item = &'s str>) -> Type {
    let symbols = symbols.into_iter().map(Json::from).collect();
    Type::object("enum").with("name", name.into()).with("symbols", Json::Array(symbols))
}

/// A fixed, by its name with or without a namespace, and its size in bytes.
pub fn fixed(name: &str, size: u32) -> Type {
    Type::object("fixed").with("name", name.into()).with("size", i64::from(size).into())
}

impl Type {
    /// Has the parser check the type and all that it contains.
    ///
    /// The error is the one that the parser would give for the same schema as text; it has a path, but no line.
    pub fn build(self) -> Result<Schema> {
        self.build_with(&Parser::new())
    }

    /// [`build`](Type::build) by the rules of a parser, with the types that it knows.
    pub fn build_with(mut self, parser: &Parser) -> Result<Schema> {
        let mut parser = parser.clone();
        for schema in std::mem::take(&mut self.known) {
            parser.add(&schema)?;
        }
        if let Body::Broken(expected, found) = self.body {
            return Err(
                Error::new(ErrorKind::Schema(SchemaFault::InvalidAttribute), expected, found).in_root("$")
            );
        }
        let mut emitter = Emitter::compact();
        emitter.json(&self.into_json());
        let (schema, lints) = parser.lint(&emitter.finish()).map_err(Error::without_position)?;
        match lints.into_iter().find(|lint| lint.kind() == LintKind::LogicalType) {
            None => Ok(schema),
            Some(lint) => {
                let fault = ErrorKind::Schema(SchemaFault::InvalidAttribute);
                let found = lint.message().to_string();
                Err(Error::new(fault, "a logical type that is possible here", found).in_root(lint.path()))
            }
        }
    }

    /// Adds a field to a record.
    #[must_use]
    pub fn field(mut self, field: Field) -> Type {
        let Field { ty, name, aliases, rest } = field;
        let ty = self.absorb(ty);
        let mut members = vec![("name".into(), Json::String(name)), ("type".into(), ty)];
        members.extend(rest);
        if !aliases.is_empty() {
            members.push(("aliases".into(), Json::Array(aliases)));
        }
        self.push_to("fields", Json::Object(members), "a record for the field", "another type")
    }

    /// Documents a named type.
    #[must_use]
    pub fn doc(self, doc: &str) -> Type {
        self.property("doc", doc)
    }

    /// Sets the namespace of a named type whose name has none.
    #[must_use]
    pub fn namespace(self, namespace: &str) -> Type {
        self.property("namespace", namespace)
    }

    /// Adds another name for a named type, used when a writer's schema is matched with this one.
    #[must_use]
    pub fn alias(mut self, alias: &str) -> Type {
        if let Body::Object(members) = &mut self.body
            && !members.iter().any(|(key, _)| **key == *"aliases")
        {
            members.push(("aliases".into(), Json::Array(Vec::new())));
        }
        self.push_to("aliases", alias.into(), "a named type for the alias", "another type")
    }

    /// Sets the symbol of an enum that stands for unknown ones.
    #[must_use]
    pub fn default_symbol(self, symbol: &str) -> Type {
        self.property("default", symbol)
    }

    /// Says what the values stand for; [`build`](Type::build) fails when that is not possible.
    #[must_use]
    pub fn logical(self, logical: LogicalType) -> Type {
        let ty = self.property("logicalType", logical.name());
        match logical {
            LogicalType::Decimal { precision, scale } => {
                ty.property("precision", i64::from(precision)).property("scale", i64::from(scale))
            }
            _ => ty,
        }
    }

    /// Adds any attribute; not for unions and references, which have none.
    #[must_use]
    pub fn property(mut self, key: &str, value: impl Into<Json>) -> Type {
        self.body = match self.body {
            Body::Name(name) => {
                Body::Object(vec![("type".into(), Json::String(name)), (key.into(), value.into())])
            }
            Body::Object(mut members) => {
                members.push((key.into(), value.into()));
                Body::Object(members)
            }
            Body::Union(_) => Body::Broken("attributes on the branches", "one on a union"),
            broken @ Body::Broken(..) => broken,
        };
        self
    }

    fn object(keyword: &str) -> Type {
        Type { body: Body::Object(vec![("type".into(), keyword.into())]), known: Vec::new(), depth: 0 }
    }

    fn with(mut self, key: &str, value: Json) -> Type {
        if let Body::Object(members) = &mut self.body {
            members.push((key.into(), value));
        }
        self
    }

    fn containing(mut self, key: &str, inner: Type) -> Type {
        let inner = self.absorb(inner);
        self.with(key, inner)
    }

    /// Takes over what another type needs; gives its JSON.
    fn absorb(&mut self, mut inner: Type) -> Json {
        self.known.append(&mut inner.known);
        self.depth = self.depth.max(inner.depth + 1);
        if self.depth > MAX_DEPTH {
            // Its JSON is dropped here, before it gets so deep that this would take much stack.
            self.body = Body::Broken("types that are less deep inside each other", "300 levels and more");
        }
        if let Body::Broken(expected, found) = inner.body {
            self.body = Body::Broken(expected, found);
            return Json::Null;
        }
        inner.into_json()
    }

    fn push_to(mut self, array: &str, item: Json, expected: &'static str, found: &'static str) -> Type {
        match &mut self.body {
            Body::Broken(..) => {}
            Body::Object(members) => match members.iter_mut().find(|(key, _)| **key == *array) {
                Some((_, Json::Array(items))) => items.push(item),
                _ => self.body = Body::Broken(expected, found),
            },
            _ => self.body = Body::Broken(expected, found),
        }
        self
    }

    fn into_json(self) -> Json {
        match self.body {
            Body::Name(name) => Json::String(name),
            Body::Object(members) => Json::Object(members),
            Body::Union(branches) => Json::Array(branches),
            Body::Broken(..) => Json::Null,
        }
    }
}

/// A schema as a part of another one. Its named types stay what they are, however often it is used.
impl From<&Schema> for Type {
    fn from(schema: &Schema) -> Type {
        // The text leaves its own named types by name, so that only its unnamed outside has to be read again.
        let outside = schema.to_string_without(std::slice::from_ref(schema));
        let body = match super::json::read(&outside) {
            Ok(Json::Array(branches)) => Body::Union(branches),
            Ok(Json::Object(members)) => Body::Object(members),
            Ok(Json::String(name)) => Body::Name(name),
            _ => Body::Broken("a schema that is less deep", "one that cannot be read again"),
        };
        Type { body, known: vec![schema.clone()], depth: 1 }
    }
}

impl Field {
    /// A field with a name and a type.
    pub fn new(name: &str, ty: impl Into<Type>) -> Field {
        Field { ty: ty.into(), name: name.into(), aliases: Vec::new(), rest: Vec::new() }
    }

    /// Sets the default, as JSON: `()` for null; bytes are strings of characters up to U+00FF.
    #[must_use]
    pub fn default(self, default: impl Into<Json>) -> Field {
        self.property("default", default)
    }

    /// Documents the field.
    #[must_use]
    pub fn doc(self, doc: &str) -> Field {
        self.property("doc", doc)
    }

    /// Sets how the field takes part in the order of records.
    #[must_use]
    pub fn order(self, order: Order) -> Field {
        self.property("order", order.name())
    }

    /// Adds another name for the field, used when a writer's schema is matched with this one.
    #[must_use]
    pub fn alias(mut self, alias: &str) -> Field {
        self.aliases.push(alias.into());
        self
    }

    /// Adds any attribute.
    #[must_use]
    pub fn property(mut self, key: &str, value: impl Into<Json>) -> Field {
        self.rest.push((key.into(), value.into()));
        self
    }
}
