//! What is known of an agent after following its trace up to some tick.

use crate::explanation::PlanExplanation;
use crate::format::{AgentInfo, Fact, TickRecord};
use motive_core::trace::{Event, ProposalResult, TaskEnd};
use motive_core::{Id, Memory, Property, Value, Vocabulary, VocabularyError};
use serde::Serialize;
use smallvec::smallvec;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The state of one agent, reconstructed from its records.
#[derive(Clone)]
pub struct AgentHistory {
    pub(crate) info: AgentInfo,
    pub(crate) names: Arc<Vocabulary>,
    pub(crate) tasks: BTreeMap<u64, TaskHistory>,
    facts: BTreeMap<(Id, Property), Vec<Value>>,
    /// The kind and number of each thing that was ever known, or its name if the game gave it one.
    things: BTreeMap<Id, String>,
    pub(crate) decided: LastDecision,
}

/// A thing that an agent knows, as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct KnownThing {
    /// Its number or symbol.
    pub id: String,
    /// The name that the game gave it, or its kind and number.
    pub thing: String,
    /// Its kinds.
    pub kinds: Vec<String>,
    /// Its properties and their values.
    pub properties: Vec<(String, String)>,
}

/// The last decision that was computed. It stands until something that it depends on changes.
#[derive(Clone, Default)]
pub(crate) struct LastDecision {
    pub(crate) tick: u64,
    /// The proposals, each an [`Event::Proposed`].
    pub(crate) proposals: Vec<Event>,
}

/// A task, from its start to its end.
#[derive(Clone, Default)]
pub(crate) struct TaskHistory {
    pub(crate) goal: String,
    pub(crate) program: String,
    pub(crate) priority: f64,
    /// The priority before this tick, if it changed in it.
    pub(crate) previous_priority: Option<f64>,
    pub(crate) started_at: u64,
    /// The tick in which it was last evaluated.
    pub(crate) evaluated_at: Option<u64>,
    /// What happened when it was last evaluated.
    pub(crate) events: Vec<Event>,
    pub(crate) suspended: bool,
    pub(crate) ended: Option<TaskEnd>,
    pub(crate) plan: Option<PlanExplanation>,
    /// The satisfaction of the drives that it plans for.
    pub(crate) drives: Vec<(String, f64)>,
    /// Another mind was loaded, and no event has shown yet whether the task continues in it.
    unconfirmed: bool,
}

impl AgentHistory {
    /// An agent before its first tick.
    ///
    /// # Errors
    /// If the names contradict each other, as only those of a damaged trace do.
    pub fn new(info: AgentInfo) -> Result<Self, VocabularyError> {
        Ok(Self {
            names: info.names.vocabulary()?,
            info,
            tasks: BTreeMap::new(),
            facts: BTreeMap::new(),
            things: BTreeMap::new(),
            decided: LastDecision::default(),
        })
    }

    /// The agent continues with another mind.
    ///
    /// # Errors
    /// As for [`AgentHistory::new`].
    pub fn reload(&mut self, info: AgentInfo) -> Result<(), VocabularyError> {
        self.names = info.names.vocabulary()?;
        self.info = info;
        self.tasks.values_mut().for_each(|task| task.unconfirmed = true);
        Ok(())
    }

    /// Who the agent is.
    pub fn info(&self) -> &AgentInfo {
        &self.info
    }

    /// The values of a property of a thing.
    pub(crate) fn values_of(&self, id: Id, property: Property) -> Option<&[Value]> {
        self.facts.get(&(id, property)).map(Vec::as_slice)
    }

    /// A thing that is or was known, by the name that the game gave it or by its kind and number.
    pub(crate) fn thing(&self, id: Id) -> String {
        self.things.get(&id).cloned().unwrap_or_else(|| id.display(&self.names))
    }

    /// The commands of the last decision, as text.
    pub(crate) fn actions(&self) -> Vec<String> {
        self.accepted().map(|(_, command)| self.with_names(command)).collect()
    }

    /// The proposals of the last decision that were accepted: the tasks and their commands.
    pub(crate) fn accepted(&self) -> impl Iterator<Item = (u64, &String)> {
        self.decided.proposals.iter().filter_map(|event| match event {
            Event::Proposed { task, command, fate: ProposalResult::Kept, .. } => Some((*task, command)),
            _ => None,
        })
    }

