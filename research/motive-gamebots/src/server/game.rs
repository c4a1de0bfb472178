//! The game behind a server: who plays which player, and what is told to whom.

use super::GamePace;
use super::connection::{ClientNews, FromClient, ToClient};
use crate::ClientRequest;
use motive_shooter::body::BodyCommand;
use motive_shooter::game::Match;
use motive_shooter::rules::Team;
use serde::Serialize;
use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::net::SocketAddr;
use tokio::sync::mpsc;

/// The most commands of a turn in lockstep. The oldest are lost, as in the arena.
const MOST_COMMANDS: usize = 64;
/// The longest name of a bot.
const LONGEST_NAME: usize = 40;

/// A client, whether it plays or not.
#[derive(Debug)]
struct Client {
    peer: SocketAddr,
    outbox: mpsc::Sender<ToClient>,
    seat: Option<usize>,
    /// What it said with `INIT`.
    name: Option<String>,
    team: Option<i32>,
    /// Commands of this turn, in lockstep.
    commands: VecDeque<BodyCommand>,
    turn_over: bool,
}

/// A game and its clients. It has no clock: the server decides when time passes.
#[derive(Debug)]
pub(super) struct HostedGame {
    arena: Match,
    pace: GamePace,
    clients: BTreeMap<u64, Client>,
    /// Which client has which player.
    seats: Vec<Option<u64>>,
    begun: bool,
    turns: u64,
    updates: u64,
    blocks: u64,
    missed: u64,
    late_turns: u64,
    events: Vec<ServerEvent>,
}

impl HostedGame {
    pub(super) fn new(mut arena: Match, pace: GamePace) -> HostedGame {
        let seats = vec![None; arena.players().len()];
        if pace != GamePace::Lockstep {
            (0..seats.len()).for_each(|seat| arena.leave(seat));
        }
        HostedGame {
            arena,
            pace,
            clients: BTreeMap::new(),
            seats,
            begun: false,
            turns: 0,
            updates: 0,
            blocks: 0,
            missed: 0,
            late_turns: 0,
            events: Vec::new(),
        }
    }

    pub(super) fn arena(&self) -> &Match {
        &self.arena
    }

    /// Whether time passes.
    pub(super) fn is_running(&self) -> bool {
        self.begun && !self.arena.is_over()
    }

    /// What happened since this was last asked.
    pub(super) fn take_events(&mut self) -> Vec<ServerEvent> {
        std::mem::take(&mut self.events)
    }

    pub(super) fn connect(&mut self, client: u64, peer: SocketAddr, outbox: mpsc::Sender<ToClient>) {
        let commands = VecDeque::new();
        let new = Client { peer, outbox, seat: None, name: None, team: None, commands, turn_over: false };
        self.clients.insert(client, new);
    }

    pub(super) fn hear(&mut self, from: FromClient) {
        match from.said {
            ClientNews::Gone(why) => self.gone(from.client, why),
            ClientNews::Request(ClientRequest::Join { name, team }) => {
                self.join(from.client, name, team);
            }
            ClientNews::Request(ClientRequest::Command(command)) => self.command(from.client, command),
            ClientNews::Request(ClientRequest::EndTurn) => {
                if let Some(client) = self.clients.get_mut(&from.client) {
                    client.turn_over = true;
                }
            }
            ClientNews::Request(ClientRequest::Leave) => {}
        }
    }

    fn command(&mut self, from: u64, command: BodyCommand) {
        let Some(client) = self.clients.get_mut(&from) else { return };
        let Some(seat) = client.seat.filter(|_| self.begun) else { return };
        if self.pace == GamePace::Lockstep {
            if client.commands.len() >= MOST_COMMANDS {
                client.commands.pop_front();
            }
            client.commands.push_back(command);
        } else {
            self.arena.command(seat, command);
        }
    }

    fn gone(&mut self, number: u64, why: String) {
        let Some(client) = self.clients.remove(&number) else { return };
        let Some(seat) = client.seat else { return };
        if let Some(taken) = self.seats.get_mut(seat) {
            *taken = None;
        }
        let name = self.name_of(seat);
        if self.begun || self.pace != GamePace::Lockstep {
            self.arena.leave(seat);
        }
        self.events.push(ServerEvent::Left { player: seat, name, why });
    }

    fn name_of(&self, seat: usize) -> String {
        self.arena.players().get(seat).map_or_else(String::new, |player| player.name().to_owned())
    }

