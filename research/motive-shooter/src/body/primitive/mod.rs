//! Primitives: what a bot does over several observations, with monitors that tell when it is over.
//!
//! A mind starts them as latched actions; they end by themselves. Each keeps the state of its own small machine, looks at every observation,
//! and sends commands. The monitors and the policy of interruptions are those of Hansen's thesis (2008) with the corrections of the
//! specification; [`MonitorSettings::legacy`] has them as its program had.

mod fight;
mod kind;
mod monitor;
mod travel;

pub use kind::{BodyPrimitive, Interruption, ItemClass, PrimitiveEnd, PrimitiveFailure};
pub use monitor::{MonitorSettings, MovementMonitor, PathMonitor, TurnMonitor, WaitStatus, has_arrived};

use super::{Aim, Atlas, BodyCommand, BodyEvent, BodyObservation, SeenItem, SeenPlayer};
use crate::map::PlaceKind;
use fight::{Fight, Shooting};
use glam::Vec3;
use motive::Id;
use motive::kernel::KeyedRng;
use std::collections::BTreeMap;
use std::sync::Arc;
use travel::Travel;

/// A follower is beside its player within this distance (ours).
const BESIDE: f32 = 150.0;
/// The first number of questions that primitives ask. Minds number theirs from below.
pub(super) const FIRST_QUERY: f64 = 1e12;
/// Seconds that a follower runs on after it lost its player (ours).
const FOLLOWS_BLINDLY: f64 = 2.0;

/// The running primitives of one bot.
#[derive(Clone, Debug)]
pub struct Primitives {
    settings: MonitorSettings,
    atlas: Arc<Atlas>,
    seed: u64,
    agent: u64,
    /// Counts observations and starts, so that no two draws are the same.
    turn: u64,
    queries: u64,
    seen: BodyObservation,
    items: BTreeMap<Id, SeenItem>,
    /// Where flags were last seen.
    flags: BTreeMap<Id, Vec3>,
    running: Vec<RunningPrimitive>,
    ended: Vec<(u64, PrimitiveEnd)>,
    last_node: Option<Arc<str>>,
}

#[derive(Clone, Debug)]
struct RunningPrimitive {
    run: u64,
    primitive: BodyPrimitive,
    state: PrimitiveState,
}

#[derive(Clone, Debug)]
enum PrimitiveState {
    Travelling(Travel),
    Turning(TurnMonitor),
    Shooting(Shooting),
    Fighting(Fight),
    Following { seen_at: f64 },
    Waiting { until: f64 },
    Dead,
}

impl Primitives {
    /// For a bot that knows these places. The seed and the number of the bot decide what it draws.
    pub fn new(atlas: Arc<Atlas>, seed: u64, agent: u64) -> Self {
        Self {
            settings: MonitorSettings::default(),
            atlas,
            seed,
            agent,
            turn: 0,
            queries: 0,
            seen: BodyObservation::default(),
            items: BTreeMap::new(),
            flags: BTreeMap::new(),
            running: Vec::new(),
            ended: Vec::new(),
            last_node: None,
        }
    }

    /// The same with other monitors.
    pub fn with_settings(mut self, settings: MonitorSettings) -> Self {
        self.settings = settings;
        self
    }

    /// The name of the place that the bot reached last, if it has not moved on or died since.
    pub fn last_node(&self) -> Option<&Arc<str>> {
        self.last_node.as_ref()
    }

    /// The places that the bot knows.
    pub fn atlas(&self) -> &Atlas {
        &self.atlas
    }

    /// Whether an event is the answer to a question that a primitive asked, so that the mind need not know of it.
    pub fn is_own_answer(event: &BodyEvent) -> bool {
        matches!(event, BodyEvent::Path { query, .. } | BodyEvent::Reach { query, .. } if *query >= FIRST_QUERY)
    }

    /// Where a player is, as far as the bot sees it.
    pub fn sees_player(&self, id: Id) -> Option<Vec3> {
        self.seen.players.iter().find(|player| player.id == id).map(|player| player.position)
    }

    /// Where an item lies that the bot has seen.
    pub fn knows_item(&self, id: Id) -> Option<Vec3> {
        self.items.get(&id).map(|item| item.position)
    }

    /// Where the bot last saw a flag, if it has not found since then that it is gone from there.
    pub fn knows_flag(&self, id: Id) -> Option<Vec3> {
        self.flags.get(&id).copied()
    }

