//! Agents in a world, tick by tick.

use std::time::Duration;

use motive::kernel::trace::{NoTrace, Tracer};
use motive::kernel::{Agent, Decision, Mind, Time};
use motive::tasks::team::Board;

use crate::error::WorldError;
use crate::world::AnyWorld;

/// A world and the agents in it.
///
/// ```
/// use motive::kernel::{Agent, Memory};
/// use motive_worlds::{Run, find};
///
/// let mut world = find("tileworld", &["cycles=50"])?;
/// world.reset(7);
/// // Minds also come from files: see the crate `motive-language`.
/// let mind = world.mind_with(world.minds()[0], &[])?;
/// let agent = Agent::new(Memory::new(world.vocabulary().clone()), mind, 7, 0);
/// let mut run = Run::new(world, vec![agent])?;
/// while run.tick()? {}
/// assert!(run.world().is_over());
/// println!("{} points", run.world().score(0));
/// # Ok::<(), motive_worlds::WorldError>(())
/// ```
pub struct Run<M = Box<dyn Mind>> {
    world: Box<dyn AnyWorld>,
    agents: Vec<Agent<M>>,
    teams: Vec<Team<M>>,
    /// Says what time it is, if deciding is timed, and how long all of it took so far.
    clock: Option<fn() -> Duration>,
    deciding: Duration,
}

/// What makes agents a team: lists of tasks, and a coordinator without a body who changes them.
pub struct Team<M = Box<dyn Mind>> {
    /// The numbers of the agents and their names as members.
    pub members: Vec<(usize, String)>,
    /// The lists of tasks.
    pub board: Board,
    /// Who changes the lists, if anybody does.
    pub coordinator: Option<Agent<M>>,
}

impl<M: Mind> Run<M> {
    /// Puts agents into a world: the first is the world's agent 0, and so on. Bodies without an agent do nothing.
    ///
    /// # Errors
    /// If the world has no room for that many agents.
    pub fn new(world: Box<dyn AnyWorld>, agents: Vec<Agent<M>>) -> Result<Self, WorldError> {
        if agents.len() > world.agents() {
            return Err(WorldError::TooManyAgents(agents.len(), world.agents()));
        }
        Ok(Self { world, agents, teams: Vec::new(), clock: None, deciding: Duration::ZERO })
    }

    /// The same, with the time measured that goes into decisions: of each tick, the part in which every agent is asked. What the world does before and
    /// after is not in it. The clock is the caller's, since worlds know none.
    pub fn with_clock(mut self, clock: fn() -> Duration) -> Self {
        self.clock = Some(clock);
        self
    }

    /// How long all agents have taken to decide so far; 0 without a [clock](Self::with_clock).
    pub fn time_deciding(&self) -> Duration {
        self.deciding
    }

    /// The same agents, some of which are a team. In each tick what members said in the tick before is made known; the coordinator, who has no
    /// body, is told how they do and decides; its orders are made known; then the members think as ever.
    pub fn with_team(mut self, team: Team<M>) -> Self {
        self.teams.push(team);
        self
    }

    /// The teams.
    pub fn teams(&self) -> &[Team<M>] {
        &self.teams
    }

    /// The teams, to be changed while they play.
    pub fn teams_mut(&mut self) -> &mut [Team<M>] {
        &mut self.teams
    }

    /// The coordinators of the teams that have one.
    pub fn coordinators(&self) -> impl Iterator<Item = &Agent<M>> {
        self.teams.iter().filter_map(|team| team.coordinator.as_ref())
    }

    /// The world.
    pub fn world(&self) -> &dyn AnyWorld {
        &*self.world
    }

    /// The agents.
    pub fn agents(&self) -> &[Agent<M>] {
        &self.agents
    }

    /// The agents, to be changed while they run.
    pub fn agents_mut(&mut self) -> &mut [Agent<M>] {
        &mut self.agents
    }

    /// Gives the world and the agents back.
    pub fn into_parts(self) -> (Box<dyn AnyWorld>, Vec<Agent<M>>) {
        (self.world, self.agents)
    }

    /// One tick: all perceive, all think, all act, the world steps. Says whether the world goes on; when it is over, nothing
    /// is done.
    ///
    /// # Errors
    /// If a percept cannot be remembered: the agent's names are not those of the world.
    pub fn tick(&mut self) -> Result<bool, WorldError> {
        self.tick_traced::<NoTrace>(&mut [], |_, _| {})
    }

    /// One tick, reported: the first tracer gets what agent 0 considers, and so on, and `decided` gets what each
    /// decided. The tick is the same. Coordinators are traced after all agents, and numbered on from theirs.
    ///
    /// # Errors
    /// As for [`Run::tick`].
    pub fn tick_traced<T: Tracer>(
        &mut self,
        tracers: &mut [T],
        mut decided: impl FnMut(usize, &Decision),
    ) -> Result<bool, WorldError> {
        self.tick_with(|number, agent, now| {
            let decision = match tracers.get_mut(number) {
                Some(tracer) => agent.tick_traced(now, tracer),
                None => agent.tick(now),
            };
            decided(number, decision);
        })
    }

    /// One tick in which `decide` lets each agent decide, by [`Agent::tick`] or through a recording or a studio. Coordinators are numbered
    /// on from the agents.
    ///
    /// # Errors
    /// As for [`Run::tick`].
    pub fn tick_with(
        &mut self,
        mut decide: impl FnMut(usize, &mut Agent<M>, Time),
    ) -> Result<bool, WorldError> {
        if self.world.is_over() {
            return Ok(false);
        }
        for (number, agent) in self.agents.iter_mut().enumerate() {
            self.world.perceive(number, agent.memory_mut())?;
            self.world.ended(number, &mut |run, ending| {
                agent.finish(run, ending);
            });
        }
        let now = self.world.time();
        let mut leader = self.agents.len();
        for team in &mut self.teams {
            team.lead(&mut *self.world, now, |coordinator| decide(leader, coordinator, now))?;
            leader += usize::from(team.coordinator.is_some());
        }
        let begun = self.clock.map(|clock| clock());
        for (number, agent) in self.agents.iter_mut().enumerate() {
            let plays = |team: &&Team<M>| team.members.iter().any(|(member, _)| *member == number);
            let team = self.teams.iter().find(plays);
            let names = team.map(|_| agent.memory().shared_vocabulary().clone());
            decide(number, agent, now);
            let decision = agent.decision();
            if let Some((team, names)) = team.zip(names) {
                team.board.obey(decision, &names);
            }
            // Acting is only noted, so this may come before others have decided.
            self.world.act(number, decision)?;
        }
        if let Some((clock, begun)) = self.clock.zip(begun) {
            self.deciding += clock().saturating_sub(begun);
        }
        self.world.step();
        Ok(!self.world.is_over())
    }
}

impl<M: Mind> Team<M> {
    /// The coordinator's part of a tick.
    fn lead(
        &mut self,
        world: &mut dyn AnyWorld,
        now: Time,
        decide: impl FnOnce(&mut Agent<M>),
    ) -> Result<(), WorldError> {
        // What members said in the tick before is known to the coordinator now.
        self.board.publish();
        if let Some(coordinator) = &mut self.coordinator {
            self.board.report(coordinator.memory_mut(), now.tick)?;
            world.report(&self.members, coordinator.memory_mut())?;
            let names = coordinator.memory().shared_vocabulary().clone();
            decide(coordinator);
            // An order that cannot be obeyed holds up nothing else; checked files give none.
            self.board.obey(coordinator.decision(), &names);
        }
        self.board.publish();
        Ok(())
    }
}
