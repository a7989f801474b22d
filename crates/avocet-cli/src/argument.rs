//! An INPUT argument in, bytes out: standard input, a file, or the argument itself.

use std::io::Read as _;
use std::path::Path;

use avocet::Limits;

use crate::failure::Failure;
use crate::input::Input;

/// The bytes that an INPUT stands for: those of standard input for `-`, those of a file when one has that name, else
/// its own.
pub(crate) fn read(argument: &Path) -> Result<Vec<u8>, Failure> {
    if !is_file(argument) {
        return Ok(argument.as_os_str().as_encoded_bytes().to_vec());
    }
    let limit = Limits::default().datum_bytes;
    let mut bytes = Vec::new();
    let read = Input::open(argument, false)?.take(limit + 1).read_to_end(&mut bytes);
    read.map_err(|error| Failure::Input(format!("expected readable bytes, found {error}")))?;
    if bytes.len() as u64 > limit {
        return Err(Failure::Input(format!("expected one datum, at most {limit} bytes, found more")));
    }
    Ok(bytes)
}

/// Whether an INPUT is not the text itself.
pub(crate) fn is_file(argument: &Path) -> bool {
    argument.as_os_str() == "-" || argument.exists()
}

/// Says, of a failure of an INPUT that may have been meant as the name of a file, that there is none.
pub(crate) fn explain(argument: &Path, failure: impl Into<Failure>) -> Failure {
    match failure.into() {
        Failure::Input(what) if !is_file(argument) => {
            Failure::Input(format!("{what} (no file has this name, so it is taken as the text itself)"))
        }
        failure => failure,
    }
}

/// The text of bytes.
pub(crate) fn text(bytes: &[u8]) -> Result<&str, Failure> {
    str::from_utf8(bytes).map_err(|error| {
        let place = error.valid_up_to();
        Failure::Input(format!("at byte {place}: expected UTF-8 text, found the byte {:#04x}", bytes[place]))
    })
}
