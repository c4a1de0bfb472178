//! A game that loads its guard from a file, and loads it again when the file changes while the game runs.
//!
//! `cargo run -p motive-language --example hot_reload`, then change `crates/motive-language/examples/guard.motive`.
#![expect(clippy::print_stdout, reason = "an example talks to the person who runs it")]

use motive_core::{Agent, Catalogue, Memory, Thing, Time, Type, Vocabulary};
use motive_language::diagnostic::{Colour, Source, render};
use motive_language::{Model, NoFiles, SourceText, WorldVocabulary, load};
use std::{error::Error, fs, path::Path, thread::sleep, time::Duration};

/// Loads the file, or prints what is wrong with it.
fn character(file: &Path, names: &Vocabulary) -> Option<Model> {
    let text = fs::read_to_string(file).ok()?;
    let given = WorldVocabulary { vocabulary: names, catalogue: &Catalogue::default() };
    let loaded = load(SourceText::new("guard.motive", &text), &given, &NoFiles);
    for problem in &loaded.problems {
        println!(
            "{}",
            render(Source { name: "guard.motive", text: &text }, &problem.diagnostic, Colour::Off)
        );
    }
    loaded.model
}

fn main() -> Result<(), Box<dyn Error>> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/guard.motive");
    let seconds: u64 = std::env::args().nth(1).map_or(Ok(60), |seconds| seconds.parse())?;

    // What the game declares: the names that the file may use.
    let mut names = Vocabulary::new();
    let (thief, distance) = (names.kind("thief"), names.property("distance", Type::Number));
    names.action("chase", 1);
    names.action("whistle", 0);
    let robin = names.id("robin");

    let model = character(&file, &names).ok_or("the guard cannot be loaded")?;
    let mind = model.mind(None).ok_or("there is no mind in the file")?;
    let mut agent = Agent::new(Memory::new(model.vocabulary.clone()), mind.start()?, 1, 0);
    let mut stamp = fs::metadata(&file)?.modified()?;

    for tick in 0..seconds * 4 {
        let changed = fs::metadata(&file).and_then(|data| data.modified()).unwrap_or(stamp);
        if std::mem::replace(&mut stamp, changed) != changed
            && let Some(model) = character(&file, agent.memory().shared_vocabulary())
            && let Some(mind) = model.mind(None)
        {
            // Tasks whose program changed begin anew; the rest go on. A broken file never comes this far.
            let (running, memory) = agent.parts_mut();
            memory.extend_vocabulary(model.vocabulary.clone())?;
            mind.engine.take_over(running, memory)?;
        }
        let away = f64::from((tick % 20) as u32);
        agent.memory_mut().put(Thing::new(robin).kind(thief).with(distance, away))?;
        let decision = agent.tick(Time::of_tick(tick, 250_000)).display(&model.vocabulary);
        println!("the thief is {away} steps away: {}", decision.join(", "));
        sleep(Duration::from_millis(250));
    }
    Ok(())
}
