use super::*;

#[test]
fn rows_keep_their_order_through_removals() {
    let mut rows = RelationRows::default();
    for n in 0..200 {
        assert!(rows.insert(&[Value::from(n % 2), Value::from(n)]));
    }
    assert!(!rows.insert(&[Value::from(1), Value::from(7)]), "a relation is a set");
    for n in 0..150 {
        assert!(rows.remove(&[Value::from(n % 2), Value::from(n)]));
    }
    assert_eq!(rows.len(), 50);
    let mut seen = Vec::new();
    rows.visit(&[Some(Value::from(1)), None], &mut |row| {
        seen.extend(row[1].number());
        ControlFlow::Continue(())
    });
    let odd: Vec<f64> = (150..200).filter(|n| n % 2 == 1).map(f64::from).collect();
    assert_eq!(seen, odd);
}
