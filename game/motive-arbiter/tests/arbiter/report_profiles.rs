//! Profiles: what they are made of, that every setting matters, and that what happens can be read and repeated.

use crate::report_common::pacman::{self, ghost_at, pill_at};
use crate::report_common::*;
use motive::arbiter::teleo::{Definition, Rule, Step};
use motive::arbiter::*;
use motive::kernel::trace::{Event, TaskEnd};
use motive::kernel::*;
use motive::machines::fsm::{self, Machine};

/// What comes of a scene under a profile, and under the same with one setting changed.
fn flip<T>(base: Profile, change: impl FnOnce(&mut Profile), scene: impl Fn(Profile) -> T) -> (T, T) {
    (scene(base.clone()), scene(with(base, change)))
}

fn doing(w: &Words, name: &str, action: &str) -> Definition {
    Definition::new(name).done_when(Condition::never()).rule(Rule::new("act").act(w.action(action), []))
}

fn settings(profile: &Profile) -> Vec<(&'static str, String)> {
    profile.settings()
}

fn setting(profile: &Profile, name: &str) -> String {
    let found = profile.settings().into_iter().find(|(known, _)| *known == name);
    found.map(|(_, value)| value).unwrap_or_else(|| panic!("no setting is called {name}"))
}

/// R-004-098
#[test]
fn the_named_profiles_are_those_of_the_tables() {
    let report = Profile::of_name("report2002").unwrap();
    let thesis = Profile::of_name("thesis2005").unwrap();
    let differing = [
        ("on_stuck", "Suspend", "Remove"),
        ("sharing", "ByQuantity", "ByAccess"),
        ("numbers", "AtLeast", "Exact"),
        ("infinite_shares", "true", "false"),
        ("preference_scoring", "Count", "Ranges"),
        ("negation", "Unknown", "Unavailable"),
        ("updates", "false", "true"),
        ("internal_actions", "false", "true"),
    ];
    for (name, of_report, of_thesis) in differing {
        assert_eq!((&*setting(&report, name), &*setting(&thesis, name)), (of_report, of_thesis), "{name}");
    }
    assert_eq!((report.filter, thesis.filter.threshold), (Filter::off(), Some(0.0)));
    let common = [
        ("resume", "Always"),
        ("stop_when_exhausted", "false"),
        ("max_runnable", "None"),
        ("persistence", "true"),
        ("multiple_actions", "true"),
        ("conflict_scope", "Pairwise"),
        ("distinct", "false"),
    ];
    for (name, value) in common {
        assert_eq!((&*setting(&report, name), &*setting(&thesis, name)), (value, value), "{name}");
    }
    assert_eq!((&*setting(&report, "tie"), &*setting(&report, "call_failure")), ("Oldest", "NextRule"));
}

/// R-004-098
#[test]
fn one_setting_overridden_is_one_setting_different() {
    let base = report();
    let changed = with(report(), |profile| profile.max_runnable = Some(2));
    let differences: Vec<_> = settings(&base)
        .into_iter()
        .zip(settings(&changed))
        .filter(|(one, other)| one != other)
        .map(|((name, before), (_, after))| (name, before, after))
        .collect();
    assert_eq!(differences, [("max_runnable", "None".into(), "Some(2)".into())]);
}

/// R-004-099: the settings that the tests below change, each on its own.
const SHOWN: &[&str] = &[
    "persistence",
    "exclusive",
    "shared_hold",
    "sharing",
    "numbers",
    "multi_value_match",
    "range_order",
    "preference_scoring",
    "negation",
    "tie",
    "divisible",
    "distinct",
    "infinite_shares",
    "clock",
    "strict_time",
    "call_failure",
    "filter",
    "updates",
    "on_stuck",
    "removal",
    "remembering",
    "tie_break",
    "max_runnable",
    "conflict_scope",
    "multiple_actions",
    "least_first",
    "resume",
    "suspended_keep",
    "suspended_cap",
    "suspended_age",
    "stop_when_exhausted",
    "internal_actions",
    "allocation",
    "commitment",
    "cycle_guard",
    "collect_notes",
    "show_actions",
    "goals_every",
    "tasks_every",
    "reuse",
];

/// R-004-099
#[test]
fn every_setting_is_shown_to_matter() {
    let names: Vec<_> = report().settings().into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, SHOWN);
}

/// Two tasks that each want a thing; which of them get it.
fn two(w: &Words, profile: Profile, high: Pattern, low: Pattern, thing: Thing) -> (Play, [bool; 2]) {
    let mut play = Cast::new(w, profile)
        .task("High", 20, w.taker("High", high))
        .task("Low", 10, w.taker("Low", low))
        .play()
        .seeing([thing]);
    play.step();
    let got = ["High", "Low"].map(|goal| !play.holdings(goal).is_empty());
    (play, got)
}

