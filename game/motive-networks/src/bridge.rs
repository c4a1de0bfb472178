//! Hierarchies of networks: a skill of one network is a goal of another.

use crate::error::NetworkError;
use crate::model::agents::Goal;
use crate::model::literal::Literal;
use crate::model::update::Update;
use crate::network::Network;
use std::sync::Arc;

/// While a skill of one network executes, another network has a goal. When the goal is achieved, the skill finishes.
///
/// Networks can be stacked that way: a path planner above, turning and walking below.
#[derive(Clone, Debug, PartialEq)]
pub struct Bridge {
    /// The skill of the network above.
    pub skill: Arc<str>,
    /// The goal of the network below.
    pub goal: Goal,
    active: bool,
}

impl Bridge {
    /// Connects a skill above with a goal below.
    #[must_use]
    pub fn new(skill: &str, goal: Goal) -> Self {
        Self { skill: skill.into(), goal, active: false }
    }

    /// Adds or withdraws the goal below and completes the skill above as needed. Call it between steps.
    ///
    /// # Errors
    /// If the network below has the same goal already.
    pub fn update(&mut self, above: &mut Network, below: &mut Network) -> Result<(), NetworkError> {
        let reached = self.active && self.holds(below);
        let skill = above.skill(&self.skill);
        if reached && skill.is_some_and(|skill| above.is_executing(skill)) {
            above.apply(Update::Complete(self.skill.clone()))?;
        }
        let executing = above.skill(&self.skill).is_some_and(|skill| above.is_executing(skill));
        if executing && !self.active {
            below.apply(Update::Goal(self.goal.clone()))?;
            self.active = true;
        } else if !executing && self.active {
            self.active = false;
            below.apply(Update::Withdraw(self.goal.literal.clone()))?;
        }
        Ok(())
    }

    fn holds(&self, below: &Network) -> bool {
        let Literal { proposition, value } = &self.goal.literal;
        below.value(proposition).is_some_and(|known| known == value)
    }
}
