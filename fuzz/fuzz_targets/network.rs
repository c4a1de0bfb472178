//! Whatever network can be loaded can be run: activations stay finite, and explanations add up.
#![no_main]

use libfuzzer_sys::fuzz_target;
use motive::networks::Simulation;
use motive::kernel::{Catalogue, Vocabulary};
use motive_language::{NoFiles, SourceText, WorldVocabulary, load};
use motive_notations::{read_lisp, read_tcl};

fuzz_target!(|text: &str| {
    let names = Vocabulary::new();
    let world = WorldVocabulary { vocabulary: &names, catalogue: &Catalogue::default() };
    let loaded = load(SourceText::new("fuzz.motive", text), &world, &NoFiles);
    let declared = loaded.model.into_iter().flat_map(|model| model.networks).map(|network| network.blueprint);
    let imported = [read_lisp(text).ok(), read_tcl(text).ok().map(|read| read.blueprint)].into_iter().flatten();
    for blueprint in declared.chain(imported) {
        let Ok(mut simulation) = Simulation::new(&blueprint) else { continue };
        for _ in 0..50 {
            if simulation.step().is_err() {
                break;
            }
            let network = simulation.network();
            for skill in 0..network.skill_count() {
                assert!(network.level(skill).is_finite());
                let why = network.explain(skill).expect("there is such a skill");
                assert!(why.parts.iter().all(|part| part.amount.is_finite()));
            }
        }
    }
});
