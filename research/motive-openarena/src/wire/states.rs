//! The states of entities (players, items, missiles, movers, events) and of the player whose client it is: fields that are sent as what has changed.

use super::{BitReader, WireError};
use glam::Vec3;

/// Declares the fields of a state: an enum of their names in the order of the wire, and their formats.
macro_rules! declare_fields {
    ($(#[$about:meta])* $name:ident of $state:ident, $formats:ident: $($field:ident $format:tt $doc:literal;)*) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $(#[doc = $doc] $field,)* }

        impl $name {
            /// All of them, in the order of the wire.
            pub const ALL: [Self; [$($doc),*].len()] = [$(Self::$field,)*];

            /// How it is written.
            pub fn format(self) -> FieldFormat {
                $formats[self as usize]
            }
        }

        const $formats: [FieldFormat; $name::ALL.len()] = [$(declare_fields!(@format $format),)*];

        impl $state {
            /// A field that is a whole number.
            pub fn int(&self, field: $name) -> i32 {
                self.fields[field as usize] as i32
            }

            /// A field that is a floating point number.
            pub fn float(&self, field: $name) -> f32 {
                f32::from_bits(self.fields[field as usize])
            }

            /// The same with a field that is a whole number. Bits that the field has not are left out.
            pub fn with(mut self, field: $name, value: i32) -> Self {
                self.fields[field as usize] = match field.format() {
                    FieldFormat::Bits(count) if count < 32 => value as u32 & ((1 << count) - 1),
                    FieldFormat::Signed(count) => ((value << (32 - count)) >> (32 - count)) as u32,
                    _ => value as u32,
                };
                self
            }

            /// The same with a field that is a floating point number.
            pub fn with_float(mut self, field: $name, value: f32) -> Self {
                self.fields[field as usize] = if value == 0.0 { 0 } else { value.to_bits() };
                self
            }
        }
    };
    (@format float) => { FieldFormat::Float };
    (@format (signed $bits:literal)) => { FieldFormat::Signed($bits) };
    (@format $bits:literal) => { FieldFormat::Bits($bits) };
}

/// How a field is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldFormat {
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
enum ZeroBit {
    /// As in entities.
    Used,
    /// As in players.
    Unused,
}

/// Reads the changed fields into `state`, which has what they were before.
fn read_fields(
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

declare_fields! {
    /// A field of an entity.
    EntityField of EntityState, ENTITY_FORMATS:
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
    pub fn new(number: u16) -> Self {
        Self { number, fields: [0; EntityField::ALL.len()] }
    }

    /// Where its movement began.
    pub fn base(&self) -> Vec3 {
        use EntityField::{PosBaseX, PosBaseY, PosBaseZ};
        Vec3::new(self.float(PosBaseX), self.float(PosBaseY), self.float(PosBaseZ))
    }

    /// Its velocity.
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
            read_fields(bits, &ENTITY_FORMATS, ZeroBit::Used, &mut state.fields)?;
        }
        Ok(Some(state))
    }
}

