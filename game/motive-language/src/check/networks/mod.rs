//! Skill networks: sensors, goals, skills.

mod skills;

use super::minds::{ReadSetting, set, settings};
use super::{ItemChecker, every, span_of};
use crate::diagnostic::{Diagnostic, Span};
use crate::model::{DefinitionId, DefinitionKind, DrivePlanning, FileSpan, NetworkDefinition};
use crate::syntax::ast::{
    ActionClause, CompareOp, Expr as View, LiteralValue, Name, NameRef, NetworkItem, SenseClause, Setting,
    Skill as SkillView, TimeValue, WantClause,
};
use motive_arbiter::teleo::Step;
use motive_core::{Catalogue, Expr, Type};
use motive_networks::{
    ActivationTieBreak, Blueprint, BlueprintWarning, DEFAULT_SPREAD, Decay, Literal, Network, NetworkError,
    NetworkGoal, NetworkProfile, NetworkProgram, NetworkSensor, Normalization, Precision, SensorCondition,
    SensorValue, Skill, SkillBody, Summation, Update,
};
use skills::with_variables;
use std::collections::{BTreeMap, BTreeSet};

/// A network while it is being checked.
pub(super) struct NetworkDraft {
    pub(super) network: NetworkDefinition,
    /// Propositions that are needed or wanted, and where.
    asked: Vec<(Literal, Span)>,
    /// What has a sensor.
    sensed: BTreeSet<String>,
    /// Where each skill stands.
    pub(super) places: Vec<Span>,
    /// Where propositions are named.
    mentions: Vec<Mention>,
}

/// A place where a proposition is named.
struct Mention {
    name: String,
    place: FileSpan,
    /// A proposition is defined by its sensor, or else by the first skill that adds or drops it.
    role: MentionRole,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum MentionRole {
    Sensed,
    Changed,
    Asked,
}

/// The settings of a network.
const SETTINGS: &[(&str, ReadSetting<NetworkDefinition>)] = settings! {
    "profile": |checker, setting, network| {
        let (word, span) = checker.word(setting)?;
        let Ok(profile) = word.parse::<NetworkProfile>() else {
            checker.unknown("profile", &word, span, NetworkProfile::ALL.map(NetworkProfile::name));
            return None;
        };
        network.blueprint.settings = profile.settings();
        Some(())
    };
    "goals": parameter;
    "state": parameter;
    "protected": parameter;
    "mean": parameter;
    "threshold": parameter;
    "factor": parameter;
    "credence": parameter;
    "spread": |checker, setting, network| {
        network.spread = checker.number_of(setting)?.clamp(1.0, 10_000.0) as u32;
        Some(())
    };
    "decay": set!(blueprint.settings.normalization = one_of, &[
        ("capped", Normalization::Capped), ("exact", Normalization::Exact),
    ]);
    "ties": |checker, setting, network| {
        let seed = checker.number_of(setting)? as u64;
        network.blueprint.settings.tie_break = ActivationTieBreak::Random(seed);
        Some(())
    };
    "precision": set!(blueprint.settings.precision = one_of, &[
        ("single", Precision::Single), ("double", Precision::Double),
    ]);
    "summing": set!(blueprint.settings.summation = one_of, &[
        ("by_link", Summation::ByLink), ("by_proposition", Summation::ByProposition),
    ]);
    "disabled": set!(blueprint.settings.suppress_disabled = one_of, &[
        ("silent", true), ("spreading", false),
    ]);
    "resource": |checker, setting, network| {
        let (name, amount) = checker.resource(setting)?;
        network.blueprint.resources.push((name.into(), amount));
        Some(())
    };
};

/// Sets a parameter of the activation to a number.
fn parameter(
    checker: &mut ItemChecker<'_>,
    setting: &Setting,
    network: &mut NetworkDefinition,
) -> Option<()> {
    let (name, value) = (setting.name()?, checker.number_of(setting)?);
    match network.blueprint.settings.parameters.set(name.text(), value) {
        Ok(()) => Some(()),
        Err(error) => checker.refuse("bad-parameter", setting, error.to_string()),
    }
}

const SKILL_SETTINGS: &[&str] = &["patience", "uses", "influence", "hold", "fades"];

impl ItemChecker<'_> {
    /// A network, or nothing if something in it is wrong.
    pub(super) fn network(
        &mut self,
        item: &NetworkItem,
        catalogue: &Catalogue,
        planning: &DrivePlanning,
    ) -> Option<(NetworkDefinition, NetworkProgram)> {
        let name = item.name()?;
        let network = NetworkDefinition {
            blueprint: Blueprint::new(name.text(), NetworkProfile::default()),
            meanings: Vec::new(),
            bodies: Vec::new(),
            families: Vec::new(),
            spread: DEFAULT_SPREAD,
        };
        let (asked, places, mentions) = (Vec::new(), Vec::new(), Vec::new());
        let mut draft = NetworkDraft { network, asked, sensed: BTreeSet::new(), places, mentions };
        let settings: Vec<Setting> = item.parameters().chain(item.settings()).collect();
        let is_profile = |setting: &&Setting| setting.name().is_some_and(|name| name.text() == "profile");
        let mut whole = true;
        // The profile comes first: the other settings change it.
        for setting in settings.iter().filter(is_profile).chain(settings.iter().filter(|s| !is_profile(s))) {
            let read = self.read_setting("setting of a network", SETTINGS, setting, &mut draft.network);
            whole &= read.is_some();
        }
        for sense in item.senses() {
            whole &= self.sense(&sense, &mut draft).is_some();
        }
        for want in item.wants() {
            whole &= self.want(&want, &mut draft).is_some();
        }
        for skill in item.skills() {
            whole &= self.skill(&skill, &mut draft).is_some();
        }
        for derived in item.derived() {
            whole &= self.skills_from(&derived, catalogue, planning, &mut draft).is_some();
        }
        self.define_propositions(item, &mut draft);
        whole &= self.all_known(&draft);
        whole.then_some(())?;
        draft.network.blueprint.add_missing_sensors();
        match draft.network.program(&self.names.vocabulary) {
            Ok(program) => {
                self.unreachable_goals(&name, &draft);
                Some((draft.network, program))
            }
            Err(error) => {
                self.refused_network(&name, &draft, &error);
                None
            }
        }
    }

