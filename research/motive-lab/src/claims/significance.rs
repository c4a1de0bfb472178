//! Whether a test finds a difference, and which way; and whether two sides are alike.

use super::check_values::{CheckReader, PartCondition};
use super::draws::{DRAWS, LEVEL};
use super::{CheckFinding, ClaimSupport, ConditionResult, DrawFinding, fitting, wording};
use crate::statistics::{
    Interval, Lifetime, StatisticsError, Tail, TestResult, bootstrap, hedges_g, hochberg, kaplan_meier,
    kruskal_wallis, log_rank, mann_whitney, mean, one_sample_t, paired_t, sign_flips, tost_paired,
    tost_welch, welch, wilcoxon,
};
use crate::study::{Check, ClaimDirection, Correction, TestKind};

/// The seed of every draw, and how often signs are changed.
const SEED: u64 = 1;
const FLIPS: usize = 9_999;
/// Standard deviations that still count as no difference.
const NEGLIGIBLE: f64 = 0.5;

/// Both sides of a comparison.
struct Sides {
    one: Vec<f64>,
    two: Vec<f64>,
}

impl Sides {
    fn of(reader: &CheckReader<'_>, (spot, other): (PartCondition, PartCondition)) -> Self {
        Self { one: reader.sample(spot), two: reader.other_sample(other) }
    }

    /// What the check's test says. Draws change signs by Student's t, because changing them anew in every draw would take hours.
    fn test(&self, check: &Check, is_draw: bool) -> Result<TestResult, StatisticsError> {
        let (one, two) = (&self.one, &self.two);
        match check.test {
            TestKind::Welch => welch(one, two, Tail::Both),
            TestKind::OneSampleT => one_sample_t(one, mean(two), Tail::Both),
            TestKind::MannWhitney => mann_whitney(one, two, Tail::Both),
            TestKind::PairedT => paired_t(one, two, Tail::Both),
            TestKind::Wilcoxon => wilcoxon(one, two, Tail::Both),
            TestKind::Permutation if is_draw => paired_t(one, two, Tail::Both),
            TestKind::Permutation => sign_flips(one, two, Tail::Both, FLIPS, SEED),
            TestKind::LogRank => {
                let [one, two] = self.lifetimes(check);
                log_rank(&one, &two)
            }
        }
    }

    fn lifetimes(&self, check: &Check) -> [Vec<Lifetime>; 2] {
        let cut_at = check.cut_at.unwrap_or(f64::INFINITY);
        [Lifetime::cut(&self.one, cut_at), Lifetime::cut(&self.two, cut_at)]
    }

    /// How much more one side has, by what the test compares: means, ranks, or means up to where runs are cut off.
    fn lead(&self, check: &Check) -> f64 {
        match check.test {
            TestKind::MannWhitney => {
                let pairs = (self.one.len() * self.two.len()) as f64;
                let won =
                    mann_whitney(&self.one, &self.two, Tail::Both).map_or(pairs / 2.0, |test| test.statistic);
                won / pairs - 0.5
            }
            TestKind::Wilcoxon => {
                let sum = |tail_of: [&Vec<f64>; 2]| {
                    wilcoxon(tail_of[0], tail_of[1], Tail::Greater).map_or(0.0, |test| test.statistic)
                };
                sum([&self.one, &self.two]) - sum([&self.two, &self.one])
            }
            TestKind::LogRank => {
                let until = check.cut_at.unwrap_or(f64::INFINITY);
                let [one, two] = self.lifetimes(check).map(|lives| {
                    kaplan_meier(&lives, LEVEL).map_or(0.0, |curve| curve.restricted_mean(until))
                });
                one - two
            }
            TestKind::Welch | TestKind::OneSampleT | TestKind::PairedT | TestKind::Permutation => {
                mean(&self.one) - mean(&self.two)
            }
        }
    }

    fn way(&self, check: &Check) -> Option<ClaimDirection> {
        match self.lead(check).total_cmp(&0.0) {
            std::cmp::Ordering::Less => Some(ClaimDirection::Less),
            std::cmp::Ordering::Greater => Some(ClaimDirection::Greater),
            std::cmp::Ordering::Equal => None,
        }
    }
}

/// The tests of all conditions: corrected p, and which way.
struct Tested {
    p: Vec<f64>,
    ways: Vec<Option<ClaimDirection>>,
    leads: Vec<f64>,
}

