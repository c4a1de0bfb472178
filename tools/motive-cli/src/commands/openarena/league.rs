//! A league: many matches of minds against the game's own bots, kept in a file so that it can be stopped and goes on where it was.

use super::match_run::{MatchPlan, MatchReport, MatchSeat, play};
use crate::commands::openarena::{HandArguments, files, game, seat};
use crate::console::{Console, Exit, Failure, Outcome};
use crate::files::read_text;
use crate::interrupt::Interrupt;
use clap::Args;
use motive_openarena::bot::MapCache;
use motive_openarena::server::{GameServer, ServerError};
use motive_shooter::vocabulary::ShooterNames;
use motive_util::{refuse_link, write_atomically};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The file with the matches that were played.
const JOURNAL: &str = "matches.jsonl";

/// Plays a league of minds against the game's own bots, and reports wins with intervals
///
/// A match that was played is kept in `matches.jsonl` of the folder; the same command goes on where it was stopped. `report.md` is written at the end and
/// whenever the command is stopped.
#[derive(Args, Debug)]
pub(crate) struct LeagueArguments {
    /// The league: a TOML file
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Where results go
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    /// How many matches to play at the same time
    #[arg(long, value_name = "N", default_value_t = 1)]
    jobs: usize,
    /// Only the parts whose names contain this
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// So many matches of each pairing instead of those of the file
    #[arg(long, value_name = "N")]
    matches: Option<usize>,
    #[command(flatten)]
    hands: HandArguments,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct LeagueFile {
    title: String,
    summary: String,
    matches: usize,
    seed: u64,
    minutes: f64,
    timescale: f64,
    part: Vec<LeaguePart>,
}

/// A game on some maps, minds that play it, and the skills of their opponents.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct LeaguePart {
    name: String,
    game: String,
    maps: Vec<String>,
    /// Players of a side.
    size: usize,
    /// Matches of each pairing, and the speed, where they are not those of the league.
    matches: Option<usize>,
    timescale: Option<f64>,
    skills: Vec<u32>,
    /// Minds; a list of several plays as a team, in turn.
    minds: Vec<Vec<String>>,
}

/// One pairing: a mind or team against bots of a skill on a map.
#[derive(Clone, Debug)]
struct Pairing {
    key: String,
    part: usize,
    map: String,
    skill: u32,
    minds: Vec<String>,
}

/// A match that was played.
#[derive(Clone, Debug, Deserialize, Serialize)]
struct PlayedMatch {
    pairing: String,
    number: usize,
    scores: [i32; 2],
    over: bool,
    kills: [u32; 2],
    suicides: [u32; 2],
    captures: [u32; 2],
    points_taken: [u32; 2],
    /// How often points were given for a domination point that was held.
    holds: [u32; 2],
    /// Of our players alone: hits, and health and armour lost to hits.
    hits: u64,
    damage_taken: u64,
    /// Decisions of our players, and the longest in microseconds.
    decisions: u64,
    longest_decision: f64,
}

/// Plays a league.
pub(crate) fn run(arguments: &LeagueArguments, console: &mut Console) -> Outcome {
    let text = read_text(&arguments.file)?;
    let why = |error: toml::de::Error| Failure::Input(format!("`{}`: {error}", arguments.file.display()));
    let league: LeagueFile = toml::from_str(&text.text).map_err(why)?;
    let pairings = pairings(&league, arguments.only.as_deref());
    let names = ShooterNames::new().map_err(Failure::input)?;
    let mut seats: BTreeMap<String, MatchSeat> = BTreeMap::new();
    for mind in pairings.iter().flat_map(|pairing| &pairing.minds) {
        if !seats.contains_key(mind) {
            seats.insert(mind.clone(), seat(mind, &names, console)?);
        }
    }
    std::fs::create_dir_all(&arguments.out)?;
    let journal = arguments.out.join(JOURNAL);
    let played = read_journal(&journal)?;
    let open = open_matches(&league, &pairings, &played, arguments.matches);
    if !open.is_empty() && !GameServer::is_installed() {
        return Err(Failure::Input(ServerError::NotInstalled.to_string()));
    }
    let (title, to_play, played) = (&league.title, open.len(), played.len());
    console.remark(format_args!("{title}: {to_play} matches to play, {played} played"))?;
    let interrupt = if open.is_empty() {
        Interrupt::catch()
    } else {
        play_all(&league, &names, &seats, &open, arguments)?
    };
    let played = read_journal(&journal)?;
    let report = report(&league, &pairings, &played);
    let page = arguments.out.join("report.md");
    refuse_link(&page)?;
    write_atomically(&page, &report)?;
    console.out().write_all(report.as_bytes())?;
    Ok(if interrupt.asked() { Exit::Interrupted } else { Exit::Fine })
}

