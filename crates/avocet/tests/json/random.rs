//! Random schemas and datums: text and back is the same datum, and a reader's schema gives the same by every way.

use avocet::json::{Form, Parser, Printer, Style};
use avocet::wire::Reader;
use avocet::wire::writer::{
    write_boolean, write_bytes, write_double, write_float, write_int, write_long, write_string,
};
use avocet::{Limits, Plan, Schema};
use serde_json::{Value as Json, json};

/// A small generator of numbers (splitmix64), the same in every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }
}

/// Makes schemas and their data.
struct Maker {
    random: Random,
    names: usize,
}

const PRIMITIVES: [&str; 8] = ["null", "boolean", "int", "long", "float", "double", "bytes", "string"];

impl Maker {
    fn schema(&mut self, depth: usize) -> Json {
        let kinds = if depth == 0 { 10 } else { 15 };
        match self.random.below(kinds) {
            kind @ 0..8 => json!(PRIMITIVES[kind]),
            8 => json!({"type": "enum", "name": self.name(), "symbols": ["A", "B", "C"]}),
            9 => json!({"type": "fixed", "name": self.name(), "size": self.random.below(4)}),
            10 => json!({"type": "array", "items": self.schema(depth - 1)}),
            11 => json!({"type": "map", "values": self.schema(depth - 1)}),
            12 => self.union(depth),
            _ => {
                let name = self.name();
                let fields: Vec<Json> = (0..self.random.below(6))
                    .map(|index| json!({"name": format!("f{index}"), "type": self.schema(depth - 1)}))
                    .collect();
                json!({"type": "record", "name": name, "fields": fields})
            }
        }
    }

    fn union(&mut self, depth: usize) -> Json {
        let mut branches: Vec<Json> = Vec::new();
        for _ in 0..=self.random.below(4) {
            let branch = self.schema(depth - 1);
            let is_named = branch.get("name").is_some();
            let kind = |json: &Json| json.get("type").unwrap_or(json).clone();
            if branch.is_array() || !is_named && branches.iter().any(|other| kind(other) == kind(&branch)) {
                continue;
            }
            branches.push(branch);
        }
        Json::from(branches)
    }

    fn name(&mut self) -> String {
        self.names += 1;
        format!("n{}.T{}", self.names % 3, self.names)
    }

    /// A datum of a schema that this made.
    fn datum(&mut self, schema: &Json, out: &mut Vec<u8>) {
        if let Some(branches) = schema.as_array() {
            let branch = self.random.below(branches.len());
            write_long(out, branch as i64);
            return self.datum(&branches[branch], out);
        }
        let bits = self.random.next() >> self.random.below(64);
        match schema.get("type").unwrap_or(schema).as_str().unwrap() {
            "null" => {}
            "boolean" => write_boolean(out, bits & 1 == 1),
            "int" => write_int(out, bits as i32),
            "long" => write_long(out, bits as i64),
            "float" => write_float(out, not_nan(f32::from_bits(bits as u32))),
            "double" => write_double(out, not_nan(f64::from_bits(bits))),
            "bytes" => write_bytes(out, &bits.to_le_bytes()[..self.random.below(9)]),
            "string" => {
                let text: String = (0..self.random.below(12)).map(|_| self.char()).collect();
                write_string(out, &text);
            }
            "enum" => write_int(out, (bits % 3) as i32),
            "fixed" => {
                let size = schema["size"].as_u64().unwrap() as usize;
                out.extend_from_slice(&bits.to_le_bytes()[..size]);
            }
            "record" => {
                for field in schema["fields"].as_array().unwrap() {
                    self.datum(&field["type"], out);
                }
            }
            kind => {
                let count = self.random.below(4);
                if count > 0 {
                    write_long(out, count as i64);
                }
                for index in 0..count {
                    if kind == "map" {
                        write_string(out, &format!("{}{index}", self.char()));
                    }
                    self.datum(&schema[if kind == "map" { "values" } else { "items" }], out);
                }
                write_long(out, 0);
            }
        }
    }

    fn char(&mut self) -> char {
        match self.random.below(8) {
            0 => char::from(self.random.below(0x20) as u8),
            1 => ['"', '\\', '/', '\u{7f}'][self.random.below(4)],
            2 => ['é', '€', '😀', '\u{2028}', '\u{ffff}', '\0'][self.random.below(6)],
            _ => char::from(b'a' + self.random.below(26) as u8),
        }
    }

    /// A schema that reads data of this one: promoted, nullable, reordered, with fewer and with more fields.
    fn reader(&mut self, schema: &Json) -> Json {
        if let Some(branches) = schema.as_array() {
            return branches
                .iter()
                .map(|branch| if branch.is_string() { branch.clone() } else { self.reader_of_branch(branch) })
                .collect();
        }
        match self.random.below(6) {
            0 if *schema != "null" => json!(["null", self.reader_of_branch(schema)]),
            _ => self.reader_of_branch(schema),
        }
    }