    fn join(&mut self, number: u64, name: Option<String>, team: Option<i32>) {
        let name = name.map(|name| name.chars().take(LONGEST_NAME).collect::<String>());
        let name = name.filter(|name| !name.trim().is_empty());
        let seat = self.free_seat(team);
        let Some(client) = self.clients.get_mut(&number) else { return };
        (client.name, client.team) = (name, team);
        match seat {
            Ok(seat) if self.pace == GamePace::Lockstep && !self.begun => {
                client.seat = Some(seat);
                self.seats[seat] = Some(number);
                if self.seats.iter().all(Option::is_some) {
                    self.begin_lockstep();
                }
            }
            Ok(seat) => {
                self.seat(number, seat, false);
                let there = self.seats.iter().flatten().count();
                self.begun |= matches!(self.pace, GamePace::Clock { wait_for, .. } if there >= wait_for);
            }
            Err(why) => {
                let peer = client.peer;
                let _ = client.outbox.try_send(ToClient::Refused(why.clone()));
                self.events.push(ServerEvent::Refused { peer, why });
            }
        }
    }

    /// The place for a bot that wants a team, or does not care.
    fn free_seat(&self, wanted: Option<i32>) -> Result<usize, String> {
        let is_free = |seat: &usize| self.seats.get(*seat).is_some_and(Option::is_none);
        let mut free = (0..self.seats.len()).filter(is_free);
        let team_of = |seat: usize| self.arena.players().get(seat).map(|player| i32::from(player.team()));
        let full = || format!("all {} places are taken; try again later", self.seats.len());
        if !self.arena.game().has_teams() {
            // Everybody is a team: the number is that of a place.
            let wish = wanted.and_then(|team| usize::try_from(team).ok()).filter(is_free);
            return wish.or_else(|| free.next()).ok_or_else(full);
        }
        let taken = |team: i32| {
            let seats = self.seats.iter().enumerate();
            seats.filter(|(seat, taken)| taken.is_some() && team_of(*seat) == Some(team)).count()
        };
        match wanted {
            // 255 is the team of nobody.
            None | Some(255) => {
                let team = if taken(1) < taken(0) { 1 } else { 0 };
                let fitting = free.clone().find(|seat| team_of(*seat) == Some(team));
                fitting.or_else(|| free.next()).ok_or_else(full)
            }
            Some(team @ (0 | 1)) => {
                let none = || format!("all {} places of team {team} are taken; try again later", taken(team));
                free.find(|seat| team_of(*seat) == Some(team)).ok_or_else(none)
            }
            Some(team) => Err(format!("there is no team {team}; the teams are 0 and 1")),
        }
    }

    /// Gives a player to a client. `there` says whether the player is in the game already.
    fn seat(&mut self, number: u64, seat: usize, there: bool) {
        let Some(client) = self.clients.get_mut(&number) else { return };
        let name = client.name.clone().unwrap_or_else(|| format!("Bot{seat}"));
        client.seat = Some(seat);
        let _ = client.outbox.try_send(ToClient::Joined(seat));
        let peer = client.peer;
        if let Some(taken) = self.seats.get_mut(seat) {
            *taken = Some(number);
        }
        if there {
            self.arena.rename(seat, &name);
        } else {
            self.arena.join(seat, &name);
        }
        let team = self.arena.players().get(seat).map_or(0, |player| player.team());
        self.events.push(ServerEvent::Joined { player: seat, name, team, peer });
    }

    /// Everybody is there. Who came first must not matter: places are given out by team and name.
    fn begin_lockstep(&mut self) {
        let mut players: Vec<(i32, String, u64)> = Vec::new();
        for number in self.seats.iter_mut().filter_map(Option::take) {
            let Some(client) = self.clients.get(&number) else { continue };
            players.push((client.team.unwrap_or(i32::MAX), client.name.clone().unwrap_or_default(), number));
        }
        players.sort();
        for (team, _, number) in players {
            // There was room for all of them before.
            if let Ok(seat) = self.free_seat((team != i32::MAX).then_some(team)) {
                self.seat(number, seat, true);
            }
        }
        self.begun = true;
        self.tell_all();
    }

    /// Lets the time of one step pass, and tells everybody what they sense when it is time to.
    pub(super) fn step(&mut self) {
        self.arena.step();
        if self.arena.steps().is_multiple_of(self.arena.settings().steps_per_update()) || self.arena.is_over()
        {
            self.tell_all();
        }
    }

    /// Whether a turn in lockstep waits for nobody any more.
    pub(super) fn is_turn_over(&self) -> bool {
        self.pace == GamePace::Lockstep
            && self.is_running()
            && self.clients.values().filter(|client| client.seat.is_some()).all(|client| client.turn_over)
    }

    /// Counts those who are late in this turn.
    pub(super) fn turn_is_late(&mut self) {
        let late = self.clients.values().filter(|client| client.seat.is_some() && !client.turn_over);
        let late: Vec<usize> = late.filter_map(|client| client.seat).collect();
        self.late_turns += late.len() as u64;
        self.events.extend(late.into_iter().map(|player| ServerEvent::Late { player }));
    }

    /// How often everybody was told what they sense.
    pub(super) fn updates(&self) -> u64 {
        self.updates
    }

