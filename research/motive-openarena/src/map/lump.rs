//! Files that are a table of parts and lists of records of a fixed size.

use glam::Vec3;

/// A part of a file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lump<'a> {
    bytes: &'a [u8],
}

impl<'a> Lump<'a> {
    /// The part whose start and length stand at `entry` of a file. Nothing if it is not within the file.
    pub(super) fn of(file: &'a [u8], head: &[u8], entry: usize) -> Option<Self> {
        let table = Record { bytes: head.get(entry..entry.checked_add(8)?)? };
        let (start, length) = (usize::try_from(table.int(0)).ok()?, usize::try_from(table.int(4)).ok()?);
        Some(Self { bytes: file.get(start..start.checked_add(length)?)? })
    }

    pub(super) fn bytes(self) -> &'a [u8] {
        self.bytes
    }

    /// Its records of a size. What is left over at the end is passed over.
    pub(super) fn records(self, size: usize) -> impl ExactSizeIterator<Item = Record<'a>> {
        self.bytes.chunks_exact(size).map(|bytes| Record { bytes })
    }
}

/// A record of numbers. A place that it has not reads as zero.
#[derive(Clone, Copy, Debug)]
pub(super) struct Record<'a> {
    bytes: &'a [u8],
}

impl Record<'_> {
    pub(super) fn int(&self, at: usize) -> i32 {
        let four = self.bytes.get(at..).and_then(|bytes| bytes.first_chunk::<4>());
        four.map_or(0, |four| i32::from_le_bytes(*four))
    }

    pub(super) fn index(&self, at: usize) -> usize {
        usize::try_from(self.int(at)).unwrap_or(usize::MAX)
    }

    pub(super) fn half(&self, at: usize) -> u16 {
        let two = self.bytes.get(at..).and_then(|bytes| bytes.first_chunk::<2>());
        two.map_or(0, |two| u16::from_le_bytes(*two))
    }

    /// A number that can be calculated with.
    pub(super) fn float(&self, at: usize) -> f32 {
        let value = f32::from_bits(self.int(at) as u32);
        if value.is_finite() { value } else { 0.0 }
    }

    pub(super) fn vector(&self, at: usize) -> Vec3 {
        Vec3::new(self.float(at), self.float(at + 4), self.float(at + 8))
    }
}
