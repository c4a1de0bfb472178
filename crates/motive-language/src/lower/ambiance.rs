//! Ambiances: what a place, an event or a thing adds to the cost of actions with a tag.
//!
//! A character minds the tags that it says it minds, and no others. What lies on an action becomes an expression over what the
//! character knows: where it is (`self.area`), what stands near (`around`), or how often it has seen something done (`self.ACTION_seen`,
//! which the world keeps and lets fade).

use super::{Lowering, span_of};
use crate::diagnostic::Diagnostic;
use crate::syntax::ast::{AmbianceClause, AmbianceItem, Booster, Item, NameRef, Setting};
use motive::{Builtin, Catalogue, Condition, Expr, Id, Pattern, Symbol, Verb};

/// What ambiances add to actions with a tag.
#[derive(Clone, Debug, Default)]
pub(super) struct Ambiances {
    added: Vec<(Symbol, Expr)>,
}

impl Ambiances {
    /// What lies on an action for one who minds these tags.
    pub(super) fn on(&self, verb: Verb, minds: &[Symbol], catalogue: &Catalogue) -> Vec<Expr> {
        let declared = catalogue.actions().map(|action| action.declared()).find(|action| action.verb == verb);
        let tags = declared.map_or(&[][..], |action| &action.tags);
        let counts = |(tag, _): &&(Symbol, Expr)| tags.contains(tag) && minds.contains(tag);
        self.added.iter().filter(counts).map(|(_, points)| points.clone()).collect()
    }
}

impl Lowering<'_> {
    pub(super) fn ambiances(&mut self) -> Ambiances {
        let mut all = Ambiances::default();
        for (file, item) in self.declared.others.clone() {
            if let Item::Ambiance(item) = &item {
                self.within(file, |this| this.ambiance(item, &mut all));
            }
        }
        all
    }

    fn ambiance(&mut self, item: &AmbianceItem, all: &mut Ambiances) -> Option<()> {
        let share = self.share_of(item)?;
        for clause in item.clauses() {
            match clause {
                AmbianceClause::Booster(booster) => {
                    let amount = self.number(&booster.amount()?)?;
                    self.at_once(&booster)?;
                    for name in booster.tags().into_iter().flat_map(|list| list.names().collect::<Vec<_>>()) {
                        let tag = self.tag(&name)?;
                        all.added.push((tag, Expr::from(amount) * share.clone()));
                    }
                }
                AmbianceClause::Dampener(dampener) => {
                    let message = "what comes with a place or a thing goes when one leaves it, and what has been seen done \
                                   fades as the world says; there is nothing for a dampener to do here";
                    self.error("no-dampener", span_of(&dampener), message);
                    return None;
                }
                AmbianceClause::Setting(setting) => {
                    self.error("unknown-setting", span_of(&setting), "an ambiance has `booster` lines");
                    return None;
                }
            }
        }
        Some(())
    }

    /// A place or a thing has its effect at once: what a character knows does not tell since when it is there.
    fn at_once(&mut self, booster: &Booster) -> Option<()> {
        let rate = booster.rate()?;
        if rate.is_at_once() {
            return Some(());
        }
        let message =
            "an ambiance in a file comes `at once`; one that swells is kept by a world, with `Area`";
        self.error("not-at-once", span_of(&rate), message);
        None
    }

    /// How often, or whether, the amount counts.
    fn share_of(&mut self, item: &AmbianceItem) -> Option<Expr> {
        let names = self.shared_names();
        let own = |name: &str| names.find_property(name).map(Expr::own);
        if let Some(area) = item.area() {
            let (text, span) = (area.text(), span_of(&area));
            let (Some(place), Some(symbol)) = (own("area"), self.declared.symbols.get(&text).copied()) else {
                let message = format!("it is not known who is in `{text}`");
                let help = format!(
                    "a world, or the file, declares the property `area` with `{text}` among its values"
                );
                self.report(Diagnostic::error("unknown-area", span, message).with_help(help));
                return None;
            };
            return Some(Expr::when(place.equals(symbol), 1, 0));
        }
        if let Some(action) = item.action() {
            let (text, span) = (action.text(), span_of(&action));
            self.verb_named(&action)?;
            let Some(seen) = own(&format!("{text}_seen")) else {
                let message = format!("it is not known how often `{text}` is done around here");
                let help = format!("a world that keeps count tells it as the agent's property `{text}_seen`");
                self.report(Diagnostic::error("unseen-action", span, message).with_help(help));
                return None;
            };
            return Some(seen);
        }
        if let Some(around) = item.around() {
            return self.nearby(&around, item);
        }
        let message = "where does it come from? `in area NAME`, `on ACTION` or `around KIND within 300`";
        self.error("no-source", span_of(&item.name()?), message);
        None
    }

    fn verb_named(&mut self, name: &NameRef) -> Option<Verb> {
        let names = self.shared_names();
        let found = names.find_verb(&name.text());
        if found.is_none() {
            let known: Vec<&str> = names.verbs().map(|verb| names.verb_name(verb)).collect();
            self.unknown("action", &name.text(), span_of(name), known);
        }
        found
    }

    /// How many things of a kind are within a distance.
    fn nearby(&mut self, kind: &NameRef, item: &AmbianceItem) -> Option<Expr> {
        let names = self.shared_names();
        let Some(found) = names.find_kind(&kind.text()) else {
            let known: Vec<&str> = names.kinds().iter().map(|kind| names.name(kind.symbol())).collect();
            self.unknown("kind", &kind.text(), span_of(kind), known);
            return None;
        };
        let pattern = Pattern::of(found).named("around");
        let Some(within) = item.within() else { return Some(Expr::count(pattern)) };
        let within = self.number(&within)?;
        let Some(at) = names.find_property("at") else {
            let message = "`within` needs to know where things are; the world has no property `at`";
            self.error("no-places", span_of(item), message);
            return None;
        };
        let place = |of: Expr| of.get(at);
        let metres =
            Expr::builtin(Builtin::Distance, vec![place(Expr::from(Id::SELF)), place(Expr::var("around"))]);
        let near: Condition = metres.at_most(within);
        Some(Expr::fold(motive::Fold::Sum, pattern, Expr::when(near, 1, 0)))
    }

    /// A tag that some action has.
    fn tag(&mut self, name: &NameRef) -> Option<Symbol> {
        let found = self.declared.tags.get(&name.text()).copied();
        if found.is_none() {
            let known: Vec<String> = self.declared.tags.keys().cloned().collect();
            self.unknown("tag of an action", &name.text(), span_of(name), known.iter().map(String::as_str));
        }
        found
    }

    /// `minds loud, nervous`: the tags by which a character is moved.
    pub(super) fn minded(&mut self, setting: &Setting) -> Option<Vec<Symbol>> {
        let mut tags = Vec::new();
        for value in setting.values() {
            match value {
                crate::syntax::ast::Expr::Name(name) => tags.push(self.tag(&name.name()?)?),
                other => {
                    self.error("not-a-tag", span_of(&other), "the name of a tag is due here");
                    return None;
                }
            }
        }
        Some(tags)
    }
}
