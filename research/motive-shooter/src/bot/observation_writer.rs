//! Telling a memory what a bot senses.

use crate::body::primitive::Primitives;
use crate::body::{BodyEvent, BodyObservation, PriorKnowledge, ids};
use crate::vocabulary::{
    Alarms, Briefing, EventMoment, GameStanding, InSight, MoverLabel, NavPoint, Ownership, Path, PlaceNames,
    PointInSight, ReachAnswer, SafePoint, ShooterNames, Station, Visibility,
};
use motive::declare::{Perception, Senses};
use motive::kernel::{Facts, Kind, Memory, Thing, Time, Value};
use motive::{Id, Point};
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

/// What remains of a thing that goes out of sight.
pub(super) const HIDDEN: Visibility = Visibility { visible: false };

/// Writes observations into the memory of one bot.
///
/// Players that are out of sight are remembered with `visible` false. Items and flags are remembered until the bot sees their place without them. Events are
/// things with an `age`, forgotten after a few seconds. When the bot dies, its paths, requests and current nodes are forgotten.
#[derive(Clone, Debug)]
pub struct ObservationWriter {
    briefing: PriorKnowledge,
    /// When the memory was last told anything. A memory that shows another time is a new one.
    told: Option<Time>,
    perception: Perception,
    past: RecentEvents,
    /// The place that the bot reached last, as the memory has it.
    node: Option<Arc<str>>,
}

/// What happened lately.
#[derive(Clone, Debug, Default)]
struct RecentEvents {
    /// How many there were from the beginning.
    count: u64,
    /// Those that are remembered, and when they happened.
    events: VecDeque<(Id, f64)>,
    /// Answers that a program may still use.
    answers: VecDeque<Id>,
    /// When health was lost, and how much.
    hurts: VecDeque<(f64, i32)>,
}

impl ObservationWriter {
    /// For a bot that knows this of its map.
    pub fn new(briefing: PriorKnowledge) -> Self {
        let (perception, past) = (Perception::default(), RecentEvents::default());
        Self { briefing, told: None, perception, past, node: None }
    }

    /// Writes an observation into the memory of the bot, which has the names of this crate.
    pub fn tell(&mut self, memory: &mut Memory, now: Time, seen: &BodyObservation, names: &ShooterNames) {
        if self.told != Some(memory.time()) {
            self.begin(memory, names);
        }
        memory.set_time(now);
        self.told = Some(now);
        let mut to = self.perception.of(names.game.types(), memory);
        self.past.tell(&mut to, seen, names);
        own(&mut to, seen, &self.past);
        players(&mut to, seen);
        items(&mut to, seen);
        flags(&mut to, seen);
        places(&mut to, seen, &self.briefing);
    }

    /// Writes the place that the bot reached last, and which can be walked to from there.
    pub fn tell_node(&mut self, memory: &mut Memory, node: Option<Arc<str>>, names: &ShooterNames) {
        if self.node == node {
            return;
        }
        let beside = |name: &Arc<str>| {
            self.briefing.atlas.neighbours(name).map(|place| place.name.clone()).collect::<PlaceNames>()
        };
        let station = Station { neighbours: node.as_ref().map(beside), last_node: node.clone() };
        self.perception.of(names.game.types(), memory).update(&station);
        self.node = node;
    }

    /// Forgets another game, and writes what the bot knows from the start.
    fn begin(&mut self, memory: &mut Memory, names: &ShooterNames) {
        self.perception.reset();
        self.past = RecentEvents { count: self.past.count, ..RecentEvents::default() };
        self.node = None;
        let mut to = self.perception.of(names.game.types(), memory);
        forget(&mut to, |thing| thing.id().number().is_some());
        let briefing = &self.briefing;
        to.update(&Station { last_node: None, neighbours: None });
        to.update(&Briefing {
            game: briefing.game,
            base: briefing.base,
            enemy_base: briefing.enemy_base,
            home: briefing.home,
            watch_point: briefing.watch_point,
            patrol_points: briefing.patrol_points.clone().into(),
        });
        let safe = briefing.safe_points.iter().enumerate();
        to.remember(safe.map(|(number, at)| SafePoint { id: ids::safe_point(number), position: *at }));
    }
}

impl RecentEvents {
    /// Writes what happened, and forgets what is long past.
    fn tell(&mut self, to: &mut Senses<'_>, seen: &BodyObservation, names: &ShooterNames) {
        for event in seen.events.iter().filter(|event| !Primitives::is_own_answer(event)) {
            self.react(to, seen.time, event, names);
            self.remember(to, seen.time, event);
        }
        while self.events.len() > MOST_EVENTS
            || self.events.front().is_some_and(|(_, at)| seen.time - at > EVENTS_KEPT)
        {
            if let Some((oldest, _)) = self.events.pop_front() {
                to.forget(oldest);
            }
        }
        while self.hurts.front().is_some_and(|(at, _)| seen.time - at > UNDER_ATTACK) {
            self.hurts.pop_front();
        }
    }

    /// What an event means for that which the bot knows already.
    fn react(&mut self, to: &mut Senses<'_>, now: f64, event: &BodyEvent, names: &ShooterNames) {
        match event {
            BodyEvent::Hurt { amount, .. } => self.hurts.push_back((now, *amount)),
            BodyEvent::Died { .. } => {
                self.hurts.clear();
                let lost: Vec<Kind> = names.forgotten_at_death().into_iter().flatten().collect();
                forget(to, |thing| lost.iter().any(|kind| thing.is_a(*kind)));
            }
            BodyEvent::PickedUp { item } => {
                to.forget(*item);
            }
            _ => {}
        }
    }

