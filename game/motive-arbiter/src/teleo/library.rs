//! Teleo-reactive programs compiled for running.

use super::call_groups::CallGroups;
use super::definition::{Caching, Definition, Rule, Step};
use super::teleo_behaviour::TeleoBehaviour;
use motive_core::condition::{BuildError, Condition, Expr, ReadSet, Scope};
use motive_core::engine::{ConditionCode, ExprCode, closest_name};
use motive_core::mind::{Behaviour, Callable, MindText, Program, RuleText};
use motive_core::vocabulary::{ActionId, Kind, Property, Value, Vocabulary};
use rustc_hash::FxHashMap;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

/// An error in a program. It is found when the program is built, never when it runs.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProgramError {
    /// A condition or expression of a rule.
    #[error("program `{program}`, rule `{rule}`: {error}")]
    Rule {
        /// The program.
        program: String,
        /// The rule.
        rule: String,
        /// The error.
        #[source]
        error: BuildError,
    },
    /// Two programs of one name.
    #[error("there are two programs called `{0}`; rename one")]
    Twice(String),
    /// A program without rules.
    #[error("program `{0}` has no rules")]
    Empty(String),
    /// A call of a program that does not exist.
    #[error("program `{program}`, rule `{rule}` calls `{callee}`, which does not exist{}", did_you_mean(.closest_name))]
    UnknownProgram {
        /// The program.
        program: String,
        /// The rule.
        rule: String,
        /// What it calls.
        callee: String,
        /// A program with a similar name.
        closest_name: Option<String>,
    },
    /// A program with arguments cannot pursue a goal.
    #[error("program `{0}` has parameters, so it can be called but cannot pursue a goal")]
    ArgumentsAtTop(String),
}

fn did_you_mean(closest_name: &Option<String>) -> String {
    closest_name.as_ref().map_or_else(String::new, |name| format!("; did you mean `{name}`?"))
}

impl Rule {
    /// Compiles the rule on its own, as a library would, and says what is wrong with it. What it calls is not looked up.
    ///
    /// `parameters` are those of its program.
    ///
    /// # Errors
    /// If a condition or expression is wrong.
    pub fn check(&self, vocabulary: &Vocabulary, parameters: &[String]) -> Result<(), ProgramError> {
        let program = parameters.iter().fold(Definition::new(""), |program, name| program.parameter(name));
        let builder = Builder { vocabulary, callees: None, definition: &program, lenient: false };
        builder.rule(0, self).map(drop)
    }
}

/// Programs that can call each other, compiled together and shared by all agents.
///
/// ```
/// use motive::arbiter::teleo::{Definition, Library, Rule};
/// use motive::kernel::{Condition, Expr, Pattern, Vocabulary};
///
/// let mut names = Vocabulary::new();
/// let dot = names.kind("dot");
/// let move_to = names.action("move_to", 1);
/// let names = names.finish()?;
///
/// let eat_dots = Definition::new("EatDots")
///     .done_when(Condition::no(Pattern::of(dot)))
///     .rule(Rule::new("eat").when(Pattern::of(dot).named("it")).act(move_to, [Expr::var("it")]));
/// let library = Library::new(&names, vec![eat_dots])?;
/// assert!(library.program("EatDots").is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Library {
    definitions: Vec<Definition>,
    programs: Vec<CompiledProgram>,
    by_name: FxHashMap<Arc<str>, usize>,
    callables: Vec<Callable>,
    /// The version of each program. Only a reload compares them, so they are worked out when it does.
    versions: OnceLock<Vec<u64>>,
}

#[derive(Debug)]
pub(crate) struct CompiledProgram {
    pub(crate) name: Arc<str>,
    pub(crate) parameters: usize,
    pub(crate) rules: Vec<CompiledRule>,
    pub(crate) caching: Caching,
    /// What rules 0 to n read, with all that they call.
    pub(crate) reads: Vec<RuleReads>,
}

#[derive(Debug)]
pub(crate) struct CompiledRule {
    pub(crate) name: Arc<str>,
    pub(crate) when: ConditionCode,
    pub(crate) steps: Vec<CompiledStep>,
    pub(crate) holds_on: Option<ConditionCode>,
    pub(crate) until: Option<ConditionCode>,
    pub(crate) at_least: u64,
    pub(crate) is_success: bool,
    pub(crate) variables: usize,
    reads: RuleReads,
    calls: Vec<usize>,
    asks: Vec<usize>,
}

