//! The worked examples of Sloan 2015 beside Appendix A, and what the planner owes to them.
//! Numbers that the source does not give are ours; they are those of the specification.

use crate::common::{Arena, at, me, near, plan, tell};
use motive::drives::{
    Domain, DomainBuilder, Drive, DriveStates, GoalTemplate, Hard, Interaction, Measure, Placement,
    PlanStatus, Rating, Rules, Utility,
};
use motive::kernel::{
    Action, ActionId, BuiltinFunction, Condition, Effect, Expr, Id, Memory, Pattern, Property, Thing, Type,
    Vocabulary,
};
use std::sync::Arc;

fn full(name: &str, property: Property) -> Drive {
    Drive::new(name, 1.0).goal(GoalTemplate::new(name).measure(Measure::toward(Expr::own(property), 0, 100)))
}

/// F-1. R-001-037: the elixir serves both drives and beats what serves one of them better.
#[test]
fn the_elixir_is_chosen() {
    let mut names = Vocabulary::new();
    let (health, mana) = (names.own("health", Type::Number), names.own("mana", Type::Number));
    let actions = ["health_potion", "mana_potion", "elixir"].map(|name| names.action(name, 0));
    let names = names.finish().unwrap();
    let drink = |action: ActionId, health_gain: i32, mana_gain: i32| {
        Action::new(action, &[])
            .effect(Effect::add_own(health, health_gain))
            .effect(Effect::add_own(mana, mana_gain))
    };
    let domain = Domain::new(names.clone())
        .action(drink(actions[0], 30, 0))
        .action(drink(actions[1], 0, 30))
        .action(drink(actions[2], 20, 20))
        .drive(full("health", health))
        .drive(full("mana", mana))
        .build()
        .unwrap();
    let mut memory = Memory::new(names);
    memory.set_own(health, 20).unwrap();
    memory.set_own(mana, 20).unwrap();
    let (found, considered) = plan(&domain, &memory);
    assert_eq!(found.unwrap().display(&domain), ["elixir()"]);
    let worth: Vec<String> = considered.iter().map(|one| format!("{:.2}", one.utility)).collect();
    assert_eq!(worth, ["0.35", "0.35", "0.40"]);
}

/// F-2. R-001-015: how complete goals and drives are.
#[test]
fn goals_and_drives_are_scored_as_in_the_text() {
    let arena = Arena::new();
    let enemy = || Expr::var("enemy").get(arena.health);
    let kill = GoalTemplate::each("kill", Pattern::of(arena.enemy).named("enemy")).measure(Measure::toward(
        enemy(),
        100,
        0,
    ));
    let score = |healths: &[i32]| {
        let domain = Domain::new(arena.names.clone())
            .action(arena.melee())
            .supplies(arena.enemy, arena.melee, Interaction::default())
            .drive(Drive::new("kill", 1.0).goal(kill.clone()))
            .build()
            .unwrap();
        let mut memory = Memory::new(arena.names.clone());
        for (number, health) in (0..).zip(healths) {
            memory.put(Thing::new(Id::new(number)).kind(arena.enemy).with(arena.health, *health)).unwrap();
        }
        let mut drive_states = DriveStates::new(&domain);
        drive_states.update(&domain, &memory);
        let goals: Vec<f64> = drive_states.drives()[0].goals.iter().map(|goal| goal.completeness).collect();
        (goals, drive_states.drives()[0].satisfaction, drive_states.utility(&domain, &memory))
    };
    assert_eq!(score(&[60]), (vec![0.4], 0.4, 0.4));
    assert_eq!(score(&[0, 50]), (vec![1.0, 0.5], 0.75, 0.75));
    assert_eq!(score(&[50]), (vec![0.5], 0.5, 0.5));

    // A knight's blow of 50 leaves 50 of 100.
    let mut memory = Memory::new(arena.names.clone());
    memory.put(Thing::new(arena.goblin).kind(arena.enemy).with(arena.health, 100)).unwrap();
    let blow =
        Action::new(arena.melee, &["target"]).effect(Effect::add(Expr::var("target"), arena.health, -50));
    blow.build(&arena.names).unwrap().apply(&mut memory, &[arena.goblin.into()]);
    assert_eq!(memory.get(arena.goblin, arena.health), Some(50.into()));
}

