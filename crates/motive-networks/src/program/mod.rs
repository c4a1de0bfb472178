//! A network as a behaviour: its sensors look at memory, its skills propose actions.

pub(crate) mod body;
pub(crate) mod candidates;
pub(crate) mod derive;
pub(crate) mod ground;
pub(crate) mod schema;

use crate::activation::coefficients::LinkKind;
use crate::activation::engine::Flows;
use crate::error::NetworkError;
use crate::model::blueprint::Blueprint;
use crate::model::literal::{Literal, SensorValue};
use crate::model::profile::{Profile, SkillDuration};
use crate::model::update::Update;
use crate::network::Network;
use crate::program::body::{CompiledBody, CompiledSensor, SkillBody};
use crate::program::derive::SensorCondition;
use crate::program::ground::GroundSkills;
use crate::program::schema::{ActionSchema, ActionSchemas};
use motive_core::action::Command;
use motive_core::condition::{BuildError, Condition};
use motive_core::memory::Memory;
use motive_core::mind::{Behaviour, Context, Outcome, Program};
use motive_core::trace::{Event, TaskEnd};
use motive_core::vocabulary::Vocabulary;
use std::sync::Arc;

/// A network that can pursue a goal: as a mind of its own or under an arbiter.
///
/// Each tick its sensors look at memory; skills whose predictions have come true, or whose conditions no longer hold, have
/// finished, and so have skills made for things when the world reports the end of their action; activation spreads until a skill is
/// being done; and all skills being done propose their actions, the strongest
/// first.
#[derive(Clone, Debug)]
pub struct NetworkProgram {
    name: Arc<str>,
    network: Network,
    senses: Arc<[CompiledSensor]>,
    limbs: Arc<[CompiledBody]>,
    families: Arc<ActionSchemas>,
    meanings: Arc<[SensorCondition]>,
    spread: u32,
    success: Option<Condition>,
}

/// How often activation spreads in one tick at most until something is being done, unless the network says otherwise; ours.
pub const DEFAULT_SPREAD: u32 = 32;

impl NetworkProgram {
    /// Gives a network a body: what its propositions mean in memory, and what its skills do.
    ///
    /// # Errors
    /// If an agent is refused, a condition cannot be built, or a body belongs to no skill.
    pub fn new(
        blueprint: &Blueprint,
        meanings: &[SensorCondition],
        bodies: &[SkillBody],
        names: &Vocabulary,
    ) -> Result<Self, NetworkError> {
        let failed =
            |source: BuildError| NetworkError::Condition { network: blueprint.name.to_string(), source };
        let network = blueprint.open()?;
        let mut senses = Vec::new();
        for meaning in meanings {
            let is_template = network.templates().has_sensor(&meaning.proposition);
            if network.value(&meaning.proposition).is_none() && !is_template {
                return Err(NetworkError::Unknown { kind: "sensor", name: meaning.proposition.to_string() });
            }
            senses.push(CompiledSensor::new(meaning, is_template, names).map_err(failed)?);
        }
        let mut limbs = Vec::new();
        for body in bodies {
            let is_template = network.templates().has_skill(&body.skill);
            if network.skill(&body.skill).is_none() && !is_template {
                return Err(NetworkError::Unknown { kind: "skill", name: body.skill.to_string() });
            }
            limbs.push(CompiledBody::new(body, is_template, names).map_err(failed)?);
        }
        Ok(Self {
            name: blueprint.name.clone(),
            network,
            senses: senses.into(),
            limbs: limbs.into(),
            families: Arc::default(),
            meanings: meanings.into(),
            spread: DEFAULT_SPREAD,
            success: success(blueprint, meanings),
        })
    }

    /// Adds skills for actions with parameters: one for each thing in memory that fits, [`MAX_GROUND_SKILLS`] at most.
    ///
    /// # Errors
    /// If what an action needs or changes cannot be built.
    ///
    /// [`MAX_GROUND_SKILLS`]: crate::MAX_GROUND_SKILLS
    pub fn families(mut self, families: &[ActionSchema], names: &Vocabulary) -> Result<Self, NetworkError> {
        // What a template stands for is asked of its instances, which are not known yet.
        let plain: Vec<SensorCondition> = self
            .meanings
            .iter()
            .filter(|meaning| !self.network.templates().has_sensor(&meaning.proposition))
            .cloned()
            .collect();
        let families = ActionSchemas::new(families, &plain, names)
            .map_err(|source| NetworkError::Condition { network: self.name.to_string(), source })?;
        self.families = Arc::new(families);
        Ok(self)
    }

