//! Arguments in, the schemas behind them out: texts of schemas and protocols, headers of container files, folders.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use avocet::container::Reader;
use avocet::schema::{Parser, Protocol};
use avocet::{Limits, Schema};
use serde::de::IgnoredAny;

use crate::failure::Failure;
use crate::input::{self, Input};

/// The beginning of every container file.
const MAGIC: &[u8] = b"Obj\x01";

/// The files that are taken from folders.
const EXTENSIONS: [&str; 3] = ["avsc", "avpr", "avro"];

/// What a file contains, told by its bytes first and by its name where these leave it open.
pub(crate) enum Content {
    /// The text of a schema.
    Schema(String),
    /// The text of a protocol.
    Protocol(String),
    /// The schema in the header of a container file, and its text there.
    Container(Schema, String),
}

/// What a file describes.
pub(crate) enum Source {
    Schema(Schema),
    Protocol(Protocol),
}

impl Content {
    pub(crate) fn read(file: &Path) -> Result<Content, Failure> {
        let mut input = Input::open(file, false)?;
        let fault = |error: io::Error| Failure::Input(format!("expected readable bytes, found {error}"));
        let mut bytes = Vec::new();
        input.by_ref().take(64).read_to_end(&mut bytes).map_err(fault)?;
        if bytes.starts_with(MAGIC) || !is_text(file, &bytes) {
            let reader = Reader::new(bytes.as_slice().chain(input))?;
            let text = reader.metadata().get("avro.schema").unwrap_or_default();
            return Ok(Content::Container(
                reader.schema().clone(),
                String::from_utf8_lossy(text).into_owned(),
            ));
        }
        let limit = Limits::default().schema_bytes;
        input.take(limit as u64).read_to_end(&mut bytes).map_err(fault)?;
        if bytes.len() > limit {
            let what = format!("expected the text of a schema, at most {limit} bytes, found more");
            return Err(Failure::Input(what));
        }
        let text = String::from_utf8(bytes).map_err(|error| {
            let place = error.utf8_error().valid_up_to();
            let byte = error.as_bytes()[place];
            Failure::Input(format!("at byte {place}: expected UTF-8 text, found the byte {byte:#04x}"))
        })?;
        Ok(if is_protocol(file, &text) { Content::Protocol(text) } else { Content::Schema(text) })
    }
}

impl Source {
    /// Reads and parses a file, or one type of a protocol: `FILE#FULLNAME`.
    pub(crate) fn load(file: &Path, parser: &Parser) -> Result<Source, Failure> {
        if let Some((file, fullname)) = type_of_protocol(file) {
            let Content::Protocol(text) = Content::read(&file)? else {
                return Err(Failure::Input(format!("expected a protocol with `{fullname}`, found a schema")));
            };
            let protocol = parser.parse_protocol(&text)?;
            return protocol.schema(&fullname).map(Source::Schema).ok_or_else(|| {
                Failure::Input(format!("expected a type `{fullname}`, found none of that fullname"))
            });
        }
        Ok(match Content::read(file)? {
            Content::Schema(text) => Source::Schema(parser.parse(&text)?),
            Content::Protocol(text) => Source::Protocol(parser.parse_protocol(&text)?),
            Content::Container(schema, _) => Source::Schema(schema),
        })
    }

    /// The schema of a file, or those of the types that a protocol lists; each with its label, which for a type of a
    /// protocol is `FILE#FULLNAME`.
    pub(crate) fn into_schemas(self, file: &Path) -> Result<Vec<(String, Schema)>, Failure> {
        let label = file.display();
        let schemas: Vec<_> = match self {
            Source::Schema(schema) => vec![(label.to_string(), schema)],
            Source::Protocol(protocol) => {
                let name = |schema: &Schema| schema.root().fullname().unwrap_or_default().to_owned();
                protocol.types().map(|schema| (format!("{label}#{}", name(&schema)), schema)).collect()
            }
        };
        if schemas.is_empty() {
            let what = "expected a schema or a protocol with types, found a protocol without";
            return Err(Failure::Input(what.to_owned()));
        }
        Ok(schemas)
    }
}

