//! Plays a mind in the sixteen environments of Gordon's study and prints what it scored: mean, and mean as a part of what
//! could have been scored.
//!
//! ```text
//! cargo run --release -p motive-worlds --example tileworld -- agents/tileworld/standard.motive [MIND] [RUNS] [FIRST SEED]
//! ```
//!
//! `plain` instead of a file is the agent in Rust.
#![expect(clippy::print_stdout, reason = "an example shows something")]

use std::error::Error;
use std::path::Path;
use std::time::Instant;

use motive::kernel::{Agent, Memory};
use motive_language::{Files, SourceText, WorldVocabulary, load};
use motive_worlds::{AnyWorld, Run, find};

/// Files beside the one that uses them.
struct Beside;

impl Files for Beside {
    fn read(&self, path: &str, from: &str) -> Result<SourceText, String> {
        let path = Path::new(from).parent().unwrap_or(Path::new("")).join(path);
        let text = std::fs::read_to_string(&path).map_err(|error| error.to_string())?;
        Ok(SourceText::new(path.display().to_string(), text))
    }
}

fn agent(world: &dyn AnyWorld, file: &str, mind: Option<&str>, seed: u64) -> Result<Agent, Box<dyn Error>> {
    if let Some(plain) = world.mind(file) {
        return Ok(Agent::new(Memory::new(world.vocabulary().clone()), plain, seed, 0));
    }
    let given = WorldVocabulary { vocabulary: world.vocabulary(), catalogue: world.catalogue() };
    let loaded = load(SourceText::new(file, std::fs::read_to_string(file)?), &given, &Beside);
    let problem = loaded.problems.iter().map(|problem| problem.diagnostic.message.clone()).next();
    let model = loaded.model.ok_or_else(|| problem.unwrap_or_default())?;
    let found = model.mind(mind).ok_or("there is no such mind")?;
    Ok(Agent::new(Memory::new(model.vocabulary.clone()), found.start()?, seed, 0))
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let file = arguments.first().map_or("plain", String::as_str);
    let mind = arguments.get(1).map(String::as_str).filter(|name| *name != "-");
    let runs: u64 = arguments.get(2).map_or(Ok(4), |text| text.parse())?;
    let first: u64 = arguments.get(3).map_or(Ok(1), |text| text.parse())?;
    let mut all = 0.0;
    println!("   D    N     mean    norm   us/cycle");
    for density in [10, 40, 70, 100] {
        for rate in [10, 40, 70, 100] {
            let options = [format!("density={density}"), format!("rate={rate}")];
            let (mut sum, mut normalised, start) = (0.0, 0.0, Instant::now());
            for seed in first..first + runs {
                let mut world = find("tileworld", &options)?;
                world.reset(seed);
                let agent = agent(&*world, file, mind, seed)?;
                let mut run = Run::new(world, vec![agent])?;
                while run.tick()? {}
                sum += run.world().score(0);
                let metrics = run.world().metrics();
                normalised +=
                    metrics.iter().find(|(name, _)| *name == "normalised_score").map_or(0.0, |(_, n)| *n);
            }
            let micros = start.elapsed().as_secs_f64() * 1e6 / (runs as f64 * 1000.0);
            let n = runs as f64;
            println!("{density:4} {rate:4} {:8.1} {:7.2} {micros:8.1}", sum / n, normalised / n);
            all += sum / n;
        }
    }
    println!("mean over the environments {:.1}", all / 16.0);
    Ok(())
}
