//! A small world for tests of the arbiter, and a player who shows what each of its goals does.
#![allow(dead_code, unreachable_pub, reason = "every test file uses some of this")]
use motive::arbiter::teleo::{Definition, Library, Rule};
use motive::arbiter::*;
use motive::kernel::trace::{ConditionFailure, Event, Recorder, TaskEnd};
use motive::kernel::*;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The names of the world.
pub struct Names {
    pub all: Arc<Vocabulary>,
    pub gun: Kind,
    pub ghost: Kind,
    pub dot: Kind,
    pub gold: Kind,
    pub place: Kind,
    pub memo: Kind,
    pub distance: Property,
    pub size: Property,
    pub amount: Property,
    pub blue: Property,
    pub sort: Property,
    pub value: Property,
    pub health: Property,
    pub mood: Property,
    pub pistol: Symbol,
    pub machine_gun: Symbol,
    pub rocket_launcher: Symbol,
    pub go: ActionId,
    pub shoot: ActionId,
    pub say: ActionId,
    pub spend: ActionId,
    pub climb: ActionId,
    pub swim: ActionId,
    pub double: Function,
    pub near: Function,
}

pub fn names() -> Names {
    let mut v = Vocabulary::new();
    let double = v.function("double", 1, Purity::Pure, |_, of| Some(Value::from(of[0].number()? * 2.0)));
    let near = v.function("near", 2, Purity::Pure, |_, of| Some((of[0].number()? < of[1].number()?).into()));
    Names {
        gun: v.kind("gun"),
        ghost: v.kind("ghost"),
        dot: v.kind("dot"),
        gold: v.kind("gold"),
        place: v.kind("place"),
        memo: v.kind("memo"),
        distance: v.property("distance", Type::Number),
        size: v.property("size", Type::Number),
        amount: v.property("amount", Type::Number),
        blue: v.property("blue", Type::Bool),
        sort: v.property("sort", Type::Symbol),
        value: v.property("value", Type::Any),
        health: v.own("health", Type::Number),
        mood: v.own("mood", Type::Number),
        pistol: v.symbol("pistol"),
        machine_gun: v.symbol("machine_gun"),
        rocket_launcher: v.symbol("rocket_launcher"),
        go: v.action("go", 1),
        shoot: v.action("shoot", 1),
        say: v.action("say", 1),
        spend: v.action("spend", 1),
        climb: v.latched("climb", 1),
        swim: v.action("swim", 1),
        double,
        near,
        all: v.finish().unwrap(),
    }
}

/// A thing of the world by its number; it prints as `#number`.
pub fn thing(number: u64, kind: Kind) -> Thing {
    Thing::new(Id::new(number)).kind(kind)
}

pub fn var(name: &str) -> Expr {
    Expr::var(name)
}

/// A program of one rule: whatever fits is called `it`, and the verb is done to it.
pub fn using(name: &str, pattern: Pattern, action: ActionId) -> Definition {
    Definition::new(name).rule(Rule::new("use").when(pattern.named("it")).act(action, [var("it")]))
}

/// A program of one rule that always does one thing with a number.
pub fn doing(name: &str, action: ActionId, argument: i32) -> Definition {
    Definition::new(name).rule(Rule::new("do").act(action, [Expr::from(argument)]))
}

/// A goal that is always wanted and pursued by the program of its own name.
pub fn always(name: &str, priority: i32) -> Goal {
    Goal::achieve(name, name).always(priority)
}

/// A character with these programs; goals and the rest are added by the test.
pub fn character(names: &Names, programs: Vec<Definition>) -> CharacterBuilder {
    Character::new(names.all.clone()).library(&Library::new(&names.all, programs).unwrap())
}

/// An agent that is watched.
pub struct Player {
    pub agent: Agent<Arbiter>,
    pub names: Arc<Vocabulary>,
    /// The number of the next tick.
    pub tick: u64,
    pub micros_per_tick: u64,
    /// What happened in the last tick.
    pub events: Vec<Event>,
    goals: BTreeMap<u64, Arc<str>>,
}

pub fn play(character: CharacterBuilder) -> Player {
    Player::new(character.build().unwrap(), 1)
}

/// As [`play`], under a profile.
pub fn play_as(profile: Profile, character: CharacterBuilder) -> Player {
    play(character.profile(profile))
}

