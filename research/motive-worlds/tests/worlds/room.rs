//! The room: what can be done in it, and the networks that were made for it.

use motive::kernel::{Agent, Memory};
use motive_language::{NoFiles, SourceText, WorldVocabulary, load};
use motive_worlds::{AnyWorld, find};

fn agent(file: &str, world: &dyn AnyWorld, seed: u64) -> Agent<Box<dyn motive::kernel::Mind>> {
    let path = format!("{}/../../agents/room/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = SourceText::new(file, std::fs::read_to_string(path).unwrap());
    let given = WorldVocabulary { vocabulary: world.vocabulary(), catalogue: world.catalogue() };
    let loaded = load(text, &given, &NoFiles);
    assert!(loaded.problems.is_empty(), "{:?}", loaded.problems);
    let model = loaded.model.unwrap();
    Agent::new(Memory::new(model.vocabulary.clone()), model.mind(None).unwrap().start().unwrap(), seed, 0)
}

/// Plays until the world is over, and gives what began in which tick.
fn play(file: &str, scene: &str, seed: u64) -> (Vec<(u64, String)>, Box<dyn AnyWorld>) {
    let mut world = find("room", &[format!("scene={scene}")]).unwrap();
    world.reset(seed);
    let mut agent = agent(file, &*world, seed);
    let mut begun: Vec<(u64, String)> = Vec::new();
    let mut before = Vec::new();
    while !world.is_over() && world.time().tick < 500 {
        world.perceive(0, agent.memory_mut()).unwrap();
        let decision = agent.tick(world.time());
        let acts = decision.display(world.vocabulary());
        let new = acts.iter().filter(|act| !before.contains(*act));
        begun.extend(new.map(|act| (world.time().tick, act.clone())));
        before = acts;
        world.act(0, decision).unwrap();
        world.step();
    }
    (begun, world)
}

fn names(begun: &[(u64, String)]) -> Vec<&str> {
    begun.iter().map(|(_, act)| act.trim_end_matches("()")).collect()
}

/// R-003-084: the dude gets up, walks across the room and opens the door; the world reports what it senses.
#[test]
fn the_dude_opens_the_door() {
    for seed in 0..5 {
        let (begun, world) = play("dude.motive", "door", seed);
        assert!(world.is_over(), "{begun:?}");
        let done = names(&begun);
        let at = |name: &str| done.iter().position(|command| *command == name).unwrap();
        assert!(at("put_down_glass") < at("stand_up") && at("stand_up") < at("walk"), "{begun:?}");
        assert!(at("locate_door") < at("walk") && at("walk") < at("open_door"), "{begun:?}");
    }
}

/// On the way it shuts the window.
#[test]
fn the_window_is_shut_on_the_way() {
    let (begun, world) = play("dude.motive", "window", 1);
    assert!(world.is_over(), "{begun:?}");
    assert!(names(&begun).contains(&"close_window"), "{begun:?}");
}

/// Board first, paint last.
#[test]
fn the_robot_sands_its_board_before_it_paints_itself() {
    let (begun, world) = play("robot.motive", "workshop", 0);
    assert!(world.is_over(), "{begun:?}");
    let done = names(&begun);
    assert_eq!(done.last(), Some(&"spray_paint_self"), "{begun:?}");
    assert!(done.iter().any(|command| command.starts_with("sand_board")), "{begun:?}");
}

#[test]
fn nothing_is_fatal() {
    let mut world = find::<&str>("room", &[]).unwrap();
    let mut memory = Memory::new(motive::kernel::Vocabulary::new().finish().unwrap());
    assert!(world.perceive(0, &mut memory).is_err());
    assert!(world.perceive(1, &mut memory).is_err());
    for _ in 0..10 {
        world.step();
    }
    assert_eq!((world.time().tick, world.score(0), world.score(9)), (10, 0.0, 0.0));
    assert!(world.draw().contains('@'));
    let error = find("room", &["scene=attic"]).err().unwrap().to_string();
    assert!(error.contains("workshop"), "{error}");
}
