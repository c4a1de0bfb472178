//! Logs of steps, in the format of the published logs.

use crate::activation::coefficients::LinkKind;
use crate::network::Network;
use crate::network::step::Step;
use crate::network::step_events::Notice;
use std::fmt::Write;

impl Network {
    /// The log of a step, in the format of the published logs.
    #[must_use]
    pub fn log(&self, step: Step) -> String {
        let mut text = format!("**** Time Step [{}]:\n", step.number);
        self.log_sensors(&mut text);
        for link in self.links(LinkKind::Inhibition) {
            let holds = link.amount > 0.0 || self.inhibits(&link);
            if link.from != link.to && holds {
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
        for (proposition, _) in self.sensors() {
            for skill in 0..self.skill_count() {
                let Some(agent) = self.skill_agent(skill) else { continue };
                let needed = agent.preconditions.iter().find(|literal| literal.proposition == *proposition);
                if needed.is_some_and(|literal| self.holds(literal)) {
                    let count = self.registry.propositions().find(proposition).map_or(1, |about| {
                        let literals = self.graph.literals_about().row(about as usize).iter();
                        literals.map(|literal| self.graph.needing().row(*literal as usize).len()).sum()
                    });
                    let amount =
                        self.parameters().state / count.max(1) as f64 / agent.preconditions.len() as f64;
                    let name = &agent.name;
                    let _ = writeln!(
                        text,
                        "sending [{amount:.6}] activation to skill {name} from sensor {proposition}."
                    );
                }
            }
        }
    }

    fn inhibits(&self, link: &crate::network::explain::Link) -> bool {
        self.skill_agent(link.from).is_some_and(|agent| {
            agent
                .preconditions
                .iter()
                .any(|literal| literal.proposition == link.proposition && self.holds(literal))
        })
    }

    fn log_levels(&self, text: &mut String, step: Step) {
        let heading = if step.scaled { "after decay" } else { "no decay was needed" };
        let _ = writeln!(text, "activation before decay ({heading}):");
        for skill in 0..self.skill_count() {
            let flows = self.flows(skill);
            let name = self.skill_name(skill);
            let _ = match step.scaled {
                true => {
                    writeln!(text, "skill {name} = {:.6}   skill {name} = {:.6}", flows.before, flows.after)
                }
                false => writeln!(text, "skill {name} = {:.6}", flows.before),
            };
        }
    }

    /// The value of a sensor, and the skills that need, add and delete its proposition.
    #[must_use]
    pub fn describe_sensor(&self, proposition: &str) -> Option<String> {
        let value = self.value(proposition)?;
        let mut text = format!("sensor {proposition} = {value}\n");
        let list = |text: &mut String, name: &str, entries: Vec<String>| {
            let entries = if entries.is_empty() { "none".to_owned() } else { entries.join(", ") };
            let _ = writeln!(text, "  {name}: {entries}");
        };
        let of =
            |literals: fn(&crate::model::agents::Skill) -> Vec<crate::model::literal::Literal>| -> Vec<String> {
                let skills = self.registry.skills().iter();
                let entry = |record: &crate::registry::records::SkillRecord| {
                    let literal =
                        literals(&record.agent).into_iter().find(|literal| *literal.proposition == *proposition)?;
                    Some(format!("{} ({})", record.agent.name, literal.value))
                };
                skills.filter_map(entry).collect()
            };
        list(&mut text, "needed by", of(|skill| skill.preconditions.clone()));
        list(&mut text, "added by", of(|skill| skill.adds.iter().map(|add| add.literal.clone()).collect()));
        list(
            &mut text,
            "deleted by",
            of(|skill| skill.deletes.iter().map(|entry| entry.literal.clone()).collect()),
        );
        Some(text)
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