/// What rules read.
#[derive(Clone, Debug, Default)]
pub(crate) struct RuleReads {
    /// What can change their result: for numbers compared with constants, only on which side they are.
    pub(crate) decisive: ReadSet,
    /// Everything. With a trace, rules are tried again whenever any of it changes.
    pub(crate) all: ReadSet,
}

impl CompiledProgram {
    /// The programs that its rules call.
    pub(super) fn calls(&self) -> impl Iterator<Item = usize> + '_ {
        self.rules.iter().flat_map(|rule| rule.calls.iter().copied())
    }
}

impl RuleReads {
    fn extend(&mut self, other: &Self) {
        self.decisive.extend(&other.decisive);
        self.all.extend(&other.all);
    }
}

#[derive(Clone, Debug)]
pub(crate) enum CompiledStep {
    Do(ActionId, Vec<ExprCode>),
    Call(usize, Vec<ExprCode>),
    Ask(usize, Vec<ExprCode>),
    Note(Kind, Vec<(Property, ExprCode)>),
    Forget(ExprCode),
    Set(ExprCode, Property, ExprCode),
    End(Arc<str>),
    FirstOf(Vec<CompiledStep>),
    InTurn(Vec<(u64, Vec<CompiledStep>)>),
}

/// The deepest nesting of steps.
const DEEPEST_STEP: usize = 32;

impl Library {
    /// Builds programs that can call each other, or says what is wrong with the first bad one.
    pub fn new(vocabulary: &Vocabulary, definitions: Vec<Definition>) -> Result<Arc<Self>, ProgramError> {
        Self::build(vocabulary, definitions, Vec::new(), false)
    }

    /// As [`Library::new`], with other engines that rules can [ask](Step::Ask) by name.
    pub fn with_callables(
        vocabulary: &Vocabulary,
        definitions: Vec<Definition>,
        callables: Vec<Callable>,
    ) -> Result<Arc<Self>, ProgramError> {
        Self::build(vocabulary, definitions, callables, false)
    }

    /// As [`Library::new`], but variables of one branch of an `or` may be used after it. Where another branch held, they have no
    /// value and the step that uses them fails.
    pub fn lenient(vocabulary: &Vocabulary, definitions: Vec<Definition>) -> Result<Arc<Self>, ProgramError> {
        Self::build(vocabulary, definitions, Vec::new(), true)
    }

    fn build(
        vocabulary: &Vocabulary,
        definitions: Vec<Definition>,
        callables: Vec<Callable>,
        lenient: bool,
    ) -> Result<Arc<Self>, ProgramError> {
        let mut by_name = FxHashMap::default();
        for (at, definition) in definitions.iter().enumerate() {
            if definition.rules.is_empty() {
                return Err(ProgramError::Empty(definition.name.to_string()));
            }
            if by_name.insert(definition.name.clone(), at).is_some() {
                return Err(ProgramError::Twice(definition.name.to_string()));
            }
        }
        let mut programs = Vec::with_capacity(definitions.len());
        for definition in &definitions {
            let (definitions, callables) = (&definitions, &callables);
            let callees = Some(Callees { definitions, callables, by_name: &by_name });
            let builder = Builder { vocabulary, callees, definition, lenient };
            programs.push(builder.program()?);
        }
        let mut library = Self { definitions, programs, by_name, callables, versions: OnceLock::new() };
        library.sum_up_reads();
        Ok(Arc::new(library))
    }

    /// A program that can pursue a goal.
    pub fn program(self: &Arc<Self>, name: &str) -> Option<TeleoProgram> {
        let at = *self.by_name.get(name)?;
        Some(TeleoProgram { library: self.clone(), at })
    }

