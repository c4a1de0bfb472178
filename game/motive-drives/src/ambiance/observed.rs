//! Ambiances that agents observe: declared to planners, compiled, and for each agent since when.

use super::area::{AmbianceLimits, Sensitivity};
use super::modifier::{Modifier, RateError};
use motive_core::condition::{
    Bindings, BuildError, CompiledCondition, CompiledExpr, Condition, Expr, ReadSet, Scope,
};
use motive_core::vocabulary::{Dependency, Facts, Id, Kind, Query, Symbol, Value, Vocabulary};
use smallvec::SmallVec;
use std::ops::ControlFlow;
use std::sync::Arc;

/// What is wrong with an ambiance.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum AmbianceError {
    /// A condition or expression cannot be built.
    /// Its parts: the ambiance, what is wrong.
    #[error("the ambiance `{0}`: {1}")]
    Build(String, #[source] BuildError),
    /// The amount or time of a modifier is invalid.
    /// Its parts: the ambiance, what is wrong.
    #[error("the ambiance `{0}`: {1}")]
    Rate(String, #[source] RateError),
}

/// Where an ambiance comes from.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum AmbianceSource {
    /// The strength of the ambiance. Each increase has a start time of its own.
    Level(Expr),
    /// Things of a kind that satisfy a condition. Each has a start time of its own.
    Things(Kind, Condition),
}

/// An ambiance that a planner observes in the agent's memory. The planner keeps the start time, so that the effect on costs can grow and
/// fade.
///
/// An [`Area`](super::Area) belongs to a world, which computes the costs and tells its agents. An ambiance belongs to the agent: it begins
/// when the agent learns of its source and ends at once when the source is gone. The [`Modifier`]s say how it grows and fades in between.
///
/// ```
/// use motive::drives::ambiance::{Ambiance, Modifier, Rate, Sensitivity};
/// use motive::drives::goap::{Goap, GoapAction, GoapGoal, GoapBehaviour};
/// use motive::kernel::{Budget, Expr, Memory, Time, Type, Vocabulary};
///
/// let mut names = Vocabulary::new();
/// let (loud, done, inside) = (names.symbol("loud"), names.own("done", Type::Bool), names.own("inside", Type::Bool));
/// let (chat, browse) = (names.action("chat", 0), names.action("browse", 0));
/// let names = names.finish()?;
///
/// // The quiet of the library builds up: what is loud costs 5 more after 4 seconds.
/// let quiet = Ambiance::while_so("quiet", Expr::own(inside).equals(true)).puts(Modifier::new(loud, 5.0, Rate::Over(4.0)));
/// let mut goap = Goap::new(names.clone());
/// let met = goap.truth("met", Expr::own(done).equals(true));
/// goap.action(GoapAction::new(chat, vec![], 2.0).tagged([loud]).sets(met, true));
/// goap.action(GoapAction::new(browse, vec![], 4.0).sets(met, true));
/// goap.goal(GoapGoal::fixed("meet", 1.0).wants(met, true));
/// goap.ambiance(quiet).sensitive_to(Sensitivity::new([loud]));
/// let mut visitor = GoapBehaviour::new(goap.build()?);
///
/// let mut memory = Memory::new(names);
/// memory.set_own(done, false)?;
/// memory.set_own(inside, true)?;
/// let mut at = |second: u64| {
///     memory.set_time(Time::of_tick(second, 1_000_000));
///     visitor.update(&memory, &mut Budget::default());
///     visitor.rest().join(" ")
/// };
/// assert_eq!([at(0), at(1), at(2)], ["chat", "chat", "browse"]); // 2, 3.25 and 4.5 against 4
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct Ambiance {
    pub(super) name: Arc<str>,
    pub(super) source: AmbianceSource,
    pub(super) modifiers: Vec<Modifier>,
}

impl Ambiance {
    fn new(name: &str, source: AmbianceSource) -> Self {
        Self { name: name.into(), source, modifiers: Vec::new() }
    }

