use super::*;

#[test]
fn rows_read_back_as_set_with_few_or_many_different_shares() {
    let mut inhibitors = InhibitionRows::<f32>::new(400);
    let mut words = Vec::new();
    let row = |skill: u32, shares: u32| -> Vec<Inhibitor<f32>> {
        let inhibitor = |skill: u32| Inhibitor {
            skill,
            mutual: skill.is_multiple_of(3),
            share: 1.0 / (1 + skill % shares) as f32,
        };
        (skill..skill + 20).map(inhibitor).collect()
    };
    for (shares, packed) in [(7, true), (1_000, true), (10_000, false)] {
        for skill in 0..400 {
            inhibitors.set(skill as usize, &row(skill * 20, shares), &mut words);
        }
        assert_eq!(matches!(inhibitors, InhibitionRows::Packed(..)), packed);
        for skill in 0..400 {
            let expected = row(skill * 20, shares);
            assert_eq!(inhibitors.of(skill as usize).collect::<Vec<_>>(), expected);
            let sum = inhibitors.sum(skill as usize, |inhibitor| inhibitor.skill as f32);
            assert_eq!(sum, expected.iter().map(|inhibitor| inhibitor.skill as f32).sum::<f32>());
        }
    }
}
