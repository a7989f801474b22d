//! Checks defaults: a type and a JSON value in, whether and where it does not fit out.
//!
//! "Record fields" in the specification has the table of what fits what; a union takes the first branch that fits.

use std::collections::{HashMap, HashSet};

use super::json::Json;
use super::node::{Field, Node, NodeId, NodeKind, RecordNode};

/// A field of a record, by node and position.
pub(crate) type FieldId = (NodeId, usize);

/// How many fields each default fills in, and how deep.
pub(crate) type Settled = HashMap<FieldId, (u64, u32)>;

/// How many fields a default may fill in with their own defaults, and how deep.
const MAX_FILLED: u64 = 65_536;
const MAX_FILLED_DEPTH: u32 = 128;

/// Why and where a value does not fit.
#[derive(Debug)]
pub(crate) struct Misfit {
    /// The way into the value, innermost step first: positions of items and members.
    pub(crate) way: Vec<usize>,
    /// What would have fitted there.
    pub(crate) expected: Expected,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Expected {
    /// A value of this type.
    Type(NodeId),
    /// A member for this field, which has no default of its own.
    Member(FieldId),
    /// A member that is a field of this record.
    Field(NodeId),
    /// Less work: the value was given up.
    FewerSteps,
}

/// Checks the defaults of one schema.
pub(crate) struct Checker<'a> {
    nodes: &'a [Node],
    /// Whether an object may have members that its record has no fields for.
    extra_members: bool,
    /// What is left of the work that the schema may cause; so hostile unions end in an error instead of hours.
    steps: u64,
    /// Which field's default takes over which other field's default.
    fills: Vec<(FieldId, FieldId)>,
    owner: FieldId,
}

impl<'a> Checker<'a> {
    pub(crate) fn new(nodes: &'a [Node], extra_members: bool, steps: u64) -> Checker<'a> {
        Checker { nodes, extra_members, steps, fills: Vec::new(), owner: (NodeId(0), 0) }
    }

    /// Checks the default of a field; gives the branch that it takes when the field is a union.
    pub(crate) fn check_field(
        &mut self,
        owner: FieldId,
        ty: NodeId,
        value: &Json,
    ) -> Result<Option<usize>, Misfit> {
        self.owner = owner;
        match &self.nodes[ty.0 as usize].kind {
            NodeKind::Union(branches) => self.check_union(ty, branches, value).map(Some),
            _ => self.check(ty, value).map(|()| None),
        }
    }

    /// Checks that no default contains itself, or grows beyond reason, by the defaults that it takes over; call it
    /// last. Gives the field that does; else enters all of them in what is settled, where those of earlier texts are.
    pub(crate) fn check_fills(&self, settled: &mut Settled) -> Result<(), FieldId> {
        let mut fills: HashMap<FieldId, Vec<FieldId>> = HashMap::new();
        for (owner, filled) in &self.fills {
            fills.entry(*owner).or_default().push(*filled);
        }
        // The fields that the walk is inside of.
        let mut open = HashSet::new();
        for start in fills.keys() {
            let mut walk = vec![(*start, 0)];
            while let Some((field, next)) = walk.pop() {
                if settled.contains_key(&field) {
                    continue;
                }
                open.insert(field);
                let filled = fills.get(&field).map_or(&[][..], Vec::as_slice);
                if let Some(child) = filled.get(next) {
                    walk.push((field, next + 1));
                    if open.contains(child) {
                        return Err(field);
                    }
                    walk.push((*child, 0));
                    continue;
                }
                let (mut fields, mut depth) = (1u64, 0);
                for child in filled {
                    let (child_fields, child_depth) = settled[child];
                    fields = fields.saturating_add(child_fields);
                    depth = depth.max(child_depth);
                }
                if fields > MAX_FILLED || depth >= MAX_FILLED_DEPTH {
                    return Err(field);
                }
                open.remove(&field);
                settled.insert(field, (fields, depth + 1));
            }
        }
        Ok(())
    }

    pub(crate) fn node(&self, id: NodeId) -> &'a Node {
        &self.nodes[id.0 as usize]
    }

    /// How much work may still be caused.
    pub(crate) fn steps(&self) -> u64 {
        self.steps
    }

    fn check(&mut self, ty: NodeId, value: &Json) -> Result<(), Misfit> {
        self.spend(1)?;
        let nodes = self.nodes;
        let fits = match (&nodes[ty.0 as usize].kind, value) {
            (NodeKind::Null, Json::Null)
            | (NodeKind::Boolean, Json::Bool(_))
            | (NodeKind::String, Json::String(_)) => true,
            (NodeKind::Int, Json::Number(number)) => {
                number.as_i64().is_some_and(|value| i32::try_from(value).is_ok())
            }
            (NodeKind::Long, Json::Number(number)) => number.as_i64().is_some(),
            (NodeKind::Float | NodeKind::Double, Json::Number(number)) => number.as_f64().is_finite(),
            (NodeKind::Float | NodeKind::Double, Json::String(text)) => {
                matches!(&**text, "NaN" | "Infinity" | "-Infinity")
            }
            (NodeKind::Bytes, Json::String(text)) => is_latin1(text),
            (NodeKind::Fixed(fixed), Json::String(text)) => {
                is_latin1(text) && text.chars().count() == fixed.shape.size
            }
            (NodeKind::Enum(node), Json::String(text)) => {
                self.spend(node.shape.symbols.len() as u64 / 16)?;
                node.shape.symbols.contains(text)
            }
            (NodeKind::Array(item), Json::Array(values)) => {
                for (index, value) in values.iter().enumerate() {
                    self.check(*item, value).map_err(|misfit| misfit.inside(index))?;
                }
                true
            }
            (NodeKind::Map(item), Json::Object(members)) => {
                for (index, (_, value)) in members.iter().enumerate() {
                    self.check(*item, value).map_err(|misfit| misfit.inside(index))?;
                }
                true
            }
            (NodeKind::Record(record), Json::Object(members)) => {
                self.check_record(ty, record, members)?;
                true
            }
            (NodeKind::Union(branches), _) => {
                self.check_union(ty, branches, value)?;
                true
            }
            _ => false,
        };
        if fits { Ok(()) } else { Err(Misfit::new(Expected::Type(ty))) }
    }

