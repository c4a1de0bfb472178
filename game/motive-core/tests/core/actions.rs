//! What actions change, and which of those proposed are carried out.
use motive_core::*;
use std::sync::Arc;

/// A catalogue for external actions without arguments, by name.
struct Moves {
    names: Arc<Vocabulary>,
    catalogue: Catalogue,
}

impl Moves {
    fn new(actions: &[&str], conflicts: &[(&str, &str)]) -> Self {
        let mut names = Vocabulary::new();
        for action in actions {
            names.action(action, 0);
        }
        let names = names.finish().unwrap();
        let mut catalogue = Catalogue::default();
        for (one, other) in conflicts {
            catalogue.conflict(names.find_action(one).unwrap(), names.find_action(other).unwrap());
        }
        Self { names, catalogue }
    }

    fn action(&self, name: &str) -> ActionId {
        self.names.find_action(name).unwrap()
    }

    fn propose(&self, proposals: &[(&str, f64)]) -> Vec<Proposal> {
        let each = (0..).zip(proposals);
        each.map(|(task, (action, priority))| propose(task, *priority, self.action(action), [])).collect()
    }

    /// What is carried out, most important first.
    fn kept(&self, proposals: &[(&str, f64)], scope: ConflictScope) -> Vec<String> {
        let memory = Memory::new(self.names.clone());
        shown(&self.catalogue.resolve(self.propose(proposals), &memory, scope, false), &memory)
    }
}

fn propose<const N: usize>(task: u64, priority: f64, action: ActionId, arguments: [Value; N]) -> Proposal {
    let arguments = arguments.into_iter().collect();
    Proposal { task: Holder(task), priority, command: Command::Act { action, arguments } }
}

fn shown(resolution: &Resolution, memory: &Memory) -> Vec<String> {
    resolution.kept.iter().map(|proposal| proposal.command.display(memory.shared_vocabulary())).collect()
}

/// R-000-055, R-004-087, R-004-091
#[test]
fn without_conflicts_everything_is_done_most_important_first() {
    let moves = Moves::new(&["move", "shoot", "shout"], &[]);
    let kept = moves.kept(&[("shout", 1.0), ("move", 9.0), ("shoot", 5.0)], ConflictScope::Pairwise);
    assert_eq!(kept, ["move()", "shoot()", "shout()"]);
}

/// R-000-056, R-004-090
#[test]
fn of_two_that_conflict_the_less_important_is_dropped_and_the_winner_named() {
    let moves = Moves::new(&["left", "right"], &[("left", "right")]);
    let memory = Memory::new(moves.names.clone());
    for order in [[("left", 90.0), ("right", 20.0)], [("right", 20.0), ("left", 90.0)]] {
        let resolution =
            moves.catalogue.resolve(moves.propose(&order), &memory, ConflictScope::Pairwise, false);
        assert_eq!(shown(&resolution, &memory), ["left()"]);
        let [(dropped, why)] = &resolution.dropped[..] else { panic!("{:?}", resolution.dropped) };
        assert_eq!(dropped.command.action(), Some(moves.action("right")));
        assert_eq!(*why, DropReason::Conflict(resolution.kept[0].command.clone()));
    }
}

/// R-000-056, R-004-095
#[test]
fn an_action_may_conflict_with_itself_and_the_first_listed_wins() {
    let mut names = Vocabulary::new();
    let run = names.action("run_to", 1);
    let memory = Memory::new(names.finish().unwrap());
    let mut catalogue = Catalogue::default();
    catalogue.conflict(run, run);
    let resolve = |first: f64, second: f64| {
        let proposals = vec![propose(1, first, run, [1.into()]), propose(1, second, run, [2.into()])];
        shown(&catalogue.resolve(proposals, &memory, ConflictScope::Pairwise, false), &memory)
    };
    assert_eq!(resolve(5.0, 5.0), ["run_to(1)"]);
    assert_eq!(resolve(5.0, 6.0), ["run_to(2)"]);
}