    /// Writes an event as a thing.
    fn remember(&mut self, to: &mut Senses<'_>, now: f64, event: &BodyEvent) {
        self.count += 1;
        let id = ids::event(self.count);
        match event {
            BodyEvent::Spawned => return,
            BodyEvent::Path { query, nodes } => {
                let (query, found) = (*query, nodes.is_some());
                to.remember([Path { id, query, found, nodes: nodes.clone().unwrap_or_default().into() }]);
            }
            BodyEvent::Reach { query, reachable } => {
                to.remember([ReachAnswer { id, query: *query, reachable: *reachable }]);
            }
            event => to.remember([(id, event)]),
        }
        to.describe(id, &EventMoment { time: now });
        if event.is_answer() {
            self.answers.push_back(id);
        } else {
            self.events.push_back((id, now));
        }
        while self.answers.len() > MOST_ANSWERS {
            if let Some(oldest) = self.answers.pop_front() {
                to.forget(oldest);
            }
        }
    }
}

/// The bot itself, and how the game stands for it.
fn own(to: &mut Senses<'_>, seen: &BodyObservation, past: &RecentEvents) {
    let own = &seen.own;
    to.update(own);
    to.update(&GameStanding::of(seen));
    let away = |team: u8| seen.game.flags_away.get(usize::from(team)).copied().unwrap_or(false);
    to.update(&Alarms {
        under_attack: !past.hurts.is_empty(),
        damage: past.hurts.iter().map(|(_, amount)| amount).sum(),
        own_flag_away: away(own.team),
        enemy_flag_away: away(other_team(own.team)),
    });
}

impl GameStanding {
    /// What an observation says of the game.
    pub(super) fn of(seen: &BodyObservation) -> Self {
        let (team, scores) = (usize::from(seen.own.team), &seen.game.scores);
        let others = scores.iter().enumerate().filter(|(other, _)| *other != team);
        Self {
            team: seen.own.team,
            enemy_team: other_team(seen.own.team),
            score: scores.get(team).copied().unwrap_or(0.0),
            enemy_score: others.map(|(_, score)| *score).reduce(f64::max).unwrap_or(0.0),
        }
    }
}

/// The other of two teams.
fn other_team(team: u8) -> u8 {
    u8::from(team == 0)
}

fn players(to: &mut Senses<'_>, seen: &BodyObservation) {
    to.perceive_lasting(&seen.players, &HIDDEN);
    in_sight(to, seen.players.iter().map(|player| player.id), seen.time);
}

fn items(to: &mut Senses<'_>, seen: &BodyObservation) {
    for id in &seen.bare {
        to.forget(*id);
    }
    to.perceive_lasting(seen.items.iter().map(|item| (item.id, &item.kind)), &HIDDEN);
    for item in &seen.items {
        to.describe(item.id, item);
    }
    in_sight(to, seen.items.iter().map(|item| item.id), seen.time);
}

/// Flags. Those at whose remembered place the bot stands without seeing them are forgotten.
fn flags(to: &mut Senses<'_>, seen: &BodyObservation) {
    to.perceive_lasting(&seen.flags, &HIDDEN);
    in_sight(to, seen.flags.iter().map(|flag| flag.id), seen.time);
    let here = seen.own.position;
    let here = Point { x: here.x, y: here.y, z: here.z };
    let Some((flag, position)) =
        to.names::<crate::body::SeenFlag>().map(|names| (names.kind, names.position))
    else {
        return;
    };
    forget(to, |thing| {
        let place = thing.get(position).and_then(Value::point);
        thing.is_a(flag)
            && place.is_some_and(|at| at.distance(here) <= ON_THE_SPOT)
            && !seen.flags.iter().any(|flag| flag.id == thing.id())
    });
}

/// Domination points, navigation points and doors.
fn places(to: &mut Senses<'_>, seen: &BodyObservation, briefing: &PriorKnowledge) {
    tell_points(to, seen);
    // A domination point in sight is a node, too, and stays a domination point.
    let is_point = |id: Id| seen.game.points.iter().any(|point| point.id == id);
    let points = seen.nodes.iter().filter(|node| is_point(node.id));
    to.perceive_lasting(points.map(|node| PointInSight { id: node.id }), &HIDDEN);
    let nodes = seen.nodes.iter().filter(|node| !is_point(node.id));
    let name = |id: Id| briefing.atlas.place(id).map(|place| place.name.clone());
    to.perceive_lasting(
        nodes.map(|node| NavPoint { id: node.id, position: node.position, label: name(node.id) }),
        &HIDDEN,
    );
    for node in &seen.nodes {
        to.describe(node.id, node);
        to.describe(node.id, &Visibility { visible: true });
    }
    to.perceive_lasting(&seen.movers, &HIDDEN);
    for mover in &seen.movers {
        to.describe(mover.id, &MoverLabel { label: mover.class.name().into() });
        to.describe(mover.id, &Visibility { visible: true });
    }
}

/// Writes who holds which domination point.
pub(super) fn tell_points(to: &mut Senses<'_>, seen: &BodyObservation) {
    to.remember(&seen.game.points);
    for point in &seen.game.points {
        to.describe(point.id, &Ownership { owner: point.owner.map_or(-1, i32::from) });
    }
}

/// Writes that things are in sight.
fn in_sight(to: &mut Senses<'_>, ids: impl Iterator<Item = Id>, last_seen: f64) {
    for id in ids {
        to.describe(id, &InSight { visible: true, last_seen });
    }
}

fn forget(to: &mut Senses<'_>, goes: impl Fn(&Thing) -> bool) {
    let gone: Vec<Id> = to.memory().things().filter(|thing| goes(thing)).map(Thing::id).collect();
    for id in gone {
        to.forget(id);
    }
}
