//! One match: a server of its own, our minds and the game's own bots.

use super::contestant::Contestant;
use super::scene::SceneWriter;
use crate::commands::gamebots::observer::DecisionObserver;
use crate::console::Failure;
use crate::interrupt::Interrupt;
use crate::minds::FoundMind;
use motive_openarena::body::InputSettings;
use motive_openarena::bot::{BotSettings, MapCache};
use motive_openarena::game::GameKind;
use motive_openarena::log::MatchLog;
use motive_openarena::server::{GameServer, GameServerSettings, STOCK_BOTS};
use motive_openarena::session::ConnectionSettings;
use motive_shooter::vocabulary::ShooterNames;
use serde::Serialize;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// How long all players may take to join.
const JOINING: Duration = Duration::from_secs(90);
/// How long a server may take to start a match anew.
const RESTART: Duration = Duration::from_secs(10);
/// How long to rest when nothing happens.
const REST: Duration = Duration::from_micros(500);
/// How often to look into the server's log.
const LOOK: Duration = Duration::from_secs(1);
/// How much longer than planned a match may take. One that stands level at its time limit goes on until somebody scores; this long after it is a draw.
const GRACE: Duration = Duration::from_secs(60);

/// Who plays at a place of a side.
#[derive(Clone, Debug)]
pub(crate) enum MatchSeat {
    /// One of our minds.
    Mind(Box<FoundMind>),
    /// One of the game's own bots, of a skill from 1 to 5.
    Stock(u32),
}

/// What to play.
#[derive(Clone, Debug)]
pub(crate) struct MatchPlan {
    pub(crate) map: String,
    pub(crate) kind: GameKind,
    pub(crate) minutes: f64,
    pub(crate) timescale: f64,
    pub(crate) sides: [Vec<MatchSeat>; 2],
    pub(crate) seed: u64,
    pub(crate) hands: InputSettings,
    pub(crate) record: Option<PathBuf>,
    /// Where the server's files go; they are removed afterwards unless they are to be kept.
    pub(crate) folder: PathBuf,
    pub(crate) keep_files: bool,
}

impl MatchPlan {
    /// All places: the side, the name that a player has there, and who plays.
    fn seats(&self) -> impl Iterator<Item = (usize, String, &MatchSeat)> {
        self.sides.iter().enumerate().flat_map(|(side, seats)| {
            (1..).zip(seats).map(move |(number, seat)| {
                (side, format!("{}{number}", if side == 0 { "red" } else { "blue" }), seat)
            })
        })
    }
}

/// A player in the report of a match.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct MatchPlayer {
    pub(crate) name: String,
    pub(crate) side: usize,
    /// The mind, or `stock` and the skill.
    pub(crate) player: String,
    pub(crate) kills: u32,
    pub(crate) deaths: u32,
    pub(crate) suicides: u32,
    pub(crate) captures: u32,
    pub(crate) flags_taken: u32,
    pub(crate) returns: u32,
    pub(crate) points_taken: u32,
    pub(crate) items: u32,
    pub(crate) score: i32,
    /// How often it hit somebody, and how much health and armour it lost to hits; known of our players alone.
    pub(crate) hits: Option<u64>,
    pub(crate) damage_taken: Option<u64>,
}

/// How a match ended.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct MatchReport {
    pub(crate) map: String,
    pub(crate) game: String,
    pub(crate) minutes: f64,
    pub(crate) seed: u64,
    /// Whether it was played to its end.
    pub(crate) over: bool,
    /// Points of each side, as the game counts them.
    pub(crate) scores: [i32; 2],
    /// How often each side was given points for a domination point that it held.
    pub(crate) holds: [u32; 2],
    pub(crate) players: Vec<MatchPlayer>,
    pub(crate) decisions: u64,
    /// Microseconds: the mean of a decision, and the longest.
    pub(crate) mean_decision: f64,
    pub(crate) longest_decision: f64,
    pub(crate) connections: u64,
}

