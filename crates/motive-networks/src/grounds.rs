//! Skills of families while a program runs: they come and go with the things that they are done with.

use super::agent::{Sensor, Skill};
use super::arrival::{Arrival, Who};
use super::family::{BuiltFamily, Families, Part, Question};
use super::sign::{Pair, Sign};
use super::whole::Network;
use motive_core::action::{Arguments, Command};
use motive_core::memory::Memory;
use motive_core::projection::Projection;
use motive_core::vocabulary::{Facts, Query, Value, Vocabulary};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

/// How many skills all families of a program make at most; ours. Things that were known earlier come first.
pub const MOST_OF_FAMILIES: usize = 256;

/// A skill of a family.
#[derive(Clone, Debug)]
struct Instance {
    name: Arc<str>,
    family: usize,
    arguments: Arguments,
    needs: Vec<Pair>,
}

/// A proposition that a skill of a family needs.
#[derive(Clone, Debug)]
struct Sensed {
    proposition: Arc<str>,
    family: usize,
    part: usize,
    arguments: Arguments,
}

/// The skills that families have made so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Grounds {
    families: Arc<Families>,
    instances: Vec<Instance>,
    senses: Vec<Sensed>,
}

impl Grounds {
    pub(super) fn new(families: Arc<Families>) -> Self {
        Self { families, ..Self::default() }
    }

    /// What a skill of a family does.
    pub(super) fn command(&self, skill: &str) -> Option<Command> {
        let instance = self.instances.iter().find(|instance| *instance.name == *skill)?;
        let action = self.families.list.get(instance.family)?.action.declared().action;
        Some(Command::Act { action, arguments: instance.arguments.clone() })
    }

    /// The skills whose action the world has just reported to be over. Of several with the same action it is not told which of them it was: those that
    /// were not done will be judged by what has come of them, like the others.
    pub(super) fn reported(&self, memory: &Memory) -> BTreeSet<Arc<str>> {
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
        let is_over = |instance: &&Instance| {
            let family = self.families.list.get(instance.family);
            let info =
                family.and_then(|family| memory.vocabulary().action_info(family.action.declared().action));
            info.is_some_and(|info| actions.contains(&Value::Symbol(info.name)))
        };
        self.instances.iter().filter(is_over).map(|instance| instance.name.clone()).collect()
    }

