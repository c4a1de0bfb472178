//! Compiling a domain: names become numbers, and for each precondition and goal the actions that may help are determined.

use super::thing_values::{ChangedProperties, EqualityNeed, copied_properties, serves_only_its_thing};
use super::{
    BackgroundEffects, CompiledAbility, CompiledDrive, CompiledGoalTemplate, CompiledMeasure, CompiledOffer,
    CompiledScript, CompiledUtility, Domain, DomainError, DomainWarning, Misses, PreconditionPart, Support,
};
use crate::ambiance::CompiledAmbiances;
use crate::definition::{Ability, DomainBuilder, Drive, GoalTemplate, Measure, Offer, ScriptedPlan, Utility};
use motive_core::action::{Action, Effect, Effects};
use motive_core::condition::{BuildError, CompiledCondition, CompiledExpr, Condition, Expr, ReadSet, Scope};
use motive_core::engine::{ConditionCode, PossibleChange, ValueChange};
use motive_core::vocabulary::{Dependency, Id, Kind, Property, Value, Vocabulary};
use std::sync::Arc;

impl DomainBuilder {
    /// Builds the domain.
    ///
    /// # Errors
    /// If anything in it is invalid.
    pub fn build(self) -> Result<Arc<Domain>, DomainError> {
        compile(self).map(Arc::new)
    }
}

fn compile(builder: DomainBuilder) -> Result<Domain, DomainError> {
    let names = builder.names.clone();
    check(&builder)?;
    let mut reads = ReadSet::default();
    let helpers: Vec<Helper<'_>> =
        (0..).zip(&builder.abilities).map(|(number, ability)| Helper::new(number, &ability.action)).collect();
    let changed = ChangedProperties::of(&builder);
    let mut compiler = DomainCompiler { names: &names, helpers, changed, reads: &mut reads };
    let actions = builder
        .abilities
        .iter()
        .map(|ability| compiler.action(ability, &builder))
        .collect::<Result<Vec<_>, _>>()?;
    let utility = compiler.utility(&builder.utility, &builder.drives)?;
    let dead = compiler.optional(&builder.dead, "when the agent is dead", &[])?;
    let passing = compiler.effects(&builder.passing, "what happens while time passes", &["seconds"])?;
    let answers = compiler.effects(&builder.answers, "how things answer", &[])?;
    let scripts = builder.scripts.iter().map(|plan| compiler.script(plan)).collect::<Result<Vec<_>, _>>()?;
    let tags = builder.abilities.iter().map(|ability| &ability.action.tags[..]);
    let ambiances =
        CompiledAmbiances::new(&builder.ambiances, &builder.sensitivity, tags, &names, compiler.reads)?;
    let offers = builder.offers.iter().map(|offer| compiler.offer(offer)).collect::<Result<_, _>>()?;
    let DomainCompiler { helpers, changed, .. } = compiler;
    let (mut wants, mut presence_reads) = (ReadSet::default(), ReadSet::default());
    let mut compiler = DomainCompiler { names: &names, helpers, changed, reads: &mut wants };
    let drives = builder
        .drives
        .iter()
        .map(|drive| compiler.drive(drive, &mut presence_reads))
        .collect::<Result<Vec<_>, _>>()?;
    let warnings = warnings(&builder, &actions, &drives);
    let only_wanted = only_wanted(&wants, &reads, &builder);
    reads.extend(&wants);
    let presence_reads = places(&presence_reads, &reads);
    let DomainBuilder { rules, .. } = builder;
    Ok(Domain {
        names,
        actions,
        offers,
        drives,
        utility,
        dead,
        passing,
        answers,
        scripts,
        ambiances,
        rules,
        reads,
        only_wanted,
        presence_reads,
        warnings,
    })
}

/// The positions of one set of dependencies in another; none if the first depends on anything else.
fn places(these: &ReadSet, all: &ReadSet) -> Option<Vec<u16>> {
    if these.is_volatile() {
        return None;
    }
    let place = |on: &Dependency| all.dependencies().binary_search(on).ok().map(|at| at as u16);
    these.dependencies().iter().map(place).collect()
}

