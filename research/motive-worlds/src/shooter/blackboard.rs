//! What a coordinator knows of its members: Hansen's coordinator had nothing of the kind, so all of this is ours.

use motive::kernel::{Facts, Id, Memory, MemoryError, Point, Thing, Value};
use motive_shooter::body::{BodyObservation, SeenPlayer};
use motive_shooter::geometry::Vec3;
use motive_shooter::vocabulary::ShooterNames;

/// Writes what members sensed last into the memory of their coordinator.
pub(super) fn write(
    memory: &mut Memory,
    members: &[(&str, &BodyObservation)],
    names: &ShooterNames,
) -> Result<(), MemoryError> {
    for (name, seen) in members {
        member(memory, name, seen, names)?;
    }
    // Whoever looked last knows best how the game stands.
    let newest = members.iter().map(|(_, seen)| *seen).max_by(|one, other| one.time.total_cmp(&other.time));
    if let Some(seen) = newest {
        game(memory, seen, names)?;
    }
    enemies(memory, members, names)
}

fn member(
    memory: &mut Memory,
    name: &str,
    seen: &BodyObservation,
    names: &ShooterNames,
) -> Result<(), MemoryError> {
    let id = memory.vocabulary().find_symbol(name).map(Id::named);
    let Some(id) = id.filter(|id| memory.exists(*id)) else { return Ok(()) };
    let (own, has) = (&seen.own, &names.has);
    memory.set(id, has.alive, own.alive)?;
    memory.set(id, has.position, point(own.position))?;
    memory.set(id, has.health, f64::from(own.health))?;
    memory.set(id, has.armour, f64::from(own.armour))?;
    memory.set(id, has.ammo, f64::from(own.ammunition))?;
    match own.weapon.and_then(|weapon| names.weapon(weapon)) {
        Some(weapon) => memory.set(id, has.weapon, weapon),
        None => {
            memory.unset(id, has.weapon);
            Ok(())
        }
    }
}

fn game(memory: &mut Memory, seen: &BodyObservation, names: &ShooterNames) -> Result<(), MemoryError> {
    let (has, team) = (&names.has, usize::from(seen.own.team));
    let score = |team: usize| seen.game.scores.get(team).copied().unwrap_or(0.0);
    memory.set_own(has.team, team as f64)?;
    memory.set_own(has.enemy_team, 1.0 - (team.min(1) as f64))?;
    memory.set_own(has.score, score(team))?;
    memory.set_own(has.enemy_score, score(1 - team.min(1)))?;
    for held in &seen.game.points {
        let thing = Thing::new(Id::new(held.id))
            .kind(names.kinds.domination_point)
            .with(has.label, Value::from(&*held.name))
            .with(has.position, point(held.position))
            .with(has.owner, held.owner.map_or(-1.0, f64::from));
        memory.put(thing)?;
    }
    Ok(())
}

/// Enemies that any member sees.
fn enemies(
    memory: &mut Memory,
    members: &[(&str, &BodyObservation)],
    names: &ShooterNames,
) -> Result<(), MemoryError> {
    let (has, kind) = (&names.has, names.kinds.player);
    let seen: Vec<&SeenPlayer> = members
        .iter()
        .flat_map(|(_, seen)| seen.players.iter().filter(|player| player.team != seen.own.team))
        .collect();
    let gone = |thing: &&Thing| {
        thing.is_a(kind) && !thing.id().number().is_some_and(|id| seen.iter().any(|player| player.id == id))
    };
    let gone: Vec<Id> = memory.things().filter(gone).map(Thing::id).collect();
    for id in gone {
        memory.set(id, has.visible, false)?;
    }
    for player in seen {
        let thing = Thing::new(Id::new(player.id))
            .kind(kind)
            .with(has.team, f64::from(player.team))
            .with(has.position, point(player.position))
            .with(has.visible, true);
        memory.put(thing)?;
    }
    Ok(())
}

fn point(at: Vec3) -> Point {
    Point { x: at.x, y: at.y, z: at.z }
}