    fn reader_of_branch(&mut self, schema: &Json) -> Json {
        let mut schema = schema.clone();
        match schema.get("type").unwrap_or(&schema).as_str().unwrap() {
            "int" => json!(["int", "long", "float", "double"][self.random.below(4)]),
            "long" => json!(["long", "float", "double"][self.random.below(3)]),
            "float" => json!(["float", "double"][self.random.below(2)]),
            "string" => json!(["string", "bytes"][self.random.below(2)]),
            "array" => json!({"type": "array", "items": self.reader(&schema["items"])}),
            "map" => json!({"type": "map", "values": self.reader(&schema["values"])}),
            "enum" => {
                schema["symbols"] = json!(["C", "A"]);
                schema["default"] = json!("A");
                schema
            }
            "record" => {
                let mut fields = Vec::new();
                for field in schema["fields"].as_array().unwrap() {
                    if self.random.below(4) > 0 {
                        let ty = self.reader(&field["type"]);
                        let at = self.random.below(fields.len() + 1);
                        fields.insert(at, json!({"name": field["name"], "type": ty}));
                    }
                }
                if self.random.below(2) == 0 {
                    let at = self.random.below(fields.len() + 1);
                    fields.insert(at, json!({"name": "new", "type": ["null", "string"], "default": "x"}));
                }
                schema["fields"] = Json::from(fields);
                schema
            }
            _ => schema,
        }
    }
}

/// A NaN loses its bits in text.
fn not_nan<T: PartialEq + Default>(value: T) -> T {
    #[expect(clippy::eq_op, reason = "NaN alone is not itself")]
    if value == value { value } else { T::default() }
}

fn for_each_datum(rounds: u64, mut check: impl FnMut(&mut Maker, &Json, &Schema, &[u8])) {
    let mut checked = 0;
    for seed in 0..rounds {
        let mut maker = Maker { random: Random(seed), names: 0 };
        let json = maker.schema(4);
        // An empty union has no value.
        let Ok(schema) = Schema::parse(&json.to_string()) else { continue };
        for _ in 0..4 {
            let mut bytes = Vec::new();
            maker.datum(&json, &mut bytes);
            check(&mut maker, &json, &schema, &bytes);
            checked += 1;
        }
    }
    assert!(checked > rounds, "only {checked} datums");
}

#[test]
fn text_and_back_is_the_same_datum() {
    for_each_datum(3000, |_, _, schema, bytes| {
        let parser = Parser::new(schema);
        for style in [Style::Compact, Style::Pretty] {
            let text = Printer::new(schema).style(style).print(bytes).unwrap();
            serde_json::from_str::<Json>(&text).unwrap();
            assert_eq!(parser.parse(&text).unwrap(), bytes, "{schema}: {text}");
        }
    });
}

/// In the plain form a union may take another branch, but then that prints the same; or two fit, which is an error.
#[test]
fn plain_text_and_back_prints_the_same() {
    let (mut same, mut ambiguous) = (0, 0);
    for_each_datum(3000, |_, _, schema, bytes| {
        let mut printer = Printer::new(schema).form(Form::Plain);
        let text = printer.print(bytes).unwrap();
        match Parser::new(schema).form(Form::Plain).parse(&text) {
            Ok(again) => {
                assert_eq!(printer.print(&again).unwrap(), text, "{schema}");
                same += 1;
            }
            Err(error) => {
                assert!(error.found().starts_with("one that "), "{schema}: {text}: {error}");
                ambiguous += 1;
            }
        }
    });
    assert!(same > 5000 && ambiguous > 0 && ambiguous < 500, "{same} the same, {ambiguous} ambiguous");
}

#[test]
fn a_readers_schema_gives_the_same_with_and_without_a_value() {
    let mut resolved = 0;
    for_each_datum(3000, |maker, json, schema, bytes| {
        let reader = maker.reader(json);
        let Ok(reader) = Schema::parse(&reader.to_string()) else { return };
        let Ok(plan) = Plan::resolve(schema, &reader) else { return };
        let mut input = Reader::new(bytes);
        let mut out = Vec::new();
        let transcoded = plan.transcode(&mut input, &Limits::default(), &mut out);
        match plan.decode_value(bytes) {
            Ok(value) => {
                transcoded.unwrap_or_else(|error| panic!("{plan:?}: {error}"));
                assert_eq!(out, value.encode(&reader).unwrap(), "{plan:?}: {value}");
                assert!(input.is_empty());
                resolved += 1;
            }
            Err(error) => assert_eq!(transcoded.unwrap_err().to_string(), error.to_string(), "{plan:?}"),
        }
    });
    assert!(resolved > 5000, "{resolved}");
}

#[test]
fn the_same_schema_gives_the_same_bytes() {
    for_each_datum(1000, |_, json, schema, bytes| {
        let twin = Schema::parse(&json.to_string()).unwrap();
        for plan in [Plan::new(schema), Plan::resolve(schema, &twin).unwrap()] {
            let mut out = Vec::new();
            plan.transcode(&mut Reader::new(bytes), &Limits::default(), &mut out).unwrap();
            assert_eq!(out, bytes, "{schema}");
        }
    });
}
