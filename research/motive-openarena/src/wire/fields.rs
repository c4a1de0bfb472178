//! Fields of a state that is sent as what has changed.

use super::{BitReader, BitWriter, WireError};

/// How a field is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FieldFormat {
    /// As a floating point number; a small whole one takes 13 bits.
    Float,
    /// So many bits.
    Bits(u32),
    /// So many bits with a sign.
    Signed(u32),
}

/// Bits of a floating point number that is whole and small.
const WHOLE_BITS: u32 = 13;
/// What is added to such a number so that it is not negative.
const WHOLE_BIAS: i32 = 1 << (WHOLE_BITS - 1);

/// Whether zero has a bit of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ZeroBit {
    /// As in entities.
    Used,
    /// As in players.
    Unused,
}

/// Reads the changed fields into `state`, which has what they were before.
pub(super) fn read_fields(
    bits: &mut BitReader<'_>,
    formats: &[FieldFormat],
    zero: ZeroBit,
    state: &mut [u32],
) -> Result<(), WireError> {
    let count = u32::from(bits.byte()?);
    if count as usize > formats.len() {
        return Err(WireError::Fields(count));
    }
    for (format, value) in formats.iter().zip(state).take(count as usize) {
        if !bits.bit()? {
            continue;
        }
        let is_zero = zero == ZeroBit::Used && !bits.bit()?;
        *value = match format {
            _ if is_zero => 0,
            FieldFormat::Float if !bits.bit()? => {
                ((bits.bits(WHOLE_BITS)? as i32 - WHOLE_BIAS) as f32).to_bits()
            }
            FieldFormat::Float => bits.bits(32)?,
            FieldFormat::Bits(count) => bits.bits(*count)?,
            FieldFormat::Signed(count) => bits.signed(*count)? as u32,
        };
    }
    Ok(())
}

/// Writes the fields of `state` that are not as in `before`.
pub(super) fn write_fields(
    bits: &mut BitWriter,
    formats: &[FieldFormat],
    zero: ZeroBit,
    before: &[u32],
    state: &[u32],
) {
    let changed = before.iter().zip(state).map(|(old, new)| old != new);
    let count = changed.clone().enumerate().rfind(|(_, changed)| *changed).map_or(0, |(at, _)| at + 1);
    bits.byte(count as u8);
    for ((format, changed), value) in formats.iter().zip(changed).zip(state).take(count) {
        bits.bit(changed);
        if !changed {
            continue;
        }
        if zero == ZeroBit::Used {
            let is_zero = *value == 0 || (*format == FieldFormat::Float && f32::from_bits(*value) == 0.0);
            bits.bit(!is_zero);
            if is_zero {
                continue;
            }
        }
        match format {
            FieldFormat::Bits(count) | FieldFormat::Signed(count) => bits.bits(*value, *count),
            FieldFormat::Float => write_float(bits, f32::from_bits(*value)),
        }
    }
}

fn write_float(bits: &mut BitWriter, value: f32) {
    let whole = value as i32;
    let small = (-WHOLE_BIAS..WHOLE_BIAS).contains(&whole) && whole as f32 == value;
    bits.bit(!small);
    match small {
        true => bits.bits((whole + WHOLE_BIAS) as u32, WHOLE_BITS),
        false => bits.bits(value.to_bits(), 32),
    }
}

/// Declares the fields of a state: an enum of their names in the order of the wire, and their formats.
macro_rules! declare_fields {
    ($(#[$about:meta])* $name:ident, $formats:ident, $count:literal, $($field:ident $format:tt $doc:literal;)*) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $(#[doc = $doc] $field,)* }

        impl $name {
            /// All of them, in the order of the wire.
            pub const ALL: [Self; $count] = [$(Self::$field,)*];
        }

        const $formats: [FieldFormat; $count] = [$(declare_fields!(@format $format),)*];
    };
    (@format float) => { FieldFormat::Float };
    (@format (signed $bits:literal)) => { FieldFormat::Signed($bits) };
    (@format $bits:literal) => { FieldFormat::Bits($bits) };
}
pub(super) use declare_fields;
