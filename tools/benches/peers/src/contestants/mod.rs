//! The contestants. To enter another one, write a module for it and add a line to [`ALL`].

use crate::scenario::{ContestEntry, PeerScenario};

#[cfg(feature = "bevy-behave")]
mod bevy_behave;
#[cfg(feature = "bevy-motive")]
mod bevy_motive;
#[cfg(feature = "bevy-yoetz")]
mod bevy_yoetz;
#[cfg(feature = "big-brain")]
mod big_brain;
#[cfg(feature = "bonsai-bt")]
mod bonsai_bt;
mod by_hand;
#[cfg(feature = "emergent")]
mod emergent;
mod motive;

/// Everyone who takes part.
pub const ALL: &[ContestEntry] = &[
    floor(PeerScenario::Choice),
    ContestEntry { scenario: PeerScenario::Choice, name: "Motive, herd", build: motive::choice },
    ContestEntry {
        scenario: PeerScenario::Choice,
        name: "Motive, single agents",
        build: motive::single_choice,
    },
    #[cfg(feature = "bevy-motive")]
    ContestEntry { scenario: PeerScenario::Choice, name: "Motive in Bevy", build: bevy_motive::choice },
    #[cfg(feature = "bevy-yoetz")]
    ContestEntry { scenario: PeerScenario::Choice, name: "bevy-yoetz 0.7.0", build: bevy_yoetz::choice },
    #[cfg(feature = "emergent")]
    ContestEntry { scenario: PeerScenario::Choice, name: "emergent 1.9.0", build: emergent::choice },
    #[cfg(feature = "big-brain")]
    ContestEntry { scenario: PeerScenario::Choice, name: "big-brain 0.22.0", build: big_brain::choice },
    floor(PeerScenario::Tree),
    ContestEntry { scenario: PeerScenario::Tree, name: "Motive, herd", build: motive::tree },
    ContestEntry { scenario: PeerScenario::Tree, name: "Motive, single agents", build: motive::single_tree },
    #[cfg(feature = "emergent")]
    ContestEntry { scenario: PeerScenario::Tree, name: "emergent 1.9.0", build: emergent::tree },
    #[cfg(feature = "bonsai-bt")]
    ContestEntry { scenario: PeerScenario::Tree, name: "bonsai-bt 0.14.0", build: bonsai_bt::tree },
    #[cfg(feature = "bevy-behave")]
    ContestEntry { scenario: PeerScenario::Tree, name: "bevy_behave 0.5.0", build: bevy_behave::tree },
];

/// The hand-written solution, with which every other one is compared.
pub const fn floor(scenario: PeerScenario) -> ContestEntry {
    match scenario {
        PeerScenario::Choice => ContestEntry { scenario, name: FLOOR, build: by_hand::choice },
        PeerScenario::Tree => ContestEntry { scenario, name: FLOOR, build: by_hand::tree },
    }
}

/// Name of the hand-written solutions.
pub const FLOOR: &str = "hand-written";

#[cfg(test)]
mod tests {
    use super::*;

    /// The peers' versions are in their names: they must be those that were compiled.
    #[test]
    fn names_tell_the_locked_versions() {
        let lock = include_str!("../../Cargo.lock");
        for (package, version) in ALL.iter().filter_map(|entry| entry.name.split_once(' ')) {
            if version.starts_with(|first: char| first.is_ascii_digit()) {
                let locked = format!("name = \"{package}\"\nversion = \"{version}\"\n");
                assert!(lock.contains(&locked), "{package} {version} is not in Cargo.lock");
            }
        }
    }

    #[test]
    fn no_name_is_taken_twice_in_a_scenario() {
        for (index, a) in ALL.iter().enumerate() {
            assert!(ALL[..index].iter().all(|b| (a.scenario, a.name) != (b.scenario, b.name)), "{}", a.name);
        }
    }
}