impl Tested {
    fn of(reader: &CheckReader<'_>, is_draw: bool) -> Option<Self> {
        let check = reader.check;
        let (mut p, mut ways, mut leads) = (Vec::new(), Vec::new(), Vec::new());
        for pair in reader.pairs() {
            let sides = Sides::of(reader, pair);
            p.push(sides.test(check, is_draw).ok()?.p);
            ways.push(sides.way(check));
            leads.push(sides.lead(check));
        }
        if p.is_empty() {
            return None;
        }
        if check.correction == Correction::Hochberg {
            p = hochberg(&p).ok()?;
        }
        Some(Self { p, ways, leads })
    }

    /// How many conditions are significant one way.
    fn count(&self, way: ClaimDirection, alpha: f64) -> usize {
        self.p.iter().zip(&self.ways).filter(|(p, found)| **p < alpha && **found == Some(way)).count()
    }

    fn standing(&self, check: &Check, alpha: f64) -> Option<ClaimSupport> {
        let wanted = check.direction?;
        let (right, wrong, all) =
            (self.count(wanted, alpha), self.count(wanted.opposite(), alpha), self.p.len());
        if let Some(most) = check.at_most {
            return Some(at_most(right, most, all));
        }
        let least = check.at_least.unwrap_or(all);
        Some(if right >= least {
            ClaimSupport::AsClaimed
        } else if wrong * 2 > all {
            ClaimSupport::Opposite
        } else if right * 2 >= least && right > wrong {
            ClaimSupport::Direction
        } else {
            ClaimSupport::Neither
        })
    }
}

/// How a count stands to a claim that there are few or none.
fn at_most(count: usize, most: usize, all: usize) -> ClaimSupport {
    if count <= most {
        ClaimSupport::AsClaimed
    } else if count * 4 <= all {
        ClaimSupport::Direction
    } else if count * 2 > all {
        ClaimSupport::Opposite
    } else {
        ClaimSupport::Neither
    }
}

/// One side significantly more, or less, than the other.
pub(super) fn found(reader: &CheckReader<'_>, alpha: f64) -> Option<CheckFinding> {
    let check = reader.check;
    let tested = Tested::of(reader, false)?;
    let (standing, wanted) = (tested.standing(check, alpha)?, check.direction?);
    let (right, wrong) = (tested.count(wanted, alpha), tested.count(wanted.opposite(), alpha));
    let told = wording::significant(check, wanted, [right, wrong, tested.p.len()], alpha);
    let mut places = Vec::new();
    for (at, pair) in reader.pairs().into_iter().enumerate() {
        let sides = Sides::of(reader, pair);
        let significant = tested.p[at] < alpha && tested.ways[at] == Some(wanted);
        let effect = hedges_g(&sides.one, &sides.two).ok().map(|g| (g, interval(&sides).ok()));
        places.push(ConditionResult {
            condition: reader.name(pair.0),
            number: mean(&sides.one),
            other: Some(mean(&sides.two)),
            value: tested.leads[at],
            interval: None,
            p: Some(tested.p[at]),
            effect,
            fits: significant == check.at_most.is_none(),
        });
    }
    Some(CheckFinding { standing, told, places, fixed: Vec::new() })
}

fn interval(sides: &Sides) -> Result<Interval, StatisticsError> {
    let g = |drawn: &[Vec<f64>]| hedges_g(&drawn[0], &drawn[1]).unwrap_or(f64::NAN);
    bootstrap(&[&sides.one, &sides.two], g, LEVEL, DRAWS as usize, SEED)
}

/// The same of a draw. A claim of no difference is judged by the size of differences, because few runs never show any.
pub(super) fn point(reader: &CheckReader<'_>, alpha: f64) -> Option<DrawFinding> {
    let check = reader.check;
    let Some(most) = check.at_most else {
        let tested = Tested::of(reader, true)?;
        return Some(DrawFinding { standing: tested.standing(check, alpha)?, values: tested.leads });
    };
    let (wanted, margin) = (check.direction?, check.negligible.unwrap_or(NEGLIGIBLE));
    let (mut beyond, mut values) = (0, Vec::new());
    for pair in reader.pairs() {
        let sides = Sides::of(reader, pair);
        // Nothing spreads where all runs of both sides are the same.
        let g =
            hedges_g(&sides.one, &sides.two).unwrap_or_else(|_| sides.lead(check).signum() * f64::INFINITY);
        let bound = if wanted == ClaimDirection::Less { -margin } else { margin };
        beyond += usize::from(wanted.leads(g, bound));
        values.push(sides.lead(check));
    }
    Some(DrawFinding { standing: at_most(beyond, most, values.len()), values })
}

