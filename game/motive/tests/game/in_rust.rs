//! Minds in Rust: what their parts do, and the mistakes that are found when they are built.

use motive::Error;
use motive::build::*;
use motive::kernel::Range;
use motive::prelude::*;

#[derive(PropertyValue, PartialEq, Clone)]
enum Mood {
    Calm,
    Angry,
}

#[derive(Percept)]
struct Guard {
    id: Id,
    mood: Mood,
    distance: f32,
    target: Option<Id>,
}

#[derive(Percept)]
struct Door {
    id: Id,
    open: bool,
}

/// Something that was heard.
#[derive(Percept)]
struct Alarm {
    at: Point,
}

#[derive(Percept)]
struct Undeclared {
    id: Id,
    size: u8,
}

#[derive(SelfState)]
struct Body {
    at: Point,
    health: f32,
    seen: bool,
}

#[derive(Actions, Debug, PartialEq, Clone)]
enum Act {
    Greet(Id),
    Flee {
        from: Id,
        speed: f32,
    },
    Open(Id),
    #[motive(name = "wait_here")]
    Wait,
}

fn game() -> Game<Act> {
    Game::new().sees::<(Guard, Door, Alarm)>().is::<Body>().does::<Act>().unwrap()
}

const NEAR: Id = Id::new(1);
const FAR: Id = Id::new(2);
const DOOR: Id = Id::new(3);

fn guards(mood: Mood) -> [Guard; 2] {
    [(FAR, 9.0), (NEAR, 2.0)].map(|(id, distance)| Guard {
        id,
        mood: mood.clone(),
        distance,
        target: Some(DOOR),
    })
}

fn at(health: f32) -> Body {
    Body { at: Point { x: 1.0, y: 0.0, z: 0.0 }, health, seen: false }
}

/// What a mind does first when both guards are in this mood.
fn first(mind: &Mind<Act>, mood: Mood, health: f32) -> Vec<Act> {
    let mut agent = mind.spawn(Seed(1));
    agent.perceive(guards(mood));
    agent.perceive([Door { id: DOOR, open: false }]);
    agent.update(&at(health));
    agent.decide(Time::default()).actions().cloned().collect()
}

fn runs(program: impl Into<PursuitBuilder>) -> Mind<Act> {
    game().mind("test").runs(program).build().unwrap()
}

#[track_caller]
fn refused(built: Result<Mind<Act>, Error>) -> String {
    built.err().expect("the mind has a mistake").to_string()
}

#[test]
fn rules_choose_by_typed_properties() {
    let polite = program("polite")
        .rule("flee", |r| {
            let guard = r.find::<Guard>().with(Guard::mood(), Mood::Angry).highest(Guard::distance());
            r.does(Act::flee(guard, guard.get(Guard::distance()) * 2 + 1));
        })
        .rule("greet", |r| {
            let guard = r.find::<Guard>().within(Guard::distance(), Range::at_most(5.0));
            r.when(Body::health().above(10) & !some::<Guard>().below(Guard::distance(), 1));
            r.does(Act::greet(guard));
        })
        .rule("wait", |r| r.does(Act::Wait));
    let mind = runs(polite);
    assert_eq!(first(&mind, Mood::Calm, 50.0), [Act::Greet(NEAR)]);
    assert_eq!(first(&mind, Mood::Calm, 5.0), [Act::Wait]);
    assert_eq!(first(&mind, Mood::Angry, 50.0), [Act::Flee { from: FAR, speed: 19.0 }]);
}

#[test]
fn two_things_of_a_kind_are_two_variables() {
    let both = program("both").rule("greet", |r| {
        let near = r.find::<Guard>().lowest(Guard::distance()).exclusive();
        let other = r.find::<Guard>().given(|guard| guard.get(Guard::distance()).above(5)).exclusive();
        r.does(Act::greet(near));
        r.does(Act::greet(other));
    });
    assert_eq!(first(&runs(both), Mood::Calm, 1.0), [Act::Greet(NEAR), Act::Greet(FAR)]);
}

#[test]
fn values_come_from_all_things_of_a_kind() {
    let conditions: [ConditionTerm; 7] = [
        some::<Guard>().count().is(2),
        some::<Guard>().sum(Guard::distance()).is(11),
        some::<Guard>().least(Guard::distance()).is(2),
        some::<Guard>().greatest(Guard::distance()).is(9),
        some::<Guard>().lowest(Guard::distance()).get(Guard::distance()).is(2),
        some::<Guard>().every(|guard| guard.get(Guard::target()).is(DOOR)),
        some::<Guard>().best().get(Guard::target()).get(Door::open()).is(false),
    ];
    for (number, condition) in conditions.into_iter().enumerate() {
        let holds = program("holds").rule("wait", |r| {
            r.when(condition);
            r.does(Act::Wait);
        });
        assert_eq!(first(&runs(holds), Mood::Calm, 1.0), [Act::Wait], "condition {number}");
    }
    let inner = program("nested").rule("wait", |r| {
        let door = r.find::<Door>().thing();
        r.when(some::<Guard>().given(move |guard| {
            none::<Guard>()
                .given(move |other| other.get(Guard::distance()).below(guard.get(Guard::distance())))
                & guard.get(Guard::target()).is(door)
        }));
        r.does(Act::Wait);
    });
    assert_eq!(first(&runs(inner), Mood::Calm, 1.0), [Act::Wait], "the nearest guard looks at the door");
}

