//! A crowd does tasks as single agents do: an agent sleeps only while it would do the same.
//!
//! Random tasks are done through random changes three times: in a crowd, one by one, and one by one with everything asked in every
//! tick. A scenario is made from a number, so a failure names the number and can be looked at alone.

use motive::arbiter::{Arbiter, Character, Goal, Profile};
use motive::kernel::{
    ActionEnd, ActionId, Agent, Catalogue, Condition, Crowd, Decision, Expr, Id, Kind, Memory, Pattern,
    Phase, Property, Symbol, Thing, Time, Type, Vocabulary,
};
use motive::tasks::lookahead::LookaheadOptions;
use motive::tasks::{Call, HtnTask, Line, Method, OnInterrupt, Primitive, Settings, TaskLibrary};
use std::sync::Arc;

const TICKS: u64 = 40;
const TASKS: u64 = 7;

/// Random numbers from a seed.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = motive::kernel::engine::splitmix64(self.0);
        self.0 % sides
    }

    fn chance(&mut self, of: u64) -> bool {
        self.roll(of) == 0
    }
}

struct World {
    names: Arc<Vocabulary>,
    levels: [Property; 3],
    coin: Kind,
    worth: Property,
    /// Two that are done while they are proposed, two that are latched.
    actions: [ActionId; 4],
    blocked: Symbol,
}

impl World {
    fn new() -> Self {
        let mut names = Vocabulary::new();
        let levels = ["a", "b", "c"].map(|name| names.own(name, Type::Number));
        let (coin, worth) = (names.kind("coin"), names.property("worth", Type::Number));
        let actions = [
            names.action("say", 1),
            names.action("turn", 1),
            names.latched("walk", 1),
            names.latched("sit", 1),
        ];
        let blocked = names.symbol("blocked");
        Self { names: names.finish().unwrap(), levels, coin, worth, actions, blocked }
    }

    fn condition(&self, dice: &mut Dice) -> Condition {
        let level = Expr::own(self.levels[dice.roll(3) as usize]);
        match dice.roll(8) {
            0 => Condition::exists(Pattern::of(self.coin)),
            1 if dice.chance(40) => Expr::now().above(dice.roll(30) as f64 / 10.0),
            2..=4 => level.below(1.0 + dice.roll(4) as f64),
            _ => level.at_least(dice.roll(3) as f64),
        }
    }

    fn primitive(&self, dice: &mut Dice) -> Primitive {
        let argument = match dice.roll(3) {
            0 => Expr::choose(Pattern::of(self.coin)),
            1 => Expr::own(self.levels[0]),
            _ => Expr::from(7),
        };
        let mut primitive = Primitive::new(self.actions[1 + dice.roll(3) as usize]).with(argument);
        if dice.chance(3) {
            primitive = primitive.within(dice.roll(8) * 70_000);
        }
        if dice.chance(3) {
            let then = if dice.chance(2) { OnInterrupt::Fail } else { OnInterrupt::Resume };
            primitive = primitive.interrupted(self.condition(dice), then);
        }
        primitive
    }

    /// A task that calls only those after it, so that all come to an end.
    fn task(&self, number: u64, dice: &mut Dice) -> HtnTask {
        let mut task = HtnTask::new(&format!("T{number}"));
        if dice.chance(6) {
            task = task.needs(self.condition(dice));
            task = if dice.chance(2) { task.guarded() } else { task };
        }
        if dice.chance(4) {
            task = task.achieves(self.condition(dice));
        }
        if number + 2 >= TASKS || dice.chance(4) {
            return task.act(self.primitive(dice));
        }
        let call = |dice: &mut Dice| Call::new(&format!("T{}", number + 1 + dice.roll(TASKS - number - 1)));
        if dice.chance(4) {
            let methods =
                ["one", "two"].map(|name| Method::new(name).when(self.condition(dice)).line(call(dice)));
            return methods.into_iter().fold(task, HtnTask::method);
        }
        for _ in 0..1 + dice.roll(3) {
            let (one, other) = (call(dice), call(dice));
            task = task.line(match dice.roll(5) {
                0 => Line::together([one, other]),
                1 => Line::any_of([one, other]),
                2 if dice.chance(2) => Line::of(one).or_weighted(2.0, other),
                _ => Line::of(one).or(other),
            });
        }
        task
    }

