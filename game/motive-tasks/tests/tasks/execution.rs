//! Doing tasks: the rules of Algorithm 1, bounds, interruptions, and tasks among other engines.

use motive::arbiter::teleo::{Definition, Library, Rule};
use motive::arbiter::{Arbiter, Character, Goal};
use motive::kernel::trace::{Event, Recorder, SubtaskEvent};
use motive::kernel::{
    ActionEnd, ActionId, Agent, Condition, Expr, Memory, Phase, Property, Standalone, Time, Type, Value,
    Vocabulary,
};
use motive::tasks::{
    Call, GoalsNeeded, HtnTask, Line, Method, OnInterrupt, Primitive, Settings, TaskError, TaskExecutor,
    TaskFailure, TaskLibrary,
};
use std::sync::Arc;

/// A world with truths to set, an instant action `say` and an action `walk` that lasts until the world says so.
struct Stage {
    names: Arc<Vocabulary>,
    truths: Vec<Property>,
    say: ActionId,
    walk: ActionId,
    go: ActionId,
    at: Property,
}

fn stage() -> Stage {
    let mut names = Vocabulary::new();
    let truths = (0..6).map(|number| names.own(&format!("t{number}"), Type::Bool)).collect();
    let at = names.own("at", Type::Number);
    let (say, walk, go) = (names.action("say", 1), names.latched("walk", 1), names.action("go", 1));
    names.symbol("blocked");
    Stage { truths, say, walk, go, at, names: names.finish().unwrap() }
}

impl Stage {
    fn is(&self, truth: usize) -> Condition {
        Expr::own(self.truths[truth]).holds()
    }

    /// A task that says a number, and is done after a tick.
    fn probe(&self, name: &str, number: i32) -> HtnTask {
        HtnTask::new(name).act(Primitive::new(self.say).with(number))
    }

    fn built(&self, tasks: Vec<HtnTask>, settings: Settings) -> Arc<TaskLibrary> {
        TaskLibrary::new(&self.names, tasks, settings).unwrap()
    }

    /// An agent whose one goal is pursued by the first task.
    fn agent(&self, tasks: Vec<HtnTask>, settings: Settings) -> Agent<Arbiter> {
        let first = tasks[0].name.clone();
        let program = self.built(tasks, settings).program(&first, vec![]).unwrap();
        let character = Character::new(self.names.clone())
            .goal(Goal::achieve("it", &first).always(1))
            .program(program)
            .build()
            .unwrap();
        let mut agent = Agent::new(Memory::new(self.names.clone()), Arbiter::new(character), 1, 0);
        for truth in &self.truths {
            agent.memory_mut().set_own(*truth, false).unwrap();
        }
        agent.memory_mut().set_own(self.at, 0).unwrap();
        agent
    }

    /// What the agent says in the first ticks.
    fn said(&self, tasks: Vec<HtnTask>, settings: Settings, truths: &[usize], ticks: u64) -> Vec<String> {
        let mut agent = self.agent(tasks, settings);
        for truth in truths {
            agent.memory_mut().set_own(self.truths[*truth], true).unwrap();
        }
        self.run(&mut agent, 0..ticks)
    }

    fn run(&self, agent: &mut Agent<Arbiter>, ticks: std::ops::Range<u64>) -> Vec<String> {
        let mut all = Vec::new();
        for tick in ticks {
            all.extend(agent.tick(Time::of_tick(tick, 100_000)).display(&self.names));
        }
        all
    }
}

fn call(name: &str) -> Call {
    Call::new(name)
}

