//! A crowd that groups agents of one character by itself.

use crate::arbiter::{Arbiter, Character};
use crate::herd::{Herd, HerdError, Layout};
use motive_core::Crowd;
use motive_core::action::ActiveAction;
use motive_core::memory::Memory;
use motive_core::mind::Agent;
use motive_core::vocabulary::{Id, Property, Time, Value, VocabularyError};
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

/// Agents of any characters, of which those that can be a [`Herd`] are one: from eight agents of a character on that reads nothing
/// but own properties, they decide together, in a fraction of the time. All others decide one by one and sleep while nothing changes
/// for them, as in a [`Crowd`]. Decisions are those of single agents in any case.
///
/// An agent is in a herd while it knows nothing but its own properties. [`GroupedCrowd::tell`] and [`GroupedCrowd::agent_mut`] take it out for
/// the moment; [`GroupedCrowd::set`] does not.
///
/// ```
/// use motive_arbiter::teleo::{Definition, Library, Rule};
/// use motive_arbiter::{Arbiter, Character, Goal, GroupedCrowd};
/// use motive_core::{Agent, Expr, Memory, Time, Type, Vocabulary};
///
/// let mut names = Vocabulary::new();
/// let hunger = names.own("hunger", Type::Number);
/// let (graze, rest) = (names.action("graze", 0), names.action("rest", 0));
/// let names = names.finish()?;
/// let live = Definition::new("Live")
///     .rule(Rule::new("hungry").when(Expr::own(hunger).above(0.5)).act(graze, []))
///     .rule(Rule::new("sated").act(rest, []));
/// let sheep = Character::new(names.clone())
///     .goal(Goal::maintain("live", "Live").always(1))
///     .library(&Library::new(&names, vec![live])?)
///     .build()?;
///
/// let mut crowd = GroupedCrowd::default();
/// let agent = |number| Agent::new(Memory::new(names.clone()), Arbiter::new(sheep.clone()), 7, number);
/// let flock: Vec<usize> = (0..100).map(|number| crowd.add(agent(number))).collect();
/// crowd.set(flock[42], hunger, 0.9)?;
/// crowd.tick(Time::of_tick(0, 50_000));
/// assert!(crowd.decision(flock[42]).any(|act| act.action == graze));
/// assert_eq!(crowd.in_herds(), 100);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Default)]
pub struct GroupedCrowd {
    /// By number of the agent.
    places: Vec<Option<Place>>,
    /// Free numbers, the next one last.
    free: Vec<usize>,
    groups: Vec<Group>,
    singles: Crowd<Arbiter>,
    /// The numbers of the agents of `singles`, by their numbers there.
    single_numbers: Vec<usize>,
    /// Single agents that may be able to join a herd.
    waiting: Vec<usize>,
}

/// Where an agent is.
#[derive(Clone, Copy)]
enum Place {
    /// By its number among the single ones.
    Alone(usize),
    /// In the herd of a group.
    InHerd { group: usize, place: usize },
}

/// The agents of one character.
struct Group {
    character: Arc<Character>,
    herd: Option<Herd>,
    /// The numbers of the agents, by their places in the herd.
    numbers: Vec<usize>,
    /// The character can be a herd.
    is_columnar: bool,
}

/// Fewer agents are no herd: a herd works on 64 at a time, whether they are there or not.
const FEWEST: usize = 8;

impl fmt::Debug for GroupedCrowd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GroupedCrowd")
            .field("agents", &self.len())
            .field("in_herds", &self.in_herds())
            .finish_non_exhaustive()
    }
}