/// R-000-057, R-004-092
#[test]
fn what_was_dropped_stands_in_the_way_only_pairwise() {
    let moves = Moves::new(&["a", "b", "c"], &[("a", "b"), ("b", "c")]);
    let proposals = [("a", 3.0), ("b", 2.0), ("c", 1.0)];
    assert_eq!(moves.kept(&proposals, ConflictScope::Pairwise), ["a()"]);
    assert_eq!(moves.kept(&proposals, ConflictScope::Greedy), ["a()", "c()"]);
    assert_eq!(ConflictScope::default(), ConflictScope::Pairwise);
}

#[test]
fn a_conflict_with_what_was_dropped_names_it_in_full() {
    let mut names = Vocabulary::new();
    let actions = ["a", "b", "c"].map(|name| names.action(name, 1));
    let memory = Memory::new(names.finish().unwrap());
    let mut catalogue = Catalogue::default();
    catalogue.conflict(actions[0], actions[1]);
    catalogue.conflict(actions[1], actions[2]);
    let proposals: Vec<_> =
        actions.iter().zip([3, 2, 1]).map(|(action, n)| propose(1, n.into(), *action, [n.into()])).collect();
    let resolution = catalogue.resolve(proposals.clone(), &memory, ConflictScope::Pairwise, false);
    assert_eq!(resolution.dropped[1].1, DropReason::Conflict(proposals[1].command.clone()));
}

/// R-000-058
#[test]
fn among_equals_the_task_that_ran_earlier_wins() {
    let moves = Moves::new(&["left", "right"], &[("left", "right")]);
    for scope in [ConflictScope::Pairwise, ConflictScope::Greedy] {
        assert_eq!(moves.kept(&[("right", 5.0), ("left", 5.0)], scope), ["right()"]);
        assert_eq!(moves.kept(&[("left", 5.0), ("right", 5.0)], scope), ["left()"]);
    }
}

/// R-000-059, R-004-096
#[test]
fn one_external_action_and_all_internal_ones() {
    let mut names = Vocabulary::new();
    let [run, shoot, turn] = ["run", "shoot", "turn"].map(|name| names.action(name, 0));
    let [note, count] = ["jot", "count"].map(|name| names.internal(name, 0));
    let kind = names.kind("thing");
    let memory = Memory::new(names.finish().unwrap());
    let mut catalogue = Catalogue::default();
    catalogue.conflict(run, count);
    let mut proposals: Vec<_> = [(run, 3.0), (shoot, 9.0), (turn, 5.0), (note, 1.0), (count, 2.0)]
        .map(|(action, priority)| propose(1, priority, action, []))
        .into();
    let forget = Command::Forget(Id::new(1));
    proposals.push(Proposal { task: Holder(2), priority: 0.5, command: forget });
    let resolution = catalogue.resolve(proposals, &memory, ConflictScope::Pairwise, true);
    assert_eq!(shown(&resolution, &memory), ["shoot()", "count()", "jot()", "forget #1"]);
    assert!(resolution.dropped.iter().all(|(_, why)| *why == DropReason::OnlyOne));
    assert_eq!(resolution.dropped.len(), 2);
    assert_eq!(
        Command::Note { kind, properties: Default::default() }.target(memory.vocabulary()),
        ActionTarget::Memory
    );
}

/// R-004-097
#[test]
fn the_seven_conflicts_of_unreal_tournament() {
    const VERBS: [&str; 7] = ["STOP", "RUNTO", "TURNTO", "SHOOT", "STOPSHOOT", "GETPATH", "ROTATE"];
    const PAIRS: [(&str, &str); 7] = [
        ("RUNTO", "RUNTO"),
        ("STOP", "RUNTO"),
        ("TURNTO", "TURNTO"),
        ("STOP", "TURNTO"),
        ("RUNTO", "TURNTO"),
        ("STOPSHOOT", "SHOOT"),
        ("GETPATH", "RUNTO"),
    ];
    let moves = Moves::new(&VERBS, &PAIRS);
    let mut conflicts = 0;
    for (at, one) in VERBS.iter().enumerate() {
        for other in &VERBS[at..] {
            let stated = moves.catalogue.in_conflict(moves.action(one), moves.action(other));
            assert_eq!(stated, moves.catalogue.in_conflict(moves.action(other), moves.action(one)));
            let kept = moves.kept(&[(one, 2.0), (other, 1.0)], ConflictScope::Pairwise);
            assert_eq!(kept.len(), if stated { 1 } else { 2 }, "{one} {other}");
            conflicts += usize::from(stated);
            assert!(!(stated && [*one, *other].contains(&"ROTATE")));
        }
    }
    assert_eq!(conflicts, 7);
}

