//! A recorded run: a file that says, tick by tick, what each agent perceived, considered and chose.
//!
//! The first line is JSON, the [`Header`]: version, world, seed, the names that the records use, and the minds with
//! the text of their rules. After it come [`Record`]s in [postcard](https://postcard.jamesmunns.com) notation, each behind its
//! length as four bytes, the lowest first. The last record is [`Record::End`]; a file without it was cut off.
//!
//! [`Writer`] writes one, [`Reader`] reads one. No bytes make the reader panic: what is whole is read, and what is not
//! is a [`TraceError`].

mod names;
mod reader;
mod record;
mod writer;

pub use names::Names;
pub use reader::{Reader, TraceError};
pub use record::{Fact, GoalText, Header, MindText, Record, TickRecord, VERSION};
pub use writer::Writer;
