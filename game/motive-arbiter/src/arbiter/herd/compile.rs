//! Compiles a character to a [`ColumnProgram`], if the character reads and changes nothing but own properties.

use super::code_builder::{CodeBuilder, Operand, Reason, Variables};
use super::columns::ColumnType;
use super::program::{
    AgentSet, Argument, Blocker, ColumnGoal, ColumnProgram, EVERYBODY, NOBODY, Precedence, Site, SiteCommand,
    Source,
};
use crate::arbiter::{Allocation, Character, OnStuck, Profile, Removal, TieBreak};
use crate::teleo::{Caching, CompiledStep, Library, TeleoProgram};
use motive_core::action::{CompiledAction, ConflictScope};
use motive_core::condition::CallFailure;
use motive_core::engine::{ConditionCode, EffectCode, ExprCode};
use motive_core::memory::Memory;
use motive_core::mind::GoalMode;
use motive_core::vocabulary::{ActionId, ActionLifetime, ActionTarget, Id, Property, Value, Vocabulary};
use std::fmt;
use std::sync::Arc;

/// What keeps a character from being compiled to columns. Its agents then decide one by one, with the same decisions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obstacle {
    place: String,
    reason: &'static str,
}

impl Obstacle {
    fn new(place: impl Into<String>, reason: &'static str) -> Self {
        Self { place: place.into(), reason }
    }

    /// Where it is: a goal, a rule of a program, an action or the profile.
    pub fn place(&self) -> &str {
        &self.place
    }
}

impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.place, self.reason)
    }
}

/// Deeper calls are an obstacle.
const MAX_CALL_DEPTH: usize = 16;
/// The most sites that a character may have: each is compared with each.
const MAX_SITES: usize = 1_024;

/// A goal of the character with the program that pursues it.
struct GoalProgram {
    goal: usize,
    library: Arc<Library>,
    program: usize,
}

/// A site of a rule that is still being compiled.
struct PendingSite {
    /// The agents for which it is reached, provided that the rule runs.
    when: AgentSet,
    command: SiteCommand,
    arguments: Vec<Operand>,
}

/// Sites of all goals, each with the index of its goal.
type GoalSites = Vec<(usize, PendingSite)>;

/// The agents for which steps succeed, and the sites of the steps.
type CompiledSites = (AgentSet, Vec<PendingSite>);

struct Compiler<'c> {
    character: &'c Character,
    builder: CodeBuilder<'c>,
    pursued: &'c [GoalProgram],
    /// What is being compiled, for error messages.
    place: String,
    /// How deeply the program that is being compiled is called.
    depth: usize,
}

/// Compiles a character, or returns the first obstacle.
pub(super) fn compile(character: &Character) -> Result<ColumnProgram, Obstacle> {
    check_profile(&character.profile)?;
    check_character(character)?;
    let pursued = pursued(character)?;
    let mut compiler = Compiler {
        character,
        builder: CodeBuilder::new(&character.vocabulary),
        pursued: &pursued,
        place: String::new(),
        depth: 0,
    };
    let (goals, sites) = match compiler.goals_and_sites() {
        Ok(compiled) => compiled,
        Err(reason) => return Err(Obstacle::new(compiler.place, reason)),
    };
    if sites.len() > MAX_SITES {
        return Err(Obstacle::new("the character", "has too many actions"));
    }
    let mut program = ColumnProgram {
        code: compiler.builder.code,
        goals,
        sites: Vec::with_capacity(sites.len()),
        pairs: Vec::new(),
        same_action: Vec::new(),
        actions: actions(&sites),
        argument_columns: 0,
        run_columns: 0,
        registers: compiler.builder.registers,
        constants: compiler.builder.constants,
        sets: compiler.builder.sets,
        before: compiler.builder.before,
        changes_self: false,
        profile: character.profile.clone(),
    };
    for (goal, pending) in sites {
        program.add_site(goal, pending);
    }
    program.find_conflicts(character)?;
    Ok(program)
}

