//! Areas with an ambiance, and those whom it moves.

use super::rate::Modifier;
use motive_core::vocabulary::{Id, Point, Symbol};
use smallvec::SmallVec;
use std::collections::VecDeque;

/// What moves somebody: the tags that they mind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Temper {
    minds: SmallVec<[Symbol; 4]>,
}

impl Temper {
    /// Minds these.
    #[must_use]
    pub fn new(tags: impl IntoIterator<Item = Symbol>) -> Self {
        Self { minds: tags.into_iter().collect() }
    }

    /// Whether they mind a tag.
    #[must_use]
    pub fn minds(&self, tag: Symbol) -> bool {
        self.minds.contains(&tag)
    }
}

/// What keeps an ambiance from running away with a whole city (all ours).
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Guards {
    /// How much all modifiers of one tag may put on a cost together, either way.
    pub cap: f64,
    /// How many modifiers an area holds; the oldest go first.
    pub modifiers: usize,
    /// For how many seconds after an event of one tag no other of that tag is taken up in the area.
    pub refractory: f64,
    /// Whether an event without a dampener is refused.
    pub dampened_events: bool,
}

impl Default for Guards {
    fn default() -> Self {
        Self { cap: 100.0, modifiers: 256, refractory: 0.0, dampened_events: true }
    }
}

impl Guards {
    /// No guards at all.
    #[must_use]
    pub fn off() -> Self {
        Self { cap: f64::INFINITY, modifiers: usize::MAX, refractory: 0.0, dampened_events: false }
    }
}

#[derive(Clone, Debug, PartialEq)]
struct Active {
    modifier: Modifier,
    since: f64,
}

/// A modifier that moves those near a thing.
#[derive(Clone, Debug, PartialEq)]
pub struct Around {
    /// The thing.
    pub thing: Id,
    /// Where it is.
    pub place: Point,
    /// How near one must be.
    pub within: f64,
    /// What it does.
    pub modifier: Modifier,
}

/// A part of the world with an ambiance. Those inside, whenever they came in, are moved by what is active in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Area {
    guards: Guards,
    active: VecDeque<Active>,
    around: Vec<Around>,
    /// By tag: when its last event was taken up.
    last: SmallVec<[(Symbol, f64); 4]>,
}

impl Area {
    /// A part of the world without any ambiance yet.
    #[must_use]
    pub fn new(guards: Guards) -> Self {
        Self { guards, active: VecDeque::new(), around: Vec::new(), last: SmallVec::new() }
    }

    /// Location ambiance: a modifier that belongs to the place, from this second on.
    pub fn add(&mut self, modifier: Modifier, now: f64) {
        self.push(Active { modifier, since: now });
    }

    /// Event ambiance: an action that was done here brings a modifier. Says whether it was taken up: not if it has no dampener and
    /// must have one, nor if the last event of its tag was too short a while ago.
    pub fn event(&mut self, modifier: Modifier, now: f64) -> bool {
        let undamped = self.guards.dampened_events && modifier.dampener.is_none();
        let last = self.last.iter().position(|(tag, _)| *tag == modifier.tag);
        let known = last.and_then(|at| self.last.get_mut(at));
        let recent = known.as_ref().is_some_and(|(_, at)| now - at < self.guards.refractory);
        if undamped || recent {
            return false;
        }
        match known {
            Some((_, at)) => *at = now,
            None => self.last.push((modifier.tag, now)),
        }
        self.push(Active { modifier, since: now });
        true
    }

    /// Object ambiance: a thing moves those near it, or all in the area if it reaches that far.
    pub fn surround(&mut self, around: Around) {
        self.around.retain(|known| known.thing != around.thing || known.modifier.tag != around.modifier.tag);
        self.around.push(around);
    }

    /// A thing left: what surrounded it is gone.
    pub fn leave(&mut self, thing: Id) {
        self.around.retain(|around| around.thing != thing);
    }

    /// Drops what has come and gone. Gives how many modifiers are left.
    pub fn settle(&mut self, now: f64) -> usize {
        self.active.retain(|active| !active.modifier.is_over(now - active.since));
        self.active.len()
    }

    /// What is put on the cost of an action with these tags, for somebody of this temper.
    #[must_use]
    pub fn on(&self, tags: &[Symbol], temper: &Temper, now: f64) -> f64 {
        self.total(tags, temper, now, None)
    }

    /// As [`Area::on`], for somebody at a place: things nearby count too.
    #[must_use]
    pub fn on_at(&self, tags: &[Symbol], temper: &Temper, now: f64, place: Point) -> f64 {
        self.total(tags, temper, now, Some(place))
    }

    fn total(&self, tags: &[Symbol], temper: &Temper, now: f64, place: Option<Point>) -> f64 {
        let mut sum = 0.0;
        for tag in tags.iter().filter(|tag| temper.minds(**tag)) {
            let of_area = self.active.iter().filter(|active| active.modifier.tag == *tag);
            let mut of_tag: f64 = of_area.map(|active| active.modifier.total(now - active.since)).sum();
            if let Some(place) = place {
                let near = |around: &&Around| {
                    around.modifier.tag == *tag && place.distance(around.place) <= around.within
                };
                of_tag += self.around.iter().filter(near).map(|around| around.modifier.amount).sum::<f64>();
            }
            sum += of_tag.clamp(-self.guards.cap, self.guards.cap);
        }
        sum
    }

    fn push(&mut self, active: Active) {
        if active.modifier.check().is_err() {
            return;
        }
        if self.active.len() >= self.guards.modifiers {
            self.active.pop_front();
        }
        self.active.push_back(active);
    }
}
