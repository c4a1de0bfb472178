//! Drives, utility, smart objects, and ambiances.
//!
//! An ambiance says what a place, an event or a thing adds to the cost of actions with a tag. It concerns only characters that list the
//! tag under `minds`. Its source is a condition or a number over what the character knows: its area (`self.area`), things nearby
//! (`around`), or how often it has seen an action done (`self.ACTION_seen`, kept by the world). The planner remembers since when the
//! source has been there; boosters and dampeners work over that time.

use super::findings::Findings;
use super::names::{InFile, NameTable};
use super::{ItemChecker, span_of};
use crate::diagnostic::{Diagnostic, Span};
use crate::model::{DefinitionKind, DrivePlanning, Located};
use crate::syntax::ast::{
    AmbianceClause, AmbianceItem, Booster, Dampener, DriveGoal, DriveItem, Duration, Expr as View, Item,
    NameRef, ObjectItem, PlanFor as PlanView, Rate as RateView, Setting, Target, TimeValue, UtilityItem,
};
use motive_core::{
    ActionId, Bindings, BuiltinFunction, Condition, Expr, Id, Kind, Memory, Scope, Symbol, Type, Value,
};
use motive_drives::ambiance::{Ambiance, Modifier, Rate};
use motive_drives::{Curve, Drive, GoalTemplate, Interaction, Measure};

/// Everything that the files declare about drives.
pub(super) fn drive_planning(names: &NameTable, findings: &mut Findings) -> DrivePlanning {
    let mut planning = DrivePlanning::default();
    for (file, item) in &names.others {
        let mut checker = ItemChecker::new(names, findings, *file);
        match item {
            Item::Drive(item) => planning.drives.extend(checker.drive(item)),
            Item::Utility(item) => checker.utility(item, &mut planning),
            Item::Meanwhile(item) => {
                checker.bind_implicit("seconds", Type::Number);
                let effects = item.steps().and_then(|steps| checker.effects(&steps));
                planning.passing.extend(effects.into_iter().flatten());
            }
            Item::Object(item) => checker.object(item, &mut planning),
            _ => {}
        }
    }
    planning
}

/// The ambiances of the files.
pub(super) fn ambiances(names: &NameTable, findings: &mut Findings) -> Vec<Ambiance> {
    let all = names.others.iter().filter_map(|(file, item)| match item {
        Item::Ambiance(item) => ItemChecker::new(names, findings, *file).ambiance(item),
        _ => None,
    });
    all.collect()
}

