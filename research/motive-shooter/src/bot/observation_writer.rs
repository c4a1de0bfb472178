//! Writing what a bot senses into its memory.

use crate::body::primitive::Primitives;
use crate::body::{Atlas, BodyEvent, BodyObservation, OwnState, PriorKnowledge, SeenItem, SeenPlayer, ids};
use crate::map::PlaceKind;
use crate::rules::WeaponClass;
use crate::vocabulary::ShooterNames;
use glam::Vec3;
use motive_core::{Facts, Id, Kind, Memory, MemoryError, Point, Property, Thing, Time, Value};
use std::collections::VecDeque;
use std::sync::Arc;

/// A bot this near to where a flag was would touch it if it were still there (ours).
const ON_THE_SPOT: f64 = 40.0;
/// Seconds that events are remembered.
const EVENTS_KEPT: f64 = 5.0;
/// The most events that are remembered.
const MOST_EVENTS: usize = 64;
/// The most answers to questions that are remembered.
const MOST_ANSWERS: usize = 16;
/// Seconds after being hurt during which a bot is under attack (specified).
const UNDER_ATTACK: f64 = 1.0;

/// Writes observations into the memory of one bot.
///
/// Players that are out of sight are remembered with `visible` false. Items and flags are remembered until the bot sees their place without them. Events are
/// things with an `age`, forgotten after a few seconds. When the bot dies, its paths, requests and current nodes are forgotten.
#[derive(Clone, Debug)]
pub struct ObservationWriter {
    briefing: PriorKnowledge,
    /// When the memory was last told anything. A memory that shows another time is a new one.
    told: Option<Time>,
    next_event: u64,
    events: VecDeque<(u64, f64)>,
    /// Answers that a program may still use.
    answers: VecDeque<u64>,
    /// When health was lost, and how much.
    hurts: VecDeque<(f64, i32)>,
    /// The place that the bot reached last, as the memory has it.
    node: Option<Arc<str>>,
}

impl ObservationWriter {
    /// For a bot that knows this of its map.
    #[must_use]
    pub fn new(briefing: PriorKnowledge) -> Self {
        Self {
            briefing,
            told: None,
            next_event: 0,
            events: VecDeque::new(),
            answers: VecDeque::new(),
            hurts: VecDeque::new(),
            node: None,
        }
    }

    /// Writes an observation into the memory of the bot.
    ///
    /// # Errors
    /// If the memory has not the names of this crate.
    pub fn tell(
        &mut self,
        memory: &mut Memory,
        now: Time,
        seen: &BodyObservation,
        names: &ShooterNames,
    ) -> Result<(), MemoryError> {
        if self.told != Some(memory.time()) {
            self.begin(memory, names)?;
        }
        memory.set_time(now);
        self.told = Some(now);
        for event in seen.events.iter().filter(|event| !Primitives::is_own_answer(event)) {
            self.remember(memory, seen.time, event, names)?;
        }
        self.forget_events(memory, seen.time);
        self.own(memory, seen, names)?;
        players(memory, seen, names)?;
        items(memory, seen, names)?;
        flags(memory, seen, names)?;
        rest(memory, seen, &self.briefing.atlas, names)
    }

    /// Writes the place that the bot reached last, and which can be walked to from there.
    ///
    /// # Errors
    /// If the memory has not the names of this crate.
    pub fn tell_node(
        &mut self,
        memory: &mut Memory,
        node: Option<Arc<str>>,
        names: &ShooterNames,
    ) -> Result<(), MemoryError> {
        if self.node == node {
            return Ok(());
        }
        let has = &names.has;
        match &node {
            Some(name) => {
                let beside = self.briefing.atlas.neighbours(name);
                let beside = beside.map(|place| Value::from(&*place.name)).collect();
                memory.set_own(has.neighbours, Value::List(beside))?;
                memory.set_own(has.last_node, Value::from(&**name))?;
            }
            None => {
                memory.unset(Id::SELF, has.neighbours);
                memory.unset(Id::SELF, has.last_node);
            }
        }
        self.node = node;
        Ok(())
    }

    fn begin(&mut self, memory: &mut Memory, names: &ShooterNames) -> Result<(), MemoryError> {
        let stale: Vec<Id> = memory.things().map(Thing::id).filter(|id| id.number().is_some()).collect();
        for id in stale {
            memory.remove(id);
        }
        self.events.clear();
        self.answers.clear();
        self.hurts.clear();
        self.node = None;
        let (has, briefing) = (&names.has, &self.briefing);
        memory.unset(Id::SELF, has.last_node);
        memory.unset(Id::SELF, has.neighbours);
        let places = [
            (has.base, briefing.base),
            (has.enemy_base, briefing.enemy_base),
            (has.home, briefing.home),
            (has.watch_point, briefing.watch_point),
        ];
        for (property, place) in places {
            if let Some(place) = place {
                memory.set_own(property, point(place))?;
            }
        }
        memory.set_own(has.game, names.game(briefing.game))?;
        let patrol = briefing.patrol_points.iter().map(|at| Value::Point(point(*at)));
        memory.set_own(has.patrol_points, Value::List(patrol.collect()))?;
        for (number, at) in briefing.safe_points.iter().enumerate() {
            let thing = Thing::new(Id::new(ids::safe_point(number))).kind(names.kinds.safe_point);
            memory.put(thing.with(has.position, point(*at)))?;
        }
        Ok(())
    }

