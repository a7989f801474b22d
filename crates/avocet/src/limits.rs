//! What a reader or writer is ready to spend on input it cannot trust.

/// Bounds on what input may ask for; each reader and writer has its own, none is global.
///
/// The defaults are meant for hostile input and let all usual data through. An error that a limit causes has the
/// kind [`ErrorKind::Limit`](crate::ErrorKind::Limit) and names the field to raise.
///
/// ```
/// let mut limits = avocet::Limits::default();
/// limits.block_bytes = 1 << 30; // blocks of up to 1 GiB
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Records inside records; default 128.
    pub record_depth: u32,
    /// Records, arrays and maps inside each other; default 1 024.
    pub nesting_depth: u32,
    /// Bytes of the thread's stack that reading or writing one datum may use; default 1 MiB. What nests deeply in a
    /// build without optimisation meets this limit first.
    pub stack_bytes: usize,
    /// Array items that may take no bytes at all, per datum; an item counts 1 and 1 more for each field of each
    /// record in it. Default 65 536.
    pub zero_size_items: u64,
    /// Bytes of one datum whose size nobody told before: its JSON text in a stream, and its encoding where missing
    /// members take their defaults; default 64 MiB.
    pub datum_bytes: u64,
    /// Bytes of a block of a container file, compressed and decompressed alike; default 64 MiB.
    pub block_bytes: u64,
    /// Objects of a block that take no bytes at all; default 16 777 216.
    pub zero_size_objects: u64,
    /// Bytes of the schema text in a header; default 4 MiB.
    pub schema_bytes: usize,
    /// Bytes of all keys and other values in the metadata of a header; default 64 MiB.
    pub metadata_bytes: u64,
    /// Entries of the metadata of a header; default 1 024.
    pub metadata_entries: u64,
    /// JSON arrays and objects inside each other in a schema text; default 256.
    pub schema_depth: u32,
}

impl Limits {
    /// The default limits, at a place of their own: those who only read them need not make them.
    pub(crate) const DEFAULT: &'static Limits = &Limits::new();

    const fn new() -> Self {
        Limits {
            record_depth: 128,
            nesting_depth: 1024,
            stack_bytes: 1 << 20,
            zero_size_items: 65_536,
            datum_bytes: 64 << 20,
            block_bytes: 64 << 20,
            zero_size_objects: 16_777_216,
            schema_bytes: 4 << 20,
            metadata_bytes: 64 << 20,
            metadata_entries: 1024,
            schema_depth: 256,
        }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Limits::new()
    }
}