    /// Starts a primitive under the number of its run. Gives the commands to send.
    pub fn start(&mut self, run: u64, primitive: BodyPrimitive) -> Vec<BodyCommand> {
        self.turn += 1;
        if primitive.moves() {
            self.last_node = None;
        }
        let (mut commands, seen) = (Vec::new(), std::mem::take(&mut self.seen));
        let begun = match interrupted(&primitive, &seen) {
            Some(failure) => Err(failure),
            None => begin(&primitive, &mut self.context(&seen, &mut commands)),
        };
        self.seen = seen;
        match begun {
            Ok(state) => self.running.push(RunningPrimitive { run, primitive, state }),
            Err(failure) => self.ended.push((run, Err(failure))),
        }
        commands
    }

    /// A primitive that cannot be started ends at once.
    pub fn refuse(&mut self, run: u64, failure: PrimitiveFailure) -> Vec<BodyCommand> {
        self.ended.push((run, Err(failure)));
        Vec::new()
    }

    /// Ends a primitive at once, without a result. Gives the commands that stop the body.
    pub fn stop(&mut self, run: u64) -> Vec<BodyCommand> {
        self.ended.retain(|(ended, _)| *ended != run);
        let Some(place) = self.running.iter().position(|running| running.run == run) else {
            return Vec::new();
        };
        let stopped = self.running.remove(place);
        after(&stopped.primitive, true)
    }

    /// Looks at an observation. Gives the commands to send.
    pub fn observe(&mut self, seen: &BodyObservation) -> Vec<BodyCommand> {
        self.turn += 1;
        self.remember_things(seen);
        if !seen.own.alive || died(seen) {
            self.last_node = None;
        }
        let mut commands = Vec::new();
        for mut running in std::mem::take(&mut self.running) {
            let end = match interrupted(&running.primitive, seen) {
                Some(failure) => Some(Err(failure)),
                None => go_on(&mut running, &mut self.context(seen, &mut commands)),
            };
            let Some(end) = end else {
                self.running.push(running);
                continue;
            };
            if let (Ok(()), PrimitiveState::Travelling(travel)) = (end, &running.state) {
                self.last_node = self.name_of(travel.to());
            }
            commands.extend(after(&running.primitive, end.is_err()));
            self.ended.push((running.run, end));
        }
        self.seen = seen.clone();
        commands
    }

    /// The primitives that ended since this was last asked, by the number of their run.
    pub fn take_ended(&mut self) -> Vec<(u64, PrimitiveEnd)> {
        std::mem::take(&mut self.ended)
    }

    fn context<'a>(
        &'a mut self,
        seen: &'a BodyObservation,
        commands: &'a mut Vec<BodyCommand>,
    ) -> PrimitiveContext<'a> {
        PrimitiveContext {
            seen,
            atlas: &self.atlas,
            items: &self.items,
            settings: &self.settings,
            draws: KeyedRng::new(self.seed, self.agent, self.turn),
            queries: &mut self.queries,
            commands,
        }
    }

    fn name_of(&self, place: Vec3) -> Option<Arc<str>> {
        let at = |known: &&super::AtlasPlace| known.position.distance(place) <= self.settings.moved;
        self.atlas.places().iter().find(at).map(|known| known.name.clone())
    }

    fn remember_things(&mut self, seen: &BodyObservation) {
        for item in &seen.items {
            self.items.insert(item.id, item.clone());
        }
        self.flags.extend(seen.flags.iter().map(|flag| (flag.id, flag.position)));
        let taken = seen.events.iter().filter_map(|event| match event {
            BodyEvent::PickedUp { item } => Some(item),
            _ => None,
        });
        for id in seen.bare.iter().chain(taken) {
            self.items.remove(id);
            self.flags.remove(id);
        }
    }
}

fn died(seen: &BodyObservation) -> bool {
    seen.events.iter().any(|event| matches!(event, BodyEvent::Died { .. }))
}

/// Why something in an observation ends a primitive.
fn interrupted(primitive: &BodyPrimitive, seen: &BodyObservation) -> Option<PrimitiveFailure> {
    let hurt = || seen.events.iter().any(|event| matches!(event, BodyEvent::Hurt { .. }));
    let happens = |interruption: &Interruption| match interruption {
        Interruption::GameOver => seen.game.over,
        Interruption::Death => !seen.own.alive || died(seen),
        Interruption::Damage => hurt(),
        Interruption::EnemyInView => seen.players.iter().any(|player| player.team != seen.own.team),
    };
    Interruption::ALL.into_iter().filter(happens).find_map(|it| primitive.ended_by(it))
}

