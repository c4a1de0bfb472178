//! TaskLibrary from elsewhere joined to those that are there: an extension of a game, or a mode that is switched on.

use motive::arbiter::{Arbiter, Character, Goal};
use motive::kernel::{ActionId, Agent, Expr, Memory, Time, Vocabulary};
use motive::tasks::{Call, HtnTask, Line, Primitive, Settings, TaskError, TaskLibrary};
use std::sync::Arc;

struct Stage {
    names: Arc<Vocabulary>,
    wave: ActionId,
    shoot: ActionId,
}

fn stage() -> Stage {
    let mut names = Vocabulary::new();
    let (wave, shoot) = (names.action("wave", 0), names.action("shoot", 1));
    Stage { names: names.finish().unwrap(), wave, shoot }
}

impl Stage {
    /// Two tasks that greet, each in its own way, and one that does not.
    fn peaceful(&self) -> Arc<TaskLibrary> {
        let tasks = vec![
            HtnTask::new("Patrol").line(Call::new("Greet")).line(Call::new("Patrol")),
            HtnTask::new("Trade").line(Line::of(Call::new("Greet")).or(Call::new("Wave"))),
            HtnTask::new("Idle").line(Call::new("Wave")).line(Call::new("Idle")),
            HtnTask::new("Greet").line(Call::new("Wave")),
            HtnTask::new("Wave").act(Primitive::new(self.wave)),
        ];
        TaskLibrary::new(&self.names, tasks, Settings::default()).unwrap()
    }

    /// Greeting is another thing, done by a task that was not there.
    fn war(&self) -> Vec<HtnTask> {
        let shoot = Primitive::new(self.shoot).with(Expr::var("times"));
        vec![
            HtnTask::new("Greet").line(Call::new("Shoot").with(2)),
            HtnTask::new("Shoot").parameter("times").act(shoot),
        ]
    }

    fn character(&self, tasks: &Arc<TaskLibrary>) -> Arc<Character> {
        let program = |name: &str| tasks.program(name, vec![]).unwrap();
        Character::new(self.names.clone())
            .goal(Goal::maintain("patrol", "Patrol").always(2))
            .goal(Goal::maintain("idle", "Idle").always(1))
            .program(program("Patrol"))
            .program(program("Idle"))
            .build()
            .unwrap()
    }

    fn once(&self, tasks: &Arc<TaskLibrary>, name: &str) -> Vec<String> {
        let character = Character::new(self.names.clone())
            .goal(Goal::maintain("it", name).always(1))
            .program(tasks.program(name, vec![]).unwrap())
            .build()
            .unwrap();
        let mut agent = Agent::new(Memory::new(self.names.clone()), Arbiter::new(character), 1, 0);
        agent.tick(Time::of_tick(0, 100_000)).display(&self.names)
    }
}

#[test]
fn a_task_is_another_wherever_it_is_called() {
    let stage = stage();
    let peaceful = stage.peaceful();
    let hostile = peaceful.splice(&stage.names, stage.war()).unwrap();
    for name in ["Patrol", "Trade", "Greet"] {
        assert_eq!(stage.once(&peaceful, name), ["wave()"], "the old tasks are what they were");
        assert_eq!(stage.once(&hostile, name), ["shoot(2)"]);
    }
    assert_eq!(stage.once(&hostile, "Idle"), ["wave()"]);
    // And back again: the last one spliced in counts.
    let again = vec![HtnTask::new("Greet").line(Call::new("Wave"))];
    let calm = hostile.splice(&stage.names, again).unwrap();
    assert_eq!(stage.once(&calm, "Patrol"), ["wave()"]);
}

/// An agent that plays continues with the old tasks until it is given the new ones; then only what has changed begins anew.
#[test]
fn tasks_are_spliced_into_an_agent_that_plays() {
    let stage = stage();
    let peaceful = stage.peaceful();
    let mut agent =
        Agent::new(Memory::new(stage.names.clone()), Arbiter::new(stage.character(&peaceful)), 1, 0);
    let numbers = |agent: &Agent<Arbiter>| {
        let mut all: Vec<(String, u64)> =
            agent.mind().tasks().map(|task| (task.goal.to_string(), task.number)).collect();
        all.sort();
        all
    };
    assert!(agent.tick(Time::of_tick(0, 100_000)).display(&stage.names).contains(&"wave()".to_owned()));
    let before = numbers(&agent);
    let hostile = peaceful.splice(&stage.names, stage.war()).unwrap();
    let done = agent.tick(Time::of_tick(1, 100_000)).display(&stage.names);
    assert!(!done.contains(&"shoot(2)".to_owned()), "it was not ordered: {done:?}");

    let (mind, memory) = agent.parts_mut();
    mind.replace(stage.character(&hostile), memory);
    let done = agent.tick(Time::of_tick(2, 100_000)).display(&stage.names);
    assert!(done.contains(&"shoot(2)".to_owned()), "{done:?}");
    let after = numbers(&agent);
    let [(_, idle), (_, patrol)] = &before[..] else { panic!("{before:?}") };
    let [(_, idle_now), (_, patrol_now)] = &after[..] else { panic!("{after:?}") };
    assert_eq!(idle, idle_now, "what calls nothing that changed continues");
    assert_ne!(patrol, patrol_now, "what calls a changed task begins anew");
}

#[test]
fn what_does_not_fit_is_refused_and_the_old_tasks_stay() {
    let stage = stage();
    let peaceful = stage.peaceful();
    let lonely = vec![HtnTask::new("Greet").line(Call::new("Shoot").with(2))];
    let errors = peaceful.splice(&stage.names, lonely).unwrap_err();
    assert!(matches!(&errors[..], [TaskError::Unknown { callee, .. }] if callee == "Shoot"), "{errors:?}");
    let other = vec![HtnTask::new("Greet").parameter("whom").line(Call::new("Wave"))];
    let errors = peaceful.splice(&stage.names, other).unwrap_err();
    assert_eq!(errors.len(), 2, "each call of it is wrong now: {errors:?}");
    assert_eq!(stage.once(&peaceful, "Patrol"), ["wave()"]);
}
