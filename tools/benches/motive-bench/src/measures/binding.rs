//! Finding the thing that a rule asks for.

use crate::measure::{Effort, measures};
use crate::timing::{cpu_seconds, race, ratio};
use anyhow::{Result, ensure};
use motive::kernel::{
    CompiledCondition, Condition, Id, Memory, Pattern, Range, Scope, Thing, Type, Vocabulary,
};
use std::hint::black_box;

measures! {
    /// binding by equality among 16 candidates with 10,000 irrelevant things against 100
    "bind.growth" Ratio <= 1.5 => growth;
    /// a list memory's time over the indexed one's with 10,000 irrelevant things
    "bind.vs_list" Ratio >= 20.0 => against_list;
}

const CANDIDATES: u64 = 16;
const FEW: u64 = 100;
const MANY: u64 = 10_000;

fn growth(effort: &Effort) -> Result<f64> {
    let (mut few, mut many) = (NearestCrate::new(FEW, Memory::new)?, NearestCrate::new(MANY, Memory::new)?);
    let rounds = 40 * effort.ticks;
    let [few, many] = race(effort.passes, [&mut || few.run(rounds), &mut || many.run(rounds)])?;
    Ok(ratio(&many, &few))
}

fn against_list(effort: &Effort) -> Result<f64> {
    let (mut indexed, mut list) =
        (NearestCrate::new(MANY, Memory::new)?, NearestCrate::new(MANY, Memory::as_list)?);
    // The list is slow enough for one round to be measured by.
    let rounds = effort.ticks;
    let [indexed, list] = race(effort.passes, [&mut || indexed.run(rounds), &mut || list.run(rounds)])?;
    Ok(ratio(&list, &indexed))
}

/// "The nearest red crate", asked of a memory with other crates and other things in it.
struct NearestCrate {
    memory: Memory,
    nearest_red: CompiledCondition,
    variables: motive::kernel::Bindings,
}

impl NearestCrate {
    fn new(irrelevant: u64, empty: fn(std::sync::Arc<Vocabulary>) -> Memory) -> Result<Self> {
        let mut names = Vocabulary::new();
        let (box_, rock) = (names.kind("crate"), names.kind("rock"));
        let colours = names.one_of(["red", "green", "blue"]);
        let (colour, distance) =
            (names.property("colour", colours), names.property("distance", Type::Number));
        let [red, green, blue] = ["red", "green", "blue"].map(|name| names.symbol(name));
        let names = names.finish()?;

        let mut memory = empty(names.clone());
        let every = irrelevant / CANDIDATES;
        for number in 0..irrelevant {
            let (kind, hue) = if number % 2 == 0 { (box_, green) } else { (rock, blue) };
            let thing = Thing::new(Id::new(number)).kind(kind).with(colour, hue).with(distance, 7);
            memory.put(thing)?;
            if number % every == 0 && number / every < CANDIDATES {
                let away = ((number / every) * 5 % CANDIDATES) as f64;
                let id = Id::new(irrelevant + number);
                memory.put(Thing::new(id).kind(box_).with(colour, red).with(distance, away))?;
            }
        }
        let pattern = Pattern::of(box_).named("it").with(colour, red);
        let pattern = pattern.prefer_within(distance, Range::at_least(0.0).lowest());
        let mut scope = Scope::new(memory.shared_vocabulary());
        let nearest_red = scope.condition(&Condition::bind(pattern))?;
        let variables = scope.bindings();
        ensure!(nearest_red.holds(&memory, &mut variables.clone()), "the crates are not found");
        Ok(Self { memory, nearest_red, variables })
    }

    fn run(&mut self, rounds: usize) -> Result<f64> {
        cpu_seconds(|| {
            for _ in 0..rounds {
                let mut bindings = self.variables.clone();
                black_box(self.nearest_red.holds(&self.memory, &mut bindings));
            }
        })
    }
}