/// Plays a match.
pub(crate) fn play(
    plan: &MatchPlan,
    names: &ShooterNames,
    maps: &MapCache,
    interrupt: &Interrupt,
) -> Result<MatchReport, Failure> {
    let failed = |error: &dyn std::fmt::Display| Failure::Failed(error.to_string());
    let map = maps.get(&plan.map).map_err(|error| Failure::Input(error.to_string()))?;
    if let Some(missing) = map.lacks(plan.kind) {
        let why = format!("`{}` has no {missing}; another map is needed for this game", plan.map);
        return Err(Failure::Input(why));
    }
    let seats = plan.sides.iter().map(Vec::len).sum::<usize>();
    let settings = GameServerSettings {
        map: plan.map.clone(),
        kind: plan.kind,
        minutes: plan.minutes,
        timescale: plan.timescale,
        players: seats + 1,
    };
    let server = GameServer::start(&settings, &plan.folder).map_err(|error| failed(&error))?;
    let options = vec![format!("map={}", plan.map)];
    let mut observer = DecisionObserver::new(plan.record.as_deref(), None, options, plan.seed)?;
    let mut contestants = contestants(plan, maps, &server.address());
    let log = run(plan, &server, &mut contestants, names, &mut observer, interrupt)?;
    let mut report = report(plan, &contestants, &log);
    for contestant in &mut contestants {
        contestant.leave();
    }
    report.over = log.over;
    if !log.over
        && !interrupt.asked()
        && let Some(score) = level_score(&contestants)
    {
        (report.over, report.scores) = (true, [score; 2]);
    }
    observer.finish()?;
    drop(server);
    if !plan.keep_files {
        let _ = std::fs::remove_dir_all(&plan.folder);
    }
    Ok(report)
}

/// What both sides have in a match that stands level, as the server shows it to its players: its log has no line for points that a suicide gives to the other.
fn level_score(contestants: &[Contestant]) -> Option<i32> {
    contestants.iter().find_map(|contestant| match contestant.seen()?.game.scores[..] {
        [one, other] if one == other => Some(one as i32),
        _ => None,
    })
}

fn contestants(plan: &MatchPlan, maps: &MapCache, address: &str) -> Vec<Contestant> {
    let mut contestants = Vec::new();
    for (side, name, seat) in plan.seats() {
        let MatchSeat::Mind(found) = seat else { continue };
        let place = contestants.len();
        let settings = BotSettings {
            connection: ConnectionSettings {
                name,
                port: 20_000 + place as u16,
                silence: 20_000,
                ..ConnectionSettings::default()
            },
            team: Some(side as u8),
            input: plan.hands,
            seed: plan.seed.wrapping_add(place as u64),
            ..BotSettings::default()
        };
        contestants.push(Contestant::new((**found).clone(), settings, maps.clone(), address.to_owned()));
    }
    contestants
}

/// Lets everybody join, starts the match anew so that nobody had a start, and plays it.
fn run(
    plan: &MatchPlan,
    server: &GameServer,
    contestants: &mut [Contestant],
    names: &ShooterNames,
    observer: &mut DecisionObserver,
    interrupt: &Interrupt,
) -> Result<MatchLog, Failure> {
    let begun = Instant::now();
    let mut stock_added = false;
    while !(stock_added && server.log().players.len() >= plan.sides.iter().map(Vec::len).sum()) {
        for contestant in contestants.iter_mut() {
            contestant.pump(names, None)?;
        }
        if !stock_added && contestants.iter().all(Contestant::is_playing) {
            add_stock(plan, server);
            stock_added = true;
        }
        if begun.elapsed() > JOINING || interrupt.asked() {
            return Err(Failure::Failed("not all players could join the server".to_owned()));
        }
        std::thread::sleep(if stock_added { REST * 20 } else { REST });
    }
    restart(server, contestants, names)?;
    let planned = Duration::from_secs_f64(plan.minutes * 60.0 / plan.timescale) + GRACE;
    let (begun, mut looked) = (Instant::now(), Instant::now());
    let mut scenes = SceneWriter::default();
    loop {
        let mut busy = false;
        for contestant in contestants.iter_mut() {
            let (did, _) = contestant.pump(names, Some(observer))?;
            busy |= did;
        }
        if let DecisionObserver::Recording(recording) = observer {
            scenes.write(recording, contestants);
        }
        if looked.elapsed() > LOOK {
            looked = Instant::now();
            let log = server.log();
            // The scores follow the end, by a moment.
            if log.over || begun.elapsed() > planned || interrupt.asked() {
                std::thread::sleep(LOOK);
                return Ok(server.log());
            }
        }
        if !busy {
            std::thread::sleep(REST);
        }
    }
}

