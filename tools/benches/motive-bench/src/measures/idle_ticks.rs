//! Ticks in which nothing relevant changed.

use super::drive_choice;
use crate::allocations;
use crate::measure::{Effort, measures};
use crate::timing::{cpu_seconds, race, ratio};
use anyhow::{Result, ensure};
use motive::arbiter::teleo::{Definition, Library, Rule};
use motive::arbiter::{Arbiter, Character, Goal, Herd};
use motive::kernel::{
    Agent, Condition, Expr, Id, Kind, Memory, Pattern, Property, Range, Thing, Time, Type, Vocabulary,
};
use std::hint::black_box;
use std::sync::Arc;

measures! {
    /// a tick in which nothing relevant changed against one in which everything did
    "tick.idle" Ratio <= 0.1 => idle_against_busy;
    /// allocations in ticks in which nothing relevant changed
    "tick.idle_allocations" Count <= 0.0 => idle_allocations;
}

const THINGS: u64 = 40;

fn idle_against_busy(effort: &Effort) -> Result<f64> {
    let agents = effort.ticks;
    let (mut idle, mut busy) = (IdleAgents::new(agents)?, IdleAgents::new(agents)?);
    let mut stay = || (0..16).map(|_| idle.tick_after(TickChange::Irrelevant)).sum::<Result<f64>>();
    let mut change = || (0..16).map(|_| busy.tick_after(TickChange::Everything)).sum::<Result<f64>>();
    stay()?;
    change()?;
    let [idle, busy] = race(effort.passes, [&mut stay, &mut change])?;
    Ok(ratio(&idle, &busy))
}

fn idle_allocations(effort: &Effort) -> Result<f64> {
    let mut crowd = IdleAgents::new(4)?;
    let scenario = drive_choice::scenario()?;
    let mut herd = Herd::new(scenario.character.clone(), effort.agents, 1)?;
    herd.column_mut(scenario.drives[0])?.fill(0.5);
    for tick in 0..4 {
        crowd.tick_after(TickChange::Irrelevant)?;
        herd.tick(Time::of_tick(tick, 100_000));
    }
    let mut requests = 0;
    for tick in 4..4 + effort.ticks as u64 {
        crowd.apply(TickChange::Irrelevant)?;
        let before = allocations::count().requests;
        crowd.tick();
        herd.tick(Time::of_tick(tick, 100_000));
        requests += allocations::count().requests - before;
    }
    Ok(requests as f64)
}

#[derive(Clone, Copy, PartialEq)]
enum TickChange {
    /// Something that no goal and no rule looks at.
    Irrelevant,
    /// Every property of every thing, and the agent itself.
    Everything,
}

/// Agents with three goals among a hundred things or so.
struct IdleAgents {
    agents: Vec<Agent<Arbiter>>,
    distance: Property,
    smell: Property,
    health: Property,
    tick: u64,
}

impl IdleAgents {
    fn new(count: usize) -> Result<Self> {
        let mut names = Vocabulary::new();
        let [food, foe, tool] = ["food", "foe", "tool"].map(|name| names.kind(name));
        let distance = names.property("distance", Type::Number);
        let smell = names.property("smell", Type::Number);
        let health = names.own("health", Type::Number);
        let [eat, flee, take] = ["eat", "flee", "take"].map(|name| names.action(name, 1));
        let names = names.finish()?;

        let nearest =
            |kind: Kind| Pattern::of(kind).named("it").prefer_within(distance, Range::at_least(0.0).lowest());
        let fetch = |name: &str, kind, action| {
            Definition::new(name)
                .done_when(Condition::no(Pattern::of(kind)))
                .rule(Rule::new("go").when(nearest(kind).fresh()).act(action, [Expr::var("it")]))
        };
        let programs = vec![fetch("Eat", food, eat), fetch("Flee", foe, flee), fetch("Take", tool, take)];
        let library = Library::new(&names, programs)?;
        let in_reach = Condition::exists(Pattern::of(foe).within(distance, Range::at_most(20.0)));
        let character = Character::new(names.clone())
            .goal(
                Goal::achieve("eat", "Eat").updated(Condition::always(), Expr::from(200) - Expr::own(health)),
            )
            .goal(Goal::achieve("live", "Flee").when(in_reach, 150))
            .goal(Goal::maintain("work", "Take").always(20))
            .library(&library)
            .build()?;
        let agent = |number: usize| -> Result<Agent<Arbiter>> {
            let mut memory = Memory::new(names.clone());
            memory.set_own(health, 80)?;
            for (at, kind) in (0..).zip([food, foe, tool].into_iter().cycle().take(3 * THINGS as usize)) {
                let thing = Thing::new(Id::new(at)).kind(kind).with(distance, at as f64).with(smell, 0);
                memory.put(thing)?;
            }
            Ok(Agent::new(memory, Arbiter::new(Arc::clone(&character)), 1, number as u64))
        };
        let agents = (0..count).map(agent).collect::<Result<_>>()?;
        Ok(Self { agents, distance, smell, health, tick: 0 })
    }

    /// What the world does before the agents decide.
    fn apply(&mut self, change: TickChange) -> Result<()> {
        let tick = self.tick;
        for agent in &mut self.agents {
            let memory = agent.memory_mut();
            memory.set(Id::new(tick % THINGS), self.smell, tick as f64)?;
            if change == TickChange::Everything {
                memory.set_own(self.health, (tick % 100) as f64)?;
                for thing in 0..3 * THINGS {
                    memory.set(Id::new(thing), self.distance, ((thing * 7 + tick) % 100) as f64)?;
                }
            }
        }
        Ok(())
    }

    fn tick(&mut self) {
        self.tick += 1;
        for agent in &mut self.agents {
            black_box(agent.tick(Time::of_tick(self.tick, 100_000)));
        }
    }

    /// The time of one tick of all agents.
    fn tick_after(&mut self, change: TickChange) -> Result<f64> {
        self.apply(change)?;
        let seconds = cpu_seconds(|| self.tick())?;
        ensure!(
            self.agents.iter().all(|agent| !agent.mind().decision().actions.is_empty()),
            "nobody does anything"
        );
        Ok(seconds)
    }
}
