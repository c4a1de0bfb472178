//! Agents that join a herd, leave it, and go on with a changed character decide as single agents do.

use crate::herd::{Names, catalogue, change, goal, helper, names, profile, program};
use motive::arbiter::teleo::{Definition, Library, Rule};
use motive::arbiter::{Arbiter, Character, Goal, Reflex};
use motive::kernel::trace::Recorder;
use motive::kernel::{
    ActiveAction, Agent, Crowd, Decision, Id, Memory, Phase, Property, Snapshot, Thing, Time, Value,
};
use proptest::prelude::*;
use proptest::sample::Index;
use std::sync::Arc;

/// Three versions of one character. Some goals and programs are the same in all of them; the last is no character for herds.
fn versions(names: Names) -> impl Strategy<Value = [Arc<Character>; 3]> {
    let goals: Vec<_> = (0..4).chain(0..4).map(|at| goal(&names, at)).collect();
    let programs = (program(&names, "P0"), program(&names, "P1"), program(&names, "P1"), helper(&names));
    let conflicts = prop::collection::vec((0..6_usize, 0..6_usize), 0..6);
    let profiles = (profile(), profile(), prop::bool::weighted(0.5));
    let mixture = prop::collection::vec(any::<bool>(), 4);
    (goals, programs, conflicts, profiles, mixture).prop_map(
        move |(goals, (p0, p1, other_p1, help), conflicts, (profile, other, same), mixture)| {
            let other = if same { profile.clone() } else { other };
            let build = |goals: Vec<Goal>, p1, profile, reflex: Option<Reflex>| {
                let library = Library::new(&names.all, vec![p0.clone(), p1, help.clone()]).unwrap();
                let builder = Character::new(names.all.clone())
                    .library(&library)
                    .profile(profile)
                    .catalogue(catalogue(&names, &conflicts));
                let builder = goals.into_iter().fold(builder, motive::arbiter::CharacterBuilder::goal);
                reflex.into_iter().fold(builder, motive::arbiter::CharacterBuilder::reflex).build().unwrap()
            };
            let mixed =
                || mixture.iter().enumerate().map(|(at, same)| goals[at + if *same { 0 } else { 4 }].clone());
            let never = Reflex {
                when: motive::kernel::Condition::never(),
                action: names.actions[0].0,
                arguments: vec![],
            };
            [
                build(goals[..4].to_vec(), p1.clone(), profile.clone(), None),
                build(mixed().collect(), other_p1, other, None),
                build(goals[..4].to_vec(), p1.clone(), profile.clone(), Some(never)),
            ]
        },
    )
}

#[derive(Clone, Debug)]
enum Op {
    Change(usize, Property, Option<Value>),
    Spawn(usize),
    Despawn(Index),
    Replace(usize),
    /// Out of the crowd and into it again.
    Move(Index),
    Save(Index),
    Meet(Index),
    Lose(Index),
}

fn op(names: &Names) -> impl Strategy<Value = Op> + use<> {
    prop_oneof![
        24 => change(names).prop_map(|(who, slot, value)| Op::Change(who, slot, value)),
        2 => (1..12_usize).prop_map(Op::Spawn),
        3 => any::<Index>().prop_map(Op::Despawn),
        2 => (0..3_usize).prop_map(Op::Replace),
        2 => any::<Index>().prop_map(Op::Move),
        1 => any::<Index>().prop_map(Op::Save),
        2 => any::<Index>().prop_map(Op::Meet),
        2 => any::<Index>().prop_map(Op::Lose),
    ]
}

/// A crowd that groups its agents, and the same agents one by one.
struct Pair {
    names: Names,
    crowd: Crowd,
    singles: Vec<(usize, Agent<Arbiter>)>,
    character: Arc<Character>,
    spawned: u64,
}

const THING: Id = Id::new(77);

fn restored(number: u64, character: &Arc<Character>, snapshot: &Snapshot) -> Agent<Arbiter> {
    let memory = Memory::restore(character.vocabulary().clone(), snapshot).unwrap();
    Agent::new(memory, Arbiter::new(character.clone()), 9, number)
}

/// An agent goes on with another character.
fn replace(crowd: &mut Crowd, number: usize, new: &Arc<Character>) {
    let (mind, memory) = crowd.agent_mut(number).unwrap().parts_mut();
    let mind = mind.as_any_mut().unwrap().downcast_mut::<Arbiter>().unwrap();
    mind.replace(new.clone(), memory);
}

