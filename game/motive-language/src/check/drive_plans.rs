//! Plans for drives: built as soon as it is known which minds ask for which.

use super::Checker;
use crate::diagnostic::Diagnostic;
use crate::model::{CheckedItems, CheckedMind};
use motive_arbiter::Pursuit;
use motive_core::{Action, ActionId, Condition};
use motive_drives::ambiance::Sensitivity;
use motive_drives::{Domain, DomainBuilder, DomainError, DomainWarning, PlanFor};

impl Checker<'_> {
    /// Gives a mind the plans for drives that its goals, and the rules and tasks of the files, ask for.
    pub(super) fn plan_for_drives(&mut self, mind: &mut CheckedMind, items: &CheckedItems) {
        for (title, drives) in self.calls.drive_plans.clone() {
            let pursues = |pursuit: &Pursuit| *pursuit == Pursuit::Program(title.as_str().into());
            let is_called = self.calls.by_rules.contains_key(&title) || self.calls.by_tasks.contains(&title);
            if !is_called && !mind.goals.iter().any(|goal| pursues(&goal.pursuit)) {
                continue;
            }
            match self.drive_plan(&title, &drives, mind, items) {
                Ok(plan) => {
                    for warning in plan.domain().warnings() {
                        self.suspicious_plan(mind, warning);
                    }
                    mind.plans.push(plan);
                }
                Err(error) => self.impossible_plan(mind, &error),
            }
        }
    }

    /// The program that plans for some of the drives.
    fn drive_plan(
        &self,
        title: &str,
        drives: &[String],
        mind: &CheckedMind,
        items: &CheckedItems,
    ) -> Result<PlanFor, DomainError> {
        let names = self.shared_names();
        let planning = &items.drive_planning;
        let mut builder = Domain::new(names).utility(planning.utility.clone()).rules(mind.plan_rules.clone());
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
        for drive in planning.drives.iter().filter(|drive| drives.iter().any(|name| **name == *drive.name)) {
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
        let help = match error {
            DomainError::NoActions => Some("declare actions that have an `effect` and at most one parameter"),
            _ => None,
        };
        let mut diagnostic = Diagnostic::error("bad-plan", mind.place.span.clone(), error.to_string());
        if let Some(help) = help {
            diagnostic = diagnostic.with_help(help);
        }
        self.within(mind.place.file, |this| this.report_once(diagnostic));
    }

    /// Warns about a plan that is probably not meant so: at the drive that it concerns, or else at the mind.
    fn suspicious_plan(&mut self, mind: &CheckedMind, warning: &DomainWarning) {
        let (code, help) = match warning {
            DomainWarning::Endless { .. } => {
                ("never-ends", Some("write when it ends, before its goals: `until self.orders == none`"))
            }
            _ => ("never-planned", None),
        };
        let place = warning.drive().and_then(|name| self.drive_place(name));
        let place = place.unwrap_or_else(|| mind.place.clone());
        let mut diagnostic = Diagnostic::warning(code, place.span, warning.to_string());
        if let Some(help) = help {
            diagnostic = diagnostic.with_help(help);
        }
        self.within(place.file, |this| this.report_once(diagnostic));
    }
}
