//! Ground skills: the skills that a running program creates from action schemas, one for each binding.

use super::schema::{ActionSchemas, CompiledSchema, GradedCondition, SchemaPrecondition};
use crate::model::{AgentName, Literal, NetworkSensor, SensorValue, Skill, Update};
use crate::network::Network;
use motive_core::action::{Arguments, Command};
use motive_core::memory::Memory;
use motive_core::projection::Projection;
use motive_core::vocabulary::{Facts, Query, Value, Vocabulary};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

/// The most skills that are created from the action schemas of a program. Things known longer come first.
pub const MAX_GROUND_SKILLS: usize = 256;

/// A skill created from a schema.
#[derive(Clone, Debug)]
struct GroundSkill {
    name: Arc<str>,
    schema: usize,
    arguments: Arguments,
    needs: Vec<Literal>,
}

/// A proposition that a ground skill needs.
#[derive(Clone, Debug)]
struct GroundSensor {
    proposition: Arc<str>,
    schema: usize,
    part: usize,
    arguments: Arguments,
}

/// The skills and sensors that are created from schemas.
#[derive(Clone, Debug, Default)]
pub(crate) struct GroundSkills {
    schemas: Arc<ActionSchemas>,
    instances: Vec<GroundSkill>,
    sensors: Vec<GroundSensor>,
}

impl GroundSkills {
    pub(crate) fn new(schemas: Arc<ActionSchemas>) -> Self {
        Self { schemas, ..Self::default() }
    }

    /// The action of a ground skill.
    pub(crate) fn command(&self, skill: &str) -> Option<Command> {
        let instance = self.instances.iter().find(|instance| *instance.name == *skill)?;
        let action = self.schemas.list.get(instance.schema)?.action.declared().action;
        Some(Command::Act { action, arguments: instance.arguments.clone() })
    }

