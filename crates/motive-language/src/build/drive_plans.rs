//! Plans for drives.

use super::ModelBuilder;
use super::callables::SideEngine;
use crate::diagnostic::Diagnostic;
use crate::model::CheckedMind;
use motive_arbiter::Pursuit;
use motive_core::{Action, ActionId, Condition};
use motive_drives::ambiance::Temper;
use motive_drives::{Domain, DomainBuilder, DomainError, DomainWarning, PlanFor};

impl ModelBuilder<'_> {
    /// The plans for drives that the goals, rules and tasks of a mind ask for, and the first of them.
    pub(super) fn drive_plans(&mut self, mind: &CheckedMind) -> Option<(Vec<SideEngine>, Option<PlanFor>)> {
        let (mut all, mut first) = (Vec::new(), None);
        let calls = &self.model.items.calls;
        for (title, drives) in &calls.drive_plans {
            let pursues = |pursuit: &Pursuit| *pursuit == Pursuit::Program(title.as_str().into());
            let is_called = calls.by_rules.contains_key(title) || calls.by_tasks.contains(title);
            if !is_called && !mind.goals.iter().any(|goal| pursues(&goal.pursuit)) {
                continue;
            }
            let program = match self.drive_plan(title, drives, mind) {
                Ok(program) => program,
                Err(error) => return self.refused("bad-mind", &mind.place, &error),
            };
            for finding in program.domain().warnings() {
                self.odd_plan(mind, finding);
            }
            first.get_or_insert_with(|| program.clone());
            all.push(SideEngine::of(program));
        }
        Some((all, first))
    }

    /// The program that plans for some of the drives.
    fn drive_plan(&self, title: &str, drives: &[String], mind: &CheckedMind) -> Result<PlanFor, DomainError> {
        let (items, names) = (&self.model.items, self.model.vocabulary.clone());
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
        builder = builder.minds(Temper::new(mind.minded_tags.iter().copied()));
        builder = items.ambiances.iter().cloned().fold(builder, DomainBuilder::ambiance);
        for effect in &planning.passing {
            builder = builder.passing(effect.clone());
        }
        if !planning.dead.is_empty() {
            builder = builder.dead_when(Condition::any(planning.dead.clone()));
        }
        Ok(PlanFor::new(title, builder.build()?))
    }

    /// Warns of something odd about a plan: at the drive that it concerns, or else at the mind.
    fn odd_plan(&mut self, mind: &CheckedMind, finding: &DomainWarning) {
        let (code, help) = match finding {
            DomainWarning::Endless { .. } => {
                ("never-ends", Some("say when it is over, before its goals: `until self.orders == none`"))
            }
            _ => ("never-planned", None),
        };
        let drive = finding.drive().and_then(|name| self.model.items.drive_places.get(name));
        let place = drive.unwrap_or(&mind.place).clone();
        let mut warning = Diagnostic::warning(code, place.span, finding.to_string());
        if let Some(help) = help {
            warning = warning.with_help(help);
        }
        self.report(place.file, warning);
    }
}