/// F-3: the duel. The goblin charges; the wizard would strike, sees that it would die, and casts lightning.
#[test]
fn the_duel_ends_in_lightning() {
    let arena = Arena::new();
    let mut memory = arena.memory();
    memory.set_own(arena.mana, 60).unwrap();
    let domain = Domain::new(arena.names.clone())
        .action(arena.melee())
        .action(arena.lightning(20))
        .action(arena.goto(20))
        .supplies(arena.enemy, arena.melee, Interaction::default())
        .supplies(arena.enemy, arena.lightning, Interaction::default())
        .supplies(arena.enemy, arena.goto, Interaction::default())
        .drive(arena.kill_all_enemies())
        .drive(arena.maximize("maximize_health", arena.health))
        .drive(arena.maximize("maximize_mana", arena.mana))
        .utility(Utility::weighted_mean().nothing_without("maximize_health"))
        .dead_when(Expr::own(arena.health).at_most(0))
        .build()
        .unwrap();
    let (found, considered) = plan(&domain, &memory);
    let told: Vec<_> = considered.iter().map(|one| tell(one, &domain)).collect();
    assert_eq!(told, ["{melee} 0.5833", "{lightning} 0.5167", "{melee, goto} 0.0000"]);
    assert_eq!(found.unwrap().display(&domain), ["lightning(goblin)"]);

    // The goblin: slash takes 10 of the wizard's 15, charge 20.
    let mut names = Vocabulary::new();
    let wizard = names.kind("wizard");
    let health = names.property("health", Type::Number);
    names.limit(health, 0.0, 100.0);
    let (slash, charge) = (names.action("slash", 1), names.action("charge", 1));
    let merlin = names.id("merlin");
    let names = names.finish().unwrap();
    let hit = |action, by: i32| Action::new(action, &["it"]).effect(Effect::add(Expr::var("it"), health, by));
    let kill = GoalTemplate::each("kill", Pattern::of(wizard).named("it")).measure(Measure::toward(
        Expr::var("it").get(health),
        100,
        0,
    ));
    let goblin = Domain::new(names.clone())
        .action(hit(slash, -10))
        .action(hit(charge, -20))
        .supplies(wizard, slash, Interaction::default())
        .supplies(wizard, charge, Interaction::default())
        .drive(Drive::new("kill", 1.0).goal(kill))
        .build()
        .unwrap();
    let mut memory = Memory::new(names);
    memory.put(Thing::new(merlin).kind(wizard).with(health, 15)).unwrap();
    assert_eq!(plan(&goblin, &memory).0.unwrap().display(&goblin), ["charge(merlin)"]);
}

/// F-5. R-001-038, R-001-039: two half-strength attacks make a kill where the goal is to be reached.
#[test]
fn two_half_strength_attacks_make_a_kill() {
    let mut names = Vocabulary::new();
    let enemy = names.kind("enemy");
    let health = names.property("health", Type::Number);
    names.limit(health, 0.0, 100.0);
    let (shoot, melee) = (names.action("shoot", 1), names.action("melee", 1));
    let ogre = names.id("ogre");
    let names = names.finish().unwrap();
    let hit = |action| Action::new(action, &["it"]).effect(Effect::add(Expr::var("it"), health, -50));
    let kill = GoalTemplate::each("kill", Pattern::of(enemy).named("it")).measure(Measure::toward(
        Expr::var("it").get(health),
        100,
        0,
    ));
    let build = |hard: Hard| {
        let mut rules = Rules::motive();
        rules.hard = hard;
        let domain = Domain::new(names.clone()).action(hit(shoot)).action(hit(melee));
        let domain = domain.supplies(enemy, shoot, Interaction::default()).supplies(
            enemy,
            melee,
            Interaction::default(),
        );
        domain.drive(Drive::new("kill", 1.0).goal(kill.clone())).rules(rules).build().unwrap()
    };
    let mut memory = Memory::new(names.clone());
    memory.put(Thing::new(ogre).kind(enemy).with(health, 100)).unwrap();
    let both = build(Hard::NeedsAndGoal);
    let found = plan(&both, &memory).0.unwrap();
    assert_eq!((found.steps.len(), found.utility), (2, 1.0));
    let one = build(Hard::Needs);
    assert_eq!(
        plan(&one, &memory).0.unwrap().steps.len(),
        1,
        "where needs alone are to be met, one blow is a plan"
    );
}

