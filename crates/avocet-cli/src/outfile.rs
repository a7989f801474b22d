//! A file that is there when it is whole, and not before.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A new file for a path. What was there stays as it is until [`keep`](OutFile::keep); without that, nothing happened.
///
/// Pipes and devices are written directly.
pub(crate) struct OutFile {
    file: File,
    /// Where the bytes are until the file is whole, and where they belong then.
    pending: Option<(PathBuf, PathBuf)>,
}

impl OutFile {
    pub(crate) fn create(path: &Path) -> io::Result<OutFile> {
        let target = match fs::metadata(path) {
            // Through links, which shall go on to be links.
            Ok(about) if about.is_file() => fs::canonicalize(path)?,
            Ok(about) if about.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
            Ok(_) => return Ok(OutFile { file: File::create(path)?, pending: None }),
            Err(_) => path.to_owned(),
        };
        let name = target.file_name().ok_or(io::ErrorKind::InvalidFilename)?.to_string_lossy();
        let temporary = target.with_file_name(format!(".{name}.{}.part", std::process::id()));
        let file = File::create_new(&temporary)?;
        Ok(OutFile { file, pending: Some((temporary, target)) })
    }

    /// Puts the file, which is whole now, in its place.
    pub(crate) fn keep(mut self) -> io::Result<()> {
        if let Some((temporary, target)) = self.pending.take() {
            if let Ok(about) = fs::metadata(&target) {
                fs::set_permissions(&temporary, about.permissions())?;
            }
            fs::rename(&temporary, target).inspect_err(|_| drop(fs::remove_file(&temporary)))?;
        }
        Ok(())
    }
}

impl Drop for OutFile {
    fn drop(&mut self) {
        if let Some((temporary, _)) = &self.pending {
            // Nobody is left to hear of it.
            let _ = fs::remove_file(temporary);
        }
    }
}

impl Write for OutFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
