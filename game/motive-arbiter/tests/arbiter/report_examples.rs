//! The worked examples of the 2002 report with their numbers.

use crate::report_common::pacman::{self, ghost_at, pill_at};
use crate::report_common::*;
use motive::arbiter::teleo::{Definition, Rule, Step};
use motive::arbiter::*;
use motive::kernel::trace::TaskEnd;
use motive::kernel::*;

/// Which rule of a program, run alone, runs with these things in memory.
fn rule_that_runs(w: &Words, program: Definition, things: Vec<Thing>) -> String {
    let mut play = Cast::new(w, report()).task("Goal", 50, program).play();
    things.into_iter().for_each(|thing| play.see(thing));
    play.step();
    if play.ended("Goal") == Some(TaskEnd::Achieved) {
        return "r0".into();
    }
    let task = play.agent.mind().tasks().next();
    task.and_then(|task| task.current.map(str::to_owned)).unwrap_or_else(|| "none".into())
}

/// E-1
#[test]
fn the_plain_programs_of_pacman_choose_the_rules_of_the_walk_through() {
    let w = Words::new();
    let (dist, blue, toward) = (w.prop("Dist"), w.prop("Blue"), w.action("toward"));
    let near = |pattern: Pattern| pattern.where_is(dist, Comparison::Less, 10);
    let threat = || near(w.a("ghost").named("ghost").with(blue, false));
    let escape = || {
        Definition::new("Escape from Ghosts")
            .done_when(not(near(w.a("ghost"))) | not(w.a("ghost").with(blue, false)))
            .rule(
                Rule::new("r1")
                    .when(threat())
                    .when(near(w.a("powerpill").named("pill")))
                    .act(toward, [Expr::var("pill")]),
            )
            .rule(Rule::new("r2").when(threat()).act(w.action("away"), [Expr::var("ghost")]))
    };
    let ghost = |at, is_blue| ghost_at(&w, "g1", at, is_blue);
    let pill = |at| pill_at(&w, "p1", at);
    assert_eq!(rule_that_runs(&w, escape(), vec![]), "r0");
    assert_eq!(rule_that_runs(&w, escape(), vec![ghost(10.0, false)]), "r0");
    assert_eq!(rule_that_runs(&w, escape(), vec![ghost(3.0, true)]), "r0");
    assert_eq!(rule_that_runs(&w, escape(), vec![ghost(7.0, false), pill(4.0)]), "r1");
    assert_eq!(rule_that_runs(&w, escape(), vec![ghost(7.0, false), pill(15.0)]), "r2");

    let eat_blue = || pacman::eat_blue(&w);
    assert_eq!(rule_that_runs(&w, eat_blue(), vec![ghost(7.0, false)]), "r0");
    assert_eq!(rule_that_runs(&w, eat_blue(), vec![ghost(7.0, true), pill(4.0)]), "Rule1");
    assert_eq!(rule_that_runs(&w, eat_blue(), vec![ghost(7.0, false), pill(4.0)]), "Rule2");

    for (kind, id) in [("dot", "d1"), ("fruit", "f1")] {
        let eat = || pacman::eat(&w, "Eat", kind);
        assert_eq!(rule_that_runs(&w, eat(), vec![]), "r0");
        assert_eq!(rule_that_runs(&w, eat(), vec![w.thing(id, kind)]), "Rule1");
    }
}

