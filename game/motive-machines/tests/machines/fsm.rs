//! State machines: the baselines of Hansen 2008, section 4 of the specification.

use motive::kernel::{Condition, Expr, Memory, Property, Standalone, Time, Type, Vocabulary};
use motive::machines::fsm::{Machine, MachineError, State, StateActivity};
use std::sync::Arc;

/// A machine with a state for every combination of truths, and a transition for every truth that can change: 2^v states and v·2^v transitions.
/// Bit *i* of a state's number is the *i*-th truth; `state` gives its name and what is done in it. It starts with all truths false.
fn over_truths(
    name: &str,
    truths: &[Condition],
    mut state: impl FnMut(usize) -> (Arc<str>, StateActivity),
) -> Machine {
    let described: Vec<(Arc<str>, StateActivity)> = (0..1_usize << truths.len()).map(&mut state).collect();
    let states = described.iter().enumerate().map(|(number, (state_name, activity))| {
        let transitions = truths.iter().enumerate().filter_map(|(place, truth)| {
            let (to, _) = described.get(number ^ (1 << place))?;
            let now_true = number >> place & 1 == 1;
            let when = if now_true { !truth.clone() } else { truth.clone() };
            Some((to.clone(), when))
        });
        State { name: state_name.clone(), activity: activity.clone(), transitions: transitions.collect() }
    });
    Machine { name: name.into(), states: states.collect() }
}

struct World {
    names: Arc<Vocabulary>,
    truths: Vec<Property>,
    act: motive::kernel::ActionId,
}

fn world(count: usize) -> World {
    let mut names = Vocabulary::new();
    let truths = (0..count).map(|number| names.own(&format!("t{number}"), Type::Bool)).collect();
    let act = names.action("act", 1);
    World { truths, act, names: names.finish().unwrap() }
}

impl World {
    fn conditions(&self) -> Vec<Condition> {
        self.truths.iter().map(|truth| Expr::own(*truth).holds()).collect()
    }

    /// A machine whose states have these names; bit *i* of a place in the list is the *i*-th truth.
    fn machine(&self, states: &[&str]) -> Machine {
        over_truths("machine", &self.conditions(), |state| {
            (states[state].into(), StateActivity::Act(self.act, vec![(state as i32).into()]))
        })
    }
}

/// The states of the three machines, in the order of their truths: an enemy is in sight (1), there is ammunition (2), the bot is
/// well (4). Names and truths of the third are the specification's, since the figure is lost.
const FSM_1: [&str; 2] = ["Patrol", "Attack"];
const FSM_2: [&str; 4] = ["FindAmmo", "Flee", "Patrol", "Attack"];
const FSM_3: [&str; 8] =
    ["Recover", "FleeHurt", "FindHealth", "RetreatFiring", "FindAmmo", "Flee", "Patrol", "Attack"];

/// R-002-120: one, two and three truths make 2, 8 and 24 transitions, and each single change of a truth takes the one that the table has
/// for it.
#[test]
fn every_change_of_a_truth_is_a_transition() {
    for (states, transitions) in [(&FSM_1[..], 2), (&FSM_2[..], 8), (&FSM_3[..], 24)] {
        let count = states.len().ilog2() as usize;
        let world = world(count);
        let machine = world.machine(states);
        assert_eq!(machine.size(), (states.len(), transitions));
        let program = machine.build(&world.names).unwrap();
        for from in 0..states.len() {
            for changed in 0..count {
                let (mut run, mut alone, mut tick) = (program.runner(), Standalone::default(), 0);
                let mut memory = Memory::new(world.names.clone());
                let mut go_to = |state: usize, memory: &mut Memory, ticks: u64| {
                    for (place, truth) in world.truths.iter().enumerate() {
                        memory.set_own(*truth, state >> place & 1 == 1).unwrap();
                    }
                    for _ in 0..ticks {
                        memory.set_time(Time::of_tick(tick, 100_000));
                        alone.ask(&mut run, memory);
                        tick += 1;
                    }
                    run.state().to_owned()
                };
                // One transition a tick.
                assert_eq!(go_to(from, &mut memory, count as u64), states[from]);
                let to = from ^ (1 << changed);
                assert_eq!(go_to(to, &mut memory, 1), states[to], "from {from}, truth {changed}");
            }
        }
    }
}

/// R-002-121, E4: what one more truth costs a state machine.
#[test]
fn states_double_with_every_truth() {
    for count in 1..=10 {
        let names: Vec<String> = (0..1 << count).map(|state| format!("s{state}")).collect();
        let states: Vec<&str> = names.iter().map(String::as_str).collect();
        assert_eq!(world(count).machine(&states).size(), (1 << count, count << count));
    }
}

/// The second machine of the thesis, as its text has it.
#[test]
fn the_machine_with_ammunition_behaves_as_printed() {
    let world = world(2);
    let (enemy, ammo) = (Expr::own(world.truths[0]).holds(), Expr::own(world.truths[1]).holds());
    let state = |name: &str| State::new(name).act(world.act, vec![0.into()]);
    let machine = Machine::new("second")
        .state(state("Patrol").to("Attack", enemy.clone()).to("FindAmmo", !ammo.clone()))
        .state(state("Attack").to("Patrol", !enemy.clone()).to("Flee", !ammo.clone()))
        .state(state("Flee").to("Attack", ammo.clone()).to("FindAmmo", !enemy.clone()))
        .state(state("FindAmmo").to("Patrol", ammo).to("Flee", enemy));
    assert_eq!(machine.size(), (4, 8));
    let (mut run, mut alone) = (machine.build(&world.names).unwrap().runner(), Standalone::default());
    let mut memory = Memory::new(world.names.clone());
    let story = [
        (false, true, "Patrol"),
        (true, true, "Attack"),
        (true, false, "Flee"),
        (true, true, "Attack"),
        (true, false, "Flee"),
        (false, false, "FindAmmo"),
        (true, false, "Flee"),
        (false, false, "FindAmmo"),
        (false, true, "Patrol"),
    ];
    for (tick, (enemy, ammo, expected)) in (0..).zip(story) {
        memory.set_own(world.truths[0], enemy).unwrap();
        memory.set_own(world.truths[1], ammo).unwrap();
        memory.set_time(Time::of_tick(tick, 100_000));
        alone.ask(&mut run, &memory);
        assert_eq!(run.state(), expected, "tick {tick}");
    }
}

#[test]
fn a_machine_that_is_not_right_is_not_built() {
    let world = world(1);
    let error = |machine: Machine| machine.build(&world.names).map(|_| ()).unwrap_err();
    assert!(matches!(error(Machine::new("m")), MachineError::Empty(_)));
    let twice = Machine::new("m").state(State::new("a")).state(State::new("a"));
    assert!(matches!(error(twice), MachineError::Twice(..)));
    let lost = Machine::new("m").state(State::new("patrol").to("patrl", Condition::always()));
    assert!(error(lost).to_string().contains("did you mean `patrol`?"));
}
