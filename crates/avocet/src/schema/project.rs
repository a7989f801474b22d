//! A part of a schema: a schema and paths of fields in, the schema with these fields alone out.

use std::collections::HashSet;
use std::sync::Arc;

use super::Schema;
use super::draft::min_size;
use super::json::Json;
use super::node::{Arena, Node, NodeId, NodeKind, RecordNode};
use super::shape::RecordShape;
use crate::error::{Error, ErrorKind, Result};
use crate::limits::Limits;

impl Schema {
    /// The part of the schema that `paths` lead to: as a reader's schema of data of this one, it skips all else.
    ///
    /// A path names a field and then, behind dots, fields inside it. It goes through arrays, maps and unions without
    /// a step of its own; where a union has several records, all that have the field keep it. What a path ends at is
    /// kept whole. Fields stay in the order of this schema, whatever the order of the paths. A record type that is
    /// used in several places is cut everywhere alike: it keeps what any of the paths wants of it.
    ///
    /// ```
    /// use avocet::Schema;
    ///
    /// let order = Schema::parse(r#"{"type": "record", "name": "Order", "fields": [
    ///     {"name": "id", "type": "long"}, {"name": "note", "type": ["null", "string"]},
    ///     {"name": "lines", "type": {"type": "array", "items": {"type": "record", "name": "Line", "fields": [
    ///         {"name": "sku", "type": "string"}, {"name": "price", "type": "double"}]}}}]}"#)?;
    /// let prices = order.project(&["id", "lines.price"])?;
    /// assert_eq!(prices.to_string(), Schema::parse(r#"{"type": "record", "name": "Order", "fields": [
    ///     {"name": "id", "type": "long"},
    ///     {"name": "lines", "type": {"type": "array", "items": {"type": "record", "name": "Line", "fields": [
    ///         {"name": "price", "type": "double"}]}}}]}"#)?.to_string());
    /// # Ok::<(), avocet::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// `Resolution` for a path that leads nowhere; `Limit` when leaving out fields would bury the definitions of the
    /// other types too deeply inside each other.
    pub fn project(&self, paths: &[impl AsRef<str>]) -> Result<Schema> {
        let arena = self.arena();
        let mut kept = vec![Kept::default(); arena.nodes.len()];
        for path in paths {
            keep(arena, self.node_id(), path.as_ref(), &mut kept)?;
        }
        let mut nodes: Vec<Node> =
            arena.nodes.iter().zip(&kept).map(|(node, kept)| cut(node, kept)).collect();
        drop_defaults(&mut nodes, &kept);
        // Those of the whole schema would be too large where recursion leads back.
        for node in &mut nodes {
            node.min_size = 0;
        }
        for id in parts_first(&nodes, self.node_id())? {
            nodes[id.0 as usize].min_size =
                min_size(&nodes[id.0 as usize].kind, |part| nodes[part.0 as usize].min_size);
        }
        Ok(Schema::new(Arc::new(Arena { nodes: nodes.into() }), self.node_id()))
    }
}

/// What is kept of a record.
#[derive(Clone, Default)]
struct Kept {
    whole: bool,
    fields: HashSet<usize>,
}

/// Keeps what a path leads to.
fn keep(arena: &Arena, root: NodeId, path: &str, kept: &mut [Kept]) -> Result<()> {
    let mut places = vec![root];
    let mut walked = 0;
    for step in path.split('.') {
        let mut next = Vec::new();
        let records = records_at(arena, &places);
        for (id, record) in &records {
            if let Some(position) = record.shape.position(step) {
                kept[id.0 as usize].fields.insert(position);
                next.push(record.fields[position].ty);
            }
        }
        if next.is_empty() {
            let found = format!("{step:?} in the path {path:?}");
            return Err(Error::new(ErrorKind::Resolution, expected(arena, &places, &records), found)
                .in_root(path[..walked].trim_end_matches('.')));
        }
        walked += step.len() + 1;
        places = next;
    }
    let mut whole = HashSet::new();
    while let Some(id) = places.pop() {
        if whole.insert(id) && !kept[id.0 as usize].whole {
            kept[id.0 as usize].whole = true;
            arena.node(id).kind.for_each_part(|part| places.push(part));
        }
    }
    Ok(())
}

