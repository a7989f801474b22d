//! Paths in, readable bytes out: a file or standard input, with its size where there is one.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, StdinLock};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use avocet::container::Reader;

use crate::failure::{Failure, report};
use crate::progress::Progress;

/// The bytes of one file of the command line.
pub(crate) struct Input {
    source: Source,
    size: Option<u64>,
    progress: Progress,
}

enum Source {
    File(File),
    Standard(StdinLock<'static>),
}

impl Input {
    /// Opens a file, or standard input for `-`. `show_progress` allows a bar on standard error.
    pub(crate) fn open(path: &Path, show_progress: bool) -> Result<Self, Failure> {
        let (source, size) = if path.as_os_str() == "-" {
            (Source::Standard(io::stdin().lock()), None)
        } else {
            let fault = |error: io::Error| Failure::Input(format!("expected a readable file, found {error}"));
            let file = File::open(path).map_err(fault)?;
            let about = file.metadata().map_err(fault)?;
            if about.is_dir() {
                return Err(Failure::Input("expected a file, found a directory".to_owned()));
            }
            // The size of a pipe or a device says nothing.
            let size = about.is_file().then_some(about.len());
            (Source::File(file), size)
        };
        let progress = Progress::new(path, size, show_progress);
        Ok(Input { source, size, progress })
    }

    /// Reads the header of a container file.
    pub(crate) fn into_reader(self) -> Result<Reader<Input>, Failure> {
        let builder = Reader::builder();
        // Pipes and devices know no size, and no way back either.
        let reader = if self.size.is_some() { builder.build_seekable(self) } else { builder.build(self) };
        Ok(reader?)
    }

    /// The size of the file in bytes; `None` for pipes and the like.
    pub(crate) fn size(&self) -> Option<u64> {
        self.size
    }
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = match &mut self.source {
            Source::File(file) => file.read(buffer),
            Source::Standard(stdin) => stdin.read(buffer),
        }?;
        self.progress.advance(count as u64);
        Ok(count)
    }
}

impl Seek for Input {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let place = match &mut self.source {
            Source::File(file) => file.seek(to),
            Source::Standard(_) => Err(io::ErrorKind::NotSeekable.into()),
        }?;
        self.progress.move_to(place);
        Ok(place)
    }
}

/// Runs `each` on every file, and goes on with the next when one fails; it returns whether more files are wanted.
///
/// Returns the exit code of the run; the error is one of standard output.
pub(crate) fn for_each(
    files: &[PathBuf],
    mut each: impl FnMut(&Path) -> Result<bool, Failure>,
) -> io::Result<ExitCode> {
    let mut code = ExitCode::SUCCESS;
    for file in files {
        match each(file) {
            Ok(true) => {}
            Ok(false) => break,
            Err(Failure::Input(what)) => {
                report(file, &what);
                code = ExitCode::FAILURE;
            }
            Err(Failure::Output(error)) => return Err(error),
        }
    }
    Ok(code)
}
