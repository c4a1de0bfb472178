//! Decay of single skills, and scaling of all activations to their limit.

use crate::activation::field::ActivationField;
use crate::activation::precision::Float;
use crate::model::agents::Decay;
use crate::model::profile::Normalization;

/// How activation is limited.
pub(crate) struct NormalizationLimits<'a> {
    /// The mean activation of a skill.
    pub(crate) mean: f64,
    pub(crate) normalization: Normalization,
    /// By skill; empty if none decays.
    pub(crate) decay: &'a [Decay],
}

impl<N: Float> ActivationField<N> {
    /// Decays and scales. Returns the sum before scaling and whether anything was scaled.
    pub(crate) fn normalize(&mut self, limits: &NormalizationLimits<'_>) -> (f64, bool) {
        self.decay(limits.decay);
        let total = self.total();
        let limit = N::of(self.level.len() as f64 * limits.mean);
        let scale = match limits.normalization {
            Normalization::Capped => total > limit,
            Normalization::Exact => total > N::ZERO,
        };
        if !scale {
            return (total.to(), false);
        }
        let held = self.held(limits.decay);
        if held > N::ZERO {
            self.scale_except_held(limits.decay, total, limit, held);
        } else {
            let factor = limit / total;
            self.level.iter_mut().for_each(|level| *level = *level * factor);
        }
        (total.to(), true)
    }

    fn decay(&mut self, decay: &[Decay]) {
        for (skill, decay) in decay.iter().enumerate() {
            if let (Decay::Exponential(rate), Some(level)) = (decay, self.level.get_mut(skill)) {
                *level = *level * N::of(1.0 - rate);
                if let Some(before) = self.before.get_mut(skill) {
                    *before = *level;
                }
            }
        }
    }

    /// The activation that normalization must not touch.
    fn held(&self, decay: &[Decay]) -> N {
        let parts = decay.iter().zip(&self.level);
        parts.fold(N::ZERO, |sum, (decay, level)| match decay {
            Decay::Hold(part) => sum + *level * N::of(*part),
            _ => sum,
        })
    }

    /// Scales what is not held so that the total reaches the limit, or what is held if that alone is more.
    fn scale_except_held(&mut self, decay: &[Decay], total: N, limit: N, held: N) {
        let free = total - held;
        let factor = if free > N::ZERO { ((limit - held) / free).larger(N::ZERO) } else { N::ONE };
        for (skill, level) in self.level.iter_mut().enumerate() {
            let kept = match decay.get(skill) {
                Some(Decay::Hold(part)) => *level * N::of(*part),
                _ => N::ZERO,
            };
            *level = kept + (*level - kept) * factor;
        }
    }
}
