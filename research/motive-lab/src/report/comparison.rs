//! Several agents compared: their samples, and rank tests between them.

use super::document::{Grid, Origin, ReportBlock, TableCell};
use super::html::probability;
use crate::claims::wording::{between, shown};
use crate::results::Results;
use crate::statistics::{
    Pair, Summary, Tail, bootstrap, cliffs_delta, detectable, dunn, kruskal_wallis, mean, power, quantile, sd,
};
use crate::study::{Contest, Study};

/// Draws of the bootstrap behind each interval, the level of the interval, and the seed.
const DRAWS: usize = 2000;
const LEVEL: f64 = 0.95;
const SEED: u64 = 1;
/// The level and the power for which detectable differences are computed.
const ALPHA: f64 = 0.05;
const WANTED_POWER: f64 = 0.8;

/// The samples of a contest, in the order of its agents. Nothing if one of them is empty.
pub(crate) fn samples(contest: &Contest, results: &Results) -> Option<Vec<Vec<f64>>> {
    let design = results.design();
    let part = design.part_number(contest.part.as_deref())?;
    let sample = |name: &String| {
        let agent = design.agent_number(name)?;
        let values = results.sample(part, agent, &contest.metric);
        (!values.is_empty()).then_some(values)
    };
    contest.agents.iter().map(sample).collect()
}

/// The chapter about a contest; none if there are too few runs.
pub(super) fn block(contest: &Contest, study: &Study, results: &Results) -> Option<ReportBlock> {
    let samples = samples(contest, results)?;
    let groups: Vec<&[f64]> = samples.iter().map(Vec::as_slice).collect();
    let mut notes = Vec::new();
    if let Ok(test) = kruskal_wallis(&groups) {
        let published =
            contest.published_p.map_or(String::new(), |p| format!("; published: {}", in_words(p)));
        notes.push(format!(
            "Kruskal and Wallis, corrected for ties: H = {}, {}{published}.",
            shown(test.statistic),
            in_words(test.p)
        ));
    }
    notes.push(
        "Dunn's test is corrected after Hochberg over all pairs. One-sided: the first is less. Ratios of means with intervals by the bootstrap (2,000 draws); Cliff's delta is above 0 where the second tends to be greater."
            .into(),
    );
    notes.extend(powers(contest, &samples));
    let mut grids = vec![summaries(contest, &samples)];
    grids.extend(pairs(contest, &groups));
    let title = format!("{}: {}", contest.title, study.label(&contest.metric));
    Some(ReportBlock::Tables { title, grids, notes })
}

/// A probability in a sentence.
fn in_words(p: f64) -> String {
    if p < 0.001 { format!("p {}", probability(p)) } else { format!("p = {}", probability(p)) }
}

/// The smallest difference that this number of runs can detect, and the power for the published differences.
fn powers(contest: &Contest, samples: &[Vec<f64>]) -> Option<String> {
    let mut told = Vec::new();
    for (at, one) in samples.iter().enumerate() {
        for (other_at, other) in samples.iter().enumerate().skip(at + 1) {
            let (sds, counts) = ([sd(one), sd(other)], [one.len(), other.len()]);
            let Ok(least) = detectable(sds, counts, ALPHA, WANTED_POWER) else { continue };
            let [name, other_name] =
                [at, other_at].map(|at| contest.agents.get(at).map_or("", String::as_str));
            let mut text = format!("{name} and {other_name} {}", shown(least));
            let published =
                contest.published.as_ref().and_then(|all| Some((all.get(at)?, all.get(other_at)?)));
            if let Some((a, b)) = published
                && let Ok(odds) = power(a[0] - b[0], sds, counts, ALPHA)
            {
                let whole = (odds * 100.0).round();
                text.push_str(&format!(
                    " (the published difference of {} would be found with a probability of {whole} %)",
                    shown((a[0] - b[0]).abs())
                ));
            }
            told.push(text);
        }
    }
    (!told.is_empty()).then(|| {
        format!(
            "Power of a two-sided t test at the 5 % level with these spreads and runs: the smallest difference of means that is found with a probability of 80 %: {}.",
            told.join("; ")
        )
    })
}

