//! Problems that are built in code rather than read from files.

use motive_planner::*;

/// A problem with one action and one task that it does.
fn problem() -> HtnProblem {
    let variables = SchemaVariables { types: vec![0], arity: 1 };
    HtnProblem {
        types: vec![ObjectType { name: "thing".into(), parents: vec![] }],
        objects: vec![Object { name: "box".into(), types: vec![0] }],
        predicates: vec![Predicate { name: "open".into(), places: vec![0] }],
        actions: vec![PrimitiveAction {
            name: "look".into(),
            variables: variables.clone(),
            precondition: Formula::Atom(Atom { predicate: 0, terms: vec![Term::Variable(0)] }),
            effects: vec![],
            cost: ActionCost::default(),
        }],
        facts: vec![(0, vec![0])],
        tasks: TaskNetwork {
            calls: vec![Subtask { task: TaskId::Action(0), terms: vec![Term::Object(0)] }],
            ..TaskNetwork::default()
        },
        ..HtnProblem::default()
    }
}

#[test]
fn a_problem_with_holes_is_refused() {
    let fine = solve(&problem(), &PlanningLimits::default());
    assert!(fine.is_ok());
    let spoil: [fn(&mut HtnProblem); 8] = [
        |problem| problem.facts.push((7, vec![])),
        |problem| problem.facts.push((0, vec![])),
        |problem| problem.facts.push((0, vec![9])),
        |problem| problem.objects[0].types.push(3),
        |problem| problem.actions[0].variables.arity = 2,
        |problem| problem.tasks.calls[0].task = TaskId::Compound(0),
        |problem| problem.tasks.order.push((0, 1)),
        |problem| problem.goal = Formula::Equal(Term::Variable(0), Term::Object(0)),
    ];
    for (number, spoil) in spoil.into_iter().enumerate() {
        let mut problem = problem();
        spoil(&mut problem);
        let refused = solve(&problem, &PlanningLimits::default());
        let known = matches!(refused, Err(PlanError::Missing { .. } | PlanError::Arity { .. }));
        assert!(known, "case {number}: {refused:?}");
        let checked = verify(&problem, &HtnPlan::default());
        assert!(matches!(checked, Err(Fault::Problem(_))), "case {number}: {checked:?}");
    }
}
