//! Any text becomes characters or a list of what is wrong with it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use motive::kernel::{Catalogue, Vocabulary};
use motive_language::{WorldVocabulary, NoFiles, SourceText, load};

fuzz_target!(|text: &str| {
    let names = Vocabulary::new();
    let world = WorldVocabulary { vocabulary: &names, catalogue: &Catalogue::default() };
    let loaded = load(SourceText::new("fuzz.motive", text), &world, &NoFiles);
    assert!(loaded.model.is_some() || !loaded.problems.is_empty());
});
