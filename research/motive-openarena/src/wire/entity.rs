//! The state of an entity: a player, an item, a missile, a mover, an event.

use super::fields::{FieldFormat, ZeroBit, declare_fields, read_fields, write_fields};
use super::{BitReader, BitWriter, ENTITY_BITS, WireError};
use glam::Vec3;

declare_fields! {
    /// A field of an entity.
    EntityField, FORMATS, 51,
    PosTime 32 "When its movement began.";
    PosBaseX float "Where its movement began.";
    PosBaseY float "Where its movement began.";
    PosDeltaX float "Its velocity, or how far it swings.";
    PosDeltaY float "Its velocity, or how far it swings.";
    PosBaseZ float "Where its movement began.";
    AngleBaseYaw float "Where it looked when its turn began.";
    PosDeltaZ float "Its velocity, or how far it swings.";
    AngleBasePitch float "Where it looked when its turn began.";
    Event 10 "What happens with it; the two highest bits only change so that the same event can happen again.";
    Angles2Yaw float "A direction.";
    Type 8 "What it is.";
    TorsoAnimation 8 "How it is drawn.";
    EventParameter 8 "What the event is about.";
    LegsAnimation 8 "How it is drawn.";
    Ground 10 "What it stands on.";
    PosType 8 "How it moves.";
    Flags 19 "What is special about it.";
    Other 10 "Another entity that it is about.";
    Weapon 8 "The weapon in its hand, or that it came from.";
    Client 8 "The number of its player.";
    AnglesYaw float "A direction.";
    PosDuration 32 "How long its movement lasts.";
    AngleType 8 "How it turns.";
    OriginX float "A place.";
    OriginY float "A place.";
    OriginZ float "A place.";
    Solid 24 "Its size, packed.";
    Powerups 16 "Which powers it has, a bit each.";
    Model 8 "Its model; for an item its number in the list of items.";
    Other2 10 "A second entity that it is about.";
    LoopSound 8 "What it sounds like.";
    Generic 8 "Of various use.";
    Origin2Z float "Another place.";
    Origin2X float "Another place.";
    Origin2Y float "Another place.";
    Model2 8 "A second model; for an item whether it was dropped.";
    AnglesPitch float "A direction.";
    Time 32 "A time.";
    AngleTime 32 "When its turn began.";
    AngleDuration 32 "How long its turn lasts.";
    AngleBaseRoll float "Where it looked when its turn began.";
    AngleDeltaPitch float "How fast it turns.";
    AngleDeltaYaw float "How fast it turns.";
    AngleDeltaRoll float "How fast it turns.";
    Time2 32 "Another time.";
    AnglesRoll float "A direction.";
    Angles2Pitch float "A direction.";
    Angles2Roll float "A direction.";
    Light 32 "Whether it shines.";
    Frame 16 "How it is drawn.";
}

/// The state of an entity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EntityState {
    /// Its number, which decides which entity it is.
    pub number: u16,
    fields: [u32; EntityField::ALL.len()],
}

impl EntityState {
    /// An entity of which everything is zero.
    #[must_use]
    pub fn new(number: u16) -> Self {
        Self { number, fields: [0; EntityField::ALL.len()] }
    }

    /// A field that is a whole number.
    #[must_use]
    pub fn int(&self, field: EntityField) -> i32 {
        self.fields[field as usize] as i32
    }

    /// A field that is a floating point number.
    #[must_use]
    pub fn float(&self, field: EntityField) -> f32 {
        f32::from_bits(self.fields[field as usize])
    }

    /// The same with a field that is a whole number. Bits that the field has not are left out.
    #[must_use]
    pub fn with(mut self, field: EntityField, value: i32) -> Self {
        self.fields[field as usize] = match FORMATS[field as usize] {
            FieldFormat::Bits(count) if count < 32 => value as u32 & ((1 << count) - 1),
            _ => value as u32,
        };
        self
    }

    /// The same with a field that is a floating point number.
    #[must_use]
    pub fn with_float(mut self, field: EntityField, value: f32) -> Self {
        self.fields[field as usize] = if value == 0.0 { 0 } else { value.to_bits() };
        self
    }

    /// Where its movement began.
    #[must_use]
    pub fn base(&self) -> Vec3 {
        use EntityField::{PosBaseX, PosBaseY, PosBaseZ};
        Vec3::new(self.float(PosBaseX), self.float(PosBaseY), self.float(PosBaseZ))
    }

    /// Its velocity.
    #[must_use]
    pub fn velocity(&self) -> Vec3 {
        use EntityField::{PosDeltaX, PosDeltaY, PosDeltaZ};
        Vec3::new(self.float(PosDeltaX), self.float(PosDeltaY), self.float(PosDeltaZ))
    }

    /// Reads what has changed against `before`. None if the entity is gone.
    pub(super) fn read(
        bits: &mut BitReader<'_>,
        before: &Self,
        number: u16,
    ) -> Result<Option<Self>, WireError> {
        if bits.bit()? {
            return Ok(None);
        }
        let mut state = Self { number, ..*before };
        if bits.bit()? {
            read_fields(bits, &FORMATS, ZeroBit::Used, &mut state.fields)?;
        }
        Ok(Some(state))
    }

    /// Writes its number and what has changed against `before`.
    pub(super) fn write(&self, bits: &mut BitWriter, before: &Self) {
        bits.bits(u32::from(self.number), ENTITY_BITS);
        bits.bit(false);
        let changed = self.fields != before.fields;
        bits.bit(changed);
        if changed {
            write_fields(bits, &FORMATS, ZeroBit::Used, &before.fields, &self.fields);
        }
    }

    /// Writes that an entity is gone.
    pub(super) fn write_gone(bits: &mut BitWriter, number: u16) {
        bits.bits(u32::from(number), ENTITY_BITS);
        bits.bit(true);
    }
}