/// E-2, R-004-059: the goals are built, not parsed.
#[test]
fn the_goals_of_pacman_find_their_programs_by_what_is_to_be_reached() {
    let w = Words::new();
    let wanted = |name, reach: Condition, priority| {
        Goal::new(name, GoalMode::Achieve, Pursuit::Condition(reach)).always(priority)
    };
    let no_blue = || not(pacman::blue(&w, w.a("ghost").named("Ghost1").for_seconds(f64::INFINITY), true));
    // The report's goal leaves out the power pills; R-004-067 shows what becomes of it.
    let repaired = no_blue() & not(w.a("powerpill"));
    let mut play = Cast::new(&w, report())
        .goal(wanted("GetAwayFromGhosts", pacman::safe(&w, "Ghost1"), 90))
        .goal(wanted("EatBlueGhosts", repaired, 50))
        .goal(wanted("EatFruit", not(w.a("fruit").named("Fruit1")), 50))
        .goal(wanted("EatDots", not(w.a("dot").named("Dot1")), 20))
        .program(pacman::escape(&w))
        .program(pacman::eat_blue(&w))
        .program(pacman::eat(&w, "FruitProgram", "fruit"))
        .program(pacman::eat(&w, "DotProgram", "dot"))
        .play()
        .seeing([
            ghost_at(&w, "g1", 7.0, false),
            pill_at(&w, "p1", 4.0),
            pill_at(&w, "p2", 15.0),
            w.thing("f1", "fruit"),
            w.thing("d1", "dot"),
        ]);
    play.step();
    let tasks: Vec<_> =
        play.agent.mind().tasks().map(|task| (task.goal, task.priority, task.program)).collect();
    assert_eq!(
        tasks,
        [
            ("GetAwayFromGhosts", 90.0, "EscapeFromGhosts"),
            ("EatBlueGhosts", 50.0, "EatBlueGhosts"),
            ("EatFruit", 50.0, "FruitProgram"),
            ("EatDots", 20.0, "DotProgram"),
        ]
    );
}

/// E-3: what the plain program required, "nearby", is now preferred.
#[test]
fn a_far_pill_is_chased_when_no_near_one_exists() {
    let w = Words::new();
    let chased = |pills: Vec<Thing>| {
        let mut play = Cast::new(&w, report()).task("Escape", 90, pacman::escape(&w)).play();
        play.see(ghost_at(&w, "g1", 7.0, false));
        pills.into_iter().for_each(|pill| play.see(pill));
        play.step()
    };
    assert_eq!(chased(vec![pill_at(&w, "p2", 15.0), pill_at(&w, "p1", 4.0)]), ["toward(p1)"]);
    assert_eq!(chased(vec![pill_at(&w, "p2", 15.0)]), ["toward(p2)"]);
    assert_eq!(chased(vec![]), ["away(g1)"]);
}

fn case_a(w: &Words) -> [Thing; 6] {
    [
        ghost_at(w, "g1", 7.0, false),
        pill_at(w, "p2", 15.0),
        pill_at(w, "p1", 4.0),
        w.thing("f1", "fruit"),
        w.thing("d1", "dot"),
        w.thing("d2", "dot"),
    ]
}

const PACMAN: [&str; 4] = ["GetAwayFromGhosts", "EatBlueGhosts", "EatFruit", "EatDots"];

/// E-4 a, R-004-087, R-004-091
#[test]
fn four_tasks_propose_at_once_and_all_is_done() {
    let w = Words::new();
    let mut play = pacman::agent(&w, report()).play().seeing(case_a(&w));
    assert_eq!(play.step(), ["toward(p1)", "toward(p2)", "toward(f1)", "toward(d1)"]);
    assert!(PACMAN.iter().all(|goal| play.state(goal) == Some(TaskState::Active)));
}

/// E-4 a
#[test]
fn if_movements_conflict_only_the_escape_survives() {
    let w = Words::new();
    let toward = w.action("toward");
    let mut play = pacman::agent(&w, report())
        .with(move |character| character.conflict(toward, toward))
        .play()
        .seeing(case_a(&w));
    assert_eq!(play.step(), ["toward(p1)"]);
    assert_eq!(play.proposed().len(), 4);
}

/// E-4 b, R-004-045
#[test]
fn a_pill_that_another_task_has_still_exists() {
    let w = Words::new();
    let played = |profile| {
        let mut play = pacman::agent(&w, profile).play().seeing([
            ghost_at(&w, "g1", 7.0, false),
            pill_at(&w, "p1", 4.0),
            w.thing("d1", "dot"),
        ]);
        assert_eq!(play.step(), ["toward(p1)", "toward(d1)"]);
        assert_eq!(play.ended("EatFruit"), Some(TaskEnd::Achieved));
        (play.state("EatBlueGhosts"), play.ended("EatBlueGhosts"))
    };
    assert_eq!(played(report()), (Some(TaskState::Suspended), None));
    let availability = with(report(), |profile| profile.binding.negation = Negation::Unavailable);
    assert_eq!(played(availability), (None, Some(TaskEnd::Achieved)), "wrongly finished");
}