/// Properties that only drives read: no condition of an action reads them, and no effect adds to them.
fn only_wanted(wants: &ReadSet, others: &ReadSet, builder: &DomainBuilder) -> Vec<Property> {
    let mut added = Vec::new();
    let of_actions =
        builder.abilities.iter().flat_map(|ability| [&ability.action.effects, &ability.action.replies]);
    for effects in of_actions.chain([&builder.passing, &builder.answers]) {
        collect_added(effects, &mut added);
    }
    let property = |on: &Dependency| match on {
        Dependency::Own(property)
        | Dependency::Property(property)
        | Dependency::KindProperty(_, property)
        | Dependency::OwnCrosses(property, _)
        | Dependency::KindCrosses(_, property, _) => Some(*property),
        Dependency::Kind(_) | Dependency::Relation(_) | Dependency::Anything => None,
    };
    if wants.is_volatile() || others.is_volatile() || others.dependencies().contains(&Dependency::Anything) {
        return Vec::new();
    }
    let read: Vec<Property> = others.dependencies().iter().filter_map(property).collect();
    let mut only: Vec<Property> = wants.dependencies().iter().filter_map(property).collect();
    only.retain(|property| !read.contains(property) && !added.contains(property));
    only.sort_unstable();
    only.dedup();
    only
}

/// Collects the properties that effects add to.
fn collect_added(effects: &[Effect], added: &mut Vec<Property>) {
    for effect in effects {
        match effect {
            Effect::Add { property, .. } => added.push(*property),
            Effect::Each { effects, .. } | Effect::When { effects, .. } => collect_added(effects, added),
            _ => {}
        }
    }
}

fn check(builder: &DomainBuilder) -> Result<(), DomainError> {
    let names = &builder.names;
    if builder.abilities.is_empty() {
        return Err(DomainError::NoActions);
    }
    if builder.drives.is_empty() {
        return Err(DomainError::NoDrives);
    }
    for (at, drive) in builder.drives.iter().enumerate() {
        if builder.drives.iter().take(at).any(|other| other.name == drive.name) {
            return Err(DomainError::Twice("drive", drive.name.to_string()));
        }
    }
    for (at, ability) in builder.abilities.iter().enumerate() {
        let action = ability.action.action;
        if builder.abilities.iter().take(at).any(|other| other.action.action == action) {
            return Err(DomainError::Twice("action", names.action_name(action).into()));
        }
    }
    if let Some(action) = builder.unknown.first() {
        return Err(DomainError::UndeclaredAction(names.action_name(*action).into()));
    }
    for offer in &builder.offers {
        if !builder.abilities.iter().any(|ability| ability.action.action == offer.action) {
            let kind = names.name(offer.kind.symbol()).to_owned();
            return Err(DomainError::UnknownAction(kind, names.action_name(offer.action).into()));
        }
    }
    Ok(())
}

fn number(what: impl FnOnce() -> String, found: f64, most: f64) -> Result<f64, DomainError> {
    if (0.0..=most).contains(&found) && found.is_finite() {
        return Ok(found);
    }
    Err(DomainError::Number { what: what(), most, found })
}

/// What an action may change, effect by effect, and whether by adding. Replies of the world do not count: they are not the purpose of the
/// action.
struct Helper<'a> {
    number: u16,
    action: &'a Action,
    changes: Vec<(PossibleChange, bool)>,
}

impl<'a> Helper<'a> {
    fn new(number: u16, action: &'a Action) -> Self {
        let mut changes = Vec::new();
        for effect in &action.effects {
            let mut alone = action.clone();
            alone.effects = vec![effect.clone()];
            alone.replies.clear();
            let adds = only_adds(effect);
            changes.extend(alone.changes().into_iter().map(|change| (open(change), adds)));
        }
        Self { number, action, changes }
    }

    fn supports(&self, condition: &Condition, names: &Vocabulary) -> Option<Support> {
        let mut helping =
            self.changes.iter().filter(|(change, _)| change.can_make(condition, true, names)).peekable();
        helping.peek()?;
        Some(Support { action: self.number, in_part: helping.any(|(_, adds)| *adds) })
    }
}

fn only_adds(effect: &Effect) -> bool {
    match effect {
        Effect::Add { .. } => true,
        Effect::Each { effects, .. } | Effect::When { effects, .. } => effects.iter().all(only_adds),
        _ => false,
    }
}

fn only_own(effect: &Effect) -> bool {
    match effect {
        Effect::Set { thing, .. } | Effect::Add { thing, .. } => *thing == Id::SELF.into(),
        Effect::When { effects, .. } => effects.iter().all(only_own),
        _ => false,
    }
}

