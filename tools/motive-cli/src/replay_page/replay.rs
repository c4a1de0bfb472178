//! What a page shows, as data.

use motive_trace::text::listed_some;
use motive_trace::{
    AgentInfo, DecisionExplanation, Explainer, Reader, Record, RunInfo, TickRecord, TraceError,
};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::BufRead;

/// How many agents the title names.
const MOST_NAMES: usize = 4;

/// Why there is nothing to show.
#[derive(Debug)]
pub(crate) enum ReplayError {
    /// The recording cannot be read.
    Trace(TraceError),
    /// The recording has no picture of its world.
    NoScenes,
    /// A recorded picture is not JSON.
    BadScene(serde_json::Error),
}

/// A run as the page needs it. Texts that occur again and again are stored once and referred to by their position.
#[derive(Serialize)]
pub(crate) struct Replay {
    run: RunInfo,
    backdrop: Value,
    /// The tick of each scene.
    ticks: Vec<u64>,
    scenes: Vec<Value>,
    agents: Vec<ReplayAgent>,
    /// Different states of minds.
    thoughts: Vec<Value>,
    /// Different lines of explanations.
    lines: Vec<String>,
}

/// An agent and what went on in its mind.
#[derive(Serialize)]
struct ReplayAgent {
    number: u64,
    name: String,
    source: String,
    decisions: Vec<ReplayDecision>,
}

/// One decision: the tick, the position in `thoughts`, and the positions in `lines` of the explanation.
#[derive(Serialize)]
struct ReplayDecision(u64, usize, Vec<usize>);

impl Replay {
    /// Reads a run. One that was cut off is shown as far as it goes.
    pub(crate) fn read<R: BufRead>(trace: &mut Reader<R>) -> Result<Self, ReplayError> {
        let mut explainer = Explainer::new(trace.run());
        let mut builder = ReplayBuilder::default();
        let mut backdrop = None;
        let (mut ticks, mut scenes) = (Vec::new(), Vec::new());
        loop {
            match trace.next_record() {
                Ok(None) | Err(TraceError::Cut { .. }) => break,
                Err(error) => return Err(ReplayError::Trace(error)),
                Ok(Some(Record::Backdrop(json))) => backdrop = Some(value(&json)?),
                Ok(Some(Record::Scene(scene))) => {
                    ticks.push(scene.tick);
                    scenes.push(value(&scene.scene)?);
                }
                Ok(Some(Record::Agent(info))) => {
                    builder.introduce(&info);
                    explainer.introduce(info).map_err(ReplayError::Trace)?;
                }
                Ok(Some(Record::Tick(record))) => {
                    if let Some(explanation) = explainer.explain(&record) {
                        builder.add(&record, &explanation)?;
                    }
                }
            }
        }
        let Some(backdrop) = backdrop.filter(|_| !scenes.is_empty()) else {
            return Err(ReplayError::NoScenes);
        };
        let agents = builder.agents.into_values().collect();
        let (thoughts, lines) = (builder.thoughts.into_entries(), builder.lines.into_entries());
        let thoughts = thoughts.iter().map(|thought| value(thought)).collect::<Result<_, _>>()?;
        Ok(Self { run: trace.run().clone(), backdrop, ticks, scenes, agents, thoughts, lines })
    }

    /// What the page is called.
    pub(crate) fn title(&self) -> String {
        let world = self.run.world.as_deref().unwrap_or("a game");
        let names: Vec<String> = self.agents.iter().map(|agent| agent.name.clone()).collect();
        format!("{world}: {}", listed_some(&names, MOST_NAMES))
    }
}

fn value(json: &str) -> Result<Value, ReplayError> {
    serde_json::from_str(json).map_err(ReplayError::BadScene)
}

/// Collects what minds did.
#[derive(Default)]
struct ReplayBuilder {
    agents: BTreeMap<u64, ReplayAgent>,
    thoughts: StringTable,
    lines: StringTable,
}

impl ReplayBuilder {
    fn introduce(&mut self, info: &AgentInfo) {
        let (number, name, source) = (info.agent, info.name.clone(), info.source.clone());
        let agent = || ReplayAgent { number, name, source, decisions: Vec::new() };
        self.agents.entry(number).or_insert_with(agent);
    }

    fn add(&mut self, record: &TickRecord, explanation: &DecisionExplanation) -> Result<(), ReplayError> {
        let Some(agent) = self.agents.get_mut(&record.agent) else { return Ok(()) };
        let thought = serde_json::to_string(&Thought::of(explanation)).map_err(ReplayError::BadScene)?;
        let thought = self.thoughts.position(&thought);
        let lines = explanation.text().lines().map(|line| self.lines.position(line)).collect();
        agent.decisions.push(ReplayDecision(record.tick, thought, lines));
        Ok(())
    }
}

/// What the page shows of a mind at a tick.
#[derive(Serialize)]
struct Thought<'e> {
    actions: Vec<&'e str>,
    tasks: Vec<ThoughtTask<'e>>,
    goals: &'e [motive_trace::GoalExplanation],
    notes: &'e [String],
}

/// A goal that is pursued.
#[derive(Serialize)]
struct ThoughtTask<'e> {
    goal: &'e str,
    program: &'e str,
    priority: f64,
    since: u64,
    /// The rules that ran, from the outermost program to the innermost.
    rules: Vec<(&'e str, &'e str)>,
    bindings: &'e [motive_trace::BoundThing],
    subtasks: &'e [motive_trace::SubtaskStep],
    plan: Option<(&'e [String], usize)>,
    proposals: &'e [motive_trace::ProposalOutcome],
    state: Option<&'static str>,
    ended: Option<&'e str>,
}

impl<'e> Thought<'e> {
    fn of(explanation: &'e DecisionExplanation) -> Self {
        let task = |task: &'e motive_trace::TaskExplanation| ThoughtTask {
            goal: &task.goal,
            program: &task.program,
            priority: (task.priority * 100.0).round() / 100.0,
            since: task.started_at,
            rules: task
                .rules
                .iter()
                .filter(|rule| rule.ran)
                .map(|rule| (&*rule.program, &*rule.rule))
                .collect(),
            bindings: &task.bindings,
            subtasks: &task.subtasks,
            plan: task.plan.as_ref().map(|plan| (&*plan.steps, plan.current_step)),
            proposals: &task.proposals,
            state: match task {
                task if task.suspended => Some("suspended"),
                task if task.skipped => Some("skipped"),
                task if task.waiting => Some("waits: an action is running, or a search for a plan goes on"),
                _ => None,
            },
            ended: task.ended.as_deref(),
        };
        Self {
            actions: explanation.actions.iter().map(|action| &*action.command).collect(),
            tasks: explanation.tasks.iter().map(task).collect(),
            goals: &explanation.goals,
            notes: &explanation.notes,
        }
    }
}

/// Strings, each once, in the order in which they first occurred.
#[derive(Default)]
struct StringTable {
    positions: BTreeMap<String, usize>,
}

impl StringTable {
    fn position(&mut self, text: &str) -> usize {
        if let Some(position) = self.positions.get(text) {
            return *position;
        }
        let position = self.positions.len();
        self.positions.insert(text.to_owned(), position);
        position
    }

    fn into_entries(self) -> Vec<String> {
        let mut entries: Vec<(usize, String)> =
            self.positions.into_iter().map(|(text, position)| (position, text)).collect();
        entries.sort_unstable();
        entries.into_iter().map(|(_, text)| text).collect()
    }
}
