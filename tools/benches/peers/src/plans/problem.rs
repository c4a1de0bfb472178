//! The two planning problems, in plain data that every contestant translates for itself and the checker reads.

/// What a variable must be for an action to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precondition {
    /// Equal.
    Is(usize, i64),
    /// At least.
    AtLeast(usize, i64),
    /// At most.
    AtMost(usize, i64),
}

impl Precondition {
    fn holds(self, state: &[i64]) -> bool {
        match self {
            Self::Is(variable, value) => state[variable] == value,
            Self::AtLeast(variable, value) => state[variable] >= value,
            Self::AtMost(variable, value) => state[variable] <= value,
        }
    }
}

/// What an action does to a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VariableChange {
    /// It becomes this.
    To(usize, i64),
    /// It grows by this.
    By(usize, i64),
}

/// An action; each costs 1.
#[derive(Clone, Copy, Debug)]
pub struct PlanAction {
    /// Its name.
    pub name: &'static str,
    /// What it needs.
    pub needs: &'static [Precondition],
    /// What it changes.
    pub changes: &'static [VariableChange],
}

/// A planning problem whose cheapest plan is known.
#[derive(Clone, Copy, Debug)]
pub struct PeerProblem {
    /// The short name, as in the report's JSON.
    pub id: &'static str,
    /// What it is about.
    pub title: &'static str,
    /// Whether its variables are truths; if not, they are numbers.
    pub truths: bool,
    /// The names of the variables.
    pub variables: &'static [&'static str],
    /// What they are at the start.
    pub start: &'static [i64],
    /// What can be done.
    pub actions: &'static [PlanAction],
    /// The variable that is to be reached, and its value.
    pub goal: (usize, i64),
    /// How many steps the cheapest plan has.
    pub steps: usize,
}

impl PeerProblem {
    /// Whether the actions, in this order, can be done and reach the goal in as few steps as possible.
    pub fn accepts(&self, plan: &[String]) -> bool {
        let mut state = self.start.to_vec();
        for name in plan {
            let Some(action) = self.actions.iter().find(|action| action.name == *name) else { return false };
            if !action.needs.iter().all(|need| need.holds(&state)) {
                return false;
            }
            for change in action.changes {
                match *change {
                    VariableChange::To(variable, value) => state[variable] = value,
                    VariableChange::By(variable, by) => state[variable] += by,
                }
            }
        }
        state[self.goal.0] == self.goal.1 && plan.len() == self.steps
    }
}

/// S3a, the long plan of dogoap's own benchmark: sleep twice, eat twice, rob seven times.
pub const LONG_PLAN: PeerProblem = PeerProblem {
    id: "S3a",
    title: "long plan: 3 numbers, 3 actions, 11 steps",
    truths: false,
    variables: &["energy", "hunger", "gold"],
    start: &[30, 70, 0],
    actions: &[
        PlanAction { name: "sleep", needs: &[], changes: &[VariableChange::By(0, 10)] },
        PlanAction {
            name: "eat",
            needs: &[Precondition::AtLeast(0, 25)],
            changes: &[VariableChange::By(1, -10)],
        },
        PlanAction {
            name: "rob",
            needs: &[Precondition::AtMost(1, 50), Precondition::AtLeast(0, 50)],
            changes: &[VariableChange::By(2, 1)],
        },
    ],
    goal: (2, 7),
    steps: 11,
};

const AXE: usize = 0;
const WOOD: usize = 1;
const FIRE: usize = 2;
const PICKAXE: usize = 3;
const ORE: usize = 4;
const INGOT: usize = 5;
const HAMMER: usize = 6;
const SWORD: usize = 7;

/// S3b, forge a sword: eight actions in a row, and four that lead nowhere.
pub const SWORD_FORGED: PeerProblem = PeerProblem {
    id: "S3b",
    title: "forge a sword: 12 truths, 12 actions, 8 steps",
    truths: true,
    variables: &[
        "axe", "wood", "fire", "pickaxe", "ore", "ingot", "hammer", "sword", "flower", "fish", "song", "coin",
    ],
    start: &[0; 12],
    actions: &[
        PlanAction { name: "get_axe", needs: &[], changes: &[VariableChange::To(AXE, 1)] },
        PlanAction { name: "pick_flower", needs: &[], changes: &[VariableChange::To(8, 1)] },
        PlanAction {
            name: "chop_wood",
            needs: &[Precondition::Is(AXE, 1)],
            changes: &[VariableChange::To(WOOD, 1)],
        },
        PlanAction { name: "catch_fish", needs: &[], changes: &[VariableChange::To(9, 1)] },
        PlanAction {
            name: "light_fire",
            needs: &[Precondition::Is(WOOD, 1)],
            changes: &[VariableChange::To(FIRE, 1), VariableChange::To(WOOD, 0)],
        },
        PlanAction { name: "sing", needs: &[], changes: &[VariableChange::To(10, 1)] },
        PlanAction { name: "get_pickaxe", needs: &[], changes: &[VariableChange::To(PICKAXE, 1)] },
        PlanAction {
            name: "mine_ore",
            needs: &[Precondition::Is(PICKAXE, 1)],
            changes: &[VariableChange::To(ORE, 1)],
        },
        PlanAction { name: "beg", needs: &[], changes: &[VariableChange::To(11, 1)] },
        PlanAction {
            name: "smelt",
            needs: &[Precondition::Is(FIRE, 1), Precondition::Is(ORE, 1)],
            changes: &[VariableChange::To(INGOT, 1), VariableChange::To(ORE, 0)],
        },
        PlanAction { name: "get_hammer", needs: &[], changes: &[VariableChange::To(HAMMER, 1)] },
        PlanAction {
            name: "forge",
            needs: &[Precondition::Is(INGOT, 1), Precondition::Is(HAMMER, 1), Precondition::Is(FIRE, 1)],
            changes: &[VariableChange::To(SWORD, 1), VariableChange::To(INGOT, 0)],
        },
    ],
    goal: (SWORD, 1),
    steps: 8,
};

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn the_checker_takes_only_the_cheapest_plan_that_can_be_done() {
        let mut steps = vec!["sleep", "sleep", "eat", "eat"];
        steps.extend(["rob"; 7]);
        assert!(LONG_PLAN.accepts(&plan(&steps)));
        steps.swap(0, 10);
        assert!(!LONG_PLAN.accepts(&plan(&steps)), "nobody robs hungry");
        steps.swap(0, 10);
        steps.insert(0, "sleep");
        assert!(!LONG_PLAN.accepts(&plan(&steps)), "a step too many");
        let sword =
            ["get_axe", "chop_wood", "light_fire", "get_pickaxe", "mine_ore", "smelt", "get_hammer", "forge"];
        assert!(SWORD_FORGED.accepts(&plan(&sword)));
        assert!(!SWORD_FORGED.accepts(&plan(&sword[1..])));
    }
}