/// E-4 c, R-004-051
#[test]
fn a_gap_in_the_rules_suspends_the_task_and_the_trace_says_why() {
    let w = Words::new();
    let case = |profile| {
        pacman::agent(&w, profile).play().seeing([
            ghost_at(&w, "g1", 5.0, true),
            ghost_at(&w, "g2", 20.0, false),
            w.thing("d1", "dot"),
        ])
    };
    let mut play = case(report());
    assert_eq!(play.step(), ["toward(g1)", "toward(d1)"]);
    assert_eq!(play.state("GetAwayFromGhosts"), Some(TaskState::Suspended));
    let failures = play.failures("GetAwayFromGhosts");
    let unknown = trace::ConditionFailure::Unknown;
    assert_eq!(failures, [(0, 0, trace::ConditionFailure::False), (1, 0, unknown.clone()), (2, 0, unknown)]);

    // Under the thesis' rules "no ghost that is not blue" holds while none can be had; here one can, so it is removed.
    let mut play = case(motive());
    play.step();
    assert_eq!(play.ended("GetAwayFromGhosts"), Some(TaskEnd::Stuck));
}

/// E-4 d, R-004-037
#[test]
fn a_rule_that_fails_leaves_its_ghost_to_the_next_rule() {
    let w = Words::new();
    let mut play = pacman::agent(&w, report()).play().seeing([ghost_at(&w, "g1", 9.99, false)]);
    assert_eq!(play.step(), ["away(g1)"]);
    for goal in &PACMAN[1..] {
        assert_eq!(play.ended(goal), Some(TaskEnd::Achieved), "{goal}");
    }
}

/// E-4 e, R-004-070
#[test]
fn a_ghost_at_exactly_ten_is_no_threat() {
    let w = Words::new();
    let mut play = pacman::agent(&w, report()).play().seeing([ghost_at(&w, "g1", 10.0, false)]);
    assert_eq!(play.step(), [""; 0]);
    assert_eq!(play.ended("GetAwayFromGhosts"), Some(TaskEnd::Achieved));
    assert_eq!(play.state("GetAwayFromGhosts"), None);
}

/// E-4 f
#[test]
fn blue_ghosts_are_no_threat_but_a_meal() {
    let w = Words::new();
    let ghosts = [ghost_at(&w, "g1", 3.0, true), ghost_at(&w, "g2", 30.0, true)];
    let mut play = pacman::agent(&w, report()).play().seeing(ghosts);
    assert_eq!(play.step(), ["toward(g1)"]);
    assert_eq!(play.ended("GetAwayFromGhosts"), Some(TaskEnd::Achieved));
}

/// E-5: the structures, and what answers which request.
#[test]
fn the_things_of_section_four_answer_the_requests_of_the_text() {
    let w = Words::new();
    let (number, location, ammunition) = (w.prop("Number"), w.prop("Location"), w.prop("Ammunition"));
    let gets = |pattern, things| w.bind(report(), pattern, things);
    let at = |x: i32, y: i32| [Value::from(x), Value::from(y)];

    let health = || w.thing("Health1", "Health").with(w.prop("HealthPts"), 20);
    assert_eq!(gets(w.a("Health"), vec![health()]).as_deref(), Some("Health1"));

    let pickaxe = || w.thing("Pickaxe1", "pickaxe").kind(w.kind("weapon")).with(w.prop("Cursed"), false);
    assert_eq!(gets(w.a("pickaxe"), vec![pickaxe()]).as_deref(), Some("Pickaxe1"));
    assert_eq!(gets(w.a("weapon"), vec![pickaxe()]).as_deref(), Some("Pickaxe1"));

    let revolver = || w.thing("revolver", "weapon").kind(w.kind("gun")).with(ammunition, 20);
    assert_eq!(gets(w.a("gun").with(ammunition, 20), vec![revolver()]).as_deref(), Some("revolver"));

    let stairs = || w.thing("Stairs1", "stairs").with(number, f64::INFINITY).with_all(location, at(45, 50));
    assert_eq!(gets(w.a("stairs"), vec![stairs()]).as_deref(), Some("Stairs1"));

    let box_at = w.thing("box1", "container").with_all(location, at(3, 4));
    let box_somewhere = w.thing("box2", "container");
    assert_eq!(gets(w.a("container").has(location), vec![box_somewhere, box_at]).as_deref(), Some("box1"));

    let arrows = || w.thing("arrows", "arrow").with(w.prop("Colour"), w.symbol("silver")).with(number, 2);
    assert_eq!(gets(w.a("arrow").with(number, 2), vec![arrows()]).as_deref(), Some("arrows"));
    assert_eq!(gets(w.a("arrow").with(number, 3), vec![arrows()]), None);
}