/// R-002-020: goals, needs, lines and alternatives in all combinations. A case is the truth of goal and need, and whether each of the
/// alternatives of two lines can be done; what the agent says follows from Algorithm 1.
#[test]
fn algorithm_one_in_every_combination() {
    let stage = stage();
    for case in 0..64_u32 {
        let bit = |place: usize| case >> place & 1 == 1;
        let truths: Vec<usize> = (0..6).filter(|place| bit(*place)).collect();
        let probe = |name: &str, number, truth| stage.probe(name, number).needs(stage.is(truth));
        let tasks = vec![
            HtnTask::new("Top").line(Line::of(call("Whole")).or(call("Otherwise"))),
            HtnTask::new("Whole")
                .achieves(stage.is(0))
                .needs(stage.is(1))
                .line(Line::of(call("A")).or(call("B")))
                .line(Line::of(call("C")).or(call("D"))),
            probe("A", 1, 2),
            probe("B", 2, 3),
            probe("C", 3, 4),
            probe("D", 4, 5),
            stage.probe("Otherwise", 5),
        ];
        let first = if bit(2) { Some("say(1)") } else { bit(3).then_some("say(2)") };
        let second = if bit(4) { Some("say(3)") } else { bit(5).then_some("say(4)") };
        let expected: Vec<&str> = match (bit(0), bit(1), first, second) {
            (true, ..) => vec![],
            (false, false, ..) | (_, _, None, _) => vec!["say(5)"],
            (_, _, Some(first), Some(second)) => vec![first, second],
            // What has been done stays done: the second alternative of the top comes after it.
            (_, _, Some(first), None) => vec![first, "say(5)"],
        };
        let mut said = stage.said(tasks, Settings::default(), &truths, 3);
        said.truncate(expected.len());
        assert_eq!(said, expected, "case {case:06b}");
    }
}

/// R-002-021
#[test]
fn a_reached_goal_makes_needs_irrelevant() {
    let stage = stage();
    let tasks = vec![
        HtnTask::new("Top").line(call("Reached")).line(call("After")),
        HtnTask::new("Reached").achieves(stage.is(0)).needs(stage.is(1)).line(call("Never")),
        stage.probe("Never", 1),
        stage.probe("After", 2),
    ];
    assert_eq!(stage.said(tasks, Settings::default(), &[0], 1), ["say(2)"]);
}

/// R-002-022
#[test]
fn all_goals_or_any_and_no_goal_is_never_reached() {
    let stage = stage();
    let tasks = |goals: &[usize]| {
        let task = goals.iter().fold(HtnTask::new("Top"), |task, goal| task.achieves(stage.is(*goal)));
        vec![task.line(call("P")), stage.probe("P", 1)]
    };
    assert_eq!(stage.said(tasks(&[0, 1]), Settings::default(), &[0], 1), ["say(1)"]);
    assert!(stage.said(tasks(&[0, 1]), Settings::legacy(), &[0], 1).is_empty());
    for settings in [Settings::default(), Settings::legacy()] {
        assert_eq!(stage.said(tasks(&[]), settings, &[0], 1), ["say(1)"]);
    }
    assert_eq!(Settings::legacy().goals, GoalsNeeded::Any);
}

/// R-002-023
#[test]
fn conditions_are_looked_at_when_their_turn_comes() {
    let stage = stage();
    let tasks = vec![
        HtnTask::new("Top").line(call("P")).line(Line::of(call("Q")).or(call("R"))),
        stage.probe("P", 1),
        stage.probe("Q", 2).needs(stage.is(0)),
        stage.probe("R", 3),
    ];
    let mut agent = stage.agent(tasks, Settings::default());
    assert_eq!(stage.run(&mut agent, 0..1), ["say(1)"]);
    agent.memory_mut().set_own(stage.truths[0], true).unwrap();
    assert_eq!(stage.run(&mut agent, 1..2), ["say(2)"]);
}

/// R-002-024
#[test]
fn a_line_that_is_over_is_not_gone_back_to() {
    let stage = stage();
    let tasks = vec![
        HtnTask::new("Top").line(Line::of(call("Half")).or(call("RemainingTasks"))),
        HtnTask::new("Half").line(Line::of(call("P")).or(call("Other"))).line(call("Impossible")),
        stage.probe("P", 1),
        stage.probe("Other", 2),
        stage.probe("Impossible", 3).needs(stage.is(0)),
        stage.probe("RemainingTasks", 4),
    ];
    assert_eq!(stage.said(tasks, Settings::default(), &[], 2), ["say(1)", "say(4)"]);
}

/// R-002-025
#[test]
fn actions_come_depth_first_from_left_to_right() {
    let stage = stage();
    let mut tasks = vec![
        HtnTask::new("Top").line(call("A")).line(call("P3")).line(call("B")),
        HtnTask::new("A").line(call("P1")).line(call("AA")),
        HtnTask::new("AA").line(call("P2")),
        HtnTask::new("B").line(call("BB")).line(call("P5")),
        HtnTask::new("BB").line(call("P4")),
    ];
    tasks.extend((1..=5).map(|number| stage.probe(&format!("P{number}"), number)));
    let said = stage.said(tasks, Settings::default(), &[], 5);
    assert_eq!(said, ["say(1)", "say(2)", "say(3)", "say(4)", "say(5)"]);
}