/// Plays what is left to play, on several threads, and appends it to the journal.
fn play_all(
    league: &LeagueFile,
    names: &ShooterNames,
    seats: &BTreeMap<String, MatchSeat>,
    open: &[(&Pairing, usize)],
    arguments: &LeagueArguments,
) -> Result<Interrupt, Failure> {
    let journal = arguments.out.join(JOURNAL);
    refuse_link(&journal)?;
    let file = OpenOptions::new().create(true).append(true).open(journal)?;
    let shared = LeagueRun {
        league,
        names,
        seats,
        maps: MapCache::new(files()?),
        interrupt: Interrupt::catch(),
        file: Mutex::new(file),
        failure: Mutex::new(None),
        next: AtomicUsize::new(0),
        hands: arguments.hands.settings()?,
    };
    std::thread::scope(|scope| {
        for job in 0..arguments.jobs.clamp(1, 16) {
            let shared = &shared;
            scope.spawn(move || shared.work(open, job));
        }
    });
    match shared.failure.into_inner().unwrap_or(None) {
        Some(failure) => Err(failure),
        None => Ok(shared.interrupt),
    }
}

/// What the threads of a league share.
struct LeagueRun<'a> {
    league: &'a LeagueFile,
    names: &'a ShooterNames,
    seats: &'a BTreeMap<String, MatchSeat>,
    maps: MapCache,
    interrupt: Interrupt,
    file: Mutex<std::fs::File>,
    failure: Mutex<Option<Failure>>,
    next: AtomicUsize,
    hands: motive_openarena::body::InputSettings,
}

impl LeagueRun<'_> {
    fn work(&self, open: &[(&Pairing, usize)], job: usize) {
        while let Some((pairing, number)) = open.get(self.next.fetch_add(1, Ordering::Relaxed)) {
            let outcome = self.play(pairing, *number, job).and_then(|played| self.keep(&played));
            if self.interrupt.asked() {
                return;
            }
            if let Err(failure) = outcome {
                let mut first = self.failure.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                first.get_or_insert(failure);
                return;
            }
        }
    }

    fn play(&self, pairing: &Pairing, number: usize, job: usize) -> Result<Option<PlayedMatch>, Failure> {
        let part = &self.league.part[pairing.part];
        let kind = game(&part.game).map_err(Failure::Input)?;
        let ours = (0..part.size).filter_map(|at| self.seats.get(&pairing.minds[at % pairing.minds.len()]));
        let ours: Vec<MatchSeat> = ours.cloned().collect();
        let stock: Vec<MatchSeat> = (0..part.size).map(|_| MatchSeat::Stock(pairing.skill)).collect();
        // Sides change from match to match, so that no half of a map is an advantage.
        let swapped = number % 2 == 1;
        let folder = format!("motive-openarena-{}-{job}", std::process::id());
        let plan = MatchPlan {
            map: pairing.map.clone(),
            kind,
            minutes: self.league.minutes,
            timescale: part.timescale.unwrap_or(self.league.timescale),
            sides: if swapped { [stock, ours] } else { [ours, stock] },
            seed: self.league.seed + number as u64,
            hands: self.hands,
            record: None,
            folder: std::env::temp_dir().join(folder),
            keep_files: false,
        };
        let report = play(&plan, self.names, &self.maps, &self.interrupt)?;
        if !report.over && !self.interrupt.asked() {
            return Err(Failure::Failed(format!(
                "a match on `{}` was not played to its end; the machine may be too busy for {} times real time. What was played is kept",
                plan.map, plan.timescale
            )));
        }
        Ok((!self.interrupt.asked()).then(|| played(pairing, number, swapped, &report)))
    }

    fn keep(&self, played: &Option<PlayedMatch>) -> Result<(), Failure> {
        let Some(played) = played else { return Ok(()) };
        let mut line = serde_json::to_string(played)?;
        line.push('\n');
        let mut file = self.file.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        Ok(file.write_all(line.as_bytes())?)
    }
}

