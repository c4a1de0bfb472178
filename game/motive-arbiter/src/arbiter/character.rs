//! What makes a character: goals, programs, actions and a profile, shared by all agents that play it.

use super::goal::{Clause, CompiledGoal, Goal, Pursuit};
use super::profile::{Profile, TieBreak};
use crate::teleo::Library;
use motive_core::action::{Blend, Catalogue, Veto};
use motive_core::condition::{BuildError, Condition, Expr, ReadSet, Scope};
use motive_core::engine::{ConditionCode, ExprCode};
use motive_core::memory::{Channel, ForgettingPolicy, Memory, WatchTable};
use motive_core::mind::{GoalText, MindText, Program};
use motive_core::vocabulary::{ActionId, Vocabulary};
use std::fmt;
use std::sync::Arc;

/// An error in the description of a character.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CharacterError {
    /// A goal's condition or priority.
    /// Its parts: the goal, the error.
    #[error("goal `{0}`: {1}")]
    Goal(String, #[source] BuildError),
    /// Two goals of one name.
    #[error("there are two goals called `{0}`; rename one")]
    Twice(String),
    /// A program with arguments cannot pursue a goal.
    #[error(
        "goal `{goal}` is to be pursued by `{program}`, which takes {arity} arguments; write a program without any that calls it"
    )]
    ArgumentsAtTop {
        /// The goal.
        goal: String,
        /// The program.
        program: String,
        /// How many arguments it takes.
        arity: usize,
    },
    /// An action, blend, veto or reflex.
    /// Its parts: which, the error.
    #[error("{0}: {1}")]
    Action(String, #[source] BuildError),
    /// A number in the profile that is not a number.
    #[error("the profile's `{0}` is not a number")]
    NotANumber(&'static str),
}

/// Finds the program that pursues a goal: the place where a planner plugs in.
pub trait Selector: Send + Sync {
    /// The program for a goal, if there is one.
    fn select(&self, goal: &Goal, memory: &Memory) -> Option<Arc<dyn Program>>;
}

/// Wants goals by Rust code instead of clauses.
pub trait Generator: Send + Sync {
    /// ReadSet memory and names the goals that are wanted, with their priorities. A goal that is pursued already has its
    /// priority set, if the profile lets priorities follow.
    fn generate(&self, memory: &Memory, wanted: &mut dyn FnMut(&str, f64));
}

impl<F> Generator for F
where
    F: Fn(&Memory, &mut dyn FnMut(&str, f64)) + Send + Sync,
{
    fn generate(&self, memory: &Memory, wanted: &mut dyn FnMut(&str, f64)) {
        self(memory, wanted);
    }
}

/// An action done at once whenever a condition holds, whatever the tasks propose.
#[derive(Clone, Debug, PartialEq)]
pub struct Reflex {
    /// When.
    pub when: Condition,
    /// What.
    pub action: ActionId,
    /// With what. Names that the condition binds can be used.
    pub arguments: Vec<Expr>,
}

#[derive(Debug)]
pub(crate) struct CompiledReflex {
    pub(crate) when: ConditionCode,
    pub(crate) action: ActionId,
    pub(crate) arguments: Vec<ExprCode>,
    pub(crate) variables: usize,
    pub(crate) reads: ReadSet,
}

/// What makes a character. Built once, shared by all agents that play it.
///
/// ```
/// use motive::arbiter::teleo::{Definition, Library, Rule};
/// use motive::kernel::{Agent, Condition, Expr, Memory, Pattern, Thing, Time, Vocabulary};
/// use motive::arbiter::{Arbiter, Character, Goal};
///
/// let mut names = Vocabulary::new();
/// let dot = names.kind("dot");
/// let move_to = names.action("move_to", 1);
/// let d1 = names.id("d1");
/// let names = names.finish()?;
///
/// let library = Library::new(&names, vec![
///     Definition::new("EatDots")
///         .done_when(Condition::no(Pattern::of(dot)))
///         .rule(Rule::new("eat").when(Pattern::of(dot).named("it")).act(move_to, [Expr::var("it")])),
/// ])?;
/// let glutton = Character::new(names.clone())
///     .goal(Goal::achieve("eat", "EatDots").when(Condition::exists(Pattern::of(dot)), 20))
///     .library(&library)
///     .build()?;
///
/// let mut agent = Agent::new(Memory::new(names.clone()), Arbiter::new(glutton), 1, 0);
/// agent.memory_mut().put(Thing::new(d1).kind(dot))?;
/// assert_eq!(agent.tick(Time::default()).display(&names), ["move_to(d1)"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Character {
    pub(crate) vocabulary: Arc<Vocabulary>,
    pub(crate) profile: Profile,
    pub(crate) goals: Vec<Goal>,
    pub(crate) compiled_goals: Vec<CompiledGoal>,
    /// What its goals and their programs read.
    pub(crate) watches: Arc<WatchTable>,
    /// What its goals read, goal after goal, as channels of that table.
    pub(crate) goal_channels: Vec<Channel>,
    pub(crate) programs: Vec<Arc<dyn Program>>,
    pub(crate) catalogue: Catalogue,
    pub(crate) reflexes: Vec<CompiledReflex>,
    pub(crate) generators: Vec<(u64, Arc<dyn Generator>)>,
    pub(crate) selector: Option<Arc<dyn Selector>>,
    pub(crate) forgetting: Option<ForgettingPolicy>,
    /// Memory shows its latched actions.
    pub(crate) shows_actions: bool,
    /// No decision of it is ever reused: something that decisions depend on moves by itself, or Rust code may read anything.
    pub(crate) decides_anew: bool,
    /// Its goals are always wanted, each as much as the agent's own numbers say.
    pub(crate) follows_own_numbers: bool,
    /// When the same proposals lead to the same actions.
    pub(crate) repeats: Repeats,
}

