//! Strings of JSON: text in, quoted text out; and where a quoted text needs a closer look.

/// Appends a text in quotes, with the escapes that it needs.
#[inline]
pub(super) fn write_string(out: &mut Vec<u8>, text: &str) {
    let text = text.as_bytes();
    out.reserve(text.len() + 2);
    out.push(b'"');
    if is_plain(text) {
        out.extend_from_slice(text);
    } else {
        write_escaped(out, text);
    }
    out.push(b'"');
}

fn write_escaped(out: &mut Vec<u8>, mut text: &[u8]) {
    loop {
        let (plain, rest) = text.split_at(plain_prefix(text));
        out.extend_from_slice(plain);
        let Some((special, rest)) = rest.split_first() else { return };
        let escape = match special {
            b'\n' => b'n',
            b'\r' => b'r',
            b'\t' => b't',
            0x08 => b'b',
            0x0c => b'f',
            0x00..0x20 => {
                let digit = |value: u8| b"0123456789abcdef"[usize::from(value)];
                out.extend_from_slice(&[b'\\', b'u', b'0', b'0', digit(special >> 4), digit(special & 15)]);
                text = rest;
                continue;
            }
            quote_or_backslash => *quote_or_backslash,
        };
        out.extend_from_slice(&[b'\\', escape]);
        text = rest;
    }
}

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
    start + tail.iter().take_while(|byte| stands_for_itself(**byte)).count()
}

/// Whether all bytes stand for themselves. Where the end is known there is no tail: the last words may overlap.
#[inline]
pub(super) fn is_plain(bytes: &[u8]) -> bool {
    if let Some(last) = bytes.last_chunk() {
        let (words, _) = bytes.as_chunks();
        words.iter().all(|word| special_bytes(u64::from_le_bytes(*word)) == 0)
            && special_bytes(u64::from_le_bytes(*last)) == 0
    } else if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let halves = [u32::from_le_bytes(*first), u32::from_le_bytes(*last)];
        special_bytes(u64::from(halves[0]) << 32 | u64::from(halves[1])) == 0
    } else {
        bytes.iter().all(|byte| stands_for_itself(*byte))
    }
}

#[inline]
fn stands_for_itself(byte: u8) -> bool {
    byte >= 0x20 && byte != b'"' && byte != b'\\'
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
    use super::{is_plain, plain_prefix, write_string};

    fn slowly(bytes: &[u8]) -> usize {
        bytes.iter().take_while(|byte| !matches!(byte, 0..0x20 | b'"' | b'\\')).count()
    }

    #[test]
    fn every_byte_at_every_place_among_every_neighbour() {
        for neighbour in [b'a', 0x20, 0x21, 0x23, 0x5b, 0x5d, 0x7f, 0x80, 0xa2, 0xdc, 0xff, 0x1f, b'"', b'\\']
        {
            for length in [0, 1, 2, 3, 4, 5, 7, 8, 9, 16, 23] {
                for place in 0..length {
                    for byte in 0..=255 {
                        let mut bytes = vec![b'x'; length];
                        bytes[place] = byte;
                        bytes[place + 1..].fill(neighbour);
                        assert_eq!(plain_prefix(&bytes), slowly(&bytes), "{bytes:x?}");
                        assert_eq!(is_plain(&bytes), slowly(&bytes) == length, "{bytes:x?}");
                        bytes[..place].fill(neighbour);
                        assert_eq!(plain_prefix(&bytes), slowly(&bytes), "{bytes:x?}");
                        assert_eq!(is_plain(&bytes), slowly(&bytes) == length, "{bytes:x?}");
                    }
                }
            }
        }
    }

    #[test]
    fn escapes_are_those_of_serde_json() {
        let every: String = (0..0x180).filter_map(char::from_u32).collect();
        for text in ["", "plain", "\"", "a\\", "\n\n", &every, "€\u{0}😀\u{7f}\u{2028}"] {
            let mut out = Vec::new();
            write_string(&mut out, text);
            assert_eq!(String::from_utf8(out).unwrap(), serde_json::to_string(text).unwrap());
        }
    }
}
