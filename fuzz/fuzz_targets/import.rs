//! Both printed GRUE notations: any text is read or refused with a place.
#![no_main]

use libfuzzer_sys::fuzz_target;
use motive_language::import::{grue2002, grue2005};

fuzz_target!(|text: &str| {
    let _ = grue2002::read(text);
    let _ = grue2005::read(text);
});