// ---- blends and vetoes

/// R-004-093
#[test]
fn north_east_and_north_west_make_north() {
    let mut moves = Moves::new(&["ne", "nw", "n"], &[("ne", "nw")]);
    let both = [("ne", 2.0), ("nw", 1.0)];
    assert_eq!(moves.kept(&both, ConflictScope::Pairwise), ["ne()"]);
    let blend = Blend {
        first: ActionPattern::new(moves.action("ne"), []),
        second: ActionPattern::new(moves.action("nw"), []),
        into: vec![(moves.action("n"), vec![])],
    };
    moves.catalogue.blend(&blend, &moves.names).unwrap();
    assert_eq!(moves.kept(&both, ConflictScope::Pairwise), ["n()"]);
    assert_eq!(moves.kept(&[("nw", 2.0), ("ne", 1.0)], ConflictScope::Pairwise), ["n()"]);
    assert_eq!(moves.kept(&[("nw", 2.0)], ConflictScope::Pairwise), ["nw()"]);
}

struct Shooter {
    names: Arc<Vocabulary>,
    run: ActionId,
    shoot: ActionId,
    strafe: ActionId,
    lava: Property,
    catalogue: Catalogue,
}

/// Running and shooting make strafing and shooting; nobody runs or strafes into lava.
fn shooter() -> Shooter {
    let mut names = Vocabulary::new();
    let (run, shoot) = (names.action("run", 1), names.action("shoot", 1));
    let strafe = names.action("strafe", 2);
    let lava = names.property("lava", Type::Bool);
    let names = names.finish().unwrap();
    let mut catalogue = Catalogue::default();
    let blend = Blend {
        first: ActionPattern::new(run, [Column::named("to")]),
        second: ActionPattern::new(shoot, [Column::named("at")]),
        into: vec![(strafe, vec![Expr::var("to"), Expr::var("at")]), (shoot, vec![Expr::var("at")])],
    };
    catalogue.blend(&blend, &names).unwrap();
    Shooter { names, run, shoot, strafe, lava, catalogue }
}

impl Shooter {
    fn memory(&self) -> Memory {
        let mut memory = Memory::new(self.names.clone());
        memory.put(Thing::new(Id::new(1)).with(self.lava, true)).unwrap();
        memory.put(Thing::new(Id::new(2)).with(self.lava, false)).unwrap();
        memory
    }

    fn no_lava(&mut self, shape: ActionPattern) {
        let when = Expr::var("to").get(self.lava).equals(true);
        self.catalogue.veto(&Veto { pattern: shape, when }, &self.names).unwrap();
    }

    fn resolve(&self, to: u64, run: f64, shoot: f64) -> Resolution {
        let proposals = vec![
            propose(1, run, self.run, [Id::new(to).into()]),
            propose(2, shoot, self.shoot, [Id::new(9).into()]),
        ];
        self.catalogue.resolve(proposals, &self.memory(), ConflictScope::Pairwise, false)
    }
}

/// R-004-094, R-000-126
#[test]
fn running_and_shooting_make_strafing_whoever_is_more_important() {
    let shooter = shooter();
    for (run, shoot) in [(9.0, 1.0), (1.0, 9.0)] {
        let resolution = shooter.resolve(2, run, shoot);
        assert_eq!(shown(&resolution, &shooter.memory()), ["strafe(#2, #9)", "shoot(#9)"]);
        assert!(resolution.kept.iter().all(|proposal| proposal.priority == 9.0));
        assert!(matches!(resolution.dropped[..], [(_, DropReason::Blended(..))]));
    }
}

