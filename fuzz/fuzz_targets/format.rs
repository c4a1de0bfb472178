//! Parsing loses nothing, and formatting what can be formatted is idempotent.
#![no_main]

use libfuzzer_sys::fuzz_target;
use motive_language::format::format;
use motive_language::syntax::parse;

fuzz_target!(|text: &str| {
    let parsed = parse(text);
    assert_eq!(parsed.syntax().text(), text);
    if let Ok(once) = format(text) {
        assert_eq!(format(&once).as_deref(), Ok(once.as_str()));
    }
});
