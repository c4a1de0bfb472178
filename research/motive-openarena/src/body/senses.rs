//! From snapshots to what a bot senses.

use super::game_info::{GameKind, team};
use super::items::{ItemKind, item_class, item_kind};
use super::stats::{armour, health, owns, shots};
use super::weapons::{Weapon, weapon_class};
use crate::map::GameMap;
use crate::session::Session;
use crate::wire::{EntityField, EntityState, PlayerField, PlayerState, Snapshot};
use glam::Vec3;
use motive_shooter::body::{
    BodyEvent, BodyObservation, GameState, Noise, OwnState, PointState, SeenFlag, SeenItem, SeenNode,
    SeenPlayer, ids,
};
use motive_shooter::geometry::{normalised, turn_between, yaw_toward};
use motive_shooter::map::PlaceKind;
use motive_shooter::rules::Team;
use std::collections::BTreeMap;
use std::sync::Arc;

/// How high the middle of a body is above its feet.
const MIDDLE: Vec3 = Vec3::new(0.0, 0.0, 24.0);
/// How high the eyes are above the middle.
const EYES: Vec3 = Vec3::new(0.0, 0.0, 26.0);
/// An item this near to a place of its kind is that of the place.
const AT_PLACE: f32 = 80.0;
/// Milliseconds after which the game takes away what somebody dropped.
const DROPPED_LASTS: i32 = 30_000;
/// The most events between two observations.
const MOST_EVENTS: usize = 128;

const PLAYER: i32 = 1;
const ITEM: i32 = 2;
const MISSILE: i32 = 3;
/// From this type on an entity is an event.
const EVENTS: i32 = 13;
const DEAD: i32 = 1;
const NOT_DRAWN: i32 = 0x80;
const RED_FLAG: i32 = 7;
const BLUE_FLAG: i32 = 8;
/// The bits of an event that say what it is.
const EVENT_MASK: i32 = 0xff;
const OBITUARY: i32 = 60;
const PICK_UP: i32 = 19;

/// How well a bot senses. The defaults are ours.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SenseSettings {
    /// How far it sees to both sides together, of 65,536.
    pub field_of_view: i32,
    /// How far it sees.
    pub sight: f32,
    /// How far it hears.
    pub hearing: f32,
    /// Whether it knows from the start where items lie, and when those that were taken come back, as players who know a map do and as the game's own bots do.
    pub knows_items: bool,
}

impl Default for SenseSettings {
    fn default() -> Self {
        // 120 degrees, as players of this game set their screens.
        Self { field_of_view: 21_845, sight: 6_000.0, hearing: 900.0, knows_items: true }
    }
}

/// The senses of one bot on one map.
#[derive(Clone, Debug)]
pub struct Senses {
    map: Arc<GameMap>,
    settings: SenseSettings,
    kind: GameKind,
    last: Option<Arc<Snapshot>>,
    events: Vec<BodyEvent>,
    /// Who holds each domination point, by place, as last seen or told.
    owners: BTreeMap<usize, Option<Team>>,
    /// Whom the bot shoots at, for hits that the game does not name.
    target: Option<u64>,
    /// When the items of places are expected to be there; nothing for those that are.
    expected: BTreeMap<usize, i32>,
    /// Items that somebody dropped, by their numbers: where they were seen, and when last.
    dropped: BTreeMap<u64, (Vec3, i32)>,
}

impl Senses {
    /// The senses of a bot that comes to a map.
    #[must_use]
    pub fn new(map: Arc<GameMap>, kind: GameKind, settings: SenseSettings) -> Self {
        let places = || map.places().iter().enumerate().filter(|(_, place)| place.reachable);
        let points = places().filter(|(_, place)| matches!(place.kind, PlaceKind::Point(_)));
        let owners = points.map(|(number, _)| (number, None)).collect();
        let items = places().filter(|(_, place)| place.kind.is_item());
        let expected = items.filter(|_| settings.knows_items).map(|(number, _)| (number, 0)).collect();
        Self {
            map,
            settings,
            kind,
            last: None,
            events: Vec::new(),
            owners,
            target: None,
            expected,
            dropped: BTreeMap::new(),
        }
    }

    /// Says whom the bot shoots at.
    pub fn shoots_at(&mut self, target: Option<u64>) {
        self.target = target;
    }