/// The records that stand at some places, through arrays, maps and unions.
fn records_at<'a>(arena: &'a Arena, places: &[NodeId]) -> Vec<(NodeId, &'a RecordNode)> {
    let mut records = Vec::new();
    let mut seen = HashSet::new();
    let mut todo = places.to_vec();
    while let Some(id) = todo.pop() {
        match &arena.node(id).kind {
            _ if !seen.insert(id) => {}
            NodeKind::Record(record) => records.push((id, &**record)),
            kind => kind.for_each_part(|part| todo.push(part)),
        }
    }
    records
}

#[cold]
fn expected(arena: &Arena, places: &[NodeId], records: &[(NodeId, &RecordNode)]) -> String {
    if let ([], [place, ..]) = (records, places) {
        return format!("nothing behind {}, which has no fields", arena.describe(*place));
    }
    let names: Vec<&str> = records.iter().map(|(_, record)| record.name.full()).collect();
    format!("a field of {}", names.join(" or "))
}

/// The node with the fields that are kept.
fn cut(node: &Node, kept: &Kept) -> Node {
    let mut node = node.clone();
    if let NodeKind::Record(record) = &mut node.kind
        && !kept.whole
        && kept.fields.len() < record.fields.len()
    {
        let fields = std::mem::take(&mut record.fields).into_vec().into_iter().enumerate();
        record.fields =
            fields.filter(|(position, _)| kept.fields.contains(position)).map(|(_, field)| field).collect();
        record.shape = Arc::new(RecordShape {
            name: record.shape.name.clone(),
            fields: record.fields.iter().map(|field| field.name.clone()).collect(),
        });
    }
    node
}

/// Takes away the defaults that may name fields which are gone. Data of the schema itself never needs them.
fn drop_defaults(nodes: &mut [Node], kept: &[Kept]) {
    for node in 0..nodes.len() {
        if kept[node].whole {
            continue;
        }
        let NodeKind::Record(record) = &mut nodes[node].kind else { continue };
        for field in &mut record.fields {
            if field.default.as_ref().is_some_and(has_members) && !kept[field.ty.0 as usize].whole {
                field.default = None;
            }
        }
    }
}

/// Whether there is an object with members in a value.
fn has_members(value: &Json) -> bool {
    let mut todo = vec![value];
    while let Some(value) = todo.pop() {
        match value {
            Json::Array(items) => todo.extend(items),
            Json::Object(members) if !members.is_empty() => return true,
            _ => {}
        }
    }
    false
}

