//! Goals, and minds that pursue them.

use super::condition::ConditionTerm;
use super::names::{Later, NameResolver};
use super::program::{ProgramBuilder, callable};
use super::term::ValueTerm;
use crate::error::Error;
use crate::game::Game;
use crate::kernel::engine::Program;
use crate::kernel::mind::GoalMode;
use crate::kernel::{Callable, Condition};
use crate::mind::Mind;
use crate::traits::Actions;
use motive_arbiter::teleo::{Definition, Library};
use motive_arbiter::{Clause, Goal, Profile, Pursuit};
use std::sync::Arc;

/// An engine that can pursue a goal: a plan for drives, tasks, a network, a machine.
#[derive(Clone)]
pub struct EngineBuilder {
    pub(crate) name: Arc<str>,
    build: Later<Result<Arc<dyn Program>, Error>>,
}

impl EngineBuilder {
    pub(crate) fn new<P: Program + 'static>(
        name: &str,
        build: impl Fn(&mut NameResolver<'_>) -> Result<P, Error> + Send + Sync + 'static,
    ) -> Self {
        Self { name: name.into(), build: Arc::new(move |names| Ok(Arc::new(build(names)?))) }
    }

    pub(crate) fn program(&self, names: &mut NameResolver<'_>) -> Result<Arc<dyn Program>, Error> {
        (self.build)(names)
    }
}

/// What pursues a goal. Programs and engines convert into it.
#[derive(Clone)]
pub enum PursuitBuilder {
    /// A program.
    Program(ProgramBuilder),
    /// Another engine.
    Engine(EngineBuilder),
}

impl From<ProgramBuilder> for PursuitBuilder {
    fn from(program: ProgramBuilder) -> Self {
        Self::Program(program)
    }
}

impl From<EngineBuilder> for PursuitBuilder {
    fn from(engine: EngineBuilder) -> Self {
        Self::Engine(engine)
    }
}

impl PursuitBuilder {
    fn name(&self) -> &Arc<str> {
        match self {
            Self::Program(program) => &program.name,
            Self::Engine(engine) => &engine.name,
        }
    }
}

/// Something that a mind may want, and when.
#[derive(Clone)]
#[must_use]
pub struct GoalBuilder {
    pub(crate) name: Arc<str>,
    mode: GoalMode,
    pursuit: PursuitBuilder,
    clauses: Vec<ClauseBuilder>,
    every: u64,
}

#[derive(Clone)]
struct ClauseBuilder {
    when: Option<ConditionTerm>,
    priority: Option<ValueTerm<f64>>,
    updated: bool,
    generates: bool,
}

/// A goal to reach once.
pub fn achieve(name: &str, by: impl Into<PursuitBuilder>) -> GoalBuilder {
    GoalBuilder::new(name, GoalMode::Achieve, by.into())
}

/// A goal to keep.
pub fn maintain(name: &str, by: impl Into<PursuitBuilder>) -> GoalBuilder {
    GoalBuilder::new(name, GoalMode::Maintain, by.into())
}

impl GoalBuilder {
    fn new(name: &str, mode: GoalMode, pursuit: PursuitBuilder) -> Self {
        Self { name: name.into(), mode, pursuit, clauses: Vec::new(), every: 1 }
    }

    /// The goal is wanted when a condition holds, with the priority that the next call of [`GoalBuilder::priority`] says. Of several
    /// conditions the first that holds counts.
    pub fn when(mut self, condition: impl Into<ConditionTerm>) -> Self {
        self.clauses.push(ClauseBuilder {
            when: Some(condition.into()),
            priority: None,
            updated: false,
            generates: true,
        });
        self
    }

    /// How important it is: under the condition before, or always. While it has no value, the goal is not wanted.
    pub fn priority(mut self, priority: impl Into<ValueTerm<f64>>) -> Self {
        let priority = Some(priority.into());
        match self.clauses.last_mut().filter(|last| last.priority.is_none()) {
            Some(last) => last.priority = priority,
            None => {
                self.clauses.push(ClauseBuilder { when: None, priority, updated: false, generates: true });
            }
        }
        self
    }

    /// The last priority follows the situation while the goal is pursued.
    pub fn updated(mut self) -> Self {
        if let Some(last) = self.clauses.last_mut() {
            last.updated = true;
        }
        self
    }

    /// Its conditions are evaluated only once in so many ticks.
    pub fn every(mut self, ticks: u64) -> Self {
        self.every = ticks;
        self
    }

