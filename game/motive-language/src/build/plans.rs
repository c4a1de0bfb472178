//! Plans for drives.

use super::ModelBuilder;
use crate::diagnostic::Diagnostic;
use crate::model::{CheckedMind, FileProblem, FileSpan};
use motive_arbiter::Pursuit;
use motive_core::{Action, ActionId, Condition};
use motive_drives::ambiance::Sensitivity;
use motive_drives::{Domain, DomainBuilder, DomainError, DomainWarning, PlanFor};

impl ModelBuilder<'_> {
    /// The plans for drives that a mind's goals, and the rules and tasks of the files, ask for. `None` if one is impossible, which is
    /// reported.
    pub(super) fn plans(&mut self, mind: &CheckedMind) -> Option<Vec<PlanFor>> {
        let calls = &self.checked.items.calls;
        let mut plans = Some(Vec::new());
        for (title, drives) in &calls.drive_plans {
            let pursues = |pursuit: &Pursuit| *pursuit == Pursuit::Program(title.as_str().into());
            if !calls.is_called(title) && !mind.goals.iter().any(|goal| pursues(&goal.definition.pursuit)) {
                continue;
            }
            match self.drive_plan(title, drives, mind) {
                Ok(plan) => {
                    for warning in plan.domain().warnings() {
                        self.suspicious_plan(mind, warning);
                    }
                    plans.iter_mut().for_each(|plans| plans.push(plan.clone()));
                }
                Err(error) => {
                    self.impossible_plan(mind, &error);
                    plans = None;
                }
            }
        }
        plans
    }

    /// The program that plans for some of the drives.
    fn drive_plan(&self, title: &str, drives: &[String], mind: &CheckedMind) -> Result<PlanFor, DomainError> {
        let items = &self.checked.items;
        let planning = &items.drive_planning;
        let mut builder = Domain::new(self.checked.vocabulary.clone())
            .utility(planning.utility.clone())
            .rules(mind.plan_rules.clone());
        let can = |action: ActionId| planning.consumes.is_empty() || planning.consumes.contains(&action);
        let able: Vec<Action> = items
            .catalogue
            .actions()
            .map(|action| action.declared())
            .filter(|action| can(action.action) && !action.effects.is_empty() && action.parameters.len() <= 1)
            .cloned()
            .collect();
        let known = |action: ActionId| able.iter().any(|able| able.action == action);
        for (kind, action, manner, when) in planning.offers.iter().filter(|(_, action, ..)| known(*action)) {
            builder = match when {
                None => builder.supplies(*kind, *action, manner.clone()),
                Some(when) => builder.supplies_when(*kind, *action, manner.clone(), when.clone()),
            };
        }
        let all = planning.drives.iter().map(|drive| &drive.definition);
        for drive in all.filter(|drive| drives.iter().any(|name| **name == *drive.name)) {
            builder = builder.drive(drive.clone());
        }
        for action in &able {
            builder = builder.action(action.clone());
        }
        builder = builder.sensitive_to(Sensitivity::new(mind.minded_tags.iter().copied()));
        builder = items.ambiances.iter().cloned().fold(builder, DomainBuilder::ambiance);
        for effect in &planning.passing {
            builder = builder.passing(effect.clone());
        }
        if !planning.dead.is_empty() {
            builder = builder.dead_when(Condition::any(planning.dead.clone()));
        }
        Ok(PlanFor::new(title, builder.build()?))
    }

    /// Reports a plan that cannot be made.
    fn impossible_plan(&mut self, mind: &CheckedMind, error: &DomainError) {
        let mut diagnostic = Diagnostic::error("bad-plan", mind.place.span.clone(), error.to_string());
        if let DomainError::NoActions = error {
            diagnostic =
                diagnostic.with_help("declare actions that have an `effect` and at most one parameter");
        }
        self.report_once(&mind.place, diagnostic);
    }

    /// Warns about a plan that is probably not meant so: at the drive that it concerns, or else at the mind.
    fn suspicious_plan(&mut self, mind: &CheckedMind, warning: &DomainWarning) {
        let drives = &self.checked.items.drive_planning.drives;
        let drive = drives.iter().find(|drive| warning.drive() == Some(&*drive.definition.name));
        let place = drive.map_or(&mind.place, |drive| &drive.place);
        let (code, help) = match warning {
            DomainWarning::Endless(..) => {
                ("never-ends", Some("write when it ends, before its goals: `until self.orders == none`"))
            }
            _ => ("never-planned", None),
        };
        let mut diagnostic = Diagnostic::warning(code, place.span.clone(), warning.to_string());
        if let Some(help) = help {
            diagnostic = diagnostic.with_help(help);
        }
        self.report_once(place, diagnostic);
    }

    /// Reports what several minds may have in common, once.
    fn report_once(&mut self, place: &FileSpan, diagnostic: Diagnostic) {
        let problem = FileProblem { file: place.file, diagnostic };
        if !self.findings.contains(&problem) {
            self.findings.push(problem);
        }
    }
}