/// How a number of conditions stands to what it takes.
fn counted(check: &Check, fit: usize, all: usize) -> Option<ClaimSupport> {
    Some(match check.at_least.unwrap_or(all) {
        _ if all == 0 => return None,
        needed if fit >= needed => ClaimSupport::AsClaimed,
        _ if fit > 0 => ClaimSupport::Direction,
        _ => ClaimSupport::Neither,
    })
}

/// The p of Kruskal and Wallis' test in each condition.
fn kruskal(reader: &CheckReader<'_>) -> Option<Vec<f64>> {
    let test = |spot: PartCondition| {
        let samples = reader.samples(spot);
        let groups: Vec<&[f64]> = samples.iter().map(Vec::as_slice).collect();
        kruskal_wallis(&groups).ok().map(|test| test.p)
    };
    reader.spots().into_iter().map(test).collect()
}

/// Whether several agents are not all alike, by Kruskal and Wallis' test in each condition.
pub(super) fn differ_found(reader: &CheckReader<'_>, alpha: f64) -> Option<CheckFinding> {
    let place = |(spot, p): (PartCondition, f64)| {
        let number = mean(&reader.sample(spot));
        let condition = reader.name(spot);
        ConditionResult {
            condition,
            number,
            value: number,
            p: Some(p),
            fits: p < alpha,
            ..ConditionResult::default()
        }
    };
    let places: Vec<ConditionResult> = reader.spots().into_iter().zip(kruskal(reader)?).map(place).collect();
    let (fit, all) = fitting(&places);
    let told = format!("so in {fit} of {all} conditions (Kruskal and Wallis' H at {alpha})");
    Some(CheckFinding { standing: counted(reader.check, fit, all)?, told, places, fixed: Vec::new() })
}

pub(super) fn differ_point(reader: &CheckReader<'_>, alpha: f64) -> Option<DrawFinding> {
    let p = kruskal(reader)?;
    let fit = p.iter().filter(|p| **p < alpha).count();
    let values = reader.spots().into_iter().map(|spot| mean(&reader.sample(spot))).collect();
    Some(DrawFinding { standing: counted(reader.check, fit, p.len())?, values })
}

/// Whether both sides are alike, by two one-sided tests in each condition.
pub(super) fn alike_found(reader: &CheckReader<'_>, alpha: f64) -> Option<CheckFinding> {
    let check = reader.check;
    let (margin, paired) = (check.margin?, check.test.is_paired());
    let (mut places, mut out) = (Vec::new(), Vec::new());
    for pair in reader.pairs() {
        let sides = Sides::of(reader, pair);
        let (number, other) = (mean(&sides.one), mean(&sides.two));
        let reach = margin * other.abs();
        let bounds = Interval { low: -reach, high: reach };
        let tost = if paired { tost_paired } else { tost_welch };
        let test = tost(&sides.one, &sides.two, bounds).ok()?;
        out.push(test.p >= alpha);
        places.push(ConditionResult {
            condition: reader.name(pair.0),
            number,
            other: Some(other),
            value: number / other - 1.0,
            p: Some(test.p),
            fits: test.p < alpha,
            ..ConditionResult::default()
        });
    }
    let (fit, all) = fitting(&places);
    let told = format!(
        "alike within {} % in {fit} of {all} conditions (two one-sided {} at {alpha})",
        wording::shown(margin * 100.0),
        if paired { "t tests run by run" } else { "Welch tests" }
    );
    Some(CheckFinding { standing: counted(check, fit, all)?, told, places, fixed: out })
}

pub(super) fn alike_point(reader: &CheckReader<'_>, out: &[bool]) -> Option<DrawFinding> {
    let margin = reader.check.margin?;
    let values: Vec<f64> = reader
        .pairs()
        .into_iter()
        .map(|(spot, other)| mean(&reader.sample(spot)) / mean(&reader.other_sample(other)) - 1.0)
        .collect();
    let ruled_out = |at: usize| out.get(at).copied().unwrap_or(false);
    let fit =
        values.iter().enumerate().filter(|(at, value)| value.abs() <= margin && !ruled_out(*at)).count();
    Some(DrawFinding { standing: counted(reader.check, fit, values.len())?, values })
}