/// R-004-099: persistence
#[test]
fn persistence_matters() {
    let w = Words::new();
    let scene = |profile| {
        let wanted = w.a("gun").prefer(w.prop("Colour"), w.symbol("steel"));
        let mut play = Cast::new(&w, profile).task("Arm", 10, w.taker("Arm", wanted)).play();
        play.see(w.thing("pistol", "gun"));
        play.step();
        play.see(w.thing("launcher", "gun").with(w.prop("Colour"), w.symbol("steel")));
        play.step().join(" ")
    };
    let (on, off) = flip(motive(), |profile| profile.binding.persistence = false, scene);
    assert_eq!((&*on, &*off), ("take(pistol)", "take(launcher)"));
}

/// R-004-099: exclusive
#[test]
fn exclusive_use_matters() {
    let w = Words::new();
    let scene = |profile| two(&w, profile, w.a("item"), w.a("item"), w.thing("x1", "item")).1;
    let both = flip(motive(), |profile| profile.binding.exclusive = false, scene);
    assert_eq!(both, ([true, false], [true, true]));
}

/// R-004-099: shared_hold
#[test]
fn holding_a_thing_shared_matters() {
    let w = Words::new();
    let scene = |hold| {
        let profile = with(motive(), |profile| profile.binding.shared_hold = hold);
        let (play, got) = two(&w, profile, w.a("item").shared(), w.a("item"), w.thing("x1", "item"));
        let reported = play.events().iter().any(|event| matches!(event, Event::Overridden { .. }));
        (got[1], reported)
    };
    let scenes = [SharedHold::Deny, SharedHold::Warn, SharedHold::Ignore].map(scene);
    assert_eq!(scenes, [(false, false), (true, true), (true, false)]);
}

/// R-004-099: sharing
#[test]
fn what_decides_sharing_matters() {
    let w = Words::new();
    let scene =
        |profile| two(&w, profile, w.a("item").shared(), w.a("item").shared(), w.thing("x1", "item")).1;
    let both = flip(motive(), |profile| profile.binding.sharing = Sharing::ByQuantity, scene);
    assert_eq!(both, ([true, true], [true, false]));
}

/// R-004-099: numbers
#[test]
fn what_a_number_means_matters() {
    let w = Words::new();
    let rounds = w.prop("Ammunition");
    let scene = |profile| {
        w.bind(profile, w.a("gun").with(rounds, 20), vec![w.thing("pistol", "gun").with(rounds, 21)])
            .is_some()
    };
    assert_eq!(
        flip(motive(), |profile| profile.binding.number_match = NumberMatch::AtLeast, scene),
        (false, true)
    );
}

/// R-004-099: divisible
#[test]
fn whether_quantities_can_be_divided_matters() {
    let w = Words::new();
    let worth = w.prop("Worth");
    let scene = |profile| {
        let asks = || w.a("item").with(worth, 5);
        two(&w, profile, asks(), asks(), w.thing("x1", "item").divisible(worth, 20.0)).1
    };
    let both = flip(motive(), |profile| profile.binding.divisible = false, scene);
    assert_eq!(both, ([true, true], [true, false]), "who asks for a part gets the whole");
}

/// R-004-099: multi_value_match
#[test]
fn how_several_values_match_matters() {
    let w = Words::new();
    let scene = |profile| {
        let pickaxe = w.thing("Pickaxe1", "pickaxe").kind(w.kind("weapon"));
        w.bind(profile, w.a("weapon"), vec![pickaxe]).is_some()
    };
    assert_eq!(
        flip(motive(), |profile| profile.binding.multi_value_match = MultiValueMatch::Equals, scene),
        (true, false)
    );
}

/// R-004-099: range_order
#[test]
fn the_order_within_a_range_matters() {
    let w = Words::new();
    let worth = w.prop("Worth");
    let scene = |profile| {
        let things = vec![w.thing("x1", "item").with(worth, 6), w.thing("x2", "item").with(worth, 100)];
        w.bind(profile, w.a("item").prefer_within(worth, Range::soft(5.0, 10.0).highest()), things)
    };
    let both = flip(motive(), |profile| profile.binding.range_order = RangeOrder::ByNumber, scene);
    assert_eq!((both.0.as_deref(), both.1.as_deref()), (Some("x1"), Some("x2")));
}