impl Player {
    pub fn new(character: Arc<Character>, seed: u64) -> Self {
        let names = character.vocabulary().clone();
        let agent = Agent::new(Memory::new(names.clone()), Arbiter::new(character), seed, 0);
        Self { agent, names, tick: 0, micros_per_tick: 100_000, events: Vec::new(), goals: BTreeMap::new() }
    }

    pub fn put(&mut self, thing: Thing) -> &mut Self {
        self.agent.memory_mut().put(thing).unwrap();
        self
    }

    pub fn set(&mut self, number: u64, property: Property, value: impl Into<Value>) -> &mut Self {
        self.agent.memory_mut().set(Id::new(number), property, value).unwrap();
        self
    }

    pub fn own(&mut self, property: Property, value: impl Into<Value>) -> &mut Self {
        self.agent.memory_mut().set_own(property, value).unwrap();
        self
    }

    pub fn remove(&mut self, number: u64) -> &mut Self {
        assert!(self.agent.memory_mut().remove(Id::new(number)));
        self
    }

    /// Goes on as another character.
    pub fn become_(&mut self, character: Arc<Character>) {
        let (arbiter, memory) = self.agent.parts_mut();
        arbiter.replace(character, memory);
    }

    /// Whether such an event was seen in the last tick.
    pub fn saw(&self, wanted: impl Fn(&Event) -> bool) -> bool {
        self.events.iter().any(wanted)
    }

    pub fn memory(&self) -> &Memory {
        self.agent.memory()
    }

    /// Decides, and gives the actions.
    pub fn tick(&mut self) -> Vec<String> {
        let mut recorder = Recorder::default();
        let now = Time::of_tick(self.tick, self.micros_per_tick);
        self.tick += 1;
        let actions = self.agent.tick_traced(now, &mut recorder).display(&self.names);
        self.events = recorder.take();
        for event in &self.events {
            if let Event::TaskStarted { task, goal, .. } = event {
                self.goals.insert(*task, goal.clone());
            }
        }
        actions
    }

    /// Decides so many times, and gives what was done each time.
    pub fn ticks(&mut self, count: usize) -> Vec<Vec<String>> {
        (0..count).map(|_| self.tick()).collect()
    }

    /// What the task of a goal does in the last decision.
    pub fn does(&self, goal: &str) -> Vec<String> {
        let actions = &self.agent.mind().decision().actions;
        let own =
            actions.iter().filter(|act| self.goals.get(&act.task.0).is_some_and(|name| **name == *goal));
        own.map(|act| act.display(&self.names)).collect()
    }

    /// The goals of the live tasks, most important first.
    pub fn tasks(&self) -> Vec<String> {
        self.agent.mind().tasks().map(|task| task.goal.to_owned()).collect()
    }

    /// The live task of a goal.
    pub fn task(&self, goal: &str) -> Option<TaskView<'_>> {
        self.agent.mind().tasks().find(|task| task.goal == goal)
    }

    /// What the tasks that ended in the last tick ended of.
    pub fn ended(&self) -> Vec<(String, TaskEnd)> {
        let ended = self.events.iter().filter_map(|event| match event {
            Event::TaskEnded { task, why } => Some((self.goals[task].to_string(), *why)),
            _ => None,
        });
        ended.collect()
    }

    /// Why rules of the task of a goal could not run in the last tick.
    pub fn failures(&self, goal: &str) -> Vec<ConditionFailure> {
        let failures = self.events.iter().filter_map(|event| match event {
            Event::RuleFailed { task, why, .. } if *self.goals[task] == *goal => Some(why.clone()),
            _ => None,
        });
        failures.collect()
    }

    /// How many rules were tried in the last tick.
    pub fn rules_tried(&self) -> usize {
        let tried = |event: &&Event| matches!(event, Event::RuleFailed { .. } | Event::RuleFired { .. });
        self.events.iter().filter(tried).count()
    }

    /// What was done, what goes on and what ends in the last decision, with its phase.
    pub fn phases(&self) -> Vec<(String, Phase)> {
        let decision = self.agent.mind().decision();
        let all = decision.actions.iter().chain(&decision.stopped);
        all.map(|act| (act.display(&self.names), act.phase)).collect()
    }
}

/// `motive` and `thesis2005`, for what both must do.
pub fn both() -> [Profile; 2] {
    [Profile::motive(), Profile::thesis2005()]
}

/// The default profile with something changed.
pub fn motive_with(change: impl FnOnce(&mut Profile)) -> Profile {
    let mut profile = Profile::motive();
    change(&mut profile);
    profile
}
