//! Properties of every skill network: random agents, random updates, several profiles.

use motive::kernel::engine::splitmix64;
use motive::networks::{
    AgentName, Literal, Network, NetworkGoal, NetworkProfile, NetworkSensor, NetworkSettings, Normalization,
    Precision, SensorValue, Skill, Summation, Update,
};

/// A generator of random numbers whose sequence depends on nothing but the seed.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn roll(&mut self, sides: u64) -> u64 {
        let drawn = splitmix64(self.0);
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        drawn % sides
    }

    fn name(&mut self) -> String {
        format!("p{}", self.roll(7))
    }

    fn literals(&mut self, most: u64) -> Vec<Literal> {
        (0..self.roll(most + 1)).map(|_| Literal::new(&self.name(), self.roll(3) > 0)).collect()
    }

    fn skill(&mut self) -> Skill {
        let name = format!("s{}", self.roll(30));
        let (needs, adds) = (self.literals(4), self.literals(3));
        let deletes: Vec<Literal> = (0..self.roll(3)).map(|_| Literal::new(&self.name(), false)).collect();
        Skill::new(&name).needs(needs).adds(adds).deletes(deletes)
    }

    fn settings(&mut self) -> NetworkSettings {
        let mut settings =
            [NetworkProfile::Bad1990, NetworkProfile::Signed][self.roll(2) as usize].settings();
        let parameters = &mut settings.parameters;
        parameters.mean = [5.0, 20.0][self.roll(2) as usize];
        parameters.state = [0.0, 20.0, 60.0][self.roll(3) as usize];
        parameters.protection = [0.0, 50.0, 200.0][self.roll(3) as usize];
        parameters.threshold = [10.0, 45.0][self.roll(2) as usize];
        settings
    }

    /// A random update, which may be invalid.
    fn update(&mut self) -> Update {
        let who = AgentName::skill(&format!("s{}", self.roll(30)));
        match self.roll(12) {
            0 => Update::Sensor(NetworkSensor::new(&self.name(), self.roll(2) == 0)),
            1 => Update::Goal(NetworkGoal::new(Literal::new(&self.name(), self.roll(2) == 0))),
            2 => Update::Goal(NetworkGoal::new(Literal::new(&self.name(), true)).protected()),
            3..=5 => Update::Skill(self.skill()),
            6 => Update::Disable(who),
            7 => Update::Enable(who),
            8 => Update::Amputate(who),
            9 => Update::Complete(format!("s{}", self.roll(30)).into()),
            10 => Update::Withdraw(Literal::new(&self.name(), self.roll(2) == 0)),
            _ => Update::Sense { sensor: self.name().into(), value: SensorValue::Truth(self.roll(2) == 0) },
        }
    }
}

const SCENARIOS: u64 = 2_500;
const STEPS: u64 = 40;

fn check_sum(network: &Network, exact: bool, scenario: u64) {
    let limit = network.skill_count() as f64 * network.parameters().mean;
    let total = network.total();
    for skill in 0..network.skill_count() {
        let level = network.level(skill);
        assert!(level.is_finite() && level >= 0.0, "scenario {scenario}: {level}");
    }
    assert!(total <= limit * (1.0 + 1e-5), "scenario {scenario}: {total} is more than {limit}");
    if exact && total > 0.0 {
        assert!((total - limit).abs() <= limit * 1e-5, "scenario {scenario}: {total} is not {limit}");
    }
}

/// R-003-011, R-003-022, R-003-023: after each of 100,000 steps of random networks the sum of activations is at most n times the
/// mean, and equal to it when it was scaled or must be exact; every activation is finite and not negative.
#[test]
fn activation_is_neither_lost_nor_created() {
    for scenario in 0..SCENARIOS {
        let mut dice = Dice(scenario);
        let mut settings = dice.settings();
        let exact = dice.roll(2) == 0;
        settings.normalization = if exact { Normalization::Exact } else { Normalization::Capped };
        settings.precision = [Precision::Single, Precision::Double][dice.roll(2) as usize];
        settings.summation = [Summation::ByLink, Summation::ByProposition][dice.roll(2) as usize];
        let mut network = Network::new(settings).unwrap();
        for _ in 0..STEPS {
            for _ in 0..dice.roll(6) {
                // Invalid updates are rejected and change nothing.
                let _ = network.apply(dice.update());
            }
            let step = network.step();
            check_sum(&network, exact || step.scaled, scenario);
        }
    }
}

