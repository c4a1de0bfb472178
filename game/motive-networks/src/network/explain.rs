//! Explanations: where the activation of a skill came from in the last step.

use super::Network;
use crate::activation::coefficients::LinkKind;
use crate::activation::engine::Flows;
use crate::registry::records::{GoalRecord, SkillRecord};
use std::sync::Arc;

/// A link between two skills, and what flowed along it in the last step.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Link {
    /// Backward to a predecessor, forward to a successor, or inhibition of a conflicter.
    pub kind: LinkKind,
    /// The skill from which activation flows, or that inhibits.
    pub from: usize,
    /// The skill that gains or loses activation.
    pub to: usize,
    /// The proposition that links them.
    pub proposition: Arc<str>,
    /// How much flowed along it.
    pub amount: f64,
}

/// A part of what a skill gained or lost in the last step.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Contribution {
    /// The kind of link.
    pub kind: LinkKind,
    /// The sensor, goal or skill that it came from.
    pub from: Arc<str>,
    /// The proposition that links them.
    pub proposition: Arc<str>,
    /// The amount; positive for losses too.
    pub amount: f64,
}

/// Where the activation of a skill came from.
///
/// `had`, plus the parts of each kind that gives, minus those of each kind that takes, plus `excess`, is the activation before
/// normalization (`flows.before`), unless the skill decays by itself. The parts of a kind add up to that flow.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Explanation {
    /// The skill.
    pub skill: Arc<str>,
    /// Its activation before the step.
    pub had: f64,
    /// What it gained and lost, by kind of link.
    pub flows: Flows,
    /// The kind that gave it most in this step.
    pub main: Option<LinkKind>,
    /// The parts, largest first.
    pub parts: Vec<Contribution>,
    /// What would have been taken from it beyond what it had: activation never falls below 0.
    pub excess: f64,
}

impl Network {
    /// All links of a kind between skills: backward, forward or inhibition; there are none of other kinds. Links from a skill to
    /// itself are included.
    #[must_use]
    pub fn links(&self, kind: LinkKind) -> Vec<Link> {
        let skills = 0..self.graph.skills();
        skills.flat_map(|from| self.links_from(kind, from)).collect()
    }

    /// The links of a kind from one skill.
    fn links_from(&self, kind: LinkKind, from: usize) -> Vec<Link> {
        let lists = match kind {
            LinkKind::Forward => self.graph.adds(),
            LinkKind::Backward | LinkKind::Inhibition => self.graph.needs(),
            _ => return Vec::new(),
        };
        let mut found = Vec::new();
        for (key, literal) in lists.keys.row(from).iter().zip(lists.literals.row(from)) {
            let Some(proposition) = self.proposition_of(*literal) else { continue };
            let mut others = match kind {
                LinkKind::Forward => self.graph.needing_key(*key as usize).to_vec(),
                LinkKind::Backward => self.graph.adding_key(*key as usize).to_vec(),
                _ => self.graph.deleting().row(*key as usize).to_vec(),
            };
            others.sort_unstable();
            for to in others {
                let to = to as usize;
                let amount = self.flow(kind, from, to, *key as usize, *literal);
                found.push(Link { kind, from, to, proposition: proposition.clone(), amount });
            }
        }
        if kind == LinkKind::Inhibition && self.settings.cap_inhibition {
            self.cap(&mut found);
        }
        found
    }

    /// Caps inhibition: a skill takes no more from another, along all links between the two, than that has.
    fn cap(&self, links: &mut [Link]) {
        let mut sums = std::collections::BTreeMap::<usize, f64>::new();
        links.iter().for_each(|link| *sums.entry(link.to).or_default() += link.amount);
        for link in links {
            let (sum, limit) = (sums.get(&link.to).copied().unwrap_or(0.0), self.field.previous(link.to));
            if sum > limit {
                link.amount *= limit / sum;
            }
        }
    }

    fn proposition_of(&self, literal: u32) -> Option<&Arc<str>> {
        self.registry.propositions().name(*self.graph.proposition_of().get(literal as usize)?)
    }