    /// Adds something that the body found out by itself.
    pub fn happened(&mut self, event: BodyEvent) {
        if self.events.len() < MOST_EVENTS {
            self.events.push(event);
        }
    }

    /// Takes in a command of the server: what others say, and how domination points stand.
    pub fn told(&mut self, words: &[String], session: &Session) {
        match words.first().map(String::as_str) {
            Some("domStatus") => {
                let owners: Vec<Option<Team>> = words
                    .iter()
                    .skip(2)
                    .map(|word| word.parse::<i32>().ok().and_then(|team| Team::try_from(team - 1).ok()))
                    .map(|team| team.filter(|team| *team < 2))
                    .collect();
                if owners.len() == self.owners.len() {
                    for (known, owner) in self.owners.values_mut().zip(owners) {
                        *known = owner;
                    }
                }
            }
            Some("chat" | "tchat") => {
                let text = super::game_info::plain(words.get(1).map_or("", String::as_str));
                let speaker = (0..64).find(|client| {
                    session.player(*client).is_some_and(|info| {
                        !info.name.is_empty()
                            && text.trim_start_matches(['(', '[', '\u{19}']).starts_with(&info.name)
                    })
                });
                if let Some(from) = speaker.filter(|from| *from != session.client()) {
                    let said = text.split_once(": ").map_or(text.as_str(), |(_, said)| said);
                    self.happened(BodyEvent::Message { from: player_id(from), text: said.into() });
                }
            }
            _ => {}
        }
    }

    /// Takes in a snapshot: what happened since the one before.
    pub fn see(&mut self, snapshot: &Arc<Snapshot>, session: &Session) {
        if let Some(last) = self.last.replace(snapshot.clone()) {
            self.own_events(&last.player, &snapshot.player);
            self.other_events(&last, snapshot, session);
        }
        for (number, place) in self.map.places().iter().enumerate() {
            if !matches!(place.kind, PlaceKind::Point(_)) || !place.reachable {
                continue;
            }
            let held =
                snapshot.entities.iter().filter(|it| it.int(EntityField::Type) == ITEM).find_map(|item| {
                    let near = item.base().distance(place.position + MIDDLE) < AT_PLACE;
                    match item_kind(item_class(item.int(EntityField::Model))?)? {
                        ItemKind::Point(owner) if near => Some(owner),
                        _ => None,
                    }
                });
            if let Some(owner) = held {
                self.owners.insert(number, owner);
            }
        }
    }

    fn own_events(&mut self, before: &PlayerState, now: &PlayerState) {
        let attacker = || Some(now.persistent[6]).filter(|by| (0..64).contains(by)).map(player_id);
        let spawned = before.persistent[4] != now.persistent[4];
        let left = |player: &PlayerState| health(player) + armour(player);
        let lost = left(before) - left(now);
        if before.int(PlayerField::DamageEvent) != now.int(PlayerField::DamageEvent) && !spawned {
            self.happened(BodyEvent::Hurt { amount: lost.max(1), by: attacker() });
        }
        if health(before) > 0 && health(now) <= 0 {
            self.happened(BodyEvent::Died { by: attacker() });
        }
        if spawned {
            self.happened(BodyEvent::Spawned);
        }
        if let (true, Some(whom)) = (now.persistent[1] > before.persistent[1], self.target) {
            self.happened(BodyEvent::Hit { amount: now.persistent[1] - before.persistent[1], whom });
        }
        let outer = now.int(PlayerField::ExternalEvent);
        if outer != before.int(PlayerField::ExternalEvent) && outer & EVENT_MASK == PICK_UP {
            self.picked_up(now.int(PlayerField::ExternalEventParameter), now.origin());
        }
        let (first, last) = (before.int(PlayerField::EventSequence), now.int(PlayerField::EventSequence));
        // The last two events are sent; a number that went round or jumped says nothing.
        for sequence in (last - 2).max(first)..last {
            let odd = sequence & 1 == 1;
            let (event, about) = match odd {
                false => (PlayerField::Event0, PlayerField::EventParameter0),
                true => (PlayerField::Event1, PlayerField::EventParameter1),
            };
            match now.int(event) & EVENT_MASK {
                PICK_UP => self.picked_up(now.int(about), now.origin()),
                10..=12 => self.happened(BodyEvent::Fell { speed: before.velocity().z.abs() }),
                _ => {}
            }
        }
    }

