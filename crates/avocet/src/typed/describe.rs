//! Types in, the text of their schema out. The text is then parsed like any other, which checks it.

use std::any::TypeId;
use std::collections::HashMap;

use super::adapter::{Adapter, EncodeAs};
use super::output::Output;
use super::shape::Shape;
use super::traits::{Avro, Record};
use super::{cache, default};
use crate::limits::Limits;
use crate::schema::json::emit::push_quoted;

/// Writes the text of a schema.
#[doc(hidden)]
#[derive(Debug)]
pub struct Builder {
    text: String,
    /// Whether defaults are written: to make them, the schema without them is needed.
    defaults: bool,
    /// What each fullname was given to.
    named: HashMap<String, Owner>,
    namespace: String,
    /// The name that an attribute gives to the next fixed.
    fixed_name: Option<&'static str>,
    /// Whether the next field or item needs a comma in front.
    more: bool,
}

/// The Rust type of a name, what to call it in messages, and the size of a fixed.
#[derive(Clone, Debug, PartialEq)]
struct Owner {
    id: TypeId,
    rust: String,
    size: usize,
}

impl Owner {
    fn of<T: ?Sized>() -> Self {
        Owner { id: typeid::of::<T>(), rust: std::any::type_name::<T>().to_owned(), size: 0 }
    }
}

/// What a named type says of itself.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Named<'a> {
    /// The name without a namespace.
    pub name: &'a str,
    /// The namespace; that of the surrounding type unless given.
    pub namespace: Option<&'a str>,
    /// The documentation.
    pub doc: Option<&'a str>,
    /// Other names.
    pub aliases: &'a [&'a str],
}

/// What a field says of itself.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct FieldText<'a> {
    /// The name.
    pub name: &'a str,
    /// The documentation.
    pub doc: Option<&'a str>,
    /// Other names.
    pub aliases: &'a [&'a str],
    /// The name that the field gives to the fixed in it.
    pub fixed_name: Option<&'static str>,
}

impl Builder {
    /// The text of the schema that `describe` writes.
    pub(crate) fn text(describe: impl FnOnce(&mut Builder), defaults: bool) -> String {
        let mut builder = Builder {
            text: String::new(),
            defaults,
            named: HashMap::new(),
            namespace: String::new(),
            fixed_name: None,
            more: false,
        };
        describe(&mut builder);
        builder.text
    }

    /// A type that its name says all about.
    pub fn primitive(&mut self, name: &str) {
        push_quoted(&mut self.text, name);
    }

    /// A primitive type with a logical type and its parameters.
    pub fn logical(&mut self, name: &str, logical: &str, parameters: &[(&str, u32)]) {
        self.text.push_str("{\"type\":");
        push_quoted(&mut self.text, name);
        self.logical_type(logical, parameters);
        self.text.push('}');
    }

    fn logical_type(&mut self, logical: &str, parameters: &[(&str, u32)]) {
        self.key("logicalType");
        push_quoted(&mut self.text, logical);
        for (key, value) in parameters {
            self.key(key);
            self.text.push_str(&value.to_string());
        }
    }

    /// An array of what `items` writes.
    pub fn array(&mut self, items: impl FnOnce(&mut Builder)) {
        self.text.push_str("{\"type\":\"array\",\"items\":");
        items(self);
        self.text.push('}');
    }

    /// A map of what `values` writes.
    pub fn map(&mut self, values: impl FnOnce(&mut Builder)) {
        self.text.push_str("{\"type\":\"map\",\"values\":");
        values(self);
        self.text.push('}');
    }

    /// A union of what each of `branches` writes.
    pub fn union(&mut self, branches: &[fn(&mut Builder)]) {
        for (index, branch) in branches.iter().enumerate() {
            self.text.push(if index == 0 { '[' } else { ',' });
            branch(self);
        }
        self.text.push(']');
    }

    /// A fixed of `size` bytes, called `name` unless an attribute of the field says otherwise.
    pub fn fixed(&mut self, name: &str, size: usize, logical: Option<&str>, parameters: &[(&str, u32)]) {
        // Fixed types of one name and size are the same type, whichever Rust types they are of.
        let owner = Owner { rust: format!("a fixed of {size} bytes"), size, ..Owner::of::<[u8]>() };
        let name = self.fixed_name.take().unwrap_or(name);
        let named = Named { name, namespace: None, doc: None, aliases: &[] };
        self.named(&named, "fixed", owner, |builder| {
            builder.key("size");
            builder.text.push_str(&size.to_string());
            if let Some(logical) = logical {
                builder.logical_type(logical, parameters);
            }
        });
    }

    /// What `describe` writes; if that is a fixed, it is called `name`.
    pub fn name_fixed(&mut self, name: &'static str, describe: impl FnOnce(&mut Builder)) {
        self.fixed_name.get_or_insert(name);
        describe(self);
        self.fixed_name = None;
    }