/// F-5. R-001-038: two potions of 40 make the 60 mana that a spell needs.
#[test]
fn two_potions_make_enough_mana() {
    let arena = Arena::new();
    let spell = Action::new(arena.lightning, &["target"])
        .needs(Expr::own(arena.mana).at_least(60))
        .effect(Effect::add_own(arena.mana, -60))
        .effect(Effect::add(Expr::var("target"), arena.health, -30));
    let sip = Action::new(arena.drink, &["target"])
        .effect(Effect::add_own(arena.mana, 40))
        .effect(Effect::Destroy(Expr::var("target")));
    let domain = Domain::new(arena.names.clone())
        .action(spell)
        .action(sip)
        .supplies(arena.enemy, arena.lightning, Interaction::default())
        .supplies(arena.item, arena.drink, Interaction::default())
        .drive(arena.kill_all_enemies())
        .build()
        .unwrap();
    let mut memory = arena.memory();
    memory.put(Thing::new(Id::new(7)).kind(arena.item)).unwrap();
    let found = plan(&domain, &memory).0.unwrap();
    let done = found.display(&domain);
    assert_eq!(done.len(), 3, "{done:?}");
    assert!(done[..2].iter().all(|step| step.starts_with("drink")) && done[0] != done[1], "{done:?}");
    assert_eq!(done[2], "lightning(goblin)");
}

/// F-6. R-001-040: which potion is drunk is decided where the plan stands then, not where the wizard stands now.
#[test]
fn the_potion_is_chosen_where_the_plan_stands() {
    let arena = Arena::new();
    let speed = 1.0;
    let way = || {
        Expr::builtin(
            BuiltinFunction::Distance,
            vec![me().get(arena.position), Expr::var("target").get(arena.position)],
        ) / speed
    };
    let mut rules = Rules::motive();
    rules.rating = Rating::PerSecond;
    let domain = Domain::new(arena.names.clone())
        .action(arena.melee().takes(1_000_000))
        .action(arena.lightning(20).needs(near(me(), Expr::var("target"), arena.position)).takes(1_000_000))
        .action(arena.goto(0).lasts(way()))
        .action(arena.drink().takes(1_000_000))
        .supplies(arena.enemy, arena.lightning, Interaction::default())
        .supplies(arena.enemy, arena.goto, Interaction::default())
        .supplies(arena.item, arena.drink, Interaction::default())
        .supplies(arena.item, arena.goto, Interaction::default())
        .drive(arena.kill_all_enemies())
        .rules(rules)
        .build()
        .unwrap();
    // The near potion lies behind the wizard, the far one beside the goblin.
    let (behind, beside) = (Id::new(1), Id::new(2));
    let mut memory = arena.memory();
    memory.remove(arena.potion);
    memory.put(Thing::new(behind).kind(arena.item).with(arena.position, at(-18.0))).unwrap();
    memory.put(Thing::new(beside).kind(arena.item).with(arena.position, at(19.0))).unwrap();
    let found = plan(&domain, &memory).0.unwrap();
    assert_eq!(found.display(&domain)[0], "goto(#2)", "{:?}", found.display(&domain));
}

/// The two-place fetch: at the start, at the pills or at the patient, with either order of the needs of `medicate`.
struct Ward {
    names: Arc<Vocabulary>,
    at: Property,
    has: Property,
    treated: Property,
    actions: [ActionId; 4],
    places: [Id; 3],
}

impl Ward {
    fn new() -> Self {
        let mut names = Vocabulary::new();
        let (at, has) = (names.own("at", Type::Id), names.own("has_medication", Type::Bool));
        let treated = names.own("treated", Type::Number);
        let actions =
            ["goto_pills", "get_pills", "goto_patient", "medicate"].map(|name| names.action(name, 0));
        let places = ["start", "pills", "patient"].map(|name| names.id(name));
        Self { names: names.finish().unwrap(), at, has, treated, actions, places }
    }

