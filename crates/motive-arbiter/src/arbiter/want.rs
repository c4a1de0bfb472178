//! Looking at goals: which are wanted, and how much.

use super::Arbiter;
use super::character::Character;
use super::goal::GoalCode;
use motive_core::binding::{Binder, Holder};
use motive_core::condition::{Bindings, Eval};
use motive_core::memory::Channel;
use motive_core::mind::TickContext;
use motive_core::trace::Event;
use std::sync::Arc;

/// A goal that came up.
#[derive(Clone, Debug)]
pub(super) struct Made {
    pub(super) goal: usize,
    pub(super) priority: f64,
}

/// What the clauses of a goal said when they were last looked at.
#[derive(Clone, Debug, Default)]
pub(super) struct Want {
    channels: Vec<Channel>,
    clock: u64,
    known: bool,
    said: Said,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Said {
    /// The first clause that holds, and its priority.
    first: Option<(usize, f64)>,
    /// The first clause that holds among those that follow the situation.
    updated: Option<(usize, f64)>,
    /// A priority that is not a number.
    bad: bool,
}

impl Want {
    /// What the clauses look at.
    pub(super) fn channels(&self) -> &[Channel] {
        &self.channels
    }
}

impl Arbiter {
    /// Looks at all goals: new ones come up, live ones get the priority of the situation.
    pub(super) fn look_at_goals(&mut self, tick_cx: &mut TickContext<'_>) -> Vec<Made> {
        let character = self.character.clone();
        let tick = self.tick;
        let mut made: Vec<Made> = Vec::new();
        if !tick.is_multiple_of(character.profile.goals_every.max(1)) {
            self.unsettled = true;
            return made;
        }
        for (at, goal) in character.goals.iter().enumerate() {
            if goal.clauses.is_empty() {
                continue;
            }
            if goal.every > 1 {
                self.unsettled = true;
                if !tick.is_multiple_of(goal.every) {
                    continue;
                }
            }
            let said = self.said(&character, at, tick_cx);
            if said.bad && tick_cx.trace.wants_events() {
                tick_cx.trace.event(Event::BadPriority { goal: goal.name.clone() });
            }
            match (self.tasks.iter().position(|task| task.goal == at), said.first, said.updated) {
                (Some(task), _, Some((_, priority))) => self.set_priority(task, priority, tick_cx),
                (None, Some((clause, priority)), _) => {
                    note_made(&goal.name, priority, clause, tick_cx);
                    made.push(Made { goal: at, priority });
                }
                _ => {}
            }
        }
        self.ask_generators(&character, tick_cx, &mut made);
        made
    }

    fn ask_generators(
        &mut self,
        character: &Arc<Character>,
        tick_cx: &mut TickContext<'_>,
        made: &mut Vec<Made>,
    ) {
        for (every, generator) in &character.generators {
            self.unsettled = true;
            if !self.tick.is_multiple_of(*every) {
                continue;
            }
            let mut wanted: Vec<(usize, f64)> = Vec::new();
            generator.generate(tick_cx.memory, &mut |name, priority| {
                if let Some(at) = character.goals.iter().position(|goal| *goal.name == *name)
                    && !priority.is_nan()
                {
                    wanted.push((at, priority));
                }
            });
            for (at, priority) in wanted {
                match self.tasks.iter().position(|task| task.goal == at) {
                    Some(task) => self.set_priority(task, priority, tick_cx),
                    None if made.iter().any(|made| made.goal == at) => {}
                    None => {
                        note_made(&character.goals[at].name, priority, 0, tick_cx);
                        made.push(Made { goal: at, priority });
                    }
                }
            }
        }
    }

    fn set_priority(&mut self, task: usize, priority: f64, tick_cx: &mut TickContext<'_>) {
        let task = &mut self.tasks[task];
        if !self.character.profile.updates || task.priority == priority {
            return;
        }
        tick_cx.note(|| Event::Priority { task: task.number, from: task.priority, to: priority });
        task.priority = priority;
        self.unsettled = true;
    }

    /// What the clauses of a goal say, from memory if nothing that they look at has changed.
    fn said(&mut self, character: &Character, at: usize, tick_cx: &mut TickContext<'_>) -> Said {
        let code = &character.codes[at];
        let want = &mut self.wants[at];
        if want.channels.is_empty() && !code.reads.dependencies().is_empty() {
            let watch = |dependency: &_| tick_cx.memory.watch(*dependency);
            want.channels = code.reads.dependencies().iter().map(watch).collect();
        }
        let fresh = want.channels.iter().all(|channel| tick_cx.memory.version(*channel) <= want.clock);
        if character.profile.reuse && want.known && fresh {
            return want.said;
        }
        let mut volatile = code.reads.is_volatile();
        let said = self.evaluate(character, code, tick_cx, &mut volatile);
        let want = &mut self.wants[at];
        (want.clock, want.known, want.said) = (tick_cx.memory.clock(), !volatile, said);
        self.unsettled |= volatile;
        said
    }

    fn evaluate(
        &mut self,
        character: &Character,
        code: &GoalCode,
        tick_cx: &mut TickContext<'_>,
        volatile: &mut bool,
    ) -> Said {
        let mut said = Said::default();
        for (number, clause) in code.clauses.iter().enumerate() {
            let wanted = clause.updated && said.updated.is_none() || clause.generates && said.first.is_none();
            if !wanted {
                continue;
            }
            let mut binder = Binder {
                ledger: &mut self.ledger,
                holder: Holder(u64::MAX),
                rules: &character.profile.binding,
                remembered: &[],
                rng: tick_cx.rng,
                budget: &mut tick_cx.budget,
                volatile,
                overridden: &mut self.overridden,
                avoid: &[],
                missed: None,
            };
            let mut bindings = Bindings::new(clause.variables);
            let mut eval = Eval { facts: &*tick_cx.memory, bindings: &mut bindings, claims: &mut binder };
            let priority = eval.holds(&clause.when).then(|| eval.number(&clause.priority));
            self.ledger.undo(0);
            match priority {
                None => {}
                Some(None) => said.bad = true,
                Some(Some(priority)) => {
                    if clause.generates {
                        said.first = said.first.or(Some((number, priority)));
                    }
                    if clause.updated {
                        said.updated = said.updated.or(Some((number, priority)));
                    }
                }
            }
        }
        said
    }
}

fn note_made(goal: &Arc<str>, priority: f64, clause: usize, tick_cx: &mut TickContext<'_>) {
    tick_cx.note(|| Event::GoalMade { goal: goal.clone(), priority, clause });
}