/// Which of several tasks that each ask for an amount get it, most important first.
fn spenders(w: &Words, profile: Profile, thing: Thing, kind: &str, amounts: &[f64]) -> Vec<bool> {
    let mut cast = Cast::new(w, profile);
    for (at, amount) in (0..).zip(amounts) {
        let name = format!("Spend{at}");
        let pattern = w.a(kind).with(w.prop("Number"), *amount);
        cast = cast.task(&name, 100 - at, w.taker(&name, pattern));
    }
    let mut play = cast.play();
    play.see(thing);
    play.step();
    (0..amounts.len()).map(|at| !play.holdings(&format!("Spend{at}")).is_empty()).collect()
}

/// E-5, R-004-025
#[test]
fn fifty_three_gold_serve_ten_and_twenty_and_twenty_three() {
    let w = Words::new();
    let gold = || w.thing("Gold1", "money").with(w.prop("Number"), 53);
    assert_eq!(spenders(&w, report(), gold(), "money", &[10.0, 20.0, 23.0]), [true, true, true]);
    assert_eq!(spenders(&w, report(), gold(), "money", &[10.0, 20.0, 24.0]), [true, true, false]);
}

/// E-5, R-004-026
#[test]
fn twenty_gold_buy_an_apple_and_a_hat_and_nothing_more() {
    let w = Words::new();
    let number = w.prop("Number");
    let purse = w.thing("Gold1", "money");
    let asked = [5.0, 15.0, 1.0];
    assert_eq!(spenders(&w, report(), purse.clone().with(number, 20), "money", &asked), [true, true, false]);
    assert_eq!(spenders(&w, motive(), purse.divisible(number, 20.0), "money", &asked), [true, true, false]);
}

/// E-5, R-004-028
#[test]
fn unlimited_stairs_serve_fifty_tasks() {
    let w = Words::new();
    let mut cast = Cast::new(&w, report());
    for at in 0..50 {
        let name = format!("Climb{at}");
        cast = cast.task(&name, at, w.taker(&name, w.a("stairs")));
    }
    let mut play = cast.play();
    play.see(w.thing("Stairs1", "stairs").with(w.prop("Number"), f64::INFINITY));
    assert_eq!(play.step().len(), 50);
}

/// Sells what there is, one thing at a time, until there is enough. Gives whether there was.
fn raise_money(w: &Words, owned: &[(&str, i32)]) -> bool {
    let (worth, funds) = (w.prop("Worth"), w.prop("funds"));
    let program = Definition::new("RaiseMoney").done_when(w.own("funds").at_least(100)).rule(
        Rule::new("sell")
            .when(w.a("sellable").named("it").has(worth))
            .act(w.action("sell"), [Expr::var("it")]),
    );
    let mut play = Cast::new(w, report()).once("RaiseMoney", 50.0, program).play();
    play.set_own("funds", 0);
    for (id, price) in owned {
        play.see(w.thing(id, "sellable").with(worth, *price));
    }
    for _ in 0..=owned.len() {
        play.step();
        let sold = play.decision().find(w.action("sell")).and_then(|act| act.arguments[0].id());
        let memory = play.agent.memory_mut();
        if let Some(id) = sold {
            let price = memory.get(id, worth).and_then(|price| price.number()).unwrap_or(0.0);
            let had = memory.own(funds).and_then(|had| had.number()).unwrap_or(0.0);
            memory.set_own(funds, had + price).expect("funds are a number");
            memory.remove(id);
        }
    }
    play.step();
    play.agent.memory().own(funds).and_then(|had| had.number()) >= Some(100.0)
        && play.state("RaiseMoney").is_none()
}

