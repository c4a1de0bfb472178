//! From a character to code over columns, if that can be.

use super::code_builder::{CodeBuilder, Operand, Reason, Variables};
use super::column_program::{
    AgentSet, Argument, Blocker, ColumnProgram, EVERYBODY, GoalCodes, NOBODY, Order, Site, SiteCommand,
    Source,
};
use super::obstacle::Obstacle;
use super::own_effects;
use crate::arbiter::{Allocation, Character, OnStuck, Profile, Removal, TieBreak, rng_key};
use crate::teleo::{Caching, Library, StepCode, TeleoProgram};
use motive_core::action::ConflictScope;
use motive_core::condition::CallFailure;
use motive_core::engine::ExprCode;
use motive_core::memory::Memory;
use motive_core::mind::GoalMode;
use motive_core::vocabulary::{ActionId, ActionLifetime, ActionTarget, Id, Property, Value};
use std::sync::Arc;

/// Calls nested deeper than this are not followed.
const DEEPEST_CALL: usize = 16;
/// A character may do something at this many places: each is compared with each.
const MOST_SITES: usize = 1_024;

/// A goal of the character with the program that pursues it.
struct Pursued {
    goal: usize,
    library: Arc<Library>,
    program: usize,
}

/// Something that a rule does if all of the rule can be done.
struct Pending {
    /// For whom, given that the rule runs.
    when: AgentSet,
    command: SiteCommand,
    arguments: Vec<Operand>,
}

struct Compiler<'c> {
    character: &'c Character,
    builder: CodeBuilder<'c>,
    pursued: &'c [Pursued],
    /// Which rule is being built, for the message.
    place: String,
}

