//! Writing what an agent perceives into its memory.

use crate::error::Mistake;
use crate::kernel::{Facts, Id, Kind, Memory, MemoryError, Property, Thing, Value};
use crate::traits::{Declare, DeclaredTypes, MemoryWriter, Observation, Percept, Properties, SelfState};
use std::any::type_name;

/// How many mistakes are kept of an agent.
const MOST_MISTAKES: usize = 16;

/// What an agent perceives now, so that it forgets what it no longer does.
///
/// Every [`Agent`](crate::Agent) has one. A host that keeps memories of its own, as a server does, keeps one beside each memory and writes
/// through [`Perception::of`].
#[derive(Clone, Debug, Default)]
pub struct Perception {
    /// By number of the declared type.
    seen: Vec<SeenThings>,
    mistakes: Vec<Mistake>,
}

/// The things that are perceived as one type.
#[derive(Clone, Debug, Default)]
struct SeenThings {
    /// As they were passed in last.
    last: Vec<Id>,
    /// The same in order, to find one by halves.
    sorted: Vec<Id>,
    /// Room for the next ones.
    next: Vec<Id>,
}

impl SeenThings {
    /// Takes `next` for what is perceived now. Leaves what was perceived before, in order, in `next`, unless it is the same.
    fn turn(&mut self) -> bool {
        if self.next == self.last {
            self.next.clear();
            return false;
        }
        std::mem::swap(&mut self.last, &mut self.next);
        std::mem::swap(&mut self.sorted, &mut self.next);
        self.sorted.clear();
        self.sorted.extend_from_slice(&self.last);
        self.sorted.sort_unstable();
        true
    }
}

impl Perception {
    /// Writes to the memory of the agent whose perception this is.
    pub fn of<'a>(&'a mut self, types: &'a DeclaredTypes, memory: &'a mut Memory) -> Senses<'a> {
        Senses { types, perception: self, memory }
    }

    /// What the game did wrong so far: each mistake once, the first sixteen.
    pub fn mistakes(&self) -> &[Mistake] {
        &self.mistakes
    }

    /// Takes everything for new again, as after the memory was replaced.
    pub fn reset(&mut self) {
        self.seen.clear();
    }

    #[cold]
    fn note(&mut self, mistake: Mistake) {
        if self.mistakes.len() < MOST_MISTAKES && !self.mistakes.contains(&mistake) {
            self.mistakes.push(mistake);
        }
    }
}

/// Tells an agent what it perceives. [`Agent`](crate::Agent) and [`AgentMut`](crate::declare::AgentMut) have the same methods.
pub struct Senses<'a> {
    types: &'a DeclaredTypes,
    perception: &'a mut Perception,
    memory: &'a mut Memory,
}

impl<'a> Senses<'a> {
    /// Passes in all things of one type that the agent perceives now. Things of this type that it perceived before and that are not among
    /// them are forgotten.
    ///
    /// Takes percepts with an id, references to them, or pairs `(id, &percept)`. A percept that has not changed costs a comparison.
    /// A value that memory refuses, and a type that the game has not declared, are [mistakes](Perception::mistakes).
    pub fn perceive<I>(&mut self, percepts: I)
    where
        I: IntoIterator<Item: Observation>,
    {
        self.replace(percepts, |senses, names, id| senses.lose::<PerceptOf<I>>(names, id));
    }

    /// Passes in all things of one type that the agent perceives now, as [`Senses::perceive`] does, but those that it no longer perceives it
    /// remembers as they were, with what `lost` says of them. They stay until it perceives them again, or until [`Senses::forget`].
    ///
    /// ```
    /// # use motive::prelude::*;
    /// # use motive::declare::{Perception, Properties};
    /// # use motive::kernel::{Facts, Memory};
    /// #[derive(Percept)]
    /// struct Thief { id: Id, at: Point }
    ///
    /// /// Declared once, for things of all kinds.
    /// #[derive(Properties)]
    /// struct Sight { visible: bool }
    ///
    /// let game = Game::new().sees::<(Thief, Sight)>().does::<motive::declare::NoActions>()?;
    /// let (mut perception, mut memory) = (Perception::default(), Memory::new(game.vocabulary().clone()));
    /// let mut to = perception.of(game.types(), &mut memory);
    /// let thief = Id::new(7);
    /// to.perceive_lasting([Thief { id: thief, at: Point::flat(3.0, 4.0) }], &Sight { visible: false });
    /// to.describe(thief, &Sight { visible: true });
    ///
    /// to.perceive_lasting([] as [Thief; 0], &Sight { visible: false });
    /// let names = game.vocabulary();
    /// assert_eq!(memory.get(thief, names.find_property("visible").unwrap()), Some(false.into()));
    /// assert_eq!(memory.get(thief, names.find_property("at").unwrap()), Some(Point::flat(3.0, 4.0).into()));
    /// # Ok::<(), motive::Error>(())
    /// ```
    pub fn perceive_lasting<I>(&mut self, percepts: I, lost: &impl Properties)
    where
        I: IntoIterator<Item: Observation>,
    {
        self.replace(percepts, |senses, _, id| {
            if senses.memory.exists(id) {
                senses.describe(id, lost);
            }
        });
    }

