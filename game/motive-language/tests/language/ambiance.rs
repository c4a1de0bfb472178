//! Ambiances that come and go with time, from text: in a place, around things, on events; for planners over symbols and for plans for drives. Costs
//! and times are ours.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use crate::common::{load_in, reports_in};
use motive_arbiter::Arbiter;
use motive_core::{Agent, Id, Memory, Point, Property, Symbol, Thing, Time, Type, Vocabulary};
use motive_language::format::format;

fn names() -> Vocabulary {
    let mut names = Vocabulary::new();
    names.kind("camera");
    names.own("at", Type::Point);
    names.own("moved", Type::Number);
    let area = names.one_of(["hall", "library"]);
    names.own("area", area);
    names.own("run_seen", Type::Number);
    names
}

/// Running is loud and costs 2, walking costs 4; the ambiances are filled in.
fn runner(ambiance: &str) -> String {
    format!(
        "
        action run() {{ tags loud }}
        action walk() {{}}
        {ambiance}
        goap Runner {{
            minds loud
            sense there when self.moved >= 100
            want there priority 1
            skill run {{ adds there cost 2 do run() }}
            skill walk {{ adds there cost 4 do walk() }}
        }}
        mind Runner = Runner"
    )
}

/// Running moves the agent by 50, walking by 40; a point of ambiance subtracts 0.1.
fn driven(ambiance: &str) -> String {
    format!(
        "
        action run() {{ effect self.moved += 50 takes 90 s tags loud }}
        action walk() {{ effect self.moved += 40 takes 90 s }}
        {ambiance}
        drive moved {{ goal self.moved toward 100 }}
        mind All = plan for moved
        mind Mover = All but {{ minds loud mood 0.1 }}"
    )
}

/// An agent with the mind of a text, at ten ticks a second.
struct Lifetime {
    agent: Agent<Arbiter>,
    names: std::sync::Arc<Vocabulary>,
    ticks: u64,
}

impl Lifetime {
    fn of(text: &str) -> Self {
        let loaded = load_in(&names(), text);
        assert!(loaded.problems.is_empty(), "{}", reports_in(&names(), text));
        let model = loaded.model.unwrap();
        let names = model.vocabulary.clone();
        let mut memory = Memory::new(names.clone());
        let own = |name: &str| names.find_property(name).unwrap();
        memory.set_own(own("moved"), 0).unwrap();
        memory.set_own(own("run_seen"), 0).unwrap();
        memory.set_own(own("at"), Point::flat(0.0, 0.0)).unwrap();
        let character = model.mind(None).map(|mind| mind.character()).unwrap().clone();
        Self { agent: Agent::new(memory, Arbiter::new(character), 1, 0), names, ticks: 0 }
    }

    fn own(&self, name: &str) -> Property {
        self.names.find_property(name).unwrap()
    }

    fn enter(&mut self, area: &str) {
        let (property, area): (_, Symbol) = (self.own("area"), self.names.find_symbol(area).unwrap());
        self.agent.memory_mut().set_own(property, area).unwrap();
    }

    fn see_runs(&mut self, runs: f64) {
        let property = self.own("run_seen");
        self.agent.memory_mut().set_own(property, runs).unwrap();
    }

    fn camera(&mut self, number: u64, x: f32) {
        let (kind, at) = (self.names.find_kind("camera").unwrap(), self.own("at"));
        let camera = Thing::new(Id::new(number)).kind(kind).with(at, Point::flat(x, 0.0));
        self.agent.memory_mut().put(camera).unwrap();
    }

    /// Runs until a time in seconds, and returns what the agent does then.
    fn until(&mut self, second: f64) -> String {
        let mut does = String::new();
        while self.ticks as f64 <= second * 10.0 {
            let now = Time::of_tick(self.ticks, 100_000);
            does = self.agent.tick(now).display(&self.names).concat();
            self.ticks += 1;
        }
        does
    }
}