/// R-004-099: preference_scoring
#[test]
fn how_preferences_count_matters() {
    let w = Words::new();
    let dist = w.prop("Dist");
    let scene = |preference_scoring| {
        let profile = with(report(), |profile| profile.binding.preference_scoring = preference_scoring);
        let at = |id, at: i32| w.thing(id, "item").with(dist, at);
        let wanted = w.a("item").prefer_within(dist, Range::new(0.0, 20.0).lowest());
        w.bind(profile, wanted, vec![at("x3", 30), at("x1", 9), at("x2", 2)]).unwrap_or_default()
    };
    let chosen = [PreferenceScoring::Ranges, PreferenceScoring::Count, PreferenceScoring::Off].map(scene);
    assert_eq!(chosen, ["x2", "x1", "x3"], "the best in the range; the first inside it; the oldest");
}

/// R-004-099: negation
#[test]
fn what_not_means_matters() {
    let w = Words::new();
    let scene = |profile| {
        let low = Definition::new("Low").done_when(not(w.a("item")));
        let mut play = Cast::new(&w, profile)
            .task("High", 20, w.taker("High", w.a("item")))
            .task("Low", 10, low)
            .play()
            .seeing([w.thing("x1", "item")]);
        play.step();
        play.ended("Low") == Some(TaskEnd::Achieved)
    };
    assert_eq!(
        flip(report(), |profile| profile.binding.negation = Negation::Unavailable, scene),
        (false, true)
    );
}

/// R-004-099: tie
#[test]
fn which_of_equals_is_taken_matters() {
    let w = Words::new();
    let scene = |profile: Profile| {
        let chosen = |seed| {
            let mut play = Cast::new(&w, profile.clone())
                .seed(seed)
                .task("Take", 10, w.taker("Take", w.a("item")))
                .play();
            play.see_all([w.thing("x1", "item"), w.thing("x2", "item")]);
            play.step().join("")
        };
        (0..20).any(|seed| chosen(seed) == "take(x2)")
    };
    assert_eq!(
        flip(report(), |profile| profile.binding.tie_break = BindingTieBreak::Drawn, scene),
        (false, true)
    );
}

/// R-004-099: distinct
#[test]
fn whether_two_variables_may_have_one_thing_matters() {
    let w = Words::new();
    let scene = |profile| {
        let rule = Rule::new("both").when(w.a("item").named("a")).when(w.a("item").named("b"));
        let program = Definition::new("P").done_when(Condition::never()).rule(rule.act(w.action("one"), []));
        let mut play = Cast::new(&w, profile).task("P", 10, program).play().seeing([w.thing("x1", "item")]);
        let alone = play.step().len();
        play.see(w.thing("x2", "item"));
        (alone, play.step().len())
    };
    assert_eq!(flip(report(), |profile| profile.binding.distinct = true, scene), ((1, 1), (0, 1)));
}

/// R-004-099: infinite_shares
#[test]
fn whether_the_infinite_is_shared_matters() {
    let w = Words::new();
    let scene = |profile| {
        let stairs = w.thing("Stairs1", "stairs").with(w.prop("Number"), f64::INFINITY);
        two(&w, profile, w.a("stairs"), w.a("stairs"), stairs).1
    };
    let both = flip(report(), |profile| profile.binding.infinite_shares = false, scene);
    assert_eq!(both, ([true, true], [true, false]));
}

/// R-004-099: clock
#[test]
fn whether_there_is_a_clock_matters() {
    let w = Words::new();
    let clock = (w.kind("time"), w.prop("TIME"));
    let scene = |profile| {
        let things = vec![w.mortal("clock", "time").with(w.prop("TIME"), 45), w.thing("x1", "item")];
        w.bind(profile, w.a("item").for_seconds(60.0), things).is_some()
    };
    assert_eq!(flip(report(), |profile| profile.binding.clock = Some(clock), scene), (true, false));
}

/// R-004-099: strict_time
#[test]
fn strictness_about_time_matters() {
    let w = Words::new();
    let scene = |profile| {
        let short = w.mortal("YellowEco", "eco").with(w.prop("TIME"), 30);
        let mut play = Cast::new(&w, profile)
            .task("Take", 10, w.taker("Take", w.a("eco").for_seconds(f64::INFINITY)))
            .play()
            .seeing([short]);
        let first = play.step().len();
        play.set("YellowEco", "TIME", f64::INFINITY);
        (first, play.step().len())
    };
    assert_eq!(flip(report(), |profile| profile.binding.strict_time = true, scene), ((1, 1), (0, 1)));
}

