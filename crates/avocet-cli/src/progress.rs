//! Bytes read in, a bar on standard error out: only on a terminal, only for runs that last.

use std::io::{self, IsTerminal as _};
use std::path::Path;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Runs shorter than this show nothing.
const PATIENCE: Duration = Duration::from_millis(500);

/// How far the reading of one file has come.
pub(crate) struct Progress {
    /// None when nobody would see it.
    bar: Option<ProgressBar>,
    since: Instant,
    place: u64,
}

impl Progress {
    /// Starts at byte 0 of `size`; shows nothing unless `wanted`, and nothing when standard error is no terminal.
    pub(crate) fn new(path: &Path, size: Option<u64>, wanted: bool) -> Self {
        let bar = (wanted && io::stderr().is_terminal()).then(|| {
            let template = match size {
                Some(_) => {
                    "{msg} {wide_bar} {binary_bytes} of {binary_total_bytes}, {binary_bytes_per_sec}, {eta} to go"
                }
                None => "{msg} {binary_bytes}, {binary_bytes_per_sec}",
            };
            let style = ProgressStyle::with_template(template).expect("the template is a constant");
            let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
            // It measures from the start, to know the rate when it comes to light.
            ProgressBar::with_draw_target(size, ProgressDrawTarget::hidden()).with_style(style).with_message(name)
        });
        Progress { bar, since: Instant::now(), place: 0 }
    }

    /// Goes on by `count` bytes.
    pub(crate) fn advance(&mut self, count: u64) {
        self.move_to(self.place + count);
    }

    /// Goes to byte `place`.
    pub(crate) fn move_to(&mut self, place: u64) {
        self.place = place;
        let Some(bar) = &self.bar else {
            return;
        };
        bar.set_position(place);
        if bar.is_hidden() && self.since.elapsed() >= PATIENCE {
            bar.set_draw_target(ProgressDrawTarget::stderr());
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
