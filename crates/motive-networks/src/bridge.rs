//! A skill of one network is a goal of another.

use crate::error::NetworkError;
use crate::model::agents::Goal;
use crate::model::literal::Literal;
use crate::model::update::Update;
use crate::network::Network;
use std::sync::Arc;

/// While a skill of one network is being done, something is wanted in another. When that is reached, the skill has finished.
///
/// This is how networks are stacked: a path planner above, turning and walking below.
#[derive(Clone, Debug, PartialEq)]
pub struct Bridge {
    /// The skill of the network above.
    pub skill: Arc<str>,
    /// What the network below then wants.
    pub goal: Goal,
    wanted: bool,
}

impl Bridge {
    /// A skill above, and what it means below.
    #[must_use]
    pub fn new(skill: &str, goal: Goal) -> Self {
        Self { skill: skill.into(), goal, wanted: false }
    }

    /// Carries over what has changed. Call it between steps.
    ///
    /// # Errors
    /// If the network below has such a goal of its own.
    pub fn carry(&mut self, above: &mut Network, below: &mut Network) -> Result<(), NetworkError> {
        let reached = self.wanted && self.holds(below);
        let skill = above.skill(&self.skill);
        if reached && skill.is_some_and(|skill| above.is_executing(skill)) {
            above.apply(Update::Complete(self.skill.clone()))?;
        }
        let doing = above.skill(&self.skill).is_some_and(|skill| above.is_executing(skill));
        if doing && !self.wanted {
            below.apply(Update::Goal(self.goal.clone()))?;
            self.wanted = true;
        } else if !doing && self.wanted {
            self.wanted = false;
            below.apply(Update::Withdraw(self.goal.literal.clone()))?;
        }
        Ok(())
    }

    fn holds(&self, below: &Network) -> bool {
        let Literal { proposition, value } = &self.goal.literal;
        below.value(proposition).is_some_and(|said| said == value)
    }
}