/// A place to walk between: `go` sets where one is, at once.
fn moves(stage: &Stage) -> Vec<HtnTask> {
    let at = |place: Expr| Expr::own(stage.at).equals(place);
    let move_single = HtnTask::new("move-single").parameter("x").parameter("y");
    let move_double = HtnTask::new("move-double").parameter("x").parameter("y").parameter("z");
    vec![
        move_double
            .achieves(at(Expr::var("z")))
            .line(call("move-single").with(Expr::var("x")).with(Expr::var("y")))
            .line(call("move-single").with(Expr::var("y")).with(Expr::var("z"))),
        move_single
            .achieves(at(Expr::var("y")))
            .needs(at(Expr::var("x")))
            .line(call("move").with(Expr::var("y"))),
        HtnTask::new("move")
            .parameter("to")
            .achieves(at(Expr::var("to")))
            .act(Primitive::new(stage.go).with(Expr::var("to"))),
    ]
}

/// R-002-002, R-002-027
#[test]
fn a_double_move_takes_two_moves_or_one_or_none() {
    let stage = stage();
    for (start, expected) in [(1, vec!["go(2)", "go(3)"]), (2, vec!["go(3)"]), (3, vec![])] {
        let mut tasks = moves(&stage);
        tasks.insert(0, HtnTask::new("Top").line(call("move-double").with(1).with(2).with(3)));
        let mut agent = stage.agent(tasks, Settings::default());
        agent.memory_mut().set_own(stage.at, start).unwrap();
        let mut said = Vec::new();
        for tick in 0..4 {
            let now = agent.tick(Time::of_tick(tick, 100_000)).display(&stage.names);
            if let Some(place) =
                now.first().and_then(|command| command.strip_prefix("go(")?.strip_suffix(')'))
            {
                let place: i32 = place.parse().unwrap();
                agent.memory_mut().set_own(stage.at, place).unwrap();
            }
            said.extend(now);
        }
        said.truncate(expected.len());
        assert_eq!(said, expected, "from {start}");
    }
}

/// R-002-028: there and back, exactly twice.
#[test]
fn two_round_trips_are_four_moves() {
    let stage = stage();
    let mut tasks = vec![
        HtnTask::new("Twice").line(call("RoundTrip")).line(call("RoundTrip")).line(call("Done")),
        HtnTask::new("RoundTrip").line(call("move").with(2)).line(call("move").with(1)),
        stage.probe("Done", 9),
    ];
    tasks.extend(moves(&stage).into_iter().skip(2));
    let mut agent = stage.agent(tasks, Settings::default());
    agent.memory_mut().set_own(stage.at, 1).unwrap();
    let mut said = Vec::new();
    for tick in 0..5 {
        said.extend(agent.tick(Time::of_tick(tick, 100_000)).display(&stage.names));
        let place = if tick % 2 == 0 { 2 } else { 1 };
        agent.memory_mut().set_own(stage.at, place).unwrap();
    }
    assert_eq!(said, ["go(2)", "go(1)", "go(2)", "go(1)", "say(9)"]);
}

/// R-002-031, E8: ten million steps of an endless task, and it never needs more room.
#[test]
fn endless_behaviour_takes_no_more_room() {
    let stage = stage();
    let tasks = vec![
        HtnTask::new("RunAround")
            .line(Line::of(call("RunToRandom")).or(call("Rotate")))
            .line(call("RunAround")),
        stage.probe("RunToRandom", 1).needs(stage.is(0)),
        stage.probe("Rotate", 2000),
    ];
    let tasks = stage.built(tasks, Settings::default());
    let mut executor: TaskExecutor = tasks.program("RunAround", vec![]).unwrap().executor();
    let mut memory = Memory::new(stage.names.clone());
    memory.set_own(stage.truths[0], false).unwrap();
    let (mut deepest, mut alone) = (0, Standalone::default());
    for tick in 0..10_000_000_u64 {
        memory.set_time(Time::of_tick(tick, 1));
        alone.ask(&mut executor, &memory);
        deepest = deepest.max(executor.depth());
    }
    assert!(deepest <= 2, "{deepest} tasks inside each other");
}

