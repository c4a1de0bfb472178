//! Running actions: how they start, continue, change and end.

use super::catalogue::Catalogue;
use super::command::{Arguments, Command, Proposal};
use crate::binding::Holder;
use crate::memory::Memory;
use crate::prefetch::prefetch_slice;
use crate::vocabulary::{ActionId, ActionLifetime, ActionTarget, Id, NameSource, Symbol, Time, Value};
use motive_util::ThinList;
use smallvec::{SmallVec, smallvec};

/// The phase of an action in a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Phase {
    /// It was not running before.
    Started,
    /// It continues unchanged.
    Continued,
    /// It continues with other arguments.
    Changed,
    /// It stops: it is no longer proposed, or it conflicts with an action of higher priority.
    Stopped,
}

/// An action of a decision.
#[derive(Clone, Debug, PartialEq)]
pub struct ActiveAction {
    /// Identifies this run of the action.
    pub run: u64,
    /// The action.
    pub action: ActionId,
    /// Its arguments.
    pub arguments: Arguments,
    /// Whether it starts, continues, changes or stops.
    pub phase: Phase,
    /// The task that proposed it.
    pub task: Holder,
    /// The priority of the task.
    pub priority: f64,
}

impl ActiveAction {
    /// The action as text.
    pub fn display(&self, names: &dyn NameSource) -> String {
        Command::Act { action: self.action, arguments: self.arguments.clone() }.display(names)
    }
}

/// The actions of one tick.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Decision {
    /// Actions that start, continue or change, highest priority first unless the profile says otherwise.
    pub actions: Vec<ActiveAction>,
    /// Actions that stop.
    pub stopped: Vec<ActiveAction>,
}

impl Decision {
    /// The first entry for an action.
    pub fn find(&self, action: ActionId) -> Option<&ActiveAction> {
        self.actions.iter().find(|act| act.action == action)
    }

    /// Whether the same action with the same arguments occurs twice.
    pub fn has_duplicates(&self) -> bool {
        let twins = |one: &ActiveAction, other: &ActiveAction| {
            one.action == other.action && one.arguments == other.arguments
        };
        let later = |at: usize| self.actions.get(at + 1..).unwrap_or_default();
        self.actions.iter().enumerate().any(|(at, one)| later(at).iter().any(|other| twins(one, other)))
    }

    /// The actions as text.
    pub fn display(&self, names: &dyn NameSource) -> Vec<String> {
        self.actions.iter().map(|act| act.display(names)).collect()
    }
}

/// How a latched action ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActionEnd {
    /// It succeeded.
    Succeeded,
    /// It failed, for this reason.
    Failed(Symbol),
}

/// The running actions of an agent, which are those of its last decision.
#[derive(Clone, Debug, Default)]
pub struct RunningActions {
    decision: Decision,
    /// The actions of the decision, oldest first.
    running: SmallVec<[Running; 1]>,
    next: u64,
    /// Things in memory that show actions which ended since the last decision.
    ended: ThinList<Id>,
}

/// What is known of a running action beside the decision.
#[derive(Clone, Debug)]
struct Running {
    started: Time,
    /// The thing in memory that shows it.
    shown: Option<Id>,
    /// The index of the action in the decision.
    at: u32,
    life: ActionLifetime,
}

impl RunningActions {
    /// Continues the actions of a decision that was made elsewhere, none of them latched; so many have been started so far.
    pub fn resumed(decision: Decision, started: u64, since: Time) -> Self {
        let runs = decision.actions.iter().map(|action| action.run);
        let mut oldest_first: SmallVec<[(u64, u32); 2]> = runs.zip(0..).collect();
        oldest_first.sort_unstable();
        let life = ActionLifetime::WhileProposed;
        let running = |(_, at)| Running { started: since, shown: None, at, life };
        let running = oldest_first.into_iter().map(running).collect();
        Self { decision, running, next: started, ended: ThinList::default() }
    }

    /// How many actions have been started so far.
    pub fn started_so_far(&self) -> u64 {
        self.next
    }

    /// The last decision.
    pub fn decision(&self) -> &Decision {
        &self.decision
    }

    /// What is known of the running actions, oldest first.
    fn all(&self) -> impl Iterator<Item = (&Running, &ActiveAction)> {
        let actions = &self.decision.actions;
        self.running.iter().filter_map(|running| Some((running, actions.get(running.at as usize)?)))
    }

    /// The running actions, oldest first.
    pub fn running(&self) -> impl Iterator<Item = &ActiveAction> {
        self.all().map(|(_, action)| action)
    }

    /// When a running action started.
    pub fn started(&self, run: u64) -> Option<Time> {
        self.all().find(|(_, action)| action.run == run).map(|(running, _)| running.started)
    }

