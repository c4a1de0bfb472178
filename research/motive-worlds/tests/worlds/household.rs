//! The household and its tenants.

use crate::printed_planners::{Pick, strips};
use motive::kernel::{ActiveAction, Agent, Budget, Command, Decision, Holder, Memory, Phase};
use motive_language::{Files, SourceText, WorldVocabulary, load};
use motive_worlds::household::{Action, Drive, Length, Numbers};
use motive_worlds::{AnyWorld, find};
use std::fs;
use std::path::Path;

/// Files that stand beside each other.
struct Beside;

impl Files for Beside {
    fn read(&self, path: &str, _: &str) -> Result<SourceText, String> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../agents/household");
        let text = fs::read_to_string(folder.join(path)).map_err(|error| error.to_string())?;
        Ok(SourceText::new(path, text))
    }
}

fn agent(file: &str, mind: Option<&str>, world: &dyn AnyWorld) -> Agent {
    let given = WorldVocabulary { vocabulary: world.vocabulary(), catalogue: world.catalogue() };
    let loaded = load(Beside.read(file, "").unwrap(), &given, &Beside);
    assert!(loaded.problems.is_empty(), "{file}: {:?}", loaded.problems);
    let model = loaded.model.unwrap();
    Agent::new(Memory::new(model.vocabulary.clone()), model.mind(mind).unwrap().start().unwrap(), 1, 0)
}

/// What a tenant did, in order, and what the house says of it at the end.
struct Day {
    done: Vec<String>,
    numbers: Vec<(&'static str, f64)>,
}

impl Day {
    fn of(file: &str, mind: Option<&str>, options: &[&str], seed: u64) -> Self {
        let mut world = find("household", options).unwrap();
        world.reset(seed);
        let mut agent = agent(file, mind, &*world);
        let mut done: Vec<String> = Vec::new();
        let mut last = 0;
        while !world.is_over() && world.time().tick < 3000 {
            world.ended(0, &mut |run, ending| {
                agent.finish(run, ending);
            });
            world.perceive(0, agent.memory_mut()).unwrap();
            let decision = agent.tick(world.time());
            for act in &decision.actions {
                if act.run != last || done.is_empty() {
                    last = act.run;
                    done.push(act.display(world.vocabulary()));
                }
            }
            world.act(0, decision).unwrap();
            world.step();
        }
        Self { done, numbers: world.metrics() }
    }

    fn udgoap() -> Self {
        Self::of("udgoap.motive", None, &[], 0)
    }

    fn goap() -> Self {
        Self::of("goap.motive", None, &[], 0)
    }

    fn number(&self, name: &str) -> f64 {
        self.numbers.iter().find(|(known, _)| *known == name).unwrap().1
    }

