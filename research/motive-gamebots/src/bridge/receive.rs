//! What a server tells, as what a bot senses.

use super::send::{NO_TEAM, mover_class};
use super::{WireIds, place};
use crate::{Location, PathAnswer, SelfReport, ServerMessage};
use glam::Vec3;
use motive_shooter::body::{
    BodyEvent, BodyObservation, GameState, Id, MoverClass, Noise, OwnState, PointState, SeenFlag, SeenItem,
    SeenMover, SeenNode, SeenPlayer,
};
use motive_shooter::map::PlaceKind;
use motive_shooter::rules::{Team, WeaponClass};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Collects messages and gives an observation at the end of each block.
#[derive(Clone, Debug)]
pub struct ObservationBuilder {
    ids: WireIds,
    building: BodyObservation,
    /// What was last told of scores and points, which servers need not repeat.
    game: GameState,
    /// Controllers of points that are known but out of sight.
    owners: BTreeMap<Id, Option<Team>>,
    path: Option<PathAnswer>,
}

/// The most events that are kept until the end of a block. The oldest are lost.
const MOST_EVENTS: usize = 256;
/// Adds something to a list that a server must not fill without end.
fn note<T>(list: &mut Vec<T>, new: T) {
    if list.len() < ObservationBuilder::MOST_SIGHTINGS {
        list.push(new);
    }
}

impl ObservationBuilder {
    /// The most things of each sort that a block can tell of. A server that names more is not believed.
    pub const MOST_SIGHTINGS: usize = 4_096;