    fn picked_up(&mut self, item: i32, at: Vec3) {
        let Some(class) = item_class(item) else { return };
        let near = |place: &crate::map::GamePlace| (place.position + MIDDLE).distance(at);
        let of_class = self.map.places().iter().enumerate().filter(|(_, place)| place.class == class);
        let nearest = of_class.min_by(|(_, one), (_, other)| near(one).total_cmp(&near(other)));
        if let Some((number, _)) = nearest.filter(|(_, place)| near(place) < 2.0 * AT_PLACE) {
            self.happened(BodyEvent::PickedUp { item: ids::place(number) });
        }
    }

    fn other_events(&mut self, before: &Snapshot, now: &Snapshot, session: &Session) {
        let here = now.player.origin();
        for entity in &now.entities {
            let kind = entity.int(EntityField::Type);
            let former = before.entity(entity.number);
            if kind > EVENTS {
                let fresh = former.is_none_or(|former| former.int(EntityField::Type) != kind);
                if fresh {
                    self.free_event(kind - EVENTS, entity, here, session);
                }
                continue;
            }
            let event = entity.int(EntityField::Event);
            if kind == PLAYER && event != 0 && former.is_some_and(|it| it.int(EntityField::Event) != event) {
                let noise = match event & EVENT_MASK {
                    1..=5 => Noise::Steps,
                    10..=14 => Noise::Landing,
                    PICK_UP | 20 => Noise::PickUp,
                    23 => Noise::Shot,
                    _ => continue,
                };
                self.heard(noise, entity.base(), player_id(entity.int(EntityField::Client)), here);
            }
            if kind == MISSILE {
                let (at, velocity) = (position(entity, now.time), entity.velocity());
                let toward = (here - at).dot(velocity) > 0.0 && here.distance(at) < 700.0;
                let own = now.player.int(PlayerField::Client) == entity.int(EntityField::Other);
                if toward && !own && former.is_none() {
                    self.happened(BodyEvent::Projectile { at: at - MIDDLE, velocity });
                }
            }
        }
    }

    fn free_event(&mut self, event: i32, entity: &EntityState, here: Vec3, session: &Session) {
        let (other, second) = (entity.int(EntityField::Other), entity.int(EntityField::Other2));
        match event {
            OBITUARY if other != session.client() => {
                let by = Some(second).filter(|by| (0..64).contains(by)).map(player_id);
                self.happened(BodyEvent::Killed { who: player_id(other), by });
            }
            50..=52 => self.heard(Noise::Explosion, entity.base(), 0, here),
            53..=55 => {
                self.heard(Noise::Shot, entity.base(), player_id(entity.int(EntityField::Client)), here);
            }
            _ => {}
        }
    }

    fn heard(&mut self, noise: Noise, at: Vec3, by: u64, here: Vec3) {
        if at.distance(here) <= self.settings.hearing {
            self.happened(BodyEvent::Heard { noise, at: at - MIDDLE, by });
        }
    }

    /// What the bot senses now. Events are given once.
    pub fn observe(&mut self, session: &Session, shooting: bool) -> Option<BodyObservation> {
        let snapshot = self.last.clone()?;
        let own = self.own(&snapshot, session, shooting);
        let eyes = snapshot.player.origin() + Vec3::Z * snapshot.player.int(PlayerField::ViewHeight) as f32;
        let look = Look { senses: self, eyes, yaw: own.yaw };
        let (mut items, flags, seen_places) = look.items(&snapshot);
        let players = look.players(&snapshot, session);
        let flags = look.carried_flags(&snapshot, session, flags);
        let nodes = look.nodes();
        let mut bare = look.bare(&seen_places);
        bare.extend(look.gone(&items, snapshot.time));
        self.remember_dropped(&items, &bare, snapshot.time);
        items.extend(self.expect(snapshot.time, &bare));
        let time = f64::from(snapshot.time.wrapping_sub(session.level_start()).max(0)) / 1_000.0;
        let game = self.game(session, &snapshot);
        let events = std::mem::take(&mut self.events);
        Some(BodyObservation {
            time,
            own,
            game,
            players,
            items,
            flags,
            nodes,
            movers: Vec::new(),
            bare,
            events,
        })
    }

