//! Journals of studies: any bytes are read, and what was read is what was written.
#![no_main]

use libfuzzer_sys::fuzz_target;
use motive_lab::run::journal::{Record, parse};

fuzz_target!(|bytes: &[u8]| {
    let (values, bytes) = bytes.split_first().map_or((0, bytes), |(first, rest)| (usize::from(first % 8), rest));
    let contents = parse(bytes, values);
    let written: String = contents.records.iter().map(Record::line).collect();
    let again = parse(written.as_bytes(), values);
    assert_eq!((again.records.len(), again.damaged), (contents.records.len(), 0));
});