/// The one schema of a file, which refers to no others: a container file's, a text's, or `FILE#FULLNAME` of a protocol.
pub(crate) fn load(file: &Path) -> Result<Schema, Failure> {
    load_one(file, &Parser::new()).map(|(_, schema)| schema)
}

/// The one schema of a file, with its label.
pub(crate) fn load_one(file: &Path, parser: &Parser) -> Result<(String, Schema), Failure> {
    let schemas = Source::load(file, parser)?.into_schemas(file)?;
    let count = schemas.len();
    let [one] = <[_; 1]>::try_from(schemas).map_err(|_| {
        Failure::Input(format!(
            "expected one schema, found a protocol of {count} types: choose by FILE#FULLNAME"
        ))
    })?;
    Ok(one)
}

/// Runs `each` on every argument that is no folder, and on the files in those that are: all of them that are named as
/// schemas, protocols or container files, at any depth, sorted by path. What fails is reported, then the next is
/// taken.
pub(crate) fn for_each(
    arguments: &[PathBuf],
    mut each: impl FnMut(&Path) -> Result<(), Failure>,
) -> io::Result<ExitCode> {
    let mut inside = ExitCode::SUCCESS;
    let code = input::for_each(arguments, |argument| {
        if argument.is_dir() {
            let files = files_in(argument)?;
            if input::for_each(&files, |file| each(file).map(|()| true))? != ExitCode::SUCCESS {
                inside = ExitCode::FAILURE;
            }
        } else {
            each(argument)?;
        }
        Ok(true)
    })?;
    Ok(if code == ExitCode::SUCCESS { inside } else { code })
}

/// Whether the arguments may be more than one file, so that results need labels.
pub(crate) fn are_many(arguments: &[PathBuf]) -> bool {
    arguments.len() > 1 || arguments.iter().any(|argument| argument.is_dir())
}

/// The files in a folder that are named as something with a schema; links to folders are not followed.
fn files_in(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    let mut todo = vec![folder.to_owned()];
    while let Some(folder) = todo.pop() {
        let fault = |error: io::Error| {
            Failure::Input(format!("expected a readable folder {}, found {error}", folder.display()))
        };
        for entry in fs::read_dir(&folder).map_err(fault)? {
            let entry = entry.map_err(fault)?;
            let path = entry.path();
            if entry.file_type().map_err(fault)?.is_dir() {
                todo.push(path);
            } else if path.extension().is_some_and(|own| EXTENSIONS.iter().any(|known| own == *known)) {
                files.push(path);
            }
        }
    }
    if files.is_empty() {
        let what = "expected files named *.avsc, *.avpr or *.avro in the folder, found none";
        return Err(Failure::Input(what.to_owned()));
    }
    files.sort_unstable();
    Ok(files)
}

/// Whether what is no container file is to be read as text: by its name, or by its beginning.
fn is_text(file: &Path, start: &[u8]) -> bool {
    let start = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start);
    let first = start.trim_ascii_start().first();
    has_extension(file, "avsc") || has_extension(file, "avpr") || matches!(first, Some(b'{' | b'[' | b'"'))
}

/// Whether a text is that of a protocol. No schema lacks a `type`, no protocol a `protocol`; the name tells of texts
/// that have neither, so that they are refused for the right reason.
fn is_protocol(file: &Path, text: &str) -> bool {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    #[expect(clippy::zero_sized_map_values, reason = "serde has no set that reads the keys of an object")]
    let members = serde_json::from_str::<HashMap<String, IgnoredAny>>(text).unwrap_or_default();
    match (members.contains_key("type"), members.contains_key("protocol")) {
        (true, _) => false,
        (_, true) => true,
        _ => has_extension(file, "avpr") && !text.trim_start().starts_with(['"', '[']),
    }
}

fn has_extension(file: &Path, extension: &str) -> bool {
    file.extension() == Some(OsStr::new(extension))
}

/// The parts of `FILE#FULLNAME`, unless it is the name of a file itself.
fn type_of_protocol(path: &Path) -> Option<(PathBuf, String)> {
    if path.exists() {
        return None;
    }
    let (file, fullname) = path.to_str()?.rsplit_once('#')?;
    Some((file.into(), fullname.to_owned()))
}
