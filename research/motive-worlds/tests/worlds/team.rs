//! A team in the Tileworld: members with lists of tasks, and a coordinator from a file who changes them while they are at it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use motive::arbiter::{Arbiter, Character, Goal};
use motive::kernel::{Agent, Expr, Memory, Time, Type, Vocabulary};
use motive::tasks::team::{Assignment, Board, MemberProgram, Preempt, Select, TeamError};
use motive::tasks::{HtnTask, Primitive, Settings, TaskLibrary};
use motive_language::{Files, Model, SourceText, WorldVocabulary, load};
use motive_worlds::{AnyWorld, Run, Team, find};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../agents/tileworld")
}

struct Beside;

impl Files for Beside {
    fn read(&self, path: &str, _: &str) -> Result<SourceText, String> {
        let text = std::fs::read_to_string(folder().join(path)).map_err(|error| error.to_string())?;
        Ok(SourceText::new(path, text))
    }
}

fn model(world: &dyn AnyWorld) -> Model {
    let given = WorldVocabulary { vocabulary: world.vocabulary(), catalogue: world.catalogue() };
    let loaded = load(Beside.read("team.motive", "").unwrap(), &given, &Beside);
    assert!(loaded.problems.is_empty(), "{:?}", loaded.problems);
    loaded.model.unwrap()
}

const MEMBERS: [&str; 4] = ["ann", "bob", "cid", "dot"];
const WORLD: &[&str] = &["agents=4", "density=100", "rate=10"];

/// Four bodies in a world, their members, and a coordinator who has no body.
struct ScriptedTeam {
    world: Box<dyn AnyWorld>,
    names: Arc<Vocabulary>,
    board: Board,
    members: Vec<Agent>,
    coordinator: Agent,
    /// Every so many ticks a member thinks; never with 0.
    pace: [u64; 4],
}

impl ScriptedTeam {
    fn new(pace: [u64; 4]) -> Self {
        Self::in_world(pace, WORLD)
    }

    fn in_world(pace: [u64; 4], options: &[&str]) -> Self {
        let mut world = find("tileworld", options).unwrap();
        world.reset(3);
        let model = model(&*world);
        let names = model.vocabulary.clone();
        let playing = model.team(Some("Carriers")).unwrap().start().unwrap();
        let mut memory = Memory::new(names.clone());
        model.initial_state.apply_to(&mut memory).unwrap();
        let coordinator = Agent::new(memory, playing.coordinator.unwrap(), 3, 9);
        let members = (0..).zip(playing.members).map(|(number, (name, mind))| {
            assert_eq!(name, MEMBERS[number as usize]);
            Agent::new(Memory::new(names.clone()), mind, 3, number)
        });
        let members = members.collect();
        Self { names, board: playing.board, members, coordinator, pace, world }
    }

