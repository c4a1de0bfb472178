//! Signals that ask the program to stop, so that it can end in order.

use motive_studio::Studio;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The exit code of a program that a signal has ended.
const EXIT_CODE: i32 = 130;

/// How often a command that only waits looks whether a signal came.
const CHECK_EVERY: Duration = Duration::from_millis(20);

/// Whether a signal has asked the program to stop: Ctrl-C, `kill`, or the end of the terminal. A second signal ends it at once.
pub(crate) struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Catches the signals from now on. Where the system refuses that, they end the program as they always do.
    pub(crate) fn catch() -> Self {
        let asked = Arc::new(AtomicBool::new(false));
        let signals = [
            SIGINT,
            SIGTERM,
            #[cfg(unix)]
            signal_hook::consts::SIGHUP,
        ];
        for signal in signals {
            // In this order: the first signal finds the flag not set and sets it, the second finds it set.
            let _ = flag::register_conditional_shutdown(signal, EXIT_CODE, asked.clone());
            let _ = flag::register(signal, asked.clone());
        }
        Self(asked)
    }

    /// From now on a signal ends the program, with a line that says how to go on. For commands that keep what they have as they go, or that
    /// have nothing to keep.
    pub(crate) fn ends_with(line: String) {
        let interrupt = Self::catch();
        std::thread::spawn(move || {
            while !interrupt.asked() {
                std::thread::sleep(CHECK_EVERY);
            }
            // On a line of its own: a progress bar may stand there. If it cannot be written, the exit code has to do.
            let _ = writeln!(std::io::stderr(), "\n{line}");
            std::process::exit(EXIT_CODE);
        });
    }

    /// Lets a signal end what pages of a studio hold up.
    pub(crate) fn releases(&self, studio: Option<&Studio>) {
        if let Some(studio) = studio {
            studio.release_when(self.0.clone());
        }
    }

    /// Whether it has.
    pub(crate) fn asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
