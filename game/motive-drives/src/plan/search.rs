//! The search for the plan with the highest utility: actions are chained backwards from what would help, and each chain is rated by a
//! simulation.

use super::drive_states::{DriveStates, HardGoal, goals_served};
use super::simulate::{ChainLink, SimulationResult, Simulator, Unmet, UtilityBound};
use super::thing_choice::{things_for_goals, things_that_help};
use super::{Considered, Plan, PlanStatus, PlanStep, SearchCounts, Termination};
use crate::definition::{Hard, Placement, Rating, Thoroughness};
use crate::domain::{Domain, Support};
use motive_core::binding::Budget;
use motive_core::trace::OtherPlan;
use motive_core::vocabulary::{Facts, Id};
use motive_util::{Cost, OpenList};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;
use std::cmp::Reverse;
use std::collections::VecDeque;

/// The result of a search so far.
#[derive(Clone, Debug, PartialEq)]
pub enum SearchProgress {
    /// A plan was found.
    Found(Plan),
    /// No plan is worth following.
    Nothing,
    /// The budget is used up. The search can be continued.
    Unfinished,
}

/// How many of the plans that were not chosen are told of. More would tell little, and recordings would be longer.
pub(crate) const MOST_OTHER_PLANS: usize = 5;

/// A search that can be interrupted and continued.
///
/// It keeps its open list but nothing of memory, so it can continue in a later tick. Changes in the meantime are seen when plans are
/// simulated, and before a plan is returned.
#[derive(Clone, Debug, Default)]
pub struct PlanSearch {
    nodes: Vec<PlanCandidate>,
    open: PlanQueue,
    /// Hashes of all generated chains.
    seen: FxHashSet<u64>,
    now: f64,
    ceiling: Option<UtilityBound>,
    /// The acceptable plans, in the order of expansion.
    found: Vec<RatedPlan>,
    /// Plans that are still to be simulated before the next one is taken from the open list.
    pending: VecDeque<PendingPlan>,
    counts: SearchCounts,
    begun: bool,
    /// Whether memory may have changed since the first plans were simulated.
    interrupted: bool,
}

/// A plan that is to be simulated: one action, alone or inserted into a plan that is being expanded.
#[derive(Clone, Copy, Debug)]
struct PendingPlan {
    link: ChainLink,
    hard: Option<HardGoal>,
    insertion: Option<Insertion>,
}

/// Where an action is inserted, and what for.
#[derive(Clone, Copy, Debug)]
struct Insertion {
    into: usize,
    place: usize,
    unmet: Unmet,
    in_part: bool,
}

#[derive(Clone, Debug)]
struct PlanCandidate {
    chain: SmallVec<[ChainLink; 8]>,
    hard: Option<HardGoal>,
    from: usize,
    rating: f64,
    outcome: SimulationResult,
    taken_up: Option<u32>,
    standing: PlanStatus,
}

/// The best rating first; among equals the plan that was generated first.
type PlanQueue = OpenList<Reverse<Cost>, usize>;

/// A plan with its rating, as an entry of [`PlanQueue`].
type RatedPlan = (Reverse<Cost>, usize);

impl PlanSearch {
    /// A search that has not started.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether it has started and not finished.
    pub fn is_under_way(&self) -> bool {
        self.begun && self.counts.termination == Termination::Unfinished
    }

    /// Its statistics so far.
    pub fn counts(&self) -> SearchCounts {
        self.counts
    }

    /// Starts over at the next run.
    pub fn restart(&mut self) {
        self.nodes.clear();
        self.open.clear();
        self.seen.clear();
        self.found.clear();
        self.pending.clear();
        self.counts = SearchCounts::default();
        (self.begun, self.interrupted) = (false, false);
    }

    /// Continues until there is a result or the budget is used up. Simulating one action costs 1, and so does measuring four goals.
    ///
    /// Where a search is interrupted has no influence on its result, as long as memory stays the same.
    pub fn run<F: Facts + ?Sized>(
        &mut self,
        domain: &Domain,
        drive_states: &DriveStates,
        facts: &F,
        budget: &mut Budget,
    ) -> SearchProgress {
        self.run_with(domain, drive_states, facts, budget, &|_| true)
    }

