//! Files cut at every byte, and files with every bit turned.

use std::ops::Range;

use avocet::container::{Block, Reader, WriterBuilder};
use avocet::{ErrorKind, Value};

use crate::raw;
use crate::round_trip::{codecs, file};

/// A file of three blocks with what is known of it.
struct Subject {
    file: Vec<u8>,
    rows: Vec<Value>,
    blocks: Vec<Block>,
}

impl Subject {
    fn new(builder: WriterBuilder) -> Self {
        let (file, written) = file(builder.metadata("origin", "shop 7"), &[3, 1, 4]);
        // Rows that were read know their names, so that a damaged name is a difference.
        let (rows, _) = raw::read(&file[..]);
        assert_eq!(rows, written);
        let (blocks, error) = raw::blocks(Reader::new(&file[..]));
        assert!(error.is_none() && blocks.len() == 3);
        Subject { file, rows, blocks }
    }

    fn start(&self, block: usize) -> usize {
        self.blocks.get(block).map_or(self.file.len(), |block| block.offset as usize)
    }

    /// The rows of the blocks that lie whole before a byte.
    fn rows_before(&self, byte: usize) -> &[Value] {
        let whole = (0..self.blocks.len()).filter(|block| self.start(block + 1) <= byte);
        &self.rows[..whole.map(|block| self.blocks[block].count as usize).sum()]
    }

    /// Where some bytes stand, which the file has once.
    fn find(&self, bytes: &[u8]) -> Range<usize> {
        let start = self.file.windows(bytes.len()).position(|window| window == bytes).unwrap();
        start..start + bytes.len()
    }
}

#[test]
fn a_cut_file_gives_the_rows_of_its_whole_blocks() {
    for builder in codecs() {
        let subject = Subject::new(builder.clone());
        let borders: Vec<usize> = (0..4).map(|block| subject.start(block)).collect();
        for cut in 0..=subject.file.len() {
            let (rows, error) = raw::read(&subject.file[..cut]);
            assert_eq!(rows, subject.rows_before(cut), "{builder:?} cut at {cut}");
            match error {
                None => assert!(borders.contains(&cut), "{builder:?} cut at {cut}"),
                Some(error) => {
                    assert!(!borders.contains(&cut), "{builder:?} cut at {cut}: {error}");
                    assert_eq!(error.kind(), ErrorKind::Truncated, "{builder:?} cut at {cut}: {error}");
                    assert!(error.offset().is_some_and(|offset| offset <= cut as u64), "{error}");
                }
            }
        }
    }
}

/// A turned bit is found, or changes rows of its own block only, unless it stands where nothing depends on it.
#[test]
fn a_turned_bit_does_no_harm_before_its_block_and_is_not_overlooked() {
    for builder in codecs() {
        let subject = Subject::new(builder.clone());
        let idle = idle_bytes(&subject);
        let mut found = 0;
        for byte in 0..subject.file.len() {
            for mask in (0..8).map(|bit| 1 << bit).chain([0xff]) {
                let mut file = subject.file.clone();
                file[byte] ^= mask;
                let (rows, error) = raw::read(&file[..]);
                let place = || format!("{builder:?}, byte {byte} ^ {mask:#04x}: {error:?}");
                if byte >= subject.start(0) {
                    let before = subject.rows_before(byte);
                    assert_eq!(rows.get(..before.len()), Some(before), "{}", place());
                }
                if let Some(error) = &error {
                    assert!(error.offset().is_some_and(|offset| offset <= file.len() as u64), "{}", place());
                    found += 1;
                } else if rows == subject.rows {
                    assert!(idle.iter().any(|range| range.contains(&byte)), "overlooked: {}", place());
                }
                // The sync marker is compared before anything else of its block is used.
                if (1..=3).any(|block| (subject.start(block) - 16..subject.start(block)).contains(&byte)) {
                    assert_eq!(error.as_ref().unwrap().kind(), ErrorKind::Block, "{}", place());
                    assert_eq!(rows, subject.rows_before(byte), "{}", place());
                }
            }
        }
        assert!(found > subject.file.len(), "most are found: {found}");
    }
}

/// Blocks and skipping meet the same damage without decoding: never a panic, never more objects than there are.
#[test]
fn a_turned_bit_does_no_harm_to_who_passes_over() {
    for builder in codecs() {
        let subject = Subject::new(builder);
        for byte in 0..subject.file.len() {
            for mask in [0x01, 0x80, 0xff] {
                let mut file = subject.file.clone();
                file[byte] ^= mask;
                let (blocks, _) = raw::blocks(Reader::new(&file[..]));
                assert!(blocks.iter().all(|block| block.offset + block.size <= file.len() as u64));
                for skip in [1, 5, 9] {
                    if let Ok(mut reader) = Reader::new(&file[..]) {
                        let skipped = reader.skip(skip);
                        assert!(skipped.is_err() || skipped.unwrap() <= skip);
                    }
                }
            }
        }
    }
}

/// The bytes that a reader of rows has no use for, or that may be otherwise and mean the same.
fn idle_bytes(subject: &Subject) -> Vec<Range<usize>> {
    let deflate = subject.file.windows(7).any(|window| window == b"deflate");
    let mut idle = vec![subject.find(b"origin"), subject.find(b"shop 7")];
    if deflate {
        // A deflate stream ends at some bit of its last byte; what follows is padding.
        for block in 0..subject.blocks.len() {
            let end = subject.start(block + 1) - 16;
            idle.push(end - 1..end);
        }
    } else {
        // Without its own key the codec's name is the user's, and a codec that is absent is null.
        idle.push(subject.find(b"avro.codec"));
    }
    idle
}
