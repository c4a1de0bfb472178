//! Drives, utility and smart objects.

use super::{Checker, span_of};
use crate::diagnostic::Diagnostic;
use crate::model::{DefinitionKind, DrivePlanning, Place};
use crate::syntax::ast::{
    DriveGoal, DriveItem, Expr as View, Item, NameRef, ObjectItem, PlanFor as PlanView, Target, UtilityItem,
};
use motive_core::{ActionId, Expr, Kind, Type};
use motive_drives::{Curve, Drive, GoalTemplate, Interaction, Measure};

impl Checker<'_> {
    pub(super) fn drive_planning(&mut self) -> DrivePlanning {
        let mut planning = DrivePlanning::default();
        let others = self.declared.others.clone();
        for (file, item) in &others {
            self.within(*file, |this| match item {
                Item::Drive(item) => {
                    let drive = this.drive(item);
                    planning.drives.extend(drive);
                }
                Item::Utility(item) => this.utility(item, &mut planning),
                Item::Meanwhile(item) => {
                    let effects = this.scoped(|this| {
                        this.bind_implicit("seconds", Type::Number);
                        this.effects(&item.steps()?)
                    });
                    planning.passing.extend(effects.into_iter().flatten());
                }
                Item::Object(item) => this.object(item, &others, &mut planning),
                _ => {}
            });
        }
        planning
    }

    /// The title of the plan for some drives. Reports drives that do not exist.
    pub(super) fn plan_for(&mut self, view: &PlanView) -> Option<String> {
        let names: Vec<NameRef> = view.drives().map(|list| list.names().collect()).unwrap_or_default();
        let known = self.drive_names();
        let mut wanted = Vec::new();
        for name in &names {
            let text = name.text();
            if !known.iter().any(|name| name == text) {
                self.unknown("drive", text, span_of(name), known.iter().map(String::as_str));
                return None;
            }
            self.refer(DefinitionKind::Drive, name);
            wanted.push(text.to_owned());
        }
        let title = format!("plan for {}", wanted.join(", "));
        self.calls.drive_plans.insert(title.clone(), wanted);
        Some(title)
    }

    /// Where a drive is declared.
    pub(super) fn drive_place(&self, drive: &str) -> Option<Place> {
        self.declared.others.iter().find_map(|(file, item)| match item {
            Item::Drive(item) if item.name()?.text() == drive => {
                Some(Place { file: *file, span: span_of(&item.name()?) })
            }
            _ => None,
        })
    }

    fn drive_names(&self) -> Vec<String> {
        let name = |item: &Item| match item {
            Item::Drive(item) => Some(item.name()?.text().to_owned()),
            _ => None,
        };
        self.declared.others.iter().filter_map(|(_, item)| name(item)).collect()
    }

    fn drive(&mut self, item: &DriveItem) -> Option<Drive> {
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
                    self.error(
                        "unknown-setting",
                        span_of(&setting),
                        "unknown setting of a drive; the only one is `idle`, as in `idle 0.5`",
                    );
                    return None;
                }
            }
        }
        Some(drive)
    }

    /// A number from 0 on.
    fn weight(&mut self, view: &View) -> Option<f64> {
        let weight = self.number(view)?;
        if weight >= 0.0 {
            return Some(weight);
        }
        self.error("below-nothing", span_of(view), "expected a number from 0 on");
        None
    }

    /// A number from 0 to 1.
    fn share_of_one(&mut self, view: &View) -> Option<f64> {
        let share = self.number(view)?;
        if (0.0..=1.0).contains(&share) {
            return Some(share);
        }
        self.error("not-a-share", span_of(view), "expected a number from 0 to 1");
        None
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
                        self.error("no-number", span_of(&view), "this is never a number");
                        return None;
                    }
                }
                let number = |of: &Expr| of.constant().and_then(motive_core::Value::number);
                let falls = number(&to) == Some(0.0);
                if number(&from).is_some() && number(&from) == number(&to) {
                    let message = "the goal is always reached: `from` and `toward` are the same";
                    let help = "write the number at which nothing is achieved yet, as in `toward 0 from 100`";
                    self.report(Diagnostic::error("no-way-to-go", span_of(target), message).with_help(help));
                    return None;
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
        let names = self.shared_names();
        let Ok(code) = motive_core::Scope::new(&names).expression(end) else { return false };
        let value =
            code.number(&motive_core::Memory::new(names.clone()), &mut motive_core::Bindings::default());
        let reads = code.reads();
        reads.dependencies().is_empty() && !reads.is_volatile() && !value.is_some_and(f64::is_finite)
    }

    fn curve(&mut self, view: &View) -> Option<Curve> {
        let (name, numbers) = match view {
            View::Name(name) => (name.name()?.text().to_owned(), Vec::new()),
            View::Call(call) => {
                let arguments =
                    call.arguments().map(|list| list.arguments().collect::<Vec<_>>()).unwrap_or_default();
                let numbers: Option<Vec<f64>> = self
                    .arguments(&arguments)?
                    .iter()
                    .map(|value| value.constant().and_then(motive_core::Value::number))
                    .collect();
                let Some(numbers) = numbers else {
                    self.error("not-constant", span_of(view), "the parameters of a curve are plain numbers");
                    return None;
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
                self.unknown("curve", &name, span_of(view), known);
                return None;
            }
        };
        match curve.check() {
            Ok(()) => Some(curve),
            Err(error) => {
                self.error("bad-curve", span_of(view), error.to_string());
                None
            }
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

    fn object(&mut self, item: &ObjectItem, all: &[(usize, Item)], planning: &mut DrivePlanning) {
        let Some(name) = item.name() else { return };
        let Some(kind) = self.names.find_kind(name.text()) else {
            self.unknown_kind(name.text(), span_of(&name));
            return;
        };
        let id = self.index.define(DefinitionKind::Kind, name.text(), None, Type::Any);
        let place = self.place_of(&name);
        self.index.refer(&place, id);
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

fn find_object(name: &NameRef, all: &[(usize, Item)]) -> Option<ObjectItem> {
    all.iter().find_map(|(_, item)| match item {
        Item::Object(object) if object.name().is_some_and(|known| known.text() == name.text()) => {
            Some(object.clone())
        }
        _ => None,
    })
}