/// R-004-099: call_failure
#[test]
fn the_result_of_a_failed_call_matters() {
    let w = Words::new();
    let scene = |failure| {
        let profile = with(report(), |profile| profile.binding.call_failure = failure);
        let caller = Definition::new("Caller")
            .done_when(Condition::never())
            .rule(Rule::new("call").act(w.action("one"), []).step(Step::call("Callee", [])))
            .rule(Rule::new("else").act(w.action("two"), []));
        let callee = Definition::new("Callee").rule(w.take(w.a("item")));
        Cast::new(&w, profile).task("Caller", 10, caller).program(callee).play().step().join("")
    };
    let done = [CallFailure::NextRule, CallFailure::Nothing, CallFailure::Task].map(scene);
    assert_eq!(done, ["two()", "one()", ""]);
}

/// R-004-099: filter
#[test]
fn the_filter_matters() {
    let w = Words::new();
    let scene = |profile| Cast::new(&w, profile).task("A", 10, doing(&w, "A", "one")).play().step().len();
    assert_eq!(flip(report(), |profile| profile.filter = Filter::above(10.0), scene), (1, 0));
    assert_eq!(flip(report(), |profile| profile.filter = Filter::from(10.0), scene), (1, 1));
}

/// R-004-099: updates
#[test]
fn whether_priorities_follow_matters() {
    let w = Words::new();
    let scene = |profile| {
        let goal = Goal::achieve("A", "A").updated(Condition::always(), w.own("health"));
        let mut play = Cast::new(&w, profile).goal(goal).program(doing(&w, "A", "one")).play();
        [10, 80].map(|health| {
            play.set_own("health", health);
            play.step();
            play.priority("A").unwrap_or(0.0)
        })
    };
    assert_eq!(flip(report(), |profile| profile.updates = true, scene), ([10.0, 10.0], [10.0, 80.0]));
}

/// R-004-099: on_stuck
#[test]
fn the_treatment_of_stuck_tasks_matters() {
    let w = Words::new();
    let scene = |profile| {
        let mut play = Cast::new(&w, profile).once("Take", 10.0, w.taker("Take", w.a("item"))).play();
        play.step();
        play.state("Take")
    };
    let both = flip(report(), |profile| profile.on_stuck = OnStuck::Remove, scene);
    assert_eq!(both, (Some(TaskState::Suspended), None));
}

/// R-004-099: removal
#[test]
fn when_a_task_leaves_matters() {
    let w = Words::new();
    let scene = |profile| {
        let done = Definition::new("Done").done_when(Condition::always());
        let mut play = Cast::new(&w, profile).task("Done", 10, done).play();
        let mut started = 0;
        for _ in 0..4 {
            play.step();
            started +=
                play.events().iter().filter(|event| matches!(event, Event::TaskStarted { .. })).count();
        }
        started
    };
    assert_eq!(flip(motive(), |profile| profile.removal = Removal::NextTick, scene), (4, 2));
}

/// R-004-099: remembering
#[test]
fn for_whom_a_variable_is_remembered_matters() {
    let w = Words::new();
    let scene = |profile: Profile| {
        let profile = with(profile, |profile| profile.binding.tie_break = BindingTieBreak::Oldest);
        let mut play = Cast::new(&w, profile)
            .goal(Goal::achieve("High", "High").when(w.flag("a"), 90))
            .program(Definition::new("High").done_when(!w.flag("a")).rule(w.take(w.a("item"))))
            .task("Low", 20, w.taker("Low", w.a("item")))
            .play()
            .seeing([w.thing("x1", "item"), w.thing("x2", "item")]);
        play.set_own("a", true);
        assert_eq!(play.step(), ["take(x1)", "take(x2)"]);
        play.set_own("a", false);
        play.step().join(" ")
    };
    let (task, agent) = flip(motive(), |profile| profile.remembering = Remembering::PerAgent, scene);
    assert_eq!((&*task, &*agent), ("take(x2)", "take(x1)"), "its own, or what the other called by that name");
}

/// R-004-099: tie_break
#[test]
fn which_of_equal_tasks_comes_first_matters() {
    let w = Words::new();
    let leaders = |tie_break| {
        let profile = with(motive(), |profile| profile.tie_break = tie_break);
        let mut play = Cast::new(&w, profile)
            .task("A", 50, doing(&w, "A", "one"))
            .task("B", 50, doing(&w, "B", "two"))
            .play();
        (0..20).map(|_| play.step().swap_remove(0)).collect::<Vec<_>>()
    };
    let only = |action: &str| vec![format!("{action}()"); 20];
    assert_eq!(leaders(TieBreak::OldestFirst), only("one"));
    assert_eq!(leaders(TieBreak::NewestFirst), only("two"));
    let alternating = leaders(TieBreak::Alternate);
    assert!(alternating.windows(2).all(|pair| pair[0] != pair[1]), "{alternating:?}");
    let drawn = leaders(TieBreak::Drawn);
    assert!(
        drawn.windows(2).any(|pair| pair[0] != pair[1]) && drawn.windows(2).any(|pair| pair[0] == pair[1])
    );
}

