//! Which agents of a crowd decide together.

use crate::memory::MemoryError;
use crate::mind::{Agent, JointMind};
use crate::vocabulary::{Property, Time, Value};
use rustc_hash::FxHashMap;
use std::any::Any;
use std::sync::Arc;

/// Fewer agents are no herd: a herd of the arbiter works on 64 at a time, whether they are there or not.
pub(super) const FEWEST: usize = 8;

/// Agents that cannot join a herd try again in ticks whose count is a multiple of this. So do those that left their herd sooner than so
/// many ticks after they joined: otherwise one that is told something in every tick would join and leave in every tick.
const PATIENCE: u32 = 16;

/// The agents of a crowd that decide together, and those that may be able to.
pub(super) struct Herds {
    pub(super) fewest: usize,
    groups: Vec<JointGroup>,
    /// The groups by the addresses of their keys.
    by_key: FxHashMap<usize, usize>,
    /// The groups without a key, the next one last.
    unused: Vec<usize>,
    /// By number; shorter than the list of agents if the last ones never were in a herd.
    members: Vec<Option<HerdPlace>>,
    waiting: Vec<WaitingAgent>,
    /// The numbers of the members whose actions did not all continue in the last tick, in order.
    pub(super) changed: Vec<usize>,
}

/// The place of an agent in the herd of a group.
#[derive(Clone, Copy)]
pub(super) struct HerdPlace {
    group: usize,
    place: usize,
    /// The tick in which it joined.
    joined: u32,
}

/// A single agent that may be able to join a herd, from a tick on.
#[derive(Clone, Copy)]
struct WaitingAgent {
    number: usize,
    from: u32,
}

impl WaitingAgent {
    /// Whether the agent can try to join. Ticks are counted modulo 2^32.
    fn is_over(&self, tick: u32) -> bool {
        tick.wrapping_sub(self.from) < u32::MAX / 2
    }
}

/// The first tick after this one in which agents that could not join a herd try again.
fn next_try(tick: u32) -> u32 {
    (tick / PATIENCE).wrapping_add(1).wrapping_mul(PATIENCE)
}

/// The agents that can decide together.
struct JointGroup {
    /// `None` if no agent has this key any more.
    key: Option<Arc<dyn Any + Send + Sync>>,
    herd: Option<Box<dyn JointMind>>,
    /// The numbers of the agents, by their places in the herd.
    numbers: Vec<usize>,
    /// These minds have a joint mind, as far as is known.
    has_joint_mind: bool,
}

impl Default for Herds {
    fn default() -> Self {
        Self {
            fewest: FEWEST,
            groups: Vec::new(),
            by_key: FxHashMap::default(),
            unused: Vec::new(),
            members: Vec::new(),
            waiting: Vec::new(),
            changed: Vec::new(),
        }
    }
}

impl Herds {
    pub(super) fn len(&self) -> usize {
        self.groups.iter().flat_map(|group| &group.herd).map(|herd| herd.len()).sum()
    }

    /// Whether an agent is in a herd.
    pub(super) fn has(&self, number: usize) -> bool {
        self.member(number).is_some()
    }

    fn member(&self, number: usize) -> Option<HerdPlace> {
        *self.members.get(number)?
    }

    /// The herd of an agent and its place there.
    pub(super) fn herd(&self, number: usize) -> Option<(&dyn JointMind, usize)> {
        let HerdPlace { group, place, .. } = self.member(number)?;
        Some((&**self.groups[group].herd.as_ref()?, place))
    }

    fn herd_mut(&mut self, number: usize) -> Option<(&mut (dyn JointMind + 'static), usize)> {
        let HerdPlace { group, place, .. } = self.member(number)?;
        Some((&mut **self.groups[group].herd.as_mut()?, place))
    }

    /// The numbers of all members.
    pub(super) fn numbers(&self) -> impl Iterator<Item = usize> + '_ {
        (0..).zip(&self.members).filter(|(_, member)| member.is_some()).map(|(number, _)| number)
    }

    /// Sets an own property of a member. `None` if it is none, or its herd has no room for the property.
    pub(super) fn set(
        &mut self,
        number: usize,
        property: Property,
        value: &Value,
    ) -> Option<Result<(), MemoryError>> {
        let (herd, place) = self.herd_mut(number)?;
        herd.set(place, property, value.clone())
    }

    /// Removes an own property of a member. Returns whether it had it; `None` if it is no member.
    pub(super) fn unset(&mut self, number: usize, property: Property) -> Option<bool> {
        let (herd, place) = self.herd_mut(number)?;
        Some(herd.unset(place, property))
    }

    /// Sets an own property of members by codes. Gives back those of agents that are no members.
    pub(super) fn set_codes(
        &mut self,
        property: Property,
        codes: impl Iterator<Item = (usize, f64)>,
    ) -> Vec<(usize, f64)> {
        let (mut others, mut batch, mut current) = (Vec::new(), Vec::new(), usize::MAX);
        for (number, code) in codes {
            let Some(HerdPlace { group, place, .. }) = self.member(number) else {
                others.push((number, code));
                continue;
            };
            if group != current {
                self.set_batch(current, property, &mut batch);
                current = group;
            }
            batch.push((place, code));
        }
        self.set_batch(current, property, &mut batch);
        others
    }

    fn set_batch(&mut self, group: usize, property: Property, codes: &mut Vec<(usize, f64)>) {
        if let Some(herd) = self.groups.get_mut(group).and_then(|group| group.herd.as_mut()) {
            herd.set_codes(property, codes);
        }
        codes.clear();
    }

