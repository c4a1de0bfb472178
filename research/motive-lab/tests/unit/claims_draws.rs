//! Tests of `claims::draws` from inside.

use super::*;

#[test]
fn a_verdict_needs_nearly_all_draws() {
    let shares = |as_claimed, direction, opposite| DrawShares { as_claimed, direction, opposite };
    let verdict = |found, shares: DrawShares| shares.verdict(found, 0.975);
    assert_eq!(verdict(ClaimSupport::AsClaimed, shares(0.98, 1.0, 0.0)), ClaimVerdict::Holds);
    assert_eq!(verdict(ClaimSupport::AsClaimed, shares(0.9, 1.0, 0.0)), ClaimVerdict::HoldsWeaker);
    assert_eq!(verdict(ClaimSupport::AsClaimed, shares(0.9, 0.95, 0.05)), ClaimVerdict::Undecided);
    assert_eq!(verdict(ClaimSupport::Direction, shares(0.0, 0.99, 0.0)), ClaimVerdict::HoldsWeaker);
    assert_eq!(verdict(ClaimSupport::Neither, shares(0.0, 0.01, 0.5)), ClaimVerdict::DoesNotHold);
    assert_eq!(verdict(ClaimSupport::Opposite, shares(0.0, 0.01, 0.5)), ClaimVerdict::DoesNotHold);
    assert_eq!(verdict(ClaimSupport::Opposite, shares(0.0, 0.01, 0.98)), ClaimVerdict::Opposite);
    assert_eq!(verdict(ClaimSupport::Opposite, shares(0.1, 0.3, 0.7)), ClaimVerdict::Undecided);
}

#[test]
fn small_samples_need_more() {
    assert!((needed_share(100_000) - 0.975).abs() < 1e-4);
    assert!((needed_share(usize::MAX) - 0.975).abs() < 1e-9, "without a sample nothing is added");
    // R: pnorm(sqrt(8/7) * qt(0.975, 7)) = 0.9942653
    assert!((needed_share(8) - 0.994_265).abs() < 1e-5, "{}", needed_share(8));
}
