//! A skill network as a mind in every world: its skills are read off what the world declares of its actions, where it does.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use motive::kernel::trace::NoTrace;
use motive::kernel::{Agent, Decision, Memory, Phase};
use motive_language::{Files, Model, SourceText, WorldVocabulary, load};
use motive_worlds::{AnyWorld, Run, Worlds, find};

/// The agents of a world, beside each other.
struct Folder(PathBuf);

impl Files for Folder {
    fn read(&self, path: &str, _: &str) -> Result<SourceText, String> {
        let text = std::fs::read_to_string(self.0.join(path)).map_err(|error| error.to_string())?;
        Ok(SourceText::new(path, text))
    }
}

fn model(world: &dyn AnyWorld, file: &str) -> Model {
    let folder = Folder(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../agents").join(world.name()));
    let given = WorldVocabulary { vocabulary: world.vocabulary(), catalogue: world.catalogue() };
    let loaded = load(folder.read(file, "").unwrap(), &given, &folder);
    assert!(loaded.problems.is_empty(), "{}/{file}: {:?}", world.name(), loaded.problems);
    loaded.model.unwrap()
}

/// Plays so many ticks with a mind in every body; gives the world, and how often each action was begun.
fn play(world: Box<dyn AnyWorld>, file: &str, ticks: u64) -> (Box<dyn AnyWorld>, BTreeMap<String, u64>) {
    let model = model(&*world, file);
    let names = model.vocabulary.clone();
    let agent = |body: usize| {
        let mind = model.mind(None).unwrap().start().unwrap();
        Agent::new(Memory::new(model.vocabulary.clone()), mind, 1, body as u64)
    };
    let agents: Vec<Agent> = (0..world.agents()).map(agent).collect();
    let mut run = Run::new(world, agents).unwrap();
    let mut begun = BTreeMap::new();
    let mut count = |_: usize, decision: &Decision| {
        for act in decision.actions.iter().filter(|act| act.phase != Phase::Continued) {
            *begun.entry(names.action_name(act.action).to_owned()).or_default() += 1;
        }
    };
    while run.world().time().tick < ticks && run.tick_traced::<NoTrace>(&mut [], &mut count).unwrap() {}
    (run.into_parts().0, begun)
}

/// A world as it begins.
fn begin(name: &str, options: &[&str]) -> Box<dyn AnyWorld> {
    let mut world = find(name, options).unwrap();
    world.reset(1);
    world
}

fn metric(world: &dyn AnyWorld, name: &str) -> f64 {
    world.metrics().into_iter().find(|(known, _)| *known == name).unwrap().1
}

/// Every world there is has a network among its agents whose skills are read off the world's actions, and it does something there.
#[test]
fn there_is_a_network_for_every_world() {
    for about in Worlds::built_in().list() {
        let files: &[&str] = match about.name {
            "room" => &["dude.motive", "derived.motive"],
            "pacman" | "scenes" | "tileworld" => &["network.motive", "derived.motive"],
            _ => &["network.motive"],
        };
        for file in files {
            let (_, begun) = play(begin(about.name, &[]), file, 300);
            assert!(begun.values().sum::<u64>() > 0, "{}/{file}: nothing is done", about.name);
        }
    }
}

/// The mind for which no skill was written: what the world declares is enough to open the door and shut the window.
#[test]
fn what_a_world_declares_is_enough() {
    for scene in ["door", "window"] {
        let (world, begun) = play(begin("room", &[&format!("scene={scene}")]), "derived.motive", 500);
        assert!(world.is_over(), "{scene}: {begun:?}");
    }
}

/// The tenant walks to things and uses them, each for what it is there for, until all of its seven drives are above 90 at once.
#[test]
fn the_tenant_lives() {
    let (world, begun) = play(begin("household", &[]), "network.motive", 3000);
    assert!(begun.contains_key("goto") && begun.keys().len() >= 8, "{begun:?}");
    assert!(world.is_over(), "{begun:?}");
}

/// Nurses fetch what they bring, patients call, visitors chat, doctors read charts: with 32 networks at once.
#[test]
fn the_ward_is_cared_for() {
    let (world, begun) = play(begin("hospital", &[]), "network.motive", 1200);
    for command in ["get_pills", "medicate_patient", "get_food", "feed_patient", "check_chart", "chat"] {
        assert!(begun.contains_key(command), "{begun:?}");
    }
    assert!(metric(&*world, "medicated") > 0.0 && metric(&*world, "fed") > 0.0);
}

/// The wizard fights with what the world declares of its spells.
#[test]
fn the_wizard_fights() {
    let (_, begun) = play(begin("arena", &[]), "network.motive", 600);
    assert!(begun.contains_key("goto"), "{begun:?}");
    assert!(["melee", "lightning", "blast"].iter().any(|spell| begun.contains_key(*spell)), "{begun:?}");
}

/// What the Tileworld declares is enough to fetch tiles and fill holes with them.
#[test]
fn derived_skills_fill_holes() {
    let (world, begun) = play(begin("tileworld", &["density=40"]), "derived.motive", 600);
    for command in ["go_to", "pick_up", "drop_into"] {
        assert!(begun.contains_key(command), "{begun:?}");
    }
    assert!(metric(&*world, "holes_filled") >= 3.0, "{begun:?}");
}

/// What the maze declares is enough to eat and to escape.
#[test]
fn derived_skills_eat_and_escape() {
    let (world, begun) = play(begin("pacman", &[]), "derived.motive", 600);
    for command in ["eat", "escape"] {
        assert!(begun.contains_key(command), "{begun:?}");
    }
    assert!(world.score(0) >= 500.0, "{}", world.score(0));
}

/// One mind without a written skill ends all three scenes.
#[test]
fn derived_skills_end_every_scene() {
    for scene in ["library", "crossing", "spy"] {
        let (world, begun) = play(begin("scenes", &[&format!("scene={scene}")]), "derived.motive", 300);
        assert!(world.is_over(), "{scene}: {begun:?}");
    }
}