    /// An ambiance that is present while a condition holds: in a place, at an hour.
    pub fn while_so(name: &str, condition: impl Into<Condition>) -> Self {
        Self::new(name, AmbianceSource::Level(Expr::when(condition.into(), 1, 0)))
    }

    /// An ambiance whose strength is a number, such as how often something was seen lately. Each increase begins when it is observed; when
    /// the number falls, the oldest part ends first. An unknown or negative number counts as 0.
    pub fn counted(name: &str, times: impl Into<Expr>) -> Self {
        Self::new(name, AmbianceSource::Level(times.into()))
    }

    /// An ambiance that comes from every thing of a kind that satisfies a condition, such as being near. The condition refers to the thing
    /// as `it`.
    pub fn around(name: &str, kind: Kind, condition: impl Into<Condition>) -> Self {
        Self::new(name, AmbianceSource::Things(kind, condition.into()))
    }

    /// Adds a modifier. Several add up.
    pub fn puts(mut self, modifier: Modifier) -> Self {
        self.modifiers.push(modifier);
        self
    }
}

/// How often a changing ambiance is evaluated again if nothing else says so, in microseconds. Our choice.
const DEFAULT_PERIOD: u64 = 200_000;

#[derive(Clone, Debug)]
enum CompiledAmbianceSource {
    Level(CompiledExpr, usize),
    Things(Kind, CompiledCondition),
}

#[derive(Clone, Debug)]
struct CompiledAmbiance {
    source: CompiledAmbianceSource,
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
            let wrong = |source| AmbianceError::Build(ambiance.name.to_string(), source);
            let mut modifiers = Vec::new();
            for modifier in &ambiance.modifiers {
                modifier.check().map_err(|source| AmbianceError::Rate(ambiance.name.to_string(), source))?;
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
                CompiledAmbianceSource::Level(level, variables) => {
                    let level = level.number(facts, &mut Bindings::new(*variables));
                    let level = level.filter(|level| level.is_finite()).unwrap_or(0.0).max(0.0);
                    changed |= match code.constant {
                        true => presence.set_constant(level, now),
                        false => presence.set_level(level, now, most),
                    };
                }
                CompiledAmbianceSource::Things(kind, condition) => {
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

fn source(
    source: &AmbianceSource,
    names: &Vocabulary,
    reads: &mut ReadSet,
) -> Result<CompiledAmbianceSource, BuildError> {
    let mut scope = Scope::new(names);
    let code = match source {
        AmbianceSource::Level(level) => {
            let level = scope.expression(level)?;
            CompiledAmbianceSource::Level(level, scope.names().len())
        }
        AmbianceSource::Things(kind, condition) => {
            scope.parameter("it")?;
            reads.add(Dependency::Kind(*kind));
            CompiledAmbianceSource::Things(*kind, scope.condition(condition)?)
        }
    };
    reads.extend(scope.reads());
    Ok(code)
}

/// A part of an ambiance that began at one time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Layer {
    /// The thing that it comes from; [`Id::SELF`] if it comes from none.
    pub(super) thing: Id,
    pub(super) weight: f64,
    /// The start time in microseconds.
    pub(super) since: u64,
    /// Whether the thing was found in the last scan.
    present: bool,
}

impl Layer {
    const fn of(weight: f64, since: u64) -> Self {
        Self { thing: Id::SELF, weight, since, present: true }
    }
}

/// The state of one ambiance for one agent.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Presence {
    level: f64,
    /// Sorted by age, or by thing.
    pub(super) layers: Vec<Layer>,
}

impl Presence {
    /// Sets the level of an ambiance that does not change with time, so that all of it is one layer. Returns whether the level changed.
    pub(super) fn set_constant(&mut self, level: f64, now: u64) -> bool {
        let changed = level != self.level;
        if changed {
            self.level = level;
            self.layers.clear();
            self.layers.extend((level > 0.0).then_some(Layer::of(level, now)));
        }
        changed
    }

