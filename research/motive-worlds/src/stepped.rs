//! A world with bodies that a caller drives and bodies that minds play.

use crate::error::WorldError;
use crate::observation::{ObservationLayout, ObservedNumbers};
use crate::world::AnyWorld;
use motive::kernel::{
    ActionInfo, ActionLifetime, ActionTarget, Agent, Decision, Memory, Proposal, RunningActions, Type,
    Vocabulary,
};
use serde::Serialize;
use std::error::Error;
use thiserror::Error as ThisError;

/// A world that another program steps: an environment of Gymnasium, for example. A caller drives some of its bodies, tick by tick, and minds play
/// others. [`Run`](crate::Run) is for worlds in which minds play all bodies.
pub struct SteppedWorld {
    world: Box<dyn AnyWorld>,
    bodies: Vec<SteppedBody>,
    layout: ObservationLayout,
    seed: u64,
}

/// Makes the agent that plays a body, for each game anew: from the world, the seed of the game and the number of the body.
pub type StartAgent = Box<dyn Fn(&dyn AnyWorld, u64, u64) -> Result<Agent, StartError> + Send>;

/// Why an agent cannot be made.
pub type StartError = Box<dyn Error + Send + Sync>;

/// What plays a body.
enum SteppedBody {
    Nothing,
    Caller { memory: Box<Memory>, running: RunningActions },
    Mind { agent: Box<Agent>, start: StartAgent },
}

/// What a caller lets a body do: these actions, the most important first, or what takes its time and runs already.
pub type GivenActions = Option<Vec<Proposal>>;

/// Why a stage cannot do what it is asked.
#[derive(Debug, ThisError)]
pub enum StepError {
    /// The world refuses it.
    #[error(transparent)]
    World(#[from] WorldError),
    /// The world has so many bodies, and no such one.
    #[error("`{0}` has {1} bodies, numbered from 0; there is no body {2}")]
    NoBody(String, usize, usize),
    /// A mind plays the body.
    #[error("a mind plays the body {0}; `seat({0}, None)` frees it")]
    Played(usize),
    /// An agent cannot be made.
    #[error("{0}")]
    Start(StartError),
}

impl SteppedWorld {
    /// A world in which nothing plays yet.
    ///
    /// # Errors
    /// If the world cannot be reset.
    pub fn new(world: Box<dyn AnyWorld>, seed: u64) -> Result<Self, StepError> {
        let layout = ObservationLayout::of(world.vocabulary());
        let mut stage = Self { world, bodies: Vec::new(), layout, seed };
        stage.reset(seed)?;
        Ok(stage)
    }

    /// The world.
    pub fn world(&self) -> &dyn AnyWorld {
        &*self.world
    }

    /// The features of observations.
    pub fn layout(&self) -> &ObservationLayout {
        &self.layout
    }

    /// The seed of this game.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// How many bodies there are, numbered from 0.
    pub fn bodies(&self) -> usize {
        self.bodies.len()
    }

    /// Whether there is such a body.
    ///
    /// # Errors
    /// If there is none.
    pub fn check(&self, body: usize) -> Result<(), StepError> {
        let bodies = self.bodies.len();
        if body < bodies {
            return Ok(());
        }
        Err(StepError::NoBody(self.world.name().to_owned(), bodies, body))
    }

    /// Starts a new game. Minds that play start anew.
    ///
    /// # Errors
    /// If one of them cannot start.
    pub fn reset(&mut self, seed: u64) -> Result<(), StepError> {
        self.world.reset(seed);
        self.seed = seed;
        let names = self.world.vocabulary();
        let restarted = self.bodies.iter_mut().zip(0..).try_for_each(|(body, number)| {
            match body {
                SteppedBody::Nothing => {}
                SteppedBody::Caller { memory, running } => {
                    (**memory, *running) = (Memory::new(names.clone()), RunningActions::default());
                }
                SteppedBody::Mind { agent, start } => **agent = start(&*self.world, seed, number)?,
            }
            Ok(())
        });
        // An option such as a map by chance may change how many bodies there are.
        self.bodies.resize_with(self.world.agents(), || SteppedBody::Nothing);
        restarted.map_err(StepError::Start)?;
        (0..self.bodies.len()).try_for_each(|body| self.perceive(body))
    }

    /// Lets a mind play a body, or frees it. The mind starts with the seed of this game.
    ///
    /// # Errors
    /// If there is no such body, or the mind cannot start.
    pub fn seat(&mut self, body: usize, start: Option<StartAgent>) -> Result<(), StepError> {
        self.check(body)?;
        self.bodies[body] = match start {
            None => SteppedBody::Nothing,
            Some(start) => {
                let agent = start(&*self.world, self.seed, body as u64).map_err(StepError::Start)?;
                SteppedBody::Mind { agent: Box::new(agent), start }
            }
        };
        self.perceive(body)
    }

    /// Tells a body what it perceives now, and which of its actions have ended.
    fn perceive(&mut self, body: usize) -> Result<(), StepError> {
        let Self { world, bodies, .. } = self;
        match &mut bodies[body] {
            SteppedBody::Nothing => {}
            SteppedBody::Caller { memory, running } => {
                world.perceive(body, memory)?;
                world.ended(body, &mut |run, ending| _ = running.finish(run, ending, memory));
            }
            SteppedBody::Mind { agent, .. } => {
                world.perceive(body, agent.memory_mut())?;
                world.ended(body, &mut |run, ending| _ = agent.finish(run, ending));
            }
        }
        Ok(())
    }

