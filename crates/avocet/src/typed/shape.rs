//! What the compiler knows of a type's encoding before any schema exists: types in, constants out that decide which
//! neighbouring fields are read and written together.

/// The kinds of Avro types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the specification's words")]
pub enum Kind {
    Null,
    Boolean,
    Int,
    Long,
    Float,
    Double,
    Bytes,
    String,
    Fixed,
    Enum,
    Array,
    Map,
    Union,
    Record,
}

/// The encoding of a type, as far as the compiler can know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    pub(crate) kind: Kind,
    /// A lower bound of the bytes of a value.
    pub(crate) min_size: usize,
    /// The bytes of every value, if it is one number of them and not 0.
    pub(crate) width: Option<usize>,
    /// Whether the type is a union that begins with null.
    pub(crate) optional: bool,
}

/// A field of a derived record.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// The name in the schema; none when the field's own fields stand in its place.
    pub(crate) name: Option<&'static str>,
    pub(crate) shape: Shape,
}

impl Kind {
    /// The kind with its article, for messages.
    pub(crate) const fn article(self) -> &'static str {
        match self {
            Kind::Null => "a null",
            Kind::Boolean => "a boolean",
            Kind::Int => "an int",
            Kind::Long => "a long",
            Kind::Float => "a float",
            Kind::Double => "a double",
            Kind::Bytes => "bytes",
            Kind::String => "a string",
            Kind::Fixed => "a fixed",
            Kind::Enum => "an enum",
            Kind::Array => "an array",
            Kind::Map => "a map",
            Kind::Union => "a union",
            Kind::Record => "a record",
        }
    }
}

impl Shape {
    /// A kind whose values vary in length; they take at least `min_size` bytes.
    pub const fn of(kind: Kind, min_size: usize) -> Self {
        Shape { kind, min_size, width: None, optional: false }
    }

    /// A kind whose values take `width` bytes each.
    pub const fn fixed(kind: Kind, width: usize) -> Self {
        Shape { width: if width == 0 { None } else { Some(width) }, ..Shape::of(kind, width) }
    }

    /// A union of null and another type.
    pub const fn optional() -> Self {
        Shape { optional: true, ..Shape::of(Kind::Union, 1) }
    }

    /// A record of these fields.
    pub const fn record(fields: &[Field]) -> Self {
        let mut shape = Shape { width: Some(0), ..Shape::of(Kind::Record, 0) };
        let mut at = 0;
        while at < fields.len() {
            let field = fields[at].shape;
            shape.min_size = shape.min_size.saturating_add(field.min_size);
            shape.width = match (shape.width, field.width) {
                (Some(sum), Some(width)) => sum.checked_add(width),
                _ => None,
            };
            at += 1;
        }
        if let Some(0) = shape.width {
            shape.width = None;
        }
        shape
    }

    /// The kind of the type.
    pub const fn kind(self) -> Kind {
        self.kind
    }

    const fn is_varint(self) -> bool {
        matches!(self.kind, Kind::Int | Kind::Long)
    }

    /// Whether values may hold further records, arrays, maps or unions.
    const fn nests(self) -> bool {
        self.width.is_none() && matches!(self.kind, Kind::Array | Kind::Map | Kind::Union | Kind::Record)
    }
}

impl Field {
    /// A field with a name.
    pub const fn new(name: &'static str, shape: Shape) -> Self {
        Field { name: Some(name), shape }
    }

    /// A record whose fields stand in the place of this one.
    pub const fn flat(shape: Shape) -> Self {
        Field { name: None, shape }
    }
}

/// The bytes of a type of fixed width; 0 for others.
pub const fn width(shape: Shape) -> usize {
    match shape.width {
        Some(width) => width,
        None => 0,
    }
}

/// Whether a type is of a kind.
pub(crate) const fn is_kind(shape: Shape, kind: Kind) -> bool {
    shape.kind as u8 == kind as u8
}

/// A type's kind with those of what it holds, to be compared with a schema file; it ends at types that are derived.
#[derive(Clone, Copy, Debug)]
pub struct Tree {
    /// None for a type of a file that stands elsewhere.
    kind: Option<Kind>,
    /// The bytes of a fixed.
    size: Option<usize>,
    /// The items, the values, the branches; none if they are not told.
    inner: &'static [Tree],
}

impl Tree {
    /// What a name stands for.
    pub const ANY: Tree = Tree { kind: None, size: None, inner: &[] };

    /// A type that tells nothing of what it holds.
    pub const fn leaf(shape: Shape) -> Self {
        let size = if is_kind(shape, Kind::Fixed) { Some(shape.min_size) } else { None };
        Tree { kind: Some(shape.kind), size, inner: &[] }
    }

    /// A type that holds these.
    pub const fn of(kind: Kind, inner: &'static [Tree]) -> Self {
        Tree { kind: Some(kind), size: None, inner }
    }

    /// The same, of a shape: only arrays, maps and unions hold others.
    pub const fn holding(shape: Shape, inner: &'static [Tree]) -> Self {
        match shape.kind {
            Kind::Array | Kind::Map | Kind::Union => Tree::of(shape.kind, inner),
            _ => Tree::leaf(shape),
        }
    }

