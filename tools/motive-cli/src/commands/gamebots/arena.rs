//! `motive arena`: the arena of the shooter for bots of any program.

use super::{DIALECTS, LINE_ENDS, one_of, runtime, wait_for};
use crate::commands::play::with_map;
use crate::console::{Console, Exit, Failure, Outcome};
use crate::interrupt::Interrupt;
use crate::text::counted;
use clap::{Args, Subcommand};
use motive_gamebots::server::{GamePace, GameReport, MatchServer, ServerLimits, ServerSettings};
use motive_gamebots::{Dialect, LineEnd, MapGraph};
use motive_shooter::game::{Match, MatchSettings};
use motive_shooter::map::ArenaMap;
use motive_worlds::shooter::ShooterWorld;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

/// Serves the arena of the shooter to bots over a network
///
/// Any program that speaks GameBots, the protocol of Unreal Tournament bots since 2000, can join. `motive bot` is one; with `nc` you can try it by hand.
///
/// Examples:
///   motive arena serve                                       a game of two on ctf-simple, for `motive bot`
///   motive arena serve map=stalwart-like agents=8            another map and more places
///   motive arena serve --lockstep --seed 7 time_limit=60     the same game every time
///   motive arena graph stalwart-like > stalwart              the map as a graph
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Serve(ServeArguments),
    Graph(GraphArguments),
}

/// Serves games to bots that speak GameBots
///
/// By default the game runs in real time, starts with the first bot and accepts more while it runs. A bot that disconnects frees its place.
/// The result is printed when the game is over. Options of the game are those of `motive play shooter`; `agents` is the number of places.
///
/// Exit codes: 0 the games are over, 1 the address cannot be used, 2 the input cannot be used, 130 interrupted.
#[derive(Args, Debug)]
struct ServeArguments {
    /// Options of the game, such as `map=duel`, `agents=4` or `time_limit=60`; see `motive world shooter`
    #[arg(value_name = "KEY=VALUE")]
    options: Vec<String>,
    /// The map, by name or file; the same as the option `map`
    #[arg(long, value_name = "MAP")]
    map: Option<String>,
    /// The address and port to listen on; a port alone is one of this machine, which other machines cannot reach
    #[arg(long, value_name = "[ADDRESS:]PORT", default_value = "127.0.0.1:3000", value_parser = address)]
    listen: SocketAddr,
    /// The port for spectators, who receive the full game state [default: the port after that of the bots, if it is free]
    #[arg(long, value_name = "[ADDRESS:]PORT", value_parser = address)]
    viewers: Option<SocketAddr>,
    /// Wait after each block until every bot has sent NEXT. The game starts when all places are taken, and is the same every time
    #[arg(long, conflicts_with_all = ["speed", "wait"])]
    lockstep: bool,
    /// How long a turn in lockstep waits for a bot, in seconds; 0 waits for ever. After that the game continues without the bot's commands
    #[arg(long, value_name = "SECONDS", default_value_t = ServerLimits::default().turn.as_secs(), requires = "lockstep")]
    turn: u64,
    /// How many times faster than real time the game runs
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0, value_parser = factor)]
    speed: f64,
    /// The number of bots that starts the game
    #[arg(long, value_name = "N", default_value_t = 1)]
    wait: usize,
    /// The password that bots must send before they can join
    #[arg(long, value_name = "TEXT")]
    password: Option<String>,
    /// The generation of the protocol
    #[arg(long, value_parser = one_of(&DIALECTS), default_value = "ut99")]
    dialect: Dialect,
    /// The line end of the server; bots may use any
    #[arg(long, value_parser = one_of(&LINE_ENDS), default_value = "crlf")]
    line_end: LineEnd,
    /// The most connections at the same time
    #[arg(long, value_name = "N", default_value_t = ServerLimits::default().connections)]
    connections: usize,
    /// How many games to play, one after the other; 0 plays on until interrupted
    #[arg(long, value_name = "N", default_value_t = 1)]
    games: u64,
    /// The seed of the first game; each further one has the next
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Print one JSON object for each game instead of text
    #[arg(long)]
    json: bool,
}

/// Prints a map as a graph of navigation points, in the form of Hansen's bots
///
/// A line `id x,y,z` is a point, and a line `@ id x,y,z` below it a point that can be run to from there.
#[derive(Args, Debug)]
struct GraphArguments {
    /// The map, by name or file
    #[arg(value_name = "MAP")]
    map: String,
}

/// `3000` or `127.0.0.1:3000`.
fn address(text: &str) -> Result<SocketAddr, String> {
    let port = text.parse::<u16>().map(|port| (std::net::Ipv4Addr::LOCALHOST, port).into());
    let told = "an address and port such as 127.0.0.1:3000 is expected, or a port such as 3000";
    port.or_else(|_| text.parse()).map_err(|_| told.to_owned())
}

fn factor(text: &str) -> Result<f64, String> {
    let factor = text.parse().ok().filter(|factor| (0.01..=1000.0).contains(factor));
    factor.ok_or_else(|| "a number from 0.01 to 1000 is expected".to_owned())
}

