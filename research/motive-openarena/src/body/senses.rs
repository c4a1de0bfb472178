//! From snapshots to what a bot senses.

use super::sight::FieldOfView;
use super::{ARMOUR, HEALTH, ITEM, MIDDLE, MISSILE, PLAYER, is_alive, owns, player_id, position, shots};
use crate::game::{GameKind, ItemKind, Weapon, item_class, item_kind, plain_name};
use crate::map::{GameMap, GamePlace};
use crate::session::GameSession;
use crate::wire::{EntityField, EntityState, GameSnapshot, PlayerField, PlayerState};
use glam::Vec3;
use motive_shooter::body::{
    BodyEvent, BodyObservation, GameState, Id, Noise, OwnState, PointState, SeenItem, ids,
};
use motive_shooter::geometry::normalised;
use motive_shooter::map::PlaceKind;
use motive_shooter::rules::{Team, WeaponClass};
use std::collections::BTreeMap;
use std::sync::Arc;

/// An item this near to a place of its kind is that of the place.
pub(super) const AT_PLACE: f32 = 80.0;
/// The most events between two observations.
const MOST_EVENTS: usize = 128;

/// From this type on an entity is an event.
const EVENTS: i32 = 13;
/// The powers of who carries a flag.
pub(super) const RED_FLAG: i32 = 7;
pub(super) const BLUE_FLAG: i32 = 8;
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
pub struct BotSenses {
    pub(super) map: Arc<GameMap>,
    pub(super) settings: SenseSettings,
    pub(super) kind: GameKind,
    last: Option<Arc<GameSnapshot>>,
    events: Vec<BodyEvent>,
    /// Who holds each domination point, by place, as last seen or told.
    owners: BTreeMap<usize, Option<Team>>,
    /// Whom the bot shoots at, for hits that the game does not name.
    target: Option<Id>,
    /// When the items of places are expected to be there; nothing for those that are.
    expected: BTreeMap<usize, i32>,
    /// Items that somebody dropped, by their numbers: where they were seen, and when last.
    pub(super) dropped: BTreeMap<Id, (Vec3, i32)>,
}

impl BotSenses {
    /// The senses of a bot that comes to a map.
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
    pub fn shoots_at(&mut self, target: Option<Id>) {
        self.target = target;
    }

    /// Adds something that the body found out by itself.
    pub fn happened(&mut self, event: BodyEvent) {
        if self.events.len() < MOST_EVENTS {
            self.events.push(event);
        }
    }

