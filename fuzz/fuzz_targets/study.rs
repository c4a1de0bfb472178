//! Studies: any text is a study that can be prepared, or an error with a line.
#![no_main]

use libfuzzer_sys::fuzz_target;
use motive_lab::{AssetSources, Design, DesignOptions, Study};

fuzz_target!(|text: &str| {
    let Ok(study) = Study::parse("fuzz.toml", text) else { return };
    let _ = Design::new(&study, &AssetSources::built_in(), &DesignOptions::default());
});
