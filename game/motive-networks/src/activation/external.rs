//! Activation from outside the skills: from the state, from goals and from remembered sequences.

use crate::activation::by_link::share;
use crate::activation::coefficients::LinkKind;
use crate::activation::engine::{ExternalInputs, GoalInput, SensorInput};
use crate::activation::field::{ActivationField, StepContext};
use crate::activation::precision::Float;

impl<N: Float> ActivationField<N> {
    /// Computes what flows to each skill from outside. What did not change is kept from the last step.
    pub(crate) fn add_external(&mut self, cx: &StepContext<'_>, inputs: &ExternalInputs<'_>) {
        match inputs.sensed_by {
            // For less than a quarter of the skills it is faster to go through those than through all sensors.
            Some(skills) if skills.len() * 4 < cx.links.skills() => {
                for skill in skills {
                    self.add_state_to(cx, inputs, *skill as usize);
                }
            }
            _ => self.add_state(cx, inputs),
        }
        if let Some(goals) = inputs.goals {
            self.add_goals(cx, inputs, goals);
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
        let amount = share(N::of(inputs.parameters.state), card, cx.links.needs().keys.row(skill).len());
        amount * N::of(sensor.trust) * self.rates.kind(LinkKind::State)
    }

    fn add_state(&mut self, cx: &StepContext<'_>, inputs: &ExternalInputs<'_>) {
        self.sources.external.iter_mut().for_each(|external| external.state = N::ZERO);
        for sensor in inputs.sensors.iter().filter(|sensor| !sensor.silent) {
            let literals = cx.links.literals_about().row(sensor.proposition as usize);
            for literal in literals.iter().filter(|literal| cx.holds(**literal)) {
                self.add_state_of_literal(cx, inputs, *literal as usize, sensor);
            }
        }
    }

    fn add_state_of_literal(
        &mut self,
        cx: &StepContext<'_>,
        inputs: &ExternalInputs<'_>,
        literal: usize,
        sensor: &SensorInput,
    ) {
        let key = cx.links.key_of().get(literal).copied().unwrap_or(0) as usize;
        for skill in cx.links.needing().row(literal).iter().map(|skill| *skill as usize) {
            if cx.suppressed(skill) {
                continue;
            }
            let amount = self.state_share(cx, inputs, key, skill, sensor);
            if let Some(sum) = self.sources.external.get_mut(skill).map(|external| &mut external.state) {
                *sum += amount;
            }
        }
    }

    /// The same for one skill, summed in the same order so that the result is the same to the last bit.
    fn add_state_to(&mut self, cx: &StepContext<'_>, inputs: &ExternalInputs<'_>, skill: usize) {
        let links = cx.links;
        let entries = links.needs().keys.row(skill).iter().zip(links.needs().literals.row(skill));
        let mut holding: Vec<(u32, u32)> = entries
            .filter(|(_, literal)| cx.holds(**literal) && !cx.suppressed(skill))
            .filter_map(|(key, literal)| {
                let proposition = *links.proposition_of().get(*literal as usize)?;
                Some((*inputs.sensor_of.get(proposition as usize)?, *key))
            })
            .collect();
        holding.sort_unstable();
        let mut sum = N::ZERO;
        for (sensor, key) in holding {
            if let Some(sensor) = inputs.sensors.get(sensor as usize).filter(|sensor| !sensor.silent) {
                sum += self.state_share(cx, inputs, key as usize, skill, sensor);
            }
        }
        if let Some(place) = self.sources.external.get_mut(skill).map(|external| &mut external.state) {
            *place = sum;
        }
    }

    fn add_goals(&mut self, cx: &StepContext<'_>, inputs: &ExternalInputs<'_>, goals: &[GoalInput]) {
        for external in &mut self.sources.external {
            (external.goals, external.protected) = (N::ZERO, N::ZERO);
        }
        for goal in goals {
            let holds = cx.holds(goal.literal);
            if !holds {
                self.add_goal(cx, inputs, goal);
            } else if goal.protected {
                self.subtract_protected_goal(cx, inputs, goal);
            }
        }
    }

    fn add_goal(&mut self, cx: &StepContext<'_>, inputs: &ExternalInputs<'_>, goal: &GoalInput) {
        let links = cx.links;
        let key = links.key_of().get(goal.literal as usize).copied().unwrap_or(0) as usize;
        let card = self.rates.adding.get(key).copied().unwrap_or(1);
        for skill in links.adding().row(goal.literal as usize).iter().map(|skill| *skill as usize) {
            if cx.suppressed(skill) {
                continue;
            }
            let amount = share(N::of(inputs.parameters.goals), card, links.adds().keys.row(skill).len());
            let amount = amount * N::of(goal.importance) * self.rates.kind(LinkKind::Goals);
            if let Some(sum) = self.sources.external.get_mut(skill).map(|external| &mut external.goals) {
                *sum += amount;
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
        let key = links.key_of().get(goal.literal as usize).copied().unwrap_or(0) as usize;
        let card = self.rates.deleting.get(key).copied().unwrap_or(1);
        for skill in links.deleting().row(key).iter().map(|skill| *skill as usize) {
            if cx.suppressed(skill) {
                continue;
            }
            let length = links.delete_lengths().get(skill).copied().unwrap_or(1);
            let amount = share(N::of(inputs.parameters.protection), card, length as usize);
            let amount = amount * N::of(goal.importance) * self.rates.kind(LinkKind::Protected);
            if let Some(sum) = self.sources.external.get_mut(skill).map(|external| &mut external.protected) {
                *sum += amount;
            }
        }
    }

    fn add_sequences(&mut self, cx: &StepContext<'_>, inputs: &ExternalInputs<'_>) {
        let any = !inputs.sequences.is_empty();
        if !std::mem::replace(&mut self.buffers.any_sequence, any) && !any {
            return;
        }
        self.sources.external.iter_mut().for_each(|external| external.followers = N::ZERO);
        let kind = self.rates.kind(LinkKind::Followers);
        for link in inputs.sequences {
            if cx.suppressed(link.from) || cx.suppressed(link.to) {
                continue;
            }
            let of_link =
                inputs.coefficients.link(LinkKind::Followers, link.from, link.to, inputs.step, kind);
            let level = self.buffers.flow.get(link.from).copied().unwrap_or(N::ZERO);
            if let Some(sum) = self.sources.external.get_mut(link.to).map(|external| &mut external.followers)
            {
                *sum += level * N::of(link.part) * of_link;
            }
        }
    }
}
