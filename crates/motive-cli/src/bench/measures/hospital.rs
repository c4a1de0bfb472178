//! The hospital: how many characters a tenth of one core holds, deciding every 200 ms, with each of four systems.

use super::super::measure::{Effort, Limit, Measure, Unit};
use super::super::timing::cpu_seconds;
use anyhow::{Context, Result};
use motive::trace::{Event, Tracer};
use motive::{Agent, Memory, Mind};
use motive_worlds::World;
use motive_worlds::hospital::{HospitalWorld, Settings, WARD};

const fn capacity(
    name: &'static str,
    says: &'static str,
    least: f64,
    take: fn(&Effort) -> Result<f64>,
) -> Measure {
    Measure::new(name, says, Unit::Count, Limit::AtLeast(least), take)
}

const fn told(
    name: &'static str,
    says: &'static str,
    unit: Unit,
    take: fn(&Effort) -> Result<f64>,
) -> Measure {
    Measure::new(name, says, unit, Limit::None, take)
}

pub(super) const MEASURES: &[Measure] = &[
    capacity("hospital.capacity_fsm", "characters that 10 % of a core holds: state machines", 1e5, |e| {
        held("fsm", e)
    }),
    capacity("hospital.capacity_utility", "the same: written plans by utility", 1e5, |e| held("utility", e)),
    capacity("hospital.capacity_goap", "the same: GOAP", 2e4, |e| held("goap", e)),
    capacity("hospital.capacity_udgoap", "the same: plans for drives", 2e4, |e| held("udgoap", e)),
    told(
        "hospital.replans_utility",
        "share of decisions that looked for a plan: utility",
        Unit::Ratio,
        |e| Ok(planning("utility", e)?.0),
    ),
    told("hospital.replans_goap", "the same: GOAP", Unit::Ratio, |e| Ok(planning("goap", e)?.0)),
    told("hospital.replans_udgoap", "the same: plans for drives", Unit::Ratio, |e| {
        Ok(planning("udgoap", e)?.0)
    }),
    told("hospital.plans_goap", "plans a second of 1,000 characters: GOAP", Unit::PerSecond, |e| {
        Ok(planning("goap", e)?.1)
    }),
    told("hospital.plans_udgoap", "the same: plans for drives", Unit::PerSecond, |e| {
        Ok(planning("udgoap", e)?.1)
    }),
];

/// A tenth of a core between two decisions: 20 of 200 ms.
const SHARE: f64 = 0.1;

/// More would not fit into the memory of a small machine.
const MOST: usize = 128_000;

/// A hospital with a mind in every body.
struct Crowd {
    world: HospitalWorld,
    agents: Vec<Agent<Box<dyn Mind>>>,
}

impl Crowd {
    fn new(mind: &str, characters: usize) -> Result<Self> {
        let mut settings = Settings::default();
        settings.wards = characters.div_ceil(WARD).max(1);
        settings.ends = 0.0;
        let world = HospitalWorld::new(settings)?;
        let agents = (0..world.agents()).map(|number| {
            let mind = world.mind(mind).context("the hospital has no such mind")?;
            Ok(Agent::new(Memory::new(world.vocabulary().clone()), mind, 1, number as u64))
        });
        Ok(Self { agents: agents.collect::<Result<_>>()?, world })
    }

    fn perceive(&mut self) -> Result<()> {
        for (number, agent) in self.agents.iter_mut().enumerate() {
            self.world.ended(number, &mut |run, ending| {
                agent.finish(run, ending);
            });
            self.world.perceive(number, agent.memory_mut())?;
        }
        Ok(())
    }

    /// The time that all decisions of one query take. Perceiving and what the world does are not counted; that it notes what was decided is.
    fn query(&mut self) -> Result<f64> {
        self.perceive()?;
        let now = self.world.time();
        let mut noted = Ok(());
        let seconds = cpu_seconds(|| {
            for (number, agent) in self.agents.iter_mut().enumerate() {
                let decision = agent.tick(now);
                if noted.is_ok() {
                    noted = self.world.act(number, decision);
                }
            }
        })?;
        noted?;
        self.world.step();
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
    let allowed = Settings::default().query * SHARE;
    let queries = effort.ticks * 2;
    let mut characters = effort.agents.min(3_200);
    let turns = if effort.is_short() { 1 } else { 3 };
    let mut fit = 0.0;
    for _ in 0..turns {
        let mut crowd = Crowd::new(mind, characters)?;
        let count = crowd.agents.len() as f64;
        let took = crowd.mean(queries)?.max(1e-9);
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
    let mut crowd = Crowd::new(mind, 10 * WARD)?;
    let queries = effort.ticks * 8;
    let (mut plans, mut planned) = (Plans::default(), 0_u64);
    for _ in 0..queries {
        crowd.perceive()?;
        let now = crowd.world.time();
        for (number, agent) in crowd.agents.iter_mut().enumerate() {
            let before = plans.0;
            let decision = agent.tick_traced(now, &mut plans);
            planned += u64::from(plans.0 > before);
            crowd.world.act(number, decision)?;
        }
        crowd.world.step();
    }
    let decisions = (queries * crowd.agents.len()) as f64;
    let seconds = queries as f64 * Settings::default().query;
    Ok((planned as f64 / decisions, plans.0 as f64 / seconds / crowd.agents.len() as f64 * 1000.0))
}
