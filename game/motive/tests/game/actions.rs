//! Decisions in the types of a game.

use motive::prelude::*;

#[derive(PropertyValue, Debug, PartialEq, Clone, Copy)]
enum Side {
    Left,
    Right,
}

#[derive(Actions, Debug, PartialEq, Clone)]
enum Act {
    #[motive(name = "go", uses("legs"))]
    Move {
        to: Id,
        fast: bool,
    },
    #[motive(uses("legs", "hands"))]
    Climb(u32),
    #[motive(uses("hands"))]
    Wave(Side),
    #[motive(until_ended)]
    Sing,
    In,
}

#[test]
fn every_action_survives_the_way_there_and_back() {
    let game = Game::new().does::<Act>().unwrap();
    let names = game.actions().clone();
    let all =
        [Act::Move { to: Id::new(3), fast: true }, Act::Climb(7), Act::Wave(Side::Right), Act::Sing, Act::In];
    for act in all {
        let Some(motive::kernel::Command::Act { action, arguments }) = act.command(&names) else {
            panic!("{act:?}")
        };
        assert_eq!(Act::read(&names, action, &arguments), Some(act));
    }
    let vocabulary = game.vocabulary();
    assert_eq!(vocabulary.find_action("go"), Some(names.r#move));
    assert_eq!(vocabulary.find_action("in"), Some(names.r#in));
    assert_eq!(Act::read(&names, names.climb, &[1.5.into()]), None, "not a whole number");
    assert_eq!(Act::read(&names, names.climb, &[]), None, "an argument is missing");
}

#[test]
fn actions_that_use_the_same_conflict() {
    let game = Game::new().does::<Act>().unwrap();
    let names = game.actions().clone();
    let catalogue = game.catalogue();
    assert!(catalogue.in_conflict(names.r#move, names.climb));
    assert!(catalogue.in_conflict(names.climb, names.wave));
    assert!(catalogue.in_conflict(names.wave, names.wave));
    assert!(!catalogue.in_conflict(names.r#move, names.wave));
    assert!(!catalogue.in_conflict(names.sing, names.sing));
}

#[test]
fn actions_that_share_conflict_only_with_those_that_use() {
    #[derive(Actions, Debug, PartialEq, Clone)]
    enum Motion {
        #[motive(shares("legs"))]
        Run,
        #[motive(shares("legs"))]
        Turn,
        #[motive(uses("legs"))]
        Climb,
        Wave,
    }
    let game = Game::new().does::<Motion>().unwrap();
    let (names, catalogue) = (game.actions(), game.catalogue());
    assert!(catalogue.in_conflict(names.run, names.climb) && catalogue.in_conflict(names.climb, names.turn));
    assert!(catalogue.in_conflict(names.climb, names.climb));
    for (one, other) in [(names.run, names.turn), (names.run, names.run), (names.climb, names.wave)] {
        assert!(!catalogue.in_conflict(one, other));
    }
}

#[test]
fn a_skipped_variant_is_no_action_of_minds() {
    #[derive(Actions, Debug, PartialEq, Clone)]
    enum Order {
        Walk,
        #[motive(skip)]
        Shutdown,
    }
    let game = Game::new().does::<Order>().unwrap();
    assert_eq!(game.vocabulary().find_action("shutdown"), None);
    assert_eq!(Order::Shutdown.command(game.actions()), None);
    assert!(Order::Walk.command(game.actions()).is_some());
}

/// An agent that sings while `on`.
#[derive(SelfState)]
struct Body {
    on: bool,
    side: Side,
}

fn singer() -> Agent<Act> {
    let text = "goal sing achieves Sing { when self.on == true priority 10 }
                program Sing { done when self.on == false  otherwise do sing() with wave(self.side) }
                mind Singer = arbiter { goals sing }";
    Game::new().is::<Body>().does::<Act>().unwrap().parse("singer", text).unwrap().spawn(Seed(1))
}

fn phases(agent: &mut Agent<Act>, tick: u64, on: bool) -> Vec<(Act, Phase)> {
    agent.update(&Body { on, side: Side::Left });
    let mut all: Vec<_> = agent
        .decide(Time::of_tick(tick, 1_000))
        .into_iter()
        .map(|active| (active.action, active.phase))
        .collect();
    all.sort_by_key(|(action, _)| *action != Act::Sing);
    all
}

#[test]
fn a_latched_action_ends_when_the_game_says_so() {
    let mut agent = singer();
    let wave = Act::Wave(Side::Left);
    assert_eq!(phases(&mut agent, 0, true), [(Act::Sing, Phase::Started), (wave.clone(), Phase::Started)]);
    assert_eq!(
        phases(&mut agent, 1, true),
        [(Act::Sing, Phase::Continued), (wave.clone(), Phase::Continued)]
    );
    assert_eq!(phases(&mut agent, 2, false), [(Act::Sing, Phase::Continued), (wave, Phase::Stopped)]);
    let run = agent.decide(Time::of_tick(3, 1_000)).iter().next().unwrap().run;
    assert!(agent.succeed(run));
    assert!(!agent.fail(run), "it has ended");
    assert!(agent.decide(Time::of_tick(4, 1_000)).is_empty());
}

#[test]
fn an_action_with_wrong_arguments_ends_as_failed() {
    #[derive(Actions, Debug, PartialEq)]
    enum Act {
        #[motive(until_ended)]
        Take(Id),
    }
    let text = "goal take achieves Take { priority 10 }
                program Take { done when some action { action_status: failed } otherwise do take(3) }
                mind Taker = arbiter { goals take }";
    let Ok(mind) = Game::new().does::<Act>().unwrap().parse("taker", text) else { return };
    let mut agent = mind.spawn(Seed(1));
    assert!(agent.decide(Time::of_tick(0, 1_000)).is_empty());
    assert!(agent.decide(Time::of_tick(1, 1_000)).is_empty());
}
