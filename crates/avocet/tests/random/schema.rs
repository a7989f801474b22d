//! Choices → the JSON text of a schema.

use serde_json::{Map, Value as Json, json};

use super::Choices;

/// What a schema may have in it.
#[derive(Clone, Copy)]
pub(crate) struct Features {
    /// Logical types and their parameters.
    pub(crate) logical: bool,
    /// Maps: data with them have no order.
    pub(crate) maps: bool,
    /// Fixed of size 0, records without fields, and enums without symbols.
    pub(crate) empty: bool,
}

impl Features {
    pub(crate) const ALL: Features = Features { logical: true, maps: true, empty: true };
}

/// A schema's text; the parser takes it.
pub(crate) fn schema(choices: &mut Choices<'_>, features: Features) -> Json {
    let mut maker = Maker { features, types: 0, records: Vec::new(), done: Vec::new() };
    maker.any(choices, 0)
}

/// Deeper than this, types hold no others.
const DEEPEST: usize = 4;

struct Maker {
    features: Features,
    /// How many named types there are.
    types: usize,
    /// The full names of the records around.
    records: Vec<String>,
    /// The full names of named types that are complete.
    done: Vec<(String, &'static str)>,
}

const PRIMITIVES: [&str; 8] = ["null", "boolean", "int", "long", "float", "double", "bytes", "string"];

impl Maker {
    fn any(&mut self, choices: &mut Choices<'_>, depth: usize) -> Json {
        match choices.below(if depth < DEEPEST { 20 } else { 10 }) {
            8 => self.enumeration(choices),
            9 => self.fixed(choices),
            10..=13 => self.record(choices, depth),
            14 | 15 => json!({"type": "array", "items": self.item(choices, depth)}),
            16 if self.features.maps => json!({"type": "map", "values": self.item(choices, depth)}),
            17 | 18 => self.union(choices, depth),
            19 if !self.done.is_empty() => {
                let index = choices.below(self.done.len());
                Json::from(self.done[index].0.as_str())
            }
            kind => self.primitive(choices, PRIMITIVES[kind % 8]),
        }
    }

    /// The items of an array or the values of a map: records around may be among them, since an array can be empty.
    fn item(&mut self, choices: &mut Choices<'_>, depth: usize) -> Json {
        if !self.records.is_empty() && choices.one_in(4) {
            let index = choices.below(self.records.len());
            return Json::from(self.records[index].as_str());
        }
        self.any(choices, depth + 1)
    }

    fn primitive(&mut self, choices: &mut Choices<'_>, name: &str) -> Json {
        if !self.features.logical || !choices.one_in(4) {
            return Json::from(name);
        }
        match name {
            "int" => {
                let types = ["date", "time-millis"];
                json!({"type": name, "logicalType": types[choices.below(2)]})
            }
            "long" => {
                let types = ["time-micros", "timestamp-millis", "local-timestamp-nanos", "no-such-type"];
                json!({"type": name, "logicalType": types[choices.below(4)]})
            }
            "bytes" => {
                let scale = choices.below(5);
                json!({"type": name, "logicalType": "decimal", "precision": 5 + choices.below(20), "scale": scale})
            }
            "string" => json!({"type": name, "logicalType": "uuid"}),
            _ => json!({"type": name}),
        }
    }

    /// The beginning of a named type, and its full name.
    fn named(&mut self, choices: &mut Choices<'_>, kind: &'static str) -> (Map<String, Json>, String) {
        self.types += 1;
        let name = format!("{}{}", kind[..1].to_uppercase(), self.types);
        let namespace = ["n", "n", "a.b"][choices.below(3)];
        let mut node = Map::new();
        node.insert("type".into(), kind.into());
        node.insert("name".into(), name.as_str().into());
        node.insert("namespace".into(), namespace.into());
        (node, format!("{namespace}.{name}"))
    }

    fn enumeration(&mut self, choices: &mut Choices<'_>) -> Json {
        let (mut node, name) = self.named(choices, "enum");
        let symbols: Vec<String> = (0..=choices.below(70)).map(|index| format!("S{index}")).collect();
        node.insert("symbols".into(), symbols.into());
        self.done.push((name, "enum"));
        node.into()
    }

    fn fixed(&mut self, choices: &mut Choices<'_>) -> Json {
        let (mut node, name) = self.named(choices, "fixed");
        let least = usize::from(!self.features.empty);
        let size = [4, 1, 2, 8, 12, 16, 17, least][choices.below(8)];
        node.insert("size".into(), size.into());
        if self.features.logical && choices.one_in(3) {
            match size {
                12 => node.insert("logicalType".into(), "duration".into()),
                16 => node.insert("logicalType".into(), "uuid".into()),
                _ => {
                    node.insert("precision".into(), 4.into());
                    node.insert("scale".into(), choices.below(4).into());
                    node.insert("logicalType".into(), "decimal".into())
                }
            };
        }
        self.done.push((name, "fixed"));
        node.into()
    }

    fn record(&mut self, choices: &mut Choices<'_>, depth: usize) -> Json {
        let (mut node, name) = self.named(choices, "record");
        self.records.push(name);
        let least = usize::from(!self.features.empty);
        let fields: Vec<Json> =
            (0..least.max(choices.below(8))).map(|index| self.field(choices, depth, index)).collect();
        node.insert("fields".into(), fields.into());
        let name = self.records.pop().expect("just pushed");
        self.done.push((name, "record"));
        node.into()
    }