/// Makes code of a character, or says what cannot be made code of.
pub(super) fn compile(character: &Character) -> Result<ColumnProgram, Obstacle> {
    check_profile(&character.profile)?;
    check_character(character)?;
    let pursued = pursued(character)?;
    let mut compiler = Compiler {
        character,
        builder: CodeBuilder::new(&character.vocabulary),
        pursued: &pursued,
        place: String::new(),
    };
    let mut goals = Vec::with_capacity(pursued.len());
    for pursued in &pursued {
        goals.push(compiler.wanted(pursued)?);
    }
    let mut sites = Vec::new();
    for (at, pursued) in pursued.iter().enumerate() {
        let pending = compiler.pursuit(pursued, &mut goals[at])?;
        let first = sites.len();
        sites.extend(pending.into_iter().map(|pending| (at, pending)));
        goals[at].sites = first..sites.len();
    }
    if sites.len() > MOST_SITES {
        return Err(Obstacle::new("the character", "does something at too many places"));
    }
    let mut program = ColumnProgram {
        code: compiler.builder.code,
        goals,
        sites: Vec::with_capacity(sites.len()),
        pairs: Vec::new(),
        rivals: Vec::new(),
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
        (profile.removal != Removal::SameTick, "lets tasks that are over stay for a tick"),
        (
            matches!(profile.tie_break, TieBreak::Alternate | TieBreak::Drawn),
            "lets equally important tasks take turns",
        ),
        (profile.max_runnable.is_some(), "limits how many tasks run"),
        (!profile.multiple_actions, "allows one action only"),
        (profile.least_first, "puts the least important action first"),
        (profile.stop_when_exhausted, "stops when nothing is free"),
        (profile.allocation != Allocation::Greedy, "shares things out among as many tasks as possible"),
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
fn pursued(character: &Character) -> Result<Vec<Pursued>, Obstacle> {
    // Without a selector of the host's, the choice of a program does not depend on memory.
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
        pursued.push(Pursued { goal: at, library: teleo.library().clone(), program: teleo.at() });
    }
    Ok(pursued)
}

/// The actions on the world that are done anywhere, in the order of their declaration.
fn actions(sites: &[(usize, Pending)]) -> Vec<ActionId> {
    let external = |(_, pending): &(usize, Pending)| match pending.command {
        SiteCommand::External { action, .. } => Some(action),
        _ => None,
    };
    let mut actions: Vec<ActionId> = sites.iter().filter_map(external).collect();
    actions.sort_unstable();
    actions.dedup();
    actions
}

impl Compiler<'_> {
    fn block_cx<T>(&self, built: Result<T, Reason>) -> Result<T, Obstacle> {
        built.map_err(|reason| Obstacle::new(self.place.clone(), reason))
    }

    fn refuse<T>(&self, reason: Reason) -> Result<T, Obstacle> {
        Err(Obstacle::new(self.place.clone(), reason))
    }

    /// When a goal is wanted and how much.
    fn wanted(&mut self, pursued: &Pursued) -> Result<GoalCodes, Obstacle> {
        let goal = &self.character.goals[pursued.goal];
        self.place = format!("goal `{}`", goal.name);
        let mut clauses = Vec::new();
        for clause in &self.character.codes[pursued.goal].clauses {
            self.builder.variables.clear();
            let when = self.builder.condition(&clause.when);
            let when = self.block_cx(when)?;
            let priority = self.builder.number(&clause.priority);
            let priority = self.block_cx(priority)?;
            let known = self.builder.known(&Operand::Varies(priority, super::columns::ColumnType::Number));
            let known = self.block_cx(known)?;
            let holds = self.builder.and(when, known);
            clauses.push((clause, self.block_cx(holds)?, priority));
        }
        let follows = self.character.profile.updates;
        let first = clauses.iter().filter(|(clause, ..)| clause.generates);
        let first = self.first_of(first.map(|(_, when, priority)| (*when, *priority)));
        let updated = clauses.iter().filter(|(clause, ..)| clause.updated && follows);
        let updated = self.first_of(updated.map(|(_, when, priority)| (*when, *priority)));
        Ok(GoalCodes {
            every: goal.every,
            achieve: goal.mode == GoalMode::Achieve,
            first: self.block_cx(first)?,
            updated: self.block_cx(updated)?,
            fired: NOBODY,
            success: NOBODY,
            sites: 0..0,
        })
    }

    /// Who has any of these numbers, and the first of them that each has.
    fn first_of(
        &mut self,
        numbers: impl DoubleEndedIterator<Item = (AgentSet, Source)>,
    ) -> Result<(AgentSet, Source), Reason> {
        let mut first = (NOBODY, self.builder.constant(f64::NAN));
        for (who, number) in numbers.rev() {
            let has_one = self.builder.or(who, first.0)?;
            // It is never read for agents that have none.
            let number =
                if first.0 == NOBODY { number } else { self.builder.select(who, number, first.1)? };
            first = (has_one, number);
        }
        Ok(first)
    }

    fn pursuit(&mut self, pursued: &Pursued, goal: &mut GoalCodes) -> Result<Vec<Pending>, Obstacle> {
        self.builder.task = Some(rng_key(&self.character.goals[pursued.goal].name));
        let (fired, success, pending) = self.program(&pursued.library, pursued.program, &[], 0)?;
        (goal.fired, goal.success) = (fired, success);
        Ok(pending)
    }

    /// For whom a rule of a program runs, for whom one that says that the goal is reached, and what is done.
    fn program(
        &mut self,
        library: &Arc<Library>,
        program: usize,
        arguments: &[Option<Operand>],
        depth: usize,
    ) -> Result<(AgentSet, AgentSet, Vec<Pending>), Obstacle> {
        let code = library.code(program);
        self.place = format!("program `{}`", code.name);
        if depth > DEEPEST_CALL {
            return self.refuse("is called too deeply");
        }
        if code.caching != Caching::None {
            return self.refuse("looks first at the rule that ran last");
        }
        let (mut fired, mut success, mut all) = (NOBODY, NOBODY, Vec::new());
        for rule in &code.rules {
            self.place = format!("program `{}`, rule `{}`", code.name, rule.name);
            let paid = self.builder.work();
            self.block_cx(paid)?;
            if rule.holds_on.is_some() || rule.until.is_some() || rule.at_least > 0 {
                return self.refuse("goes on without its condition");
            }
            self.builder.variables = arguments.to_vec();
            let when = self.builder.condition(&rule.when);
            let when = self.block_cx(when)?;
            let (done, pending) = self.steps(library, &rule.steps, depth)?;
            let can = self.builder.and(when, done);
            let can = self.block_cx(can)?;
            // A rule runs for those for whom none above it does.
            let runs = self.builder.without(can, fired);
            let runs = self.block_cx(runs)?;
            for mut pending in pending {
                let both = self.builder.and(runs, pending.when);
                pending.when = self.block_cx(both)?;
                all.push(pending);
            }
            if rule.is_success {
                let any = self.builder.or(success, runs);
                success = self.block_cx(any)?;
            }
            let any = self.builder.or(fired, can);
            fired = self.block_cx(any)?;
        }
        Ok((fired, success, all))
    }

    /// For whom all steps can be done, and what is done then.
    fn steps(
        &mut self,
        library: &Arc<Library>,
        steps: &[StepCode],
        depth: usize,
    ) -> Result<(AgentSet, Vec<Pending>), Obstacle> {
        let (mut done, mut all) = (EVERYBODY, Vec::new());
        for step in steps {
            let (can, pending) = self.step(library, step, depth)?;
            let both = self.builder.and(done, can);
            done = self.block_cx(both)?;
            all.extend(pending);
        }
        Ok((done, all))
    }

    fn step(
        &mut self,
        library: &Arc<Library>,
        step: &StepCode,
        depth: usize,
    ) -> Result<(AgentSet, Vec<Pending>), Obstacle> {
        match step {
            StepCode::Do(action, arguments) => {
                let (known, arguments) = self.arguments(arguments)?;
                let command = self.act(*action)?;
                Ok((known, self.pending(command, arguments)))
            }
            StepCode::Call(program, arguments) => self.call(library, *program, arguments, depth),
            StepCode::Set(thing, property, value) => {
                let (known, arguments) = self.arguments(std::slice::from_ref(value))?;
                let is_self = matches!(thing, ExprCode::Constant(Value::Id(Id::SELF)));
                if !is_self || !self.is_own(*property) {
                    return self.refuse("writes to things");
                }
                Ok((known, self.pending(SiteCommand::Set { property: *property }, arguments)))
            }
            StepCode::End(name) => {
                let goals = &self.character.goals;
                let goal = self.pursued.iter().position(|pursued| goals[pursued.goal].name == *name);
                let pending = goal.map(|goal| self.pending(SiteCommand::End { goal }, Vec::new()));
                Ok((EVERYBODY, pending.unwrap_or_default()))
            }
            StepCode::FirstOf(steps) => self.first_that_works(library, steps, depth),
            StepCode::Note(..) => self.refuse("writes notes"),
            StepCode::Forget(_) => self.refuse("forgets things"),
            StepCode::InTurn(_) => self.refuse("does things in turn"),
            StepCode::Ask(..) => self.refuse("asks another engine"),
        }
    }

    fn is_own(&self, property: Property) -> bool {
        let info = self.character.vocabulary.property_info(property);
        info.is_some_and(|info| info.own.is_some() && info.computed.is_none())
    }

    /// An internal action, unless the profile has none.
    fn pending(&self, command: SiteCommand, arguments: Vec<Operand>) -> Vec<Pending> {
        if !command.is_external() && !self.character.profile.internal_actions {
            return Vec::new();
        }
        vec![Pending { when: EVERYBODY, command, arguments }]
    }

    fn arguments(&mut self, codes: &[ExprCode]) -> Result<(AgentSet, Vec<Operand>), Obstacle> {
        let (mut known, mut arguments) = (EVERYBODY, Vec::with_capacity(codes.len()));
        for code in codes {
            let argument = self.builder.expr(code);
            let argument = self.block_cx(argument)?;
            let has_value = self.builder.known(&argument);
            let has_value = self.block_cx(has_value)?;
            let both = self.builder.and(known, has_value);
            known = self.block_cx(both)?;
            arguments.push(argument);
        }
        Ok((known, arguments))
    }

    fn act(&self, action: ActionId) -> Result<SiteCommand, Obstacle> {
        let info = self.character.vocabulary.action_info(action);
        if info.is_some_and(|info| info.lifetime == ActionLifetime::Latched) {
            return self.refuse("does an action that goes on until the world ends it");
        }
        if info.is_none_or(|info| info.target == ActionTarget::World) {
            return Ok(SiteCommand::External { action, choice: 0, run: 0 });
        }
        match self.character.catalogue.action(action) {
            Some(action) if !own_effects::changes_only_own(action, &self.character.vocabulary) => {
                self.refuse("does an action on memory that needs or changes more than own properties")
            }
            _ => Ok(SiteCommand::Internal { action }),
        }
    }

    fn call(
        &mut self,
        library: &Arc<Library>,
        program: usize,
        arguments: &[ExprCode],
        depth: usize,
    ) -> Result<(AgentSet, Vec<Pending>), Obstacle> {
        let (known, arguments) = self.arguments(arguments)?;
        let arguments: Variables = arguments.into_iter().map(Some).collect();
        let (variables, place) = (std::mem::take(&mut self.builder.variables), self.place.clone());
        let (fired, _, pending) = self.program(library, program, &arguments, depth + 1)?;
        (self.builder.variables, self.place) = (variables, place);
        let done = match self.character.profile.binding.call_failure {
            CallFailure::NextRule => self.builder.and(known, fired),
            CallFailure::Nothing => Ok(known),
            CallFailure::Task => return self.refuse("fails the whole task when a call fails"),
        };
        Ok((self.block_cx(done)?, pending))
    }

    fn first_that_works(
        &mut self,
        library: &Arc<Library>,
        steps: &[StepCode],
        depth: usize,
    ) -> Result<(AgentSet, Vec<Pending>), Obstacle> {
        let (mut any, mut all) = (NOBODY, Vec::new());
        for step in steps {
            let (can, pending) = self.step(library, step, depth)?;
            let does = self.builder.without(can, any);
            let does = self.block_cx(does)?;
            for mut pending in pending {
                let both = self.builder.and(does, pending.when);
                pending.when = self.block_cx(both)?;
                all.push(pending);
            }
            let either = self.builder.or(any, can);
            any = self.block_cx(either)?;
        }
        Ok((any, all))
    }
}