/// When the tasks of a character do the same again if they propose the same again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Repeats {
    /// That depends on more than on what they propose.
    Never,
    /// If they propose it in the same order.
    InOrder,
    /// In any order, as long as conflicts keep the same actions.
    InAnyOrder,
}

impl fmt::Debug for Character {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let goals: Vec<_> = self.goals.iter().map(|goal| &goal.name).collect();
        let programs: Vec<_> = self.programs.iter().map(|program| program.name()).collect();
        f.debug_struct("Character")
            .field("profile", &self.profile.name)
            .field("goals", &goals)
            .field("programs", &programs)
            .finish_non_exhaustive()
    }
}

impl Character {
    /// Starts to describe a character.
    #[expect(
        clippy::new_ret_no_self,
        reason = "a character is described with a builder and never changed after"
    )]
    pub fn new(vocabulary: Arc<Vocabulary>) -> CharacterBuilder {
        CharacterBuilder { vocabulary, ..CharacterBuilder::default() }
    }

    /// How it works.
    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    /// What it may want.
    pub fn goals(&self) -> &[Goal] {
        &self.goals
    }

    /// Its goals and the rules of its programs as text.
    pub fn describe(&self) -> MindText {
        let names = &self.vocabulary;
        let clause = |clause: &Clause| {
            let parts: Vec<String> = clause.when.conjuncts().iter().map(|part| part.display(names)).collect();
            parts.join(", ")
        };
        let goal = |goal: &Goal| GoalText {
            name: goal.name.to_string(),
            mode: goal.mode,
            clauses: goal.clauses.iter().map(clause).collect(),
        };
        let mut text = MindText { goals: self.goals.iter().map(goal).collect(), ..MindText::default() };
        self.programs.iter().for_each(|program| program.describe(names, &mut text));
        text
    }

    /// What it knows to do.
    pub fn catalogue(&self) -> &Catalogue {
        &self.catalogue
    }

    /// The names that it uses.
    pub fn vocabulary(&self) -> &Arc<Vocabulary> {
        &self.vocabulary
    }

    /// The program that pursues a goal.
    pub fn select(&self, goal: &Goal, memory: &Memory) -> Option<Arc<dyn Program>> {
        if let Some(found) = self.selector.as_ref().and_then(|selector| selector.select(goal, memory)) {
            return Some(found);
        }
        let fits = |program: &&Arc<dyn Program>| match &goal.pursuit {
            Pursuit::Program(name) => program.name() == name,
            Pursuit::Condition(condition) => {
                program.arity() == 0 && program.success().is_some_and(|success| success.same_as(condition))
            }
        };
        self.programs.iter().find(fits).cloned()
    }
}

/// Describes a character.
#[derive(Default)]
#[must_use]
pub struct CharacterBuilder {
    vocabulary: Arc<Vocabulary>,
    profile: Profile,
    goals: Vec<Goal>,
    programs: Vec<Arc<dyn Program>>,
    catalogue: Catalogue,
    blends: Vec<Blend>,
    vetoes: Vec<Veto>,
    reflexes: Vec<Reflex>,
    generators: Vec<(u64, Arc<dyn Generator>)>,
    selector: Option<Arc<dyn Selector>>,
    forgetting: Option<ForgettingPolicy>,
}

