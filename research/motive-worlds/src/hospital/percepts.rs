//! What each character perceives: itself, and the people it deals with.

use std::sync::Arc;

use motive::kernel::{Facts, Id, Memory, MemoryError, Property, Thing, Time, Value};

use super::WARD;
use super::game::{Hospital, Level, Role, Spot, person};
use super::names::HospitalNames;
use super::staff::Staff;
use crate::error::WorldError;

/// What a character has been told.
#[derive(Clone, Debug, Default)]
pub(super) struct HospitalReported {
    /// When, if ever.
    time: Option<Time>,
    /// Every fact in a fixed order, as it was last told.
    facts: Vec<Value>,
}

/// Writes changes into a memory. A memory that was changed by others since is written in full.
pub(super) fn tell(
    told: &mut HospitalReported,
    memory: &mut Memory,
    npc: usize,
    time: Time,
    game: &Hospital,
    names: &HospitalNames,
) -> Result<(), WorldError> {
    let afresh = told.time != Some(memory.time()) || memory.own(names.has.at).is_none();
    if afresh {
        begin(told, memory, npc, game, names)?;
    }
    told.time = None;
    memory.set_time(time);
    let mut at = 0;
    let mut error = None;
    facts(npc, game, names, &mut |whose, property, value| {
        if error.is_none() && told.facts.get(at) != Some(&value) {
            error = write(memory, whose, property, value.clone()).err();
            match told.facts.get_mut(at) {
                Some(known) => *known = value,
                None => told.facts.push(value),
            }
        }
        at += 1;
    });
    if let Some(error) = error {
        return Err(error.into());
    }
    told.time = Some(time);
    Ok(())
}

fn write(memory: &mut Memory, whose: Id, property: Property, value: Value) -> Result<(), MemoryError> {
    if whose == Id::SELF { memory.set_own(property, value) } else { memory.set(whose, property, value) }
}

fn begin(
    told: &mut HospitalReported,
    memory: &mut Memory,
    npc: usize,
    game: &Hospital,
    names: &HospitalNames,
) -> Result<(), WorldError> {
    let known = memory.shared_vocabulary();
    if !Arc::ptr_eq(known, &names.vocabulary) && !known.extends(&names.vocabulary) {
        return Err(WorldError::ForeignMemory);
    }
    *told = HospitalReported::default();
    let Some(own) = game.npcs().get(npc) else { return Ok(()) };
    memory.set_own_kind(names.role(own.role));
    let spots: &[Spot] = match own.role {
        Role::Nurse => &[Spot::Desk, Spot::Pills, Spot::Kitchen, Spot::BreakRoom],
        Role::Doctor => &[Spot::Desk],
        Role::Visitor => &[Spot::Lounge],
        Role::Patient => &[],
    };
    for spot in spots {
        memory.put(Thing::new(Id::new(spot.number(npc / WARD))).kind(names.spot(*spot)))?;
    }
    for (other, role) in others(game.settings().staff, npc, own.role) {
        let kind = if role == Role::Nurse { names.colleague } else { names.role(role) };
        memory.put(Thing::new(Id::new(person(other))).kind(kind))?;
    }
    Ok(())
}

/// The characters that concern another.
fn others(staff: Staff, npc: usize, role: Role) -> impl Iterator<Item = (usize, Role)> {
    let (nurse, has_patients) = (role == Role::Nurse, role != Role::Patient);
    let share = move |others: Role, any: bool| {
        any.then(|| staff.share(npc, role, others)).into_iter().flatten().map(move |other| (other, others))
    };
    // Nurses go in pairs.
    let colleague = nurse.then(|| staff.nth(npc, Role::Nurse, staff.rank(npc) ^ 1)).flatten();
    let colleague = colleague.map(|other| (other, Role::Nurse));
    share(Role::Patient, has_patients).chain(share(Role::Visitor, nurse)).chain(colleague)
}

/// Everything that a character perceives, in a fixed order.
fn facts(npc: usize, game: &Hospital, names: &HospitalNames, tell: &mut dyn FnMut(Id, Property, Value)) {
    let (has, chart) = (&names.has, game.settings().chart);
    let charted =
        |level: f64| Value::Number(if chart > 0.0 { (level / chart).floor() * chart } else { level });
    let Some(own) = game.npcs().get(npc) else { return };
    tell(Id::SELF, has.at, Value::Id(Id::new(own.at)));
    match own.role {
        Role::Nurse => {
            tell(Id::SELF, has.fatigue, charted(own.fatigue));
            tell(Id::SELF, has.admin, charted(own.admin));
            tell(Id::SELF, has.social, charted(own.social));
            tell(Id::SELF, has.has_pills, own.carries[0].into());
            tell(Id::SELF, has.has_food, own.carries[1].into());
        }
        Role::Patient => {
            tell(Id::SELF, names.level(Level::Company), charted(own.levels[Level::Company as usize]));
            tell(Id::SELF, has.calling, own.calling.into());
        }
        Role::Doctor | Role::Visitor => {}
    }
    for (other, role) in others(game.settings().staff, npc, own.role) {
        let (id, Some(seen)) = (Id::new(person(other)), game.npcs().get(other)) else { continue };
        let mut level = |level: Level| tell(id, names.level(level), charted(seen.levels[level as usize]));
        match (own.role, role) {
            (Role::Nurse, Role::Patient) => {
                level(Level::Medication);
                level(Level::Food);
            }
            (Role::Doctor, Role::Patient) => level(Level::CheckUp),
            (Role::Visitor, Role::Patient) => {
                level(Level::Company);
                tell(id, has.calling, seen.calling.into());
            }
            // A visitor can be greeted in the lounge alone.
            (Role::Nurse, Role::Visitor) => {
                let there = seen.at == Spot::Lounge.number(npc / WARD);
                tell(id, has.greeted, (seen.greeted || !there).into());
            }
            _ => {}
        }
    }
}