impl Pair {
    fn spawn(&mut self) {
        let new = || {
            let memory = Memory::new(self.names.all.clone());
            Agent::new(memory, Arbiter::new(self.character.clone()), 9, self.spawned)
        };
        self.singles.push((self.crowd.add(new().boxed()), new()));
        self.spawned += 1;
    }

    fn tell(&mut self, at: Index, tell: impl Fn(&mut Memory)) {
        if let Some((number, single)) = pick(&mut self.singles, at) {
            self.crowd.tell(*number, &tell).unwrap();
            tell(single.memory_mut());
        }
    }

    fn apply(&mut self, op: &Op, versions: &[Arc<Character>; 3]) {
        match op {
            Op::Change(who, slot, value) => {
                let count = self.singles.len();
                let Some((number, single)) = self.singles.get_mut(who % count.max(1)) else { return };
                match value {
                    Some(value) => {
                        self.crowd.set(*number, *slot, value.clone()).unwrap().unwrap();
                        single.memory_mut().set_own(*slot, value.clone()).unwrap();
                    }
                    None => {
                        let had = single.memory_mut().unset(Id::SELF, *slot);
                        assert_eq!(self.crowd.unset(*number, *slot), had);
                    }
                }
            }
            Op::Spawn(count) => (0..*count).for_each(|_| self.spawn()),
            Op::Despawn(at) => {
                if !self.singles.is_empty() {
                    let (number, _) = self.singles.swap_remove(at.index(self.singles.len()));
                    assert!(self.crowd.remove(number).is_some() && self.crowd.remove(number).is_none());
                }
            }
            Op::Replace(version) => {
                let new = &versions[*version];
                for (number, single) in &mut self.singles {
                    replace(&mut self.crowd, *number, new);
                    let (mind, memory) = single.parts_mut();
                    mind.replace(new.clone(), memory);
                }
                self.character = new.clone();
            }
            Op::Move(at) => {
                if let Some((number, _)) = pick(&mut self.singles, *at) {
                    let out = self.crowd.remove(*number).unwrap();
                    *number = self.crowd.add(out);
                }
            }
            Op::Save(at) => {
                if let Some((number, single)) = pick(&mut self.singles, *at) {
                    let snapshot = self.crowd.memory(*number).unwrap().snapshot();
                    let out = self.crowd.remove(*number).unwrap();
                    *number = self.crowd.add(restored(out.number(), &self.character, &snapshot).boxed());
                    *single = restored(single.number(), &self.character, &single.memory().snapshot());
                }
            }
            Op::Meet(at) => self.tell(*at, |memory| memory.put(Thing::new(THING)).unwrap()),
            Op::Lose(at) => self.tell(*at, |memory| _ = memory.remove(THING)),
        }
    }

    fn tick(&mut self, now: Time) -> Result<(), TestCaseError> {
        let (mut told, mut last) = (Vec::new(), None);
        let note = |number: usize, decision: &Decision| {
            assert!(last < Some(number), "in the order of their numbers");
            last = Some(number);
            told.push((number, decision.clone()));
        };
        let traced = self.singles.first().map_or(0, |(number, _)| *number);
        match now.tick % 3 {
            0 => self.crowd.tick(now, note),
            1 => self.crowd.tick_in_parallel(now, note),
            _ => self.crowd.tick_observed(now, &mut (traced, &mut Recorder::default()), note),
        }
        if now.tick % 3 == 2 && !self.singles.is_empty() {
            prop_assert!(told.iter().any(|(number, _)| *number == traced), "what is traced decides");
        }
        prop_assert_eq!(self.crowd.len(), self.singles.len());
        for (number, single) in &mut self.singles {
            let expected = single.tick(now).clone();
            let continues = |act: &ActiveAction| act.phase == Phase::Continued;
            let is_changed = !expected.stopped.is_empty() || !expected.actions.iter().all(continues);
            let who = single.number();
            prop_assert_eq!(
                self.crowd.actions(*number).collect::<Vec<_>>(),
                &expected.actions[..],
                "agent {}",
                who
            );
            prop_assert_eq!(
                self.crowd.stopped(*number).collect::<Vec<_>>(),
                &expected.stopped[..],
                "agent {}",
                who
            );
            match told.iter().find(|(told, _)| told == number) {
                Some((_, told)) => prop_assert_eq!(told, &expected),
                None => prop_assert!(!is_changed),
            }
            prop_assert_eq!(self.crowd.changed().any(|changed| changed == *number), is_changed);
            for slot in self.names.all.own_properties() {
                prop_assert_eq!(self.crowd.get(*number, *slot), single.memory().own(*slot));
            }
        }
        Ok(())
    }
}