/// Setting a number may bring a goal closer without reaching it, so any value may help.
fn open(change: PossibleChange) -> PossibleChange {
    match change {
        PossibleChange::Property(whose, property, ValueChange::To(Value::Number(_))) => {
            PossibleChange::Property(whose, property, ValueChange::Somehow)
        }
        other => other,
    }
}

struct DomainCompiler<'a> {
    names: &'a Vocabulary,
    helpers: Vec<Helper<'a>>,
    changed: ChangedProperties,
    reads: &'a mut ReadSet,
}

impl DomainCompiler<'_> {
    fn supports(&self, condition: &Condition) -> Vec<Support> {
        self.helpers.iter().filter_map(|helper| helper.supports(condition, self.names)).collect()
    }

    fn action(&mut self, ability: &Ability, builder: &DomainBuilder) -> Result<CompiledAbility, DomainError> {
        let action = &ability.action;
        let what = || format!("the action `{}`", self.names.action_name(action.action));
        let wrong = |source| DomainError::Build(what(), source);
        if action.parameters.len() > 1 {
            let action_name = self.names.action_name(action.action).to_owned();
            return Err(DomainError::TooManyThings(action_name, action.parameters.len()));
        }
        let built = action.build(self.names).map_err(wrong)?;
        let mut scope = Scope::new(self.names);
        for name in &action.parameters {
            scope.parameter(name).map_err(wrong)?;
        }
        let misses = ability.misses.as_ref().map(|odds| {
            let mut own = action.clone();
            own.effects.retain(only_own);
            Ok(Misses { odds: scope.expression(odds)?, built: own.build(self.names)? })
        });
        let misses = misses.transpose().map_err(wrong)?;
        let mut parts = Vec::new();
        for condition in action.needs.conjuncts() {
            let before = scope.names().len();
            let compiled = scope.condition(condition).map_err(wrong)?;
            let binds = scope.names().len() > before;
            let text = condition.display(self.names);
            let holds = matches!(compiled.code, ConditionCode::Bind(_));
            let equality = EqualityNeed::of(condition, action, &self.changed);
            let supports = self.supports(condition);
            parts.push(PreconditionPart { condition: compiled, binds, holds, supports, equality, text });
        }
        // Built once more to collect what they read: plans depend on it.
        Effects::new(&action.effects, &mut scope).map_err(wrong)?;
        Effects::new(&action.replies, &mut scope).map_err(wrong)?;
        if let Some(lasting) = &action.lasting {
            scope.expression(lasting).map_err(wrong)?;
        }
        self.reads.extend(scope.reads());
        let kinds = self.kinds(ability, builder);
        Ok(CompiledAbility {
            built,
            parts,
            variables: scope.names().len(),
            kinds,
            needs_thing: !action.parameters.is_empty(),
            copies: copied_properties(action, &self.changed),
            interruptible: ability.interruptible,
            misses,
        })
    }

    fn script(&mut self, plan: &ScriptedPlan) -> Result<CompiledScript, DomainError> {
        let wrong = |source| DomainError::Build(format!("the scripted plan `{}`", plan.name), source);
        let mut scope = Scope::new(self.names);
        let (mut steps, mut choices, mut targets) = (Vec::new(), Vec::<&Expr>::new(), Vec::new());
        for (action, with) in &plan.steps {
            let Some(with) = with else {
                steps.push((*action, None));
                continue;
            };
            // An expression with a random result is evaluated for each step.
            let steady = |at: &usize| {
                let target: Option<&CompiledExpr> = targets.get(*at);
                target.is_some_and(|target| !target.reads().is_volatile())
            };
            let at = match choices.iter().position(|choice| *choice == with).filter(steady) {
                Some(at) => at,
                None => {
                    targets.push(scope.expression(with).map_err(wrong)?);
                    choices.push(with);
                    choices.len() - 1
                }
            };
            steps.push((*action, Some(at as u16)));
        }
        self.reads.extend(scope.reads());
        Ok(CompiledScript { steps, targets, variables: scope.names().len() })
    }

    /// The kinds that supply an action, without those that are covered by an ancestor.
    fn kinds(&mut self, ability: &Ability, builder: &DomainBuilder) -> Vec<Kind> {
        let mut kinds: Vec<Kind> = Vec::new();
        for offer in builder.offers.iter().filter(|offer| offer.action == ability.action.action) {
            let covered = |by: &Kind| *by == offer.kind || self.names.ancestors(offer.kind).contains(by);
            if !kinds.iter().any(covered) {
                kinds.retain(|kind| !self.names.ancestors(*kind).contains(&offer.kind));
                kinds.push(offer.kind);
            }
        }
        for kind in &kinds {
            self.reads.add(Dependency::Kind(*kind));
        }
        kinds
    }

    /// Compiles a drive, and collects what decides whether it and its goals are present.
    fn drive(&mut self, drive: &Drive, presence_reads: &mut ReadSet) -> Result<CompiledDrive, DomainError> {
        let weight = number(|| format!("the weight of the drive `{}`", drive.name), drive.weight, f64::MAX)?;
        let idle = number(|| format!("how satisfied `{}` is without goals", drive.name), drive.idle, 1.0)?;
        let templates = drive
            .templates
            .iter()
            .map(|template| self.goal(drive, template, presence_reads))
            .collect::<Result<_, _>>()?;
        let what = format!("the drive `{}`", drive.name);
        let arrives = self.optional(&drive.arrives, &what, &[])?;
        let leaves = self.optional(&drive.leaves, &what, &[])?;
        arrives.iter().chain(&leaves).for_each(|when| presence_reads.extend(when.reads()));
        Ok(CompiledDrive {
            name: drive.name.clone(),
            weight,
            templates,
            arrives,
            leaves,
            satisfaction: drive.satisfaction,
            idle,
        })
    }

    fn goal(
        &mut self,
        drive: &Drive,
        template: &GoalTemplate,
        presence_reads: &mut ReadSet,
    ) -> Result<CompiledGoalTemplate, DomainError> {
        let what = || format!("`{}` of the drive `{}`", template.name, drive.name);
        let wrong = |source| DomainError::Build(what(), source);
        let weight = number(|| format!("the weight of {}", what()), template.weight, f64::MAX)?;
        let gone = number(|| format!("what {} is without its thing", what()), template.gone, 1.0)?;
        let required = number(|| format!("what is required of {}", what()), template.required, 1.0)?;
        let mut scope = Scope::new(self.names);
        let each = match &template.each {
            None => None,
            Some(pattern) => {
                let mut pattern = pattern.clone();
                let name = pattern.name.get_or_insert_with(|| "it".into()).clone();
                let code = scope.code(&Condition::bind(pattern)).map_err(wrong)?;
                Some((code, scope.variable(&name).ok_or(BuildError::Foreign).map_err(wrong)?))
            }
        };
        let when = scope.condition(&template.when).map_err(wrong)?;
        let until = template.until.as_ref().map(|until| scope.condition(until)).transpose().map_err(wrong)?;
        presence_reads.extend(scope.reads());
        let (mut measures, mut supports) = (Vec::new(), Vec::<Support>::new());
        for measure in &template.measures {
            measures.push(measure_code(measure, &mut scope, &what)?);
            for support in self.supports(&measure.help()) {
                match supports.iter_mut().find(|known| known.action == support.action) {
                    Some(known) => known.in_part |= support.in_part,
                    None => supports.push(support),
                }
            }
        }
        supports.sort_by_key(|support| support.action);
        let own_thing = |helper: &&Helper<'_>| serves_only_its_thing(template, helper.action);
        let by_own_thing = self.helpers.iter().filter(own_thing).map(|helper| helper.number).collect();
        self.reads.extend(scope.reads());
        let (name, combine, variables) = (template.name.clone(), template.combine, scope.names().len());
        Ok(CompiledGoalTemplate {
            name,
            each,
            when,
            measures,
            combine,
            weight,
            until,
            gone,
            required,
            variables,
            supports,
            by_own_thing,
        })
    }

    fn utility(&mut self, utility: &Utility, drives: &[Drive]) -> Result<CompiledUtility, DomainError> {
        let nothing_when = utility
            .nothing_when
            .iter()
            .map(|condition| self.condition(condition, "the utility", &[]))
            .collect::<Result<_, _>>()?;
        let place = |name: &Arc<str>| {
            let found = drives.iter().position(|drive| drive.name == *name);
            found.ok_or_else(|| DomainError::UnknownDrive(name.to_string()))
        };
        let nothing_without = utility.nothing_without.iter().map(place).collect::<Result<_, _>>()?;
        Ok(CompiledUtility { function: utility.function.clone(), nothing_when, nothing_without })
    }

    fn optional(
        &mut self,
        condition: &Option<Condition>,
        what: &str,
        parameters: &[&str],
    ) -> Result<Option<CompiledCondition>, DomainError> {
        condition.as_ref().map(|condition| self.condition(condition, what, parameters)).transpose()
    }

    fn condition(
        &mut self,
        condition: &Condition,
        what: &str,
        parameters: &[&str],
    ) -> Result<CompiledCondition, DomainError> {
        let mut build = || {
            let mut scope = Scope::new(self.names);
            for name in parameters {
                scope.parameter(name)?;
            }
            let built = scope.condition(condition)?;
            self.reads.extend(scope.reads());
            Ok(built)
        };
        build().map_err(|source| DomainError::Build(what.to_owned(), source))
    }

    /// The condition of an interaction does not affect plans, so what it reads is not collected.
    fn offer(&self, offer: &Offer) -> Result<CompiledOffer, DomainError> {
        let build = |when: &Condition| {
            let mut scope = Scope::new(self.names);
            scope.parameter("it")?;
            scope.condition(when)
        };
        let what = || format!("how `{}` is done", self.names.action_name(offer.action));
        let when = offer.when.as_ref().map(build).transpose();
        let when = when.map_err(|source| DomainError::Build(what(), source))?;
        Ok(CompiledOffer {
            kind: offer.kind,
            action: offer.action,
            interaction: offer.interaction.clone(),
            when,
        })
    }

    fn effects(
        &mut self,
        effects: &[Effect],
        what: &str,
        parameters: &[&str],
    ) -> Result<Option<BackgroundEffects>, DomainError> {
        let mut build = || {
            let mut scope = Scope::new(self.names);
            for name in parameters {
                scope.parameter(name)?;
            }
            let built = Effects::new(effects, &mut scope)?;
            self.reads.extend(scope.reads());
            let variables = scope.names().len();
            Ok((!effects.is_empty()).then_some(BackgroundEffects { effects: built, variables }))
        };
        build().map_err(|source| DomainError::Build(what.to_owned(), source))
    }
}

