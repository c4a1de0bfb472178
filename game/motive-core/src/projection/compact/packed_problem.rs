//! Compiled problems: states in machine words.

use super::landmarks::Landmarks;
use super::{Becomes, CompactError, Need, ProblemBuilder, VariableInfo};
use crate::condition::Comparison;

/// The most bits that a state may take.
pub(super) const MOST_BITS: usize = 512;

/// The bits of a variable.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    pub(super) word: u16,
    pub(super) shift: u8,
    /// As many ones as it has bits.
    pub(super) mask: u64,
    pub(super) low: i64,
    pub(super) high: i64,
}

impl Field {
    #[inline]
    pub(super) fn get<const W: usize>(&self, state: &[u64; W]) -> i64 {
        let word = state.get(self.word as usize).copied().unwrap_or(0);
        ((word >> self.shift) & self.mask) as i64 + self.low
    }

    #[inline]
    pub(super) fn set<const W: usize>(&self, state: &mut [u64; W], value: i64) {
        if let Some(word) = state.get_mut(self.word as usize) {
            let bits = (value.clamp(self.low, self.high) - self.low) as u64;
            *word = *word & !(self.mask << self.shift) | bits << self.shift;
        }
    }
}

/// A condition that is not an equality.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FieldTest {
    pub(super) field: Field,
    pub(super) comparison: Comparison,
    pub(super) value: i64,
}

impl FieldTest {
    #[inline]
    pub(crate) fn holds<const W: usize>(&self, state: &[u64; W]) -> bool {
        super::compares(self.comparison, self.field.get(state), self.value)
    }
}

/// Compiled conditions: equalities as masks over words, the others one by one.
#[derive(Clone, Debug)]
pub struct PackedNeeds<const W: usize> {
    mask: [u64; W],
    value: [u64; W],
    others: Box<[FieldTest]>,
    /// Whether the conditions contradict each other.
    never: bool,
}

impl<const W: usize> PackedNeeds<W> {
    /// Compiles conditions over the fields of a problem.
    pub fn new(needs: &[Need], fields: &[Field]) -> Self {
        let mut tests = Self { mask: [0; W], value: [0; W], others: Box::default(), never: false };
        let mut others = Vec::new();
        for need in needs {
            let Some(field) = fields.get(usize::from(need.variable.0)) else { continue };
            let possible = (field.low..=field.high).contains(&need.value);
            match need.comparison {
                Comparison::Equal if !possible => tests.never = true,
                Comparison::Equal => {
                    let (mask, bits) =
                        (field.mask << field.shift, ((need.value - field.low) as u64) << field.shift);
                    let (word, known) = (field.word as usize, field.mask << field.shift);
                    // Two different values at once.
                    tests.never |= tests.mask[word] & known != 0 && tests.value[word] & known != bits;
                    tests.mask[word] |= mask;
                    tests.value[word] = tests.value[word] & !mask | bits;
                }
                comparison => others.push(FieldTest { field: *field, comparison, value: need.value }),
            }
        }
        tests.others = others.into();
        tests
    }

    /// Whether all conditions hold.
    #[inline]
    pub fn hold(&self, state: &[u64; W]) -> bool {
        let mut differs = 0;
        for ((word, mask), value) in state.iter().zip(&self.mask).zip(&self.value) {
            differs |= word & mask ^ value;
        }
        differs == 0 && !self.never && self.others.iter().all(|test| test.holds(state))
    }
}

/// An action in machine words.
#[derive(Clone, Debug)]
pub struct PackedOperator<const W: usize> {
    /// Its preconditions.
    pub needs: PackedNeeds<W>,
    keep: [u64; W],
    put: [u64; W],
    adds: Box<[(Field, i64)]>,
    pub(super) cost: f64,
}

impl<const W: usize> PackedOperator<W> {
    /// The state after it.
    #[inline]
    pub fn apply(&self, state: &[u64; W]) -> [u64; W] {
        let mut next = *state;
        for ((word, keep), put) in next.iter_mut().zip(&self.keep).zip(&self.put) {
            *word = *word & keep | put;
        }
        for (field, by) in &self.adds {
            let value = field.get(state).saturating_add(*by);
            field.set(&mut next, value);
        }
        next
    }
}

