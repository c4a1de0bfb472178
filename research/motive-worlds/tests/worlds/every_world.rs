//! Finding worlds by name, their options, and running agents in them.

use motive::arbiter::{Arbiter, Character};
use motive::kernel::{Agent, Memory};
use motive_worlds::{AnyWorld, Run, WorldError, Worlds, find};
use proptest::prelude::*;

fn refused(name: &str, options: &[&str]) -> String {
    find(name, options).err().map_or_else(|| "found".into(), |error| error.to_string())
}

#[test]
fn every_world_that_is_listed_can_be_found() {
    for about in Worlds::built_in().list() {
        let world = find::<&str>(about.name, &[]).unwrap();
        assert_eq!(world.name(), about.name);
        assert!(!about.summary.is_empty() && world.agents() > 0);
        assert_eq!(world.time().tick, 0);
        assert!(!world.draw().is_empty() && !world.metrics().is_empty());
        assert_eq!(world.redraw(&world.frame()).unwrap(), world.draw());
    }
}

#[test]
fn the_defaults_that_are_told_are_those_that_hold() {
    for about in Worlds::built_in().list() {
        let told: Vec<String> =
            about.options.iter().map(|option| format!("{}={}", option.name, option.default)).collect();
        let (mut plain, mut told) =
            (find::<&str>(about.name, &[]).unwrap(), find(about.name, &told).unwrap());
        for _ in 0..300 {
            plain.step();
            told.step();
            assert_eq!(plain.frame(), told.frame());
        }
    }
}

#[test]
fn a_name_that_is_misspelt_is_put_right() {
    assert_eq!(refused("pakman", &[]), "there is no world `pakman`; did you mean `pacman`?");
    assert!(refused("chess", &[]).starts_with("there is no world `chess`; the worlds are arena"));
    assert_eq!(refused("pacman", &["livs=3"]), "`pacman` has no option `livs`; did you mean `lives`?");
    assert!(
        refused("pacman", &["music=on"])
            .starts_with("`pacman` has no option `music`; its options are lives,")
    );
}

#[test]
fn options_are_checked() {
    let error = find("pacman", &["lives=0"]).err().unwrap();
    assert!(matches!(&error, WorldError::BadValue(option, _, _) if option == "lives"), "{error}");
    assert_eq!(
        refused("pacman", &["lives=many"]),
        "`many` is no value for the option `lives`, which is a number from 1 on"
    );
    assert_eq!(refused("pacman", &["lives"]), "`lives` is not an option; write it as `name=value`");
    assert_eq!(refused("pacman", &["lives=1", "lives=2"]), "the option `lives` is given twice");
    assert!(refused("pacman", &["ghosts=chaser,witch"]).starts_with("`chaser,witch` is no value"));
    let many = format!("ghosts={}", ["chaser"; 100].join(","));
    assert_eq!(refused("pacman", &[&many]), "the settings ask for 100 ghosts; the most is 64");
    assert!(find("pacman", &[" ghosts = none ", "fruit_every=0"]).is_ok());
}

proptest! {
    #[test]
    fn any_name_and_any_options_are_a_world_or_an_error(
        name in "pacman|\\PC{0,10}",
        options in prop::collection::vec("(lives|ghosts|fruit_every|\\PC{0,5})=(none|chaser|\\PC{0,6})|\\PC{0,12}", 0..4),
    ) {
        match find(&name, &options) {
            Ok(world) => prop_assert_eq!(world.name(), name),
            Err(error) => prop_assert!(!error.to_string().is_empty()),
        }
    }
}

/// An agent that wants nothing.
fn idler(world: &dyn AnyWorld) -> Agent<Arbiter> {
    let names = world.vocabulary().clone();
    Agent::new(
        Memory::new(names.clone()),
        Arbiter::new(Character::new(names).build().expect("nothing in it can be wrong")),
        0,
        0,
    )
}

#[test]
fn a_run_ends_with_its_world_and_has_room_for_so_many() {
    let world = find("pacman", &["lives=1"]).unwrap();
    let agent = idler(&*world);
    let mut run = Run::new(world, vec![agent]).unwrap();
    let mut ticks = 0;
    while run.tick().unwrap() {
        ticks += 1;
        assert!(ticks < 10_000, "somebody catches a Pac-Man that does not turn");
    }
    assert!(run.world().is_over() && !run.tick().unwrap());

    let world = find::<&str>("pacman", &[]).unwrap();
    let agents = vec![idler(&*world), idler(&*world)];
    let error = Run::new(world, agents).err().unwrap();
    assert_eq!(error, WorldError::TooManyAgents(2, 1));
}

#[test]
fn a_memory_of_another_world_and_an_agent_that_is_not_there_are_errors() {
    let mut world = find::<&str>("pacman", &[]).unwrap();
    let mut foreign = Memory::new(motive::kernel::Vocabulary::new().finish().unwrap());
    assert_eq!(world.perceive(0, &mut foreign), Err(WorldError::ForeignMemory));
    let mut memory = Memory::new(world.vocabulary().clone());
    let nobody = Err(WorldError::NoAgent(1, 1));
    assert_eq!(world.perceive(1, &mut memory), nobody);
    assert_eq!(world.act(1, &motive::kernel::Decision::default()), nobody);
    assert_eq!(world.score(1), 0.0);
    assert_eq!(world.perceive(0, &mut memory), Ok(()));
}

#[test]
fn a_memory_with_more_names_than_the_world_has_is_welcome() {
    let mut world = find::<&str>("pacman", &[]).unwrap();
    let mut more = (**world.vocabulary()).clone();
    more.kind("note_to_self");
    let mut memory = Memory::new(more.finish().unwrap());
    assert_eq!(world.perceive(0, &mut memory), Ok(()));
    assert!(memory.len() > 100);
}

#[test]
fn frames_can_be_written_down_and_read_back() {
    for about in Worlds::built_in().list() {
        let mut world = find::<&str>(about.name, &[]).unwrap();
        for _ in 0..200 {
            world.step();
        }
        let text = serde_json::to_string(&world.frame()).unwrap();
        let frame: motive_worlds::Frame = serde_json::from_str(&text).unwrap();
        assert_eq!(frame, world.frame());
        assert_eq!(world.redraw(&frame).unwrap(), world.draw());
    }
}