    /// One tick: the coordinator gives orders, they are published, and all members that are present act.
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
    let mut team = ScriptedTeam::new([1; 4]);
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

/// Why the world above is dense and lively: in a sparser one where little comes, two carriers have filled nearly all holes when the others join
/// them, so that these score little or nothing whatever they do.
#[test]
fn where_the_holes_are_filled_more_hands_are_of_no_use() {
    let mut team = ScriptedTeam::in_world([1; 4], &["agents=4", "density=60", "rate=100"]);
    let metric = |team: &ScriptedTeam, name: &str| {
        let all = team.world.metrics();
        all.into_iter().find(|(known, _)| *known == name).unwrap().1
    };
    while team.world.time().tick < 600 {
        team.tick();
    }
    let left = |team: &ScriptedTeam| metric(team, "holes_created") - metric(team, "holes_filled");
    assert!(left(&team) < 0.25 * metric(&team, "holes_created"), "{} holes are left", left(&team));
    let early = metric(&team, "score");
    let (_, team) = team.play();
    assert!(
        metric(&team, "score") - early < 0.25 * early,
        "four make less of what is left than two made of the whole"
    );
}

/// R-002-102: a member that is dead or slow holds up nobody, and is replaced.
#[test]
fn a_dead_or_slow_member_blocks_nobody() {
    let (all, _) = ScriptedTeam::new([1; 4]).play();
    let (without, team) = ScriptedTeam::new([1, 0, 1, 7]).play();
    assert_eq!(without[1], 0.0, "the dead do nothing");
    assert!(without[0] > 0.5 * all[0], "{all:?} {without:?}");
    assert!(without[2] > 0.0 && team.job("cid") == ["Play"], "a scout took over: {without:?}");
    assert_eq!(team.board.heard("bob"), None);
    assert!(team.board.heard("dot").is_some_and(|tick| tick > 900));
}

/// The same team as a run of the world, as `motive play` has it: the same scores as tick by tick above.
#[test]
fn a_team_is_a_run() {
    let (scores, _) = ScriptedTeam::new([1; 4]).play();
    let team = ScriptedTeam::new([1; 4]);
    let run = Run::new(team.world, team.members).unwrap();
    let members = (0..).zip(MEMBERS.map(str::to_owned)).collect();
    let mut run = run.with_team(Team { members, board: team.board, coordinator: Some(team.coordinator) });
    while run.tick().unwrap() {}
    let played: Vec<f64> = (0..4).map(|number| run.world().score(number)).collect();
    assert_eq!(played, scores);
    assert_eq!((run.teams().len(), run.coordinators().count()), (1, 1));
}

/// What happens does not depend on the order in which members think.
#[test]
fn orders_are_seen_by_all_at_the_same_time() {
    let mut team = ScriptedTeam::new([1; 4]);
    team.board.assign("dot", Assignment::new("Play")).unwrap();
    assert_eq!(team.job("dot"), ["Scout"], "not made known yet");
    team.board.publish();
    assert_eq!(team.job("dot"), ["Scout", "Play"]);
    team.tick();
}

/// A world with three things to say, for lists by hand.
fn talkers() -> (Arc<Vocabulary>, Arc<TaskLibrary>, motive::kernel::Property) {
    let mut names = Vocabulary::new();
    let say = names.action("say", 1);
    let ready = names.own("ready", Type::Bool);
    let names = names.finish().unwrap();
    let tasks = vec![
        HtnTask::new("A").act(Primitive::new(say).with(1)),
        HtnTask::new("B").act(Primitive::new(say).with(2)),
        HtnTask::new("Say").parameter("what").act(Primitive::new(say).with(Expr::var("what"))),
        HtnTask::new("Never").needs(Expr::own(ready).holds()).act(Primitive::new(say).with(9)),
        HtnTask::new("Endless").line(motive::tasks::Call::new("A")).line(motive::tasks::Call::new("Endless")),
    ];
    let tasks = TaskLibrary::new(&names, tasks, Settings::default()).unwrap();
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

/// R-002-096, R-002-097: orders of any member are obeyed, and the coordinator is on the board like all others.
#[test]
fn anybody_can_give_orders_even_to_the_coordinator() {
    let mut names = Vocabulary::new();
    let (say, only) = (names.action("say", 1), names.action("only", 2));
    let names = names.finish().unwrap();
    let text = |text: &str| Expr::from(motive::kernel::Value::from(text));
    let order = Primitive::new(only).with(text("coordinator")).with(text("Steer"));
    let tasks = vec![
        HtnTask::new("Order").act(order),
        HtnTask::new("Steer").act(Primitive::new(say).with(1)),
        HtnTask::new("Main").act(Primitive::new(say).with(2)),
    ];
    let board = Board::new(TaskLibrary::new(&names, tasks, Settings::default()).unwrap());
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

/// Two who can meet: they go until they are there.
const MEETING: &str = "
    task Main { do Meet or shout; wait; Main }
    task Meet { do ask(ann, GoTo(3)) with ask(bob, GoTo(3)); cheer }
    task GoTo(there) { achieves self.at >= there  needs self.fit  within 100 s  do go }
    task Idle { do rest; Idle }
    team Pair {
        coordinator Main
        member ann, bob do Idle
    }
";

struct Pair {
    names: Arc<Vocabulary>,
    board: Board,
    ann: Agent,
    bob: Agent,
    coordinator: Agent,
    tick: u64,
}

impl Pair {
    fn new() -> Self {
        let mut names = Vocabulary::new();
        names.own("at", Type::Number);
        names.own("fit", Type::Bool);
        for action in ["go", "rest", "cheer", "shout"] {
            names.action(action, 0);
        }
        let given = WorldVocabulary { vocabulary: &names, catalogue: &Default::default() };
        let loaded = load(SourceText::new("pair.motive", MEETING), &given, &Beside);
        let model = loaded.model.unwrap_or_else(|| panic!("{:#?}", loaded.problems));
        let names = model.vocabulary.clone();
        let playing = model.team(None).unwrap().start().unwrap();
        let mut memory = Memory::new(names.clone());
        model.initial_state.apply_to(&mut memory).unwrap();
        let coordinator = Agent::new(memory, playing.coordinator.unwrap(), 1, 2);
        let mut members =
            playing.members.into_iter().map(|(_, mind)| Agent::new(Memory::new(names.clone()), mind, 1, 0));
        let (ann, bob) = (members.next().unwrap(), members.next().unwrap());
        drop(members);
        let mut pair = Self { names, board: playing.board, ann, bob, coordinator, tick: 0 };
        for who in [0, 1] {
            pair.set(who, "at", 0);
            pair.set(who, "fit", true);
        }
        pair
    }

    fn set(&mut self, who: usize, property: &str, value: impl Into<motive::kernel::Value>) {
        let property = self.names.find_property(property).unwrap();
        let member = if who == 0 { &mut self.ann } else { &mut self.bob };
        member.memory_mut().set_own(property, value).unwrap();
    }

    /// What the coordinator, ann and bob do in a tick.
    fn does(&mut self) -> [String; 3] {
        let now = Time::of_tick(self.tick, 100_000);
        self.tick += 1;
        self.board.publish();
        self.board.report(self.coordinator.memory_mut(), now.tick).unwrap();
        let led = self.coordinator.tick(now).clone();
        assert!(self.board.obey(&led, &self.names).is_empty());
        self.board.publish();
        let [ann, bob] =
            [&mut self.ann, &mut self.bob].map(|agent| agent.tick(now).display(&self.names).join(" "));
        [led.display(&self.names).join(" "), ann, bob]
    }
}

/// R-002-016: tasks of two members join. The line ends when the slower one is there; then both go back to their lists.
#[test]
fn tasks_of_several_members_join() {
    let mut pair = Pair::new();
    assert_eq!(pair.does(), ["", "go()", "go()"], "both go, before anything on their lists");
    pair.set(0, "at", 3);
    assert_eq!(pair.does(), ["", "rest()", "go()"], "ann is there, and rests while the other waits");
    assert_eq!(pair.does(), ["", "rest()", "go()"]);
    pair.set(1, "at", 3);
    assert_eq!(pair.does(), ["", "rest()", "rest()"]);
    assert_eq!(pair.does()[0], "cheer()", "one tick after the slower one has arrived");
}

/// R-002-016: when one fails, the other is called off.
#[test]
fn when_one_fails_the_other_is_called_off() {
    let mut pair = Pair::new();
    pair.set(1, "fit", false);
    assert_eq!(pair.does(), ["", "go()", "rest()"], "bob cannot");
    assert_eq!(
        pair.does(),
        ["shout()", "rest()", "rest()"],
        "ann is called off, and something else is tried"
    );
}

/// Who is asked and does not answer holds up only the one who asks.
#[test]
fn somebody_who_never_answers_holds_up_only_the_asker() {
    let mut pair = Pair::new();
    pair.does();
    pair.set(0, "at", 3);
    for _ in 0..20 {
        assert_eq!(pair.does(), ["", "rest()", "go()"]);
    }
}