/// E-6, R-004-104
#[test]
fn one_selling_rule_covers_all_ways_to_raise_a_hundred() {
    let w = Words::new();
    let goods = [("Pickaxe1", 50), ("spellbook", 100), ("lamp", 50)];
    let mut reached = Vec::new();
    for subset in 0..8 {
        let owned: Vec<_> = (0..3).filter(|at| subset & (1 << at) != 0).map(|at| goods[at]).collect();
        let sum: i32 = owned.iter().map(|(_, price)| price).sum();
        assert_eq!(raise_money(&w, &owned), sum >= 100, "{owned:?}");
        if sum >= 100 {
            reached.push(owned);
        }
    }
    assert_eq!(reached.len(), 5);
    let minimal = |set: &&Vec<(&str, i32)>| {
        !reached.iter().any(|other| other != *set && other.iter().all(|x| set.contains(x)))
    };
    let minimal: Vec<_> = reached.iter().filter(minimal).map(|set| set.len()).collect();
    assert_eq!(minimal, [1, 2], "the spellbook alone, or the two others");
}

/// The actions of an agent that wants to bribe a guard and to please a unicorn.
fn guard_and_unicorn(w: &Words, bribe: i32, please: i32, gem: Condition) -> Vec<String> {
    let number = w.prop("Number");
    let bribing = Definition::new("Bribe")
        .done_when(Condition::never())
        .rule(Rule::new("r1").when(w.a("guard")).when(gem).act(w.action("bribe"), []));
    let pleasing = Definition::new("Please").done_when(Condition::never()).rule(
        Rule::new("r2")
            .when(w.a("ruby").named("ruby"))
            .when(w.a("unicorn"))
            .act(w.action("give"), [Expr::var("ruby")]),
    );
    let jewel = |id, kind| w.thing(id, kind).kind(w.kind("gem"));
    let mut play =
        Cast::new(w, report()).task("Bribe", bribe, bribing).task("Unicorn", please, pleasing).play().seeing(
            [
                w.thing("guard1", "guard").with(number, f64::INFINITY),
                w.thing("unicorn1", "unicorn").with(number, f64::INFINITY),
                jewel("ruby1", "ruby"),
                jewel("emerald1", "emerald"),
            ],
        );
    play.step()
}

/// E-7, R-004-085
#[test]
fn a_ruby_spent_on_a_bribe_is_not_there_for_the_unicorn() {
    let w = Words::new();
    let either = || Condition::from(w.a("ruby")) | w.a("emerald").into();
    assert_eq!(guard_and_unicorn(&w, 80, 40, either()), ["bribe()"], "greedy, though an assignment exists");
    let gem = w.a("gem").prefer(Property::KIND, w.symbol("emerald"));
    assert_eq!(guard_and_unicorn(&w, 80, 40, gem.into()), ["bribe()", "give(ruby1)"]);
    assert_eq!(guard_and_unicorn(&w, 80, 90, either()), ["give(ruby1)", "bribe()"]);
}

/// An agent that would keep a weapon, and sell what it can.
fn shop(w: &Words, keep_is_maintenance: bool) -> Play {
    let keep = Definition::new("KeepWeapon")
        .done_when(w.a("weapon"))
        .rule(Rule::new("buy").when(w.a("money")).act(w.action("buy"), []));
    let sell = Definition::new("GetMoney")
        .done_when(Condition::never())
        .rule(Rule::new("sell").when(w.a("sellable").named("it")).act(w.action("sell"), [Expr::var("it")]));
    let cast = Cast::new(w, report()).once("GetMoney", 60.0, sell);
    if keep_is_maintenance {
        cast.keep("KeepWeapon", 95, keep).play()
    } else {
        cast.once("KeepWeapon", 95.0, keep).play()
    }
}

