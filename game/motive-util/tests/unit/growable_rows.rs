use super::*;

#[test]
fn rows_read_back_as_set_while_they_grow_shrink_and_move() {
    let mut store = GrowableRows::<u32>::new(5);
    let mut expected: Vec<Vec<u32>> = vec![Vec::new(); 5];
    for round in 0..200_u32 {
        let at = (round * 7 % 5) as usize;
        expected[at] = (0..round * 13 % 23).map(|n| n + round).collect();
        store.set(at, &expected[at]);
        for (at, expected) in expected.iter().enumerate() {
            assert_eq!(store.row(at), expected);
        }
        assert!(store.items.len() <= 5 * 23 * 4, "{}", store.items.len());
    }
}
