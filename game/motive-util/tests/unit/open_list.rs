use super::*;

#[test]
fn equal_priorities_come_out_in_order_of_the_entry() {
    let mut open = OpenList::new();
    for entry in [3, 1, 2] {
        open.push(Cost(1.0), entry);
    }
    open.push(Cost(0.5), 9);
    let order: Vec<i32> = std::iter::from_fn(|| open.pop()).map(|(_, entry)| entry).collect();
    assert_eq!(order, [9, 1, 2, 3]);
}

#[test]
fn a_bucket_queue_gives_the_newest_of_the_least() {
    let mut open = BucketQueue::new();
    for (priority, entry) in [(1, 'a'), (0, 'b'), (0, 'c'), (1, 'd')] {
        open.push(priority, entry);
    }
    let order: String = std::iter::from_fn(|| open.pop()).collect();
    assert_eq!(order, "cbda");
}