    /// All programs that can pursue a goal, in the order of their definition.
    pub fn programs(self: &Arc<Self>) -> impl Iterator<Item = TeleoProgram> + '_ {
        (0..self.programs.len())
            .filter(|at| self.programs[*at].parameters == 0)
            .map(|at| TeleoProgram { library: self.clone(), at })
    }

    /// The programs in source form.
    pub fn definitions(&self) -> &[Definition] {
        &self.definitions
    }

    pub(crate) fn code(&self, at: usize) -> &CompiledProgram {
        &self.programs[at]
    }

    /// A rule depends on what it reads and on all that the programs it calls read.
    ///
    /// Programs that call each other in a circle are summed up as one group. A group comes after all that it calls, so that each
    /// is looked at once.
    fn sum_up_reads(&mut self) {
        let groups = CallGroups::of(&self.programs);
        let sums = groups.sums(|group, sums: &[RuleReads]| {
            let mut reads = RuleReads::default();
            group
                .members
                .iter()
                .flat_map(|at| &self.programs[*at].rules)
                .for_each(|rule| reads.extend(&rule.reads));
            group.callees.iter().for_each(|callee| reads.extend(&sums[*callee]));
            reads
        });
        for program in &mut self.programs {
            let mut reads = RuleReads::default();
            for rule in &program.rules {
                reads.extend(&rule.reads);
                rule.calls.iter().for_each(|callee| reads.extend(&sums[groups.group_of[*callee]]));
                program.reads.push(reads.clone());
            }
        }
    }

    /// A number for each program that changes when the program or anything that it calls changes.
    fn versions(&self) -> Vec<u64> {
        let groups = CallGroups::of(&self.programs);
        let sums = groups.sums(|group, sums: &[u64]| {
            let mut hasher = rustc_hash::FxHasher::default();
            for at in &group.members {
                format!("{:?}", self.definitions[*at]).hash(&mut hasher);
                let asks = self.programs[*at].rules.iter().flat_map(|rule| &rule.asks);
                asks.for_each(|ask| self.callables[*ask].version.hash(&mut hasher));
            }
            group.callees.iter().for_each(|callee| sums[*callee].hash(&mut hasher));
            hasher.finish()
        });
        groups.group_of.iter().map(|group| sums[*group]).collect()
    }

    /// The other engines that its rules can ask.
    pub(crate) fn callables(&self) -> &[Callable] {
        &self.callables
    }

    pub(crate) fn callable(&self, at: usize) -> &Callable {
        &self.callables[at]
    }
}

/// A teleo-reactive program that can pursue a goal.
#[derive(Clone, Debug)]
pub struct TeleoProgram {
    library: Arc<Library>,
    at: usize,
}

impl TeleoProgram {
    /// Its source form.
    pub fn definition(&self) -> &Definition {
        &self.library.definitions[self.at]
    }

    /// The library that it belongs to.
    pub fn library(&self) -> &Arc<Library> {
        &self.library
    }

    /// A behaviour that runs it with these arguments. Steps that use a missing argument fail.
    pub fn start_with(&self, values: Vec<Value>) -> Box<dyn Behaviour> {
        Box::new(TeleoBehaviour::new(self.library.clone(), self.at, values))
    }

    /// The program as a [`Callable`] for other engines.
    pub fn callable(&self) -> Callable {
        let (started, described) = (self.clone(), self.clone());
        let start = move |values: &[Value]| started.start_with(values.to_vec());
        let callable = Callable::new(self.name(), self.arity(), start).versioned(self.version());
        callable.described(move |names, text| described.describe(names, text))
    }

    /// Its index in its library.
    pub(crate) fn at(&self) -> usize {
        self.at
    }
}

impl Program for TeleoProgram {
    fn name(&self) -> &Arc<str> {
        &self.library.programs[self.at].name
    }

    fn start(&self) -> Box<dyn Behaviour> {
        self.start_with(Vec::new())
    }

    fn success(&self) -> Option<&Condition> {
        let first = self.definition().rules.first()?;
        (first.is_success || first.steps.is_empty()).then_some(&first.when)
    }

    fn arity(&self) -> usize {
        self.library.programs[self.at].parameters
    }

    fn reads(&self) -> Option<&ReadSet> {
        // Each rule depends on what those before it read.
        self.library.programs[self.at].reads.last().map(|reads| &reads.decisive)
    }

    fn describe(&self, names: &Vocabulary, text: &mut MindText) {
        if text.programs.contains_key(&*self.library.programs[self.at].name) {
            return;
        }
        for definition in &self.library.definitions {
            let rule = |rule: &Rule| RuleText::new(&rule.name, rule.when.conjuncts(), names);
            let rules = definition.rules.iter().map(rule).collect();
            text.programs.insert(definition.name.to_string(), rules);
        }
        self.library.callables.iter().for_each(|callable| callable.describe(names, text));
    }

