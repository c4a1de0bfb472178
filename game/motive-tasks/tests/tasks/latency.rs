//! How long a decision takes in large task libraries.

use motive::arbiter::{Arbiter, Character, Goal};
use motive::kernel::{Agent, Expr, Memory, Time, Type, Vocabulary};
use motive::tasks::{Call, HtnTask, Line, Primitive, Settings, TaskLibrary};
use std::time::{Duration, Instant};

/// A library of so many tasks: a tree in which each task tries its left part first, whose need fails at the leaf, then its right part.
fn tree(count: usize) -> Agent<Arbiter> {
    let mut names = Vocabulary::new();
    let (act, lucky) = (names.action("act", 0), names.own("lucky", Type::Bool));
    let names = names.finish().unwrap();
    let mut tasks = Vec::with_capacity(count + 1);
    for number in 0..count {
        let (left, right) = (2 * number + 1, 2 * number + 2);
        let name = format!("T{number}");
        tasks.push(if right < count {
            let needs =
                if number % 2 == 1 { Expr::own(lucky).holds() } else { Expr::own(lucky).equals(false) };
            let line = Line::of(Call::new(&format!("T{left}"))).or(Call::new(&format!("T{right}")));
            let task = HtnTask::new(&name).line(line);
            if number == 0 { task } else { task.needs(needs) }
        } else {
            HtnTask::new(&name).act(Primitive::new(act))
        });
    }
    tasks.push(HtnTask::new("Endless").line(Call::new("T0")).line(Call::new("Endless")));
    let tasks = TaskLibrary::new(&names, tasks, Settings::default()).unwrap();
    let character = Character::new(names.clone())
        .goal(Goal::maintain("it", "Endless").always(1))
        .program(tasks.program("Endless", vec![]).unwrap())
        .build()
        .unwrap();
    let mut agent = Agent::new(Memory::new(names.clone()), Arbiter::new(character), 1, 0);
    agent.memory_mut().set_own(lucky, false).unwrap();
    agent
}

/// R-002-033: the specification asks for less than 1 ms at the 99th percentile with 1,000 methods and less than 5 ms with 10,000, built for
/// speed and alone on a core. This is neither, so the limits here are twenty times those.
#[test]
fn a_decision_is_quick_in_a_large_library() {
    for (count, limit) in [(1_001, Duration::from_millis(20)), (10_001, Duration::from_millis(100))] {
        let mut agent = tree(count);
        let mut took = Vec::new();
        for tick in 0..400 {
            let begun = Instant::now();
            let acts = agent.tick(Time::of_tick(tick, 100_000)).actions.len();
            took.push(begun.elapsed());
            assert_eq!(acts, 1, "something is chosen in every tick");
        }
        took.sort_unstable();
        let slow = took[took.len() * 99 / 100];
        assert!(slow < limit, "{count} tasks: {slow:?}");
    }
}
