use super::*;

fn numbers() -> Lanes {
    std::array::from_fn(|lane| match lane % 5 {
        0 => f64::NAN,
        1 => 0.0,
        2 => -1.0,
        3 => f64::INFINITY,
        _ => lane as f64,
    })
}

#[test]
fn every_lane_has_its_bit() {
    let numbers = numbers();
    for (set, test) in [
        (known(&numbers), (|n: f64| !n.is_nan()) as fn(f64) -> bool),
        (nonzero(&numbers), |n| !n.is_nan() && n != 0.0),
        (compare(Comparison::More, &numbers, &[3.0; LANES]), |n| n > 3.0),
        (compare(Comparison::Unequal, &numbers, &[0.0; LANES]), |n| !n.is_nan() && n != 0.0),
    ] {
        for (lane, n) in numbers.iter().enumerate() {
            assert_eq!(set >> lane & 1 == 1, test(*n), "lane {lane}: {n}");
        }
        assert_eq!(
            members(set).collect::<Vec<_>>(),
            (0..LANES).filter(|l| test(numbers[*l])).collect::<Vec<_>>()
        );
    }
}

#[test]
fn missing_values_propagate() {
    let (mut sum, mut least) = ([0.0; LANES], [0.0; LANES]);
    arithmetic(Arithmetic::Add, &numbers(), &[1.0; LANES], &mut sum);
    fold(BuiltinFunction::Min, Some(&[3.0; LANES]), &numbers(), &mut least);
    assert!(sum[0].is_nan() && least[0].is_nan());
    assert_eq!((sum[3], least[3], least[2]), (f64::INFINITY, 3.0, -1.0));
}