fn pairings(league: &LeagueFile, only: Option<&str>) -> Vec<Pairing> {
    let mut all = Vec::new();
    for (number, part) in league.part.iter().enumerate() {
        if only.is_some_and(|only| !part.name.contains(only)) {
            continue;
        }
        for map in &part.maps {
            for minds in part.minds.iter().filter(|minds| !minds.is_empty()) {
                for skill in &part.skills {
                    let key = format!("{} {map} {} {skill}", part.name, minds.join("+"));
                    let (map, minds) = (map.clone(), minds.clone());
                    all.push(Pairing { key, part: number, map, skill: *skill, minds });
                }
            }
        }
    }
    all
}

/// What is left to play, part by part; within a part every pairing plays its first match before any plays its second.
fn open_matches<'a>(
    league: &LeagueFile,
    pairings: &'a [Pairing],
    played: &[PlayedMatch],
    count: Option<usize>,
) -> Vec<(&'a Pairing, usize)> {
    let done = |pairing: &Pairing, number: usize| {
        played.iter().any(|it| it.pairing == pairing.key && it.number == number)
    };
    let mut open = Vec::new();
    for (part_number, part) in league.part.iter().enumerate() {
        for number in 0..count.or(part.matches).unwrap_or(league.matches) {
            let of_part = pairings.iter().filter(|pairing| pairing.part == part_number);
            open.extend(of_part.filter(|pairing| !done(pairing, number)).map(|pairing| (pairing, number)));
        }
    }
    open
}

fn played(pairing: &Pairing, number: usize, swapped: bool, report: &MatchReport) -> PlayedMatch {
    let sum = |count: &dyn Fn(&super::match_run::MatchPlayer) -> u32| {
        let side =
            |side: usize| report.players.iter().filter(|player| player.side == side).map(count).sum::<u32>();
        if swapped { [side(1), side(0)] } else { [side(0), side(1)] }
    };
    let [red, blue] = report.scores;
    let [red_holds, blue_holds] = report.holds;
    PlayedMatch {
        pairing: pairing.key.clone(),
        number,
        scores: if swapped { [blue, red] } else { [red, blue] },
        over: report.over,
        kills: sum(&|player| player.kills),
        suicides: sum(&|player| player.suicides),
        captures: sum(&|player| player.captures),
        points_taken: sum(&|player| player.points_taken),
        holds: if swapped { [blue_holds, red_holds] } else { [red_holds, blue_holds] },
        hits: report.players.iter().filter_map(|player| player.hits).sum(),
        damage_taken: report.players.iter().filter_map(|player| player.damage_taken).sum(),
        decisions: report.decisions,
        longest_decision: report.longest_decision,
    }
}

const LONGEST_JOURNAL: u64 = 1 << 30;

/// The matches that were played. A last line that was cut off is left out.
fn read_journal(path: &std::path::Path) -> Result<Vec<PlayedMatch>, Failure> {
    let text = match motive_util::read_text(path, LONGEST_JOURNAL) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error.into()),
    };
    Ok(text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect())
}

