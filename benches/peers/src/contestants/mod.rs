//! The contestants. To enter another one, write a module for it and add a line to [`ALL`].

use crate::contest::Entry;
use crate::scenario::Scenario;

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
pub const ALL: &[Entry] = &[
    floor(Scenario::Choice),
    Entry { scenario: Scenario::Choice, name: "Motive, herd", build: motive::kernel::choice },
    Entry { scenario: Scenario::Choice, name: "Motive, single agents", build: motive::kernel::single_choice },
    #[cfg(feature = "bevy-motive")]
    Entry { scenario: Scenario::Choice, name: "Motive in Bevy", build: bevy_motive::choice },
    #[cfg(feature = "bevy-yoetz")]
    Entry { scenario: Scenario::Choice, name: "bevy-yoetz 0.7.0", build: bevy_yoetz::choice },
    #[cfg(feature = "emergent")]
    Entry { scenario: Scenario::Choice, name: "emergent 1.9.0", build: emergent::choice },
    #[cfg(feature = "big-brain")]
    Entry { scenario: Scenario::Choice, name: "big-brain 0.22.0", build: big_brain::choice },
    floor(Scenario::Tree),
    Entry { scenario: Scenario::Tree, name: "Motive, herd", build: motive::kernel::tree },
    Entry { scenario: Scenario::Tree, name: "Motive, single agents", build: motive::kernel::single_tree },
    #[cfg(feature = "emergent")]
    Entry { scenario: Scenario::Tree, name: "emergent 1.9.0", build: emergent::tree },
    #[cfg(feature = "bonsai-bt")]
    Entry { scenario: Scenario::Tree, name: "bonsai-bt 0.14.0", build: bonsai_bt::tree },
    #[cfg(feature = "bevy-behave")]
    Entry { scenario: Scenario::Tree, name: "bevy_behave 0.5.0", build: bevy_behave::tree },
];

/// The hand-written solution, with which every other one is compared.
pub const fn floor(scenario: Scenario) -> Entry {
    match scenario {
        Scenario::Choice => Entry { scenario, name: FLOOR, build: by_hand::choice },
        Scenario::Tree => Entry { scenario, name: FLOOR, build: by_hand::tree },
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
        let lock = include_str!("../../../Cargo.lock");
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
