//! The mind of a file that plans, and what it knows at the start.

use crate::console::{Console, Failure};
use crate::files;
use crate::minds::{self, Choice, Found, Unusable};
use motive::kernel::{Catalogue, Memory, Vocabulary};
use motive_language::WorldVocabulary;

/// A mind, and what it knows when planning begins.
pub(in crate::commands) struct PlanSource {
    pub(in crate::commands) mind: motive_language::MindDefinition,
    pub(in crate::commands) memory: Memory,
}

/// Reads `FILE[:MIND]`. The mind knows what its world shows it first, if the file is for a world, and over that what the file states.
pub(in crate::commands) fn read(file: &str, seed: u64, console: &mut Console) -> Result<PlanSource, Failure> {
    let choice = Choice::read(file);
    let Choice::File(path, _) = &choice else { return Err(Failure::input("a file is expected here")) };
    let text = files::read_text(path)?;
    let world = motive_language::world_of(&text.text);
    let Some(name) = world else {
        let (vocabulary, catalogue) = (Vocabulary::new(), Catalogue::default());
        let given = WorldVocabulary { vocabulary: &vocabulary, catalogue: &catalogue };
        let found = load(text, &choice, "", &given, console)?;
        return remembered(found, |_| Ok(()));
    };
    let mut world = motive_worlds::find::<&str>(&name, &[]).map_err(Failure::input)?;
    world.reset(seed);
    let given = WorldVocabulary { vocabulary: world.vocabulary(), catalogue: world.catalogue() };
    let found = load(text, &choice, &name, &given, console)?;
    remembered(found, |memory| world.perceive(0, memory).map_err(Failure::input))
}

fn load(
    text: motive_language::SourceText,
    choice: &Choice,
    world: &str,
    given: &WorldVocabulary<'_>,
    console: &mut Console,
) -> Result<Found, Failure> {
    match minds::load(text, choice, world, given, console.error_colour()) {
        Ok(found) => Ok(found),
        Err(Unusable { report, summary }) => {
            if !report.is_empty() {
                console.remark(report.trim_end())?;
            }
            Err(Failure::Input(summary))
        }
    }
}

fn remembered(
    found: Found,
    perceive: impl FnOnce(&mut Memory) -> Result<(), Failure>,
) -> Result<PlanSource, Failure> {
    let mut memory = Memory::new(found.vocabulary.clone());
    perceive(&mut memory)?;
    found.initial_state.apply_to(&mut memory).map_err(Failure::input)?;
    Ok(PlanSource { mind: found.mind, memory })
}
