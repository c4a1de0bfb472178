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
        let known =
            LibraryNames { vocabulary, definitions: &definitions, callables: &callables, by_name: &by_name };
        for definition in &definitions {
            programs.push(known.program(definition, lenient)?);
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

/// What rules can name: the vocabulary, programs and other engines.
struct LibraryNames<'a> {
    vocabulary: &'a Vocabulary,
    definitions: &'a [Definition],
    callables: &'a [Callable],
    by_name: &'a FxHashMap<Arc<str>, usize>,
}

impl LibraryNames<'_> {
    fn program(&self, definition: &Definition, lenient: bool) -> Result<CompiledProgram, ProgramError> {
        let mut rules = Vec::with_capacity(definition.rules.len());
        for (number, rule) in definition.rules.iter().enumerate() {
            let build = |when: &Condition| RuleCompiler::new(self, definition, number, lenient).build(when);
            let mut code = build(&rule.when)?;
            // A number that the condition compares with a constant matters only when it crosses that.
            let (rest, thresholds) = rule.when.split_thresholds(self.vocabulary);
            if !thresholds.is_empty() {
                code.reads.decisive = build(&rest)?.reads.all;
                thresholds.into_iter().for_each(|threshold| code.reads.decisive.add(threshold));
            }
            rules.push(code);
        }
        Ok(CompiledProgram {
            name: definition.name.clone(),
            parameters: definition.parameters.len(),
            rules,
            caching: definition.caching,
            reads: Vec::new(),
        })
    }
}

/// Builds one rule.
struct RuleCompiler<'a> {
    known: &'a LibraryNames<'a>,
    definition: &'a Definition,
    number: usize,
    rule: &'a Rule,
    scope: Scope<'a>,
    /// The programs and other engines that it calls.
    calls: Vec<usize>,
    asks: Vec<usize>,
}

impl<'a> RuleCompiler<'a> {
    /// With `lenient`, variables of one branch of an `or` may be used after it.
    fn new(known: &'a LibraryNames<'a>, definition: &'a Definition, number: usize, lenient: bool) -> Self {
        let scope = Scope::new(known.vocabulary).at(place_of(&definition.name, number));
        let scope = if lenient { scope.lenient() } else { scope };
        let rule = &definition.rules[number];
        Self { known, definition, number, rule, scope, calls: Vec::new(), asks: Vec::new() }
    }

    /// The rule with this condition.
    fn build(mut self, when: &Condition) -> Result<CompiledRule, ProgramError> {
        let rule = self.rule;
        for name in &self.definition.parameters {
            self.scope.parameter(name).map_err(|error| self.error(error))?;
        }
        let when = self.condition(when)?;
        let holds_on = rule.holds_on.as_ref().map(|condition| self.condition(condition)).transpose()?;
        let until = rule.until.as_ref().map(|condition| self.condition(condition)).transpose()?;
        let steps = self.steps(&rule.steps, 0)?;
        let reads = self.scope.reads();
        Ok(CompiledRule {
            name: rule.name.clone(),
            when,
            steps,
            holds_on,
            until,
            at_least: rule.at_least,
            // By convention a first rule that does nothing says that the goal is reached.
            is_success: rule.is_success || self.number == 0 && rule.steps.is_empty(),
            variables: self.scope.names().len(),
            reads: RuleReads { decisive: reads.clone(), all: reads.clone() },
            calls: self.calls,
            asks: self.asks,
        })
    }

    fn error(&self, error: BuildError) -> ProgramError {
        let (program, rule) = (self.definition.name.to_string(), self.rule.name.to_string());
        ProgramError::Rule { program, rule, error }
    }

    fn condition(&mut self, condition: &Condition) -> Result<ConditionCode, ProgramError> {
        self.scope.code(condition).map_err(|error| self.error(error))
    }

    fn value(&mut self, value: &Expr) -> Result<ExprCode, ProgramError> {
        self.scope.expr(value).map_err(|error| self.error(error))
    }

    fn values(&mut self, values: &[Expr]) -> Result<Vec<ExprCode>, ProgramError> {
        values.iter().map(|value| self.value(value)).collect()
    }

