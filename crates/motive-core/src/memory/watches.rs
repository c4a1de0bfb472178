//! Watching for changes.
//!
//! Every change advances a clock and stamps the watched channels. Checking for changes is a comparison of numbers, and changes that are not
//! watched cost almost nothing.

use super::thing::{PropertyEntry, Thing};
use crate::mind::prefetch_slice;
use crate::vocabulary::{Dependency, Kind, Property, Relation, Threshold, Value};
use smallvec::SmallVec;

/// One [`Dependency`] that is watched in one memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Channel(u32);

/// A set of channels that is watched for changes, from [`Memory::watch_for_change`](super::Memory::watch_for_change).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WatchToken(u64);

// In this order, what every write touches lies together.
#[repr(C)]
#[derive(Clone, Debug, Default)]
pub(super) struct Watches {
    clock: u64,
    /// The watch that was started last. Earlier ones count as changed.
    token: WatchToken,
    /// The channel for any change at all.
    anything: Option<Channel>,
    /// A channel of that watch was stamped.
    changed: bool,
    /// A channel that belongs to every watch was stamped.
    always_changed: bool,
    /// A channel of that watch belongs to every watch, so `changed` does not tell whether it was stamped.
    overlaps: bool,
    /// The watchers of properties, sorted by property. Every write searches here.
    by_property: SmallVec<[Watcher; 4]>,
    /// By channel: its last change, and the watch it belongs to.
    channels: SmallVec<[ChannelState; 4]>,
    /// How many channels belong to every watch.
    always: u32,
    /// By channel: its dependency.
    dependencies: Vec<Dependency>,
    /// All channels, sorted by dependency.
    ordered: Vec<Channel>,
}

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

/// Up to this many watchers are searched linearly.
const FEW_WATCHERS: usize = 8;

/// A watched property, or a watched threshold on it.
#[derive(Clone, Copy, Debug)]
struct Watcher {
    property: Property,
    things: WatchedThings,
    threshold: Option<Threshold>,
    channel: Channel,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum WatchedThings {
    Any,
    Own,
    Kind(Kind),
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

    pub(super) fn watch(&mut self, dependency: Dependency) -> Channel {
        let place = match self.find(dependency) {
            Ok(channel) => return channel,
            Err(place) => place,
        };
        let channel = Channel(self.channels.len() as u32);
        self.channels.push(ChannelState { version: self.clock, token: WatchToken::default() });
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
            let place = self.by_property.partition_point(|known| known.property <= property);
            self.by_property.insert(place, Watcher { property, things, threshold, channel });
        }
        if dependency == Dependency::Anything {
            self.anything = Some(channel);
        }
        channel
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

    /// Whether channels are those of these dependencies, in this order.
    pub(super) fn are(&self, channels: &[Channel], dependencies: &[Dependency]) -> bool {
        channels.len() == dependencies.len()
            && channels.iter().zip(dependencies).all(|(channel, on)| self.dependency(*channel) == Some(on))
    }

    /// Prefetches what it refers to.
    pub(super) fn prefetch(&self) {
        prefetch_slice(&self.channels);
        prefetch_slice(&self.dependencies);
    }

    #[inline]
    fn tick(&mut self) {
        self.clock += 1;
        if let Some(channel) = self.anything {
            self.mark(channel);
        }
    }

    fn mark(&mut self, channel: Channel) {
        if let Some(state) = self.channels.get_mut(channel.0 as usize) {
            state.mark(self.clock, self.token, &mut self.changed, &mut self.always_changed);
        }
    }

    fn stamp(&mut self, dependency: Dependency) {
        if let Ok(channel) = self.find(dependency) {
            self.mark(channel);
        }
    }

    /// How many watchers of properties there are.
    pub(super) fn property_watchers(&self) -> usize {
        self.by_property.len()
    }

    /// Where the watchers of a property begin.
    pub(super) fn first_watcher(&self, property: Property) -> usize {
        if self.by_property.len() <= FEW_WATCHERS {
            self.by_property.iter().take_while(|known| known.property < property).count()
        } else {
            self.by_property.partition_point(|known| known.property < property)
        }
    }

    #[inline(always)]
    fn stamp_property(
        &mut self,
        property: Property,
        first: usize,
        own: bool,
        is_a: impl Fn(Kind) -> bool,
        passes: impl Fn(Threshold) -> bool,
    ) {
        let Self { by_property, channels, clock, token, changed, always_changed, .. } = self;
        for watcher in
            by_property.get(first..).unwrap_or_default().iter().take_while(|known| known.property == property)
        {
            let concerned = match watcher.things {
                WatchedThings::Any => true,
                WatchedThings::Own => own,
                WatchedThings::Kind(kind) => is_a(kind),
            };
            if concerned
                && watcher.threshold.is_none_or(&passes)
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
        first_watcher: u16,
        (old, new): (f64, f64),
    ) {
        self.tick();
        let first = match first_watcher {
            PropertyEntry::NOT_INDEXED => self.first_watcher(property),
            first => first.into(),
        };
        let passes = |threshold: Threshold| threshold.separates(old, new);
        self.stamp_property(property, first, own, |kind| thing.is_a(kind), passes);
    }

    /// A property of a thing, or of the agent itself, changed.
    pub(super) fn property_changed(&mut self, thing: &Thing, property: Property, own: bool, old: &[Value]) {
        self.tick();
        let passes = |threshold: Threshold| match (old, thing.values(property)) {
            ([Value::Number(old)], Some([Value::Number(new)])) => threshold.separates(*old, *new),
            _ => true,
        };
        self.stamp_property(property, self.first_watcher(property), own, |kind| thing.is_a(kind), passes);
    }

    /// A thing was added or removed: its existence, kinds and properties changed.
    pub(super) fn thing_changed(&mut self, thing: &Thing) {
        self.tick();
        if self.dependencies.is_empty() {
            return;
        }
        for kind in thing.kinds() {
            self.stamp(Dependency::Kind(kind));
        }
        let properties = thing.entries.iter().map(|entry| entry.property);
        for property in properties.chain([Property::ID]) {
            let first = self.first_watcher(property);
            self.stamp_property(property, first, false, |kind| thing.is_a(kind), |_| true);
        }
    }

    pub(super) fn relation_changed(&mut self, relation: Relation) {
        self.tick();
        self.stamp(Dependency::Relation(relation));
    }
}
