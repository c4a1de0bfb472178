//! Which agents a network admits.

use crate::error::NetworkError;
use crate::model::agents::{Decay, Prediction, Skill};
use crate::model::literal::{Literal, SensorValue};
use crate::model::profile::{Profile, SkillDuration};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// Refuses what would be too many.
pub(crate) fn few(count: u64, limit: u64, what: &'static str) -> Result<(), NetworkError> {
    if count < limit { Ok(()) } else { Err(NetworkError::TooMany { what, limit }) }
}

/// Refuses an empty name.
pub(crate) fn named(name: &str, what: &'static str) -> Result<(), NetworkError> {
    if name.is_empty() { Err(NetworkError::NoName { what }) } else { Ok(()) }
}

/// The largest number that a parameter, coefficient, weight or amount may be, and one over it the smallest above 0. In this range
/// nothing overflows or vanishes in single precision.
pub(crate) const LARGEST: f64 = 1e9;

/// Whether a number is above 0 and neither too small nor too large to calculate with.
pub(crate) fn is_positive(value: f64) -> bool {
    (1.0 / LARGEST..=LARGEST).contains(&value)
}

/// Whether a number is 0, or above 0 and neither too small nor too large to calculate with.
pub(crate) fn is_not_negative(value: f64) -> bool {
    value == 0.0 || is_positive(value)
}

/// Refuses a number that is not above 0.
pub(crate) fn positive(what: &'static str, of: &str, value: f64) -> Result<(), NetworkError> {
    if is_positive(value) {
        return Ok(());
    }
    Err(NetworkError::Number { what, of: of.to_owned(), must: "from 1e-9 to 1e9", value })
}

/// Refuses values that are infinite or not a number.
pub(crate) fn finite(proposition: &str, value: &SensorValue) -> Result<(), NetworkError> {
    if value.is_finite() {
        return Ok(());
    }
    Err(NetworkError::NotFinite { proposition: proposition.to_owned() })
}

/// The skill without repeated entries, if its lists make sense.
pub(crate) fn valid_skill(mut skill: Skill, profile: Profile) -> Result<Skill, NetworkError> {
    named(&skill.name, "a skill")?;
    let name = skill.name.to_string();
    skill.influence.check(&name)?;
    check_numbers(&skill)?;
    for literal in skill.literals() {
        named(&literal.proposition, "a proposition")?;
        finite(&literal.proposition, &literal.value)?;
    }
    if profile.settings().duration == SkillDuration::Instant {
        only_true(&skill)?;
    }
    dedup(&mut skill.preconditions, |literal| literal);
    dedup(&mut skill.adds, |add| &add.literal);
    dedup(&mut skill.deletes, |drop| &drop.literal);
    agree(&name, "needs", skill.preconditions.iter().cloned())?;
    let outcomes = skill.deletes.iter().filter_map(Prediction::outcome);
    agree(&name, "predicts", skill.adds.iter().map(|add| add.literal.clone()).chain(outcomes))?;
    Ok(skill)
}

fn check_numbers(skill: &Skill) -> Result<(), NetworkError> {
    let bad = |what: &'static str, must: &'static str, value: f64| {
        Err(NetworkError::Number { what, of: skill.name.to_string(), must, value })
    };
    for made in skill.predictions() {
        if !is_not_negative(made.weight) {
            return bad("weight of a prediction", "0 or from 1e-9 to 1e9", made.weight);
        }
        if !(0.0..=1.0).contains(&made.expectation) {
            return bad("expectation of a prediction", "from 0 to 1", made.expectation);
        }
    }
    if let Decay::Exponential(part) | Decay::Hold(part) = skill.decay
        && !(0.0..=1.0).contains(&part)
    {
        return bad("fading", "from 0 to 1", part);
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
        Some((verb, literal)) => {
            Err(NetworkError::OnlyTrue { skill: skill.name.to_string(), verb, literal: literal.to_string() })
        }
        None => Ok(()),
    }
}

/// Drops entries that were there before.
fn dedup<T>(list: &mut Vec<T>, literal: impl Fn(&T) -> &Literal) {
    let mut seen: FxHashSet<(Arc<str>, String)> = FxHashSet::default();
    list.retain(|entry| {
        let literal = literal(entry);
        seen.insert((literal.proposition.clone(), literal.value.to_string()))
    });
}

/// Refuses two values of one proposition.
fn agree(
    skill: &str,
    verb: &'static str,
    literals: impl Iterator<Item = Literal>,
) -> Result<(), NetworkError> {
    let mut seen: FxHashMap<Arc<str>, SensorValue> = FxHashMap::default();
    for Literal { proposition, value } in literals {
        match seen.get(&proposition) {
            Some(known) if *known != value => {
                let (one, other) = (known.to_string(), value.to_string());
                let (skill, proposition) = (skill.to_owned(), proposition.to_string());
                return Err(NetworkError::Contradiction { skill, verb, proposition, one, other });
            }
            _ => {
                seen.insert(proposition, value);
            }
        }
    }
    Ok(())
}