impl ColumnProgram {
    fn add_site(&mut self, goal: usize, pending: Pending) {
        let mut command = pending.command;
        match &mut command {
            SiteCommand::External { action, choice, run } => {
                // There are no more actions than sites, and few sites.
                *choice = self.actions.binary_search(action).unwrap_or_default() as u16;
                *run = self.run_columns;
                self.run_columns += 1;
            }
            SiteCommand::Internal { .. } | SiteCommand::Set { .. } => self.changes_self = true,
            SiteCommand::End { .. } => {}
        }
        let mut arguments = Vec::with_capacity(pending.arguments.len());
        for worth in pending.arguments {
            arguments.push(match worth {
                Operand::Fixed(value) => Argument::Fixed(value),
                Operand::Varies(source, sort) => {
                    self.argument_columns += 1;
                    Argument::Varies { source, sort, column: self.argument_columns - 1 }
                }
            });
        }
        self.sites.push(Site { goal, when: pending.when, command, arguments, blockers: Vec::new() });
    }

    /// Finds which sites conflict, and which could continue each other's run.
    fn find_conflicts(&mut self, character: &Character) -> Result<(), Obstacle> {
        for at in 0..self.sites.len() {
            for other in (0..self.sites.len()).filter(|other| *other != at) {
                let (site, rival) = (&self.sites[at], &self.sites[other]);
                let (Some(action), Some(others)) = (site.command.action(), rival.command.action()) else {
                    continue;
                };
                if action == others && site.command.is_external() && at < other {
                    self.rivals.push((at, other));
                }
                if character.catalogue.in_conflict(action, others) {
                    self.block(at, other);
                }
            }
        }
        let conflicts = self.sites.iter().any(|site| !site.blockers.is_empty());
        if conflicts && character.profile.conflict_scope != ConflictScope::Pairwise {
            return Err(Obstacle::new("the profile", "lets actions that were dropped make way for others"));
        }
        Ok(())
    }

    /// A site does not act if another that comes before it does.
    fn block(&mut self, at: usize, by: usize) {
        let (goal, others) = (self.sites[at].goal, self.sites[by].goal);
        let comes_before = if goal == others {
            if by > at {
                return;
            }
            Order::Always
        } else {
            let pair = (goal.min(others), goal.max(others));
            let number = self.pairs.iter().position(|known| *known == pair).unwrap_or_else(|| {
                self.pairs.push(pair);
                self.pairs.len() - 1
            });
            if others == pair.0 { Order::FirstOf(number) } else { Order::SecondOf(number) }
        };
        self.sites[at].blockers.push(Blocker { site: by, comes_before });
    }
}
