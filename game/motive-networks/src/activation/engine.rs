//! What a network asks of the activation of its skills, in either precision, and everything that it depends on.

use super::Stale;
use super::numbers::Float;
use crate::graph::LinkGraph;
use crate::model::{Coefficient, Decay, LinkKind, Normalization, Parameters};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// What flowed to one skill in the last step, by kind of link, and its activation before and after normalization.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Flows {
    /// From what is sensed.
    pub state: f64,
    /// From goals.
    pub goals: f64,
    /// Taken away for protected goals.
    pub protected: f64,
    /// From its successors: skills that lack what it adds.
    pub backward: f64,
    /// From its predecessors: executable skills that add what it needs.
    pub forward: f64,
    /// From skills that it was selected after before.
    pub followers: f64,
    /// Taken away by skills of which it deletes a precondition.
    pub inhibition: f64,
    /// Activation before normalization.
    pub before: f64,
    /// Activation after normalization.
    pub after: f64,
}

impl Flows {
    /// The amount of one kind. Amounts that are taken away are positive too.
    pub fn of(&self, kind: LinkKind) -> f64 {
        match kind {
            LinkKind::State => self.state,
            LinkKind::Goals => self.goals,
            LinkKind::Protected => self.protected,
            LinkKind::Backward => self.backward,
            LinkKind::Forward => self.forward,
            LinkKind::Followers => self.followers,
            LinkKind::Inhibition => self.inhibition,
        }
    }

    /// All kinds with their amounts; what is taken away is negative.
    pub fn signed(&self) -> impl Iterator<Item = (LinkKind, f64)> {
        let flows = *self;
        let signed = move |kind: LinkKind| if kind.takes_away() { -flows.of(kind) } else { flows.of(kind) };
        LinkKind::ALL.into_iter().map(move |kind| (kind, signed(kind)))
    }
}

/// A sensor, as far as activation depends on it.
#[derive(Clone, Copy, Debug)]
pub(super) struct SensorInput {
    pub(super) proposition: u32,
    pub(super) trust: f64,
    pub(super) silent: bool,
}

/// A goal, as far as activation depends on it.
#[derive(Clone, Copy, Debug)]
pub(super) struct GoalInput {
    pub(super) literal: u32,
    pub(super) importance: f64,
    pub(super) protected: bool,
}

/// Activation that one skill gives to another that was selected after it before.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SequenceInput {
    pub(crate) from: usize,
    pub(crate) to: usize,
    /// The part of its activation that it gives.
    pub(crate) part: f64,
}

/// Everything outside the skills from which activation flows in one step.
pub(super) struct ExternalInputs<'a> {
    pub(super) parameters: &'a Parameters,
    pub(super) coefficients: &'a LinkCoefficients,
    pub(super) step: u64,
    /// What has changed since the last step.
    pub(super) stale: Stale,
    pub(super) sensors: &'a [SensorInput],
    /// By proposition, its sensor.
    pub(super) sensor_of: &'a [u32],
    /// With [`Stale::Goals`], the skills whose input from the state may have changed.
    pub(super) sensed_by: &'a [u32],
    pub(super) goals: &'a [GoalInput],
    pub(super) sequences: &'a [SequenceInput],
    pub(super) by_link: bool,
}

/// The activation of all skills of a network.
pub(super) trait ActivationEngine: Send + Sync {
    /// Resizes everything for new links; levels stay. `by_link` says how flows will be summed.
    fn fit(&mut self, links: &LinkGraph, by_link: bool);
    /// Removes a skill; those after it move up.
    fn remove(&mut self, skill: usize);
    fn level(&self, skill: usize) -> f64;
    fn previous(&self, skill: usize) -> f64;
    fn set_level(&mut self, skill: usize, level: f64);
    /// Sets by skill a factor for what flows from it; empty if all are 1.
    fn set_influence(&mut self, influence: &[f64]);
    fn flows(&self, skill: usize) -> Flows;
    /// A literal that these skills need or delete has changed.
    fn touch(&mut self, skills: &[u32]);
    fn spread(&mut self, cx: &StepContext<'_>, inputs: &ExternalInputs<'_>);
    /// Decays and normalizes. Returns the sum before and whether anything was scaled.
    fn normalize(&mut self, limits: &NormalizationLimits<'_>) -> (f64, bool);
    /// A number rounded to the precision used.
    fn round(&self, value: f64) -> f64;
    /// The relative difference up to which two activations count as equal, unless flows are summed link by link.
    fn tie_tolerance(&self) -> f64;
    fn boxed(&self) -> Box<dyn ActivationEngine>;
}

impl Clone for Box<dyn ActivationEngine> {
    fn clone(&self) -> Self {
        self.boxed()
    }
}

/// What spreading activation depends on, for one step.
#[derive(Clone, Copy)]
pub(super) struct StepContext<'a> {
    pub(super) links: &'a LinkGraph,
    /// By literal: whether it holds.
    pub(super) holds: &'a [bool],
    /// By skill: how many of its preconditions do not hold.
    pub(super) unmet: &'a [u32],
    /// By skill: whether it neither sends nor receives activation; empty if all do.
    pub(super) suppressed: &'a [bool],
    pub(super) cap_inhibition: bool,
    pub(super) spare_stronger: bool,
}

