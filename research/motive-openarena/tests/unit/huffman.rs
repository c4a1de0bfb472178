//! The fixed code of the wire.

use super::*;
use proptest::prelude::*;

/// How often each byte is counted before the code is fixed.
const WEIGHTS: [u32; 256] = [
    250315, 41193, 6292, 7106, 3730, 3750, 6110, 23283, 33317, 6950, 7838, 9714, 9257, 17259, 3949, 1778,
    8288, 1604, 1590, 1663, 1100, 1213, 1238, 1134, 1749, 1059, 1246, 1149, 1273, 4486, 2805, 3472, 21819,
    1159, 1670, 1066, 1043, 1012, 1053, 1070, 1726, 888, 1180, 850, 960, 780, 1752, 3296, 10630, 4514, 5881,
    2685, 4650, 3837, 2093, 1867, 2584, 1949, 1972, 940, 1134, 1788, 1670, 1206, 5719, 6128, 7222, 6654,
    3710, 3795, 1492, 1524, 2215, 1140, 1355, 971, 2180, 1248, 1328, 1195, 1770, 1078, 1264, 1266, 1168, 965,
    1155, 1186, 1347, 1228, 1529, 1600, 2617, 2048, 2546, 3275, 2410, 3585, 2504, 2800, 2675, 6146, 3663,
    2840, 14253, 3164, 2221, 1687, 3208, 2739, 3512, 4796, 4091, 3515, 5288, 4016, 7937, 6031, 5360, 3924,
    4892, 3743, 4566, 4807, 5852, 6400, 6225, 8291, 23243, 7838, 7073, 8935, 5437, 4483, 3641, 5256, 5312,
    5328, 5370, 3492, 2458, 1694, 1821, 2121, 1916, 1149, 1516, 1367, 1236, 1029, 1258, 1104, 1245, 1006,
    1149, 1025, 1241, 952, 1287, 997, 1713, 1009, 1187, 879, 1099, 929, 1078, 951, 1656, 930, 1153, 1030,
    1262, 1062, 1214, 1060, 1621, 930, 1106, 912, 1034, 892, 1158, 990, 1175, 850, 1121, 903, 1087, 920,
    1144, 1056, 3462, 2240, 4397, 12136, 7758, 1345, 1307, 3278, 1950, 886, 1023, 1112, 1077, 1042, 1061,
    1071, 1484, 1001, 1096, 915, 1052, 995, 1070, 876, 1111, 851, 1059, 805, 1112, 923, 1103, 817, 1899,
    1872, 976, 841, 1127, 956, 1159, 950, 7791, 954, 1289, 933, 1127, 3207, 1020, 927, 1355, 768, 1040, 745,
    952, 805, 1073, 740, 1013, 805, 1008, 796, 996, 1057, 11457, 13504,
];

#[test]
fn the_fixed_code_is_that_of_the_weights() {
    let mut code = AdaptiveCode::new();
    for (symbol, weight) in WEIGHTS.iter().enumerate() {
        for _ in 0..*weight {
            code.count(symbol as u8);
        }
    }
    for (symbol, (bits, length)) in CODES.iter().zip(&LENGTHS).enumerate() {
        let path = code.path(code.leaves[symbol].expect("every byte has a weight"));
        let of_table: Vec<bool> = (0..*length).map(|place| bits >> place & 1 == 1).collect();
        assert_eq!(path, of_table, "symbol {symbol}");
    }
}

#[test]
fn no_code_begins_another() {
    let lengths: f64 = LENGTHS.iter().map(|length| 0.5f64.powi(i32::from(*length))).sum();
    assert!((lengths - 1.0).abs() < 0.01, "the code is complete but for the unseen symbol: {lengths}");
}

proptest! {
    #[test]
    fn what_is_compressed_comes_back(bytes in proptest::collection::vec(any::<u8>(), 0..600)) {
        prop_assert_eq!(decompress(&compress(&bytes)), Ok(bytes));
    }

    #[test]
    fn no_bytes_stop_the_reader(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let _ = decompress(&bytes);
    }
}
