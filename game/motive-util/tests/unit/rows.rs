use super::Rows;

#[test]
fn rows_from_pairs_keep_the_order_of_items() {
    let pairs = [(1, 5), (0, 3), (1, 4), (7, 9)];
    let rows = Rows::from_pairs(3, pairs.into_iter());
    assert_eq!(rows, Rows::from_rows([vec![3], vec![5, 4], vec![]]));
    assert_eq!((rows.row(1), rows.row(2), rows.row(9)), (&[5, 4][..], &[][..], &[][..]));
    assert_eq!(rows.lengths().collect::<Vec<_>>(), [1, 2, 0]);
}