#[test]
fn programs_call_each_other_with_things() {
    let (opens, door) = program("open").parameter::<Door>();
    let opens = opens.rule("open", |r| {
        r.when(door.get(Door::open()).is(false));
        r.does(Act::open(door));
    });
    let enter = program("enter").rule("open", |r| {
        let guard = r.find::<Guard>().lowest(Guard::distance());
        r.calls(opens.with(guard.get(Guard::target())));
    });
    assert_eq!(first(&runs(enter), Mood::Calm, 1.0), [Act::Open(DOOR)]);
}

#[test]
fn rules_write_notes_and_properties() {
    let alarmed = program("alarmed")
        .rule("run", |r| {
            r.when(some::<Alarm>().with(Alarm::at(), Body::at()) & Body::seen());
            r.does(Act::Wait);
        })
        .rule("hear", |r| {
            r.notes(|alarm: NoteBuilder<Alarm>| alarm.with(Alarm::at(), Body::at()));
            r.sets(&Body::seen(), true);
        });
    let mut agent = runs(alarmed).spawn(Seed(1));
    agent.update(&at(1.0));
    assert!(agent.decide(Time::default()).is_empty());
    assert!(agent.decide(Time::of_tick(1, 50_000)).actions().eq([&Act::Wait]));
}

#[test]
fn a_goal_has_several_priorities() {
    let wait = program("wait").rule("wait", |r| r.does(Act::Wait));
    let open = program("open").rule("open", |r| r.does(Act::Open(DOOR)));
    let mind = game()
        .mind("test")
        .goal(
            maintain("wait", wait)
                .when(Body::health().below(10))
                .priority(90)
                .when(!Body::seen())
                .priority(5),
        )
        .goal(maintain("open", open).priority(100.0 - Body::health()).updated())
        .build()
        .unwrap();
    assert_eq!(first(&mind, Mood::Calm, 5.0)[0], Act::Open(DOOR));
    assert_eq!(first(&mind, Mood::Calm, 97.0)[0], Act::Wait);
}

#[test]
fn tasks_are_variables_with_parameters() {
    let enter = tasks("enter", |t| {
        let (enter, open) = (t.task("enter"), t.task("open"));
        let door = open.parameter::<Door>();
        open.method("politely").when(Body::health().below(0)).then(Act::Wait);
        open.method("by hand").then(Act::open(door));
        enter.needs(some::<Door>()).then(open.with(some::<Door>().best()).or(Act::Wait));
    });
    assert_eq!(first(&runs(enter), Mood::Calm, 1.0), [Act::Open(DOOR)]);
}

#[test]
#[cfg(feature = "networks")]
fn networks_have_propositions_as_variables() {
    let open = network("open", motive::networks::NetworkProfile::Maes1989, |n| {
        let seen = n.proposition("seen", Body::seen());
        let open = n.proposition("open", some::<Door>().with(Door::open(), true));
        let unseen = n.proposition("unseen", !Body::seen());
        n.skill("look").needs(unseen).makes(seen).makes(!unseen).does(Act::Wait);
        n.skill("open").needs(seen).makes(open).does(Act::open(some::<Door>().best()));
        n.wants(open);
    });
    assert_eq!(first(&runs(open), Mood::Calm, 1.0), [Act::Wait], "it has to look first");
}

#[test]
fn engines_run_inside_of_each_other() {
    let wait = machine("wait", |m| {
        m.state("wait").does(Act::Wait);
    });
    let program = program("outer").rule("wait", |r| r.runs(&wait));
    assert_eq!(first(&runs(program), Mood::Calm, 1.0), [Act::Wait]);
}

#[test]
fn mistakes_are_found_when_a_mind_is_built() {
    let game = game();
    let odd = program("odd").done_when(none::<Undeclared>().with(Undeclared::size(), 1));
    let message = refused(game.mind("test").runs(odd).build());
    assert!(message.contains("has not declared") && message.contains("Undeclared"), "{message}");

    let nan = program("nan").rule("flee", |r| r.does(Act::Flee { from: NEAR, speed: f32::NAN }));
    let message = refused(game.mind("test").runs(nan).build());
    assert!(message.contains("NaN"), "{message}");

    let wait = || program("wait").rule("wait", |r| r.does(Act::Wait));
    let goal = achieve("rest", wait()).when(Body::seen());
    assert!(refused(game.mind("test").goal(goal).build()).contains("the goal `rest` has no priority"));

    let other = program("wait").rule("open", |r| r.does(Act::Open(DOOR)));
    let (one, two) = (maintain("one", wait()).priority(1), maintain("two", other).priority(2));
    let message = refused(game.mind("test").goal(one).goal(two).build());
    assert!(message.contains("two programs called `wait`"), "{message}");

    let (inner, _) = program("inner").parameter::<Door>();
    let inner = inner.rule("wait", |r| r.does(Act::Wait));
    let outer = program("outer").rule("call", |r| r.calls(&inner));
    let message = refused(game.mind("test").runs(outer).build());
    assert!(message.contains("`inner` takes 1 arguments but is given 0"), "{message}");

    let message = refused(game.mind("test").runs(machine("still", |_| {})).build());
    assert!(message.contains("`still`"), "{message}");
}
