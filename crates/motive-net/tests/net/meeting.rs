//! Where the processes of a test meet.

use std::net::TcpListener;
use std::sync::atomic::{AtomicU16, Ordering};

/// A place to listen at that is free, and below those that the system hands out for outgoing connections: whoever calls one of those again and
/// again while nobody listens may get through to itself, and nobody can listen there any more.
pub(crate) fn endpoint() -> String {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    // Processes that begin one after the other have numbers beside each other, and must not look for ports beside each other.
    let start = (u64::from(std::process::id()) * 7919 % 10_000) as u16;
    let free = (0..10_000).find_map(|_| {
        let port = 20_000 + (start + NEXT.fetch_add(1, Ordering::Relaxed)) % 10_000;
        TcpListener::bind(("127.0.0.1", port)).ok().map(|_| port)
    });
    format!("tcp/127.0.0.1:{}", free.unwrap())
}
