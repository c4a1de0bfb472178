//! A mind in the body of a player of OpenArena.

use crate::commands::gamebots::bot_mind::BotMind;
use crate::commands::gamebots::observer::DecisionObserver;
use crate::console::Failure;
use crate::minds::FoundMind;
use motive::kernel::Decision;
use motive_openarena::bot::{Bot, BotEvent, BotSettings, MapCache};
use motive_openarena::session::ConnectionEnd;
use motive_openarena::socket::{BotSocket, SocketError};
use motive_shooter::BodyObservation;
use motive_shooter::body::{BodyEvent, PriorKnowledge};
use motive_shooter::vocabulary::ShooterNames;
use std::time::{Duration, Instant};

/// What a contestant did, for reports.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ContestantCounts {
    pub(crate) decisions: u64,
    pub(crate) commands: u64,
    pub(crate) connections: u64,
    pub(crate) games: u64,
    /// How often it hit somebody, and how much health and armour it lost to hits.
    pub(crate) hits: u64,
    pub(crate) damage_taken: u64,
    /// The time that decisions took, together and at most.
    pub(crate) thinking: Duration,
    pub(crate) longest: Duration,
}

/// A mind that plays on a server.
pub(crate) struct Contestant {
    found: FoundMind,
    settings: BotSettings,
    maps: MapCache,
    address: String,
    socket: Option<BotSocket>,
    briefing: Option<PriorKnowledge>,
    mind: Option<BotMind>,
    seen: Option<BodyObservation>,
    failure: Option<Failure>,
    end: Option<ConnectionEnd>,
    counts: ContestantCounts,
}

impl Contestant {
    /// A mind that is about to join a server.
    pub(crate) fn new(found: FoundMind, settings: BotSettings, maps: MapCache, address: String) -> Self {
        Self {
            found,
            settings,
            maps,
            address,
            socket: None,
            briefing: None,
            mind: None,
            seen: None,
            failure: None,
            end: None,
            counts: ContestantCounts::default(),
        }
    }

    /// What it is called on the server.
    pub(crate) fn name(&self) -> &str {
        &self.settings.connection.name
    }

    /// The name of its mind.
    pub(crate) fn mind_name(&self) -> &str {
        &self.found.definition.name
    }

    /// What it sensed last.
    pub(crate) fn seen(&self) -> Option<&BodyObservation> {
        self.seen.as_ref()
    }

    /// The tick of its last decision in this game.
    pub(crate) fn tick(&self) -> Option<u64> {
        self.mind.as_ref()?.ticks().checked_sub(1)
    }

    /// Its body, while it is connected.
    pub(crate) fn bot(&self) -> Option<&Bot> {
        self.socket.as_ref().map(BotSocket::bot)
    }

    /// Whether it plays.
    pub(crate) fn is_playing(&self) -> bool {
        self.mind.is_some()
    }

    pub(crate) fn counts(&self) -> ContestantCounts {
        self.counts
    }

    /// Begins anew, with a mind that has seen nothing; what was before a match does not count.
    pub(crate) fn begin_match(&mut self) {
        self.mind = None;
        self.counts =
            ContestantCounts { connections: self.counts.connections, ..ContestantCounts::default() };
    }

    /// Does what is to be done now. Gives the end of a connection that is over; the next call tries again.
    pub(crate) fn pump(
        &mut self,
        names: &ShooterNames,
        mut observer: Option<&mut DecisionObserver>,
    ) -> Result<(bool, Option<ConnectionEnd>), Failure> {
        let failed = |error: SocketError| Failure::Input(error.to_string());
        let mut socket = match self.socket.take() {
            Some(socket) => socket,
            None => {
                self.counts.connections += 1;
                let bot = Bot::new(self.settings.clone(), self.maps.clone());
                BotSocket::open(&self.address, bot).map_err(failed)?
            }
        };
        let busy = socket.pump(|bot, event| self.happens(bot, event, names, observer.as_deref_mut()));
        let busy = busy.map_err(failed)?;
        if let Some(failure) = self.failure.take() {
            return Err(failure);
        }
        let end = self.end.take();
        if end.is_none() {
            self.socket = Some(socket);
        } else {
            (self.mind, self.briefing, self.seen) = (None, None, None);
        }
        Ok((busy, end))
    }

    fn happens(
        &mut self,
        bot: &mut Bot,
        event: BotEvent,
        names: &ShooterNames,
        observer: Option<&mut DecisionObserver>,
    ) {
        match event {
            BotEvent::Begins(briefing) => (self.briefing, self.mind) = (Some(*briefing), None),
            BotEvent::Sensed(seen) => {
                self.count(&seen);
                if let Err(failure) = self.decide(bot, &seen, names, observer) {
                    self.failure = Some(failure);
                }
                self.seen = Some(*seen);
            }
            BotEvent::Ended(why) => self.end = Some(why),
        }
    }

    fn count(&mut self, seen: &BodyObservation) {
        let sum = |amount: &dyn Fn(&BodyEvent) -> i32| {
            seen.events.iter().map(amount).map(|amount| u64::try_from(amount).unwrap_or(0)).sum::<u64>()
        };
        self.counts.hits += sum(&|event| if let BodyEvent::Hit { amount, .. } = event { *amount } else { 0 });
        self.counts.damage_taken +=
            sum(&|event| if let BodyEvent::Hurt { amount, .. } = event { *amount } else { 0 });
    }

    fn decide(
        &mut self,
        bot: &mut Bot,
        seen: &BodyObservation,
        names: &ShooterNames,
        mut observer: Option<&mut DecisionObserver>,
    ) -> Result<(), Failure> {
        let mut mind = match (self.mind.take(), &self.briefing) {
            (Some(mind), _) if mind.is_of(seen) => mind,
            (_, Some(briefing)) => {
                self.counts.games += 1;
                let mind = BotMind::new(&self.found, self.settings.seed, briefing.clone(), seen)?;
                if let Some(observer) = observer.as_deref_mut() {
                    observer.introduce(mind.agent(), &self.settings.connection.name, &self.found.file);
                }
                mind
            }
            _ => return Ok(()),
        };
        let begun = Instant::now();
        let commands = mind.decide(seen, names, |agent, now| -> Decision {
            match observer {
                Some(observer) => observer.tick(agent, now),
                None => agent.tick(now).clone(),
            }
        });
        let taken = begun.elapsed();
        let counts = &mut self.counts;
        counts.decisions += 1;
        counts.commands += commands.len() as u64;
        counts.thinking += taken;
        counts.longest = counts.longest.max(taken);
        for command in &commands {
            bot.command(command);
        }
        self.mind = Some(mind);
        Ok(())
    }

    /// Leaves the game.
    pub(crate) fn leave(&mut self) {
        if let Some(socket) = self.socket.take() {
            socket.leave();
        }
        self.mind = None;
    }
}
