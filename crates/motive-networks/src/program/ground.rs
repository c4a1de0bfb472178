//! Skills of families while a program runs: they come and go with the things that they are done with.

use crate::model::agents::{Sensor, Skill};
use crate::model::literal::{Literal, SensorValue};
use crate::model::update::{AgentName, Update};
use crate::network::Network;
use crate::program::schema::{ActionSchemas, CompiledSchema, GradedCondition, Need};
use motive_core::action::{Arguments, Command};
use motive_core::memory::Memory;
use motive_core::projection::Projection;
use motive_core::vocabulary::{Facts, Query, Value, Vocabulary};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

/// How many skills all families of a program make at most; ours. Things that were known earlier come first.
pub const MAX_GROUND_SKILLS: usize = 256;

/// A skill of a family.
#[derive(Clone, Debug)]
struct GroundSkill {
    name: Arc<str>,
    family: usize,
    arguments: Arguments,
    needs: Vec<Literal>,
}

/// A proposition that a skill of a family needs.
#[derive(Clone, Debug)]
struct GroundSensor {
    proposition: Arc<str>,
    family: usize,
    part: usize,
    arguments: Arguments,
}

/// The skills that families have made so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct GroundSkills {
    families: Arc<ActionSchemas>,
    instances: Vec<GroundSkill>,
    senses: Vec<GroundSensor>,
}

impl GroundSkills {
    pub(crate) fn new(families: Arc<ActionSchemas>) -> Self {
        Self { families, ..Self::default() }
    }

    /// What a skill of a family does.
    pub(crate) fn command(&self, skill: &str) -> Option<Command> {
        let instance = self.instances.iter().find(|instance| *instance.name == *skill)?;
        let action = self.families.list.get(instance.family)?.action.declared().action;
        Some(Command::Act { action, arguments: instance.arguments.clone() })
    }

    /// The skills whose action the world has just reported to be over. Of several with the same action it is not told which of them it was: those that
    /// were not done will be judged by what has come of them, like the others.
    pub(crate) fn reported(&self, memory: &Memory) -> BTreeSet<Arc<str>> {
        let builtin = memory.vocabulary().builtin();
        let mut actions: Vec<Value> = Vec::new();
        memory.candidates(&Query { kind: Some(builtin.action), equal: &[] }, &mut |id| {
            let running = memory.values(id, builtin.status).first() == Some(&Value::Symbol(builtin.running));
            actions.extend(memory.values(id, builtin.name).first().filter(|_| !running).cloned());
            ControlFlow::Continue(())
        });
        if actions.is_empty() {
            return BTreeSet::new();
        }
        let is_over = |instance: &&GroundSkill| {
            let family = self.families.list.get(instance.family);
            let info =
                family.and_then(|family| memory.vocabulary().action_info(family.action.declared().action));
            info.is_some_and(|info| actions.contains(&Value::Symbol(info.name)))
        };
        self.instances.iter().filter(is_over).map(|instance| instance.name.clone()).collect()
    }

    /// Makes skills for things that have come, and takes those away whose things have gone. Says whether anything changed.
    pub(crate) fn renew(&mut self, memory: &Memory, network: &mut Network) -> bool {
        let families = self.families.clone();
        let wanted = self.wanted(memory);
        let same = |(one, other): (&GroundSkill, &(usize, Arguments))| {
            (one.family, &one.arguments) == (other.0, &other.1)
        };
        if self.instances.len() == wanted.len() && self.instances.iter().zip(&wanted).all(same) {
            return false;
        }
        let before = std::mem::take(self);
        *self = Self::new(families);
        for (family, arguments) in wanted {
            self.instance(family, arguments, memory.vocabulary());
        }
        self.exchange(&before, network);
        true
    }

