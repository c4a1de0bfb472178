//! The state of the player whose client it is.

use super::fields::{FieldFormat, ZeroBit, declare_fields, read_fields, write_fields};
use super::{BitReader, BitWriter, WireError};
use glam::Vec3;

declare_fields! {
    /// A field of the own player.
    PlayerField, FORMATS, 48,
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
pub(super) const LIST: usize = 16;

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
    /// A field that is a whole number.
    #[must_use]
    pub fn int(&self, field: PlayerField) -> i32 {
        self.fields[field as usize] as i32
    }

    /// A field that is a floating point number.
    #[must_use]
    pub fn float(&self, field: PlayerField) -> f32 {
        f32::from_bits(self.fields[field as usize])
    }

    /// The same with a field that is a whole number. Bits that the field has not are left out.
    #[must_use]
    pub fn with(mut self, field: PlayerField, value: i32) -> Self {
        self.fields[field as usize] = match FORMATS[field as usize] {
            FieldFormat::Bits(count) if count < 32 => value as u32 & ((1 << count) - 1),
            FieldFormat::Signed(count) => ((value << (32 - count)) >> (32 - count)) as u32,
            _ => value as u32,
        };
        self
    }

    /// The same with a field that is a floating point number.
    #[must_use]
    pub fn with_float(mut self, field: PlayerField, value: f32) -> Self {
        self.fields[field as usize] = value.to_bits();
        self
    }

    /// Where it is.
    #[must_use]
    pub fn origin(&self) -> Vec3 {
        use PlayerField::{OriginX, OriginY, OriginZ};
        Vec3::new(self.float(OriginX), self.float(OriginY), self.float(OriginZ))
    }

    /// Units a second.
    #[must_use]
    pub fn velocity(&self) -> Vec3 {
        use PlayerField::{VelocityX, VelocityY, VelocityZ};
        Vec3::new(self.float(VelocityX), self.float(VelocityY), self.float(VelocityZ))
    }

    /// Reads what has changed against `before`.
    pub(super) fn read(bits: &mut BitReader<'_>, before: &Self) -> Result<Self, WireError> {
        let mut state = *before;
        read_fields(bits, &FORMATS, ZeroBit::Unused, &mut state.fields)?;
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

    /// Writes what has changed against `before`.
    pub(super) fn write(&self, bits: &mut BitWriter, before: &Self) {
        write_fields(bits, &FORMATS, ZeroBit::Unused, &before.fields, &self.fields);
        let lists = [
            (&before.stats, &self.stats, false),
            (&before.persistent, &self.persistent, false),
            (&before.ammo, &self.ammo, false),
            (&before.powerups, &self.powerups, true),
        ];
        let changed = lists.iter().any(|(old, new, _)| old != new);
        bits.bit(changed);
        if !changed {
            return;
        }
        for (old, new, long) in lists {
            let mask = (0..LIST).filter(|at| old[*at] != new[*at]).fold(0, |mask, at| mask | 1 << at);
            bits.bit(mask != 0);
            if mask == 0 {
                continue;
            }
            bits.bits(mask, LIST as u32);
            for (_, value) in new.iter().enumerate().filter(|(at, _)| mask >> at & 1 == 1) {
                if long { bits.long(*value) } else { bits.short(*value as i16) }
            }
        }
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
