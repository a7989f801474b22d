//! Why bytes are not a value, and where: errors of one machine word, so that a reader's result stays in registers.

use core::fmt;
use core::num::NonZeroU64;

/// Why a varint or fixed-width value could not be read or written, and where.
///
/// One word, `Copy`, no allocation. The same input gives the same error on every path of this crate: one value at a
/// time, cursor, batch, stream, whatever the CPU and whatever bytes follow.
///
/// ```
/// use avocet_varint::{ErrorKind, decode_u64};
///
/// let error = decode_u64(&[0x80, 0x80]).unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::Truncated { needed: 1 });
/// assert_eq!(error.offset(), 2); // the first missing byte
/// assert_eq!(error.to_string(), "expected at least 1 more byte at offset 2, found the end of the input");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Error(Word);

/// The kinds of [`Error`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The input ends before the value does: not wrong so far, retry with more. When writing into a slice: the slice
    /// is too short.
    Truncated {
        /// At least this many bytes more are needed (one for a varint; saturates at `u32::MAX`).
        needed: usize,
    },
    /// The value has bits beyond the width of its type.
    Overflow,
    /// The last byte allowed for this type still says that another one follows.
    TooLong,
    /// Shorter bytes exist for the same value, and the policy asks for the shortest.
    NotMinimal,
}

impl Error {
    pub(crate) const fn truncated(offset: usize, needed: usize) -> Self {
        Self(Word::new(Code::Truncated, offset, needed))
    }

    pub(crate) const fn overflow(offset: usize) -> Self {
        Self(Word::new(Code::Overflow, offset, 0))
    }

    pub(crate) const fn too_long(offset: usize) -> Self {
        Self(Word::new(Code::TooLong, offset, 0))
    }

    pub(crate) const fn not_minimal(offset: usize) -> Self {
        Self(Word::new(Code::NotMinimal, offset, 0))
    }

    /// What is wrong.
    pub const fn kind(self) -> ErrorKind {
        match self.0.code() {
            Code::Truncated => ErrorKind::Truncated { needed: self.0.needed() },
            Code::Overflow => ErrorKind::Overflow,
            Code::TooLong => ErrorKind::TooLong,
            Code::NotMinimal | Code::InvalidUtf8 => ErrorKind::NotMinimal, // the latter only in `StrError`
        }
    }

    /// Offset of the offending byte from the start of the value; for `Truncated`, of the first missing byte
    /// (saturates at 2²⁴ - 1, which only a slice can reach, never a number).
    pub const fn offset(self) -> usize {
        self.0.offset()
    }

    /// Whether the input was only too short, so that more bytes may make it whole.
    pub const fn is_truncated(self) -> bool {
        matches!(self.0.code(), Code::Truncated)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = self.offset();
        match self.kind() {
            ErrorKind::Truncated { needed } => write_truncated(f, at, needed),
            ErrorKind::Overflow => {
                write!(f, "expected a value within the type's width, found surplus bits at offset {at}")
            }
            ErrorKind::TooLong => {
                write!(f, "expected the last byte at offset {at}, found one that says more follow")
            }
            ErrorKind::NotMinimal => {
                write!(f, "expected the shortest form, found a padding byte at offset {at}")
            }
        }
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Error").field("kind", &self.kind()).field("offset", &self.offset()).finish()
    }
}

impl core::error::Error for Error {}

/// Why a string could not be read; one word like [`Error`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct StrError(Word);

/// The kinds of [`StrError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StrErrorKind {
    /// The input ends before the string does.
    Truncated {
        /// At least this many bytes more are needed (saturates at `u32::MAX`).
        needed: usize,
    },
    /// The bytes are not UTF-8 from [`StrError::offset`] on.
    InvalidUtf8,
}

impl StrError {
    pub(crate) const fn invalid_utf8(offset: usize) -> Self {
        Self(Word::new(Code::InvalidUtf8, offset, 0))
    }

    /// What is wrong.
    pub const fn kind(self) -> StrErrorKind {
        match self.0.code() {
            Code::InvalidUtf8 => StrErrorKind::InvalidUtf8,
            _ => StrErrorKind::Truncated { needed: self.0.needed() },
        }
    }

    /// Offset inside the string: of the first byte that is not UTF-8, or of the first missing byte (saturates at
    /// 2²⁴ - 1 for `Truncated`).
    pub const fn offset(self) -> usize {
        self.0.offset()
    }
}

impl From<Error> for StrError {
    /// `error` comes from reading the string's bytes, which can only be truncated.
    fn from(error: Error) -> Self {
        Self(error.0)
    }
}

impl fmt::Display for StrError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = self.offset();
        match self.kind() {
            StrErrorKind::Truncated { needed } => write_truncated(f, at, needed),
            StrErrorKind::InvalidUtf8 => {
                write!(f, "expected UTF-8, found an invalid byte at offset {at} of the string")
            }
        }
    }
}

impl fmt::Debug for StrError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StrError").field("kind", &self.kind()).field("offset", &self.offset()).finish()
    }
}

impl core::error::Error for StrError {}

fn write_truncated(f: &mut fmt::Formatter<'_>, offset: usize, needed: usize) -> fmt::Result {
    let bytes = if needed == 1 { "byte" } else { "bytes" };
    write!(f, "expected at least {needed} more {bytes} at offset {offset}, found the end of the input")
}

/// Code (8 bits), offset (24 bits), needed (32 bits); invalid UTF-8 has no `needed` and takes 56 bits of offset.
///
/// An integer rather than a struct: `Result<u64, Error>` is then a pair of integers, which a function returns in two
/// registers.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Word(NonZeroU64);

#[derive(Clone, Copy)]
#[repr(u8)]
enum Code {
    Truncated = 0x81,
    Overflow,
    TooLong,
    NotMinimal,
    InvalidUtf8,
}

const OFFSET_MAX: u64 = (1 << 24) - 1;

impl Word {
    #[cold]
    const fn new(code: Code, offset: usize, needed: usize) -> Self {
        let (offset, needed) = (offset as u64, needed as u64);
        let place = if matches!(code, Code::InvalidUtf8) {
            offset << 8
        } else {
            let offset = if offset < OFFSET_MAX { offset } else { OFFSET_MAX };
            let needed = if needed < u32::MAX as u64 { needed } else { u32::MAX as u64 };
            offset << 8 | needed << 32
        };
        match NonZeroU64::new(place | code as u64) {
            Some(word) => Self(word),
            None => panic!("a code is not zero"),
        }
    }

    const fn code(self) -> Code {
        match self.0.get() as u8 {
            0x81 => Code::Truncated,
            0x82 => Code::Overflow,
            0x83 => Code::TooLong,
            0x84 => Code::NotMinimal,
            _ => Code::InvalidUtf8,
        }
    }

    const fn offset(self) -> usize {
        let place = self.0.get() >> 8;
        match self.code() {
            Code::InvalidUtf8 => place as usize,
            _ => (place & OFFSET_MAX) as usize,
        }
    }

    const fn needed(self) -> usize {
        (self.0.get() >> 32) as usize
    }
}