fn check_profile(profile: &Profile) -> Result<(), Obstacle> {
    let usual_zero = profile.commitment != 0.0 || profile.commitment.is_sign_positive();
    let obstacles: [(bool, Reason); 11] = [
        (profile.filter.control.is_some(), "moves the filter's threshold"),
        (profile.on_stuck != OnStuck::Remove, "suspends tasks"),
        (profile.removal != Removal::SameTick, "removes ended tasks a tick later"),
        (
            matches!(profile.tie_break, TieBreak::Alternate | TieBreak::Drawn),
            "lets equally important tasks take turns",
        ),
        (profile.max_runnable.is_some(), "limits how many tasks run"),
        (!profile.multiple_actions, "allows one action only"),
        (profile.least_first, "puts the least important action first"),
        (profile.stop_when_exhausted, "stops when nothing is free"),
        (profile.allocation != Allocation::Greedy, "allocates things to as many tasks as possible"),
        (profile.cycle_guard.is_some(), "watches for goals that take turns"),
        (!profile.commitment.is_finite() || !usual_zero, "has a commitment that is not finite"),
    ];
    match obstacles.into_iter().find(|(there, _)| *there) {
        Some((_, reason)) => Err(Obstacle::new("the profile", reason)),
        None => Ok(()),
    }
}

fn check_character(character: &Character) -> Result<(), Obstacle> {
    let obstacles: [(bool, Reason); 6] = [
        (!character.generators.is_empty(), "has goals that Rust generates"),
        (character.selector.is_some(), "selects programs in Rust"),
        (!character.reflexes.is_empty(), "has reflexes"),
        (character.forgetting.is_some(), "forgets things"),
        (character.catalogue.blends_any(), "blends actions"),
        (character.catalogue.looks_at_memory(), "vetoes actions"),
    ];
    match obstacles.into_iter().find(|(there, _)| *there) {
        Some((_, reason)) => Err(Obstacle::new("the character", reason)),
        None => Ok(()),
    }
}

/// The goals that can become tasks, each with its program.
fn pursued(character: &Character) -> Result<Vec<GoalProgram>, Obstacle> {
    // Without a selector written in Rust, the choice of a program does not depend on memory.
    let memory = Memory::new(character.vocabulary.clone());
    let mut pursued = Vec::new();
    for (at, goal) in character.goals.iter().enumerate().filter(|(_, goal)| !goal.clauses.is_empty()) {
        let program = character.select(goal, &memory).filter(|program| program.arity() == 0);
        let Some(program) = program else { continue };
        let teleo = program.as_any().and_then(|program| program.downcast_ref::<TeleoProgram>());
        let Some(teleo) = teleo else {
            return Err(Obstacle::new(
                format!("program `{}`", program.name()),
                "is not a teleo-reactive program",
            ));
        };
        pursued.push(GoalProgram { goal: at, library: teleo.library().clone(), program: teleo.at() });
    }
    Ok(pursued)
}

/// The actions on the world of all sites, in the order of their declaration.
fn actions(sites: &[(usize, PendingSite)]) -> Vec<ActionId> {
    let external = |(_, pending): &(usize, PendingSite)| match pending.command {
        SiteCommand::External { action, .. } => Some(action),
        _ => None,
    };
    let mut actions: Vec<ActionId> = sites.iter().filter_map(external).collect();
    actions.sort_unstable();
    actions.dedup();
    actions
}