/// Two tasks that do different things.
fn pair(w: &Words, profile: Profile) -> Cast {
    Cast::new(w, profile).task("A", 20, doing(w, "A", "one")).task("B", 10, doing(w, "B", "two"))
}

/// R-004-099: max_runnable
#[test]
fn the_limit_on_tasks_matters() {
    let w = Words::new();
    let scene = |profile| pair(&w, profile).play().step().len();
    assert_eq!(flip(report(), |profile| profile.max_runnable = Some(1), scene), (2, 1));
}

/// R-004-099: conflict_scope
#[test]
fn the_scope_of_conflicts_matters() {
    let w = Words::new();
    let (a, b, c) = (w.action("one"), w.action("two"), w.action("three"));
    let scene = |profile| {
        let cast = pair(&w, profile).task("C", 5, doing(&w, "C", "three"));
        cast.with(move |character| character.conflict(a, b).conflict(b, c)).play().step().len()
    };
    assert_eq!(flip(report(), |profile| profile.conflict_scope = ConflictScope::Greedy, scene), (1, 2));
}

/// R-004-099: multiple_actions
#[test]
fn whether_several_actions_are_done_matters() {
    let w = Words::new();
    let scene = |profile| pair(&w, profile).play().step().len();
    assert_eq!(flip(report(), |profile| profile.multiple_actions = false, scene), (2, 1));
}

/// R-004-099: least_first
#[test]
fn the_order_of_actions_matters() {
    let w = Words::new();
    let scene = |profile| pair(&w, profile).play().step().join(" ");
    let (most, least) = flip(report(), |profile| profile.least_first = true, scene);
    assert_eq!((&*most, &*least), ("one() two()", "two() one()"));
}

/// R-004-099: resume
#[test]
fn when_tasks_come_back_matters() {
    let w = Words::new();
    let scene = |profile: Profile| {
        let profile = with(profile, |profile| profile.reuse = false);
        let mut play = Cast::new(&w, profile).once("Take", 10.0, w.taker("Take", w.a("item"))).play();
        play.step();
        let resumed = |event: &&Event| matches!(event, Event::TaskResumed { .. });
        let count = |play: &mut Play| {
            play.step();
            play.events().iter().filter(resumed).count()
        };
        (0..5).map(|_| count(&mut play)).sum::<usize>()
    };
    assert_eq!(flip(report(), |profile| profile.resume = ResumeGate::OnChange, scene), (5, 0));
}

/// R-004-099: suspended_keep
#[test]
fn whether_suspended_tasks_keep_things_matters() {
    let w = Words::new();
    let scene = |profile| {
        let both = Definition::new("High")
            .done_when(Condition::never())
            .rule(Rule::new("both").when(w.a("gun")).when(w.a("money")).act(w.action("one"), []));
        let mut play = Cast::new(&w, profile)
            .task("High", 90, both)
            .task("Low", 20, w.taker("Low", w.a("gun")))
            .play()
            .seeing([w.thing("pistol", "gun"), w.thing("Gold1", "money")]);
        assert_eq!(play.step(), ["one()"]);
        play.lose("Gold1");
        let first = play.step().join(" ");
        (first, play.step().join(" "))
    };
    let (gives_up, keeps) = flip(report(), |profile| profile.suspended_keep = true, scene);
    assert_eq!(gives_up, ("take(pistol)".into(), "take(pistol)".into()));
    assert_eq!(keeps, (String::new(), String::new()));
}

/// R-004-099: suspended_cap
#[test]
fn how_many_tasks_may_be_suspended_matters() {
    let w = Words::new();
    let scene = |profile| {
        let take = |name| w.taker(name, w.a("item"));
        let mut play =
            Cast::new(&w, profile).once("Low", 10.0, take("Low")).once("High", 20.0, take("High")).play();
        play.step();
        (play.goals(), play.ended("Low"))
    };
    let (all, some) = flip(report(), |profile| profile.suspended_cap = Some(1), scene);
    assert_eq!(all, (vec!["High".into(), "Low".into()], None));
    assert_eq!(some, (vec!["High".into()], Some(TaskEnd::Expired)));
}

