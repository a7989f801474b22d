//! Blocks and objects passed over.

use avocet::ErrorKind;
use avocet::container::{Reader, Writer};

use crate::raw;
use crate::round_trip::{codecs, file, path};

#[test]
fn skip_and_read_agree_on_every_split() {
    for builder in codecs() {
        let (file, rows) = file(builder, &[3, 1, 4, 1]);
        for read_first in 0..rows.len() {
            for skip in 0..rows.len() + 3 {
                let mut reader = Reader::new(&file[..]).unwrap();
                for row in &rows[..read_first] {
                    assert_eq!(reader.values().next().unwrap().unwrap(), *row);
                }
                let skipped = reader.skip(skip as u64).unwrap() as usize;
                assert_eq!(skipped, skip.min(rows.len() - read_first));
                let rest: Vec<_> = reader.values().map(Result::unwrap).collect();
                assert_eq!(rest, rows[read_first + skipped..], "read {read_first}, skip {skip}");
            }
        }
    }
}

#[test]
fn blocks_tell_where_they_are() {
    let header = raw::header(r#""int""#, None);
    let file =
        [&header[..], &raw::block(2, &[2, 4]), &raw::block(0, &[]), &raw::block(1, &[0x80, 0x01])].concat();
    let (blocks, error) = raw::blocks(Reader::new(&file[..]));
    assert!(error.is_none());
    let start = header.len() as u64;
    let found: Vec<_> = blocks.iter().map(|block| (block.offset - start, block.count, block.size)).collect();
    // A head of two bytes, the data, sixteen bytes of marker.
    assert_eq!(found, [(0, 2, 2), (20, 0, 0), (38, 1, 2)]);
}

#[test]
fn blocks_go_on_after_the_block_that_was_begun() {
    let (file, rows) = file(Writer::builder(), &[3, 2, 4]);
    let mut reader = Reader::new(&file[..]).unwrap();
    assert_eq!(reader.values().next().unwrap().unwrap(), rows[0]);
    assert_eq!(reader.blocks().next().unwrap().unwrap().count, 2);
    assert_eq!(reader.values().next().unwrap().unwrap(), rows[5]);
}

#[test]
fn blocks_and_skip_do_not_decompress() {
    let header = raw::header(r#""int""#, Some("deflate"));
    let rubbish = raw::block(3, &[0xff; 9]);
    let file = [&header[..], &rubbish, &rubbish].concat();
    let (blocks, error) = raw::blocks(Reader::new(&file[..]));
    assert_eq!((blocks.len(), blocks[1].count, blocks[1].size), (2, 3, 9));
    assert!(error.is_none());
    assert_eq!(Reader::new(&file[..]).unwrap().skip(6).unwrap(), 6);
    let mut reader = Reader::new(&file[..]).unwrap();
    assert_eq!(reader.skip(4).unwrap_err().kind(), ErrorKind::Codec);
    assert_eq!(reader.skip(1).unwrap(), 0, "nothing follows an error");
    assert!(reader.values().next().is_none());
}

#[test]
fn the_rest_of_a_block_is_skipped_without_decoding() {
    let header = raw::header(r#""boolean""#, None);
    let file = [&header[..], &raw::block(3, &[1, 7, 7]), &raw::block(1, &[0])].concat();
    for count in [2, 3] {
        let mut reader = Reader::new(&file[..]).unwrap();
        assert_eq!(reader.values().next().unwrap().unwrap().as_bool(), Some(true));
        assert_eq!(reader.skip(count).unwrap(), count);
        assert_eq!(reader.values().count() as u64, 3 - count);
    }
}

#[test]
fn blocks_and_skip_compare_sync_markers() {
    let (mut file, _) = file(Writer::builder(), &[3, 2]);
    let last = file.len() - 1;
    file[last] ^= 1;
    let (blocks, error) = raw::blocks(Reader::new(&file[..]));
    assert_eq!(blocks.len(), 1);
    assert_eq!(error.unwrap().kind(), ErrorKind::Block);
    assert_eq!(Reader::new(&file[..]).unwrap().skip(5).unwrap_err().kind(), ErrorKind::Block);
}

/// In a file blocks are passed over by seeking, which goes past the end without a word.
#[test]
fn blocks_of_a_cut_file_are_an_error() {
    let path = path("cut-blocks");
    let (file, _) = file(Writer::builder(), &[2, 1, 2]);
    let (all, _) = raw::blocks(Reader::new(&file[..]));
    let mut borders: Vec<_> = all.iter().map(|block| block.offset as usize).collect();
    borders.push(file.len());
    for cut in borders[0]..=file.len() {
        std::fs::write(&path, &file[..cut]).unwrap();
        let (blocks, error) = raw::blocks(Reader::open(&path));
        let whole = borders.iter().filter(|border| **border <= cut).count() - 1;
        assert_eq!(blocks, all[..whole], "cut at {cut}");
        assert_eq!(error.is_none(), borders.contains(&cut), "cut at {cut}: {error:?}");
        assert!(error.is_none_or(|error| error.is_truncated()));
    }
    std::fs::remove_file(path).unwrap();
}

/// A pipe has a path, too, but no way to seek.
#[cfg(target_os = "linux")]
#[test]
fn blocks_of_a_pipe_are_passed_over_by_reading() {
    use std::io::Write as _;
    use std::os::fd::AsRawFd as _;

    let large = vec![8; 300_000]; // more than the reader's own buffer has
    let file = [raw::header(r#""int""#, None), raw::block(300_000, &large), raw::block(2, &[2, 4])].concat();
    let (output, mut input) = std::io::pipe().unwrap();
    let writer = std::thread::spawn(move || input.write_all(&file).unwrap());
    let mut reader = Reader::open(format!("/proc/self/fd/{}", output.as_raw_fd())).unwrap();
    assert_eq!(reader.skip(300_001).unwrap(), 300_001);
    let rest: Vec<_> = reader.values().map(Result::unwrap).collect();
    assert_eq!(rest, [avocet::Value::Int(2)]);
    writer.join().unwrap();
}

/// Large enough that blocks do not fit the input's own buffer.
#[test]
fn large_blocks_are_passed_over() {
    let path = path("large-blocks");
    let data = raw::longs((0..200_000).map(|number| number % 64));
    let file = [
        raw::header(r#""int""#, None),
        raw::block(200_000, &data),
        raw::block(200_000, &data),
        raw::block(1, &[8]),
    ]
    .concat();
    std::fs::write(&path, &file).unwrap();
    for skip in [0, 1, 199_999, 200_000, 200_001, 399_999, 400_000] {
        let mut reader = Reader::open(&path).unwrap();
        assert_eq!(reader.skip(skip).unwrap(), skip);
        assert_eq!(reader.values().count() as u64, 400_001 - skip);
        let mut reader = Reader::new(&file[..]).unwrap();
        assert_eq!(reader.skip(skip).unwrap(), skip);
        assert_eq!(reader.values().last().unwrap().unwrap().as_int(), Some(4));
    }
    std::fs::remove_file(path).unwrap();
}
