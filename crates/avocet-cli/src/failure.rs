//! What stops the work on a file or the whole run, and how it is said on standard error.

use std::borrow::Cow;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::CommandFactory as _;
use clap::error::ErrorKind;

/// Why a verb could not go on.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The file at hand cannot be read to its end; the next one may be fine. The text is `where: expected …, found …`.
    Input(String),
    /// Standard output takes no more, so that going on is pointless.
    Output(io::Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Failure::Output(error)
    }
}

impl From<avocet::Error> for Failure {
    fn from(error: avocet::Error) -> Self {
        Failure::Input(error.to_string())
    }
}

/// A failure, and the file that it is about.
#[derive(Debug)]
pub(crate) struct Fault {
    file: PathBuf,
    failure: Failure,
}

/// Says which file a failure is about.
pub(crate) trait About<T> {
    fn about(self, file: &Path) -> Result<T, Fault>;
}

impl<T, E: Into<Failure>> About<T> for Result<T, E> {
    fn about(self, file: &Path) -> Result<T, Fault> {
        self.map_err(|error| Fault { file: file.to_owned(), failure: error.into() })
    }
}

/// The exit code of a run that ended so; the error is one of standard output.
pub(crate) fn conclude(done: Result<ExitCode, Fault>) -> io::Result<ExitCode> {
    match done {
        Ok(code) => Ok(code),
        Err(Fault { failure: Failure::Output(error), .. }) => Err(error),
        Err(Fault { file, failure: Failure::Input(what) }) => {
            report(&file, &what);
            Ok(ExitCode::FAILURE)
        }
    }
}

/// Ends a run that standard output has stopped: quietly when the reader of a pipe has seen enough.
pub(crate) fn end(output: &io::Error) -> ExitCode {
    if output.kind() == io::ErrorKind::BrokenPipe {
        return ExitCode::SUCCESS;
    }
    say(&format!("standard output: expected to write, found {output}"));
    ExitCode::FAILURE
}

/// Ends the run for arguments that do not go together, with the usage of the verb.
pub(crate) fn misuse(verb: &str, what: &str) -> ! {
    let mut command = crate::Arguments::command();
    command.build();
    let of_verb = command.find_subcommand_mut(verb).map(|verb| verb.error(ErrorKind::ArgumentConflict, what));
    of_verb.unwrap_or_else(|| command.error(ErrorKind::ArgumentConflict, what)).exit()
}

/// Says on standard error what is wrong with a file.
pub(crate) fn report(file: &Path, what: &str) {
    say(&format!("{}: {what}", file.display()));
}

/// Says on standard error what is wrong with the run as a whole.
pub(crate) fn report_run(what: &str) {
    say(what);
}

/// Says on standard error what is to be said about a place of a file, in the way of compilers: `FILE(LINE,COLUMN):
/// error: …`.
pub(crate) fn diagnose(file: &Path, place: Option<(u32, u32)>, severity: &str, what: &str) {
    let place = place.map(|(line, column)| format!("({line},{column})")).unwrap_or_default();
    let line = format!("{}{place}: {severity}: {what}", file.display());
    let _ = writeln!(io::stderr(), "{}", printable(&line)); // as in `say`
}

/// Text of a file's own making, without the control characters that could play tricks on a terminal.
pub(crate) fn printable(text: &str) -> Cow<'_, str> {
    if !text.contains(char::is_control) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_control() {
            escaped.extend(c.escape_default());
        } else {
            escaped.push(c);
        }
    }
    Cow::Owned(escaped)
}

fn say(what: &str) {
    // There is nowhere left to complain when standard error is gone.
    let _ = writeln!(io::stderr(), "avocet: {}", printable(what));
}

#[cfg(test)]
mod tests {
    use super::printable;

    #[test]
    fn control_characters_are_shown_not_sent() {
        assert_eq!(printable("plain é text"), "plain é text");
        assert_eq!(printable("a\u{1b}[2Jb\nc\u{9b}"), "a\\u{1b}[2Jb\\nc\\u{9b}");
    }
}
