//! Which agents a network admits.

use crate::error::NetworkError;
use crate::model::agents::{Decay, Skill};
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

/// Refuses a number that is none.
pub(crate) fn sound(proposition: &str, value: &SensorValue) -> Result<(), NetworkError> {
    if value.is_sound() {
        return Ok(());
    }
    Err(NetworkError::NotANumber { proposition: proposition.to_owned() })
}

/// The skill without repeated entries, if its lists make sense.
pub(crate) fn checked(mut skill: Skill, profile: Profile) -> Result<Skill, NetworkError> {
    named(&skill.name, "a skill")?;
    let name = skill.name.to_string();
    skill.influence.check(&name)?;
    check_numbers(&skill)?;
    for pair in skill.pairs() {
        named(&pair.proposition, "a proposition")?;
        sound(&pair.proposition, &pair.value)?;
    }
    if profile.settings().duration == SkillDuration::Instant {
        only_true(&skill)?;
    }
    dedup(&mut skill.preconditions, |pair| pair);
    dedup(&mut skill.adds, |add| &add.pair);
    dedup(&mut skill.deletes, |drop| &drop.pair);
    agree(&name, "needs", skill.preconditions.iter().cloned())?;
    let outcomes = skill.deletes.iter().filter_map(crate::graph::links::outcome);
    agree(&name, "predicts", skill.adds.iter().map(|add| add.pair.clone()).chain(outcomes))?;
    Ok(skill)
}

fn check_numbers(skill: &Skill) -> Result<(), NetworkError> {
    let bad = |what: &'static str, must: &'static str, value: f64| {
        Err(NetworkError::Number { what, of: skill.name.to_string(), must, value })
    };
    for made in skill.predictions() {
        if !(made.weight.is_finite() && made.weight >= 0.0) {
            return bad("weight of a prediction", "0 or more", made.weight);
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
    match skill.takes.iter().find(|(_, amount)| !(amount.is_finite() && *amount > 0.0)) {
        Some((_, amount)) => bad("amount taken", "above 0", *amount),
        None => Ok(()),
    }
}

fn only_true(skill: &Skill) -> Result<(), NetworkError> {
    let needs = skill.preconditions.iter().map(|pair| ("needs", pair));
    let adds = skill.adds.iter().map(|add| ("adds", &add.pair));
    match needs.chain(adds).find(|(_, pair)| pair.value != SensorValue::TRUE) {
        Some((verb, pair)) => {
            Err(NetworkError::OnlyTrue { skill: skill.name.to_string(), verb, pair: pair.to_string() })
        }
        None => Ok(()),
    }
}

/// Drops entries that were there before.
fn dedup<T>(list: &mut Vec<T>, pair: impl Fn(&T) -> &Literal) {
    let mut seen: FxHashSet<(Arc<str>, String)> = FxHashSet::default();
    list.retain(|entry| {
        let pair = pair(entry);
        seen.insert((pair.proposition.clone(), pair.value.to_string()))
    });
}

/// Refuses two values of one proposition.
fn agree(skill: &str, verb: &'static str, pairs: impl Iterator<Item = Literal>) -> Result<(), NetworkError> {
    let mut seen: FxHashMap<Arc<str>, SensorValue> = FxHashMap::default();
    for Literal { proposition, value } in pairs {
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