/// A goal in machine words.
#[derive(Clone, Debug)]
pub(super) struct PackedGoal<const W: usize> {
    pub(super) tests: PackedNeeds<W>,
    pub(super) landmarks: Landmarks,
}

/// A problem in states of `W` words.
#[derive(Clone, Debug)]
pub struct PackedForm<const W: usize> {
    /// The bits of each variable.
    pub fields: Box<[Field]>,
    /// The actions, by number.
    pub ops: Box<[PackedOperator<W>]>,
    pub(super) goals: Box<[PackedGoal<W>]>,
}

impl<const W: usize> PackedForm<W> {
    fn new(builder: &ProblemBuilder, fields: Vec<Field>) -> Self {
        let op = |operator: &super::Operator| {
            let (mut keep, mut put, mut adds) = ([u64::MAX; W], [0; W], Vec::new());
            for (variable, becomes) in &operator.changes {
                let Some(field) = fields.get(usize::from(variable.0)) else { continue };
                let (word, mask) = (field.word as usize, field.mask << field.shift);
                match becomes {
                    Becomes::By(by) => adds.push((*field, *by)),
                    Becomes::To(value) => {
                        keep[word] &= !mask;
                        put[word] = put[word] & !mask | ((value - field.low) as u64) << field.shift;
                    }
                }
            }
            let needs = PackedNeeds::new(&operator.needs, &fields);
            PackedOperator { needs, keep, put, adds: adds.into(), cost: operator.cost }
        };
        let goal = |needs: &Vec<Need>| PackedGoal {
            tests: PackedNeeds::new(needs, &fields),
            landmarks: Landmarks::new(needs, builder, &fields),
        };
        Self {
            ops: builder.operators.iter().map(op).collect(),
            goals: builder.goals.iter().map(goal).collect(),
            fields: fields.into(),
        }
    }

    /// A state in machine words. Values are clamped to their bounds; missing ones are the least.
    pub fn pack(&self, values: &[i64]) -> [u64; W] {
        let mut state = [0; W];
        for (at, field) in self.fields.iter().enumerate() {
            field.set(&mut state, values.get(at).copied().unwrap_or(field.low));
        }
        state
    }
}

/// A compiled problem, by the number of words of a state.
#[derive(Clone, Debug)]
pub enum PackedProblem {
    /// 64 bits.
    One(PackedForm<1>),
    /// 128 bits.
    Two(PackedForm<2>),
    /// 256 bits.
    Four(PackedForm<4>),
    /// 512 bits.
    Eight(PackedForm<8>),
}

impl PackedProblem {
    pub(super) fn new(builder: &ProblemBuilder) -> Result<Self, CompactError> {
        let (fields, words) = layout(&builder.variables);
        Ok(match words {
            0..=1 => Self::One(PackedForm::new(builder, fields)),
            2 => Self::Two(PackedForm::new(builder, fields)),
            3..=4 => Self::Four(PackedForm::new(builder, fields)),
            5..=8 => Self::Eight(PackedForm::new(builder, fields)),
            _ => return Err(CompactError::TooLarge(words * 64)),
        })
    }
}

/// Assigns bits to every variable, none across two words. Returns also the number of words.
fn layout(variables: &[VariableInfo]) -> (Vec<Field>, usize) {
    let (mut word, mut shift) = (0_usize, 0_u32);
    let mut fields = Vec::with_capacity(variables.len());
    for info in variables {
        let bits = u64::BITS - (info.high.wrapping_sub(info.low) as u64).leading_zeros();
        if shift + bits > u64::BITS {
            (word, shift) = (word + 1, 0);
        }
        let mask = if bits == u64::BITS { u64::MAX } else { (1 << bits) - 1 };
        // A variable with one value takes no bits; a shift by 64 would overflow.
        let place = if bits == 0 { 0 } else { shift };
        fields.push(Field {
            word: u16::try_from(word).unwrap_or(u16::MAX),
            shift: place as u8,
            mask,
            low: info.low,
            high: info.high,
        });
        shift += bits;
    }
    (fields, word + 1)
}