/// Agents come and go.
impl GroupedCrowd {
    /// How many agents there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.places.len() - self.free.len()
    }

    /// Whether there are no agents.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many agents are in herds.
    #[must_use]
    pub fn in_herds(&self) -> usize {
        self.groups.iter().flat_map(|group| &group.herd).map(Herd::len).sum()
    }

    /// Adds an agent, which goes on with what it does. Returns its number in the crowd, which stays the same until it is removed.
    pub fn add(&mut self, agent: Agent<Arbiter>) -> usize {
        let number = self.free.pop().unwrap_or(self.places.len());
        if number == self.places.len() {
            self.places.push(None);
        }
        self.add_single(number, agent);
        number
    }

    /// Removes an agent, which may go on elsewhere.
    pub fn remove(&mut self, agent: usize) -> Option<Agent<Arbiter>> {
        let removed = self.take_out(agent)?;
        self.places[agent] = None;
        self.free.push(agent);
        Some(removed)
    }

    fn add_single(&mut self, number: usize, agent: Agent<Arbiter>) {
        let at = self.singles.add(agent);
        self.single_numbers.resize(self.single_numbers.len().max(at + 1), usize::MAX);
        self.single_numbers[at] = number;
        self.places[number] = Some(Place::Alone(at));
        self.waiting.push(number);
    }

    fn place(&self, agent: usize) -> Option<Place> {
        *self.places.get(agent)?
    }

    /// Takes an agent from where it is. Its number is still its own.
    fn take_out(&mut self, agent: usize) -> Option<Agent<Arbiter>> {
        match self.place(agent)? {
            Place::Alone(at) => self.singles.remove(at),
            Place::InHerd { group, place } => self.groups[group].herd.as_mut()?.leave(place),
        }
    }

    /// The agent's number among the single ones, where it is from now on.
    fn single(&mut self, agent: usize) -> Option<usize> {
        if let Place::InHerd { .. } = self.place(agent)? {
            let left = self.take_out(agent)?;
            self.add_single(agent, left);
        }
        match self.place(agent)? {
            Place::Alone(at) => Some(at),
            Place::InHerd { .. } => None,
        }
    }

    /// All agents of a character go on with a changed one, as [`Arbiter::replace`] says.
    ///
    /// # Errors
    /// If the new character does not know all names of the old one: nothing changes then.
    pub fn replace(&mut self, old: &Arc<Character>, new: &Arc<Character>) -> Result<(), VocabularyError> {
        if !new.vocabulary.extends(&old.vocabulary) {
            return Err(VocabularyError::NotAnExtension);
        }
        for single in self.singles.numbers().collect::<Vec<_>>() {
            let plays = |agent: &Agent<Arbiter>| Arc::ptr_eq(agent.mind().character(), old);
            if !self.singles.agent(single).is_some_and(plays) {
                continue;
            }
            if let Some(agent) = self.singles.agent_mut(single) {
                let (mind, memory) = agent.parts_mut();
                memory.extend_vocabulary(new.vocabulary.clone())?;
                mind.replace(new.clone(), memory);
                self.waiting.push(self.single_numbers[single]);
            }
        }
        if let Some(at) = self.groups.iter().position(|group| Arc::ptr_eq(&group.character, old)) {
            self.replace_herd(at, new)?;
        }
        Ok(())
    }

    fn replace_herd(&mut self, at: usize, new: &Arc<Character>) -> Result<(), VocabularyError> {
        let Some(herd) = &mut self.groups[at].herd else { return Ok(()) };
        let mut out = herd.replace(new.clone())?;
        let has_herd = self.groups.iter().any(|group| Arc::ptr_eq(&group.character, new));
        if self.groups[at].is_herd_of_columns() && !has_herd {
            self.groups[at].character = new.clone();
        } else if let Some(mut herd) = self.groups[at].herd.take() {
            // Its agents join the herd that there is, if there is one.
            out.extend((0..herd.places()).filter_map(|place| Some((place, herd.leave(place)?))));
        }
        for (place, agent) in out {
            self.add_single(self.groups[at].numbers[place], agent);
        }
        Ok(())
    }
}

