//! A crowd decides as single agents do: nobody who has a reason to decide sleeps.
//!
//! Random characters live through random changes three times: in a crowd, one by one, and one by one with everything asked in every
//! tick. A scenario is made from a number, so a failure names the number and can be looked at alone.

use crate::dice::Dice;
use motive::arbiter::teleo::{Definition, Library, Rule, Step};
use motive::arbiter::*;
use motive::drives::ambiance::{Ambiance, Modifier, Rate, Sensitivity};
use motive::drives::goap::{Goap, GoapAction, GoapFor, GoapGoal};
use motive::drives::{Domain, Drive, GoalTemplate, Interaction, Measure, PlanFor, Rules};
use motive::kernel::trace::Recorder;
use motive::kernel::*;
use motive::machines::fsm::{Machine, MachineProgram, State};
use std::sync::Arc;

const TICKS: u64 = 24;
const MICROS: u64 = 100_000;

struct World {
    names: Arc<Vocabulary>,
    kinds: [Kind; 2],
    size: Property,
    span: Property,
    energy: Property,
    mood: Property,
    likes: Relation,
    /// Two that are done while they are proposed, two that are latched.
    actions: [ActionId; 4],
    tired: Symbol,
}

impl World {
    fn new() -> Self {
        let mut names = Vocabulary::new();
        let kinds = ["apple", "box"].map(|name| names.kind(name));
        let size = names.property("size", Type::Number);
        let span = names.property("span", Type::Number);
        names.life_span(span);
        let [energy, mood] = ["energy", "mood"].map(|name| names.own(name, Type::Number));
        let likes = names.relation("likes", 2);
        let actions = [
            names.action("go", 1),
            names.action("use", 1),
            names.latched("climb", 1),
            names.latched("sit", 1),
        ];
        let tired = names.symbol("tired");
        Self { names: names.finish().unwrap(), kinds, size, span, energy, mood, likes, actions, tired }
    }

    fn pattern(&self, dice: &mut Dice) -> Pattern {
        let mut pattern = Pattern::of(dice.of(&self.kinds)).named("it");
        if dice.chance(2) {
            pattern = pattern.within(self.size, Range::at_most(dice.roll(6) as f64));
        } else if dice.chance(3) {
            let compared = dice.of(&[Comparison::Less, Comparison::AtLeast, Comparison::Equal]);
            pattern = pattern.where_is(self.size, compared, dice.roll(6) as f64);
        }
        if dice.chance(2) {
            pattern = pattern.prefer_within(self.size, Range::at_least(0.0).lowest());
        }
        if dice.chance(2) { pattern.exclusive() } else { pattern }
    }

    fn condition(&self, dice: &mut Dice) -> Condition {
        let own = |dice: &mut Dice| Expr::own(dice.of(&[self.energy, self.mood]));
        match dice.roll(9) {
            0 => Condition::exists(self.pattern(dice)),
            1 => Condition::no(self.pattern(dice)),
            2 => Condition::related(self.likes, [Column::Is(1.into()), Column::Any]),
            // Those that may change though nothing changes in memory.
            3 if dice.chance(3) => Expr::now().above(dice.roll(2_000) as f64 / 1_000.0),
            4 if dice.chance(3) => Expr::from(Id::SELF).was(self.energy).equals(Expr::own(self.energy)),
            5 => own(dice).at_least(dice.roll(8) as f64) & Condition::exists(self.pattern(dice)),
            _ if dice.chance(2) => own(dice).above(dice.roll(8) as f64),
            _ => own(dice).below(dice.roll(8) as f64),
        }
    }

    fn program(&self, dice: &mut Dice, name: &str) -> Definition {
        let mut program = Definition::new(name).done_when(self.condition(dice) & self.condition(dice));
        for number in 0..1 + dice.roll(3) {
            let mut rule =
                Rule::new(&format!("r{number}")).when(self.condition(dice)).when(self.pattern(dice));
            if dice.chance(6) {
                let more = Expr::own(self.mood) + Expr::from(1);
                rule = rule.step(Step::Set(Expr::from(Id::SELF), self.mood, more));
            }
            program = program.rule(rule.act(dice.of(&self.actions), [Expr::var("it")]));
        }
        program
    }

