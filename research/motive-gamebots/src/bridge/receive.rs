//! What a server tells, as what a bot senses.

use super::ids::WireIds;
use super::place;
use super::send::{NO_TEAM, mover_class};
use crate::{Information, Location, OwnState as OwnMessage, PathAnswer};
use glam::Vec3;
use motive_shooter::arena::WeaponClass;
use motive_shooter::body::{
    Event, GameState, MoverClass, Noise, Observation, OwnState, PointState, SeenFlag, SeenItem, SeenMover,
    SeenNode, SeenPlayer,
};
use motive_shooter::map::{PlaceKind, Team};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Collects messages and gives an observation at the end of each block.
#[derive(Clone, Debug)]
pub struct ObservationBuilder {
    ids: WireIds,
    building: Observation,
    /// What was last told of scores and points, which servers need not repeat.
    game: GameState,
    /// Controllers of points that are known but out of sight.
    owners: BTreeMap<u64, Option<Team>>,
    path: Option<PathAnswer>,
}

/// The most events that are kept until the end of a block. The oldest are lost.
const MOST_EVENTS: usize = 256;
/// The most things of each sort that a block can tell of. A server that names more is not believed.
const MOST_SIGHTINGS: usize = 4_096;

/// Adds something to a list that a server must not fill without end.
fn note<T>(list: &mut Vec<T>, new: T) {
    if list.len() < MOST_SIGHTINGS {
        list.push(new);
    }
}

impl ObservationBuilder {
    /// For a server whose ids are these.
    pub fn new(ids: WireIds) -> ObservationBuilder {
        ObservationBuilder {
            ids,
            building: Observation::default(),
            game: GameState::default(),
            owners: BTreeMap::new(),
            path: None,
        }
    }

    /// The ids of the server.
    pub fn ids(&self) -> &WireIds {
        &self.ids
    }

    /// Takes in a message. At the end of a block, gives what is sensed.
    pub fn apply(&mut self, information: Information) -> Option<Observation> {
        match information {
            Information::Begin(mark) => {
                let events = std::mem::take(&mut self.building.events);
                let own = std::mem::take(&mut self.building.own);
                let time = mark.time.unwrap_or(self.building.time);
                self.building = Observation { time, own, events, ..Observation::default() };
            }
            Information::End(_) => return Some(self.finish()),
            Information::Own(own) => self.building.own = self.own(own),
            Information::Score(score) => self.score(&score),
            Information::PathBegin(path) => self.path = Some(path),
            Information::PathStep(step) => {
                let path = self.path.as_mut().filter(|path| path.nodes.len() < MOST_EVENTS);
                if let Some(path) = path {
                    path.nodes.push(step);
                }
            }
            Information::PathEnd => {
                if let Some(path) = self.path.take() {
                    self.event(path_event(&path));
                }
            }
            Information::Finished => self.game.over = true,
            other => match self.event_of(&other) {
                Some(event) => self.event(event),
                None => self.sighting(other),
            },
        }
        None
    }

    fn finish(&mut self) -> Observation {
        for point in &mut self.game.points {
            if let Some(owner) = self.owners.get(&point.id) {
                point.owner = *owner;
            }
        }
        let events = std::mem::take(&mut self.building.events);
        Observation { events, game: self.game.clone(), ..self.building.clone() }
    }

    fn event(&mut self, event: Event) {
        if self.building.events.len() >= MOST_EVENTS {
            self.building.events.remove(0);
        }
        self.building.events.push(event);
    }

    fn own(&mut self, told: OwnMessage) -> OwnState {
        let weapons = told.weapons.unwrap_or_default();
        let (health, weapon) = (told.health, weapon(told.weapon.as_deref()));
        OwnState {
            id: self.ids.number(&told.id),
            name: told.name.unwrap_or_default().into(),
            team: team(told.team).unwrap_or_default(),
            position: place(told.location),
            velocity: place(told.velocity),
            yaw: told.rotation.yaw,
            pitch: told.rotation.pitch,
            health,
            armour: told.armour.unwrap_or(0),
            weapon,
            ammunition: told.ammunition.unwrap_or(0),
            capacity: told.capacity.unwrap_or(0),
            weapons: weapons.split(',').filter_map(|name| self::weapon(Some(name))).collect(),
            shooting: told.shooting.unwrap_or(false),
            has_flag: told.has_flag.unwrap_or(false),
            alive: health > 0,
        }
    }

