//! Looking at goals: which are wanted, and how much.

use super::Arbiter;
use super::character::Character;
use super::goal::GoalCode;
use crate::binding::{Asker, Holder};
use crate::condition::{Bindings, Eval};
use crate::memory::Channel;
use crate::mind::Moment;
use crate::trace::Event;
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
    pub(super) fn look_at_goals(&mut self, moment: &mut Moment<'_>) -> Vec<Made> {
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
            let said = self.said(&character, at, moment);
            if said.bad && moment.trace.wants_events() {
                moment.trace.event(Event::BadPriority { goal: goal.name.clone() });
            }
            match (self.tasks.iter().position(|task| task.goal == at), said.first, said.updated) {
                (Some(task), _, Some((_, priority))) => self.set_priority(task, priority, moment),
                (None, Some((clause, priority)), _) => {
                    note_made(&goal.name, priority, clause, moment);
                    made.push(Made { goal: at, priority });
                }
                _ => {}
            }
        }
        self.ask_generators(&character, moment, &mut made);
        made
    }

    fn ask_generators(&mut self, character: &Arc<Character>, moment: &mut Moment<'_>, made: &mut Vec<Made>) {
        for (every, generator) in &character.generators {
            self.unsettled = true;
            if !self.tick.is_multiple_of(*every) {
                continue;
            }
            let mut wanted: Vec<(usize, f64)> = Vec::new();
            generator.generate(moment.memory, &mut |name, priority| {
                if let Some(at) = character.goals.iter().position(|goal| *goal.name == *name)
                    && !priority.is_nan()
                {
                    wanted.push((at, priority));
                }
            });
            for (at, priority) in wanted {
                match self.tasks.iter().position(|task| task.goal == at) {
                    Some(task) => self.set_priority(task, priority, moment),
                    None if made.iter().any(|made| made.goal == at) => {}
                    None => {
                        note_made(&character.goals[at].name, priority, 0, moment);
                        made.push(Made { goal: at, priority });
                    }
                }
            }
        }
    }

    fn set_priority(&mut self, task: usize, priority: f64, moment: &mut Moment<'_>) {
        let task = &mut self.tasks[task];
        if !self.character.profile.updates || task.priority == priority {
            return;
        }
        moment.note(|| Event::Priority { task: task.number, from: task.priority, to: priority });
        task.priority = priority;
        self.unsettled = true;
    }

    /// What the clauses of a goal say, from memory if nothing that they look at has changed.
    fn said(&mut self, character: &Character, at: usize, moment: &mut Moment<'_>) -> Said {
        let code = &character.codes[at];
        let want = &mut self.wants[at];
        if want.channels.is_empty() && !code.reads.dependencies().is_empty() {
            let watch = |dependency: &_| moment.memory.watch(*dependency);
            want.channels = code.reads.dependencies().iter().map(watch).collect();
        }
        let fresh = want.channels.iter().all(|channel| moment.memory.version(*channel) <= want.clock);
        if character.profile.reuse && want.known && fresh {
            return want.said;
        }
        let mut volatile = code.reads.is_volatile();
        let said = self.evaluate(character, code, moment, &mut volatile);
        let want = &mut self.wants[at];
        (want.clock, want.known, want.said) = (moment.memory.clock(), !volatile, said);
        self.unsettled |= volatile;
        said
    }

    fn evaluate(
        &mut self,
        character: &Character,
        code: &GoalCode,
        moment: &mut Moment<'_>,
        volatile: &mut bool,
    ) -> Said {
        let mut said = Said::default();
        for (number, clause) in code.clauses.iter().enumerate() {
            let wanted = clause.updated && said.updated.is_none() || clause.generates && said.first.is_none();
            if !wanted {
                continue;
            }
            let mut asker = Asker {
                ledger: &mut self.ledger,
                holder: Holder(u64::MAX),
                rules: &character.profile.binding,
                remembered: &[],
                draws: moment.draws,
                budget: &mut moment.budget,
                volatile,
                overridden: &mut self.overridden,
                avoid: &[],
                missed: None,
            };
            let mut bindings = Bindings::new(clause.variables);
            let mut eval = Eval { facts: &*moment.memory, bindings: &mut bindings, claims: &mut asker };
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

fn note_made(goal: &Arc<str>, priority: f64, clause: usize, moment: &mut Moment<'_>) {
    moment.note(|| Event::GoalMade { goal: goal.clone(), priority, clause });
}
