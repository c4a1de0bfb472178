//! A team in the Tileworld: members with lists of tasks, and a coordinator from a file who changes them while they are at it.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::path::{Path, PathBuf};
use std::sync::Arc;

use motive::htn::team::{Assignment, Board, MemberProgram, Preempt, Select, TeamError};
use motive::htn::{Primitive, Settings, Task, Tasks};
use motive::{Agent, Arbiter, Character, Expr, Goal, Memory, Mind, Time, Type, Vocabulary};
use motive_language::lower::{Files, Given, Model, Text, load};
use motive_worlds::{World, find};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../agents/teams")
}

struct Beside;

impl Files for Beside {
    fn read(&self, path: &str, _: &str) -> Result<Text, String> {
        let text = std::fs::read_to_string(folder().join(path)).map_err(|error| error.to_string())?;
        Ok(Text::new(path, text))
    }
}

fn model(world: &dyn World) -> Model {
    let given = Given { vocabulary: world.vocabulary(), catalogue: world.catalogue() };
    let loaded = load(Beside.read("tileworld.motive", "").unwrap(), &given, &Beside);
    assert!(loaded.problems.is_empty(), "{:?}", loaded.problems);
    loaded.model.unwrap()
}

const MEMBERS: [&str; 4] = ["ann", "bob", "cid", "dot"];

/// Four bodies in a world, their members, and a coordinator who has no body.
struct Team {
    world: Box<dyn World>,
    names: Arc<Vocabulary>,
    board: Board,
    members: Vec<Agent>,
    coordinator: Agent,
    /// Every so many ticks a member thinks; never with 0.
    pace: [u64; 4],
}

impl Team {
    fn new(pace: [u64; 4]) -> Self {
        let mut world = find("tileworld", &["agents=4", "density=100", "rate=10"]).unwrap();
        world.reset(3);
        let model = model(&*world);
        let names = model.vocabulary.clone();
        let mind = model.mind(Some("Coordinator")).unwrap();
        let board = Board::new(mind.task.as_ref().unwrap().tasks.clone());
        let mut memory = Memory::new(names.clone());
        model.beginning.remember(&mut memory).unwrap();
        let coordinator = Agent::new(memory, mind.start().unwrap(), 3, 9);
        let members = (0..).zip(MEMBERS).map(|(number, name)| {
            board.enrol(name);
            let character = Character::new(names.clone())
                .goal(Goal::maintain("duty", "list").always(1))
                .program(MemberProgram::new("list", &board, name).unwrap())
                .catalogue(world.catalogue().clone())
                .build()
                .unwrap();
            let mind: Box<dyn Mind> = Box::new(Arbiter::new(character));
            Agent::new(Memory::new(names.clone()), mind, 3, number)
        });
        let members = members.collect();
        Self { names, board, members, coordinator, pace, world }
    }

    /// One tick: the coordinator orders, the orders are made known, and whoever is there acts.
    fn tick(&mut self) {
        let now = self.world.time();
        self.board.report(self.coordinator.memory_mut(), now.tick).unwrap();
        let decision = self.coordinator.tick(now);
        let troubles = self.board.obey(decision, &self.names);
        assert!(troubles.is_empty(), "{troubles:?}");
        self.board.publish();
        for (number, member) in self.members.iter_mut().enumerate() {
            if now.tick.checked_rem(self.pace[number]) != Some(0) {
                continue;
            }
            self.world.perceive(number, member.memory_mut()).unwrap();
            let decision = member.tick(now);
            self.world.act(number, decision).unwrap();
        }
        self.world.step();
    }

    fn play(mut self) -> (Vec<f64>, Self) {
        while !self.world.is_over() {
            self.tick();
        }
        ((0..4).map(|number| self.world.score(number)).collect(), self)
    }

    fn job(&self, member: &str) -> Vec<String> {
        self.board.list(member).unwrap().iter().map(|entry| entry.task.to_string()).collect()
    }
}

/// R-002-090, R-002-093, R-002-095, R-002-098: the coordinator's own tasks give each member a list, and change it while the members are at endless
/// tasks, which they leave at once.
#[test]
fn a_coordinator_gives_tasks_and_changes_them_while_members_are_at_it() {
    let mut team = Team::new([1; 4]);
    for _ in 0..10 {
        team.tick();
    }
    let jobs: Vec<Vec<String>> = MEMBERS.iter().map(|member| team.job(member)).collect();
    assert_eq!(jobs, [["Play"], ["Play"], ["Scout"], ["Scout"]]);
    while team.world.time().tick < 590 {
        team.tick();
    }
    let early: Vec<f64> = (0..4).map(|number| team.world.score(number)).collect();
    assert!(early[0] > 0.0 && early[1] > 0.0, "{early:?}");
    assert_eq!(early[2..], [0.0, 0.0], "scouts carry nothing");
    while team.world.time().tick < 610 {
        team.tick();
    }
    assert_eq!((team.job("cid"), team.job("dot")), (vec!["Play".to_owned()], vec!["Play".to_owned()]));
    let (scores, _) = team.play();
    assert!(scores[2] + scores[3] > 0.0, "all hands carry in the end: {scores:?}");
}