    /// The satisfaction of its drives, from 0 to 1, as it was last reported.
    pub fn drives(&self) -> Vec<(String, f64)> {
        let mut drives: Vec<(String, f64)> = Vec::new();
        for (name, satisfaction) in
            self.tasks.values().filter(|task| task.ended.is_none()).flat_map(|task| &task.drives)
        {
            if !drives.iter().any(|(known, _)| known == name) {
                drives.push((name.clone(), *satisfaction));
            }
        }
        drives
    }

    /// All things that the agent knows, itself first.
    pub fn known_things(&self) -> Vec<KnownThing> {
        let mut known: Vec<KnownThing> = Vec::new();
        for ((id, property), values) in &self.facts {
            let number = id.display(&self.names);
            if known.last().is_none_or(|last| last.id != number) {
                let (kinds, properties) = (Vec::new(), Vec::new());
                known.push(KnownThing { id: number, thing: self.thing(*id), kinds, properties });
            }
            let Some(last) = known.last_mut() else { continue };
            if *property == Property::KIND {
                last.kinds = values.iter().map(|kind| kind.display(&self.names)).collect();
            } else {
                last.properties.push((self.property(*property).to_owned(), self.values(values)));
            }
        }
        let own = Id::SELF.display(&self.names);
        known.sort_by_key(|thing| thing.id != own);
        known
    }

    /// Replaces all that the agent knows.
    pub(crate) fn know(&mut self, facts: &[Fact]) {
        self.facts.clear();
        self.learn(facts);
    }

    /// Advances by a tick.
    pub fn follow(&mut self, record: &TickRecord) {
        self.tasks.retain(|_, task| task.ended.is_none());
        self.tasks.values_mut().for_each(|task| task.previous_priority = None);
        self.remember(record);
        if record.events.iter().any(|event| matches!(event, Event::Stage(_))) {
            self.decided = LastDecision { tick: record.tick, proposals: Vec::new() };
        }
        let mut seen = Vec::new();
        for event in &record.events {
            self.apply(record.tick, event);
            seen.extend(task_of(event));
        }
        self.tasks.retain(|number, task| {
            task.unconfirmed &= !seen.contains(number);
            !task.unconfirmed
        });
    }

    /// Advances by a decision that was just made, without a recording.
    pub fn follow_live(&mut self, tick: u64, events: Vec<Event>, memory: &Memory) {
        let added = events.iter().filter_map(|event| match event {
            Event::Perceived { added, .. } => Some(added),
            _ => None,
        });
        // Only kinds and names are needed to display a thing.
        let shown = |id: &Id| {
            let thing = memory.thing(*id)?;
            let values = thing.kinds().map(|kind| Value::Symbol(kind.symbol())).collect();
            let kind = Fact { id: *id, property: Property::KIND, values };
            let property = self.names.name_property();
            let name = property.and_then(|property| Some((property, memory.get(*id, property)?)));
            let name = name.map(|(property, name)| Fact { id: *id, property, values: smallvec![name] });
            Some([Some(kind), name])
        };
        let facts = added.flatten().filter_map(shown).flatten().flatten().collect();
        let agent = self.info.agent;
        self.follow(&TickRecord { tick, agent, facts, events });
    }

    fn remember(&mut self, record: &TickRecord) {
        for event in &record.events {
            let Event::Perceived { removed, .. } = event else { continue };
            for id in removed {
                let of_thing = (*id, Property::ID)..;
                let gone: Vec<_> =
                    self.facts.range(of_thing).map(|(key, _)| *key).take_while(|(of, _)| of == id).collect();
                gone.iter().for_each(|key| drop(self.facts.remove(key)));
            }
        }
        self.learn(&record.facts);
    }

    fn learn(&mut self, facts: &[Fact]) {
        for Fact { id, property, values } in facts {
            if values.is_empty() {
                self.facts.remove(&(*id, *property));
                continue;
            }
            self.facts.insert((*id, *property), values.to_vec());
            if *property == Property::KIND || Some(*property) == self.names.name_property() {
                let shown =
                    shown(*id, |property| self.values_of(*id, property)?.first().cloned(), &self.names);
                self.things.insert(*id, shown);
            }
        }
    }