    fn goal(&self, names: &mut NameResolver<'_>) -> Result<Goal, Error> {
        let pursuit = Pursuit::Program(self.pursuit.name().clone());
        let mut goal = Goal::new(&self.name, self.mode, pursuit).every(self.every);
        for clause in &self.clauses {
            let Some(priority) = &clause.priority else {
                return Err(Error::NoPriority(self.name.to_string()));
            };
            goal.clauses.push(Clause {
                when: clause.when.as_ref().map_or_else(Condition::always, |when| when.condition(names)),
                priority: priority.expr(names),
                updated: clause.updated,
                generates: clause.generates,
            });
        }
        Ok(goal)
    }
}

impl<A: Actions> Game<A> {
    /// Describes a mind in Rust. See [`build`](crate::build).
    pub fn mind(&self, name: &str) -> MindBuilder<'_, A> {
        MindBuilder { game: self, name: name.to_owned(), profile: Profile::motive(), goals: Vec::new() }
    }
}

/// Describes a mind in Rust. [`Game::mind`] begins it.
#[must_use]
pub struct MindBuilder<'g, A: Actions> {
    game: &'g Game<A>,
    name: String,
    profile: Profile,
    goals: Vec<GoalBuilder>,
}

impl<A: Actions> MindBuilder<'_, A> {
    /// Adds a goal.
    pub fn goal(mut self, goal: GoalBuilder) -> Self {
        self.goals.push(goal);
        self
    }

    /// Runs a program or an engine at all times.
    pub fn runs(self, by: impl Into<PursuitBuilder>) -> Self {
        let name = self.name.clone();
        self.goal(maintain(&name, by).priority(1))
    }

    /// How it decides, if not as [`Profile::motive`] says.
    pub fn profile(mut self, profile: Profile) -> Self {
        self.profile = profile;
        self
    }

    /// Ends the description.
    ///
    /// # Errors
    /// If it uses a type that the game has not declared, or if an engine refuses a part of it.
    pub fn build(self) -> Result<Mind<A>, Error> {
        let game = self.game;
        let mut names = NameResolver::new(game.types(), game.vocabulary().clone());
        let resolved = self.resolve(&mut names);
        // An engine may refuse a part because of what is not declared: that is the mistake to report.
        if let Some(mistake) = names.mistakes.into_iter().next() {
            return Err(mistake);
        }
        let (goals, parts) = resolved?;
        let part = |error| Error::part(&self.name, error);
        let library = Library::with_callables(game.vocabulary(), parts.definitions, parts.callables);
        let mut character = game.character().profile(self.profile).library(&library.map_err(part)?);
        for (_, program) in parts.engines {
            character = character.program(program);
        }
        for goal in goals {
            character = character.goal(goal);
        }
        Ok(game.mind_of_character(character.build()?))
    }

    fn resolve(&self, names: &mut NameResolver<'_>) -> Result<(Vec<Goal>, MindParts), Error> {
        let mut parts = MindParts::default();
        let mut goals = Vec::new();
        for goal in &self.goals {
            goals.push(goal.goal(names)?);
            match &goal.pursuit {
                PursuitBuilder::Program(program) => parts.program(program, names)?,
                PursuitBuilder::Engine(engine) => parts.engine(engine, names)?,
            }
        }
        Ok((goals, parts))
    }
}

/// The parts of a mind that its goals share.
#[derive(Default)]
struct MindParts {
    definitions: Vec<Definition>,
    callables: Vec<Callable>,
    engines: Vec<(EngineBuilder, Arc<dyn Program>)>,
}

impl MindParts {
    /// Adds a program with all that it calls. Two different ones of one name are a mistake that the library reports.
    fn program(&mut self, program: &ProgramBuilder, names: &mut NameResolver<'_>) -> Result<(), Error> {
        let definition = program.definition(names);
        if self.definitions.contains(&definition) {
            return Ok(());
        }
        self.definitions.push(definition);
        for called in &program.called {
            self.program(called, names)?;
        }
        for asked in &program.asked {
            if !self.callables.iter().any(|known| known.name == asked.name) {
                self.callables.push(callable(asked, names)?);
            }
        }
        Ok(())
    }

    fn engine(&mut self, engine: &EngineBuilder, names: &mut NameResolver<'_>) -> Result<(), Error> {
        let known = self.engines.iter().find(|(known, _)| known.name == engine.name);
        match known {
            Some((known, _)) if Arc::ptr_eq(&known.build, &engine.build) => {}
            Some(_) => return Err(Error::Twice(engine.name.to_string())),
            None => {
                let program = engine.program(names)?;
                self.engines.push((engine.clone(), program));
            }
        }
        Ok(())
    }
}