    /// Takes in a command of the server: what others say, and how domination points stand.
    pub fn told(&mut self, words: &[String], session: &GameSession) {
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
                let text = plain_name(words.get(1).map_or("", String::as_str));
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
    pub fn see(&mut self, snapshot: &Arc<GameSnapshot>, session: &GameSession) {
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
        let left = |player: &PlayerState| player.stats[HEALTH] + player.stats[ARMOUR];
        let lost = left(before) - left(now);
        if before.int(PlayerField::DamageEvent) != now.int(PlayerField::DamageEvent) && !spawned {
            self.happened(BodyEvent::Hurt { amount: lost.max(1), by: attacker() });
        }
        if before.stats[HEALTH] > 0 && now.stats[HEALTH] <= 0 {
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
        let near = |place: &GamePlace| (place.position + MIDDLE).distance(at);
        let of_class = self.map.places().iter().enumerate().filter(|(_, place)| place.class == class);
        let nearest = of_class.min_by(|(_, one), (_, other)| near(one).total_cmp(&near(other)));
        if let Some((number, _)) = nearest.filter(|(_, place)| near(place) < 2.0 * AT_PLACE) {
            self.happened(BodyEvent::PickedUp { item: ids::place(number) });
        }
    }

    fn other_events(&mut self, before: &GameSnapshot, now: &GameSnapshot, session: &GameSession) {
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

    fn free_event(&mut self, event: i32, entity: &EntityState, here: Vec3, session: &GameSession) {
        let (other, second) = (entity.int(EntityField::Other), entity.int(EntityField::Other2));
        match event {
            OBITUARY if other != session.client() => {
                let by = Some(second).filter(|by| (0..64).contains(by)).map(player_id);
                self.happened(BodyEvent::Killed { who: player_id(other), by });
            }
            50..=52 => self.heard(Noise::Explosion, entity.base(), Id::new(0), here),
            53..=55 => {
                self.heard(Noise::Shot, entity.base(), player_id(entity.int(EntityField::Client)), here);
            }
            _ => {}
        }
    }

    fn heard(&mut self, noise: Noise, at: Vec3, by: Id, here: Vec3) {
        if at.distance(here) <= self.settings.hearing {
            self.happened(BodyEvent::Heard { noise, at: at - MIDDLE, by });
        }
    }

    /// What the bot senses now. Events are given once.
    pub fn observe(&mut self, session: &GameSession, shooting: bool) -> Option<BodyObservation> {
        let snapshot = self.last.clone()?;
        let own = self.own(&snapshot, session, shooting);
        let eyes = snapshot.player.origin() + Vec3::Z * snapshot.player.int(PlayerField::ViewHeight) as f32;
        let view = FieldOfView { senses: self, eyes, yaw: own.yaw };
        let (mut items, flags, seen_places) = view.items(&snapshot);
        let players = view.players(&snapshot, session);
        let flags = view.carried_flags(&snapshot, session, flags);
        let nodes = view.nodes();
        let mut bare = view.bare(&seen_places);
        bare.extend(view.gone(&items, snapshot.time));
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

    fn remember_dropped(&mut self, items: &[SeenItem], bare: &[Id], now: i32) {
        self.dropped.retain(|id, _| !bare.contains(id));
        let places = self.map.places().len();
        let is_dropped = |item: &&SeenItem| ids::place_of(item.id).is_some_and(|number| number >= places);
        let dropped = items.iter().filter(is_dropped).map(|item| (item.id, (item.position, now)));
        self.dropped.extend(dropped);
    }

    /// Items that are out of sight and should be there again, each told once; those whose place is empty are waited for.
    fn expect(&mut self, now: i32, bare: &[Id]) -> Vec<SeenItem> {
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

    fn own(&self, snapshot: &GameSnapshot, session: &GameSession, shooting: bool) -> OwnState {
        let player = &snapshot.player;
        let info = session.player(session.client()).unwrap_or_default();
        let weapon = Weapon::of_number(player.int(PlayerField::Weapon));
        let name_of = |weapon: Weapon| weapon.shooter_class();
        let has = |weapon: &Weapon| owns(player, *weapon);
        let mut weapons: Vec<WeaponClass> = Weapon::ALL.into_iter().filter(has).filter_map(name_of).collect();
        weapons.dedup();
        let own_team = info.team_in(self.kind, true);
        let flag = if own_team == 0 { BLUE_FLAG } else { RED_FLAG };
        OwnState {
            id: player_id(session.client()),
            name: info.name.as_str().into(),
            team: own_team,
            position: player.origin() - MIDDLE,
            velocity: player.velocity(),
            yaw: normalised(angle(player.float(PlayerField::ViewYaw))),
            pitch: -angle(player.float(PlayerField::ViewPitch)),
            health: player.stats[HEALTH].max(0),
            armour: player.stats[ARMOUR],
            weapon: weapon.and_then(name_of),
            ammunition: weapon.map_or(0, |weapon| shots(player, weapon).max(0)),
            capacity: weapon.map_or(0, Weapon::enough),
            weapons,
            shooting,
            has_flag: player.powerups[flag as usize] != 0,
            alive: is_alive(player),
        }
    }

    fn game(&self, session: &GameSession, snapshot: &GameSnapshot) -> GameState {
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

/// Degrees to the shooter's angles, from minus half a turn to half a turn.
pub(super) fn angle(degrees: f32) -> i32 {
    let turn = normalised((degrees / 360.0 * 65_536.0).round() as i32);
    if turn > 32_768 { turn - 65_536 } else { turn }
}
