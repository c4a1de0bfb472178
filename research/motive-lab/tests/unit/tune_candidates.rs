//! Tests of `tune::candidates` from inside.

use super::*;

fn parameter(range: [f64; 2], whole: bool, logarithmic: bool) -> TuneParameter {
    TuneParameter { name: "p".into(), range, whole, logarithmic, step: None }
}

#[test]
fn a_grid_has_every_combination_once() {
    let step = |step| TuneParameter { step: Some(step), ..parameter([0.0, 100.0], false, false) };
    let cells = grid(&[step(5.0), step(5.0)]);
    assert_eq!(cells.len(), 441);
    let values = |at: usize| cells[at].1.iter().map(|(_, value)| *value).collect::<Vec<_>>();
    assert_eq!([values(0), values(1), values(440)], [[0.0, 0.0], [0.0, 5.0], [100.0, 100.0]]);
}

#[test]
fn draws_lie_in_their_range_and_repeat() {
    let kinds = [
        parameter([0.0, 10.0], false, false),
        parameter([1.0, 3.0], true, false),
        parameter([0.01, 100.0], false, true),
    ];
    let search = SearchSettings { trials: 300, ..SearchSettings::default() };
    let drawn = candidates(&kinds, &search);
    for (_, values) in &drawn {
        for ((_, value), kind) in values.iter().zip(&kinds) {
            assert!((kind.range[0]..=kind.range[1]).contains(value), "{value} {kind:?}");
        }
    }
    for whole in [1.0, 2.0, 3.0] {
        let count = drawn.iter().filter(|(_, values)| values[1].1 == whole).count();
        assert!((60..140).contains(&count), "{whole}: {count}");
    }
    let small = drawn.iter().filter(|(_, values)| values[2].1 < 1.0).count();
    assert!((100..200).contains(&small), "half of the orders of magnitude lie below 1: {small}");
    let fewer = candidates(&kinds, &SearchSettings { trials: 10, ..SearchSettings::default() });
    assert_eq!(fewer[..], drawn[..10]);
    assert_ne!(
        candidates(&kinds, &SearchSettings { seed: 2, trials: 10, ..SearchSettings::default() }),
        fewer
    );
}