/// The commands that leave the body quiet after a primitive.
fn after(primitive: &BodyPrimitive, broken_off: bool) -> Vec<BodyCommand> {
    let mut commands = Vec::new();
    if matches!(primitive, BodyPrimitive::ShootAtEnemies | BodyPrimitive::Fight) {
        commands.push(BodyCommand::StopShooting);
    }
    if broken_off && primitive.moves() || matches!(primitive, BodyPrimitive::Fight | BodyPrimitive::Follow(_))
    {
        commands.push(BodyCommand::Stop);
    }
    commands
}

fn begin(
    primitive: &BodyPrimitive,
    cx: &mut PrimitiveContext<'_>,
) -> Result<PrimitiveState, PrimitiveFailure> {
    let nothing = PrimitiveFailure::NothingThere;
    Ok(match primitive {
        BodyPrimitive::DashTo(to) => PrimitiveState::Travelling(Travel::straight(*to, cx)),
        BodyPrimitive::DashToAnyNode => {
            let here = cx.seen.own.position;
            let far = |at: Vec3| !has_arrived(here, at, cx.settings);
            let nodes = cx.seen.nodes.iter().map(|node| (node.id, node.position, node.reachable));
            let items = cx.seen.items.iter().map(|item| (item.id, item.position, item.reachable));
            let fit = |(id, at, reachable): (Id, Vec3, bool)| (reachable && far(at)).then_some((id, at));
            let places = nodes.chain(items).filter_map(fit).collect();
            let to = cx.draw(places).ok_or(nothing)?;
            PrimitiveState::Travelling(Travel::straight(to, cx))
        }
        BodyPrimitive::TravelToAnyItem => {
            let spots = cx.atlas.places().iter().filter(|place| place.is_item);
            let to = cx.draw(spots.map(|place| (place.id, place.position)).collect()).ok_or(nothing)?;
            PrimitiveState::Travelling(Travel::over_path(to, cx))
        }
        BodyPrimitive::TravelTo(to)
        | BodyPrimitive::TravelToUnlessAttacked(to)
        | BodyPrimitive::PatrolTo(to) => PrimitiveState::Travelling(Travel::over_path(*to, cx)),
        BodyPrimitive::Fetch(class) => {
            let to = nearest_item(*class, cx).ok_or(nothing)?;
            PrimitiveState::Travelling(Travel::over_path(to, cx))
        }
        BodyPrimitive::Flee => {
            let to = farthest_from_enemies(cx).ok_or(nothing)?;
            PrimitiveState::Travelling(Travel::over_path(to, cx))
        }
        BodyPrimitive::Follow(player) => {
            cx.seen.players.iter().find(|known| known.id == *player).ok_or(nothing)?;
            cx.command(BodyCommand::RunTo(Aim::Thing(*player)));
            PrimitiveState::Following { seen_at: cx.now() }
        }
        BodyPrimitive::TurnBy(by) => {
            cx.command(BodyCommand::Rotate(f64::from(*by)));
            PrimitiveState::Turning(TurnMonitor::new(&cx.seen.own, cx.now(), *by, cx.settings))
        }
        BodyPrimitive::ShootAtEnemies => PrimitiveState::Shooting(Shooting::begin(cx)?),
        BodyPrimitive::Fight => PrimitiveState::Fighting(Fight::begin(cx)?),
        BodyPrimitive::Wait(seconds) => PrimitiveState::Waiting { until: cx.now() + seconds },
        BodyPrimitive::WaitForSpawn => PrimitiveState::Dead,
    })
}

fn go_on(running: &mut RunningPrimitive, cx: &mut PrimitiveContext<'_>) -> Option<PrimitiveEnd> {
    match &mut running.state {
        PrimitiveState::Travelling(travel) => travel.look(cx),
        PrimitiveState::Turning(monitor) => match monitor.look(&cx.seen.own, cx.now(), cx.settings) {
            WaitStatus::Done => Some(Ok(())),
            WaitStatus::TooLong => Some(Err(PrimitiveFailure::TooLong)),
            _ => None,
        },
        PrimitiveState::Shooting(shooting) => shooting.look(cx),
        PrimitiveState::Fighting(fight) => fight.look(cx),
        PrimitiveState::Following { seen_at } => follow(&running.primitive, seen_at, cx),
        PrimitiveState::Waiting { until } => (cx.now() >= *until).then_some(Ok(())),
        PrimitiveState::Dead => cx.seen.own.alive.then_some(Ok(())),
    }
}

