//! Fixtures for the worked examples of the 2002 report: its words, its programs, and an agent to play them.
#![allow(dead_code, unreachable_pub, reason = "each test file uses some of these")]

pub mod pacman;

use motive::arbiter::teleo::{Definition, Library, Rule};
use motive::arbiter::*;
use motive::kernel::trace::{Event, Recorder, TaskEnd};
use motive::kernel::*;
use std::sync::Arc;

const KINDS: &[&str] = &[
    "ghost",
    "powerpill",
    "fruit",
    "dot",
    "Health",
    "pickaxe",
    "weapon",
    "eco",
    "money",
    "gun",
    "stairs",
    "container",
    "knife",
    "guard",
    "unicorn",
    "ruby",
    "emerald",
    "gem",
    "sword",
    "bow",
    "sellable",
    "enemy",
    "monster",
    "state",
    "time",
    "item",
    "arrow",
    "mark",
];
const NUMBERS: &[&str] = &["Dist", "HealthPts", "Ammunition", "Number", "TIME", "Worth", "Location", "HP"];
const OWN: &[&str] = &["health", "funds", "distance"];
const FLAGS: &[&str] = &["armed", "a", "b", "c"];
const SYMBOLS: &[&str] = &["yellow", "blue", "silver", "steel"];
const VERBS: &[(&str, usize)] = &[
    ("toward", 1),
    ("away", 1),
    ("take", 1),
    ("attack", 1),
    ("guard_flag", 0),
    ("sell", 1),
    ("buy", 0),
    ("bribe", 0),
    ("give", 1),
    ("climb", 1),
    ("go", 1),
    ("fight", 0),
    ("left", 0),
    ("right", 0),
    ("north", 0),
    ("north_east", 0),
    ("north_west", 0),
    ("run", 1),
    ("shoot", 1),
    ("strafe", 2),
    ("one", 0),
    ("two", 0),
    ("three", 0),
    ("STOP", 0),
    ("RUNTO", 1),
    ("TURNTO", 1),
    ("SHOOT", 1),
    ("STOPSHOOT", 0),
    ("GETPATH", 1),
    ("ROTATE", 1),
];
const IDS: &[&str] = &[
    "g1",
    "g2",
    "p1",
    "p2",
    "f1",
    "d1",
    "d2",
    "Health1",
    "Pickaxe1",
    "YellowEco",
    "Gold1",
    "Stairs1",
    "revolver",
    "pistol",
    "launcher",
    "sword1",
    "sword2",
    "gem1",
    "gem2",
    "ruby1",
    "emerald1",
    "guard1",
    "unicorn1",
    "orc",
    "me",
    "clock",
    "box1",
    "box2",
    "arrows",
    "enemy1",
    "spellbook",
    "lamp",
    "x1",
    "x2",
    "x3",
];

/// The words of the report's examples.
pub struct Words(pub Arc<Vocabulary>);

impl Words {
    pub fn new() -> Self {
        Self::having(|_| ())
    }

    /// The report's words and more.
    pub fn having(more: impl FnOnce(&mut Vocabulary)) -> Self {
        let mut names = Vocabulary::new();
        for number in NUMBERS {
            names.property(number, Type::Number);
        }
        for kind in KINDS {
            names.kind(kind);
        }
        let time = names.property("TIME", Type::Number);
        names.life_span(time);
        names.property("Blue", Type::Bool);
        names.property("Cursed", Type::Bool);
        names.property("Colour", Type::Symbol);
        for own in OWN {
            names.own(own, Type::Number);
        }
        for flag in FLAGS {
            let slot = names.own(flag, Type::Bool);
            let reads = Purity::Reads(vec![Dependency::Own(slot)]);
            names.function(flag, 0, reads, move |facts, _| facts.values(Id::SELF, slot).first().cloned());
        }
        for symbol in SYMBOLS {
            names.symbol(symbol);
        }
        for (action, arity) in VERBS {
            names.action(action, *arity);
        }
        names.internal("jot", 0);
        names.internal("scribble", 0);
        for id in IDS {
            names.id(id);
        }
        more(&mut names);
        Self(names.finish().expect("the report's words do not contradict each other"))
    }

    pub fn kind(&self, name: &str) -> Kind {
        self.0.find_kind(name).unwrap_or_else(|| panic!("no kind is called {name}"))
    }

    pub fn prop(&self, name: &str) -> Property {
        self.0.find_property(name).unwrap_or_else(|| panic!("no property is called {name}"))
    }

    pub fn action(&self, name: &str) -> ActionId {
        self.0.find_action(name).unwrap_or_else(|| panic!("no action is called {name}"))
    }

    pub fn symbol(&self, name: &str) -> Symbol {
        self.0.find_symbol(name).unwrap_or_else(|| panic!("no symbol is called {name}"))
    }

    pub fn id(&self, name: &str) -> Id {
        self.symbol(name);
        (*self.0).clone().id(name)
    }

    /// A thing that lasts.
    pub fn thing(&self, id: &str, kind: &str) -> Thing {
        self.mortal(id, kind).with(self.prop("TIME"), f64::INFINITY)
    }