/// Serves games, or prints a graph.
///
/// # Errors
/// If the game cannot be played or the address cannot be had.
pub fn run(arguments: &Arguments, console: &mut Console) -> Outcome {
    match &arguments.command {
        Command::Serve(arguments) => serve(arguments, console),
        Command::Graph(arguments) => {
            let (map, _) =
                ShooterWorld::read_options(&[format!("map={}", arguments.map)]).map_err(Failure::input)?;
            let graph = MapGraph::of_map(&map).to_string();
            console.out().write_all(graph.as_bytes())?;
            Ok(Exit::Fine)
        }
    }
}

fn serve(arguments: &ServeArguments, console: &mut Console) -> Outcome {
    let options = with_map(arguments.map.as_deref(), &arguments.options);
    let (map, settings) = ShooterWorld::read_options(&options).map_err(Failure::input)?;
    let places = settings.players;
    if arguments.wait > places {
        let (wait, places) = (arguments.wait, counted(places, "place"));
        return Err(Failure::Input(format!("--wait {wait} bots cannot be: the game has {places}")));
    }
    let interrupt = Interrupt::catch();
    let mut played = 0;
    let mut addresses = (arguments.listen, arguments.viewers.or_else(|| beside(arguments.listen)));
    runtime()?.block_on(async {
        while (arguments.games == 0 || played < arguments.games) && !interrupt.asked() {
            let seed = arguments.seed.wrapping_add(played);
            let report = game(arguments, &map, &settings, seed, &mut addresses, &interrupt, console).await?;
            tell(&report, arguments.json, console)?;
            played += 1;
        }
        Ok(if interrupt.asked() { Exit::Interrupted } else { Exit::Fine })
    })
}

/// The port after one, or any if it may be any.
fn beside(address: SocketAddr) -> Option<SocketAddr> {
    let port = if address.port() == 0 { Some(0) } else { address.port().checked_add(1) };
    port.map(|port| SocketAddr::new(address.ip(), port))
}

/// Plays one game. The ports that were free for the first are those of all.
async fn game(
    arguments: &ServeArguments,
    map: &Arc<ArenaMap>,
    settings: &MatchSettings,
    seed: u64,
    (address, viewers): &mut (SocketAddr, Option<SocketAddr>),
    interrupt: &Interrupt,
    console: &mut Console,
) -> Result<GameReport, Failure> {
    let arena = Match::new(map.clone(), settings.clone(), seed).map_err(Failure::input)?;
    let game = arena.game().name();
    let mut served = ServerSettings {
        address: *address,
        viewers: *viewers,
        dialect: arguments.dialect,
        line_end: arguments.line_end,
        password: arguments.password.clone(),
        pace: match arguments.lockstep {
            true => GamePace::Lockstep,
            false => GamePace::Clock { speed: arguments.speed, wait_for: arguments.wait },
        },
        limits: ServerLimits {
            connections: arguments.connections,
            turn: Duration::from_secs(arguments.turn),
            ..ServerLimits::default()
        },
    };
    let taken = |error: std::io::Error| {
        let hint = match error.kind() {
            std::io::ErrorKind::AddrInUse => "; choose another with `--listen`, for example `--listen 3001`",
            _ => "",
        };
        Failure::Failed(format!("cannot listen on {}: {error}{hint}", arguments.listen))
    };
    let server = match MatchServer::bind(map.clone(), arena.clone(), served.clone()).await {
        // Nobody asked for viewers: the game is played without them.
        Err(_) if arguments.viewers.is_none() && served.viewers.is_some() => {
            served.viewers = None;
            MatchServer::bind(map.clone(), arena, served).await
        }
        bound => bound,
    };
    let server = server.map_err(taken)?;
    (*address, *viewers) = (server.address().map_err(taken)?, server.viewer_address());
    let places = counted(settings.players, "place");
    console.remark(format_args!("{game} on {} for {places}, seed {seed}", map.name()))?;
    if let Some(viewers) = viewers {
        console.remark(format_args!("viewers are told everything at {viewers}"))?;
    }
    console.remark(format_args!("join it with: motive bot --server {address}"))?;
    if !address.ip().is_loopback() && arguments.password.is_none() {
        let hint = "`--password` lets in only whom you tell";
        console.remark(format_args!("other machines can reach this address and join: {hint}"))?;
    }
    let mut written = Ok(());
    let report = server
        .run(wait_for(interrupt), |event| {
            if written.is_ok() {
                written = console.remark(event);
            }
        })
        .await;
    written?;
    Ok(report)
}

fn tell(report: &GameReport, json: bool, console: &mut Console) -> Result<(), Failure> {
    if json {
        console.json(report)?;
        return Ok(console.out().flush()?);
    }
    let scores: Vec<String> = report.scores.iter().map(|score| format!("{score:.0}")).collect();
    let end = if report.over { "is over" } else { "was stopped" };
    let (game, map, seconds) = (report.game, &report.map, report.seconds);
    console.say(format_args!("{game} on {map} {end} after {seconds:.0} s: {}", scores.join(" : ")))?;
    for player in &report.players {
        let (name, kills, deaths) = (&player.name, player.kills, player.deaths);
        let flags = if player.captures > 0 { format!(", flags {}", player.captures) } else { String::new() };
        console
            .say(format_args!("  {name} (team {}): kills {kills}, deaths {deaths}{flags}", player.team))?;
    }
    if report.missed_blocks + report.late_turns > 0 {
        let (blocks, turns) = (report.missed_blocks, report.late_turns);
        console.say(format_args!("  slow bots: {blocks} blocks missed, {turns} turns not ended in time"))?;
    }
    Ok(console.out().flush()?)
}