    fn remember_dropped(&mut self, items: &[SeenItem], bare: &[u64], now: i32) {
        self.dropped.retain(|id, _| !bare.contains(id));
        let places = self.map.places().len();
        let is_dropped = |item: &&SeenItem| ids::place_of(item.id).is_some_and(|number| number >= places);
        let dropped = items.iter().filter(is_dropped).map(|item| (item.id, (item.position, now)));
        self.dropped.extend(dropped);
    }

    /// Items that are out of sight and should be there again, each told once; those whose place is empty are waited for.
    fn expect(&mut self, now: i32, bare: &[u64]) -> Vec<SeenItem> {
        if !self.settings.knows_items {
            return Vec::new();
        }
        let taken = self.events.iter().filter_map(|event| match event {
            BodyEvent::PickedUp { item } => Some(item),
            _ => None,
        });
        for place in bare.iter().chain(taken).filter_map(|id| ids::place_of(*id)) {
            if let Some(known) = self.map.places().get(place).filter(|it| it.kind.is_item() && it.reachable) {
                let wait = returns_after(&known.class, self.kind);
                self.expected.entry(place).or_insert(now.wrapping_add(wait));
            }
        }
        let due: Vec<usize> =
            self.expected.iter().filter(|(_, at)| **at <= now).map(|(place, _)| *place).collect();
        let mut items = Vec::new();
        for place in due {
            self.expected.remove(&place);
            let Some(known) = self.map.places().get(place) else { continue };
            let (id, kind, position) = (ids::place(place), known.kind.clone(), known.position);
            if !bare.contains(&id) {
                items.push(SeenItem { id, kind, position, reachable: false });
            }
        }
        items
    }

    fn own(&self, snapshot: &Snapshot, session: &Session, shooting: bool) -> OwnState {
        let player = &snapshot.player;
        let info = session.player(session.client()).unwrap_or_default();
        let weapon = Weapon::of_number(player.int(PlayerField::Weapon));
        let name_of = |weapon: Weapon| weapon_class(weapon).map(motive_shooter::rules::WeaponClass::name);
        let has = |weapon: &Weapon| owns(player, *weapon);
        let mut weapons: Vec<&'static str> =
            Weapon::ALL.into_iter().filter(has).filter_map(name_of).collect();
        weapons.dedup();
        let own_team = team(&info, true, self.kind);
        let flag = if own_team == 0 { BLUE_FLAG } else { RED_FLAG };
        OwnState {
            id: player_id(session.client()),
            name: info.name.as_str().into(),
            team: own_team,
            position: player.origin() - MIDDLE,
            velocity: player.velocity(),
            yaw: normalised(angle(player.float(PlayerField::ViewYaw))),
            pitch: -angle(player.float(PlayerField::ViewPitch)),
            health: health(player).max(0),
            armour: armour(player),
            weapon: weapon.and_then(name_of),
            ammunition: weapon.map_or(0, |weapon| shots(player, weapon).max(0)),
            capacity: weapon.map_or(0, Weapon::enough),
            weapons,
            shooting,
            has_flag: player.powerups[flag as usize] != 0,
            alive: is_alive(player),
        }
    }

    fn game(&self, session: &Session, snapshot: &Snapshot) -> GameState {
        let point = |(number, owner): (&usize, &Option<Team>)| {
            let place = self.map.places().get(*number)?;
            let PlaceKind::Point(name) = &place.kind else { return None };
            let name = name.as_str().into();
            Some(PointState { id: ids::place(*number), name, position: place.position, owner: *owner })
        };
        let [first, second] = session.scores();
        let scores = if self.kind.has_teams() {
            [first, second]
        } else {
            let own = snapshot.player.persistent[0];
            [own, if own == first { second } else { first }]
        };
        GameState {
            scores: scores.map(|score| f64::from(score.max(-999))).to_vec(),
            flags_away: if self.kind == GameKind::CaptureTheFlag {
                session.flags_away().to_vec()
            } else {
                Vec::new()
            },
            points: self.owners.iter().filter_map(point).collect(),
            over: session.is_intermission(),
        }
    }
}

/// What is in sight.
struct Look<'a> {
    senses: &'a Senses,
    eyes: Vec3,
    yaw: i32,
}

