//! Signals that ask the program to stop, so that it can end in order.

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The exit code if a second signal ends the program at once.
const EXIT_CODE: i32 = 130;

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

    /// Whether it has.
    pub(crate) fn asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