declare_fields! {
    /// A field of the own player.
    PlayerField of PlayerState, PLAYER_FORMATS:
    CommandTime 32 "The time of the last move that was made.";
    OriginX float "Where it is.";
    OriginY float "Where it is.";
    BobCycle 8 "How it is drawn.";
    VelocityX float "Units a second.";
    VelocityY float "Units a second.";
    ViewYaw float "Where it looks, in degrees.";
    ViewPitch float "Where it looks, in degrees; down is positive.";
    WeaponTime (signed 16) "Milliseconds until it can fire.";
    OriginZ float "Where it is.";
    VelocityZ float "Units a second.";
    LegsTimer 8 "How it is drawn.";
    MoveTime (signed 16) "Milliseconds that its movement is limited.";
    EventSequence 16 "How many events there have been.";
    TorsoAnimation 8 "How it is drawn.";
    MovementDirection 4 "How it is drawn.";
    Event0 8 "The last even event.";
    LegsAnimation 8 "How it is drawn.";
    Event1 8 "The last odd event.";
    MoveFlags 16 "What limits its movement.";
    Ground 10 "What it stands on.";
    WeaponState 4 "Whether it fires or changes weapons.";
    Flags 16 "What is special about it.";
    ExternalEvent 10 "An event that others caused.";
    Gravity 16 "How fast it falls.";
    Speed 16 "How fast it runs.";
    DeltaYaw 16 "What is added to the angle of a move.";
    ExternalEventParameter 8 "What that event is about.";
    ViewHeight (signed 8) "How high its eyes are above its origin.";
    DamageEvent 8 "How often it was hurt.";
    DamageYaw 8 "Where from.";
    DamagePitch 8 "Where from.";
    DamageCount 8 "How much.";
    Generic 8 "Of various use.";
    MoveType 8 "Whether it is alive, dead, or looks on.";
    DeltaPitch 16 "What is added to the angle of a move.";
    DeltaRoll 16 "What is added to the angle of a move.";
    TorsoTimer 12 "How it is drawn.";
    EventParameter0 8 "What the last even event is about.";
    EventParameter1 8 "What the last odd event is about.";
    Client 8 "The number of the player.";
    Weapon 5 "The weapon in its hand.";
    ViewRoll float "Where it looks, in degrees.";
    GrappleX float "Where its hook is.";
    GrappleY float "Where its hook is.";
    GrappleZ float "Where its hook is.";
    JumpPad 10 "The jump pad that it has touched.";
    LoopSound 16 "What it sounds like.";
}

/// How many values each of the lists has.
const LIST: usize = 16;

/// The state of the own player, or of the one that is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayerState {
    fields: [u32; PlayerField::ALL.len()],
    /// Health, weapons, armour and the like.
    pub stats: [i32; LIST],
    /// What survives a death: score, team and the like.
    pub persistent: [i32; LIST],
    /// Shots of each weapon.
    pub ammo: [i32; LIST],
    /// Until when it has each power, in milliseconds.
    pub powerups: [i32; LIST],
}

impl Default for PlayerState {
    fn default() -> Self {
        let fields = [0; PlayerField::ALL.len()];
        Self { fields, stats: [0; LIST], persistent: [0; LIST], ammo: [0; LIST], powerups: [0; LIST] }
    }
}

impl PlayerState {
    /// Where it is.
    pub fn origin(&self) -> Vec3 {
        use PlayerField::{OriginX, OriginY, OriginZ};
        Vec3::new(self.float(OriginX), self.float(OriginY), self.float(OriginZ))
    }

    /// Units a second.
    pub fn velocity(&self) -> Vec3 {
        use PlayerField::{VelocityX, VelocityY, VelocityZ};
        Vec3::new(self.float(VelocityX), self.float(VelocityY), self.float(VelocityZ))
    }

    /// Reads what has changed against `before`.
    pub(super) fn read(bits: &mut BitReader<'_>, before: &Self) -> Result<Self, WireError> {
        let mut state = *before;
        read_fields(bits, &PLAYER_FORMATS, ZeroBit::Unused, &mut state.fields)?;
        if !bits.bit()? {
            return Ok(state);
        }
        let lists = [&mut state.stats, &mut state.persistent, &mut state.ammo];
        for list in lists {
            read_list(bits, list, |bits| bits.short().map(i32::from))?;
        }
        read_list(bits, &mut state.powerups, BitReader::long)?;
        Ok(state)
    }
}

fn read_list<'a>(
    bits: &mut BitReader<'a>,
    list: &mut [i32; LIST],
    read: impl Fn(&mut BitReader<'a>) -> Result<i32, WireError>,
) -> Result<(), WireError> {
    if !bits.bit()? {
        return Ok(());
    }
    let mask = bits.bits(LIST as u32)?;
    for (_, value) in list.iter_mut().enumerate().filter(|(at, _)| mask >> at & 1 == 1) {
        *value = read(bits)?;
    }
    Ok(())
}
