//! Arguments and standard input in, what the command printed and its exit code out.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What a run of the command gave.
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

pub(crate) fn avocet(arguments: &[&str]) -> Run {
    avocet_reading(b"", arguments)
}

/// Runs the command with `input` as its standard input.
pub(crate) fn avocet_reading(input: &[u8], arguments: &[&str]) -> Run {
    let mut child = command(arguments).stdin(Stdio::piped()).spawn().expect("the command starts");
    let mut stdin = child.stdin.take().expect("standard input is piped");
    let output = std::thread::scope(|scope| {
        // The command may end without reading it all.
        scope.spawn(move || drop(stdin.write_all(input)));
        child.wait_with_output().expect("the command ends")
    });
    let text = |bytes| String::from_utf8(bytes).expect("the command speaks UTF-8");
    Run { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

pub(crate) fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_avocet"));
    command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// A file of this test run with this content.
pub(crate) fn file(name: &str, content: &[u8]) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, content).expect("the folder for temporary files takes one");
    path
}

impl Run {
    #[track_caller]
    pub(crate) fn printed(self, out: &str) {
        assert!(self.out == out, "standard output:\n{}", self.out);
        assert_eq!(self.err, "");
        assert_eq!(self.code, Some(0));
    }

    /// It printed `out`, then one complaint about `file` that has all of `parts` in it.
    #[track_caller]
    pub(crate) fn failed(self, out: &str, file: &Path, parts: &[&str]) {
        assert!(self.out == out, "standard output:\n{}", self.out);
        assert!(self.err.starts_with(&format!("avocet: {}: ", file.display())), "{}", self.err);
        assert_eq!(self.err.lines().count(), 1, "{}", self.err);
        for part in parts.iter().chain(&["expected ", ", found "]) {
            assert!(self.err.contains(part), "no {part:?} in {}", self.err);
        }
        assert_eq!(self.code, Some(1));
    }
}