/// R-000-126
#[test]
fn a_dangerous_move_is_vetoed_and_stands_in_nobody_s_way() {
    let mut shooter = shooter();
    shooter.no_lava(ActionPattern::new(shooter.run, [Column::named("to")]));
    shooter.catalogue.conflict(shooter.run, shooter.shoot);
    let resolution = shooter.resolve(1, 9.0, 1.0);
    assert_eq!(shown(&resolution, &shooter.memory()), ["shoot(#9)"]);
    assert!(matches!(resolution.dropped[..], [(_, DropReason::Vetoed)]));
    assert_eq!(shooter.resolve(2, 9.0, 1.0).kept.len(), 2, "a safe one is not");
    let one = shooter.resolve_one(1);
    assert_eq!(shown(&one, &shooter.memory()), ["shoot(#9)"], "nor with one action a tick");
}

impl Shooter {
    fn resolve_one(&self, to: u64) -> Resolution {
        let proposals = vec![
            propose(1, 9.0, self.run, [Id::new(to).into()]),
            propose(2, 1.0, self.shoot, [Id::new(9).into()]),
        ];
        self.catalogue.resolve(proposals, &self.memory(), ConflictScope::Pairwise, true)
    }
}

/// R-000-126
#[test]
fn nothing_is_blended_into_what_is_vetoed() {
    let mut shooter = shooter();
    shooter.no_lava(ActionPattern::new(shooter.strafe, [Column::named("to"), Column::Any]));
    assert_eq!(shown(&shooter.resolve(1, 9.0, 1.0), &shooter.memory()), ["run(#1)", "shoot(#9)"]);
    assert_eq!(shown(&shooter.resolve(2, 9.0, 1.0), &shooter.memory()), ["strafe(#2, #9)", "shoot(#9)"]);
}

#[test]
fn a_blend_fits_given_values_and_repeated_names() {
    let mut names = Vocabulary::new();
    let (push, slam) = (names.action("push", 2), names.action("slam", 1));
    let north = names.symbol("north");
    let names = names.finish().unwrap();
    let mut catalogue = Catalogue::default();
    let shape = || ActionPattern::new(push, [Column::named("what"), Expr::from(north).into()]);
    let into = vec![(slam, vec![Expr::var("what")])];
    catalogue.blend(&Blend { first: shape(), second: shape(), into }, &names).unwrap();
    let memory = Memory::new(names.clone());
    let resolve = |a: [Value; 2], b: [Value; 2]| {
        let proposals = vec![propose(1, 2.0, push, a), propose(2, 1.0, push, b)];
        catalogue.resolve(proposals, &memory, ConflictScope::Pairwise, false).kept.len()
    };
    assert_eq!(resolve([1.into(), north.into()], [1.into(), north.into()]), 1);
    assert_eq!(resolve([1.into(), north.into()], [2.into(), north.into()]), 2, "what is not the same thing");
    assert_eq!(resolve([1.into(), north.into()], [1.into(), 5.into()]), 2, "not north");
    let wrong = Blend { first: shape(), second: shape(), into: vec![(slam, vec![])] };
    assert!(matches!(catalogue.blend(&wrong, &names), Err(BuildError::Arity { .. })));
}

#[test]
fn a_blend_without_a_value_for_an_argument_is_none() {
    let mut shooter = shooter();
    let blend = Blend {
        first: ActionPattern::new(shooter.run, [Column::named("to")]),
        second: ActionPattern::new(shooter.run, [Column::named("other")]),
        into: vec![(shooter.run, vec![Expr::var("to").get(Property::KIND)])],
    };
    shooter.catalogue.blend(&blend, &shooter.names).unwrap();
    let proposals = [1, 2].map(|to| propose(to, 1.0, shooter.run, [Id::new(to).into()])).to_vec();
    let kept = shooter.catalogue.resolve(proposals, &shooter.memory(), ConflictScope::Pairwise, false).kept;
    assert_eq!(kept.len(), 2);
}

