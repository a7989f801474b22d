//! Bytes read in, a bar on standard error out: only on a terminal, only for runs that last.

use std::io::{self, IsTerminal as _};
use std::path::Path;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// Runs shorter than this show nothing.
const PATIENCE: Duration = Duration::from_millis(500);

/// How far the reading of one file has come.
pub(crate) struct Progress {
    /// What the bar shall say, until it is there.
    waiting: Option<Waiting>,
    bar: Option<ProgressBar>,
    place: u64,
}

struct Waiting {
    since: Instant,
    name: String,
    size: Option<u64>,
}

impl Progress {
    /// Starts at byte 0 of `size`; shows nothing unless `wanted`, and nothing when standard error is no terminal.
    pub(crate) fn new(path: &Path, size: Option<u64>, wanted: bool) -> Self {
        let waiting = (wanted && io::stderr().is_terminal()).then(|| {
            let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
            Waiting { since: Instant::now(), name, size }
        });
        Progress { waiting, bar: None, place: 0 }
    }

    /// Goes on by `count` bytes.
    pub(crate) fn advance(&mut self, count: u64) {
        self.move_to(self.place + count);
    }

    /// Goes to byte `place`.
    pub(crate) fn move_to(&mut self, place: u64) {
        self.place = place;
        if let Some(bar) = &self.bar {
            bar.set_position(place);
        } else if let Some(waiting) = self.waiting.take_if(|waiting| waiting.since.elapsed() >= PATIENCE) {
            self.bar = Some(waiting.bar(place));
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

impl Waiting {
    fn bar(self, place: u64) -> ProgressBar {
        let (bar, style) = match self.size {
            Some(size) => (
                ProgressBar::new(size),
                "{msg} {wide_bar} {binary_bytes} of {binary_total_bytes}, {binary_bytes_per_sec}, {eta} to go",
            ),
            None => (ProgressBar::no_length(), "{msg} {binary_bytes}, {binary_bytes_per_sec}"),
        };
        let style = ProgressStyle::with_template(style).expect("the template is a constant");
        bar.with_style(style).with_message(self.name).with_elapsed(self.since.elapsed()).with_position(place)
    }
}
