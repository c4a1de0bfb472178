//! The game: bodies, weapons, items and rules, in steps of 50 ms.
//!
//! All randomness is keyed by seed, player and step, so the same commands always give the same game.

mod combat;
mod delayed_link;
mod map_objects;
mod motion;
mod player;
mod senses;
mod settings;

pub use combat::{Rocket, ShotTrail};
pub use delayed_link::Faults;
pub use map_objects::{DominationPoint, Flag, FlagState};
pub use player::{Player, PlayerCounts};
pub use settings::{MatchError, MatchSettings};

use crate::body::{BodyCommand, BodyEvent, BodyObservation, ids};
use crate::map::{ArenaMap, MapPlace, MovingParts, PlaceKind};
use crate::rules::{GameType, Team};
use delayed_link::DelayedLink;
use glam::Vec3;
use map_objects::{FlagEvent, Flags, Items, Movers};
use motive::kernel::KeyedRng;
use std::sync::Arc;

/// Points for a player's own account: for a flag brought home, a kill, and a death by its own fault (ours; the source does not say).
const CAPTURE: f64 = 7.0;
const KILL: f64 = 1.0;
const SUICIDE: f64 = -1.0;
/// The most events that wait for a player who does not look. The oldest are lost.
const MOST_EVENTS: usize = 256;
/// The step in which somebody comes back who has left.
const NEVER: u64 = u64::MAX;
/// Units a second of a push (ours).
const PUSH: f32 = 200.0;

/// Who is hurt, by whom and by how much.
#[derive(Clone, Copy, Debug)]
struct Damage {
    victim: usize,
    by: Option<usize>,
    amount: i32,
}

/// A game under way.
#[derive(Clone, Debug)]
pub struct Match {
    map: Arc<ArenaMap>,
    settings: MatchSettings,
    game: GameType,
    seed: u64,
    step: u64,
    players: Vec<Player>,
    links: Vec<DelayedLink>,
    items: Items,
    flags: Flags,
    points: Vec<DominationPoint>,
    movers: Movers,
    rockets: Vec<Rocket>,
    /// Of the last step.
    shot_trails: Vec<ShotTrail>,
    scores: Vec<f64>,
}

impl Match {
    /// A new game. Players are in it from the start and stand still until they are commanded.
    ///
    /// # Errors
    /// If the map is not made for the game, or a setting cannot be.
    pub fn new(map: Arc<ArenaMap>, settings: MatchSettings, seed: u64) -> Result<Self, MatchError> {
        settings.check()?;
        let game = settings.game.or(map.games().first().copied()).unwrap_or(GameType::Deathmatch);
        if !map.games().contains(&game) {
            let known: Vec<&str> = map.games().iter().map(|game| game.name()).collect();
            let (name, known) = (map.name().to_owned(), known.join(", "));
            return Err(MatchError::WrongGame { map: name, game: game.name(), known });
        }
        let team = |number: usize| if game.has_teams() { (number % 2) as Team } else { number as Team };
        let player = |number: usize| Player::new(&format!("Bot{number}"), team(number));
        let flags = match game {
            GameType::CaptureTheFlag => Flags::new(&map, settings.flag_returns),
            _ => Flags::default(),
        };
        let points = if game == GameType::Domination { map_objects::points(&map) } else { Vec::new() };
        let mut arena = Self {
            items: Items::new(&map),
            movers: Movers::new(map.level()),
            scores: vec![0.0; if game.has_teams() { 2 } else { settings.players }],
            players: (0..settings.players).map(player).collect(),
            links: vec![DelayedLink::default(); settings.players],
            rockets: Vec::new(),
            shot_trails: Vec::new(),
            step: 0,
            map,
            settings,
            game,
            seed,
            flags,
            points,
        };
        for number in 0..arena.players.len() {
            arena.spawn(number);
        }
        Ok(arena)
    }

    /// The map.
    pub fn map(&self) -> &ArenaMap {
        &self.map
    }

    /// The settings.
    pub fn settings(&self) -> &MatchSettings {
        &self.settings
    }