    fn domain(&self, medication_first: bool, rules: Rules) -> Arc<Domain> {
        let [goto_pills, get_pills, goto_patient, medicate] = self.actions;
        let [_, pills, patient] = self.places;
        let needs = [Expr::own(self.has).equals(true), Expr::own(self.at).equals(patient)];
        let mut action = Action::new(medicate, &[]).effect(Effect::set_own(self.treated, 1));
        let order = if medication_first { [0, 1] } else { [1, 0] };
        for need in order {
            action = action.needs(needs[need].clone());
        }
        let treated = GoalTemplate::new("treated").measure(Measure::toward(Expr::own(self.treated), 0, 1));
        Domain::new(self.names.clone())
            .action(action)
            .action(
                Action::new(get_pills, &[])
                    .needs(Expr::own(self.at).equals(pills))
                    .effect(Effect::set_own(self.has, true)),
            )
            .action(Action::new(goto_pills, &[]).effect(Effect::set_own(self.at, pills)))
            .action(Action::new(goto_patient, &[]).effect(Effect::set_own(self.at, patient)))
            .drive(Drive::new("care", 1.0).goal(treated))
            .rules(rules)
            .build()
            .unwrap()
    }

    /// For each of the six cases: the plan, if there is one.
    fn plans(&self, rules: &Rules) -> Vec<Option<Vec<String>>> {
        let mut plans = Vec::new();
        for start in self.places {
            for medication_first in [true, false] {
                let mut memory = Memory::new(self.names.clone());
                memory.set_own(self.at, start).unwrap();
                memory.set_own(self.has, false).unwrap();
                memory.set_own(self.treated, 0).unwrap();
                let domain = self.domain(medication_first, rules.clone());
                let found = plan(&domain, &memory).0;
                plans.push(found.map(|plan| plan.display(&domain)));
            }
        }
        plans
    }
}

/// F-9. R-001-033: with both places tried all six fetches are planned without a step too many; at the front alone, two.
#[test]
fn a_fetch_from_two_places_is_planned_from_everywhere() {
    let ward = Ward::new();
    let whole = ["goto_pills()", "get_pills()", "goto_patient()", "medicate()"].map(String::from).to_vec();
    let short = whole[1..].to_vec();
    let expected = [&whole, &whole, &short, &short, &whole, &whole].map(|plan| Some(plan.clone()));
    assert_eq!(ward.plans(&Rules::motive()), expected);

    let mut front = Rules::motive();
    front.placement = Placement::Front;
    let found = ward.plans(&front);
    assert_eq!(found.iter().filter(|plan| plan.is_some()).count(), 2, "{found:?}");

    let mut before = Rules::motive();
    before.placement = Placement::BeforeOwner;
    let found = ward.plans(&before);
    assert_eq!(found.iter().filter(|plan| plan.is_some()).count(), 6, "{found:?}");
    assert_eq!(found.iter().zip(&expected).filter(|(found, wanted)| found != wanted).count(), 2, "{found:?}");
}

/// R-001-020: of two goblins of which one can be killed, the one that counts more is.
#[test]
fn the_heavier_goal_is_served() {
    let mut names = Vocabulary::new();
    let (melee_goblin, ranged_goblin) = (names.kind("melee_goblin"), names.kind("ranged_goblin"));
    let health = names.property("health", Type::Number);
    names.limit(health, 0.0, 100.0);
    let strike = names.action("strike", 1);
    let names = names.finish().unwrap();
    let aim = |name: &str, kind, weight| {
        GoalTemplate::each(name, Pattern::of(kind).named("it"))
            .measure(Measure::toward(Expr::var("it").get(health), 100, 0))
            .weight(weight)
    };
    let kill =
        Drive::new("kill", 1.0).goal(aim("melee", melee_goblin, 1.0)).goal(aim("ranged", ranged_goblin, 2.0));
    let domain = Domain::new(names.clone())
        .action(Action::new(strike, &["it"]).effect(Effect::add(Expr::var("it"), health, -100)))
        .supplies(melee_goblin, strike, Interaction::default())
        .supplies(ranged_goblin, strike, Interaction::default())
        .drive(kill)
        .build()
        .unwrap();
    let mut memory = Memory::new(names);
    memory.put(Thing::new(Id::new(1)).kind(melee_goblin).with(health, 100)).unwrap();
    memory.put(Thing::new(Id::new(2)).kind(ranged_goblin).with(health, 100)).unwrap();
    assert_eq!(plan(&domain, &memory).0.unwrap().display(&domain), ["strike(#2)"]);
}

