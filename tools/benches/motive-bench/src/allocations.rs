//! Counts what is allocated, so that "a steady tick allocates nothing" can be measured.

use mimalloc::MiMalloc;
use std::alloc::{GlobalAlloc, Layout};
use std::cell::Cell;

/// What one thread has allocated so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Count {
    /// How many times memory was asked for, growing included.
    pub(crate) requests: u64,
    /// Bytes that were asked for and not given back. Below nought where a thread gives back what another asked for.
    pub(crate) bytes: i64,
}

thread_local! {
    static COUNT: Cell<Count> = const { Cell::new(Count { requests: 0, bytes: 0 }) };
}

/// What this thread has allocated so far.
pub(crate) fn count() -> Count {
    COUNT.try_with(Cell::get).unwrap_or_default()
}

fn note(requests: u64, bytes: i64) {
    // Fails only while the thread ends, when nobody measures any more.
    let _ = COUNT.try_with(|count| {
        let so_far = count.get();
        count.set(Count { requests: so_far.requests + requests, bytes: so_far.bytes + bytes });
    });
}

/// An allocator that is counted. Checking a long file makes many small things and throws them away; mimalloc does that in two
/// thirds of the system's time.
struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[expect(unsafe_code, reason = "an allocator can be written in no other way; all work is left to mimalloc")]
// SAFETY: every call is passed on as it came, so that mimalloc keeps its promises for us. Counting uses a cell
// that needs no initialisation and no allocation of its own.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        note(1, layout.size() as i64);
        // SAFETY: the caller's promises about the layout are those that mimalloc asks for.
        unsafe { MiMalloc.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        note(0, -(layout.size() as i64));
        // SAFETY: the pointer came from `alloc` above with this layout, hence from mimalloc.
        unsafe { MiMalloc.dealloc(pointer, layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        note(1, layout.size() as i64);
        // SAFETY: as for `alloc`.
        unsafe { MiMalloc.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        note(1, new_size as i64 - layout.size() as i64);
        // SAFETY: as for `dealloc`, and the caller promises a size that is not nought.
        unsafe { MiMalloc.realloc(pointer, layout, new_size) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_and_bytes_are_counted() {
        let before = count();
        let numbers: Vec<u64> = Vec::with_capacity(100);
        let during = count();
        drop(numbers);
        let after = count();
        assert_eq!((during.requests - before.requests, during.bytes - before.bytes), (1, 800));
        assert_eq!((after.requests - before.requests, after.bytes - before.bytes), (1, 0));
    }
}
