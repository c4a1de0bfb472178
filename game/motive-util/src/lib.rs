//! Small things that several crates of Motive share. No dependencies.
//!
//! - [`OpenList`]: the open list of a best-first search, with deterministic ties; [`BucketQueue`]: one for small integer priorities, newest first.
//! - [`Rows`]: many short lists of numbers in one array (compressed sparse rows).
//! - [`GrowableRows`]: the same, with rows that can be replaced.
//! - [`ThinList`]: a list that takes one word while it is empty.
//! - [`AtomicFile`]: a file that replaces its target whole or not at all; [`write_atomically`] and [`write_if_changed`] for texts.
//! - [`read_regular_file`], [`read_text`]: read a file whose kind and size are checked before.
//! - [`splitmix64`]: mixes the bits of a number, for hashes and keyed random numbers.
//!
//! ```
//! use motive_util::{Cost, OpenList};
//!
//! let mut open = OpenList::new();
//! open.push(Cost(2.5), "far");
//! open.push(Cost(1.0), "near");
//! assert_eq!(open.pop(), Some((Cost(1.0), "near")));
//! ```

mod atomic_file;
mod growable_rows;
mod open_list;
mod regular_file;
mod rows;
mod thin_list;

pub use atomic_file::{AtomicFile, refuse_link, write_atomically, write_if_changed};
pub use growable_rows::GrowableRows;
pub use open_list::{BucketQueue, Cost, OpenList};
pub use regular_file::{open_regular_file, read_at_most, read_regular_file, read_text};
pub use rows::Rows;
pub use thin_list::ThinList;

/// The finaliser of SplitMix64: every bit of the input changes about half of the bits of the result.
pub const fn splitmix64(n: u64) -> u64 {
    let n = n.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let n = (n ^ (n >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let n = (n ^ (n >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    n ^ (n >> 31)
}
