//! The planners. Each translates a problem once and then plans from the start as often as it is told.

use super::PlanningPeer;
use super::problem::{PeerProblem, Precondition, VariableChange};

/// Everyone who takes part, the one with which the others are compared first.
pub const ALL: &[(&str, fn(&PeerProblem) -> Box<dyn PlanningPeer>)] = &[
    #[cfg(feature = "planning")]
    ("planning 1.0.0", |problem| peers::planning(problem)),
    ("Motive", |problem| Box::new(Motive::new(problem))),
    #[cfg(feature = "dogoap")]
    ("dogoap 0.5.0", |problem| Box::new(peers::Dogoap::new(problem))),
    #[cfg(feature = "goap")]
    ("goap 0.1.0", |problem| Box::new(peers::Goap::new(problem))),
];

/// A*, over states of one machine word.
struct Motive {
    problem: motive::kernel::projection::compact::Problem,
    goal: motive::kernel::projection::compact::GoalId,
    start: Vec<i64>,
    search: motive::kernel::projection::compact::Astar,
}

impl Motive {
    fn new(problem: &PeerProblem) -> Self {
        use motive::kernel::Comparison::{AtLeast, AtMost, Equal};
        let mut compact = motive::kernel::projection::compact::Problem::new();
        let variable =
            |name: &&str| if problem.truths { compact.truth(name) } else { compact.number(name, 0, 127) };
        let variables: Vec<_> = problem.variables.iter().map(variable).collect();
        for action in problem.actions {
            let operator = compact.action(action.name, 1.0);
            for need in action.needs {
                match *need {
                    Precondition::Is(at, value) => operator.needs_that(variables[at], Equal, value),
                    Precondition::AtLeast(at, value) => operator.needs_that(variables[at], AtLeast, value),
                    Precondition::AtMost(at, value) => operator.needs_that(variables[at], AtMost, value),
                };
            }
            for change in action.changes {
                match *change {
                    VariableChange::To(at, value) => operator.sets(variables[at], value),
                    VariableChange::By(at, by) => operator.adds(variables[at], by),
                };
            }
        }
        let goal = compact.goal(&[(variables[problem.goal.0], Equal, problem.goal.1)]);
        let built = compact.build().expect("the problem is well formed");
        let (start, search) = (problem.start.to_vec(), motive::kernel::projection::compact::Astar::new());
        Self { problem: built, goal, start, search }
    }
}

impl PlanningPeer for Motive {
    fn plan(&mut self) -> usize {
        let mut budget = motive::kernel::Budget::default();
        let found = self.search.plan(&self.problem, &self.start, self.goal, &mut budget);
        found.map_or(0, |found| found.actions.len())
    }

    fn answer(&mut self) -> Vec<String> {
        let mut budget = motive::kernel::Budget::default();
        let found = self.search.plan(&self.problem, &self.start, self.goal, &mut budget);
        found.map_or_else(
            |_| Vec::new(),
            |found| self.problem.display(found.actions).into_iter().map(str::to_owned).collect(),
        )
    }
}

