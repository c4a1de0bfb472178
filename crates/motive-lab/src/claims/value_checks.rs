//! Bounds, trends, peaks, and being near what was published.

use super::check_values::{Reader, Spot};
use super::{Judged, Place, Verdict, wording};
use crate::statistics::mean;
use crate::study::{CheckKind, Direction, Over};

/// Numbers within bounds.
pub(super) fn bounds(reader: &Reader<'_>) -> Option<Judged> {
    let check = reader.check;
    let [least, greatest] = check.within?;
    let mut places = match check.over {
        Over::Each => each(reader)?,
        Over::Mean => vec![over_all(reader)?],
    };
    if places.is_empty() {
        return None;
    }
    let value = |place: &Place| combined(check.kind, place.number, place.other);
    for place in &mut places {
        place.fits = value(place).is_some_and(|value| (least..=greatest).contains(&value));
    }
    let (inside, all) = (places.iter().filter(|place| place.fits).count(), places.len());
    let needed = check.at_least.unwrap_or(all);
    let verdict = if inside >= needed { Verdict::Holds } else { outside(reader, &places, inside) };
    let values: Vec<f64> = places.iter().filter_map(value).collect();
    let found = wording::bounds(check, &values, inside, all);
    Some(Judged { verdict, found, places })
}

/// The verdict when too few numbers lie within the bounds.
fn outside(reader: &Reader<'_>, places: &[Place], inside: usize) -> Verdict {
    let check = reader.check;
    let all = places.len();
    let Some([least, greatest]) = check.within else { return Verdict::DoesNotHold };
    let neutral = neutral(reader);
    // Bounds on one side of the neutral number claim a direction; others claim that there is no difference.
    let wanted = match neutral {
        Some(neutral) if greatest <= neutral => Some(Direction::Less),
        Some(neutral) if least >= neutral => Some(Direction::Greater),
        _ => None,
    };
    let (Some(wanted), Some(neutral)) = (wanted, neutral) else {
        return if inside * 2 >= all && all > 1 { Verdict::HoldsWeaker } else { Verdict::DoesNotHold };
    };
    let leans = |place: &&Place| {
        combined(check.kind, place.number, place.other).is_some_and(|value| match wanted {
            Direction::Less => value < neutral,
            Direction::Greater => value > neutral,
        })
    };
    let leaning = places.iter().filter(leans).count();
    if leaning * 2 > all {
        Verdict::HoldsWeaker
    } else if leaning == 0 {
        Verdict::Opposite
    } else {
        Verdict::DoesNotHold
    }
}

