use super::*;

/// R-000-125
#[test]
fn a_ring_of_three_goals_is_found_within_three_rounds() {
    let guard = CycleGuard::default();
    let goals: Vec<Arc<str>> = ["a", "b", "c"].map(Arc::from).into();
    let mut turns = CycleDetector::default();
    let mut found = None;
    for tick in 0..9 {
        found = found.or(turns.lead(&goals[tick as usize % 3], tick, &guard));
    }
    assert_eq!(found, Some(goals.clone()));
    assert_eq!(turns.factor("a", 10, &guard), 1.0);
    assert_eq!(turns.factor("b", 10, &guard), 0.5);
    assert_eq!(turns.factor("b", 100, &guard), 1.0, "damping ends");
}

#[test]
fn goals_that_follow_each_other_once_are_no_cycle() {
    let guard = CycleGuard::default();
    let mut turns = CycleDetector::default();
    for (tick, goal) in (0..).zip(["a", "b", "a", "c", "b", "a", "d", "b", "c", "a"]) {
        assert_eq!(turns.lead(&goal.into(), tick, &guard), None);
    }
}