/// R-004-099: suspended_age
#[test]
fn how_long_tasks_may_be_suspended_matters() {
    let w = Words::new();
    let scene = |profile| {
        let mut play = Cast::new(&w, profile).once("Take", 10.0, w.taker("Take", w.a("item"))).play();
        play.see(w.thing("x1", "item"));
        for _ in 0..5 {
            assert_eq!(play.step(), ["take(x1)"]);
        }
        play.lose("x1");
        (1..10).find(|_| {
            play.step();
            play.ended("Take") == Some(TaskEnd::Expired)
        })
    };
    assert_eq!(flip(report(), |profile| profile.suspended_age = Some(3), scene), (None, Some(3)));
}

/// R-004-099: stop_when_exhausted
#[test]
fn stopping_when_nothing_is_free_matters() {
    let w = Words::new();
    let scene = |profile| {
        let mut play = Cast::new(&w, profile)
            .task("High", 90, w.taker("High", w.a("item")))
            .task("Low", 20, doing(&w, "Low", "one"))
            .play()
            .seeing([w.thing("x1", "item")]);
        play.step().len()
    };
    assert_eq!(flip(report(), |profile| profile.stop_when_exhausted = true, scene), (2, 1));
}

/// R-004-099: internal_actions
#[test]
fn whether_programs_may_write_to_memory_matters() {
    let w = Words::new();
    let scene = |profile| {
        let rule = Rule::new("jot").step(Step::note(w.kind("mark"), [])).act(w.action("one"), []);
        let program = Definition::new("P").done_when(Condition::never()).rule(rule);
        let mut play = Cast::new(&w, profile).task("P", 10, program).play();
        assert_eq!(play.step(), ["one()"]);
        play.agent.memory().len()
    };
    assert_eq!(flip(report(), |profile| profile.internal_actions = true, scene), (0, 1));
}

/// R-004-099: allocation
#[test]
fn how_things_are_allocated_matters() {
    let w = Words::new();
    let scene = |profile| {
        let mut play = Cast::new(&w, profile)
            .task("Bribe", 80, w.taker("Bribe", w.a("gem")))
            .task("Unicorn", 40, w.taker("Unicorn", w.a("ruby")))
            .play()
            .seeing([
                w.thing("ruby1", "ruby").kind(w.kind("gem")),
                w.thing("emerald1", "emerald").kind(w.kind("gem")),
            ]);
        play.step().join(" ")
    };
    let (greedy, most) = flip(report(), |profile| profile.allocation = Allocation::MostTasks, scene);
    assert_eq!((&*greedy, &*most), ("take(ruby1)", "take(emerald1) take(ruby1)"));
}

/// R-004-099: commitment
#[test]
fn commitment_matters() {
    let w = Words::new();
    let scene = |profile| {
        let act = |name: &str, action: &str| {
            let rule = Rule::new("act").when(w.a("item")).act(w.action(action), []);
            Definition::new(name).done_when(Condition::never()).rule(rule)
        };
        let mut play = Cast::new(&w, profile)
            .task("A", 50, act("A", "one"))
            .goal(Goal::achieve("B", "B").when(w.flag("a"), 51))
            .program(act("B", "two"))
            .play()
            .seeing([w.thing("x1", "item")]);
        play.set_own("a", false);
        play.step();
        play.set_own("a", true);
        play.step().join(" ")
    };
    let (fickle, steady) = flip(report(), |profile| profile.commitment = 5.0, scene);
    assert_eq!((&*fickle, &*steady), ("two()", "one()"));
}

/// R-004-099: cycle_guard
#[test]
fn the_guard_against_cycles_matters() {
    let w = Words::new();
    let scene = |profile| {
        let wanted = |name: &str, priority| Goal::achieve(name, name).updated(Condition::always(), priority);
        let mut play = Cast::new(&w, profile)
            .goal(wanted("A", Expr::from(50) + w.own("health")))
            .goal(wanted("B", Expr::from(50) - w.own("health")))
            .program(doing(&w, "A", "one"))
            .program(doing(&w, "B", "two"))
            .play();
        let mut leaders = Vec::new();
        for tick in 0..20 {
            play.set_own("health", if tick % 2 == 0 { 10 } else { -10 });
            leaders.push(play.step().swap_remove(0));
        }
        leaders.windows(2).filter(|pair| pair[0] != pair[1]).count()
    };
    let (without, with_guard) =
        flip(motive(), |profile| profile.cycle_guard = Some(CycleGuard::default()), scene);
    assert_eq!(without, 19, "they take turns without end");
    assert!(with_guard < 10, "{with_guard}");
}