/// All that a type contains, each node behind its parts, but for those that lead back to it.
fn parts_first(nodes: &[Node], root: NodeId) -> Result<Vec<NodeId>> {
    let limit = Limits::default().schema_depth;
    let mut seen = HashSet::new();
    let mut order = Vec::new();
    // Each open node with its parts that were not looked at.
    let mut open: Vec<(NodeId, Vec<NodeId>)> = Vec::new();
    let mut next = Some(root);
    loop {
        if let Some(id) = next.filter(|id| seen.insert(*id)) {
            let mut parts = Vec::new();
            nodes[id.0 as usize].kind.for_each_part(|part| parts.push(part));
            parts.reverse();
            open.push((id, parts));
            if open.len() > limit as usize {
                return Err(Error::limit("schema_depth", limit, "a type inside"));
            }
        }
        let Some((id, parts)) = open.last_mut() else { return Ok(order) };
        next = parts.pop();
        if next.is_none() {
            order.push(*id);
            open.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ORDER: &str = r#"{"type": "record", "name": "shop.Order", "fields": [
        {"name": "id", "type": "long"},
        {"name": "from", "type": {"type": "record", "name": "Address", "fields": [
            {"name": "city", "type": "string"}, {"name": "zip", "type": "string"},
            {"name": "geo", "type": ["null", {"type": "array", "items": "double"}]}]}},
        {"name": "to", "type": ["null", "Address"], "default": null},
        {"name": "other", "type": "Address", "default": {"city": "", "zip": "", "geo": null}},
        {"name": "lines", "type": {"type": "map", "values": {"type": "array", "items": [
            {"type": "record", "name": "Goods", "fields": [{"name": "sku", "type": "string"}, {"name": "n", "type": "int"}]},
            {"type": "record", "name": "Gift", "fields": [{"name": "text", "type": "string"}, {"name": "n", "type": "int"}]}]}}},
        {"name": "parent", "type": ["null", "Order"]}]}"#;

    /// The fields of all records that are left, as `record: fields`.
    fn left(paths: &[&str]) -> Vec<String> {
        let schema = Schema::parse(ORDER).unwrap().project(paths).unwrap();
        // What is printed is a schema, and the same.
        let again = Schema::parse(&schema.to_string()).unwrap();
        assert!(again == schema);
        let sizes = |schema: &Schema| -> Vec<usize> {
            let reachable = schema.arena().reachable(schema.node_id());
            reachable.iter().map(|id| schema.arena().node(*id).min_size).collect()
        };
        assert_eq!(sizes(&again), sizes(&schema));
        records_in(&schema)
    }

    fn records_in(schema: &Schema) -> Vec<String> {
        let arena = schema.arena();
        let mut records: Vec<String> = arena
            .reachable(schema.node_id())
            .iter()
            .filter_map(|id| match &arena.node(*id).kind {
                NodeKind::Record(record) => {
                    Some(format!("{}: {}", record.name.simple(), record.shape.fields.join(" ")))
                }
                _ => None,
            })
            .collect();
        records.sort();
        records
    }

    #[test]
    fn paths_keep_what_they_lead_to_in_the_order_of_the_schema() {
        assert_eq!(left(&["id"]), ["Order: id"]);
        assert_eq!(left(&["to.city", "id"]), ["Address: city", "Order: id to"]);
        assert_eq!(left(&["from"]), ["Address: city zip geo", "Order: from"]);
        assert_eq!(left(&["from.geo"]), ["Address: geo", "Order: from"]);
        assert_eq!(left(&["lines.n"]), ["Gift: n", "Goods: n", "Order: lines"]);
        assert_eq!(left(&["lines.sku"]), ["Gift: ", "Goods: sku", "Order: lines"]);
        assert_eq!(left(&[]), ["Order: "]);
    }

    #[test]
    fn a_type_in_several_places_is_cut_alike() {
        assert_eq!(left(&["from.city", "to.zip"]), ["Address: city zip", "Order: from to"]);
        assert_eq!(left(&["from.city", "to"]), ["Address: city zip geo", "Order: from to"]);
        assert_eq!(left(&["id", "parent.parent.from.zip"]), ["Address: zip", "Order: id from parent"]);
        // The whole parent is a whole order.
        assert_eq!(left(&["parent"]).len(), 4);
    }

    #[test]
    fn defaults_stay_unless_they_name_fields_that_are_gone() {
        let project = |path: &str| Schema::parse(ORDER).unwrap().project(&[path]).unwrap().to_string();
        assert!(project("to.city").contains("\"default\":null"));
        assert!(!project("other.city").contains("default"));
        assert!(project("other").contains("\"default\":{"));
    }

    #[test]
    fn a_path_that_leads_nowhere_is_an_error() {
        let schema = Schema::parse(ORDER).unwrap();
        for (path, message) in [
            ("name", "expected a field of shop.Order, found \"name\" in the path \"name\""),
            (
                "from.town",
                "in from: expected a field of shop.Address, found \"town\" in the path \"from.town\"",
            ),
            (
                "id.x",
                "in id: expected nothing behind long, which has no fields, found \"x\" in the path \"id.x\"",
            ),
            ("", "expected a field of shop.Order, found \"\" in the path \"\""),
            ("from.", "in from: expected a field of shop.Address, found \"\" in the path \"from.\""),
        ] {
            let error = schema.project(&[path]).unwrap_err();
            assert_eq!((error.kind(), error.to_string().as_str()), (ErrorKind::Resolution, message));
        }
        let error = schema.project(&["lines.x"]).unwrap_err().to_string();
        assert!(error.contains("shop.Goods") && error.contains(" or "), "{error}");
    }

    #[test]
    fn definitions_that_would_be_buried_are_a_limit() {
        let mut fields =
            vec![r#"{"name": "f0", "type": {"type": "record", "name": "R0", "fields": []}}"#.to_owned()];
        for index in 1..10_000 {
            fields.push(format!(
                r#"{{"name": "f{index}", "type": {{"type": "record", "name": "R{index}", "fields": [{{"name": "a", "type": "R{}"}}]}}}}"#,
                index - 1
            ));
        }
        let text = format!(r#"{{"type": "record", "name": "Top", "fields": [{}]}}"#, fields.join(","));
        let schema = Schema::parse(&text).unwrap();
        assert_eq!(schema.project(&["f9999"]).unwrap_err().kind(), ErrorKind::Limit);
        assert_eq!(records_in(&schema.project(&["f20"]).unwrap()).len(), 22);
    }
}
