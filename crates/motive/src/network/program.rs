//! A network as a behaviour: its sensors look at memory, its skills propose actions.

use super::arrival::Arrival;
use super::blueprint::Blueprint;
use super::derive::Meaning;
use super::engine::Flows;
use super::error::NetworkError;
use super::influence::Kind;
use super::profile::{Acting, Profile};
use super::sign::{Pair, Sign};
use super::whole::Network;
use crate::action::{Arguments, Deed};
use crate::condition::{Bindings, BuildError, Compiled, CompiledExpr, Condition, Expr, Scope};
use crate::memory::Memory;
use crate::mind::{Behaviour, Context, Outcome, Program};
use crate::trace::{Ended, Event};
use crate::vocabulary::{Value, Verb, Vocabulary};
use std::sync::Arc;

/// What a skill does in a world: actions that are proposed together while it is being done.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Body {
    /// Which skill.
    pub skill: Arc<str>,
    /// Which actions, with what.
    pub acts: Vec<(Verb, Vec<Expr>)>,
    /// After how many ticks it has finished, whatever came of it.
    pub ticks: Option<u64>,
}

impl Body {
    /// A skill that does nothing yet.
    #[must_use]
    pub fn new(skill: &str) -> Self {
        Self { skill: skill.into(), acts: Vec::new(), ticks: None }
    }

    /// Adds an action.
    #[must_use]
    pub fn act(mut self, verb: Verb, arguments: impl Into<Vec<Expr>>) -> Self {
        self.acts.push((verb, arguments.into()));
        self
    }

    /// After how many ticks it has finished, whatever came of it.
    #[must_use]
    pub fn ticks(mut self, ticks: u64) -> Self {
        self.ticks = Some(ticks);
        self
    }
}

#[derive(Clone, Debug)]
struct Sense {
    proposition: Arc<str>,
    condition: Compiled,
}

#[derive(Clone, Debug)]
struct Limb {
    skill: Arc<str>,
    acts: Vec<(Verb, Vec<CompiledExpr>)>,
    /// Room for the variables of the arguments.
    variables: usize,
    ticks: Option<u64>,
}

/// A network that can pursue a goal: as a mind of its own or under an arbiter.
///
/// Each tick its sensors look at memory; skills whose predictions have come true, or whose conditions no longer hold, have
/// finished; activation spreads until a skill is being done; and all skills being done propose their actions, the strongest
/// first.
#[derive(Clone, Debug)]
pub struct NetworkProgram {
    name: Arc<str>,
    network: Network,
    senses: Arc<[Sense]>,
    limbs: Arc<[Limb]>,
    spread: u32,
    success: Option<Condition>,
}

/// How often activation spreads in one tick at most until something is being done, unless the network says otherwise; ours.
pub const SPREAD: u32 = 32;