fn summaries(contest: &Contest, samples: &[Vec<f64>]) -> Grid {
    let row = |(at, (name, sample)): (usize, (&String, &Vec<f64>))| {
        let published = contest.published.as_ref().and_then(|all| all.get(at));
        let told = |what: usize| published.map_or_else(|| "–".to_owned(), |of| shown(of[what]));
        let summary = Summary::of(sample).ok();
        let number =
            |of: fn(&Summary) -> f64| summary.as_ref().map_or_else(|| "–".to_owned(), |s| shown(of(s)));
        let mut sorted = sample.clone();
        sorted.sort_by(f64::total_cmp);
        let tail = shown(quantile(&sorted, 0.95));
        let cells = [
            sample.len().to_string(),
            number(|s| s.mean),
            told(0),
            number(|s| s.sd),
            told(1),
            number(|s| s.median),
            number(|s| s.lower),
            number(|s| s.upper),
            tail,
            number(|s| s.greatest),
        ];
        (name.clone(), cells.map(TableCell::plain).to_vec())
    };
    let head = [
        "agent",
        "runs",
        "mean",
        "published",
        "SD",
        "published",
        "median",
        "lower quartile",
        "upper quartile",
        "95th in 100",
        "greatest",
    ];
    let rows = contest.agents.iter().zip(samples).enumerate().map(row).collect();
    grid("samples", &head, rows, contest.published.is_some())
}

/// A table with columns for published numbers, which are left out if there are none.
fn grid(caption: &str, head: &[&str], mut rows: Vec<(String, Vec<TableCell>)>, published: bool) -> Grid {
    let keep: Vec<bool> = head.iter().map(|head| published || *head != "published").collect();
    for (_, cells) in &mut rows {
        let mut at = keep.iter().skip(1);
        cells.retain(|_| at.next().copied().unwrap_or(true));
    }
    let origin = if published { Origin::Beside } else { Origin::Measured };
    let head = head.iter().zip(&keep).filter(|(_, keep)| **keep).map(|(head, _)| (*head).to_owned());
    Grid { caption: caption.into(), origin, head: head.collect(), rows }
}

fn pairs(contest: &Contest, groups: &[&[f64]]) -> Option<Grid> {
    let (both, less) = (dunn(groups, Tail::Both).ok()?, dunn(groups, Tail::Less).ok()?);
    let row = |(at, (two, one)): (usize, (&Pair, &Pair))| {
        let name = |group: usize| contest.agents.get(group).map_or("", String::as_str);
        let samples = [groups.get(two.one)?, groups.get(two.other)?];
        let ratio = |drawn: &[Vec<f64>]| mean(&drawn[1]) / mean(&drawn[0]);
        let ratios = bootstrap(&samples.map(|sample| *sample), ratio, LEVEL, DRAWS, SEED);
        let lies = ratios.map_or_else(|_| "–".to_owned(), between);
        let delta = cliffs_delta(samples[1], samples[0]).map_or_else(|_| "–".to_owned(), shown);
        let published = contest.published_pairs.as_ref().and_then(|all| all.get(at));
        let cells = [
            shown(two.z),
            probability(one.adjusted),
            published.map_or_else(|| "–".to_owned(), |p| probability(*p)),
            probability(two.adjusted),
            shown(mean(samples[1]) / mean(samples[0])),
            lies,
            delta,
        ];
        Some((format!("{} – {}", name(two.one), name(two.other)), cells.map(TableCell::plain).to_vec()))
    };
    let head = [
        "pair",
        "Dunn's z",
        "one-sided p",
        "published",
        "two-sided p",
        "ratio of means",
        "95 % of the ratio",
        "Cliff's delta",
    ];
    let rows = both.iter().zip(&less).enumerate().filter_map(row).collect();
    Some(grid("pairs", &head, rows, contest.published_pairs.is_some()))
}
