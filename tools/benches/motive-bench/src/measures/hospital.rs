//! The hospital: how many characters a tenth of one core holds, deciding every 200 ms, with each of four systems.
//!
//! Everybody is in one [`Crowd`], as they would be in a game: the world tells each what is new, and a query lets those decide for whom something
//! changed. What counts is the time of the query, and of the world's noting what was decided. Not counted is what the world does: its own step, and writing
//! percepts into memories. Such a write stamps the channels that somebody watches, and at its end the crowd looks whether one of them matters to the decision at
//! hand; that is one comparison of numbers in a line of memory that was just written.
//!
//! What bounds it is how often somebody has a reason to decide, and what a decision then costs. With state machines 10 % of the characters decide in a
//! query, nearly all of them because an action has ended (who rests does so for two seconds at a time); a number that a door of a machine is compared with wakes it
//! only when it passes that. With the other systems 4 to 5 % decide. Sleepers cost next to nothing. Most decisions of a state machine begin again what
//! has ended. With tens of thousands of characters nothing of one of them is in a cache when its turn comes, so the crowd asks for it some decisions ahead; a
//! decision of a state machine then takes 1.2 to 2 µs, a choice among written plans 5 to 7 µs, a plan for drives some 12 µs and one by GOAP some 14 µs, depending on
//! what else the machine does. A hundred thousand characters with written plans would need 3.7 µs a decision.

use crate::allocations;
use crate::measure::{Effort, measures};
use crate::timing::cpu_seconds;
use anyhow::{Context, Result};
use motive::arbiter::Arbiter;
use motive::drives::DriveBehaviour;
use motive::drives::goap::GoapBehaviour;
use motive::kernel::trace::{Event, Tracer};
use motive::kernel::{Agent, Crowd, Memory};
use motive::machines::fsm::MachineRun;
use motive_worlds::hospital::{HospitalSettings, HospitalWorld, WARD};
use motive_worlds::{AnyWorld, TypedWorld};

measures! {
    /// characters that 10 % of a core holds: state machines
    "hospital.capacity_fsm" Count >= 1e5 => |e| held("fsm", e);
    /// the same: written plans by utility
    "hospital.capacity_utility" Count >= 1e5 => |e| held("utility", e);
    /// the same: GOAP
    "hospital.capacity_goap" Count >= 2e4 => |e| held("goap", e);
    /// the same: plans for drives
    "hospital.capacity_udgoap" Count >= 2e4 => |e| held("udgoap", e);
    /// share of decisions that looked for a plan: utility
    "hospital.replans_utility" Ratio => |e| Ok(planning("utility", e)?.0);
    /// the same: GOAP
    "hospital.replans_goap" Ratio => |e| Ok(planning("goap", e)?.0);
    /// the same: plans for drives
    "hospital.replans_udgoap" Ratio => |e| Ok(planning("udgoap", e)?.0);
    /// plans a second of 1,000 characters: GOAP
    "hospital.plans_goap" PerSecond => |e| Ok(planning("goap", e)?.1);
    /// the same: plans for drives
    "hospital.plans_udgoap" PerSecond => |e| Ok(planning("udgoap", e)?.1);
    /// memory of a character after 40 s: state machines
    "hospital.bytes_fsm" Bytes => |e| bytes("fsm", e);
    /// the same: written plans by utility
    "hospital.bytes_utility" Bytes => |e| bytes("utility", e);
    /// the same: GOAP
    "hospital.bytes_goap" Bytes => |e| bytes("goap", e);
    /// the same: plans for drives
    "hospital.bytes_udgoap" Bytes => |e| bytes("udgoap", e);
    /// data members of a character, nothing allocated: state machines
    "hospital.static_fsm" Bytes => |_| Ok(members::<MachineRun>());
    /// the same: written plans by utility
    "hospital.static_utility" Bytes => |_| Ok(members::<DriveBehaviour>());
    /// the same: GOAP
    "hospital.static_goap" Bytes => |_| Ok(members::<GoapBehaviour>());
    /// the same: plans for drives
    "hospital.static_udgoap" Bytes => |_| Ok(members::<DriveBehaviour>());
}

/// Static memory as Sloan's thesis counts it (M-4): the data members that a system needs, whatever they allocate left out. Here an agent
/// with its memory and its arbiter, and the behaviour that plays its role.
const fn members<B>() -> f64 {
    (size_of::<Agent<Arbiter>>() + size_of::<B>()) as f64
}

/// A tenth of a core between two decisions: 20 of 200 ms.
const SHARE: f64 = 0.1;

/// More would not fit into the memory of a small machine.
const MOST: usize = 128_000;

