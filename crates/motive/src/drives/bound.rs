//! How good a plan can become at best, so that a search knows when to stop.

use super::domain::Domain;
use super::rules::Rating;
use super::simulate::Result;
use super::urges::Urges;

/// What no plan can be better than, worked out once a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ceiling {
    utility: f64,
    /// The most that one more action can lift the mood of a plan.
    lift: f64,
}

impl Ceiling {
    /// A drive can be wholly satisfied if some action is for one of its goals, or if the world may change by itself. Otherwise it stays at best
    /// what it is. A way of one's own to add drives up has no bound that is known.
    pub(super) fn of(domain: &Domain, urges: &Urges) -> Self {
        let lift = urges.mood.iter().map(|mood| -mood).fold(0.0, f64::max) * domain.rules.ambiance;
        if domain.utility.function.is_some() {
            return Self { utility: f64::INFINITY, lift };
        }
        let replies = domain.actions().any(|action| !action.replies.is_empty());
        let stirring = replies || domain.passing.is_some() || domain.answers.is_some();
        let (mut weights, mut sum) = (0.0, 0.0);
        for (drive, urge) in domain.drives.iter().zip(urges.drives()).filter(|(_, urge)| urge.present) {
            let served = |goal: &super::urges::Goal| {
                drive.aims.get(goal.aim as usize).is_some_and(|aim| !aim.supports.is_empty())
            };
            let most = if stirring || urge.goals.iter().any(served) { 1.0 } else { urge.satisfaction };
            weights += drive.weight;
            sum += drive.weight * most;
        }
        Self { utility: if weights > 0.0 { sum / weights } else { 1.0 }, lift }
    }

    /// What the rating of a plan can become with up to so many more actions. More actions never take less time.
    pub(super) fn rating(&self, outcome: &Result, more: usize, domain: &Domain, now: f64) -> f64 {
        let mood = domain.rules.ambiance * outcome.mood - self.lift * more as f64;
        match domain.rules.rating {
            Rating::Utility => self.utility - mood,
            Rating::PerSecond => {
                let gain = self.utility - now - mood;
                // Time makes a loss smaller.
                if gain > 0.0 { gain / outcome.seconds.max(0.1) } else { 0.0 }
            }
        }
    }
}
