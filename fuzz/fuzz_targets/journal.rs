//! Journals of studies: any bytes are read, and what was read is what was written.
#![no_main]

use libfuzzer_sys::fuzz_target;
use motive_lab::journal::{RunRecord, parse};

fuzz_target!(|bytes: &[u8]| {
    let (first, rest) = bytes.split_first().unwrap_or((&0, &[]));
    let values = usize::from(first % 4);
    check(rest, values);
    // A fuzzer does not find checksums, so that it also changes lines that have them.
    let record =
        |run| RunRecord { cell: 1, run, seed: 7, steps: 100, microseconds: 42, values: vec![0.5; values] };
    let mut lines: Vec<u8> = (0..3).flat_map(|run| record(run).line().into_bytes()).collect();
    for change in rest.chunks_exact(2) {
        let place = usize::from(change[0]) % lines.len();
        lines[place] = change[1];
    }
    check(&lines, values);
});

fn check(bytes: &[u8], values: usize) {
    let contents = parse(bytes, values);
    let written: String = contents.records.iter().map(RunRecord::line).collect();
    let again = parse(written.as_bytes(), values);
    assert_eq!((again.records.len(), again.damaged), (contents.records.len(), 0));
}