/// A hospital with a mind in every body.
pub(crate) struct Full {
    world: TypedWorld<HospitalWorld>,
    pub(crate) crowd: Crowd,
}

impl Full {
    pub(crate) fn new(mind: &str, characters: usize) -> Result<Self> {
        let settings = HospitalSettings {
            wards: characters.div_ceil(WARD).max(1),
            seconds: 0.0,
            ..HospitalSettings::default()
        };
        let world = TypedWorld::of(HospitalWorld::with_settings(settings))?;
        let agents = (0..world.agents()).map(|number| {
            let mind = world.mind(mind).context("the hospital has no such mind")?;
            Ok(Agent::new(Memory::new(world.vocabulary().clone()), mind, 1, number as u64))
        });
        Ok(Self { crowd: agents.collect::<Result<_>>()?, world })
    }

    fn perceive(&mut self) -> Result<()> {
        let Self { world, crowd } = self;
        for number in 0..crowd.len() {
            world.ended(number, &mut |run, ending| {
                crowd.finish(number, run, ending);
            });
            crowd.tell(number, |memory| world.perceive(number, memory)).transpose()?;
        }
        Ok(())
    }

    /// The time that all decisions of one query take. Perceiving and what the world does are not counted; that it notes what was decided is.
    pub(crate) fn query(&mut self) -> Result<f64> {
        self.perceive()?;
        let Self { world, crowd } = self;
        let now = world.time();
        let mut noted = Ok(());
        let seconds = cpu_seconds(|| {
            crowd.tick(now, |number, decision| {
                if noted.is_ok() {
                    noted = world.act(number, decision);
                }
            });
        })?;
        noted?;
        world.step();
        Ok(seconds)
    }

    /// The mean time of a query, once everybody has found something to do.
    fn mean(&mut self, queries: usize) -> Result<f64> {
        for _ in 0..queries {
            self.query()?;
        }
        let times = (0..queries).map(|_| self.query()).collect::<Result<Vec<f64>>>()?;
        Ok(times.iter().sum::<f64>() / times.len().max(1) as f64)
    }
}

/// How many fit. A first crowd says how many may; then so many are run, and their own time decides.
fn held(mind: &str, effort: &Effort) -> Result<f64> {
    let allowed = HospitalSettings::default().query * SHARE;
    let queries = effort.ticks * 2;
    let mut characters = effort.agents.min(3_200);
    let turns = if effort.is_short() { 1 } else { 3 };
    let mut fit = 0.0;
    for _ in 0..turns {
        let mut full = Full::new(mind, characters)?;
        let count = full.crowd.len() as f64;
        let took = full.mean(queries)?.max(1e-9);
        // What did not fit counts as far as it did; what fitted counts as it is.
        fit = count * (allowed / took).min(1.0);
        characters = ((count * allowed / took) as usize).clamp(WARD, MOST);
    }
    Ok(fit)
}

/// Counts how often plans are looked for.
#[derive(Default)]
struct Plans(u64);

impl Tracer for Plans {
    fn event(&mut self, event: Event) {
        self.0 += u64::from(matches!(event, Event::Planned { .. }));
    }
}

/// The share of decisions in which a plan was looked for, and plans a second of 1,000 characters.
fn planning(mind: &str, effort: &Effort) -> Result<(f64, f64)> {
    let mut full = Full::new(mind, 10 * WARD)?;
    let queries = effort.ticks * 8;
    let (mut plans, mut planned) = (Plans::default(), 0_u64);
    for _ in 0..queries {
        full.perceive()?;
        let Full { world, crowd } = &mut full;
        let now = world.time();
        for number in 0..crowd.len() {
            let before = plans.0;
            let agent = crowd.agent_mut(number).context("an agent is missing")?;
            let decision = agent.tick_traced(now, &mut plans);
            planned += u64::from(plans.0 > before);
            world.act(number, decision)?;
        }
        world.step();
    }
    let count = full.crowd.len() as f64;
    let (decisions, seconds) = (queries as f64 * count, queries as f64 * HospitalSettings::default().query);
    Ok((planned as f64 / decisions, plans.0 as f64 / seconds / count * 1000.0))
}

/// What a character holds on the heap, what it knows included and what all of them share left out.
fn bytes(mind: &str, effort: &Effort) -> Result<f64> {
    let mut full = Full::new(mind, 10 * WARD)?;
    for _ in 0..effort.ticks * 3 {
        full.query()?;
    }
    let (count, before) = (full.crowd.len() as f64, allocations::count().bytes);
    drop(full.crowd);
    Ok((before - allocations::count().bytes) as f64 / count)
}
