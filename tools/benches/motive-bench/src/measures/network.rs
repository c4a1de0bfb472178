//! Skill networks: large ones by the list entry, and Johnson's door.

use crate::measure::{Effort, measures};
use crate::timing::{cpu_seconds, median, race, ratio};
use anyhow::{Result, ensure};
use motive::kernel::KeyedRng;
use motive::networks::{
    Network, NetworkGoal, NetworkProfile, NetworkSensor, Precision, Skill, Summation, Update,
};
use std::hint::black_box;

measures! {
    /// skill network of 10,000 skills and 1,000,000 list entries: steps a second on one core
    "network.step_1m_links" PerSecond >= 60.0 => |effort| {
            let mut network = large(if effort.is_short() { 100 } else { 10_000 })?;
            let times = race(effort.passes, [&mut || step_seconds(&mut network, 8)])?;
            Ok(1.0 / median(times.into_iter().flatten().collect()).max(1e-9))
        };
    /// skill network: time for a list entry with 10,000,000 of them over that with 100,000
    "network.growth" Ratio <= 1.3 => growth;
    /// Johnson's door network (take 2), over the 13 steps a second of 1991
    "network.door" Ratio >= 1000.0 => |effort| {
            let seconds = race(effort.passes, [&mut door_seconds])?;
            Ok(1.0 / median(seconds.into_iter().flatten().collect()).max(1e-12) / 13.0)
        };
}

/// Entries of the lists of one skill: what it needs, adds and drops.
const ENTRIES: [u64; 3] = [45, 45, 10];
/// The same of every tenth skill: it needs so little that it can often be done, so that something flows forward too.
const EASY: [u64; 3] = [2, 88, 10];
/// Propositions for each skill.
const PROPOSITIONS: u64 = 4;
/// A skill is about propositions near its own: large networks are made of neighbourhoods.
const NEIGHBOURHOOD: u64 = 4000;

/// A network of so many skills, the same for the same number.
fn large(skills: u64) -> Result<Network> {
    let mut settings = NetworkProfile::Bad1990.settings();
    (settings.summation, settings.precision) = (Summation::ByProposition, Precision::Single);
    let mut network = Network::new(settings)?;
    let draws = KeyedRng::new(1990, 0, 0);
    let propositions = skills * PROPOSITIONS;
    let name = |proposition: u64| format!("p{proposition}");
    for proposition in 0..propositions {
        network.register(NetworkSensor::new(&name(proposition), draws.at(proposition).is_multiple_of(2)))?;
    }
    for goal in 0..10 {
        network.register(NetworkGoal::new(&*name(draws.within(1).at(goal) % propositions)))?;
    }
    for skill in 0..skills {
        let lists = lists(skill, propositions, draws.within(2 + skill));
        let [needs, adds, drops] = lists.map(|list| list.into_iter().map(name).collect::<Vec<_>>());
        let skill = Skill::new(&format!("s{skill}"))
            .needs(needs.iter().map(|about| (about.as_str(), true)))
            .adds(&adds)
            .makes_false(drops.iter().map(String::as_str));
        network.apply(Update::Skill(skill))?;
    }
    // The first steps compile the lists and wake the skills up.
    for _ in 0..8 {
        network.step();
    }
    Ok(network)
}

/// What a skill needs, adds and drops: different propositions of its neighbourhood.
fn lists(skill: u64, propositions: u64, draws: KeyedRng) -> [Vec<u64>; 3] {
    let mut taken = std::collections::BTreeSet::new();
    let mut place = 0;
    let entries = if skill.is_multiple_of(10) { EASY } else { ENTRIES };
    entries.map(|count| {
        let mut list = Vec::new();
        while (list.len() as u64) < count.min(propositions / 4) {
            place += 1;
            let about = (skill * PROPOSITIONS + draws.at(place) % NEIGHBOURHOOD) % propositions;
            if taken.insert(about) {
                list.push(about);
            }
        }
        list
    })
}

/// Seconds for one step.
fn step_seconds(network: &mut Network, steps: u32) -> Result<f64> {
    let seconds = cpu_seconds(|| {
        for _ in 0..steps {
            black_box(network.step());
        }
    })?;
    Ok(seconds / f64::from(steps))
}

fn growth(effort: &Effort) -> Result<f64> {
    let sizes = if effort.is_short() { [50, 500] } else { [1_000, 100_000] };
    let [mut small, mut great] = [large(sizes[0])?, large(sizes[1])?];
    let per_entry = |network: &mut Network, steps: u32| -> Result<f64> {
        let entries = network.entry_count() as f64;
        Ok(step_seconds(network, steps)? / entries)
    };
    let [small, great] =
        race(effort.passes, [&mut || per_entry(&mut small, 64), &mut || per_entry(&mut great, 2)])?;
    Ok(ratio(&great, &small))
}

const DOOR: &str = include_str!("../../../../../agents/networks/door_take_2.motive");

/// Seconds for one step of the door network while it stands and waits.
fn door_seconds() -> Result<f64> {
    let names = motive::kernel::Vocabulary::new();
    let catalogue = motive::kernel::Catalogue::default();
    let given = motive_language::WorldVocabulary { vocabulary: &names, catalogue: &catalogue };
    let text = motive_language::SourceText::new("door_take_2.motive", DOOR);
    let loaded = motive_language::load(text, &given, &motive_language::NoFiles);
    let network = loaded.model.and_then(|model| model.networks.into_iter().next());
    ensure!(network.is_some(), "the door network has mistakes");
    let mut seconds = 0.0;
    if let Some(network) = network {
        let mut network = network.blueprint.open()?;
        seconds = step_seconds(&mut network, 4096)?;
    }
    Ok(seconds)
}
