//! What the wizard perceives: itself, every antlion and every potion.

use std::sync::Arc;

use motive::kernel::{Facts, Id, Memory, Thing, Time};

use super::body::{ArenaPoint, Element};
use super::game::Arena;
use super::names::{ArenaNames, point_of};
use crate::error::WorldError;

/// What was last written about one thing.
#[derive(Clone, Copy, Debug, PartialEq)]
struct KnownAntlion {
    number: u64,
    place: ArenaPoint,
    health: f64,
}

/// What was last written to the wizard's memory.
#[derive(Clone, Debug, Default)]
pub(super) struct ArenaReported {
    /// When, if ever.
    time: Option<Time>,
    place: Option<ArenaPoint>,
    /// In the order of their numbers.
    known: Vec<KnownAntlion>,
    spare: Vec<KnownAntlion>,
}

/// The other wizard's number, far above those of things.
const ALLY: u64 = 1 << 48;

/// Writes changes into a memory. A memory that was changed by others since is written in full.
pub(super) fn tell(
    told: &mut ArenaReported,
    memory: &mut Memory,
    time: Time,
    game: &Arena,
    names: &ArenaNames,
) -> Result<(), WorldError> {
    let has = &names.has;
    let left_here = memory.own(has.position) == told.place.map(|place| point_of(place).into());
    if told.time != Some(memory.time()) || !left_here {
        begin(told, memory, names)?;
    }
    told.time = None;
    memory.set_time(time);
    let wizard = game.wizard();
    memory.set_own(has.position, point_of(wizard.place))?;
    told.place = Some(wizard.place);
    memory.set_own(has.health, wizard.health)?;
    memory.set_own(has.mana, wizard.mana)?;
    memory.set_own(has.busy, game.act().is_some())?;
    memory.set_own(has.badly_hurt, wizard.badly_hurt)?;
    memory.set_own(has.lightning_ready, wizard.rests <= 0.0)?;
    things(told, memory, game, names)?;
    told.time = Some(time);
    Ok(())
}

fn begin(told: &mut ArenaReported, memory: &mut Memory, names: &ArenaNames) -> Result<(), WorldError> {
    let known = memory.shared_vocabulary();
    if !Arc::ptr_eq(known, &names.vocabulary) && !known.extends(&names.vocabulary) {
        return Err(WorldError::ForeignMemory);
    }
    let ours = |thing: &&Thing| {
        let kinds = [names.kinds.antlion, names.kinds.potion, names.kinds.ally];
        kinds.into_iter().any(|kind| thing.is_a(kind)) && thing.id().number().is_some()
    };
    let stale: Vec<Id> = memory.things().filter(ours).map(Thing::id).collect();
    for id in stale {
        memory.remove(id);
    }
    *told = ArenaReported::default();
    memory.set_own_kind(names.kinds.wizard);
    Ok(())
}

/// Antlions, potions and the ally: what is new, what moved or was hurt, and what is gone.
fn things(
    told: &mut ArenaReported,
    memory: &mut Memory,
    game: &Arena,
    names: &ArenaNames,
) -> Result<(), WorldError> {
    let has = &names.has;
    let mut now = std::mem::take(&mut told.spare);
    now.clear();
    now.extend(game.antlions().iter().map(|one| KnownAntlion {
        number: one.number,
        place: one.place,
        health: one.health,
    }));
    now.extend(game.potions().iter().map(|one| KnownAntlion {
        number: one.number,
        place: one.place,
        health: 0.0,
    }));
    now.extend(game.ally().map(|ally| KnownAntlion { number: ALLY, place: ally.place, health: ally.health }));
    now.sort_by_key(|known| known.number);
    for gone in
        told.known.iter().filter(|old| now.binary_search_by_key(&old.number, |new| new.number).is_err())
    {
        memory.remove(Id::new(gone.number));
    }
    for new in &now {
        let old = told.known.binary_search_by_key(&new.number, |old| old.number);
        let Some(old) = old.ok().and_then(|at| told.known.get(at)) else {
            memory.put(described(new, game, names))?;
            continue;
        };
        let id = Id::new(new.number);
        if old.place != new.place {
            memory.set(id, has.position, point_of(new.place))?;
        }
        if old.health != new.health {
            memory.set(id, has.health, new.health)?;
        }
    }
    told.spare = std::mem::replace(&mut told.known, now);
    Ok(())
}

fn described(new: &KnownAntlion, game: &Arena, names: &ArenaNames) -> Thing {
    let (has, kinds) = (&names.has, &names.kinds);
    let thing = Thing::new(Id::new(new.number)).with(has.position, point_of(new.place));
    if new.number == ALLY {
        return thing.kind(kinds.ally).with(has.health, new.health);
    }
    if let Some(potion) = game.potions().iter().find(|potion| potion.number == new.number) {
        let settings = game.settings();
        let amount = if settings.amount_is_seen { potion.amount } else { settings.expected_amount() };
        return if potion.heals {
            thing.kind(kinds.health_potion).with(has.heals, amount)
        } else {
            thing.kind(kinds.mana_potion).with(has.restores, amount)
        };
    }
    let thing = thing.kind(kinds.antlion).with(has.health, new.health);
    let element = game.antlions().iter().find(|antlion| antlion.number == new.number);
    match element.and_then(|antlion| antlion.element) {
        Some(Element::Fire) => thing.with(has.element, has.fire),
        Some(Element::Frost) => thing.with(has.element, has.frost),
        None => thing,
    }
}