    fn machine(&self, dice: &mut Dice, name: &str) -> MachineProgram {
        let states = 2 + dice.roll(3);
        let mut machine = Machine::new(name);
        for number in 0..states {
            let target = if dice.chance(2) { Expr::choose(self.pattern(dice)) } else { Expr::from(7) };
            let mut state = State::new(&format!("s{number}")).act(dice.of(&self.actions), vec![target]);
            for _ in 0..1 + dice.roll(2) {
                state = state.to(&format!("s{}", dice.roll(states)), self.condition(dice));
            }
            machine = machine.state(state);
        }
        machine.build(&self.names).unwrap()
    }

    /// Drives that fall with time, and actions that take time, last until the world says so, or until something holds.
    fn plan(&self, dice: &mut Dice, name: &str) -> PlanFor {
        let rules = Rules {
            interrupts: dice.chance(2),
            period: dice.of(&[1, 200_000, 500_000]),
            pause: dice.of(&[0, 0, 400_000]),
            ..Rules::default()
        };
        let mut domain = Domain::new(self.names.clone()).rules(rules);
        for (at, id) in self.actions.into_iter().enumerate() {
            let gains = dice.of(&[self.energy, self.mood]);
            let mut action = Action::new(id, &["target"])
                .takes((1 + dice.roll(6)) * 60_000)
                .effect(Effect::add(Expr::from(Id::SELF), gains, 3.0));
            if dice.chance(2) {
                action = action.needs(Expr::var("target").get(self.size).below(5));
            }
            if dice.chance(3) {
                action = action.steady();
            }
            if dice.chance(2) {
                action = action.tag(self.tired);
            }
            domain = domain.action(action).supplies(self.kinds[at % 2], id, Interaction::default());
        }
        for (number, of) in [self.energy, self.mood].into_iter().enumerate() {
            let aim = GoalTemplate::new("enough").measure(Measure::toward(Expr::own(of), 0.0, 8.0));
            domain = domain.drive(Drive::new(&format!("d{number}"), 1.0 + number as f64).goal(aim));
        }
        if dice.chance(2) {
            domain = domain.ambiance(self.ambiance(dice)).sensitive_to(Sensitivity::new([self.tired]));
        }
        PlanFor::new(name, domain.build().unwrap())
    }

    /// Something around that makes some actions dearer or cheaper, for a while.
    fn ambiance(&self, dice: &mut Dice) -> Ambiance {
        let (energy, condition) = (Expr::own(self.energy), Expr::var("it").get(self.size).below(5));
        let ambiance = match dice.roll(3) {
            0 => Ambiance::while_so("a", energy.at_least(4)),
            1 => Ambiance::counted("b", energy),
            _ => Ambiance::around("c", self.kinds[0], condition),
        };
        let rate = |dice: &mut Dice| {
            let seconds = dice.of(&[0.0, 0.25, 0.37, 1.0]);
            let rate = match dice.roll(4) {
                0 => Rate::AtOnce,
                1 => Rate::Over(seconds),
                2 => Rate::Fading(seconds / 4.0),
                _ => Rate::Swelling(seconds),
            };
            if dice.chance(2) { Rate::After(dice.of(&[0.2, 0.61]), Box::new(rate)) } else { rate }
        };
        let modifier = Modifier::new(self.tired, dice.of(&[-2.0, 3.0]), rate(dice));
        ambiance.puts(if dice.chance(2) { modifier.dampened(rate(dice)) } else { modifier })
    }

