//! The two planning problems, in plain data that every contestant translates for itself and the checker reads.

/// What a variable must be for an action to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// Equal.
    Is(usize, i64),
    /// At least.
    AtLeast(usize, i64),
    /// At most.
    AtMost(usize, i64),
}

impl Need {
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
pub enum Change {
    /// It becomes this.
    To(usize, i64),
    /// It grows by this.
    By(usize, i64),
}

/// An action; each costs 1.
#[derive(Clone, Copy, Debug)]
pub struct Action {
    /// Its name.
    pub name: &'static str,
    /// What it needs.
    pub needs: &'static [Need],
    /// What it changes.
    pub changes: &'static [Change],
}

/// A planning problem whose cheapest plan is known.
#[derive(Clone, Copy, Debug)]
pub struct Problem {
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
    pub actions: &'static [Action],
    /// The variable that is to be reached, and its value.
    pub goal: (usize, i64),
    /// How many steps the cheapest plan has.
    pub steps: usize,
}

impl Problem {
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
                    Change::To(variable, value) => state[variable] = value,
                    Change::By(variable, by) => state[variable] += by,
                }
            }
        }
        state[self.goal.0] == self.goal.1 && plan.len() == self.steps
    }
}

/// S3a, the long plan of dogoap's own benchmark: sleep twice, eat twice, rob seven times.
pub const LONG_PLAN: Problem = Problem {
    id: "S3a",
    title: "long plan: 3 numbers, 3 actions, 11 steps",
    truths: false,
    variables: &["energy", "hunger", "gold"],
    start: &[30, 70, 0],
    actions: &[
        Action { name: "sleep", needs: &[], changes: &[Change::By(0, 10)] },
        Action { name: "eat", needs: &[Need::AtLeast(0, 25)], changes: &[Change::By(1, -10)] },
        Action { name: "rob", needs: &[Need::AtMost(1, 50), Need::AtLeast(0, 50)], changes: &[Change::By(2, 1)] },
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
pub const SWORD_FORGED: Problem = Problem {
    id: "S3b",
    title: "forge a sword: 12 truths, 12 actions, 8 steps",
    truths: true,
    variables: &[
        "axe", "wood", "fire", "pickaxe", "ore", "ingot", "hammer", "sword", "flower", "fish", "song", "coin",
    ],
    start: &[0; 12],
    actions: &[
        Action { name: "get_axe", needs: &[], changes: &[Change::To(AXE, 1)] },
        Action { name: "pick_flower", needs: &[], changes: &[Change::To(8, 1)] },
        Action { name: "chop_wood", needs: &[Need::Is(AXE, 1)], changes: &[Change::To(WOOD, 1)] },
        Action { name: "catch_fish", needs: &[], changes: &[Change::To(9, 1)] },
        Action {
            name: "light_fire",
            needs: &[Need::Is(WOOD, 1)],
            changes: &[Change::To(FIRE, 1), Change::To(WOOD, 0)],
        },
        Action { name: "sing", needs: &[], changes: &[Change::To(10, 1)] },
        Action { name: "get_pickaxe", needs: &[], changes: &[Change::To(PICKAXE, 1)] },
        Action { name: "mine_ore", needs: &[Need::Is(PICKAXE, 1)], changes: &[Change::To(ORE, 1)] },
        Action { name: "beg", needs: &[], changes: &[Change::To(11, 1)] },
        Action {
            name: "smelt",
            needs: &[Need::Is(FIRE, 1), Need::Is(ORE, 1)],
            changes: &[Change::To(INGOT, 1), Change::To(ORE, 0)],
        },
        Action { name: "get_hammer", needs: &[], changes: &[Change::To(HAMMER, 1)] },
        Action {
            name: "forge",
            needs: &[Need::Is(INGOT, 1), Need::Is(HAMMER, 1), Need::Is(FIRE, 1)],
            changes: &[Change::To(SWORD, 1), Change::To(INGOT, 0)],
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