/// The number that means that there is no difference.
fn neutral(reader: &Reader<'_>) -> Option<f64> {
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

fn combined(kind: CheckKind, number: f64, other: Option<f64>) -> Option<f64> {
    let combined = match (kind, other) {
        (CheckKind::Ratio, Some(other)) => number / other,
        (CheckKind::Difference, Some(other)) => number - other,
        _ => number,
    };
    combined.is_finite().then_some(combined)
}

/// The numbers of every condition.
fn each(reader: &Reader<'_>) -> Option<Vec<Place>> {
    let single = |spot: Spot| {
        Some(Place { condition: reader.name(spot), number: reader.number(spot)?, ..Place::default() })
    };
    match reader.check.kind {
        CheckKind::Value | CheckKind::Near => reader.spots().into_iter().map(single).collect(),
        CheckKind::Wins => {
            let share = |(spot, other): (Spot, Spot)| {
                let number =
                    wins(&reader.sample(spot), &reader.other_sample(other), reader.check.direction?)?;
                Some(Place { condition: reader.name(spot), number, ..Place::default() })
            };
            reader.pairs().into_iter().map(share).collect()
        }
        _ => {
            let pair = |(spot, other): (Spot, Spot)| {
                Some(Place { other: Some(reader.other_number(other)?), ..single(spot)? })
            };
            reader.pairs().into_iter().map(pair).collect()
        }
    }
}

/// The share of runs in which one side is less, or greater, than the other.
fn wins(ours: &[f64], theirs: &[f64], wanted: Direction) -> Option<f64> {
    if ours.is_empty() || ours.len() != theirs.len() {
        return None;
    }
    let won = ours.iter().zip(theirs).filter(|(ours, theirs)| match wanted {
        Direction::Less => ours < theirs,
        Direction::Greater => ours > theirs,
    });
    Some(won.count() as f64 / ours.len() as f64)
}

/// The means over all conditions of either side.
fn over_all(reader: &Reader<'_>) -> Option<Place> {
    let places = each(reader)?;
    let numbers: Vec<f64> = places.iter().map(|place| place.number).collect();
    let others: Vec<f64> = places.iter().filter_map(|place| place.other).collect();
    Some(Place {
        condition: format!("mean of {} conditions", places.len()),
        number: if numbers.is_empty() { return None } else { mean(&numbers) },
        other: (!others.is_empty()).then(|| mean(&others)),
        ..Place::default()
    })
}

/// Numbers that rise or fall along an option.
pub(super) fn trend(reader: &Reader<'_>) -> Option<Judged> {
    let check = reader.check;
    let (levels, wanted) = (reader.levels(check.along.as_deref()?)?, check.direction?);
    let ((_, first), (_, last)) = (levels.first()?, levels.last()?);
    let follows = |way: Direction| {
        levels.windows(2).all(|pair| match way {
            Direction::Greater => pair[0].1 < pair[1].1,
            Direction::Less => pair[0].1 > pair[1].1,
        })
    };
    let ends = match wanted {
        Direction::Greater => first < last,
        Direction::Less => first > last,
    };
    let verdict = match (follows(wanted), ends, follows(wanted.opposite())) {
        (true, _, _) => Verdict::Holds,
        (_, true, _) => Verdict::HoldsWeaker,
        (_, _, true) => Verdict::Opposite,
        _ => Verdict::DoesNotHold,
    };
    let found = wording::levels(&levels);
    Some(Judged { verdict, found, places: places_of(&levels, |_| follows(wanted)) })
}

/// The greatest number along an option.
pub(super) fn peak(reader: &Reader<'_>) -> Option<Judged> {
    let check = reader.check;
    let (along, at) = (check.along.as_deref()?, &check.at.as_ref()?.0);
    let levels = reader.levels(along)?;
    let expected = format!("{along} {at}");
    let greatest = levels.iter().max_by(|a, b| a.1.total_cmp(&b.1))?;
    let least = levels.iter().min_by(|a, b| a.1.total_cmp(&b.1))?;
    let verdict = if greatest.0 == expected {
        Verdict::Holds
    } else if least.0 == expected {
        Verdict::Opposite
    } else {
        Verdict::DoesNotHold
    };
    let found = format!("the greatest is at {}: {}", greatest.0, wording::levels(&levels));
    Some(Judged { verdict, found, places: places_of(&levels, |name| name == expected) })
}

fn places_of(levels: &[(String, f64)], fits: impl Fn(&str) -> bool) -> Vec<Place> {
    let place = |(name, number): &(String, f64)| Place {
        condition: name.clone(),
        number: *number,
        fits: fits(name),
        ..Place::default()
    };
    levels.iter().map(place).collect()
}

/// Numbers near the published ones.
pub(super) fn near(reader: &Reader<'_>) -> Option<Judged> {
    let check = reader.check;
    let (published, tolerance) = (check.published.as_ref()?, check.tolerance?);
    let mut places = each(reader)?;
    if places.is_empty() || places.len() != published.len() {
        return None;
    }
    for (place, published) in places.iter_mut().zip(published) {
        place.other = Some(*published);
        place.fits = (place.number - published).abs() <= tolerance;
    }
    let (inside, all) = (places.iter().filter(|place| place.fits).count(), places.len());
    let verdict = match check.at_least.unwrap_or(all) {
        needed if inside >= needed => Verdict::Holds,
        _ if inside * 2 >= all => Verdict::HoldsWeaker,
        _ => Verdict::DoesNotHold,
    };
    let found = format!("within {tolerance} of the published number in {inside} of {all} conditions");
    Some(Judged { verdict, found, places })
}
