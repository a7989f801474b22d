//! How many items a block has: written before them when it is known, put there when it is not.

use crate::wire::writer::write_long;

/// The count of a block that is being written.
pub(super) struct Count {
    announced: usize,
    /// Where the count stands.
    head: usize,
    /// Items that were written.
    pub(super) written: usize,
}

impl Count {
    /// Begins a block of probably so many items.
    #[inline]
    pub(super) fn begin(out: &mut Vec<u8>, len: Option<usize>) -> Self {
        let head = out.len();
        let announced = len.unwrap_or(0);
        if announced > 0 {
            write_long(out, announced as i64);
        }
        Count { announced, head, written: 0 }
    }

    /// Ends the block, and with it the array or map.
    #[inline]
    pub(super) fn end(self, out: &mut Vec<u8>) {
        if self.written != self.announced {
            self.correct(out);
        }
        write_long(out, 0);
    }

    #[cold]
    fn correct(self, out: &mut Vec<u8>) {
        let (mut wrong, mut right) = (Vec::new(), Vec::new());
        for (count, head) in [(self.announced, &mut wrong), (self.written, &mut right)] {
            if count > 0 {
                write_long(head, count as i64);
            }
        }
        out.splice(self.head..self.head + wrong.len(), right);
    }
}
