//! Motive: all agents as one herd, and each agent by itself.

use crate::scenario::{Counters, DRIVES, Leaf, Population, Solution, TreeSensor, WaveDrives, triangle};
use motive::arbiter::teleo::{Definition, Library, Rule};
use motive::arbiter::{Arbiter, Character, Filter, Goal, Herd, Profile};
use motive::kernel::{ActionId, Agent, Condition, Expr, Memory, Property, Time, Type, Vocabulary};
use std::error::Error;
use std::sync::Arc;

/// S1, in a herd.
pub(super) fn choice(population: &Population) -> Box<dyn Solution> {
    Box::new(HerdSolution::new(&drives_mind(), population))
}

/// S2, in a herd.
pub(super) fn tree(population: &Population) -> Box<dyn Solution> {
    Box::new(HerdSolution::new(&tree_mind(), population))
}

/// S1, each agent by itself.
pub(super) fn single_choice(population: &Population) -> Box<dyn Solution> {
    Box::new(SinglesSolution::new(&drives_mind(), population))
}

/// S2, each agent by itself.
pub(super) fn single_tree(population: &Population) -> Box<dyn Solution> {
    Box::new(SinglesSolution::new(&tree_mind(), population))
}

/// What the agents are made from.
struct ContestMind {
    character: Arc<Character>,
    drives: [Property; DRIVES],
    /// The actions, in the order of the options.
    actions: [ActionId; DRIVES],
}

/// A goal for each drive, whose priority is the drive; of their actions only one can be done at a time.
fn drives_mind() -> ContestMind {
    let build = || -> Result<ContestMind, Box<dyn Error>> {
        let mut names = Vocabulary::new();
        let drives = std::array::from_fn(|drive| names.own(&format!("drive{drive}"), Type::Number));
        let actions: [ActionId; DRIVES] =
            std::array::from_fn(|drive| names.action(&format!("serve{drive}"), 0));
        let names = names.finish()?;
        let serve = |drive: usize| {
            Definition::new(&format!("Serve{drive}")).rule(Rule::new("serve").act(actions[drive], []))
        };
        let library = Library::new(&names, (0..DRIVES).map(serve).collect())?;
        // A drive of nought is still one of the four.
        let mut profile = Profile::motive();
        profile.filter = Filter::off();
        let mut builder = Character::new(names).library(&library).profile(profile);
        for (drive, property) in drives.into_iter().enumerate() {
            let goal = Goal::maintain(&format!("drive{drive}"), &format!("Serve{drive}"));
            builder = builder.goal(goal.updated(Condition::always(), Expr::own(property)));
            for other in &actions[..drive] {
                builder = builder.conflict(actions[drive], *other);
            }
        }
        Ok(ContestMind { character: builder.build()?, drives, actions })
    };
    build().expect("the character is well formed")
}

/// A goal that is always there, pursued by a teleo-reactive program with a rule for each leaf.
fn tree_mind() -> ContestMind {
    let build = || -> Result<ContestMind, Box<dyn Error>> {
        let mut names = Vocabulary::new();
        let drives: [Property; DRIVES] =
            std::array::from_fn(|drive| names.own(&format!("drive{drive}"), Type::Number));
        let actions: [ActionId; DRIVES] = std::array::from_fn(|leaf| names.action(&format!("leaf{leaf}"), 0));
        let names = names.finish()?;
        let when =
            |sensor: TreeSensor| Expr::own(drives[sensor.drive()]).above(f64::from(sensor.threshold()));
        let action = |leaf: Leaf| actions[leaf as usize];
        let program = Definition::new("Guard")
            .rule(
                Rule::new("flee")
                    .when(when(TreeSensor::Enemy))
                    .when(when(TreeSensor::HealthLow))
                    .act(action(Leaf::Flee), []),
            )
            .rule(Rule::new("attack").when(when(TreeSensor::Enemy)).act(action(Leaf::Attack), []))
            .rule(Rule::new("eat").when(when(TreeSensor::Hungry)).act(action(Leaf::Eat), []))
            .rule(Rule::new("patrol").act(action(Leaf::Patrol), []));
        let library = Library::new(&names, vec![program])?;
        let goal = Goal::maintain("guard", "Guard").always(1);
        let character = Character::new(names).library(&library).goal(goal).build()?;
        Ok(ContestMind { character, drives, actions })
    };
    build().expect("the character is well formed")
}

