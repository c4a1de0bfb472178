//! Whatever can be loaded can be played: a mind from any text decides in its world without a panic or a hang.
#![no_main]

use libfuzzer_sys::fuzz_target;
use motive::kernel::{Agent, Memory};
use motive_language::{WorldVocabulary, NoFiles, SourceText, load, world_of};
use motive_worlds::Run;

fuzz_target!(|text: &str| {
    let Some(Ok(world)) = world_of(text).map(|name| motive_worlds::find::<&str>(&name, &[])) else { return };
    let given = WorldVocabulary { vocabulary: world.vocabulary(), catalogue: world.catalogue() };
    let Some(model) = load(SourceText::new("fuzz.motive", text), &given, &NoFiles).model else { return };
    let Some(Ok(mind)) = model.mind(None).map(|mind| mind.start()) else { return };
    let agent = Agent::new(Memory::new(model.vocabulary.clone()), mind, 1, 0);
    let Ok(mut run) = Run::new(world, vec![agent]) else { return };
    for _ in 0..20 {
        if !run.tick().unwrap_or(false) {
            break;
        }
    }
});
