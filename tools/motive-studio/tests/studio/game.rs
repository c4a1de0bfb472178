//! A small game: eaters that flee from ghosts.

use motive_core::{Agent, Catalogue, Id, Memory, Mind, Thing, Time, Type, Vocabulary};
use motive_language::{NoFiles, SourceText, WorldVocabulary, load};
use motive_studio::Studio;
use motive_trace::Recording;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

pub(crate) const TEXT: &str = "goal flee achieves Flee { when some ghost { distance: ..5 } priority 90 }
goal eat maintains Eat { priority self.hunger + 1 }

program Flee {
    done when no ghost { distance: ..5 }
    rule run
        when g: ghost { distance: ..5 lowest }
        do   run_from(g)
}

program Eat {
    rule nibble
        when self.hunger > 50
        do   nibble()
    rule rest
        when self.hunger <= 50
        do   rest()
}

mind Eater = arbiter { goals flee, eat }
";

pub(crate) fn names() -> Arc<Vocabulary> {
    let mut names = Vocabulary::new();
    names.kind("ghost");
    names.property("distance", Type::Number);
    names.own("hunger", Type::Number);
    names.action("run_from", 1);
    names.action("nibble", 0);
    names.action("rest", 0);
    names.finish().unwrap()
}

pub(crate) fn agent(names: &Arc<Vocabulary>, number: u64) -> Agent<Box<dyn Mind>> {
    agent_of(TEXT, names, number)
}

/// An agent with the first mind of a text.
pub(crate) fn agent_of(text: &str, names: &Arc<Vocabulary>, number: u64) -> Agent<Box<dyn Mind>> {
    let catalogue = Catalogue::default();
    let given = WorldVocabulary { vocabulary: names, catalogue: &catalogue };
    let loaded = load(SourceText::new("eater.motive", text.to_owned()), &given, &NoFiles);
    let told: Vec<&String> = loaded.problems.iter().map(|problem| &problem.diagnostic.message).collect();
    let model = loaded.model.as_ref().unwrap_or_else(|| panic!("{told:?}"));
    let mind = model.minds[0].start().unwrap();
    Agent::new(Memory::new(model.vocabulary.clone()), mind, 1, number)
}

/// What happens in the game: hunger rises, and a ghost comes near from time to time.
pub(crate) fn perceive(agent: &mut Agent<Box<dyn Mind>>, tick: u64) {
    let names = agent.memory().shared_vocabulary().clone();
    let (hunger, ghost) = (names.find_property("hunger").unwrap(), names.find_kind("ghost").unwrap());
    let distance = names.find_property("distance").unwrap();
    agent.memory_mut().set_own(hunger, (tick % 40) as f64).unwrap();
    let near = Thing::new(Id::new(7)).kind(ghost).with(distance, 3.0);
    if tick % 30 >= 20 {
        agent.memory_mut().put(near).unwrap();
    } else {
        agent.memory_mut().remove(Id::new(7));
    }
}

/// A game that runs in a thread of its own until it is dropped.
pub(crate) struct RunningGame {
    pub address: String,
    /// Ticks so far.
    ticks: Arc<AtomicU64>,
    ended: Arc<AtomicBool>,
    thread: Option<JoinHandle<u64>>,
}

impl RunningGame {
    pub(crate) fn start(agents: u64) -> Self {
        Self::start_with(agents, None, |_| {})
    }

    pub(crate) fn start_with(agents: u64, record: Option<&Path>, prepare: impl FnOnce(&mut Studio)) -> Self {
        let mut studio = Studio::serve("127.0.0.1:0").unwrap();
        if let Some(path) = record {
            studio = studio.with_recording(Recording::create(path).unwrap());
        }
        prepare(&mut studio);
        let (address, ended) = (studio.address().to_owned(), Arc::new(AtomicBool::new(false)));
        let ticks = Arc::new(AtomicU64::new(0));
        let (over, count) = (ended.clone(), ticks.clone());
        let thread = std::thread::spawn(move || {
            let names = names();
            let mut agents: Vec<_> = (0..agents).map(|number| agent(&names, number)).collect();
            for agent in &agents {
                studio.introduce(agent, &format!("eater {}", agent.number()), "eater.motive");
            }
            let mut tick = 0;
            while !over.load(Ordering::Acquire) {
                studio.begin_tick(Time::of_tick(tick, 50_000));
                for agent in &mut agents {
                    perceive(agent, tick);
                    studio.tick(agent, Time::of_tick(tick, 50_000));
                }
                tick += 1;
                count.store(tick, Ordering::Release);
                std::thread::sleep(Duration::from_millis(1));
            }
            studio.finish().unwrap();
            tick
        });
        Self { address, ticks, ended, thread: Some(thread) }
    }

    /// Waits until it has come further than a tick, however busy the machine is.
    pub(crate) fn goes_on_from(&self, tick: u64) {
        let begun = Instant::now();
        while self.ticks.load(Ordering::Acquire) <= tick {
            assert!(begun.elapsed() < Duration::from_secs(60), "it does not go on from tick {tick}");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Ends the game, and says how many ticks it had.
    pub(crate) fn end(mut self) -> u64 {
        self.ended.store(true, Ordering::Release);
        self.thread.take().unwrap().join().unwrap()
    }
}

impl Drop for RunningGame {
    fn drop(&mut self) {
        self.ended.store(true, Ordering::Release);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