    fn score(&mut self, told: &crate::GameScore) {
        self.game.scores = told.scores.iter().map(|(_, points)| *points).collect();
        self.game.flags_away = told.flags_away.iter().map(|(_, away)| *away).collect();
        for (id, owner) in &told.domination_points {
            let id = self.ids.number(id);
            self.owned_by(id, team(Some(*owner)));
        }
    }

    /// Something in sight. What is neither known nor of use to a body is passed over.
    fn sighting(&mut self, told: Information) {
        match told {
            Information::Player(player) => {
                let id = self.ids.number(&player.id);
                note(
                    &mut self.building.players,
                    SeenPlayer {
                        id,
                        name: player.name.unwrap_or_default().into(),
                        team: team(player.team).unwrap_or_default(),
                        position: place(player.location),
                        velocity: player.velocity.map_or(Vec3::ZERO, place),
                        yaw: player.rotation.map_or(0, |rotation| rotation.yaw),
                        weapon: weapon(player.weapon.as_deref()),
                        reachable: player.reachable.unwrap_or(false),
                    },
                );
            }
            Information::Item(item) => {
                if let Some(kind) = item.class.as_deref().and_then(item_kind) {
                    let (id, position) = (self.ids.number(&item.id), place(item.location));
                    let reachable = item.reachable.unwrap_or(false);
                    note(&mut self.building.items, SeenItem { id, kind, position, reachable });
                }
            }
            Information::Flag(flag) => {
                let carrier = flag.holder.as_deref().map(|holder| self.ids.number(holder));
                let id = self.ids.number(&flag.id);
                let seen = flag.location.map(|location| SeenFlag {
                    id,
                    team: team(flag.team).unwrap_or_default(),
                    position: place(location),
                    at_base: flag.state.as_deref() == Some("home"),
                    carrier,
                    reachable: flag.reachable.unwrap_or(false),
                });
                if let Some(seen) = seen {
                    note(&mut self.building.flags, seen);
                }
            }
            Information::Node(node) => {
                let (id, position) = (self.ids.number(&node.id), place(node.location));
                note(
                    &mut self.building.nodes,
                    SeenNode { id, position, reachable: node.reachable.unwrap_or(false) },
                );
            }
            Information::DominationPoint(point) => {
                self.point(&point.id, point.location, point.controller);
            }
            Information::Mover(mover) => {
                let (id, position) = (self.ids.number(&mover.id), place(mover.location));
                let is_lift = mover.class.as_deref() == Some(mover_class(MoverClass::Lift));
                let class = if is_lift { MoverClass::Lift } else { MoverClass::Door };
                note(
                    &mut self.building.movers,
                    SeenMover { id, class, position, open: mover.reachable.unwrap_or(false) },
                );
            }
            Information::Gone(gone) => {
                let id = self.ids.number(&gone.id);
                note(&mut self.building.bare, id);
            }
            _ => {}
        }
    }

    fn owned_by(&mut self, point: u64, owner: Option<Team>) {
        if self.owners.len() < MOST_SIGHTINGS || self.owners.contains_key(&point) {
            self.owners.insert(point, owner);
        }
    }

    fn point(&mut self, id: &str, location: Location, controller: Option<i32>) {
        let number = self.ids.number(id);
        let owner = team(controller);
        self.owned_by(number, owner);
        if self.game.points.len() < MOST_SIGHTINGS && !self.game.points.iter().any(|known| known.id == number)
        {
            let name: Arc<str> = id.rsplit('.').next().unwrap_or(id).into();
            self.game.points.push(PointState { id: number, name, position: place(location), owner });
        }
    }

