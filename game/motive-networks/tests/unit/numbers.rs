use super::*;

#[test]
fn a_cleared_set_is_empty_even_when_the_generations_wrap_around() {
    let mut marks = Marks::new(2);
    marks.generation = u32::MAX - 1;
    for _ in 0..4 {
        assert!(marks.insert(1));
        assert!(!marks.insert(1));
        assert!(marks.contains(1) && !marks.contains(0) && !marks.contains(2));
        marks.clear();
        assert!(!marks.contains(1) && !marks.contains(0));
    }
}