impl NetworkProgram {
    /// Gives a network a body: what its propositions mean in memory, and what its skills do.
    ///
    /// # Errors
    /// If an agent is refused, a condition cannot be built, or a body belongs to no skill.
    pub fn new(
        blueprint: &Blueprint,
        meanings: &[Meaning],
        bodies: &[Body],
        names: &Vocabulary,
    ) -> Result<Self, NetworkError> {
        let failed =
            |source: BuildError| NetworkError::Condition { network: blueprint.name.to_string(), source };
        let network = blueprint.open()?;
        let mut senses = Vec::new();
        for Meaning { proposition, condition } in meanings {
            let condition = Scope::new(names).condition(condition).map_err(failed)?;
            if network.value(proposition).is_none() {
                return Err(NetworkError::Unknown { kind: "sensor", name: proposition.to_string() });
            }
            senses.push(Sense { proposition: proposition.clone(), condition });
        }
        let mut limbs = Vec::new();
        for body in bodies {
            if network.skill(&body.skill).is_none() {
                return Err(NetworkError::Unknown { kind: "skill", name: body.skill.to_string() });
            }
            let mut acts = Vec::new();
            let mut scope = Scope::new(names);
            for (verb, arguments) in &body.acts {
                let arguments = arguments.iter().map(|value| scope.expression(value));
                acts.push((*verb, arguments.collect::<Result<_, _>>().map_err(failed)?));
            }
            let variables = scope.names().len();
            limbs.push(Limb { skill: body.skill.clone(), acts, variables, ticks: body.ticks });
        }
        Ok(Self {
            name: blueprint.name.clone(),
            network,
            senses: senses.into(),
            limbs: limbs.into(),
            spread: SPREAD,
            success: success(blueprint, meanings),
        })
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
fn success(blueprint: &Blueprint, meanings: &[Meaning]) -> Option<Condition> {
    let meaning = |pair: &Pair| {
        let known = meanings.iter().find(|meaning| meaning.proposition == pair.proposition)?;
        match pair.value {
            Sign::Truth(true) => Some(known.condition.clone()),
            Sign::Truth(false) => Some(!known.condition.clone()),
            _ => None,
        }
    };
    let wanted = blueprint.goals.iter().filter(|goal| !goal.protected);
    let parts: Vec<Condition> = wanted.map(|goal| meaning(&goal.pair)).collect::<Option<_>>()?;
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
    senses: Arc<[Sense]>,
    limbs: Arc<[Limb]>,
    spread: u32,
    /// Skills being done and the tick in which each began.
    began: Vec<(Arc<str>, u64)>,
    current: String,
}

impl NetworkBehaviour {
    /// Sensors look at memory.
    fn look(&mut self, memory: &Memory) {
        let graded = self.network.settings().profile == Profile::Extended;
        for sense in self.senses.iter() {
            let value = if graded {
                Sign::Number(sense.condition.degree_of(memory))
            } else {
                Sign::Truth(sense.condition.check(memory))
            };
            if self.network.value(&sense.proposition) != Some(&value) {
                let sensor = sense.proposition.clone();
                // The sensor is there: it was checked when the program was made.
                let _ = self.network.take(Arrival::Sense { sensor, value });
            }
        }
        self.network.hear_everything();
    }

    /// Skills that have had their way, or can no longer be done, or have taken their time, have finished.
    fn finish(&mut self, tick: u64) {
        let instant = self.network.settings().acting == Acting::Instant;
        for (name, began) in std::mem::take(&mut self.began) {
            let Some(skill) = self.network.skill(&name) else { continue };
            let limb = self.limbs.iter().find(|limb| limb.skill == name);
            let ticks = limb.and_then(|limb| limb.ticks);
            let over = instant || ticks.is_some_and(|ticks| tick >= began.saturating_add(ticks));
            if over || self.has_its_way(skill) || !self.can_go_on(skill) {
                let _ = self.network.complete(&name);
            } else {
                self.began.push((name, began));
            }
        }
    }

    fn has_its_way(&self, skill: usize) -> bool {
        let predicts =
            self.network.skill_agent(skill).is_some_and(|agent| agent.predictions().next().is_some());
        predicts && self.network.success_of(skill) >= 1.0
    }

    fn can_go_on(&self, skill: usize) -> bool {
        self.network
            .skill_agent(skill)
            .is_none_or(|agent| agent.conditions.iter().all(|pair| self.network.degree(pair) > 0.0))
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
            let limb = self.limbs.iter().find(|limb| limb.skill == name);
            let deeds = limb.and_then(|limb| deeds(limb, cx.memory()));
            let Some(deeds) = deeds else {
                // What it would be done with does not exist: it has failed.
                self.began.retain(|(other, _)| *other != name);
                let _ = self.network.complete(&name);
                continue;
            };
            if !self.current.is_empty() {
                self.current.push_str(", ");
            }
            self.current.push_str(&name);
            deeds.into_iter().for_each(|deed| cx.propose(deed));
        }
        !self.current.is_empty()
    }
}

/// What a skill got, by the name of the source.
fn sources(flows: &Flows) -> Vec<(Arc<str>, f64)> {
    let signed = |kind: Kind| if kind.takes_away() { -flows.of(kind) } else { flows.of(kind) };
    Kind::ALL
        .into_iter()
        .map(|kind| (kind.name().into(), signed(kind)))
        .filter(|(_, amount)| *amount != 0.0)
        .collect()
}

/// The actions of a skill with the values that their arguments have now.
fn deeds(limb: &Limb, memory: &Memory) -> Option<Vec<Deed>> {
    let value =
        |value: &CompiledExpr| -> Option<Value> { value.value(memory, &mut Bindings::new(limb.variables)) };
    let deed = |(verb, arguments): &(Verb, Vec<CompiledExpr>)| {
        let arguments = arguments.iter().map(value).collect::<Option<Arguments>>()?;
        Some(Deed::Act { verb: *verb, arguments })
    };
    limb.acts.iter().map(deed).collect()
}

impl Behaviour for NetworkBehaviour {
    fn propose(&mut self, cx: &mut Context<'_>) -> Outcome {
        // Activation changes though nothing in memory does.
        cx.ask_again();
        self.look(cx.memory());
        self.finish(cx.time().tick);
        let wanted = self.network.goals().any(|goal| !goal.protected);
        if wanted && self.began.is_empty() && self.network.is_satisfied() {
            return Outcome::Done;
        }
        if !self.think(cx) {
            return Outcome::Stuck(crate::mind::Stuck::Budget);
        }
        if self.act(cx) { Outcome::Acting } else { Outcome::Waiting }
    }

    fn leave(&mut self, _why: Ended) {
        for (name, _) in std::mem::take(&mut self.began) {
            let _ = self.network.complete(&name);
        }
    }

    fn current(&self) -> Option<&str> {
        (!self.current.is_empty()).then_some(&self.current)
    }
}