impl Compiler<'_> {
    /// All goals, and the sites of their programs with the index of their goal.
    fn goals_and_sites(&mut self) -> Result<(Vec<ColumnGoal>, GoalSites), Reason> {
        let pursued = self.pursued;
        let mut goals = pursued.iter().map(|one| self.goal(one)).collect::<Result<Vec<_>, _>>()?;
        let mut sites = GoalSites::new();
        for (at, (pursued, goal)) in pursued.iter().zip(&mut goals).enumerate() {
            let pending = self.pursuit(pursued, goal)?;
            let first = sites.len();
            sites.extend(pending.into_iter().map(|pending| (at, pending)));
            goal.sites = first..sites.len();
        }
        Ok((goals, sites))
    }

    /// Compiles the clauses of a goal.
    fn goal(&mut self, pursued: &GoalProgram) -> Result<ColumnGoal, Reason> {
        let goal = &self.character.goals[pursued.goal];
        self.place = format!("goal `{}`", goal.name);
        let mut clauses = Vec::new();
        for clause in &self.character.compiled_goals[pursued.goal].clauses {
            self.builder.variables.clear();
            let when = self.builder.condition(&clause.when)?;
            let priority = self.builder.number(&clause.priority)?;
            let known = self.builder.known(&Operand::Varies(priority, ColumnType::Number))?;
            clauses.push((clause, self.builder.and(when, known)?, priority));
        }
        let follows = self.character.profile.updates;
        let first = clauses.iter().filter(|(clause, ..)| clause.generates);
        let first = self.first_of(first.map(|(_, when, priority)| (*when, *priority)))?;
        let updated = clauses.iter().filter(|(clause, ..)| clause.updated && follows);
        let updated = self.first_of(updated.map(|(_, when, priority)| (*when, *priority)))?;
        Ok(ColumnGoal {
            goal: pursued.goal,
            every: goal.every,
            achieve: goal.mode == GoalMode::Achieve,
            first,
            updated,
            fired: NOBODY,
            success: NOBODY,
            sites: 0..0,
        })
    }

    /// The agents that have any of these numbers, and the first number that each has.
    fn first_of(
        &mut self,
        numbers: impl DoubleEndedIterator<Item = (AgentSet, Source)>,
    ) -> Result<(AgentSet, Source), Reason> {
        let mut first = (NOBODY, self.builder.constant(f64::NAN));
        for (who, number) in numbers.rev() {
            let has_one = self.builder.or(who, first.0)?;
            // It is not read for agents that have none.
            let number =
                if first.0 == NOBODY { number } else { self.builder.select(who, number, first.1)? };
            first = (has_one, number);
        }
        Ok(first)
    }

    fn pursuit(&mut self, pursued: &GoalProgram, goal: &mut ColumnGoal) -> Result<Vec<PendingSite>, Reason> {
        self.builder.task = Some(self.character.compiled_goals[pursued.goal].rng_key);
        let (fired, success, pending) = self.program(&pursued.library, pursued.program, &[])?;
        (goal.fired, goal.success) = (fired, success);
        Ok(pending)
    }

    /// Compiles a program: the agents for which a rule runs, those for which a success rule runs, and the sites.
    fn program(
        &mut self,
        library: &Library,
        program: usize,
        arguments: &[Option<Operand>],
    ) -> Result<(AgentSet, AgentSet, Vec<PendingSite>), Reason> {
        let code = library.code(program);
        self.place = format!("program `{}`", code.name);
        if self.depth > MAX_CALL_DEPTH {
            return Err("is called too deeply");
        }
        if code.caching != Caching::None {
            return Err("tries the rule that ran last first");
        }
        let (mut fired, mut success, mut all) = (NOBODY, NOBODY, Vec::new());
        for rule in &code.rules {
            self.place = format!("program `{}`, rule `{}`", code.name, rule.name);
            self.builder.work()?;
            if rule.holds_on.is_some() || rule.until.is_some() || rule.at_least > 0 {
                return Err("may continue without its condition");
            }
            self.builder.variables = arguments.to_vec();
            let when = self.builder.condition(&rule.when)?;
            let (done, pending) = self.steps(library, &rule.steps)?;
            let can = self.builder.and(when, done)?;
            // A rule runs for the agents for which no rule above it does.
            let runs = self.builder.without(can, fired)?;
            for mut pending in pending {
                pending.when = self.builder.and(runs, pending.when)?;
                all.push(pending);
            }
            if rule.is_success {
                success = self.builder.or(success, runs)?;
            }
            fired = self.builder.or(fired, can)?;
        }
        Ok((fired, success, all))
    }

    /// Compiles steps: the agents for which all of them succeed, and the sites.
    fn steps(&mut self, library: &Library, steps: &[CompiledStep]) -> Result<CompiledSites, Reason> {
        let (mut done, mut all) = (EVERYBODY, Vec::new());
        for step in steps {
            let (can, pending) = self.step(library, step)?;
            done = self.builder.and(done, can)?;
            all.extend(pending);
        }
        Ok((done, all))
    }

    fn step(&mut self, library: &Library, step: &CompiledStep) -> Result<CompiledSites, Reason> {
        match step {
            CompiledStep::Do(action, arguments) => {
                let (known, arguments) = self.arguments(arguments)?;
                let command = self.act(*action)?;
                Ok((known, self.pending(command, arguments)))
            }
            CompiledStep::Call(program, arguments) => self.call(library, *program, arguments),
            CompiledStep::Set(thing, property, value) => {
                let (known, arguments) = self.arguments(std::slice::from_ref(value))?;
                let is_self = matches!(thing, ExprCode::Constant(Value::Id(Id::SELF)));
                if !is_self || !self.is_own(*property) {
                    return Err("writes to things");
                }
                Ok((known, self.pending(SiteCommand::Set { property: *property }, arguments)))
            }
            CompiledStep::End(name) => {
                let goals = &self.character.goals;
                let goal = self.pursued.iter().position(|pursued| goals[pursued.goal].name == *name);
                let pending = goal.map(|goal| self.pending(SiteCommand::End { goal }, Vec::new()));
                Ok((EVERYBODY, pending.unwrap_or_default()))
            }
            CompiledStep::FirstOf(steps) => self.first_that_works(library, steps),
            CompiledStep::Note(..) => Err("writes notes"),
            CompiledStep::Forget(_) => Err("forgets things"),
            CompiledStep::InTurn(_) => Err("does things in turn"),
            CompiledStep::Ask(..) => Err("asks another engine"),
        }
    }

    fn is_own(&self, property: Property) -> bool {
        let info = self.character.vocabulary.property_info(property);
        info.is_some_and(|info| info.own.is_some() && info.computed.is_none())
    }

    /// A site, unless the profile switches its kind of action off.
    fn pending(&self, command: SiteCommand, arguments: Vec<Operand>) -> Vec<PendingSite> {
        if !command.is_external() && !self.character.profile.internal_actions {
            return Vec::new();
        }
        vec![PendingSite { when: EVERYBODY, command, arguments }]
    }

    fn arguments(&mut self, codes: &[ExprCode]) -> Result<(AgentSet, Vec<Operand>), Reason> {
        let (mut known, mut arguments) = (EVERYBODY, Vec::with_capacity(codes.len()));
        for code in codes {
            let argument = self.builder.expr(code)?;
            let has_value = self.builder.known(&argument)?;
            known = self.builder.and(known, has_value)?;
            arguments.push(argument);
        }
        Ok((known, arguments))
    }

    fn act(&self, action: ActionId) -> Result<SiteCommand, Reason> {
        let info = self.character.vocabulary.action_info(action);
        if info.is_some_and(|info| info.lifetime == ActionLifetime::Latched) {
            return Err("does a latched action");
        }
        if info.is_none_or(|info| info.target == ActionTarget::World) {
            return Ok(SiteCommand::External { action, choice: 0, run: 0 });
        }
        match self.character.catalogue.action(action) {
            Some(action) if !changes_only_own(action, &self.character.vocabulary) => {
                Err("does an action on memory that needs or changes more than own properties")
            }
            _ => Ok(SiteCommand::Internal { action }),
        }
    }

    fn call(
        &mut self,
        library: &Library,
        program: usize,
        arguments: &[ExprCode],
    ) -> Result<CompiledSites, Reason> {
        let (known, arguments) = self.arguments(arguments)?;
        let arguments: Variables = arguments.into_iter().map(Some).collect();
        let (variables, place) = (std::mem::take(&mut self.builder.variables), self.place.clone());
        self.depth += 1;
        let (fired, _, pending) = self.program(library, program, &arguments)?;
        self.depth -= 1;
        (self.builder.variables, self.place) = (variables, place);
        let done = match self.character.profile.binding.call_failure {
            CallFailure::NextRule => self.builder.and(known, fired)?,
            CallFailure::Nothing => known,
            CallFailure::Task => return Err("fails the whole task when a call fails"),
        };
        Ok((done, pending))
    }

    fn first_that_works(
        &mut self,
        library: &Library,
        steps: &[CompiledStep],
    ) -> Result<CompiledSites, Reason> {
        let (mut any, mut all) = (NOBODY, Vec::new());
        for step in steps {
            let (can, pending) = self.step(library, step)?;
            let does = self.builder.without(can, any)?;
            for mut pending in pending {
                pending.when = self.builder.and(does, pending.when)?;
                all.push(pending);
            }
            any = self.builder.or(any, can)?;
        }
        Ok((any, all))
    }
}

