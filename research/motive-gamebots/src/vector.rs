//! Places and rotations, as the protocol writes them.

use serde::{Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// A place, or a velocity per second, in units of the game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Location {
    /// First coordinate.
    pub x: f64,
    /// Second coordinate.
    pub y: f64,
    /// Height.
    pub z: f64,
}

/// Pitch, yaw and roll; a full circle has [`Rotation::CIRCLE`] units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rotation {
    /// Up and down.
    pub pitch: i32,
    /// Left and right.
    pub yaw: i32,
    /// Tilt.
    pub roll: i32,
}

/// A text that is not three numbers.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not a vector: three numbers are expected, with commas or blanks between them")]
pub struct VectorError {
    text: String,
}

impl Location {
    /// The place with these coordinates.
    pub const fn new(x: f64, y: f64, z: f64) -> Location {
        Location { x, y, z }
    }

    /// How far apart two places are.
    pub fn distance(self, other: Location) -> f64 {
        let (x, y, z) = (self.x - other.x, self.y - other.y, self.z - other.z);
        (x * x + y * y + z * z).sqrt()
    }

    /// Whether every coordinate is zero, however it was written.
    pub fn is_zero(self) -> bool {
        self.x == 0.0 && self.y == 0.0 && self.z == 0.0
    }
}

impl Rotation {
    /// Units of a full circle.
    pub const CIRCLE: i32 = 65_536;

    /// The rotation with these angles.
    pub const fn new(pitch: i32, yaw: i32, roll: i32) -> Rotation {
        Rotation { pitch, yaw, roll }
    }
}

/// The three numbers of a vector. Clients of 2000 wrote `1,2,3`, `1 2 3` and `1, 2, 3`.
fn three_numbers(text: &str) -> Result<[f64; 3], VectorError> {
    let error = || VectorError { text: text.chars().take(60).collect() };
    let mut numbers = text.split(|c: char| c == ',' || c.is_whitespace()).filter(|part| !part.is_empty());
    let mut next = || {
        let number = numbers.next()?.parse::<f64>().ok()?;
        number.is_finite().then_some(number)
    };
    let vector = (|| Some([next()?, next()?, next()?]))().ok_or_else(error)?;
    if numbers.next().is_some() { Err(error()) } else { Ok(vector) }
}

impl FromStr for Location {
    type Err = VectorError;

    fn from_str(text: &str) -> Result<Location, VectorError> {
        let [x, y, z] = three_numbers(text)?;
        Ok(Location { x, y, z })
    }
}

impl FromStr for Rotation {
    type Err = VectorError;

    fn from_str(text: &str) -> Result<Rotation, VectorError> {
        let [pitch, yaw, roll] = three_numbers(text)?.map(|number| number as i32);
        Ok(Rotation { pitch, yaw, roll })
    }
}

/// Writes a number so that reading it gives the same number, never with an exponent, which old clients cannot read.
fn write_number(f: &mut fmt::Formatter<'_>, number: f64) -> fmt::Result {
    let text = format!("{number}");
    f.write_str(&text)?;
    if text.contains('.') { Ok(()) } else { f.write_str(".0") }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_number(f, self.x)?;
        f.write_str(",")?;
        write_number(f, self.y)?;
        f.write_str(",")?;
        write_number(f, self.z)
    }
}

impl fmt::Display for Rotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{},{}", self.pitch, self.yaw, self.roll)
    }
}

impl Serialize for Location {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Serialize for Rotation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