fn follow(
    primitive: &BodyPrimitive,
    seen_at: &mut f64,
    cx: &mut PrimitiveContext<'_>,
) -> Option<PrimitiveEnd> {
    let BodyPrimitive::Follow(id) = primitive else { return Some(Ok(())) };
    match cx.seen.players.iter().find(|player| player.id == *id) {
        Some(player) if player.position.distance(cx.seen.own.position) <= BESIDE => Some(Ok(())),
        Some(_) => {
            *seen_at = cx.now();
            cx.command(BodyCommand::RunTo(Aim::Thing(*id)));
            None
        }
        None if cx.now() - *seen_at > FOLLOWS_BLINDLY => Some(Err(PrimitiveFailure::NothingThere)),
        None => None,
    }
}

fn nearest_item(class: ItemClass, cx: &PrimitiveContext<'_>) -> Option<Vec3> {
    let fits = |kind: &PlaceKind| match class {
        ItemClass::Weapon => matches!(kind, PlaceKind::Weapon(_)),
        ItemClass::Ammunition => matches!(kind, PlaceKind::Ammunition(_) | PlaceKind::Weapon(_)),
        ItemClass::Health => matches!(kind, PlaceKind::Health),
        ItemClass::Armour => matches!(kind, PlaceKind::Armour),
    };
    let me = cx.seen.own.position;
    let known = cx.items.values().filter(|item| fits(&item.kind));
    known.map(|item| item.position).min_by(|one, other| one.distance(me).total_cmp(&other.distance(me)))
}

fn farthest_from_enemies(cx: &PrimitiveContext<'_>) -> Option<Vec3> {
    let nearest_enemy = |place: Vec3| {
        let distances = cx.enemies().map(|enemy| enemy.position.distance(place));
        distances.reduce(f32::min).unwrap_or_else(|| cx.seen.own.position.distance(place))
    };
    let places = cx.atlas.places().iter().map(|place| place.position);
    places.max_by(|one, other| nearest_enemy(*one).total_cmp(&nearest_enemy(*other)))
}

/// One observation, with what the bot knows besides.
struct PrimitiveContext<'a> {
    seen: &'a BodyObservation,
    atlas: &'a Atlas,
    items: &'a BTreeMap<Id, SeenItem>,
    settings: &'a MonitorSettings,
    draws: KeyedRng,
    queries: &'a mut u64,
    commands: &'a mut Vec<BodyCommand>,
}

impl<'a> PrimitiveContext<'a> {
    fn now(&self) -> f64 {
        self.seen.time
    }

    fn command(&mut self, command: BodyCommand) {
        self.commands.push(command);
    }

    fn run_to(&mut self, place: Vec3) {
        self.command(BodyCommand::RunTo(Aim::At(place)));
    }

    /// Asks for the path to a place. Gives the number of the question.
    fn ask_path(&mut self, to: Vec3) -> f64 {
        let query = FIRST_QUERY + *self.queries as f64;
        *self.queries += 1;
        self.command(BodyCommand::GetPath { to, query });
        query
    }

    /// The answer to a question for a path.
    fn path(&self, query: f64) -> Option<Option<&'a [Vec3]>> {
        self.seen.events.iter().find_map(|event| match event {
            BodyEvent::Path { query: answered, nodes } if *answered == query => Some(nodes.as_deref()),
            _ => None,
        })
    }

    /// Whether the body ran into a wall or a player since the last observation.
    fn bumped(&self) -> bool {
        let bump = |event: &BodyEvent| matches!(event, BodyEvent::Bumped { .. } | BodyEvent::HitWall { .. });
        self.seen.events.iter().any(bump)
    }

    fn enemies(&self) -> impl Iterator<Item = &'a SeenPlayer> + use<'a> {
        let team = self.seen.own.team;
        self.seen.players.iter().filter(move |player| player.team != team)
    }

    fn nearest_enemy(&self) -> Option<&'a SeenPlayer> {
        let me = self.seen.own.position;
        self.enemies().min_by(|one, other| {
            one.position.distance(me).total_cmp(&other.position.distance(me)).then(one.id.cmp(&other.id))
        })
    }

    /// One of the places, each as likely as the others. They are drawn in the order of their numbers.
    fn draw(&self, mut places: Vec<(Id, Vec3)>) -> Option<Vec3> {
        places.sort_by_key(|(id, _)| *id);
        let index = (self.draws.fraction(0) * places.len() as f64) as usize;
        places.get(index.min(places.len().checked_sub(1)?)).map(|(_, place)| *place)
    }
}