    /// Which game it is.
    pub fn game(&self) -> GameType {
        self.game
    }

    /// The players.
    pub fn players(&self) -> &[Player] {
        &self.players
    }

    /// Both flags; none in other games.
    pub fn flags(&self) -> &[Flag] {
        &self.flags.all
    }

    /// The domination points; none in other games.
    pub fn points(&self) -> &[DominationPoint] {
        &self.points
    }

    /// Rockets in flight.
    pub fn rockets(&self) -> &[Rocket] {
        &self.rockets
    }

    /// The shots of the last step that hit at once. Rockets are not among them.
    pub fn shot_trails(&self) -> &[ShotTrail] {
        &self.shot_trails
    }

    /// Whether each door is open.
    pub fn open_doors(&self) -> &[bool] {
        &self.movers.parts.open
    }

    /// Where doors and lifts are.
    pub fn moving_parts(&self) -> &MovingParts {
        &self.movers.parts
    }

    /// Whether the item of a place is there.
    pub fn has_item(&self, place: usize) -> bool {
        self.items.is_there(place, self.step)
    }

    /// Steps since the beginning.
    pub fn steps(&self) -> u64 {
        self.step
    }

    /// Seconds since the beginning.
    pub fn time(&self) -> f64 {
        self.step as f64 * MatchSettings::STEP
    }

    /// Points of each team, or of each player in a deathmatch.
    pub fn scores(&self) -> &[f64] {
        &self.scores
    }

    /// What a player did for its own account: captures, kills, and deaths by its own fault.
    pub fn individual_score(&self, player: usize) -> f64 {
        self.players.get(player).map_or(0.0, |player| {
            let counts = &player.counts;
            f64::from(counts.captures) * CAPTURE
                + f64::from(counts.kills) * KILL
                + f64::from(counts.suicides) * SUICIDE
        })
    }

    /// Whether the time is up or the points are reached.
    pub fn is_over(&self) -> bool {
        let settings = &self.settings;
        let late = settings.time_limit > 0.0 && self.step >= settings::steps(settings.time_limit);
        late || settings.score_limit > 0.0 && self.scores.iter().any(|score| *score >= settings.score_limit)
    }

    /// Commands a player. A number that does not exist is ignored.
    pub fn command(&mut self, player: usize, command: BodyCommand) {
        let draws = self.draws(player).within(3);
        if let Some(link) = self.links.get_mut(player) {
            link.send(command, self.step, &self.settings.faults, draws);
        }
    }

    /// What a player senses now. None if there is no such player.
    pub fn observe(&mut self, player: usize) -> Option<BodyObservation> {
        let draws = self.draws(player).within(4);
        let seen = self.look(player)?;
        Some(self.links.get_mut(player)?.deliver(seen, self.step, &self.settings.faults, draws))
    }

    /// Puts a living player somewhere, at rest. For tests and set-ups.
    pub fn place_player(&mut self, player: usize, position: Vec3, yaw: i32) {
        if let Some(player) = self.players.get_mut(player).filter(|player| player.alive) {
            (player.position, player.velocity, player.yaw) = (position, Vec3::ZERO, yaw);
            (player.run, player.turn) = (None, None);
        }
    }

    /// Hurts a player, for tests and set-ups. It dies if that was too much.
    pub fn hurt_player(&mut self, victim: usize, amount: i32, by: Option<usize>) {
        self.damage(Damage { victim, by, amount });
    }

    /// Lets one step pass. Does nothing when the game is over.
    pub fn step(&mut self) {
        if self.is_over() {
            return;
        }
        self.shot_trails.clear();
        for number in 0..self.players.len() {
            self.obey(number);
            self.respawn(number);
        }
        self.push();
        let order = self.order();
        for number in order.clone() {
            if self.is_alive(number) {
                self.move_player(number);
            }
        }
        for number in order.clone() {
            if self.is_alive(number) {
                self.turn_player(number);
            }
        }
        let living = self.players.iter().filter(|player| player.alive).map(Player::position);
        self.movers.step(self.map.level(), self.step, living);
        let shots = self.fire_all();
        let blasts = self.fly_rockets();
        for damage in shots.into_iter().chain(blasts) {
            self.damage(damage);
        }
        for number in order {
            if self.is_alive(number) {
                self.pick_up(number);
                self.touch_goals(number);
            }
        }
        self.flags.expire(self.step);
        self.count_points();
        self.step += 1;
    }

