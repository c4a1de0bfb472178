//! Ambiances: what a place, an event or a thing adds to the cost of actions with a tag.
//!
//! An ambiance concerns only characters that list the tag under `minds`. Its source is a condition or a number over what the character knows:
//! its area (`self.area`), things nearby (`around`), or how often it has seen an action done (`self.ACTION_seen`, kept by the world). The
//! planner remembers since when the source has been there; boosters and dampeners work over that time.

use super::{Checker, span_of};
use crate::diagnostic::{Diagnostic, Span};
use crate::model::{Ambiances, DefinitionKind};
use crate::syntax::ast::{
    AmbianceClause, AmbianceItem, Booster, Dampener, Duration, Item, NameRef, Rate as RateView, Setting, Time,
};
use motive_core::{ActionId, BuiltinFunction, Catalogue, Condition, Expr, Id, Symbol};
use motive_drives::ambiance::{Ambiance, Modifier, Rate};
use motive_drives::goap::GoapAction;

/// An action of a planner, with its tags from the catalogue.
pub(super) fn tagged(planned: GoapAction, action: ActionId, catalogue: &Catalogue) -> GoapAction {
    let declared =
        catalogue.actions().map(|action| action.declared()).find(|declared| declared.action == action);
    planned.tagged(declared.into_iter().flat_map(|action| action.tags.iter().copied()))
}

impl Checker<'_> {
    pub(super) fn ambiances(&mut self) -> Ambiances {
        let mut all = Ambiances::new();
        for (file, item) in self.declared.others.clone() {
            if let Item::Ambiance(item) = &item {
                all.extend(self.within(file, |this| this.ambiance(item)));
            }
        }
        all
    }

    fn ambiance(&mut self, item: &AmbianceItem) -> Option<Ambiance> {
        let mut ambiance = self.source_of(item)?;
        let (mut boosters, mut dampener): (Vec<Booster>, Option<Dampener>) = (Vec::new(), None);
        for clause in item.clauses() {
            match clause {
                AmbianceClause::Booster(booster) => boosters.push(booster),
                AmbianceClause::Dampener(one) if dampener.is_none() => dampener = Some(one),
                AmbianceClause::Dampener(another) => {
                    let message = "an ambiance has one dampener, which works against all its boosters";
                    self.error("two-dampeners", span_of(&another), message);
                    return None;
                }
                AmbianceClause::Setting(setting) => {
                    let message = "expected `booster` or `dampener`";
                    self.error("unknown-setting", span_of(&setting), message);
                    return None;
                }
            }
        }
        let goes = match &dampener {
            None => None,
            Some(dampener) if boosters.is_empty() => {
                let message = "there is no booster for this dampener to work against";
                self.error("nothing-to-dampen", span_of(dampener), message);
                return None;
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
        for name in booster.tags().into_iter().flat_map(|list| list.names().collect::<Vec<_>>()) {
            let mut modifier = Modifier::new(self.tag(&name)?, amount, comes.clone());
            if let Some((goes, _)) = goes {
                modifier = modifier.dampened(goes.clone());
            }
            if let Err(error) = modifier.check() {
                self.error("bad-rate", span_of(booster), error.to_string());
                return None;
            }
            all.push(modifier);
        }
        if let Some((_, span)) = goes.filter(|_| all.first().is_some_and(Modifier::is_overtaken)) {
            let message = "this dampener is faster than a booster, so that the amount has the opposite sign for a while";
            let help = "start it later, as in `dampener after 10 s over 5 s`";
            self.report_once(Diagnostic::warning("dampener-ahead", span.clone(), message).with_help(help));
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
            Time::Microseconds(micros) if micros.is_finite() => Some(micros / 1e6),
            _ => {
                let message = "expected a time in `s`, `ms` or `min`";
                self.error("not-a-time", span_of(duration), message);
                None
            }
        }
    }

    /// The source of an ambiance.
    fn source_of(&mut self, item: &AmbianceItem) -> Option<Ambiance> {
        let names = self.shared_names();
        let name = item.name()?;
        let own = |name: &str| names.find_property(name).map(Expr::own);
        if let Some(area) = item.area() {
            let (text, span) = (area.text(), span_of(&area));
            let (Some(place), Some(symbol)) = (own("area"), self.declared.symbols.get(text).copied()) else {
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
        self.error("no-source", span_of(&name), message);
        None
    }

    /// Things of a kind that are within a distance.
    fn nearby(&mut self, kind: &NameRef, item: &AmbianceItem) -> Option<Ambiance> {
        let (names, heading) = (self.shared_names(), item.name()?);
        let title = heading.text();
        let Some(found) = names.find_kind(kind.text()) else {
            self.unknown_kind(kind.text(), span_of(kind));
            return None;
        };
        self.refer(DefinitionKind::Kind, kind);
        let Some(within) = item.within() else {
            return Some(Ambiance::around(title, found, Condition::always()));
        };
        let within = self.number(&within)?;
        let Some(at) = names.find_property("at") else {
            let message =
                "`within` needs a property `at` for the places of things, which this world does not have";
            self.error("no-places", span_of(item), message);
            return None;
        };
        let places = vec![Expr::from(Id::SELF).get(at), Expr::var("it").get(at)];
        let near = Expr::builtin(BuiltinFunction::Distance, places).at_most(within);
        Some(Ambiance::around(title, found, near))
    }

    /// A tag that some action has.
    fn tag(&mut self, name: &NameRef) -> Option<Symbol> {
        let found = self.declared.tags.get(name.text()).copied();
        if found.is_some() {
            self.refer(DefinitionKind::Tag, name);
        } else {
            let known: Vec<String> = self.declared.tags.keys().cloned().collect();
            self.unknown("tag of an action", name.text(), span_of(name), known.iter().map(String::as_str));
        }
        found
    }

    /// `minds loud, nervous`: the tags that concern a character.
    pub(super) fn minded(&mut self, setting: &Setting) -> Option<Vec<Symbol>> {
        let mut tags = Vec::new();
        for value in setting.values() {
            match value {
                crate::syntax::ast::Expr::Name(name) => tags.push(self.tag(&name.name()?)?),
                other => {
                    self.error("not-a-tag", span_of(&other), "expected the name of a tag");
                    return None;
                }
            }
        }
        Some(tags)
    }
}