    fn own(
        &mut self,
        memory: &mut Memory,
        seen: &BodyObservation,
        names: &ShooterNames,
    ) -> Result<(), MemoryError> {
        while self.hurts.front().is_some_and(|(at, _)| seen.time - at > UNDER_ATTACK) {
            self.hurts.pop_front();
        }
        let (own, has) = (&seen.own, &names.has);
        body(memory, own, names)?;
        let enemy = if own.team == 0 { 1 } else { 0 };
        memory.set_own(has.enemy_team, enemy as f64)?;
        memory.set_own(has.under_attack, !self.hurts.is_empty())?;
        memory.set_own(has.damage, f64::from(self.hurts.iter().map(|(_, amount)| amount).sum::<i32>()))?;
        let away = |team: usize| seen.game.flags_away.get(team).copied().unwrap_or(false);
        memory.set_own(has.own_flag_away, away(usize::from(own.team)))?;
        memory.set_own(has.enemy_flag_away, away(enemy))?;
        let team = usize::from(own.team);
        let score = seen.game.scores.get(team).copied().unwrap_or(0.0);
        let others = seen.game.scores.iter().enumerate().filter(|(other, _)| *other != team);
        let best = others.map(|(_, score)| *score).reduce(f64::max).unwrap_or(0.0);
        memory.set_own(has.score, score)?;
        memory.set_own(has.enemy_score, best)
    }

    /// Writes an event, and acts on it where memory is concerned.
    fn remember(
        &mut self,
        memory: &mut Memory,
        now: f64,
        event: &BodyEvent,
        names: &ShooterNames,
    ) -> Result<(), MemoryError> {
        match event {
            BodyEvent::Hurt { amount, .. } => self.hurts.push_back((now, *amount)),
            BodyEvent::Died { .. } => {
                self.hurts.clear();
                for kind in [names.kinds.path, names.kinds.request, names.kinds.current_node] {
                    forget_all(memory, kind);
                }
            }
            BodyEvent::PickedUp { item } => {
                memory.remove(Id::new(*item));
            }
            _ => {}
        }
        self.next_event += 1;
        let number = ids::event(self.next_event);
        let thing = Thing::new(Id::new(number)).with(names.has.time, now);
        let Some(thing) = described(thing, event, names) else { return Ok(()) };
        memory.put(thing)?;
        if event.is_answer() {
            self.answers.push_back(number);
        } else {
            self.events.push_back((number, now));
        }
        while self.answers.len() > MOST_ANSWERS {
            if let Some(oldest) = self.answers.pop_front() {
                memory.remove(Id::new(oldest));
            }
        }
        Ok(())
    }

    fn forget_events(&mut self, memory: &mut Memory, now: f64) {
        while self.events.len() > MOST_EVENTS
            || self.events.front().is_some_and(|(_, at)| now - at > EVENTS_KEPT)
        {
            if let Some((number, _)) = self.events.pop_front() {
                memory.remove(Id::new(number));
            }
        }
    }
}

