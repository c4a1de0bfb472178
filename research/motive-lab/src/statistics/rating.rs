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
