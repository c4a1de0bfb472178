//! Everything changes all the time: agents come and go, get other minds, are saved and restored, while things of the world come and go too.
//!
//! Every engine takes part: the minds are those that the Tileworld's league has. They live twice, in a crowd and one by one, and must decide the same.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use motive::arbiter::Arbiter;
use motive::kernel::{Agent, Crowd, Decision, Memory, Vocabulary};
use motive_language::{FolderFiles, MindDefinition, SourceText, WorldVocabulary, load};
use motive_worlds::{AnyWorld, find};

/// Bodies in the world.
const BODIES: usize = 4;
/// What an agent decides with in one tick at most, and a little more: a step of a search is finished.
const MOST_WORK: u64 = 60_000;

const MINDS: &[&str] = &["standard", "ours", "udgoap", "goap", "tasks", "network", "derived"];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../agents/tileworld")
}

fn minds(world: &dyn AnyWorld) -> Vec<(MindDefinition, Arc<Vocabulary>)> {
    let given = WorldVocabulary { vocabulary: world.vocabulary(), catalogue: world.catalogue() };
    let mind = |name: &&str| {
        let path = folder().join(format!("{name}.motive"));
        let text = SourceText::new(path.display().to_string(), std::fs::read_to_string(&path).unwrap());
        let model = load(text, &given, &FolderFiles::of(&path)).model.unwrap();
        (model.mind(None).unwrap().clone(), model.vocabulary)
    };
    MINDS.iter().map(mind).collect()
}

/// Numbers that look random and are the same for the same seed.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB) % sides
    }
}

/// What happens to one body before a tick.
#[derive(Clone, Copy, Debug)]
enum Change {
    /// Its agent leaves.
    Despawn,
    /// A new agent comes, or takes the place of the old one.
    Spawn(usize),
    /// Its mind is replaced, as when its file was changed.
    Reload(usize),
    /// Its memory is saved and restored, and its mind starts anew.
    SaveAndRestore(usize),
}

fn changes(dice: &mut Dice, minds: usize) -> Vec<(usize, Change)> {
    let mut all = Vec::new();
    for body in 0..BODIES {
        let mind = dice.roll(minds as u64) as usize;
        match dice.roll(200) {
            0 | 1 => all.push((body, Change::Despawn)),
            2..=5 => all.push((body, Change::Spawn(mind))),
            6..=9 => all.push((body, Change::Reload(mind))),
            10..=12 => all.push((body, Change::SaveAndRestore(mind))),
            _ => {}
        }
    }
    all
}

/// Makes a change to the agent of a body, wherever it is kept.
fn apply(
    change: Change,
    agent: Option<Agent>,
    body: usize,
    tick: u64,
    minds: &[(MindDefinition, Arc<Vocabulary>)],
) -> Option<Agent> {
    let number = tick * BODIES as u64 + body as u64;
    match change {
        Change::Despawn => None,
        Change::Spawn(mind) => {
            let (mind, names) = &minds[mind];
            Some(Agent::new(Memory::new(names.clone()), mind.start().unwrap(), 7, number))
        }
        Change::Reload(mind) => {
            let mut agent = agent?;
            let (definition, names) = &minds[mind];
            let (running, memory) = agent.parts_mut();
            // Minds of other files have other names, as after a change that cannot be loaded into a running agent.
            if memory.extend_vocabulary(names.clone()).is_ok() {
                let mut fresh = definition.start().unwrap();
                let newer = fresh.as_any_mut().and_then(|mind| mind.downcast_mut::<Arbiter>());
                let newer = newer.map(|arbiter| arbiter.character().clone());
                let older = running.as_any_mut().and_then(|mind| mind.downcast_mut::<Arbiter>());
                if let (Some(older), Some(newer)) = (older, newer) {
                    older.replace(newer, memory);
                }
            }
            Some(agent)
        }
        Change::SaveAndRestore(mind) => {
            let agent = agent?;
            let snapshot = agent.memory().snapshot();
            let (definition, names) = &minds[mind];
            // What another mind noted for itself is not known to this one.
            let memory = Memory::restore(names.clone(), &snapshot).ok()?;
            Some(Agent::new(memory, definition.start().unwrap(), 7, number))
        }
    }
}