/// R-002-102: a member that is dead or slow holds up nobody, and is replaced.
#[test]
fn a_dead_or_slow_member_blocks_nobody() {
    let (all, _) = Team::new([1; 4]).play();
    let (without, team) = Team::new([1, 0, 1, 7]).play();
    assert_eq!(without[1], 0.0, "the dead do nothing");
    assert!(without[0] > 0.5 * all[0], "{all:?} {without:?}");
    assert!(without[2] > 0.0 && team.job("cid") == ["Play"], "a scout took over: {without:?}");
    assert_eq!(team.board.heard("bob"), None);
    assert!(team.board.heard("dot").is_some_and(|tick| tick > 900));
}

/// What happens does not depend on the order in which members think.
#[test]
fn orders_are_seen_by_all_at_the_same_time() {
    let mut team = Team::new([1; 4]);
    team.board.assign("dot", Assignment::new("Play")).unwrap();
    assert!(team.job("dot").is_empty(), "not made known yet");
    team.board.publish();
    assert_eq!(team.job("dot"), ["Play"]);
    team.tick();
}

/// A world with three things to say, for lists by hand.
fn talkers() -> (Arc<Vocabulary>, Arc<Tasks>, motive::Property) {
    let mut names = Vocabulary::new();
    let say = names.external("say", 1);
    let ready = names.own("ready", Type::Truth);
    let names = names.finish().unwrap();
    let tasks = vec![
        Task::new("A").act(Primitive::new(say).with(1)),
        Task::new("B").act(Primitive::new(say).with(2)),
        Task::new("Say").parameter("what").act(Primitive::new(say).with(Expr::var("what"))),
        Task::new("Never").needs(Expr::own(ready).holds()).act(Primitive::new(say).with(9)),
        Task::new("Endless").line(motive::htn::Call::new("A")).line(motive::htn::Call::new("Endless")),
    ];
    let tasks = Tasks::new(&names, tasks, Settings::default()).unwrap();
    (names, tasks, ready)
}

fn talker(names: &Arc<Vocabulary>, board: &Board, member: &str, select: Select) -> Agent<Arbiter> {
    let program = MemberProgram::new("list", board, member).unwrap().select(select);
    let goal = Goal::maintain("duty", "list").always(1);
    let character = Character::new(names.clone()).goal(goal).program(program).build().unwrap();
    Agent::new(Memory::new(names.clone()), Arbiter::new(character), 1, 0)
}

fn said(names: &Vocabulary, agent: &mut Agent<Arbiter>, ticks: std::ops::Range<u64>) -> Vec<String> {
    ticks.map(|tick| agent.tick(Time::of_tick(tick, 100_000)).display(names).join(" ")).collect()
}

/// R-002-090, R-002-092, R-002-102: round and round; the first that can be done; and what fails is passed over.
#[test]
fn lists_are_gone_through_round_and_round() {
    let (names, tasks, ready) = talkers();
    let board = Board::new(tasks);
    board.enrol("ann");
    let mut ann = talker(&names, &board, "ann", Select::RoundRobin);
    assert_eq!(said(&names, &mut ann, 0..2), ["", ""]);
    for task in ["A", "Never", "B"] {
        board.assign("ann", Assignment::new(task)).unwrap();
    }
    board.publish();
    assert_eq!(said(&names, &mut ann, 2..6), ["say(1)", "say(2)", "say(1)", "say(2)"]);
    board.clear("ann", Preempt::Now).unwrap();
    board.publish();
    assert_eq!(said(&names, &mut ann, 6..8), ["", ""]);

    board.enrol("bob");
    let tasks = vec![Assignment::new("Never"), Assignment::new("A"), Assignment::new("B")];
    board.set_tasks("bob", tasks, Preempt::Now).unwrap();
    board.publish();
    let mut bob = talker(&names, &board, "bob", Select::FirstApplicable);
    assert_eq!(said(&names, &mut bob, 0..2), ["say(1)", "say(1)"]);
    bob.memory_mut().set_own(ready, true).unwrap();
    assert_eq!(said(&names, &mut bob, 2..4), ["say(9)", "say(9)"]);
}

