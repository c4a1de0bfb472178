//! `motive bot`: a mind on a GameBots server.

use super::MapFile;
use super::{LINE_ENDS, one_of, runtime, wait_for};
use crate::commands::gamebots::bot_mind::{BotMind, briefing};
use crate::commands::gamebots::observer::DecisionObserver;
use crate::console::{Console, Exit, Failure, Outcome};
use crate::interrupt::Interrupt;
use crate::minds::{self, Choice, FoundMind};
use crate::text::counted;
use clap::Args;
use motive_gamebots::client::{BotConnection, ConnectionError, ConnectionTimeouts};
use motive_gamebots::{ClientEvent, ClientSession, ClientSettings, LineEnd, MapLearner};
use motive_language::WorldVocabulary;
use motive_shooter::BodyObservation;
use motive_shooter::map::ArenaMap;
use motive_shooter::vocabulary::ShooterNames;
use motive_worlds::shooter::ShooterWorld;
use serde::Serialize;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Plays a mind on a GameBots server, or on an OpenArena server
///
/// The server is `motive arena serve`, or any other that speaks GameBots, in either generation of the protocol. The mind is one for the world `shooter`, as in
/// `motive play shooter`. When the server cannot be reached or has no free place, the bot tries again until `--retry` seconds have passed.
///
/// Examples:
///   motive bot --mind agents/shooter/hunter.motive                         on this machine, in a team that the server chooses
///   motive bot --server host:3000 --team 1 --mind agent.motive:Defender    another server, a team, one of several minds
///   motive bot --mind agent.motive --record bot.trace                      then: motive why bot.trace --tick 40
///   motive bot --mind agent.motive --studio                                show its mind in a browser
///   motive bot --mind agent.motive --learn stalwart                        write the map that it learns
///   motive bot --openarena 127.0.0.1:27960 --mind agents/shooter/duellist.motive --team red
///
/// With `--openarena` the bot plays as a client of OpenArena, with the maps of the game installed on this machine.
///
/// Exit codes: 0 the game is over, 1 something failed, 2 the input cannot be used, 3 the server cannot be reached or has no place, 130 interrupted.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// The server
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:3000")]
    server: String,
    /// An OpenArena server to play on, instead of a GameBots server
    #[arg(long, value_name = "HOST:PORT", conflicts_with_all = ["server", "map", "learn", "line_end"])]
    pub(crate) openarena: Option<String>,
    /// The team: `red` (0) or `blue` (1); the server chooses if left out
    #[arg(long, value_name = "TEAM", value_parser = team)]
    pub(crate) team: Option<i32>,
    /// The mind: the last of a file, or one by name; the shooter's own if left out
    #[arg(long, value_name = "FILE[:NAME]")]
    pub(crate) mind: Option<String>,
    /// The name of the bot; the server chooses if left out
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// The password of the server
    #[arg(long, value_name = "TEXT")]
    pub(crate) password: Option<String>,
    /// The server's map, by name or file, if the program does not know it: it says where the bases and the places of defenders are
    #[arg(long, value_name = "MAP")]
    map: Option<String>,
    /// Learn the map and write it to this file, in the format of `motive arena graph`; an existing file is extended
    #[arg(long, value_name = "FILE")]
    learn: Option<PathBuf>,
    /// The seed of the mind's random choices
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// How long to keep trying when the server cannot be reached or is full, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 10)]
    pub(crate) retry: u64,
    /// The line end that is sent
    #[arg(long, value_parser = one_of(&LINE_ENDS), default_value = "crlf")]
    line_end: LineEnd,
    /// Record every decision, for `motive why`
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
    /// Show the mind in a browser. Pausing freezes the bot, not the server, which may kick it
    #[arg(long, value_name = "ADDRESS", num_args = 0..=1, default_missing_value = "127.0.0.1:0", conflicts_with = "json")]
    pub(crate) studio: Option<String>,
    /// Print one JSON object instead of text
    #[arg(long)]
    pub(crate) json: bool,
    #[cfg(feature = "openarena")]
    #[command(flatten, next_help_heading = "With --openarena")]
    pub(crate) hands: crate::commands::openarena::HandArguments,
}

