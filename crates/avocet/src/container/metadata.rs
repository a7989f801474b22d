//! The metadata of a header: text keys and byte values, in the order of the file.

use std::borrow::Cow;
use std::fmt;

/// The key of the schema's JSON text.
pub(super) const SCHEMA: &str = "avro.schema";
/// The key of the codec's name.
pub(super) const CODEC: &str = "avro.codec";
/// Keys that begin so belong to the format.
const RESERVED: &str = "avro.";

/// The metadata of a container file: keys and the bytes of their values.
///
/// Keys that begin with `avro.` are the format's own; [`user`](Metadata::user) leaves them out.
///
/// ```
/// use avocet::Schema;
/// use avocet::container::{Reader, Writer};
///
/// let schema = Schema::parse(r#""int""#)?;
/// let file = Writer::builder().metadata("origin", "shop 7").build(Vec::new(), &schema)?.finish()?;
/// let reader = Reader::new(&file[..])?;
/// assert_eq!(reader.metadata().get("origin"), Some(&b"shop 7"[..]));
/// assert_eq!(reader.metadata().get("avro.codec"), Some(&b"null"[..]));
/// assert_eq!(reader.metadata().user().count(), 1);
/// # Ok::<(), avocet::Error>(())
/// ```
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Metadata {
    entries: Vec<(String, Vec<u8>)>,
}

impl Metadata {
    /// The value of a key; of a key that stands there twice, the last one.
    pub fn get(&self, key: &str) -> Option<&[u8]> {
        self.entries.iter().rev().find(|(name, _)| name == key).map(|(_, value)| &value[..])
    }

    /// The name of the codec. "If codec is absent, it is assumed to be null."
    pub(super) fn codec_name(&self) -> Cow<'_, str> {
        self.get(CODEC).map_or(Cow::Borrowed("null"), String::from_utf8_lossy)
    }

    /// All entries, in the order of the file.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.entries.iter().map(|(key, value)| (&key[..], &value[..]))
    }

    /// The entries that are not the format's own, in the order of the file.
    pub fn user(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.iter().filter(|(key, _)| !is_reserved(key))
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is no entry.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    pub(super) fn push(&mut self, key: String, value: Vec<u8>) {
        self.entries.push((key, value));
    }
}

impl fmt::Debug for Metadata {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter().map(|(key, value)| (key, String::from_utf8_lossy(value)))).finish()
    }
}

/// Whether a key belongs to the format, so that users may not set it.
pub(super) fn is_reserved(key: &str) -> bool {
    key.starts_with(RESERVED)
}
