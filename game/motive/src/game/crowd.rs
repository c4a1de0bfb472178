//! Crowds of agents in the types of a game.

use super::agent::{Decided, GameAgent, MindLink, RunId};
use super::declare::{Actions, Observation, Own};
use super::error::GameError;
use crate::{ActionEnd, Crowd, Decision, Id, Memory, Time};

/// Many agents of one game. Agents sleep until something changes that their decision depends on, and a tick costs almost nothing for
/// sleeping ones. All decide exactly as single [`GameAgent`]s do.
///
/// ```
/// # #[cfg(feature = "files")] {
/// # use motive::prelude::*;
/// # #[derive(Own)] struct Body { hungry: bool }
/// # #[derive(Actions, Debug)] #[motive(one_at_a_time)] enum Act { Graze, Rest }
/// # let text = "goal eat achieves Eat { when self.hungry == true priority 9 }
/// #             goal rest maintains Rest { priority 1 }
/// #             program Eat { done when self.hungry == false otherwise do graze() }
/// #             program Rest { otherwise do rest() }
/// #             mind Sheep = arbiter { goals eat, rest }";
/// # let mind = Game::new().own::<Body>().actions::<Act>().parse("sheep", text)?;
/// let mut flock = GameCrowd::new();
/// for number in 0..1_000 {
///     flock.add(mind.agent(1, number));
/// }
/// for tick in 0..10 {
///     flock.own(42, &Body { hungry: tick == 5 })?;
///     flock.decide(Time::of_tick(tick, 50_000), |agent, decided| println!("{agent}: {decided:?}"));
/// }
/// # }
/// # Ok::<(), motive::game::GameError>(())
/// ```
pub struct GameCrowd<A: Actions> {
    crowd: Crowd,
    /// By number of the agent; none for removed agents.
    members: Vec<Option<MindLink<A>>>,
}

impl<A: Actions> Default for GameCrowd<A> {
    fn default() -> Self {
        Self::new()
    }
}

impl<A: Actions> GameCrowd<A> {
    /// A crowd without agents.
    #[must_use]
    pub fn new() -> Self {
        Self { crowd: Crowd::default().with_herds_from(usize::MAX), members: Vec::new() }
    }

    /// Adds an agent and returns its number in the crowd, which stays the same until the agent is removed.
    pub fn add(&mut self, agent: GameAgent<A>) -> usize {
        let (agent, link) = agent.into_parts();
        let number = self.crowd.add(agent);
        if self.members.len() <= number {
            self.members.resize_with(number + 1, || None);
        }
        self.members[number] = Some(link);
        number
    }

    /// Removes an agent. Its number may be reused.
    pub fn remove(&mut self, agent: usize) -> Option<GameAgent<A>> {
        let link = self.members.get_mut(agent)?.take()?;
        Some(GameAgent::from_parts(self.crowd.remove(agent)?, link))
    }

    /// How many agents there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.crowd.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.crowd.is_empty()
    }

    /// The number of agents that will decide in the next tick.
    #[must_use]
    pub fn awake(&self) -> usize {
        self.crowd.awake()
    }

    /// What an agent knows.
    #[must_use]
    pub fn memory(&self, agent: usize) -> Option<&Memory> {
        self.crowd.agent(agent).map(|agent| agent.memory())
    }

    /// Like [`GameAgent::perceive`], for one agent.
    ///
    /// # Errors
    /// As there, and if there is no such agent.
    pub fn perceive<I>(&mut self, agent: usize, percepts: I) -> Result<(), GameError>
    where
        I: IntoIterator<Item: Observation>,
    {
        self.tell(agent, |link, memory| link.perceive(memory, percepts))
    }

    /// Like [`GameAgent::notice`], for one agent.
    ///
    /// # Errors
    /// As there, and if there is no such agent.
    pub fn notice<I>(&mut self, agent: usize, percepts: I) -> Result<(), GameError>
    where
        I: IntoIterator<Item: Observation>,
    {
        self.tell(agent, |link, memory| link.notice(memory, percepts))
    }

    /// Like [`GameAgent::own`], for one agent.
    ///
    /// # Errors
    /// As there, and if there is no such agent.
    pub fn own<T: Own>(&mut self, agent: usize, own: &T) -> Result<(), GameError> {
        self.tell(agent, |link, memory| link.own(memory, own))
    }

    /// Makes an agent forget a thing. Returns whether it was known.
    pub fn forget(&mut self, agent: usize, id: Id) -> bool {
        self.crowd.tell(agent, |memory| memory.remove(id)).unwrap_or(false)
    }

    fn tell(
        &mut self,
        agent: usize,
        tell: impl FnOnce(&mut MindLink<A>, &mut Memory) -> Result<(), GameError>,
    ) -> Result<(), GameError> {
        let link = self.members.get_mut(agent).and_then(Option::as_mut);
        let link = link.ok_or(GameError::NoAgent(agent))?;
        self.crowd.tell(agent, |memory| tell(link, memory)).unwrap_or(Err(GameError::NoAgent(agent)))
    }

    /// Reports that a latched action of an agent has succeeded. Returns whether it was running.
    pub fn succeed(&mut self, agent: usize, run: RunId) -> bool {
        self.crowd.finish(agent, run.0, ActionEnd::Succeeded)
    }

    /// Reports that a latched action of an agent has failed. Returns whether it was running.
    pub fn fail(&mut self, agent: usize, run: RunId) -> bool {
        let Some(memory) = self.memory(agent) else { return false };
        let reason = memory.shared_vocabulary().builtin().failed;
        self.crowd.finish(agent, run.0, ActionEnd::Failed(reason))
    }

    /// Lets all agents that are awake decide, in the order of their numbers, and passes each decision to `act`. All other agents continue
    /// their actions.
    pub fn decide(&mut self, now: Time, mut act: impl FnMut(usize, Decided<A>)) {
        self.take_newer_minds();
        let (members, mut unreadable) = (&self.members, Vec::new());
        self.crowd.tick(now, |agent, decision: &Decision| {
            if let Some(Some(link)) = members.get(agent) {
                let decided = link.read(decision);
                unreadable.extend(decided.unreadable().map(|run| (agent, run)));
                act(agent, decided);
            }
        });
        for (agent, run) in unreadable {
            self.fail(agent, run);
        }
    }

    fn take_newer_minds(&mut self) {
        for (number, link) in self.members.iter_mut().enumerate() {
            // Mutable access wakes an agent, so only those with a reloaded mind are accessed.
            if let Some(link) = link.as_mut().filter(|link| link.is_outdated())
                && let Some(agent) = self.crowd.agent_mut(number)
            {
                link.take_newer_mind(agent);
            }
        }
    }
}