    /// A fixed of `size` bytes.
    pub const fn fixed(size: usize) -> Self {
        Tree { kind: Some(Kind::Fixed), size: Some(size), inner: &[] }
    }
}

/// Whether a type is as a file has it, as far as both tell.
pub const fn fits(own: &Tree, file: &Tree) -> bool {
    let (Some(kind), Some(expected)) = (own.kind, file.kind) else { return true };
    if kind as u8 != expected as u8 {
        return false;
    }
    if let (Some(size), Some(expected)) = (own.size, file.size)
        && size != expected
    {
        return false;
    }
    if own.inner.is_empty() || file.inner.is_empty() {
        return true;
    }
    if own.inner.len() != file.inner.len() {
        return false;
    }
    let mut at = 0;
    while at < own.inner.len() {
        if !fits(&own.inner[at], &file.inner[at]) {
            return false;
        }
        at += 1;
    }
    true
}

/// Whether a type is a union.
pub const fn is_union(shape: Shape) -> bool {
    is_kind(shape, Kind::Union)
}

/// Whether a type is a fixed, or an option or array of what may be one.
pub const fn has_fixed(shape: Shape) -> bool {
    matches!(shape.kind, Kind::Fixed | Kind::Union | Kind::Array | Kind::Map)
}

/// Whether a type is a fixed of `size` bytes, or holds what may be one.
pub const fn is_fixed(shape: Shape, size: usize) -> bool {
    !is_kind(shape, Kind::Fixed) || shape.min_size == size
}

/// Whether a fixed of `size` bytes has room for every decimal of `precision` digits.
pub const fn holds_digits(size: usize, precision: u32) -> bool {
    // 10^precision < 2^(8 size - 1), by the binary logarithm of 10, rounded up.
    let bits = (size as u128 * 8).saturating_sub(1);
    precision as u128 * 332_192_809_489 < bits * 100_000_000_000
}

/// Whether a union can hold both types: they differ in kind, or have names.
pub const fn differ(one: Shape, other: Shape) -> bool {
    !is_kind(one, other.kind) || matches!(one.kind, Kind::Record | Kind::Enum | Kind::Fixed)
}

/// Whether nothing below these fields can nest further.
pub(crate) const fn is_leaf(fields: &[Field]) -> bool {
    let mut at = 0;
    while at < fields.len() {
        if fields[at].shape.nests() {
            return false;
        }
        at += 1;
    }
    true
}

/// The part that a field has in a run of neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// Read and written by itself.
    Alone,
    /// A field of a run of fields of fixed width.
    Packed {
        /// The place of the field's bytes in those of the run.
        offset: usize,
        /// The bytes of the run.
        size: usize,
    },
    /// A field of a run of ints and longs.
    Varint {
        /// The place of the field in the run.
        at: usize,
        /// The fields of the run.
        count: usize,
        /// Of which kinds the run is.
        run: Varints,
    },
}

/// The kinds of a run of varints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Varints {
    Ints,
    Longs,
    Mixed,
}

/// The most varints of a run: what a kernel decodes in one go.
pub(crate) const MOST_VARINTS: usize = 16;
/// From so many on, varints are read together; fewer are faster one by one.
const LEAST_VARINTS: usize = 4;
/// The most bytes of a run of fields of fixed width.
pub(crate) const MOST_PACKED: usize = 512;

/// The part of the field at `index`.
pub(crate) const fn role(fields: &[Field], index: usize) -> Role {
    let mut start = 0;
    loop {
        let (packed, size) = packed_run(fields, start);
        let (varints, run) = varint_run(fields, start);
        let count = if packed >= 2 {
            packed
        } else if varints >= LEAST_VARINTS {
            varints
        } else {
            1
        };
        if index < start + count {
            return if packed >= 2 {
                Role::Packed { offset: offset(fields, start, index), size }
            } else if varints >= LEAST_VARINTS {
                Role::Varint { at: index - start, count, run }
            } else {
                Role::Alone
            };
        }
        start += count;
    }
}

/// How many fields of fixed width stand from `start` on, and their bytes.
const fn packed_run(fields: &[Field], start: usize) -> (usize, usize) {
    let (mut count, mut size) = (0, 0);
    while start + count < fields.len() {
        let Some(width) = fields[start + count].shape.width else { break };
        if width > MOST_PACKED - size {
            break;
        }
        size += width;
        count += 1;
    }
    (count, size)
}

const fn varint_run(fields: &[Field], start: usize) -> (usize, Varints) {
    let (mut count, mut ints) = (0, 0);
    while start + count < fields.len() && count < MOST_VARINTS && fields[start + count].shape.is_varint() {
        if let Kind::Int = fields[start + count].shape.kind {
            ints += 1;
        }
        count += 1;
    }
    let run = if ints == count {
        Varints::Ints
    } else if ints == 0 {
        Varints::Longs
    } else {
        Varints::Mixed
    };
    (count, run)
}

const fn offset(fields: &[Field], start: usize, index: usize) -> usize {
    let (mut at, mut offset) = (start, 0);
    while at < index {
        if let Some(width) = fields[at].shape.width {
            offset += width;
        }
        at += 1;
    }
    offset
}
