use super::{CHUNK, ChunkedList, ShardedMap, TupleSet};

#[test]
fn rows_are_stored_once() {
    let mut rows = TupleSet::new(2);
    for round in 0..2 {
        for first in 0..50 {
            for second in 0..50 {
                assert_eq!(rows.add(&[first, second]), (first * 50 + second, round == 0));
            }
        }
    }
    assert_eq!(rows.find(&[7, 3]), Some(353));
    assert_eq!(rows.find(&[50, 0]), None);
    assert_eq!(rows.row(353), [7, 3]);
}

#[test]
fn a_row_may_be_empty() {
    let mut rows = TupleSet::new(0);
    assert_eq!(rows.find(&[]), None);
    assert_eq!(rows.add(&[]), (0, true));
    assert_eq!(rows.add(&[]), (0, false));
}

#[test]
fn a_list_can_be_cut_at_any_place() {
    let mut list = ChunkedList::default();
    let len = 3 * CHUNK + 5;
    for cut in [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK, len] {
        (list.len()..len).for_each(|entry| list.push(entry));
        list.truncate(cut);
        assert_eq!((list.len(), list.last_mut().copied()), (cut, cut.checked_sub(1)));
        assert!(list.iter().copied().eq(0..cut));
        assert!(list.bytes() >= cut * size_of::<usize>());
    }
}

#[test]
fn a_map_of_shards_is_a_map() {
    let mut map = ShardedMap::default();
    assert_eq!(map.bytes(), 0);
    (0..10_000_u64).for_each(|key| assert_eq!(map.insert(key * 4096, key), None));
    assert!((0..10_000).all(|key| map.get(&(key * 4096)) == Some(&key)));
    assert_eq!((map.insert(0, 7), map.remove(&0), map.get(&0)), (Some(0), Some(7), None));
    // The next growth of one shard is a small part of all that it takes.
    let full = 10_000 * (size_of::<(u64, u64)>() + 1);
    assert!(map.bytes() > full && map.bytes() < 3 * full);
}