/// Starts the match anew, and waits until everybody has seen that the clock of the game went back.
fn restart(server: &GameServer, contestants: &mut [Contestant], names: &ShooterNames) -> Result<(), Failure> {
    let clock = |contestant: &Contestant| contestant.seen().map_or(0.0, |seen| seen.time);
    let before: Vec<f64> = contestants.iter().map(clock).collect();
    server.command("map_restart 0");
    let begun = Instant::now();
    let waits = |contestants: &[Contestant]| {
        contestants.iter().zip(&before).any(|(contestant, before)| clock(contestant) >= *before)
    };
    while waits(contestants) && begun.elapsed() < RESTART {
        for contestant in contestants.iter_mut() {
            contestant.pump(names, None)?;
        }
        std::thread::sleep(REST);
    }
    contestants.iter_mut().for_each(Contestant::begin_match);
    Ok(())
}

fn add_stock(plan: &MatchPlan, server: &GameServer) {
    let mut count = 0;
    for (side, name, seat) in plan.seats() {
        let MatchSeat::Stock(skill) = seat else { continue };
        let team = match (plan.kind.has_teams(), side) {
            (false, _) => "free",
            (true, 0) => "red",
            (true, _) => "blue",
        };
        let bot = STOCK_BOTS[(plan.seed as usize + count) % STOCK_BOTS.len()];
        server.command(&format!("addbot {bot} {skill} {team} 0 {name}"));
        count += 1;
    }
}

fn report(plan: &MatchPlan, contestants: &[Contestant], log: &MatchLog) -> MatchReport {
    let mut players = Vec::new();
    for (side, name, seat) in plan.seats() {
        let record = log.players.values().find(|player| player.name == name);
        let record = record.cloned().unwrap_or_default();
        let player = match seat {
            MatchSeat::Mind(found) => found.definition.name.clone(),
            MatchSeat::Stock(skill) => format!("stock:{skill}"),
        };
        let counts = contestants.iter().find(|ours| ours.name() == name).map(Contestant::counts);
        players.push(MatchPlayer {
            name,
            side,
            player,
            hits: counts.map(|counts| counts.hits),
            damage_taken: counts.map(|counts| counts.damage_taken),
            kills: record.kills,
            deaths: record.deaths,
            suicides: record.suicides,
            captures: record.captures,
            flags_taken: record.flags_taken,
            returns: record.returns,
            points_taken: record.points_taken,
            items: record.items,
            score: record.score,
        });
    }
    let sums = |count: &dyn Fn(&MatchPlayer) -> i32| {
        [0, 1].map(|side| players.iter().filter(|player| player.side == side).map(count).sum::<i32>())
    };
    // The server says how teams stand only at the end of a match.
    let scores = match (log.team_scores, plan.kind) {
        (Some(scores), kind) if kind.has_teams() => scores,
        (None, GameKind::CaptureTheFlag) => sums(&|player| player.captures as i32),
        (None, GameKind::Domination) => log.holds.map(|holds| holds as i32),
        _ => sums(&|player| player.score),
    };
    let counts: Vec<_> = contestants.iter().map(Contestant::counts).collect();
    let decisions: u64 = counts.iter().map(|counts| counts.decisions).sum();
    let thinking: f64 = counts.iter().map(|counts| counts.thinking.as_secs_f64() * 1e6).sum();
    let longest = counts.iter().map(|counts| counts.longest.as_secs_f64() * 1e6).fold(0.0, f64::max);
    let game = GameKind::NAMED.iter().find(|(_, kind)| *kind == plan.kind).map_or("other", |(name, _)| name);
    MatchReport {
        map: plan.map.clone(),
        game: game.to_owned(),
        minutes: plan.minutes,
        seed: plan.seed,
        over: log.over,
        scores,
        holds: log.holds,
        players,
        decisions,
        mean_decision: thinking / (decisions.max(1) as f64),
        longest_decision: longest,
        connections: counts.iter().map(|counts| counts.connections).sum(),
    }
}