    /// The things in the arguments of running actions, and the things that show them in memory.
    pub fn refers_to(&self) -> impl Iterator<Item = Id> + '_ {
        self.all()
            .flat_map(|(running, action)| action.arguments.iter().filter_map(Value::id).chain(running.shown))
    }

    /// Running latched actions that are not proposed any more, as proposals with their last priority.
    pub fn latched(&self, proposals: &[Proposal]) -> Vec<Proposal> {
        self.all()
            .filter(|(running, _)| running.life == ActionLifetime::Latched)
            .map(|(_, action)| Proposal {
                task: action.task,
                priority: action.priority,
                command: Command::Act { action: action.action, arguments: action.arguments.clone() },
            })
            .filter(|own| !proposals.iter().any(|proposal| proposal.command == own.command))
            .collect()
    }

    /// Prefetches what it refers to.
    pub fn prefetch(&self) {
        prefetch_slice(&self.decision.actions);
    }

    /// Whether nothing is running.
    pub fn is_idle(&self) -> bool {
        self.running.is_empty()
    }

    /// Whether no running action is latched.
    pub fn all_while_proposed(&self) -> bool {
        self.running.iter().all(|running| running.life == ActionLifetime::WhileProposed)
    }

    /// All actions continue as they are.
    pub fn repeat(&mut self) {
        self.continue_all(|_| None);
    }

    /// All actions continue as they are; only the priorities of their tasks may have changed.
    pub fn continue_all(&mut self, priority_of: impl Fn(Holder) -> Option<f64>) {
        for action in &mut self.decision.actions {
            action.phase = Phase::Continued;
            if let Some(priority) = priority_of(action.task) {
                action.priority = priority;
            }
        }
        self.decision.stopped.clear();
    }

    /// Starts, continues, changes and stops actions so that exactly the kept proposals run. With `show`, latched actions that start are
    /// shown in memory.
    pub fn settle(&mut self, kept: &[Proposal], memory: &mut Memory, show: bool) {
        self.decision.stopped.clear();
        for seen in self.ended.iter() {
            memory.remove(*seen);
        }
        self.ended.clear();
        let mut still: SmallVec<[bool; 8]> = smallvec![false; self.running.len()];
        let mut matched: SmallVec<[Option<u32>; 8]> = SmallVec::new();
        for proposal in kept {
            let Some((action, arguments)) = world_action(proposal, memory) else { continue };
            let matching = self.match_running(action, arguments, proposal.task, &still);
            matched.push(matching.and_then(|(at, phase)| {
                still[at] = true;
                let in_decision = self.running[at].at;
                let act = self.decision.actions.get_mut(in_decision as usize)?;
                (act.arguments, act.task) = (arguments.clone(), proposal.task);
                (act.phase, act.priority) = (phase, proposal.priority);
                Some(in_decision)
            }));
        }
        let mut before: SmallVec<[Option<ActiveAction>; 2]> =
            self.decision.actions.drain(..).map(Some).collect();
        // Before others start: nearly always one action runs at a time, and the list has room for that one.
        self.stop_others(&still, &mut before, memory);
        let mut matched = matched.into_iter();
        for proposal in kept {
            let Some((action, arguments)) = world_action(proposal, memory) else { continue };
            let at = self.decision.actions.len() as u32;
            let act = match matched.next().flatten() {
                Some(former) => {
                    if let Some(running) = self.running.iter_mut().find(|running| running.at == former) {
                        running.at = at | Self::MOVED;
                    }
                    before.get_mut(former as usize).and_then(Option::take)
                }
                None => Some(self.start(action, arguments, proposal, memory, show)),
            };
            if let Some(act) = act {
                push_exact(&mut self.decision.actions, act);
            }
        }
        self.running.iter_mut().for_each(|running| running.at &= !Self::MOVED);
    }

    /// Marks a new index in the decision while others are still the old ones.
    const MOVED: u32 = 1 << 31;

    /// Stops the actions that are not to continue.
    fn stop_others(&mut self, still: &[bool], before: &mut [Option<ActiveAction>], memory: &mut Memory) {
        let stopped = &mut self.decision.stopped;
        let mut still = still.iter();
        self.running.retain(|running| {
            let keep = still.next().is_none_or(|still| *still);
            if !keep {
                if let Some(action) = before.get_mut(running.at as usize).and_then(Option::take) {
                    push_exact(stopped, ActiveAction { phase: Phase::Stopped, ..action });
                }
                if let Some(id) = running.shown {
                    memory.remove(id);
                }
            }
            keep
        });
    }

    /// The same action with the same arguments continues; the same action of the same task with other arguments is changed.
    fn match_running(
        &self,
        action: ActionId,
        arguments: &Arguments,
        task: Holder,
        still: &[bool],
    ) -> Option<(usize, Phase)> {
        let free = || {
            let all = self.all().enumerate();
            all.filter(|(at, (_, running))| !still[*at] && running.action == action)
        };
        let same = free().find(|(_, (_, running))| running.arguments == *arguments);
        let own = || {
            free().find(|(_, (running, action))| {
                action.task == task && running.life == ActionLifetime::WhileProposed
            })
        };
        match same {
            Some((at, _)) => Some((at, Phase::Continued)),
            None => own().map(|(at, _)| (at, Phase::Changed)),
        }
    }

    fn start(
        &mut self,
        action: ActionId,
        arguments: &Arguments,
        proposal: &Proposal,
        memory: &mut Memory,
        show: bool,
    ) -> ActiveAction {
        self.next += 1;
        let act = ActiveAction {
            run: self.next,
            action,
            arguments: arguments.clone(),
            phase: Phase::Started,
            task: proposal.task,
            priority: proposal.priority,
        };
        let info = memory.shared_vocabulary().action_info(action);
        let life = info.map_or(ActionLifetime::WhileProposed, |info| info.lifetime);
        let shown = (show && life == ActionLifetime::Latched).then(|| show_in(memory, &act));
        let started = crate::vocabulary::Facts::time(memory);
        let at = self.decision.actions.len() as u32 | Self::MOVED;
        self.running.push(Running { started, shown, at, life });
        act
    }

    /// Shows every latched action in memory that is not shown yet.
    pub fn show_all(&mut self, memory: &mut Memory) {
        for running in self.running.iter_mut().filter(|running| running.life == ActionLifetime::Latched) {
            if let Some(action) = self.decision.actions.get(running.at as usize) {
                running.shown.get_or_insert_with(|| show_in(memory, action));
            }
        }
    }

    /// The world reports the end of a latched action, which is no longer part of the decision. Memory shows it until the agent's next
    /// decision has seen it.
    pub fn finish(&mut self, run: u64, ending: ActionEnd, memory: &mut Memory) -> bool {
        let Some(place) = self.all().position(|(_, action)| action.run == run) else { return false };
        let ended = self.running.remove(place);
        self.decision.actions.remove(ended.at as usize);
        for running in self.running.iter_mut().filter(|running| running.at > ended.at) {
            running.at -= 1;
        }
        if let Some(id) = ended.shown {
            let names = memory.shared_vocabulary().clone();
            let (status, reason) = match ending {
                ActionEnd::Succeeded => (names.builtin().succeeded, None),
                ActionEnd::Failed(reason) => (names.builtin().failed, Some(reason)),
            };
            // The properties are declared for every vocabulary, so writing them cannot fail.
            let _ = memory.set(id, names.builtin().status, status);
            if let Some(reason) = reason {
                let _ = memory.set(id, names.builtin().reason, reason);
            }
            self.ended.make().push(id);
        }
        true
    }
}

