//! Goals in source form and compiled: what an agent may want, and when.

use motive_core::condition::{BuildError, Condition, Expr, ReadSet, Scope};
use motive_core::engine::{ConditionCode, ExprCode};
use motive_core::memory::Memory;
use motive_core::mind::GoalMode;
use motive_core::vocabulary::Vocabulary;
use std::sync::Arc;

/// How a goal finds its program.
#[derive(Clone, Debug, PartialEq)]
pub enum Pursuit {
    /// By name.
    Program(Arc<str>),
    /// The program whose success condition is this.
    Condition(Condition),
}

/// A condition under which a goal is wanted, and its priority then.
#[derive(Clone, Debug, PartialEq)]
pub struct Clause {
    /// The condition.
    pub when: Condition,
    /// The priority. If it has no value, the goal is not wanted.
    pub priority: Expr,
    /// Whether the priority follows the situation while the task lives.
    pub updated: bool,
    /// Whether the clause can start a task. Otherwise it only updates the priority of a live one.
    pub generates: bool,
}

/// Something that an agent may want.
///
/// ```
/// use motive::kernel::{Condition, Expr, Pattern, Type, Vocabulary};
/// use motive::arbiter::Goal;
///
/// let mut names = Vocabulary::new();
/// let pack = names.kind("health_pack");
/// let health = names.own("health", Type::Number);
///
/// let heal = Goal::achieve("heal", "GetHealth")
///     .updated(Condition::exists(Pattern::of(pack)), Expr::from(200) - Expr::own(health));
/// # let _ = heal;
/// ```
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct Goal {
    /// Its name.
    pub name: Arc<str>,
    /// Reach it once, or maintain it.
    pub mode: GoalMode,
    /// How it finds its program.
    pub pursuit: Pursuit,
    /// When it is wanted: the first clause that holds decides.
    pub clauses: Vec<Clause>,
    /// Its clauses are evaluated once in this many ticks.
    pub every: u64,
}

impl Goal {
    /// A goal that a program reaches.
    pub fn achieve(name: &str, program: &str) -> Self {
        Self::new(name, GoalMode::Achieve, Pursuit::Program(program.into()))
    }

    /// A goal that a program keeps.
    pub fn maintain(name: &str, program: &str) -> Self {
        Self::new(name, GoalMode::Maintain, Pursuit::Program(program.into()))
    }

    /// A goal with everything spelled out.
    pub fn new(name: &str, mode: GoalMode, pursuit: Pursuit) -> Self {
        Self { name: name.into(), mode, pursuit, clauses: Vec::new(), every: 1 }
    }

    /// Wanted when a condition holds, with the priority that it has when the task starts.
    pub fn when(self, condition: Condition, priority: impl Into<Expr>) -> Self {
        self.clause(Clause { when: condition, priority: priority.into(), updated: false, generates: true })
    }

    /// Wanted when a condition holds, with a priority that follows the situation.
    pub fn updated(self, condition: Condition, priority: impl Into<Expr>) -> Self {
        self.clause(Clause { when: condition, priority: priority.into(), updated: true, generates: true })
    }

    /// Updates the priority of a live task when a condition holds, but never starts one.
    pub fn update(self, condition: Condition, priority: impl Into<Expr>) -> Self {
        self.clause(Clause { when: condition, priority: priority.into(), updated: true, generates: false })
    }

    fn clause(mut self, clause: Clause) -> Self {
        self.clauses.push(clause);
        self
    }

    /// Always wanted, with a priority.
    pub fn always(self, priority: impl Into<Expr>) -> Self {
        self.when(Condition::always(), priority)
    }

    /// Evaluates its clauses only once in this many ticks.
    pub fn every(mut self, ticks: u64) -> Self {
        self.every = ticks.max(1);
        self
    }

    pub(crate) fn build(
        &self,
        place: u64,
        first_read: usize,
        vocabulary: &Vocabulary,
    ) -> Result<CompiledGoal, BuildError> {
        let mut reads = ReadSet::default();
        let mut clauses = Vec::with_capacity(self.clauses.len());
        for (number, clause) in (0..).zip(&self.clauses) {
            let mut scope = Scope::new(vocabulary).at((place << 32) | (number << 12));
            let when = scope.code(&clause.when)?;
            let priority = scope.expr(&clause.priority)?;
            reads.extend(&clause.reads(vocabulary).unwrap_or_else(|| scope.reads().clone()));
            let variables = scope.names().len();
            clauses.push(CompiledClause {
                when,
                priority,
                updated: clause.updated,
                generates: clause.generates,
                variables,
            });
        }
        let always_updated = matches!(
            &clauses[..],
            [CompiledClause { when: ConditionCode::Always, updated: true, generates: true, .. }]
        );
        let (every, rng_key) = (self.every, rng_key(&self.name));
        Ok(CompiledGoal { every, rng_key, clauses, reads, first_read, always_updated })
    }
}

impl Clause {
    /// What the clause reads. A number that its condition compares with a constant matters only when it crosses that.
    fn reads(&self, vocabulary: &Vocabulary) -> Option<ReadSet> {
        let (rest, thresholds) = self.when.split_thresholds(vocabulary);
        let mut scope = Scope::new(vocabulary);
        scope.code(&rest).ok()?;
        scope.expr(&self.priority).ok()?;
        let mut reads = scope.reads().clone();
        thresholds.into_iter().for_each(|threshold| reads.add(threshold));
        Some(reads)
    }
}

#[derive(Debug)]
pub(crate) struct CompiledGoal {
    pub(crate) every: u64,
    /// Keys the random draws of its tasks: the goal's name, so that other tasks coming and going change nothing.
    pub(crate) rng_key: u64,
    pub(crate) clauses: Vec<CompiledClause>,
    pub(crate) reads: ReadSet,
    /// How much the goals before it read.
    pub(crate) first_read: usize,
    /// Its only clause always holds and updates it.
    always_updated: bool,
}

impl CompiledGoal {
    /// The priority of a goal that is always wanted, as much as the agent's own numbers say. `None` for all other goals, which
    /// have to be evaluated.
    #[inline]
    pub(crate) fn own_priority(&self, memory: &Memory) -> Option<f64> {
        self.always_updated()?.own_number(memory)
    }

    /// Whether [`CompiledGoal::own_priority`] has a value as soon as the agent's own numbers have.
    pub(crate) fn follows_own_numbers(&self) -> bool {
        self.always_updated().is_some_and(ExprCode::reads_only_own_numbers)
    }

    /// The priority of a goal whose only clause always holds and updates it.
    #[inline]
    fn always_updated(&self) -> Option<&ExprCode> {
        if !self.always_updated {
            return None;
        }
        self.clauses.first().map(|clause| &clause.priority)
    }
}

#[derive(Debug)]
pub(crate) struct CompiledClause {
    pub(crate) when: ConditionCode,
    pub(crate) priority: ExprCode,
    pub(crate) updated: bool,
    pub(crate) generates: bool,
    pub(crate) variables: usize,
}

fn rng_key(goal: &Arc<str>) -> u64 {
    use std::hash::{Hash, Hasher};
    let mut hasher = rustc_hash::FxHasher::default();
    goal.hash(&mut hasher);
    hasher.finish()
}