    fn apply(&mut self, tick: u64, event: &Event) {
        if let Event::TaskStarted { task, goal, program, priority } = event {
            let started = TaskHistory {
                goal: goal.to_string(),
                program: program.to_string(),
                priority: *priority,
                started_at: tick,
                ..TaskHistory::default()
            };
            self.tasks.insert(*task, started);
        }
        if let Event::Proposed { .. } = event {
            self.decided.proposals.push(event.clone());
            return;
        }
        if let Some(task) = task_of(event).and_then(|number| self.tasks.get_mut(&number)) {
            task.apply(tick, event);
        }
    }
}

impl TaskHistory {
    fn apply(&mut self, tick: u64, event: &Event) {
        match event {
            Event::Priority { from, to, .. } => (self.previous_priority, self.priority) = (Some(*from), *to),
            Event::TaskRun { .. } => {
                self.evaluated_at = Some(tick);
                self.events.clear();
            }
            Event::TaskSuspended { .. } => self.suspended = true,
            Event::TaskResumed { .. } => self.suspended = false,
            Event::TaskEnded { why, .. } => self.ended = Some(*why),
            Event::Driven { drives, .. } => {
                self.drives = drives.iter().map(|(name, part)| (name.to_string(), *part)).collect();
            }
            Event::Planned { .. } => self.plan(tick, event),
            Event::Following { step, .. } => {
                if let Some(plan) = &mut self.plan {
                    plan.current_step = *step;
                }
            }
            Event::RuleFailed { .. }
            | Event::RuleFired { .. }
            | Event::Bound { .. }
            | Event::Overridden { .. }
            | Event::Decomposing { .. }
            | Event::Waiting { .. } => {
                // A task that is not evaluated again goes on waiting, which need not be noted twice.
                let is_repeated = matches!(event, Event::Waiting { .. }) && self.events.contains(event);
                if self.evaluated_at.is_some() && !is_repeated {
                    self.events.push(event.clone());
                }
            }
            _ => {}
        }
    }

    /// Takes over a new plan. One that was found but is not followed leaves the current plan in place.
    fn plan(&mut self, tick: u64, event: &Event) {
        let Event::Planned { why, steps, utility, chosen_over, considered, followed, .. } = event else {
            return;
        };
        if let (false, false, Some(plan)) = (followed, steps.is_empty(), &mut self.plan) {
            // A search that finds the rest of the current plan again brings nothing new.
            if !plan.steps.ends_with(steps) {
                plan.not_adopted = Some((steps.clone(), *utility));
            }
            return;
        }
        self.plan = Some(PlanExplanation {
            made_at: tick,
            reason: why.to_string(),
            steps: steps.clone(),
            current_step: 0,
            utility: *utility,
            chosen_over: chosen_over.clone(),
            considered: *considered,
            satisfaction: self.drives.clone(),
            not_adopted: None,
        });
    }
}

/// A thing by the name that the game gave it, or by its kind and number.
pub(crate) fn shown(id: Id, value: impl Fn(Property) -> Option<Value>, names: &Vocabulary) -> String {
    match names.name_property().and_then(&value) {
        Some(Value::Text(name)) => return name.to_string(),
        Some(Value::Symbol(name)) => return names.name(name).to_owned(),
        _ => {}
    }
    let shown = id.display(&names);
    match value(Property::KIND) {
        Some(kind) if shown.starts_with('#') => format!("{}{shown}", kind.display(&names)),
        _ => shown,
    }
}

/// The task that an event is about.
pub(crate) fn task_of(event: &Event) -> Option<u64> {
    match event {
        Event::Priority { task, .. }
        | Event::TaskStarted { task, .. }
        | Event::TaskEnded { task, .. }
        | Event::TaskSuspended { task }
        | Event::TaskResumed { task }
        | Event::TaskSkipped { task }
        | Event::TaskRun { task, .. }
        | Event::Unchanged { task }
        | Event::RuleFailed { task, .. }
        | Event::RuleFired { task, .. }
        | Event::Bound { task, .. }
        | Event::Overridden { task, .. }
        | Event::Decomposing { task, .. }
        | Event::Planned { task, .. }
        | Event::Driven { task, .. }
        | Event::Activation { task, .. }
        | Event::Following { task, .. }
        | Event::Waiting { task }
        | Event::Proposed { task, .. } => Some(*task),
        _ => None,
    }
}
