//! AgentName gave what to whom.

use crate::activation::coefficients::LinkKind;
use crate::activation::engine::Flows;
use crate::network::Network;
use std::sync::Arc;

/// A link between two skills, and what flowed along it in the last step.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Link {
    /// Backward to a predecessor, forward to a successor, or taken from a conflicter.
    pub kind: LinkKind,
    /// The skill that gives or takes.
    pub from: usize,
    /// The skill that gets or loses.
    pub to: usize,
    /// What they share.
    pub proposition: Arc<str>,
    /// How much flowed.
    pub amount: f64,
}

/// A part of what a skill got or lost in the last step.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Contribution {
    /// By which way.
    pub kind: LinkKind,
    /// The sensor, goal or skill that it came from.
    pub from: Arc<str>,
    /// What it was about.
    pub proposition: Arc<str>,
    /// How much; what was taken away is positive too.
    pub amount: f64,
}

/// Explanation a skill has the activation that it has.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Explanation {
    /// Which skill.
    pub skill: Arc<str>,
    /// What it had before the step.
    pub had: f64,
    /// What it got and lost, by source.
    pub flows: Flows,
    /// The source that gave it most in this step.
    pub main: Option<LinkKind>,
    /// The parts, the greatest first.
    pub parts: Vec<Contribution>,
}

impl Network {
    /// All links of a kind: backward, forward or inhibition; other kinds have none between skills that stay. Those of a skill
    /// to itself are listed too.
    #[must_use]
    pub fn links(&self, kind: LinkKind) -> Vec<Link> {
        let skills = 0..self.links.skills();
        skills.flat_map(|from| self.links_from(kind, from)).collect()
    }

    /// The links of a kind from one skill.
    fn links_from(&self, kind: LinkKind, from: usize) -> Vec<Link> {
        let lists = match kind {
            LinkKind::Forward => &self.links.adds,
            LinkKind::Backward | LinkKind::Inhibition => &self.links.needs,
            _ => return Vec::new(),
        };
        let mut found = Vec::new();
        for (key, pair) in lists.keys.row(from).iter().zip(lists.pairs.row(from)) {
            let Some(proposition) = self.proposition_of(*pair) else { continue };
            let mut others = match kind {
                LinkKind::Forward => self.links.needing_key(*key as usize).to_vec(),
                LinkKind::Backward => self.links.adding_key(*key as usize).to_vec(),
                _ => self.links.deleting.row(*key as usize).to_vec(),
            };
            others.sort_unstable();
            for to in others {
                let to = to as usize;
                let amount = self.flow(kind, from, to, *key as usize, *pair as usize);
                found.push(Link { kind, from, to, proposition: proposition.clone(), amount });
            }
        }
        found
    }

    fn proposition_of(&self, pair: u32) -> Option<&Arc<str>> {
        self.names.name(*self.links.proposition_of.get(pair as usize)?)
    }

    /// What flowed along a link in the last step.
    fn flow(&self, kind: LinkKind, from: usize, to: usize, key: usize, pair: usize) -> f64 {
        let silent = |skill: usize| self.room.suppressed.get(skill).copied().unwrap_or(false);
        if silent(from) || silent(to) || self.last.is_none() {
            return 0.0;
        }
        let holds = self.truth.holds.get(pair).copied().unwrap_or(false);
        let parameters = &self.settings.parameters;
        let level = self.engine.previous(from)
            * self.skills.get(from).map_or(1.0, |record| record.agent.influence.at(self.steps));
        let over = |count: usize| 1.0 / count.max(1) as f64;
        let needs = || over(self.links.needs.keys.row(to).len()) * over(self.links.needing_key(key).len());
        let adds = || over(self.links.adds.keys.row(to).len()) * over(self.links.adding_key(key).len());
        let deletes = || {
            let length = self.links.delete_lengths.get(to).copied().unwrap_or(1) as usize;
            over(length) * over(self.links.deleting.row(key).len())
        };
        let amount = match kind {
            LinkKind::Forward if self.is_executable(from) && !holds => {
                level * parameters.state / parameters.goals * needs()
            }
            LinkKind::Backward if !self.is_executable(from) && !holds => level * adds(),
            LinkKind::Inhibition if holds && from != to && !self.is_spared(from, to) => {
                (level * parameters.protection / parameters.goals * deletes()).min(self.engine.previous(to))
            }
            _ => 0.0,
        };
        let of_kind = self.influence.of_kind(kind, self.steps);
        amount * self.influence.link(kind, from, to, self.steps, of_kind)
    }