/// R-004-099: collect_notes
#[test]
fn whether_notes_are_collected_matters() {
    let w = Words::new();
    let scene = |profile| {
        let program = Definition::new("P")
            .done_when(Condition::exists(w.a("mark")))
            .rule(Rule::new("jot").step(Step::note(w.kind("mark"), [])));
        let mut play = Cast::new(&w, profile).once("P", 10.0, program).play();
        play.step();
        assert_eq!(play.agent.memory().len(), 1);
        play.step();
        play.agent.memory().len()
    };
    assert_eq!(flip(motive(), |profile| profile.collect_notes = false, scene), (0, 1));
}

/// R-004-099: show_actions
#[test]
fn whether_actions_are_shown_matters() {
    let mut names = Vocabulary::new();
    let climb = names.latched("climb", 0);
    let names = names.finish().unwrap();
    let action = names.builtin().action;
    let shown = |profile: Profile, looks: Condition| {
        let machine = Machine::new("Up")
            .state(fsm::State::new("climb").act(climb, vec![]).to("rest", looks))
            .state(fsm::State::new("rest"))
            .build(&names)
            .unwrap();
        let character = Character::new(names.clone())
            .profile(profile)
            .goal(Goal::maintain("up", "Up").always(1))
            .program(machine)
            .build()
            .unwrap();
        let mut agent = Agent::new(Memory::new(names.clone()), Arbiter::new(character), 1, 0);
        agent.tick(Time::of_tick(0, 100_000));
        agent.memory().len()
    };
    let hide = |profile: &mut Profile| profile.show_actions = false;
    assert_eq!(flip(motive(), hide, |profile| shown(profile, Condition::never())), (1, 0));
    let two = || Condition::exists(Pattern::of(action).with(names.builtin().run, 2));
    assert_eq!(flip(motive(), hide, |profile| shown(profile, two())), (1, 1), "somebody looks");
}

/// The first tick in which an agent acts, if what makes it act is there from tick 1 on.
fn first_act(play: &mut Play) -> Option<usize> {
    play.set_own("a", false);
    (0..5).find(|tick| {
        play.set_own("a", *tick >= 1);
        !play.step().is_empty()
    })
}

/// R-004-099: goals_every
#[test]
fn how_often_goals_are_evaluated_matters() {
    let w = Words::new();
    let scene = |profile| {
        let goal = Goal::achieve("A", "A").when(w.flag("a"), 10);
        first_act(&mut Cast::new(&w, profile).goal(goal).program(doing(&w, "A", "one")).play())
    };
    assert_eq!(flip(report(), |profile| profile.goals_every = 3, scene), (Some(1), Some(3)));
}

/// R-004-099: tasks_every
#[test]
fn how_often_tasks_are_run_matters() {
    let w = Words::new();
    let scene = |profile| {
        let rule = Rule::new("act").when(w.flag("a")).act(w.action("one"), []);
        let program = Definition::new("A").done_when(Condition::never()).rule(rule);
        first_act(&mut Cast::new(&w, profile).task("A", 10, program).play())
    };
    assert_eq!(flip(report(), |profile| profile.tasks_every = 2, scene), (Some(1), Some(2)));
}

/// R-004-099: reuse. The decisions are the same, the work is not.
#[test]
fn reuse_saves_work() {
    let w = Words::new();
    let scene = |profile| {
        let mut play = case_a(&w, profile);
        let decisions: Vec<_> = (0..5).map(|_| play.step()).collect();
        (decisions, play.work() > 0)
    };
    let ((reused, works), (afresh, works_afresh)) = flip(report(), |profile| profile.reuse = false, scene);
    assert_eq!(reused, afresh);
    assert!(!works && works_afresh);
}

/// The row of a table that a trace tells: each task with its rule and what it got, what was proposed, who was suspended.
fn row(events: &[Event], names: &Vocabulary) -> Vec<String> {
    let mut goals: Vec<(u64, String)> = Vec::new();
    let mut told = Vec::new();
    for event in events {
        if let Event::TaskStarted { task, goal, .. } = event {
            goals.push((*task, goal.to_string()));
        }
        let goal = |task: &u64| goals.iter().find(|(number, _)| number == task).map_or("?", |(_, goal)| goal);
        match event {
            Event::TaskRun { task, priority } => told.push(format!("{} {priority}", goal(task))),
            Event::RuleFailed { rule, part, .. } => told.push(format!("rule {rule} fails in part {part}")),
            Event::RuleFired { rule, .. } => told.push(format!("rule {rule}")),
            Event::Bound { name: Some(name), id, .. } => told.push(format!("{name} = {}", id.display(names))),
            Event::Proposed { command, fate, .. } => told.push(format!("{command}: {fate:?}")),
            Event::TaskSuspended { task } => told.push(format!("{} suspended", goal(task))),
            _ => {}
        }
    }
    told
}

