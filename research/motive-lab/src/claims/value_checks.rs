//! Bounds, trends, peaks, and being near what was published.

use super::check_values::{CheckReader, PartCondition};
use super::{CheckFinding, ClaimSupport, ConditionResult, DrawFinding, fitting, wording};
use crate::statistics::{SampleSummary, Tail, hochberg, mean, welch_from_summary};
use crate::study::{BoundScope, CheckKind, ClaimDirection, Correction};

/// The numbers of both sides in each condition, or their means.
fn numbers(reader: &CheckReader<'_>) -> Option<Vec<ConditionResult>> {
    let places = match reader.check.over {
        BoundScope::Each => each(reader)?,
        BoundScope::Mean => vec![over_all(reader)?],
    };
    (!places.is_empty()).then_some(places)
}

/// The numbers of every condition.
fn each(reader: &CheckReader<'_>) -> Option<Vec<ConditionResult>> {
    let kind = reader.check.kind;
    let place = |number: f64, other: Option<f64>| ConditionResult {
        number,
        other,
        value: combined(kind, number, other),
        ..ConditionResult::default()
    };
    match kind {
        CheckKind::Value | CheckKind::Near => {
            reader.spots().into_iter().map(|spot| Some(place(reader.number(spot)?, None))).collect()
        }
        CheckKind::Wins => {
            reader.pairs().into_iter().map(|pair| Some(place(wins(reader, pair)?, None))).collect()
        }
        _ => {
            let pair = |(spot, other): (PartCondition, PartCondition)| {
                Some(place(reader.number(spot)?, Some(reader.other_number(other)?)))
            };
            reader.pairs().into_iter().map(pair).collect()
        }
    }
}

/// The means over all conditions of either side.
fn over_all(reader: &CheckReader<'_>) -> Option<ConditionResult> {
    let places = each(reader)?;
    let numbers: Vec<f64> = places.iter().map(|place| place.number).collect();
    let others: Vec<f64> = places.iter().filter_map(|place| place.other).collect();
    if numbers.is_empty() {
        return None;
    }
    let (number, other) = (mean(&numbers), (!others.is_empty()).then(|| mean(&others)));
    let condition = format!("mean of {} conditions", places.len());
    Some(ConditionResult {
        condition,
        number,
        other,
        value: combined(reader.check.kind, number, other),
        ..ConditionResult::default()
    })
}

fn combined(kind: CheckKind, number: f64, other: Option<f64>) -> f64 {
    match (kind, other) {
        (CheckKind::Ratio, Some(other)) => number / other,
        (CheckKind::Difference, Some(other)) => number - other,
        _ => number,
    }
}

/// Names of the conditions, which only the page needs.
fn named(reader: &CheckReader<'_>, mut places: Vec<ConditionResult>) -> Vec<ConditionResult> {
    if reader.check.over == BoundScope::Each {
        let pairs = reader.pairs().into_iter().map(|(spot, _)| spot);
        let spots: Vec<PartCondition> = match reader.check.kind {
            CheckKind::Value | CheckKind::Near => reader.spots(),
            _ => pairs.collect(),
        };
        for (place, spot) in places.iter_mut().zip(spots) {
            place.condition = reader.name(spot);
        }
    }
    places
}

/// The share of runs in which one side is less, or greater, than the other.
fn wins(reader: &CheckReader<'_>, pair: (PartCondition, PartCondition)) -> Option<f64> {
    let results = reader.undrawn();
    let (ours, theirs, wanted) =
        (results.sample(pair.0), results.other_sample(pair.1), reader.check.direction?);
    if ours.is_empty() || ours.len() != theirs.len() {
        return None;
    }
    let won = ours.iter().zip(&theirs).filter(|(ours, theirs)| wanted.leads(**ours, **theirs));
    Some(reader.share(pair, won.count(), ours.len()))
}

