//! Fading of single skills, and cutting the whole down to its limit.

use super::agent::Fading;
use super::field::Field;
use super::profile::Normalising;
use super::real::Real;

/// By what activation is limited.
pub(super) struct Limits<'a> {
    /// The mean activation of a skill.
    pub(super) mean: f64,
    pub(super) normalising: Normalising,
    /// By skill; empty if none fades.
    pub(super) fading: &'a [Fading],
}

impl<N: Real> Field<N> {
    /// Fades and scales. Gives the sum before scaling and whether anything was scaled.
    pub(super) fn cut_down(&mut self, limits: &Limits<'_>) -> (f64, bool) {
        self.fade(limits.fading);
        let total = self.total();
        let limit = N::of(self.level.len() as f64 * limits.mean);
        let scale = match limits.normalising {
            Normalising::Capped => total > limit,
            Normalising::Exact => total > N::ZERO,
        };
        if !scale {
            return (total.to(), false);
        }
        let held = self.held(limits.fading);
        if held > N::ZERO {
            self.scale_the_rest(limits.fading, total, limit, held);
        } else {
            let factor = limit / total;
            self.level.iter_mut().for_each(|level| *level = *level * factor);
        }
        (total.to(), true)
    }

    fn fade(&mut self, fading: &[Fading]) {
        for (skill, fading) in fading.iter().enumerate() {
            if let (Fading::Exponential(rate), Some(level)) = (fading, self.level.get_mut(skill)) {
                *level = *level * N::of(1.0 - rate);
                if let Some(before) = self.before.get_mut(skill) {
                    *before = *level;
                }
            }
        }
    }

    /// What normalisation must not touch.
    fn held(&self, fading: &[Fading]) -> N {
        let parts = fading.iter().zip(&self.level);
        parts.fold(N::ZERO, |sum, (fading, level)| match fading {
            Fading::Hold(part) => sum + *level * N::of(*part),
            _ => sum,
        })
    }

    /// Scales what is not held so that the whole comes to the limit, or to what is held if that alone is more.
    fn scale_the_rest(&mut self, fading: &[Fading], total: N, limit: N, held: N) {
        let free = total - held;
        let factor = if free > N::ZERO { ((limit - held) / free).most(N::ZERO) } else { N::ONE };
        for (skill, level) in self.level.iter_mut().enumerate() {
            let kept = match fading.get(skill) {
                Some(Fading::Hold(part)) => *level * N::of(*part),
                _ => N::ZERO,
            };
            *level = kept + (*level - kept) * factor;
        }
    }
}