/// An event as a thing. None for those that leave no trace.
fn described(thing: Thing, event: &BodyEvent, names: &ShooterNames) -> Option<Thing> {
    let (kinds, has) = (&names.kinds, &names.has);
    let id = |number: u64| Value::Id(Id::new(number));
    let by = |thing: Thing, by: &Option<u64>| match by {
        Some(by) => thing.with(has.by, id(*by)),
        None => thing,
    };
    Some(match event {
        BodyEvent::Hurt { amount, by: from } => {
            by(thing.kind(kinds.hurt_event).with(has.amount, f64::from(*amount)), from)
        }
        BodyEvent::Hit { amount, whom } => {
            thing.kind(kinds.hit_event).with(has.amount, f64::from(*amount)).with(has.who, id(*whom))
        }
        BodyEvent::Died { by: from } => by(thing.kind(kinds.death_event), from),
        BodyEvent::Killed { who, by: from } => by(thing.kind(kinds.kill_event).with(has.who, id(*who)), from),
        BodyEvent::Bumped { whom } => thing.kind(kinds.bump_event).with(has.who, id(*whom)),
        BodyEvent::HitWall { at } => thing.kind(kinds.wall_event).with(has.position, point(*at)),
        BodyEvent::Fell { speed } => thing.kind(kinds.fall_event).with(has.amount, f64::from(*speed)),
        BodyEvent::Heard { noise, at, by } => thing
            .kind(kinds.noise_event)
            .with(has.noise, names.noise(*noise))
            .with(has.position, point(*at))
            .with(has.by, id(*by)),
        BodyEvent::PickedUp { item } => thing.kind(kinds.pick_up_event).with(has.who, id(*item)),
        BodyEvent::Projectile { at, velocity } => thing
            .kind(kinds.projectile_event)
            .with(has.position, point(*at))
            .with(has.velocity, point(*velocity)),
        BodyEvent::Message { from, text } => {
            thing.kind(kinds.message_event).with(has.who, id(*from)).with(has.said, &**text)
        }
        BodyEvent::Path { query, nodes } => {
            let list = nodes.iter().flatten().map(|node| Value::Point(point(*node)));
            thing
                .kind(kinds.path)
                .with(has.query, *query)
                .with(has.found, nodes.is_some())
                .with(has.nodes, Value::List(list.collect()))
        }
        BodyEvent::Reach { query, reachable } => {
            thing.kind(kinds.reach_answer).with(has.query, *query).with(has.reachable, *reachable)
        }
        BodyEvent::Spawned => return None,
    })
}

fn body(memory: &mut Memory, own: &OwnState, names: &ShooterNames) -> Result<(), MemoryError> {
    let has = &names.has;
    memory.set_own(has.position, point(own.position))?;
    memory.set_own(has.velocity, point(own.velocity))?;
    match own.weapon.and_then(|weapon| names.weapon(weapon)) {
        Some(weapon) => memory.set_own(has.weapon, weapon)?,
        None => {
            memory.unset(Id::SELF, has.weapon);
        }
    }
    let numbers = [
        (has.rotation, own.yaw),
        (has.team, i32::from(own.team)),
        (has.health, own.health),
        (has.armour, own.armour),
        (has.ammo, own.ammunition),
        (has.ammo_capacity, own.capacity),
    ];
    for (property, number) in numbers {
        memory.set_own(property, f64::from(number))?;
    }
    let truths = [(has.shooting, own.shooting), (has.has_flag, own.has_flag), (has.alive, own.alive)];
    for (property, truth) in truths {
        memory.set_own(property, truth)?;
    }
    Ok(())
}

fn players(memory: &mut Memory, seen: &BodyObservation, names: &ShooterNames) -> Result<(), MemoryError> {
    let has = &names.has;
    out_of_sight(memory, names.kinds.player, has.visible, |id| seen.players.iter().any(|it| it.id == id))?;
    for player in &seen.players {
        memory.put(described_player(player, seen.time, names))?;
        let id = Id::new(player.id);
        match player.weapon.and_then(|weapon| names.weapon(weapon)) {
            Some(weapon) => memory.set(id, has.weapon, weapon)?,
            None => {
                memory.unset(id, has.weapon);
            }
        }
    }
    Ok(())
}

fn described_player(player: &SeenPlayer, now: f64, names: &ShooterNames) -> Thing {
    let has = &names.has;
    Thing::new(Id::new(player.id))
        .kind(names.kinds.player)
        .with(has.label, &*player.name)
        .with(has.team, f64::from(player.team))
        .with(has.position, point(player.position))
        .with(has.velocity, point(player.velocity))
        .with(has.rotation, f64::from(player.yaw))
        .with(has.reachable, player.reachable)
        .with(has.visible, true)
        .with(has.last_seen, now)
}

fn items(memory: &mut Memory, seen: &BodyObservation, names: &ShooterNames) -> Result<(), MemoryError> {
    let has = &names.has;
    for id in &seen.bare {
        memory.remove(Id::new(*id));
    }
    out_of_sight(memory, names.kinds.item, has.visible, |id| seen.items.iter().any(|it| it.id == id))?;
    for item in &seen.items {
        memory.put(described_item(item, seen.time, names))?;
    }
    Ok(())
}

fn described_item(item: &SeenItem, now: f64, names: &ShooterNames) -> Thing {
    let (has, kinds) = (&names.has, &names.kinds);
    let thing = Thing::new(Id::new(item.id))
        .with(has.position, point(item.position))
        .with(has.reachable, item.reachable)
        .with(has.visible, true)
        .with(has.last_seen, now);
    let of_class = |thing: Thing, class: &WeaponClass| match names.weapon(class.name()) {
        Some(class) => thing.with(has.class, class),
        None => thing,
    };
    match &item.kind {
        PlaceKind::Weapon(class) => of_class(thing.kind(kinds.weapon), class),
        PlaceKind::Ammunition(class) => of_class(thing.kind(kinds.ammunition), class),
        PlaceKind::Armour => thing.kind(kinds.armour_pack),
        _ => thing.kind(kinds.health_pack),
    }
}

