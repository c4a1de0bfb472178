use super::*;

#[test]
fn the_index_finds_every_method_that_a_state_allows() {
    // One task with a method for each pair of 8 facts.
    let pairs = (0..8_u32).flat_map(|first| (0..8).map(move |second| [first, second]));
    let preconditions = Rows::from_rows(
        pairs.clone().map(|[first, second]| if first == second { vec![first] } else { vec![first, second] }),
    );
    let tasks = Rows::from_rows([(0..64_u32).collect::<Vec<u32>>()]);
    let index = MethodIndex::new(&tasks, &preconditions);
    for state in 0..256_u32 {
        let allowed: Vec<u32> =
            (0..64).filter(|method| holds(&[state], preconditions.row(*method as usize))).collect();
        let mut found = index.candidates(0, &[state]).unwrap_or_default();
        found.retain(|method| holds(&[state], preconditions.row(*method as usize)));
        assert_eq!(found, allowed);
    }
}
