//! Lines in, standard output out: buffered, and never half a row.

use std::io::{self, IsTerminal as _, StdoutLock, Write as _};

use avocet::Schema;

use crate::failure::printable;

/// Rows are handed on in pieces of about this many bytes.
const PIECE: usize = 64 << 10;

/// Standard output, locked for the run.
pub(crate) struct Output {
    stdout: StdoutLock<'static>,
    pending: Vec<u8>,
    /// Where the row begins that is being made; the bytes before are whole rows.
    start: usize,
    piece: usize,
}

impl Output {
    pub(crate) fn new() -> Self {
        let stdout = io::stdout().lock();
        // Whoever looks on wants to see rows at once, such as those of a slow pipe.
        let piece = if stdout.is_terminal() { 0 } else { PIECE };
        Output { stdout, pending: Vec::with_capacity(2 * PIECE), start: 0, piece }
    }

    /// The buffer to append a row to; what an unfinished row left there is gone.
    pub(crate) fn begin_row(&mut self) -> &mut Vec<u8> {
        self.pending.truncate(self.start);
        &mut self.pending
    }

    /// Ends the row that was appended.
    pub(crate) fn end_row(&mut self) -> io::Result<()> {
        self.pending.push(b'\n');
        self.start = self.pending.len();
        if self.start >= self.piece { self.flush() } else { Ok(()) }
    }

    /// Appends a row of text.
    pub(crate) fn row(&mut self, text: &str) -> io::Result<()> {
        self.begin_row().extend_from_slice(text.as_bytes());
        self.end_row()
    }

    /// Hands all whole rows on.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        let rows = &self.pending[..self.start];
        let written = self.stdout.write_all(rows).and_then(|()| self.stdout.flush());
        self.pending.clear();
        self.start = 0;
        written
    }
}

/// Results about schemas, a line each: alone, or behind labels where there may be several.
pub(crate) struct Results {
    output: Output,
    are_labelled: bool,
}

impl Results {
    /// `are_many` says that more than one file may have a result.
    pub(crate) fn new(are_many: bool) -> Self {
        Results { output: Output::new(), are_labelled: are_many }
    }

    /// Prints what is to be said of each of the schemas of a file, which come with their labels.
    pub(crate) fn of_file(
        &mut self,
        schemas: &[(String, Schema)],
        result: impl Fn(&Schema) -> String,
    ) -> io::Result<()> {
        for (label, schema) in schemas {
            let result = result(schema);
            if self.are_labelled || schemas.len() > 1 {
                self.output.row(&format!("{}: {result}", printable(label)))?;
            } else {
                self.output.row(&result)?;
            }
        }
        self.output.flush()
    }
}