fn flags(memory: &mut Memory, seen: &BodyObservation, names: &ShooterNames) -> Result<(), MemoryError> {
    let (has, kinds) = (&names.has, &names.kinds);
    out_of_sight(memory, kinds.flag, has.visible, |id| seen.flags.iter().any(|it| it.id == id))?;
    for flag in &seen.flags {
        let id = Id::new(flag.id);
        let thing = Thing::new(id)
            .kind(kinds.flag)
            .with(has.team, f64::from(flag.team))
            .with(has.position, point(flag.position))
            .with(has.at_base, flag.at_base)
            .with(has.reachable, flag.reachable)
            .with(has.visible, true)
            .with(has.last_seen, seen.time);
        memory.put(thing)?;
        match flag.carrier {
            Some(carrier) => memory.set(id, has.carrier, Id::new(carrier))?,
            None => {
                memory.unset(id, has.carrier);
            }
        }
    }
    forget_flags(memory, seen, names);
    Ok(())
}

/// Forgets flags at whose remembered place the bot stands without seeing them.
fn forget_flags(memory: &mut Memory, seen: &BodyObservation, names: &ShooterNames) {
    let here = point(seen.own.position);
    let gone = |thing: &&Thing| {
        let is_seen = thing.id().number().is_some_and(|id| seen.flags.iter().any(|flag| flag.id == id));
        let place = thing.get(names.has.position).and_then(Value::point);
        thing.is_a(names.kinds.flag) && !is_seen && place.is_some_and(|at| at.distance(here) <= ON_THE_SPOT)
    };
    let gone: Vec<Id> = memory.things().filter(gone).map(Thing::id).collect();
    for id in gone {
        memory.remove(id);
    }
}

/// Domination points, navigation points and doors.
fn rest(
    memory: &mut Memory,
    seen: &BodyObservation,
    atlas: &Atlas,
    names: &ShooterNames,
) -> Result<(), MemoryError> {
    let (has, kinds) = (&names.has, &names.kinds);
    for held in &seen.game.points {
        let thing = Thing::new(Id::new(held.id))
            .kind(kinds.domination_point)
            .with(has.label, &*held.name)
            .with(has.position, point(held.position))
            .with(has.owner, held.owner.map_or(-1.0, f64::from));
        memory.put(thing)?;
    }
    let in_sight = |id: u64| seen.nodes.iter().any(|node| node.id == id);
    out_of_sight(memory, kinds.nav_point, has.visible, in_sight)?;
    out_of_sight(memory, kinds.domination_point, has.visible, in_sight)?;
    for node in &seen.nodes {
        let id = Id::new(node.id);
        // A domination point in sight is a node, too, and stays a domination point.
        if seen.game.points.iter().any(|point| point.id == node.id) {
            memory.set(id, has.reachable, node.reachable)?;
            memory.set(id, has.visible, true)?;
            continue;
        }
        let mut thing = Thing::new(id).kind(kinds.nav_point).with(has.position, point(node.position));
        if let Some(place) = atlas.place(node.id) {
            thing = thing.with(has.label, Value::from(&*place.name));
        }
        memory.put(thing.with(has.reachable, node.reachable).with(has.visible, true))?;
    }
    out_of_sight(memory, kinds.mover, has.visible, |id| seen.movers.iter().any(|it| it.id == id))?;
    for mover in &seen.movers {
        let thing = Thing::new(Id::new(mover.id)).kind(kinds.mover).with(has.position, point(mover.position));
        let thing = thing.with(has.label, mover.class.name());
        memory.put(thing.with(has.open, mover.open).with(has.visible, true))?;
    }
    Ok(())
}

/// Marks the known things of a kind that are no longer seen.
fn out_of_sight(
    memory: &mut Memory,
    kind: Kind,
    visible: Property,
    is_seen: impl Fn(u64) -> bool,
) -> Result<(), MemoryError> {
    let hidden = |thing: &&Thing| {
        thing.is_a(kind)
            && thing.get(visible) == Some(&Value::Bool(true))
            && !thing.id().number().is_some_and(&is_seen)
    };
    let hidden: Vec<Id> = memory.things().filter(hidden).map(Thing::id).collect();
    for id in hidden {
        memory.set(id, visible, false)?;
    }
    Ok(())
}

fn forget_all(memory: &mut Memory, kind: Kind) {
    let all: Vec<Id> = memory.things().filter(|thing| thing.is_a(kind)).map(Thing::id).collect();
    for id in all {
        memory.remove(id);
    }
}

/// A place as memories have it.
fn point(at: Vec3) -> Point {
    Point { x: at.x, y: at.y, z: at.z }
}
