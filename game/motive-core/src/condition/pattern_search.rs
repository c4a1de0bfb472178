//! Finding the thing for a pattern: matching, dividing quantities, scoring, choosing.

use super::binding_rules::{
    BindingRules, BindingTieBreak, MultiValueMatch, NumberMatch, PreferenceScoring, RangeOrder, Sharing,
};
use super::claims::{Claimant, Portions};
use super::compiled::{PatternCode, RangeCode, RequestCode, TestCode};
use super::eval::Eval;
use super::expression::Comparison;
use super::pattern::Access;
use super::range::Range;
use crate::vocabulary::{Facts, Id, Kind, Property, Query, Type, Value};
use smallvec::SmallVec;
use std::ops::ControlFlow;

/// Whether things held by others are left out.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum HolderCheck {
    Holders,
    Nobody,
}

/// What was found for a pattern.
#[derive(Clone, Debug)]
pub(crate) struct FoundThing {
    pub(crate) id: Id,
    pub(crate) portions: Portions,
    pub(crate) endless: bool,
    /// A clock, and how much of its time is needed.
    pub(crate) time: Option<(Id, Property, f64)>,
}

/// A request whose expressions have been evaluated.
struct ResolvedRequest {
    property: Property,
    test: ResolvedTest,
}

enum ResolvedTest {
    Any,
    Is(SmallVec<[Value; 1]>),
    In(Range),
    Compares(Comparison, Value),
}

struct Candidate {
    id: Id,
    portions: Portions,
    endless: bool,
    score: f64,
}

/// The thing to bind: that of the previous tick while it matches, otherwise the one with the best score.
pub(crate) fn find<F: Facts>(
    eval: &mut Eval<'_, F>,
    ask: &PatternCode,
    respect: HolderCheck,
) -> Option<FoundThing> {
    let search = Search::prepare(eval, ask, respect)?;
    let time = search.clock(eval.claims)?;
    // A bound name, such as a parameter, is only checked.
    if let Some(id) = ask.var.and_then(|variable| eval.bindings.thing(variable)) {
        let candidate = search.test(eval.claims, id)?;
        return given(eval, ask, candidate.id).then(|| candidate.found(time));
    }
    let taken: SmallVec<[Id; 4]> =
        if eval.claims.rules().distinct { eval.bindings.things().collect() } else { SmallVec::new() };
    if let Some(kept) = search.kept(eval.claims, &taken)
        && given(eval, ask, kept.id)
    {
        return Some(kept.found(time));
    }
    let mut candidates = search.candidates(eval.claims, &taken)?;
    candidates.retain(|candidate| given(eval, ask, candidate.id));
    if candidates.is_empty() {
        search.note_missed(eval.claims);
        return None;
    }
    let preferred = search.preferences(eval);
    search.score(eval.claims.rules(), &mut candidates, &preferred);
    let best = pick(eval.claims, &candidates, ask.place, respect)?;
    Some(candidates.swap_remove(best).found(time))
}

/// Whether any thing matches the pattern, free or not. The same answer as [`find`], without scoring.
pub(crate) fn is_there<F: Facts>(eval: &mut Eval<'_, F>, ask: &PatternCode) -> bool {
    let is_named = ask.var.is_some_and(|variable| eval.bindings.thing(variable).is_some());
    if is_named || ask.given.is_some() || eval.claims.rules().distinct {
        return find(eval, ask, HolderCheck::Nobody).is_some();
    }
    let Some(search) = Search::prepare(eval, ask, HolderCheck::Nobody) else { return false };
    let first_will_do = search.first_will_do(eval.claims);
    let mut found = false;
    let told = search.each(eval.claims, &[], |_| {
        found = true;
        first_will_do
    });
    told && found
}

/// All things that match the pattern, oldest first.
pub(crate) fn find_all<F: Facts>(eval: &mut Eval<'_, F>, ask: &PatternCode, respect: HolderCheck) -> Vec<Id> {
    let Some(search) = Search::prepare(eval, ask, respect) else { return Vec::new() };
    if let Some(id) = ask.var.and_then(|variable| eval.bindings.thing(variable)) {
        let found = search.test(eval.claims, id).map(|candidate| candidate.id);
        return found.filter(|id| given(eval, ask, *id)).into_iter().collect();
    }
    let found = search.all(eval.claims, &[], false).unwrap_or_default();
    found.into_iter().map(|candidate| candidate.id).filter(|id| given(eval, ask, *id)).collect()
}