#[test]
fn a_restored_network_continues_bit_for_bit() {
    for scenario in 0..SCENARIOS / 4 {
        let mut dice = Dice(scenario ^ 0x5AFE);
        let mut settings = dice.settings();
        settings.summation = [Summation::ByLink, Summation::ByProposition][dice.roll(2) as usize];
        let mut network = Network::new(settings).unwrap();
        let mut copies: Vec<Network> = Vec::new();
        for step in 0..STEPS {
            for _ in 0..dice.roll(6) {
                let update = dice.update();
                let taken = network.apply(update.clone());
                for copy in &mut copies {
                    assert_eq!(copy.apply(update.clone()), taken, "scenario {scenario}");
                }
            }
            if step % 16 == 7 {
                copies.push(Network::restore(network.save()).unwrap());
            }
            let made = network.step();
            for copy in &mut copies {
                assert_eq!(copy.step(), made, "scenario {scenario}, step {step}");
                let bits = |network: &Network| -> Vec<u64> {
                    (0..network.skill_count()).map(|skill| network.level(skill).to_bits()).collect()
                };
                assert_eq!(bits(copy), bits(&network), "scenario {scenario}, step {step}");
            }
        }
    }
}

/// Whether two skills differ only by rounding, and the two summations disagree which is stronger. In a mutual conflict only the
/// stronger inhibits, so that rounding decides there.
fn rounding_decides(one: &[f64], other: &[f64]) -> bool {
    let pairs = (0..one.len()).flat_map(|a| (0..one.len()).map(move |b| (a, b)));
    let close = |a: usize, b: usize| (one[a] - one[b]).abs() <= 1e-9 * (1.0 + one[a]);
    pairs.into_iter().any(|(a, b)| close(a, b) && (one[a] < one[b]) != (other[a] < other[b]))
}

/// Sums by proposition and link by link differ only by rounding, whatever updates are applied.
#[test]
fn both_summations_agree_on_random_networks() {
    for scenario in 0..SCENARIOS {
        let mut dice = Dice(scenario ^ 0xABCD);
        let settings = dice.settings();
        let build = |summing| {
            let mut settings = settings;
            (settings.summation, settings.precision) = (summing, Precision::Double);
            Network::new(settings).unwrap()
        };
        let (mut one, mut other) = (build(Summation::ByLink), build(Summation::ByProposition));
        'steps: for _ in 0..STEPS {
            for _ in 0..dice.roll(6) {
                let update = dice.update();
                assert_eq!(one.apply(update.clone()), other.apply(update), "scenario {scenario}");
            }
            let levels = |network: &Network| -> Vec<f64> {
                (0..network.skill_count()).map(|skill| network.level(skill)).collect()
            };
            let before = (levels(&one), levels(&other));
            let (first, second) = (one.step(), other.step());
            for skill in 0..one.skill_count() {
                let (a, b) = (one.level(skill), other.level(skill));
                if (a - b).abs() > 1e-7 * (1.0 + a.abs()) {
                    assert!(rounding_decides(&before.0, &before.1), "scenario {scenario}: {a} and {b}");
                    break 'steps;
                }
            }
            if first.selected != second.selected {
                // Only ties may be decided by rounding.
                let level =
                    |network: &Network, skill: Option<usize>| skill.map_or(0.0, |skill| network.level(skill));
                let (a, b) = (level(&one, first.selected), level(&one, second.selected));
                let close = (a - b).abs() < 1e-6 || (a.max(b) - first.used).abs() < 1e-6;
                assert!(close, "scenario {scenario}: {first:?} and {second:?}");
                break 'steps;
            }
        }
    }
}

/// The same updates give the same bits.
#[test]
fn a_network_is_deterministic() {
    for scenario in 0..200 {
        let run = || {
            let mut dice = Dice(scenario);
            let mut network = Network::new(dice.settings()).unwrap();
            let mut seen = Vec::new();
            for _ in 0..STEPS {
                for _ in 0..dice.roll(6) {
                    let _ = network.apply(dice.update());
                }
                seen.push(network.step());
                seen.last_mut().unwrap().total += network.total();
            }
            seen
        };
        assert_eq!(run(), run());
    }
}
