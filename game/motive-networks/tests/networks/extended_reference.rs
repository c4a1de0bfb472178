//! An independent slow implementation of extended behaviour networks, written from Dorer's formulas, and its comparison with the
//! library on random networks: same starts, same activations, step by step.

use super::properties::Dice;
use motive::networks::{
    DEFAULT_PATIENCE, ExtendedParameters, Literal, Network, NetworkGoal, NetworkProfile, NetworkSensor,
    Prediction, SensorValue, Skill, Summation,
};

const PROPOSITIONS: usize = 8;
const RESOURCES: [(&str, f64); 3] = [("hands", 2.0), ("legs", 1.0), ("eyes", 1.0)];

/// A proposition and whether it should be true.
type Entry = (usize, bool);

#[derive(Clone)]
struct ReferenceGoal {
    wanted: Entry,
    protected: bool,
    importance: f64,
    relevance: Option<usize>,
}

struct ReferenceSkill {
    needs: Vec<Entry>,
    /// What holds afterwards, and the probability.
    effects: Vec<(Entry, f64)>,
    /// Resource and amount.
    takes: Vec<(usize, f64)>,
    level: f64,
    /// By goal, the activation of the last step.
    by_goal: Vec<f64>,
    executing: bool,
    invocations: u32,
}

struct Reference {
    parameters: ExtendedParameters,
    sensors: Vec<SensorValue>,
    goals: Vec<ReferenceGoal>,
    skills: Vec<ReferenceSkill>,
    /// By resource, what is free and the threshold.
    resources: Vec<(f64, f64)>,
}

impl Reference {
    fn truth(&self, proposition: usize) -> f64 {
        match self.sensors[proposition] {
            SensorValue::Truth(truth) => f64::from(u8::from(truth)),
            SensorValue::Number(number) => number,
            SensorValue::Word(_) => 1.0,
        }
    }

    fn degree(&self, (proposition, value): Entry) -> f64 {
        if value { self.truth(proposition) } else { 1.0 - self.truth(proposition) }
    }

    fn weight(&self, goal: &ReferenceGoal) -> f64 {
        let relevance = match goal.relevance {
            Some(proposition) => self.truth(proposition),
            None if goal.protected => 1.0,
            None => 1.0 - self.degree(goal.wanted),
        };
        goal.importance * relevance
    }

    /// The sigmoid through which activation is passed on.
    fn passed_on(&self, level: f64) -> f64 {
        let ExtendedParameters { gain, middle, .. } = self.parameters;
        if level <= 0.0 { 0.0 } else { 1.0 / (1.0 + (gain * (middle - level)).exp()) }
    }

    /// The activation of a skill by one goal: that of the strongest path, the first of equals.
    fn activation(&self, skill: usize, goal: usize) -> f64 {
        let ExtendedParameters { activation, inhibition, .. } = self.parameters;
        let wanted = self.goals[goal].wanted;
        let weight = self.weight(&self.goals[goal]);
        let [mut achieves, mut deletes, mut supports, mut conflicts] = [0.0_f64; 4];
        for ((proposition, value), expectation) in &self.skills[skill].effects {
            if *proposition == wanted.0 && *value == wanted.1 {
                achieves = achieves.max(activation * weight * expectation);
            } else if *proposition == wanted.0 {
                deletes = deletes.max(inhibition * weight * expectation);
            }
            for (_, other) in self.skills.iter().enumerate().filter(|(other, _)| *other != skill) {
                for need in other.needs.iter().filter(|need| need.0 == *proposition) {
                    let passed = self.passed_on(other.by_goal[goal]) * expectation;
                    if need.1 == *value {
                        supports = supports.max(activation * passed * (1.0 - self.degree(*need)));
                    } else {
                        conflicts = conflicts.max(inhibition * passed * self.degree(*need));
                    }
                }
            }
        }
        let mut strongest = 0.0_f64;
        for path in [achieves, -deletes, supports, -conflicts] {
            if path.abs() > strongest.abs() {
                strongest = path;
            }
        }
        strongest
    }