/// R-001-070, R-001-072: the cost that an area adds to an action rises with the booster, falls with the dampener, and ends when the agent leaves.
#[test]
fn a_booster_comes_and_goes_again() {
    let quiet = "ambiance quiet in area library { booster loud +5 over 4 s  dampener after 10 s over 4 s }";
    let mut life = Lifetime::of(&runner(quiet));
    life.enter("hall");
    assert_eq!(life.until(1.0), "run()");
    life.enter("library");
    assert_eq!(life.until(1.2), "run()", "it begins from nothing");
    assert_eq!(life.until(2.4), "run()", "2 + 5 * 1.3 / 4 is less than 4");
    assert_eq!(life.until(3.1), "walk()", "2 + 5 * 2 / 4 is more");
    assert_eq!(life.until(11.0), "walk()");
    assert_eq!(life.until(13.0), "walk()");
    assert_eq!(life.until(13.9), "run()", "2 + 5 * 1.2 / 4 is less again");
    assert_eq!(life.until(20.0), "run()", "one has got used to it");
    life.enter("hall");
    life.until(21.0);
    life.enter("library");
    assert_eq!(life.until(25.0), "walk()", "who comes again begins anew");
    life.enter("hall");
    assert_eq!(life.until(25.3), "run()", "it is left behind at once");
}

/// R-001-069: every rate of a file gives the number that it gives in Rust.
#[test]
fn every_rate_can_be_written() {
    // The cost added to running after some seconds in the library, measured by the cost of walking at which the agent switches.
    let puts = |rate: &str, second: f64, points: f64| {
        let at = |walking: f64| {
            let text = runner(&format!("ambiance quiet in area library {{ booster loud +10 {rate} }}"));
            let mut life = Lifetime::of(&text.replace("cost 4", &format!("cost {walking}")));
            life.enter("library");
            life.until(second)
        };
        let (below, above) = (at(2.0 + points - 0.001), at(2.0 + points + 0.001));
        assert_eq!(
            [&below[..], &above[..]],
            ["walk()", "run()"],
            "{rate} puts {points} on it after {second} s"
        );
    };
    puts("at once", 0.0, 10.0);
    puts("over 4 s", 2.0, 5.0);
    puts("over 4000 ms", 1.0, 2.5);
    puts("over 1 min", 6.0, 1.0);
    puts("swelling 4 s", 2.0, 5.0);
    puts("swelling 4 s", 1.0, 1.5625);
    puts("fading 2 s", 2.0, 10.0 * (1.0 - (-1.0_f64).exp()));
    puts("fading 2 s", 14.0, 10.0);
    puts("after 2 s", 1.8, 0.0);
    puts("after 2 s", 2.0, 10.0);
    puts("after 1 s over 2 s", 2.0, 5.0);
    puts("after 1 s swelling 4 s", 2.0, 1.5625);
    puts("after 1 s fading 1 s", 2.0, 10.0 * (1.0 - (-1.0_f64).exp()));
    puts("at once dampener fading 2 s", 2.0, 10.0 * (-1.0_f64).exp());
    puts("over 2 s dampener after 3 s swelling 4 s", 5.0, 5.0);
    puts("over 2 s dampener after 3 s", 3.0, 0.0);
}

/// R-001-074: the time near a thing is counted for each thing, from when it came near.
#[test]
fn each_thing_that_is_near_comes_by_itself() {
    let watched = "ambiance watched around camera within 300 { booster loud +3 over 4 s }";
    let mut life = Lifetime::of(&runner(watched));
    life.camera(1, 400.0);
    assert_eq!(life.until(3.0), "run()", "it is too far away");
    life.camera(1, 300.0);
    assert_eq!(life.until(5.0), "run()", "2 + 1.5");
    assert_eq!(life.until(6.0), "walk()", "2 + 2.25");
    life.camera(1, 400.0);
    assert_eq!(life.until(6.3), "run()");
    life.camera(1, 10.0);
    life.camera(2, 20.0);
    assert_eq!(life.until(7.3), "run()", "2 + 2 * 0.75");
    assert_eq!(life.until(8.0), "walk()", "2 + 2 * 1.2");
}

/// R-001-073: an action that was seen counts from when it was seen, and is forgotten again.
#[test]
fn each_event_comes_and_goes_by_itself() {
    let shock = "ambiance shock on run { booster loud +1.5 at once  dampener after 2 s over 2 s }";
    let mut life = Lifetime::of(&runner(shock));
    assert_eq!(life.until(1.0), "run()");
    life.see_runs(1.0);
    assert_eq!(life.until(2.0), "run()", "2 + 1.5");
    life.see_runs(2.0);
    assert_eq!(life.until(2.8), "walk()", "2 + 2 * 1.5");
    assert_eq!(life.until(4.5), "run()", "the first is half gone");
    life.until(5.5);
    life.see_runs(3.0);
    assert_eq!(life.until(6.0), "run()", "2 + 1.5, and little of the second");
    life.see_runs(4.0);
    assert_eq!(life.until(6.4), "walk()");
    assert_eq!(life.until(12.0), "run()", "all are forgotten, though the world counts on");
}