    /// A planner over symbols with several ways to each end.
    fn goap(&self, dice: &mut Dice, name: &str) -> GoapFor {
        let mut goap = Goap::new(self.names.clone());
        let symbols = [self.energy, self.mood].map(|of| goap.truth("enough", Expr::own(of).at_least(6)));
        let all = Pattern::of(self.kinds[0]).named("it");
        for action in self.actions {
            let cost = 1.0 + dice.roll(3) as f64;
            let mut action =
                GoapAction::new(action, vec![Expr::choose(all.clone())], cost).sets(dice.of(&symbols), true);
            if dice.chance(2) {
                action = action.tagged([self.tired]);
            }
            goap.action(action);
        }
        for symbol in symbols {
            let goal = GoapGoal::fixed("enough", dice.roll(5) as f64).wants(symbol, true);
            goap.goal(if dice.chance(2) { goal.target(Expr::choose(all.clone())) } else { goal });
        }
        goap.period(dice.of(&[0, 200_000])).interrupts(dice.chance(2));
        goap.ambiance(self.ambiance(dice)).sensitive_to(Sensitivity::new([self.tired]));
        GoapFor::new(name, goap.build().unwrap())
    }

    fn character(&self, number: u64, reuse: bool) -> Arc<Character> {
        let mut dice = Dice(number);
        let mut profile = match number % 5 {
            0 => Profile::thesis2005(),
            1 => Profile::report2002(),
            _ => Profile::motive(),
        };
        profile.reuse = reuse;
        // Whoever is asked everything is shown everything.
        profile.show_actions = !reuse || number.is_multiple_of(2);
        profile.commitment = f64::from(u8::from(number.is_multiple_of(7))) * 15.0;
        profile.allocation =
            if number.is_multiple_of(11) { Allocation::MostTasks } else { Allocation::Greedy };
        profile.tasks_every = if number.is_multiple_of(13) { 3 } else { 1 };
        let mut builder = Character::new(self.names.clone()).profile(profile);
        let (count, mut programs) = (1 + dice.roll(3), Vec::new());
        for goal in 0..count {
            let name = format!("g{goal}");
            let goal =
                if dice.chance(2) { Goal::maintain(&name, &name) } else { Goal::achieve(&name, &name) };
            let priority = 100 - 10 * dice.roll(4) as i32;
            builder = builder.goal(match dice.roll(3) {
                0 => goal.always(priority),
                1 => goal.updated(self.condition(&mut dice), Expr::from(priority) + Expr::own(self.energy)),
                _ => goal.when(self.condition(&mut dice), priority),
            });
            match dice.roll(4) {
                0 => builder = builder.program(self.machine(&mut dice, &name)),
                1 => builder = builder.program(self.plan(&mut dice, &name)),
                2 => builder = builder.program(self.goap(&mut dice, &name)),
                _ => programs.push(self.program(&mut dice, &name)),
            }
        }
        if dice.chance(2) {
            builder = builder.conflict(dice.of(&self.actions), dice.of(&self.actions));
        }
        builder.library(&Library::new(&self.names, programs).unwrap()).build().unwrap()
    }

    /// One change of the world, or none: every way in which an agent can learn something.
    fn change(&self, dice: &mut Dice, memory: &mut Memory) {
        let id = Id::new(dice.roll(6));
        match dice.roll(14) {
            0..=4 => {}
            5 => memory.set_own(self.energy, dice.roll(9) as f64).unwrap(),
            6 => memory.set_own(self.mood, dice.roll(9) as f64).unwrap(),
            7 => {
                let thing = Thing::new(id).kind(dice.of(&self.kinds));
                memory.put(thing.with(self.size, dice.roll(7) as f64)).unwrap();
            }
            8 => {
                let _ = memory.set(id, self.size, dice.roll(7) as f64);
            }
            9 => {
                memory.remove(id);
            }
            10 => {
                memory.unset(if dice.chance(2) { id } else { Id::SELF }, dice.of(&[self.size, self.energy]));
            }
            11 => {
                let row = [Value::from(dice.roll(2) as i32), Value::from(dice.roll(2) as i32)];
                let _ = if dice.chance(2) {
                    memory.relate(self.likes, &row)
                } else {
                    memory.unrelate(self.likes, &row)
                };
            }
            12 => {
                let _ = memory.set(id, self.span, 0.3);
                memory.age(0.2);
            }
            _ => {
                let policy = ForgettingPolicy { after_any: Some(500_000), ..ForgettingPolicy::default() };
                memory.forget(&policy, &|_| false);
            }
        }
    }
}

