//! The codec `deflate`: raw RFC 1951 streams, one for each block.

use flate2::{Compression, FlushCompress, FlushDecompress, Status};

use super::{Compress, Decompress, beyond};
use crate::error::{Error, ErrorKind, Result};

/// Room that the first block of a reader starts with, for each of its compressed bytes.
const FIRST_RATIO: usize = 4;

/// A guess at the cost of a stream that cannot be compressed: stored blocks have five bytes for each 16 KiB or more.
const SLACK: usize = 64;

/// Compressed blocks to data.
pub(super) struct Inflater {
    state: flate2::Decompress,
}

impl Inflater {
    pub(super) fn new() -> Self {
        Inflater { state: flate2::Decompress::new(false) }
    }
}

impl Decompress for Inflater {
    fn decompress(&mut self, block: &[u8], data: &mut Vec<u8>, limit: u64) -> Result<usize> {
        let limit = usize::try_from(limit).unwrap_or(usize::MAX - 1);
        self.state.reset(false);
        loop {
            let read = self.state.total_in() as usize;
            let written = self.state.total_out() as usize;
            if written > limit {
                return Err(beyond(limit as u64));
            }
            if written == data.len() {
                let room = (2 * written).max(FIRST_RATIO * block.len()).max(SLACK);
                let len = room.min(limit + 1);
                data.reserve_exact(len - written);
                data.resize(len, 0);
            }
            let status =
                self.state.decompress(&block[read..], &mut data[written..], FlushDecompress::None).map_err(
                    |error| Error::new(ErrorKind::Codec, "a deflate stream", "a damaged one").because(error),
                )?;
            let read_now = self.state.total_in() as usize;
            let written_now = self.state.total_out() as usize;
            if status == Status::StreamEnd {
                if written_now > limit {
                    return Err(beyond(limit as u64));
                }
                check_rest(&block[read_now..], &data[..written_now])?;
                return Ok(written_now);
            }
            // All input is taken and room was left: the stream wants bytes that the block does not have.
            let stalled = read_now == read && written_now == written;
            if stalled || (read_now == block.len() && written_now < data.len()) {
                return Err(Error::new(ErrorKind::Codec, "a whole deflate stream", "one that is cut off"));
            }
        }
    }
}

/// Checks what follows the stream in its block.
///
/// Nothing should. The Python libraries make the stream from a zlib one and leave three of the four bytes of zlib's
/// Adler-32 checksum (RFC 1950) behind it: these, or all four, are accepted when they are right.
fn check_rest(rest: &[u8], data: &[u8]) -> Result<()> {
    if rest.is_empty() {
        return Ok(());
    }
    if matches!(rest.len(), 3 | 4) {
        let checksum = adler2::adler32_slice(data).to_be_bytes();
        if checksum.starts_with(rest) {
            return Ok(());
        }
    }
    let bytes = if rest.len() == 1 { "byte" } else { "bytes" };
    let found = format!("{} more {bytes} that are no checksum of its data", rest.len());
    Err(Error::new(ErrorKind::Codec, "the end of the block after the deflate stream", found))
}

/// Data to compressed blocks.
pub(super) struct Deflater {
    state: flate2::Compress,
}

impl Deflater {
    pub(super) fn new(level: Option<u32>) -> Self {
        let level = level.map_or_else(Compression::default, Compression::new);
        Deflater { state: flate2::Compress::new(level, false) }
    }
}