/// How numbers stand to the bounds of a check.
fn bounds_standing(reader: &CheckReader<'_>, places: &mut [ConditionResult]) -> Option<ClaimSupport> {
    let check = reader.check;
    let [least, greatest] = check.within?;
    for place in places.iter_mut() {
        place.fits = (least..=greatest).contains(&place.value);
    }
    let (inside, all) = fitting(places);
    if inside >= check.at_least.unwrap_or(all) {
        return Some(ClaimSupport::AsClaimed);
    }
    let neutral = neutral(reader);
    // Bounds on one side of the neutral number claim a direction; others claim that there is no difference.
    let wanted = match neutral {
        Some(neutral) if greatest <= neutral => Some(ClaimDirection::Less),
        Some(neutral) if least >= neutral => Some(ClaimDirection::Greater),
        _ => None,
    };
    let (Some(wanted), Some(neutral)) = (wanted, neutral) else {
        return Some(half_inside(inside, all));
    };
    let lean =
        |way: ClaimDirection| places.iter().filter(|place| way.leads(place.value, neutral)).count() * 2 > all;
    Some(match (lean(wanted), lean(wanted.opposite())) {
        (true, _) => ClaimSupport::Direction,
        (_, true) => ClaimSupport::Opposite,
        _ => ClaimSupport::Neither,
    })
}

fn half_inside(inside: usize, all: usize) -> ClaimSupport {
    if inside * 2 >= all && all > 1 { ClaimSupport::Direction } else { ClaimSupport::Neither }
}

/// The number that means that there is no difference.
fn neutral(reader: &CheckReader<'_>) -> Option<f64> {
    let check = reader.check;
    match check.kind {
        CheckKind::Ratio => Some(1.0),
        CheckKind::Difference => Some(0.0),
        CheckKind::Wins => Some(0.5),
        _ if check.relative_to.is_some() => Some(1.0),
        _ if check.gain_over.is_some() => Some(0.0),
        _ => None,
    }
}

/// Numbers within bounds.
pub(super) fn bounds_found(reader: &CheckReader<'_>) -> Option<CheckFinding> {
    let mut places = named(reader, numbers(reader)?);
    let standing = bounds_standing(reader, &mut places)?;
    let inside = places.iter().filter(|place| place.fits).count();
    let told = wording::bounds(reader.check, &places, inside);
    Some(CheckFinding { standing, told, places, fixed: Vec::new() })
}

pub(super) fn bounds_point(reader: &CheckReader<'_>) -> Option<DrawFinding> {
    let mut places = numbers(reader)?;
    let standing = bounds_standing(reader, &mut places)?;
    Some(DrawFinding { standing, values: values_of(&places) })
}

fn values_of(places: &[ConditionResult]) -> Vec<f64> {
    places.iter().map(|place| place.value).collect()
}

/// How numbers along an option stand to a claim that they rise, fall, or have their greatest at a value.
fn along_standing(reader: &CheckReader<'_>, levels: &[(String, f64)]) -> Option<ClaimSupport> {
    let check = reader.check;
    if check.kind == CheckKind::Peak {
        let expected = format!("{} {}", check.along.as_deref()?, check.at.as_ref()?.0);
        let greatest = levels.iter().max_by(|a, b| a.1.total_cmp(&b.1))?;
        let least = levels.iter().min_by(|a, b| a.1.total_cmp(&b.1))?;
        return Some(if greatest.0 == expected {
            ClaimSupport::AsClaimed
        } else if least.0 == expected {
            ClaimSupport::Opposite
        } else {
            ClaimSupport::Neither
        });
    }
    let wanted = check.direction?;
    let ((_, first), (_, last)) = (levels.first()?, levels.last()?);
    let follows = |way: ClaimDirection| levels.windows(2).all(|pair| way.leads(pair[1].1, pair[0].1));
    Some(match (follows(wanted), wanted.leads(*last, *first), follows(wanted.opposite())) {
        (true, _, _) => ClaimSupport::AsClaimed,
        (_, true, _) => ClaimSupport::Direction,
        (_, _, true) => ClaimSupport::Opposite,
        _ => ClaimSupport::Neither,
    })
}