    /// Notes where each proposition is defined, and where it is used.
    fn define_propositions(&mut self, item: &NetworkItem, draft: &mut NetworkDraft) {
        let mut mentions = std::mem::take(&mut draft.mentions);
        mentions.sort_by_key(|mention| mention.role);
        let visible = self.findings.place_of(item);
        let mut known: BTreeMap<String, DefinitionId> = BTreeMap::new();
        for Mention { name, place, .. } in mentions {
            let id = *known.entry(name).or_insert_with_key(|name| {
                let (kind, visible) = (DefinitionKind::Proposition, visible.clone());
                self.findings.index.define_local(kind, name, place.clone(), visible, Type::Any)
            });
            self.findings.index.refer(&place, id);
        }
    }

    /// `resource hands, 2` or `uses hands, 1`: a name and an amount, 1 by default.
    fn resource(&mut self, setting: &Setting) -> Option<(String, f64)> {
        let values: Vec<View> = setting.values().collect();
        match &values[..] {
            [View::Name(name)] => Some((name.name()?.text().to_owned(), 1.0)),
            [View::Name(name), amount] => Some((name.name()?.text().to_owned(), self.number(amount)?)),
            _ => self.refuse("not-a-resource", setting, "expected a name and an amount, such as `hands, 2`"),
        }
    }

