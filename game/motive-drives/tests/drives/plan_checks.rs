//! Plans of both planners, checked by something that shares nothing with them.
//!
//! A [`Story`] is a random problem as plain data: what is true, what is counted, where things lie, what each action needs and changes.
//! It is told to the planners through the library, and what they answer is done step by step on the plain data.

use motive::drives::goap::{Goap, GoapAction, GoapBehaviour, GoapGoal};
use motive::drives::{
    Domain, Drive, DriveStates, GoalTemplate, Interaction, Measure, Plan, PlanSearch, Rules, SearchProgress,
};
use motive::kernel::engine::SplitMix64;
use motive::kernel::{Action, Budget, Effect, Expr, Id, Memory, Thing, Type, Vocabulary};
use std::collections::BTreeMap;
use std::sync::Arc;

const TRUTHS: usize = 5;
const COUNTS: usize = 3;
const THINGS: usize = 3;
const MOST: i64 = 10;
/// How many random problems each planner gets.
const PROBLEMS: u64 = 3_000;

/// A random problem depends on its number alone, so that a failure can be repeated.
struct Dice(SplitMix64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        (self.0.next_u64() % sides as u64) as usize
    }

    fn once_in(&mut self, sides: usize) -> bool {
        self.roll(sides) == 0
    }
}

/// How things stand.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct State {
    truths: [bool; TRUTHS],
    counts: [i64; COUNTS],
    /// The thing at which one stands.
    place: Option<usize>,
}

/// What an action needs and changes.
#[derive(Clone, Debug)]
struct Command {
    /// It is done at a thing.
    at_thing: bool,
    /// It goes there.
    walks: bool,
    needs_truth: Vec<(usize, bool)>,
    needs_count: Vec<(usize, i64)>,
    sets: Vec<(usize, bool)>,
    adds: Vec<(usize, i64)>,
    cost: i64,
}

impl Command {
    fn random(dice: &mut Dice, with_counts: bool) -> Self {
        let mut command = Self {
            at_thing: with_counts && dice.once_in(2),
            walks: false,
            needs_truth: Vec::new(),
            needs_count: Vec::new(),
            sets: Vec::new(),
            adds: Vec::new(),
            cost: 1 + dice.roll(9) as i64,
        };
        for truth in 0..TRUTHS {
            if dice.once_in(4) {
                command.needs_truth.push((truth, !dice.once_in(3)));
            }
            if dice.once_in(4) {
                command.sets.push((truth, !dice.once_in(3)));
            }
        }
        for count in (0..COUNTS).filter(|_| with_counts) {
            if dice.once_in(5) {
                command.needs_count.push((count, 1 + dice.roll(5) as i64));
            }
            if dice.once_in(3) {
                command.adds.push((count, dice.roll(9) as i64 - 3));
            }
        }
        if command.sets.is_empty() && command.adds.is_empty() {
            command.sets.push((dice.roll(TRUTHS), true));
        }
        command
    }

    fn walk() -> Self {
        let none = Vec::new;
        Self {
            at_thing: true,
            walks: true,
            needs_truth: Vec::new(),
            needs_count: none(),
            sets: Vec::new(),
            adds: none(),
            cost: 1,
        }
    }

    /// Why it cannot be done; nothing if it can.
    fn hindrance(&self, state: &State, thing: Option<usize>) -> Option<String> {
        if self.at_thing && !self.walks && state.place != thing {
            return Some(format!("it stands at {:?}, not at {thing:?}", state.place));
        }
        if let Some((truth, _)) = self.needs_truth.iter().find(|(truth, is)| state.truths[*truth] != *is) {
            return Some(format!("truth {truth} is not as it must be"));
        }
        let short = self.needs_count.iter().find(|(count, least)| state.counts[*count] < *least);
        short.map(|(count, least)| format!("count {count} is below {least}"))
    }

    fn done(&self, state: &State, thing: Option<usize>) -> State {
        let mut after = state.clone();
        if self.walks {
            after.place = thing;
        }
        for (truth, is) in &self.sets {
            after.truths[*truth] = *is;
        }
        for (count, by) in &self.adds {
            after.counts[*count] = (after.counts[*count] + by).clamp(0, MOST);
        }
        after
    }
}

/// A problem: how things stand, what can be done, what is wanted.
#[derive(Clone, Debug)]
struct Story {
    start: State,
    commands: Vec<Command>,
    /// By drive: the count that is to be great, and what it weighs.
    drives: Vec<(usize, f64)>,
    /// What GOAP wants.
    wanted: Vec<(usize, bool)>,
}