    fn kinds(&self) -> Vec<String> {
        let name = |command: &String| command.split('(').next().unwrap_or_default().to_owned();
        let mut kinds: Vec<String> = self.done.iter().map(name).filter(|name| name != "goto").collect();
        kinds.sort();
        kinds.dedup();
        kinds
    }
}

/// R-001-087: 25 actions with the costs and drives of Table 5.1, in the words of the source; the table below is typed from it
/// and knows nothing of the world's.
#[test]
fn the_actions_are_those_of_the_source() {
    use Drive::*;
    let given: [(&str, f64, &[Drive]); 17] = [
        ("wash_in_bath", 10.0, &[Hygiene, Comfort]),
        ("sleep_in_bed", 10.0, &[Energy, Comfort]),
        ("sit_on_chair", 2.0, &[Comfort, Energy]),
        ("drink_cappuccino", 2.0, &[Bladder, Energy]),
        ("make_cappuccino", 2.0, &[]),
        ("eat_meal", 2.0, &[Hunger]),
        ("cook_meal", 2.0, &[]),
        ("get_meal", 2.0, &[]),
        ("play_computer_game", 10.0, &[Entertainment]),
        ("browse_social_network", 10.0, &[Social]),
        ("chat_on_phone", 10.0, &[Social, Entertainment]),
        ("wash_in_sink", 2.0, &[Hygiene]),
        ("eat_snack", 1.0, &[Hunger]),
        ("get_snack", 2.0, &[]),
        ("watch_tv", 2.0, &[Entertainment]),
        ("pee_in_toilet", 2.0, &[Bladder]),
        ("poop_in_toilet", 10.0, &[Comfort, Bladder]),
    ];
    // Eight of the 25 are walks: `goto_bed` and so on.
    assert_eq!(given.len() + 8, 25);
    for (action, (name, cost, touches)) in Action::ALL.iter().zip(given) {
        assert_eq!((action.name, action.cost, action.touches), (name, cost, touches));
    }
    let until: Vec<&str> = Action::ALL
        .iter()
        .filter(|action| action.length != Length::Fixed)
        .map(|action| action.name)
        .collect();
    assert_eq!(until, ["sleep_in_bed", "chat_on_phone"]);
    let world = find::<&str>("household", &[]).unwrap();
    for (name, ..) in given {
        let action = world.vocabulary().find_action(name).unwrap();
        let declared = world.catalogue().actions().find(|known| known.declared().action == action).unwrap();
        assert_eq!(declared.declared().cost, Action::ALL.iter().find(|row| row.name == name).unwrap().cost);
    }
}

/// R-001-087: all seven drives begin at 0.
#[test]
fn everything_begins_at_nothing() {
    let world = find::<&str>("household", &[]).unwrap();
    assert_eq!(world.score(0), 0.0);
    assert_eq!(Drive::ALL.len(), 7);
    assert!(!world.is_over());
}

/// R-001-089: GOAP goes for the lowest drive by static costs, and with those it uses exactly seven kinds of action.
#[test]
fn goap_uses_seven_kinds_of_action() {
    let day = Day::goap();
    assert_eq!(day.number("finished"), 1.0);
    assert_eq!(
        day.kinds(),
        [
            "browse_social_network",
            "eat_snack",
            "get_snack",
            "pee_in_toilet",
            "sit_on_chair",
            "wash_in_sink",
            "watch_tv"
        ]
    );
}

/// R-001-091: the fitted set gives the published 146 s and 118 s, each within 1 s, where a day ends with the action that is under way. That
/// it did when the set was fitted is inferred from these very times. Where it ends at once UDGOAP is done at 116.6 s. Fitted: it shows that nothing changed, and nothing else.
#[test]
fn the_fitted_set_gives_the_published_times() {
    let seconds = |file: &str, stop: &str| Day::of(file, None, &[stop], 0).number("seconds");
    let (goap, udgoap) =
        (seconds("goap.motive", "stop=after_action"), seconds("udgoap.motive", "stop=after_action"));
    assert!((goap - 146.0).abs() <= 1.0, "{goap}");
    assert!((udgoap - 118.0).abs() <= 1.0, "{udgoap}");
    let at_once = seconds("udgoap.motive", "stop=at_once");
    assert!((at_once - 116.6).abs() < 0.1, "{at_once}");
}

/// R-001-092: UDGOAP baths where GOAP uses the sink, does the long actions first and short ones to top up, and walks less.
#[test]
fn udgoap_prefers_what_serves_several_drives_and_walks_less() {
    let (udgoap, goap) = (Day::udgoap(), Day::goap());
    let washes = |day: &Day| day.done.iter().find(|command| command.starts_with("wash_in")).unwrap().clone();
    assert_eq!(washes(&udgoap), "wash_in_bath(the_bath)");
    assert_eq!(washes(&goap), "wash_in_sink(the_sink)");
    assert!(goap.number("metres") > udgoap.number("metres"));
    let long = |command: &String| {
        Action::ALL.iter().any(|action| action.cost >= 10.0 && command.starts_with(action.name))
    };
    let acts: Vec<&String> = udgoap.done.iter().filter(|command| !command.starts_with("goto")).collect();
    let (first, second) = acts.split_at(acts.len() / 2);
    let count = |half: &[&String]| half.iter().filter(|command| long(command)).count();
    assert!(count(first) > count(second), "{acts:?}");
}

/// R-001-090, in small: the study `sloan2015-household` does it for thousands of sets.
#[test]
fn udgoap_is_faster_on_sets_that_nobody_fitted() {
    let faster = (0..20)
        .filter(|seed| {
            let options = ["numbers=drawn"];
            let udgoap = Day::of("udgoap.motive", None, &options, *seed);
            let goap = Day::of("goap.motive", None, &options, *seed);
            udgoap.number("seconds") < goap.number("seconds")
        })
        .count();
    assert!(faster >= 18, "faster on {faster} of 20");
}

/// R-001-094: each ablation plays, and each differs from the whole.
#[test]
fn every_ablation_plays() {
    let whole = Day::udgoap();
    for mind in ["NoPassage", "NoSoft", "PerSecond"] {
        let day = Day::of("ablations.motive", Some(mind), &[], 0);
        assert!(!day.done.is_empty(), "{mind} does nothing");
        assert_ne!(day.done, whole.done, "{mind} makes no difference");
    }
    // Everything is done at a thing, and a walk alone serves no drive.
    let day = Day::of("ablations.motive", Some("ChainOfOne"), &[], 0);
    assert_eq!((day.number("finished"), day.number("actions")), (0.0, 0.0));
}

/// R-001-125: by utility gained per second the day is over sooner than by utility alone.
#[test]
fn gain_by_the_second_is_faster() {
    let day = Day::of("ablations.motive", Some("PerSecond"), &[], 0);
    assert_eq!(day.number("finished"), 1.0);
    assert!(day.number("seconds") < Day::udgoap().number("seconds"), "{}", day.number("seconds"));
}

/// The same seed gives the same day.
#[test]
fn a_day_can_be_had_again() {
    let day = |seed| Day::of("udgoap.motive", None, &["numbers=drawn"], seed).done;
    assert_eq!(day(5), day(5));
    assert_ne!(Numbers::drawn(5), Numbers::drawn(6));
}

/// R-001-067: a list of rules, a decision tree and a behaviour tree, each written by hand, bring the day to its end.
#[test]
fn rules_and_trees_bring_the_day_to_its_end() {
    for mind in ["Rules", "Decisions", "Tree"] {
        let day = Day::of("plain.motive", Some(mind), &[], 0);
        assert_eq!(day.number("finished"), 1.0, "{mind}: {:?}", day.done);
        assert!(day.number("seconds") < Day::goap().number("seconds"), "{mind}");
    }
}

/// A day of a tenant who plans for the lowest drive as STRIPS does, over the symbols of `goap.motive`: whether it came to its end, or what could not be planned.
fn day_by_strips(pick: Pick) -> Result<bool, String> {
    let mut world = find::<&str>("household", &[]).unwrap();
    let given = WorldVocabulary { vocabulary: world.vocabulary(), catalogue: world.catalogue() };
    let model = load(Beside.read("goap.motive", "").unwrap(), &given, &Beside).model.unwrap();
    let goap = model.mind(None).unwrap().goap.as_ref().unwrap().goap().clone();
    let mut memory = Memory::new(model.vocabulary.clone());
    let (mut plan, mut run) = (Vec::new(), 0);
    while !world.is_over() && world.time().tick < 3000 {
        world.ended(0, &mut |_, _| {
            plan.pop();
            run += 1;
        });
        world.perceive(0, &mut memory).unwrap();
        if plan.is_empty() {
            let Some(at) = goap.situations(&memory).into_iter().find(|at| !at.met) else { break };
            let found = strips(goap.problem(), &at.state, at.id, pick, &mut Budget::new(10_000));
            let found = found.ok_or_else(|| format!("no plan for {}", at.goal))?;
            if let Err(step) = goap.problem().check(&at.state, &found, at.id) {
                let command = goap.command(found[step], at.target, &memory).unwrap();
                return Err(format!("{}: {} cannot be done", at.goal, command.display(world.vocabulary())));
            }
            plan =
                found.iter().rev().map(|action| goap.command(*action, at.target, &memory).unwrap()).collect();
        }
        let Some(Command::Act { action, arguments }) = plan.last().cloned() else { break };
        let act =
            ActiveAction { run, action, arguments, phase: Phase::Continued, task: Holder(1), priority: 1.0 };
        world.act(0, &Decision { actions: vec![act], stopped: Vec::new() }).unwrap();
        world.step();
    }
    Ok(world.metrics().iter().any(|(name, number)| *name == "finished" && *number == 1.0))
}

/// R-001-067: STRIPS says what it could not plan: a meal has two needs, and the algorithm as it is printed looks after the first alone.
#[test]
fn strips_brings_the_day_to_its_end_or_says_what_it_cannot() {
    let (meal, snack) =
        ("fed: eat_meal(the_food) cannot be done", "fed: eat_snack(the_fridge) cannot be done");
    for (pick, stuck) in [(Pick::First, meal), (Pick::FewestUnmet, meal), (Pick::Cheapest, snack)] {
        assert_eq!(day_by_strips(pick), Err(stuck.to_owned()), "{pick:?}");
    }
}

#[test]
fn a_seed_gives_the_same_set_and_another_another() {
    assert_eq!(Numbers::drawn(3), Numbers::drawn(3));
    assert_ne!(Numbers::drawn(3), Numbers::drawn(4));
}

/// Unfitted houses have things anywhere: the mean distance from where a thing stands in the fitted house is what chance gives, not a metre.
#[test]
fn unfitted_houses_owe_nothing_to_the_fitted_one() {
    let fitted = Numbers::fitted();
    let (mut apart, mut count) = (0.0, 0);
    for seed in 0..200 {
        let numbers = Numbers::unfitted(seed);
        assert_eq!(numbers, Numbers::unfitted(seed));
        for (one, other) in numbers.places.iter().zip(fitted.places) {
            apart += f64::from((one.0 - other.0).hypot(one.1 - other.1));
            count += 1;
        }
    }
    let mean = apart / f64::from(count);
    assert!(mean > 4.0, "{mean} m from the fitted places on average");
}

/// Every drawn number lies in its range, and the whole range is drawn from.
#[test]
fn drawn_numbers_fill_their_ranges() {
    let (mut least, mut greatest) = (f64::MAX, f64::MIN);
    for seed in 0..500 {
        let gain = Numbers::drawn(seed).gain(0, Drive::Hygiene);
        (least, greatest) = (least.min(gain), greatest.max(gain));
    }
    assert!(least >= 55.0 && greatest <= 90.0, "{least} to {greatest}");
    assert!(least < 57.0 && greatest > 88.0, "{least} to {greatest}");
}
