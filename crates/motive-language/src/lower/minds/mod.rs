//! Minds: goals under arbitration, and minds derived from others.

mod engines;

use super::ambiance::Ambiances;
use super::drives::Planning;
use super::hall::Keeper;
use super::machines::MachineParts;
use super::planning::SETTINGS;
use super::schedules::AllSchedules;
use super::tasks::TaskParts;
use super::{Baseline, Beginning, Engine, Lowering, Mind, Model, Network, PlannedTask, span_of};
use crate::diagnostic::{Diagnostic, Span};
use crate::syntax::ast::{
    ConstantPriorities, Expr as View, GoalsSetting, LiteralValue, MindClause, MindDefinition, MindItem, Name,
    NameRef, Setting,
};
use engines::Engines;
use motive_arbiter::teleo::Definition;
use motive_arbiter::{
    Allocation, Character, CycleGuard, Filter, Goal, OnStuck, Profile, Pursuit, Remembering, Removal,
    ResumeGate, TieBreak,
};
use motive_core::{Catalogue, Condition, ConflictScope, Expr, Pattern, PreferenceScoring};
use motive_drives::Rules as PlanRules;
use motive_drives::goap::GoapFor;
use motive_tasks::{Task, Tasks};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The goals and programs that the files declare.
pub(super) struct Parts {
    goals: BTreeMap<String, Goal>,
    programs: BTreeMap<String, Definition>,
    pub(super) catalogue: Catalogue,
    networks: Vec<Network>,
    tasks: TaskParts,
    planning: Planning,
    beginning: Beginning,
    goaps: BTreeMap<String, GoapFor>,
    machines: Vec<MachineParts>,
    schedules: AllSchedules,
    ambiances: Ambiances,
}

/// A mind while its lines are read.
#[derive(Clone)]
struct Draft {
    goals: Vec<Goal>,
    programs: BTreeMap<String, Definition>,
    /// Tasks, each with those hidden in it, in place of those of that name.
    tasks: BTreeMap<String, Vec<Task>>,
    profile: Profile,
    baseline: Option<Baseline>,
    /// What is preferred is required.
    required: bool,
    /// Ranges count.
    ranges: bool,
    /// How plans for drives are made and followed.
    rules: PlanRules,
    /// The tags of actions by which it is moved.
    minds: Vec<motive_core::Symbol>,
}

impl Draft {
    fn new(goals: Vec<Goal>, programs: BTreeMap<String, Definition>) -> Self {
        let profile = Profile::motive();
        let rules = PlanRules::default();
        Self {
            goals,
            programs,
            tasks: BTreeMap::new(),
            profile,
            baseline: None,
            required: false,
            ranges: true,
            rules,
            minds: Vec::new(),
        }
    }

    /// The programs with what the mind leaves out taken out of them.
    fn definitions(self, names: &motive_core::Vocabulary) -> Vec<Definition> {
        // Where a world marks what is nearest, that stands for the lowest distance.
        let mark = names.find_property("distance").zip(names.find_property("nearest"));
        let marks: Vec<_> = mark.into_iter().collect();
        let (required, ranges) = (self.required, self.ranges);
        let ablate = |pattern: Pattern| {
            let pattern = if ranges { pattern } else { pattern.without_ranges(&marks) };
            if required { pattern.preferences_required() } else { pattern }
        };
        self.programs.into_values().map(|program| program.with_patterns(&ablate)).collect()
    }
}

/// How deep minds can be derived from each other.
const DEEPEST_DERIVATION: usize = 32;

