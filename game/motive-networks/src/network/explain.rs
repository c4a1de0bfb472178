//! Where the activation of a skill came from in the last step, and logs of steps in the format of the published logs.

use super::{Network, NetworkStep, Notice};
use crate::activation::{Activation, Flows, SequenceInput};
use crate::graph::LinkGraph;
use crate::model::{LinkKind, Literal, NetworkSettings, Skill};
use crate::registry::{AgentPresence, AgentRegistry, GoalRecord, SkillRecord};
use std::collections::BTreeMap;
use std::fmt::Write;
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

/// The last step of a network, as far as what the step left behind shows it.
struct LastStep<'n> {
    activation: &'n Activation,
    links: &'n LinkGraph,
    registry: &'n AgentRegistry,
    settings: &'n NetworkSettings,
    sequences: &'n [SequenceInput],
    number: u64,
    /// There was a step.
    made: bool,
}

impl LastStep<'_> {
    /// The links of a kind from one skill.
    fn links_from(&self, kind: LinkKind, from: usize) -> Vec<Link> {
        let links = self.links;
        let entries = match kind {
            LinkKind::Forward => &links.adds,
            LinkKind::Backward | LinkKind::Inhibition => &links.needs,
            _ => return Vec::new(),
        };
        let mut found = Vec::new();
        for (key, literal) in entries.of(from) {
            let (key, Some(proposition)) = (key as usize, self.proposition_of(literal)) else { continue };
            let mut others = match kind {
                LinkKind::Forward => links.needing_key(key).to_vec(),
                LinkKind::Backward => links.adding_key(key).to_vec(),
                _ => links.deleting.row(key).to_vec(),
            };
            others.sort_unstable();
            found.extend(others.into_iter().map(|to| {
                let to = to as usize;
                let amount = self.flow(kind, from, to, key, literal);
                Link { kind, from, to, proposition: proposition.clone(), amount }
            }));
        }
        if kind == LinkKind::Inhibition && self.settings.cap_inhibition {
            self.cap(&mut found);
        }
        found
    }

    /// Caps inhibition: a skill takes no more from another, along all links between the two, than that has.
    fn cap(&self, links: &mut [Link]) {
        let mut sums = BTreeMap::<usize, f64>::new();
        links.iter().for_each(|link| *sums.entry(link.to).or_default() += link.amount);
        for link in links {
            let (sum, limit) =
                (sums.get(&link.to).copied().unwrap_or(0.0), self.activation.previous(link.to));
            if sum > limit {
                link.amount *= limit / sum;
            }
        }
    }

    fn proposition_of(&self, literal: u32) -> Option<&Arc<str>> {
        self.registry.propositions.name(*self.links.proposition_of.get(literal as usize)?)
    }

    fn held(&self, literal: u32) -> bool {
        self.activation.truth.held_in_step(literal)
    }

    /// Whether all preconditions of a skill held.
    fn was_executable(&self, skill: usize) -> bool {
        self.links.needs.of(skill).all(|(_, literal)| self.held(literal))
    }

    /// What flowed along a link, before inhibition is capped.
    fn flow(&self, kind: LinkKind, from: usize, to: usize, key: usize, literal: u32) -> f64 {
        let suppressed = self.activation.was_suppressed(from) || self.activation.was_suppressed(to);
        if suppressed || !self.made {
            return 0.0;
        }
        let (links, holds, parameters) = (self.links, self.held(literal), &self.activation.explained);
        let level = self.activation.previous(from)
            * self.registry.skill(from).map_or(1.0, |record| record.agent.influence.at(self.number));
        let amount = match kind {
            LinkKind::Forward if self.was_executable(from) && !holds => {
                let share = over(links.needs.count(to)) * over(links.needing_key(key).len());
                level * parameters.state / parameters.goals * share
            }
            LinkKind::Backward if !self.was_executable(from) && !holds => {
                level * (over(links.adds.count(to)) * over(links.adding_key(key).len()))
            }
            LinkKind::Inhibition if holds && from != to && !self.is_spared(from, to) => {
                let share = over(links.delete_length(to)) * over(links.deleting.row(key).len());
                level * parameters.protection / parameters.goals * share
            }
            _ => 0.0,
        };
        amount * self.activation.coefficients.of_link(kind, from, to, self.number)
    }

    /// Whether `to` is not inhibited because it is the stronger of two skills in a mutual conflict.
    fn is_spared(&self, from: usize, to: usize) -> bool {
        let mut held = self.links.needs.of(to).filter(|(_, literal)| self.held(*literal));
        self.settings.spare_stronger
            && self.activation.previous(from) < self.activation.previous(to)
            && held.any(|(key, _)| self.links.deletes.row(from).contains(&key))
    }

    /// Everything that a skill gained or lost, computed from links and agents.
    fn parts(&self, skill: usize, record: &SkillRecord) -> Vec<Contribution> {
        let mut parts = self.external_parts(skill, record);
        for kind in [LinkKind::Backward, LinkKind::Forward, LinkKind::Inhibition] {
            let links = (0..self.links.skills()).flat_map(|from| self.links_from(kind, from));
            let links = links.filter(|link| link.to == skill && link.amount > 0.0);
            parts.extend(links.map(|link| Contribution {
                kind,
                from: self.skill_name(link.from),
                proposition: link.proposition,
                amount: link.amount,
            }));
        }
        parts
    }

    fn skill_name(&self, skill: usize) -> Arc<str> {
        self.registry.skill(skill).map_or_else(|| "".into(), |record| record.agent.name.clone())
    }

    /// What sensors, goals and remembered sequences gave and took.
    fn external_parts(&self, skill: usize, record: &SkillRecord) -> Vec<Contribution> {
        let mut parts = Vec::new();
        let mut part = |kind: LinkKind, from: Arc<str>, about: &Arc<str>, amount: f64| {
            if amount > 0.0 {
                parts.push(Contribution { kind, from, proposition: about.clone(), amount });
            }
        };
        for (key, literal) in self.links.needs.of(skill).filter(|(_, literal)| self.held(*literal)) {
            let Some(name) = self.proposition_of(literal) else { continue };
            let sensor = self.registry.sensor(name).filter(|sensor| !self.is_silent(&sensor.presence));
            let Some(sensor) = sensor else { continue };
            let count = self.links.needing_key(key as usize).len() * record.agent.preconditions.len();
            let amount = self.activation.explained.state * over(count) * sensor.agent.trust.at(self.number);
            part(LinkKind::State, name.clone(), name, amount);
        }
        for goal in self.registry.goals.iter().filter(|goal| !self.is_silent(&goal.presence)) {
            if let Some((kind, amount)) = self.goal_part(skill, goal) {
                let name = goal.agent.literal.to_string().into();
                part(kind, name, &goal.agent.literal.proposition, amount);
            }
        }
        for link in self.sequences.iter().filter(|link| link.to == skill) {
            let amount = self.activation.previous(link.from) * link.part;
            part(LinkKind::Followers, self.skill_name(link.from), &record.agent.name, amount);
        }
        parts
    }

    fn is_silent(&self, presence: &AgentPresence) -> bool {
        presence.disabled && self.settings.suppress_disabled
    }

    /// What a goal gave to a skill, or took from it.
    fn goal_part(&self, skill: usize, goal: &GoalRecord) -> Option<(LinkKind, f64)> {
        let links = self.links;
        let literal = links.index(goal.literal)?;
        let key = links.key(literal);
        let (parameters, importance) = (&self.activation.explained, goal.agent.importance.at(self.number));
        if !self.held(literal) {
            let times = links.adds.of(skill).filter(|(_, added)| *added == literal).count() as f64;
            let amount = parameters.goals * over(links.adding_key(key).len()) * over(links.adds.count(skill));
            return Some((LinkKind::Goals, amount * importance * times));
        }
        let deletes = links.deletes.row(skill).iter().filter(|deleted| **deleted as usize == key);
        let times = if goal.agent.protected { deletes.count() as f64 } else { 0.0 };
        let (card, length) = (links.deleting.row(key).len(), links.delete_length(skill));
        let amount = parameters.protection * over(card) * over(length);
        Some((LinkKind::Protected, amount * importance * times))
    }
}

