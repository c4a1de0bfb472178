//! `skills from actions`: skills of a network that are derived from declared actions.

use super::NetworkDraft;
use crate::check::{Checker, span_of};
use crate::diagnostic::Diagnostic;
use crate::model::DefinitionKind;
use crate::syntax::ast::{DerivedAction, SkillsFrom, ThingList};
use motive_core::{Action, ActionId, Catalogue, Kind, Pattern};
use motive_networks::{
    ActionSchema, SensorCondition, Skill, SkillBody, UnknownEffect, derive_skill, sensor_conditions,
};
use std::collections::BTreeMap;

/// An action that becomes a skill, with the patterns for each of its parameters.
type Chosen = (Action, Vec<Vec<Pattern>>);

/// A skill and the action that it does.
type SkillOf = (Skill, ActionId);

impl Checker<'_> {
    /// Derives skills from actions. If none of the actions has parameters and all effects are clear from the declarations, each is one
    /// skill. Otherwise there is a skill for each thing, and its effects are predicted while the network runs.
    pub(in crate::check) fn skills_from(
        &mut self,
        view: &SkillsFrom,
        catalogue: &Catalogue,
        supplied: &[(Kind, ActionId)],
        draft: &mut NetworkDraft,
    ) -> Option<()> {
        let named = self.named_actions(view, catalogue)?;
        let mut chosen = Vec::new();
        for action in catalogue.actions().map(motive_core::CompiledAction::declared) {
            if named.is_empty() {
                chosen.extend(self.offered(view, action, supplied));
            }
            // An action may be listed several times, with different things.
            for how in named.get(&action.action).into_iter().flatten() {
                chosen.extend(match how.things() {
                    Some(things) => Some((action.clone(), self.written_things(&things, action)?)),
                    None => self.offered(view, action, supplied),
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
        let names = self.shared_names();
        let known: Vec<&str> =
            catalogue.actions().map(|action| names.action_name(action.declared().action)).collect();
        let mut named: BTreeMap<ActionId, Vec<DerivedAction>> = BTreeMap::new();
        for derived in view.list().into_iter().flat_map(|list| list.actions()) {
            let name = derived.name()?;
            let action = names.find_action(name.text()).filter(|action| catalogue.action(*action).is_some());
            let Some(action) = action else {
                self.unknown("declared action", name.text(), span_of(&name), known);
                return None;
            };
            self.refer(DefinitionKind::Action, &name);
            named.entry(action).or_default().push(derived);
        }
        Some(named)
    }

    /// An action with the kinds of things that supply it. `None` if nothing does; the action is then left out.
    fn offered(
        &mut self,
        view: &SkillsFrom,
        action: &Action,
        supplied: &[(Kind, ActionId)],
    ) -> Option<Chosen> {
        let offering = supplied.iter().filter(|(_, offered)| *offered == action.action);
        let offering: Vec<Pattern> = offering.map(|(kind, _)| Pattern::of(*kind)).collect();
        match action.parameters.len() {
            0 => Some((action.clone(), Vec::new())),
            1 if !offering.is_empty() => Some((action.clone(), vec![offering])),
            _ => {
                let names = self.shared_names();
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
                    this.error(
                        "no-kind",
                        span_of(&view),
                        "expected a name and a kind of thing, such as `it: kind`",
                    );
                    return None;
                }
                with.push(vec![this.pattern(&view, true)?.0]);
            }
            Some(())
        });
        whole?;
        if with.len() != action.parameters.len() {
            let names = self.shared_names();
            let (name, expected) = (names.action_name(action.action), action.parameters.len());
            let message = format!("`{name}` has {expected} parameters, and {} are written here", with.len());
            self.error("arguments", span_of(things), message);
            return None;
        }
        Some(with)
    }

    /// The skills of actions without parameters, if all their effects are clear from the declarations.
    fn read_off(
        &mut self,
        chosen: &[Chosen],
        known: &[SensorCondition],
    ) -> Option<(Vec<SkillOf>, Vec<SensorCondition>)> {
        let names = self.shared_names();
        let mut meanings = known.to_vec();
        let mut needs = Vec::new();
        for (action, _) in chosen {
            needs.push(sensor_conditions(action, &mut meanings, |part| part.display(&names)));
        }
        let mut skills = Vec::new();
        for ((action, _), needs) in chosen.iter().zip(needs) {
            let (skill, unclear): (Skill, Vec<UnknownEffect>) =
                derive_skill(action, needs, &meanings, &names);
            if !unclear.is_empty() {
                return None;
            }
            skills.push((skill, action.action));
        }
        Some((skills, meanings))
    }
}
