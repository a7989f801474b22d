//! The sync marker: sixteen bytes that stand in the header and after each block.

use std::collections::hash_map::RandomState;
use std::fmt;
use std::hash::{BuildHasher, Hasher};

/// The sixteen bytes that a file repeats after each block, to be compared with those of its header.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct SyncMarker(pub [u8; 16]);

impl SyncMarker {
    /// A marker that no other file is likely to have.
    ///
    /// The bytes come from the hash keys that the standard library draws at random for each process. That keeps
    /// markers apart, as the format needs; it makes no secret of them, and none is needed.
    pub fn random() -> Self {
        let half = |salt: u64| {
            let mut hasher = RandomState::new().build_hasher();
            hasher.write_u64(salt);
            hasher.finish().to_le_bytes()
        };
        let mut marker = [0; 16];
        marker[..8].copy_from_slice(&half(1));
        marker[8..].copy_from_slice(&half(2));
        SyncMarker(marker)
    }
}

impl fmt::Display for SyncMarker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for SyncMarker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SyncMarker({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn random_markers_differ() {
        let markers: HashSet<SyncMarker> = (0..1000).map(|_| SyncMarker::random()).collect();
        assert_eq!(markers.len(), 1000);
        assert!(markers.iter().all(|SyncMarker(bytes)| bytes[..8] != bytes[8..]));
    }

    #[test]
    fn prints_as_hexadecimal() {
        assert_eq!(SyncMarker(*b"0123456789abcde\xff").to_string(), "303132333435363738396162636465ff");
    }
}
