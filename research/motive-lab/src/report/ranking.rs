//! Agents ranked by their mean, and the ratings of those who all met each other.

use super::document::{Grid, Origin, ReportBlock, TableCell};
use crate::claims::wording::shown;
use crate::design::StudyPart;
use crate::results::Results;
use crate::statistics::{EloRating, Interval, Meeting, Summary, bootstrap, elo, mean, mean_interval};
use crate::study::{Seeds, Study};

/// An agent's place.
#[derive(Clone, Debug)]
pub struct Rank {
    /// The part of the study.
    pub part: String,
    /// The agent.
    pub agent: String,
    /// What it is.
    pub label: String,
    /// Its mean over all runs.
    pub mean: f64,
    /// Where that mean lies, at 95 %.
    pub interval: Option<Interval>,
    /// How much more it has than the next, where that lies at 95 %.
    pub lead: Option<Interval>,
    /// Its median.
    pub median: f64,
    /// Runs.
    pub runs: usize,
}

/// Draws of the bootstrap, and their seed.
const DRAWS: usize = 2000;
const SEED: u64 = 1;

/// Ranks the agents of each part by the mean of the study's metric for it, the best first. Empty if the study has no ranking.
pub fn rank(study: &Study, results: &Results) -> Vec<Rank> {
    let Some(metric) = &study.ranking else { return Vec::new() };
    let design = results.design();
    let mut ranks = Vec::new();
    // Pairs are rated, not ranked.
    for (number, part) in design.parts.iter().enumerate().filter(|(_, part)| part.round_robin.is_none()) {
        let sample = |agent: usize| results.sample(number, agent, metric);
        let mut all: Vec<(usize, Vec<f64>)> =
            part.agents.iter().map(|agent| (*agent, sample(*agent))).filter(|(_, s)| !s.is_empty()).collect();
        all.sort_by(|a, b| mean(&b.1).total_cmp(&mean(&a.1)).then(a.0.cmp(&b.0)));
        for (at, (agent, own)) in all.iter().enumerate() {
            let Ok(summary) = Summary::of(own) else { continue };
            let agent = &design.agents[*agent];
            let next = all.get(at + 1).map(|(_, next)| next.as_slice());
            ranks.push(Rank {
                part: part.name.clone(),
                agent: agent.name.clone(),
                label: agent.label.clone(),
                mean: summary.mean,
                interval: mean_interval(own, 0.95).ok(),
                lead: next.and_then(|next| lead(own, next, part.seeds)),
                median: summary.median,
                runs: summary.count,
            });
        }
    }
    ranks
}

/// How much more one has than the next. Runs on the same seeds are compared run by run.
fn lead(own: &[f64], next: &[f64], seeds: Seeds) -> Option<Interval> {
    if seeds == Seeds::Same && own.len() == next.len() {
        let differences: Vec<f64> = own.iter().zip(next).map(|(own, next)| own - next).collect();
        return bootstrap(&[&differences], |drawn| mean(&drawn[0]), 0.95, DRAWS, SEED).ok();
    }
    bootstrap(&[own, next], |drawn| mean(&drawn[0]) - mean(&drawn[1]), 0.95, DRAWS, SEED).ok()
}

/// Draws of the bootstrap behind the interval of a rating, and its level.
const RATING_DRAWS: usize = 1000;
const LEVEL: f64 = 0.95;

/// The players of a round robin, the best first.
#[derive(Clone, Debug)]
pub struct RoundRobin {
    /// The part of the study.
    pub part: String,
    /// What it is.
    pub title: String,
    /// The players.
    pub players: Vec<RatedPlayer>,
}

/// A player of a round robin.
#[derive(Clone, Debug)]
pub struct RatedPlayer {
    /// The agent.
    pub agent: String,
    /// Its Elo rating, with an interval at 95 %.
    pub elo: EloRating,
    /// Its games.
    pub games: usize,
    /// What it got of its games against each of the players, on average: 1 for a win, 0 for a defeat, a half for a tie. None against itself.
    pub against: Vec<Option<f64>>,
}

/// Rates the players of each round robin of a study. One in which a pair has not met yet is left out.
pub fn rate(results: &Results) -> Vec<RoundRobin> {
    let parts = results.design().parts.iter().enumerate();
    parts.filter_map(|(number, part)| round_robin(number, part, results)).collect()
}