/// R-001-077: however often an action was seen, the cost that it adds is capped, and falls again.
#[test]
fn what_was_seen_does_not_run_away() {
    let panic = "ambiance panic on run { booster loud -1 at once  dampener after 5 s over 5 s }";
    let dear = |walking: f64| {
        let text = runner(panic).replace("cost 2", "cost 200").replace("cost 4", &format!("cost {walking}"));
        let mut life = Lifetime::of(&text);
        life.see_runs(1e6);
        (life.until(1.0), life.until(11.0))
    };
    assert_eq!(dear(101.0), ("run()".to_owned(), "walk()".to_owned()), "200 - 100 is less than 101");
    assert_eq!(dear(99.0), ("walk()".to_owned(), "walk()".to_owned()));
    // Whatever is subtracted, an action has a least cost.
    let mut life = Lifetime::of(&runner(panic).replace("cost 4", "cost 0.005"));
    life.see_runs(1e6);
    assert_eq!(life.until(1.0), "walk()");
}

/// R-001-078: ambiances change plans for drives too.
#[test]
fn plans_for_drives_are_moved_by_what_comes_and_goes() {
    // Running is worth 0.1 more, so that one point of ambiance makes up for it; the current plan has a bonus of 0.02.
    let quiet =
        "ambiance quiet in area library { booster loud +5 swelling 4 s  dampener after 10 s over 4 s }";
    let mut life = Lifetime::of(&driven(quiet));
    life.enter("library");
    assert_eq!(life.until(0.8), "run()", "a tenth of it has come: 0.05");
    assert_eq!(life.until(2.0), "walk()", "half of it: 0.25");
    assert_eq!(life.until(10.0), "walk()");
    assert_eq!(life.until(12.8), "walk()");
    assert_eq!(life.until(13.8), "run()", "0.025 are left");
    let unmoved = driven(quiet).replace("mood 0.1", "mood 0");
    let mut life = Lifetime::of(&unmoved);
    life.enter("library");
    assert_eq!(life.until(5.0), "run()");
}

/// Errors point at their place.
#[test]
fn mistakes_are_shown() {
    let said =
        |lines: &str| reports_in(&names(), &runner(&format!("ambiance quiet in area library {{ {lines} }}")));
    assert!(said("booster loud +5 over 3").contains("expected a unit of time"));
    assert!(said("booster loud +5 over -3 s").contains("expected a length of time"));
    assert!(said("booster loud +5 over 3 ticks").contains("expected a time in `s`"));
    assert!(said("booster loud +5 swelling").contains("expected a length of time"));
    assert!(
        said("booster loud +5 slowly")
            .contains("expected `at once`, `over`, `fading`, `swelling` or `after`")
    );
    assert!(said("booster loud +5").contains("expected `at once`, `over`, `fading`, `swelling` or `after`"));
    assert!(said("booster loud +(0 / 0) at once").contains("expected a number"));
    assert!(said("booster lod +5 over 3 s").contains("there is no tag of an action called `lod`"));
    assert!(said("dampener over 3 s").contains("there is no booster for"));
    assert!(said("booster loud +5 at once dampener over 3 s dampener over 5 s").contains("one dampener"));
    assert!(said("booster loud +5 at once limit 3").contains("expected `booster` or `dampener`"));
    let ahead = said("booster loud +5 over 5 s dampener over 3 s");
    assert!(ahead.contains("warning") && ahead.contains("this dampener is faster than a booster"), "{ahead}");
    assert!(said("booster loud +5 over 3 s dampener after 3 s over 5 s").is_empty());
    let long = "9".repeat(400);
    assert!(said(&format!("booster loud +5 over {long} s")).contains("expected a time"), "too long a time");
}

/// The canonical layout of every rate.
#[test]
fn rates_have_one_layout() {
    let text = "ambiance a in area library{booster loud +5   swelling 5 s;dampener after 10 s
        fading 3 s}\nambiance b on run { booster loud -1 fading 200 ms }\n";
    let formatted = format(text).unwrap();
    let wanted = "ambiance a in area library {
    booster loud +5 swelling 5 s;
    dampener after 10 s fading 3 s
}

ambiance b on run { booster loud -1 fading 200 ms }
";
    assert_eq!(formatted, wanted);
    assert_eq!(format(&formatted).unwrap(), formatted);
}