/// What a proposal does in the world, if it does something there.
fn world_action<'p>(proposal: &'p Proposal, memory: &Memory) -> Option<(ActionId, &'p Arguments)> {
    let Command::Act { action, arguments } = &proposal.command else { return None };
    let target = proposal.command.target(memory.shared_vocabulary());
    (target != ActionTarget::Memory).then_some((*action, arguments))
}

/// Pushes without spare capacity: these lists rarely have more than two entries.
fn push_exact<T>(list: &mut Vec<T>, entry: T) {
    list.reserve_exact(1);
    list.push(entry);
}

/// Shows a started action in memory as a thing of kind `action`.
fn show_in(memory: &mut Memory, act: &ActiveAction) -> Id {
    let names = memory.shared_vocabulary().clone();
    let builtin = names.builtin();
    let status = (builtin.status, Value::Symbol(builtin.running));
    let run = (builtin.run, Value::Number(act.run as f64));
    match names.action_info(act.action) {
        Some(info) => {
            memory.note_with(builtin.action, None, [status, run, (builtin.name, Value::Symbol(info.name))])
        }
        None => memory.note_with(builtin.action, None, [status, run]),
    }
}

/// Applies the internal commands of a decision to memory. Returns the goals whose tasks shall end, and the proposals that failed.
pub fn apply_internal<'a>(
    kept: &'a [Proposal],
    catalogue: &Catalogue,
    memory: &mut Memory,
) -> (Vec<&'a str>, Vec<&'a Proposal>) {
    let (mut ended, mut failed) = (Vec::new(), Vec::new());
    for proposal in kept {
        let done = match &proposal.command {
            Command::End { goal } => {
                ended.push(&**goal);
                true
            }
            Command::Act { action, arguments } => {
                let internal = proposal.command.target(memory.shared_vocabulary()) == ActionTarget::Memory;
                match catalogue.action(*action) {
                    Some(action) if internal => action.apply(memory, arguments) == 0,
                    _ => true,
                }
            }
            command => command.apply_to(memory, proposal.task),
        };
        if !done {
            failed.push(proposal);
        }
    }
    (ended, failed)
}

#[cfg(test)]
#[path = "../../tests/unit/running_actions.rs"]
mod tests;
