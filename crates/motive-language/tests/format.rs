//! The formatter on whole texts.
use motive_language::format::format;

#[test]
fn sketch() {
    let text = std::fs::read_to_string("tests/fixtures/sketch.motive").unwrap();
    let once = format(&text).unwrap();
    println!("{once}");
    assert_eq!(format(&once).unwrap(), once);
}
