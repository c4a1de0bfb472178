//! The shooter as a world, and the bots that come with it.

use std::path::{Path, PathBuf};

use motive::{Agent, Memory, Mind};
use motive_language::{Files, Model, SourceText, WorldVocabulary, load};
use motive_worlds::{Frame, Run, World, WorldError, find};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../agents/shooter")
}

/// Files of the same folder.
struct Beside;

impl Files for Beside {
    fn read(&self, path: &str, _: &str) -> Result<SourceText, String> {
        let text = std::fs::read_to_string(folder().join(path)).map_err(|error| error.to_string())?;
        Ok(SourceText::new(path, text))
    }
}

fn model(world: &dyn World, file: &str) -> Model {
    let given = WorldVocabulary { vocabulary: world.vocabulary(), catalogue: world.catalogue() };
    let loaded = load(Beside.read(file, "").unwrap(), &given, &Beside);
    let problems: Vec<String> =
        loaded.problems.iter().map(|problem| format!("{:?}", problem.diagnostic)).collect();
    assert!(problems.is_empty(), "{file}: {}", problems.join("\n"));
    loaded.model.unwrap()
}

/// A game of bots from files.
fn game(options: &[&str], seed: u64, files: &[&str]) -> Run<Box<dyn Mind>> {
    let mut world = find("shooter", options).unwrap();
    world.reset(seed);
    let agent = |(number, file): (u64, &&str)| {
        let model = model(&*world, file);
        let mind = model.mind(None).unwrap().start().unwrap();
        Agent::new(Memory::new(model.vocabulary.clone()), mind, seed, number)
    };
    let agents = (0..).zip(files).map(agent).collect();
    Run::new(world, agents).unwrap()
}

fn metric(run: &Run<Box<dyn Mind>>, name: &str) -> f64 {
    run.world().metrics().iter().find(|(known, _)| *known == name).unwrap().1
}

#[test]
fn a_flag_bot_alone_scores_in_every_game() {
    for seed in 0..3 {
        let mut run = game(&["agents=1", "nodes=no"], seed, &["gordon.motive"]);
        while run.tick().unwrap() {}
        assert!(run.world().score(0) >= 1.0, "seed {seed}: {:?}", run.world().metrics());
    }
}

#[test]
fn flag_bots_fight_each_other() {
    let mut deaths = 0.0;
    for seed in 0..3 {
        let mut run = game(&["nodes=no"], seed, &["gordon.motive", "gordon.motive"]);
        while run.tick().unwrap() {}
        deaths += metric(&run, "deaths_first") + metric(&run, "deaths_second");
    }
    assert!(deaths >= 1.0);
}

#[test]
fn hunters_kill_each_other_in_a_deathmatch() {
    let mut run = game(&["map=crossfire", "agents=4"], 1, &["hunter.motive"; 4]);
    while run.tick().unwrap() {}
    assert!(metric(&run, "kills") >= 2.0, "{:?}", run.world().metrics());
    assert!(metric(&run, "hits") <= metric(&run, "shots"));
}

#[test]
fn the_same_seed_gives_the_same_frames() {
    let play = |seed: u64| {
        let mut run = game(&["map=duel", "armed=yes", "time_limit=60"], seed, &["hunter.motive"; 2]);
        let mut frames = Vec::new();
        while run.tick().unwrap() {
            frames.push(run.world().frame());
        }
        frames
    };
    let first = play(3);
    assert_eq!(first, play(3));
    assert_ne!(first, play(4));
    assert!(matches!(first.first(), Some(Frame::Shooter(_))));
}

#[test]
fn a_map_that_cannot_be_played_is_an_error_with_its_reason() {
    let refused = |option: &str| find("shooter", &[option]).err().unwrap().to_string();
    assert_eq!(
        refused("map=ctf-simpel"),
        "the map `ctf-simpel` cannot be played: there is no such map; did you mean `ctf-simple`?"
    );
    assert!(refused("map=nowhere.map").starts_with("the map `nowhere.map` cannot be played:"));
    assert!(refused("agents=0").contains("0 players cannot play"));
    assert!(matches!(find("shooter", &["game=chess"]).err(), Some(WorldError::BadValue { .. })));
    assert!(
        find("shooter", &["game=domination"]).err().unwrap().to_string().contains("not made for domination")
    );
}

#[test]
fn a_world_with_a_map_has_a_picture() {
    assert!(find("shooter", &["map=duel"]).unwrap().picture().unwrap().starts_with("<svg"));
    assert_eq!(find::<&str>("pacman", &[]).unwrap().picture(), None);
}
