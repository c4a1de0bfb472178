//! `motive openarena`: matches in a real game.

pub(crate) mod contestant;
mod league;
mod match_run;
mod scene;

use super::bot;
use crate::commands::gamebots::observer::DecisionObserver;
use crate::console::{Console, Exit, Failure, Outcome};
use crate::interrupt::Interrupt;
use crate::text::counted;
use clap::{Args, Subcommand};
use contestant::Contestant;
use league::LeagueArguments;
use match_run::{MatchPlan, MatchReport, MatchSeat, play};
use motive_openarena::body::InputSettings;
use motive_openarena::bot::{BotSettings, MapCache};
use motive_openarena::game::GameKind;
use motive_openarena::map::GameFiles;
use motive_openarena::server::{GameServer, ServerError};
use motive_openarena::session::ConnectionSettings;
use motive_shooter::vocabulary::ShooterNames;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Plays matches in OpenArena, against its own bots or among minds
///
/// Starts the game's own server, which other machines cannot reach; on Debian `apt-get install openarena-server` installs it. The minds are those of the world
/// `shooter`.
///
/// Examples:
///   motive openarena match --map aggressor --red agents/shooter/duellist.motive --blue stock:3
///   motive openarena match --map oa_bases3 --game ctf --red a.motive,b.motive --blue stock:3,stock:3 --minutes 5 --timescale 5
///   motive openarena match --map aggressor --red a.motive --blue stock:3 --record match.trace    then: motive trace page match.trace -o match.html
///   motive openarena league experiments/openarena/league-openarena.toml --out results
///   motive openarena maps
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    #[command(subcommand)]
    command: OpenArenaCommand,
}

#[derive(Debug, Subcommand)]
enum OpenArenaCommand {
    Match(Box<MatchArguments>),
    League(LeagueArguments),
    /// Lists the maps of the installed game that bots can play on
    Maps,
}

/// Plays one match and reports what the server's log says
///
/// Each side is a list of players: a file with a mind (`FILE` or `FILE:NAME`), or `stock:SKILL` for one of the game's own bots, with a skill from 1 to 5.
/// The match begins when all players have joined.
///
/// Exit codes: 0 the match is over, 1 something failed, 2 the input cannot be used, 130 interrupted.
#[derive(Args, Debug)]
struct MatchArguments {
    /// The map; `motive openarena maps` lists them
    #[arg(long, value_name = "MAP")]
    map: String,
    /// The game: `duel`, `team`, `ctf`, `domination`, `double_domination`
    #[arg(long, value_name = "GAME", default_value = "duel", value_parser = game)]
    game: GameKind,
    /// The red side; the first player of a duel
    #[arg(long, value_name = "PLAYER,...", value_delimiter = ',', required = true)]
    red: Vec<String>,
    /// The blue side; the second player of a duel
    #[arg(long, value_name = "PLAYER,...", value_delimiter = ',', required = true)]
    blue: Vec<String>,
    /// How long the match lasts, in minutes of the game
    #[arg(long, value_name = "MINUTES", default_value_t = 5.0, value_parser = minutes)]
    minutes: f64,
    /// How many times faster than real time the match runs
    #[arg(long, value_name = "FACTOR", default_value_t = 5.0, value_parser = timescale)]
    timescale: f64,
    #[command(flatten)]
    hands: HandArguments,
    /// The seed of the minds' random choices and aim; the game itself cannot be seeded
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Record every decision, for `motive why` and `motive trace page`
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Keep the server's log and messages in this folder
    #[arg(long, value_name = "FOLDER")]
    files: Option<PathBuf>,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

/// The limits of our players' hands.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct HandArguments {
    /// The turning speed of minds, in degrees per second
    #[arg(long, value_name = "DEGREES", default_value_t = InputSettings::default().turn_rate)]
    turn_rate: f32,
    /// The aiming error of minds, in degrees
    #[arg(long, value_name = "DEGREES", default_value_t = InputSettings::default().aim_error)]
    aim_error: f32,
    /// The reaction time of minds, in milliseconds
    #[arg(long, value_name = "MILLISECONDS", default_value_t = InputSettings::default().reaction)]
    reaction: i32,
}