    /// How often activation spreads in one tick at most until something is being done.
    #[must_use]
    pub fn spread(mut self, steps: u32) -> Self {
        self.spread = steps.max(1);
        self
    }

    /// The network as it starts.
    #[must_use]
    pub fn network(&self) -> &Network {
        &self.network
    }
}

/// When all that is wanted holds, if every goal has a meaning in memory.
fn success(blueprint: &Blueprint, meanings: &[SensorCondition]) -> Option<Condition> {
    let meaning = |literal: &Literal| {
        let known = meanings.iter().find(|meaning| meaning.proposition == literal.proposition)?;
        match literal.value {
            SensorValue::Truth(true) => Some(known.condition.clone()),
            SensorValue::Truth(false) => Some(!known.condition.clone()),
            _ => None,
        }
    };
    let wanted = blueprint.goals.iter().filter(|goal| !goal.protected);
    let parts: Vec<Condition> = wanted.map(|goal| meaning(&goal.literal)).collect::<Option<_>>()?;
    (!parts.is_empty()).then(|| Condition::all(parts))
}

impl Program for NetworkProgram {
    fn name(&self) -> &Arc<str> {
        &self.name
    }

    fn start(&self) -> Box<dyn Behaviour> {
        Box::new(NetworkBehaviour {
            network: self.network.clone(),
            senses: self.senses.clone(),
            limbs: self.limbs.clone(),
            grounds: GroundSkills::new(self.families.clone()),
            spread: self.spread,
            began: Vec::new(),
            current: String::new(),
        })
    }

    fn success(&self) -> Option<&Condition> {
        self.success.as_ref()
    }

    fn as_any(&self) -> Option<&dyn std::any::Any> {
        Some(self)
    }
}

/// A network at work.
struct NetworkBehaviour {
    network: Network,
    senses: Arc<[CompiledSensor]>,
    limbs: Arc<[CompiledBody]>,
    /// Skills that come and go with the things that they are done with.
    grounds: GroundSkills,
    spread: u32,
    /// Skills being done and the tick in which each began.
    began: Vec<(Arc<str>, u64)>,
    current: String,
}

impl NetworkBehaviour {
    /// Sensors look at memory, and skills at what they would change in it. Gives how much was looked at.
    fn look(&mut self, memory: &Memory) -> usize {
        let graded = self.network.settings().profile == Profile::Extended;
        let come_or_gone = self.grounds.renew(memory, &mut self.network);
        self.network.update_instances();
        let mut changed = false;
        let senses = self.senses.clone();
        for sense in senses.iter() {
            if sense.variables.is_empty() {
                changed |= self.look_for(sense, &sense.proposition, memory, graded);
                continue;
            }
            // A template: every sensor that was made from it.
            let made: Vec<Arc<str>> = self.network.templates().made_sensors().iter().cloned().collect();
            for proposition in made {
                changed |= self.look_for(sense, &proposition, memory, graded);
            }
        }
        changed |= self.grounds.look(memory, &mut self.network, graded);
        self.network.process_latest_reports();
        if come_or_gone || changed { self.grounds.foresee(memory, &mut self.network) } else { 0 }
    }

    /// One sensor looks at memory; whether it has news.
    fn look_for(
        &mut self,
        sense: &CompiledSensor,
        proposition: &Arc<str>,
        memory: &Memory,
        graded: bool,
    ) -> bool {
        let Some(arguments) = sense.arguments(proposition, memory) else { return false };
        let mut bindings = sense.condition.bindings(&arguments);
        let value = if graded {
            SensorValue::Number(sense.condition.degree(memory, &mut bindings))
        } else {
            SensorValue::Truth(sense.condition.holds(memory, &mut bindings))
        };
        let news = self.network.value(proposition) != Some(&value);
        if news {
            // The sensor is there: it was checked when the program was made.
            let _ = self.network.apply(Update::Sense { sensor: proposition.clone(), value });
        }
        news
    }