    fn sense(&mut self, sense: &SenseClause, draft: &mut NetworkDraft) -> Option<()> {
        let name = sense.name()?;
        let place = self.findings.place_of(&name);
        draft.mentions.push(Mention { name: name.text().to_owned(), place, role: MentionRole::Sensed });
        let parameters: Vec<String> = super::names::parameter_names(sense.params().as_ref());
        let text = match &parameters[..] {
            [] => name.text().to_owned(),
            _ => self.template_name(&name, &parameters)?,
        };
        if !draft.sensed.insert(text.clone()) {
            let text = name.text();
            return self.refuse("declared-twice", &name, format!("`{text}` is sensed twice"));
        }
        let mut value = match sense.value() {
            Some(view) => self.sign(&view)?,
            None => SensorValue::FALSE,
        };
        if let Some(count) = sense.count() {
            if !parameters.is_empty() {
                let message =
                    "`counted` does not work with parameters: each sensor of a template stands alone";
                return self.refuse("counted-template", &count, message);
            }
            let count = self.number(&count)?.max(0.0) as u32;
            draft.network.blueprint.counted.push((text.as_str().into(), count));
            value = SensorValue::Truth(count > 0);
        }
        let sensors = match &parameters[..] {
            [] => &mut draft.network.blueprint.sensors,
            _ => &mut draft.network.blueprint.sensor_templates,
        };
        sensors.push(NetworkSensor::new(&text, value));
        if let Some(when) = sense.when() {
            let condition = self.with_parameters(&parameters, |this| this.when(Some(when)))?;
            draft.network.meanings.push(SensorCondition::new(&text, condition));
        }
        Some(())
    }

    fn want(&mut self, want: &WantClause, draft: &mut NetworkDraft) -> Option<()> {
        let is_protected = want.is_protected();
        let goals = every(want.wanted().map(|wanted| {
            let view = wanted.proposition()?;
            let pair = self.pair(&view, MentionRole::Asked, draft)?;
            draft.asked.push((pair.clone(), span_of(&view)));
            let mut goal = NetworkGoal::new(pair);
            if is_protected {
                goal = goal.protected();
            }
            if let Some(weight) = wanted.weight() {
                goal = goal.importance(self.number(&weight)?);
            }
            Some(goal)
        }));
        draft.network.blueprint.goals.extend(goals?);
        Some(())
    }

    fn skill(&mut self, view: &SkillView, draft: &mut NetworkDraft) -> Option<()> {
        let name = view.name()?;
        let mut skill = Skill::new(name.text());
        let mut body = SkillBody::new(name.text());
        let parameters: Vec<String> = super::names::parameter_names(view.params().as_ref());
        let mut whole = true;
        for clause in view.clauses() {
            let clause = self.with_parameters(&parameters, |this| {
                this.skill_clause(&clause, skill.clone(), &mut body, draft)
            });
            match clause {
                Some(changed) => skill = changed,
                None => whole = false,
            }
        }
        whole.then_some(())?;
        if let Some(ticks) = body.ticks {
            draft.network.blueprint.durations.push((skill.name.clone(), ticks.saturating_sub(1)));
        }
        let names = &self.names.vocabulary;
        if body.actions.is_empty()
            && let Some(action) = names.find_action(name.text())
            && names.action_info(action).is_some_and(|info| info.arity == parameters.len())
        {
            let arguments: Vec<Expr> = parameters.iter().map(|name| Expr::var(name)).collect();
            body = body.action(action, arguments);
        }
        if parameters.is_empty() {
            draft.network.bodies.push(body);
            draft.network.blueprint.skills.push(skill);
            draft.places.push(span_of(&name));
        } else {
            let template = with_variables(skill, &parameters);
            body.skill = template.name.clone();
            draft.network.bodies.push(body);
            draft.network.blueprint.templates.push(template);
        }
        Some(())
    }