impl ItemChecker<'_> {
    /// The title of the plan for some drives. Reports drives that do not exist.
    pub(super) fn plan_for(&mut self, view: &PlanView) -> Option<String> {
        let known: Vec<String> = drive_names(self.names).collect();
        let mut wanted = Vec::new();
        for name in view.drives() {
            let text = name.text();
            if !known.iter().any(|name| name == text) {
                return self.no_such("drive", text, &name, known.iter().map(String::as_str));
            }
            self.refer(DefinitionKind::Drive, &name);
            wanted.push(text.to_owned());
        }
        let title = format!("plan for {}", wanted.join(", "));
        self.findings.calls.drive_plans.insert(title.clone(), wanted);
        Some(title)
    }

    fn drive(&mut self, item: &DriveItem) -> Option<Located<Drive>> {
        let name = item.name()?;
        let weight = item.weight().map_or(Some(1.0), |weight| self.weight(&weight))?;
        let mut drive = Drive::new(name.text(), weight);
        for (number, goal) in item.goals().enumerate() {
            let title = match number {
                0 => name.text().to_owned(),
                _ => format!("{}#{}", name.text(), number + 1),
            };
            drive = drive.goal(self.scoped(|this| this.goal_template(&title, &goal))?);
        }
        if let Some(when) = item.when() {
            drive = drive.arrives(self.when(Some(when))?);
        }
        for until in item.until() {
            drive = drive.leaves(self.conditions(&until.condition()?)?);
        }
        for setting in item.settings() {
            let value = setting.values().next();
            match (setting.name().as_ref().map(|name| name.text()), value) {
                (Some("idle"), Some(value)) => drive = drive.idle(self.share_of_one(&value)?),
                _ => {
                    return self.refuse(
                        "unknown-setting",
                        &setting,
                        "unknown setting of a drive; the only one is `idle`, as in `idle 0.5`",
                    );
                }
            }
        }
        Some(Located { place: self.findings.place_of(&name), definition: drive })
    }

    /// A number from 0 on.
    fn weight(&mut self, view: &View) -> Option<f64> {
        let weight = self.number(view)?;
        if weight >= 0.0 {
            return Some(weight);
        }
        self.refuse("below-nothing", view, "expected a number from 0 on")
    }

    /// A number from 0 to 1.
    fn share_of_one(&mut self, view: &View) -> Option<f64> {
        let share = self.number(view)?;
        if (0.0..=1.0).contains(&share) {
            return Some(share);
        }
        self.refuse("not-a-share", view, "expected a number from 0 to 1")
    }

    fn goal_template(&mut self, title: &str, goal: &DriveGoal) -> Option<GoalTemplate> {
        let mut aim = match goal.binder() {
            None => GoalTemplate::new(title),
            Some(binder) => GoalTemplate::each(title, self.binder(&binder)?),
        };
        if let Some(when) = goal.when() {
            aim = aim.when(self.when(Some(when))?);
        }
        for target in goal.targets() {
            let (measure, falls) = self.measure(&target)?;
            // If the thing disappears, a goal of reducing its number is reached.
            aim = aim.measure(measure).when_gone(if falls { 1.0 } else { 0.0 });
        }
        if let Some(weight) = goal.weight() {
            aim = aim.weight(self.weight(&weight)?);
        }
        if let Some(until) = goal.until() {
            aim = aim.until(self.conditions(&until.condition()?)?);
        }
        Some(aim)
    }

    /// How complete a target is, and whether it asks for a number to fall.
    fn measure(&mut self, target: &Target) -> Option<(Measure, bool)> {
        let subject = target.subject()?;
        let (measure, falls) = match target.toward() {
            None => (Measure::degree(self.test(&subject)?), false),
            Some(toward) => {
                let what = "what a drive measures";
                let value = self.value_for(&subject, &Type::Number, what)?;
                let to = self.value_for(&toward, &Type::Number, what)?;
                let from = match target.from() {
                    Some(from) => self.value_for(&from, &Type::Number, what)?,
                    None => Expr::from(0),
                };
                for (view, end) in [(Some(toward), &to), (target.from(), &from)] {
                    if let Some(view) = view.filter(|_| self.is_never_a_number(end)) {
                        return self.refuse("no-number", &view, "this is never a number");
                    }
                }
                let number = |of: &Expr| of.constant().and_then(Value::number);
                let falls = number(&to) == Some(0.0);
                if number(&from).is_some() && number(&from) == number(&to) {
                    let message = "the goal is always reached: `from` and `toward` are the same";
                    let help = "write the number at which nothing is achieved yet, as in `toward 0 from 100`";
                    return self.refuse_with_help("no-way-to-go", target, message, help);
                }
                (Measure::toward(value, from, to), falls)
            }
        };
        match target.curve() {
            None => Some((measure, falls)),
            Some(curve) => Some((measure.curve(self.curve(&curve)?), falls)),
        }
    }

    /// Whether an expression consists of constants and gives no number, as `0 / 0` does.
    fn is_never_a_number(&self, end: &Expr) -> bool {
        let names = &self.names.vocabulary;
        let Ok(code) = Scope::new(names).expression(end) else { return false };
        let value = code.number(&Memory::new(names.clone()), &mut Bindings::default());
        let reads = code.reads();
        reads.dependencies().is_empty() && !reads.is_volatile() && !value.is_some_and(f64::is_finite)
    }

    fn curve(&mut self, view: &View) -> Option<Curve> {
        let (name, numbers) = match view {
            View::Name(name) => (name.name()?.text().to_owned(), Vec::new()),
            View::Call(call) => {
                let arguments: Vec<_> = call.arguments().collect();
                let numbers: Option<Vec<f64>> = self
                    .arguments(&arguments)?
                    .iter()
                    .map(|value| value.constant().and_then(Value::number))
                    .collect();
                let Some(numbers) = numbers else {
                    return self.refuse("not-constant", view, "the parameters of a curve are plain numbers");
                };
                (call.name()?.text().to_owned(), numbers)
            }
            _ => (String::new(), Vec::new()),
        };
        let curve = match (name.as_str(), &numbers[..]) {
            ("linear", []) => Curve::Linear,
            ("inverse", []) => Curve::Inverse,
            ("smooth", []) => Curve::Smoothstep,
            ("power", [exponent]) => Curve::Power(*exponent),
            ("logistic", [steepness, middle]) => Curve::Logistic { steepness: *steepness, middle: *middle },
            ("logit", [flatness]) => Curve::Logit { flatness: *flatness },
            ("step", [at]) => Curve::Step(*at),
            _ => {
                let known = ["linear", "inverse", "smooth", "power", "logistic", "logit", "step"];
                return self.no_such("curve", &name, view, known);
            }
        };
        match curve.check() {
            Ok(()) => Some(curve),
            Err(error) => self.refuse("bad-curve", view, error.to_string()),
        }
    }

    fn utility(&mut self, item: &UtilityItem, planning: &mut DrivePlanning) {
        let function = item.function();
        let name = match &function {
            Some(View::Name(name)) => name.name().map(|name| name.text().to_owned()),
            _ => None,
        };
        if !matches!(name.as_deref(), Some("weighted_sum" | "weighted_mean")) {
            let span = function.map_or_else(|| span_of(item), |function| span_of(&function));
            self.unknown("utility", name.as_deref().unwrap_or(""), span, ["weighted_sum", "weighted_mean"]);
            return;
        }
        for case in item.cases() {
            let (Some(value), Some(view)) = (case.value(), case.condition()) else { continue };
            if super::expressions::constant_number(&value) != Some(0.0) {
                self.error("not-nothing", span_of(&value), "expected `but 0 when ...`");
                continue;
            }
            if let Some(condition) = self.test(&view) {
                planning.utility = std::mem::take(&mut planning.utility).nothing_when(condition.clone());
                planning.dead.push(condition);
            }
        }
    }

    fn object(&mut self, item: &ObjectItem, planning: &mut DrivePlanning) {
        let Some(name) = item.name() else { return };
        let Some(kind) = self.names.vocabulary.find_kind(name.text()) else {
            self.unknown_kind(name.text(), &name);
            return;
        };
        self.findings.refer_at(DefinitionKind::Kind, name.text(), &name);
        let all = &self.names.others;
        if let Some(parent) = item.parent() {
            if find_object(&parent, all).is_none() {
                let objects = all.iter().filter_map(|(_, item)| match item {
                    Item::Object(object) => Some(object.name()?.text().to_owned()),
                    _ => None,
                });
                let known: Vec<String> = objects.collect();
                self.unknown("object", parent.text(), span_of(&parent), known.iter().map(String::as_str));
                return;
            }
            self.refer(DefinitionKind::Kind, &parent);
        }
        // An object supplies what the objects supply that it is like.
        let (mut next, mut from) = (Some(item.clone()), Vec::new());
        while let Some(object) = next.take().filter(|_| from.len() < all.len()) {
            let parent = object.parent();
            from.push(object);
            next = parent.and_then(|parent| find_object(&parent, all));
        }
        for object in from.iter().rev() {
            for action in self.actions(object.supplies()) {
                self.manners(object, kind, action, planning);
            }
        }
        planning.consumes.extend(self.actions(item.consumes()));
    }

    /// How an action is done with an object: by default, and under conditions. Of those that hold, the last counts.
    fn manners(&mut self, object: &ObjectItem, kind: Kind, action: ActionId, planning: &mut DrivePlanning) {
        let mut always = Interaction::default();
        let mut at_times = Vec::new();
        for manner in object.manners() {
            let only = self.actions(manner.actions());
            if !(only.is_empty() || only.contains(&action)) {
                continue;
            }
            match (manner.name().as_ref().map(|name| name.text()), manner.value()) {
                (Some("stand_off"), Some(value)) => {
                    let Some(distance) = self.weight(&value) else { continue };
                    match manner.when() {
                        None => always = Interaction::stand_off(distance),
                        Some(when) => {
                            let when = self.scoped(|this| {
                                this.bind_implicit("it", Type::Id);
                                this.when(Some(when))
                            });
                            at_times.extend(when.map(|when| (Interaction::stand_off(distance), when)));
                        }
                    }
                }
                (Some(other), _) => {
                    if let Some(name) = manner.name() {
                        self.unknown("manner", other, span_of(&name), ["stand_off"]);
                    }
                }
                (None, _) => {}
            }
        }
        planning.offers.push((kind, action, always, None));
        let at_times = at_times.into_iter().map(|(manner, when)| (kind, action, manner, Some(when)));
        planning.offers.extend(at_times);
    }
}