/// Numbers that rise or fall along an option, or have their greatest at a value.
pub(super) fn along_found(reader: &CheckReader<'_>) -> Option<CheckFinding> {
    let levels = reader.levels(reader.check.along.as_deref()?)?;
    let standing = along_standing(reader, &levels)?;
    let told = match levels.iter().max_by(|a, b| a.1.total_cmp(&b.1)) {
        Some(greatest) if reader.check.kind == CheckKind::Peak => {
            format!("the greatest is at {}: {}", greatest.0, wording::levels(&levels))
        }
        _ => wording::levels(&levels),
    };
    let fits = standing == ClaimSupport::AsClaimed;
    let place = |(name, number): &(String, f64)| ConditionResult {
        condition: name.clone(),
        number: *number,
        value: *number,
        fits,
        ..ConditionResult::default()
    };
    Some(CheckFinding { standing, told, places: levels.iter().map(place).collect(), fixed: Vec::new() })
}

pub(super) fn along_point(reader: &CheckReader<'_>) -> Option<DrawFinding> {
    let levels = reader.levels(reader.check.along.as_deref()?)?;
    let standing = along_standing(reader, &levels)?;
    Some(DrawFinding { standing, values: levels.into_iter().map(|(_, number)| number).collect() })
}

/// How numbers stand to the published ones. Places that a test rules out are out.
fn near_standing(
    reader: &CheckReader<'_>,
    places: &mut [ConditionResult],
    out: &[bool],
) -> Option<ClaimSupport> {
    let check = reader.check;
    let (published, tolerance) = (check.published.as_ref()?, check.tolerance?);
    if places.is_empty() || places.len() != published.len() {
        return None;
    }
    for (at, (place, published)) in places.iter_mut().zip(published).enumerate() {
        place.other = Some(*published);
        let ruled_out = out.get(at).copied().unwrap_or(false);
        place.fits = (place.number - published).abs() <= tolerance && !ruled_out;
    }
    let (inside, all) = fitting(places);
    Some(if inside >= check.at_least.unwrap_or(all) {
        ClaimSupport::AsClaimed
    } else {
        half_inside(inside, all)
    })
}

/// Numbers near the published ones.
pub(super) fn near_found(reader: &CheckReader<'_>, alpha: f64) -> Option<CheckFinding> {
    let check = reader.check;
    let mut places = named(reader, each(reader)?);
    let tests = against_published(reader);
    let out: Vec<bool> = tests.iter().map(|p| *p < alpha).collect();
    for (place, p) in places.iter_mut().zip(&tests) {
        place.p = Some(*p);
    }
    let standing = near_standing(reader, &mut places, &out)?;
    let (inside, all) = fitting(&places);
    let tolerance = check.tolerance?;
    let mut told = format!("within {tolerance} of the published number in {inside} of {all} conditions");
    if !out.is_empty() {
        let count = out.iter().filter(|out| **out).count();
        told.push_str(&format!(
            "; Welch's test with the published means, standard deviations and runs tells them apart in {count} (two-sided at {alpha}{})",
            wording::corrected(check)
        ));
    }
    Some(CheckFinding { standing, told, places, fixed: out })
}

pub(super) fn near_point(reader: &CheckReader<'_>, out: &[bool]) -> Option<DrawFinding> {
    let mut places = each(reader)?;
    let standing = near_standing(reader, &mut places, out)?;
    Some(DrawFinding { standing, values: values_of(&places) })
}

/// The p of each condition against the published mean, standard deviation and number of runs; empty if they are not given.
fn against_published(reader: &CheckReader<'_>) -> Vec<f64> {
    let check = reader.check;
    let (Some(means), Some(sds), Some(count)) = (&check.published, &check.published_sd, check.published_runs)
    else {
        return Vec::new();
    };
    let test = |(spot, (mean, sd)): (PartCondition, (&f64, &f64))| {
        let published = SampleSummary { mean: *mean, sd: *sd, count };
        welch_from_summary(SampleSummary::of(&reader.sample(spot)), published, Tail::Both)
            .ok()
            .map(|test| test.p)
    };
    let tests: Option<Vec<f64>> = reader.spots().into_iter().zip(means.iter().zip(sds)).map(test).collect();
    let tests = tests.unwrap_or_default();
    match check.correction {
        Correction::Hochberg => hochberg(&tests).unwrap_or(tests),
        Correction::None => tests,
    }
}