fn shown(decision: &Decision, agent: &Agent) -> String {
    decision.display(agent.memory().shared_vocabulary()).join(" ")
}

fn live(seed: u64, ticks: u64) {
    let make = || {
        let mut world = find("tileworld", &["cycles=0", "rate=3", "density=30", "agents=4"]).unwrap();
        world.reset(seed);
        world
    };
    let mut worlds = [make(), make()];
    let minds = minds(&*worlds[0]);
    let mut crowd: Crowd = Crowd::new(Vec::new());
    let mut places: [Option<usize>; BODIES] = [None; BODIES];
    let mut singles: [Option<Agent>; BODIES] = [const { None }; BODIES];
    let mut dice = Dice(seed);
    let mut acted = 0;
    for tick in 0..ticks {
        let mut happens = changes(&mut dice, minds.len());
        if tick == 0 {
            happens = (0..BODIES)
                .map(|body| (body, Change::Spawn(dice.roll(minds.len() as u64) as usize)))
                .collect();
        }
        for (body, change) in happens {
            singles[body] = apply(change, singles[body].take(), body, tick, &minds);
            let before = places[body].take().and_then(|place| crowd.remove(place));
            places[body] = apply(change, before, body, tick, &minds).map(|agent| crowd.add(agent));
        }
        let now = worlds[0].time();
        let mut alone = vec![String::new(); BODIES];
        for (body, agent) in singles.iter_mut().enumerate() {
            let Some(agent) = agent else { continue };
            worlds[0].perceive(body, agent.memory_mut()).unwrap();
            worlds[0].ended(body, &mut |run, ending| {
                agent.finish(run, ending);
            });
            let before = agent.work_done();
            let decision = agent.tick(now).clone();
            let work = agent.work_done() - before;
            assert!(work <= MOST_WORK, "seed {seed}, tick {tick}, body {body}: {work} units of work");
            alone[body] = shown(&decision, agent);
            worlds[0].act(body, &decision).unwrap();
            acted += usize::from(!alone[body].is_empty());
        }
        for (body, place) in places.iter().enumerate() {
            let Some(place) = *place else { continue };
            crowd.tell(place, |memory| worlds[1].perceive(body, memory).unwrap());
            let mut ended = Vec::new();
            worlds[1].ended(body, &mut |run, ending| ended.push((run, ending)));
            for (run, ending) in ended {
                crowd.finish(place, run, ending);
            }
        }
        crowd.tick(now, |_, _| {});
        let mut together = vec![String::new(); BODIES];
        for (body, place) in places.iter().enumerate() {
            let Some(agent) = place.and_then(|place| crowd.agent(place)) else { continue };
            together[body] = shown(agent.decision(), agent);
            worlds[1].act(body, agent.decision()).unwrap();
        }
        assert_eq!(alone, together, "seed {seed}, tick {tick}");
        worlds.iter_mut().for_each(|world| world.step());
    }
    assert!(acted as u64 > ticks, "they hardly did anything");
}

#[test]
fn agents_decide_the_same_in_a_crowd_and_alone_whatever_changes() {
    for seed in 0..4 {
        live(seed, 600);
    }
}

/// Millions of ticks: `cargo test --release -p motive-worlds --test worlds -- --ignored whatever_changes_for_millions`. `MOTIVE_TICKS` sets another
/// number.
#[test]
#[ignore = "the long form of the test above"]
fn agents_decide_the_same_whatever_changes_for_millions_of_ticks() {
    let ticks: u64 =
        std::env::var("MOTIVE_TICKS").ok().and_then(|ticks| ticks.parse().ok()).unwrap_or(2_000_000);
    for seed in 100..100 + ticks.div_ceil(100_000) {
        live(seed, ticks.min(100_000));
    }
}
