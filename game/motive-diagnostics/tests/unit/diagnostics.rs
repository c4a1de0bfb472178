use super::*;

#[test]
#[cfg(feature = "serde")]
fn a_diagnostic_is_plain_data() {
    let diagnostic = Diagnostic::error("expected", 3..4, "expected `}`").with_help("add it");
    let json = serde_json::to_string(&diagnostic).unwrap();
    assert!(json.contains(r#""severity":"error","code":"expected""#), "{json}");
    assert_eq!(serde_json::from_str::<Diagnostic>(&json).unwrap(), diagnostic);
}

#[test]
fn finds_what_was_meant_and_nothing_far_off() {
    let names = ["distance", "direction", "size", "age"];
    assert_eq!(nearest("distnace", names), Some("distance"));
    assert_eq!(nearest("Size", names), Some("size"));
    assert_eq!(nearest("sise", names), Some("size"));
    assert_eq!(nearest("colour", names), None);
    assert_eq!(nearest("g", ["n", "s"]), None, "one letter says too little");
    assert_eq!(nearest("", names), None);
    assert_eq!(nearest("size", ["size"]), None);
}