/// What somebody does, as far as others can see.
#[derive(Clone, Debug, Default, PartialEq)]
struct Seen {
    decision: Decision,
    tasks: Vec<(u64, f64, TaskState, Option<String>)>,
}

fn seen<M: Mind>(agent: &Agent<M>, decision: Decision) -> Seen {
    let view = |task: TaskView<'_>| (task.number, task.priority, task.state, task.current.map(str::to_owned));
    Seen { decision, tasks: agent.mind().pursued().into_iter().map(view).collect() }
}

/// Whoever slept goes on with everything.
fn goes_on(mut decision: Decision) -> Decision {
    decision.stopped.clear();
    decision.actions.iter_mut().for_each(|act| act.phase = Phase::Continued);
    decision
}

/// What happens to an agent before a tick: the same for all three.
fn happen(world: &World, dice: &mut Dice, memory: &mut Memory) {
    for _ in 0..1 + dice.roll(2) {
        world.change(dice, memory);
    }
}

/// An action that the world ends, if any is latched.
fn ends(world: &World, dice: &mut Dice, agent: &Agent<Arbiter>) -> Option<(u64, ActionEnd)> {
    let latched = agent.mind().runs().running().find(|act| world.actions[2..].contains(&act.action))?;
    let ending = if dice.chance(3) { ActionEnd::Failed(world.tired) } else { ActionEnd::Succeeded };
    dice.chance(4).then_some((latched.run, ending))
}

/// Plays a scenario and says how many decisions were slept through.
fn check(world: &World, number: u64) -> usize {
    let agent = |reuse: bool| {
        let character = world.character(number, reuse);
        Agent::new(Memory::new(world.names.clone()), Arbiter::new(character), number, 3)
    };
    let (mut one, mut asked) = (agent(true), agent(false));
    let mut crowd: Crowd = std::iter::once(agent(true).boxed()).collect();
    let (mut known, mut slept, mut micros) = (Decision::default(), 0, 0);
    let traced = number.is_multiple_of(3);
    for tick in 0..TICKS {
        let dice = || Dice(number.wrapping_mul(1_000_003).wrapping_add(tick));
        if let Some((run, ending)) = ends(world, &mut dice(), &asked) {
            assert!(one.finish(run, ending) && asked.finish(run, ending) && crowd.finish(0, run, ending));
        }
        happen(world, &mut dice(), one.memory_mut());
        happen(world, &mut dice(), asked.memory_mut());
        crowd.tell(0, |memory| happen(world, &mut dice(), memory)).unwrap();
        micros += if dice().chance(5) { 5 * MICROS } else { MICROS };
        let now = Time { tick, micros };
        let all = asked.tick(now).clone();
        let mut recorder = Recorder::default();
        let only = if traced { one.tick_traced(now, &mut recorder) } else { one.tick(now) }.clone();
        known = goes_on(known);
        if traced && tick % 2 == 0 {
            crowd.tick_observed(now, &mut (0, &mut Recorder::default()), |_, decision| {
                known.clone_from(decision);
            });
        } else {
            crowd.tick(now, |_, decision| known.clone_from(decision));
        }
        slept += usize::from(!crowd.has_decided(0));
        let (all, only) = (seen(&asked, all), seen(&one, only));
        assert_eq!(only, all, "scenario {number}, tick {tick}: asked only what changed, and everything");
        let crowd = seen(crowd.agent(0).unwrap(), known.clone());
        assert_eq!(crowd, all, "scenario {number}, tick {tick}: in a crowd, and alone");
    }
    slept
}

#[test]
fn a_sleeping_agent_would_not_decide_otherwise() {
    let world = World::new();
    let scenarios = 20_000;
    let slept: usize = (0..scenarios).map(|number| check(&world, number)).sum();
    let share = slept as f64 / (scenarios * TICKS) as f64;
    assert!(share > 0.2, "nobody sleeps, so nothing is shown: {share}");
}

/// A guard who looks out for an enemy, and at what time it is.
fn guards(condition: impl Fn(Property) -> Condition) -> (Crowd, Property) {
    guards_of(Profile::motive(), condition)
}

