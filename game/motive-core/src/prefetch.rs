//! Prefetching memory before it is needed.
//!
//! With many agents, nothing of one is in a cache when its turn comes, and a decision waits for memory more than it works. A caller that knows
//! the next few agents can prefetch what they will read while another decides. Only the time changes.
//!
//! In three pairs of runs, with and without, a tenth of a core held 1.2 to 1.33 times as many of 40,000 state machines of the hospital, and 1.14 to 1.31 times as many
//! characters with written plans.

/// How much of a slice is prefetched. The rest follows in order, which hardware prefetchers handle.
const MOST_BYTES: usize = 2048;

/// Size of a cache line.
#[cfg(target_arch = "x86_64")]
const LINE: usize = 64;

/// Prefetches a value.
pub fn prefetch_value<T: ?Sized>(value: &T) {
    fetch_bytes(std::ptr::from_ref(value).cast(), size_of_val(value));
}

/// Prefetches the beginning of a slice.
pub fn prefetch_slice<T>(list: &[T]) {
    fetch_bytes(list.as_ptr().cast(), size_of_val(list).min(MOST_BYTES));
}

#[cfg(target_arch = "x86_64")]
#[expect(
    unsafe_code,
    reason = "there is no other way to ask for memory without waiting for it; see `motive-bench hospital.capacity_fsm`"
)]
fn fetch_bytes(start: *const i8, bytes: usize) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    for offset in (0..bytes).step_by(LINE) {
        // SAFETY: a prefetch reads and writes nothing a program can see and never faults, whatever the address.
        unsafe { _mm_prefetch(start.wrapping_add(offset), _MM_HINT_T0) }
    }
}

/// No prefetch instruction is used on other architectures.
#[cfg(not(target_arch = "x86_64"))]
fn fetch_bytes(_: *const i8, _: usize) {}