    /// A thing without a life span.
    pub fn mortal(&self, id: &str, kind: &str) -> Thing {
        Thing::new(self.id(id)).kind(self.kind(kind))
    }

    /// The report's variable: nobody else may have what it gets.
    pub fn a(&self, kind: &str) -> Pattern {
        Pattern::of(self.kind(kind)).exclusive()
    }

    /// Whether a fact about the agent holds.
    pub fn flag(&self, name: &str) -> Condition {
        Expr::call(self.0.find_function(name).expect("a flag"), []).holds()
    }

    pub fn own(&self, name: &str) -> Expr {
        Expr::own(self.prop(name))
    }

    /// A program that takes what a pattern gets, and never ends.
    pub fn taker(&self, name: &str, pattern: Pattern) -> Definition {
        Definition::new(name).done_when(Condition::never()).rule(self.take(pattern))
    }

    /// A rule that takes what a pattern gets.
    pub fn take(&self, pattern: Pattern) -> Rule {
        Rule::new("take").when(pattern.named("it")).act(self.action("take"), [Expr::var("it")])
    }

    /// The thing that a pattern gets from a memory of these things.
    pub fn bind(&self, profile: Profile, pattern: Pattern, things: Vec<Thing>) -> Option<String> {
        let mut play = Cast::new(self, profile).task("Take", 10, self.taker("Take", pattern)).play();
        things.into_iter().for_each(|thing| play.see(thing));
        play.step().first().map(|taken| taken.trim_start_matches("take(").trim_end_matches(')').to_owned())
    }
}

/// "not this variable", whose meaning the profile decides.
pub fn not(pattern: Pattern) -> Condition {
    !Condition::from(pattern)
}

pub fn report() -> Profile {
    Profile::report2002()
}

pub fn motive() -> Profile {
    Profile::motive()
}

/// A profile with one setting changed.
pub fn with(mut profile: Profile, change: impl FnOnce(&mut Profile)) -> Profile {
    change(&mut profile);
    profile
}

type Finish = Box<dyn FnOnce(CharacterBuilder) -> CharacterBuilder>;

/// What an agent of a test wants and knows to do.
pub struct Cast {
    names: Arc<Vocabulary>,
    profile: Profile,
    goals: Vec<Goal>,
    programs: Vec<Definition>,
    once: Vec<(Arc<str>, f64)>,
    finish: Vec<Finish>,
    seed: u64,
}

impl Cast {
    pub fn new(words: &Words, profile: Profile) -> Self {
        let names = words.0.clone();
        Self { names, profile, goals: vec![], programs: vec![], once: vec![], finish: vec![], seed: 1 }
    }

    /// A goal to reach, always wanted.
    pub fn task(self, goal: &str, priority: impl Into<Expr>, program: Definition) -> Self {
        let wanted = Goal::achieve(goal, &program.name).always(priority);
        self.goal(wanted).program(program)
    }

    /// A goal to keep, always wanted.
    pub fn keep(self, goal: &str, priority: impl Into<Expr>, program: Definition) -> Self {
        let wanted = Goal::maintain(goal, &program.name).always(priority);
        self.goal(wanted).program(program)
    }

    /// A goal to reach that comes up in the first tick only.
    pub fn once(mut self, goal: &str, priority: f64, program: Definition) -> Self {
        self.once.push((goal.into(), priority));
        let wanted = Goal::achieve(goal, &program.name);
        self.goal(wanted).program(program)
    }

    pub fn goal(mut self, goal: Goal) -> Self {
        self.goals.push(goal);
        self
    }

    pub fn program(mut self, program: Definition) -> Self {
        if !self.programs.iter().any(|known| known.name == program.name) {
            self.programs.push(program);
        }
        self
    }

    /// Says more of the character: conflicts, blends, generators.
    pub fn with(mut self, finish: impl FnOnce(CharacterBuilder) -> CharacterBuilder + 'static) -> Self {
        self.finish.push(Box::new(finish));
        self
    }

    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    pub fn build(self) -> Result<Arc<Character>, CharacterError> {
        let library = Library::new(&self.names, self.programs).expect("the programs of a test can be built");
        let mut character = Character::new(self.names).profile(self.profile).library(&library);
        for goal in self.goals {
            character = character.goal(goal);
        }
        if !self.once.is_empty() {
            let once = self.once;
            // Every tick whose number is a multiple of this: the first.
            character =
                character.generator(u64::MAX, move |_: &Memory, wanted: &mut dyn FnMut(&str, f64)| {
                    once.iter().for_each(|(goal, priority)| wanted(goal, *priority));
                });
        }
        for finish in self.finish {
            character = finish(character);
        }
        character.build()
    }

    pub fn play(self) -> Play {
        let (names, seed) = (self.names.clone(), self.seed);
        let character = self.build().expect("the character of a test can be built");
        let agent = Agent::new(Memory::new(names.clone()), Arbiter::new(character), seed, 0);
        Play { agent, names, tick: 0, events: Vec::new(), known: Vec::new() }
    }
}

