//! The hospital: what one decision costs with each of four systems, and how often somebody decides.
//!
//! Sloan's thesis compares what a query costs, and asks everybody in every query. Here whoever has no reason to decide sleeps, so that a whole run says as much
//! about how often a system has a reason as about what a decision costs. These measures take the two apart: a run costs the product, and the world.

use super::hospital::Full;
use crate::measure::{Effort, Limit, SpeedMeasure, Unit};
use crate::timing::median;
use anyhow::Result;
use motive_worlds::hospital::WARD;

const fn told(name: &'static str, says: &'static str, take: fn(&Effort) -> Result<f64>) -> SpeedMeasure {
    SpeedMeasure::new(name, says, Unit::Ratio, Limit::None, take)
}

pub(crate) const MEASURES: &[SpeedMeasure] = &[
    told("hospital.decides_fsm", "share of characters that decide in a query: state machines", |e| {
        Ok(deciding("fsm", e)?.share)
    }),
    told("hospital.decides_utility", "the same: written plans by utility", |e| {
        Ok(deciding("utility", e)?.share)
    }),
    told("hospital.decides_goap", "the same: GOAP", |e| Ok(deciding("goap", e)?.share)),
    told("hospital.decides_udgoap", "the same: plans for drives", |e| Ok(deciding("udgoap", e)?.share)),
    told(
        "hospital.decision_utility_vs_fsm",
        "time of one decision against that of a state machine (thesis: 2.0): written plans by utility",
        |e| against_fsm("utility", e),
    ),
    told("hospital.decision_goap_vs_fsm", "the same (thesis: 2.8): GOAP", |e| against_fsm("goap", e)),
    told("hospital.decision_udgoap_vs_fsm", "the same: plans for drives", |e| against_fsm("udgoap", e)),
];

/// How often somebody decides, and what that takes.
struct QueryDecisions {
    /// The share of all characters that decide in a query.
    share: f64,
    /// Seconds of one decision.
    seconds: f64,
}

/// Ten wards for a while. So few stay in the cache, as the 32 characters of the thesis would.
fn deciding(mind: &str, effort: &Effort) -> Result<QueryDecisions> {
    let mut full = Full::new(mind, 10 * WARD)?;
    let queries = effort.ticks * 8;
    let (mut seconds, mut decided) = (0.0, 0);
    for query in 0..2 * queries {
        let took = full.query()?;
        // At first everybody has to find something to do.
        if query >= queries {
            seconds += took;
            decided += (0..full.crowd.len()).filter(|number| full.crowd.has_decided(*number)).count();
        }
    }
    let all = (queries * full.crowd.len()).max(1) as f64;
    Ok(QueryDecisions { share: decided as f64 / all, seconds: seconds / decided.max(1) as f64 })
}

fn against_fsm(mind: &str, effort: &Effort) -> Result<f64> {
    let turn = |_| Ok(deciding(mind, effort)?.seconds / deciding("fsm", effort)?.seconds.max(1e-12));
    Ok(median((0..effort.passes.max(1)).map(turn).collect::<Result<_>>()?))
}