    fn event_of(&mut self, told: &Information) -> Option<Event> {
        let ids = &mut self.ids;
        let mut who = |id: &Option<String>| id.as_deref().map(|id| ids.number(id));
        Some(match told {
            Information::Damaged(damage) => {
                Event::Hurt { amount: damage.amount.unwrap_or(0), by: who(&damage.instigator) }
            }
            Information::Hit(damage) => {
                Event::Hit { amount: damage.amount.unwrap_or(0), whom: who(&damage.victim)? }
            }
            Information::Died(death) => Event::Died { by: who(&death.killer) },
            Information::Killed(kill) => Event::Killed { who: who(&kill.victim)?, by: who(&kill.killer) },
            Information::Spawned => Event::Spawned,
            Information::Bumped(bump) => Event::Bumped { whom: who(&bump.id)? },
            Information::Wall(wall) => Event::HitWall { at: place(wall.location?) },
            Information::Falling(fall) => Event::Fell { speed: fall.speed.unwrap_or(0.0) as f32 },
            Information::Noise(heard) => Event::Heard {
                noise: heard.noise.as_deref().and_then(noise).unwrap_or(Noise::Steps),
                at: place(heard.location?),
                by: who(&heard.source)?,
            },
            Information::PickupHeard(heard) => {
                Event::Heard { noise: Noise::PickUp, at: place(heard.location?), by: who(&heard.source)? }
            }
            Information::Gained(item) => Event::PickedUp { item: who(&item.id)? },
            Information::Incoming(rocket) => {
                Event::Projectile { at: place(rocket.location?), velocity: place(rocket.direction?) }
            }
            Information::TeamChat(chat) | Information::Chat(chat) => {
                let from = who(&chat.id).or_else(|| who(&chat.name))?;
                Event::Message { from, text: chat.text.clone().unwrap_or_default().into() }
            }
            Information::Path(path) => path_event(path),
            Information::Reach(reach) => {
                Event::Reach { query: query(reach.request.as_deref()), reachable: reach.reachable }
            }
            _ => return None,
        })
    }
}

/// The number of a question, which our clients use as its id.
fn query(request: Option<&str>) -> f64 {
    request.and_then(|request| request.parse().ok()).filter(|number: &f64| number.is_finite()).unwrap_or(0.0)
}

fn path_event(path: &PathAnswer) -> Event {
    let nodes = path.nodes.iter().map(|node| place(node.location)).collect();
    Event::Path { query: query(path.request.as_deref()), nodes: (path.found != Some(false)).then_some(nodes) }
}

fn team(number: Option<i32>) -> Option<Team> {
    number.filter(|number| *number != NO_TEAM).and_then(|number| Team::try_from(number).ok())
}

/// The weapon whose name stands in an id or class, such as `enforcer` or `CTF-Simple.Enforcer0`.
fn weapon(name: Option<&str>) -> Option<&'static str> {
    weapon_class(name?).map(WeaponClass::name)
}

fn weapon_class(name: &str) -> Option<WeaponClass> {
    let plain = name.to_ascii_lowercase().replace('_', "");
    WeaponClass::ALL.into_iter().find(|class| plain.contains(&class.name().replace('_', "")))
}

/// What an item is by the words in its class. Classes of the game are such as `Botpack.MedBox` and `Botpack.EClip`.
fn item_kind(class: &str) -> Option<PlaceKind> {
    let plain = class.to_ascii_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| plain.contains(word));
    if has(&["health", "medbox", "vial"]) {
        Some(PlaceKind::Health)
    } else if has(&["armour", "armor", "shield", "thighpad"]) {
        Some(PlaceKind::Armour)
    } else if has(&["eclip"]) {
        Some(PlaceKind::Ammunition(WeaponClass::Enforcer))
    } else if has(&["ammo"]) {
        weapon_class(&plain).map(PlaceKind::Ammunition)
    } else {
        weapon_class(&plain).map(PlaceKind::Weapon)
    }
}

fn noise(name: &str) -> Option<Noise> {
    let all = [Noise::Steps, Noise::Landing, Noise::Shot, Noise::Explosion, Noise::PickUp];
    all.into_iter().find(|noise| noise.name() == name)
}