fn guards_of(profile: Profile, condition: impl Fn(Property) -> Condition) -> (Crowd, Property) {
    let mut names = Vocabulary::new();
    let enemy = names.own("enemy", Type::Number);
    let (walk, shoot) = (names.action("walk", 0), names.action("shoot", 0));
    let names = names.finish().unwrap();
    let program = Definition::new("Guard")
        .rule(Rule::new("fight").when(condition(enemy)).act(shoot, []))
        .rule(Rule::new("patrol").act(walk, []));
    let library = Library::new(&names, vec![program]).unwrap();
    let goal = Goal::maintain("guard", "Guard").always(1);
    let character =
        Character::new(names.clone()).profile(profile).goal(goal).library(&library).build().unwrap();
    let agent = |number| Agent::new(Memory::new(names.clone()), Arbiter::new(character.clone()), 1, number);
    let mut crowd = Crowd::default().with_herds_from(usize::MAX);
    (0..100).for_each(|number| _ = crowd.add(agent(number).boxed()));
    (crowd, enemy)
}

fn settle(crowd: &mut Crowd) {
    for tick in 0..4 {
        crowd.tick(Time::of_tick(tick, MICROS), |_, _| ());
    }
}

#[test]
fn only_agents_whose_inputs_changed_decide() {
    let (mut crowd, enemy) = guards(|enemy| Expr::own(enemy).above(0));
    assert_eq!(crowd.awake(), 100);
    settle(&mut crowd);
    assert_eq!(crowd.awake(), 0);
    crowd.tell(7, |memory| memory.set_own(enemy, 1)).unwrap().unwrap();
    assert!(crowd.tell(100, |_| ()).is_none(), "there is no such agent");
    assert_eq!(crowd.awake(), 1);
    let mut decided = Vec::new();
    crowd.tick(Time::of_tick(4, MICROS), |agent, _| decided.push(agent));
    assert_eq!(decided, [7]);
    assert!(crowd.has_decided(7) && !crowd.has_decided(8));
    crowd.agent_mut(8).unwrap();
    assert!(crowd.awake() >= 1, "whoever may have been changed looks again");
}

/// A door of a machine that compares a number is looked at again only when the number has passed what it is compared with.
#[test]
fn a_number_wakes_a_machine_only_when_it_passes_what_it_is_compared_with() {
    let mut names = Vocabulary::new();
    let (health, wolf) = (names.own("health", Type::Number), names.kind("wolf"));
    let near = names.property("near", Type::Number);
    let (graze, run) = (names.action("graze", 0), names.action("run", 0));
    let names = names.finish().unwrap();
    let close = Condition::exists(Pattern::of(wolf).where_is(near, Comparison::Less, 10));
    let sheep = Machine::new("Sheep")
        .state(State::new("calm").act(graze, vec![]).to("afraid", close | Expr::own(health).below(30)))
        .state(State::new("afraid").act(run, vec![]));
    let character = Character::new(names.clone())
        .goal(Goal::maintain("live", "Sheep").always(1))
        .program(sheep.build(&names).unwrap())
        .build()
        .unwrap();
    let mut memory = Memory::new(names.clone());
    memory.set_own(health, 90).unwrap();
    memory.put(Thing::new(Id::new(1)).kind(wolf).with(near, 50)).unwrap();
    let agent = |number| Agent::new(memory.clone(), Arbiter::new(character.clone()), 1, number);
    let mut crowd: Crowd = (0..2).map(|number| agent(number).boxed()).collect();
    settle(&mut crowd);
    assert_eq!(crowd.awake(), 0);
    crowd.tell(0, |memory| memory.set_own(health, 31)).unwrap().unwrap();
    crowd.tell(1, |memory| memory.set(Id::new(1), near, 11)).unwrap().unwrap();
    assert_eq!(crowd.awake(), 0, "both are still on their side");
    crowd.tell(0, |memory| memory.set_own(health, 29)).unwrap().unwrap();
    crowd.tell(1, |memory| memory.set(Id::new(1), near, 10)).unwrap().unwrap();
    assert_eq!(crowd.awake(), 2, "one is below, and one neither below nor above");
    let mut acts = Vec::new();
    crowd.tick(Time::of_tick(9, MICROS), |_, decision| acts.extend(decision.display(&names)));
    assert_eq!(acts, ["run()", "graze()"]);
    crowd.tell(1, |memory| memory.remove(Id::new(1))).unwrap();
    assert!(crowd.awake() >= 1, "a thing that goes may matter");
}