impl Story {
    fn random(number: u64, with_counts: bool) -> Self {
        let mut dice = Dice(SplitMix64(number));
        let start = State {
            truths: std::array::from_fn(|_| dice.once_in(2)),
            counts: std::array::from_fn(|_| dice.roll(6) as i64),
            place: None,
        };
        let mut commands: Vec<Command> =
            (0..4 + dice.roll(5)).map(|_| Command::random(&mut dice, with_counts)).collect();
        if with_counts {
            commands.push(Command::walk());
        }
        let drives = (0..COUNTS).map(|count| (count, 1.0 + dice.roll(4) as f64)).collect();
        let wanted = (0..TRUTHS).filter(|_| dice.once_in(3)).map(|truth| (truth, true)).collect();
        Self { start, commands, drives, wanted }
    }

    fn utility(&self, state: &State) -> f64 {
        let weights: f64 = self.drives.iter().map(|(_, weight)| weight).sum();
        let sum: f64 = self
            .drives
            .iter()
            .map(|(count, weight)| weight * state.counts[*count] as f64 / MOST as f64)
            .sum();
        sum / weights
    }

    fn wants(&self, state: &State) -> bool {
        self.wanted.iter().all(|(truth, is)| state.truths[*truth] == *is)
    }

    /// Does the deeds one after the other; fails if one of them cannot be done when its turn comes.
    fn follow(&self, steps: &[(usize, Option<usize>)]) -> Result<State, String> {
        let mut state = self.start.clone();
        for (at, (command, thing)) in steps.iter().enumerate() {
            let command = &self.commands[*command];
            if let Some(why) = command.hindrance(&state, *thing) {
                return Err(format!("step {at} cannot be done: {why}"));
            }
            state = command.done(&state, *thing);
        }
        Ok(state)
    }

    /// The least cost of reaching what is wanted, by looking at every state there is.
    fn cheapest(&self) -> Option<i64> {
        let mut best: BTreeMap<State, i64> = BTreeMap::from([(self.start.clone(), 0)]);
        let mut changed = true;
        while changed {
            changed = false;
            for (state, cost) in best.clone() {
                for command in
                    self.commands.iter().filter(|command| command.hindrance(&state, None).is_none())
                {
                    let (after, total) = (command.done(&state, None), cost + command.cost);
                    if best.get(&after).is_none_or(|known| total < *known) {
                        best.insert(after, total);
                        changed = true;
                    }
                }
            }
        }
        best.iter().filter(|(state, _)| self.wants(state)).map(|(_, cost)| *cost).min()
    }
}

/// A story as the library knows it.
struct Told {
    names: Arc<Vocabulary>,
    domain: Arc<Domain>,
    memory: Memory,
    things: Vec<Id>,
}

fn told(story: &Story, rules: Rules) -> Told {
    let mut names = Vocabulary::new();
    let thing = names.kind("thing");
    let truths: Vec<_> = (0..TRUTHS).map(|at| names.own(&format!("truth{at}"), Type::Bool)).collect();
    let counts: Vec<_> = (0..COUNTS).map(|at| names.own(&format!("count{at}"), Type::Number)).collect();
    for count in &counts {
        names.limit(*count, 0.0, MOST as f64);
    }
    let place = names.own("place", Type::Id);
    let things: Vec<Id> = (0..THINGS).map(|at| names.id(&format!("thing{at}"))).collect();
    let actions: Vec<_> = (0..story.commands.len())
        .map(|at| names.latched(&format!("deed{at}"), usize::from(story.commands[at].at_thing)))
        .collect();
    let names = names.finish().unwrap();
    let mut builder = Domain::new(names.clone()).rules(rules);
    for (command, id) in story.commands.iter().zip(&actions) {
        let mut action = Action::new(*id, if command.at_thing { &["it"] } else { &[] });
        if command.at_thing {
            builder = builder.supplies(thing, *id, Interaction::default());
        }
        if command.walks {
            action = action.effect(Effect::set_own(place, Expr::var("it")));
        } else if command.at_thing {
            action = action.needs(Expr::own(place).equals(Expr::var("it")));
        }
        for (truth, is) in &command.needs_truth {
            action = action.needs(Expr::own(truths[*truth]).equals(*is));
        }
        for (count, least) in &command.needs_count {
            action = action.needs(Expr::own(counts[*count]).at_least(*least as f64));
        }
        for (truth, is) in &command.sets {
            action = action.effect(Effect::set_own(truths[*truth], *is));
        }
        for (count, by) in &command.adds {
            action = action.effect(Effect::add_own(counts[*count], *by as f64));
        }
        builder = builder.action(action);
    }
    for (count, weight) in &story.drives {
        let full =
            GoalTemplate::new("full").measure(Measure::toward(Expr::own(counts[*count]), 0, MOST as f64));
        builder = builder.drive(Drive::new(&format!("drive{count}"), *weight).goal(full));
    }
    let mut memory = Memory::new(names.clone());
    for (property, truth) in truths.iter().zip(story.start.truths) {
        memory.set_own(*property, truth).unwrap();
    }
    for (property, count) in counts.iter().zip(story.start.counts) {
        memory.set_own(*property, count as f64).unwrap();
    }
    for id in &things {
        memory.put(Thing::new(*id).kind(thing)).unwrap();
    }
    Told { domain: builder.build().unwrap(), names, memory, things }
}

