//! Commands and proposals of behaviours, and how often a command may be repeated.

use super::running_actions::ActiveAction;
use crate::binding::Holder;
use crate::memory::Memory;
use crate::vocabulary::{ActionId, ActionTarget, Id, Kind, NameSource, Property, Time, Value, Vocabulary};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;
use std::sync::Arc;

/// The arguments of an action.
pub type Arguments = SmallVec<[Value; 1]>;

/// Something that a behaviour wants to do.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// A declared action.
    Act {
        /// The action.
        action: ActionId,
        /// Its arguments.
        arguments: Arguments,
    },
    /// Create a note in memory.
    Note {
        /// The kind of the note.
        kind: Kind,
        /// Its properties.
        properties: Vec<(Property, Value)>,
    },
    /// Remove a thing from memory.
    Forget(Id),
    /// Set a property of a thing in memory.
    Set {
        /// The thing.
        id: Id,
        /// Its property.
        property: Property,
        /// Its value.
        value: Value,
    },
    /// End the task of a goal.
    End {
        /// The goal's name.
        goal: Arc<str>,
    },
}

impl Command {
    /// Whether it acts on the world or only on memory.
    pub fn target(&self, vocabulary: &Vocabulary) -> ActionTarget {
        match self {
            Self::Act { action, .. } => {
                vocabulary.action_info(*action).map_or(ActionTarget::World, |info| info.target)
            }
            Self::Note { .. } | Self::Forget(_) | Self::Set { .. } | Self::End { .. } => ActionTarget::Memory,
        }
    }

    /// The action, if it is a declared one.
    pub fn action(&self) -> Option<ActionId> {
        if let Self::Act { action, .. } = self { Some(*action) } else { None }
    }

    /// The command as text: `eat(apple)`. With a [`Memory`] for `names`, things show their kind.
    pub fn display(&self, names: &dyn NameSource) -> String {
        let vocabulary = names.names();
        match self {
            Self::Act { action, arguments } => {
                let arguments: Vec<_> = arguments.iter().map(|value| value.display(names)).collect();
                format!("{}({})", vocabulary.action_name(*action), arguments.join(", "))
            }
            Self::Note { kind, properties } => {
                let properties: Vec<_> = properties
                    .iter()
                    .map(|(property, value)| {
                        format!("{}: {}", vocabulary.property_name(*property), value.display(names))
                    })
                    .collect();
                format!("note {} {{ {} }}", vocabulary.name(kind.symbol()), properties.join(", "))
            }
            Self::Forget(id) => format!("forget {}", id.display(names)),
            Self::Set { id, property, value } => {
                let (id, property) = (id.display(names), vocabulary.property_name(*property));
                format!("{id}.{property} = {}", value.display(names))
            }
            Self::End { goal } => format!("end {goal}"),
        }
    }

    /// Applies `Note`, `Forget` and `Set` to memory; other commands do nothing here. Returns whether it succeeded.
    pub fn apply_to(&self, memory: &mut Memory, creator: Holder) -> bool {
        match self {
            Self::Note { kind, properties } => {
                let id = memory.note(*kind, Some(creator.0));
                properties.iter().all(|(property, value)| memory.set(id, *property, value.clone()).is_ok())
            }
            Self::Forget(id) => memory.remove(*id),
            Self::Set { id, property, value } => memory.set(*id, *property, value.clone()).is_ok(),
            Self::Act { .. } | Self::End { .. } => true,
        }
    }
}

/// A command with the task that proposes it and its priority.
#[derive(Clone, Debug, PartialEq)]
pub struct Proposal {
    /// The task that proposes it.
    pub task: Holder,
    /// The priority of the task.
    pub priority: f64,
    /// The command.
    pub command: Command,
}

/// A command of a task, with its arguments as numbers that tell them apart.
type SentCommand = (Holder, ActionId, Vec<(u8, u64)>);

/// Lets each command of a task, with its arguments, through once per period; a different command goes through at once.
///
/// Hosts that talk to a server over a wire put it between decisions and the wire.
#[derive(Clone, Debug)]
pub struct Throttle {
    period: u64,
    window: u64,
    /// What was sent in this window.
    sent: FxHashSet<SentCommand>,
}

impl Throttle {
    /// A throttle with a period in microseconds; nothing is held back with a period of 0.
    pub fn new(period: u64) -> Self {
        Self { period, window: 0, sent: FxHashSet::default() }
    }

    /// Whether to send the action now.
    pub fn admits(&mut self, act: &ActiveAction, now: Time) -> bool {
        let Some(window) = now.micros.checked_div(self.period) else { return true };
        if window != self.window {
            self.window = window;
            self.sent.clear();
        }
        self.sent.insert((act.task, act.action, act.arguments.iter().map(Value::key).collect()))
    }
}
