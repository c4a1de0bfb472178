//! Skills of a network that are derived from declared actions (`skills from actions`), and templates: skills and sensors with parameters.
//!
//! The names of parameters inside the names of propositions become variables: `at_place` with `place` is `at_?place`.

use super::NetworkDraft;
use crate::check::{ItemChecker, span_of};
use crate::diagnostic::Diagnostic;
use crate::model::{DefinitionKind, DrivePlanning};
use crate::syntax::ast::{DerivedAction, Name, SkillsFrom, ThingList};
use motive_core::{Action, ActionId, Catalogue, CompiledAction, Pattern, Type};
use motive_networks::{
    ActionSchema, SensorCondition, Skill, SkillBody, UnknownEffect, derive_skill, sensor_conditions,
};
use std::collections::BTreeMap;
use std::sync::Arc;

/// An action that becomes a skill, with the patterns for each of its parameters.
type Chosen = (Action, Vec<Vec<Pattern>>);

/// A skill and the action that it does.
type SkillOf = (Skill, ActionId);

impl ItemChecker<'_> {
    /// Derives skills from actions. If none of the actions has parameters and all effects are clear from the declarations, each is one
    /// skill. Otherwise there is a skill for each thing, and its effects are predicted while the network runs.
    pub(super) fn skills_from(
        &mut self,
        view: &SkillsFrom,
        catalogue: &Catalogue,
        planning: &DrivePlanning,
        draft: &mut NetworkDraft,
    ) -> Option<()> {
        let named = self.named_actions(view, catalogue)?;
        let mut chosen = Vec::new();
        for action in catalogue.actions().map(CompiledAction::declared) {
            if named.is_empty() {
                chosen.extend(self.offered(view, action, planning));
            }
            // An action may be listed several times, with different things.
            for how in named.get(&action.action).into_iter().flatten() {
                chosen.extend(match how.things() {
                    Some(things) => Some((action.clone(), self.written_things(&things, action)?)),
                    None => self.offered(view, action, planning),
                });
            }
        }
        let plain = chosen.iter().all(|(action, _)| action.parameters.is_empty());
        match plain.then(|| self.read_off(&chosen, &draft.network.meanings)).flatten() {
            Some((skills, meanings)) => {
                draft.network.meanings = meanings;
                for (skill, action) in skills {
                    draft.network.bodies.push(SkillBody::new(&skill.name).action(action, []));
                    draft.network.blueprint.skills.push(skill);
                    draft.places.push(span_of(view));
                }
            }
            None => {
                let families = chosen.into_iter().map(|(action, with)| ActionSchema::new(action, with));
                draft.network.families.extend(families);
            }
        }
        Some(())
    }

    /// The actions that are named.
    fn named_actions(
        &mut self,
        view: &SkillsFrom,
        catalogue: &Catalogue,
    ) -> Option<BTreeMap<ActionId, Vec<DerivedAction>>> {
        let names = &self.names.vocabulary;
        let known: Vec<&str> =
            catalogue.actions().map(|action| names.action_name(action.declared().action)).collect();
        let mut named: BTreeMap<ActionId, Vec<DerivedAction>> = BTreeMap::new();
        for derived in view.actions() {
            let name = derived.name()?;
            let action = names.find_action(name.text()).filter(|action| catalogue.action(*action).is_some());
            let Some(action) = action else {
                return self.no_such("declared action", name.text(), &name, known);
            };
            self.refer(DefinitionKind::Action, &name);
            named.entry(action).or_default().push(derived);
        }
        Some(named)
    }

    /// An action with the kinds of things that supply it. `None` if nothing does; the action is then left out.
    fn offered(&mut self, view: &SkillsFrom, action: &Action, planning: &DrivePlanning) -> Option<Chosen> {
        let offering = planning.offers.iter().filter(|(_, offered, ..)| *offered == action.action);
        let offering: Vec<Pattern> = offering.map(|(kind, ..)| Pattern::of(*kind)).collect();
        match action.parameters.len() {
            0 => Some((action.clone(), Vec::new())),
            1 if !offering.is_empty() => Some((action.clone(), vec![offering])),
            _ => {
                let names = &self.names.vocabulary;
                let name = names.action_name(action.action);
                let message = format!("`{name}` has parameters, and no object supplies it");
                let all: Vec<String> = action.parameters.iter().map(|name| format!("{name}: kind")).collect();
                let help = format!(
                    "write `skills from actions: {name}({})`, or `object kind supplies {name}`",
                    all.join(", ")
                );
                self.report(Diagnostic::warning("parameters", span_of(view), message).with_help(help));
                None
            }
        }
    }

    /// The patterns that are written for the parameters of an action.
    fn written_things(&mut self, things: &ThingList, action: &Action) -> Option<Vec<Vec<Pattern>>> {
        let mut with = Vec::new();
        let whole = self.scoped(|this| {
            for view in things.patterns() {
                if view.name().is_none() || view.is_optional() || view.is_exclusive() {
                    return this.refuse(
                        "no-kind",
                        &view,
                        "expected a name and a kind of thing, such as `it: kind`",
                    );
                }
                with.push(vec![this.pattern(&view, true)?.0]);
            }
            Some(())
        });
        whole?;
        if with.len() != action.parameters.len() {
            let names = &self.names.vocabulary;
            let (name, expected) = (names.action_name(action.action), action.parameters.len());
            let message = format!("`{name}` has {expected} parameters, and {} are written here", with.len());
            return self.refuse("arguments", things, message);
        }
        Some(with)
    }

    /// The skills of actions without parameters, if all their effects are clear from the declarations.
    fn read_off(
        &mut self,
        chosen: &[Chosen],
        known: &[SensorCondition],
    ) -> Option<(Vec<SkillOf>, Vec<SensorCondition>)> {
        let names = &self.names.vocabulary;
        let mut meanings = known.to_vec();
        let mut needs = Vec::new();
        for (action, _) in chosen {
            needs.push(sensor_conditions(action, &mut meanings, |part| part.display(names)));
        }
        let mut skills = Vec::new();
        for ((action, _), needs) in chosen.iter().zip(needs) {
            let (skill, unclear): (Skill, Vec<UnknownEffect>) = derive_skill(action, needs, &meanings, names);
            if !unclear.is_empty() {
                return None;
            }
            skills.push((skill, action.action));
        }
        Some((skills, meanings))
    }

    /// Runs `work` with the parameters of a template in scope.
    pub(super) fn with_parameters<T>(
        &mut self,
        parameters: &[String],
        work: impl FnOnce(&mut Self) -> T,
    ) -> T {
        self.scoped(|this| {
            for name in parameters {
                this.bind_implicit(name, Type::Any);
            }
            work(this)
        })
    }

    /// The name of a sensor template. Every parameter must be a part of it, since only the name tells its sensors apart.
    pub(super) fn template_name(&mut self, name: &Name, parameters: &[String]) -> Option<String> {
        let text = name.text();
        if let Some(missing) = parameters.iter().find(|parameter| !has_part(text, parameter)) {
            let message = format!("the parameter `{missing}` is not a part of the name `{text}`");
            let help = format!("call it `{text}_{missing}({})`", parameters.join(", "));
            let diagnostic = Diagnostic::error("free-parameter", span_of(name), message);
            self.report(diagnostic.with_help(help));
            return None;
        }
        Some(variable_in(text, parameters))
    }
}

fn has_part(text: &str, part: &str) -> bool {
    text.split('_').any(|piece| piece == part)
}

/// A name with its parameters turned into variables.
fn variable_in(text: &str, parameters: &[String]) -> String {
    let part = |part: &str| {
        if parameters.iter().any(|name| name == part) { format!("?{part}") } else { part.to_owned() }
    };
    let parts: Vec<String> = text.split('_').map(part).collect();
    parts.join("_")
}

/// A skill with its parameters turned into variables.
pub(super) fn with_variables(mut skill: Skill, parameters: &[String]) -> Skill {
    let variable = |text: &str| -> Arc<str> { variable_in(text, parameters).into() };
    if parameters.iter().any(|parameter| has_part(&skill.name, parameter)) {
        skill.name = variable(&skill.name);
    } else {
        // The instances of a template need different names.
        let all: Vec<String> = parameters.iter().map(|name| format!("?{name}")).collect();
        skill.name = format!("{}_{}", skill.name, all.join("_")).into();
    }
    for pair in &mut skill.preconditions {
        pair.proposition = variable(&pair.proposition);
    }
    for made in skill.adds.iter_mut().chain(&mut skill.deletes) {
        made.literal.proposition = variable(&made.literal.proposition);
    }
    skill
}