fn round_robin(number: usize, part: &StudyPart, results: &Results) -> Option<RoundRobin> {
    let games = games(number, part, results)?;
    let mut names: Vec<&str> = Vec::new();
    for name in games.iter().flat_map(|((first, second), _)| [first, second]) {
        if !names.contains(&name.as_str()) {
            names.push(name);
        }
    }
    let place = |name: &String| names.iter().position(|known| known == name).unwrap_or_default();
    let meetings: Vec<Meeting<'_>> = games
        .iter()
        .map(|((first, second), results)| Meeting { first: place(first), second: place(second), results })
        .collect();
    let rated = elo(names.len(), &meetings, LEVEL, RATING_DRAWS, SEED).ok()?;
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by(|a, b| rated[*b].rating.total_cmp(&rated[*a].rating).then(a.cmp(b)));
    let player = |player: &usize| RatedPlayer {
        agent: names[*player].to_owned(),
        elo: rated[*player],
        games: meetings
            .iter()
            .filter(|it| it.first == *player || it.second == *player)
            .map(|it| it.results.len())
            .sum(),
        against: order.iter().map(|other| got(*player, *other, &meetings)).collect(),
    };
    let players = order.iter().map(player).collect();
    Some(RoundRobin { part: part.name.clone(), title: part.title.clone(), players })
}

type PairGames = ((String, String), Vec<f64>);

/// The results of each pair. None if the part is no round robin, or a pair has not met yet.
fn games(number: usize, part: &StudyPart, results: &Results) -> Option<Vec<PairGames>> {
    let metric = part.round_robin.as_ref()?;
    let of_pair = |agent: &usize| {
        let [first, second] = results.design().agents.get(*agent)?.pair.clone()?;
        let games = results.sample(number, *agent, metric);
        (!games.is_empty()).then_some(((first, second), games))
    };
    part.agents.iter().map(of_pair).collect()
}

/// What one got of its games against another.
fn got(one: usize, other: usize, meetings: &[Meeting<'_>]) -> Option<f64> {
    let seen = meetings.iter().flat_map(|it| {
        let (met, reversed) = ((it.first, it.second) == (one, other), (it.second, it.first) == (one, other));
        let results = it.results.iter().filter(move |_| met || reversed);
        results.map(move |result| if reversed { 1.0 - result } else { *result })
    });
    let seen: Vec<f64> = seen.collect();
    (!seen.is_empty()).then(|| mean(&seen))
}

/// The ratings, and who got how much of the games against whom.
pub(super) fn block(round_robin: &RoundRobin) -> ReportBlock {
    let RoundRobin { part, title, players } = round_robin;
    let row = |(place, player): (usize, &RatedPlayer)| {
        let EloRating { rating, interval } = player.elo;
        let between = format!("{:.0} to {:.0}", interval.low, interval.high);
        let numbers = [format!("{rating:.0}"), between, player.games.to_string()].map(TableCell::plain);
        let name = TableCell::words(&player.agent);
        ((place + 1).to_string(), std::iter::once(name).chain(numbers).collect())
    };
    let ratings = Grid {
        caption: "ratings".into(),
        origin: Origin::Measured,
        head: ["", "player", "rating", "95 %", "games"].map(str::to_owned).to_vec(),
        rows: players.iter().enumerate().map(row).collect(),
    };
    let cell = |got: &Option<f64>| TableCell::plain(got.map_or_else(|| "–".to_owned(), shown));
    let names = players.iter().map(|player| player.agent.clone());
    let against = Grid {
        caption: "against each other".into(),
        origin: Origin::Measured,
        head: std::iter::once("player".to_owned()).chain(names).collect(),
        rows: players
            .iter()
            .map(|player| (player.agent.clone(), player.against.iter().map(cell).collect()))
            .collect(),
    };
    ReportBlock::Tables {
        title: format!("{}: Elo ratings", if title.is_empty() { part } else { title }),
        grids: vec![ratings, against],
        notes: vec![
            "All games are rated at once, by the model of Bradley and Terry: 400 points more are ten times the odds to win, and the mean is 1,500. Each player also has one tied game against an average player, so that who never loses has a rating. Intervals are at 95 %, by resampling all games (1,000 draws).".into(),
            "The second table has what the player of the row got of its games against the one of the column: 1 for a win, a half for a tie.".into(),
        ],
    }
}
