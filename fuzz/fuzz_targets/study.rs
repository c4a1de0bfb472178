//! Studies: any text is a study that can be prepared, or an error with a line.
#![no_main]

use libfuzzer_sys::fuzz_target;
use motive_lab::{AssetSources, DesignOptions, Prepared, Study};

fuzz_target!(|text: &str| {
    let Ok(study) = Study::parse("fuzz.toml", text) else { return };
    let _ = Prepared::new(&study, &AssetSources::built_in(), &DesignOptions::default());
});
