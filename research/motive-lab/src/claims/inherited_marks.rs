//! What a claim inherits from the agents and worlds that it rests on.

use crate::study::{Check, Claim, Study};

/// What was fitted about the agents and parts of a claim's checks, each said once.
pub(super) fn of(study: &Study, claim: &Claim) -> Vec<String> {
    let mut marks = Vec::new();
    for check in &claim.check {
        for name in check.agents() {
            let agent = study.agents.iter().find(|agent| agent.name == *name);
            let fitted = agent.and_then(|agent| agent.fitted.as_ref());
            marks.extend(fitted.map(|what| format!("{name}: {what}")));
        }
        for name in parts(study, check) {
            let part = study.parts.iter().find(|part| part.name == *name);
            let fitted = part.and_then(|part| part.fitted.as_ref());
            marks.extend(fitted.map(|what| format!("part `{name}`: {what}")));
        }
    }
    let mut said = Vec::new();
    for mark in marks {
        if !said.contains(&mark) {
            said.push(mark);
        }
    }
    said
}

/// Every part that a check names; the first of the study if it names none.
fn parts<'a>(study: &'a Study, check: &'a Check) -> impl Iterator<Item = &'a String> {
    let first = study.parts.first().map(|part| &part.name);
    check.part.as_ref().or(first).into_iter().chain(check.against_part.as_ref())
}