/// R-001-041: one blast that kills two goblins beats a blow that kills one.
#[test]
fn an_action_that_serves_several_targets_is_preferred() {
    let arena = Arena::new();
    let blast = Action::new(arena.lightning, &["target"]).effect(Effect::Each {
        pattern: Box::new(Pattern::of(arena.enemy).named("each")),
        given: Condition::always(),
        effects: vec![Effect::add(Expr::var("each"), arena.health, -30)],
    });
    let domain = Domain::new(arena.names.clone())
        .action(Action::new(arena.melee, &["target"]).effect(Effect::add(
            Expr::var("target"),
            arena.health,
            -30,
        )))
        .action(blast)
        .supplies(arena.enemy, arena.melee, Interaction::default())
        .supplies(arena.enemy, arena.lightning, Interaction::default())
        .drive(arena.kill_all_enemies())
        .build()
        .unwrap();
    let mut memory = arena.memory();
    memory.put(Thing::new(Id::new(1)).kind(arena.enemy).with(arena.health, 30)).unwrap();
    let found = plan(&domain, &memory).0.unwrap();
    assert_eq!((found.display(&domain)[0].as_str(), found.utility), ("lightning(goblin)", 1.0));
}

/// R-001-045: what suffices is enough: a small wound is treated with a small heal that costs less mana.
#[test]
fn what_suffices_is_enough() {
    let mut names = Vocabulary::new();
    let (health, mana) = (names.own("health", Type::Number), names.own("mana", Type::Number));
    names.limit(health, 0.0, 100.0);
    names.limit(mana, 0.0, 100.0);
    let (large, small) = (names.action("large_heal", 0), names.action("small_heal", 0));
    let names = names.finish().unwrap();
    let heal = |action, by: i32, price: i32| {
        Action::new(action, &[]).effect(Effect::add_own(health, by)).effect(Effect::add_own(mana, -price))
    };
    let domain = Domain::new(names.clone())
        .action(heal(large, 50, 30))
        .action(heal(small, 10, 5))
        .drive(full("health", health))
        .drive(full("mana", mana))
        .build()
        .unwrap();
    let with = |wound: i32| {
        let mut memory = Memory::new(names.clone());
        memory.set_own(health, 100 - wound).unwrap();
        memory.set_own(mana, 100).unwrap();
        plan(&domain, &memory).0.unwrap().display(&domain)
    };
    assert_eq!(with(8), ["small_heal()"]);
    assert_eq!(with(60), ["large_heal()"]);
}

/// R-001-048: a plan that ends in death is not followed unless that is allowed.
#[test]
fn a_plan_that_ends_in_death_is_refused_unless_allowed() {
    let arena = Arena::new();
    let build = |lethal: bool| {
        let mut rules = Rules::motive();
        (rules.lethal, rules.rest) = (lethal, false);
        let builder: DomainBuilder = Domain::new(arena.names.clone())
            .action(arena.melee())
            .action(arena.goto(15))
            .supplies(arena.enemy, arena.melee, Interaction::default())
            .supplies(arena.enemy, arena.goto, Interaction::default())
            .drive(arena.kill_all_enemies())
            .dead_when(Expr::own(arena.health).at_most(0))
            .rules(rules);
        builder.build().unwrap()
    };
    let careful = build(false);
    let (found, considered) = plan(&careful, &arena.memory());
    assert_eq!(found, None);
    assert!(considered.iter().any(|one| one.standing == PlanStatus::Lethal));
    let reckless = build(true);
    let found = plan(&reckless, &arena.memory()).0.unwrap();
    assert_eq!(found.display(&reckless), ["goto(goblin)", "melee(goblin)"]);
}