    /// Whether a skill neither sent nor received activation in the last step.
    fn was_suppressed(&self, skill: usize) -> bool {
        self.buffers.suppressed.get(skill).copied().unwrap_or(false)
    }

    /// Whether all preconditions of a skill held in the last step.
    fn was_executable(&self, skill: usize) -> bool {
        self.graph.needs().literals.row(skill).iter().all(|literal| self.truth.held_in_step(*literal))
    }

    /// What flowed along a link in the last step, before inhibition is capped.
    fn flow(&self, kind: LinkKind, from: usize, to: usize, key: usize, literal: u32) -> f64 {
        if self.was_suppressed(from) || self.was_suppressed(to) || self.selection.last.is_none() {
            return 0.0;
        }
        let graph = &self.graph;
        let holds = self.truth.held_in_step(literal);
        let parameters = &self.buffers.explained;
        let level = self.field.previous(from)
            * self.registry.skill(from).map_or(1.0, |record| record.agent.influence.at(self.steps));
        let needs = || over(graph.needs().keys.row(to).len()) * over(graph.needing_key(key).len());
        let adds = || over(graph.adds().keys.row(to).len()) * over(graph.adding_key(key).len());
        let deletes = || {
            let length = graph.delete_lengths().get(to).copied().unwrap_or(1) as usize;
            over(length) * over(graph.deleting().row(key).len())
        };
        let amount = match kind {
            LinkKind::Forward if self.was_executable(from) && !holds => {
                level * parameters.state / parameters.goals * needs()
            }
            LinkKind::Backward if !self.was_executable(from) && !holds => level * adds(),
            LinkKind::Inhibition if holds && from != to && !self.is_spared(from, to) => {
                level * parameters.protection / parameters.goals * deletes()
            }
            _ => 0.0,
        };
        let of_kind = self.coefficients.of_kind(kind, self.steps);
        amount * self.coefficients.link(kind, from, to, self.steps, of_kind)
    }

    /// Whether `to` is not inhibited because it is the stronger of two skills in a mutual conflict.
    fn is_spared(&self, from: usize, to: usize) -> bool {
        let needs = self.graph.needs();
        let needed = needs.keys.row(to).iter().zip(needs.literals.row(to));
        let mut held = needed.filter(|(_, literal)| self.truth.held_in_step(**literal));
        self.settings.spare_stronger
            && self.field.previous(from) < self.field.previous(to)
            && held.any(|(key, _)| self.graph.deletes().row(from).contains(key))
    }

    /// Where the activation of a skill came from in the last step.
    #[must_use]
    pub fn explain(&self, skill: usize) -> Option<Explanation> {
        let record = self.registry.skill(skill)?;
        let (flows, had) = (self.flows(skill), self.field.previous(skill));
        let gains = LinkKind::ALL.into_iter().filter(|kind| !kind.takes_away() && flows.of(*kind) > 0.0);
        let main = gains.max_by(|one, other| flows.of(*one).total_cmp(&flows.of(*other)));
        // After agents were registered or removed, the links of the last step are no longer known.
        let known = !self.stale.graph && !self.was_suppressed(skill);
        let mut parts = if known { self.parts(skill, record) } else { Vec::new() };
        let mut sum = had;
        for kind in LinkKind::ALL {
            let flow = if self.was_suppressed(skill) { 0.0 } else { flows.of(kind) };
            adjust(&mut parts, kind, flow);
            sum += if kind.takes_away() { -flow } else { flow };
        }
        parts.sort_by(|one, other| other.amount.total_cmp(&one.amount));
        Some(Explanation {
            skill: record.agent.name.clone(),
            had,
            flows,
            main,
            parts,
            excess: (-sum).max(0.0),
        })
    }

    /// Everything that a skill gained or lost, computed from links and agents.
    fn parts(&self, skill: usize, record: &SkillRecord) -> Vec<Contribution> {
        let mut parts = self.external_parts(skill, record);
        for kind in [LinkKind::Backward, LinkKind::Forward, LinkKind::Inhibition] {
            let links = self.links(kind).into_iter().filter(|link| link.to == skill && link.amount > 0.0);
            parts.extend(links.map(|link| Contribution {
                kind,
                from: self.skill_name(link.from).into(),
                proposition: link.proposition,
                amount: link.amount,
            }));
        }
        parts
    }

