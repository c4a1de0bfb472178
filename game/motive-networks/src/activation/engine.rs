//! What a network asks of the activation of its skills, in either precision.

use crate::activation::coefficients::{LinkCoefficients, LinkKind};
use crate::activation::field::{ActivationField, StepContext};
use crate::activation::normalization::NormalizationLimits;
use crate::activation::precision::Float;
use crate::graph::links::LinkGraph;
use crate::model::parameters::Parameters;

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
    #[must_use]
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
pub(crate) struct SensorInput {
    pub(crate) proposition: u32,
    pub(crate) trust: f64,
    pub(crate) silent: bool,
}

/// A goal, as far as activation depends on it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GoalInput {
    pub(crate) literal: u32,
    pub(crate) importance: f64,
    pub(crate) protected: bool,
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
pub(crate) struct ExternalInputs<'a> {
    pub(crate) parameters: &'a Parameters,
    pub(crate) coefficients: &'a LinkCoefficients,
    pub(crate) step: u64,
    pub(crate) sensors: &'a [SensorInput],
    /// By proposition, its sensor.
    pub(crate) sensor_of: &'a [u32],
    /// Skills whose input from the state may have changed; `None` for all.
    pub(crate) sensed_by: Option<&'a [u32]>,
    /// Goals, if their input may have changed.
    pub(crate) goals: Option<&'a [GoalInput]>,
    pub(crate) sequences: &'a [SequenceInput],
    pub(crate) by_link: bool,
}

/// The activation of all skills of a network.
pub(crate) trait ActivationEngine: Send + Sync {
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
    /// For benchmarks: the least memory traffic of a step.
    fn plain_pass(&mut self, links: &LinkGraph, holds: &[bool]) -> f64;
    fn boxed(&self) -> Box<dyn ActivationEngine>;
}

impl<N: Float> ActivationEngine for ActivationField<N> {
    fn fit(&mut self, links: &LinkGraph, by_link: bool) {
        Self::fit(self, links, by_link);
    }

    fn remove(&mut self, skill: usize) {
        Self::remove(self, skill);
    }

    fn level(&self, skill: usize) -> f64 {
        self.level.get(skill).map_or(0.0, |level| level.to())
    }

    fn previous(&self, skill: usize) -> f64 {
        self.previous.get(skill).map_or(0.0, |level| level.to())
    }

    fn set_level(&mut self, skill: usize, level: f64) {
        if self.level.len() <= skill {
            self.level.resize(skill + 1, N::ZERO);
        }
        if let Some(place) = self.level.get_mut(skill) {
            *place = N::of(level).as_activation();
        }
    }

    fn set_influence(&mut self, influence: &[f64]) {
        self.rates.influence = influence.iter().map(|value| N::of(*value)).collect();
    }

    fn flows(&self, skill: usize) -> Flows {
        let at = |list: &Vec<N>| list.get(skill).map_or(0.0, |value| value.to());
        let external = self.sources.external.get(skill).copied().unwrap_or_default();
        let spread = self.sources.spread.get(skill).copied().unwrap_or_default();
        Flows {
            state: external.state.to(),
            goals: external.goals.to(),
            protected: external.protected.to(),
            backward: spread.backward.to(),
            forward: spread.forward.to(),
            followers: external.followers.to(),
            inhibition: spread.inhibition.to(),
            before: at(&self.before),
            after: at(&self.level),
        }
    }

    fn touch(&mut self, skills: &[u32]) {
        self.conflicters.touch(skills);
    }

    fn spread(&mut self, cx: &StepContext<'_>, inputs: &ExternalInputs<'_>) {
        self.rates.set(inputs.parameters);
        for kind in LinkKind::ALL {
            self.rates.kinds[kind as usize] = N::of(inputs.coefficients.of_kind(kind, inputs.step));
        }
        self.begin_step(cx);
        self.add_external(cx, inputs);
        if inputs.by_link {
            self.spread_by_link(cx, inputs.coefficients, inputs.step);
        } else {
            self.spread_by_proposition(cx);
        }
        self.apply_flows(cx);
    }

    fn normalize(&mut self, limits: &NormalizationLimits<'_>) -> (f64, bool) {
        Self::normalize(self, limits)
    }

    fn round(&self, value: f64) -> f64 {
        N::of(value).to()
    }

    fn tie_tolerance(&self) -> f64 {
        N::TIE.to()
    }

    fn plain_pass(&mut self, links: &LinkGraph, holds: &[bool]) -> f64 {
        Self::plain_pass(self, links, holds)
    }

    fn boxed(&self) -> Box<dyn ActivationEngine> {
        Box::new(self.clone())
    }
}

impl Clone for Box<dyn ActivationEngine> {
    fn clone(&self) -> Self {
        self.boxed()
    }
}
