//! The hospital as a crowd: with each of the four systems all characters decide as if ticked one by one.

use motive::kernel::trace::Recorder;
use motive::kernel::{Agent, Crowd, Decision, Memory, Phase};
use motive_worlds::hospital::{HospitalSettings, HospitalWorld};
use motive_worlds::{AnyWorld, TypedWorld};

const MINDS: [&str; 4] = ["fsm", "utility", "goap", "udgoap"];

fn hospital(wards: usize) -> TypedWorld<HospitalWorld> {
    let mut settings = HospitalSettings::default();
    (settings.wards, settings.seconds) = (wards, 0.0);
    TypedWorld::of(HospitalWorld::with_settings(settings)).unwrap()
}

fn agents(world: &TypedWorld<HospitalWorld>, mind: &str) -> Vec<Agent> {
    let agent = |number: usize| {
        Agent::new(Memory::new(world.vocabulary().clone()), world.mind(mind).unwrap(), 1, number as u64)
    };
    (0..world.agents()).map(agent).collect()
}

/// A random event, the same whenever it is asked for the same tick.
fn meddle(world: &mut TypedWorld<HospitalWorld>, tick: u64) {
    let mut dice = tick.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    for npc in world.inner_mut().game.npcs_mut() {
        dice = (dice ^ (dice >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        match dice % 257 {
            0 => npc.levels[(dice >> 32) as usize % 4] = (dice >> 40) as f64 % 100.0,
            1 => npc.carries = [false; 2],
            2 => npc.calling = !npc.calling,
            3 => npc.greeted = !npc.greeted,
            // What is being done comes to nothing.
            4 => npc.doing = None,
            _ => {}
        }
    }
}

fn one_by_one(mind: &str, ticks: u64, traced: bool) -> Vec<Vec<Decision>> {
    let mut world = hospital(2);
    let mut agents = agents(&world, mind);
    let mut log = Vec::new();
    for tick in 0..ticks {
        meddle(&mut world, tick);
        let mut decisions = Vec::new();
        for (number, agent) in agents.iter_mut().enumerate() {
            world.ended(number, &mut |run, ending| {
                agent.finish(run, ending);
            });
            world.perceive(number, agent.memory_mut()).unwrap();
            let (now, mut recorder) = (world.time(), Recorder::default());
            let decision = if traced { agent.tick_traced(now, &mut recorder) } else { agent.tick(now) };
            decisions.push(decision.clone());
        }
        for (number, decision) in decisions.iter().enumerate() {
            world.act(number, decision).unwrap();
        }
        world.step();
        log.push(decisions);
    }
    log
}

/// All decisions in every tick, and the share that was slept through.
fn in_a_crowd(mind: &str, ticks: u64) -> (Vec<Vec<Decision>>, f64) {
    let mut world = hospital(2);
    let mut crowd = Crowd::new(agents(&world, mind));
    let mut decisions = vec![Decision::default(); crowd.len()];
    let (mut log, mut decided) = (Vec::new(), 0);
    for tick in 0..ticks {
        meddle(&mut world, tick);
        for number in 0..crowd.len() {
            world.ended(number, &mut |run, ending| {
                crowd.finish(number, run, ending);
            });
            crowd.tell(number, |memory| world.perceive(number, memory)).unwrap().unwrap();
        }
        for decision in &mut decisions {
            decision.stopped.clear();
            decision.actions.iter_mut().for_each(|act| act.phase = Phase::Continued);
        }
        crowd.tick(world.time(), |number, decision| {
            decided += 1;
            decisions[number].clone_from(decision);
            world.act(number, decision).unwrap();
        });
        world.step();
        log.push(decisions.clone());
    }
    (log, 1.0 - f64::from(decided) / (ticks * crowd.len() as u64) as f64)
}

/// An agent that sleeps would have repeated its decision.
#[test]
fn a_crowd_decides_as_single_agents_do() {
    for mind in MINDS {
        let (crowd, slept) = in_a_crowd(mind, 600);
        assert!(slept > 0.7, "{mind}: only {slept} of all decisions were slept through");
        for (tick, (one, other)) in one_by_one(mind, 600, false).iter().zip(&crowd).enumerate() {
            for (number, (one, other)) in one.iter().zip(other).enumerate() {
                assert_eq!(one, other, "{mind}, tick {tick}, character {number}");
            }
        }
    }
}

/// And an agent that is traced decides the same.
#[test]
fn watching_changes_nothing() {
    for mind in MINDS {
        assert!(one_by_one(mind, 200, false) == one_by_one(mind, 200, true), "{mind}");
    }
}