    /// The enum `T` of these symbols.
    pub fn symbols<T: ?Sized>(&mut self, named: &Named<'_>, symbols: &[&str], default: Option<&str>) {
        self.named(named, "enum", Owner::of::<T>(), |builder| {
            builder.key("symbols");
            builder.strings(symbols);
            if let Some(default) = default {
                builder.key("default");
                push_quoted(&mut builder.text, default);
            }
        });
    }

    /// The record `T` of the fields that `fields` writes.
    pub fn record<T: ?Sized>(&mut self, named: &Named<'_>, fields: impl FnOnce(&mut Builder)) {
        self.named(named, "record", Owner::of::<T>(), |builder| {
            builder.text.push_str(",\"fields\":[");
            builder.more = false;
            fields(builder);
            builder.text.push(']');
        });
    }

    /// A field of the record that is being written.
    pub fn field<A: Adapter<T>, T>(&mut self, field: &FieldText<'_>) {
        self.begin_field::<A, T>(field);
        if self.defaults && is_option::<A, T>() {
            self.text.push_str(",\"default\":null");
        }
        self.text.push('}');
    }

    /// A field with a default.
    ///
    /// # Panics
    ///
    /// If the default cannot be written.
    pub fn field_or<A: EncodeAs<T>, T>(&mut self, field: &FieldText<'_>, value: &T) {
        self.begin_field::<A, T>(field);
        if self.defaults {
            let limits = Limits::default();
            let mut output = Output::new(Vec::new(), &limits);
            let json = A::encode(value, &mut output).and_then(|()| {
                // The names inside do not matter, so the field's type may stand by itself.
                let schema = cache::parse(&Builder::text(A::describe, false), field.name);
                default::json(&schema, &output.bytes)
            });
            match json {
                Ok(json) => {
                    self.key("default");
                    self.text.push_str(&json);
                }
                Err(error) => panic!("the default of the field `{}` cannot be written: {error}", field.name),
            }
        }
        self.text.push('}');
    }

    /// The fields of another record, in the place of a field.
    pub fn flatten<R: Record>(&mut self) {
        R::describe_fields(self);
    }

    fn begin_field<A: Adapter<T>, T>(&mut self, field: &FieldText<'_>) {
        if self.more {
            self.text.push(',');
        }
        self.text.push_str("{\"name\":");
        push_quoted(&mut self.text, field.name);
        self.doc_and_aliases(field.doc, field.aliases);
        self.key("type");
        self.fixed_name = field.fixed_name;
        A::describe(self);
        self.fixed_name = None;
        self.more = true;
    }

    /// Defines a type where it is first met, and names it from then on.
    fn named(&mut self, named: &Named<'_>, keyword: &str, owner: Owner, body: impl FnOnce(&mut Builder)) {
        let namespace = named.namespace.unwrap_or(&self.namespace).to_owned();
        let full =
            if namespace.is_empty() { named.name.to_owned() } else { format!("{namespace}.{}", named.name) };
        if let Some(known) = self.named.get(&full) {
            assert!(
                *known == owner,
                "`{}` and `{}` are both called {full} in one schema: rename one of them",
                known.rust,
                owner.rust
            );
            return push_quoted(&mut self.text, &full);
        }
        self.named.insert(full, owner);
        self.text.push_str("{\"type\":");
        push_quoted(&mut self.text, keyword);
        self.key("name");
        push_quoted(&mut self.text, named.name);
        if namespace != self.namespace {
            self.key("namespace");
            push_quoted(&mut self.text, &namespace);
        }
        self.doc_and_aliases(named.doc, named.aliases);
        let outer = std::mem::replace(&mut self.namespace, namespace);
        let fixed_name = self.fixed_name.take();
        body(self);
        self.fixed_name = fixed_name;
        self.namespace = outer;
        self.text.push('}');
    }

    fn doc_and_aliases(&mut self, doc: Option<&str>, aliases: &[&str]) {
        if let Some(doc) = doc {
            self.key("doc");
            push_quoted(&mut self.text, doc);
        }
        if !aliases.is_empty() {
            self.key("aliases");
            self.strings(aliases);
        }
    }

    fn key(&mut self, key: &str) {
        self.text.push(',');
        push_quoted(&mut self.text, key);
        self.text.push(':');
    }

    fn strings(&mut self, texts: &[&str]) {
        for (index, text) in texts.iter().enumerate() {
            self.text.push(if index == 0 { '[' } else { ',' });
            push_quoted(&mut self.text, text);
        }
        self.text.push_str(if texts.is_empty() { "[]" } else { "]" });
    }
}

/// Whether a type is a union that begins with null, and so has null as its natural default.
fn is_option<A: Adapter<T>, T>() -> bool {
    let Shape { optional, .. } = A::SHAPE;
    optional
}

/// The schema of a type as text.
pub(crate) fn describe<T: Avro + ?Sized>() -> String {
    Builder::text(T::describe, true)
}
