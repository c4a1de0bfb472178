//! Energy from outside the skills: from the state, from goals, from memory of what followed what.

use crate::activation::by_link::share;
use crate::activation::coefficients::LinkKind;
use crate::activation::engine::{ExternalInputs, GoalInput, SensorInput};
use crate::activation::field::{ActivationField, StepContext};
use crate::activation::float::Float;

impl<N: Float> ActivationField<N> {
    /// Takes in what comes from outside. What did not change is kept from the last step.
    pub(crate) fn take_inputs(&mut self, scene: &StepContext<'_>, inputs: &ExternalInputs<'_>) {
        match inputs.sensed_by {
            // Below a quarter of all skills it is quicker to look at each than to go through the sensors.
            Some(skills) if skills.len() * 4 < scene.links.skills() => {
                for skill in skills {
                    self.sense_one(scene, inputs, *skill as usize);
                }
            }
            _ => self.sense_all(scene, inputs),
        }
        if let Some(goals) = inputs.goals {
            self.want(scene, inputs, goals);
        }
        self.follow(scene, inputs);
    }

    /// What one true condition gives to one skill.
    fn sensed(
        &self,
        scene: &StepContext<'_>,
        inputs: &ExternalInputs<'_>,
        key: usize,
        skill: usize,
        sensor: &SensorInput,
    ) -> N {
        let card = self.rates.needing.get(key).copied().unwrap_or(1);
        let amount = share(N::of(inputs.parameters.state), card, scene.links.needs().keys.row(skill).len());
        amount * N::of(sensor.trust) * self.rates.kind(LinkKind::State)
    }

    fn sense_all(&mut self, scene: &StepContext<'_>, inputs: &ExternalInputs<'_>) {
        self.sources.given.iter_mut().for_each(|given| given.state = N::ZERO);
        for sensor in inputs.sensors.iter().filter(|sensor| !sensor.silent) {
            let literals = scene.links.literals_about().row(sensor.proposition as usize);
            for literal in literals.iter().filter(|literal| scene.holds(**literal)) {
                self.sense_literal(scene, inputs, *literal as usize, sensor);
            }
        }
    }

    fn sense_literal(
        &mut self,
        scene: &StepContext<'_>,
        inputs: &ExternalInputs<'_>,
        literal: usize,
        sensor: &SensorInput,
    ) {
        let key = scene.links.key_of().get(literal).copied().unwrap_or(0) as usize;
        for skill in scene.links.needing().row(literal).iter().map(|skill| *skill as usize) {
            if scene.suppressed(skill) {
                continue;
            }
            let amount = self.sensed(scene, inputs, key, skill, sensor);
            if let Some(sum) = self.sources.given.get_mut(skill).map(|given| &mut given.state) {
                *sum += amount;
            }
        }
    }

    /// The same for one skill; added up in the same order, so that the sums are the same to the last bit.
    fn sense_one(&mut self, scene: &StepContext<'_>, inputs: &ExternalInputs<'_>, skill: usize) {
        let links = scene.links;
        let entries = links.needs().keys.row(skill).iter().zip(links.needs().literals.row(skill));
        let mut held: Vec<(u32, u32)> = entries
            .filter(|(_, literal)| scene.holds(**literal) && !scene.suppressed(skill))
            .filter_map(|(key, literal)| {
                let proposition = *links.proposition_of().get(*literal as usize)?;
                Some((*inputs.sensor_of.get(proposition as usize)?, *key))
            })
            .collect();
        held.sort_unstable();
        let mut sum = N::ZERO;
        for (sensor, key) in held {
            if let Some(sensor) = inputs.sensors.get(sensor as usize).filter(|sensor| !sensor.silent) {
                sum += self.sensed(scene, inputs, key as usize, skill, sensor);
            }
        }
        if let Some(place) = self.sources.given.get_mut(skill).map(|given| &mut given.state) {
            *place = sum;
        }
    }

    fn want(&mut self, scene: &StepContext<'_>, inputs: &ExternalInputs<'_>, goals: &[GoalInput]) {
        for given in &mut self.sources.given {
            (given.goals, given.protected) = (N::ZERO, N::ZERO);
        }
        for goal in goals {
            let holds = scene.holds(goal.literal);
            if !holds {
                self.reach_for(scene, inputs, goal);
            } else if goal.protected {
                self.protect(scene, inputs, goal);
            }
        }
    }

    fn reach_for(&mut self, scene: &StepContext<'_>, inputs: &ExternalInputs<'_>, goal: &GoalInput) {
        let links = scene.links;
        let key = links.key_of().get(goal.literal as usize).copied().unwrap_or(0) as usize;
        let card = self.rates.adding.get(key).copied().unwrap_or(1);
        for skill in links.adding().row(goal.literal as usize).iter().map(|skill| *skill as usize) {
            if scene.suppressed(skill) {
                continue;
            }
            let amount = share(N::of(inputs.parameters.goals), card, links.adds().keys.row(skill).len());
            let amount = amount * N::of(goal.importance) * self.rates.kind(LinkKind::Goals);
            if let Some(sum) = self.sources.given.get_mut(skill).map(|given| &mut given.goals) {
                *sum += amount;
            }
        }
    }

    fn protect(&mut self, scene: &StepContext<'_>, inputs: &ExternalInputs<'_>, goal: &GoalInput) {
        let links = scene.links;
        let key = links.key_of().get(goal.literal as usize).copied().unwrap_or(0) as usize;
        let card = self.rates.deleting.get(key).copied().unwrap_or(1);
        for skill in links.deleting().row(key).iter().map(|skill| *skill as usize) {
            if scene.suppressed(skill) {
                continue;
            }
            let length = links.delete_lengths().get(skill).copied().unwrap_or(1);
            let amount = share(N::of(inputs.parameters.protection), card, length as usize);
            let amount = amount * N::of(goal.importance) * self.rates.kind(LinkKind::Protected);
            if let Some(sum) = self.sources.given.get_mut(skill).map(|given| &mut given.protected) {
                *sum += amount;
            }
        }
    }

    fn follow(&mut self, scene: &StepContext<'_>, inputs: &ExternalInputs<'_>) {
        let follows = !inputs.sequences.is_empty();
        if !follows && !std::mem::replace(&mut self.work.followed, follows) {
            return;
        }
        self.work.followed = follows;
        self.sources.given.iter_mut().for_each(|given| given.followers = N::ZERO);
        let kind = self.rates.kind(LinkKind::Followers);
        for link in inputs.sequences {
            if scene.suppressed(link.from) || scene.suppressed(link.to) {
                continue;
            }
            let of_link =
                inputs.coefficients.link(LinkKind::Followers, link.from, link.to, inputs.step, kind);
            let level = self.work.live.get(link.from).copied().unwrap_or(N::ZERO);
            if let Some(sum) = self.sources.given.get_mut(link.to).map(|given| &mut given.followers) {
                *sum += level * N::of(link.part) * of_link;
            }
        }
    }
}
