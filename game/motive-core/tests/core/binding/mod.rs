//! Matching, choosing, dividing and holding, as the tasks of one tick see it.

mod amounts;
mod choosing;
mod dividing;
mod keeping;
mod matching;

use motive_core::engine::{Binder, Eval, RememberedBindings};
use motive_core::*;
use proptest::prelude::*;
use std::sync::Arc;

/// One agent and the tick it is in.
struct Tick {
    memory: Memory,
    ledger: Ledger,
    rules: BindingRules,
    remembered: RememberedBindings,
    seed: u64,
    work: u64,
    overridden: Vec<Id>,
}

/// What one name got.
#[derive(Clone, Debug, PartialEq)]
struct Got {
    id: Id,
    portions: Vec<f64>,
}

impl Tick {
    fn new(memory: Memory, rules: BindingRules) -> Self {
        let (ledger, remembered, overridden) = (Ledger::default(), RememberedBindings::new(), Vec::new());
        Self { memory, ledger, rules, remembered, seed: 1, work: 1_000_000, overridden }
    }

    /// A task asks for what a condition needs. Gives what it got, in order, or nothing if the condition does not hold.
    fn ask(&mut self, task: u64, condition: impl Into<Condition>) -> Option<Vec<Got>> {
        let names = self.memory.shared_vocabulary().clone();
        let mut scope = Scope::new(&names);
        let condition = scope.condition(&condition.into()).unwrap();
        let mut bindings = scope.bindings();
        let mark = self.ledger.mark();
        let (rng, mut budget) = (KeyedRng::new(self.seed, 0, 0), Budget::new(self.work));
        let mut binder = Binder::new(Holder(task), &mut self.ledger, &self.rules, rng, &mut budget)
            .remembering(&self.remembered)
            .noting_overridden(&mut self.overridden);
        let held =
            Eval { facts: &self.memory, bindings: &mut bindings, claims: &mut binder }.holds(&condition.code);
        if !held {
            self.ledger.undo(mark);
            return None;
        }
        let got = |holding: Holding<'_>| Got {
            id: holding.id,
            portions: holding.portions.iter().map(|(_, amount)| *amount).collect(),
        };
        Some(self.ledger.since(mark).map(got).collect())
    }

    /// The thing that a task gets for a pattern.
    fn get(&mut self, task: u64, pattern: Pattern) -> Option<Id> {
        self.ask(task, pattern).map(|got| got[0].id)
    }

    /// How much a task gets of the one thing that it asks for.
    fn take(&mut self, task: u64, pattern: Pattern) -> Option<f64> {
        self.ask(task, pattern).map(|got| got[0].portions[0])
    }

    fn gets(&mut self, task: u64, pattern: Pattern) -> bool {
        self.ask(task, pattern).is_some()
    }
}

/// Names of the examples in both sources.
struct Names {
    all: Arc<Vocabulary>,
    gun: Kind,
    money: Kind,
    clock: Kind,
    number: Property,
    rounds: Property,
    dist: Property,
    location: Property,
    subtype: Property,
    colour: Property,
    time: Property,
}

fn names() -> Names {
    let mut names = Vocabulary::new();
    let (gun, money, clock) = (names.kind("gun"), names.kind("money"), names.kind("clock"));
    names.kind_of("pistol", gun);
    let mut number = |name: &str| names.property(name, Type::Number);
    let (amount, rounds, dist) = (number("number"), number("ammunition"), number("dist"));
    let (location, time) = (number("location"), number("time"));
    names.life_span(time);
    let subtype = names.property("subtype", Type::Symbol);
    let colour = names.property("colour", Type::Symbol);
    for symbol in ["pistol", "machine_gun", "rocket_launcher", "red", "blue"] {
        names.symbol(symbol);
    }
    let all = names.finish().unwrap();
    Names { all, gun, money, clock, number: amount, rounds, dist, location, subtype, colour, time }
}

impl Names {
    fn symbol(&self, name: &str) -> Symbol {
        self.all.find_symbol(name).unwrap()
    }

    fn tick(&self, rules: BindingRules, things: impl IntoIterator<Item = Thing>) -> Tick {
        let mut memory = Memory::new(self.all.clone());
        for thing in things {
            memory.put(thing).unwrap();
        }
        Tick::new(memory, rules)
    }

    fn gun(&self, id: u64) -> Thing {
        Thing::new(Id::new(id)).kind(self.gun)
    }

    /// Gold of which there are 53.
    fn gold(&self) -> Thing {
        Thing::new(GOLD).kind(self.money).divisible(self.number, 53.0)
    }

    fn want(&self, amount: impl Into<Expr>) -> Pattern {
        Pattern::of(self.money).exclusive().with(self.number, amount)
    }

    fn want_within(&self, range: impl Into<RangeExpr>) -> Pattern {
        Pattern::of(self.money).exclusive().within(self.number, range)
    }
}

const GOLD: Id = Id::new(100);

/// The rules of the 2005 system as its program ran.
fn compat() -> BindingRules {
    BindingRules {
        multi_value_match: MultiValueMatch::Equals,
        range_order: RangeOrder::ByNumber,
        ..BindingRules::default()
    }
}

/// The rules of the 2002 report.
fn report() -> BindingRules {
    BindingRules {
        sharing: Sharing::ByQuantity,
        number_match: NumberMatch::AtLeast,
        infinite_shares: true,
        preference_scoring: PreferenceScoring::Count,
        negation: Negation::Unknown,
        tie_break: BindingTieBreak::Oldest,
        ..BindingRules::default()
    }
}

fn spec() -> BindingRules {
    BindingRules::default()
}

/// Whether a pattern fits the only thing there is.
fn fits(rules: BindingRules, n: &Names, thing: Thing, pattern: Pattern) -> bool {
    n.tick(rules, [thing]).gets(1, pattern)
}
