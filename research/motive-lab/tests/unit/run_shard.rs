//! Tests of `run::shard` from inside.

use super::*;

#[test]
fn shards_are_all_runs_once() {
    for of in 1..7 {
        let shards: Vec<Shard> = (1..=of).map(|number| Shard { number, of }).collect();
        for index in 0..50 {
            assert_eq!(shards.iter().filter(|shard| shard.has(index)).count(), 1);
        }
    }
}