impl StepContext<'_> {
    #[inline]
    pub(super) fn holds(&self, literal: u32) -> bool {
        self.holds.get(literal as usize).copied().unwrap_or(false)
    }

    #[inline]
    pub(super) fn executable(&self, skill: usize) -> bool {
        self.unmet.get(skill).is_some_and(|unmet| *unmet == 0)
    }

    #[inline]
    pub(super) fn suppressed(&self, skill: usize) -> bool {
        self.suppressed.get(skill).copied().unwrap_or(false)
    }
}

/// How activation is limited.
pub(super) struct NormalizationLimits<'a> {
    /// The mean activation of a skill.
    pub(super) mean: f64,
    pub(super) normalization: Normalization,
    /// By skill; empty if none decays.
    pub(super) decay: &'a [Decay],
}

/// Coefficients of kinds of links and of single links. Those of agents are stored with the agents.
#[derive(Clone, Debug, Default)]
pub(crate) struct LinkCoefficients {
    kinds: FxHashMap<LinkKind, Coefficient>,
    /// By kind, from, to.
    named: FxHashMap<(LinkKind, Arc<str>, Arc<str>), Coefficient>,
    /// The same by skill number, for registered skills.
    links: FxHashMap<(LinkKind, u32, u32), Coefficient>,
}

/// A kind of link, the names of the skills that it connects, and its coefficient.
pub(crate) type NamedLink = (LinkKind, Arc<str>, Arc<str>, Coefficient);

impl LinkCoefficients {
    /// All coefficients of kinds and of links, sorted.
    pub(crate) fn listed(&self) -> (Vec<(LinkKind, Coefficient)>, Vec<NamedLink>) {
        let kinds = LinkKind::ALL.iter().filter_map(|kind| Some((*kind, self.kinds.get(kind)?.clone())));
        let named = self.named.iter();
        let mut links: Vec<NamedLink> =
            named.map(|((kind, from, to), value)| (*kind, from.clone(), to.clone(), value.clone())).collect();
        links.sort_by(|one, other| {
            (one.0 as usize, &one.1, &one.2).cmp(&(other.0 as usize, &other.1, &other.2))
        });
        (kinds.collect(), links)
    }

    pub(crate) fn set_kind(&mut self, kind: LinkKind, value: Coefficient) {
        self.kinds.insert(kind, value);
    }

    pub(crate) fn set_link(&mut self, kind: LinkKind, from: Arc<str>, to: Arc<str>, value: Coefficient) {
        if value.is_one() {
            self.named.remove(&(kind, from, to));
        } else {
            self.named.insert((kind, from, to), value);
        }
    }

    /// Whether single links have coefficients.
    pub(crate) fn has_links(&self) -> bool {
        !self.links.is_empty()
    }

    /// Looks up the numbers of the skills.
    pub(crate) fn number(&mut self, number_of: impl Fn(&str) -> Option<u32>) {
        let numbered = |((kind, from, to), value): (&(LinkKind, Arc<str>, Arc<str>), &Coefficient)| {
            Some(((*kind, number_of(from)?, number_of(to)?), value.clone()))
        };
        self.links = self.named.iter().filter_map(numbered).collect();
    }

    /// The coefficient of a link, multiplied by that of its kind.
    #[inline]
    pub(super) fn link<N: Float>(&self, kind: LinkKind, from: usize, to: usize, step: u64, of_kind: N) -> N {
        if self.links.is_empty() {
            return of_kind;
        }
        match self.links.get(&(kind, from as u32, to as u32)) {
            Some(value) => of_kind * N::of(value.at(step)),
            None => of_kind,
        }
    }

    /// Whether the coefficient of a kind changes with time.
    pub(crate) fn is_varying(&self) -> bool {
        LinkKind::ALL.iter().any(|kind| self.kinds.get(kind).is_some_and(|value| !value.is_constant()))
    }

    /// The coefficient of a kind at a step.
    pub(crate) fn of_kind(&self, kind: LinkKind, step: u64) -> f64 {
        self.kinds.get(&kind).map_or(1.0, |value| value.at(step))
    }

    /// The coefficient of a link at a step, multiplied by that of its kind.
    pub(crate) fn of_link(&self, kind: LinkKind, from: usize, to: usize, step: u64) -> f64 {
        self.link(kind, from, to, step, self.of_kind(kind, step))
    }
}
