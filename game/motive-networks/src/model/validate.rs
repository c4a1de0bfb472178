//! Checks of agents before they are registered.

use crate::error::NetworkError;
use crate::model::agents::{Decay, Prediction, Skill};
use crate::model::literal::{Literal, SensorValue};
use crate::model::profile::{Profile, SkillDuration};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// Rejects a count that reaches the limit.
pub(crate) fn check_count(count: u64, limit: u64, what: &'static str) -> Result<(), NetworkError> {
    if count < limit { Ok(()) } else { Err(NetworkError::TooMany { what, limit }) }
}

/// Rejects an empty name.
pub(crate) fn check_name(name: &str, what: &'static str) -> Result<(), NetworkError> {
    if name.is_empty() { Err(NetworkError::NoName { what }) } else { Ok(()) }
}

/// The largest value of a parameter, coefficient, weight or amount; its inverse is the smallest above 0. In this range nothing
/// overflows or underflows in single precision.
pub(crate) const LARGEST: f64 = 1e9;

/// Whether a number is above 0 and in the range that can be calculated with.
pub(crate) fn is_positive(value: f64) -> bool {
    (1.0 / LARGEST..=LARGEST).contains(&value)
}

/// Whether a number is 0, or above 0 and in the range that can be calculated with.
pub(crate) fn is_zero_or_positive(value: f64) -> bool {
    value == 0.0 || is_positive(value)
}

/// Rejects parameters that are out of range; each with its name, value, whether it is valid, and the allowed range.
pub(crate) fn check_parameters(
    rules: &[(&'static str, f64, bool, &'static str)],
) -> Result<(), NetworkError> {
    match rules.iter().find(|(_, _, valid, _)| !valid) {
        Some((name, value, _, must)) => Err(NetworkError::Parameter { name, must, value: *value }),
        None => Ok(()),
    }
}

/// Rejects a number that is not [`is_positive`].
pub(crate) fn check_positive(what: &'static str, of: &str, value: f64) -> Result<(), NetworkError> {
    if is_positive(value) {
        return Ok(());
    }
    Err(NetworkError::Number { what, of: of.to_owned(), must: "from 1e-9 to 1e9", value })
}

/// Rejects values that are infinite or not a number.
pub(crate) fn check_finite(proposition: &str, value: &SensorValue) -> Result<(), NetworkError> {
    if value.is_finite() {
        return Ok(());
    }
    Err(NetworkError::NotFinite { proposition: proposition.to_owned() })
}

/// The skill without repeated entries; an error if its lists are contradictory.
pub(crate) fn valid_skill(mut skill: Skill, profile: Profile) -> Result<Skill, NetworkError> {
    check_name(&skill.name, "a skill")?;
    let name = skill.name.to_string();
    skill.influence.check(&name)?;
    check_numbers(&skill)?;
    for literal in skill.literals() {
        check_name(&literal.proposition, "a proposition")?;
        check_finite(&literal.proposition, &literal.value)?;
    }
    if profile.settings().duration == SkillDuration::Instant {
        only_true(&skill)?;
    }
    dedup(&mut skill.preconditions, |literal| literal);
    dedup(&mut skill.adds, |add| &add.literal);
    dedup(&mut skill.deletes, |entry| &entry.literal);
    check_consistent(&name, "needs", skill.preconditions.iter().cloned())?;
    let outcomes = skill.deletes.iter().filter_map(Prediction::outcome);
    check_consistent(&name, "predicts", skill.adds.iter().map(|add| add.literal.clone()).chain(outcomes))?;
    Ok(skill)
}

fn check_numbers(skill: &Skill) -> Result<(), NetworkError> {
    let bad = |what: &'static str, must: &'static str, value: f64| {
        Err(NetworkError::Number { what, of: skill.name.to_string(), must, value })
    };
    for made in skill.predictions() {
        if !is_zero_or_positive(made.weight) {
            return bad("weight of a prediction", "0 or from 1e-9 to 1e9", made.weight);
        }
        if !(0.0..=1.0).contains(&made.expectation) {
            return bad("expectation of a prediction", "from 0 to 1", made.expectation);
        }
    }
    if let Decay::Exponential(part) | Decay::Hold(part) = skill.decay
        && !(0.0..=1.0).contains(&part)
    {
        return bad("decay", "from 0 to 1", part);
    }
    match skill.takes.iter().find(|(_, amount)| !is_positive(*amount)) {
        Some((_, amount)) => bad("amount taken", "from 1e-9 to 1e9", *amount),
        None => Ok(()),
    }
}

fn only_true(skill: &Skill) -> Result<(), NetworkError> {
    let needs = skill.preconditions.iter().map(|literal| ("needs", literal));
    let adds = skill.adds.iter().map(|add| ("adds", &add.literal));
    match needs.chain(adds).find(|(_, literal)| literal.value != SensorValue::TRUE) {
        Some((list, literal)) => {
            Err(NetworkError::OnlyTrue { skill: skill.name.to_string(), list, literal: literal.to_string() })
        }
        None => Ok(()),
    }
}

/// Removes repeated entries.
fn dedup<T>(list: &mut Vec<T>, literal: impl Fn(&T) -> &Literal) {
    let mut seen: FxHashSet<(Arc<str>, String)> = FxHashSet::default();
    list.retain(|entry| {
        let literal = literal(entry);
        seen.insert((literal.proposition.clone(), literal.value.to_string()))
    });
}

/// Rejects two values of one proposition.
fn check_consistent(
    skill: &str,
    list: &'static str,
    literals: impl Iterator<Item = Literal>,
) -> Result<(), NetworkError> {
    let mut seen: FxHashMap<Arc<str>, SensorValue> = FxHashMap::default();
    for Literal { proposition, value } in literals {
        match seen.get(&proposition) {
            Some(known) if *known != value => {
                let (one, other) = (known.to_string(), value.to_string());
                let (skill, proposition) = (skill.to_owned(), proposition.to_string());
                return Err(NetworkError::Contradiction { skill, list, proposition, one, other });
            }
            _ => {
                seen.insert(proposition, value);
            }
        }
    }
    Ok(())
}