/// What agents know.
impl GroupedCrowd {
    /// An own property of an agent.
    #[must_use]
    pub fn get(&self, agent: usize, property: Property) -> Option<Value> {
        match self.place(agent)? {
            Place::Alone(at) => self.singles.agent(at)?.memory().own(property),
            Place::InHerd { group, place } => self.groups[group].herd.as_ref()?.get(place, property),
        }
    }

    /// Sets an own property of an agent.
    ///
    /// # Errors
    /// If there is no such agent, the property is not an own one or cannot hold the value.
    pub fn set(
        &mut self,
        agent: usize,
        property: Property,
        value: impl Into<Value>,
    ) -> Result<(), HerdError> {
        match self.place(agent) {
            Some(Place::Alone(at)) => {
                self.singles.tell(at, |memory| memory.set_own(property, value)).transpose()?;
                Ok(())
            }
            Some(Place::InHerd { group, place }) => match &mut self.groups[group].herd {
                Some(herd) => herd.set(place, property, value),
                None => Err(HerdError::NoSuchAgent { agent, count: self.places.len() }),
            },
            None => Err(HerdError::NoSuchAgent { agent, count: self.places.len() }),
        }
    }

    /// Removes an own property of an agent. Returns whether it had it.
    pub fn unset(&mut self, agent: usize, property: Property) -> bool {
        match self.place(agent) {
            Some(Place::Alone(at)) => {
                self.singles.tell(at, |memory| memory.unset(Id::SELF, property)) == Some(true)
            }
            Some(Place::InHerd { group, place }) => {
                self.groups[group].herd.as_mut().is_some_and(|herd| herd.unset(place, property))
            }
            None => false,
        }
    }

    /// Writes to the memory of an agent. `None` if there is no such agent. An agent that gets to know of things is a single one until
    /// it has forgotten them.
    pub fn tell<R>(&mut self, agent: usize, tell: impl FnOnce(&mut Memory) -> R) -> Option<R> {
        let at = self.single(agent)?;
        self.singles.tell(at, tell)
    }

    /// One agent, mutably.
    pub fn agent_mut(&mut self, agent: usize) -> Option<&mut Agent<Arbiter>> {
        let at = self.single(agent)?;
        self.singles.agent_mut(at)
    }

    /// What an agent knows, as for saving it.
    #[must_use]
    pub fn memory(&self, agent: usize) -> Option<Cow<'_, Memory>> {
        match self.place(agent)? {
            Place::Alone(at) => self.singles.agent(at).map(|agent| Cow::Borrowed(agent.memory())),
            Place::InHerd { group, place } => self.groups[group].herd.as_ref()?.memory(place),
        }
    }
}

/// Decisions.
impl GroupedCrowd {
    /// All agents decide what to do now; those that cannot have changed their minds repeat their last decision.
    pub fn tick(&mut self, now: Time) {
        self.group();
        self.singles.tick(now, |_, _| ());
        self.groups.iter_mut().flat_map(|group| &mut group.herd).for_each(|herd| herd.tick(now));
    }