impl CharacterBuilder {
    /// How it works; [`Profile::motive`] by default.
    pub fn profile(mut self, profile: Profile) -> Self {
        self.profile = profile;
        self
    }

    /// Adds a goal.
    pub fn goal(mut self, goal: Goal) -> Self {
        self.goals.push(goal);
        self
    }

    /// Adds every program of a library that can pursue a goal.
    pub fn library(mut self, library: &Arc<Library>) -> Self {
        for program in library.programs() {
            self.programs.push(Arc::new(program));
        }
        // Programs with arguments are kept too, so that a goal that names one gets a clear error.
        for definition in library.definitions().iter().filter(|known| !known.parameters.is_empty()) {
            if let Some(program) = library.program(&definition.name) {
                self.programs.push(Arc::new(program));
            }
        }
        self
    }

    /// Adds a program of any engine.
    pub fn program(mut self, program: impl Program + 'static) -> Self {
        self.programs.push(Arc::new(program));
        self
    }

    /// The actions with their needs, effects and conflicts.
    pub fn catalogue(mut self, catalogue: Catalogue) -> Self {
        self.catalogue = catalogue;
        self
    }

    /// Two actions that cannot be done in one tick.
    pub fn conflict(mut self, one: ActionId, other: ActionId) -> Self {
        self.catalogue.conflict(one, other);
        self
    }

    /// Adds a blend.
    pub fn blend(mut self, blend: Blend) -> Self {
        self.blends.push(blend);
        self
    }

    /// Adds a veto.
    pub fn veto(mut self, veto: Veto) -> Self {
        self.vetoes.push(veto);
        self
    }

    /// Adds a reflex.
    pub fn reflex(mut self, reflex: Reflex) -> Self {
        self.reflexes.push(reflex);
        self
    }

    /// Adds a generator written in Rust, asked every so many ticks.
    pub fn generator(mut self, every: u64, generator: impl Generator + 'static) -> Self {
        self.generators.push((every.max(1), Arc::new(generator)));
        self
    }

    /// Finds programs in another way first.
    pub fn selector(mut self, selector: impl Selector + 'static) -> Self {
        self.selector = Some(Arc::new(selector));
        self
    }

    /// Forgets things, but never what live tasks hold or refer to.
    pub fn forgetting(mut self, forgetting: ForgettingPolicy) -> Self {
        self.forgetting = Some(forgetting);
        self
    }

    /// Ends the description, or says what is wrong with it.
    pub fn build(self) -> Result<Arc<Character>, CharacterError> {
        self.check_profile()?;
        let names = &*self.vocabulary;
        let mut codes: Vec<CompiledGoal> = Vec::with_capacity(self.goals.len());
        let mut first_read = 0;
        for (number, goal) in (1..).zip(&self.goals) {
            self.check_goal(goal)?;
            let built = goal
                .build(number, first_read, names)
                .map_err(|error| CharacterError::Goal(goal.name.to_string(), error))?;
            first_read += built.reads.dependencies().len();
            codes.push(built);
        }
        let mut catalogue = self.catalogue.clone();
        let at = |what: &str| {
            let what = what.to_owned();
            move |error| CharacterError::Action(what, error)
        };
        for blend in &self.blends {
            catalogue.blend(blend, names).map_err(at("a blend"))?;
        }
        for veto in &self.vetoes {
            catalogue.veto(veto, names).map_err(at("a veto"))?;
        }
        let mut reflexes = Vec::with_capacity(self.reflexes.len());
        for reflex in &self.reflexes {
            reflexes.push(build_reflex(reflex, names).map_err(at("a reflex"))?);
        }
        let watches = self.watches(&codes, &reflexes);
        let goals_read = codes.iter().flat_map(|goal| goal.reads.dependencies());
        let goal_channels = goals_read.filter_map(|on| watches.channel(*on)).collect();
        let shows_actions = self.profile.show_actions || self.looks_at_actions(&codes, &reflexes, &catalogue);
        let profile = &self.profile;
        let decides_anew = !profile.reuse
            || profile.stop_when_exhausted
            || profile.cycle_guard.is_some()
            || profile.filter.control.is_some()
            || self.forgetting.is_some()
            || !self.generators.is_empty()
            || catalogue.looks_at_memory();
        let in_order =
            reflexes.is_empty() && matches!(profile.tie_break, TieBreak::OldestFirst | TieBreak::NewestFirst);
        let in_any_order = !catalogue.blends_any()
            && profile.max_runnable.is_none()
            && profile.multiple_actions
            && !profile.least_first;
        let repeats = match (in_order, in_any_order) {
            (false, _) => Repeats::Never,
            (true, false) => Repeats::InOrder,
            (true, true) => Repeats::InAnyOrder,
        };
        let follows_own_numbers = profile.updates
            && profile.goals_every <= 1
            && codes.iter().all(|goal| goal.every <= 1 && goal.follows_own_numbers());
        Ok(Arc::new(Character {
            shows_actions,
            decides_anew,
            follows_own_numbers,
            repeats,
            profile: self.profile,
            goals: self.goals,
            compiled_goals: codes,
            watches: Arc::new(watches),
            goal_channels,
            programs: self.programs,
            catalogue,
            reflexes,
            generators: self.generators,
            selector: self.selector,
            forgetting: self.forgetting,
            vocabulary: self.vocabulary,
        }))
    }