fn report(league: &LeagueFile, pairings: &[Pairing], played: &[PlayedMatch]) -> String {
    let mut text = format!("# {}\n\n{}\n", league.title, league.summary.trim());
    for (number, part) in league.part.iter().enumerate() {
        let of_part: Vec<&Pairing> = pairings.iter().filter(|pairing| pairing.part == number).collect();
        if of_part.is_empty() {
            continue;
        }
        let speed = part.timescale.unwrap_or(league.timescale);
        let (players, minutes) = (part.size, league.minutes);
        text += &format!(
            "\n## {}: {}, {players} against {players}, {minutes} minutes at {speed} times real time\n\n",
            part.name, part.game
        );
        let special = match part.game.as_str() {
            "ctf" => " flags brought home |",
            "domination" | "double_domination" => " points given for held places |",
            _ => "",
        };
        text += &format!(
            "| map | minds | skill | matches | won | drawn | lost | share of wins [95 %] | Elo above [95 %] | score | kills | suicides |{special} our hits | our damage taken |\n"
        );
        text += &format!("|{}\n", "---|".repeat(if special.is_empty() { 14 } else { 15 }));
        for pairing in of_part {
            let matches: Vec<&PlayedMatch> = played.iter().filter(|it| it.pairing == pairing.key).collect();
            if !matches.is_empty() {
                text += &row(part, pairing, &matches);
            }
        }
    }
    text
}

fn row(part: &LeaguePart, pairing: &Pairing, matches: &[&PlayedMatch]) -> String {
    let count = matches.len() as f64;
    let (mut won, mut drawn) = (0usize, 0usize);
    for it in matches {
        won += usize::from(it.scores[0] > it.scores[1]);
        drawn += usize::from(it.scores[0] == it.scores[1]);
    }
    let share = (won as f64 + drawn as f64 / 2.0) / count;
    let (low, high) = wilson(share, count);
    let elo = |part: f64| {
        let part = part.clamp(0.001, 0.999);
        400.0 * (part / (1.0 - part)).log10()
    };
    let mean = |value: &dyn Fn(&PlayedMatch) -> f64| matches.iter().map(|it| value(it)).sum::<f64>() / count;
    let both = |value: &dyn Fn(&PlayedMatch) -> [f64; 2]| {
        format!("{:.1} : {:.1}", mean(&|it| value(it)[0]), mean(&|it| value(it)[1]))
    };
    let special = match part.game.as_str() {
        "ctf" => format!(" {} |", both(&|it| it.captures.map(f64::from))),
        "domination" | "double_domination" => format!(" {} |", both(&|it| it.holds.map(f64::from))),
        _ => String::new(),
    };
    format!(
        "| {} | {} | {} | {} | {won} | {drawn} | {} | {share:.2} [{low:.2}, {high:.2}] | {} [{}, {}] | {} | {} | {} |{special} {:.0} | {:.0} |\n",
        pairing.map,
        pairing.minds.iter().map(|mind| short(mind)).collect::<Vec<_>>().join(" + "),
        pairing.skill,
        matches.len(),
        matches.len() - won - drawn,
        whole(elo(share)),
        whole(elo(low)),
        whole(elo(high)),
        both(&|it| it.scores.map(f64::from)),
        both(&|it| it.kills.map(f64::from)),
        both(&|it| it.suicides.map(f64::from)),
        mean(&|it| it.hits as f64),
        mean(&|it| it.damage_taken as f64),
    )
}

/// A difference of Elo points. All won or all lost is beyond what a number of matches can tell.
fn whole(elo: f64) -> String {
    match elo {
        elo if elo > 1_190.0 => "all won".to_owned(),
        elo if elo < -1_190.0 => "all lost".to_owned(),
        elo => format!("{elo:.0}"),
    }
}

/// The file without its folder and ending.
fn short(mind: &str) -> &str {
    let name = mind.rsplit('/').next().unwrap_or(mind);
    name.split_once(".motive").map_or(name, |(name, _)| name)
}

/// Wilson's interval for a part of a number of trials, at 95 %.
fn wilson(part: f64, count: f64) -> (f64, f64) {
    let z = 1.96;
    let middle = (part + z * z / (2.0 * count)) / (1.0 + z * z / count);
    let half =
        z / (1.0 + z * z / count) * (part * (1.0 - part) / count + z * z / (4.0 * count * count)).sqrt();
    ((middle - half).max(0.0), (middle + half).min(1.0))
}