    fn as_any(&self) -> Option<&dyn std::any::Any> {
        Some(self)
    }

    fn version(&self) -> u64 {
        self.library.versions.get_or_init(|| self.library.versions())[self.at]
    }
}

/// The programs and other engines that a rule calls.
#[derive(Default)]
struct Called {
    programs: Vec<usize>,
    callables: Vec<usize>,
}

/// The programs and other engines that rules can call.
#[derive(Clone, Copy)]
struct Callees<'a> {
    definitions: &'a [Definition],
    callables: &'a [Callable],
    by_name: &'a FxHashMap<Arc<str>, usize>,
}

struct Builder<'a> {
    vocabulary: &'a Vocabulary,
    /// What rules can call. `None` for a rule on its own, whose calls are taken as right.
    callees: Option<Callees<'a>>,
    definition: &'a Definition,
    /// Variables of one branch of an `or` may be used after it.
    lenient: bool,
}

impl Builder<'_> {
    fn program(&self) -> Result<CompiledProgram, ProgramError> {
        let mut rules = Vec::with_capacity(self.definition.rules.len());
        for (number, rule) in self.definition.rules.iter().enumerate() {
            rules.push(self.rule(number, rule)?);
        }
        Ok(CompiledProgram {
            name: self.definition.name.clone(),
            parameters: self.definition.parameters.len(),
            rules,
            caching: self.definition.caching,
            reads: Vec::new(),
        })
    }

    fn rule(&self, number: usize, rule: &Rule) -> Result<CompiledRule, ProgramError> {
        let mut code = self.rule_when(number, rule, &rule.when)?;
        // A number that the condition compares with a constant matters only when it crosses that.
        let (rest, thresholds) = rule.when.split_thresholds(self.vocabulary);
        if !thresholds.is_empty() {
            code.reads.decisive = self.rule_when(number, rule, &rest)?.reads.all;
            thresholds.into_iter().for_each(|threshold| code.reads.decisive.add(threshold));
        }
        Ok(code)
    }

    /// A rule with another condition.
    fn rule_when(&self, number: usize, rule: &Rule, when: &Condition) -> Result<CompiledRule, ProgramError> {
        let at = |error| self.error(rule, error);
        let mut scope = Scope::new(self.vocabulary).at(place_of(&self.definition.name, number));
        if self.lenient {
            scope = scope.lenient();
        }
        for name in &self.definition.parameters {
            scope.parameter(name).map_err(at)?;
        }
        let when = scope.code(when).map_err(at)?;
        let holds_on = rule.holds_on.as_ref().map(|c| scope.code(c)).transpose().map_err(at)?;
        let until = rule.until.as_ref().map(|c| scope.code(c)).transpose().map_err(at)?;
        let mut calls = Called::default();
        let steps = self.steps(rule, &rule.steps, &mut scope, &mut calls, 0)?;
        Ok(CompiledRule {
            name: rule.name.clone(),
            when,
            steps,
            holds_on,
            until,
            at_least: rule.at_least,
            // By convention a first rule that does nothing says that the goal is reached.
            is_success: rule.is_success || number == 0 && rule.steps.is_empty(),
            variables: scope.names().len(),
            reads: RuleReads { decisive: scope.reads().clone(), all: scope.reads().clone() },
            calls: calls.programs,
            asks: calls.callables,
        })
    }

    fn error(&self, rule: &Rule, error: BuildError) -> ProgramError {
        ProgramError::Rule { program: self.definition.name.to_string(), rule: rule.name.to_string(), error }
    }

    fn steps(
        &self,
        rule: &Rule,
        steps: &[Step],
        scope: &mut Scope<'_>,
        calls: &mut Called,
        depth: usize,
    ) -> Result<Vec<CompiledStep>, ProgramError> {
        if depth > DEEPEST_STEP {
            return Err(self.error(rule, BuildError::TooDeep));
        }
        steps.iter().map(|step| self.step(rule, step, scope, calls, depth)).collect()
    }

    fn step(
        &self,
        rule: &Rule,
        step: &Step,
        scope: &mut Scope<'_>,
        calls: &mut Called,
        depth: usize,
    ) -> Result<CompiledStep, ProgramError> {
        let at = |error| self.error(rule, error);
        let mut values = |values: &[Expr]| -> Result<Vec<ExprCode>, ProgramError> {
            values.iter().map(|value| scope.expr(value).map_err(at)).collect()
        };
        Ok(match step {
            Step::Do(action, arguments) => {
                let info = self.vocabulary.action_info(*action).ok_or(BuildError::Foreign).map_err(at)?;
                self.check_arity(rule, self.vocabulary.name(info.name), info.arity, arguments.len())?;
                CompiledStep::Do(*action, values(arguments)?)
            }
            Step::Call(name, arguments) => {
                let callee = self.callee(rule, name, arguments.len())?;
                calls.programs.push(callee);
                CompiledStep::Call(callee, values(arguments)?)
            }
            Step::Ask(name, arguments) => {
                let callable = self.callable(rule, name, arguments.len())?;
                calls.callables.push(callable);
                CompiledStep::Ask(callable, values(arguments)?)
            }
            Step::Note(kind, properties) => {
                let mut built = Vec::with_capacity(properties.len());
                for (property, value) in properties {
                    self.vocabulary.property_info(*property).ok_or(BuildError::Foreign).map_err(at)?;
                    built.push((*property, scope.expr(value).map_err(at)?));
                }
                CompiledStep::Note(*kind, built)
            }
            Step::Forget(thing) => CompiledStep::Forget(scope.expr(thing).map_err(at)?),
            Step::Set(thing, property, value) => {
                self.vocabulary.property_info(*property).ok_or(BuildError::Foreign).map_err(at)?;
                CompiledStep::Set(scope.expr(thing).map_err(at)?, *property, scope.expr(value).map_err(at)?)
            }
            Step::End(goal) => CompiledStep::End(goal.clone()),
            Step::FirstOf(steps) => {
                CompiledStep::FirstOf(self.steps(rule, steps, scope, calls, depth + 1)?)
            }
            Step::InTurn(turns) => {
                let turns = turns
                    .iter()
                    .map(|(micros, steps)| Ok((*micros, self.steps(rule, steps, scope, calls, depth + 1)?)));
                CompiledStep::InTurn(turns.collect::<Result<_, ProgramError>>()?)
            }
        })
    }

    fn callee(&self, rule: &Rule, name: &Arc<str>, arguments: usize) -> Result<usize, ProgramError> {
        let Some(Callees { definitions, by_name, .. }) = self.callees else { return Ok(0) };
        let known = || definitions.iter().map(|known| &*known.name);
        let at = *by_name.get(name).ok_or_else(|| self.unknown(rule, name, closest_name(name, known())))?;
        self.check_arity(rule, name, definitions[at].parameters.len(), arguments)?;
        Ok(at)
    }

    fn callable(&self, rule: &Rule, name: &Arc<str>, arguments: usize) -> Result<usize, ProgramError> {
        let Some(Callees { callables, .. }) = self.callees else { return Ok(0) };
        let known = || callables.iter().map(|known| &*known.name);
        let at = callables.iter().position(|callable| callable.name == *name);
        let at = at.ok_or_else(|| self.unknown(rule, name, closest_name(name, known())))?;
        self.check_arity(rule, name, callables[at].arity, arguments)?;
        Ok(at)
    }

    fn unknown(&self, rule: &Rule, callee: &str, closest_name: Option<String>) -> ProgramError {
        ProgramError::UnknownProgram {
            program: self.definition.name.to_string(),
            rule: rule.name.to_string(),
            callee: callee.to_owned(),
            closest_name,
        }
    }

    fn check_arity(
        &self,
        rule: &Rule,
        name: &str,
        expected: usize,
        found: usize,
    ) -> Result<(), ProgramError> {
        if expected == found {
            return Ok(());
        }
        Err(self.error(rule, BuildError::Arity { name: name.into(), expected, found }))
    }
}

/// The random key of a rule. It depends only on the program, so the same program draws the same numbers wherever it is used.
fn place_of(program: &str, rule: usize) -> u64 {
    let mut hasher = rustc_hash::FxHasher::default();
    program.hash(&mut hasher);
    rule.hash(&mut hasher);
    hasher.finish() << 12
}
