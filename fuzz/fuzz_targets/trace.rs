//! Any bytes are a trace or an error with a place; what can be read of one can be explained.
#![no_main]

use libfuzzer_sys::fuzz_target;
use motive_cli::trace::Reader;
use motive_cli::why::explain;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(mut reader) = Reader::new(bytes) {
        while let Ok(Some(_)) = reader.next_record() {}
    }
    if let Ok(mut reader) = Reader::new(bytes) {
        let _ = explain(&mut reader, 1, 0);
    }
});