    /// One step; the skills that start.
    fn step(&mut self) -> Vec<usize> {
        let goals = 0..self.goals.len();
        let by_goal: Vec<Vec<f64>> = (0..self.skills.len())
            .map(|skill| goals.clone().map(|goal| self.activation(skill, goal)).collect())
            .collect();
        for (skill, by_goal) in self.skills.iter_mut().zip(by_goal) {
            let gained: f64 = by_goal.iter().sum();
            skill.level = (self.parameters.inertia * skill.level + gained).max(0.0);
            skill.by_goal = by_goal;
        }
        let executability = |skill: &ReferenceSkill| {
            skill.needs.iter().map(|need| self.degree(*need)).fold(1.0_f64, f64::min)
        };
        let strengths: Vec<f64> =
            self.skills.iter().map(|skill| skill.level * executability(skill)).collect();
        let mut order: Vec<usize> = (0..self.skills.len()).collect();
        order.retain(|skill| !self.skills[*skill].executing && strengths[*skill] > 0.0);
        order.sort_by(|one, other| strengths[*other].total_cmp(&strengths[*one]));
        let mut used = [false; RESOURCES.len()];
        let mut started = Vec::new();
        for skill in order {
            let takes = self.skills[skill].takes.clone();
            let possible = takes.iter().all(|(resource, amount)| {
                let (free, threshold) = self.resources[*resource];
                free >= *amount && strengths[skill] >= threshold
            });
            if possible {
                for (resource, amount) in takes {
                    self.resources[resource].0 -= amount;
                    used[resource] = true;
                }
                let others = self.skills.iter_mut().enumerate().filter(|(other, _)| *other != skill);
                others.for_each(|(_, other)| other.invocations = 0);
                self.skills[skill].executing = true;
                started.push(skill);
            }
        }
        let ExtendedParameters { threshold, fall, .. } = self.parameters;
        for (resource, used) in self.resources.iter_mut().zip(used) {
            resource.1 = if used { threshold } else { (resource.1 - fall).max(0.0) };
        }
        started
    }

    fn complete(&mut self, skill: usize) {
        let held = |entry: &Entry| self.degree(*entry) >= 1.0;
        let effects = &self.skills[skill].effects;
        let came = effects.iter().filter(|(entry, _)| held(entry)).count() as f64;
        let success = if effects.is_empty() { 1.0 } else { came / effects.len() as f64 };
        let done = &mut self.skills[skill];
        let (times, patience) = (f64::from(done.invocations), f64::from(DEFAULT_PATIENCE));
        done.level = if done.invocations >= DEFAULT_PATIENCE {
            0.0
        } else {
            (done.level * (1.0 - patience / (patience - times) * success)).max(0.0)
        };
        done.invocations += 1;
        done.executing = false;
        for (resource, amount) in done.takes.clone() {
            self.resources[resource].0 = (self.resources[resource].0 + amount).min(RESOURCES[resource].1);
        }
    }
}

fn name(proposition: usize) -> String {
    format!("p{proposition}")
}

/// The first half of the sensors are true or false, the others have degrees.
fn value(dice: &mut Dice, proposition: usize) -> SensorValue {
    if proposition < PROPOSITIONS / 2 {
        SensorValue::Truth(dice.roll(2) == 0)
    } else {
        SensorValue::Number(dice.roll(5) as f64 / 4.0)
    }
}

/// Different propositions, each with a random value.
fn entries(dice: &mut Dice, most: u64) -> Vec<Entry> {
    let mut list: Vec<Entry> = Vec::new();
    for _ in 0..dice.roll(most + 1) {
        let entry = (dice.roll(PROPOSITIONS as u64) as usize, dice.roll(3) > 0);
        if list.iter().all(|known| known.0 != entry.0) {
            list.push(entry);
        }
    }
    list
}

fn literal((proposition, value): Entry) -> Literal {
    Literal::new(&name(proposition), value)
}

fn add_goals(dice: &mut Dice, network: &mut Network, reference: &mut Reference) {
    for _ in 0..1 + dice.roll(4) {
        let goal = ReferenceGoal {
            wanted: (dice.roll(PROPOSITIONS as u64) as usize, dice.roll(3) > 0),
            protected: dice.roll(3) == 0,
            importance: [0.5, 1.0, 2.0][dice.roll(3) as usize],
            relevance: (dice.roll(4) == 0).then(|| dice.roll(PROPOSITIONS as u64) as usize),
        };
        let mut agent = NetworkGoal::new(literal(goal.wanted)).importance(goal.importance);
        agent.protected = goal.protected;
        if let Some(proposition) = goal.relevance {
            agent = agent.relevance(&name(proposition));
        }
        if network.register(agent).is_ok() {
            reference.goals.push(goal);
        }
    }
}

