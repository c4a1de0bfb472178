//! Whether a test finds a difference, and which way.

use super::check_values::{Reader, Spot};
use super::{Judged, Place, Verdict, wording};
use crate::statistics::{
    Interval, StatisticsError, Tail, bootstrap, hedges_g, hochberg, kruskal_wallis, mann_whitney, mean,
    one_sample_t, welch,
};
use crate::study::{Correction, Direction, Test};

/// Draws of the bootstrap behind each interval, the level of the interval, and the seed.
const DRAWS: usize = 500;
const LEVEL: f64 = 0.95;
const SEED: u64 = 1;

/// What a test says in one condition.
struct Tested {
    place: Place,
    way: Option<Direction>,
}

pub(super) fn judge(reader: &Reader<'_>, alpha: f64) -> Option<Judged> {
    let check = reader.check;
    let (wanted, alpha) = (check.direction?, check.alpha.unwrap_or(alpha));
    let mut tested: Vec<Tested> =
        reader.pairs().into_iter().map(|pair| test(reader, pair)).collect::<Option<_>>()?;
    if tested.is_empty() {
        return None;
    }
    if check.correction == Correction::Hochberg {
        let p: Vec<f64> = tested.iter().filter_map(|tested| tested.place.p).collect();
        for (tested, p) in tested.iter_mut().zip(hochberg(&p).ok()?) {
            tested.place.p = Some(p);
        }
    }
    let significant = |tested: &Tested| tested.place.p.is_some_and(|p| p < alpha);
    let count = |way: Direction| {
        tested.iter().filter(|tested| significant(tested) && tested.way == Some(way)).count()
    };
    let (right, wrong, all) = (count(wanted), count(wanted.opposite()), tested.len());
    let leaning = tested.iter().filter(|tested| tested.way == Some(wanted)).count();
    let verdict = match (check.at_most, check.at_least.unwrap_or(all)) {
        (Some(most), _) if right <= most => Verdict::Holds,
        (Some(_), _) if right * 4 <= all => Verdict::HoldsWeaker,
        (Some(_), _) if right * 2 > all => Verdict::Opposite,
        (Some(_), _) => Verdict::DoesNotHold,
        (None, least) if right >= least => Verdict::Holds,
        (None, _) if wrong * 2 > all => Verdict::Opposite,
        (None, _) if right > wrong && leaning * 2 > all => Verdict::HoldsWeaker,
        (None, _) => Verdict::DoesNotHold,
    };
    let found = wording::significant(check, wanted, right, wrong, all, alpha);
    let places = tested.into_iter().map(|tested| {
        let fits = significant(&tested) && tested.way == Some(wanted);
        Place { fits: fits == check.at_most.is_none(), ..tested.place }
    });
    Some(Judged { verdict, found, places: places.collect() })
}

fn test(reader: &Reader<'_>, (spot, other): (Spot, Spot)) -> Option<Tested> {
    let (one, two) = (reader.sample(spot), reader.other_sample(other));
    let result = match reader.check.test {
        Test::Welch => welch(&one, &two, Tail::Both),
        Test::OneSampleT => one_sample_t(&one, mean(&two), Tail::Both),
        Test::MannWhitney => mann_whitney(&one, &two, Tail::Both),
    };
    let (number, against) = (mean(&one), mean(&two));
    let way = match number.total_cmp(&against) {
        std::cmp::Ordering::Less => Some(Direction::Less),
        std::cmp::Ordering::Greater => Some(Direction::Greater),
        std::cmp::Ordering::Equal => None,
    };
    let effect = hedges_g(&one, &two).ok().map(|g| (g, interval(&one, &two).ok()));
    let place = Place {
        condition: reader.name(spot),
        number,
        other: Some(against),
        p: Some(result.ok()?.p),
        effect,
        fits: false,
    };
    Some(Tested { place, way })
}

fn interval(one: &[f64], two: &[f64]) -> Result<Interval, StatisticsError> {
    bootstrap(&[one, two], |drawn| hedges_g(&drawn[0], &drawn[1]).unwrap_or(f64::NAN), LEVEL, DRAWS, SEED)
}

/// Whether several agents are not all alike, by Kruskal and Wallis' test in each condition.
pub(super) fn differ(reader: &Reader<'_>, alpha: f64) -> Option<Judged> {
    let alpha = reader.check.alpha.unwrap_or(alpha);
    let mut places = Vec::new();
    for spot in reader.spots() {
        let samples = reader.samples(spot);
        let groups: Vec<&[f64]> = samples.iter().map(Vec::as_slice).collect();
        let test = kruskal_wallis(&groups).ok()?;
        let (condition, number) = (reader.name(spot), mean(&reader.sample(spot)));
        places.push(Place { condition, number, p: Some(test.p), fits: test.p < alpha, ..Place::default() });
    }
    let (fit, all) = (places.iter().filter(|place| place.fits).count(), places.len());
    let verdict = match reader.check.at_least.unwrap_or(all) {
        _ if all == 0 => return None,
        needed if fit >= needed => Verdict::Holds,
        _ if fit > 0 => Verdict::HoldsWeaker,
        _ => Verdict::DoesNotHold,
    };
    let found = format!("so in {fit} of {all} conditions (Kruskal and Wallis' H at {alpha})");
    Some(Judged { verdict, found, places })
}