/// An agent being played tick by tick.
pub struct Play {
    pub agent: Agent<Arbiter>,
    names: Arc<Vocabulary>,
    tick: u64,
    events: Vec<Event>,
    /// Which goal each task ever started was for.
    known: Vec<(u64, Arc<str>)>,
}

impl Play {
    pub fn see(&mut self, thing: Thing) {
        self.agent.memory_mut().put(thing).expect("a thing that memory accepts");
    }

    pub fn see_all<const N: usize>(&mut self, things: [Thing; N]) {
        things.into_iter().for_each(|thing| self.see(thing));
    }

    /// The same agent, having seen this.
    pub fn seeing<const N: usize>(mut self, things: [Thing; N]) -> Self {
        self.see_all(things);
        self
    }

    pub fn set(&mut self, id: &str, property: &str, value: impl Into<Value>) {
        let (id, property) = (self.id(id), self.names.find_property(property).expect("a property"));
        self.agent.memory_mut().set(id, property, value).expect("a value that memory accepts");
    }

    pub fn set_own(&mut self, property: &str, value: impl Into<Value>) {
        let property = self.names.find_property(property).expect("a property");
        self.agent.memory_mut().set_own(property, value).expect("a value that memory accepts");
    }

    pub fn lose(&mut self, id: &str) {
        let id = self.id(id);
        assert!(self.agent.memory_mut().remove(id), "what is lost was there");
    }

    fn id(&self, name: &str) -> Id {
        (*self.names).clone().id(name)
    }

    /// Decides once and gives what is done.
    pub fn step(&mut self) -> Vec<String> {
        let now = Time::of_tick(self.tick, 100_000);
        self.tick += 1;
        let mut recorder = Recorder::default();
        let done = self.agent.tick_traced(now, &mut recorder).display(&self.names);
        self.events = recorder.take();
        for event in &self.events {
            if let Event::TaskStarted { task, goal, .. } = event {
                self.known.push((*task, goal.clone()));
            }
        }
        done
    }

    pub fn decision(&self) -> &Decision {
        self.agent.mind().decision()
    }

    /// What happened in the last step.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    fn of(&self, goal: &str, task: u64) -> bool {
        self.known.iter().any(|(number, name)| *number == task && **name == *goal)
    }

    /// Why the task of a goal ended in the last step, if it did.
    pub fn ended(&self, goal: &str) -> Option<TaskEnd> {
        self.events.iter().find_map(|event| match event {
            Event::TaskEnded { task, why } if self.of(goal, *task) => Some(*why),
            _ => None,
        })
    }

    /// The state of the task of a goal, if there is one.
    pub fn state(&self, goal: &str) -> Option<TaskState> {
        self.agent.mind().tasks().find(|task| task.goal == goal).map(|task| task.state)
    }

    pub fn priority(&self, goal: &str) -> Option<f64> {
        self.agent.mind().tasks().find(|task| task.goal == goal).map(|task| task.priority)
    }

    /// The goals of the live tasks, in order.
    pub fn goals(&self) -> Vec<String> {
        self.agent.mind().tasks().map(|task| task.goal.to_owned()).collect()
    }

    /// What a variable of a goal's task got in the last step.
    pub fn got(&self, goal: &str, variable: &str) -> Option<String> {
        self.events.iter().find_map(|event| match event {
            Event::Bound { task, name: Some(name), id, .. }
                if self.of(goal, *task) && **name == *variable =>
            {
                Some(id.display(&self.names))
            }
            _ => None,
        })
    }

    /// Everything that a goal's task held in the last step.
    pub fn holdings(&self, goal: &str) -> Vec<String> {
        let held = |event: &Event| match event {
            Event::Bound { task, id, .. } if self.of(goal, *task) => Some(id.display(&self.names)),
            _ => None,
        };
        self.events.iter().filter_map(held).collect()
    }

    /// The rules of a goal's task that failed in the last step: number of the rule, of its part, and why.
    pub fn failures(&self, goal: &str) -> Vec<(usize, usize, trace::ConditionFailure)> {
        let failed = |event: &Event| match event {
            Event::RuleFailed { task, rule, part, why, .. } if self.of(goal, *task) => {
                Some((*rule, *part, why.clone()))
            }
            _ => None,
        };
        self.events.iter().filter_map(failed).collect()
    }

    /// The goals whose tasks were run, in order.
    pub fn order(&self) -> Vec<String> {
        let run = |event: &Event| match event {
            Event::TaskRun { task, .. } | Event::Unchanged { task } => {
                self.known.iter().find(|(number, _)| number == task).map(|(_, goal)| goal.to_string())
            }
            _ => None,
        };
        self.events.iter().filter_map(run).collect()
    }

    /// Everything that was proposed, with what became of it.
    pub fn proposed(&self) -> Vec<(String, trace::ProposalResult)> {
        let proposed = |event: &Event| match event {
            Event::Proposed { command, fate, .. } => Some((command.clone(), fate.clone())),
            _ => None,
        };
        self.events.iter().filter_map(proposed).collect()
    }

    /// What the last decision cost.
    pub fn work(&self) -> u64 {
        let work = |event: &Event| if let Event::Decided { work } = event { Some(*work) } else { None };
        self.events.iter().find_map(work).unwrap_or(0)
    }
}