    /// The skills that there should be now, by family and what it is done with. Where there are too many, the families with most give way.
    fn wanted(&self, memory: &Memory) -> Vec<(usize, Arguments)> {
        let tuples = |(number, family): (usize, &CompiledSchema)| {
            let own = self.instances.iter().filter(|instance| instance.family == number);
            let before: Vec<&Arguments> = own.map(|instance| &instance.arguments).collect();
            family.choices.tuples(memory, &before)
        };
        let all: Vec<Vec<Arguments>> = self.families.list.iter().enumerate().map(tuples).collect();
        let within = |each: &usize| {
            all.iter().map(|tuples| tuples.len().min(*each)).sum::<usize>() <= MAX_GROUND_SKILLS
        };
        let each = (1..=MAX_GROUND_SKILLS).rev().find(within).unwrap_or(1);
        let one = |(family, tuples): (usize, Vec<Arguments>)| {
            tuples.into_iter().take(each).map(move |arguments| (family, arguments))
        };
        all.into_iter().enumerate().flat_map(one).take(MAX_GROUND_SKILLS).collect()
    }

    /// Adds a skill and what it needs.
    fn instance(&mut self, family: usize, arguments: Arguments, names: &Vocabulary) {
        let families = self.families.clone();
        let Some(built) = families.list.get(family) else { return };
        let action = built.action.declared().action;
        let name = Command::Act { action, arguments: arguments.clone() }.display(names);
        let mut needs = Vec::new();
        for (part, Need { question, truth }) in built.needs.iter().enumerate() {
            let proposition = called(question, built, &arguments, names);
            needs.push(Literal { proposition: proposition.clone(), value: (*truth).into() });
            if !self.senses.iter().any(|sensed| sensed.proposition == proposition) {
                self.senses.push(GroundSensor { proposition, family, part, arguments: arguments.clone() });
            }
        }
        self.instances.push(GroundSkill { name: name.into(), family, arguments, needs });
    }

    /// Agents that are no longer needed go; sensors that are new come. Skills come when their lists are known.
    fn exchange(&self, before: &Self, network: &mut Network) {
        let names: BTreeSet<&Arc<str>> = self.instances.iter().map(|instance| &instance.name).collect();
        for gone in before.instances.iter().filter(|old| !names.contains(&old.name)) {
            // It was registered here, unless its name was taken.
            let _ = network.apply(Update::Amputate(AgentName::Skill(gone.name.clone())));
        }
        let senses: BTreeSet<&Arc<str>> = self.senses.iter().map(|sensed| &sensed.proposition).collect();
        for gone in before.senses.iter().filter(|old| !senses.contains(&old.proposition)) {
            let known = self.families.known.iter().any(|(name, _)| *name == gone.proposition);
            if !known {
                let _ = network.apply(Update::Amputate(AgentName::Sensor(gone.proposition.clone())));
            }
        }
        for new in senses {
            if network.value(new).is_none() {
                let _ = network.register(Sensor::new(new, false));
            }
        }
    }

    /// Looks at what skills of families need. Says whether anything that is sensed has changed.
    pub(crate) fn look(&self, memory: &Memory, network: &mut Network, graded: bool) -> bool {
        let mut changed = false;
        for sensed in &self.senses {
            let Some(question) = self.question(sensed) else { continue };
            let value = if graded {
                SensorValue::Number(question.degree(memory, &sensed.arguments))
            } else {
                SensorValue::Truth(question.holds(memory, &sensed.arguments))
            };
            if network.value(&sensed.proposition) != Some(&value) {
                changed = true;
                let _ = network.apply(Update::Sense { sensor: sensed.proposition.clone(), value });
            }
        }
        changed
    }

    fn question(&self, sensed: &GroundSensor) -> Option<&GradedCondition> {
        Some(&self.families.list.get(sensed.family)?.needs.get(sensed.part)?.question)
    }

    /// The propositions that somebody wants or needs to be false.
    fn to_be_false(&self, network: &Network) -> BTreeSet<Arc<str>> {
        let needed = self.instances.iter().flat_map(|instance| &instance.needs);
        let wanted = network.goals().map(|goal| &goal.literal);
        let is_false = |literal: &&Literal| literal.value == SensorValue::FALSE;
        needed.chain(wanted).filter(is_false).map(|literal| literal.proposition.clone()).collect()
    }