fn add_skills(dice: &mut Dice, network: &mut Network, reference: &mut Reference) {
    for number in 0..2 + dice.roll(10) {
        let needs = entries(dice, 3);
        let effects: Vec<(Entry, f64)> = entries(dice, 3)
            .into_iter()
            .map(|entry| (entry, [0.5, 0.8, 1.0][dice.roll(3) as usize]))
            .collect();
        let resource = dice.roll(RESOURCES.len() as u64) as usize;
        let mut skill = Skill::new(&format!("s{number}")).needs(needs.iter().copied().map(literal));
        for (entry, expectation) in &effects {
            let prediction = Prediction::from(literal(*entry)).expectation(*expectation);
            // What becomes false may be on either list.
            skill = match entry.1 || dice.roll(2) == 0 {
                true => skill.adds([prediction]),
                false => skill.deletes([prediction]),
            };
        }
        network.register(skill.takes(RESOURCES[resource].0, 1.0)).unwrap();
        let by_goal = vec![0.0; reference.goals.len()];
        let (takes, level) = (vec![(resource, 1.0)], 0.0);
        let skill =
            ReferenceSkill { needs, effects, takes, level, by_goal, executing: false, invocations: 0 };
        reference.skills.push(skill);
    }
}

fn build(dice: &mut Dice, summation: Summation) -> (Network, Reference) {
    let mut settings = NetworkProfile::Extended.settings();
    settings.summation = summation;
    settings.extended.inertia = [0.0, 0.3, 0.7][dice.roll(3) as usize];
    settings.extended.fall = [0.05, 0.2][dice.roll(2) as usize];
    settings.extended.gain = [2.0, 5.0][dice.roll(2) as usize];
    let parameters = settings.extended;
    let mut network = Network::new(settings).unwrap();
    let resources = RESOURCES.map(|(_, amount)| (amount, parameters.threshold)).to_vec();
    let sensors: Vec<SensorValue> = (0..PROPOSITIONS).map(|proposition| value(dice, proposition)).collect();
    for (proposition, value) in sensors.iter().enumerate() {
        network.register(NetworkSensor::new(&name(proposition), value.clone())).unwrap();
    }
    for (name, amount) in RESOURCES {
        let resource = motive::networks::Update::Resource { name: name.into(), amount };
        network.apply(resource).unwrap();
    }
    let (goals, skills) = (Vec::new(), Vec::new());
    let mut reference = Reference { parameters, sensors, goals, skills, resources };
    add_goals(dice, &mut network, &mut reference);
    add_skills(dice, &mut network, &mut reference);
    (network, reference)
}

/// Sensors report and skills finish before a step.
fn change(dice: &mut Dice, network: &mut Network, reference: &mut Reference) {
    for proposition in 0..PROPOSITIONS {
        if dice.roll(6) == 0 {
            let value = value(dice, proposition);
            reference.sensors[proposition] = value.clone();
            network.sense(&name(proposition), value).unwrap();
        }
    }
    for skill in 0..reference.skills.len() {
        if reference.skills[skill].executing && dice.roll(3) == 0 {
            network.complete(&format!("s{skill}")).unwrap();
            reference.complete(skill);
        }
    }
}

/// Whatever the setting for summation, which only other profiles use.
#[test]
fn the_extended_profile_agrees_with_an_independent_implementation() {
    let mut starts = 0;
    for scenario in 0..3_000 {
        let mut dice = Dice(scenario ^ 0xE87E);
        let summation = [Summation::ByLink, Summation::ByProposition][(scenario % 2) as usize];
        let (mut network, mut reference) = build(&mut dice, summation);
        for step in 0..25 {
            change(&mut dice, &mut network, &mut reference);
            network.step();
            let started = reference.step();
            for (skill, expected) in reference.skills.iter().enumerate() {
                let (found, expected) = (network.level(skill), expected.level);
                let close = (found - expected).abs() <= 1e-12 * (1.0 + expected);
                assert!(close, "network {scenario}, step {step}, s{skill}: {found} is not {expected}");
            }
            assert_eq!(network.started(), started, "network {scenario}, step {step}");
            for ((resource, _), (free, _)) in RESOURCES.iter().zip(&reference.resources) {
                assert_eq!(network.resource(resource), Some(*free), "network {scenario}, step {step}");
            }
            starts += started.len();
        }
    }
    assert!(starts > 10_000, "only {starts} skills started");
}
