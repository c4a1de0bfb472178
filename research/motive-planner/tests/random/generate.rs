//! Random small planning problems: two types, three objects, a few predicates, actions and tasks.

use motive_planner::{
    ActionCost, ActionEffect, Atom, CompoundTask, Formula, HtnMethod, HtnProblem, Object, ObjectType,
    Predicate, PrimitiveAction, SchemaVariables, Subtask, TaskId, TaskNetwork, Term,
};

/// What kind of problem.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SubtaskOrder {
    /// Whether subtasks may be partially ordered.
    pub partial: bool,
    /// Whether tasks may call themselves.
    pub recursive: bool,
}

/// The problem of a seed; the same for the same seed.
pub(crate) fn generate(seed: u64, shape: SubtaskOrder) -> HtnProblem {
    Generator { random: seed.wrapping_mul(0x9E37_79B9_7F4A_7C15), shape }.problem()
}

struct Generator {
    random: u64,
    shape: SubtaskOrder,
}

/// The type of everything, and its subtype.
const TYPES: u32 = 2;
const OBJECTS: u32 = 3;
/// The number of arguments of each predicate. The last one is changed by no action.
const ARITIES: [usize; 5] = [0, 0, 1, 1, 2];
const STATIC: u32 = 4;

impl Generator {
    /// A number below a limit (SplitMix64).
    fn below(&mut self, limit: u32) -> u32 {
        self.random = self.random.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.random;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ (mixed >> 31)) % u64::from(limit)) as u32
    }

    fn chance(&mut self, percent: u32) -> bool {
        self.below(100) < percent
    }

    fn problem(mut self) -> HtnProblem {
        let mut problem = HtnProblem {
            types: vec![
                ObjectType { name: "object".into(), parents: Vec::new() },
                ObjectType { name: "part".into(), parents: vec![0] },
            ],
            objects: (0..OBJECTS)
                .map(|number| Object { name: format!("o{number}"), types: vec![u32::from(number > 0)] })
                .collect(),
            predicates: ARITIES
                .iter()
                .enumerate()
                .map(|(number, arity)| Predicate { name: format!("p{number}"), places: vec![0; *arity] })
                .collect(),
            ..HtnProblem::default()
        };
        for (number, arity) in (0..).zip(ARITIES) {
            for row in 0..OBJECTS.pow(arity as u32) {
                if self.chance(40) {
                    let objects = (0..arity as u32).map(|place| row / OBJECTS.pow(place) % OBJECTS).collect();
                    problem.facts.push((number, objects));
                }
            }
        }
        for number in 0..3 + self.below(2) {
            problem.actions.push(self.action(number));
        }
        let compounds = 2 + self.below(2);
        for number in 0..compounds {
            let places = (0..self.below(2)).map(|_| self.below(TYPES)).collect();
            problem.compounds.push(CompoundTask { name: format!("t{number}"), places });
        }
        for task in 0..compounds {
            for number in 0..1 + self.below(2) {
                let method = self.method(&problem, task, number);
                problem.methods.push(method);
            }
        }
        problem.variables = self.variables(1);
        problem.tasks = self.network(&problem, &problem.variables.clone(), 0, 3);
        problem.goal_variables = SchemaVariables { types: vec![0], arity: 0 };
        problem.goal = self.condition(&problem.goal_variables, 2);
        problem
    }

    /// Up to so many parameters, and one variable more for quantifiers.
    fn variables(&mut self, most: u32) -> SchemaVariables {
        let arity = self.below(most + 1) as usize;
        let mut types: Vec<u32> = (0..arity).map(|_| self.below(TYPES)).collect();
        types.push(0);
        SchemaVariables { types, arity }
    }

    fn term(&mut self, variables: &SchemaVariables) -> Term {
        if variables.arity > 0 && self.chance(80) {
            Term::Variable(self.below(variables.arity as u32))
        } else {
            Term::Object(self.below(OBJECTS))
        }
    }

    fn atom(&mut self, variables: &SchemaVariables, predicates: u32) -> Atom {
        let predicate = self.below(predicates);
        Atom { predicate, terms: (0..ARITIES[predicate as usize]).map(|_| self.term(variables)).collect() }
    }

    fn literal(&mut self, variables: &SchemaVariables) -> Formula {
        let formula = match self.below(12) {
            0 => Formula::Equal(self.term(variables), self.term(variables)),
            1 => Formula::OfType(self.term(variables), 1),
            2 | 3 => {
                // The variable of the quantifier comes after the parameters.
                let quantified = variables.arity as u32;
                let atom = Atom { predicate: 2 + self.below(2), terms: vec![Term::Variable(quantified)] };
                let inner = Box::new(Formula::Atom(atom));
                if self.chance(50) {
                    Formula::Some(vec![quantified], inner)
                } else {
                    Formula::All(vec![quantified], inner)
                }
            }
            _ => Formula::Atom(self.atom(variables, STATIC + 1)),
        };
        if self.chance(35) { Formula::Not(Box::new(formula)) } else { formula }
    }

    fn condition(&mut self, variables: &SchemaVariables, most: u32) -> Formula {
        let parts: Vec<Formula> = (0..self.below(most + 1)).map(|_| self.literal(variables)).collect();
        match parts.len() {
            0 => Formula::True,
            _ if self.chance(25) => Formula::Or(parts),
            _ => Formula::And(parts),
        }
    }

    fn action(&mut self, number: u32) -> PrimitiveAction {
        let variables = self.variables(2);
        let precondition = self.condition(&variables, 2);
        let mut effects = Vec::new();
        for _ in 0..1 + self.below(3) {
            let (mut each, mut atom) = (Vec::new(), self.atom(&variables, STATIC));
            if atom.terms.len() == 1 && self.chance(20) {
                each.push(variables.arity as u32);
                atom.terms = vec![Term::Variable(variables.arity as u32)];
            }
            let when = if self.chance(30) { self.condition(&variables, 1) } else { Formula::True };
            effects.push(ActionEffect { each, when, atom, becomes: self.chance(60) });
        }
        let cost = ActionCost { constant: 1 + self.below(3), functions: Vec::new() };
        PrimitiveAction { name: format!("a{number}"), variables, precondition, effects, cost }
    }

    fn method(&mut self, problem: &HtnProblem, task: u32, number: u32) -> HtnMethod {
        let mut variables = self.variables(2);
        let places = &problem.compounds[task as usize].places;
        // The task's arguments are the first parameters.
        let mut terms = Vec::new();
        for place in 0..places.len() {
            if place < variables.arity {
                terms.push(Term::Variable(place as u32));
            } else {
                terms.push(Term::Object(self.below(OBJECTS)));
            }
        }
        if variables.arity > 0 && !places.is_empty() && self.chance(70) {
            variables.types[0] = places[0];
        }
        let first = if self.shape.recursive { 0 } else { task + 1 };
        let network = self.network(problem, &variables, first, 2);
        HtnMethod { name: format!("m{task}-{number}"), task, terms, variables, network }
    }

    /// Calls of actions, and of compound tasks from a number on.
    fn network(
        &mut self,
        problem: &HtnProblem,
        variables: &SchemaVariables,
        first: u32,
        most: u32,
    ) -> TaskNetwork {
        let (actions, compounds) = (problem.actions.len() as u32, problem.compounds.len() as u32);
        let count = self.below(most + 1) + u32::from(most > 2);
        let mut calls = Vec::new();
        for _ in 0..count {
            let task = if first < compounds && self.chance(60) {
                TaskId::Compound(first + self.below(compounds - first))
            } else {
                TaskId::Action(self.below(actions))
            };
            let arity = match task {
                TaskId::Action(number) => problem.actions[number as usize].variables.arity,
                TaskId::Compound(number) => problem.compounds[number as usize].places.len(),
            };
            calls.push(Subtask { task, terms: (0..arity).map(|_| self.term(variables)).collect() });
        }
        let mut order = Vec::new();
        for second in 0..count {
            for before in 0..second {
                if !self.shape.partial || self.chance(30) {
                    order.push((before, second));
                }
            }
        }
        let precondition = if self.chance(60) { self.condition(variables, 2) } else { Formula::True };
        TaskNetwork { precondition, calls, order }
    }
}