    /// Makes the caller drive a body that nothing plays.
    fn drive(&mut self, body: usize) -> Result<(), StepError> {
        self.check(body)?;
        if let SteppedBody::Nothing = self.bodies[body] {
            let memory = Box::new(Memory::new(self.world.vocabulary().clone()));
            self.bodies[body] = SteppedBody::Caller { memory, running: RunningActions::default() };
            self.perceive(body)?;
        }
        Ok(())
    }

    /// What a body knows, if anything plays it, and what it does.
    fn state(&self, body: usize) -> Option<(&Memory, &Decision)> {
        match self.bodies.get(body)? {
            SteppedBody::Nothing => None,
            SteppedBody::Caller { memory, running } => Some((memory, running.decision())),
            SteppedBody::Mind { agent, .. } => Some((agent.memory(), agent.decision())),
        }
    }

    /// What a body does at present, with what it knows. None if nothing plays it.
    ///
    /// # Errors
    /// If there is no such body.
    pub fn doing(&self, body: usize) -> Result<Option<(&Memory, &Decision)>, StepError> {
        self.check(body).map(|()| self.state(body))
    }

    /// What a body knows. The caller drives one that nothing plays from now on.
    ///
    /// # Errors
    /// If there is no such body.
    pub fn memory(&mut self, body: usize) -> Result<&Memory, StepError> {
        self.drive(body)?;
        let bodies = self.bodies.len();
        let none = || StepError::NoBody(self.world.name().to_owned(), bodies, body);
        self.state(body).map(|(memory, _)| memory).ok_or_else(none)
    }

    /// What a body knows as numbers, with so many rows for things.
    ///
    /// # Errors
    /// As for [`SteppedWorld::memory`].
    pub fn observe(&mut self, body: usize, rows: usize) -> Result<ObservedNumbers, StepError> {
        self.memory(body)?;
        let observed = self.state(body).map(|(memory, _)| self.layout.observe(memory, rows));
        Ok(observed.unwrap_or_default())
    }

    /// The first half of a tick: all bodies decide, those of the caller what it says.
    ///
    /// # Errors
    /// If there is no such body, or a mind plays it.
    pub fn decide(&mut self, actions: &[(usize, GivenActions)]) -> Result<(), StepError> {
        actions.iter().try_for_each(|(body, _)| self.drive(*body))?;
        let now = self.world.time();
        for (number, body) in self.bodies.iter_mut().enumerate() {
            let given = actions.iter().find(|(of, _)| *of == number).and_then(|(_, given)| given.as_ref());
            match body {
                SteppedBody::Caller { memory, running } => {
                    let kept = given.map_or_else(|| running.latched(&[]), Clone::clone);
                    running.settle(&kept, memory, false);
                    memory.end_tick();
                }
                SteppedBody::Mind { .. } if given.is_some() => return Err(StepError::Played(number)),
                SteppedBody::Mind { agent, .. } => _ = agent.tick(now),
                SteppedBody::Nothing => {}
            }
        }
        Ok(())
    }

    /// The second half: all act, the world steps, and bodies perceive. Says whether the world continues.
    ///
    /// # Errors
    /// If a percept cannot be remembered.
    pub fn advance(&mut self) -> Result<bool, StepError> {
        for number in 0..self.bodies.len() {
            let decision = match &self.bodies[number] {
                SteppedBody::Caller { running, .. } => running.decision(),
                SteppedBody::Mind { agent, .. } => agent.decision(),
                SteppedBody::Nothing => continue,
            };
            self.world.act(number, decision)?;
        }
        self.world.step();
        (0..self.bodies.len()).try_for_each(|body| self.perceive(body))?;
        Ok(!self.world.is_over())
    }
}

/// An action on the world as other languages see it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ActionShape {
    /// Its name.
    pub name: String,
    /// The types of its arguments.
    pub takes: Vec<ArgumentShape>,
    /// Whether it continues by itself until it is done.
    pub until_ended: bool,
}

/// The type of an argument: a word for it, or the names that are possible.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum ArgumentShape {
    /// `number`, `bool`, `symbol`, `id`, `point`, `text`, `list` or `any`.
    Word(&'static str),
    /// One of these names.
    OneOf(Vec<String>),
}

impl ArgumentShape {
    fn of(holds: &Type, names: &Vocabulary) -> Self {
        Self::Word(match holds {
            Type::OneOf(symbols) => {
                return Self::OneOf(symbols.iter().map(|symbol| names.name(*symbol).to_owned()).collect());
            }
            Type::Any => "any",
            Type::Number => "number",
            Type::Bool => "bool",
            Type::Symbol => "symbol",
            Type::Id => "id",
            Type::Point => "point",
            Type::Text => "text",
            Type::List => "list",
        })
    }
}

impl ActionShape {
    /// All actions on the world, in the order of their declaration.
    pub fn all(names: &Vocabulary) -> Vec<Self> {
        let of_world = names.actions().filter_map(|action| {
            let info = names.action_info(action).filter(|info| info.target == ActionTarget::World)?;
            Some((names.action_name(action), info))
        });
        of_world.map(|(name, info)| Self::new(name, info, names)).collect()
    }

    fn new(name: &str, info: &ActionInfo, names: &Vocabulary) -> Self {
        let of = |at: usize| info.parameters.as_ref().and_then(|types| types.get(at)).unwrap_or(&Type::Any);
        let takes = (0..info.arity).map(|at| ArgumentShape::of(of(at), names)).collect();
        Self { name: name.to_owned(), takes, until_ended: info.lifetime == ActionLifetime::Latched }
    }
}
