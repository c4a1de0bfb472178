//! Tasks: how fast they are gone through, what waiting costs, and what planning costs among things that do not matter.

use crate::measure::{Effort, measures};
use crate::timing::{cpu_seconds, median, race, ratio};
use anyhow::{Result, anyhow, ensure};
use motive::kernel::{
    ActionId, Behaviour, Condition, Expr, Memory, Outcome, Property, Standalone, Time, Type, Value,
    Vocabulary,
};
use motive::machines::fsm::{Machine, State};
use motive::tasks::{Call, HtnTask, Line, Primitive, Settings, TaskLibrary};
use motive_planner::{self, HtnProblem, PlanningAnswer, PlanningLimits};
use std::hint::black_box;
use std::sync::Arc;

measures! {
    /// tasks entered in a second
    "htn.visits" PerSecond => visits;
    /// a task that waits for its action against a state machine that stays in its state
    "htn.wait_vs_fsm" Ratio <= 3.0 => wait_against_machine;
    /// planning among 1,000 things that do not matter against none
    "htn.irrelevant" Ratio <= 2.0 => irrelevant;
    /// the slowest of 99 in 100 decisions among 1,000 tasks
    "htn.latency" Nanoseconds <= 1e6 => |effort| latency(1_001, effort);
    /// the slowest of 99 in 100 decisions among 10,000 tasks
    "htn.latency_large" Nanoseconds <= 5e6 => |effort| latency(10_001, effort);
}

/// How many alternatives a task tries before one works.
const TRIED: usize = 8;

fn visits(effort: &Effort) -> Result<f64> {
    let mut names = Vocabulary::new();
    let never = names.own("never", Type::Bool);
    let act = names.action("act", 0);
    let names = names.finish()?;
    let hopeless = |number: usize| HtnTask::new(&format!("No{number}")).needs(Expr::own(never).holds());
    let mut tasks: Vec<HtnTask> = (0..TRIED).map(hopeless).collect();
    let line = (0..TRIED).fold(Line::default(), |line, number| line.or(Call::new(&format!("No{number}"))));
    tasks.push(HtnTask::new("Top").line(line.or(Call::new("Act"))).line(Call::new("Top")));
    tasks.push(HtnTask::new("Act").act(Primitive::new(act)));
    let tasks = built(&names, tasks)?;
    let mut executor = tasks.program("Top", vec![])?.executor();
    let (mut memory, mut alone) = (Memory::new(names), Standalone::default());
    memory.set_own(never, false)?;
    let rounds = effort.agents as u64;
    let mut tick = 0;
    let mut times = Vec::new();
    for _ in 0..effort.passes {
        times.push(cpu_seconds(|| {
            for _ in 0..rounds {
                tick += 1;
                memory.set_time(Time::of_tick(tick, 100_000));
                black_box(alone.ask(&mut executor, &memory));
            }
        })?);
    }
    // The top, what it tries in vain, and what works.
    let entered = rounds as f64 * (TRIED + 2) as f64;
    Ok(entered / median(times).max(1e-12))
}

fn built(names: &Vocabulary, tasks: Vec<HtnTask>) -> Result<Arc<TaskLibrary>> {
    TaskLibrary::new(names, tasks, Settings::default()).map_err(|errors| anyhow!("{errors:?}"))
}

fn wait_against_machine(effort: &Effort) -> Result<f64> {
    let mut names = Vocabulary::new();
    let enemy = names.own("enemy", Type::Bool);
    let walk = names.latched("walk", 1);
    let names = names.finish()?;
    let tasks = vec![
        HtnTask::new("Top").line(Call::new("Go")),
        HtnTask::new("Go").needs(!Expr::own(enemy).holds()).line(Call::new("Walk").with(3)),
        HtnTask::new("Walk").parameter("to").act(Primitive::new(walk).with(Expr::var("to"))),
    ];
    let mut task = built(&names, tasks)?.program("Top", vec![])?.executor();
    let mut machine = Machine::new("machine")
        .state(State::new("walk").act(walk, vec![3.into()]).to("fight", Expr::own(enemy).holds()))
        .state(State::new("fight").to("walk", Condition::never()))
        .build(&names)?
        .runner();
    let mut memory = Memory::new(names.clone());
    memory.set_own(enemy, false)?;
    memory.set_time(Time::of_tick(0, 100_000));
    Standalone::default().ask(&mut task, &memory);
    // The world has taken the action up.
    let builtin = names.builtin();
    let shown = memory.note(builtin.action, None);
    memory.set(shown, builtin.status, builtin.running)?;
    let action = names.action_info(walk).map(|info| info.name).ok_or_else(|| anyhow!("no verb"))?;
    memory.set(shown, builtin.name, Value::Symbol(action))?;
    let rounds = effort.agents as u64;
    let (mut one, mut other) = (memory.clone(), memory);
    let mut wait = || asked(&mut task, &mut one, rounds);
    let mut stay = || asked(&mut machine, &mut other, rounds);
    wait()?;
    stay()?;
    let [wait, stay] = race(effort.passes, [&mut wait, &mut stay])?;
    Ok(ratio(&wait, &stay))
}