    /// Everybody comes first in turn, so that no number has an advantage.
    fn order(&self) -> impl Iterator<Item = usize> + Clone + use<> {
        let players = self.players.len();
        let first = self.step as usize;
        (0..players).map(move |number| (number + first) % players)
    }

    fn is_alive(&self, number: usize) -> bool {
        self.players.get(number).is_some_and(|player| player.alive)
    }

    /// The random draws of a player in this step.
    fn draws(&self, player: usize) -> KeyedRng {
        KeyedRng::new(self.seed, player as u64, self.step)
    }

    fn is_clear(&self, from: Vec3, to: Vec3) -> bool {
        self.map.level().is_clear(from, to, &self.movers.parts)
    }

    fn tell(&mut self, number: usize, event: BodyEvent) {
        if let Some(player) = self.players.get_mut(number) {
            if player.events.len() >= MOST_EVENTS {
                player.events.remove(0);
            }
            player.events.push(event);
        }
    }

    /// Carries out the commands that have arrived. The dead do nothing, but are answered.
    fn obey(&mut self, number: usize) {
        while let Some(command) = self.links.get_mut(number).and_then(|link| link.receive(self.step)) {
            let Some(player) = self.players.get_mut(number) else { return };
            player.counts.commands += 1;
            if player.alive {
                player.obey(&command);
            }
            let (from, team) = (player.position, player.team);
            match command {
                BodyCommand::GetPath { to, query } => {
                    let path = self.map.path(from, to);
                    let position = |place: &usize| self.map.places().get(*place).map(|place| place.position);
                    let nodes = path.map(|path| path.places.iter().filter_map(position).collect());
                    self.answer(number, BodyEvent::Path { query, nodes });
                }
                BodyCommand::CheckReach { to, query } => {
                    let reachable = self.map.level().can_walk(from, to);
                    self.answer(number, BodyEvent::Reach { query, reachable });
                }
                BodyCommand::Say(text) => self.say(number, &text, Some(team)),
                BodyCommand::SayToAll(text) => self.say(number, &text, None),
                _ => {}
            }
        }
    }

    /// Lets a team hear what a player says, or all.
    fn say(&mut self, number: usize, text: &Arc<str>, team: Option<Team>) {
        let hears = |other: &Player| team.is_none_or(|team| other.team == team);
        for other in (0..self.players.len()).filter(|other| *other != number) {
            if self.players.get(other).is_some_and(hears) {
                self.tell(other, BodyEvent::Message { from: ids::player(number), text: text.clone() });
            }
        }
    }

    fn answer(&mut self, number: usize, event: BodyEvent) {
        if let Some(link) = self.links.get_mut(number) {
            link.answer(event, self.step, &self.settings.faults);
        }
    }

    fn respawn(&mut self, number: usize) {
        if self.players.get(number).is_some_and(|player| !player.alive && player.respawns <= self.step) {
            self.spawn(number);
        }
    }

    /// Puts a player on a start of its team, drawn among those where nobody stands.
    fn spawn(&mut self, number: usize) {
        let Some(team) = self.players.get(number).map(Player::team) else { return };
        let has_teams = self.game.has_teams();
        let fits = |kind: &PlaceKind| match kind {
            PlaceKind::Start(of) => !has_teams || of.is_none_or(|of| of == team),
            _ => false,
        };
        let starts: Vec<&MapPlace> = self.map.places_where(fits).collect();
        let taken = |place: &&&MapPlace| {
            !self.players.iter().any(|player| player.alive && player.position.distance(place.position) < 50.0)
        };
        let free: Vec<&&MapPlace> = starts.iter().filter(taken).collect();
        let draws = self.draws(number).within(2);
        let drawn = |count: usize| ((draws.fraction(0) * count as f64) as usize).min(count.saturating_sub(1));
        let start = free.get(drawn(free.len())).copied().or_else(|| starts.get(drawn(starts.len())));
        let Some(position) = start.map(|start| start.position) else { return };
        // Players look toward the middle of the map.
        let level = self.map.level();
        let (width, height) = (level.columns() as f32, level.rows() as f32);
        let middle = Vec3::new(width, height, 0.0) * (level.cell_size() / 2.0);
        let yaw = crate::geometry::yaw_toward(position, middle);
        if let Some(player) = self.players.get_mut(number) {
            player.spawn(position, yaw, &self.settings);
        }
    }