fn measure_code(
    measure: &Measure,
    scope: &mut Scope<'_>,
    what: &impl Fn() -> String,
) -> Result<CompiledMeasure, DomainError> {
    let wrong = |source| DomainError::Build(what(), source);
    let (Measure::Toward { curve, .. } | Measure::Degree(_, curve)) = measure;
    curve.check().map_err(|source| DomainError::Curve(what(), source))?;
    Ok(match measure {
        Measure::Toward { value, from, to, curve } => CompiledMeasure::Toward {
            value: scope.expression(value).map_err(wrong)?,
            from: scope.expression(from).map_err(wrong)?,
            to: scope.expression(to).map_err(wrong)?,
            curve: curve.clone(),
        },
        Measure::Degree(condition, curve) => {
            CompiledMeasure::Degree(scope.condition(condition).map_err(wrong)?, curve.clone())
        }
    })
}

/// What is probably not meant by a domain.
pub(crate) fn warnings(
    builder: &DomainBuilder,
    actions: &[CompiledAbility],
    drives: &[CompiledDrive],
) -> Vec<DomainWarning> {
    let mut found = Vec::new();
    for code in actions {
        let action = builder.names.action_name(code.built.declared().action).to_owned();
        if code.needs_thing && code.kinds.is_empty() {
            found.push(DomainWarning::Unsupplied(action));
        } else if code.built.declared().effects.is_empty() {
            found.push(DomainWarning::Idle(action));
        }
    }
    for drive in drives {
        if drive.arrives.is_some() && drive.leaves.is_none() {
            found.push(DomainWarning::Endless(drive.name.clone()));
        }
        for template in &drive.templates {
            let (drive, name) = (drive.name.clone(), template.name.clone());
            if template.measures.is_empty() {
                found.push(DomainWarning::Unmeasured(drive, name));
            } else if template.supports.is_empty() {
                found.push(DomainWarning::Unserved(drive, name));
            }
        }
    }
    found
}