    /// Works out what every skill that is not being done would change now. One that would make nothing true, and bring nothing nearer that is
    /// wanted, is left out until it would: it would only soak up energy. Gives how much was looked at.
    pub(crate) fn foresee(&self, memory: &Memory, network: &mut Network) -> usize {
        let mut looked = 0;
        let to_be_false = self.to_be_false(network);
        let is_of_use = |skill: &Skill| {
            let undoes = skill.deletes.iter().any(|made| to_be_false.contains(&made.literal.proposition));
            !skill.adds.is_empty() || undoes
        };
        for instance in &self.instances {
            let known = network.skill(&instance.name);
            // What is being done is judged by what it promised.
            if known.is_some_and(|skill| network.is_executing(skill)) {
                continue;
            }
            let skill = self.foreseen(instance, memory, &mut looked);
            let update = match known {
                None if !is_of_use(&skill) => continue,
                Some(_) if !is_of_use(&skill) => Update::Amputate(AgentName::Skill(skill.name)),
                None => Update::Skill(skill),
                Some(known) if network.skill_agent(known).is_some_and(|agent| *agent != skill) => {
                    Update::Edit(skill)
                }
                Some(_) => continue,
            };
            // A network that is full goes on with what it has.
            let _ = network.apply(update);
        }
        looked
    }

    /// A skill with what it would change as things stand.
    fn foreseen(&self, instance: &GroundSkill, memory: &Memory, looked: &mut usize) -> Skill {
        let mut skill = Skill::new(&instance.name).needs(instance.needs.iter().cloned());
        let Some(family) = self.families.list.get(instance.family) else { return skill };
        let mut after = Projection::new(memory);
        family.action.apply(&mut after, &instance.arguments);
        family.action.answer(&mut after, &instance.arguments);
        for (proposition, question, arguments) in self.touched(instance.family) {
            *looked += 1;
            skill = match changed(question, arguments, memory, &after) {
                Some(true) => skill.adds([(&**proposition, true)]),
                Some(false) => skill.deletes([(&**proposition, false)]),
                None => skill,
            };
        }
        skill
    }

    /// The propositions that an action of a family may change, with what to ask.
    fn touched(&self, family: usize) -> impl Iterator<Item = (&Arc<str>, &GradedCondition, &[Value])> {
        let families = &self.families;
        let known = families.known.iter().zip(families.may_change_known.get(family).into_iter().flatten());
        let known = known.filter(|(_, may)| **may).map(|((name, question), _)| (name, question, &[][..]));
        let parts = families.may_change_part.get(family);
        let may = move |sensed: &&GroundSensor| {
            let part = parts.and_then(|parts| parts.get(sensed.family)?.get(sensed.part));
            let named = families.known.iter().any(|(name, _)| *name == sensed.proposition);
            part.copied().unwrap_or(false) && !named
        };
        let own = self.senses.iter().filter(may);
        known.chain(
            own.filter_map(|sensed| {
                Some((&sensed.proposition, self.question(sensed)?, &sensed.arguments[..]))
            }),
        )
    }
}

/// What becomes of a condition; nothing if it stays as it is. One that does not hold and comes nearer counts as made true.
fn changed(
    question: &GradedCondition,
    arguments: &[Value],
    now: &Memory,
    after: &Projection<'_, Memory>,
) -> Option<bool> {
    let (held, holds) = (question.holds(now, arguments), question.holds(after, arguments));
    if held != holds {
        return Some(holds);
    }
    let nearer = || Some(question.gap(after, arguments)? < question.gap(now, arguments)?);
    (!held && nearer() == Some(true)).then_some(true)
}

/// A condition with the things for which its parameters stand, as a name.
fn called(
    question: &GradedCondition,
    family: &CompiledSchema,
    arguments: &[Value],
    names: &Vocabulary,
) -> Arc<str> {
    let parameters = &family.action.declared().parameters;
    let filled = question.condition.renamed(&mut |_, name| {
        let name = name?;
        let at = parameters.iter().position(|parameter| parameter == name);
        Some(
            at.and_then(|at| arguments.get(at))
                .map_or_else(|| name.clone(), |value| value.display(names).into()),
        )
    });
    filled.display(names).into()
}
