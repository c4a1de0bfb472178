//! Plans from drives: what they cost among things that do not matter, and while they are followed.

use crate::allocations;
use crate::measure::{Effort, measures};
use crate::timing::{cpu_seconds, race, ratio};
use anyhow::{Result, ensure};
use motive::arbiter::{Arbiter, Character, Goal};
use motive::drives::{
    Domain, Drive, DriveStates, GoalTemplate, Interaction, Measure as Complete, PlanFor, PlanSearch,
    SearchProgress,
};
use motive::kernel::{
    Action, Agent, Budget, Effect, Expr, Id, Kind, Memory, Pattern, Property, Thing, Time, Type, Vocabulary,
};
use std::hint::black_box;
use std::sync::Arc;

measures! {
    /// planning among 1,000 things that do not matter against among none
    "plan.irrelevant" Ratio <= 1.5 => irrelevant;
    /// allocations in ticks that keep their plan
    "plan.idle_allocations" Count <= 0.0 => idle_allocations;
}

/// Potions to drink and rocks to kick, which nobody wants.
struct Shelf {
    domain: Arc<Domain>,
    potion: Kind,
    rock: Kind,
    strength: Property,
    dust: Property,
    mana: Property,
}

impl Shelf {
    fn new() -> Result<Self> {
        let mut names = Vocabulary::new();
        let (potion, rock) = (names.kind("potion"), names.kind("rock"));
        let strength = names.property("strength", Type::Number);
        let dust = names.property("dust", Type::Number);
        let (mana, near) = (names.own("mana", Type::Number), names.own("near", Type::Id));
        names.limit(mana, 0.0, 100.0);
        let [walk, drink, kick] = ["walk", "drink", "kick"].map(|name| names.latched(name, 1));
        let names = names.finish()?;
        let it = || Expr::var("it");
        let full = GoalTemplate::new("full").measure(Complete::toward(Expr::own(mana), 0, 100));
        let domain = Domain::new(names)
            .action(
                Action::new(drink, &["it"])
                    .needs(Pattern::of(potion).named("it").exclusive())
                    .needs(Expr::own(near).equals(it()))
                    .effect(Effect::add_own(mana, it().get(strength)))
                    .effect(Effect::Destroy(it())),
            )
            .action(Action::new(walk, &["it"]).effect(Effect::set_own(near, it())))
            .action(Action::new(kick, &["it"]).effect(Effect::add(it(), dust, 1)))
            .supplies(potion, drink, Interaction::default())
            .supplies(potion, walk, Interaction::default())
            .supplies(rock, kick, Interaction::default())
            .drive(Drive::new("mana", 1.0).goal(full))
            .build()?;
        Ok(Self { domain, potion, rock, strength, dust, mana })
    }

    fn memory(&self, rocks: u64) -> Result<Memory> {
        let mut memory = Memory::new(self.domain.vocabulary().clone());
        memory.set_own(self.mana, 0)?;
        for number in 0..rocks {
            memory.put(Thing::new(Id::new(number)).kind(self.rock).with(self.dust, 0))?;
        }
        for number in 0..8_u64 {
            let potion = Thing::new(Id::new(1_000_000 + number)).kind(self.potion);
            memory.put(potion.with(self.strength, (number * 5) as f64))?;
        }
        Ok(memory)
    }

    /// The time of some plans.
    fn plans(&self, memory: &Memory, urges: &DriveStates, count: usize) -> Result<f64> {
        let mut found = 0;
        let seconds = cpu_seconds(|| {
            for _ in 0..count {
                let plan = PlanSearch::new().run(&self.domain, urges, memory, &mut Budget::default());
                found += usize::from(matches!(black_box(plan), SearchProgress::Found(_)));
            }
        })?;
        ensure!(found == count, "there is something to drink");
        Ok(seconds)
    }
}

fn irrelevant(effort: &Effort) -> Result<f64> {
    let shelf = Shelf::new()?;
    let (few, many) = (shelf.memory(0)?, shelf.memory(1_000)?);
    let mut urges = DriveStates::new(&shelf.domain);
    urges.update(&shelf.domain, &few);
    let mut among_many = || shelf.plans(&many, &urges, effort.ticks);
    let mut among_few = || shelf.plans(&few, &urges, effort.ticks);
    let [many, few] = race(effort.passes, [&mut among_many, &mut among_few])?;
    Ok(ratio(&many, &few))
}

fn idle_allocations(effort: &Effort) -> Result<f64> {
    let shelf = Shelf::new()?;
    let character = Character::new(shelf.domain.vocabulary().clone())
        .goal(Goal::maintain("drink", "plan").always(1))
        .program(PlanFor::new("plan", shelf.domain.clone()))
        .build()?;
    let mut agent = Agent::new(shelf.memory(100)?, Arbiter::new(character), 1, 0);
    let mut tick = 0;
    let mut requests = 0;
    while tick < 8 + effort.ticks as u64 {
        agent.memory_mut().set(Id::new(tick % 100), shelf.dust, tick as f64)?;
        let before = allocations::count().requests;
        let acting = !black_box(agent.tick(Time::of_tick(tick, 50_000))).actions.is_empty();
        ensure!(acting, "the agent does nothing");
        if tick >= 8 {
            requests += allocations::count().requests - before;
        }
        tick += 1;
    }
    Ok(requests as f64)
}
