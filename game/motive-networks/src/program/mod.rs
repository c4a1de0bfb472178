//! A network as a behaviour: its sensors read memory, its skills propose actions.

mod bodies;
mod derive;
mod ground;
mod schema;

pub use bodies::SkillBody;
pub use derive::{SensorCondition, UnknownEffect, derive_skill, sensor_conditions};
pub use ground::MAX_GROUND_SKILLS;
pub use schema::ActionSchema;

use crate::error::NetworkError;
use crate::model::{Blueprint, Literal, NetworkProfile, SensorValue, Skill, SkillDuration, Update};
use crate::network::Network;
use bodies::{CompiledSkillBody, SensorQuery};
use ground::GroundSkills;
use motive_core::action::Command;
use motive_core::condition::{BuildError, Condition};
use motive_core::memory::Memory;
use motive_core::mind::{Behaviour, Context, MindText, Outcome, Program, RuleText};
use motive_core::trace::{Event, MindPart, SkillLevel, TaskEnd};
use motive_core::vocabulary::Vocabulary;
use schema::ActionSchemas;
use std::sync::Arc;

/// A network that can pursue a goal: as a mind of its own or under an arbiter.
///
/// In each tick its sensors read memory. Executing skills finish when their predictions have come true, when a precondition no longer
/// holds, or when the world reports the end of their action. Activation spreads until a skill is executing. Then all executing
/// skills propose their actions, strongest first.
#[derive(Clone, Debug)]
#[must_use]
pub struct NetworkProgram {
    name: Arc<str>,
    network: Network,
    sensors: Arc<[SensorQuery]>,
    bodies: Arc<[CompiledSkillBody]>,
    schemas: Arc<ActionSchemas>,
    conditions: Arc<[SensorCondition]>,
    spread: u32,
    success: Option<Condition>,
}

/// The default of [`NetworkProgram::spread`].
pub const DEFAULT_SPREAD: u32 = 32;

/// The most work of spreading in one tick, about half a millisecond; once is spread in any case. What a large network has not decided by then it
/// decides in the next tick, from where it was. Our choice.
const WORK_PER_TICK: u64 = 16_000;

impl NetworkProgram {
    /// Connects a network to memory and actions: the conditions of its sensors and the actions of its skills.
    ///
    /// # Errors
    /// If an agent is rejected, a condition cannot be built, or a body has no skill.
    pub fn new(
        blueprint: &Blueprint,
        conditions: &[SensorCondition],
        bodies: &[SkillBody],
        names: &Vocabulary,
    ) -> Result<Self, NetworkError> {
        let failed = |source: BuildError| NetworkError::Condition(blueprint.name.to_string(), source);
        let network = blueprint.open()?;
        let mut sensors = Vec::new();
        for condition in conditions {
            let is_template = network.templates().has_sensor(&condition.proposition);
            if network.value(&condition.proposition).is_none() && !is_template {
                return Err(NetworkError::Unknown("sensor", condition.proposition.to_string()));
            }
            sensors.push(SensorQuery::new(condition, is_template, names).map_err(failed)?);
        }
        let mut compiled = Vec::new();
        for body in bodies {
            let is_template = network.templates().has_skill(&body.skill);
            if network.skill(&body.skill).is_none() && !is_template {
                return Err(NetworkError::Unknown("skill", body.skill.to_string()));
            }
            compiled.push(CompiledSkillBody::new(body, is_template, names).map_err(failed)?);
        }
        Ok(Self {
            name: blueprint.name.clone(),
            network,
            sensors: sensors.into(),
            bodies: compiled.into(),
            schemas: Arc::default(),
            conditions: conditions.into(),
            spread: DEFAULT_SPREAD,
            success: success(blueprint, conditions),
        })
    }