impl HandArguments {
    pub(crate) fn settings(self) -> Result<InputSettings, Failure> {
        let HandArguments { turn_rate, aim_error, reaction } = self;
        let fits = (1.0..=100_000.0).contains(&turn_rate) && (0.0..=90.0).contains(&aim_error);
        if !fits || !(0..=2_000).contains(&reaction) {
            let why = "a turn rate from 1 to 100000, an aim error from 0 to 90 and a reaction from 0 to 2000 are expected";
            return Err(Failure::Input(why.to_owned()));
        }
        Ok(InputSettings { turn_rate, aim_error, reaction })
    }
}

pub(crate) fn game(text: &str) -> Result<GameKind, String> {
    let known = GameKind::NAMED.iter().find(|(name, _)| *name == text).map(|(_, kind)| *kind);
    known.ok_or_else(|| {
        let names: Vec<&str> = GameKind::NAMED.iter().map(|(name, _)| *name).collect();
        format!("one of {} is expected", names.join(", "))
    })
}

fn minutes(text: &str) -> Result<f64, String> {
    // The game counts whole minutes, and 0 would have no end.
    let minutes = text.parse::<u16>().ok().filter(|minutes| (1..=600).contains(minutes));
    minutes.map(f64::from).ok_or_else(|| "a whole number from 1 to 600 is expected".to_owned())
}

fn timescale(text: &str) -> Result<f64, String> {
    let factor = text.parse().ok().filter(|factor| (0.1..=20.0).contains(factor));
    factor.ok_or_else(|| "a number from 0.1 to 20 is expected".to_owned())
}

/// Plays.
///
/// # Errors
/// If the game is not installed, a mind cannot be loaded, or the server fails.
pub fn run(arguments: &Arguments, console: &mut Console) -> Outcome {
    match &arguments.command {
        OpenArenaCommand::Match(arguments) => one_match(arguments, console),
        OpenArenaCommand::League(arguments) => league::run(arguments, console),
        OpenArenaCommand::Maps => {
            for map in files()?.maps().map_err(Failure::input)? {
                console.say(map)?;
            }
            Ok(Exit::Fine)
        }
    }
}

pub(crate) fn files() -> Result<GameFiles, Failure> {
    GameFiles::installed().map_err(Failure::input)
}

/// Reads a player of a side.
pub(crate) fn seat(text: &str, names: &ShooterNames, console: &mut Console) -> Result<MatchSeat, Failure> {
    match text.strip_prefix("stock:") {
        None => Ok(MatchSeat::Mind(Box::new(bot::load(Some(text), names, console)?))),
        Some(skill) => match skill.parse() {
            Ok(skill @ 1..=5) => Ok(MatchSeat::Stock(skill)),
            _ => Err(Failure::Input(format!("`{text}`: a skill from 1 to 5 is expected"))),
        },
    }
}

fn one_match(arguments: &MatchArguments, console: &mut Console) -> Outcome {
    if !GameServer::is_installed() {
        return Err(Failure::Input(ServerError::NotInstalled.to_string()));
    }
    let names = ShooterNames::new().map_err(Failure::input)?;
    let mut side = |players: &[String]| -> Result<Vec<MatchSeat>, Failure> {
        players.iter().map(|player| seat(player, &names, console)).collect()
    };
    let sides = [side(&arguments.red)?, side(&arguments.blue)?];
    let folder = match &arguments.files {
        Some(folder) => std::path::absolute(folder)?,
        None => std::env::temp_dir().join(format!("motive-openarena-{}", std::process::id())),
    };
    let plan = MatchPlan {
        map: arguments.map.clone(),
        kind: arguments.game,
        minutes: arguments.minutes,
        timescale: arguments.timescale,
        sides,
        seed: arguments.seed,
        hands: arguments.hands.settings()?,
        record: arguments.record.clone(),
        folder,
        keep_files: arguments.files.is_some(),
    };
    let maps = MapCache::new(files()?);
    let interrupt = Interrupt::catch();
    let report = play(&plan, &names, &maps, &interrupt)?;
    tell(&report, arguments.json, console)?;
    Ok(if interrupt.asked() { Exit::Interrupted } else { Exit::Fine })
}

