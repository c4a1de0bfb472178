//! Areas of the world whose ambiance changes what actions cost.

use super::modifier::Modifier;
use motive_core::vocabulary::{Id, Point, Symbol};
use smallvec::SmallVec;
use std::collections::VecDeque;

/// The tags that an agent reacts to. Ambiance on other tags does not change its costs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sensitivity {
    tags: SmallVec<[Symbol; 4]>,
}

impl Sensitivity {
    /// Reacts to these tags.
    pub fn new(tags: impl IntoIterator<Item = Symbol>) -> Self {
        Self { tags: tags.into_iter().collect() }
    }

    /// Whether the agent reacts to a tag.
    pub fn includes(&self, tag: Symbol) -> bool {
        self.tags.contains(&tag)
    }
}

/// Limits that keep ambiances from adding up without end. All of them are our choice.
#[derive(Clone, Debug, PartialEq)]
pub struct AmbianceLimits {
    /// The most that all modifiers of one tag together may add to a cost or take from it.
    pub cap: f64,
    /// The number of modifiers that an area holds. The oldest are dropped first.
    pub modifiers: usize,
    /// The number of seconds after an event in which further events of the same tag are ignored.
    pub refractory: f64,
    /// Whether events without a dampener are ignored.
    pub dampened_events: bool,
}

impl Default for AmbianceLimits {
    fn default() -> Self {
        Self { cap: 100.0, modifiers: 256, refractory: 0.0, dampened_events: true }
    }
}

impl AmbianceLimits {
    /// No limits.
    pub fn off() -> Self {
        Self { cap: f64::INFINITY, modifiers: usize::MAX, refractory: 0.0, dampened_events: false }
    }
}

#[derive(Clone, Debug, PartialEq)]
struct ActiveModifier {
    modifier: Modifier,
    since: f64,
}

/// A modifier that affects agents near an object.
#[derive(Clone, Debug, PartialEq)]
pub struct ObjectModifier {
    /// The object.
    pub id: Id,
    /// Where it is.
    pub place: Point,
    /// The distance within which agents are affected.
    pub within: f64,
    /// The modifier.
    pub modifier: Modifier,
}

/// An area of the world with an ambiance. Its active modifiers affect every agent inside, whenever the agent entered.
#[derive(Clone, Debug, PartialEq)]
pub struct Area {
    limits: AmbianceLimits,
    active: VecDeque<ActiveModifier>,
    objects: Vec<ObjectModifier>,
    /// By tag: the time of its last event.
    last: SmallVec<[(Symbol, f64); 4]>,
}

impl Area {
    /// An area without modifiers.
    pub fn new(limits: AmbianceLimits) -> Self {
        Self { limits, active: VecDeque::new(), objects: Vec::new(), last: SmallVec::new() }
    }

    /// Location ambiance: adds a modifier that belongs to the area, beginning now.
    pub fn add(&mut self, modifier: Modifier, now: f64) {
        self.push(ActiveModifier { modifier, since: now });
    }

    /// Event ambiance: adds the modifier of an action that was done here. Returns `false` if it was ignored: it has no dampener although
    /// one is required, or it follows the last event of its tag too soon.
    pub fn add_event(&mut self, modifier: Modifier, now: f64) -> bool {
        let undamped = self.limits.dampened_events && modifier.dampener.is_none();
        let last = self.last.iter().position(|(tag, _)| *tag == modifier.tag);
        let known = last.and_then(|at| self.last.get_mut(at));
        let recent = known.as_ref().is_some_and(|(_, at)| now - at < self.limits.refractory);
        if undamped || recent {
            return false;
        }
        match known {
            Some((_, at)) => *at = now,
            None => self.last.push((modifier.tag, now)),
        }
        self.push(ActiveModifier { modifier, since: now });
        true
    }

    /// Object ambiance: adds a modifier that affects agents near an object. It replaces an earlier one of the same object and tag.
    pub fn add_object(&mut self, object: ObjectModifier) {
        self.objects.retain(|known| known.id != object.id || known.modifier.tag != object.modifier.tag);
        self.objects.push(object);
    }

    /// Removes the modifiers of an object.
    pub fn remove_object(&mut self, id: Id) {
        self.objects.retain(|object| object.id != id);
    }

    /// Removes expired modifiers. Returns the number of those that are left.
    pub fn remove_expired(&mut self, now: f64) -> usize {
        self.active.retain(|active| !active.modifier.is_over(now - active.since));
        self.active.len()
    }

    /// What the ambiance adds to the cost of an action with these tags, for an agent that reacts to some of them.
    pub fn cost(&self, tags: &[Symbol], sensitivity: &Sensitivity, now: f64) -> f64 {
        self.total(tags, sensitivity, now, None)
    }

    /// Like [`Area::cost`], for an agent at a place: nearby objects count too.
    pub fn cost_at(&self, tags: &[Symbol], sensitivity: &Sensitivity, now: f64, place: Point) -> f64 {
        self.total(tags, sensitivity, now, Some(place))
    }

    fn total(&self, tags: &[Symbol], sensitivity: &Sensitivity, now: f64, place: Option<Point>) -> f64 {
        let mut sum = 0.0;
        for tag in tags.iter().filter(|tag| sensitivity.includes(**tag)) {
            let of_area = self.active.iter().filter(|active| active.modifier.tag == *tag);
            let mut of_tag: f64 = of_area.map(|active| active.modifier.total(now - active.since)).sum();
            if let Some(place) = place {
                let near = |object: &&ObjectModifier| {
                    object.modifier.tag == *tag && place.distance(object.place) <= object.within
                };
                of_tag += self.objects.iter().filter(near).map(|object| object.modifier.amount).sum::<f64>();
            }
            sum += of_tag.clamp(-self.limits.cap, self.limits.cap);
        }
        sum
    }

    fn push(&mut self, active: ActiveModifier) {
        if active.modifier.check().is_err() {
            return;
        }
        if self.active.len() >= self.limits.modifiers {
            self.active.pop_front();
        }
        self.active.push_back(active);
    }
}
