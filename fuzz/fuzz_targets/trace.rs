//! Any bytes are a trace or an error; what can be read of one can be explained, counted and compared.
#![no_main]

use libfuzzer_sys::fuzz_target;
use motive_trace::{AgentChoice, Reader, TraceStats, compare, explain};

fuzz_target!(|bytes: &[u8]| {
    if let Ok(mut reader) = Reader::new(bytes) {
        while let Ok(Some(_)) = reader.next_record() {}
    }
    if let Ok(mut reader) = Reader::new(bytes) {
        let _ = explain(&mut reader, 1, &AgentChoice::First).map(|explanation| explanation.text());
    }
    if let Ok(mut reader) = Reader::new(bytes) {
        let _ = TraceStats::of(&mut reader).map(|stats| stats.text());
    }
    if let (Ok(mut a), Ok(mut b)) = (Reader::new(bytes), Reader::new(bytes)) {
        let _ = compare(&mut a, &mut b).map(|diff| diff.text());
    }
});