/// Whether a candidate satisfies the further condition of the pattern.
fn given<F: Facts>(eval: &mut Eval<'_, F>, ask: &PatternCode, id: Id) -> bool {
    match &ask.given {
        None => true,
        Some((variable, code)) => eval.holds_for(*variable, id, code),
    }
}

impl Candidate {
    fn found(self, time: Option<(Id, Property, f64)>) -> FoundThing {
        FoundThing { id: self.id, portions: self.portions, endless: self.endless, time }
    }
}

struct Search<'a, F: Facts> {
    facts: &'a F,
    ask: &'a PatternCode,
    respect: HolderCheck,
    required: SmallVec<[ResolvedRequest; 4]>,
}

impl<'a, F: Facts> Search<'a, F> {
    /// Evaluates the required values. Nothing matches a request without a value.
    fn prepare<'e: 'a>(eval: &mut Eval<'e, F>, ask: &'a PatternCode, respect: HolderCheck) -> Option<Self> {
        let required = ready(eval, ask.required.iter())?;
        Some(Self { facts: eval.facts, ask, respect, required })
    }

    /// Evaluates the preferred values. Nothing satisfies a preference without a value.
    fn preferences(&self, eval: &mut Eval<'_, F>) -> SmallVec<[(ResolvedRequest, f64); 4]> {
        if eval.claims.rules().preference_scoring == PreferenceScoring::Off {
            return SmallVec::new();
        }
        let each = self.ask.preferred.iter();
        each.filter_map(|(request, weight)| Some((ready_one(eval, request)?, *weight))).collect()
    }

    /// The thing of the previous tick, if it is free and still matches.
    fn kept(&self, claims: &dyn Claimant, taken: &[Id]) -> Option<Candidate> {
        let name = self.ask.name.as_ref()?;
        if self.respect == HolderCheck::Nobody || !claims.rules().persistence || !self.ask.persistent {
            return None;
        }
        let unwanted = |id: &Id| taken.contains(id) || claims.avoid().contains(id);
        let id = claims.remembered(name).filter(|id| !unwanted(id))?;
        self.test(claims, id)
    }

    /// Notes the things that match but are held by others.
    fn note_missed(mut self, claims: &mut dyn Claimant) {
        if self.respect == HolderCheck::Nobody || claims.missed().is_none() {
            return;
        }
        self.respect = HolderCheck::Nobody;
        let found = self.all(claims, &[], false).unwrap_or_default();
        if let Some(missed) = claims.missed() {
            missed.extend(found.iter().map(|candidate| candidate.id));
        }
    }

    fn candidates(&self, claims: &mut dyn Claimant, taken: &[Id]) -> Option<SmallVec<[Candidate; 8]>> {
        let first_will_do = self.first_will_do(claims);
        self.all(claims, taken, first_will_do)
    }

    /// Whether no candidate can be better than the first.
    fn first_will_do(&self, claims: &dyn Claimant) -> bool {
        let rules = claims.rules();
        let no_preference = (self.ask.preferred.is_empty()
            || rules.preference_scoring == PreferenceScoring::Off)
            && self.ask.given.is_none();
        // If some things shall be avoided, all candidates are needed.
        no_preference
            && (self.respect == HolderCheck::Nobody
                || rules.tie_break == BindingTieBreak::Oldest && claims.avoid().is_empty())
    }

    fn all(
        &self,
        claims: &mut dyn Claimant,
        taken: &[Id],
        first_will_do: bool,
    ) -> Option<SmallVec<[Candidate; 8]>> {
        let mut found: SmallVec<[Candidate; 8]> = SmallVec::new();
        let told = self.each(claims, taken, |candidate| {
            found.push(candidate);
            first_will_do
        });
        told.then_some(found)
    }

