//! The progress bar of a study.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use motive_lab::Progress;
use std::io::IsTerminal;

/// A progress bar with runs, rate and time left. Hidden where there is no terminal.
pub(crate) struct Bar {
    bar: ProgressBar,
}

impl Bar {
    /// A bar, or one that stays hidden.
    pub(crate) fn new(shown: bool) -> Self {
        let target = if shown && std::io::stderr().is_terminal() {
            ProgressDrawTarget::stderr()
        } else {
            ProgressDrawTarget::hidden()
        };
        let bar = ProgressBar::with_draw_target(Some(0), target);
        let shape = "{wide_bar} {human_pos}/{human_len} runs, {per_sec:.0}, {eta} left";
        if let Ok(style) = ProgressStyle::with_template(shape) {
            bar.set_style(style);
        }
        Self { bar }
    }
}

impl Progress for Bar {
    fn begin(&mut self, done: usize, total: usize) {
        self.bar.set_length(total as u64);
        self.bar.set_position(done as u64);
        // Runs of an earlier session must not count for the rate.
        self.bar.reset_eta();
    }

    fn advance(&mut self) {
        self.bar.inc(1);
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
