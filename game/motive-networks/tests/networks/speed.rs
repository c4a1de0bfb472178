//! Lower bounds of speed. The best of several tries counts, because the machine may be busy.

use super::common::{Example, actions};
use motive::networks::{Network, NetworkProfile, NetworkSensor, Skill, Summation};
use std::time::{Duration, Instant};

fn best(tries: u32, mut work: impl FnMut() -> Duration) -> Duration {
    (0..tries).map(|_| work()).min().unwrap()
}

/// R-003-072: ten steps of the sander in less than a millisecond. Johnson's program made thirteen steps a second.
#[test]
fn ten_steps_of_the_sander_take_less_than_a_millisecond() {
    let example = Example::new("robot-sander");
    let time = best(50, || {
        let mut robot = example.build(NetworkProfile::Maes1989);
        robot.step();
        let begun = Instant::now();
        for _ in 0..10 {
            robot.step();
        }
        begun.elapsed()
    });
    assert!(time < Duration::from_millis(1), "{time:?}");
    // The measured network selects the published actions.
    let mut robot = example.build(NetworkProfile::Maes1989);
    assert_eq!(actions(&mut example.clone(), &mut robot), example.expected());
}

fn large(skills: u32) -> Network {
    let mut settings = NetworkProfile::Bad1990.settings();
    settings.summation = Summation::ByProposition;
    let mut network = Network::new(settings).unwrap();
    let name = |number: u32| format!("p{}", number % skills);
    for number in 0..skills {
        network.register(NetworkSensor::new(&name(number), number % 2 == 0)).unwrap();
    }
    for number in 0..skills {
        let at = |offset: u32| name(number * 7 + offset);
        let skill = Skill::new(&format!("s{number}")).needs([&*at(0), &*at(1), &*at(2), &*at(3)]);
        let skill = skill.adds([&*at(4), &*at(5), &*at(6)]);
        network.register(skill.makes_false([&*at(8), &*at(9), &*at(10)])).unwrap();
    }
    network
}

/// R-003-072: ten thousand skills with ten list entries each make a hundred steps a second at least.
#[test]
fn ten_thousand_skills_make_a_hundred_steps_a_second() {
    let mut network = large(10_000);
    network.step();
    let time = best(5, || {
        let begun = Instant::now();
        for _ in 0..10 {
            network.step();
        }
        begun.elapsed()
    });
    assert!(time < Duration::from_millis(100), "{time:?} for ten steps");
    assert!(network.total() > 0.0);
}