    fn check_record(
        &mut self,
        ty: NodeId,
        record: &RecordNode,
        members: &[(Box<str>, Json)],
    ) -> Result<(), Misfit> {
        self.spend((record.fields.len() + members.len()) as u64)?;
        let find = finder(&record.fields, members);
        let mut found = 0;
        for (position, field) in record.fields.iter().enumerate() {
            match find(&field.name) {
                Some(index) => {
                    found += 1;
                    self.check(field.ty, &members[index].1).map_err(|misfit| misfit.inside(index))?;
                }
                None if field.default.is_some() => self.fills.push((self.owner, (ty, position))),
                None => return Err(Misfit::new(Expected::Member((ty, position)))),
            }
        }
        if found < members.len() && !self.extra_members {
            let is_field = |key: &str| record.fields.iter().any(|field| *field.name == *key);
            let index = members.iter().position(|(key, _)| !is_field(key)).unwrap_or(0);
            return Err(Misfit::new(Expected::Field(ty)).inside(index));
        }
        Ok(())
    }

    fn check_union(&mut self, ty: NodeId, branches: &[NodeId], value: &Json) -> Result<usize, Misfit> {
        let fills = self.fills.len();
        let mut closest = Misfit::new(Expected::Type(ty));
        for (position, branch) in branches.iter().enumerate() {
            match self.check(*branch, value) {
                Ok(()) => return Ok(position),
                Err(misfit) if matches!(misfit.expected, Expected::FewerSteps) => return Err(misfit),
                // Where the value went furthest says most about what was meant.
                Err(misfit) if misfit.way.len() > closest.way.len() => closest = misfit,
                Err(_) => {}
            }
            self.fills.truncate(fills);
        }
        Err(closest)
    }

    fn spend(&mut self, steps: u64) -> Result<(), Misfit> {
        match self.steps.checked_sub(steps) {
            Some(left) => {
                self.steps = left;
                Ok(())
            }
            None => Err(Misfit::new(Expected::FewerSteps)),
        }
    }
}

impl Misfit {
    fn new(expected: Expected) -> Misfit {
        Misfit { way: Vec::new(), expected }
    }

    fn inside(mut self, index: usize) -> Misfit {
        self.way.push(index);
        self
    }
}

impl Expected {
    /// The expectation in words.
    pub(crate) fn describe(self, nodes: &[Node]) -> String {
        let node = |id: NodeId| &nodes[id.0 as usize];
        let record = |id: NodeId| match &node(id).kind {
            NodeKind::Record(record) => record,
            _ => unreachable!("only records have fields"),
        };
        match self {
            Expected::Type(ty) => describe_type(&node(ty).kind, nodes),
            Expected::Member((ty, position)) => {
                let record = record(ty);
                format!(
                    "a member `{}` (a field of {} without a default)",
                    record.fields[position].name,
                    record.name.full()
                )
            }
            Expected::Field(ty) => format!("only fields of {}", record(ty).name.full()),
            Expected::FewerSteps => {
                "a default that is checked in a number of steps like the text's length".into()
            }
        }
    }
}

fn describe_type(kind: &NodeKind, nodes: &[Node]) -> String {
    match kind {
        NodeKind::Null => "null".into(),
        NodeKind::Boolean => "true or false".into(),
        NodeKind::Int => "an integer of 32 bits (int)".into(),
        NodeKind::Long => "an integer of 64 bits (long)".into(),
        NodeKind::Float => "a number (float)".into(),
        NodeKind::Double => "a number (double)".into(),
        NodeKind::Bytes => "a string of characters up to U+00FF (bytes)".into(),
        NodeKind::String => "a string".into(),
        NodeKind::Array(_) => "an array".into(),
        NodeKind::Map(_) => "an object (map)".into(),
        NodeKind::Record(record) => format!("an object (record {})", record.name.full()),
        NodeKind::Enum(node) => format!("a symbol of {}", node.shape.name.full()),
        NodeKind::Fixed(fixed) => {
            let shape = &fixed.shape;
            format!("a string of {} characters up to U+00FF (fixed {})", shape.size, shape.name.full())
        }
        NodeKind::Union(branches) => {
            let mut text = String::from("a value of one of the branches");
            for (index, branch) in branches.iter().take(8).enumerate() {
                text.push_str(if index == 0 { " " } else { ", " });
                text.push_str(nodes[branch.0 as usize].branch_name());
            }
            if branches.len() > 8 {
                text.push_str(", …");
            }
            text
        }
    }
}

/// How to find the member for a field: by looking, or in a map when there are many of both.
fn finder<'a>(fields: &[Field], members: &'a [(Box<str>, Json)]) -> impl Fn(&str) -> Option<usize> + use<'a> {
    let map: Option<HashMap<&str, usize>> = (fields.len().saturating_mul(members.len()) > 256)
        .then(|| members.iter().enumerate().map(|(index, (key, _))| (&**key, index)).collect());
    move |name| match &map {
        Some(map) => map.get(name).copied(),
        None => members.iter().position(|(key, _)| **key == *name),
    }
}

fn is_latin1(text: &str) -> bool {
    text.chars().all(|c| u32::from(c) <= 0xff)
}