    /// The actions of an agent as of the last tick, most important first. Empty if there is no such agent.
    pub fn decision(&self, agent: usize) -> impl Iterator<Item = ActiveAction> + '_ {
        let (single, herd) = self.either(agent);
        let single = single.map(|at| self.singles.actions(at));
        let herd = herd.map(|(herd, place)| herd.decision(place));
        single.into_iter().flatten().chain(herd.into_iter().flatten())
    }

    /// The actions that an agent stopped in the last tick.
    pub fn stopped(&self, agent: usize) -> impl Iterator<Item = ActiveAction> + '_ {
        let (single, herd) = self.either(agent);
        let single = single.map(|at| self.singles.stopped(at));
        let herd = herd.map(|(herd, place)| herd.stopped(place));
        single.into_iter().flatten().chain(herd.into_iter().flatten())
    }

    /// The agents that started, changed or stopped an action in the last tick: all others continue what they do.
    pub fn changed(&self) -> impl Iterator<Item = usize> + '_ {
        let singles = self.singles.changed().map(|at| self.single_numbers[at]);
        let herds = self.groups.iter().filter_map(|group| Some((group.herd.as_ref()?, &group.numbers)));
        singles.chain(herds.flat_map(|(herd, numbers)| herd.changed().map(|place| numbers[place])))
    }

    fn either(&self, agent: usize) -> (Option<usize>, Option<(&Herd, usize)>) {
        match self.place(agent) {
            Some(Place::Alone(at)) => (Some(at), None),
            Some(Place::InHerd { group, place }) => {
                (None, self.groups[group].herd.as_ref().map(|herd| (herd, place)))
            }
            None => (None, None),
        }
    }

    /// Single agents join herds where they can.
    fn group(&mut self) {
        let mut waiting = std::mem::take(&mut self.waiting);
        waiting.sort_unstable();
        waiting.dedup();
        waiting.retain(|agent| matches!(self.place(*agent), Some(Place::Alone(_))));
        self.drop_groups();
        let waiting: Vec<(usize, usize)> =
            waiting.into_iter().filter_map(|agent| Some((agent, self.group_of(agent)?))).collect();
        let mut counts = vec![0; self.groups.len()];
        waiting.iter().for_each(|(_, group)| counts[*group] += 1);
        for (group, count) in self.groups.iter_mut().zip(counts) {
            group.begin_herd(count);
        }
        for (agent, group) in waiting {
            if self.groups[group].is_columnar && !self.join(agent, group) {
                self.waiting.push(agent);
            }
        }
    }

    /// The group of a single agent, which is made if there is none.
    fn group_of(&mut self, agent: usize) -> Option<usize> {
        let Some(Place::Alone(at)) = self.place(agent) else { return None };
        let character = self.singles.agent(at)?.mind().character();
        let known = self.groups.iter().position(|group| Arc::ptr_eq(&group.character, character));
        Some(known.unwrap_or_else(|| {
            let (herd, numbers) = (None, Vec::new());
            self.groups.push(Group { character: character.clone(), herd, numbers, is_columnar: true });
            self.groups.len() - 1
        }))
    }

    /// A single agent joins the herd of its character, if it can.
    fn join(&mut self, agent: usize, group: usize) -> bool {
        let Some(Place::Alone(at)) = self.place(agent) else { return false };
        let Group { herd: Some(herd), numbers, .. } = &mut self.groups[group] else { return false };
        // One that sleeps has to be brought up to date.
        self.singles.tell(at, |_| ());
        let Some(place) = self.singles.agent(at).and_then(|agent| herd.join_copy(agent)) else {
            return false;
        };
        self.singles.remove(at);
        numbers.resize(numbers.len().max(place + 1), usize::MAX);
        numbers[place] = agent;
        self.places[agent] = Some(Place::InHerd { group, place });
        true
    }

    /// Forgets characters that nobody plays any more.
    fn drop_groups(&mut self) {
        for group in &mut self.groups {
            group.herd.take_if(|herd| herd.is_empty());
        }
        // The places of agents name groups by number.
        let is_unused = |group: &Group| group.herd.is_none() && Arc::strong_count(&group.character) == 1;
        while self.groups.last().is_some_and(is_unused) {
            self.groups.pop();
        }
    }
}

impl Group {
    fn is_herd_of_columns(&self) -> bool {
        self.herd.as_ref().is_some_and(|herd| *herd.layout() == Layout::Columns)
    }

    /// Makes a herd if there is none and so many agents are enough for one.
    fn begin_herd(&mut self, waiting: usize) {
        if self.herd.is_none() && self.is_columnar && waiting >= FEWEST {
            // Agents bring their own seeds along.
            self.herd = Herd::new(self.character.clone(), 0, 0).ok();
            self.is_columnar = self.is_herd_of_columns();
            if !self.is_columnar {
                self.herd = None;
            }
        }
    }
}