// ---- throttle

fn act(task: u64, action: ActionId, argument: i32) -> ActiveAction {
    let arguments = [Value::from(argument)].into_iter().collect();
    ActiveAction { run: 1, action, arguments, phase: Phase::Continued, task: Holder(task), priority: 1.0 }
}

/// R-000-061
#[test]
fn a_command_goes_out_once_a_second_while_it_lasts() {
    let mut names = Vocabulary::new();
    let (run, shoot) = (names.action("run", 1), names.action("shoot", 1));
    let mut throttle = Throttle::new(1_000_000);
    let at = |tenth: u64| Time::of_tick(tenth, 100_000);
    let sent = (5..35).filter(|tenth| throttle.admits(&act(1, run, 7), at(*tenth))).count();
    assert_eq!(sent, 4, "10 Hz for 3 s, over four seconds of the clock");
    for other in [act(1, shoot, 7), act(1, run, 8), act(2, run, 7)] {
        assert!(throttle.admits(&other, at(35)), "a different command goes out at once");
        assert!(!throttle.admits(&other, at(36)));
    }
    let flicker =
        (40..50).filter(|tenth| throttle.admits(&act(1, run, (*tenth % 2) as i32), at(*tenth))).count();
    assert_eq!(flicker, 2, "two commands in turn are still each sent once a second");
    let mut open = Throttle::new(0);
    assert!((0..3).all(|_| open.admits(&act(1, run, 7), at(0))));
}

// ---- effects

struct Bank {
    names: Arc<Vocabulary>,
    coin: Kind,
    amount: Property,
    owner: Property,
    gold: Property,
    at: Relation,
    spend: ActionId,
    id: Id,
}

fn bank() -> Bank {
    let mut names = Vocabulary::new();
    let coin = names.kind("coin");
    let amount = names.property("amount", Type::Number);
    let owner = names.property("owner", Type::Id);
    let gold = names.own("gold", Type::Number);
    names.limit(gold, 0.0, 100.0);
    let at = names.relation("at", 2);
    let spend = names.internal("spend", 1);
    let id = names.id("purse");
    Bank { names: names.finish().unwrap(), coin, amount, owner, gold, at, spend, id }
}

impl Bank {
    fn memory(&self) -> Memory {
        let mut memory = Memory::new(self.names.clone());
        memory.set_own(self.gold, 20).unwrap();
        memory.put(Thing::new(self.id).divisible(self.amount, 53.0)).unwrap();
        for coin in 1..4 {
            memory.put(Thing::new(Id::new(coin)).kind(self.coin).with(self.amount, coin as i32)).unwrap();
        }
        memory
    }

    /// Applies effects with the parameter `n`; gives memory and how many were left out.
    fn apply(&self, n: impl Into<Value>, effects: &[Effect]) -> (Memory, usize) {
        let action = effects.iter().cloned().fold(Action::new(self.spend, &["n"]), Action::effect);
        let mut memory = self.memory();
        let left_out = action.build(&self.names).unwrap().apply(&mut memory, &[n.into()]);
        (memory, left_out)
    }
}

#[test]
fn effects_set_and_add_and_each_sees_those_before_it() {
    let bank = bank();
    let n = || Expr::var("n");
    let (memory, left_out) = bank.apply(
        5,
        &[
            Effect::add_own(bank.gold, -n()),
            Effect::set(Id::new(1), bank.amount, Expr::own(bank.gold)),
            Effect::set_own(bank.gold, 500),
        ],
    );
    assert_eq!(left_out, 0);
    assert_eq!(memory.get(Id::new(1), bank.amount), Some(15.into()));
    assert_eq!(memory.own(bank.gold), Some(100.into()), "limits hold for effects too");
}