fn sword(w: &Words) -> Thing {
    w.thing("sword1", "weapon").kind(w.kind("sellable"))
}

/// E-8, R-004-071
#[test]
fn a_maintained_weapon_is_never_sold() {
    let w = Words::new();
    let mut play = shop(&w, true).seeing([sword(&w)]);
    for round in 0..50 {
        play.see(w.thing("gem1", "sellable"));
        assert_eq!(play.step(), ["sell(gem1)"], "round {round}");
        play.lose("gem1");
    }
    assert_eq!(play.step(), [""; 0], "only the sword is left");
    assert_eq!(play.state("GetMoney"), Some(TaskState::Suspended));
    assert_eq!(play.state("KeepWeapon"), Some(TaskState::Active));
}

/// E-8, R-004-072
#[test]
fn without_maintenance_the_weapon_is_sold_in_the_second_cycle() {
    let w = Words::new();
    let mut play = shop(&w, false).seeing([sword(&w)]);
    assert_eq!(play.step(), [""; 0]);
    assert_eq!(play.ended("KeepWeapon"), Some(TaskEnd::Achieved));
    assert_eq!(play.state("GetMoney"), Some(TaskState::Suspended));
    assert_eq!(play.step(), ["sell(sword1)"]);
}

/// R-004-072, under the thesis' rules: the goal to sell comes up again.
#[test]
fn without_maintenance_the_weapon_is_sold_once_the_goal_comes_up_again() {
    let w = Words::new();
    let keep = Definition::new("KeepWeapon").done_when(w.a("weapon"));
    let mut play = Cast::new(&w, motive())
        .task("GetMoney", 60, w.taker("GetMoney", w.a("sellable")))
        .once("KeepWeapon", 95.0, keep)
        .play()
        .seeing([sword(&w)]);
    assert_eq!(play.step(), [""; 0]);
    assert_eq!(play.step(), ["take(sword1)"]);
}

/// E-9, section 18.1, R-004-086
#[test]
fn an_agent_that_waits_for_a_health_pack_fights_meanwhile() {
    let w = Words::new();
    let mut play = unreal(&w, report()).seeing([w.thing("enemy1", "enemy")]);
    assert_eq!(play.step(), ["attack(enemy1)", "guard_flag()"]);
    assert_eq!(play.state("RegainHealth"), Some(TaskState::Suspended));

    play.see(w.thing("Health1", "Health").with(w.prop("HealthPts"), 20));
    assert_eq!(play.step(), ["toward(Health1)", "attack(enemy1)", "guard_flag()"]);

    let mut play = unreal(&w, motive()).seeing([w.thing("enemy1", "enemy")]);
    assert_eq!(play.step(), ["attack(enemy1)", "guard_flag()"]);
    play.see(w.thing("Health1", "Health"));
    assert_eq!(play.step(), ["toward(Health1)", "attack(enemy1)", "guard_flag()"]);
}

/// Section 18.1, R-004-084
#[test]
fn with_room_for_one_task_only_the_most_important_proposes() {
    let w = Words::new();
    let limited = |profile| with(profile, |profile| profile.max_runnable = Some(1));
    let played = |profile| {
        let mut play = unreal(&w, profile).seeing([w.thing("enemy1", "enemy"), w.thing("Health1", "Health")]);
        assert_eq!(play.step(), ["toward(Health1)"]);
        (play.state("Attack"), play.state("Guard"))
    };
    assert_eq!(played(limited(report())), (Some(TaskState::Suspended), Some(TaskState::Suspended)));
    assert_eq!(
        played(limited(motive())),
        (Some(TaskState::Active), Some(TaskState::Active)),
        "listed, not run"
    );
}