fn tell(report: &MatchReport, json: bool, console: &mut Console) -> Result<(), Failure> {
    if json {
        return console.json(report);
    }
    let end = if report.over { "is over" } else { "was stopped" };
    let MatchReport { game, map, minutes, scores: [red, blue], .. } = report;
    console.say(format_args!("{game} on {map}, {minutes} minutes, {end}: {red} : {blue}"))?;
    for player in &report.players {
        let mut line = format!(
            "  {:6} {:14} kills {:3}, deaths {:3}, suicides {:2}, items {:3}",
            player.name, player.player, player.kills, player.deaths, player.suicides, player.items
        );
        if game == "ctf" {
            let (taken, home) = (player.flags_taken, player.captures);
            line += &format!(", flags taken {taken}, brought home {home}, returned {}", player.returns);
        }
        if player.points_taken > 0 {
            line += &format!(", points taken {}", player.points_taken);
        }
        if let (Some(hits), Some(lost)) = (player.hits, player.damage_taken) {
            line += &format!("; hits {hits}, health and armour lost to hits {lost}");
        }
        console.say(line)?;
    }
    let (mean, longest) = (report.mean_decision, report.longest_decision / 1e3);
    let decisions = counted(report.decisions as usize, "decision");
    Ok(console.say(format_args!("  {decisions}, {mean:.0} µs each, the longest {longest:.1} ms"))?)
}

/// `motive bot --openarena`: plays a mind on a server until it is interrupted or the server is gone.
pub(crate) fn join(address: &str, arguments: &bot::Arguments, console: &mut Console) -> Outcome {
    let names = ShooterNames::new().map_err(Failure::input)?;
    let found = bot::load(arguments.mind.as_deref(), &names, console)?;
    let (record, studio) = (arguments.record.as_deref(), arguments.studio.as_deref());
    let mut observer = DecisionObserver::new(record, studio, Vec::new(), arguments.seed)?;
    observer.announce(console)?;
    let settings = BotSettings {
        connection: ConnectionSettings {
            name: arguments.name.clone().unwrap_or_else(|| found.definition.name.clone()),
            password: arguments.password.clone(),
            port: std::process::id() as u16,
            ..ConnectionSettings::default()
        },
        team: arguments.team.and_then(|team| u8::try_from(team).ok()),
        seed: arguments.seed,
        input: arguments.hands.settings()?,
        ..BotSettings::default()
    };
    let mut contestant = Contestant::new(found, settings, MapCache::new(files()?), address.to_owned());
    let interrupt = Interrupt::catch();
    interrupt.releases(observer.studio());
    let patience = Duration::from_secs(arguments.retry);
    let mut alone_since = Instant::now();
    let mut map = String::new();
    let exit = loop {
        let (busy, end) = contestant.pump(&names, Some(&mut observer))?;
        if contestant.is_playing() {
            alone_since = Instant::now();
            if let Some(now) = contestant.bot().and_then(|bot| bot.map()).filter(|now| now.name() != map) {
                map = now.name().to_owned();
                console.remark(format_args!("{} plays on {map}", contestant.mind_name()))?;
            }
        }
        if let Some(end) = end {
            map.clear();
            if alone_since.elapsed() > patience {
                let seconds = arguments.retry;
                console
                    .complain(format_args!("{end}; gave up after {seconds} s (`--retry` sets how long)"))?;
                break Exit::GaveUp;
            }
            console.remark(format_args!("{end}; trying again"))?;
            std::thread::sleep(Duration::from_millis(500));
        }
        if interrupt.asked() {
            break Exit::Interrupted;
        }
        if !busy {
            std::thread::sleep(Duration::from_millis(1));
        }
    };
    let counts = contestant.counts();
    contestant.leave();
    observer.finish()?;
    let mind = contestant.mind_name();
    let (decisions, games) =
        (counted(counts.decisions as usize, "decision"), counted(counts.games as usize, "game"));
    if arguments.json {
        console.json(&serde_json::json!({
            "mind": mind, "decisions": counts.decisions, "commands": counts.commands, "games": counts.games,
            "connections": counts.connections, "longest_decision_ms": counts.longest.as_secs_f64() * 1e3,
        }))?;
    } else {
        console.say(format_args!("{mind}: {decisions} in {games}, {} commands", counts.commands))?;
    }
    Ok(exit)
}
