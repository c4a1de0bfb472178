//! Every statistic of the lab beside what SciPy, statsmodels, scikit-posthocs, lifelines and rliable give for the same samples.
//!
//! `generate.py` drew the samples and made `values.json`; the versions stand in it. The book's page `lab-statistics.md` says how far each function may be off, and this
//! test holds it to that.

use motive_lab::statistics::{
    Interval, Lifetime, SampleSummary, StatisticsError, Tail, TestResult, cliffs_delta, difference_interval,
    dunn, hedges_g, hochberg, improvement_interval, interquartile_mean, kaplan_meier, kruskal_wallis,
    log_rank, mann_whitney, one_sample_t, paired_t, performance_profile, probability_of_improvement,
    proportion_interval, quantile, sign_flips, tost_paired, tost_welch, welch, welch_from_summary, wilcoxon,
};
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
struct Reference {
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    function: String,
    inputs: Vec<Vec<f64>>,
    /// What the other library gives; nothing where it says not a number.
    values: Vec<Option<f64>>,
}

const TAILS: [Tail; 3] = [Tail::Both, Tail::Less, Tail::Greater];
type Numbers = Result<Vec<f64>, StatisticsError>;

/// Statistic and p of a test, one tail after the other.
fn tails(test: impl Fn(Tail) -> Result<TestResult, StatisticsError>) -> Numbers {
    let results: Vec<TestResult> = TAILS.into_iter().map(test).collect::<Result<_, _>>()?;
    Ok(results.iter().flat_map(|result| [result.statistic, result.p]).collect())
}

fn slices(tasks: &[Vec<f64>]) -> Vec<&[f64]> {
    tasks.iter().map(Vec::as_slice).collect()
}

fn tost(found: motive_lab::statistics::Equivalence) -> Vec<f64> {
    let [low, high] = [found.above_low, found.below_high];
    vec![found.p, low.statistic, low.p, high.statistic, high.p]
}

/// What the lab gives for a case.
fn ours(case: &Case) -> Numbers {
    let inputs = slices(&case.inputs);
    let first = inputs[0];
    let second = inputs.get(1).copied().unwrap_or_default();
    let bounds = || Interval { low: inputs[2][0], high: inputs[2][1] };
    let both_ends = |interval: Interval| vec![interval.low, interval.high];
    match case.function.as_str() {
        "mann_whitney" => {
            let tests = tails(|tail| mann_whitney(first, second, tail))?;
            Ok(vec![tests[0], tests[1], tests[3], tests[5]])
        }
        "welch" => tails(|tail| welch(first, second, tail)),
        "paired_t" => tails(|tail| paired_t(first, second, tail)),
        "wilcoxon" => tails(|tail| wilcoxon(first, second, tail)),
        "sign_flips" => {
            let tests = tails(|tail| sign_flips(first, second, tail, 0, 1))?;
            Ok(vec![tests[0], tests[1], tests[3], tests[5]])
        }
        "one_sample_t" => one_sample_t(first, second[0], Tail::Both).map(|test| vec![test.statistic, test.p]),
        "welch_from_summary" => {
            let [one, other] = [first, second].map(SampleSummary::of);
            welch_from_summary(one, other, Tail::Both).map(|test| vec![test.statistic, test.p])
        }
        "difference_interval" => difference_interval(first, second, 0.95).map(both_ends),
        "tost_welch" => tost_welch(first, second, bounds()).map(tost),
        "tost_paired" => tost_paired(first, second, bounds()).map(tost),
        "kruskal_wallis" => kruskal_wallis(&inputs).map(|test| vec![test.statistic, test.p]),
        "dunn" => dunn(&inputs, Tail::Both).map(|pairs| pairs.iter().map(|pair| pair.p).collect()),
        "hochberg" => hochberg(first),
        "kaplan_meier" => {
            let cut = second[0];
            let curve = kaplan_meier(&Lifetime::cut(first, cut), 0.95)?;
            let mut values = Vec::new();
            for time in inputs[2] {
                let step = curve.steps.iter().rev().find(|step| step.time <= *time);
                let interval = step.map_or(Interval { low: 1.0, high: 1.0 }, |step| step.interval);
                values.extend([curve.at(*time), interval.low, interval.high]);
            }
            values.extend([curve.median().unwrap_or(f64::INFINITY), curve.restricted_mean(cut)]);
            Ok(values)
        }
        "log_rank" => {
            let [one, other] = [first, second].map(|values| Lifetime::cut(values, inputs[2][0]));
            log_rank(&one, &other).map(|test| vec![test.statistic, test.p])
        }
        "interquartile_mean" => interquartile_mean(&inputs).map(|mean| vec![mean]),
        "performance_profile" => {
            let (thresholds, tasks) = inputs.split_last().unwrap();
            performance_profile(tasks, thresholds)
        }
        "probability_of_improvement" | "improvement_interval" => {
            let (one, other) = inputs[1..].split_at(first[0] as usize);
            if case.function == "improvement_interval" {
                improvement_interval(one, other, 0.95, 4000, 1).map(both_ends)
            } else {
                probability_of_improvement(one, other).map(|share| vec![share])
            }
        }
        "proportion_interval" => {
            proportion_interval(first[0] as usize, first[1] as usize, 0.95).map(both_ends)
        }
        "hedges_g" => hedges_g(first, second).map(|g| vec![g]),
        "cliffs_delta" => cliffs_delta(first, second).map(|delta| vec![delta]),
        "quartiles" => {
            let mut sorted = first.to_vec();
            sorted.sort_by(f64::total_cmp);
            Ok([0.25, 0.5, 0.75].map(|share| quantile(&sorted, share)).to_vec())
        }
        other => panic!("the references have `{other}`, which is not compared"),
    }
}

/// How far apart two numbers are, relative to numbers above 1.
fn apart(ours: f64, theirs: f64) -> f64 {
    (ours - theirs).abs() / theirs.abs().max(1.0)
}

#[test]
fn every_statistic_is_what_the_other_libraries_give() {
    let reference: Reference = serde_json::from_str(include_str!("values.json")).unwrap();
    let mut worst: BTreeMap<&str, (usize, f64)> = BTreeMap::new();
    for case in &reference.cases {
        let found = ours(case);
        let compared = worst.entry(&case.function).or_default();
        compared.0 += 1;
        for (at, theirs) in case.values.iter().enumerate() {
            let Some(theirs) = theirs else { continue };
            let found = found
                .as_ref()
                .unwrap_or_else(|error| panic!("{}: {error}: {:?}", case.function, case.inputs));
            let difference = apart(found[at], *theirs);
            assert!(
                difference < 0.02,
                "{} [{at}]: {} here, {theirs} there, for {:?}",
                case.function,
                found[at],
                case.inputs
            );
            compared.1 = compared.1.max(difference);
        }
    }
    let page = include_str!("../../../../../docs/book/src/lab-statistics.md");
    let rows: Vec<Vec<&str>> = page
        .lines()
        .filter(|line| line.starts_with("| `"))
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect();
    assert_eq!(rows.len(), worst.len(), "functions on the page and in the references: {worst:?}");
    for row in rows {
        let name = row[0].trim_matches('`');
        let (cases, difference) = worst[name];
        assert_eq!(row[2], cases.to_string(), "samples of {name}");
        let allowed: f64 = row[3].parse().unwrap();
        assert!(difference <= allowed, "{name} is off by {difference:e}, the page says {allowed:e}");
    }
}