    /// Like [`PlanSearch::run`], without things that are not free.
    pub(crate) fn run_with<F: Facts + ?Sized>(
        &mut self,
        domain: &Domain,
        drive_states: &DriveStates,
        facts: &F,
        budget: &mut Budget,
        free: &dyn Fn(Id) -> bool,
    ) -> SearchProgress {
        let mut sim = Simulator::new(domain, drive_states, facts, free);
        if !self.begun {
            self.begun = true;
            self.now = sim.run(&[], None, None).utility;
            self.ceiling = Some(UtilityBound::of(domain, drive_states));
            self.seed(&sim);
        }
        loop {
            if budget.left() == 0 {
                self.interrupted = true;
                return SearchProgress::Unfinished;
            }
            if let Some(plan) = self.pending.pop_front() {
                self.simulate(&plan, &mut sim, budget);
            } else if self.counts.expansions >= domain.rules.limits.expansions as u32 {
                self.found.extend(self.best_complete(domain));
                return self.end(Termination::Limit, &mut sim);
            } else if let Some(how) = self.expand(&sim, budget) {
                return self.end(how, &mut sim);
            }
        }
    }

    /// Takes the best plan from the open list: one without unmet preconditions is found, others get one more action. Returns how the search
    /// ends, if it does.
    fn expand<F: Facts + ?Sized>(
        &mut self,
        sim: &Simulator<'_, F>,
        budget: &mut Budget,
    ) -> Option<Termination> {
        let domain = sim.domain;
        let Some(best @ (_, number)) = self.open.pop() else { return Some(Termination::Exhausted) };
        budget.spend(1);
        if self.is_hopeless(number, domain) {
            self.counts.bounded += 1;
            return None;
        }
        self.counts.expansions += 1;
        let node = self.nodes.get_mut(number)?;
        node.taken_up = Some(self.counts.expansions);
        if let Some(unmet) = node.outcome.unmet {
            node.standing = PlanStatus::Developed;
            self.develop(number, unmet, sim);
            return None;
        }
        node.standing = acceptable(node, domain, self.now);
        if node.standing == PlanStatus::Chosen {
            node.standing = PlanStatus::Waiting;
            self.found.push(best);
        }
        let enough = domain.rules.thoroughness == Thoroughness::First && self.found.len() > domain.rules.rank;
        enough.then_some(Termination::Found)
    }

    /// Whether enough plans were found, and a plan cannot become better than they are.
    fn is_hopeless(&self, node: usize, domain: &Domain) -> bool {
        let rules = &domain.rules;
        if rules.thoroughness != Thoroughness::Bounded || self.found.len() <= rules.rank {
            return false;
        }
        let (Some(node), Some(ceiling)) = (self.nodes.get(node), self.ceiling) else { return false };
        let best = match node.outcome.unmet {
            None => node.rating,
            Some(_) => {
                let more = rules.limits.chain.saturating_sub(node.chain.len());
                ceiling.rating(&node.outcome, more, domain, self.now)
            }
        };
        let mut ratings: SmallVec<[f64; 8]> =
            self.found.iter().map(|(Reverse(Cost(rating)), _)| *rating).collect();
        ratings.sort_by(|a, b| b.total_cmp(a));
        ratings.get(rules.rank).is_some_and(|wanted| best <= *wanted)
    }

    /// The plan of the wanted rank among those found.
    fn end<F: Facts + ?Sized>(&mut self, how: Termination, sim: &mut Simulator<'_, F>) -> SearchProgress {
        let domain = sim.domain;
        if self.interrupted {
            self.rate_found_again(sim);
        }
        self.found.sort();
        let Some((_, chosen)) = self.found.get(domain.rules.rank).or(self.found.last()).copied() else {
            self.counts.termination = how;
            return SearchProgress::Nothing;
        };
        self.counts.termination = if how == Termination::Exhausted { Termination::Found } else { how };
        if let Some(node) = self.nodes.get_mut(chosen) {
            node.standing = PlanStatus::Chosen;
        }
        SearchProgress::Found(self.plan(chosen, domain))
    }

    /// Memory may have changed while plans were searched for: those found are simulated again, and what no longer works is left out.
    fn rate_found_again<F: Facts + ?Sized>(&mut self, sim: &mut Simulator<'_, F>) {
        let domain = sim.domain;
        self.now = sim.run(&[], None, None).utility;
        let (nodes, now) = (&mut self.nodes, self.now);
        self.found.retain_mut(|(rated, number)| {
            let Some(node) = nodes.get_mut(*number) else { return false };
            node.outcome = sim.run(&node.chain, node.hard, None);
            node.rating = rating(&node.outcome, domain, now);
            *rated = Reverse(Cost(node.rating));
            node.outcome.unmet.is_none()
                && !node.outcome.broken
                && acceptable(node, domain, now) == PlanStatus::Chosen
        });
    }