    /// What sensors, goals and remembered sequences gave and took.
    fn external_parts(&self, skill: usize, record: &SkillRecord) -> Vec<Contribution> {
        let mut parts = Vec::new();
        let mut part = |kind: LinkKind, from: Arc<str>, about: &Arc<str>, amount: f64| {
            if amount > 0.0 {
                parts.push(Contribution { kind, from, proposition: about.clone(), amount });
            }
        };
        let needs = self.graph.needs();
        for (key, literal) in needs.keys.row(skill).iter().zip(needs.literals.row(skill)) {
            let Some(name) = self.proposition_of(*literal).filter(|_| self.truth.held_in_step(*literal))
            else {
                continue;
            };
            let sensor = self.registry.sensor(name);
            let silent = |disabled: bool| disabled && self.settings.suppress_disabled;
            let Some(sensor) = sensor.filter(|sensor| !silent(sensor.presence.disabled)) else { continue };
            let count = self.graph.needing_key(*key as usize).len() * record.agent.preconditions.len();
            let amount = self.buffers.explained.state * over(count) * sensor.agent.trust.at(self.steps);
            part(LinkKind::State, name.clone(), name, amount);
        }
        for goal in self.registry.goals() {
            if let Some((kind, amount)) = self.goal_part(skill, goal) {
                let name = goal.agent.literal.to_string().into();
                part(kind, name, &goal.agent.literal.proposition, amount);
            }
        }
        for link in self.buffers.sequences.iter().filter(|link| link.to == skill) {
            let amount = self.field.previous(link.from) * link.part;
            part(LinkKind::Followers, self.skill_name(link.from).into(), &record.agent.name, amount);
        }
        parts
    }

    /// What a goal gave to a skill, or took from it.
    fn goal_part(&self, skill: usize, goal: &GoalRecord) -> Option<(LinkKind, f64)> {
        if goal.presence.disabled && self.settings.suppress_disabled {
            return None;
        }
        let literal = *self.graph.index_of().get(goal.literal as usize)?;
        let key = *self.graph.key_of().get(literal as usize)? as usize;
        let (parameters, importance) = (&self.buffers.explained, goal.agent.importance.at(self.steps));
        if !self.truth.held_in_step(literal) {
            let entries = self.graph.adds().literals.row(skill);
            let times = entries.iter().filter(|added| **added == literal).count() as f64;
            let amount = parameters.goals * over(self.graph.adding_key(key).len()) * over(entries.len());
            return Some((LinkKind::Goals, amount * importance * times));
        }
        let deletes = self.graph.deletes().row(skill).iter().filter(|deleted| **deleted as usize == key);
        let times = if goal.agent.protected { deletes.count() as f64 } else { 0.0 };
        let length = self.graph.delete_lengths().get(skill).copied().unwrap_or(1) as usize;
        let amount = parameters.protection * over(self.graph.deleting().row(key).len()) * over(length);
        Some((LinkKind::Protected, amount * importance * times))
    }
}

fn over(count: usize) -> f64 {
    1.0 / count.max(1) as f64
}

/// Scales the parts of a kind so that they add up to its flow: before, they differ by rounding and by coefficients of the kind.
/// Where no part is known, one part stands for all.
fn adjust(parts: &mut Vec<Contribution>, kind: LinkKind, flow: f64) {
    let sum: f64 = parts.iter().filter(|part| part.kind == kind).map(|part| part.amount).sum();
    if sum > 0.0 && flow > 0.0 {
        parts.iter_mut().filter(|part| part.kind == kind).for_each(|part| part.amount *= flow / sum);
        return;
    }
    parts.retain(|part| part.kind != kind);
    if flow > 0.0 {
        let (from, proposition) = (Arc::from("agents that have changed"), Arc::from(kind.name()));
        parts.push(Contribution { kind, from, proposition, amount: flow });
    }
}
