//! Writing percepts into memory.

use super::declare::{Declare, Observation, Own, Percept, PropertyRow};
use super::error::GameError;
use crate::{Facts, Id, Kind, Memory, MemoryError, Property, Thing, Value};
use std::any::{Any, TypeId, type_name};
use std::sync::Arc;

/// The declared types with their handles.
#[derive(Clone, Default)]
pub(super) struct Registry {
    types: Vec<Registered>,
}

#[derive(Clone)]
struct Registered {
    of: TypeId,
    names: Arc<dyn Any + Send + Sync>,
}

impl Registry {
    /// The handles of a type, which is declared if necessary.
    pub(super) fn declare<T: Declare>(&mut self, declare: impl FnOnce() -> T::Names) -> T::Names {
        if let Some((_, names)) = self.find::<T>() {
            return names.clone();
        }
        let names = declare();
        self.types.push(Registered { of: TypeId::of::<T>(), names: Arc::new(names.clone()) });
        names
    }

    /// The number of a type, and its handles.
    fn find<T: Declare>(&self) -> Option<(usize, &T::Names)> {
        let at = self.types.iter().position(|registered| registered.of == TypeId::of::<T>())?;
        Some((at, self.types[at].names.downcast_ref()?))
    }

    fn known<T: Declare>(&self) -> Result<(usize, &T::Names), GameError> {
        self.find::<T>().ok_or(GameError::Undeclared(type_name::<T>()))
    }
}

/// The last percepts of an agent.
#[derive(Default)]
pub(super) struct Perception {
    /// The things perceived last, by number of the percept type.
    present: Vec<Vec<Id>>,
    row: PropertyRow,
}

impl Perception {
    /// Writes all things of one type that are perceived now, and forgets those that are not.
    pub(super) fn perceive<I>(
        &mut self,
        registry: &Registry,
        memory: &mut Memory,
        percepts: I,
    ) -> Result<(), GameError>
    where
        I: IntoIterator<Item: Observation>,
    {
        let (at, names) = registry.known::<PerceptOf<I>>()?;
        if self.present.len() <= at {
            self.present.resize_with(at + 1, Vec::new);
        }
        let before = std::mem::take(&mut self.present[at]);
        let mut now = Vec::with_capacity(before.len());
        let mut stored = Ok(());
        for percept in percepts {
            let (id, percept) = percept.observe();
            stored = stored.and(self.store(names, memory, id, percept));
            now.push(id);
        }
        self.present[at] = now;
        if before != self.present[at] {
            let mut sorted = self.present[at].clone();
            sorted.sort_unstable();
            for id in before.into_iter().filter(|id| sorted.binary_search(id).is_err()) {
                self.lose::<PerceptOf<I>>(names, memory, id);
            }
        }
        Ok(stored?)
    }

    /// Writes some things without forgetting others.
    pub(super) fn notice<I>(
        &mut self,
        registry: &Registry,
        memory: &mut Memory,
        percepts: I,
    ) -> Result<(), GameError>
    where
        I: IntoIterator<Item: Observation>,
    {
        let (_, names) = registry.known::<PerceptOf<I>>()?;
        for percept in percepts {
            let (id, percept) = percept.observe();
            self.store(names, memory, id, percept)?;
        }
        Ok(())
    }

    /// Writes the agent's own properties.
    pub(super) fn own<T: Own>(
        &mut self,
        registry: &Registry,
        memory: &mut Memory,
        own: &T,
    ) -> Result<(), GameError> {
        let (_, names) = registry.known::<T>()?;
        self.row.entries.clear();
        own.write(names, &mut self.row);
        Ok(self.row.update(memory, Id::SELF)?)
    }

    fn store<P: Percept>(
        &mut self,
        names: &P::Names,
        memory: &mut Memory,
        id: Id,
        percept: &P,
    ) -> Result<(), MemoryError> {
        self.row.entries.clear();
        percept.write(names, &mut self.row);
        let kind = P::kind(names);
        match memory.thing(id) {
            None => return self.row.add(memory, id, kind),
            Some(thing) if !thing.is_a(kind) => {
                let kinds: Vec<Kind> = thing.kinds().collect();
                memory.put(kinds.into_iter().fold(Thing::new(id).kind(kind), Thing::kind))?;
            }
            Some(_) => {}
        }
        self.row.update(memory, id)
    }

    /// A thing is no longer perceived as one type. If it still is as another, only the kind and properties of the first are removed.
    fn lose<P: Percept>(&self, names: &P::Names, memory: &mut Memory, id: Id) {
        if !self.present.iter().any(|present| present.contains(&id)) {
            memory.remove(id);
            return;
        }
        for property in P::properties(names) {
            memory.unset(id, property);
        }
        let lost = P::kind(names);
        let others = memory.thing(id).into_iter().flat_map(Thing::kinds).filter(|kind| *kind != lost);
        let others: Vec<Value> = others.map(|kind| Value::Symbol(kind.symbol())).collect();
        // The kind of the other percept remains, so this cannot fail.
        let _ = memory.set_all(id, Property::KIND, others);
    }
}

type PerceptOf<I> = <<I as IntoIterator>::Item as Observation>::Percept;

impl PropertyRow {
    fn add(&mut self, memory: &mut Memory, id: Id, kind: Kind) -> Result<(), MemoryError> {
        let mut thing = Thing::new(id).kind(kind);
        for entry in self.entries.drain(..).filter(|entry| !entry.values.is_empty()) {
            thing = match entry.values.first() {
                Some(&Value::Number(amount)) if entry.divisible => thing.divisible(entry.property, amount),
                _ => thing.with_all(entry.property, entry.values),
            };
        }
        memory.put(thing)
    }

    /// Writes the values that differ from those in memory.
    fn update(&mut self, memory: &mut Memory, id: Id) -> Result<(), MemoryError> {
        let mut written = false;
        for entry in self.entries.drain(..) {
            let known = memory.values(id, entry.property);
            let same = known.as_slice() == &entry.values[..];
            // Writing an unchanged value only marks the thing as seen; one property is enough for that.
            if same && (written || entry.values.is_empty()) {
                continue;
            }
            match entry.values.first() {
                None => _ = memory.unset(id, entry.property),
                Some(&Value::Number(amount)) if entry.divisible => {
                    memory.set_divisible(id, entry.property, amount)?;
                }
                Some(_) => memory.set_all(id, entry.property, entry.values)?,
            }
            written = true;
        }
        Ok(())
    }
}