/// R-001-049: where every plan makes things worse, doing nothing is better.
#[test]
fn where_every_plan_is_worse_than_nothing_nothing_is_done() {
    let mut names = Vocabulary::new();
    let (fun, health) = (names.own("fun", Type::Number), names.own("health", Type::Number));
    let leap = names.action("leap", 0);
    let names = names.finish().unwrap();
    let leaping =
        Action::new(leap, &[]).effect(Effect::add_own(fun, 10)).effect(Effect::add_own(health, -50));
    let build = |rest: bool| {
        let mut rules = Rules::motive();
        rules.rest = rest;
        let domain = Domain::new(names.clone()).action(leaping.clone()).rules(rules);
        domain.drive(full("fun", fun)).drive(full("health", health)).build().unwrap()
    };
    let mut memory = Memory::new(names.clone());
    memory.set_own(fun, 0).unwrap();
    memory.set_own(health, 80).unwrap();
    assert_eq!(plan(&build(true), &memory).0, None);
    assert!(plan(&build(false), &memory).0.is_some());
}

/// R-001-042, R-001-022: without things to do it with there is no plan, and nothing is tried on things that do not offer it.
#[test]
fn nothing_is_tried_on_what_does_not_offer_it() {
    let arena = Arena::new();
    let domain = arena.appendix(20).build().unwrap();
    let mut memory = Memory::new(arena.names.clone());
    memory.set_own(arena.health, 15).unwrap();
    memory.set_own(arena.mana, 0).unwrap();
    assert_eq!(plan(&domain, &memory), (None, vec![]));
    let (_, considered) = plan(&domain, &arena.memory());
    let tried = |action: ActionId, thing: Id| {
        considered
            .iter()
            .flat_map(|one| &one.steps)
            .any(|step| (step.action, step.thing) == (action, Some(thing)))
    };
    assert!(tried(arena.drink, arena.potion) && !tried(arena.drink, arena.goblin));
    assert!(tried(arena.melee, arena.goblin) && !tried(arena.melee, arena.potion));
}

/// R-001-050: when lightning costs nothing the wizard takes to it at once, with the same weights.
#[test]
fn a_free_spell_is_used_without_any_retuning() {
    let arena = Arena::new();
    let mut memory = arena.memory();
    memory.set_own(arena.health, 80).unwrap();
    memory.set_own(arena.mana, 60).unwrap();
    let first = |price: i32| {
        let domain = Domain::new(arena.names.clone())
            .action(arena.melee())
            .action(arena.lightning(price))
            .action(arena.goto(5))
            .supplies(arena.enemy, arena.melee, Interaction::default())
            .supplies(arena.enemy, arena.lightning, Interaction::default())
            .supplies(arena.enemy, arena.goto, Interaction::default())
            .drive(arena.kill_all_enemies())
            .drive(arena.maximize("maximize_health", arena.health))
            .drive(arena.maximize("maximize_mana", arena.mana))
            .build()
            .unwrap();
        plan(&domain, &memory).0.unwrap().display(&domain)
    };
    assert_eq!(first(20), ["goto(goblin)", "melee(goblin)"], "a blow costs 5 health, a spell 20 mana");
    assert_eq!(first(0), ["lightning(goblin)"]);
}

/// R-001-051: agents that plan at the same time on several threads plan as they do one after the other.
#[test]
fn plans_made_at_the_same_time_are_the_same() {
    let arena = Arena::new();
    let domain = arena.appendix(20).build().unwrap();
    let memories: Vec<Memory> = (0..32)
        .map(|number| {
            let mut memory = arena.memory();
            memory.set_own(arena.mana, number * 3).unwrap();
            memory
        })
        .collect();
    let alone: Vec<_> = memories.iter().map(|memory| plan(&domain, memory).0).collect();
    let together: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> = memories
            .chunks(4)
            .map(|some| {
                let domain = &domain;
                scope.spawn(move || some.iter().map(|memory| plan(domain, memory).0).collect::<Vec<_>>())
            })
            .collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(alone, together);
    assert!(
        alone.iter().flatten().any(|plan| plan.steps.len() == 1)
            && alone.iter().flatten().any(|plan| plan.steps.len() == 3)
    );
}
