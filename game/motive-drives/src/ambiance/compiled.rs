//! Compiled ambiances of one planner.

use super::ambiance_state::{AmbianceState, Presence};
use super::area::{AmbianceLimits, Sensitivity};
use super::cost_rate::Modifier;
use super::declaration::{Ambiance, AmbianceError, Source};
use motive_core::condition::{Bindings, BuildError, CompiledCondition, CompiledExpr, ReadSet, Scope};
use motive_core::vocabulary::{Dependency, Facts, Id, Kind, Query, Symbol, Vocabulary};
use smallvec::SmallVec;
use std::ops::ControlFlow;

/// How often a changing ambiance is evaluated again if nothing else says so, in microseconds. Our choice.
const DEFAULT_PERIOD: u64 = 200_000;

#[derive(Clone, Debug)]
enum CompiledSource {
    Level(CompiledExpr, usize),
    Things(Kind, CompiledCondition),
}

#[derive(Clone, Debug)]
struct CompiledAmbiance {
    source: CompiledSource,
    /// Each with the index of its tag.
    modifiers: Vec<(usize, Modifier)>,
    /// Whether its effect does not change with time.
    constant: bool,
}

/// The ambiances that agents of one domain react to, and the actions they apply to. Immutable and shared by all agents; what one agent
/// observes is its [`AmbianceState`].
#[derive(Clone, Debug, Default)]
pub(crate) struct CompiledAmbiances {
    ambiances: Vec<CompiledAmbiance>,
    tags: Vec<Symbol>,
    /// By action: the indices of its tags among those that agents react to.
    tags_of_action: Vec<SmallVec<[usize; 2]>>,
    limits: AmbianceLimits,
}

impl CompiledAmbiances {
    /// Compiles the ambiances that affect actions with these tags, for agents of this sensitivity. Adds what they read to `reads`.
    pub(crate) fn new<'a>(
        declared: &[Ambiance],
        sensitivity: &Sensitivity,
        actions: impl Iterator<Item = &'a [Symbol]>,
        names: &Vocabulary,
        reads: &mut ReadSet,
    ) -> Result<Self, AmbianceError> {
        let mut all = Self::default();
        for tags in actions {
            let minded = tags.iter().filter(|tag| sensitivity.includes(**tag));
            let tags_of_action = minded.map(|tag| {
                all.tags.iter().position(|known| known == tag).unwrap_or_else(|| {
                    all.tags.push(*tag);
                    all.tags.len() - 1
                })
            });
            all.tags_of_action.push(tags_of_action.collect());
        }
        for ambiance in declared {
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
                let constant = modifiers.iter().all(|(_, modifier)| modifier.is_constant());
                all.ambiances.push(CompiledAmbiance { source, modifiers, constant });
            }
        }
        Ok(all)
    }

    /// The number of ambiances that agents react to.
    pub(crate) fn len(&self) -> usize {
        self.ambiances.len()
    }

    /// Updates the state from the facts. Returns whether anything began or ended.
    pub(crate) fn observe(&self, state: &mut AmbianceState, facts: &impl Facts) -> bool {
        state.presences.resize_with(self.ambiances.len(), Presence::default);
        let (now, most) = (facts.time().micros, self.limits.modifiers);
        let mut changed = false;
        for (code, presence) in self.ambiances.iter().zip(&mut state.presences) {
            match &code.source {
                CompiledSource::Level(level, variables) => {
                    let level = level.number(facts, &mut Bindings::new(*variables));
                    let level = level.filter(|level| level.is_finite()).unwrap_or(0.0).max(0.0);
                    changed |= match code.constant {
                        true => presence.set_constant(level, now),
                        false => presence.set_level(level, now, most),
                    };
                }
                CompiledSource::Things(kind, condition) => {
                    presence.begin_scan();
                    facts.candidates(&Query { kind: Some(*kind), equal: &[] }, &mut |id| {
                        let counts = || condition.holds(facts, &mut condition.bindings(&[id.into()]));
                        if id != Id::SELF && facts.is_a(id, *kind) && counts() {
                            changed |= presence.found(id, now, most);
                        }
                        ControlFlow::Continue(())
                    });
                    changed |= presence.end_scan();
                }
            }
        }
        changed
    }

    /// Adds the change of cost of each action at a time, in microseconds. The sum for one tag is capped.
    pub(crate) fn add(&self, state: &AmbianceState, now: u64, costs: &mut Vec<f64>) {
        if self.ambiances.is_empty() {
            return;
        }
        let mut points: SmallVec<[f64; 8]> = smallvec::smallvec![0.0; self.tags.len()];
        for (code, presence) in self.ambiances.iter().zip(&state.presences) {
            for layer in &presence.layers {
                let seconds = seconds_since(layer.since, now);
                for (tag, modifier) in &code.modifiers {
                    if let Some(points) = points.get_mut(*tag) {
                        *points += layer.weight * modifier.total(seconds);
                    }
                }
            }
        }
        let cap = self.limits.cap;
        let on = |tag: &usize| points.get(*tag).map_or(0.0, |points| points.clamp(-cap, cap));
        costs.resize(self.tags_of_action.len().max(costs.len()), 0.0);
        for (costs, tags) in costs.iter_mut().zip(&self.tags_of_action) {
            *costs += tags.iter().map(on).sum::<f64>();
        }
    }

    /// The time at which costs will have changed although no facts did, in microseconds: the next multiple of the period while an ambiance
    /// grows or fades, otherwise the time at which it begins to.
    pub(crate) fn next_change(&self, state: &AmbianceState, now: u64, period: u64) -> Option<u64> {
        let period = if period == 0 { DEFAULT_PERIOD } else { period };
        let mut next: Option<u64> = None;
        for (code, presence) in self.ambiances.iter().zip(&state.presences) {
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