impl Compress for Deflater {
    fn compress(&mut self, data: &[u8], block: &mut Vec<u8>) -> Result<()> {
        self.state.reset();
        loop {
            block.reserve(data.len() + SLACK); // enough the first time, also for what cannot be compressed
            let read = self.state.total_in() as usize;
            let status =
                self.state.compress_vec(&data[read..], block, FlushCompress::Finish).map_err(|error| {
                    Error::new(ErrorKind::Codec, "compressible data", "a failure").because(error)
                })?;
            if status == Status::StreamEnd {
                return Ok(());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: u64 = 1 << 20;

    fn deflate(data: &[u8], level: Option<u32>) -> Vec<u8> {
        let mut block = vec![7; 3];
        Deflater::new(level).compress(data, &mut block).unwrap();
        assert_eq!(block[..3], [7; 3], "what stood there before stays");
        block.split_off(3)
    }

    fn inflate(block: &[u8], limit: u64) -> Result<Vec<u8>> {
        let mut data = Vec::new();
        let len = Inflater::new().decompress(block, &mut data, limit)?;
        Ok(data[..len].to_vec())
    }

    /// Bytes that do not compress: an xorshift sequence.
    fn noise(len: usize) -> Vec<u8> {
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        let mut next = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 32) as u8
        };
        (0..len).map(|_| next()).collect()
    }

    #[test]
    fn data_comes_back_at_every_level() {
        for data in
            [vec![], b"a".to_vec(), vec![0; 300_000], noise(100_000), [noise(999), vec![9; 9999]].concat()]
        {
            for level in (0..=9).map(Some).chain([None]) {
                assert_eq!(inflate(&deflate(&data, level), LIMIT).unwrap(), data, "level {level:?}");
            }
        }
    }

    #[test]
    fn one_inflater_takes_block_after_block() {
        let mut inflater = Inflater::new();
        let mut data = Vec::new();
        for block in [&noise(50_000)[..], b"", b"short", &vec![5; 200_000]] {
            let len = inflater.decompress(&deflate(block, None), &mut data, LIMIT).unwrap();
            assert_eq!(&data[..len], block);
            assert!(
                inflater.decompress(&[0xff, 0xff], &mut data, LIMIT).is_err(),
                "a failure leaves no trace"
            );
        }
    }

    #[test]
    fn the_limit_is_met_exactly() {
        let block = deflate(&[0; 10_000], None);
        assert_eq!(inflate(&block, 10_000).unwrap().len(), 10_000);
        for limit in [9_999, 1, 0] {
            assert_eq!(inflate(&block, limit).unwrap_err().kind(), ErrorKind::Limit, "limit {limit}");
        }
        assert_eq!(inflate(&deflate(b"", None), 0).unwrap(), b"");
    }

    #[test]
    fn a_bomb_takes_no_more_room_than_the_limit() {
        let bomb = deflate(&vec![0; 20 << 20], Some(9));
        let mut data = Vec::new();
        let error = Inflater::new().decompress(&bomb, &mut data, LIMIT).unwrap_err();
        assert!(error.to_string().contains("block_bytes"), "{error}");
        assert!(data.capacity() as u64 <= LIMIT + 1, "{} bytes", data.capacity());
    }

    #[test]
    fn a_stream_cut_anywhere_is_an_error() {
        let block = deflate(&[noise(300), vec![0; 300]].concat(), None);
        for cut in 0..block.len() {
            assert_eq!(inflate(&block[..cut], LIMIT).unwrap_err().kind(), ErrorKind::Codec, "cut at {cut}");
        }
    }

    #[test]
    fn only_a_right_checksum_may_follow() {
        let data = b"some data";
        let block = deflate(data, None);
        // Computed with zlib: python3 -c 'import zlib; print(zlib.adler32(b"some data").to_bytes(4, "big").hex())'
        let checksum = [0x11, 0x81, 0x03, 0x6f];
        for len in [3, 4] {
            let mut block = [&block[..], &checksum[..len]].concat();
            assert_eq!(inflate(&block, LIMIT).unwrap(), data);
            *block.last_mut().unwrap() ^= 1;
            assert_eq!(inflate(&block, LIMIT).unwrap_err().kind(), ErrorKind::Codec);
        }
        for rest in [&checksum[..1], &checksum[..2], &[0x11, 0x81, 0x03, 0x6f, 0]] {
            assert_eq!(inflate(&[&block[..], rest].concat(), LIMIT).unwrap_err().kind(), ErrorKind::Codec);
        }
    }
}