    /// Visits all matches until `enough` returns `true`. Returns whether the budget sufficed.
    fn each(
        &self,
        claims: &mut dyn Claimant,
        taken: &[Id],
        mut enough: impl FnMut(Candidate) -> bool,
    ) -> bool {
        let equal = self.equal(claims.rules());
        let query = Query { kind: self.ask.kinds.first().copied(), equal: &equal };
        let mut looked_at = 1;
        let shared: &dyn Claimant = claims;
        self.facts.candidates(&query, &mut |id| {
            looked_at += 1;
            let candidate = if taken.contains(&id) { None } else { self.test(shared, id) };
            if candidate.is_some_and(&mut enough) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        claims.spend(looked_at)
    }

    /// Requirements that an index can answer. A number may request a portion, so only indexed numbers count.
    fn equal(&self, rules: &BindingRules) -> SmallVec<[(Property, Value); 4]> {
        let mut equal = SmallVec::new();
        for ready in &self.required {
            let ResolvedTest::Is(values) = &ready.test else { continue };
            let Some(value) = values.first() else { continue };
            let whole_numbers = self
                .facts
                .vocabulary()
                .property_info(ready.property)
                .is_some_and(|info| info.indexed && info.holds == Type::Number);
            if value.number().is_none() || whole_numbers && rules.number_match == NumberMatch::Exact {
                equal.push((ready.property, value.clone()));
            }
        }
        equal
    }

    /// Whether a thing has kinds besides those that are asked for. What they inherit, and what inherits them, does not count.
    fn has_other_kinds(&self, id: Id) -> bool {
        let names = self.facts.vocabulary();
        let of = self.facts.values(id, Property::KIND);
        let mut kinds = of.as_slice().iter().filter_map(Value::symbol).map(Kind);
        kinds.any(|kind| {
            let is_asked =
                |asked: &Kind| *asked == kind || names.inherits(*asked, kind) || names.inherits(kind, *asked);
            !self.ask.kinds.iter().any(is_asked)
        })
    }

    /// Whether a thing matches, and which portions would be reserved.
    fn test(&self, claims: &dyn Claimant, id: Id) -> Option<Candidate> {
        let rules = claims.rules();
        // A thing of a kind exists.
        let is_one = self.ask.kinds.iter().all(|kind| self.facts.is_a(id, *kind));
        if !is_one || self.ask.kinds.is_empty() && !self.facts.exists(id) {
            return None;
        }
        if rules.multi_value_match == MultiValueMatch::Equals
            && !self.ask.kinds.is_empty()
            && self.has_other_kinds(id)
        {
            return None;
        }
        if rules.strict_time && self.ask.time == Some(f64::INFINITY) && self.will_end(id) {
            return None;
        }
        let reserving = self.respect == HolderCheck::Holders;
        let mut portions = Portions::new();
        for ready in &self.required {
            let asked: f64 =
                portions.iter().filter(|(of, _)| *of == ready.property).map(|(_, amount)| amount).sum();
            let reserved = asked + if reserving { claims.reserved(id, ready.property) } else { 0.0 };
            match self.fits(rules, id, ready, reserved)? {
                Taken::Nothing => {}
                Taken::Portion(amount) => portions.push((ready.property, amount)),
            }
        }
        let endless =
            rules.sharing == Sharing::ByQuantity && rules.infinite_shares && self.facts.is_endless(id);
        let free = !reserving
            || endless
            || claims.is_free(id, self.ask.access, !portions.is_empty())
                && self.something_left(claims, id, &portions);
        free.then_some(Candidate { id, portions, endless, score: 0.0 })
    }

    /// Whether the thing has a finite life span.
    fn will_end(&self, id: Id) -> bool {
        let names = self.facts.vocabulary();
        names.life_spans().any(|span| self.facts.values(id, span).number().is_some_and(f64::is_finite))
    }

    /// A thing whose divisible quantities are all reserved is used up.
    fn something_left(&self, claims: &dyn Claimant, id: Id, portions: &Portions) -> bool {
        if !portions.is_empty() || claims.rules().sharing == Sharing::ByQuantity || !claims.is_divided(id) {
            return true;
        }
        let divisible = |property: &Property| self.facts.divisible(id, *property);
        let left = |property: Property| {
            let amount = self.facts.values(id, property).number();
            amount.is_none_or(|amount| amount > claims.reserved(id, property))
        };
        self.required.iter().map(|ready| ready.property).filter(divisible).all(left)
            && self.facts.vocabulary().properties().filter(divisible).any(left)
    }

    fn fits(&self, rules: &BindingRules, id: Id, ready: &ResolvedRequest, reserved: f64) -> Option<Taken> {
        let found = self.facts.values(id, ready.property);
        let values = found.as_slice();
        if values.is_empty() {
            return None;
        }
        let divides = self.facts.divisible(id, ready.property);
        if divides && !rules.divisible {
            let some_left = values.first().and_then(Value::number).is_some_and(|amount| amount > reserved);
            return some_left.then_some(Taken::Nothing);
        }
        let at_least = rules.number_match == NumberMatch::AtLeast;
        match (&ready.test, values) {
            (ResolvedTest::Any, _) => Some(Taken::Nothing),
            (ResolvedTest::Is(asked), [Value::Number(amount)]) if divides || at_least => match asked[..] {
                // A negative amount cannot be reserved, only compared.
                [Value::Number(wanted)] if wanted < 0.0 && !divides => {
                    (*amount >= wanted).then_some(Taken::Nothing)
                }
                [Value::Number(wanted)] => portion(amount - reserved, wanted),
                _ => None,
            },
            (ResolvedTest::Is(asked), _) => {
                has(rules.multi_value_match, values, asked).then_some(Taken::Nothing)
            }
            (ResolvedTest::In(range), [Value::Number(amount), ..]) if divides => {
                best_portion(range, amount - reserved, rules.range_order)
            }
            (ResolvedTest::In(range), values) => {
                let fits = values.iter().any(|value| value.number().is_some_and(|n| range.matches(n)));
                fits.then_some(Taken::Nothing)
            }
            (ResolvedTest::Compares(comparison, value), values) => {
                values.iter().any(|known| comparison.holds(known, value)).then_some(Taken::Nothing)
            }
        }
    }

    /// If the rules name a clock and there is one, it must have the requested time left.
    fn clock(&self, claims: &mut dyn Claimant) -> Option<Option<(Id, Property, f64)>> {
        let (Some(wanted), Some((kind, property)), HolderCheck::Holders) =
            (self.ask.time, claims.rules().clock, self.respect)
        else {
            return Some(None);
        };
        if wanted.is_infinite() || wanted <= 0.0 {
            return Some(None);
        }
        let query = Query { kind: Some(kind), equal: &[] };
        let (mut clocks, mut found) = (0, None);
        let shared: &dyn Claimant = claims;
        self.facts.candidates(&query, &mut |id| {
            clocks += 1;
            let left =
                self.facts.values(id, property).number().unwrap_or(0.0) - shared.reserved(id, property);
            if left >= wanted && shared.is_free(id, Access::Exclusive, true) {
                found = Some((id, property, wanted));
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        if clocks == 0 { Some(None) } else { found.map(Some) }
    }

    fn score(
        &self,
        rules: &BindingRules,
        candidates: &mut [Candidate],
        preferred: &[(ResolvedRequest, f64)],
    ) {
        if candidates.len() < 2 {
            return;
        }
        for (ready, weight) in preferred {
            match &ready.test {
                ResolvedTest::In(range) if rules.preference_scoring == PreferenceScoring::Ranges => {
                    self.score_range(rules, candidates, ready.property, range, *weight);
                }
                _ => {
                    for candidate in candidates.iter_mut() {
                        if self.likes(rules, candidate, ready) {
                            candidate.score += weight;
                        }
                    }
                }
            }
        }
    }

    fn likes(&self, rules: &BindingRules, candidate: &Candidate, ready: &ResolvedRequest) -> bool {
        // A preferred number is only compared; nothing is reserved for it.
        self.fits(rules, candidate.id, ready, 0.0).is_some()
    }

    /// The point of a preferred range goes to the best candidates; in the 2005 program only to the first of them.
    fn score_range(
        &self,
        rules: &BindingRules,
        candidates: &mut [Candidate],
        property: Property,
        range: &Range,
        weight: f64,
    ) {
        let number = |candidate: &Candidate| {
            let taken = candidate.portions.iter().find(|(of, _)| *of == property).map(|(_, taken)| *taken);
            taken.or_else(|| self.facts.values(candidate.id, property).number()).filter(|n| range.matches(*n))
        };
        let order = rules.range_order;
        let mut best: Option<f64> = None;
        for n in candidates.iter().filter_map(number) {
            if best.is_none_or(|best| range.better_by(n, best, order)) {
                best = Some(n);
            }
        }
        let Some(best) = best else { return };
        for candidate in candidates.iter_mut() {
            let Some(n) = number(candidate) else { continue };
            if n == best || order == RangeOrder::Sound && !range.better(best, n) {
                candidate.score += weight;
                if order == RangeOrder::ByNumber {
                    return;
                }
            }
        }
    }
}

enum Taken {
    Nothing,
    Portion(f64),
}

/// A portion of a given size. Only an infinite amount satisfies a request for an infinite one.
fn portion(left: f64, wanted: f64) -> Option<Taken> {
    (left >= wanted && wanted >= 0.0).then_some(Taken::Portion(wanted))
}

fn best_portion(range: &Range, left: f64, order: RangeOrder) -> Option<Taken> {
    let optimum = range.optimum();
    let enough = left >= optimum;
    let accepted = left > 0.0 && range.matches(left)
        || enough && range.matches(optimum)
        || order == RangeOrder::ByNumber && optimum == f64::INFINITY && left > 0.0;
    let amount = if optimum.is_finite() && enough { optimum } else { left };
    accepted.then_some(Taken::Portion(amount.max(0.0)))
}

fn has(rule: MultiValueMatch, known: &[Value], asked: &[Value]) -> bool {
    let tuple = asked.len() > 1 && asked.iter().all(|value| value.number().is_some());
    if tuple || rule == MultiValueMatch::Equals {
        return known == asked;
    }
    asked.iter().all(|value| known.contains(value))
}

fn ready<'r, F: Facts>(
    eval: &mut Eval<'_, F>,
    requests: impl Iterator<Item = &'r RequestCode>,
) -> Option<SmallVec<[ResolvedRequest; 4]>> {
    let mut all = SmallVec::new();
    for request in requests {
        all.push(ready_one(eval, request)?);
    }
    Some(all)
}

fn ready_one<F: Facts>(eval: &mut Eval<'_, F>, request: &RequestCode) -> Option<ResolvedRequest> {
    let test = match &request.test {
        TestCode::Any => ResolvedTest::Any,
        TestCode::Is(values) => {
            ResolvedTest::Is(values.iter().map(|value| eval.value(value)).collect::<Option<_>>()?)
        }
        TestCode::In(range) => ResolvedTest::In(ready_range(eval, range)?),
        TestCode::Compares(comparison, value) => ResolvedTest::Compares(*comparison, eval.value(value)?),
    };
    Some(ResolvedRequest { property: request.property, test })
}

fn ready_range<F: Facts>(eval: &mut Eval<'_, F>, range: &RangeCode) -> Option<Range> {
    let low = range.low.as_ref().map_or(Some(f64::NEG_INFINITY), |bound| eval.number(bound))?;
    let high = range.high.as_ref().map_or(Some(f64::INFINITY), |bound| eval.number(bound))?;
    let (low_is_soft, high_is_soft, toward) = (range.low_is_soft, range.high_is_soft, range.toward);
    Some(Range { low, high, low_is_soft, high_is_soft, toward })
}

/// The candidate with the best score; among equals the oldest or a random one. Without reservations always the oldest.
fn pick(
    claims: &mut dyn Claimant,
    candidates: &[Candidate],
    place: u64,
    respect: HolderCheck,
) -> Option<usize> {
    let avoided: SmallVec<[Id; 4]> = claims.avoid().into();
    let all_avoided = candidates.iter().all(|candidate| avoided.contains(&candidate.id));
    let usable = |candidate: &Candidate| all_avoided || !avoided.contains(&candidate.id);
    let scores = candidates.iter().filter(|candidate| usable(candidate)).map(|candidate| candidate.score);
    let best = scores.fold(f64::NEG_INFINITY, f64::max);
    let liked = |candidate: &Candidate| usable(candidate) && candidate.score >= best;
    let equals = candidates.iter().filter(|candidate| liked(candidate)).count();
    let which = match equals {
        0 => return None,
        1 => 0,
        _ if respect == HolderCheck::Nobody || claims.rules().tie_break == BindingTieBreak::Oldest => 0,
        equals => (claims.draw(place) % equals as u64) as usize,
    };
    candidates.iter().enumerate().filter(|(_, candidate)| liked(candidate)).nth(which).map(|(at, _)| at)
}

impl<F: Facts> Eval<'_, F> {
    /// For explanations: a thing that matches the pattern but is held by others.
    pub fn wanted_but_held(&mut self, ask: &PatternCode) -> Option<Id> {
        find_all(self, ask, HolderCheck::Nobody)
            .into_iter()
            .find(|id| !self.claims.is_free(*id, Access::Exclusive, false) || self.claims.is_divided(*id))
    }
}
