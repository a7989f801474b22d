//! Where a string of JSON needs a closer look: bytes in, how many of them stand for themselves out.

/// How many bytes at the start are neither `"`, nor `\`, nor a control character below 0x20: they stand for
/// themselves in a JSON string, those of UTF-8 too.
#[inline]
pub(super) fn plain_prefix(bytes: &[u8]) -> usize {
    let (words, tail) = bytes.as_chunks::<8>();
    for (index, word) in words.iter().enumerate() {
        let special = special_bytes(u64::from_le_bytes(*word));
        if special != 0 {
            return index * 8 + special.trailing_zeros() as usize / 8;
        }
    }
    let start = bytes.len() - tail.len();
    start + tail.iter().take_while(|byte| **byte >= 0x20 && **byte != b'"' && **byte != b'\\').count()
}

/// The top bit of each byte that is special, exact up to the lowest that is: the subtractions borrow upwards only.
#[inline]
fn special_bytes(word: u64) -> u64 {
    const ONES: u64 = u64::MAX / 0xff;
    const TOPS: u64 = ONES * 0x80;
    let zero = |bytes: u64| bytes.wrapping_sub(ONES) & !bytes;
    let control = word.wrapping_sub(ONES * 0x20) & !word;
    (control | zero(word ^ (ONES * 0x22)) | zero(word ^ (ONES * 0x5c))) & TOPS
}

#[cfg(test)]
mod tests {
    use super::plain_prefix;

    fn slowly(bytes: &[u8]) -> usize {
        bytes.iter().take_while(|byte| !matches!(byte, 0..0x20 | b'"' | b'\\')).count()
    }

    #[test]
    fn every_byte_at_every_place_among_every_neighbour() {
        for neighbour in [b'a', 0x20, 0x21, 0x23, 0x5b, 0x5d, 0x7f, 0x80, 0xa2, 0xdc, 0xff, 0x1f, b'"', b'\\']
        {
            for length in [0, 1, 7, 8, 9, 16, 23] {
                for place in 0..length {
                    for byte in 0..=255 {
                        let mut bytes = vec![b'x'; length];
                        bytes[place] = byte;
                        bytes[place + 1..].fill(neighbour);
                        assert_eq!(plain_prefix(&bytes), slowly(&bytes), "{bytes:x?}");
                        bytes[..place].fill(neighbour);
                        assert_eq!(plain_prefix(&bytes), slowly(&bytes), "{bytes:x?}");
                    }
                }
            }
        }
    }
}
