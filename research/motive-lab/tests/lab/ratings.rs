//! Elo ratings from games.

use motive::kernel::engine::SplitMix64;
use motive_lab::statistics::{Meeting, elo};

fn results(wins: usize, defeats: usize) -> Vec<f64> {
    [vec![1.0; wins], vec![0.0; defeats]].concat()
}

/// Three wins to one defeat are 400 log10 3 points between two players, but for the one tied game with an average player.
#[test]
fn odds_of_three_to_one_are_191_points() {
    let games = results(3000, 1000);
    let rated = elo(2, &[Meeting { first: 0, second: 1, results: &games }], 0.95, 200, 1).unwrap();
    let lead = rated[0].rating - rated[1].rating;
    assert!((lead - 400.0 * 3.0_f64.log10()).abs() < 0.2, "{lead}");
    assert!((rated[0].rating + rated[1].rating - 3000.0).abs() < 1e-6);
}

#[test]
fn who_never_loses_has_a_rating_and_an_interval() {
    let games = results(10, 0);
    let rated = elo(2, &[Meeting { first: 0, second: 1, results: &games }], 0.95, 200, 1).unwrap();
    assert!(rated.iter().all(|it| it.rating.is_finite() && it.interval.has(it.rating)));
    assert!(rated[0].rating - rated[1].rating > 300.0);
}

/// A game or two of each pair say little, and the intervals say so.
#[test]
fn few_games_have_wide_intervals() {
    let once = [1.0];
    let meetings = [(0, 1), (1, 2), (0, 2)].map(|(first, second)| Meeting { first, second, results: &once });
    for rated in elo(3, &meetings, 0.95, 200, 1).unwrap() {
        assert!(rated.interval.high - rated.interval.low > 50.0, "{rated:?}");
    }
}

/// Who beats whom is carried on: a third who never met the first is rated by the second.
#[test]
fn strength_is_known_through_others() {
    let games = results(30, 10);
    let meetings = [(0, 1), (1, 2)].map(|(first, second)| Meeting { first, second, results: &games });
    let rated = elo(3, &meetings, 0.95, 100, 1).unwrap();
    let lead = rated[0].rating - rated[2].rating;
    assert!((lead / (800.0 * 3.0_f64.log10()) - 1.0).abs() < 0.15, "{lead}");
}

/// Drawn games of players whose strength is known: nearly all intervals have it.
#[test]
fn intervals_have_the_true_ratings() {
    let truth = [1350.0, 1450.0, 1520.0, 1680.0];
    let mut stream = SplitMix64(5);
    let (mut within, mut all) = (0, 0);
    for league in 0..30 {
        let mut games: Vec<(usize, usize, Vec<f64>)> = Vec::new();
        for first in 0..4 {
            for second in first + 1..4 {
                let odds = 10_f64.powf((truth[first] - truth[second]) / 400.0);
                let wins = (0..60).map(|_| {
                    let drawn = (stream.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
                    f64::from(u8::from(drawn < odds / (1.0 + odds)))
                });
                games.push((first, second, wins.collect()));
            }
        }
        let meetings: Vec<Meeting<'_>> = games
            .iter()
            .map(|(first, second, results)| Meeting { first: *first, second: *second, results })
            .collect();
        for (rated, truth) in elo(4, &meetings, 0.95, 200, league).unwrap().iter().zip(truth) {
            within += usize::from(rated.interval.has(truth));
            all += 1;
        }
    }
    assert!(within * 100 >= all * 88, "{within} of {all}");
}
