//! The shooter as a world, and the bots that come with it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use motive::kernel::trace::NoTrace;
use motive::kernel::{Agent, Decision, Memory, Mind, Phase};
use motive_language::{Files, Model, SourceText, WorldVocabulary, load};
use motive_shooter::game::MatchSettings;
use motive_shooter::geometry::{FULL_TURN, Vec3};
use motive_shooter::map::ArenaMap;
use motive_worlds::shooter::ShooterWorld;
use motive_worlds::{AnyWorld, Frame, Run, WorldError, find};

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

fn model(world: &dyn AnyWorld, file: &str) -> Model {
    let given = WorldVocabulary { vocabulary: world.vocabulary(), catalogue: world.catalogue() };
    let loaded = load(Beside.read(file, "").unwrap(), &given, &Beside);
    let problems: Vec<String> =
        loaded.problems.iter().map(|problem| format!("{:?}", problem.diagnostic)).collect();
    assert!(problems.is_empty(), "{file}: {}", problems.join("\n"));
    loaded.model.unwrap()
}

/// A game of bots from files, each as `FILE` or `FILE:MIND`.
fn game(options: &[&str], seed: u64, files: &[&str]) -> Run<Box<dyn Mind>> {
    let mut world = find("shooter", options).unwrap();
    world.reset(seed);
    let agent = |(number, choice): (u64, &&str)| {
        let (file, name) = choice.split_once(':').map_or((*choice, None), |(file, name)| (file, Some(name)));
        let model = model(&*world, file);
        let mind = model.mind(name).unwrap().start().unwrap();
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

/// Minds of other engines in the same body: plans for drives, plans over symbols, and a network derived from declared actions.
#[test]
fn planners_and_derived_skills_bring_flags_home() {
    for file in ["udgoap.motive", "goap.motive", "derived.motive"] {
        let mut run = game(&["agents=1", "time_limit=120"], 7, &[file]);
        while run.tick().unwrap() {}
        assert!(run.world().score(0) >= 1.0, "{file}: {:?}", run.world().metrics());
    }
}

const PERSONALITIES: [&str; 5] = ["Samurai", "Veteran", "Berserker", "Novice", "Coward"];

#[test]
fn every_personality_shoots_and_hits() {
    for name in PERSONALITIES {
        let mind = format!("personalities.motive:{name}");
        let (mut shots, mut hits) = (0.0, 0.0);
        for seed in 0..3 {
            let options = ["map=team-yards", "game=team_deathmatch", "armed=yes", "time_limit=120"];
            let mut run = game(&options, seed, &[&mind, &mind]);
            while run.tick().unwrap() {}
            shots += metric(&run, "shots");
            hits += metric(&run, "hits");
        }
        assert!(shots > 0.0 && hits > 0.0, "{name}: {hits} of {shots} shots hit");
    }
}

/// How often a personality begins each action in games against a hunter.
fn begun(name: &str) -> BTreeMap<String, u64> {
    let mut begun = BTreeMap::new();
    for seed in 0..4 {
        let mind = format!("personalities.motive:{name}");
        let options = ["map=team-yards", "game=team_deathmatch", "armed=yes", "time_limit=120"];
        let mut run = game(&options, seed, &[&mind, "hunter.motive"]);
        let names = run.agents()[0].memory().shared_vocabulary().clone();
        let mut count = |agent: usize, decision: &Decision| {
            let starts = decision.actions.iter().filter(|act| agent == 0 && act.phase == Phase::Started);
            for act in starts {
                *begun.entry(names.action_name(act.action).to_owned()).or_default() += 1;
            }
        };
        while run.tick_traced::<NoTrace>(&mut [], &mut count).unwrap() {}
    }
    begun
}

/// The extended profile shares out legs and gun: the samurai runs after an enemy while it shoots at it. The coward runs from it.
#[test]
fn personalities_differ_in_what_they_do() {
    let (samurai, coward) = (begun("Samurai"), begun("Coward"));
    let count = |of: &BTreeMap<String, u64>, action: &str| of.get(action).copied().unwrap_or(0);
    assert!(count(&samurai, "shoot") > 0, "{samurai:?}");
    assert!(count(&samurai, "follow") > count(&samurai, "flee"), "{samurai:?}");
    assert!(count(&coward, "flee") > count(&coward, "follow"), "{coward:?}");
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
fn a_map_file_without_end_is_refused() {
    let folder = std::env::temp_dir().join(format!("motive-endless-map-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("endless.map");
    std::fs::write(&path, "#".repeat((1 << 20) + 1)).unwrap();
    let refused = find("shooter", &[format!("map={}", path.display())]).err().unwrap().to_string();
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(
        refused.ends_with("cannot be played: it is longer than 1 MiB, the most that is read"),
        "{refused}"
    );
}

#[test]
fn a_world_with_a_map_has_a_picture() {
    assert!(find("shooter", &["map=duel"]).unwrap().picture().unwrap().starts_with("<svg"));
    assert_eq!(find::<&str>("pacman", &[]).unwrap().picture(), None);
}

#[test]
fn what_each_team_sees_is_marked_on_the_floor() {
    let mut world = ShooterWorld::new(
        ArenaMap::read(
            "sights",
            "game deathmatch\nlegend\n  s start\n  n node\nfloor\n#############\n#s....#....s#\n#....n+n....#\n#.....#.....#\n#############\n",
        )
        .unwrap()
        .into(),
        MatchSettings::default(),
    )
    .unwrap();
    // Player 0 looks east along the middle row, player 1 west along the upper one; the door between them is shut.
    world.change(|arena| {
        arena.place_player(0, Vec3::new(150.0, 250.0, 0.0), 0);
        arena.place_player(1, Vec3::new(1150.0, 150.0, 0.0), FULL_TURN / 2);
    });
    let text = world.draw();
    let rows: Vec<&str> = text.lines().take(5).collect();
    assert_eq!(rows, ["█████████████", "█.::::█;;;←1█", "█0→:::+;;;;.█", "█.::::█;;;..█", "█████████████"]);
}
