//! A bot on a server, without sockets: datagrams in, what it senses out; commands in, datagrams out.

use crate::body::{BotSenses, InputSettings, PlayerInput, SenseSettings};
use crate::game::GameKind;
use crate::map::{GameFiles, GameMap, GameMapError};
use crate::session::{ConnectionEnd, ConnectionSettings, GameSession, SessionEvent};
use crate::wire::GameSnapshot;
use motive_shooter::body::{BodyCommand, BodyEvent, BodyObservation, PriorKnowledge};
use motive_shooter::rules::Team;
use std::sync::{Arc, Mutex};

/// Milliseconds of the game between two requests for a team.
const TEAM_REQUEST: i32 = 2_000;
/// How many maps are kept.
const KEPT_MAPS: usize = 4;

/// Who plays, and with which body.
#[derive(Clone, Debug)]
pub struct BotSettings {
    /// How it joins.
    pub connection: ConnectionSettings,
    /// The team that it wants: 0 red, 1 blue.
    pub team: Option<Team>,
    /// Its limits.
    pub input: InputSettings,
    /// How well it senses.
    pub senses: SenseSettings,
    /// Milliseconds of the game between two observations.
    pub update: i32,
    /// Decides how its aim strays.
    pub seed: u64,
}

impl Default for BotSettings {
    fn default() -> Self {
        Self {
            connection: ConnectionSettings::default(),
            team: None,
            input: InputSettings::default(),
            senses: SenseSettings::default(),
            update: 100,
            seed: 0,
        }
    }
}

/// What a datagram means to the one who plays.
#[derive(Clone, Debug)]
pub enum BotEvent {
    /// Another map or another team: a mind begins anew, with this.
    Begins(Box<PriorKnowledge>),
    /// This is what it senses; it is time to decide.
    Sensed(Box<BodyObservation>),
    /// It is over.
    Ended(ConnectionEnd),
}

/// Maps that were read, for all bots of a program.
#[derive(Clone, Debug)]
pub struct MapCache {
    files: GameFiles,
    /// The one that was asked for last stands last.
    maps: Arc<Mutex<Vec<Arc<GameMap>>>>,
}

impl MapCache {
    /// Maps of an installed game.
    pub fn new(files: GameFiles) -> Self {
        Self { files, maps: Arc::default() }
    }

    /// A map by its name.
    ///
    /// # Errors
    /// If the game has no such map, or no navigation for it.
    pub fn get(&self, name: &str) -> Result<Arc<GameMap>, GameMapError> {
        let mut maps = self.maps.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let map = match maps.iter().position(|map| map.name() == name) {
            Some(at) => maps.remove(at),
            None => Arc::new(GameMap::load(&self.files, name)?),
        };
        // A long game on many maps keeps only the last ones.
        if maps.len() >= KEPT_MAPS {
            maps.remove(0);
        }
        maps.push(map.clone());
        Ok(map)
    }
}

/// A bot on a map.
#[derive(Clone, Debug)]
struct JoinedGame {
    map: Arc<GameMap>,
    kind: GameKind,
    team: Option<Team>,
    senses: BotSenses,
    input: PlayerInput,
    snapshot: Option<Arc<GameSnapshot>>,
    observed: i32,
    asked: i32,
}

/// A bot on a server.
#[derive(Clone, Debug)]
pub struct Bot {
    settings: BotSettings,
    session: GameSession,
    maps: MapCache,
    game: Option<JoinedGame>,
    /// A snapshot after which nothing was sent yet.
    unanswered: Option<Arc<GameSnapshot>>,
}

impl Bot {
    /// A bot that is about to join.
    pub fn new(settings: BotSettings, maps: MapCache) -> Self {
        let session = GameSession::new(settings.connection.clone());
        Self { settings, session, maps, game: None, unanswered: None }
    }

    /// The conversation with the server.
    pub fn session(&self) -> &GameSession {
        &self.session
    }

    /// The map that is played.
    pub fn map(&self) -> Option<&Arc<GameMap>> {
        self.game.as_ref().map(|game| &game.map)
    }

    /// The last snapshot.
    pub fn snapshot(&self) -> Option<&Arc<GameSnapshot>> {
        self.game.as_ref()?.snapshot.as_ref()
    }

    /// What must be sent because time has passed.
    pub fn poll(&mut self, now: u64) -> (Vec<Vec<u8>>, Option<BotEvent>) {
        let (datagrams, end) = self.session.poll(now);
        let end = end.and_then(|end| match end {
            SessionEvent::Ended(why) => Some(BotEvent::Ended(why)),
            _ => None,
        });
        (datagrams, end)
    }

