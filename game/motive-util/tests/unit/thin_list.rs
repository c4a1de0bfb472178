use super::*;

#[test]
fn a_list_is_one_word_and_holds_what_was_pushed() {
    assert_eq!(size_of::<ThinList<[u64; 4]>>(), size_of::<usize>());
    let mut list = ThinList::from(vec![1, 2]);
    list.make().push(3);
    list[0] = 4;
    assert_eq!(*list, [4, 2, 3]);
    list.clear();
    assert!(list.is_empty());
}