    /// Passes in all things of one type, and calls `lose` for those that were passed in before and are not among them.
    fn replace<I>(&mut self, percepts: I, mut lose: impl FnMut(&mut Self, &NamesOf<I>, Id))
    where
        I: IntoIterator<Item: Observation>,
    {
        let Some((at, names)) = self.declared::<PerceptOf<I>>() else { return };
        if self.perception.seen.len() <= at {
            self.perception.seen.resize_with(at + 1, SeenThings::default);
        }
        let mut next = std::mem::take(&mut self.perception.seen[at].next);
        next.clear();
        for percept in percepts {
            let (id, percept) = percept.observe();
            self.store(names, id, percept);
            next.push(id);
        }
        self.perception.seen[at].next = next;
        if self.perception.seen[at].turn() {
            let before = std::mem::take(&mut self.perception.seen[at].next);
            for &id in &before {
                if self.perception.seen[at].sorted.binary_search(&id).is_err() {
                    lose(self, names, id);
                }
            }
            self.perception.seen[at].next = before;
        }
    }

    /// Passes in some things without forgetting others of the type: for things that an agent hears of, or remembers when they are out of
    /// sight. They stay until [`Senses::forget`].
    pub fn remember<I>(&mut self, percepts: I)
    where
        I: IntoIterator<Item: Observation>,
    {
        let Some((_, names)) = self.declared::<PerceptOf<I>>() else { return };
        for percept in percepts {
            let (id, percept) = percept.observe();
            self.store(names, id, percept);
        }
    }

    /// Passes in a thing whose kind depends on its state, as [`Senses::remember`] does: it is of this kind alone from now on.
    pub fn remember_as<T: Properties>(&mut self, kind: Kind, id: Id, part: &T) {
        let Some((_, names)) = self.declared::<T>() else { return };
        let writer = if self.memory.exists(id) {
            if !self.memory.is_a(id, kind) {
                let changed = self.memory.set(id, Property::KIND, Value::Symbol(kind.symbol()));
                self.note(changed);
            }
            MemoryWriter::known(self.memory, id)
        } else {
            MemoryWriter::new(self.memory, id, kind)
        };
        let written = written(names, writer, part);
        self.note(written);
    }

    /// Forgets a thing. Returns whether it was known.
    pub fn forget(&mut self, id: Id) -> bool {
        self.memory.remove(id)
    }

    /// Passes in properties of the agent itself.
    pub fn update<T: SelfState>(&mut self, state: &T) {
        self.describe(Id::SELF, state);
    }

    /// Passes in some properties of a thing that is known already, and leaves its kind and its other properties as they are.
    pub fn describe<T: Properties>(&mut self, id: Id, part: &T) {
        let Some((_, names)) = self.declared::<T>() else { return };
        let written = written(names, MemoryWriter::known(self.memory, id), part);
        self.note(written);
    }

    /// The memory, for changes of other kinds.
    pub fn memory(&mut self) -> &mut Memory {
        self.memory
    }

    /// The handles of a declared type.
    pub fn names<T: Declare>(&self) -> Option<&'a T::Names> {
        self.types.find::<T>().map(|(_, names)| names)
    }

    fn declared<T: Declare>(&mut self) -> Option<(usize, &'a T::Names)> {
        let found = self.types.find::<T>();
        if found.is_none() {
            self.perception.note(Mistake::Undeclared(type_name::<T>()));
        }
        found
    }

    fn store<P: Percept>(&mut self, names: &P::Names, id: Id, percept: &P) {
        let Some(kind) = percept.kind_of_variant(names) else { return };
        let variants = P::variants(names);
        let writer = match self.memory.thing(id) {
            None => MemoryWriter::new(self.memory, id, kind),
            Some(thing) if !thing.is_a(kind) => {
                let (others, kinds): (Vec<Kind>, Vec<Kind>) =
                    thing.kinds().partition(|known| variants.contains(known));
                if !others.is_empty() {
                    for property in P::properties(names) {
                        self.memory.unset(id, property);
                    }
                }
                let thing = kinds.into_iter().fold(Thing::new(id).kind(kind), Thing::kind);
                if let Err(error) = self.memory.put(thing) {
                    self.perception.note(Mistake::Refused(error));
                }
                MemoryWriter::known(self.memory, id)
            }
            Some(_) => MemoryWriter::known(self.memory, id),
        };
        let written = written(names, writer, percept);
        self.note(written);
    }

    fn note(&mut self, written: Result<(), MemoryError>) {
        if let Err(error) = written {
            self.perception.note(Mistake::Refused(error));
        }
    }

    /// A thing is no longer perceived as one type. If it still is as another, only the kind and properties of the first are removed.
    fn lose<P: Percept>(&mut self, names: &P::Names, id: Id) {
        if !self.perception.seen.iter().any(|seen| seen.sorted.binary_search(&id).is_ok()) {
            self.memory.remove(id);
            return;
        }
        for property in P::properties(names) {
            self.memory.unset(id, property);
        }
        let (lost, variants) = (P::kind(names), P::variants(names));
        let others = self.memory.thing(id).into_iter().flat_map(Thing::kinds);
        let others = others.filter(|kind| *kind != lost && !variants.contains(kind));
        let others: Vec<Value> = others.map(|kind| Value::Symbol(kind.symbol())).collect();
        // The kind of the other percept remains, so this cannot fail.
        let _ = self.memory.set_all(id, Property::KIND, others);
    }
}

fn written<T: Properties>(
    names: &T::Names,
    mut writer: MemoryWriter<'_>,
    from: &T,
) -> Result<(), MemoryError> {
    from.write(names, &mut writer);
    writer.finish()
}

type NamesOf<I> = <PerceptOf<I> as Declare>::Names;
type PerceptOf<I> = <<I as IntoIterator>::Item as Observation>::Percept;
