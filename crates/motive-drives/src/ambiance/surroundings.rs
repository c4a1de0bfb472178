//! The ambiances that matter to the agents of one sort, made ready to be noticed.

use super::area::{Guards, Temper};
use super::declared::{Ambiance, AmbianceError, Source};
use super::felt::{Felt, Presence};
use super::rate::Modifier;
use motive_core::condition::{Bindings, BuildError, CompiledCondition, CompiledExpr, ReadSet, Scope};
use motive_core::vocabulary::{Dependency, Facts, Id, Kind, Query, Symbol, Vocabulary};
use smallvec::SmallVec;
use std::ops::ControlFlow;

/// How often it is looked at what a moving ambiance has become where nothing else says so, in microseconds (ours).
const EVERY: u64 = 200_000;

#[derive(Clone, Debug)]
enum CompiledSource {
    Level(CompiledExpr, usize),
    Things(Kind, CompiledCondition),
}

#[derive(Clone, Debug)]
struct CompiledAmbiance {
    source: CompiledSource,
    /// With the places of their tags.
    modifiers: Vec<(usize, Modifier)>,
    /// Whether time changes nothing about it.
    still: bool,
}

/// The ambiances that agents of one sort mind, and which of their actions they lie on. Immutable, shared by all of them; what one of them
/// notices is [`Felt`].
#[derive(Clone, Debug, Default)]
pub(crate) struct Surroundings {
    codes: Vec<CompiledAmbiance>,
    tags: Vec<Symbol>,
    /// By action: the places of its tags among those that are minded.
    carried: Vec<SmallVec<[usize; 2]>>,
    guards: Guards,
}

impl Surroundings {
    /// What of the ambiances lies on actions with these tags, for one of this temper. Adds what they depend on.
    pub(crate) fn new<'a>(
        ambiances: &[Ambiance],
        temper: &Temper,
        actions: impl Iterator<Item = &'a [Symbol]>,
        names: &Vocabulary,
        reads: &mut ReadSet,
    ) -> Result<Self, AmbianceError> {
        let mut all = Self::default();
        for tags in actions {
            let minded = tags.iter().filter(|tag| temper.minds(**tag));
            let carried = minded.map(|tag| {
                all.tags.iter().position(|known| known == tag).unwrap_or_else(|| {
                    all.tags.push(*tag);
                    all.tags.len() - 1
                })
            });
            all.carried.push(carried.collect());
        }
        for ambiance in ambiances {
            let wrong = |source| AmbianceError::Build { name: ambiance.name.to_string(), source };
            let mut modifiers = Vec::new();
            for modifier in &ambiance.modifiers {
                modifier
                    .check()
                    .map_err(|source| AmbianceError::Rate { name: ambiance.name.to_string(), source })?;
                let place = all.tags.iter().position(|tag| *tag == modifier.tag);
                modifiers.extend(place.map(|place| (place, modifier.clone())));
            }
            let mut own = ReadSet::default();
            let source = source(&ambiance.source, names, &mut own).map_err(wrong)?;
            if !modifiers.is_empty() {
                reads.extend(&own);
                let still = modifiers.iter().all(|(_, modifier)| modifier.is_still());
                all.codes.push(CompiledAmbiance { source, modifiers, still });
            }
        }
        Ok(all)
    }

    /// How many ambiances are minded.
    pub(crate) fn len(&self) -> usize {
        self.codes.len()
    }

    /// Notices what has come and gone. Says whether anything has.
    pub(crate) fn look(&self, felt: &mut Felt, facts: &impl Facts) -> bool {
        felt.presences.resize_with(self.codes.len(), Presence::default);
        let (now, most) = (facts.time().micros, self.guards.modifiers);
        let mut changed = false;
        for (code, presence) in self.codes.iter().zip(&mut felt.presences) {
            match &code.source {
                CompiledSource::Level(level, variables) => {
                    let level = level.number(facts, &mut Bindings::new(*variables));
                    let level = level.filter(|level| level.is_finite()).unwrap_or(0.0).max(0.0);
                    changed |= match code.still {
                        true => presence.set_still(level, now),
                        false => presence.set_level(level, now, most),
                    };
                }
                CompiledSource::Things(kind, condition) => {
                    presence.begin_looking();
                    facts.candidates(&Query { kind: Some(*kind), equal: &[] }, &mut |id| {
                        let counts = || condition.holds(facts, &mut condition.bindings(&[id.into()]));
                        if id != Id::SELF && facts.is_a(id, *kind) && counts() {
                            changed |= presence.see(id, now, most);
                        }
                        ControlFlow::Continue(())
                    });
                    changed |= presence.end_looking();
                }
            }
        }
        changed
    }

    /// Adds what lies on each action at a time, in microseconds. What lies on one tag is capped, whatever it comes from.
    pub(crate) fn add(&self, felt: &Felt, now: u64, mood: &mut Vec<f64>) {
        if self.codes.is_empty() {
            return;
        }
        let mut points: SmallVec<[f64; 8]> = smallvec::smallvec![0.0; self.tags.len()];
        for (code, presence) in self.codes.iter().zip(&felt.presences) {
            for layer in &presence.layers {
                let seconds = seconds_since(layer.since, now);
                for (tag, modifier) in &code.modifiers {
                    if let Some(points) = points.get_mut(*tag) {
                        *points += layer.weight * modifier.total(seconds);
                    }
                }
            }
        }
        let cap = self.guards.cap;
        let on = |tag: &usize| points.get(*tag).map_or(0.0, |points| points.clamp(-cap, cap));
        mood.resize(self.carried.len().max(mood.len()), 0.0);
        for (mood, tags) in mood.iter_mut().zip(&self.carried) {
            *mood += tags.iter().map(on).sum::<f64>();
        }
    }

    /// When what lies on the actions will have changed by itself, in microseconds, if it will: at the next multiple of a period while it is
    /// on the move, or else when it next begins to be.
    pub(crate) fn turn(&self, felt: &Felt, now: u64, period: u64) -> Option<u64> {
        let period = if period == 0 { EVERY } else { period };
        let mut next: Option<u64> = None;
        for (code, presence) in self.codes.iter().zip(&felt.presences) {
            for layer in &presence.layers {
                let seconds = seconds_since(layer.since, now);
                for change in code.modifiers.iter().filter_map(|(_, modifier)| modifier.next_change(seconds))
                {
                    let at = if change <= seconds {
                        (now / period + 1).saturating_mul(period)
                    } else {
                        layer.since.saturating_add((change * 1e6).round() as u64).max(now.saturating_add(1))
                    };
                    next = Some(next.map_or(at, |next| next.min(at)));
                }
            }
        }
        next
    }
}

fn seconds_since(since: u64, now: u64) -> f64 {
    now.saturating_sub(since) as f64 / 1e6
}

fn source(source: &Source, names: &Vocabulary, reads: &mut ReadSet) -> Result<CompiledSource, BuildError> {
    let mut scope = Scope::new(names);
    let code = match source {
        Source::Level(level) => {
            let level = scope.expression(level)?;
            CompiledSource::Level(level, scope.names().len())
        }
        Source::Things(kind, condition) => {
            scope.parameter("it")?;
            reads.add(Dependency::Kind(*kind));
            CompiledSource::Things(*kind, scope.condition(condition)?)
        }
    };
    reads.extend(scope.reads());
    Ok(code)
}
