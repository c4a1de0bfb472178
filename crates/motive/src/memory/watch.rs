//! Who wants to know of which changes.
//!
//! Every change moves a clock forward and stamps the channels that someone watches. Asking whether something changed is then
//! a comparison of numbers, and changes that nobody watches cost next to nothing.

use super::resource::Resource;
use crate::vocabulary::{Dependency, Kind, Property, Relation};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// Stands for one [`Dependency`] that is watched in one memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Channel(u32);

#[derive(Clone, Debug, Default)]
pub(super) struct Watches {
    clock: u64,
    versions: Vec<u64>,
    channels: FxHashMap<Dependency, Channel>,
    /// The watchers of each property, by its number: every write looks here.
    by_property: Vec<SmallVec<[(Whose, Channel); 2]>>,
    /// The channel of those who watch everything.
    anything: Option<Channel>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Whose {
    Anyone,
    Own,
    Kind(Kind),
}

impl Watches {
    pub(super) fn clock(&self) -> u64 {
        self.clock
    }

    pub(super) fn version(&self, channel: Channel) -> u64 {
        self.versions.get(channel.0 as usize).copied().unwrap_or(self.clock)
    }

    pub(super) fn watch(&mut self, dependency: Dependency) -> Channel {
        if let Some(channel) = self.channels.get(&dependency) {
            return *channel;
        }
        let channel = Channel(self.versions.len() as u32);
        self.versions.push(self.clock);
        self.channels.insert(dependency, channel);
        let whose = match dependency {
            Dependency::Property(property) => Some((property, Whose::Anyone)),
            Dependency::Own(property) => Some((property, Whose::Own)),
            Dependency::KindProperty(kind, property) => Some((property, Whose::Kind(kind))),
            Dependency::Kind(_) | Dependency::Relation(_) | Dependency::Anything => None,
        };
        if let Some((property, whose)) = whose {
            if self.by_property.len() <= property.index() {
                self.by_property.resize_with(property.index() + 1, SmallVec::new);
            }
            self.by_property[property.index()].push((whose, channel));
        }
        if dependency == Dependency::Anything {
            self.anything = Some(channel);
        }
        channel
    }

    fn tick(&mut self) {
        self.clock += 1;
        if let Some(channel) = self.anything {
            self.versions[channel.0 as usize] = self.clock;
        }
    }

    fn stamp(&mut self, dependency: Dependency) {
        if let Some(channel) = self.channels.get(&dependency) {
            self.versions[channel.0 as usize] = self.clock;
        }
    }

    fn stamp_property(&mut self, property: Property, own: bool, is_a: impl Fn(Kind) -> bool) {
        let Some(watchers) = self.by_property.get(property.index()) else { return };
        for (whose, channel) in watchers {
            let concerned = match whose {
                Whose::Anyone => true,
                Whose::Own => own,
                Whose::Kind(kind) => is_a(*kind),
            };
            if concerned {
                self.versions[channel.0 as usize] = self.clock;
            }
        }
    }

    pub(super) fn property_changed(&mut self, thing: &Resource, property: Property, own: bool) {
        self.tick();
        self.stamp_property(property, own, |kind| thing.is_a(kind));
    }

    /// A thing came or went: its kinds, its existence and each of its properties changed.
    pub(super) fn thing_changed(&mut self, thing: &Resource) {
        self.tick();
        if self.channels.is_empty() {
            return;
        }
        for kind in thing.kinds() {
            self.stamp(Dependency::Kind(kind));
        }
        self.stamp_property(Property::ID, false, |kind| thing.is_a(kind));
        for entry in &thing.entries {
            self.stamp_property(entry.property, false, |kind| thing.is_a(kind));
        }
    }

    pub(super) fn relation_changed(&mut self, relation: Relation) {
        self.tick();
        self.stamp(Dependency::Relation(relation));
    }
}