#[test]
fn a_divisible_quantity_stays_divisible_and_never_falls_below_nought() {
    let bank = bank();
    let take = [Effect::add(bank.id, bank.amount, -Expr::var("n"))];
    let (memory, left_out) = bank.apply(20, &take);
    assert_eq!((memory.get(bank.id, bank.amount), left_out), (Some(33.into()), 0));
    assert!(memory.divisible(bank.id, bank.amount));
    let (memory, left_out) = bank.apply(54, &take);
    assert_eq!((memory.get(bank.id, bank.amount), left_out), (Some(53.into()), 1));
}

#[test]
fn effects_that_cannot_be_made_are_left_out_and_counted() {
    let bank = bank();
    let nothing = || Expr::var("n").get(bank.amount);
    let (memory, left_out) = bank.apply(
        5,
        &[
            Effect::set(Id::new(77), bank.amount, 1),
            Effect::add(Id::new(1), bank.owner, 1),
            Effect::set(Id::new(1), bank.amount, nothing()),
            Effect::set(Id::new(1), bank.amount, bank.id),
            Effect::add_own(bank.gold, Expr::from(f64::INFINITY) - f64::INFINITY),
            Effect::Destroy(Id::new(77).into()),
            Effect::Relate(bank.at, vec![nothing(), 1.into()]),
            Effect::Create {
                kind: bank.coin,
                name: "c".into(),
                properties: vec![(bank.amount, nothing()), (bank.owner, 3.into())],
            },
        ],
    );
    assert_eq!(left_out, 9);
    assert_eq!(memory.get(Id::new(1), bank.amount), Some(1.into()));
    assert_eq!((memory.len(), memory.count_rows(bank.at)), (5, 0));
}

/// R-000-039
#[test]
fn effects_create_destroy_and_relate() {
    let bank = bank();
    let created = Effect::Create {
        kind: bank.coin,
        name: "new".into(),
        properties: vec![(bank.amount, Expr::var("n"))],
    };
    let (memory, left_out) = bank.apply(
        8,
        &[
            created,
            Effect::set(Expr::var("new"), bank.owner, bank.id),
            Effect::Relate(bank.at, vec![Expr::var("new"), 1.into()]),
            Effect::Relate(bank.at, vec![bank.id.into(), 2.into()]),
            Effect::Unrelate(bank.at, vec![bank.id.into(), 2.into()]),
            Effect::Destroy(Id::new(2).into()),
        ],
    );
    assert_eq!(left_out, 0);
    let new = memory.things().last().unwrap();
    assert!(new.is_a(bank.coin) && new.get(bank.amount) == Some(&8.into()));
    assert_eq!(new.get(bank.owner), Some(&bank.id.into()));
    assert!(memory.related(bank.at, &[new.id().into(), 1.into()]));
    assert_eq!((memory.count_rows(bank.at), memory.exists(Id::new(2))), (1, false));
}

#[test]
fn effects_for_each_thing_that_fits() {
    let bank = bank();
    let coins = |name: Option<&str>| {
        let pattern = Pattern::of(bank.coin);
        Box::new(if let Some(name) = name { pattern.named(name) } else { pattern })
    };
    let each = |pattern, given, effects| Effect::Each { pattern, given, effects };
    let double = Effect::add(Expr::var("c"), bank.amount, Expr::var("c").get(bank.amount));
    let large = Expr::var("c").get(bank.amount).at_least(2);
    let (memory, left_out) = bank.apply(1, &[each(coins(Some("c")), large, vec![double])]);
    assert_eq!(left_out, 0);
    let amounts: Vec<_> = (1..4).map(|coin| memory.get(Id::new(coin), bank.amount)).collect();
    assert_eq!(amounts, [Some(1.into()), Some(4.into()), Some(6.into())]);

    let pay = Effect::add_own(bank.gold, 1);
    let nested = each(coins(None), Condition::always(), vec![pay.clone()]);
    let (memory, _) = bank.apply(1, &[each(coins(None), Condition::always(), vec![nested])]);
    assert_eq!(memory.own(bank.gold), Some(29.into()), "three coins for each of three coins");
    let twice = each(coins(Some("c")), Condition::always(), vec![pay]);
    let (memory, _) = bank.apply(1, &[twice.clone(), twice]);
    assert_eq!(memory.own(bank.gold), Some(26.into()));
}