    /// How many turns there were, in lockstep.
    pub(super) fn turns(&self) -> u64 {
        self.turns
    }

    /// Ends a turn in lockstep: commands are obeyed in the order of players.
    pub(super) fn end_turn(&mut self) {
        for seat in 0..self.seats.len() {
            let number = self.seats.get(seat).copied().flatten();
            let Some(client) = number.and_then(|number| self.clients.get_mut(&number)) else { continue };
            client.turn_over = false;
            for command in client.commands.drain(..) {
                self.arena.command(seat, command);
            }
        }
        for _ in 0..self.arena.settings().steps_per_update() {
            self.arena.step();
        }
        self.turns += 1;
        self.tell_all();
    }

    /// Tells everybody what they sense. Whoever has read too little yet is told later, with all that happened until then.
    fn tell_all(&mut self) {
        self.updates += 1;
        for (seat, number) in self.seats.iter().enumerate() {
            let Some(client) = number.and_then(|number| self.clients.get(&number)) else { continue };
            let Ok(room) = client.outbox.try_reserve() else {
                self.missed += 1;
                continue;
            };
            if let Some(seen) = self.arena.observe(seat) {
                room.send(ToClient::Seen(Box::new(seen)));
                self.blocks += 1;
            }
        }
    }

    pub(super) fn report(&self, stopped: bool) -> GameReport {
        let player = |(seat, player): (usize, &motive_shooter::game::Player)| PlayerReport {
            player: seat,
            name: player.name().to_owned(),
            team: player.team(),
            there: self.seats.get(seat).is_some_and(Option::is_some),
            score: self.arena.individual_score(seat),
            kills: player.counts().kills,
            deaths: player.counts().deaths,
            captures: player.counts().captures,
            commands: player.counts().commands,
        };
        GameReport {
            map: self.arena.map().name().to_owned(),
            game: self.arena.game().name(),
            seconds: self.arena.time(),
            over: self.arena.is_over(),
            stopped,
            scores: self.arena.scores().to_vec(),
            blocks: self.blocks,
            missed_blocks: self.missed,
            late_turns: self.late_turns,
            players: self.arena.players().iter().enumerate().map(player).collect(),
        }
    }
}

/// Something that happened on a server.
#[derive(Clone, Debug, PartialEq)]
pub enum ServerEvent {
    /// A bot plays.
    Joined {
        /// Its player.
        player: usize,
        /// Its name.
        name: String,
        /// Its team.
        team: Team,
        /// Where it comes from.
        peer: SocketAddr,
    },
    /// A bot is gone; its place is free.
    Left {
        /// Its player.
        player: usize,
        /// Its name.
        name: String,
        /// Why.
        why: String,
    },
    /// A bot was not let into the game.
    Refused {
        /// Where it comes from.
        peer: SocketAddr,
        /// Why.
        why: String,
    },
    /// A bot did not end its turn in time, in lockstep: the game does not repeat exactly.
    Late {
        /// Its player.
        player: usize,
    },
}

impl fmt::Display for ServerEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ServerEvent::Joined { player, name, team, peer } => {
                write!(f, "{name} joined from {peer}: player {player}, team {team}")
            }
            ServerEvent::Left { player, name, why } => {
                write!(f, "{name} is gone ({why}): the place of player {player} is free")
            }
            ServerEvent::Refused { peer, why } => write!(f, "{peer} cannot join: {why}"),
            ServerEvent::Late { player } => {
                write!(f, "player {player} did not end its turn in time; the game went on without it")
            }
        }
    }
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GameReport {
    /// The map.
    pub map: String,
    /// The game.
    pub game: &'static str,
    /// Seconds that it lasted, in the time of the game.
    pub seconds: f64,
    /// Whether its time was up or its points were reached.
    pub over: bool,
    /// Whether the server was stopped before.
    pub stopped: bool,
    /// Points of each team, or of each player where there are no teams.
    pub scores: Vec<f64>,
    /// Blocks that were sent to bots.
    pub blocks: u64,
    /// Blocks that a bot missed because it read too slowly.
    pub missed_blocks: u64,
    /// Turns that a bot did not end in time, in lockstep.
    pub late_turns: u64,
    /// Every place of the game.
    pub players: Vec<PlayerReport>,
}

/// One place of a game and who had it last.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayerReport {
    /// Its number.
    pub player: usize,
    /// The name of whoever had it last.
    pub name: String,
    /// Its team.
    pub team: Team,
    /// Whether somebody had it at the end.
    pub there: bool,
    /// Points for its own account.
    pub score: f64,
    /// Enemies killed.
    pub kills: u32,
    /// How often it died.
    pub deaths: u32,
    /// Flags brought home.
    pub captures: u32,
    /// Commands obeyed.
    pub commands: u32,
}