    fn agent(&self, number: u64, reuse: bool) -> Agent<Arbiter> {
        let mut dice = Dice(number);
        let mut tasks: Vec<HtnTask> = (0..TASKS).map(|number| self.task(number, &mut dice)).collect();
        // Each round takes a tick at least, so that no decision runs out of its budget.
        tasks.push(HtnTask::new("Pause").act(Primitive::new(self.actions[0]).with(0)));
        let rounds = ["T0", "Pause", "Always"].map(Call::new);
        tasks.push(rounds.into_iter().fold(HtnTask::new("Always"), HtnTask::line));
        let settings = if dice.chance(3) { Settings::default().watching() } else { Settings::default() };
        let tasks = TaskLibrary::new(&self.names, tasks, settings).unwrap();
        let mut profile = Profile::motive();
        profile.reuse = reuse;
        let goals = Character::new(self.names.clone())
            .profile(profile)
            .goal(Goal::maintain("first", "Always").updated(self.condition(&mut dice), 5))
            .goal(Goal::maintain("second", "T1").always(3))
            .program(tasks.program("Always", vec![]).unwrap());
        let character = if dice.chance(3) {
            let ahead = tasks.lookahead("T1", vec![], Arc::new(Catalogue::default())).unwrap();
            goals.program(ahead.program("T1", LookaheadOptions::default()))
        } else {
            goals.program(tasks.program("T1", vec![]).unwrap())
        };
        let mut memory = Memory::new(self.names.clone());
        for level in self.levels {
            memory.set_own(level, dice.roll(4) as f64).unwrap();
        }
        Agent::new(memory, Arbiter::new(character.build().unwrap()), number, 3)
    }

    /// What happens before a tick: the same for all three.
    fn change(&self, dice: &mut Dice, memory: &mut Memory) {
        let id = Id::new(dice.roll(3));
        match dice.roll(9) {
            0..=1 => memory.set_own(self.levels[dice.roll(3) as usize], dice.roll(4) as f64).unwrap(),
            2 => memory.put(Thing::new(id).kind(self.coin).with(self.worth, dice.roll(4) as f64)).unwrap(),
            3 => drop(memory.remove(id)),
            _ => {}
        }
    }

    fn ended(&self, dice: &mut Dice, agent: &Agent<Arbiter>) -> Option<(u64, ActionEnd)> {
        let latched = agent.mind().runs().running().find(|act| self.actions[2..].contains(&act.action))?;
        let ending = if dice.chance(3) { ActionEnd::Failed(self.blocked) } else { ActionEnd::Succeeded };
        dice.chance(8).then_some((latched.run, ending))
    }
}

/// Plays a scenario and says how many decisions were slept through.
fn check(world: &World, number: u64) -> usize {
    let (mut one, mut asked) = (world.agent(number, true), world.agent(number, false));
    let mut crowd: Crowd = std::iter::once(world.agent(number, true).boxed()).collect();
    let (mut known, mut slept, mut micros) = (Decision::default(), 0, 0);
    for tick in 0..TICKS {
        let dice = || Dice(number.wrapping_mul(1_000_003).wrapping_add(tick));
        if let Some((run, ending)) = world.ended(&mut dice(), &asked) {
            assert!(one.finish(run, ending) && asked.finish(run, ending) && crowd.finish(0, run, ending));
        }
        world.change(&mut dice(), one.memory_mut());
        world.change(&mut dice(), asked.memory_mut());
        crowd.tell(0, |memory| world.change(&mut dice(), memory)).unwrap();
        micros += if dice().chance(5) { 500_000 } else { 100_000 };
        let now = Time { tick, micros };
        let all = asked.tick(now).clone();
        assert_eq!(
            *one.tick(now),
            all,
            "scenario {number}, tick {tick}: asked only what changed, and everything"
        );
        // An agent that sleeps continues all actions.
        known.stopped.clear();
        known.actions.iter_mut().for_each(|act| act.phase = Phase::Continued);
        crowd.tick(now, |_, decision| known.clone_from(decision));
        slept += usize::from(!crowd.has_decided(0));
        assert_eq!(known, all, "scenario {number}, tick {tick}: in a crowd, and alone");
    }
    slept
}

#[test]
fn a_sleeping_agent_would_do_the_same() {
    let world = World::new();
    let scenarios = 1_500;
    let slept: usize = (0..scenarios).map(|number| check(&world, number)).sum();
    let share = slept as f64 / (scenarios * TICKS) as f64;
    assert!(share > 0.02, "nearly no agent sleeps, so nothing is shown: {share}");
}