fn unreal(w: &Words, profile: Profile) -> Play {
    let act = |name: &str, kind: &str, action: &str| {
        Definition::new(name)
            .done_when(Condition::never())
            .rule(Rule::new("act").when(w.a(kind).named("it")).act(w.action(action), [Expr::var("it")]))
    };
    let guard = Definition::new("Guard")
        .done_when(Condition::never())
        .rule(Rule::new("act").act(w.action("guard_flag"), []));
    Cast::new(w, profile)
        .task("RegainHealth", 90, act("RegainHealth", "Health", "toward"))
        .task("Attack", 60, act("Attack", "enemy", "attack"))
        .task("Guard", 30, guard)
        .play()
}

/// E-10, R-004-079, R-004-080
#[test]
fn a_task_outlives_the_stairs_that_it_came_from() {
    let w = Words::new();
    let program = Definition::new("GoUpstairs")
        .done_when(Condition::never())
        .rule(Rule::new("climb").when(w.a("stairs").named("it")).act(w.action("climb"), [Expr::var("it")]));
    let mut play = Cast::new(&w, report()).once("GoUpstairs", 40.0, program).play();
    play.see(w.thing("Stairs1", "stairs"));
    assert_eq!(play.step(), ["climb(Stairs1)"]);
    let number =
        |play: &Play| play.agent.mind().tasks().next().map(|task| (task.number, task.priority, task.mode));
    let first = number(&play);

    play.lose("Stairs1");
    for _ in 0..3 {
        assert_eq!(play.step(), [""; 0]);
        assert_eq!(play.state("GoUpstairs"), Some(TaskState::Suspended));
        assert!(play.holdings("GoUpstairs").is_empty());
    }
    assert_eq!(number(&play), first, "it keeps its number, priority and type");

    play.see(w.thing("Stairs1", "stairs"));
    assert_eq!(play.step(), ["climb(Stairs1)"]);
    assert_eq!(number(&play), first, "no goal was made again: its generator ran in the first cycle only");
}

fn goto(w: &Words) -> Definition {
    let location = w.prop("Location");
    Definition::new("GOTO")
        .parameter("target")
        .done_when(
            Condition::from(w.a("state").named("AgentState").has(location))
                & Expr::var("AgentState").get(location).equals(Expr::var("target").get(location)),
        )
        .rule(Rule::new("Rule1").act(w.action("go"), [Expr::var("target")]))
}

fn hunter(w: &Words, x: i32, y: i32) -> Play {
    let at = |x: i32, y: i32| [Value::from(x), Value::from(y)];
    let program = Definition::new("Hunt").done_when(Condition::never()).rule(
        Rule::new("Rule4")
            .when(w.a("monster").named("Enemy1"))
            .step(Step::call("GOTO", [Expr::var("Enemy1")])),
    );
    Cast::new(w, report()).task("Hunt", 50, program).program(goto(w)).play().seeing([
        w.thing("orc", "monster").with_all(w.prop("Location"), at(3, 4)),
        w.thing("me", "state").with_all(w.prop("Location"), at(x, y)),
    ])
}

/// E-11, R-004-052
#[test]
fn a_called_program_acts_in_the_same_cycle_on_what_it_was_given() {
    let w = Words::new();
    assert_eq!(hunter(&w, 0, 0).step(), ["go(orc)"]);
}

/// E-11, R-004-053
#[test]
fn a_called_program_that_is_done_does_not_end_the_caller() {
    let w = Words::new();
    let mut play = hunter(&w, 3, 4);
    assert_eq!(play.step(), [""; 0]);
    assert_eq!(play.state("Hunt"), Some(TaskState::Active));
    assert_eq!(play.step(), [""; 0]);
    assert_eq!(play.goals(), ["Hunt"]);
}

