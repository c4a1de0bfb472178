//! Watching for changes.
//!
//! Every change advances a clock and stamps the watched channels. Checking for changes is a comparison of numbers, and changes that are not
//! watched cost almost nothing.

use super::thing::Thing;
use crate::prefetch::prefetch_slice;
use crate::vocabulary::{Dependency, Kind, Property, Relation, Threshold, Value};
use smallvec::{SmallVec, smallvec};
use std::sync::{Arc, LazyLock};

/// One [`Dependency`] that is watched in one memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Channel(u32);

/// A set of channels that is watched for changes, from [`Memory::watch_for_change`](super::Memory::watch_for_change).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WatchToken(u64);

// In this order, what every write touches lies together.
#[repr(C)]
#[derive(Clone, Debug)]
pub(super) struct Watches {
    clock: u64,
    /// The watch that was started last. Earlier ones count as changed.
    token: WatchToken,
    /// What is watched.
    table: Arc<WatchTable>,
    /// A channel of that watch was stamped.
    changed: bool,
    /// A channel that belongs to every watch was stamped.
    always_changed: bool,
    /// A channel of that watch belongs to every watch, so `changed` does not tell whether it was stamped.
    overlaps: bool,
    /// How many channels belong to every watch.
    always: u32,
    /// By channel: its last change, and the watch it belongs to.
    channels: SmallVec<[ChannelState; 4]>,
}

/// What is watched in a memory, but not what has changed: the agents of one character share one, until one of them watches more.
#[derive(Clone, Debug, Default)]
pub struct WatchTable {
    /// The watchers of properties, sorted by property; of each property first those that do not ask for a kind.
    by_property: Vec<Watcher>,
    /// By property: where its watchers are.
    places: Vec<WatcherPlaces>,
    /// The channel for any change at all.
    anything: Option<Channel>,
    /// By channel: its dependency.
    dependencies: Vec<Dependency>,
    /// All channels, sorted by dependency.
    ordered: Vec<Channel>,
}

static NOTHING_WATCHED: LazyLock<Arc<WatchTable>> = LazyLock::new(Arc::default);

/// The state of one channel.
#[derive(Clone, Copy, Debug)]
struct ChannelState {
    /// The clock at its last change.
    version: u64,
    /// The last token that it belonged to, or [`WatchToken::ALWAYS`].
    token: WatchToken,
}

impl ChannelState {
    /// Stamps the channel, and marks the watch it belongs to as changed.
    #[inline]
    fn mark(&mut self, clock: u64, watched: WatchToken, changed: &mut bool, always_changed: &mut bool) {
        self.version = clock;
        *changed |= self.token == watched;
        *always_changed |= self.token == WatchToken::ALWAYS;
    }
}

impl WatchToken {
    const ALWAYS: Self = Self(u64::MAX);
}

/// Where the watchers of a property are in the list of all.
#[derive(Clone, Copy, Debug, Default)]
struct WatcherPlaces {
    first: u32,
    /// Where those begin that ask for a kind.
    of_kinds: u32,
    end: u32,
}

/// A watched property, or a watched threshold on it.
#[derive(Clone, Copy, Debug)]
struct Watcher {
    property: Property,
    things: WatchedThings,
    threshold: Option<Threshold>,
    channel: Channel,
}