fn asked(behaviour: &mut dyn Behaviour, memory: &mut Memory, rounds: u64) -> Result<f64> {
    let (mut alone, mut acting) = (Standalone::default(), 0);
    let start = motive::kernel::Facts::time(memory).tick;
    let seconds = cpu_seconds(|| {
        for tick in 1..=rounds {
            memory.set_time(Time::of_tick(start + tick, 100_000));
            let (outcome, proposals) = alone.ask(behaviour, memory);
            acting += u64::from(outcome == Outcome::Acting && proposals.len() == 1);
        }
    })?;
    ensure!(acting == rounds, "it acted in {acting} of {rounds} ticks");
    Ok(seconds)
}

const DOMAIN: &str = "(define (domain d) (:types place thing)
    (:predicates (road ?a ?b - place) (at ?p - place) (seen ?p - place) (heavy ?t - thing))
    (:task tour :parameters (?to - place))
    (:method go :parameters (?from ?via ?to - place) :task (tour ?to)
        :precondition (and (at ?from) (road ?from ?via) (not (seen ?via)))
        :ordered-subtasks (and (walk ?from ?via) (tour ?to)))
    (:method there :parameters (?to - place) :task (tour ?to) :precondition (at ?to) :subtasks ())
    (:action walk :parameters (?a ?b - place) :precondition (and (at ?a) (road ?a ?b))
        :effect (and (not (at ?a)) (at ?b) (seen ?b))))";

/// A walk along 60 places in a row, with so many things lying about.
fn walk_among(things: usize) -> Result<HtnProblem> {
    let places: String = (0..60).map(|place| format!("p{place} ")).collect();
    let roads: String = (1..60)
        .map(|place| format!("(road p{} p{place}) (road p{place} p{}) ", place - 1, place - 1))
        .collect();
    let names: String = (0..things).map(|thing| format!("t{thing} ")).collect();
    let facts: String = (0..things).map(|thing| format!("(heavy t{thing}) ")).collect();
    let text = format!(
        "(define (problem p) (:domain d) (:objects {places} - place {names} - thing) (:htn :subtasks (tour p59))
        (:init (at p0) (seen p0) {roads} {facts}))"
    );
    motive_planner::hddl::read(DOMAIN, &text).map_err(|flaws| anyhow!("{flaws:?}"))
}

fn irrelevant(effort: &Effort) -> Result<f64> {
    let (many, none) = (walk_among(1000)?, walk_among(0)?);
    let rounds = (effort.agents / 100).clamp(1, 20);
    let plan = |problem: &HtnProblem| -> Result<f64> {
        let mut solved = 0;
        let seconds = cpu_seconds(|| {
            for _ in 0..rounds {
                let answer = motive_planner::solve(problem, &PlanningLimits::default());
                solved += usize::from(
                    matches!(answer, Ok((PlanningAnswer::Plan(plan), _)) if plan.steps.len() == 59),
                );
            }
        })?;
        ensure!(solved == rounds, "no plan");
        Ok(seconds)
    };
    let (mut with, mut without) = (|| plan(&many), || plan(&none));
    let [with, without] = race(effort.passes, [&mut with, &mut without])?;
    Ok(ratio(&with, &without))
}

/// A library of so many tasks: a tree in which each task tries its left part first, which fails, then its right part. From the top down to
/// an action and round again, a decision at a time.
fn tree(count: usize, names: &Vocabulary, lucky: Property, act: ActionId) -> Result<Arc<TaskLibrary>> {
    let part = |number: usize| format!("T{number}");
    let mut tasks = vec![HtnTask::new("Endless").line(Call::new("T0")).line(Call::new("Endless"))];
    for number in 0..count {
        let task = HtnTask::new(&part(number));
        let (left, right) = (2 * number + 1, 2 * number + 2);
        tasks.push(if right < count {
            let line = Line::of(Call::new(&part(left))).or(Call::new(&part(right)));
            let is_left = number % 2 == 1;
            task.needs(if is_left { Expr::own(lucky).holds() } else { !Expr::own(lucky).holds() }).line(line)
        } else {
            task.act(Primitive::new(act))
        });
    }
    built(names, tasks)
}

/// The 99th percentile of the processor time of a decision.
fn latency(count: usize, effort: &Effort) -> Result<f64> {
    let mut names = Vocabulary::new();
    let (lucky, act) = (names.own("lucky", Type::Bool), names.action("act", 0));
    let names = names.finish()?;
    let mut executor = tree(count, &names, lucky, act)?.program("Endless", vec![])?.executor();
    let (mut memory, mut alone) = (Memory::new(names), Standalone::default());
    memory.set_own(lucky, false)?;
    let mut times = Vec::new();
    for tick in 0..effort.agents as u64 {
        memory.set_time(Time::of_tick(tick, 100_000));
        let mut acts = 0;
        times.push(cpu_seconds(|| acts = alone.ask(&mut executor, &memory).1.len())?);
        ensure!(acts == 1, "it did {acts} things");
    }
    times.sort_by(f64::total_cmp);
    let slow = times.get(times.len() * 99 / 100).ok_or_else(|| anyhow!("nothing was decided"))?;
    Ok(slow * 1e9)
}