fn case_a(w: &Words, profile: Profile) -> Play {
    pacman::agent(w, profile).play().seeing([
        ghost_at(w, "g1", 7.0, false),
        pill_at(w, "p2", 15.0),
        pill_at(w, "p1", 4.0),
        w.thing("f1", "fruit"),
        w.thing("d1", "dot"),
        w.thing("d2", "dot"),
    ])
}

const ROW_A: [&str; 21] = [
    "GetAwayFromGhosts 90",
    "rule 0 fails in part 0",
    "rule 1",
    "Ghost1 = g1",
    "PowerPill1 = p1",
    "EatBlueGhosts 50",
    "rule 0 fails in part 1",
    "rule 1 fails in part 0",
    "rule 2",
    "PowerPill1 = p2",
    "EatFruit 50",
    "rule 0 fails in part 0",
    "rule 1",
    "food = f1",
    "EatDots 20",
    "rule 0 fails in part 0",
    "rule 1",
    "food = d1",
    "toward(p1): Kept",
    "toward(p2): Kept",
    "toward(f1): Kept",
];

/// R-004-100
#[test]
fn the_trace_tells_the_row_of_the_table() {
    let w = Words::new();
    let mut play = case_a(&w, report());
    play.step();
    let told = row(play.events(), &w.0);
    assert_eq!(told[..21], ROW_A);
    assert_eq!(told[21..], ["toward(d1): Kept"], "nobody is suspended");
}

/// R-004-100: as data.
#[cfg(feature = "serde")]
#[test]
fn the_trace_as_text_tells_the_same() {
    let w = Words::new();
    let mut play = case_a(&w, report());
    play.step();
    let text = serde_json::to_string(play.events()).unwrap();
    let read: Vec<Event> = serde_json::from_str(&text).unwrap();
    assert_eq!(row(&read, &w.0)[..21], ROW_A);
    let data: serde_json::Value = serde_json::from_str(&text).unwrap();
    let kinds: Vec<&str> = data
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|event| event.as_object()?.keys().next())
        .map(String::as_str)
        .collect();
    for kind in [
        "Tick",
        "GoalMade",
        "TaskStarted",
        "TaskRun",
        "RuleFailed",
        "RuleFired",
        "Bound",
        "Proposed",
        "Decided",
    ] {
        assert!(kinds.contains(&kind), "{kind} is missing");
    }
}

/// A thousand cycles of a maze in which everything moves by chance.
fn long_game(w: &Words, seed: u64) -> String {
    let profile = with(report(), |profile| profile.binding.tie_break = BindingTieBreak::Drawn);
    let mut play = pacman::agent(w, profile).seed(seed).play();
    let mut told = String::new();
    for cycle in 0..1_000 {
        // The maze is the same whatever the agent's seed.
        let chance = KeyedRng::new(7, 0, cycle);
        let dist = |place| (chance.fraction(place) * 20.0).floor();
        for (place, id) in (0..).zip(["g1", "g2"]) {
            play.see(ghost_at(w, id, dist(place), chance.at(place + 10).is_multiple_of(3)));
        }
        for (place, (id, kind)) in (20..).zip([
            ("p1", "powerpill"),
            ("p2", "powerpill"),
            ("f1", "fruit"),
            ("d1", "dot"),
            ("d2", "dot"),
        ]) {
            if chance.at(place).is_multiple_of(2) {
                play.see(w.thing(id, kind).with(w.prop("Dist"), dist(place)));
            } else {
                play.agent.memory_mut().remove(w.id(id));
            }
        }
        play.step();
        told.push_str(&format!("{:?}\n", play.events()));
    }
    told
}

/// R-004-101
#[test]
fn a_thousand_cycles_replay_to_the_byte() {
    let w = Words::new();
    let first = long_game(&w, 1);
    assert!(first.len() > 100_000);
    assert_eq!(first, long_game(&w, 1));
    assert_ne!(first, long_game(&w, 2), "only the agent's draws differ");
}

/// R-004-102: worlds depend on the library, never the other way round.
#[test]
fn the_library_knows_no_world() {
    let manifest = include_str!("../../Cargo.toml");
    let dependencies =
        manifest.split("[dependencies]").nth(1).and_then(|rest| rest.split("\n[").next()).unwrap();
    let names: Vec<_> = dependencies
        .lines()
        .filter_map(|line| line.split(['.', ' ', '=']).next())
        .filter(|name| !name.is_empty() && !name.starts_with('#'))
        .collect();
    assert!(names.contains(&"thiserror"));
    assert!(!names.contains(&"motive-worlds"), "{names:?}");
}