/// R-002-032
#[test]
fn endless_calls_are_given_up() {
    let stage = stage();
    let run = |tasks: Vec<HtnTask>, settings: Settings| {
        let first = tasks[0].name.clone();
        let tasks = stage.built(tasks, settings);
        let mut executor = tasks.program(&first, vec![]).unwrap().executor();
        let memory = Memory::new(stage.names.clone());
        Standalone::default().ask(&mut executor, &memory);
        executor.failure().unwrap().root().clone()
    };
    let circle = vec![HtnTask::new("A").line(call("B")), HtnTask::new("B").line(call("A"))];
    assert!(matches!(run(circle, Settings::default()), TaskFailure::NoProgress { .. }));
    let deep = vec![HtnTask::new("A").line(call("A")).line(call("B")), HtnTask::new("B")];
    assert_eq!(run(deep, Settings::default().bounded(100, 10_000)), TaskFailure::TooDeep);
    // Tasks done at once are no way around: neither those that do nothing, nor an action that is cancelled in the tick in which it began, nor
    // calls that multiply.
    let spin = |line: Line| vec![HtnTask::new("A").line(line).line(call("A")), HtnTask::new("Nothing")];
    let nothing = spin(Line::together([call("Nothing"), call("Nothing")]));
    assert!(matches!(run(nothing, Settings::default()), TaskFailure::NoProgress { .. }));
    let mut cancelled = spin(Line::any_of([call("Say"), call("Nothing")]));
    cancelled.push(stage.probe("Say", 1));
    assert!(matches!(run(cancelled, Settings::default()), TaskFailure::NoProgress { .. }));
    let fork = vec![HtnTask::new("A").line(Line::together((0..16).map(|_| call("A"))))];
    assert!(matches!(run(fork, Settings::default()), TaskFailure::NoProgress { .. }));
}

/// R-002-029, and the way of an action that lasts: it is waited for, and the world says how it ended.
#[test]
fn an_action_lasts_until_the_world_says_so() {
    let stage = stage();
    let tasks = || {
        vec![
            HtnTask::new("Top").line(Line::of(call("Walk")).or(call("Give"))).line(call("Arrived")),
            HtnTask::new("Walk").act(Primitive::new(stage.walk).with(7)),
            stage.probe("Give", 1),
            stage.probe("Arrived", 2),
        ]
    };
    let blocked = stage.names.find_symbol("blocked").unwrap();
    for (ending, expected) in [(ActionEnd::Succeeded, "say(2)"), (ActionEnd::Failed(blocked), "say(1)")] {
        let mut agent = stage.agent(tasks(), Settings::default());
        let act = agent.tick(Time::of_tick(0, 100_000)).actions[0].clone();
        assert_eq!((act.action, act.phase), (stage.walk, Phase::Started));
        for tick in 1..4 {
            assert_eq!(agent.tick(Time::of_tick(tick, 100_000)).actions[0].phase, Phase::Continued);
        }
        assert!(agent.finish(act.run, ending));
        assert_eq!(stage.run(&mut agent, 4..5), [expected]);
    }
}

/// R-002-034, R-002-061: what interrupts an action, what does not, and for how long it may last.
#[test]
fn an_action_can_be_interrupted_take_too_long_or_lose_its_reason() {
    let stage = stage();
    let walk = |primitive: Primitive, guarded: bool| {
        let way = HtnTask::new("Way").needs(stage.is(5)).line(call("Walk"));
        let way = if guarded { way.guarded() } else { way };
        vec![
            HtnTask::new("Top").line(Line::of(call("Way")).or(call("Give"))),
            way,
            HtnTask::new("Walk").act(primitive),
            stage.probe("Give", 1),
        ]
    };
    let plain = || Primitive::new(stage.walk).with(7);
    let fails = plain().interrupted(stage.is(0), OnInterrupt::Fail);
    let resumes = plain().within(450_000).interrupted(stage.is(0), OnInterrupt::Resume);
    let ticks = |tasks: Vec<HtnTask>, settings: Settings, change: (usize, bool)| {
        let mut agent = stage.agent(tasks, settings);
        agent.memory_mut().set_own(stage.truths[5], true).unwrap();
        stage.run(&mut agent, 0..2);
        agent.memory_mut().set_own(stage.truths[change.0], change.1).unwrap();
        let said = stage.run(&mut agent, 2..12);
        said.iter().position(|command| command == "say(1)")
    };
    assert_eq!(ticks(walk(fails, false), Settings::default(), (0, true)), Some(0));
    assert_eq!(ticks(walk(plain(), false), Settings::default(), (0, true)), None, "it is not said to matter");
    assert_eq!(ticks(walk(plain().within(450_000), false), Settings::default(), (1, true)), Some(3));
    assert_eq!(
        ticks(walk(resumes, false), Settings::default(), (0, true)),
        None,
        "its time starts again and again"
    );
    assert_eq!(
        ticks(walk(plain(), false), Settings::default(), (5, false)),
        None,
        "as published, nothing is monitored"
    );
    assert_eq!(ticks(walk(plain(), true), Settings::default(), (5, false)), Some(0));
    assert_eq!(ticks(walk(plain(), false), Settings::default().watching(), (5, false)), Some(0));
}