fn team(text: &str) -> Result<i32, String> {
    match text {
        "red" => Ok(0),
        "blue" => Ok(1),
        number => number.parse().map_err(|_| "`red`, `blue` or the number of a team is expected".to_owned()),
    }
}

/// How long to wait before the second attempt; each further wait is twice as long, up to a limit.
const FIRST_PAUSE: Duration = Duration::from_millis(250);
const LONGEST_PAUSE: Duration = Duration::from_secs(4);
/// Blocks between two writings of the map that is learnt.
const BLOCKS_PER_SAVE: u64 = 120;

/// What `--json` prints.
#[derive(Debug, Default, Serialize)]
struct BotSummary {
    server: String,
    mind: String,
    level: Option<String>,
    game: Option<&'static str>,
    name: String,
    player: u64,
    team: u8,
    over: bool,
    seconds: f64,
    scores: Vec<f64>,
    decisions: u64,
    commands: u64,
    connections: u64,
    unread_lines: u64,
    /// Points and edges of the map that are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    learnt: Option<(usize, usize)>,
}

/// How a connection ended.
enum BotConnectionEnd {
    Over,
    Interrupted,
    /// The server is gone; it may be tried again.
    Lost(String),
    /// The server does not let the bot play now; it may be tried again.
    Refused(String),
    Locked,
}

/// A bot from its first connection to its last.
struct BotRun<'a> {
    arguments: &'a Arguments,
    names: ShooterNames,
    found: FoundMind,
    map: Option<Arc<ArenaMap>>,
    map_file: Option<MapFile>,
    learner: Option<MapLearner>,
    observer: DecisionObserver,
    summary: BotSummary,
    /// When the bot gives up, unless it plays before.
    deadline: Instant,
}

/// Plays.
///
/// # Errors
/// If the mind cannot be loaded, the server wants a password, or something cannot be written.
pub fn run(arguments: &Arguments, console: &mut Console) -> Outcome {
    if let Some(address) = &arguments.openarena {
        #[cfg(feature = "openarena")]
        return crate::commands::openarena::join(address, arguments, console);
        #[cfg(not(feature = "openarena"))]
        return Err(crate::commands::left_out::not_built_in(&format!("OpenArena ({address})"), "openarena"));
    }
    let names = ShooterNames::new().map_err(Failure::input)?;
    let found = load(arguments.mind.as_deref(), &names, console)?;
    let map = match &arguments.map {
        Some(map) => Some(ShooterWorld::read_options(&[format!("map={map}")]).map_err(Failure::input)?.0),
        None => None,
    };
    let (map_file, learner) = match &arguments.learn {
        Some(path) => MapFile::open(path).map(|(file, learner)| (Some(file), Some(learner)))?,
        None => (None, None),
    };
    let (record, studio) = (arguments.record.as_deref(), arguments.studio.as_deref());
    let observer = DecisionObserver::new(record, studio, Vec::new(), arguments.seed)?;
    observer.announce(console)?;
    let summary = BotSummary {
        server: arguments.server.clone(),
        mind: found.definition.name.clone(),
        ..BotSummary::default()
    };
    let deadline = Instant::now() + Duration::from_secs(arguments.retry);
    let interrupt = Interrupt::catch();
    interrupt.releases(observer.studio());
    let bot = BotRun { arguments, names, found, map, map_file, learner, observer, summary, deadline };
    runtime()?.block_on(bot.play(&interrupt, console))
}

pub(crate) fn load(
    mind: Option<&str>,
    names: &ShooterNames,
    console: &mut Console,
) -> Result<FoundMind, Failure> {
    let choice = mind.map_or(Choice::Default, Choice::read);
    let given = WorldVocabulary { vocabulary: &names.vocabulary, catalogue: &names.catalogue };
    let text = choice.text("shooter")?;
    let found = minds::load(text, &choice, "shooter", &given, console.error_colour);
    found.map_err(|unusable| unusable.told(console))
}