    /// The best complete plan so far of a search that is under way.
    pub(crate) fn best_so_far(&self, domain: &Domain) -> Option<Plan> {
        let (_, number) = self.found.iter().copied().chain(self.best_complete(domain)).min()?;
        Some(self.plan(number, domain))
    }

    /// The best plans other than the chosen one, best first and at most [`MOST_OTHER_PLANS`]; among equals those that were generated first.
    /// Those that were expanded are left out: what became of them stands for them.
    pub(crate) fn other_plans(&self, chosen: &[PlanStep], domain: &Domain) -> Vec<OtherPlan> {
        let mut best: SmallVec<[&PlanCandidate; MOST_OTHER_PLANS]> = SmallVec::new();
        for node in &self.nodes {
            let place = best.iter().position(|other| other.rating < node.rating).unwrap_or(best.len());
            let is_other = place < MOST_OTHER_PLANS
                && node.standing != PlanStatus::Developed
                && !node.steps(domain).eq(chosen.iter().copied())
                && !best.iter().any(|other| other.steps(domain).eq(node.steps(domain)));
            if is_other {
                best.truncate(MOST_OTHER_PLANS - 1);
                best.insert(place, node);
            }
        }
        best.into_iter().map(|node| node.as_other_plan(domain)).collect()
    }

    /// The rating of a plan that begins now.
    pub(crate) fn rate(outcome: &SimulationResult, domain: &Domain, now: f64) -> f64 {
        rating(outcome, domain, now)
    }

    fn best_complete(&self, domain: &Domain) -> Option<RatedPlan> {
        let complete = |(_, node): &&RatedPlan| {
            let node = self.nodes.get(*node);
            node.is_some_and(|node| {
                node.outcome.unmet.is_none() && acceptable(node, domain, self.now) == PlanStatus::Chosen
            })
        };
        self.open.iter().filter(complete).min().copied()
    }

    /// All plans considered so far, in the order of generation.
    pub fn considered(&self, domain: &Domain) -> Vec<Considered> {
        (1..).zip(&self.nodes).map(|(number, node)| node.tell(number, domain)).collect()
    }

    /// The utility of the best plan that was not chosen.
    fn runner_up(&self, chosen: usize) -> Option<f64> {
        let found = self.found.iter().filter(|(_, node)| *node != chosen);
        let (_, next) = self.open.peek().into_iter().chain(found).min()?;
        self.nodes.get(*next).map(|next| next.outcome.utility)
    }

    fn plan(&self, number: usize, domain: &Domain) -> Plan {
        let node = &self.nodes[number];
        Plan {
            steps: node.steps(domain).collect(),
            utility: node.outcome.utility,
            runner_up: self.runner_up(number),
            seconds: node.outcome.seconds,
            counts: self.counts,
        }
    }

    /// The initial plans of one action: each action that may help with a goal, with each thing it can be done with.
    fn seed<F: Facts + ?Sized>(&mut self, sim: &Simulator<'_, F>) {
        let (domain, drive_states) = (sim.domain, sim.drive_states);
        let goals = wanted_goals(domain, drive_states, sim.facts.time().micros);
        for (number, action) in (0..).zip(&domain.actions) {
            let wanted: SmallVec<[HardGoal; 4]> = goals_served(number, domain, &goals);
            if wanted.is_empty() {
                continue;
            }
            for thing in things_for_goals(number, action, &wanted, sim) {
                let link = ChainLink { action: number, thing, joined: 0 };
                let plan = |hard| PendingPlan { link, hard, insertion: None };
                match domain.rules.hard {
                    Hard::Needs => self.pending.push_back(plan(None)),
                    Hard::NeedsAndGoal => {
                        self.pending.extend(wanted.iter().map(|goal| plan(Some(*goal))));
                    }
                }
            }
        }
    }

    /// All plans with one more action that may help with the unmet precondition.
    fn develop<F: Facts + ?Sized>(&mut self, number: usize, unmet: Unmet, sim: &Simulator<'_, F>) {
        let domain = sim.domain;
        let Some(PlanCandidate { chain, hard, .. }) = self.nodes.get(number) else { return };
        if chain.len() >= domain.rules.limits.chain {
            self.counts.cut += 1;
            return;
        }
        let owner = match unmet {
            Unmet::Need { at, .. } => at,
            Unmet::Goal { .. } => chain.len(),
        };
        for support in supports(unmet, chain, *hard, domain) {
            let Some(action) = domain.ability(support.action) else { continue };
            for thing in things_that_help(support, action, unmet, chain, sim) {
                let link = ChainLink { action: support.action, thing, joined: chain.len() as u16 };
                for place in places(domain.rules.placement, owner) {
                    let insertion = Some(Insertion { into: number, place, unmet, in_part: support.in_part });
                    self.pending.push_back(PendingPlan { link, hard: *hard, insertion });
                }
            }
        }
    }

