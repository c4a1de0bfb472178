//! What the dispatcher asks of whatever works out activation.

use crate::activation::coefficients::{LinkCoefficients, LinkKind};
use crate::activation::field::{ActivationField, StepContext};
use crate::activation::float::Float;
use crate::activation::normalization::NormalizationLimits;
use crate::graph::links::LinkGraph;
use crate::model::parameters::Parameters;

/// What one skill got in the last step, by source, and what became of it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Flows {
    /// From what is sensed.
    pub state: f64,
    /// From goals.
    pub goals: f64,
    /// Taken away for protected goals.
    pub protected: f64,
    /// From skills that lack what it makes true.
    pub backward: f64,
    /// From skills that will make true what it needs.
    pub forward: f64,
    /// From skills that it has followed before.
    pub followers: f64,
    /// Taken away by skills for which it would undo something.
    pub inhibition: f64,
    /// Activation before normalisation.
    pub before: f64,
    /// Activation after it.
    pub after: f64,
}

impl Flows {
    /// The amount of one kind; what is taken away is positive too.
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
}

/// A sensor as a field sees it: what it is about, and how much its word counts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SensorInput {
    pub(crate) proposition: u32,
    pub(crate) trust: f64,
    pub(crate) silent: bool,
}

/// A goal as a field sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GoalInput {
    pub(crate) literal: u32,
    pub(crate) importance: f64,
    pub(crate) protected: bool,
}

/// Energy that one skill gives to another that has followed it before.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SequenceInput {
    pub(crate) from: usize,
    pub(crate) to: usize,
    /// Which part of the activation.
    pub(crate) part: f64,
}

/// Everything that comes from outside the skills in one step.
pub(crate) struct ExternalInputs<'a> {
    pub(crate) parameters: &'a Parameters,
    pub(crate) coefficients: &'a LinkCoefficients,
    pub(crate) step: u64,
    pub(crate) sensors: &'a [SensorInput],
    /// By proposition, its sensor.
    pub(crate) sensor_of: &'a [u32],
    /// Skills whose input from the state may have changed; none stands for all.
    pub(crate) sensed_by: Option<&'a [u32]>,
    /// Goals, if what they give may have changed.
    pub(crate) goals: Option<&'a [GoalInput]>,
    pub(crate) sequences: &'a [SequenceInput],
    pub(crate) by_link: bool,
}

/// Works out activation.
pub(crate) trait ActivationEngine: Send + Sync {
    /// Fits everything to new links; levels stay. `by_link` says how flows will be added up.
    fn fit(&mut self, links: &LinkGraph, by_link: bool);
    /// A skill has gone.
    fn remove(&mut self, skill: usize);
    fn level(&self, skill: usize) -> f64;
    fn previous(&self, skill: usize) -> f64;
    fn set_level(&mut self, skill: usize, level: f64);
    /// How much of a skill's activation counts where it flows to; empty if all count fully.
    fn set_influence(&mut self, influence: &[f64]);
    fn flows(&self, skill: usize) -> Flows;
    /// What holds has changed for these skills.
    fn touch(&mut self, skills: &[u32]);
    fn spread(&mut self, scene: &StepContext<'_>, inputs: &ExternalInputs<'_>);
    /// Cuts activation down to its limit; gives the sum before and whether anything was scaled.
    fn normalise(&mut self, limits: &NormalizationLimits<'_>) -> (f64, bool);
    /// A number as this engine would hold it.
    fn round(&self, value: f64) -> f64;
    /// By which part two activations may differ and still count as equal, if flows are not added up link by link.
    fn tie(&self) -> f64;
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
        let given = self.sources.given.get(skill).copied().unwrap_or_default();
        let spread = self.sources.spread.get(skill).copied().unwrap_or_default();
        Flows {
            state: given.state.to(),
            goals: given.goals.to(),
            protected: given.protected.to(),
            backward: spread.backward.to(),
            forward: spread.forward.to(),
            followers: given.followers.to(),
            inhibition: spread.inhibition.to(),
            before: at(&self.before),
            after: at(&self.level),
        }
    }

    fn touch(&mut self, skills: &[u32]) {
        self.rivals.touch(skills);
    }

    fn spread(&mut self, scene: &StepContext<'_>, inputs: &ExternalInputs<'_>) {
        self.rates.set(inputs.parameters);
        for kind in LinkKind::ALL {
            self.rates.kinds[kind as usize] = N::of(inputs.coefficients.of_kind(kind, inputs.step));
        }
        self.open(scene);
        self.take_inputs(scene, inputs);
        if inputs.by_link {
            self.spread_by_link(scene, inputs.coefficients, inputs.step);
        } else {
            self.spread_by_proposition(scene);
        }
        self.sum(scene);
    }

    fn normalise(&mut self, limits: &NormalizationLimits<'_>) -> (f64, bool) {
        self.cut_down(limits)
    }

    fn round(&self, value: f64) -> f64 {
        N::of(value).to()
    }

    fn tie(&self) -> f64 {
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
