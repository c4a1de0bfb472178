//! The hospital: what one decision costs with each of four systems, and how often somebody decides.
//!
//! Sloan's thesis compares what a query costs, and asks everybody in every query. Here whoever has no reason to decide sleeps, so that a whole run says as much
//! about how often a system has a reason as about what a decision costs. These measures take the two apart: a run costs the product, and the world.

use super::hospital::Full;
use crate::measure::{Effort, measures};
use crate::timing::median;
use anyhow::Result;
use motive_worlds::hospital::WARD;

measures! {
    /// share of characters that decide in a query: state machines
    "hospital.decides_fsm" Ratio => |e| Ok(deciding("fsm", e)?.share);
    /// the same: written plans by utility
    "hospital.decides_utility" Ratio => |e| Ok(deciding("utility", e)?.share);
    /// the same: GOAP
    "hospital.decides_goap" Ratio => |e| Ok(deciding("goap", e)?.share);
    /// the same: plans for drives
    "hospital.decides_udgoap" Ratio => |e| Ok(deciding("udgoap", e)?.share);
    /// time of one decision against that of a state machine (thesis: 2.0): written plans by utility
    "hospital.decision_utility_vs_fsm" Ratio => |e| against_fsm("utility", e);
    /// the same (thesis: 2.8): GOAP
    "hospital.decision_goap_vs_fsm" Ratio => |e| against_fsm("goap", e);
    /// the same: plans for drives
    "hospital.decision_udgoap_vs_fsm" Ratio => |e| against_fsm("udgoap", e);
}

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