#[test]
fn an_agent_that_reads_the_clock_never_sleeps() {
    let (mut crowd, _) = guards(|_| Expr::now().above(2));
    settle(&mut crowd);
    assert_eq!(crowd.awake(), 100);
}

/// What woke it is not forgotten when it falls asleep again before it has thought.
#[test]
fn an_agent_with_a_decision_period_stays_awake_until_it_has_decided() {
    let mut profile = Profile::motive();
    profile.tasks_every = 3;
    let (mut crowd, enemy) = guards_of(profile, |enemy| Expr::own(enemy).above(0));
    for tick in 0..10 {
        crowd.tick(Time::of_tick(tick, MICROS), |_, _| ());
    }
    assert_eq!(crowd.awake(), 0);
    let before = crowd.agent(7).unwrap().mind().decision().actions.clone();
    crowd.tell(7, |memory| memory.set_own(enemy, 1)).unwrap().unwrap();
    for tick in 10..12 {
        crowd.tick(Time::of_tick(tick, MICROS), |_, _| ());
        assert_eq!(crowd.agent(7).unwrap().mind().decision().actions[0].action, before[0].action);
    }
    crowd.tick(Time::of_tick(12, MICROS), |_, _| ());
    assert_ne!(crowd.agent(7).unwrap().mind().decision().actions[0].action, before[0].action);
}

/// A deed of the mind that could do nothing so far is done as soon as it can be.
#[test]
fn an_agent_that_changes_its_memory_never_sleeps() {
    let mut names = Vocabulary::new();
    let energy = names.own("energy", Type::Number);
    let tire = names.internal("tire", 0);
    let names = names.finish().unwrap();
    let mut catalogue = Catalogue::default();
    catalogue.add(&Action::new(tire, &[]).effect(Effect::add_own(energy, -1)), &names).unwrap();
    let program = Definition::new("Work").rule(Rule::new("tire").act(tire, []));
    let library = Library::new(&names, vec![program]).unwrap();
    let goal = Goal::maintain("work", "Work").always(1);
    let character =
        Character::new(names.clone()).goal(goal).library(&library).catalogue(catalogue).build().unwrap();
    let agent = |number| Agent::new(Memory::new(names.clone()), Arbiter::new(character.clone()), 1, number);
    let mut crowd: Crowd = (0..2).map(|number| agent(number).boxed()).collect();
    settle(&mut crowd);
    crowd.tell(1, |memory| memory.set_own(energy, 9)).unwrap().unwrap();
    crowd.tick(Time::of_tick(4, MICROS), |_, _| ());
    assert_eq!(crowd.agent(1).unwrap().memory().own(energy), Some(Value::from(8)));
    assert_eq!(crowd.agent(0).unwrap().memory().own(energy), None);
}

/// What a sleeper is told later counts as a change since the last tick, not since it last decided.
#[test]
fn sleeping_agents_catch_up_before_their_memory_changes() {
    let (mut crowd, enemy) = guards(|enemy| Expr::own(enemy).above(0));
    settle(&mut crowd);
    let smell = Id::new(9);
    crowd.tell(3, |memory| memory.put(Thing::new(smell))).unwrap().unwrap();
    assert_eq!(crowd.awake(), 0, "nobody looks at things");
    crowd.tick(Time::of_tick(4, MICROS), |_, _| ());
    crowd.tick(Time::of_tick(5, MICROS), |_, _| ());
    let changes = crowd.tell(3, |memory| {
        memory.set_own(enemy, 0).unwrap();
        (memory.time(), memory.changes().added, memory.changes().changed)
    });
    assert_eq!(changes.unwrap(), (Time::of_tick(5, MICROS), vec![], vec![Id::SELF]));
}