    fn skill_clause(
        &mut self,
        clause: &ActionClause,
        skill: Skill,
        body: &mut SkillBody,
        draft: &mut NetworkDraft,
    ) -> Option<Skill> {
        match clause {
            ActionClause::Needs(needs) => {
                let pairs = self.pairs(needs.condition()?.terms(), draft, true)?;
                Some(skill.needs(pairs))
            }
            ActionClause::Adds(adds) => {
                let pairs = self.pairs(adds.condition()?.terms(), draft, false)?;
                Some(skill.adds(pairs))
            }
            ActionClause::Drops(drops) => {
                let pairs = self.pairs(drops.condition()?.terms(), draft, false)?;
                // `drops a` is written with the old value; the skill predicts the new one.
                let gone = |pair: Literal| match pair.value {
                    SensorValue::Truth(truth) => Literal { value: SensorValue::Truth(!truth), ..pair },
                    _ => pair,
                };
                Some(skill.deletes(pairs.into_iter().map(gone)))
            }
            ActionClause::Takes(takes) => {
                body.ticks = Some(self.ticks(&takes.duration()?)?);
                Some(skill)
            }
            ActionClause::Do(action) => {
                let steps = self.steps(&action.steps()?)?;
                for step in steps {
                    let Step::Do(action, arguments) = step else {
                        let message = "a skill does actions, joined by `with`, and nothing else";
                        return self.refuse("not-an-action", action, message);
                    };
                    body.actions.push((action, arguments));
                }
                Some(skill)
            }
            ActionClause::Setting(setting) => self.skill_setting(setting, skill),
            other => {
                let message = "this clause does not belong in a skill, which has `needs`, `adds`, `drops`, `takes` and `do`";
                self.refuse("not-in-a-skill", other, message)
            }
        }
    }

    fn skill_setting(&mut self, setting: &Setting, skill: Skill) -> Option<Skill> {
        let name = setting.name()?;
        Some(match name.text() {
            "patience" => skill.patience(self.number_of(setting)?.max(0.0) as u32),
            "influence" => skill.influence(self.number_of(setting)?),
            "hold" => skill.decay(Decay::Hold(self.number_of(setting)?)),
            "fades" => skill.decay(Decay::Exponential(self.number_of(setting)?)),
            "uses" => {
                let (resource, amount) = self.resource(setting)?;
                skill.takes(&resource, amount)
            }
            other => {
                return self.no_such("setting of a skill", other, &name, SKILL_SETTINGS.iter().copied());
            }
        })
    }

    fn ticks(&mut self, view: &View) -> Option<u64> {
        if let View::Duration(duration) = view
            && let Some(TimeValue::Ticks(ticks)) = duration.value()
            && ticks >= 1.0
        {
            return Some(ticks as u64);
        }
        self.refuse("not-ticks", view, "a skill takes a number of ticks, such as `5 ticks`")
    }

    fn pairs(
        &mut self,
        terms: impl Iterator<Item = View>,
        draft: &mut NetworkDraft,
        asked: bool,
    ) -> Option<Vec<Literal>> {
        let role = if asked { MentionRole::Asked } else { MentionRole::Changed };
        every(terms.map(|term| {
            let pair = self.pair(&term, role, draft)?;
            if asked {
                draft.asked.push((pair.clone(), span_of(&term)));
            }
            Some(pair)
        }))
    }

    /// A proposition and its value: `door_is_open`, `not door_is_open`, `light == red`, or a condition on memory.
    fn pair(&mut self, view: &View, role: MentionRole, draft: &mut NetworkDraft) -> Option<Literal> {
        match view {
            View::Paren(paren) => self.pair(&paren.inner()?, role, draft),
            View::Not(not) => {
                let operand = not.operand()?;
                let pair = self.pair(&operand, role, draft)?;
                match pair.value {
                    SensorValue::Truth(truth) => Some(Literal { value: SensorValue::Truth(!truth), ..pair }),
                    _ => self.refuse("not-a-truth", view, "only what is true or false can be negated"),
                }
            }
            View::Name(name) if !self.names.conditions.contains_key(name.name()?.text()) => {
                self.mention(&name.name()?, role, draft);
                Some(Literal::from(name.name()?.text()))
            }
            View::Compare(compare) if compare.op() == Some(CompareOp::Equal) => match compare.left()? {
                View::Name(name) => {
                    self.mention(&name.name()?, role, draft);
                    Some(Literal::new(name.name()?.text(), self.sign(&compare.right()?)?))
                }
                _ => self.remembered(view, draft),
            },
            _ => self.remembered(view, draft),
        }
    }