    /// Skills that have had their way, or can no longer be done, or have taken their time, have finished. Says whether one has.
    fn finish(&mut self, tick: u64, memory: &Memory) -> bool {
        let instant = self.network.settings().duration == SkillDuration::Instant;
        let reported = self.grounds.reported(memory);
        let before = self.began.len();
        for (name, began) in std::mem::take(&mut self.began) {
            let Some(skill) = self.network.skill(&name) else { continue };
            let limb = self.limbs.iter().find(|limb| limb.is_of(&name));
            let ticks = limb.and_then(|limb| limb.ticks);
            let over = instant || ticks.is_some_and(|ticks| tick >= began.saturating_add(ticks));
            if over || reported.contains(&name) || self.has_its_way(skill) || !self.can_go_on(skill) {
                let _ = self.network.complete(&name);
            } else {
                self.began.push((name, began));
            }
        }
        self.began.len() < before
    }

    fn has_its_way(&self, skill: usize) -> bool {
        let predicts =
            self.network.skill_agent(skill).is_some_and(|agent| agent.predictions().next().is_some());
        predicts && self.network.success_of(skill) >= 1.0
    }

    fn can_go_on(&self, skill: usize) -> bool {
        self.network
            .skill_agent(skill)
            .is_none_or(|agent| agent.preconditions.iter().all(|literal| self.network.degree(literal) > 0.0))
    }

    /// Spreads until something is being done. With something being done, once.
    fn think(&mut self, cx: &mut Context<'_>) -> bool {
        let tick = cx.time().tick;
        for round in 0..self.spread {
            if !cx.spend(1 + self.network.entry_count() / 16) {
                return false;
            }
            let step = self.network.step();
            for skill in self.network.started().to_vec() {
                let name: Arc<str> = self.network.skill_name(skill).into();
                let (network, named) = (&self.network, name.clone());
                cx.trace(|| Event::SkillStarted {
                    skill: named,
                    level: network.level(skill),
                    threshold: step.used,
                    sources: sources(&network.flows(skill)),
                });
                self.began.push((name, tick));
            }
            if !self.began.is_empty() || round + 1 == self.spread {
                break;
            }
        }
        true
    }

    /// What a skill does now; nothing if what it would be done with does not exist.
    fn commands(&self, skill: &str, memory: &Memory) -> Option<Vec<Command>> {
        match self.limbs.iter().find(|limb| limb.is_of(skill)) {
            Some(limb) => limb.commands(skill, memory),
            None => self.grounds.command(skill).map(|command| vec![command]),
        }
    }

    /// Proposes what the skills being done do, the strongest first. Gives their names.
    fn act(&mut self, cx: &mut Context<'_>) -> bool {
        let mut doing: Vec<(f64, Arc<str>)> = self
            .began
            .iter()
            .map(|(name, _)| (self.network.activation(name).unwrap_or(0.0), name.clone()))
            .collect();
        doing.sort_by(|one, other| other.0.total_cmp(&one.0));
        self.current.clear();
        for (_, name) in doing {
            let Some(commands) = self.commands(&name, cx.memory()) else {
                // What it would be done with does not exist: it has failed.
                self.began.retain(|(other, _)| *other != name);
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

/// What a skill got, by the name of the source.
fn sources(flows: &Flows) -> Vec<(Arc<str>, f64)> {
    let signed = |kind: LinkKind| if kind.takes_away() { -flows.of(kind) } else { flows.of(kind) };
    LinkKind::ALL
        .into_iter()
        .map(|kind| (kind.name().into(), signed(kind)))
        .filter(|(_, amount)| *amount != 0.0)
        .collect()
}

impl Behaviour for NetworkBehaviour {
    fn propose(&mut self, cx: &mut Context<'_>) -> Outcome {
        // Activation changes though nothing in memory does.
        cx.ask_again();
        let mut looked = self.look(cx.memory());
        if self.finish(cx.time().tick, cx.memory()) {
            // What was being done may be of use again, or no longer.
            looked += self.grounds.foresee(cx.memory(), &mut self.network);
        }
        if !cx.spend(looked as u64 / 16) {
            return Outcome::Stuck(motive_core::mind::Stuck::Budget);
        }
        let wanted = self.network.goals().any(|goal| !goal.protected);
        if wanted && self.began.is_empty() && self.network.is_satisfied() {
            return Outcome::Done;
        }
        if !self.think(cx) {
            return Outcome::Stuck(motive_core::mind::Stuck::Budget);
        }
        if self.act(cx) { Outcome::Acting } else { Outcome::Waiting }
    }

    fn leave(&mut self, _why: TaskEnd) {
        for (name, _) in std::mem::take(&mut self.began) {
            let _ = self.network.complete(&name);
        }
    }

    fn current(&self) -> Option<&str> {
        (!self.current.is_empty()).then_some(&self.current)
    }
}