impl ColumnProgram {
    fn add_site(&mut self, goal: usize, pending: PendingSite) {
        let mut command = pending.command;
        match &mut command {
            SiteCommand::External { action, choice, run } => {
                // There are at most `MAX_SITES` actions.
                *choice = self.actions.binary_search(action).unwrap_or_default() as u16;
                *run = self.run_columns;
                self.run_columns += 1;
            }
            SiteCommand::Internal { .. } | SiteCommand::Set { .. } => self.changes_self = true,
            SiteCommand::End { .. } => {}
        }
        let mut arguments = Vec::with_capacity(pending.arguments.len());
        for operand in pending.arguments {
            arguments.push(match operand {
                Operand::Fixed(value) => Argument::Fixed(value),
                Operand::Varies(source, column_type) => {
                    self.argument_columns += 1;
                    Argument::Varies { source, column_type, column: self.argument_columns - 1 }
                }
            });
        }
        self.sites.push(Site { goal, when: pending.when, command, arguments, blockers: Vec::new() });
    }

    /// Finds which sites conflict, and which do the same action.
    fn find_conflicts(&mut self, character: &Character) -> Result<(), Obstacle> {
        for at in 0..self.sites.len() {
            for other in (0..self.sites.len()).filter(|other| *other != at) {
                let (site, rival) = (&self.sites[at], &self.sites[other]);
                let (Some(action), Some(others)) = (site.command.action(), rival.command.action()) else {
                    continue;
                };
                if action == others && site.command.is_external() && at < other {
                    self.same_action.push((at, other));
                }
                if character.catalogue.in_conflict(action, others) {
                    self.block(at, other);
                }
            }
        }
        let conflicts = self.sites.iter().any(|site| !site.blockers.is_empty());
        if conflicts && character.profile.conflict_scope != ConflictScope::Pairwise {
            return Err(Obstacle::new("the profile", "resolves conflicts other than pairwise"));
        }
        Ok(())
    }

