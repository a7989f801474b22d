//! Real files of other projects, each with what it holds beside it: `FILE.expect.json` (rows, codec, blocks, user
//! metadata, damage) and `FILE.expect.jsonl` (its first rows in Avro JSON). Shared with the tests of the command.

use std::collections::HashMap;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::{env, fs};

use serde_json::Value as Json;

/// A file with what it should give.
pub(crate) struct Expected {
    pub(crate) file: PathBuf,
    /// The name of the codec; `None` when the header is too broken to tell.
    pub(crate) codec: Option<String>,
    /// Whole rows, up to the damage if there is any.
    pub(crate) total: usize,
    /// Whether reading must end with an error.
    pub(crate) is_damaged: bool,
    pub(crate) rows_per_block: Vec<u64>,
    pub(crate) user_metadata: HashMap<String, String>,
    /// The first rows.
    pub(crate) rows: Vec<Json>,
}

/// The container files with the codecs null and deflate, and those without a readable header; `None`, said on
/// standard error, when there is no folder of real files.
pub(crate) fn real_files() -> Option<Vec<Expected>> {
    let folder = folder()?;
    let mut files: Vec<Expected> =
        paths_below(&folder).iter().filter_map(|path| Expected::load(path)).collect();
    files
        .retain(|expected| expected.codec.as_deref().is_none_or(|codec| matches!(codec, "null" | "deflate")));
    assert!(files.len() > 10, "only {} container files below {}", files.len(), folder.display());
    Some(files)
}

fn folder() -> Option<PathBuf> {
    if let Some(folder) = env::var_os("AVOCET_TESTDATA") {
        let folder = PathBuf::from(folder);
        assert!(folder.is_dir(), "AVOCET_TESTDATA is {}, which is no folder", folder.display());
        return Some(folder);
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/testdata");
    if folder.is_dir() {
        return Some(folder);
    }
    // Not `eprintln!`, which the test harness hides.
    let _ = writeln!(
        io::stderr(),
        "SKIPPED: no real files at {}; AVOCET_TESTDATA can name another folder",
        folder.display()
    );
    None
}

fn paths_below(folder: &Path) -> Vec<PathBuf> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder of real files is readable") {
        let path = entry.expect("the folder of real files is readable").path();
        if path.is_dir() {
            paths.extend(paths_below(&path));
        } else {
            paths.push(path);
        }
    }
    paths.sort();
    paths
}

impl Expected {
    /// Loads `FILE.expect.json`; any other path gives nothing.
    fn load(path: &Path) -> Option<Self> {
        let file = PathBuf::from(path.to_str()?.strip_suffix(".expect.json")?);
        let parse = |text: &str| serde_json::from_str::<Json>(text).expect("expectations are JSON");
        let facts = parse(&fs::read_to_string(path).expect("expectations are readable"));
        let rows = fs::read_to_string(path.with_extension("jsonl")).expect("expected rows are readable");
        Some(Expected {
            file,
            codec: facts["codec"].as_str().map(str::to_owned),
            total: facts["total"].as_u64().expect("total is a number") as usize,
            is_damaged: !facts["error"].is_null(),
            rows_per_block: facts["records_per_block"].as_array().map_or(Vec::new(), |counts| {
                counts.iter().map(|count| count.as_u64().expect("a count")).collect()
            }),
            user_metadata: facts["user_metadata"].as_object().map_or(HashMap::new(), |entries| {
                let text = |value: &Json| value.as_str().expect("metadata is text").to_owned();
                entries.iter().map(|(key, value)| (key.clone(), text(value))).collect()
            }),
            rows: rows.lines().map(parse).collect(),
        })
    }

    /// Checks number and content of rows in Avro JSON, one a text; `schema` is the text of the header.
    pub(crate) fn check(&self, schema: Option<&[u8]>, rows: &[impl AsRef<str>]) {
        let file = self.file.display();
        assert_eq!(rows.len(), self.total, "{file}: number of rows");
        if rows.is_empty() {
            return;
        }
        let schema: Json =
            serde_json::from_slice(schema.expect("rows come with a schema")).expect("schemas are JSON");
        let mut types = Types::default();
        types.collect(&schema, "");
        for (index, (row, expected)) in rows.iter().zip(&self.rows).enumerate() {
            let row: Json = serde_json::from_str(row.as_ref()).expect("rows are JSON");
            if let Err(difference) = types.compare(&schema, "", &row, expected) {
                panic!("{file}, row {index}: {difference}\nours:     {row}\nexpected: {expected}");
            }
        }
    }
}

/// The named types of a schema by full name: enough of Avro to know which numbers are floats.
#[derive(Default)]
struct Types<'a>(HashMap<String, (&'a Json, String)>);

impl<'a> Types<'a> {
    fn collect(&mut self, schema: &'a Json, namespace: &str) {
        if let Some(branches) = schema.as_array() {
            for branch in branches {
                self.collect(branch, namespace);
            }
        }
        let Some(kind) = schema.get("type") else {
            return;
        };
        let fullname = fullname(schema, namespace);
        let mut namespace = namespace;
        if matches!(kind.as_str(), Some("record" | "error" | "enum" | "fixed")) {
            namespace = namespace_of(&fullname);
            self.0.insert(fullname.clone(), (schema, namespace.to_owned()));
        }
        for inner in [kind, &schema["items"], &schema["values"]] {
            self.collect(inner, namespace);
        }
        for field in schema["fields"].as_array().into_iter().flatten() {
            self.collect(&field["type"], namespace);
        }
    }