    fn simulate<F: Facts + ?Sized>(
        &mut self,
        plan: &PendingPlan,
        sim: &mut Simulator<'_, F>,
        budget: &mut Budget,
    ) {
        self.counts.generated += 1;
        let Some(Insertion { into, place, unmet, in_part }) = plan.insertion else {
            let chain: SmallVec<[ChainLink; 8]> = SmallVec::from_slice(&[plan.link]);
            budget.spend(sim.work(chain.len()));
            let outcome = sim.run(&chain, plan.hard, None);
            if !sim.domain.rules.idle_seeds && !helps(&outcome, sim) {
                self.counts.filtered += 1;
            } else if self.push(chain, plan.hard, 0, outcome, sim.domain) {
                self.counts.seeds += 1;
            }
            return;
        };
        let before = match unmet {
            Unmet::Need { degree, .. } | Unmet::Goal { degree } => degree,
        };
        let mut longer = self.nodes.get(into).map(|node| node.chain.clone()).unwrap_or_default();
        longer.insert(place.min(longer.len()), plan.link);
        budget.spend(sim.work(longer.len()));
        let outcome = sim.run(&longer, plan.hard, Some(unmet));
        let met = outcome.watched >= 1.0 || in_part && outcome.watched > before;
        if outcome.broken || sim.domain.rules.relevance && !met {
            self.counts.filtered += 1;
        } else {
            self.push(longer, plan.hard, into + 1, outcome, sim.domain);
        }
    }

    /// Adds a plan to the open list. Returns whether it was added.
    fn push(
        &mut self,
        chain: SmallVec<[ChainLink; 8]>,
        hard: Option<HardGoal>,
        from: usize,
        outcome: SimulationResult,
        domain: &Domain,
    ) -> bool {
        if !self.seen.insert(hash(&chain, hard)) {
            self.counts.repeated += 1;
            return false;
        }
        let no_way_on = |unmet: Unmet| supports(unmet, &chain, hard, domain).is_empty();
        let hopeless = outcome.hopeless && !domain.changes_by_itself();
        if domain.rules.relevance && (hopeless || outcome.unmet.is_some_and(no_way_on)) {
            self.counts.filtered += 1;
            return false;
        }
        if self.open.len() >= domain.rules.limits.open {
            self.counts.cut += 1;
            return false;
        }
        let rating = rating(&outcome, domain, self.now);
        self.open.push(Reverse(Cost(rating)), self.nodes.len());
        self.nodes.push(PlanCandidate {
            chain,
            hard,
            from,
            rating,
            outcome,
            taken_up: None,
            standing: PlanStatus::Waiting,
        });
        self.counts.open = self.counts.open.max(self.open.len() as u32);
        true
    }
}

impl PlanCandidate {
    fn steps<'a>(&'a self, domain: &'a Domain) -> impl Iterator<Item = PlanStep> + 'a {
        self.chain.iter().filter_map(|link| PlanStep::of(link, domain))
    }

    /// The first precondition that does not hold: whose it is, and the condition as text.
    fn unmet(&self, domain: &Domain) -> Option<(PlanStep, String)> {
        match self.outcome.unmet? {
            Unmet::Need { at, part, .. } => {
                let link = self.chain.get(at)?;
                let action = domain.ability(link.action)?;
                Some((PlanStep::of(link, domain)?, action.parts.get(part as usize)?.text.clone()))
            }
            Unmet::Goal { .. } => {
                let (drive, template, _) = self.hard?;
                let template = domain.template(drive, template)?;
                Some((PlanStep::of(self.chain.last()?, domain)?, format!("the goal `{}`", template.name)))
            }
        }
    }

    fn as_other_plan(&self, domain: &Domain) -> OtherPlan {
        let flaw = match self.standing {
            PlanStatus::Lethal => Some("it ends in death".to_owned()),
            PlanStatus::Useless => Some("it improves nothing".to_owned()),
            _ => self.unmet(domain).map(|(step, condition)| {
                format!("not complete: `{}` needs `{condition}`", step.display(domain))
            }),
        };
        let steps = self.steps(domain).map(|step| step.display(domain)).collect();
        OtherPlan { steps, utility: self.outcome.utility, flaw }
    }