    /// What goals, reflexes and the programs of the goals read.
    fn watches(&self, goals: &[CompiledGoal], reflexes: &[CompiledReflex]) -> WatchTable {
        let named = |goal: &Goal| match &goal.pursuit {
            Pursuit::Program(name) => self.programs.iter().find(|program| program.name() == name),
            Pursuit::Condition(_) => None,
        };
        let of_goals = goals.iter().map(|goal| &goal.reads);
        let of_reflexes = reflexes.iter().map(|reflex| &reflex.reads);
        let of_programs = self.goals.iter().filter_map(named).filter_map(|program| program.reads());
        WatchTable::new(of_goals.chain(of_reflexes).chain(of_programs).flat_map(ReadSet::dependencies))
    }

    /// Whether any part of the character may read the actions that memory shows. Rust code may read anything.
    fn looks_at_actions(
        &self,
        goals: &[CompiledGoal],
        reflexes: &[CompiledReflex],
        catalogue: &Catalogue,
    ) -> bool {
        let mut reads =
            goals.iter().map(|goal| &goal.reads).chain(reflexes.iter().map(|reflex| &reflex.reads));
        reads.any(|reads| reads.sees_actions(&self.vocabulary))
            || self.programs.iter().any(|program| program.looks_at_actions())
            || catalogue.looks_at_memory()
            || !self.generators.is_empty()
            || self.selector.is_some()
    }

    fn check_profile(&self) -> Result<(), CharacterError> {
        if self.profile.commitment.is_nan() {
            return Err(CharacterError::NotANumber("commitment"));
        }
        if self.profile.filter.threshold.is_some_and(f64::is_nan) {
            return Err(CharacterError::NotANumber("filter"));
        }
        Ok(())
    }

    fn check_goal(&self, goal: &Goal) -> Result<(), CharacterError> {
        if self.goals.iter().filter(|other| other.name == goal.name).count() > 1 {
            return Err(CharacterError::Twice(goal.name.to_string()));
        }
        if let Pursuit::Program(name) = &goal.pursuit
            && let Some(program) = self.programs.iter().find(|program| program.name() == name)
            && program.arity() > 0
        {
            return Err(CharacterError::ArgumentsAtTop {
                goal: goal.name.to_string(),
                program: name.to_string(),
                arity: program.arity(),
            });
        }
        Ok(())
    }
}

fn build_reflex(reflex: &Reflex, vocabulary: &Vocabulary) -> Result<CompiledReflex, BuildError> {
    let info = vocabulary.action_info(reflex.action).ok_or(BuildError::Foreign)?;
    if info.arity != reflex.arguments.len() {
        let name = vocabulary.name(info.name).to_owned();
        return Err(BuildError::Arity { name, expected: info.arity, found: reflex.arguments.len() });
    }
    let mut scope = Scope::new(vocabulary);
    let when = scope.code(&reflex.when)?;
    let arguments = reflex.arguments.iter().map(|value| scope.expr(value)).collect::<Result<_, _>>()?;
    let (variables, reads) = (scope.names().len(), scope.reads().clone());
    Ok(CompiledReflex { when, action: reflex.action, arguments, variables, reads })
}