fn plan(told: &Told) -> Option<Plan> {
    let mut drive_states = DriveStates::new(&told.domain);
    drive_states.update(&told.domain, &told.memory);
    match PlanSearch::new().run(&told.domain, &drive_states, &told.memory, &mut Budget::default()) {
        SearchProgress::Found(plan) => Some(plan),
        _ => None,
    }
}

/// The number of a deed from its name.
fn number(name: &str) -> usize {
    name.trim_start_matches("deed").parse().unwrap()
}

/// Plans made with some rules can be done step by step and are worth what they say. Gives how many there were, and how long the
/// longest was.
fn check_plans(rules: &Rules) -> (usize, usize) {
    let (mut found, mut longest) = (0, 0);
    for problem in 0..PROBLEMS {
        let story = Story::random(problem, true);
        let told = told(&story, rules.clone());
        let Some(plan) = plan(&told) else { continue };
        let steps: Vec<(usize, Option<usize>)> = plan
            .steps
            .iter()
            .map(|step| {
                let thing = step.thing.map(|id| told.things.iter().position(|known| *known == id).unwrap());
                (number(told.names.action_name(step.action)), thing)
            })
            .collect();
        let end = story.follow(&steps).unwrap_or_else(|why| panic!("problem {problem}: {why}"));
        let worth = story.utility(&end);
        assert!((worth - plan.utility).abs() < 1e-9, "problem {problem}: {worth}, not {}", plan.utility);
        if rules.rest {
            assert!(worth > story.utility(&story.start), "problem {problem}: nothing is gained");
        }
        found += 1;
        longest = longest.max(steps.len());
    }
    (found, longest)
}

/// Plans for drives can be done, step by step, on thousands of random problems.
#[test]
fn plans_for_drives_can_be_done() {
    let (found, longest) = check_plans(&Rules::motive());
    assert!(found > PROBLEMS as usize / 2 && longest >= 4, "{found} plans, the longest of {longest}");
}

/// So can those of the algorithms as they are printed.
#[test]
fn plans_of_the_printed_algorithms_can_be_done() {
    let (found, longest) = check_plans(&Rules::thesis2015());
    assert!(found > PROBLEMS as usize / 2 && longest >= 3, "{found} plans, the longest of {longest}");
}

/// R-001-057: GOAP's plans can be done, reach what is wanted, and cost no more than the cheapest of all; where it finds none there
/// is none.
#[test]
fn plans_of_goap_can_be_done_and_are_the_cheapest() {
    let (mut found, mut none) = (0, 0);
    for problem in 0..PROBLEMS {
        let story = Story::random(problem, false);
        if story.wanted.is_empty() || story.wants(&story.start) {
            continue;
        }
        let mut names = Vocabulary::new();
        let truths: Vec<_> = (0..TRUTHS).map(|at| names.own(&format!("truth{at}"), Type::Bool)).collect();
        let actions: Vec<_> =
            (0..story.commands.len()).map(|at| names.latched(&format!("deed{at}"), 0)).collect();
        let names = names.finish().unwrap();
        let mut goap = Goap::new(names.clone());
        let symbols: Vec<_> = truths
            .iter()
            .enumerate()
            .map(|(at, own)| goap.truth(&format!("t{at}"), Expr::own(*own).holds()))
            .collect();
        for (command, action) in story.commands.iter().zip(&actions) {
            let mut action = GoapAction::new(*action, Vec::new(), command.cost as f64);
            for (truth, is) in &command.needs_truth {
                action = action.needs(symbols[*truth], i64::from(*is));
            }
            for (truth, is) in &command.sets {
                action = action.sets(symbols[*truth], i64::from(*is));
            }
            goap.action(action);
        }
        let goal = story.wanted.iter().fold(GoapGoal::fixed("all", 1.0), |goal, (truth, is)| {
            goal.wants(symbols[*truth], i64::from(*is))
        });
        goap.goal(goal);
        let mut memory = Memory::new(names);
        for (property, truth) in truths.iter().zip(story.start.truths) {
            memory.set_own(*property, truth).unwrap();
        }
        let mut planned = GoapBehaviour::new(goap.build().unwrap());
        planned.update(&memory, &mut Budget::default());
        let steps: Vec<(usize, Option<usize>)> =
            planned.rest().iter().map(|name| (number(name), None)).collect();
        let least = story.cheapest();
        if steps.is_empty() {
            assert_eq!(least, None, "problem {problem} can be solved");
            none += 1;
            continue;
        }
        let end = story.follow(&steps).unwrap_or_else(|why| panic!("problem {problem}: {why}"));
        assert!(story.wants(&end), "problem {problem}: what is wanted is not reached");
        let cost: i64 = steps.iter().map(|(command, _)| story.commands[*command].cost).sum();
        assert_eq!(Some(cost), least, "problem {problem}");
        found += 1;
    }
    assert!(found > 500 && none > 100, "{found} plans, {none} problems without one");
}