impl Watcher {
    /// Whether a change concerns it, as far as its threshold is concerned.
    #[inline(always)]
    fn is_passed(&self, change: Option<(f64, f64)>) -> bool {
        match (self.threshold, change) {
            (Some(threshold), Some((old, new))) => threshold.separates(old, new),
            _ => true,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum WatchedThings {
    Any,
    Own,
    Kind(Kind),
}

impl WatchTable {
    /// Watches what is read.
    pub fn new<'a>(dependencies: impl IntoIterator<Item = &'a Dependency>) -> Self {
        let mut table = Self::default();
        for dependency in dependencies {
            if let Err(place) = table.find(*dependency) {
                table.add(*dependency, place);
            }
        }
        table
    }

    /// The channel of a dependency, if it is watched.
    pub fn channel(&self, dependency: Dependency) -> Option<Channel> {
        self.find(dependency).ok()
    }

    /// The channel of a dependency, or its sorted position.
    fn find(&self, dependency: Dependency) -> Result<Channel, usize> {
        let at =
            self.ordered.binary_search_by_key(&Some(&dependency), |channel| self.dependency(*channel))?;
        Ok(self.ordered[at])
    }

    fn dependency(&self, channel: Channel) -> Option<&Dependency> {
        self.dependencies.get(channel.0 as usize)
    }

    /// Watches something else, whose sorted position this is.
    fn add(&mut self, dependency: Dependency, place: usize) -> Channel {
        let channel = Channel(self.dependencies.len() as u32);
        self.dependencies.push(dependency);
        self.ordered.insert(place, channel);
        let things = match dependency {
            Dependency::Property(property) => Some((property, WatchedThings::Any, None)),
            Dependency::Own(property) => Some((property, WatchedThings::Own, None)),
            Dependency::KindProperty(kind, property) => Some((property, WatchedThings::Kind(kind), None)),
            Dependency::OwnCrosses(property, threshold) => {
                Some((property, WatchedThings::Own, Some(threshold)))
            }
            Dependency::KindCrosses(kind, property, threshold) => {
                Some((property, WatchedThings::Kind(kind), Some(threshold)))
            }
            Dependency::Kind(_) | Dependency::Relation(_) | Dependency::Anything => None,
        };
        if let Some((property, things, threshold)) = things {
            let key =
                |watcher: &Watcher| (watcher.property, matches!(watcher.things, WatchedThings::Kind(_)));
            let watcher = Watcher { property, things, threshold, channel };
            let place = self.by_property.partition_point(|known| key(known) <= key(&watcher));
            self.by_property.insert(place, watcher);
            self.index_by_property();
        }
        if dependency == Dependency::Anything {
            self.anything = Some(channel);
        }
        channel
    }

    fn index_by_property(&mut self) {
        self.places.clear();
        for (at, watcher) in (0..).zip(&self.by_property) {
            let property = watcher.property.index();
            if self.places.len() <= property {
                self.places.resize(property + 1, WatcherPlaces { first: at, of_kinds: at, end: at });
            }
            let places = &mut self.places[property];
            places.end = at + 1;
            if !matches!(watcher.things, WatchedThings::Kind(_)) {
                places.of_kinds = at + 1;
            }
        }
    }

    #[inline(always)]
    fn places(&self, property: Property) -> WatcherPlaces {
        self.places.get(property.index()).copied().unwrap_or_default()
    }

    #[inline(always)]
    fn watchers(&self, first: u32, end: u32) -> &[Watcher] {
        self.by_property.get(first as usize..end as usize).unwrap_or_default()
    }
}

impl Default for Watches {
    fn default() -> Self {
        Self {
            clock: 0,
            token: WatchToken::default(),
            table: NOTHING_WATCHED.clone(),
            changed: false,
            always_changed: false,
            overlaps: false,
            always: 0,
            channels: SmallVec::new(),
        }
    }
}

impl Watches {
    #[inline]
    pub(super) fn clock(&self) -> u64 {
        self.clock
    }

    #[inline]
    pub(super) fn version(&self, channel: Channel) -> u64 {
        self.channels.get(channel.0 as usize).map_or(self.clock, |state| state.version)
    }

    /// These channels belong to every watch from now on.
    pub(super) fn watch_always(&mut self, channels: impl Iterator<Item = Channel>) {
        for channel in channels {
            match self.channels.get_mut(channel.0 as usize).map(|state| &mut state.token) {
                Some(token) if *token == WatchToken::ALWAYS => {}
                Some(token) => {
                    *token = WatchToken::ALWAYS;
                    self.always += 1;
                    self.overlaps = true;
                }
                // A channel of another memory counts as changed.
                None => self.always_changed = true,
            }
        }
    }

    pub(super) fn always(&self) -> u32 {
        self.always
    }

    /// The always-watched channels have been evaluated.
    pub(super) fn reset_always(&mut self) {
        self.always_changed = false;
    }

    pub(super) fn watch_for_change(&mut self, channels: impl Iterator<Item = Channel>) -> WatchToken {
        (self.token, self.changed, self.overlaps) = (WatchToken(self.token.0 + 1), false, false);
        for channel in channels {
            match self.channels.get_mut(channel.0 as usize).map(|state| &mut state.token) {
                Some(token) if *token == WatchToken::ALWAYS => self.overlaps = true,
                Some(token) => *token = self.token,
                None => self.changed = true,
            }
        }
        self.token
    }

    #[inline]
    pub(super) fn is_unchanged(&self, token: WatchToken) -> bool {
        !self.changed && self.is_always_unchanged(token)
    }

    #[inline]
    pub(super) fn is_unchanged_but_always(&self, token: WatchToken) -> bool {
        !self.changed && !self.overlaps && self.token == token
    }

    #[inline]
    pub(super) fn is_always_unchanged(&self, token: WatchToken) -> bool {
        !self.always_changed && self.token == token
    }

    /// Between which numbers a number can change without a change on the channels of the last watch; `None` if any change is one.
    pub(super) fn quiet_range(
        &self,
        thing: &Thing,
        property: Property,
        own: bool,
        number: f64,
    ) -> Option<(f64, f64)> {
        let is_watched = |channel: Channel| {
            let state = self.channels.get(channel.0 as usize);
            state.is_none_or(|state| state.token == self.token || state.token == WatchToken::ALWAYS)
        };
        if self.table.anything.is_some_and(is_watched) {
            return None;
        }
        let places = self.table.places(property);
        let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
        for watcher in self.table.watchers(places.first, places.end) {
            let concerns = match watcher.things {
                WatchedThings::Any => true,
                WatchedThings::Own => own,
                WatchedThings::Kind(kind) => thing.is_a(kind),
            };
            if concerns && is_watched(watcher.channel) {
                let threshold = watcher.threshold?.number();
                low = if threshold <= number { low.max(threshold) } else { low };
                high = if threshold >= number { high.min(threshold) } else { high };
            }
        }
        (low < number && number < high).then_some((low, high))
    }

    /// Watches what a table says, if nothing is watched yet. Returns whether the channels of the table are those of this memory.
    pub(super) fn adopt(&mut self, table: &Arc<WatchTable>) -> bool {
        if self.channels.is_empty() {
            self.table = table.clone();
            let state = ChannelState { version: self.clock, token: WatchToken::default() };
            self.channels = smallvec![state; table.dependencies.len()];
            return true;
        }
        Arc::ptr_eq(&self.table, table)
    }

    pub(super) fn watch(&mut self, dependency: Dependency) -> Channel {
        self.table.find(dependency).unwrap_or_else(|place| {
            self.channels.push(ChannelState { version: self.clock, token: WatchToken::default() });
            Arc::make_mut(&mut self.table).add(dependency, place)
        })
    }

    /// Whether channels are those of these dependencies, in this order.
    pub(super) fn are(&self, channels: &[Channel], dependencies: &[Dependency]) -> bool {
        channels.len() == dependencies.len()
            && channels
                .iter()
                .zip(dependencies)
                .all(|(channel, on)| self.table.dependency(*channel) == Some(on))
    }

    /// Prefetches what it refers to.
    pub(super) fn prefetch(&self) {
        prefetch_slice(&self.channels);
    }

    #[inline]
    fn tick(&mut self) {
        self.clock += 1;
        if let Some(channel) = self.table.anything {
            self.mark(channel);
        }
    }

    fn mark(&mut self, channel: Channel) {
        if let Some(state) = self.channels.get_mut(channel.0 as usize) {
            state.mark(self.clock, self.token, &mut self.changed, &mut self.always_changed);
        }
    }

    fn stamp(&mut self, dependency: Dependency) {
        if let Ok(channel) = self.table.find(dependency) {
            self.mark(channel);
        }
    }

    /// Stamps the watchers of a property of a thing, or of the agent itself. If a number has changed into another, watchers of
    /// thresholds are stamped only if it has passed theirs.
    #[inline(always)]
    fn stamp_property(&mut self, thing: &Thing, property: Property, own: bool, change: Option<(f64, f64)>) {
        let Self { table, channels, clock, token, changed, always_changed, .. } = self;
        let channels = channels.as_mut_slice();
        let places = table.places(property);
        for watcher in table.watchers(places.first, places.of_kinds) {
            if (own || watcher.things == WatchedThings::Any)
                && watcher.is_passed(change)
                && let Some(state) = channels.get_mut(watcher.channel.0 as usize)
            {
                state.mark(*clock, *token, changed, always_changed);
            }
        }
        if places.of_kinds != places.end {
            self.stamp_kinds(thing, places, change);
        }
    }

    /// Stamps the watchers of a property of things of kinds of which this is one.
    #[inline(never)]
    fn stamp_kinds(&mut self, thing: &Thing, places: WatcherPlaces, change: Option<(f64, f64)>) {
        let Self { table, channels, clock, token, changed, always_changed, .. } = self;
        for watcher in table.watchers(places.of_kinds, places.end) {
            if let WatchedThings::Kind(kind) = watcher.things
                && watcher.is_passed(change)
                && thing.is_a(kind)
                && let Some(state) = channels.get_mut(watcher.channel.0 as usize)
            {
                state.mark(*clock, *token, changed, always_changed);
            }
        }
    }

    /// A number of a thing, or of the agent itself, changed.
    #[inline(always)]
    pub(super) fn number_changed(
        &mut self,
        thing: &Thing,
        property: Property,
        own: bool,
        change: (f64, f64),
    ) {
        self.tick();
        self.stamp_property(thing, property, own, Some(change));
    }

    /// A property of a thing, or of the agent itself, changed.
    pub(super) fn property_changed(&mut self, thing: &Thing, property: Property, own: bool, old: &[Value]) {
        self.tick();
        let change = match (old, thing.values(property)) {
            ([Value::Number(old)], Some([Value::Number(new)])) => Some((*old, *new)),
            _ => None,
        };
        self.stamp_property(thing, property, own, change);
    }

    /// A thing was added or removed: its existence, kinds and properties changed.
    pub(super) fn thing_changed(&mut self, thing: &Thing) {
        self.tick();
        if self.channels.is_empty() {
            return;
        }
        for kind in thing.kinds() {
            self.stamp(Dependency::Kind(kind));
        }
        let properties = thing.entries.iter().map(|entry| entry.property);
        for property in properties.chain([Property::ID]) {
            self.stamp_property(thing, property, false, None);
        }
    }

    pub(super) fn relation_changed(&mut self, relation: Relation) {
        self.tick();
        self.stamp(Dependency::Relation(relation));
    }
}