    /// The skills whose action the world has just reported as ended. The report does not tell skills with the same action apart, so
    /// all of them are returned, and each is judged by its own predictions.
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
            let schema = self.schemas.list.get(instance.schema);
            let info =
                schema.and_then(|schema| memory.vocabulary().action_info(schema.action.declared().action));
            info.is_some_and(|info| actions.contains(&Value::Symbol(info.name)))
        };
        self.instances.iter().filter(is_over).map(|instance| instance.name.clone()).collect()
    }

    /// Creates and removes skills for the current bindings. Returns whether anything changed.
    pub(crate) fn update(&mut self, memory: &Memory, network: &mut Network) -> bool {
        let schemas = self.schemas.clone();
        let required = self.required(memory);
        let same = |(one, other): (&GroundSkill, &(usize, Arguments))| {
            (one.schema, &one.arguments) == (other.0, &other.1)
        };
        if self.instances.len() == required.len() && self.instances.iter().zip(&required).all(same) {
            return false;
        }
        let before = std::mem::take(self);
        *self = Self::new(schemas);
        for (schema, arguments) in required {
            self.instance(schema, arguments, memory.vocabulary());
        }
        self.replace_agents(&before, network);
        true
    }

    /// The current bindings of all schemas. If there are too many, those with the most bindings are cut.
    fn required(&self, memory: &Memory) -> Vec<(usize, Arguments)> {
        let tuples = |(number, schema): (usize, &CompiledSchema)| {
            let own = self.instances.iter().filter(|instance| instance.schema == number);
            let before: Vec<&Arguments> = own.map(|instance| &instance.arguments).collect();
            schema.candidates.tuples(memory, &before)
        };
        let all: Vec<Vec<Arguments>> = self.schemas.list.iter().enumerate().map(tuples).collect();
        let within = |each: &usize| {
            all.iter().map(|tuples| tuples.len().min(*each)).sum::<usize>() <= MAX_GROUND_SKILLS
        };
        let each = (1..=MAX_GROUND_SKILLS).rev().find(within).unwrap_or(1);
        let one = |(schema, tuples): (usize, Vec<Arguments>)| {
            tuples.into_iter().take(each).map(move |arguments| (schema, arguments))
        };
        all.into_iter().enumerate().flat_map(one).take(MAX_GROUND_SKILLS).collect()
    }

    /// Adds a skill and the sensors of its preconditions.
    fn instance(&mut self, schema: usize, arguments: Arguments, names: &Vocabulary) {
        let schemas = self.schemas.clone();
        let Some(built) = schemas.list.get(schema) else { return };
        let action = built.action.declared().action;
        let name = Command::Act { action, arguments: arguments.clone() }.display(names);
        let mut needs = Vec::new();
        for (part, SchemaPrecondition { condition, truth }) in built.needs.iter().enumerate() {
            let proposition = proposition_name(condition, built, &arguments, names);
            needs.push(Literal { proposition: proposition.clone(), value: (*truth).into() });
            if !self.sensors.iter().any(|sensor| sensor.proposition == proposition) {
                self.sensors.push(GroundSensor { proposition, schema, part, arguments: arguments.clone() });
            }
        }
        self.instances.push(GroundSkill { name: name.into(), schema, arguments, needs });
    }

    /// Removes agents that are no longer needed and registers new sensors. Skills are registered when their lists are known.
    fn replace_agents(&self, before: &Self, network: &mut Network) {
        let names: BTreeSet<&Arc<str>> = self.instances.iter().map(|instance| &instance.name).collect();
        for gone in before.instances.iter().filter(|old| !names.contains(&old.name)) {
            // It may not be registered: it had no effects, or its name was taken.
            let _ = network.apply(Update::Amputate(AgentName::Skill(gone.name.clone())));
        }
        let sensors: BTreeSet<&Arc<str>> = self.sensors.iter().map(|sensor| &sensor.proposition).collect();
        for gone in before.sensors.iter().filter(|old| !sensors.contains(&old.proposition)) {
            let known = self.schemas.known.iter().any(|(name, _)| *name == gone.proposition);
            if !known {
                let _ = network.apply(Update::Amputate(AgentName::Sensor(gone.proposition.clone())));
            }
        }
        for new in sensors {
            if network.value(new).is_none() {
                let _ = network.register(NetworkSensor::new(new, false));
            }
        }
    }

    /// Evaluates the preconditions of ground skills. Returns whether a sensor has changed.
    pub(crate) fn read_sensors(&self, memory: &Memory, network: &mut Network, graded: bool) -> bool {
        let mut changed = false;
        for sensor in &self.sensors {
            let Some(condition) = self.condition(sensor) else { continue };
            let value = if graded {
                SensorValue::Number(condition.degree(memory, &sensor.arguments))
            } else {
                SensorValue::Truth(condition.holds(memory, &sensor.arguments))
            };
            if network.value(&sensor.proposition) != Some(&value) {
                changed = true;
                let _ = network.apply(Update::Sense { sensor: sensor.proposition.clone(), value });
            }
        }
        changed
    }

    fn condition(&self, sensor: &GroundSensor) -> Option<&GradedCondition> {
        Some(&self.schemas.list.get(sensor.schema)?.needs.get(sensor.part)?.condition)
    }

    /// The propositions that a goal or precondition requires to be false.
    fn required_false(&self, network: &Network) -> BTreeSet<Arc<str>> {
        let needed = self.instances.iter().flat_map(|instance| &instance.needs);
        let goals = network.goals().map(|goal| &goal.literal);
        let is_false = |literal: &&Literal| literal.value == SensorValue::FALSE;
        needed.chain(goals).filter(is_false).map(|literal| literal.proposition.clone()).collect()
    }

    /// Updates the add and delete lists of all ground skills that are not executing. A skill that would make nothing true, and nothing
    /// false that should be, is not registered: it would only absorb activation. Returns the number of conditions evaluated.
    pub(crate) fn update_effects(&self, memory: &Memory, network: &mut Network) -> usize {
        let mut evaluated = 0;
        let required_false = self.required_false(network);
        let is_of_use = |skill: &Skill| {
            let useful_delete =
                skill.deletes.iter().any(|made| required_false.contains(&made.literal.proposition));
            !skill.adds.is_empty() || useful_delete
        };
        for instance in &self.instances {
            let known = network.skill(&instance.name);
            // A skill is judged by the lists with which it started.
            if known.is_some_and(|skill| network.is_executing(skill)) {
                continue;
            }
            let skill = self.with_effects(instance, memory, &mut evaluated);
            let update = match known {
                None if !is_of_use(&skill) => continue,
                Some(_) if !is_of_use(&skill) => Update::Amputate(AgentName::Skill(skill.name)),
                None => Update::Skill(skill),
                Some(known) if network.skill_agent(known).is_some_and(|agent| *agent != skill) => {
                    Update::Edit(skill)
                }
                Some(_) => continue,
            };
            // A network at its size limit keeps the skills that it has.
            let _ = network.apply(update);
        }
        evaluated
    }

    /// A skill with what its action would change in the current state.
    fn with_effects(&self, instance: &GroundSkill, memory: &Memory, evaluated: &mut usize) -> Skill {
        let mut skill = Skill::new(&instance.name).needs(instance.needs.iter().cloned());
        let Some(schema) = self.schemas.list.get(instance.schema) else { return skill };
        let mut after = Projection::new(memory);
        schema.action.apply(&mut after, &instance.arguments);
        schema.action.answer(&mut after, &instance.arguments);
        for (proposition, condition, arguments) in self.changeable(instance.schema) {
            *evaluated += 1;
            skill = match changed(condition, arguments, memory, &after) {
                Some(true) => skill.adds([(&**proposition, true)]),
                Some(false) => skill.deletes([(&**proposition, false)]),
                None => skill,
            };
        }
        skill
    }

    /// The propositions that the action of a schema can change, with their conditions and arguments.
    fn changeable(&self, schema: usize) -> impl Iterator<Item = (&Arc<str>, &GradedCondition, &[Value])> {
        let schemas = &self.schemas;
        let known = schemas.known.iter().zip(schemas.changes_known.get(schema).into_iter().flatten());
        let known = known.filter(|(_, may)| **may).map(|((name, condition), _)| (name, condition, &[][..]));
        let parts = schemas.changes_part.get(schema);
        let may = move |sensor: &&GroundSensor| {
            let part = parts.and_then(|parts| parts.get(sensor.schema)?.get(sensor.part));
            let named = schemas.known.iter().any(|(name, _)| *name == sensor.proposition);
            part.copied().unwrap_or(false) && !named
        };
        let own = self.sensors.iter().filter(may);
        known.chain(
            own.filter_map(|sensor| {
                Some((&sensor.proposition, self.condition(sensor)?, &sensor.arguments[..]))
            }),
        )
    }
}

/// The new truth value of a condition; `None` if it does not change. One that comes closer to holding counts as made true.
fn changed(
    condition: &GradedCondition,
    arguments: &[Value],
    now: &Memory,
    after: &Projection<'_, Memory>,
) -> Option<bool> {
    let (held, holds) = (condition.holds(now, arguments), condition.holds(after, arguments));
    if held != holds {
        return Some(holds);
    }
    let closer = || Some(condition.distance(after, arguments)? < condition.distance(now, arguments)?);
    (!held && closer() == Some(true)).then_some(true)
}

/// The name of a proposition: the condition with its parameters replaced by their things.
fn proposition_name(
    condition: &GradedCondition,
    schema: &CompiledSchema,
    arguments: &[Value],
    names: &Vocabulary,
) -> Arc<str> {
    let parameters = &schema.action.declared().parameters;
    let filled = condition.condition.renamed(&mut |_, name| {
        let name = name?;
        let at = parameters.iter().position(|parameter| parameter == name);
        Some(
            at.and_then(|at| arguments.get(at))
                .map_or_else(|| name.clone(), |value| value.display(names).into()),
        )
    });
    filled.display(names).into()
}
