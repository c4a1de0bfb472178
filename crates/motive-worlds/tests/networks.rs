//! A skill network as a mind in every world: its skills are read off what the world declares of its actions, where it does.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::collections::BTreeMap;
use std::path::Path;

use motive::{Agent, Memory};
use motive_language::lower::{Given, Model, NoFiles, Text, load};
use motive_worlds::{World, find, list};

fn model(world: &dyn World, file: &str) -> Model {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../agents").join(world.name()).join(file);
    let text = Text::new(file, std::fs::read_to_string(&path).unwrap());
    let given = Given { vocabulary: world.vocabulary(), catalogue: world.catalogue() };
    let loaded = load(text, &given, &NoFiles);
    assert!(loaded.problems.is_empty(), "{}: {:?}", path.display(), loaded.problems);
    loaded.model.unwrap()
}

/// Plays so many ticks with a mind in every body; gives how often each action was begun.
fn play(world: &mut dyn World, file: &str, ticks: u64) -> BTreeMap<String, u64> {
    let model = model(world, file);
    let bodies = world.agents();
    let mut agents: Vec<Agent<Box<dyn motive::Mind>>> = (0..bodies)
        .map(|body| {
            let mind = model.mind(None).unwrap().start().unwrap();
            Agent::new(Memory::new(model.vocabulary.clone()), mind, 1, body as u64)
        })
        .collect();
    let (mut begun, mut before) = (BTreeMap::new(), vec![Vec::new(); bodies]);
    while !world.is_over() && world.time().tick < ticks {
        for (body, agent) in agents.iter_mut().enumerate() {
            world.perceive(body, agent.memory_mut()).unwrap();
            let decision = agent.tick(world.time());
            let acts = decision.display(world.vocabulary());
            for act in acts.iter().filter(|act| !before[body].contains(*act)) {
                let name = act.split('(').next().unwrap_or(act).to_owned();
                *begun.entry(name).or_default() += 1;
            }
            before[body] = acts;
            world.act(body, decision).unwrap();
        }
        world.step();
    }
    begun
}

fn metric(world: &dyn World, name: &str) -> f64 {
    world.metrics().into_iter().find(|(known, _)| *known == name).unwrap().1
}

/// Every world there is has a network among its agents, and it does something there.
#[test]
fn there_is_a_network_for_every_world() {
    for about in list() {
        let file = if about.name == "room" { "dude.motive" } else { "network.motive" };
        let mut world = find::<&str>(about.name, &[]).unwrap();
        world.reset(1);
        let begun = play(&mut *world, file, 300);
        assert!(begun.values().sum::<u64>() > 0, "{}: nothing is done", about.name);
    }
}

/// The mind for which no skill was written: what the world declares is enough to open the door and shut the window.
#[test]
fn what_a_world_declares_is_enough() {
    for scene in ["door", "window"] {
        let mut world = find("room", &[format!("scene={scene}")]).unwrap();
        world.reset(1);
        let begun = play(&mut *world, "derived.motive", 500);
        assert!(world.is_over(), "{scene}: {begun:?}");
    }
}

/// The tenant walks to things and uses them, each for what it is there for; its drives end higher than those of a tenant who does nothing.
#[test]
fn the_tenant_lives() {
    let mut world = find::<&str>("household", &[]).unwrap();
    world.reset(1);
    let begun = play(&mut *world, "network.motive", 4000);
    for deed in ["goto", "pee_in_toilet", "sleep_in_bed"] {
        assert!(begun.contains_key(deed), "{begun:?}");
    }
    assert!(begun.keys().len() >= 6, "{begun:?}");
}

/// Nurses fetch what they bring, patients call, visitors chat, doctors read charts: with 32 networks at once.
#[test]
fn the_ward_is_cared_for() {
    let mut world = find::<&str>("hospital", &[]).unwrap();
    world.reset(1);
    let begun = play(&mut *world, "network.motive", 1200);
    for deed in ["get_pills", "medicate_patient", "get_food", "feed_patient", "check_chart", "chat"] {
        assert!(begun.contains_key(deed), "{begun:?}");
    }
    assert!(metric(&*world, "medicated") > 0.0 && metric(&*world, "fed") > 0.0);
}

/// The wizard fights with what the world declares of its spells.
#[test]
fn the_wizard_fights() {
    let mut world = find::<&str>("arena", &[]).unwrap();
    world.reset(1);
    let begun = play(&mut *world, "network.motive", 600);
    assert!(begun.contains_key("goto"), "{begun:?}");
    assert!(["melee", "lightning", "blast"].iter().any(|spell| begun.contains_key(*spell)), "{begun:?}");
}