    fn field(&mut self, choices: &mut Choices<'_>, depth: usize, index: usize) -> Json {
        // A link to a record around ends somewhere only behind a union.
        let ty = if choices.one_in(8) {
            json!(["null", self.records[choices.below(self.records.len())]])
        } else {
            self.any(choices, depth + 1)
        };
        let mut field = json!({"name": format!("f{index}"), "type": ty});
        match choices.below(8) {
            6 => field["order"] = "descending".into(),
            7 => field["order"] = "ignore".into(),
            _ => {}
        }
        field
    }

    /// No two branches of a kind.
    fn union(&mut self, choices: &mut Choices<'_>, depth: usize) -> Json {
        let mut branches = vec![Json::from("null")];
        let mut kinds = vec!["null".to_owned()];
        for _ in 0..=choices.below(4) {
            let branch = self.any(choices, depth + 1);
            let kind = kind_of(&branch);
            if kind != "union" && !kinds.contains(&kind) {
                kinds.push(kind);
                branches.push(branch);
            } else if !is_plain(&branch) {
                // It may define names that stand in `done` and must stay in the text.
                branches.push(json!({"type": "record", "name": format!("n.W{}", self.types), "fields": [
                    {"name": "w", "type": branch}]}));
                kinds.push(format!("n.W{}", self.types));
                self.types += 1;
            }
        }
        if choices.one_in(3) {
            branches.rotate_left(1);
        }
        branches.into()
    }
}

fn is_plain(branch: &Json) -> bool {
    branch.is_string() || branch["type"].as_str().is_some_and(|ty| PRIMITIVES.contains(&ty))
}

/// What may stand in a union once: the kind, or the full name of a named type.
fn kind_of(branch: &Json) -> String {
    match branch {
        Json::Array(_) => "union".to_owned(),
        Json::String(name) => name.clone(),
        _ => match (branch["namespace"].as_str(), branch["name"].as_str()) {
            (Some(namespace), Some(name)) => format!("{namespace}.{name}"),
            _ => branch["type"].as_str().expect("a type has a name").to_owned(),
        },
    }
}

/// A schema that reads data of `writer`: fields in another order, some missing and some new, promotions, unions around
/// plain types.
pub(crate) fn reader_of(choices: &mut Choices<'_>, writer: &Json) -> Json {
    match writer {
        Json::String(name) => promoted(choices, name),
        Json::Array(branches) => {
            let mut branches = branches.clone();
            if choices.one_in(3) {
                branches.reverse();
            }
            branches.into()
        }
        Json::Object(node) => {
            let mut node = node.clone();
            match node["type"].as_str() {
                Some("record") => {
                    let fields = node["fields"].as_array().expect("a record has fields");
                    let fields = reader_fields(choices, fields);
                    node.insert("fields".into(), fields.into());
                }
                Some("array") => {
                    let items = reader_of(choices, &node["items"]);
                    node.insert("items".into(), items);
                }
                Some("map") => {
                    let values = reader_of(choices, &node["values"]);
                    node.insert("values".into(), values);
                }
                Some("enum") => {
                    let mut symbols = node["symbols"].as_array().expect("an enum has symbols").clone();
                    symbols.reverse();
                    symbols.push("Other".into());
                    node.insert("symbols".into(), symbols.into());
                }
                _ => {}
            }
            node.into()
        }
        _ => unreachable!("a schema is a text, a list or an object"),
    }
}

fn reader_fields(choices: &mut Choices<'_>, fields: &[Json]) -> Vec<Json> {
    let mut fields: Vec<Json> = fields
        .iter()
        .map(|field| {
            let mut field = field.clone();
            field["type"] = reader_of(choices, &field["type"]);
            field
        })
        .collect();
    // A field that defines a name stays where it is: others behind it may use the name.
    let plain = |field: &Json| field["type"].is_string();
    if fields.iter().all(plain) {
        if choices.one_in(2) {
            fields.reverse();
        }
        if fields.len() > 1 && choices.one_in(2) {
            fields.remove(0);
        }
    }
    if choices.one_in(2) {
        let new = [
            json!({"name": "new", "type": "long", "default": -300}),
            json!({"name": "new", "type": {"type": "array", "items": "string"}, "default": ["a", "é"]}),
            json!({"name": "new", "type": {"type": "map", "values": "double"}, "default": {"k": 1.5}}),
            json!({"name": "new", "type": ["null", "bytes"], "default": "\u{0}\u{ff}"}),
        ];
        fields.insert(0, new[choices.below(4)].clone());
    }
    fields
}

fn promoted(choices: &mut Choices<'_>, name: &str) -> Json {
    let wider: &[&str] = match name {
        "int" => &["int", "long", "float", "double"],
        "long" => &["long", "float", "double"],
        "float" => &["float", "double"],
        "string" => &["string", "bytes"],
        other => &[other],
    };
    let name = wider[choices.below(wider.len())];
    if PRIMITIVES.contains(&name) && name != "null" && choices.one_in(5) {
        return json!(["null", name]);
    }
    Json::from(name)
}