/// R-002-016: tasks done at once end together.
#[test]
fn tasks_done_at_once_join() {
    let stage = stage();
    let tasks = |line: Line| {
        vec![
            HtnTask::new("Top").line(line).line(call("Met")),
            HtnTask::new("Long").line(call("P1")).line(call("P2")).line(call("P3")),
            stage.probe("P1", 1),
            stage.probe("P2", 2),
            stage.probe("P3", 3),
            stage.probe("Short", 10),
            stage.probe("Never", 11).needs(stage.is(0)),
            stage.probe("Met", 99),
        ]
    };
    let both = stage.said(tasks(Line::together([call("Long"), call("Short")])), Settings::default(), &[], 4);
    assert_eq!(both, ["say(1)", "say(10)", "say(2)", "say(3)", "say(99)"]);
    let one = stage.said(tasks(Line::any_of([call("Long"), call("Short")])), Settings::default(), &[], 2);
    assert_eq!(one, ["say(1)", "say(10)", "say(99)"]);
    let failed =
        stage.said(tasks(Line::together([call("Long"), call("Never")])), Settings::default(), &[], 1);
    assert!(failed.is_empty(), "the failure of one calls off the other: {failed:?}");
}

/// R-002-012, R-002-013, R-002-014: conditions with arithmetic and connectives, and what a task gives back.
#[test]
fn a_task_gives_a_value_to_the_one_that_called_it() {
    let stage = stage();
    let tasks = vec![
        HtnTask::new("Top")
            .line(call("Twice").with(21).giving("answer"))
            .line(call("Say").with(Expr::var("answer"))),
        HtnTask::new("Twice").parameter("x").returns(Expr::var("x") * 2),
        HtnTask::new("Say")
            .parameter("x")
            .needs((Expr::var("x") * 2).above(150) | Expr::var("x").equals(42))
            .act(Primitive::new(stage.say).with(Expr::var("x"))),
    ];
    assert_eq!(stage.said(tasks, Settings::default(), &[], 1), ["say(42)"]);
}

/// One task, several named methods, tried in order.
#[test]
fn methods_are_tried_in_order() {
    let stage = stage();
    let tasks = || {
        vec![
            HtnTask::new("Top")
                .method(Method::new("near").when(stage.is(0)).line(call("P1")))
                .method(Method::new("far").when(stage.is(1)).line(call("P2")))
                .method(Method::new("else").line(call("P3"))),
            stage.probe("P1", 1),
            stage.probe("P2", 2),
            stage.probe("P3", 3),
        ]
    };
    for (truths, expected) in [(&[0, 1][..], "say(1)"), (&[1], "say(2)"), (&[], "say(3)")] {
        assert_eq!(stage.said(tasks(), Settings::default(), truths, 1), [expected]);
    }
}

/// A teleo-reactive program does a part of a task, and a task pursues a goal beside other goals.
#[test]
fn other_engines_are_primitives() {
    let stage = stage();
    let home =
        Definition::new("GoHome").done_when(stage.is(0)).rule(Rule::new("walk").act(stage.go, [5.into()]));
    let library = Library::new(&stage.names, vec![home]).unwrap();
    let tasks = vec![
        HtnTask::new("Top").line(call("Home")).line(call("RemainingTasks")),
        HtnTask::new("Home").behave(library.program("GoHome").unwrap()),
        stage.probe("RemainingTasks", 1),
    ];
    let mut agent = stage.agent(tasks, Settings::default());
    assert_eq!(stage.run(&mut agent, 0..2), ["go(5)", "go(5)"]);
    agent.memory_mut().set_own(stage.truths[0], true).unwrap();
    assert_eq!(stage.run(&mut agent, 2..3), ["say(1)"]);
}