    /// For a server whose ids are these.
    pub fn new(ids: WireIds) -> ObservationBuilder {
        ObservationBuilder {
            ids,
            building: BodyObservation::default(),
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
    pub fn apply(&mut self, information: ServerMessage) -> Option<BodyObservation> {
        match information {
            ServerMessage::Begin(mark) => {
                let events = std::mem::take(&mut self.building.events);
                let own = std::mem::take(&mut self.building.own);
                let time = mark.time.unwrap_or(self.building.time);
                self.building = BodyObservation { time, own, events, ..BodyObservation::default() };
            }
            ServerMessage::End(_) => return Some(self.finish()),
            ServerMessage::Own(own) => self.building.own = self.own(own),
            ServerMessage::Score(score) => self.score(&score),
            ServerMessage::PathBegin(path) => self.path = Some(path),
            ServerMessage::PathStep(step) => {
                let path = self.path.as_mut().filter(|path| path.nodes.len() < MOST_EVENTS);
                if let Some(path) = path {
                    path.nodes.push(step);
                }
            }
            ServerMessage::PathEnd => {
                if let Some(path) = self.path.take() {
                    self.event(path_event(&path));
                }
            }
            ServerMessage::Finished => self.game.over = true,
            other => match self.event_of(&other) {
                Some(event) => self.event(event),
                None => self.sighting(other),
            },
        }
        None
    }

    fn finish(&mut self) -> BodyObservation {
        for point in &mut self.game.points {
            if let Some(owner) = self.owners.get(&point.id) {
                point.owner = *owner;
            }
        }
        let events = std::mem::take(&mut self.building.events);
        BodyObservation { events, game: self.game.clone(), ..self.building.clone() }
    }

    fn event(&mut self, event: BodyEvent) {
        if self.building.events.len() >= MOST_EVENTS {
            self.building.events.remove(0);
        }
        self.building.events.push(event);
    }

    fn own(&mut self, told: SelfReport) -> OwnState {
        let weapons = told.weapons.unwrap_or_default();
        let (health, weapon) = (told.health, told.weapon.as_deref().and_then(weapon));
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
            weapons: weapons.split(',').filter_map(self::weapon).collect(),
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
    fn sighting(&mut self, told: ServerMessage) {
        match told {
            ServerMessage::Player(player) => {
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
                        weapon: player.weapon.as_deref().and_then(weapon),
                        reachable: player.reachable.unwrap_or(false),
                    },
                );
            }
            ServerMessage::Item(item) => {
                if let Some(kind) = item.class.as_deref().and_then(item_kind) {
                    let (id, position) = (self.ids.number(&item.id), place(item.location));
                    let reachable = item.reachable.unwrap_or(false);
                    note(&mut self.building.items, SeenItem { id, kind, position, reachable });
                }
            }
            ServerMessage::Flag(flag) => {
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
            ServerMessage::Node(node) => {
                let (id, position) = (self.ids.number(&node.id), place(node.location));
                note(
                    &mut self.building.nodes,
                    SeenNode { id, position, reachable: node.reachable.unwrap_or(false) },
                );
            }
            ServerMessage::DominationPoint(point) => {
                self.point(&point.id, point.location, point.controller);
            }
            ServerMessage::Mover(mover) => {
                let (id, position) = (self.ids.number(&mover.id), place(mover.location));
                let is_lift = mover.class.as_deref() == Some(mover_class(MoverClass::Lift));
                let class = if is_lift { MoverClass::Lift } else { MoverClass::Door };
                note(
                    &mut self.building.movers,
                    SeenMover { id, class, position, open: mover.reachable.unwrap_or(false) },
                );
            }
            ServerMessage::Gone(gone) => {
                let id = self.ids.number(&gone.id);
                note(&mut self.building.bare, id);
            }
            _ => {}
        }
    }

    fn owned_by(&mut self, point: Id, owner: Option<Team>) {
        if self.owners.len() < Self::MOST_SIGHTINGS || self.owners.contains_key(&point) {
            self.owners.insert(point, owner);
        }
    }

    fn point(&mut self, id: &str, location: Location, controller: Option<i32>) {
        let number = self.ids.number(id);
        let owner = team(controller);
        self.owned_by(number, owner);
        if self.game.points.len() < Self::MOST_SIGHTINGS
            && !self.game.points.iter().any(|known| known.id == number)
        {
            let name: Arc<str> = id.rsplit('.').next().unwrap_or(id).into();
            self.game.points.push(PointState { id: number, name, position: place(location), owner });
        }
    }

    fn event_of(&mut self, told: &ServerMessage) -> Option<BodyEvent> {
        let ids = &mut self.ids;
        let mut who = |id: &Option<String>| id.as_deref().map(|id| ids.number(id));
        Some(match told {
            ServerMessage::Damaged(damage) => {
                BodyEvent::Hurt { amount: damage.amount.unwrap_or(0), by: who(&damage.instigator) }
            }
            ServerMessage::Hit(damage) => {
                BodyEvent::Hit { amount: damage.amount.unwrap_or(0), whom: who(&damage.victim)? }
            }
            ServerMessage::Died(death) => BodyEvent::Died { by: who(&death.killer) },
            ServerMessage::Killed(kill) => {
                BodyEvent::Killed { who: who(&kill.victim)?, by: who(&kill.killer) }
            }
            ServerMessage::Spawned => BodyEvent::Spawned,
            ServerMessage::Bumped(bump) => BodyEvent::Bumped { whom: who(&bump.id)? },
            ServerMessage::Wall(wall) => BodyEvent::HitWall { at: place(wall.location?) },
            ServerMessage::Falling(fall) => BodyEvent::Fell { speed: fall.speed.unwrap_or(0.0) as f32 },
            ServerMessage::Noise(heard) => BodyEvent::Heard {
                noise: heard.noise.as_deref().and_then(Noise::of_name).unwrap_or(Noise::Steps),
                at: place(heard.location?),
                by: who(&heard.source)?,
            },
            ServerMessage::PickupHeard(heard) => {
                BodyEvent::Heard { noise: Noise::PickUp, at: place(heard.location?), by: who(&heard.source)? }
            }
            ServerMessage::Gained(item) => BodyEvent::PickedUp { item: who(&item.id)? },
            ServerMessage::Incoming(rocket) => {
                BodyEvent::Projectile { at: place(rocket.location?), velocity: place(rocket.direction?) }
            }
            ServerMessage::TeamChat(chat) | ServerMessage::Chat(chat) => {
                let from = who(&chat.id).or_else(|| who(&chat.name))?;
                BodyEvent::Message { from, text: chat.text.clone().unwrap_or_default().into() }
            }
            ServerMessage::Path(path) => path_event(path),
            ServerMessage::Reach(reach) => {
                BodyEvent::Reach { query: query(reach.request.as_deref()), reachable: reach.reachable }
            }
            _ => return None,
        })
    }
}

/// The number of a question, which our clients use as its id.
fn query(request: Option<&str>) -> f64 {
    request.and_then(|request| request.parse().ok()).filter(|number: &f64| number.is_finite()).unwrap_or(0.0)
}

fn path_event(path: &PathAnswer) -> BodyEvent {
    let nodes = path.nodes.iter().map(|node| place(node.location)).collect();
    BodyEvent::Path {
        query: query(path.request.as_deref()),
        nodes: (path.found != Some(false)).then_some(nodes),
    }
}

fn team(number: Option<i32>) -> Option<Team> {
    number.filter(|number| *number != NO_TEAM).and_then(|number| Team::try_from(number).ok())
}

/// The weapon whose name stands in an id or class, such as `enforcer` or `CTF-Simple.Enforcer0`.
fn weapon(name: &str) -> Option<WeaponClass> {
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
        weapon(&plain).map(PlaceKind::Ammunition)
    } else {
        weapon(&plain).map(PlaceKind::Weapon)
    }
}