impl ItemChecker<'_> {
    fn ambiance(&mut self, item: &AmbianceItem) -> Option<Ambiance> {
        let mut ambiance = self.source_of(item)?;
        let (mut boosters, mut dampener): (Vec<Booster>, Option<Dampener>) = (Vec::new(), None);
        for clause in item.clauses() {
            match clause {
                AmbianceClause::Booster(booster) => boosters.push(booster),
                AmbianceClause::Dampener(one) if dampener.is_none() => dampener = Some(one),
                AmbianceClause::Dampener(another) => {
                    let message = "an ambiance has one dampener, which works against all its boosters";
                    return self.refuse("two-dampeners", &another, message);
                }
                AmbianceClause::Setting(setting) => {
                    let message = "expected `booster` or `dampener`";
                    return self.refuse("unknown-setting", &setting, message);
                }
            }
        }
        let goes = match &dampener {
            None => None,
            Some(dampener) if boosters.is_empty() => {
                let message = "there is no booster for this dampener to work against";
                return self.refuse("nothing-to-dampen", dampener, message);
            }
            Some(dampener) => Some((self.rate(&dampener.rate()?)?, span_of(dampener))),
        };
        for booster in &boosters {
            for modifier in self.modifiers(booster, goes.as_ref())? {
                ambiance = ambiance.puts(modifier);
            }
        }
        Some(ambiance)
    }

    /// The modifiers of one booster, one for each of its tags.
    fn modifiers(&mut self, booster: &Booster, goes: Option<&(Rate, Span)>) -> Option<Vec<Modifier>> {
        let (amount, comes) = (self.number(&booster.amount()?)?, self.rate(&booster.rate()?)?);
        let mut all = Vec::new();
        for name in booster.tags() {
            let mut modifier = Modifier::new(self.tag(&name)?, amount, comes.clone());
            if let Some((goes, _)) = goes {
                modifier = modifier.dampened(goes.clone());
            }
            if let Err(error) = modifier.check() {
                return self.refuse("bad-rate", booster, error.to_string());
            }
            all.push(modifier);
        }
        if let Some((_, span)) = goes.filter(|_| all.first().is_some_and(Modifier::is_overtaken)) {
            let message = "this dampener is faster than a booster, so that the amount has the opposite sign for a while";
            let help = "start it later, as in `dampener after 10 s over 5 s`";
            self.findings
                .report_once(Diagnostic::warning("dampener-ahead", span.clone(), message).with_help(help));
        }
        Some(all)
    }

    /// How fast a booster or a dampener works.
    fn rate(&mut self, view: &RateView) -> Option<Rate> {
        let course = if let Some(time) = view.over() {
            Rate::Over(self.seconds(&time)?)
        } else if let Some(time) = view.fading() {
            Rate::Fading(self.seconds(&time)?)
        } else if let Some(time) = view.swelling() {
            Rate::Swelling(self.seconds(&time)?)
        } else {
            Rate::AtOnce
        };
        match view.after() {
            None => Some(course),
            Some(delay) => Some(Rate::After(self.seconds(&delay)?, Box::new(course))),
        }
    }

    /// A length of time in seconds.
    fn seconds(&mut self, duration: &Duration) -> Option<f64> {
        match duration.value()? {
            TimeValue::Microseconds(micros) if micros.is_finite() => Some(micros / 1e6),
            _ => {
                let message = "expected a time in `s`, `ms` or `min`";
                self.refuse("not-a-time", duration, message)
            }
        }
    }

    /// The source of an ambiance.
    fn source_of(&mut self, item: &AmbianceItem) -> Option<Ambiance> {
        let names = &self.names.vocabulary;
        let name = item.name()?;
        let own = |name: &str| names.find_property(name).map(Expr::own);
        if let Some(area) = item.area() {
            let (text, span) = (area.text(), span_of(&area));
            let (Some(place), Some(symbol)) = (own("area"), self.names.symbols.get(text).copied()) else {
                let message = format!("there is no area called `{text}`");
                let help = format!(
                    "the world or the file must declare a property `area` of the agent with `{text}` among its values"
                );
                self.report(Diagnostic::error("unknown-area", span, message).with_help(help));
                return None;
            };
            self.refer(DefinitionKind::Symbol, &area);
            return Some(Ambiance::while_so(name.text(), place.equals(symbol)));
        }
        if let Some(action) = item.action() {
            let (text, span) = (action.text(), span_of(&action));
            self.action_id(&action)?;
            let Some(seen) = own(&format!("{text}_seen")) else {
                let message = format!("this world does not count how often `{text}` is seen");
                let help = format!("a world that does has the property `{text}_seen` of the agent");
                self.report(Diagnostic::error("unseen-action", span, message).with_help(help));
                return None;
            };
            return Some(Ambiance::counted(name.text(), seen));
        }
        if let Some(around) = item.around() {
            return self.nearby(&around, item);
        }
        let message = "expected a source: `in area NAME`, `on ACTION` or `around KIND within 300`";
        self.refuse("no-source", &name, message)
    }

    /// Things of a kind that are within a distance.
    fn nearby(&mut self, kind: &NameRef, item: &AmbianceItem) -> Option<Ambiance> {
        let (names, heading) = (&self.names.vocabulary, item.name()?);
        let title = heading.text();
        let found = self.kind(kind)?;
        let Some(within) = item.within() else {
            return Some(Ambiance::around(title, found, Condition::always()));
        };
        let within = self.number(&within)?;
        let Some(at) = names.find_property("at") else {
            let message =
                "`within` needs a property `at` for the places of things, which this world does not have";
            return self.refuse("no-places", item, message);
        };
        let places = vec![Expr::from(Id::SELF).get(at), Expr::var("it").get(at)];
        let near = Expr::builtin(BuiltinFunction::Distance, places).at_most(within);
        Some(Ambiance::around(title, found, near))
    }

    /// A tag that some action has.
    fn tag(&mut self, name: &NameRef) -> Option<Symbol> {
        let found = self.names.tags.get(name.text()).copied();
        if found.is_some() {
            self.refer(DefinitionKind::Tag, name);
        } else {
            self.unknown(
                "tag of an action",
                name.text(),
                span_of(name),
                self.names.tags.keys().map(String::as_str),
            );
        }
        found
    }

    /// `minds loud, nervous`: the tags that concern a character.
    pub(super) fn minded(&mut self, setting: &Setting) -> Option<Vec<Symbol>> {
        let mut tags = Vec::new();
        for value in setting.values() {
            match value {
                View::Name(name) => tags.push(self.tag(&name.name()?)?),
                other => {
                    return self.refuse("not-a-tag", &other, "expected the name of a tag");
                }
            }
        }
        Some(tags)
    }
}

/// The names of all drives.
fn drive_names(names: &NameTable) -> impl Iterator<Item = String> {
    names.others.iter().filter_map(|(_, item)| match item {
        Item::Drive(item) => Some(item.name()?.text().to_owned()),
        _ => None,
    })
}

fn find_object(name: &NameRef, all: &[InFile<Item>]) -> Option<ObjectItem> {
    all.iter().find_map(|(_, item)| match item {
        Item::Object(object) if object.name().is_some_and(|known| known.text() == name.text()) => {
            Some(object.clone())
        }
        _ => None,
    })
}