    fn tell(&self, number: usize, domain: &Domain) -> Considered {
        Considered {
            number,
            from: self.from,
            steps: self.steps(domain).collect(),
            utility: self.outcome.utility,
            rating: self.rating,
            parts: self.outcome.parts.to_vec(),
            unmet: self.unmet(domain),
            taken_up: self.taken_up,
            standing: self.standing,
        }
    }
}

/// The status of a complete plan.
fn acceptable(node: &PlanCandidate, domain: &Domain, now: f64) -> PlanStatus {
    if node.outcome.dead && !domain.rules.lethal {
        PlanStatus::Lethal
    } else if domain.rules.rest && node.outcome.utility <= now {
        PlanStatus::Useless
    } else {
        PlanStatus::Chosen
    }
}

/// The rating by which plans are compared: utility, or gain per second. A plan without duration counts as a tenth of a second. Our choice.
fn rating(outcome: &SimulationResult, domain: &Domain, now: f64) -> f64 {
    let ambiance = domain.rules.ambiance * outcome.ambiance + domain.rules.risk * outcome.spread;
    match domain.rules.rating {
        Rating::Utility => outcome.utility - ambiance,
        Rating::PerSecond => (outcome.utility - now - ambiance) / outcome.seconds.max(0.1),
    }
}

/// The goals from which plans begin: all that are not paused, or the most urgent of them.
fn wanted_goals(domain: &Domain, drive_states: &DriveStates, now: u64) -> Vec<HardGoal> {
    let mut goals = Vec::new();
    for ((number, drive), drive_state) in (0..).zip(&domain.drives).zip(drive_states.drives()) {
        for goal in &drive_state.goals {
            let Some(template) = drive.templates.get(goal.template as usize) else { continue };
            let wanted = (number, goal.template, goal.thing);
            if !drive_states.is_paused(wanted, now) {
                goals.push((drive.weight * template.weight * (1.0 - goal.completeness), wanted));
            }
        }
    }
    if domain.rules.focus > 0 {
        // A stable sort: among equally urgent goals the earlier stay first.
        goals.sort_by(|a, b| b.0.total_cmp(&a.0));
        goals.truncate(domain.rules.focus);
    }
    goals.into_iter().map(|(_, goal)| goal).collect()
}

/// Whether some drive would be better satisfied than now.
fn helps<F: Facts + ?Sized>(outcome: &SimulationResult, sim: &Simulator<'_, F>) -> bool {
    let now = sim.drive_states.drives().iter().map(|drive_state| drive_state.satisfaction);
    outcome.parts.iter().zip(now).any(|(then, now)| *then > now)
}

/// The actions that may help with an unmet precondition.
fn supports<'a>(
    unmet: Unmet,
    chain: &[ChainLink],
    hard: Option<HardGoal>,
    domain: &'a Domain,
) -> &'a [Support] {
    let found = match unmet {
        Unmet::Need { at, part, .. } => chain
            .get(at)
            .and_then(|link| domain.ability(link.action))
            .and_then(|action| action.parts.get(part as usize))
            .map(|part| &part.supports),
        Unmet::Goal { .. } => hard
            .and_then(|(drive, template, _)| domain.template(drive, template))
            .map(|template| &template.supports),
    };
    found.map_or(&[], |found| found)
}

fn places(placement: Placement, owner: usize) -> SmallVec<[usize; 2]> {
    match placement {
        Placement::Front => SmallVec::from_slice(&[0]),
        Placement::BeforeOwner => SmallVec::from_slice(&[owner]),
        Placement::Both if owner == 0 => SmallVec::from_slice(&[0]),
        Placement::Both => SmallVec::from_slice(&[0, owner]),
    }
}

/// A hash of a chain.
fn hash(chain: &[ChainLink], hard: Option<HardGoal>) -> u64 {
    let mix = |state: u64, word: u64| motive_core::engine::splitmix64(state ^ word);
    let thing = |thing: Option<Id>| thing.map_or(u64::MAX - 1, Id::bits);
    let mut state = chain.len() as u64;
    for link in chain {
        state = mix(mix(state, u64::from(link.action)), thing(link.thing));
    }
    match hard {
        None => state,
        Some((drive, template, about)) => {
            mix(mix(state, u64::from(drive) << 16 | u64::from(template)), thing(about))
        }
    }
}