impl BotRun<'_> {
    /// Plays until the game is over, or there is no point in trying again.
    async fn play(mut self, interrupt: &Interrupt, console: &mut Console) -> Outcome {
        let mut pause = FIRST_PAUSE;
        let outcome = loop {
            let lasted = Instant::now();
            match self.connect(interrupt, console).await? {
                BotConnectionEnd::Over => break Ok(Exit::Fine),
                BotConnectionEnd::Interrupted => break Ok(Exit::Interrupted),
                BotConnectionEnd::Locked => {
                    let why = "the server wants a password; give the right one with `--password`";
                    break Err(Failure::Input(why.to_owned()));
                }
                BotConnectionEnd::Lost(why) | BotConnectionEnd::Refused(why)
                    if Instant::now() + pause > self.deadline =>
                {
                    let seconds = self.arguments.retry;
                    console.complain(format_args!(
                        "{why}; gave up after {seconds} s (`--retry` sets how long)"
                    ))?;
                    break Ok(Exit::GaveUp);
                }
                BotConnectionEnd::Lost(why) | BotConnectionEnd::Refused(why) => {
                    console.remark(format_args!("{why}; trying again"))?;
                    if lasted.elapsed() > LONGEST_PAUSE {
                        pause = FIRST_PAUSE;
                    }
                    tokio::select! {
                        () = tokio::time::sleep(pause) => {}
                        () = wait_for(interrupt) => {}
                    }
                    pause = (pause * 2).min(LONGEST_PAUSE);
                }
            }
        };
        self.finish(outcome, console)
    }

    /// One connection from its beginning to its end.
    async fn connect(
        &mut self,
        interrupt: &Interrupt,
        console: &mut Console,
    ) -> Result<BotConnectionEnd, Failure> {
        let settings = ClientSettings {
            name: self.arguments.name.clone(),
            team: self.arguments.team,
            password: self.arguments.password.clone(),
        };
        let mut session = ClientSession::new(settings);
        if let Some(learner) = self.learner.clone() {
            session = session.learning(learner);
        }
        let (server, line_end) = (self.arguments.server.as_str(), self.arguments.line_end);
        let opened = tokio::select! {
            opened = BotConnection::open(server, session, line_end, ConnectionTimeouts::default()) => opened,
            () = wait_for(interrupt) => return Ok(BotConnectionEnd::Interrupted),
        };
        let mut connection = match opened {
            Ok(connection) => connection,
            Err(error) => return Ok(BotConnectionEnd::Lost(error.to_string())),
        };
        self.summary.connections += 1;
        let ended = self.talk(&mut connection, interrupt, console).await;
        self.summary.unread_lines += connection.session().refused_lines();
        self.keep_map(&connection)?;
        if !matches!(ended, Ok(BotConnectionEnd::Over | BotConnectionEnd::Lost(_)) | Err(_)) {
            connection.leave().await;
        }
        ended
    }

    async fn talk(
        &mut self,
        connection: &mut BotConnection,
        interrupt: &Interrupt,
        console: &mut Console,
    ) -> Result<BotConnectionEnd, Failure> {
        let lost = |error: ConnectionError| Ok(BotConnectionEnd::Lost(error.to_string()));
        let mut player: Option<BotMind> = None;
        loop {
            let event = tokio::select! {
                event = connection.next() => match event {
                    Ok(event) => event,
                    Err(error) => return lost(error),
                },
                () = wait_for(interrupt) => return Ok(BotConnectionEnd::Interrupted),
            };
            match event {
                ClientEvent::Sensed(seen) => {
                    let same = player.take().filter(|player| player.is_of(&seen));
                    let (playing, commands) = self.decide(same, &seen, connection.session(), console)?;
                    player = Some(playing);
                    self.summary.commands += commands.len() as u64;
                    if let Err(error) = connection.send(&commands).await {
                        return lost(error);
                    }
                    if self.summary.decisions.is_multiple_of(BLOCKS_PER_SAVE) {
                        self.keep_map(connection)?;
                    }
                }
                ClientEvent::Over => {
                    self.summary.over = true;
                    return Ok(BotConnectionEnd::Over);
                }
                ClientEvent::Locked => return Ok(BotConnectionEnd::Locked),
                ClientEvent::Refused(why) => {
                    return Ok(BotConnectionEnd::Refused(format!("the server says: {why}")));
                }
            }
        }
    }

    /// One decision, by the mind that plays already or by a new one.
    fn decide(
        &mut self,
        player: Option<BotMind>,
        seen: &BodyObservation,
        session: &ClientSession,
        console: &mut Console,
    ) -> Result<(BotMind, Vec<motive_shooter::BodyCommand>), Failure> {
        let mut player = match player {
            Some(player) => player,
            None => self.begin(seen, session, console)?,
        };
        let commands = player.decide(seen, &self.names, |agent, now| self.observer.tick(agent, now));
        if let Some(error) = self.observer.error() {
            return Err(Failure::Failed(format!("the recording cannot be written: {error}")));
        }
        self.summary.decisions += 1;
        self.summary.seconds = seen.time;
        self.summary.scores.clone_from(&seen.game.scores);
        Ok((player, commands))
    }

    /// The bot is in the game.
    fn begin(
        &mut self,
        seen: &BodyObservation,
        session: &ClientSession,
        console: &mut Console,
    ) -> Result<BotMind, Failure> {
        let game = session.game();
        let level = game.and_then(|game| game.level.clone());
        let map = self.map.clone().or_else(|| level.as_deref().and_then(ArenaMap::shipped).map(Arc::new));
        let player =
            BotMind::new(&self.found, self.arguments.seed, briefing(game, map.as_deref(), seen), seen)?;
        self.observer.introduce(player.agent(), &self.found.definition.name, &self.found.file);
        let summary = &mut self.summary;
        summary.game = game.map(|game| game.game().name());
        summary.name = seen.own.name.to_string();
        (summary.player, summary.team, summary.level) = (player.agent().number(), seen.own.team, level);
        let (name, team, level) = (&summary.name, summary.team, summary.level.as_deref().unwrap_or("a map"));
        console.remark(format_args!("{name} plays in team {team} on {level}"))?;
        self.deadline = Instant::now() + Duration::from_secs(self.arguments.retry);
        Ok(player)
    }

    fn keep_map(&mut self, connection: &BotConnection) -> Result<(), Failure> {
        let Some(learner) = connection.session().learner() else { return Ok(()) };
        if let Some(file) = &mut self.map_file {
            file.save(learner)?;
        }
        self.summary.learnt = Some(learner.graph().size());
        self.learner = Some(learner.clone());
        Ok(())
    }

    fn finish(self, outcome: Outcome, console: &mut Console) -> Outcome {
        let summary = self.summary;
        self.observer.finish()?;
        let exit = outcome?;
        if self.arguments.json {
            console.json(&summary)?;
        } else if summary.decisions > 0 {
            let end = if summary.over { "the game is over" } else { "the game went on" };
            let scores: Vec<String> = summary.scores.iter().map(|score| format!("{score:.0}")).collect();
            let (mind, seconds, scores) = (&summary.mind, summary.seconds, scores.join(" : "));
            let team = summary.team;
            console.say(format_args!("{mind}, team {team}: {end} after {seconds:.0} s, {scores}"))?;
            let decisions = counted(summary.decisions as usize, "decision");
            console.say(format_args!("  {decisions}, {} commands", summary.commands))?;
            if let Some((points, edges)) = summary.learnt {
                console.say(format_args!("  the map: {points} points, {edges} edges"))?;
            }
        }
        Ok(exit)
    }
}