impl Look<'_> {
    fn sees(&self, point: Vec3) -> bool {
        let settings = &self.senses.settings;
        let near = self.eyes.distance(point) < 60.0;
        let turn = turn_between(self.yaw, yaw_toward(self.eyes, point)).abs();
        let walls = self.senses.map.walls();
        self.eyes.distance(point) <= settings.sight
            && (near || turn <= settings.field_of_view / 2)
            && walls.is_clear(self.eyes, point)
    }

    fn is_reachable(&self, feet: Vec3) -> bool {
        let navigation = self.senses.map.navigation();
        let from = self.eyes - EYES;
        navigation.is_walkable(from, feet + MIDDLE)
    }

    fn players(&self, snapshot: &Snapshot, session: &Session) -> Vec<SeenPlayer> {
        let seen = |entity: &EntityState| {
            let client = entity.int(EntityField::Client);
            let feet = entity.base() - MIDDLE;
            if !is_player(entity) || client == session.client() || !self.sees_body(entity) {
                return None;
            }
            let info = session.player(client)?;
            let weapon = Weapon::of_number(entity.int(EntityField::Weapon)).and_then(weapon_class);
            Some(SeenPlayer {
                id: player_id(client),
                name: info.name.as_str().into(),
                team: team(&info, false, self.senses.kind),
                position: feet,
                velocity: entity.velocity(),
                yaw: normalised(angle(entity.float(EntityField::AngleBaseYaw))),
                weapon: weapon.map(motive_shooter::rules::WeaponClass::name),
                reachable: self.is_reachable(feet),
            })
        };
        snapshot.entities.iter().filter_map(seen).collect()
    }

    fn sees_body(&self, entity: &EntityState) -> bool {
        self.sees(entity.base() + Vec3::Z * 20.0) || self.sees(entity.base() - Vec3::Z * 10.0)
    }

    /// Items and flags that lie somewhere, and the places whose item is there.
    fn items(&self, snapshot: &Snapshot) -> (Vec<SeenItem>, Vec<SeenFlag>, Vec<usize>) {
        let (mut items, mut flags, mut there) = (Vec::new(), Vec::new(), Vec::new());
        let places = self.senses.map.places();
        for entity in &snapshot.entities {
            let hidden = entity.int(EntityField::Flags) & NOT_DRAWN != 0;
            if entity.int(EntityField::Type) != ITEM || hidden {
                continue;
            }
            let Some(class) = item_class(entity.int(EntityField::Model)) else { continue };
            let origin = position(entity, snapshot.time);
            let here = |(_, place): &(usize, &crate::map::GamePlace)| {
                place.class == class && (place.position + MIDDLE).distance(origin) < AT_PLACE
            };
            let place = places.iter().enumerate().find(here).map(|(number, _)| number);
            there.extend(place);
            let reachable = place.and_then(|place| places.get(place)).is_none_or(|place| place.reachable);
            if !reachable || !self.sees(origin) {
                continue;
            }
            let feet =
                place.and_then(|place| places.get(place)).map_or(origin - Vec3::Z * 15.0, |it| it.position);
            let id = ids::place(place.unwrap_or(places.len() + usize::from(entity.number)));
            let reachable = self.is_reachable(feet);
            match item_kind(class) {
                Some(ItemKind::Place(kind)) => items.push(SeenItem { id, kind, position: feet, reachable }),
                Some(ItemKind::Flag(team)) => flags.push(SeenFlag {
                    id: ids::flag(team),
                    team,
                    position: feet,
                    at_base: place.is_some(),
                    carrier: None,
                    reachable,
                }),
                _ => {}
            }
        }
        (items, flags, there)
    }

    fn carried_flags(
        &self,
        snapshot: &Snapshot,
        session: &Session,
        mut flags: Vec<SeenFlag>,
    ) -> Vec<SeenFlag> {
        for entity in snapshot.entities.iter().filter(|entity| is_player(entity)) {
            let powers = entity.int(EntityField::Powerups);
            for (team, bit) in [(0, RED_FLAG), (1, BLUE_FLAG)] {
                let known = flags.iter().any(|flag| flag.team == team);
                let client = entity.int(EntityField::Client);
                if powers >> bit & 1 == 0 || known || client == session.client() || !self.sees_body(entity) {
                    continue;
                }
                let feet = entity.base() - MIDDLE;
                flags.push(SeenFlag {
                    id: ids::flag(team),
                    team,
                    position: feet,
                    at_base: false,
                    carrier: Some(player_id(client)),
                    reachable: self.is_reachable(feet),
                });
            }
        }
        flags
    }

    fn nodes(&self) -> Vec<SeenNode> {
        let is_node = |kind: &PlaceKind| !kind.is_item() && !matches!(kind, PlaceKind::Flag(_));
        let near = |at: Vec3| at.distance(self.eyes) < 1_500.0;
        let places = self.senses.map.places().iter().enumerate();
        places
            .filter(|(_, place)| {
                is_node(&place.kind)
                    && place.reachable
                    && near(place.position)
                    && self.sees(place.position + MIDDLE)
            })
            .map(|(number, place)| SeenNode {
                id: ids::place(number),
                position: place.position,
                reachable: self.is_reachable(place.position),
            })
            .collect()
    }

    /// Dropped items that are not where they were, or that the game has taken away by now.
    fn gone(&self, items: &[SeenItem], now: i32) -> Vec<u64> {
        let missing = self.senses.dropped.iter().filter(|(id, _)| !items.iter().any(|item| item.id == **id));
        let gone = missing.filter(|(_, (at, seen))| {
            now.wrapping_sub(*seen) > DROPPED_LASTS || self.sees(*at + Vec3::Z * 15.0)
        });
        gone.map(|(id, _)| *id).collect()
    }

    /// Places of items and flags that are in sight without them.
    fn bare(&self, there: &[usize]) -> Vec<u64> {
        let places = self.senses.map.places().iter().enumerate();
        let missing = places.filter(|(number, place)| {
            let holds = place.kind.is_item() || matches!(place.kind, PlaceKind::Flag(_));
            holds && !there.contains(number) && place.position.distance(self.eyes) < 1_500.0
        });
        let seen = missing.filter(|(_, place)| self.sees(place.position + Vec3::Z * 15.0));
        seen.map(|(number, place)| match place.kind {
            PlaceKind::Flag(team) => ids::flag(team),
            _ => ids::place(number),
        })
        .collect()
    }
}

