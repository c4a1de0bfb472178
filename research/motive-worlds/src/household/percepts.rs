//! Writes what the tenant perceives into its memory, changes only.

use super::game::Household;
use super::names::HouseholdNames;
use super::published_tables::{Drive, Furniture, Item};
use crate::error::WorldError;
use motive::kernel::{Facts, Id, Memory, Point, Thing, Time};

/// What was last written to the memory.
#[derive(Clone, Debug)]
pub(super) struct HouseholdReported {
    time: Time,
    levels: [f64; Drive::ALL.len()],
    has: [bool; Item::ALL.len()],
    place: (f32, f32),
    at: Option<Furniture>,
}

impl HouseholdReported {
    fn of(house: &Household, time: Time) -> Self {
        Self { time, levels: house.levels, has: house.has, place: house.place, at: house.at }
    }
}

/// Tells a memory what is new, or everything if it is not as it was left.
pub(super) fn tell(
    told: &mut Option<HouseholdReported>,
    memory: &mut Memory,
    time: Time,
    house: &Household,
    names: &HouseholdNames,
) -> Result<(), WorldError> {
    if !memory.shared_vocabulary().extends(&names.vocabulary) {
        return Err(WorldError::ForeignMemory);
    }
    let known = memory.own(names.speed).is_some();
    // If writing fails half way, everything is written again next time.
    let before = told.take().filter(|before| known && memory.time() == before.time);
    memory.set_time(time);
    if before.is_none() {
        tell_house(memory, house, names)?;
    }
    let now = HouseholdReported::of(house, time);
    for (at, level) in now.levels.iter().enumerate() {
        if before.as_ref().is_none_or(|before| before.levels[at] != *level) {
            memory.set_own(names.levels[at], *level)?;
        }
    }
    for (at, has) in now.has.iter().enumerate() {
        if before.as_ref().is_none_or(|before| before.has[at] != *has) {
            memory.set_own(names.items[at], *has)?;
        }
    }
    if before.as_ref().is_none_or(|before| before.place != now.place) {
        memory.set_own(names.at, Point::flat(now.place.0, now.place.1))?;
    }
    if before.as_ref().is_none_or(|before| before.at != now.at) {
        match now.at {
            Some(object) => memory.set_own(names.place, names.things[object as usize].0)?,
            None => {
                memory.unset(Id::SELF, names.place);
            }
        }
    }
    *told = Some(now);
    Ok(())
}

/// What never changes: where things stand, and what is known of actions.
fn tell_house(memory: &mut Memory, house: &Household, names: &HouseholdNames) -> Result<(), WorldError> {
    let numbers = &house.numbers;
    for ((id, kind), (x, y)) in names.things.iter().zip(numbers.places) {
        memory.put(Thing::new(*id).kind(*kind).with(names.at, Point::flat(x, y)))?;
    }
    for (property, seconds) in names.takes.iter().zip(numbers.seconds) {
        memory.set_own(*property, seconds)?;
    }
    for (number, gains) in names.gains.iter().enumerate() {
        for (drive, property) in gains {
            memory.set_own(*property, numbers.gain(number, *drive))?;
        }
    }
    memory.set_own(names.speed, numbers.speed)?;
    memory.set_own(names.decay, numbers.decay)?;
    memory.set_own(names.drain, numbers.drain)?;
    Ok(())
}