    /// Adds action schemas, from which skills are created for things in memory, [`MAX_GROUND_SKILLS`] at most.
    ///
    /// # Errors
    /// If a condition or effect of an action cannot be built.
    ///
    /// [`MAX_GROUND_SKILLS`]: crate::MAX_GROUND_SKILLS
    pub fn with_schemas(
        mut self,
        schemas: &[ActionSchema],
        names: &Vocabulary,
    ) -> Result<Self, NetworkError> {
        // The conditions of templates are evaluated for their instances, which are not known yet.
        let plain: Vec<SensorCondition> = self
            .conditions
            .iter()
            .filter(|condition| !self.network.templates().has_sensor(&condition.proposition))
            .cloned()
            .collect();
        let schemas = ActionSchemas::new(schemas, &plain, names)
            .map_err(|source| NetworkError::Condition(self.name.to_string(), source))?;
        self.schemas = Arc::new(schemas);
        Ok(self)
    }

    /// Sets how often activation spreads in one tick at most until a skill is executing.
    pub fn spread(mut self, steps: u32) -> Self {
        self.spread = steps.max(1);
        self
    }

    /// The network in its initial state.
    pub fn network(&self) -> &Network {
        &self.network
    }
}

/// The condition that all goals hold, if every goal has a condition in memory.
fn success(blueprint: &Blueprint, conditions: &[SensorCondition]) -> Option<Condition> {
    let condition = |literal: &Literal| {
        let known = conditions.iter().find(|condition| condition.proposition == literal.proposition)?;
        match literal.value {
            SensorValue::Truth(true) => Some(known.condition.clone()),
            SensorValue::Truth(false) => Some(!known.condition.clone()),
            _ => None,
        }
    };
    let goals = blueprint.goals.iter().filter(|goal| !goal.protected);
    let parts: Vec<Condition> = goals.map(|goal| condition(&goal.literal)).collect::<Option<_>>()?;
    (!parts.is_empty()).then(|| Condition::all(parts))
}

impl Program for NetworkProgram {
    fn name(&self) -> &Arc<str> {
        &self.name
    }

    fn start(&self) -> Box<dyn Behaviour> {
        Box::new(NetworkBehaviour {
            network: self.network.clone(),
            sensors: self.sensors.clone(),
            bodies: self.bodies.clone(),
            ground_skills: GroundSkills::new(self.schemas.clone()),
            spread: self.spread,
            executing: Vec::new(),
            current: String::new(),
        })
    }

    fn success(&self) -> Option<&Condition> {
        self.success.as_ref()
    }

    fn describe(&self, _names: &Vocabulary, text: &mut MindText) {
        let skills = (0..self.network.skill_count()).filter_map(|skill| self.network.skill_agent(skill));
        let rule = |skill: &Skill| RuleText {
            name: skill.name.to_string(),
            conditions: skill.preconditions.iter().map(Literal::to_string).collect(),
            effects: skill
                .adds
                .iter()
                .map(|added| added.literal.to_string())
                .chain(skill.deletes.iter().filter_map(|deleted| Some(deleted.outcome()?.to_string())))
                .collect(),
        };
        text.programs.insert(self.name.to_string(), skills.map(rule).collect());
    }

    fn as_any(&self) -> Option<&dyn std::any::Any> {
        Some(self)
    }
}

/// A running network.
struct NetworkBehaviour {
    network: Network,
    sensors: Arc<[SensorQuery]>,
    bodies: Arc<[CompiledSkillBody]>,
    /// Skills created from action schemas.
    ground_skills: GroundSkills,
    spread: u32,
    /// Executing skills and the tick in which each started.
    executing: Vec<(Arc<str>, u64)>,
    current: String,
}

