//! The decisions of a coordinator as orders.

use super::board::{Assignment, Board, Preempt, TeamError};
use motive_core::action::{ActiveAction, Decision, Phase};
use motive_core::vocabulary::{Value, Vocabulary};

impl Board {
    /// Applies the decision of a coordinator. Actions are recognised by name; the first argument is the member:
    ///
    /// | action | order |
    /// |---|---|
    /// | `assign(member, task, arguments...)` | one more task at the end of the list |
    /// | `only(member, task, arguments...)` | this task and no other, at once |
    /// | `clear(member)` | no tasks, at once |
    /// | `take_role(member, role)` | the tasks of the role, at once |
    ///
    /// Other actions are ignored. Orders that are refused are returned; the others take effect.
    pub fn obey(&self, decision: &Decision, names: &Vocabulary) -> Vec<TeamError> {
        let new = |act: &&ActiveAction| matches!(act.phase, Phase::Started | Phase::Changed);
        decision.actions.iter().filter(new).filter_map(|act| self.order(act, names).err()).collect()
    }

    fn order(&self, act: &ActiveAction, names: &Vocabulary) -> Result<(), TeamError> {
        let order = names.action_name(act.action);
        if !["assign", "only", "clear", "take_role"].contains(&order) {
            return Ok(());
        }
        let incomplete = || TeamError::Incomplete(order.to_owned());
        let name = |place: usize| match act.arguments.get(place)? {
            Value::Text(text) => Some(text.to_string()),
            value => Some(value.display(names)),
        };
        let member = name(0).ok_or_else(incomplete)?;
        if order == "clear" {
            return self.clear(&member, Preempt::Now);
        }
        let what = name(1).ok_or_else(incomplete)?;
        if order == "take_role" {
            return self.take_role(&member, &what, Preempt::Now);
        }
        // Arguments may come one by one, or as one list.
        let mut arguments: Vec<Value> = act.arguments.iter().skip(2).cloned().collect();
        if let [Value::List(items)] = &arguments[..] {
            arguments = items.to_vec();
        }
        let assignment = Assignment { task: what.as_str().into(), arguments };
        match order {
            "assign" => self.assign(&member, assignment),
            _ => self.set_tasks(&member, vec![assignment], Preempt::Now),
        }
    }
}