    /// Takes in a datagram and gives what it means. [`moves`](Self::moves) follows, after the commands to the body.
    ///
    /// # Errors
    /// If the map of the server cannot be read.
    pub fn receive(&mut self, datagram: &[u8], now: u64) -> Result<Vec<BotEvent>, GameMapError> {
        let mut events = Vec::new();
        for event in self.session.receive(datagram, now) {
            match event {
                SessionEvent::MapBegins => self.arrive()?,
                SessionEvent::Command(words) => {
                    if let Some(game) = &mut self.game {
                        game.senses.told(&words, &self.session);
                    }
                }
                SessionEvent::Snapshot(snapshot) => {
                    events.extend(self.see(&snapshot));
                    self.unanswered = Some(snapshot);
                }
                SessionEvent::Ended(why) => events.push(BotEvent::Ended(why)),
            }
        }
        Ok(events)
    }

    fn arrive(&mut self) -> Result<(), GameMapError> {
        let name = self.session.server_info().get("mapname").unwrap_or_default().to_owned();
        let map = self.maps.get(&name)?;
        let kind = self.session.game_kind();
        let agent = u64::try_from(self.session.client()).unwrap_or(0);
        self.game = Some(JoinedGame {
            senses: BotSenses::new(map.clone(), kind, self.settings.senses),
            input: PlayerInput::new(map.clone(), self.settings.input, self.settings.seed, agent),
            map,
            kind,
            team: None,
            snapshot: None,
            observed: i32::MIN / 2,
            asked: i32::MIN / 2,
        });
        Ok(())
    }

    fn see(&mut self, snapshot: &Arc<GameSnapshot>) -> Vec<BotEvent> {
        let Some(game) = &mut self.game else { return Vec::new() };
        game.senses.see(snapshot, &self.session);
        game.snapshot = Some(snapshot.clone());
        let info = self.session.player(self.session.client()).unwrap_or_default();
        let wanted = match (game.kind.has_teams(), self.settings.team) {
            (true, team) => team.map(|team| i32::from(team) + 1),
            (false, _) => Some(0),
        };
        let joined = wanted.map_or(info.team != 3, |wanted| wanted == info.team);
        if !joined {
            if snapshot.time.wrapping_sub(game.asked) > TEAM_REQUEST {
                game.asked = snapshot.time;
                self.session.command(match wanted {
                    Some(1) => "team red",
                    Some(2) => "team blue",
                    _ => "team free",
                });
            }
            return Vec::new();
        }
        let mut events = Vec::new();
        let team = info.team_in(game.kind, true);
        if game.team != Some(team) {
            game.team = Some(team);
            let knows = game.map.prior_knowledge(game.kind.game_type(), team);
            events.push(BotEvent::Begins(Box::new(knows)));
        }
        if game.input.take_blocked() {
            let at = snapshot.player.origin();
            game.senses.happened(BodyEvent::HitWall { at });
        }
        // Snapshots come every 50 milliseconds or so: the one that is nearest counts.
        let due = snapshot.time.wrapping_sub(game.observed) >= self.settings.update - 20;
        if due || snapshot.time < game.observed {
            game.observed = snapshot.time;
            game.senses.shoots_at(game.input.target());
            let shooting = game.input.is_shooting();
            let seen = game.senses.observe(&self.session, shooting);
            events.extend(seen.map(|seen| BotEvent::Sensed(Box::new(seen))));
        }
        events
    }

    /// What must be sent after a snapshot: the moves until the next one.
    pub fn moves(&mut self, now: u64) -> Vec<Vec<u8>> {
        let (Some(game), Some(snapshot)) = (&mut self.game, self.unanswered.take()) else {
            return Vec::new();
        };
        let moves = game.input.moves(&snapshot);
        self.session.send_moves(&moves, now)
    }

    /// Tells the body what to do.
    pub fn command(&mut self, command: &BodyCommand) {
        let said = match command {
            BodyCommand::Say(text) => Some(("say_team", text)),
            BodyCommand::SayToAll(text) => Some(("say", text)),
            _ => None,
        };
        if let Some((verb, text)) = said {
            self.session.command(&format!("{verb} {}", text.replace(['"', ';'], " ")));
            return;
        }
        if let Some(game) = &mut self.game
            && let Some(snapshot) = game.snapshot.clone()
            && let Some(answer) = game.input.obey(command, &snapshot)
        {
            game.senses.happened(answer);
        }
    }

    /// Says good-bye.
    pub fn leave(&mut self, now: u64) -> Vec<Vec<u8>> {
        self.session.leave(now)
    }
}