    /// Makes skills for things that have come, and takes those away whose things have gone. Says whether anything changed.
    pub(super) fn renew(&mut self, memory: &Memory, network: &mut Network) -> bool {
        let families = self.families.clone();
        let wanted = self.wanted(memory);
        let same = |(one, other): (&Instance, &(usize, Arguments))| {
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
        let tuples = |(number, family): (usize, &BuiltFamily)| {
            let own = self.instances.iter().filter(|instance| instance.family == number);
            let before: Vec<&Arguments> = own.map(|instance| &instance.arguments).collect();
            family.choices.tuples(memory, &before)
        };
        let all: Vec<Vec<Arguments>> = self.families.list.iter().enumerate().map(tuples).collect();
        let within = |each: &usize| {
            all.iter().map(|tuples| tuples.len().min(*each)).sum::<usize>() <= MOST_OF_FAMILIES
        };
        let each = (1..=MOST_OF_FAMILIES).rev().find(within).unwrap_or(1);
        let one = |(family, tuples): (usize, Vec<Arguments>)| {
            tuples.into_iter().take(each).map(move |arguments| (family, arguments))
        };
        all.into_iter().enumerate().flat_map(one).take(MOST_OF_FAMILIES).collect()
    }

    /// Adds a skill and what it needs.
    fn instance(&mut self, family: usize, arguments: Arguments, names: &Vocabulary) {
        let families = self.families.clone();
        let Some(built) = families.list.get(family) else { return };
        let action = built.action.declared().action;
        let name = Command::Act { action, arguments: arguments.clone() }.display(names);
        let mut needs = Vec::new();
        for (part, Part { question, truth }) in built.needs.iter().enumerate() {
            let proposition = called(question, built, &arguments, names);
            needs.push(Pair { proposition: proposition.clone(), value: (*truth).into() });
            if !self.senses.iter().any(|sensed| sensed.proposition == proposition) {
                self.senses.push(Sensed { proposition, family, part, arguments: arguments.clone() });
            }
        }
        self.instances.push(Instance { name: name.into(), family, arguments, needs });
    }

    /// Agents that are no longer needed go; sensors that are new come. Skills come when their lists are known.
    fn exchange(&self, before: &Self, network: &mut Network) {
        let names: BTreeSet<&Arc<str>> = self.instances.iter().map(|instance| &instance.name).collect();
        for gone in before.instances.iter().filter(|old| !names.contains(&old.name)) {
            // It was registered here, unless its name was taken.
            let _ = network.take(Arrival::Amputate(Who::Skill(gone.name.clone())));
        }
        let senses: BTreeSet<&Arc<str>> = self.senses.iter().map(|sensed| &sensed.proposition).collect();
        for gone in before.senses.iter().filter(|old| !senses.contains(&old.proposition)) {
            let known = self.families.known.iter().any(|(name, _)| *name == gone.proposition);
            if !known {
                let _ = network.take(Arrival::Amputate(Who::Sensor(gone.proposition.clone())));
            }
        }
        for new in senses {
            if network.value(new).is_none() {
                let _ = network.register(Sensor::new(new, false));
            }
        }
    }

    /// Looks at what skills of families need. Says whether anything that is sensed has changed.
    pub(super) fn look(&self, memory: &Memory, network: &mut Network, graded: bool) -> bool {
        let mut changed = false;
        for sensed in &self.senses {
            let Some(question) = self.question(sensed) else { continue };
            let value = if graded {
                Sign::Number(question.degree(memory, &sensed.arguments))
            } else {
                Sign::Truth(question.holds(memory, &sensed.arguments))
            };
            if network.value(&sensed.proposition) != Some(&value) {
                changed = true;
                let _ = network.take(Arrival::Sense { sensor: sensed.proposition.clone(), value });
            }
        }
        changed
    }

    fn question(&self, sensed: &Sensed) -> Option<&Question> {
        Some(&self.families.list.get(sensed.family)?.needs.get(sensed.part)?.question)
    }

    /// The propositions that somebody wants or needs to be false.
    fn to_be_false(&self, network: &Network) -> BTreeSet<Arc<str>> {
        let needed = self.instances.iter().flat_map(|instance| &instance.needs);
        let wanted = network.goals().map(|goal| &goal.pair);
        let is_false = |pair: &&Pair| pair.value == Sign::FALSE;
        needed.chain(wanted).filter(is_false).map(|pair| pair.proposition.clone()).collect()
    }

    /// Works out what every skill that is not being done would change now. One that would make nothing true, and bring nothing nearer that is
    /// wanted, is left out until it would: it would only soak up energy. Gives how much was looked at.
    pub(super) fn foresee(&self, memory: &Memory, network: &mut Network) -> usize {
        let mut looked = 0;
        let to_be_false = self.to_be_false(network);
        let is_of_use = |skill: &Skill| {
            let undoes = skill.drops.iter().any(|made| to_be_false.contains(&made.pair.proposition));
            !skill.adds.is_empty() || undoes
        };
        for instance in &self.instances {
            let known = network.skill(&instance.name);
            // What is being done is judged by what it promised.
            if known.is_some_and(|skill| network.is_executing(skill)) {
                continue;
            }
            let skill = self.foreseen(instance, memory, &mut looked);
            let arrival = match known {
                None if !is_of_use(&skill) => continue,
                Some(_) if !is_of_use(&skill) => Arrival::Amputate(Who::Skill(skill.name)),
                None => Arrival::Skill(skill),
                Some(known) if network.skill_agent(known).is_some_and(|agent| *agent != skill) => {
                    Arrival::Edit(skill)
                }
                Some(_) => continue,
            };
            // A network that is full goes on with what it has.
            let _ = network.take(arrival);
        }
        looked
    }

    /// A skill with what it would change as things stand.
    fn foreseen(&self, instance: &Instance, memory: &Memory, looked: &mut usize) -> Skill {
        let mut skill = Skill::new(&instance.name).needs(instance.needs.iter().cloned());
        let Some(family) = self.families.list.get(instance.family) else { return skill };
        let mut after = Projection::new(memory);
        family.action.apply(&mut after, &instance.arguments);
        family.action.answer(&mut after, &instance.arguments);
        for (proposition, question, arguments) in self.touched(instance.family) {
            *looked += 1;
            skill = match changed(question, arguments, memory, &after) {
                Some(true) => skill.adds([(&**proposition, true)]),
                Some(false) => skill.drops([(&**proposition, false)]),
                None => skill,
            };
        }
        skill
    }

    /// The propositions that an action of a family may change, with what to ask.
    fn touched(&self, family: usize) -> impl Iterator<Item = (&Arc<str>, &Question, &[Value])> {
        let families = &self.families;
        let known = families.known.iter().zip(families.may_change_known.get(family).into_iter().flatten());
        let known = known.filter(|(_, may)| **may).map(|((name, question), _)| (name, question, &[][..]));
        let parts = families.may_change_part.get(family);
        let may = move |sensed: &&Sensed| {
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
    question: &Question,
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
fn called(question: &Question, family: &BuiltFamily, arguments: &[Value], names: &Vocabulary) -> Arc<str> {
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