impl NetworkBehaviour {
    /// Updates all sensors from memory, and the effects of ground skills. Returns the number of conditions evaluated.
    fn read_sensors(&mut self, memory: &Memory) -> usize {
        let graded = self.network.settings().profile == NetworkProfile::Extended;
        let bindings_changed = self.ground_skills.update(memory, &mut self.network);
        self.network.update_instances();
        let mut changed = false;
        let sensors = self.sensors.clone();
        for sensor in sensors.iter() {
            if sensor.variables.is_empty() {
                changed |= self.read_sensor(sensor, &sensor.proposition, memory, graded);
                continue;
            }
            // A template: all its instances.
            let made: Vec<Arc<str>> = self.network.templates().sensor_instances.iter().cloned().collect();
            for proposition in made {
                changed |= self.read_sensor(sensor, &proposition, memory, graded);
            }
        }
        changed |= self.ground_skills.read_sensors(memory, &mut self.network, graded);
        self.network.process_newest_reports();
        if bindings_changed || changed {
            self.ground_skills.update_effects(memory, &mut self.network)
        } else {
            0
        }
    }

    /// Updates one sensor from memory. Returns whether it has changed.
    fn read_sensor(
        &mut self,
        sensor: &SensorQuery,
        proposition: &Arc<str>,
        memory: &Memory,
        graded: bool,
    ) -> bool {
        let Some(arguments) = sensor.arguments(proposition, memory) else { return false };
        let mut bindings = sensor.condition.bindings(&arguments);
        let value = if graded {
            SensorValue::Number(sensor.condition.degree(memory, &mut bindings))
        } else {
            SensorValue::Truth(sensor.condition.holds(memory, &mut bindings))
        };
        let changed = self.network.value(proposition) != Some(&value);
        if changed {
            // The sensor exists: that was checked when the program was built.
            let _ = self.network.apply(Update::Sense { sensor: proposition.clone(), value });
        }
        changed
    }

    /// Completes executing skills that have succeeded, can no longer be executed, or have taken their time. Returns whether there
    /// was one.
    fn finish(&mut self, tick: u64, memory: &Memory) -> bool {
        let instant = self.network.settings().duration == SkillDuration::Instant;
        let reported = self.ground_skills.reported(memory);
        let before = self.executing.len();
        for (name, started) in std::mem::take(&mut self.executing) {
            let Some(skill) = self.network.skill(&name) else { continue };
            let body = self.bodies.iter().find(|body| body.is_of(&name));
            let ticks = body.and_then(|body| body.ticks);
            let over = instant || ticks.is_some_and(|ticks| tick >= started.saturating_add(ticks));
            if over || reported.contains(&name) || self.has_succeeded(skill) || !self.can_continue(skill) {
                let _ = self.network.complete(&name);
            } else {
                self.executing.push((name, started));
            }
        }
        self.executing.len() < before
    }

    /// Executing skills that were disabled by hand are over.
    fn end_disabled(&mut self, cx: &Context<'_>) {
        let (network, traced) = (&mut self.network, cx.is_traced());
        self.executing.retain(|(name, _)| {
            let ends = traced && cx.is_disabled(MindPart::Skill(name));
            if ends {
                let _ = network.complete(name);
            }
            !ends
        });
    }

    fn has_succeeded(&self, skill: usize) -> bool {
        let predicts =
            self.network.skill_agent(skill).is_some_and(|agent| agent.predictions().next().is_some());
        predicts && self.network.success_of(skill) >= 1.0
    }

    fn can_continue(&self, skill: usize) -> bool {
        self.network
            .skill_agent(skill)
            .is_none_or(|agent| agent.preconditions.iter().all(|literal| self.network.degree(literal) > 0.0))
    }

    /// Spreads activation until a skill is executing, at least once. Returns whether there was budget for it.
    fn think(&mut self, cx: &mut Context<'_>) -> bool {
        let tick = cx.time().tick;
        let mut spent = 0;
        for round in 0..self.spread {
            let work = 1 + self.network.entry_count() / 16;
            spent += work;
            if round > 0 && spent > WORK_PER_TICK {
                break;
            }
            if !cx.spend(work) {
                return false;
            }
            let step = self.network.step();
            self.report_activation(cx, step.used);
            for skill in self.network.started().to_vec() {
                let name: Arc<str> = self.network.skill_name(skill).into();
                if cx.is_disabled(MindPart::Skill(&name)) {
                    // It is over before it has done anything, so that others get their turn.
                    let _ = self.network.complete(&name);
                    continue;
                }
                let (network, skill_name) = (&self.network, name.clone());
                cx.trace(|| Event::SkillStarted {
                    skill: skill_name,
                    level: network.level(skill),
                    threshold: step.used,
                    sources: sources(network, skill),
                });
                self.executing.push((name, tick));
            }
            if !self.executing.is_empty() || round + 1 == self.spread {
                break;
            }
        }
        true
    }