    /// Sets the level. An increase begins now; a decrease is taken from the oldest layers. Beyond `most` layers the two oldest are merged.
    /// Returns whether the level changed.
    pub(super) fn set_level(&mut self, level: f64, now: u64, most: usize) -> bool {
        if level == self.level {
            return false;
        }
        let rise = level - std::mem::replace(&mut self.level, level);
        if level <= 0.0 {
            self.layers.clear();
        } else if rise > 0.0 {
            self.layers.push(Layer::of(rise, now));
            if self.layers.len() > most.max(1) {
                let next = self.layers.remove(1);
                self.layers.iter_mut().take(1).for_each(|oldest| oldest.weight += next.weight);
            }
        } else {
            self.take(-rise);
        }
        true
    }

    fn take(&mut self, mut weight: f64) {
        let mut gone = 0;
        for layer in &mut self.layers {
            if layer.weight > weight {
                layer.weight -= weight;
                break;
            }
            weight -= layer.weight;
            gone += 1;
        }
        self.layers.drain(..gone);
    }

    /// Begins a scan for things.
    pub(super) fn begin_scan(&mut self) {
        self.layers.iter_mut().for_each(|layer| layer.present = false);
    }

    /// A thing was found. Beyond `most` things, further ones are ignored. Returns whether it is new.
    pub(super) fn found(&mut self, thing: Id, now: u64, most: usize) -> bool {
        match self.layers.binary_search_by_key(&thing, |layer| layer.thing) {
            Ok(at) => {
                self.layers.iter_mut().skip(at).take(1).for_each(|layer| layer.present = true);
                false
            }
            Err(_) if self.layers.len() >= most => false,
            Err(at) => {
                self.layers.insert(at, Layer { thing, weight: 1.0, since: now, present: true });
                true
            }
        }
    }

    /// Ends the scan: things that were not found are removed. Returns whether any were.
    pub(super) fn end_scan(&mut self) -> bool {
        let before = self.layers.len();
        self.layers.retain(|layer| layer.present);
        self.layers.len() < before
    }
}

/// The state of all ambiances for one agent.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct AmbianceState {
    /// By ambiance.
    pub(super) presences: Vec<Presence>,
}

/// The number of values per saved layer.
const SAVED: usize = 4;

impl AmbianceState {
    /// The layers as a value, if there are any.
    pub(crate) fn save(&self) -> Option<Value> {
        let mut values = Vec::new();
        for (number, presence) in self.presences.iter().enumerate() {
            for layer in &presence.layers {
                values.extend([
                    Value::Number(number as f64),
                    Value::Id(layer.thing),
                    Value::Number(layer.weight),
                    Value::Number(layer.since as f64),
                ]);
            }
        }
        (!values.is_empty()).then(|| Value::List(values.into()))
    }

    /// The state from a saved value. Invalid parts are left out.
    pub(crate) fn restored(state: &Value, ambiances: usize) -> Self {
        let mut presences = vec![Presence::default(); ambiances];
        let Value::List(values) = state else { return Self { presences } };
        for part in values.chunks_exact(SAVED) {
            let [Value::Number(number), Value::Id(thing), Value::Number(weight), Value::Number(since)] = part
            else {
                continue;
            };
            let sensible = *number >= 0.0 && *weight > 0.0 && weight.is_finite() && *since >= 0.0;
            if let Some(presence) = presences.get_mut(*number as usize).filter(|_| sensible) {
                presence.level += weight;
                presence.layers.push(Layer {
                    thing: *thing,
                    weight: *weight,
                    since: *since as u64,
                    present: true,
                });
            }
        }
        for presence in &mut presences {
            // Layers of things are searched by thing; those of a level keep their order.
            presence.layers.sort_by_key(|layer| layer.thing);
        }
        Self { presences }
    }
}