/// R-002-098: with preemption an endless task is left at once; without, it is not left until it returns.
#[test]
fn an_endless_task_is_left_only_if_the_order_says_so() {
    let (names, tasks, _) = talkers();
    let board = Board::new(tasks);
    board.enrol("ann");
    board.assign("ann", Assignment::new("Endless")).unwrap();
    board.publish();
    let mut ann = talker(&names, &board, "ann", Select::RoundRobin);
    assert_eq!(said(&names, &mut ann, 0..2), ["say(1)", "say(1)"]);
    board.set_tasks("ann", vec![Assignment::new("B")], Preempt::Never).unwrap();
    board.publish();
    assert_eq!(said(&names, &mut ann, 2..5), ["say(1)", "say(1)", "say(1)"]);
    board.set_tasks("ann", vec![Assignment::new("B")], Preempt::Now).unwrap();
    board.publish();
    assert_eq!(said(&names, &mut ann, 5..7), ["say(2)", "say(2)"]);
}

/// R-002-094, R-002-095, R-002-099, R-002-101: enrolling twice is once, arguments are passed on, roles are lists, and mistakes are said.
#[test]
fn lists_roles_and_mistakes() {
    let (names, tasks, _) = talkers();
    let board = Board::new(tasks.clone());
    board.enrol("ann");
    board.assign("ann", Assignment::new("Say").with(7)).unwrap();
    board.enrol("ann");
    board.publish();
    assert_eq!(board.list("ann").unwrap().len(), 1, "enrolling again changes nothing");
    let mut ann = talker(&names, &board, "ann", Select::RoundRobin);
    assert_eq!(said(&names, &mut ann, 0..1), ["say(7)"]);

    board.role("speaker", vec![Assignment::new("A"), Assignment::new("B")]).unwrap();
    board.take_role("ann", "speaker", Preempt::Now).unwrap();
    assert_eq!(board.list("ann").unwrap().len(), 1, "the old list stands until the new one is made known");
    board.publish();
    assert_eq!(board.list("ann").unwrap().len(), 2);

    assert_eq!(board.assign("zoe", Assignment::new("A")), Err(TeamError::NoSuchMember("zoe".into())));
    assert_eq!(board.take_role("ann", "king", Preempt::Now), Err(TeamError::NoSuchRole("king".into())));
    assert!(matches!(board.assign("ann", Assignment::new("C")), Err(TeamError::Task(_))));
    assert!(matches!(board.assign("ann", Assignment::new("Say")), Err(TeamError::Task(_))));
    assert!(MemberProgram::new("list", &board, "zoe").is_err());

    for (board, length) in [(Board::new(tasks.clone()), 3), (Board::new(tasks).unique(), 1)] {
        board.enrol("ann");
        for _ in 0..3 {
            board.assign("ann", Assignment::new("A")).unwrap();
        }
        board.publish();
        assert_eq!(board.list("ann").unwrap().len(), length);
    }
}

/// R-002-096, R-002-097: whoever decides an order is obeyed, and the coordinator is on the board like anybody else.
#[test]
fn anybody_can_give_orders_even_to_the_coordinator() {
    let mut names = Vocabulary::new();
    let (say, only) = (names.external("say", 1), names.external("only", 2));
    let names = names.finish().unwrap();
    let text = |text: &str| Expr::from(motive::Value::from(text));
    let order = Primitive::new(only).with(text("coordinator")).with(text("Steer"));
    let tasks = vec![
        Task::new("Order").act(order),
        Task::new("Steer").act(Primitive::new(say).with(1)),
        Task::new("Main").act(Primitive::new(say).with(2)),
    ];
    let board = Board::new(Tasks::new(&names, tasks, Settings::default()).unwrap());
    for (member, task) in [("coordinator", "Main"), ("ann", "Order")] {
        board.enrol(member);
        board.assign(member, Assignment::new(task)).unwrap();
    }
    board.publish();
    let mut coordinator = talker(&names, &board, "coordinator", Select::RoundRobin);
    let mut ann = talker(&names, &board, "ann", Select::RoundRobin);
    assert_eq!(said(&names, &mut coordinator, 0..1), ["say(2)"]);
    let decision = ann.tick(Time::of_tick(0, 100_000)).clone();
    assert!(board.obey(&decision, &names).is_empty());
    board.publish();
    assert_eq!(said(&names, &mut coordinator, 1..3), ["say(1)", "say(1)"]);
}

/// R-002-091: editing from many threads loses nothing.
#[test]
fn lists_are_edited_from_many_threads() {
    let (_, tasks, _) = talkers();
    let board = Board::new(tasks);
    board.enrol("ann");
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                for _ in 0..200 {
                    board.assign("ann", Assignment::new("A")).unwrap();
                    board.publish();
                }
            });
        }
    });
    assert_eq!(board.list("ann").unwrap().len(), 1600);
}