impl Lowering<'_> {
    /// Looks at everything for mistakes in a file that cannot be used anyway.
    pub(super) fn check_only(&mut self) -> Option<Model> {
        let parts = self.parts();
        for (file, item) in self.declared.minds.clone() {
            self.within(file, |this| this.draft(&item, &parts, 0));
        }
        self.teams(&parts);
        None
    }

    /// The characters, if everything is right.
    pub(super) fn model(&mut self) -> Option<Model> {
        let parts = self.parts();
        let mut minds = Vec::new();
        for (file, item) in self.declared.minds.clone() {
            let mind = self.within(file, |this| {
                let draft = this.draft(&item, &parts, 0)?;
                this.build(&item, draft, &parts)
            });
            minds.extend(mind);
        }
        if self.has_errors() {
            return None;
        }
        let teams = self.teams(&parts);
        if self.has_errors() {
            return None;
        }
        self.review_tasks();
        let (world, vocabulary) = (self.declared.world.clone(), self.shared_names());
        let Parts { networks, beginning, .. } = parts;
        Some(Model { world, vocabulary, minds, teams, networks, beginning })
    }

    fn parts(&mut self) -> Parts {
        let catalogue = self.catalogue();
        let planning = self.planning();
        let mut programs = BTreeMap::new();
        for (name, (file, item)) in self.declared.programs.clone() {
            let program = self.within(file, |this| this.program(&item));
            programs.extend(program.map(|program| (name, program)));
        }
        let machines = self.machines(&mut programs);
        let schedules = self.schedules();
        let mut goals = BTreeMap::new();
        for (name, (file, item)) in self.declared.goals.clone() {
            let goal = self.within(file, |this| this.goal(&item));
            goals.extend(goal.map(|goal| (name, goal)));
        }
        let networks = self.networks(&catalogue, &planning.supplied());
        // Minds that are nothing but a task pursue it like a goal.
        for (file, item) in self.declared.minds.clone() {
            if let Some(MindDefinition::Named(named)) = item.definition()
                && named.name().is_some_and(|name| self.declared.tasks.contains_key(&name.text()))
            {
                self.within(file, |this| this.task_pursuit(&named));
            }
        }
        let ambiances = self.ambiances();
        let goaps = self.goaps(&catalogue, &ambiances);
        let (tasks, beginning) = (self.tasks(), self.beginning());
        Parts {
            goals,
            programs,
            catalogue,
            networks,
            tasks,
            planning,
            goaps,
            machines,
            schedules,
            ambiances,
            beginning,
        }
    }

    fn draft(&mut self, item: &MindItem, parts: &Parts, depth: usize) -> Option<Draft> {
        match item.definition()? {
            MindDefinition::Arbiter(arbiter) => {
                let empty = Draft::new(Vec::new(), parts.programs.clone());
                self.clauses(empty, arbiter.clauses(), parts)
            }
            MindDefinition::Derived(derived) => {
                let base = derived.base()?;
                let known = self.declared.minds.clone();
                let found =
                    known.iter().find(|(_, mind)| mind.name().is_some_and(|n| n.text() == base.text()));
                let Some((file, mind)) = found else {
                    let names: Vec<String> =
                        known.iter().filter_map(|(_, mind)| Some(mind.name()?.text())).collect();
                    self.unknown("mind", &base.text(), span_of(&base), names.iter().map(String::as_str));
                    return None;
                };
                if depth >= DEEPEST_DERIVATION {
                    let message = format!("`{}` is derived from itself", base.text());
                    self.error("derived-from-itself", span_of(&base), message);
                    return None;
                }
                let draft = self.within(*file, |this| this.draft(mind, parts, depth + 1))?;
                self.clauses(draft, derived.clauses(), parts)
            }
            MindDefinition::Named(named) => {
                let name = named.name()?;
                let goal = Goal::maintain("it", &name.text()).always(1);
                let programs = parts.programs.clone();
                let is_task = named.engine().is_none_or(|engine| engine == "task");
                if is_task && self.declared.tasks.contains_key(&name.text()) {
                    let whole = self.task_pursuit(&named)?;
                    let goal = Goal::maintain("it", &whole).always(1);
                    return Some(Draft::new(vec![goal], programs));
                }
                if self.is_other_engine(&named) {
                    return Some(Draft::new(vec![goal], programs));
                }
                let is_network = self.declared.networks.contains_key(&name.text())
                    && named.engine().is_none_or(|engine| engine == "network");
                // One that has mistakes of its own has been spoken of.
                let is_program = named.engine().is_none_or(|engine| engine == "program");
                if is_program
                    && !programs.contains_key(&name.text())
                    && self.declared.programs.contains_key(&name.text())
                {
                    return None;
                }
                if !is_network
                    && (named.engine().is_some_and(|engine| engine != "program")
                        || !programs.contains_key(&name.text()))
                {
                    let networks = parts.networks.iter().map(|network| &*network.blueprint.name);
                    let known: Vec<&str> = programs.keys().map(String::as_str).chain(networks).collect();
                    self.unknown("program", &name.text(), span_of(&name), known);
                    return None;
                }
                Some(Draft::new(vec![goal], programs))
            }
            MindDefinition::PlanFor(plan) => {
                let goal = Goal::maintain("it", &self.plan_for(&plan)?).always(1);
                Some(Draft::new(vec![goal], parts.programs.clone()))
            }
        }
    }

    fn clauses(
        &mut self,
        mut draft: Draft,
        clauses: impl Iterator<Item = MindClause>,
        parts: &Parts,
    ) -> Option<Draft> {
        let clauses: Vec<MindClause> = clauses.collect();
        // Profiles come first, whatever the order of the lines: the other settings change them.
        for clause in &clauses {
            if let MindClause::Setting(setting) = clause {
                match setting.name().map(|name| name.text()).as_deref() {
                    Some("profile") => self.profile(setting, &mut draft),
                    Some("planning") => self.planning_setting(setting, &mut draft.rules),
                    _ => None,
                };
            }
        }
        let mut whole = true;
        for clause in &clauses {
            whole &= self.clause(clause, &mut draft, parts).is_some();
        }
        whole.then_some(draft)
    }

    fn clause(&mut self, clause: &MindClause, draft: &mut Draft, parts: &Parts) -> Option<()> {
        match clause {
            MindClause::Goals(goals) => self.goals_of(goals, draft, parts),
            MindClause::ConstantPriorities(constant) => self.constant(constant, draft),
            MindClause::OneExternalAction(_) => {
                draft.profile.multiple_actions = false;
                Some(())
            }
            MindClause::AllGoalsAlways(_) => {
                draft.goals.iter_mut().for_each(always);
                Some(())
            }
            MindClause::Goal(item) => {
                let goal = self.goal(item)?;
                match draft.goals.iter_mut().find(|known| known.name == goal.name) {
                    Some(known) => *known = goal,
                    None => draft.goals.push(goal),
                }
                Some(())
            }
            MindClause::Program(item) => {
                let program = self.program(item)?;
                draft.programs.insert(program.name.to_string(), program);
                Some(())
            }
            MindClause::Task(item) => {
                let tasks = self.task_of_file(item)?;
                draft.tasks.insert(item.name()?.text(), tasks);
                Some(())
            }
            MindClause::Setting(setting) => self.setting(setting, draft),
        }
    }

    fn goals_of(&mut self, setting: &GoalsSetting, draft: &mut Draft, parts: &Parts) -> Option<()> {
        let names: Vec<NameRef> = setting.goals().map(|list| list.names().collect()).unwrap_or_default();
        if !setting.is_addition() && !setting.is_removal() {
            draft.goals.clear();
        }
        let mut whole = Some(());
        for name in names {
            let text = name.text();
            if setting.is_removal() {
                draft.goals.retain(|goal| *goal.name != *text);
            } else if let Some(goal) = parts.goals.get(&text) {
                draft.goals.push(goal.clone());
            } else if !self.declared.goals.contains_key(&text) {
                let known: Vec<String> = self.declared.goals.keys().cloned().collect();
                self.unknown("goal", &text, span_of(&name), known.iter().map(String::as_str));
                whole = None;
            }
        }
        whole
    }

    fn constant(&mut self, constant: &ConstantPriorities, draft: &mut Draft) -> Option<()> {
        for entry in constant.priorities() {
            let name = entry.goal()?;
            let priority = self.number(&entry.priority()?)?;
            match draft.goals.iter_mut().find(|goal| *goal.name == *name.text()) {
                Some(goal) => {
                    goal.clauses.retain(|clause| clause.generates);
                    for clause in &mut goal.clauses {
                        (clause.priority, clause.updated) = (Expr::from(priority), false);
                    }
                }
                None => {
                    let known: Vec<String> = draft.goals.iter().map(|goal| goal.name.to_string()).collect();
                    self.unknown(
                        "goal of this mind",
                        &name.text(),
                        span_of(&name),
                        known.iter().map(String::as_str),
                    );
                    return None;
                }
            }
        }
        Some(())
    }

    fn profile(&mut self, setting: &Setting, draft: &mut Draft) -> Option<()> {
        let word = self.word(setting)?;
        let known = ["motive", "thesis2005", "report2002"];
        match Profile::of_name(&word.0) {
            Some(profile) => draft.profile = profile,
            None => {
                self.unknown("profile", &word.0, word.1, known);
                return None;
            }
        }
        Some(())
    }

    fn setting(&mut self, setting: &Setting, draft: &mut Draft) -> Option<()> {
        let name = setting.name()?;
        let profile = &mut draft.profile;
        match name.text().as_str() {
            "profile" | "planning" => {}
            "minds" => draft.minds = self.minded(setting)?,
            planning if SETTINGS.contains(&planning) => {
                return self.planning_setting(setting, &mut draft.rules);
            }
            "filter" => match self.number_or_off(setting)? {
                Some(threshold) => profile.filter.threshold = Some(threshold),
                None => profile.filter = Filter::off(),
            },
            "preferences" => {
                let all = [
                    ("on", (PreferenceScoring::Ranges, false)),
                    ("off", (PreferenceScoring::Off, false)),
                    ("required", (PreferenceScoring::Ranges, true)),
                ];
                (profile.binding.preference_scoring, draft.required) = self.one_of(setting, &all)?;
            }
            "ranges" => draft.ranges = self.on(setting)?,
            "divisible" => profile.binding.divisible = self.on(setting)?,
            "updates" => profile.updates = self.on(setting)?,
            "persistence" => profile.binding.persistence = self.on(setting)?,
            "exclusive" => profile.binding.exclusive = self.on(setting)?,
            "reuse" => profile.reuse = self.on(setting)?,
            "collect_notes" => profile.collect_notes = self.on(setting)?,
            "show_actions" => profile.show_actions = self.on(setting)?,
            "commitment" => profile.commitment = self.number_of(setting)?,
            "max_tasks" => profile.max_runnable = self.number_or_off(setting)?.map(|n| n as usize),
            "cycle_guard" => profile.cycle_guard = self.on(setting)?.then(CycleGuard::default),
            "architecture" => draft.baseline = self.one_of(setting, Baseline::NAMES)?,
            "ties" => {
                let all = [
                    ("oldest", TieBreak::OldestFirst),
                    ("newest", TieBreak::NewestFirst),
                    ("alternate", TieBreak::Alternate),
                    ("drawn", TieBreak::Drawn),
                ];
                profile.tie_break = self.one_of(setting, &all)?;
            }
            "stuck" => {
                profile.on_stuck =
                    self.one_of(setting, &[("removed", OnStuck::Remove), ("suspended", OnStuck::Suspend)])?;
            }
            "removal" => {
                profile.removal = self
                    .one_of(setting, &[("same_tick", Removal::SameTick), ("next_tick", Removal::NextTick)])?;
            }
            "resume" => {
                profile.resume = self.one_of(
                    setting,
                    &[("always", ResumeGate::Always), ("on_change", ResumeGate::OnChange)],
                )?;
            }
            "bindings" => {
                let all = [("per_task", Remembering::PerTask), ("per_agent", Remembering::PerAgent)];
                profile.remembering = self.one_of(setting, &all)?;
            }
            "conflict_scope" => {
                let all = [("pairwise", ConflictScope::Pairwise), ("greedy", ConflictScope::Greedy)];
                profile.conflict_scope = self.one_of(setting, &all)?;
            }
            "allocation" => {
                let all = [("greedy", Allocation::Greedy), ("most_tasks", Allocation::MostTasks)];
                profile.allocation = self.one_of(setting, &all)?;
            }
            other => {
                let known = [
                    "profile",
                    "filter",
                    "preferences",
                    "ranges",
                    "divisible",
                    "updates",
                    "persistence",
                    "exclusive",
                    "reuse",
                    "collect_notes",
                    "show_actions",
                    "commitment",
                    "max_tasks",
                    "cycle_guard",
                    "ties",
                    "stuck",
                    "removal",
                    "resume",
                    "bindings",
                    "conflict_scope",
                    "allocation",
                    "architecture",
                    "goals",
                ];
                let known = known.into_iter().chain(SETTINGS).chain(["minds"]);
                self.unknown("setting", other, span_of(&name), known);
                return None;
            }
        }
        Some(())
    }

    /// The one word that a setting is set to.
    pub(super) fn word(&mut self, setting: &Setting) -> Option<(String, Span)> {
        let values: Vec<View> = setting.values().collect();
        match &values[..] {
            [View::Name(name)] => Some((name.name()?.text(), span_of(name))),
            [View::Literal(literal)] => match literal.value()? {
                LiteralValue::Truth(truth) => Some((truth.to_string(), span_of(literal))),
                _ => self.not_a_word(setting),
            },
            _ => self.not_a_word(setting),
        }
    }

    fn not_a_word<T>(&mut self, setting: &Setting) -> Option<T> {
        self.error("not-a-word", span_of(setting), "one word is due here");
        None
    }

    pub(super) fn on(&mut self, setting: &Setting) -> Option<bool> {
        self.one_of(setting, &[("on", true), ("off", false)])
    }

    pub(super) fn one_of<T: Copy>(&mut self, setting: &Setting, all: &[(&str, T)]) -> Option<T> {
        let (word, span) = self.word(setting)?;
        let found = all.iter().find(|(name, _)| *name == word).map(|(_, value)| *value);
        if found.is_none() {
            let known: Vec<&str> = all.iter().map(|(name, _)| *name).collect();
            let message = format!("`{word}` is not one of {}", known.join(", "));
            self.report(Diagnostic::error("unknown-value", span, message).with_nearest(&word, known));
        }
        found
    }

    pub(super) fn number_of(&mut self, setting: &Setting) -> Option<f64> {
        let view = setting.values().next()?;
        self.number(&view)
    }

    fn number_or_off(&mut self, setting: &Setting) -> Option<Option<f64>> {
        match setting.values().next()? {
            View::Name(name) if name.name()?.text() == "off" => Some(None),
            view => self.number(&view).map(Some),
        }
    }

    fn build(&mut self, item: &MindItem, mut draft: Draft, parts: &Parts) -> Option<Mind> {
        let name = item.name()?;
        let (goals, profile) = (std::mem::take(&mut draft.goals), draft.profile.clone());
        let baseline = draft.baseline;
        let engines = self.engines(&name, draft, &goals, parts)?;
        let names = self.shared_names();
        let mut builder = Character::new(names.clone())
            .profile(profile)
            .library(&engines.library)
            .catalogue(parts.catalogue.clone());
        for program in &engines.programs {
            builder = program.add_to(builder);
        }
        let tasks = self.built_tasks(&name, &engines.tasks)?;
        if let Some(tasks) = &tasks {
            for pursuit in self.declared.task_pursuits.clone() {
                builder = match pursuit.add_to(builder, tasks, &parts.catalogue) {
                    Ok(builder) => builder,
                    Err(error) => return self.bad_mind(&name, &error),
                };
            }
        }
        engines.open(tasks.as_ref());
        builder = builder.program(Keeper(engines.hall.clone()));
        let task = tasks.and_then(|tasks| self.task_of(item, parts, &tasks));
        let pursued = |goal: &Goal| match &goal.pursuit {
            Pursuit::Program(program) => parts.goaps.get(&**program).cloned(),
            _ => None,
        };
        let goap = goals.iter().find_map(pursued);
        for goal in goals {
            builder = builder.goal(goal);
        }
        let character = match builder.build() {
            Ok(character) => character,
            Err(error) => return self.bad_mind(&name, &error),
        };
        let Engines { library, rules, plan, .. } = engines;
        let engine = match baseline {
            None => Engine::Arbiter(character),
            Some(baseline) => Engine::Baseline(baseline, character, library),
        };
        match engine.start() {
            Ok(_) => Some(Mind { name: name.text(), engine, rules: Arc::new(rules), task, plan, goap }),
            Err(error) => self.bad_mind(&name, &error),
        }
    }

    /// The task that a mind is, if it is one.
    fn task_of(&mut self, item: &MindItem, parts: &Parts, tasks: &Arc<Tasks>) -> Option<PlannedTask> {
        let Some(MindDefinition::Named(named)) = item.definition() else { return None };
        if !self.declared.tasks.contains_key(&named.name()?.text()) {
            return None;
        }
        let whole = self.task_pursuit(&named)?;
        let pursuit = self.declared.task_pursuits.iter().find(|known| known.whole == whole)?;
        let (name, arguments) = (pursuit.task.clone(), pursuit.arguments.clone());
        let (tasks, catalogue) = (tasks.clone(), Arc::new(parts.catalogue.clone()));
        Some(PlannedTask { name, arguments, tasks, catalogue })
    }

    fn bad_mind<T>(&mut self, name: &Name, error: &dyn std::error::Error) -> Option<T> {
        self.error("bad-mind", span_of(name), error.to_string());
        None
    }
}

/// Makes a goal come up whatever the situation: its cases test nothing any more, but what their priorities are worked
/// out from must still be there.
fn always(goal: &mut Goal) {
    for clause in &mut goal.clauses {
        clause.when = clause.when.only_names();
    }
    let lowest = goal.clauses.iter().filter_map(|clause| clause.priority.constant()?.number());
    let lowest = lowest.fold(f64::INFINITY, f64::min);
    let priority = if lowest.is_finite() { lowest } else { 10.0 };
    let taken = std::mem::replace(goal, Goal::achieve("", ""));
    *goal = taken.when(Condition::always(), priority);
}