/// R-002-030: the trace has every event, and a task that is entered is left.
#[test]
fn every_task_that_is_entered_is_accounted_for() {
    let stage = stage();
    let tasks = vec![
        HtnTask::new("Top").line(Line::of(call("A")).or(call("P"))),
        HtnTask::new("A").needs(stage.is(0)),
        stage.probe("P", 1),
    ];
    let mut agent = stage.agent(tasks, Settings::default());
    let mut recorder = Recorder::default();
    agent.tick_traced(Time::of_tick(0, 100_000), &mut recorder);
    let told: Vec<(String, SubtaskEvent)> = recorder
        .events()
        .iter()
        .filter_map(|event| match event {
            Event::Decomposing { name, what, .. } => Some((name.to_string(), *what)),
            _ => None,
        })
        .collect();
    let expected = [
        ("Top", SubtaskEvent::Entered),
        ("A", SubtaskEvent::Entered),
        ("A", SubtaskEvent::NeedFailed { part: 0 }),
        ("P", SubtaskEvent::Entered),
        ("P", SubtaskEvent::Started),
    ];
    assert_eq!(told, expected.map(|(name, what)| (name.to_owned(), what)));
}

/// R-002-030: whatever a run enters it leaves. A task whose last call is under way ends with that call.
#[test]
fn every_task_that_is_entered_is_left() {
    let stage = stage();
    let tasks = vec![
        HtnTask::new("Top")
            .line(call("Twice"))
            .line(Line::of(call("Never")).or(call("P")))
            .line(call("Last")),
        HtnTask::new("Twice").line(call("P")).line(call("P")),
        HtnTask::new("Never").needs(stage.is(0)).line(call("P")),
        HtnTask::new("Last").line(call("Q")),
        stage.probe("P", 1),
        stage.probe("Q", 2),
    ];
    let mut agent = stage.agent(tasks, Settings::default());
    let mut recorder = Recorder::default();
    let mut said = Vec::new();
    for tick in 0..6 {
        said.extend(agent.tick_traced(Time::of_tick(tick, 100_000), &mut recorder).display(&stage.names));
    }
    assert_eq!(&said[..4], ["say(1)", "say(1)", "say(1)", "say(2)"]);
    let (mut open, mut deepest, mut ends): (Vec<(u32, String)>, usize, usize) = (Vec::new(), 0, 0);
    for event in recorder.events() {
        let Event::Decomposing { depth, name, what, .. } = event else { continue };
        match what {
            SubtaskEvent::Entered if ends > 0 && &**name == "Top" => break,
            SubtaskEvent::Entered => open.push((*depth, name.to_string())),
            SubtaskEvent::Started => assert_eq!(open.last(), Some(&(*depth, name.to_string()))),
            _ => {
                assert!(open.contains(&(*depth, name.to_string())), "{name} ends at {depth}: {open:?}");
                open.retain(|(outer, _)| outer < depth);
                ends += 1;
            }
        }
        deepest = deepest.max(open.len());
    }
    assert!(open.is_empty() && deepest >= 3 && ends >= 5, "{open:?}, {deepest}, {ends}");
}

/// R-002-004, R-002-005, R-002-006: all mistakes at once, by name.
#[test]
fn mistakes_are_found_when_tasks_are_built() {
    let stage = stage();
    let tasks = vec![
        HtnTask::new("A").line(call("Bee")).line(call("B")),
        HtnTask::new("B").parameter("x").line(call("A").with(1)),
        HtnTask::new("C").line(Line::default()).needs(Expr::var("y").equals(1)),
    ];
    let errors = TaskLibrary::new(&stage.names, tasks, Settings::default()).unwrap_err();
    assert_eq!(errors.len(), 5, "{errors:#?}");
    let twice = vec![HtnTask::new("A"), HtnTask::new("A")];
    let errors = TaskLibrary::new(&stage.names, twice, Settings::default()).unwrap_err();
    assert_eq!(errors, [TaskError::Twice("A".to_owned())]);
    let recursive = vec![
        HtnTask::new("A").line(call("B")),
        HtnTask::new("B").line(call("A")),
        HtnTask::new("C").line(call("C")),
    ];
    assert!(TaskLibrary::new(&stage.names, recursive, Settings::default()).is_ok());
    let tasks =
        TaskLibrary::new(&stage.names, vec![HtnTask::new("A").parameter("x")], Settings::default()).unwrap();
    assert!(tasks.program("A", vec![]).is_err());
    assert!(tasks.program("A", vec![Value::from(1)]).is_ok());
}
