//! Checks all references of a problem. Problems read from files are always consistent; problems built by hand may not be.

use crate::error::PlanError;
use crate::problem::{
    Atom, Formula, HtnProblem, Predicate, SchemaVariables, Subtask, TaskId, TaskNetwork, Term,
};

/// Checks every reference of a problem, so that later steps need not.
pub(crate) fn validate(problem: &HtnProblem) -> Result<(), PlanError> {
    let check = Validator { problem };
    check.declarations()?;
    for action in &problem.actions {
        let of = action.name.as_str();
        check.variables(of, &action.variables)?;
        check.formula(of, &action.precondition, &action.variables)?;
        for effect in &action.effects {
            check.quantified(of, &effect.each, &action.variables)?;
            check.formula(of, &effect.when, &action.variables)?;
            check.atom(of, &effect.atom, &problem.predicates, "predicate", &action.variables)?;
        }
        for function in &action.cost.functions {
            check.atom(of, function, &problem.functions, "function", &action.variables)?;
        }
    }
    for method in &problem.methods {
        let of = method.name.as_str();
        check.variables(of, &method.variables)?;
        let call = Subtask { task: TaskId::Compound(method.task), terms: method.terms.clone() };
        check.call(of, &call, &method.variables)?;
        check.network(of, &method.network, &method.variables)?;
    }
    check.variables("the root tasks", &problem.variables)?;
    check.network("the root tasks", &problem.tasks, &problem.variables)?;
    check.variables("the goal", &problem.goal_variables)?;
    check.formula("the goal", &problem.goal, &problem.goal_variables)
}

struct Validator<'a> {
    problem: &'a HtnProblem,
}

impl Validator<'_> {
    fn there(&self, of: &str, what: &'static str, number: u32, count: usize) -> Result<(), PlanError> {
        if (number as usize) < count {
            Ok(())
        } else {
            Err(PlanError::Missing { of: of.to_owned(), what, number })
        }
    }

    fn same_count(&self, of: &str, what: &str, found: usize, expected: usize) -> Result<(), PlanError> {
        if found == expected {
            return Ok(());
        }
        Err(PlanError::Arity { of: of.to_owned(), what: what.to_owned(), found, expected })
    }

    fn kind(&self, of: &str, kind: u32) -> Result<(), PlanError> {
        self.there(of, "type", kind, self.problem.types.len())
    }

    fn kinds(&self, of: &str, kinds: &[u32]) -> Result<(), PlanError> {
        kinds.iter().try_for_each(|kind| self.kind(of, *kind))
    }

    fn declarations(&self) -> Result<(), PlanError> {
        let problem = self.problem;
        problem.types.iter().try_for_each(|kind| self.kinds(&kind.name, &kind.parents))?;
        problem.objects.iter().try_for_each(|object| self.kinds(&object.name, &object.types))?;
        let predicates = problem.predicates.iter().chain(&problem.functions);
        predicates
            .map(|predicate| (&predicate.name, &predicate.places))
            .try_for_each(|(name, places)| self.kinds(name, places))?;
        problem.compounds.iter().try_for_each(|compound| self.kinds(&compound.name, &compound.places))?;
        for (predicate, row) in &problem.facts {
            self.row("the initial state", *predicate, row, &problem.predicates, "predicate")?;
        }
        for (function, row, _) in &problem.values {
            self.row("the initial state", *function, row, &problem.functions, "function")?;
        }
        Ok(())
    }

    fn row(
        &self,
        of: &str,
        number: u32,
        row: &[u32],
        declared: &[Predicate],
        what: &'static str,
    ) -> Result<(), PlanError> {
        self.there(of, what, number, declared.len())?;
        let predicate = &declared[number as usize];
        self.same_count(of, &predicate.name, row.len(), predicate.places.len())?;
        row.iter().try_for_each(|object| self.there(of, "object", *object, self.problem.objects.len()))
    }

    fn variables(&self, of: &str, variables: &SchemaVariables) -> Result<(), PlanError> {
        self.kinds(of, &variables.types)?;
        self.there(of, "variable", variables.arity as u32, variables.types.len() + 1)
    }

    fn quantified(&self, of: &str, quantified: &[u32], variables: &SchemaVariables) -> Result<(), PlanError> {
        quantified
            .iter()
            .try_for_each(|variable| self.there(of, "variable", *variable, variables.types.len()))
    }

    fn term(&self, of: &str, term: Term, variables: &SchemaVariables) -> Result<(), PlanError> {
        match term {
            Term::Variable(variable) => self.there(of, "variable", variable, variables.types.len()),
            Term::Object(object) => self.there(of, "object", object, self.problem.objects.len()),
        }
    }

    fn atom(
        &self,
        of: &str,
        atom: &Atom,
        declared: &[Predicate],
        what: &'static str,
        variables: &SchemaVariables,
    ) -> Result<(), PlanError> {
        self.there(of, what, atom.predicate, declared.len())?;
        let predicate = &declared[atom.predicate as usize];
        self.same_count(of, &predicate.name, atom.terms.len(), predicate.places.len())?;
        atom.terms.iter().try_for_each(|term| self.term(of, *term, variables))
    }

    fn formula(&self, of: &str, formula: &Formula, variables: &SchemaVariables) -> Result<(), PlanError> {
        // Conditions can be nested to any depth, so this does not recurse.
        let mut open = vec![formula];
        while let Some(formula) = open.pop() {
            match formula {
                Formula::True => {}
                Formula::Atom(atom) => {
                    self.atom(of, atom, &self.problem.predicates, "predicate", variables)?;
                }
                Formula::Equal(first, second) => {
                    self.term(of, *first, variables)?;
                    self.term(of, *second, variables)?;
                }
                Formula::OfType(term, kind) => {
                    self.term(of, *term, variables)?;
                    self.kind(of, *kind)?;
                }
                Formula::Not(inner) => open.push(inner),
                Formula::And(parts) | Formula::Or(parts) => open.extend(parts),
                Formula::All(quantified, inner) | Formula::Some(quantified, inner) => {
                    self.quantified(of, quantified, variables)?;
                    open.push(inner);
                }
            }
        }
        Ok(())
    }

    fn network(&self, of: &str, network: &TaskNetwork, variables: &SchemaVariables) -> Result<(), PlanError> {
        self.formula(of, &network.precondition, variables)?;
        network.calls.iter().try_for_each(|call| self.call(of, call, variables))?;
        network.order.iter().try_for_each(|(first, second)| {
            self.there(of, "subtask", *first, network.calls.len())?;
            self.there(of, "subtask", *second, network.calls.len())
        })
    }

    fn call(&self, of: &str, call: &Subtask, variables: &SchemaVariables) -> Result<(), PlanError> {
        let arity = match call.task {
            TaskId::Action(number) => {
                self.there(of, "action", number, self.problem.actions.len())?;
                self.problem.actions[number as usize].variables.arity
            }
            TaskId::Compound(number) => {
                self.there(of, "task", number, self.problem.compounds.len())?;
                self.problem.compounds[number as usize].places.len()
            }
        };
        self.same_count(of, self.problem.task_name(call.task), call.terms.len(), arity)?;
        call.terms.iter().try_for_each(|term| self.term(of, *term, variables))
    }
}
