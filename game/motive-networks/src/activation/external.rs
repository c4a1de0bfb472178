//! Activation from outside the skills: from the state, from goals and from remembered sequences.

use super::Stale;
use super::by_link::share;
use super::engine::{ExternalInputs, GoalInput, SensorInput, StepContext};
use super::field::ActivationField;
use super::numbers::Float;
use crate::model::LinkKind;

impl<N: Float> ActivationField<N> {
    /// Computes what flows to each skill from outside. What did not change is kept from the last step.
    pub(super) fn add_external(&mut self, cx: &StepContext<'_>, inputs: &ExternalInputs<'_>) {
        match inputs.stale {
            Stale::Nothing => {}
            // For less than a quarter of the skills it is faster to go through those than through all sensors.
            Stale::Goals if inputs.sensed_by.len() * 4 < cx.links.skills() => {
                for skill in inputs.sensed_by {
                    self.add_state_to(cx, inputs, *skill as usize);
                }
            }
            _ => self.add_state(cx, inputs),
        }
        if inputs.stale >= Stale::Goals {
            self.add_goals(cx, inputs);
        }
        self.add_sequences(cx, inputs);
    }

    /// What one precondition that holds gives to one skill.
    fn state_share(
        &self,
        cx: &StepContext<'_>,
        inputs: &ExternalInputs<'_>,
        key: usize,
        skill: usize,
        sensor: &SensorInput,
    ) -> N {
        let card = self.rates.needing.get(key).copied().unwrap_or(1);
        let amount = share(N::of(inputs.parameters.state), card, cx.links.needs.count(skill));
        amount * N::of(sensor.trust) * self.rates.kind(LinkKind::State)
    }

    fn add_state(&mut self, cx: &StepContext<'_>, inputs: &ExternalInputs<'_>) {
        self.external_flows.iter_mut().for_each(|external| external.state = N::ZERO);
        for sensor in inputs.sensors.iter().filter(|sensor| !sensor.silent) {
            let literals = cx.links.literals_about.row(sensor.proposition as usize);
            for literal in literals.iter().filter(|literal| cx.holds(**literal)) {
                self.add_state_of_literal(cx, inputs, *literal, sensor);
            }
        }
    }

    fn add_state_of_literal(
        &mut self,
        cx: &StepContext<'_>,
        inputs: &ExternalInputs<'_>,
        literal: u32,
        sensor: &SensorInput,
    ) {
        let key = cx.links.key(literal);
        let needing = cx.links.needing.row(literal as usize).iter().map(|skill| *skill as usize);
        for skill in needing.filter(|skill| !cx.suppressed(*skill)) {
            let amount = self.state_share(cx, inputs, key, skill, sensor);
            if let Some(external) = self.external_flows.get_mut(skill) {
                external.state += amount;
            }
        }
    }

    /// The same for one skill, summed in the same order so that the result is the same to the last bit.
    fn add_state_to(&mut self, cx: &StepContext<'_>, inputs: &ExternalInputs<'_>, skill: usize) {
        let links = cx.links;
        let entries = links.needs.of(skill);
        let mut holding: Vec<(u32, u32)> = entries
            .filter(|(_, literal)| cx.holds(*literal) && !cx.suppressed(skill))
            .filter_map(|(key, literal)| {
                let proposition = *links.proposition_of.get(literal as usize)?;
                Some((*inputs.sensor_of.get(proposition as usize)?, key))
            })
            .collect();
        holding.sort_unstable();
        let mut sum = N::ZERO;
        for (sensor, key) in holding {
            if let Some(sensor) = inputs.sensors.get(sensor as usize).filter(|sensor| !sensor.silent) {
                sum += self.state_share(cx, inputs, key as usize, skill, sensor);
            }
        }
        if let Some(external) = self.external_flows.get_mut(skill) {
            external.state = sum;
        }
    }

    fn add_goals(&mut self, cx: &StepContext<'_>, inputs: &ExternalInputs<'_>) {
        for external in &mut self.external_flows {
            (external.goals, external.protected) = (N::ZERO, N::ZERO);
        }
        for goal in inputs.goals {
            if !cx.holds(goal.literal) {
                self.add_goal(cx, inputs, goal);
            } else if goal.protected {
                self.subtract_protected_goal(cx, inputs, goal);
            }
        }
    }

    fn add_goal(&mut self, cx: &StepContext<'_>, inputs: &ExternalInputs<'_>, goal: &GoalInput) {
        let links = cx.links;
        let card = self.rates.adding.get(links.key(goal.literal)).copied().unwrap_or(1);
        let adding = links.adding.row(goal.literal as usize).iter().map(|skill| *skill as usize);
        for skill in adding.filter(|skill| !cx.suppressed(*skill)) {
            let amount = share(N::of(inputs.parameters.goals), card, links.adds.count(skill));
            if let Some(external) = self.external_flows.get_mut(skill) {
                external.goals += amount * N::of(goal.importance) * self.rates.kind(LinkKind::Goals);
            }
        }
    }

    fn subtract_protected_goal(
        &mut self,
        cx: &StepContext<'_>,
        inputs: &ExternalInputs<'_>,
        goal: &GoalInput,
    ) {
        let links = cx.links;
        let key = links.key(goal.literal);
        let card = self.rates.deleting.get(key).copied().unwrap_or(1);
        let deleting = links.deleting.row(key).iter().map(|skill| *skill as usize);
        for skill in deleting.filter(|skill| !cx.suppressed(*skill)) {
            let amount = share(N::of(inputs.parameters.protection), card, links.delete_length(skill));
            if let Some(external) = self.external_flows.get_mut(skill) {
                external.protected += amount * N::of(goal.importance) * self.rates.kind(LinkKind::Protected);
            }
        }
    }

    fn add_sequences(&mut self, cx: &StepContext<'_>, inputs: &ExternalInputs<'_>) {
        let any = !inputs.sequences.is_empty();
        if !std::mem::replace(&mut self.buffers.any_sequence, any) && !any {
            return;
        }
        self.external_flows.iter_mut().for_each(|external| external.followers = N::ZERO);
        let kind = self.rates.kind(LinkKind::Followers);
        let links =
            inputs.sequences.iter().filter(|link| !cx.suppressed(link.from) && !cx.suppressed(link.to));
        for link in links {
            let of_link =
                inputs.coefficients.link(LinkKind::Followers, link.from, link.to, inputs.step, kind);
            let level = self.buffers.flow.get(link.from).copied().unwrap_or(N::ZERO);
            if let Some(external) = self.external_flows.get_mut(link.to) {
                external.followers += level * N::of(link.part) * of_link;
            }
        }
    }
}