/// All agents as one herd, in a world that keeps its drives in columns too.
struct HerdSolution {
    herd: Herd,
    drives: [Property; DRIVES],
    waves: [Wave; DRIVES],
    counters: Vec<Counters>,
    tick: u64,
}

impl HerdSolution {
    fn new(mind: &ContestMind, population: &Population) -> Self {
        let agents = population.agents();
        Self {
            herd: Herd::new(mind.character.clone(), agents.len(), 1).expect("the herd is small enough"),
            drives: mind.drives,
            waves: std::array::from_fn(|drive| Wave::of(agents, drive)),
            counters: vec![Counters::default(); agents.len()],
            tick: 0,
        }
    }
}

impl Solution for HerdSolution {
    fn run(&mut self, ticks: u32) {
        for _ in 0..ticks {
            for (wave, drive) in self.waves.iter_mut().zip(self.drives) {
                wave.advance(&mut self.herd.column_mut(drive).expect("a drive is a column"));
            }
            self.herd.tick(Time::of_tick(self.tick, 100_000));
            self.tick += 1;
            // The actions are declared in the order of the options, so that a choice is an option.
            for (counters, choice) in self.counters.iter_mut().zip(self.herd.choices()) {
                counters[usize::from(*choice)] += 1;
            }
        }
    }

    fn counters(&self) -> Vec<Counters> {
        self.counters.clone()
    }
}

/// One drive of all agents.
struct Wave {
    position: Vec<u32>,
    period: Vec<u32>,
    slope: Vec<f32>,
}

impl Wave {
    fn of(agents: &[WaveDrives], drive: usize) -> Self {
        Self {
            position: agents.iter().map(|drives| drives.position[drive]).collect(),
            period: agents.iter().map(|drives| drives.period[drive]).collect(),
            slope: agents.iter().map(|drives| drives.slope[drive]).collect(),
        }
    }

    fn advance(&mut self, into: &mut [f64]) {
        let waves = self.position.iter_mut().zip(&self.period).zip(&self.slope);
        for (((position, period), slope), value) in waves.zip(into) {
            *position = if *position + 1 == *period { 0 } else { *position + 1 };
            *value = f64::from(triangle(*position, *slope));
        }
    }
}

/// Each agent by itself, with a memory and a mind.
struct SinglesSolution {
    agents: Vec<Single>,
    drives: [Property; DRIVES],
    actions: [ActionId; DRIVES],
    tick: u64,
}

struct Single {
    drives: WaveDrives,
    agent: Agent<Arbiter>,
    counters: Counters,
}

impl SinglesSolution {
    fn new(mind: &ContestMind, population: &Population) -> Self {
        let agent = |(number, drives): (u64, &WaveDrives)| {
            let memory = Memory::new(mind.character.vocabulary().clone());
            let agent = Agent::new(memory, Arbiter::new(mind.character.clone()), 1, number);
            Single { drives: *drives, agent, counters: Counters::default() }
        };
        let agents = (0..).zip(population.agents()).map(agent).collect();
        Self { agents, drives: mind.drives, actions: mind.actions, tick: 0 }
    }
}

impl Solution for SinglesSolution {
    fn run(&mut self, ticks: u32) {
        for _ in 0..ticks {
            let now = Time::of_tick(self.tick, 100_000);
            self.tick += 1;
            for single in &mut self.agents {
                single.drives.advance();
                for (property, value) in self.drives.into_iter().zip(single.drives.value) {
                    single
                        .agent
                        .memory_mut()
                        .set_own(property, f64::from(value))
                        .expect("a drive is a number");
                }
                let decision = single.agent.tick(now);
                let chosen = self.actions.iter().position(|action| decision.find(*action).is_some());
                if let Some(option) = chosen {
                    single.counters[option] += 1;
                }
            }
        }
    }

    fn counters(&self) -> Vec<Counters> {
        self.agents.iter().map(|single| single.counters).collect()
    }
}
