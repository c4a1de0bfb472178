//! Tests of `journal` from inside.

use super::*;

fn record(run: usize) -> RunRecord {
    let values = vec![1.0 / 3.0, -0.0, 1e300, 12.0];
    RunRecord { cell: 7, run, seed: 1 << 52, steps: 1000, microseconds: 42, values }
}

#[test]
fn a_line_gives_the_same_numbers_back() {
    let line = record(3).line();
    let read = RunRecord::read(line.trim_end(), 4).unwrap();
    assert!(read.agrees(&record(3)) && read.microseconds == 42);
    assert!(!read.agrees(&record(4)));
    assert_eq!(RunRecord::read(line.trim_end(), 3), None, "a value too many");
    let strange = RunRecord { values: vec![f64::NAN, f64::INFINITY], ..record(0) };
    assert!(RunRecord::read(strange.line().trim_end(), 2).unwrap().agrees(&strange));
}

#[test]
fn a_line_cut_or_changed_anywhere_is_noticed() {
    let line = record(3).line();
    for cut in 0..line.len() - 1 {
        assert_eq!(RunRecord::read(&line[..cut], 4), None, "cut at {cut}");
        let mut bytes = line.clone().into_bytes();
        bytes[cut] ^= 1;
        let changed = String::from_utf8(bytes).unwrap();
        let read = RunRecord::read(changed.trim_end_matches('\n'), 4);
        assert!(read.is_none_or(|read| read.agrees(&record(3))), "changed at {cut}");
    }
}

#[test]
fn what_was_cut_is_left_out_and_counted() {
    let text = format!("{}{}{}", record(0).line(), "nonsense\n", record(1).line());
    for cut in 0..=text.len() {
        let contents = parse(&text.as_bytes()[..cut], 4);
        let whole = text[..cut].matches('\n').count();
        assert_eq!(contents.records.len(), whole - usize::from(whole > 1), "cut at {cut}");
    }
    assert_eq!(parse(text.as_bytes(), 4).damaged, 1);
}