#[cfg(any(feature = "planning", feature = "dogoap", feature = "goap"))]
mod peers {
    #![cfg_attr(
        not(all(feature = "planning", feature = "dogoap", feature = "goap")),
        allow(unused_imports, reason = "each peer uses its part")
    )]

    use super::{PeerProblem, PlanningPeer, Precondition, VariableChange};

    #[cfg(feature = "planning")]
    pub use with_planning::planning;

    /// Typed states, as the crate's own example has them, and the distance to the goal as the heuristic that its trait asks for.
    #[cfg(feature = "planning")]
    mod with_planning {
        use super::{PeerProblem, PlanningPeer, Precondition, VariableChange};
        use planning::{Action, Goal, plan};
        use std::hash::Hash;

        pub fn planning(problem: &PeerProblem) -> Box<dyn PlanningPeer> {
            if problem.truths {
                let mut start = [false; 12];
                for (to, from) in start.iter_mut().zip(problem.start) {
                    *to = *from != 0;
                }
                Box::new(Typed::new(*problem, start))
            } else {
                let mut start = [0_i32; 3];
                for (to, from) in start.iter_mut().zip(problem.start) {
                    *to = *from as i32;
                }
                Box::new(Typed::new(*problem, start))
            }
        }

        /// A state of a fixed number of values.
        trait State: Clone + Hash + Eq {
            fn get(&self, at: usize) -> i64;
            fn set(&mut self, at: usize, value: i64);
        }

        impl State for [bool; 12] {
            fn get(&self, at: usize) -> i64 {
                i64::from(self[at])
            }
            fn set(&mut self, at: usize, value: i64) {
                self[at] = value != 0;
            }
        }

        impl State for [i32; 3] {
            fn get(&self, at: usize) -> i64 {
                i64::from(self[at])
            }
            fn set(&mut self, at: usize, value: i64) {
                self[at] = value as i32;
            }
        }

        /// Told apart by its number alone, as an enum would be.
        #[derive(Clone)]
        struct Step {
            number: u8,
            name: &'static str,
            needs: &'static [Precondition],
            changes: &'static [VariableChange],
        }

        impl PartialEq for Step {
            fn eq(&self, other: &Self) -> bool {
                self.number == other.number
            }
        }

        impl Eq for Step {}

        impl Hash for Step {
            fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
                self.number.hash(state);
            }
        }

        impl<S: State> Action<S> for Step {
            fn is_applicable(&self, state: &S) -> bool {
                self.needs.iter().all(|need| match *need {
                    Precondition::Is(at, value) => state.get(at) == value,
                    Precondition::AtLeast(at, value) => state.get(at) >= value,
                    Precondition::AtMost(at, value) => state.get(at) <= value,
                })
            }

            fn apply_mut(&self, state: &mut S) {
                for change in self.changes {
                    match *change {
                        VariableChange::To(at, value) => state.set(at, value),
                        VariableChange::By(at, by) => state.set(at, state.get(at) + by),
                    }
                }
            }
        }

        #[derive(Clone)]
        struct ActionTarget(usize, i64);

        impl<S: State> Goal<S> for ActionTarget {
            fn is_satisfied(&self, state: &S) -> bool {
                state.get(self.0) == self.1
            }

            fn heuristic(&self, state: &S) -> i32 {
                (self.1 - state.get(self.0)).unsigned_abs() as i32
            }
        }

        struct Typed<S> {
            start: S,
            actions: Vec<Step>,
            goal: ActionTarget,
        }

        impl<S: State> Typed<S> {
            fn new(problem: PeerProblem, start: S) -> Self {
                let step = |(number, action): (u8, &crate::plans::problem::PlanAction)| Step {
                    number,
                    name: action.name,
                    needs: action.needs,
                    changes: action.changes,
                };
                let actions = (0..).zip(problem.actions).map(step).collect();
                Self { start, actions, goal: ActionTarget(problem.goal.0, problem.goal.1) }
            }
        }

        impl<S: State> PlanningPeer for Typed<S> {
            fn plan(&mut self) -> usize {
                plan(&self.start, &self.actions, &self.goal).map_or(0, |(steps, _)| steps.len())
            }

            fn answer(&mut self) -> Vec<String> {
                let found = plan(&self.start, &self.actions, &self.goal);
                found.map_or_else(Vec::new, |(steps, _)| {
                    steps.iter().map(|step| step.name.to_owned()).collect()
                })
            }
        }
    }

    #[cfg(feature = "dogoap")]
    pub struct Dogoap {
        start: dogoap::prelude::LocalState,
        actions: Vec<dogoap::prelude::Action>,
        goal: dogoap::prelude::Goal,
    }

    #[cfg(feature = "dogoap")]
    impl Dogoap {
        pub fn new(problem: &PeerProblem) -> Self {
            use dogoap::prelude::{Action, Compare, Datum, Goal, LocalState, Mutator};
            let datum = |value: i64| if problem.truths { Datum::Bool(value != 0) } else { Datum::I64(value) };
            let mut start = LocalState::new();
            for (name, value) in problem.variables.iter().zip(problem.start) {
                start = start.with_datum(name, datum(*value));
            }
            let action = |action: &crate::plans::problem::PlanAction| {
                let mut built = Action::new(action.name);
                for need in action.needs {
                    let (at, compare) = match *need {
                        Precondition::Is(at, value) => (at, Compare::Equals(datum(value))),
                        Precondition::AtLeast(at, value) => (at, Compare::GreaterThanEquals(datum(value))),
                        Precondition::AtMost(at, value) => (at, Compare::LessThanEquals(datum(value))),
                    };
                    built = built.with_precondition(problem.variables[at], compare);
                }
                for change in action.changes {
                    built = built.add_mutator(match *change {
                        VariableChange::To(at, value) => {
                            Mutator::Set(problem.variables[at].to_owned(), datum(value))
                        }
                        VariableChange::By(at, by) if by < 0 => {
                            Mutator::Decrement(problem.variables[at].to_owned(), datum(-by))
                        }
                        VariableChange::By(at, by) => {
                            Mutator::Increment(problem.variables[at].to_owned(), datum(by))
                        }
                    });
                }
                built
            };
            let wanted = Compare::Equals(datum(problem.goal.1));
            let goal = Goal::new().with_req(problem.variables[problem.goal.0], wanted);
            Self { start, actions: problem.actions.iter().map(action).collect(), goal }
        }
    }

    #[cfg(feature = "dogoap")]
    impl PlanningPeer for Dogoap {
        fn plan(&mut self) -> usize {
            dogoap::prelude::make_plan(&self.start, &self.actions, &self.goal)
                .map_or(0, |(nodes, _)| nodes.len())
        }

        fn answer(&mut self) -> Vec<String> {
            let Some(found) = dogoap::prelude::make_plan(&self.start, &self.actions, &self.goal) else {
                return Vec::new();
            };
            dogoap::prelude::get_effects_from_plan(found.0).map_names()
        }
    }

    /// The names of the actions of a plan of dogoap.
    #[cfg(feature = "dogoap")]
    trait Names {
        fn map_names(self) -> Vec<String>;
    }

    #[cfg(feature = "dogoap")]
    impl<I: IntoIterator<Item = dogoap::prelude::Effect>> Names for I {
        fn map_names(self) -> Vec<String> {
            self.into_iter().map(|effect| effect.action).collect()
        }
    }

    #[cfg(feature = "goap")]
    pub struct Goap {
        start: goap::prelude::State,
        actions: Vec<goap::prelude::Action>,
        goal: goap::prelude::Goal,
    }

    #[cfg(feature = "goap")]
    impl Goap {
        pub fn new(problem: &PeerProblem) -> Self {
            use goap::prelude::{Action, Goal, State};
            let mut start = State::empty();
            for (name, value) in problem.variables.iter().zip(problem.start) {
                if problem.truths {
                    start.set(name, *value != 0)
                } else {
                    start.set(&own(name), signed(name, *value))
                }
            }
            // Numbers are satisfied by at least as much, so what must be small is kept with its sign turned.
            let action = |action: &crate::plans::problem::PlanAction| {
                let mut built = Action::new(action.name).cost(1.0);
                for need in action.needs {
                    let (Precondition::Is(at, value)
                    | Precondition::AtLeast(at, value)
                    | Precondition::AtMost(at, value)) = *need;
                    let name = problem.variables[at];
                    built = if problem.truths {
                        built.requires(name, value != 0)
                    } else {
                        built.requires(&own(name), signed(name, value))
                    };
                }
                for change in action.changes {
                    built = match *change {
                        VariableChange::To(at, value) => built.sets(problem.variables[at], value != 0),
                        VariableChange::By(at, by) => {
                            let name = problem.variables[at];
                            let by = signed(name, by);
                            if by < 0 { built.subtracts(&own(name), -by) } else { built.adds(&own(name), by) }
                        }
                    };
                }
                built.build()
            };
            let (at, value) = problem.goal;
            let goal = Goal::new("goal");
            let goal = if problem.truths {
                goal.requires(problem.variables[at], value != 0)
            } else {
                goal.requires(&own(problem.variables[at]), value)
            };
            Self { start, actions: problem.actions.iter().map(action).collect(), goal: goal.build() }
        }
    }

    #[cfg(feature = "goap")]
    fn own(name: &str) -> String {
        name.to_owned()
    }

    /// Hunger must be small.
    #[cfg(feature = "goap")]
    fn signed(name: &str, value: i64) -> i64 {
        if name == "hunger" { -value } else { value }
    }

    #[cfg(feature = "goap")]
    impl PlanningPeer for Goap {
        fn plan(&mut self) -> usize {
            let found = goap::prelude::Planner::new().plan(self.start.clone(), &self.goal, &self.actions);
            found.map_or(0, |plan| plan.actions.len())
        }

        fn answer(&mut self) -> Vec<String> {
            let found = goap::prelude::Planner::new().plan(self.start.clone(), &self.goal, &self.actions);
            found.map_or_else(
                |_| Vec::new(),
                |plan| plan.actions.into_iter().map(|action| action.name).collect(),
            )
        }
    }
}