/// E-12, R-004-074
#[test]
fn keeping_hit_points_reads_the_agents_state() {
    let w = Words::new();
    // `HP` alone is the hit points of the one thing of kind `state`.
    let hp = || Expr::choose(Pattern::of(w.kind("state"))).get(w.prop("HP"));
    let keep = Definition::new("KeepHealthPoints")
        .done_when(hp().above(20))
        .rule(Rule::new("rest").act(w.action("one"), []));
    let rests = |hit_points: Option<i32>| {
        let mut play = Cast::new(&w, report()).keep("KeepHealthPoints", 95, keep.clone()).play();
        if let Some(points) = hit_points {
            play.see(w.thing("me", "state").with(w.prop("HP"), points));
        }
        let done = play.step();
        assert_eq!(play.priority("KeepHealthPoints"), Some(95.0));
        (!done.is_empty(), play.failures("KeepHealthPoints").into_iter().map(|(_, _, why)| why).next())
    };
    assert_eq!(rests(Some(21)), (false, None));
    assert_eq!(rests(Some(20)), (true, Some(trace::ConditionFailure::False)));
    assert_eq!(
        rests(None),
        (true, Some(trace::ConditionFailure::NoValue)),
        "false, and the trace says that there is no state"
    );
}

/// E-13, R-004-065
#[test]
fn a_far_ghost_lets_points_come_first() {
    let w = Words::new();
    let act = |name: &str, action: &str| {
        Definition::new(name).done_when(Condition::never()).rule(Rule::new("act").act(w.action(action), []))
    };
    let escape =
        Goal::achieve("Escape", "Escape").updated(Condition::always(), Expr::from(900) / w.own("distance"));
    let mut play = Cast::new(&w, motive())
        .goal(escape)
        .program(act("Escape", "one"))
        .task("GainPoints", 50, act("GainPoints", "two"))
        .play();
    play.set_own("distance", 10);
    assert_eq!(play.step(), ["one()", "two()"]);
    assert_eq!(play.priority("Escape"), Some(90.0));
    play.set_own("distance", 30);
    assert_eq!(play.step(), ["two()", "one()"], "a fixed list of drives could not do this");
    assert_eq!(play.priority("Escape"), Some(30.0));
}

/// An agent with two tasks, each proposing one action, and what is said of their actions.
fn pair(
    w: &Words,
    high: Step,
    low: Step,
    finish: impl FnOnce(CharacterBuilder) -> CharacterBuilder + 'static,
) -> Play {
    let act = |name: &str, step| {
        Definition::new(name).done_when(Condition::never()).rule(Rule::new("act").step(step))
    };
    Cast::new(w, report())
        .task("High", 90, act("High", high))
        .task("Low", 20, act("Low", low))
        .with(finish)
        .play()
}

/// E-14, R-004-093
#[test]
fn north_east_and_north_west_make_north() {
    let w = Words::new();
    let (ne, nw, north) = (w.action("north_east"), w.action("north_west"), w.action("north"));
    let (east, west) = (Step::act(ne, []), Step::act(nw, []));
    let blend = Blend {
        first: ActionPattern::new(ne, []),
        second: ActionPattern::new(nw, []),
        into: vec![(north, vec![])],
    };
    let blending = move |character: CharacterBuilder| character.conflict(ne, nw).blend(blend);
    assert_eq!(pair(&w, east.clone(), west.clone(), blending).step(), ["north()"]);
    assert_eq!(pair(&w, east, west, move |character| character.conflict(ne, nw)).step(), ["north_east()"]);
}

/// E-14, R-004-094
#[test]
fn running_and_shooting_make_strafing_and_shooting_whoever_is_more_important() {
    let w = Words::new();
    let (run, shoot, strafe) = (w.action("run"), w.action("shoot"), w.action("strafe"));
    let running = || Step::act(run, [w.id("Stairs1").into()]);
    let shooting = || Step::act(shoot, [w.id("enemy1").into()]);
    let blend = || Blend {
        first: ActionPattern::new(run, [Column::named("dest")]),
        second: ActionPattern::new(shoot, [Column::named("target")]),
        into: vec![
            (strafe, vec![Expr::var("dest"), Expr::var("target")]),
            (shoot, vec![Expr::var("target")]),
        ],
    };
    for (high, low) in [(running(), shooting()), (shooting(), running())] {
        let blend = blend();
        let mut done = pair(&w, high, low, move |character| character.blend(blend)).step();
        done.sort();
        assert_eq!(done, ["shoot(enemy1)", "strafe(Stairs1, enemy1)"]);
    }
}
