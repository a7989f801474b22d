//! The attributes of types and fields: objects of a tape in, checked texts out.

use std::borrow::Cow;
use std::collections::HashSet;

use super::{Rest, Rules};
use crate::error::{Error, Result, SchemaFault};
use crate::schema::json::tape::{Kind, Place, shorten};
use crate::schema::node::Order;

/// What all named types have.
#[derive(Default)]
pub(super) struct Head<'a> {
    pub(super) name: Option<Place<'a>>,
    pub(super) namespace: Option<Place<'a>>,
    pub(super) aliases: Option<Place<'a>>,
    pub(super) doc: Option<Box<str>>,
}

impl<'a> Head<'a> {
    pub(super) fn attribute(
        &mut self,
        key: Place<'a>,
        value: Place<'a>,
        rules: Rules,
        rest: &mut Rest,
    ) -> Result<()> {
        match &*key.key() {
            "type" => {}
            "name" => self.name = Some(value),
            "namespace" => self.namespace = Some(value),
            "aliases" => self.aliases = Some(value),
            "doc" => self.doc = optional_text(value, rules)?,
            key => rest.push((key.into(), value.to_json())),
        }
        Ok(())
    }
}

/// Names that must differ: looked through while they are few, hashed when they are many.
#[derive(Default)]
pub(super) struct Distinct<'a> {
    few: Vec<Cow<'a, str>>,
    many: HashSet<Cow<'a, str>>,
}

impl<'a> Distinct<'a> {
    /// Whether the name is new.
    pub(super) fn insert(&mut self, name: Cow<'a, str>) -> bool {
        if self.few.len() < 16 {
            let is_new = !self.few.contains(&name);
            self.few.push(name);
            return is_new;
        }
        if self.many.is_empty() {
            self.many.extend(self.few.iter().cloned());
        }
        self.many.insert(name)
    }
}

/// The attributes of an object but for some.
pub(super) fn rest_of(place: Place<'_>, known: &[&str]) -> Rest {
    let mut rest = Rest::new();
    for (key, value) in place.members() {
        let name = key.key();
        if !known.contains(&&*name) {
            rest.push((name.into(), value.to_json()));
        }
    }
    rest
}

pub(super) fn text(place: Place<'_>) -> Result<Cow<'_, str>> {
    place.as_str().ok_or_else(|| place.error(SchemaFault::InvalidAttribute, "a string", place.describe()))
}

pub(super) fn optional_text(place: Place<'_>, rules: Rules) -> Result<Option<Box<str>>> {
    if rules.permissive_names && place.kind() == Kind::Null {
        return Ok(None);
    }
    text(place).map(|text| Some(text.into()))
}

/// The items of an array of strings.
pub(super) fn texts(place: Place<'_>) -> Result<impl Iterator<Item = Result<(Place<'_>, Cow<'_, str>)>>> {
    if place.kind() != Kind::Array {
        return Err(place.error(SchemaFault::InvalidAttribute, "an array of strings", place.describe()));
    }
    Ok(place.items().map(|item| Ok((item, text(item)?))))
}

pub(super) fn order_of(place: Place<'_>) -> Result<Order> {
    match place.as_str().as_deref() {
        Some("ascending") => Ok(Order::Ascending),
        Some("descending") => Ok(Order::Descending),
        Some("ignore") => Ok(Order::Ignore),
        _ => Err(place.error(
            SchemaFault::InvalidAttribute,
            "\"ascending\", \"descending\" or \"ignore\"",
            place.describe(),
        )),
    }
}

pub(super) fn missing(place: Place<'_>, attribute: &str, of: &str) -> Error {
    place.error(SchemaFault::MissingAttribute, format!("`{attribute}` in {}", with_article(of)), "none")
}

pub(super) fn with_article(noun: &str) -> String {
    match noun.as_bytes().first() {
        _ if noun.starts_with("a ") => noun.into(),
        Some(b'a' | b'e' | b'i' | b'o' | b'u') => format!("an {noun}"),
        _ => format!("a {noun}"),
    }
}

pub(super) fn invalid_name(place: Place<'_>, of: &str, name: &str) -> Error {
    place.error(
        SchemaFault::InvalidName,
        format!("the name of {of}: an ASCII letter or `_`, then letters, digits and `_`"),
        format!("\"{}\"", shorten(name)),
    )
}