    /// An agent leaves its herd.
    pub(super) fn leave(&mut self, number: usize) -> Option<Agent> {
        let (herd, place) = self.herd_mut(number)?;
        let agent = herd.leave(place);
        self.members[number] = None;
        agent
    }

    /// An agent leaves its herd for as long as something has to be done with it as a single one.
    pub(super) fn leave_for_now(&mut self, number: usize, tick: u32) -> Option<Agent> {
        let joined = self.member(number)?.joined;
        let agent = self.leave(number)?;
        let from = if tick.wrapping_sub(joined) < PATIENCE { next_try(tick) } else { tick };
        self.waiting.push(WaitingAgent { number, from });
        Some(agent)
    }

    /// A single agent may join a herd before the next tick.
    pub(super) fn wait(&mut self, number: usize, agent: &Agent, tick: u32) {
        if self.fewest != usize::MAX && agent.mind().joint_key().is_some() {
            self.waiting.push(WaitingAgent { number, from: tick });
        }
    }

    /// All herds decide.
    pub(super) fn tick(&mut self, now: Time) {
        self.changed.clear();
        for JointGroup { herd, numbers, .. } in &mut self.groups {
            if let Some(herd) = herd {
                herd.tick(now);
                herd.changed(&mut |place| self.changed.push(numbers[place]));
            }
        }
        self.changed.sort_unstable();
    }
}

/// Single agents join herds.
impl Herds {
    /// Whether any agent can try to join a herd in this tick.
    pub(super) fn has_candidates(&self, tick: u32) -> bool {
        self.waiting.iter().any(|waiting| waiting.is_over(tick))
    }

    /// The numbers of the single agents that can try to join a herd in this tick, each with its group. There is a herd for each group
    /// that is large enough.
    pub(super) fn candidates(
        &mut self,
        tick: u32,
        agents: &[Option<Agent>],
        mut is_kept_out: impl FnMut(usize) -> bool,
    ) -> Vec<(usize, usize)> {
        let mut waiting = std::mem::take(&mut self.waiting);
        waiting.sort_unstable_by_key(|waiting| waiting.number);
        waiting.dedup_by_key(|waiting| waiting.number);
        self.drop_unused();
        let mut candidates: Vec<(usize, usize)> = Vec::new();
        for waiting in waiting {
            let Some(Some(agent)) = agents.get(waiting.number) else { continue };
            if !waiting.is_over(tick) || is_kept_out(waiting.number) {
                self.waiting.push(waiting);
            } else if let Some(group) = self.group_of(agent) {
                candidates.push((waiting.number, group));
            }
        }
        let mut counts = vec![0; self.groups.len()];
        candidates.iter().for_each(|(_, group)| counts[*group] += 1);
        for (number, group) in &candidates {
            if let Some(Some(agent)) = agents.get(*number) {
                self.groups[*group].begin_herd(agent, counts[*group] >= self.fewest);
            }
        }
        candidates.retain(|(_, group)| self.groups[*group].has_joint_mind);
        candidates
    }

    /// The group of a single agent, which is made if there is none.
    fn group_of(&mut self, agent: &Agent) -> Option<usize> {
        let key = agent.mind().joint_key()?;
        let Self { groups, by_key, unused, .. } = self;
        Some(*by_key.entry(address(&key)).or_insert_with(|| {
            let new = JointGroup { key: Some(key), herd: None, numbers: Vec::new(), has_joint_mind: true };
            let at = unused.pop().unwrap_or(groups.len());
            match groups.get_mut(at) {
                Some(group) => *group = new,
                None => groups.push(new),
            }
            at
        }))
    }

    /// A single agent joins the herd of its group, if it can. Otherwise it waits.
    pub(super) fn join(&mut self, number: usize, group: usize, agent: &Agent, tick: u32) -> bool {
        let JointGroup { herd, numbers, .. } = &mut self.groups[group];
        let Some(place) = herd.as_mut().and_then(|herd| herd.join(agent)) else {
            self.waiting.push(WaitingAgent { number, from: next_try(tick) });
            return false;
        };
        numbers.resize(numbers.len().max(place + 1), usize::MAX);
        numbers[place] = number;
        if self.members.len() <= number {
            self.members.resize(number + 1, None);
        }
        self.members[number] = Some(HerdPlace { group, place, joined: tick });
        true
    }

    /// Forgets herds without agents, and keys that no agent has any more.
    fn drop_unused(&mut self) {
        for (at, group) in self.groups.iter_mut().enumerate() {
            group.herd.take_if(|herd| herd.is_empty());
            let is_last = |key: &mut Arc<_>| Arc::strong_count(key) == 1;
            if group.herd.is_none()
                && let Some(key) = group.key.take_if(is_last)
            {
                self.by_key.remove(&address(&key));
                self.unused.push(at);
            }
        }
    }
}

/// A group keeps its key alive, so no other key has its address.
fn address(key: &Arc<dyn Any + Send + Sync>) -> usize {
    Arc::as_ptr(key).cast::<()>().addr()
}

impl JointGroup {
    /// Makes a herd if there is none and there are enough agents for one.
    fn begin_herd(&mut self, agent: &Agent, are_enough: bool) {
        if self.herd.is_none() && self.has_joint_mind && are_enough {
            self.herd = agent.mind().joint_mind();
            self.has_joint_mind = self.herd.is_some();
        }
    }
}
