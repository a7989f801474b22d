//! Fingerprints: the canonical form in, a short number that stands for the schema out ("Schema Fingerprints" in the
//! specification).

use std::fmt::{self, Debug, Display, LowerHex};

/// A CRC-64-AVRO fingerprint (Rabin), which names the writer's schema in single-object encoding.
///
/// Printed as the hexadecimal number that it is, most significant digit first. [`to_le_bytes`] has the order of
/// single-object headers, [`as_i64`] is what Java's library shows.
///
/// [`to_le_bytes`]: Fingerprint::to_le_bytes
/// [`as_i64`]: Fingerprint::as_i64
///
/// ```
/// use avocet::Schema;
///
/// let fingerprint = Schema::parse("\"int\"")?.fingerprint();
/// assert_eq!(fingerprint.to_string(), "7275d51a3f395c8f");
/// assert_eq!(fingerprint.to_le_bytes(), [0x8f, 0x5c, 0x39, 0x3f, 0x1a, 0xd5, 0x75, 0x72]);
/// assert_eq!(fingerprint.as_i64(), 8_247_732_601_305_521_295);
/// # Ok::<(), avocet::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Fingerprint(u64);

impl Fingerprint {
    /// The fingerprint of bytes: of a schema it is taken over the canonical form, and
    /// [`Schema::fingerprint`](crate::Schema::fingerprint) keeps it.
    pub fn of(bytes: &[u8]) -> Fingerprint {
        Fingerprint(bytes.iter().fold(EMPTY, |crc, byte| (crc >> 8) ^ TABLE[usize::from(crc as u8 ^ byte)]))
    }

    /// The fingerprint in a header of single-object encoding.
    pub fn from_le_bytes(bytes: [u8; 8]) -> Fingerprint {
        Fingerprint(u64::from_le_bytes(bytes))
    }

    /// The bytes that stand in a header of single-object encoding.
    pub fn to_le_bytes(self) -> [u8; 8] {
        self.0.to_le_bytes()
    }

    /// The fingerprint as an unsigned number.
    pub fn as_u64(self) -> u64 {
        self.0
    }

    /// The fingerprint as a signed number.
    pub fn as_i64(self) -> i64 {
        self.0 as i64
    }
}

impl Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl Debug for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Fingerprint({self})")
    }
}

impl LowerHex for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        LowerHex::fmt(&self.0, f)
    }
}

/// The fingerprint of no bytes, which is also the polynomial.
const EMPTY: u64 = 0xc15d_213a_a4d7_a795;

const TABLE: [u64; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut crc = byte as u64;
        let mut bit = 0;
        while bit < 8 {
            crc = (crc >> 1) ^ (EMPTY & (crc & 1).wrapping_neg());
            bit += 1;
        }
        table[byte] = crc;
        byte += 1;
    }
    table
};
