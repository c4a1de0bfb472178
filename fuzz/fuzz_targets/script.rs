//! Scripts of `motive net run --script`: any text is executed or refused with a line.
#![no_main]

use libfuzzer_sys::fuzz_target;
use motive::networks::Blueprint;
use motive::kernel::{Catalogue, Vocabulary};
use motive_language::{NoFiles, SourceText, WorldVocabulary, load};
use std::sync::LazyLock;

static NETWORK: LazyLock<Blueprint> = LazyLock::new(|| {
    let names = Vocabulary::new();
    let world = WorldVocabulary { vocabulary: &names, catalogue: &Catalogue::default() };
    let text = SourceText::new("cat.motive", include_str!("../../agents/networks/cat.motive"));
    load(text, &world, &NoFiles).model.expect("it comes along").networks[0].blueprint.clone()
});

fuzz_target!(|text: &str| {
    // A million steps are allowed, and take longer than a fuzzer waits.
    if text.lines().all(|line| line.trim().len() < 12 || !line.contains("spread")) {
        let _ = motive_cli::commands::net::run_script(&NETWORK, text);
    }
});
