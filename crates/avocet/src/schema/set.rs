//! Sets of texts that refer to each other: texts in any order in, their schemas out.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use super::Schema;
use super::draft::{Draft, primitive_kind};
use super::json::tape::{Kind, Place, Tape};
use super::name::Name;
use super::node::Arena;
use super::parse;
use super::parser::Parser;
use crate::error::{Error, ErrorKind, Result, SchemaFault};

impl Parser {
    /// Parses texts that may refer to each other's types, whatever their order; gives their schemas in that order.
    ///
    /// Each text comes with a name, such as the one of its file, which begins the path of an error in it. No two
    /// texts may each need the other one.
    ///
    /// ```
    /// use avocet::schema::Parser;
    ///
    /// let schemas = Parser::new().parse_set(&[
    ///     ("point.avsc", r#"{"type": "record", "name": "Point", "fields": [{"name": "unit", "type": "Unit"}]}"#),
    ///     ("unit.avsc", r#"{"type": "enum", "name": "Unit", "symbols": ["M", "FT"]}"#),
    /// ])?;
    /// assert_eq!(schemas[0].root().fullname(), Some("Point"));
    /// # Ok::<(), avocet::Error>(())
    /// ```
    pub fn parse_set<N: AsRef<str>, T: AsRef<str>>(&self, texts: &[(N, T)]) -> Result<Vec<Schema>> {
        let name = |index: usize| texts[index].0.as_ref();
        let inside = |index: usize, error: Error| error.in_root(&format!("{}: ", name(index)));
        let mut tapes = Vec::with_capacity(texts.len());
        for (index, (_, text)) in texts.iter().enumerate() {
            tapes.push(self.read(text.as_ref()).map_err(|error| inside(index, error))?);
        }
        let order = order(&tapes, &name)?;
        let mut draft = Draft::new(self.known());
        let mut roots = vec![None; texts.len()];
        for index in order {
            let root = parse::parse(&tapes[index], self.rules(), &mut draft, None);
            roots[index] = Some(root.map_err(|error| inside(index, error))?);
        }
        let arena = Arc::new(Arena { nodes: draft.nodes.into() });
        Ok(roots.into_iter().flatten().map(|root| Schema::new(arena.clone(), root)).collect())
    }

    /// Reads and parses files that may refer to each other's types, as [`parse_set`](Parser::parse_set) does.
    pub fn parse_files<P: AsRef<Path>>(&self, paths: &[P]) -> Result<Vec<Schema>> {
        let read = |path: &P| {
            let path = path.as_ref();
            let name = path.display().to_string();
            match fs::read_to_string(path) {
                Ok(text) => Ok((name, text)),
                Err(error) => Err(Error::io("a file that can be read as text", error).in_root(&name)),
            }
        };
        self.parse_set(&paths.iter().map(read).collect::<Result<Vec<_>>>()?)
    }
}

/// The order in which every text comes after those it needs.
fn order<'n>(tapes: &[Tape<'_>], name: &impl Fn(usize) -> &'n str) -> Result<Vec<usize>> {
    let scans: Vec<Scan> = tapes.iter().map(Scan::of).collect();
    let mut owners: HashMap<&Name, usize> = HashMap::new();
    for (index, scan) in scans.iter().enumerate() {
        for defined in &scan.defined {
            owners.entry(defined).or_insert(index);
        }
    }
    // The texts that each text needs, with the name that it needs them for.
    let needs: Vec<Vec<(usize, &Name)>> = scans
        .iter()
        .map(|scan| {
            let owner = |(own, global): &'_ (Name, Name)| {
                owners
                    .get_key_value(own)
                    .or_else(|| owners.get_key_value(global))
                    .map(|(name, at)| (*at, *name))
            };
            scan.referred.iter().filter_map(owner).collect()
        })
        .collect();

    let mut order = Vec::with_capacity(tapes.len());
    let mut done = vec![false; tapes.len()];
    for start in 0..tapes.len() {
        // The chain of texts that wait for each other, each with the position of the need that it waits for.
        let mut chain = vec![(start, 0)];
        while let Some((index, position)) = chain.pop() {
            if done[index] {
                continue;
            }
            let Some((needed, _)) = needs[index].get(position).copied() else {
                done[index] = true;
                order.push(index);
                continue;
            };
            chain.push((index, position + 1));
            if needed == index || done[needed] {
                continue;
            }
            if let Some(first) = chain.iter().position(|(waiting, _)| *waiting == needed) {
                let mut found = format!("the cycle {}", name(needed));
                for (waiting, next) in &chain[first..] {
                    let (needed, reference) = needs[*waiting][next - 1];
                    let _ = write!(found, " -> {} (for `{}`)", name(needed), reference.full());
                }
                let fault = ErrorKind::Schema(SchemaFault::Cycle);
                return Err(Error::new(fault, "texts that can be parsed one after the other", found));
            }
            chain.push((needed, 0));
        }
    }
    Ok(order)
}

/// The names that a text defines and those that it refers to: inside its namespace, and in the null namespace.
#[derive(Default)]
struct Scan {
    defined: Vec<Name>,
    referred: Vec<(Name, Name)>,
}

impl Scan {
    /// Looks through a text that may be no schema at all; parsing will tell.
    fn of(tape: &Tape<'_>) -> Scan {
        let mut scan = Scan::default();
        scan.schema(tape.root(), "");
        scan
    }

    fn schema(&mut self, place: Place<'_>, namespace: &str) {
        match place.kind() {
            Kind::Plain | Kind::Escaped => self.reference(&place.key(), namespace),
            Kind::Array => place.items().for_each(|branch| self.schema(branch, namespace)),
            Kind::Object => self.object(place, namespace),
            _ => {}
        }
    }

    fn object(&mut self, place: Place<'_>, namespace: &str) {
        let attribute =
            |name: &str| place.members().find(|(key, _)| key.key() == name).map(|(_, value)| value);
        let Some(ty) = attribute("type") else { return };
        let Some(keyword) = ty.as_str() else { return self.schema(ty, namespace) };
        match &*keyword {
            "record" | "error" | "enum" | "fixed" => {
                let text = |name: &str| attribute(name).and_then(Place::as_str);
                let Some(name) = text("name") else { return };
                let own = text("namespace");
                let name = Name::resolve(&name, own.as_deref().unwrap_or(namespace));
                self.defined.push(name.clone());
                for field in attribute("fields").into_iter().flat_map(Place::items) {
                    if let Some((_, ty)) = field.members().find(|(key, _)| key.key() == "type") {
                        self.schema(ty, name.namespace());
                    }
                }
            }
            "array" => attribute("items").into_iter().for_each(|items| self.schema(items, namespace)),
            "map" => attribute("values").into_iter().for_each(|values| self.schema(values, namespace)),
            name => self.reference(name, namespace),
        }
    }

    fn reference(&mut self, name: &str, namespace: &str) {
        if primitive_kind(name).is_none() {
            self.referred.push((Name::resolve(name, namespace), Name::resolve(name, "")));
        }
    }
}