    fn report_activation(&self, cx: &mut Context<'_>, threshold: f64) {
        let (task, network) = (cx.holder().0, &self.network);
        cx.trace(|| {
            let level = |skill| SkillLevel {
                skill: network.skill_name(skill).into(),
                level: network.level(skill),
                sources: sources(network, skill),
            };
            Event::Activation { task, threshold, skills: (0..network.skill_count()).map(level).collect() }
        });
    }

    /// The commands of a skill now; `None` if a thing of its arguments does not exist.
    fn commands(&self, skill: &str, memory: &Memory) -> Option<Vec<Command>> {
        match self.bodies.iter().find(|body| body.is_of(skill)) {
            Some(body) => body.commands(skill, memory),
            None => self.ground_skills.command(skill).map(|command| vec![command]),
        }
    }

    /// Proposes the commands of executing skills, strongest first. Returns whether there are any.
    fn act(&mut self, cx: &mut Context<'_>) -> bool {
        let mut strongest_first: Vec<(f64, Arc<str>)> = self
            .executing
            .iter()
            .map(|(name, _)| (self.network.activation(name).unwrap_or(0.0), name.clone()))
            .collect();
        strongest_first.sort_by(|one, other| other.0.total_cmp(&one.0));
        self.current.clear();
        for (_, name) in strongest_first {
            let Some(commands) = self.commands(&name, cx.memory()) else {
                // A thing of its arguments does not exist: it has failed.
                self.executing.retain(|(other, _)| *other != name);
                let _ = self.network.complete(&name);
                continue;
            };
            if !self.current.is_empty() {
                self.current.push_str(", ");
            }
            self.current.push_str(&name);
            commands.into_iter().for_each(|command| cx.propose(command));
        }
        !self.current.is_empty()
    }
}

/// The activation that a skill received in the last step, by source.
fn sources(network: &Network, skill: usize) -> Vec<(Arc<str>, f64)> {
    let flows = network.flows(skill);
    let received = flows.signed().filter(|(_, amount)| *amount != 0.0);
    received.map(|(kind, amount)| (kind.name().into(), amount)).collect()
}

impl Behaviour for NetworkBehaviour {
    fn propose(&mut self, cx: &mut Context<'_>) -> Outcome {
        // Activation changes even if nothing in memory does.
        cx.ask_again();
        let mut evaluated = self.read_sensors(cx.memory());
        if self.finish(cx.time().tick, cx.memory()) {
            // The effects of skills that finished were not updated while they were executing.
            evaluated += self.ground_skills.update_effects(cx.memory(), &mut self.network);
        }
        self.end_disabled(cx);
        if !cx.spend(evaluated as u64 / 16) {
            return Outcome::Stuck(motive_core::mind::Stuck::Budget);
        }
        let has_goals = self.network.goals().any(|goal| !goal.protected);
        if has_goals && self.executing.is_empty() && self.network.is_satisfied() {
            return Outcome::Done;
        }
        if !self.think(cx) {
            return Outcome::Stuck(motive_core::mind::Stuck::Budget);
        }
        if self.act(cx) { Outcome::Acting } else { Outcome::Waiting }
    }

    fn leave(&mut self, _why: TaskEnd) {
        for (name, _) in std::mem::take(&mut self.executing) {
            let _ = self.network.complete(&name);
        }
    }

    fn current(&self) -> Option<&str> {
        (!self.current.is_empty()).then_some(&self.current)
    }
}