#[test]
fn an_action_can_be_done_when_what_it_needs_holds_and_to_a_degree_before() {
    let bank = bank();
    let spend = Action::new(bank.spend, &["n"])
        .needs(Expr::own(bank.gold).at_least(Expr::var("n")))
        .needs(Condition::related(bank.at, [Expr::from(Id::SELF).into(), Column::named("where")]))
        .effect(Effect::Unrelate(bank.at, vec![Id::SELF.into(), Expr::var("where")]))
        .reply(Effect::set_own(bank.gold, 1))
        .build(&bank.names)
        .unwrap();
    let mut memory = bank.memory();
    assert!(!spend.can(&memory, &[5.into()]));
    memory.relate(bank.at, &[Id::SELF.into(), 7.into()]).unwrap();
    assert!(spend.can(&memory, &[20.into()]) && !spend.can(&memory, &[21.into()]));
    assert!(!spend.can(&memory, &[]), "an argument that is not given has no value");
    assert_eq!(spend.degree(&memory, &[40.into()]), 0.5);
    assert_eq!(spend.apply(&mut memory, &[20.into()]), 0);
    assert_eq!(memory.count_rows(bank.at), 0, "effects can use what the needs bound");
    assert_eq!(spend.answer(&mut memory, &[20.into()]), 0);
    assert_eq!(memory.own(bank.gold), Some(1.into()));
}

#[test]
fn mistakes_in_actions_are_found_when_they_are_built() {
    let bank = bank();
    let action = |parameters: &[&str]| Action::new(bank.spend, parameters);
    let build = |action: Action| action.build(&bank.names).map(|_| ());
    assert_eq!(build(action(&[])), Err(BuildError::Arity { name: "spend".into(), expected: 1, found: 0 }));
    assert!(matches!(build(action(&["n"]).costs(f64::NAN)), Err(BuildError::NotANumber(..))));
    let unknown = action(&["n"]).effect(Effect::set_own(bank.gold, Expr::var("m")));
    assert!(matches!(build(unknown), Err(BuildError::UnknownVariable(..))));
    let row = action(&["n"]).effect(Effect::Relate(bank.at, vec![]));
    assert!(matches!(build(row), Err(BuildError::Arity { .. })));
    let foreign = Vocabulary::new().finish().unwrap();
    assert!(matches!(action(&["n"]).build(&foreign), Err(BuildError::Foreign)));
}

/// Effects that add the same expression one after the other add the same amount only while nothing that it reads has changed.
#[test]
fn each_addition_sees_those_before_it() {
    let mut names = Vocabulary::new();
    let [a, b, c, d] = ["a", "b", "c", "d"].map(|name| names.own(name, Type::Number));
    let grow = names.internal("grow", 0);
    let names = names.finish().unwrap();
    let sum = || Expr::own(a) + Expr::own(b);
    let effects = [a, c, b, d, c].map(|property| Effect::add_own(property, sum()));
    let action = effects.into_iter().fold(Action::new(grow, &[]), Action::effect);
    let mut catalogue = Catalogue::default();
    catalogue.add(&action, &names).unwrap();
    let mut memory = Memory::new(names);
    for property in [a, b, c, d] {
        memory.set_own(property, 1).unwrap();
    }
    assert_eq!(catalogue.action(grow).unwrap().apply(&mut memory, &[]), 0);
    // a = 1 + 2; then c = 1 + 4, b = 1 + 4; then d = 1 + 8, c = 5 + 8.
    let values = [a, b, c, d].map(|property| memory.own(property).and_then(|value| value.number()));
    assert_eq!(values, [3.0, 5.0, 13.0, 9.0].map(Some));
}