impl Network {
    fn explained_step(&self) -> LastStep<'_> {
        LastStep {
            activation: &self.activation,
            links: &self.activation.links,
            registry: &self.registry,
            settings: &self.settings,
            sequences: &self.sequences.inputs,
            number: self.steps,
            made: self.selection.last.is_some(),
        }
    }

    /// All links of a kind between skills: backward, forward or inhibition; there are none of other kinds. Links from a skill to
    /// itself are included.
    pub fn links(&self, kind: LinkKind) -> Vec<Link> {
        let step = self.explained_step();
        (0..step.links.skills()).flat_map(|from| step.links_from(kind, from)).collect()
    }

    /// Where the activation of a skill came from in the last step.
    pub fn explain(&self, skill: usize) -> Option<Explanation> {
        let record = self.registry.skill(skill)?;
        let (flows, had) = (self.flows(skill), self.activation.previous(skill));
        let suppressed = self.activation.was_suppressed(skill);
        let gains = LinkKind::ALL.into_iter().filter(|kind| !kind.takes_away() && flows.of(*kind) > 0.0);
        let main = gains.max_by(|one, other| flows.of(*one).total_cmp(&flows.of(*other)));
        // After agents were registered or removed, the links of the last step are no longer known.
        let known = !self.activation.has_stale_links() && !suppressed;
        let mut parts = if known { self.explained_step().parts(skill, record) } else { Vec::new() };
        let mut sum = had;
        for kind in LinkKind::ALL {
            let flow = if suppressed { 0.0 } else { flows.of(kind) };
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

    /// The log of a step, in the format of the published logs.
    pub fn log(&self, step: NetworkStep) -> String {
        let mut text = format!("**** Time Step [{}]:\n", step.number);
        self.log_sensors(&mut text);
        for link in self.links(LinkKind::Inhibition) {
            let needs = |literal: &Literal| literal.proposition == link.proposition && self.holds(literal);
            let agent = self.skill_agent(link.from);
            let inhibits = agent.is_some_and(|agent| agent.preconditions.iter().any(needs));
            if link.from != link.to && (link.amount > 0.0 || inhibits) {
                let (from, to) = (self.skill_name(link.from), self.skill_name(link.to));
                let _ = writeln!(
                    text,
                    "skill {from} decreases (inhibits) skill {to} with {:.6} for {}.",
                    link.amount, link.proposition
                );
            }
        }
        self.log_levels(&mut text, step);
        for skill in self.started() {
            let _ = writeln!(text, "skill {} has been determined to be active.", self.skill_name(*skill));
        }
        let word = if step.selected.is_some() { "resetting" } else { "lowering" };
        let _ = writeln!(text, "{word} threshold to {:.6}", step.threshold);
        self.notices().iter().for_each(|notice| log_notice(&mut text, notice));
        text
    }

    /// What each sensor gives to each skill.
    fn log_sensors(&self, text: &mut String) {
        let links = &self.activation.links;
        for (proposition, _) in self.sensors() {
            let count: usize = self.registry.propositions.find(proposition).map_or(1, |about| {
                let literals = links.literals_about.row(about as usize).iter();
                literals.map(|literal| links.needing.row(*literal as usize).len()).sum()
            });
            for Skill { name, preconditions, .. } in self.registry.skills.iter().map(|record| &*record.agent)
            {
                let needed = preconditions.iter().find(|literal| literal.proposition == *proposition);
                if needed.is_some_and(|literal| self.holds(literal)) {
                    let amount = self.parameters().state / count.max(1) as f64 / preconditions.len() as f64;
                    let _ = writeln!(
                        text,
                        "sending [{amount:.6}] activation to skill {name} from sensor {proposition}."
                    );
                }
            }
        }
    }

    fn log_levels(&self, text: &mut String, step: NetworkStep) {
        let heading = if step.scaled { "after decay" } else { "no decay was needed" };
        let _ = writeln!(text, "activation before decay ({heading}):");
        for skill in 0..self.skill_count() {
            let (flows, name) = (self.flows(skill), self.skill_name(skill));
            let _ = match step.scaled {
                true => {
                    writeln!(text, "skill {name} = {:.6}   skill {name} = {:.6}", flows.before, flows.after)
                }
                false => writeln!(text, "skill {name} = {:.6}", flows.before),
            };
        }
    }

    /// The value of a sensor, and the skills that need, add and delete its proposition.
    pub fn describe_sensor(&self, proposition: &str) -> Option<String> {
        type Entries = fn(&Skill) -> Vec<&Literal>;
        let mut text = format!("sensor {proposition} = {}\n", self.value(proposition)?);
        let lists: [(&str, Entries); 3] = [
            ("needed by", |skill| skill.preconditions.iter().collect()),
            ("added by", |skill| skill.adds.iter().map(|add| &add.literal).collect()),
            ("deleted by", |skill| skill.deletes.iter().map(|entry| &entry.literal).collect()),
        ];
        for (list, literals) in lists {
            let entry = |record: &SkillRecord| {
                let literals = literals(&record.agent);
                let literal = literals.into_iter().find(|literal| *literal.proposition == *proposition)?;
                Some(format!("{} ({})", record.agent.name, literal.value))
            };
            let entries: Vec<String> = self.registry.skills.iter().filter_map(entry).collect();
            let entries = if entries.is_empty() { "none".to_owned() } else { entries.join(", ") };
            let _ = writeln!(text, "  {list}: {entries}");
        }
        Some(text)
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

fn log_notice(text: &mut String, notice: &Notice) {
    let _ = match notice {
        Notice::Disabled { who, silent } => writeln!(
            text,
            "NOTE: agent {who} has not responded to a message sent {:.1} seconds ago -- marking it disabled",
            *silent as f64 / 1e6
        ),
        Notice::Amputated(who) => writeln!(text, "agent {who} has been amputated"),
        Notice::Judged { skill, success, level } => writeln!(
            text,
            "skill {skill} is finished, {:.0} % of what it predicted is true; its activation level is {level:.6}",
            success * 100.0
        ),
        Notice::Instance { skill, wanted } => writeln!(text, "created skill {skill} to achieve {wanted}"),
        Notice::InstanceGone(skill) => writeln!(text, "skill {skill} is no longer needed"),
        Notice::Loop { skill, times } => {
            writeln!(text, "skill {skill} was selected {times} times in the same state")
        }
    };
}