    /// Lets one site act only where another that comes before it does not.
    fn block(&mut self, at: usize, by: usize) {
        let (goal, others) = (self.sites[at].goal, self.sites[by].goal);
        let comes_before = if goal == others {
            if by > at {
                return;
            }
            Precedence::Always
        } else {
            let pair = (goal.min(others), goal.max(others));
            let number = self.pairs.iter().position(|known| *known == pair).unwrap_or_else(|| {
                self.pairs.push(pair);
                self.pairs.len() - 1
            });
            if others == pair.0 { Precedence::FirstOf(number) } else { Precedence::SecondOf(number) }
        };
        self.sites[at].blockers.push(Blocker { site: by, comes_before });
    }
}

/// Whether an action needs and changes nothing but the agent's own properties.
fn changes_only_own(action: &CompiledAction, names: &Vocabulary) -> bool {
    let own = |property: Property| {
        names.property_info(property).is_some_and(|info| info.own.is_some() && info.computed.is_none())
    };
    let plain = |effect: &EffectCode| match effect {
        EffectCode::Set(thing, property, value) | EffectCode::Add(thing, property, value) => {
            matches!(thing, ExprCode::Constant(Value::Id(Id::SELF)))
                && own(*property)
                && own_expression(value)
        }
        _ => false,
    };
    own_condition(&action.needs().code) && action.effects().code().iter().all(plain)
}

fn own_condition(code: &ConditionCode) -> bool {
    match code {
        ConditionCode::Always => true,
        ConditionCode::Holds(value) | ConditionCode::Let(_, value) => own_expression(value),
        ConditionCode::Compare(left, _, right) => own_expression(left) && own_expression(right),
        ConditionCode::Not(inner) => own_condition(inner),
        ConditionCode::All(parts) | ConditionCode::Any(parts) => parts.iter().all(own_condition),
        _ => false,
    }
}

fn own_expression(code: &ExprCode) -> bool {
    match code {
        ExprCode::Constant(_) | ExprCode::Variable(_) | ExprCode::Own(_) | ExprCode::Now => true,
        ExprCode::Arithmetic(_, left, right) => own_expression(left) && own_expression(right),
        ExprCode::Builtin(builtin, parts) => builtin.is_of_numbers() && parts.iter().all(own_expression),
        ExprCode::Drawn(_, parts) | ExprCode::List(parts) => parts.iter().all(own_expression),
        ExprCode::If(when, then, otherwise) => {
            own_condition(when) && own_expression(then) && own_expression(otherwise)
        }
        _ => false,
    }
}