    fn mention(&mut self, name: &NameRef, role: MentionRole, draft: &mut NetworkDraft) {
        let place = self.findings.place_of(name);
        draft.mentions.push(Mention { name: name.text().to_owned(), place, role });
    }

    /// A condition on memory. The name of its proposition is its text.
    fn remembered(&mut self, view: &View, draft: &mut NetworkDraft) -> Option<Literal> {
        let condition = self.scoped(|this| this.test(view))?;
        let known = &mut draft.network.meanings;
        if let Some(meaning) = known.iter().find(|meaning| meaning.condition == condition) {
            return Some(Literal::from(&*meaning.proposition));
        }
        let name = condition.display(&self.names.vocabulary);
        draft.network.blueprint.sensors.push(NetworkSensor::new(&name, false));
        known.push(SensorCondition::new(&name, condition));
        Some(Literal::from(&*name))
    }

    /// A value of a proposition: true, false, a number or a word.
    fn sign(&mut self, view: &View) -> Option<SensorValue> {
        match view {
            View::Name(name) => Some(SensorValue::Word(name.name()?.text().into())),
            View::Literal(literal) => match literal.value()? {
                LiteralValue::Truth(truth) => Some(SensorValue::Truth(truth)),
                _ => self.number(view).map(SensorValue::Number),
            },
            other => self.number(other).map(SensorValue::Number),
        }
    }

    /// Reports propositions that are needed or wanted, but neither sensed nor added by a skill.
    fn all_known(&mut self, draft: &NetworkDraft) -> bool {
        let blueprint = &draft.network.blueprint;
        let sensed = blueprint.sensors.iter().map(|sensor| sensor.proposition.to_string());
        let meant = draft.network.meanings.iter().map(|meaning| meaning.proposition.to_string());
        let skills = blueprint.skills.iter().chain(&blueprint.templates);
        let made =
            skills.flat_map(|skill| skill.predictions().map(|made| made.literal.proposition.to_string()));
        let known: BTreeSet<String> = sensed.chain(meant).chain(made).collect();
        let unknown = |(pair, _): &&(Literal, Span)| {
            blueprint.templates.is_empty()
                && !known.contains(&*pair.proposition)
                && !blueprint.matches_sensor_template(&pair.proposition)
        };
        let mut whole = true;
        for (pair, span) in draft.asked.iter().filter(unknown) {
            let message = format!("`{}` is neither sensed nor added by a skill", pair.proposition);
            let help = format!("declare it with `sense {}`", pair.proposition);
            let diagnostic = Diagnostic::error("unknown-proposition", span.clone(), message);
            let known = known.iter().map(String::as_str);
            let diagnostic = diagnostic.with_help(help);
            self.report(self.findings.with_nearest(diagnostic, &pair.proposition, known));
            whole = false;
        }
        whole
    }

    /// Reports what a network refuses: at the skills concerned, or else at the name of the network.
    fn refused_network(&mut self, name: &Name, draft: &NetworkDraft, error: &NetworkError) {
        let blueprint = &draft.network.blueprint;
        let mut places = draft.places.iter();
        let mut found = Vec::new();
        if let Ok(mut network) = Network::new(blueprint.settings) {
            for update in blueprint.updates() {
                let place = if matches!(update, Update::Skill(_)) { places.next().cloned() } else { None };
                if let Err(error) = network.apply(update) {
                    found.push((place.unwrap_or_else(|| span_of(name)), error.to_string()));
                }
            }
        }
        if found.is_empty() {
            found.push((span_of(name), error.to_string()));
        }
        for (span, message) in found {
            self.error("bad-network", span, message);
        }
    }

    /// Warns about goals that no chain of skills leads to. With conditions on memory any proposition may come true by itself, so nothing is
    /// reported then.
    fn unreachable_goals(&mut self, name: &Name, draft: &NetworkDraft) {
        if !draft.network.meanings.is_empty() {
            return;
        }
        for finding in draft.network.blueprint.findings() {
            if matches!(finding, BlueprintWarning::Unreachable(_)) {
                self.report(Diagnostic::warning("unreachable", span_of(name), finding.to_string()));
            }
        }
    }
}