    /// Whether a skill is the stronger of two that would spoil each other, and so is not inhibited.
    fn is_spared(&self, from: usize, to: usize) -> bool {
        let had = self.links.needs.keys.row(to).iter().zip(self.links.needs.pairs.row(to));
        let mut held =
            had.filter(|(_, pair)| self.truth.holds.get(**pair as usize).copied().unwrap_or(false));
        self.settings.spare_stronger
            && self.engine.previous(from) < self.engine.previous(to)
            && held.any(|(key, _)| self.links.deletes.row(from).contains(key))
    }

    /// Explanation a skill has the activation that it has after the last step.
    #[must_use]
    pub fn why(&self, skill: usize) -> Option<Explanation> {
        let record = self.skills.get(skill)?;
        let flows = self.flows(skill);
        let gains = LinkKind::ALL.into_iter().filter(|kind| !kind.takes_away() && flows.of(*kind) > 0.0);
        let main = gains.max_by(|one, other| flows.of(*one).total_cmp(&flows.of(*other)));
        let mut parts = self.outside_parts(skill, &flows);
        for kind in [LinkKind::Backward, LinkKind::Forward, LinkKind::Inhibition] {
            parts.extend(
                self.links(kind).into_iter().filter(|link| link.to == skill && link.amount > 0.0).map(
                    |link| Contribution {
                        kind,
                        from: self.skill_name(link.from).into(),
                        proposition: link.proposition,
                        amount: link.amount,
                    },
                ),
            );
        }
        parts.sort_by(|one, other| other.amount.total_cmp(&one.amount));
        Some(Explanation {
            skill: record.agent.name.clone(),
            had: self.engine.previous(skill),
            flows,
            main,
            parts,
        })
    }

    /// What sensors, goals and memories gave and took.
    fn outside_parts(&self, skill: usize, flows: &Flows) -> Vec<Contribution> {
        let mut parts = Vec::new();
        let Some(record) = self.skills.get(skill) else { return parts };
        let mut part = |kind: LinkKind, from: &Arc<str>, about: &Arc<str>, amount: f64| {
            if amount > 0.0 {
                parts.push(Contribution { kind, from: from.clone(), proposition: about.clone(), amount });
            }
        };
        for (key, pair) in self.links.needs.keys.row(skill).iter().zip(self.links.needs.pairs.row(skill)) {
            let holds = self.truth.holds.get(*pair as usize).copied().unwrap_or(false);
            if let (true, Some(name)) = (holds, self.proposition_of(*pair)) {
                let count = self.links.needing_key(*key as usize).len() * record.agent.preconditions.len();
                part(LinkKind::State, name, name, self.settings.parameters.state / count.max(1) as f64);
            }
        }
        for goal in &self.goals {
            let name = &goal.agent.pair.proposition;
            let about = |made: &crate::model::agents::Prediction| made.pair.proposition == *name;
            if record.agent.predictions().any(about) {
                let (kind, amount) = if self.holds(&goal.agent.pair) {
                    (LinkKind::Protected, flows.protected)
                } else {
                    (LinkKind::Goals, flows.goals)
                };
                part(kind, &goal.agent.pair.to_string().into(), name, amount);
            }
        }
        if flows.followers > 0.0 {
            part(LinkKind::SequenceMemory, &"memory".into(), &record.agent.name, flows.followers);
        }
        parts
    }
}
