//! Any bytes are a trace or an error; what can be read of one can be explained, counted and compared.
#![no_main]

use libfuzzer_sys::fuzz_target;
use motive_trace::{AgentChoice, Reader, TraceStats, compare, explain};

fuzz_target!(|bytes: &[u8]| {
    read(bytes);
    // A fuzzer does not find checksums, so that they are put right.
    if let Some(mended) = with_checksums(bytes) {
        read(&mended);
    }
});

fn read(bytes: &[u8]) {
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
}

/// The same frames with the checksums that they should have.
fn with_checksums(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = bytes.to_vec();
    let mut at = bytes.iter().position(|byte| *byte == b'\n')? + 1;
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&bytes[..at]);
    while let Some(length) = bytes.get(at..at + 4) {
        let length = u32::from_le_bytes(length.try_into().ok()?) as usize;
        let frame = at + 8..(at + 8).checked_add(length)?;
        let Some(payload) = bytes.get(frame.clone()) else { break };
        hasher.update(payload);
        let checksum = hasher.clone().finalize().to_le_bytes();
        bytes[at + 4..at + 8].copy_from_slice(&checksum);
        at = frame.end;
    }
    Some(bytes)
}
