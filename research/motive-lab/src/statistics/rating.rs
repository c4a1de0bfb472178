//! Elo ratings of players who met each other.

use super::bootstrap::{Interval, below};
use super::{StatisticsError, checked, quantile};
use motive::kernel::engine::SplitMix64;

/// The games of two players.
#[derive(Clone, Copy, Debug)]
pub struct Meeting<'a> {
    /// Number of the first player.
    pub first: usize,
    /// Number of the second player.
    pub second: usize,
    /// What the first got of each game: 1 for a win, 0 for a defeat, a half for a tie.
    pub results: &'a [f64],
}

/// How strong a player is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EloRating {
    /// The rating. 400 points more are ten times the odds to win.
    pub rating: f64,
    /// Where it lies.
    pub interval: Interval,
}

/// The mean of all ratings.
const MEAN_RATING: f64 = 1500.0;
/// Rounds of the fit at most, and the greatest change of a strength at which it ends before.
const MOST_ROUNDS: usize = 1000;
const SMALL_CHANGE: f64 = 1e-9;

/// Rates players by all their games at once: the most likely strengths in the model of Bradley and Terry, on Elo's scale, with intervals by
/// resampling all games. The mean rating is 1,500.
///
/// Each player also has one tied game against an average player. Without it, who never loses would be infinitely strong.
///
/// ```
/// use motive_lab::statistics::{Meeting, elo};
///
/// let results = [1.0, 1.0, 0.5, 1.0, 0.0, 1.0, 1.0, 0.5];
/// let rated = elo(2, &[Meeting { first: 0, second: 1, results: &results }], 0.95, 500, 1)?;
/// assert!(rated[0].rating > 1550.0 && rated[1].rating < 1450.0);
/// assert!(rated[0].interval.has(rated[0].rating));
/// # Ok::<(), motive_lab::statistics::StatisticsError>(())
/// ```
///
/// # Errors
/// If a meeting has no games, or a result that is no finite number.
pub fn elo(
    players: usize,
    meetings: &[Meeting<'_>],
    level: f64,
    resamples: usize,
    seed: u64,
) -> Result<Vec<EloRating>, StatisticsError> {
    meetings.iter().try_for_each(|meeting| checked(meeting.results, 1))?;
    let of_meeting =
        |it: &Meeting<'_>| it.results.iter().map(|won| (it.first, it.second, *won)).collect::<Vec<_>>();
    let games: Vec<(usize, usize, f64)> = meetings.iter().flat_map(of_meeting).collect();
    let ratings = fit(players, games.iter().copied());
    let mut stream = SplitMix64(seed);
    let mut drawn = vec![Vec::with_capacity(resamples); players];
    for _ in 0..resamples.max(1) {
        let sample = (0..games.len()).map(|_| games[below(&mut stream, games.len())]);
        for (ratings, rating) in drawn.iter_mut().zip(fit(players, sample)) {
            ratings.push(rating);
        }
    }
    let tail = (1.0 - level.clamp(0.0, 1.0)) / 2.0;
    let rated = ratings.into_iter().zip(drawn).map(|(rating, mut drawn)| {
        drawn.sort_by(f64::total_cmp);
        let interval = Interval { low: quantile(&drawn, tail), high: quantile(&drawn, 1.0 - tail) };
        EloRating { rating, interval }
    });
    Ok(rated.collect())
}

/// Ratings from games, each with what its first player won, by Hunter's minorisation and maximisation (2004).
fn fit(players: usize, games: impl Iterator<Item = (usize, usize, f64)>) -> Vec<f64> {
    // The game against an average player is half won.
    let (mut won, mut met) = (vec![0.5; players], vec![0.0; players * players]);
    for (first, second, result) in games {
        won[first] += result;
        won[second] += 1.0 - result;
        met[first * players + second] += 1.0;
        met[second * players + first] += 1.0;
    }
    let mut strengths = vec![1.0_f64; players];
    for _ in 0..MOST_ROUNDS {
        let expected = |player: usize| {
            let met = met[player * players..][..players].iter().zip(&strengths);
            let own = strengths[player];
            met.map(|(games, other)| games / (own + other)).sum::<f64>() + 1.0 / (own + 1.0)
        };
        let mut next: Vec<f64> = (0..players).map(|player| won[player] / expected(player)).collect();
        let middle = (next.iter().map(|strength| strength.ln()).sum::<f64>() / players as f64).exp();
        next.iter_mut().for_each(|strength| *strength /= middle);
        let change = next.iter().zip(&strengths).map(|(new, old)| (new / old - 1.0).abs());
        let greatest = change.fold(0.0, f64::max);
        strengths = next;
        if greatest < SMALL_CHANGE {
            break;
        }
    }
    strengths.into_iter().map(|strength| MEAN_RATING + 400.0 * strength.log10()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let meetings =
            [(0, 1), (1, 2), (0, 2)].map(|(first, second)| Meeting { first, second, results: &once });
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
                        let drawn = below(&mut stream, 1_000_000) as f64 / 1e6;
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
}