fn pick(singles: &mut [(usize, Agent<Arbiter>)], at: Index) -> Option<&mut (usize, Agent<Arbiter>)> {
    if singles.is_empty() { None } else { singles.get_mut(at.index(singles.len())) }
}

fn run(versions: &[Arc<Character>; 3], names: Names, script: &[Vec<Op>]) -> Result<usize, TestCaseError> {
    let crowd = Crowd::default();
    let mut pair = Pair { names, crowd, singles: Vec::new(), character: versions[0].clone(), spawned: 0 };
    (0..10).for_each(|_| pair.spawn());
    let mut in_herds = 0;
    for (tick, ops) in (0..).zip(script) {
        ops.iter().for_each(|op| pair.apply(op, versions));
        pair.tick(Time::of_tick(tick, 100_000))?;
        in_herds += pair.crowd.in_herds();
    }
    Ok(in_herds)
}

fn script(names: &Names) -> impl Strategy<Value = Vec<Vec<Op>>> + use<> {
    prop::collection::vec(prop::collection::vec(op(names), 0..8), 1..20)
}

/// All versions of a character share one vocabulary, so names are made first.
fn scenario() -> impl Strategy<Value = (Names, [Arc<Character>; 3], Vec<Vec<Op>>)> {
    let names = names();
    (Just(names.clone()), versions(names.clone()), script(&names))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, ..ProptestConfig::default() })]

    #[test]
    fn a_crowd_that_groups_its_agents_decides_as_single_agents_do(
        (names, versions, script) in scenario()
    ) {
        run(&versions, names, &script)?;
    }
}

/// The scenarios above are worth something only if agents are in herds in them, and out of them.
#[test]
fn most_agents_of_the_scenarios_are_in_herds() {
    use proptest::strategy::ValueTree;
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let (mut in_herds, mut all) = (0, 0);
    for _ in 0..60 {
        let (names, versions, script) = scenario().new_tree(&mut runner).unwrap().current();
        in_herds += run(&versions, names, &script).unwrap();
        all += 10 * script.len();
    }
    assert!(in_herds > all / 3, "{in_herds} of about {all}");
}

/// In a tick in which nothing is decided, actions go on in the order of the former character.
#[test]
fn actions_keep_their_order_until_the_next_decision() {
    let names = names();
    let version = |steps: [usize; 2]| {
        let live = steps.iter().fold(Rule::new("both"), |rule, at| rule.act(names.actions[*at].0, []));
        let library = Library::new(&names.all, vec![Definition::new("Live").rule(live)]).unwrap();
        let mut profile = motive::arbiter::Profile::motive();
        profile.tasks_every = 2;
        let builder = Character::new(names.all.clone()).library(&library).profile(profile);
        builder.goal(Goal::maintain("live", "Live").always(1)).build().unwrap()
    };
    let (old, new) = (version([2, 0]), version([0, 2]));
    let mut crowd = Crowd::default();
    for number in 0..10 {
        let memory = Memory::new(names.all.clone());
        crowd.add(Agent::new(memory, Arbiter::new(old.clone()), 9, number).boxed());
    }
    let order = |crowd: &Crowd| crowd.actions(3).map(|act| act.action).collect::<Vec<_>>();
    let [eat, hide] = [names.actions[0].0, names.actions[2].0];
    let tick = |crowd: &mut Crowd, tick| crowd.tick(Time::of_tick(tick, 100_000), |_, _| ());
    tick(&mut crowd, 0);
    assert_eq!((crowd.in_herds(), order(&crowd)), (10, vec![hide, eat]));
    (0..10).for_each(|number| replace(&mut crowd, number, &new));
    tick(&mut crowd, 1);
    assert_eq!(order(&crowd), [hide, eat]);
    for at in 2..20 {
        tick(&mut crowd, at);
        assert_eq!(order(&crowd), [eat, hide]);
    }
    assert_eq!(crowd.in_herds(), 10);
}