    /// Flags and domination points.
    fn touch_goals(&mut self, number: usize) {
        let Some(player) = self.players.get(number) else { return };
        let (team, position) = (player.team, player.position);
        let flag = self.flags.touch(number, team, position);
        let taken = map_objects::take_points(&mut self.points, team, position);
        if flag == Some(FlagEvent::Captured)
            && let Some(score) = self.scores.get_mut(usize::from(team))
        {
            *score += 1.0;
        }
        if let Some(player) = self.players.get_mut(number) {
            player.counts.points_taken += taken;
            match flag {
                Some(FlagEvent::Captured) => player.counts.captures += 1,
                Some(FlagEvent::Returned) => player.counts.returns += 1,
                None => {}
            }
        }
    }

    fn count_points(&mut self) {
        match self.game {
            GameType::CaptureTheFlag => {}
            GameType::Domination => {
                let each = self.settings.points_per_second * MatchSettings::STEP;
                for owner in self.points.iter().filter_map(|point| point.owner) {
                    if let Some(score) = self.scores.get_mut(usize::from(owner)) {
                        *score += each;
                    }
                }
            }
            GameType::Deathmatch | GameType::TeamDeathmatch => {
                self.scores.fill(0.0);
                for player in &self.players {
                    if let Some(score) = self.scores.get_mut(usize::from(player.team)) {
                        *score += f64::from(player.counts.kills) - f64::from(player.counts.suicides);
                    }
                }
            }
        }
    }

    /// Throws players off their way, where that is chosen.
    fn push(&mut self) {
        let every = self.settings.faults.push_every;
        if every <= 0.0 {
            return;
        }
        for number in 0..self.players.len() {
            let draws = self.draws(number).within(5);
            if draws.fraction(0) >= MatchSettings::STEP / every {
                continue;
            }
            let yaw = (draws.fraction(1) * f64::from(crate::geometry::FULL_TURN)) as i32;
            if let Some(player) = self.players.get_mut(number).filter(|player| player.alive) {
                player.velocity += crate::geometry::direction(yaw, 0) * PUSH + Vec3::Z * PUSH;
                player.airborne = true;
                player.run = None;
            }
        }
    }
}

/// Players who leave a game and others who take their seat, as happens over a network.
impl Match {
    /// Takes a player out of the game: nobody sees it or is told of it, and its flag lies where it was. The seat keeps its team.
    pub fn leave(&mut self, number: usize) {
        let Some(player) = self.players.get_mut(number) else { return };
        let at = player.position;
        player.take_out(NEVER);
        player.events.clear();
        self.flags.drop_of(number, at, self.step);
        if let Some(link) = self.links.get_mut(number) {
            *link = DelayedLink::default();
        }
    }

    /// Puts a new player into a seat, at a start of its team. Where there are no teams it starts with no points.
    pub fn join(&mut self, number: usize, name: &str) {
        self.leave(number);
        let Some(player) = self.players.get_mut(number) else { return };
        player.name = name.into();
        if !self.game.has_teams() {
            player.counts = PlayerCounts::default();
        }
        self.spawn(number);
    }

    /// Names a player. Bots see the names of others.
    pub fn rename(&mut self, number: usize, name: &str) {
        if let Some(player) = self.players.get_mut(number) {
            player.name = name.into();
        }
    }

    /// Whether the seat has a player, dead or alive.
    pub fn is_taken(&self, number: usize) -> bool {
        self.players.get(number).is_some_and(|player| player.alive || player.respawns != NEVER)
    }
}