/// Milliseconds until an item that was taken is there again.
fn returns_after(class: &str, kind: GameKind) -> i32 {
    match class {
        class if class.starts_with("weapon_") && !kind.has_teams() => 5_000,
        class if class.starts_with("weapon_") => 30_000,
        class if class.starts_with("ammo_") => 40_000,
        class if class.starts_with("item_armor") => 25_000,
        class if class.starts_with("item_health") => 35_000,
        _ => 120_000,
    }
}

/// Whether the player is in the game and lives.
pub(super) fn is_alive(player: &PlayerState) -> bool {
    health(player) > 0 && player.int(PlayerField::MoveType) == 0
}

/// Whether an entity is a player that lives.
pub(super) fn is_player(entity: &EntityState) -> bool {
    let flags = entity.int(EntityField::Flags);
    entity.int(EntityField::Type) == PLAYER && flags & (DEAD | NOT_DRAWN) == 0
}

pub(super) fn player_id(client: i32) -> u64 {
    ids::player(usize::try_from(client).unwrap_or(0))
}

/// Where an entity is at a time: how it moves is one of a few kinds.
pub(super) fn position(entity: &EntityState, now: i32) -> Vec3 {
    let elapsed = now.wrapping_sub(entity.int(EntityField::PosTime)).clamp(0, 20_000) as f32 / 1_000.0;
    match entity.int(EntityField::PosType) {
        2 => entity.base() + entity.velocity() * elapsed,
        // Until it stops.
        3 => {
            let lasts = entity.int(EntityField::PosDuration).clamp(0, 20_000) as f32 / 1_000.0;
            entity.base() + entity.velocity() * elapsed.min(lasts)
        }
        5 => entity.base() + entity.velocity() * elapsed - Vec3::Z * (400.0 * elapsed * elapsed),
        _ => entity.base(),
    }
}

/// Degrees to the shooter's angles, from minus half a turn to half a turn.
fn angle(degrees: f32) -> i32 {
    let turn = normalised((degrees / 360.0 * 65_536.0).round() as i32);
    if turn > 32_768 { turn - 65_536 } else { turn }
}
