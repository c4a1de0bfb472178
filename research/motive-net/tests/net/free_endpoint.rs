//! Free endpoints for tests.

use std::net::TcpListener;
use std::sync::atomic::{AtomicU16, Ordering};

/// A free port below those that the system uses for outgoing connections: a process that keeps connecting to one of those while
/// nothing listens there may connect to itself and block the port.
pub(crate) fn endpoint() -> String {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    // Processes with consecutive ids must not try consecutive ports.
    let start = (u64::from(std::process::id()) * 7919 % 10_000) as u16;
    let free = (0..10_000).find_map(|_| {
        let port = 20_000 + (start + NEXT.fetch_add(1, Ordering::Relaxed)) % 10_000;
        TcpListener::bind(("127.0.0.1", port)).ok().map(|_| port)
    });
    format!("tcp/127.0.0.1:{}", free.unwrap())
}
