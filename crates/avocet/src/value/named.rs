//! Values of enums and fixed: what the schema names or measures.

use std::fmt;
use std::sync::Arc;

use thin_vec::ThinVec;

use crate::error::{Error, ErrorKind, Result};
use crate::schema::Schema;
use crate::schema::node::NodeKind;
use crate::schema::shape::{EnumShape, FixedShape};

/// One of the symbols of an enum.
///
/// ```
/// use avocet::{Schema, value::Symbol};
///
/// let suit = Schema::parse(r#"{"type": "enum", "name": "Suit", "symbols": ["CLUBS", "HEARTS"]}"#)?;
/// let hearts = Symbol::new(&suit, "HEARTS")?;
/// assert_eq!((hearts.as_str(), hearts.index()), ("HEARTS", 1));
/// assert!(Symbol::new(&suit, "STARS").is_err());
/// # Ok::<(), avocet::Error>(())
/// ```
#[derive(Clone)]
pub struct Symbol {
    shape: Arc<EnumShape>,
    index: u32,
}

impl Symbol {
    /// The symbol of an enum's schema.
    ///
    /// # Errors
    ///
    /// `Mismatch` if the schema is no enum or has no such symbol.
    pub fn new(schema: &Schema, symbol: &str) -> Result<Self> {
        let NodeKind::Enum(node) = &schema.arena().node(schema.node_id()).kind else {
            return Err(Error::new(ErrorKind::Mismatch, "the schema of an enum", schema.to_string()));
        };
        let shape = &node.shape;
        match shape.symbols.iter().position(|known| **known == *symbol) {
            Some(index) => Ok(Symbol { shape: Arc::clone(shape), index: index as u32 }),
            None => Err(unknown_symbol(shape, symbol)),
        }
    }

    #[inline]
    pub(crate) fn of_shape(shape: Arc<EnumShape>, index: u32) -> Self {
        Symbol { shape, index }
    }

    pub(crate) fn shape(&self) -> &Arc<EnumShape> {
        &self.shape
    }

    pub(super) fn is_of(&self, shape: &Arc<EnumShape>) -> bool {
        Arc::ptr_eq(&self.shape, shape)
    }

    pub(super) fn set(&mut self, index: u32) {
        self.index = index;
    }

    /// The symbol's text.
    pub fn as_str(&self) -> &str {
        &self.shape.symbols[self.index as usize]
    }

    /// The symbol's position in the schema, from 0.
    pub fn index(&self) -> usize {
        self.index as usize
    }

    /// The full name of the enum.
    pub fn fullname(&self) -> &str {
        self.shape.name.full()
    }
}

#[cold]
pub(super) fn unknown_symbol(shape: &EnumShape, symbol: &str) -> Error {
    Error::new(ErrorKind::Mismatch, format!("a symbol of {}", shape.name.full()), format!("{symbol:?}"))
}

impl PartialEq for Symbol {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str() && self.fullname() == other.fullname()
    }
}

impl fmt::Debug for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The bytes of a fixed.
#[derive(Clone)]
pub struct Fixed {
    shape: Arc<FixedShape>,
    bytes: ThinVec<u8>,
}

impl Fixed {
    /// Bytes for a fixed's schema.
    ///
    /// # Errors
    ///
    /// `Mismatch` if the schema is no fixed or is one of another size.
    pub fn new(schema: &Schema, bytes: &[u8]) -> Result<Self> {
        let NodeKind::Fixed(node) = &schema.arena().node(schema.node_id()).kind else {
            return Err(Error::new(ErrorKind::Mismatch, "the schema of a fixed", schema.to_string()));
        };
        let shape = &node.shape;
        if shape.size != bytes.len() {
            return Err(wrong_size(shape, bytes.len()));
        }
        Ok(Fixed::of_shape(Arc::clone(shape), bytes))
    }

    #[inline]
    pub(crate) fn of_shape(shape: Arc<FixedShape>, bytes: &[u8]) -> Self {
        Fixed { shape, bytes: bytes.into() }
    }

    pub(crate) fn shape(&self) -> &Arc<FixedShape> {
        &self.shape
    }

    pub(super) fn is_of(&self, shape: &Arc<FixedShape>) -> bool {
        Arc::ptr_eq(&self.shape, shape)
    }

    /// Other bytes, of the same number.
    pub(super) fn set(&mut self, bytes: &[u8]) {
        self.bytes.copy_from_slice(bytes);
    }

    /// The bytes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The full name of the fixed.
    pub fn fullname(&self) -> &str {
        self.shape.name.full()
    }
}

#[cold]
pub(super) fn wrong_size(shape: &FixedShape, size: usize) -> Error {
    Error::new(
        ErrorKind::Mismatch,
        format!("{} bytes for {}", shape.size, shape.name.full()),
        format!("{size} bytes"),
    )
}

impl PartialEq for Fixed {
    fn eq(&self, other: &Self) -> bool {
        self.bytes == other.bytes && self.fullname() == other.fullname()
    }
}

impl fmt::Debug for Fixed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.bytes, f)
    }
}