    /// The definition behind a name, with the namespace inside it.
    fn find(&self, name: &str, namespace: &str) -> Result<&(&'a Json, String), String> {
        let qualified = if name.contains('.') { name.to_owned() } else { format!("{namespace}.{name}") };
        self.0.get(&qualified).or_else(|| self.0.get(name)).ok_or_else(|| format!("unknown type {name}"))
    }

    /// The name that the value of a union bears for this branch.
    fn branch_name(&self, schema: &Json, namespace: &str) -> String {
        let kind = schema.as_str().or_else(|| schema["type"].as_str()).unwrap_or_default();
        match kind {
            "record" | "error" | "enum" | "fixed" => fullname(schema, namespace),
            _ => {
                self.find(kind, namespace).map_or(kind.to_owned(), |(named, inside)| fullname(named, inside))
            }
        }
    }

    fn compare(&self, schema: &Json, namespace: &str, ours: &Json, expected: &Json) -> Result<(), String> {
        if let Some(branches) = schema.as_array() {
            return self.compare_union(branches, namespace, ours, expected);
        }
        let Some(kind) = schema.as_str().or_else(|| schema["type"].as_str()) else {
            return self.compare(&schema["type"], namespace, ours, expected);
        };
        let agree = match kind {
            "null" | "boolean" | "bytes" | "string" | "enum" | "fixed" => ours == expected,
            "int" | "long" => ours.is_i64() && ours == expected,
            "float" => single(ours)? == single(expected)?,
            "double" => double(ours)?.to_bits() == double(expected)?.to_bits(),
            "array" => {
                let (Some(ours), Some(expected)) = (ours.as_array(), expected.as_array()) else {
                    return Err(format!("{ours} is not {expected}"));
                };
                for (ours, expected) in ours.iter().zip(expected) {
                    self.compare(&schema["items"], namespace, ours, expected)?;
                }
                ours.len() == expected.len()
            }
            "map" => {
                let expected = members(expected)?;
                for (key, ours) in members(ours)? {
                    let expected = expected.get(key).ok_or_else(|| format!("surplus key {key}"))?;
                    self.compare(&schema["values"], namespace, ours, expected)?;
                }
                members(ours)?.len() == expected.len()
            }
            "record" | "error" => {
                let fullname = fullname(schema, namespace);
                let namespace = namespace_of(&fullname);
                let fields = schema["fields"].as_array().ok_or("a record without fields")?;
                for field in fields {
                    let name = field["name"].as_str().ok_or("a field without a name")?;
                    let (Some(ours), Some(expected)) = (ours.get(name), expected.get(name)) else {
                        return Err(format!("no field {name}"));
                    };
                    self.compare(&field["type"], namespace, ours, expected)
                        .map_err(|difference| format!("{name}: {difference}"))?;
                }
                members(ours)?.len() == fields.len()
            }
            name => {
                let (named, inside) = self.find(name, namespace)?;
                return self.compare(named, inside, ours, expected);
            }
        };
        if agree { Ok(()) } else { Err(format!("{ours} is not {expected}")) }
    }

    fn compare_union(
        &self,
        branches: &[Json],
        namespace: &str,
        ours: &Json,
        expected: &Json,
    ) -> Result<(), String> {
        if ours.is_null() || expected.is_null() {
            return if ours == expected { Ok(()) } else { Err(format!("{ours} is not {expected}")) };
        }
        let (ours, expected) = (members(ours)?, members(expected)?);
        let (Some((name, ours)), Some((expected_name, expected))) =
            (ours.iter().next(), expected.iter().next())
        else {
            return Err("a union without a branch".to_owned());
        };
        if name != expected_name {
            return Err(format!("branch {name} is not {expected_name}"));
        }
        let branch = branches.iter().find(|branch| self.branch_name(branch, namespace) == *name);
        self.compare(branch.ok_or_else(|| format!("no branch {name}"))?, namespace, ours, expected)
    }
}

fn fullname(schema: &Json, namespace: &str) -> String {
    let name = schema["name"].as_str().unwrap_or_default();
    let namespace = schema["namespace"].as_str().unwrap_or(namespace);
    if name.contains('.') || namespace.is_empty() { name.to_owned() } else { format!("{namespace}.{name}") }
}

fn namespace_of(fullname: &str) -> &str {
    fullname.rsplit_once('.').map_or("", |(namespace, _)| namespace)
}

fn members(json: &Json) -> Result<&serde_json::Map<String, Json>, String> {
    json.as_object().ok_or_else(|| format!("{json} is not an object"))
}

/// The number, or what stands for a number that JSON lacks.
fn double(json: &Json) -> Result<f64, String> {
    match json.as_str() {
        Some("NaN") => Ok(f64::NAN),
        Some("Infinity") => Ok(f64::INFINITY),
        Some("-Infinity") => Ok(f64::NEG_INFINITY),
        _ => json.as_f64().ok_or_else(|| format!("{json} is not a number")),
    }
}

/// Rounded to the width of a float, as bits.
fn single(json: &Json) -> Result<u32, String> {
    Ok((double(json)? as f32).to_bits())
}