    fn steps(&mut self, steps: &[Step], depth: usize) -> Result<Vec<CompiledStep>, ProgramError> {
        if depth > DEEPEST_STEP {
            return Err(self.error(BuildError::TooDeep));
        }
        steps.iter().map(|step| self.step(step, depth)).collect()
    }

    fn step(&mut self, step: &Step, depth: usize) -> Result<CompiledStep, ProgramError> {
        let names = self.known.vocabulary;
        let property = |this: &Self, property: Property| match names.property_info(property) {
            Some(_) => Ok(property),
            None => Err(this.error(BuildError::Foreign)),
        };
        Ok(match step {
            Step::Do(action, arguments) => {
                let info = names.action_info(*action).ok_or_else(|| self.error(BuildError::Foreign))?;
                self.check_arity(names.name(info.name), info.arity, arguments.len())?;
                CompiledStep::Do(*action, self.values(arguments)?)
            }
            Step::Call(name, arguments) => {
                let callee = self.callee(name, arguments.len())?;
                self.calls.push(callee);
                CompiledStep::Call(callee, self.values(arguments)?)
            }
            Step::Ask(name, arguments) => {
                let callable = self.callable(name, arguments.len())?;
                self.asks.push(callable);
                CompiledStep::Ask(callable, self.values(arguments)?)
            }
            Step::Note(kind, properties) => {
                let mut built = Vec::with_capacity(properties.len());
                for (of, value) in properties {
                    built.push((property(self, *of)?, self.value(value)?));
                }
                CompiledStep::Note(*kind, built)
            }
            Step::Forget(thing) => CompiledStep::Forget(self.value(thing)?),
            Step::Set(thing, of, value) => {
                let of = property(self, *of)?;
                CompiledStep::Set(self.value(thing)?, of, self.value(value)?)
            }
            Step::End(goal) => CompiledStep::End(goal.clone()),
            Step::FirstOf(steps) => CompiledStep::FirstOf(self.steps(steps, depth + 1)?),
            Step::InTurn(turns) => {
                let turns = turns.iter().map(|(micros, steps)| Ok((*micros, self.steps(steps, depth + 1)?)));
                CompiledStep::InTurn(turns.collect::<Result<_, ProgramError>>()?)
            }
        })
    }

    fn callee(&self, name: &Arc<str>, arguments: usize) -> Result<usize, ProgramError> {
        let definitions = self.known.definitions;
        let known = || definitions.iter().map(|known| &*known.name);
        let at =
            *self.known.by_name.get(name).ok_or_else(|| self.unknown(name, closest_name(name, known())))?;
        self.check_arity(name, definitions[at].parameters.len(), arguments)?;
        Ok(at)
    }

    fn callable(&self, name: &Arc<str>, arguments: usize) -> Result<usize, ProgramError> {
        let callables = self.known.callables;
        let known = || callables.iter().map(|known| &*known.name);
        let at = callables.iter().position(|callable| callable.name == *name);
        let at = at.ok_or_else(|| self.unknown(name, closest_name(name, known())))?;
        self.check_arity(name, callables[at].arity, arguments)?;
        Ok(at)
    }

    fn unknown(&self, callee: &str, closest_name: Option<String>) -> ProgramError {
        let (program, rule) = (self.definition.name.to_string(), self.rule.name.to_string());
        ProgramError::UnknownProgram { program, rule, callee: callee.to_owned(), closest_name }
    }

    fn check_arity(&self, name: &str, expected: usize, found: usize) -> Result<(), ProgramError> {
        if expected == found {
            return Ok(());
        }
        Err(self.error(BuildError::Arity { name: name.into(), expected, found }))
    }
}

/// The random key of a rule. It depends only on the program, so the same program draws the same numbers wherever it is used.
fn place_of(program: &str, rule: usize) -> u64 {
    let mut hasher = rustc_hash::FxHasher::default();
    program.hash(&mut hasher);
    rule.hash(&mut hasher);
    hasher.finish() << 12
}
