//! The agents that come with the worlds are well formed, and play as they should.

use crate::built_pacman_agents;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use motive::arbiter::Character;
use motive::kernel::{Agent, Memory, Mind};
use motive_language::{Files, Model, SourceText, WorldVocabulary, load};
use motive_worlds::{AnyWorld, find};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../agents/pacman")
}

/// Files that stand beside each other.
struct Beside;

impl Files for Beside {
    fn read(&self, path: &str, _: &str) -> Result<SourceText, String> {
        let text = fs::read_to_string(folder().join(path)).map_err(|error| error.to_string())?;
        Ok(SourceText::new(path, text))
    }
}

fn model(file: &str, world: &dyn AnyWorld) -> Model {
    let given = WorldVocabulary { vocabulary: world.vocabulary(), catalogue: world.catalogue() };
    let loaded = load(Beside.read(file, "").unwrap(), &given, &Beside);
    assert!(loaded.problems.is_empty(), "{file}: {:?}", loaded.problems);
    loaded.model.unwrap()
}

fn agent(file: &str, world: &dyn AnyWorld, seed: u64) -> Agent {
    let model = model(file, world);
    Agent::new(Memory::new(model.vocabulary.clone()), model.mind(None).unwrap().start().unwrap(), seed, 0)
}

/// One tick of an agent in a world of its own: what it decided.
fn tick<M: Mind>(world: &mut dyn AnyWorld, agent: &mut Agent<M>) -> Vec<String> {
    world.perceive(0, agent.memory_mut()).unwrap();
    let decision = agent.tick(world.time());
    let text = decision.display(world.vocabulary());
    world.act(0, decision).unwrap();
    world.step();
    text
}

#[test]
fn every_agent_file_parses_and_has_the_canonical_layout() {
    let folders = [
        ("arena", 3),
        ("hospital", 1),
        ("household", 4),
        ("pacman", 5),
        ("room", 3),
        ("scenes", 2),
        ("shooter", 3),
        ("tileworld", 6),
    ];
    for (world, least) in folders {
        let mut files = 0;
        for entry in fs::read_dir(folder().join("..").join(world)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_none_or(|extension| extension != "motive") {
                continue;
            }
            files += 1;
            let text = fs::read_to_string(&path).unwrap();
            let parse = motive_language::syntax::parse(&text);
            assert!(parse.errors().is_empty(), "{}: {:?}", path.display(), parse.errors());
            let says_so = text.contains("world ") || text.contains("use \"");
            assert!(says_so, "{}", path.display());
            assert_eq!(motive_language::format::format(&text).unwrap(), text, "{}", path.display());
        }
        assert!(files >= least, "{world}");
    }
}

/// A file and the same agent written with the library's builders decide alike, tick by tick.
#[test]
fn files_and_builders_decide_alike() {
    type Make = fn(&dyn AnyWorld) -> Result<Arc<Character>, Box<dyn Error>>;
    let twins: [(&str, Make); 4] = [
        ("classic.motive", built_pacman_agents::classic),
        ("ours.motive", built_pacman_agents::ours),
        ("thesis.motive", built_pacman_agents::thesis),
        ("report.motive", built_pacman_agents::report),
    ];
    for (file, make) in twins {
        let mut worlds = [find::<&str>("pacman", &[]).unwrap(), find::<&str>("pacman", &[]).unwrap()];
        worlds.iter_mut().for_each(|world| world.reset(3));
        let [one, other] = &mut worlds;
        let mut from_file = agent(file, &**one, 3);
        let mut built = built_pacman_agents::agent(make(&**other).unwrap(), 3);
        for step in 0..400 {
            let (one, other) = (tick(&mut **one, &mut from_file), tick(&mut **other, &mut built));
            assert_eq!(one, other, "{file}, tick {step}");
        }
    }
}

/// R-000-079, R-004-103: Benson and Nilsson's arbitrator follows each Pac-Man program to its end, so that a ghost must wait; the
/// arbiter turns to it at once, and scores more.
#[test]
fn one_program_at_a_time_plays_worse() {
    let score = |file: &str| {
        let play = |seed| {
            let mut world = find::<&str>("pacman", &[]).unwrap();
            world.reset(seed);
            let mut agent = agent(file, &*world, seed);
            while !world.is_over() && world.time().tick < 1000 {
                tick(&mut *world, &mut agent);
            }
            world.score(0)
        };
        (0..10).map(play).sum::<f64>()
    };
    let (grue, benson) = (score("report.motive"), score("benson.motive"));
    assert!(benson > 0.0 && grue > benson * 1.2, "GRUE {grue}, Benson and Nilsson {benson}");
}
