//! Maps as the installed game has them: nothing of the game is part of this crate.
//!
//! [`GameFiles`] finds a file in the game's archives, [`EntityList`] has what lies and stands on a map, [`Walls`] says what blocks a view, and [`Navigation`]
//! which ways there are and how long they take. [`GameMap`] joins them.

mod entities;
mod game_map;
mod navigation;
mod walls;

pub use entities::{EntityList, MapBox, MapEntity, closed_doors};
pub use game_map::{GameMap, GamePlace};
pub use navigation::{AreaId, Navigation, Reachability, Route, TravelKind};
pub use walls::Walls;

use glam::Vec3;
use std::fs::File;
use std::io::{BufReader, Read as _};
use std::path::{Path, PathBuf};
use zip::ZipArchive;

/// Why a map cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum GameMapError {
    /// The game is not installed where it was looked for.
    #[error(
        "there are no archives (.pk3) of the game in `{0}`; on Debian `apt-get install openarena-server` installs it"
    )]
    NoGame(String),
    /// No archive has such a file.
    #[error("no archive of the game has `{0}`")]
    NoFile(String),
    /// A file cannot be read.
    #[error("`{path}` cannot be read: {reason}")]
    Unreadable {
        /// Which.
        path: String,
        /// Why.
        reason: String,
    },
    /// A file is not what it should be.
    #[error("`{path}` is no {expected}: {reason}")]
    Malformed {
        /// Which.
        path: String,
        /// What it should be.
        expected: &'static str,
        /// What is wrong.
        reason: &'static str,
    },
}

/// The longest file that is read; the largest map has 11 MB.
const LONGEST: u64 = 64 << 20;

/// Where Debian's packages have the game.
const USUAL: [&str; 3] =
    ["/usr/lib/openarena-server/baseoa", "/usr/share/games/openarena/baseoa", "/usr/lib/openarena/baseoa"];

/// The files of an installed game.
#[derive(Clone, Debug)]
pub struct GameFiles {
    /// Archives, the last first.
    archives: Vec<PathBuf>,
}

impl GameFiles {
    /// The game where packages install it.
    ///
    /// # Errors
    /// If it is not there.
    pub fn installed() -> Result<Self, GameMapError> {
        let found = USUAL.iter().find_map(|folder| Self::open(Path::new(folder)).ok());
        found.ok_or_else(|| GameMapError::NoGame(USUAL[0].to_owned()))
    }

    /// The game in a folder that holds its archives, such as `baseoa`.
    ///
    /// # Errors
    /// If there is no archive.
    pub fn open(folder: &Path) -> Result<Self, GameMapError> {
        let no_game = || GameMapError::NoGame(folder.display().to_string());
        let entries = std::fs::read_dir(folder).map_err(|_| no_game())?;
        let mut archives: Vec<PathBuf> = entries
            .filter_map(|entry| entry.ok().map(|entry| entry.path()))
            .filter(|path| path.extension().is_some_and(|end| end.eq_ignore_ascii_case("pk3")))
            .collect();
        if archives.is_empty() {
            return Err(no_game());
        }
        archives.sort();
        archives.reverse();
        Ok(Self { archives })
    }

    /// The bytes of a file.
    ///
    /// # Errors
    /// If no archive has it, or the archive is broken.
    pub fn read(&self, path: &str) -> Result<Vec<u8>, GameMapError> {
        for archive in &self.archives {
            let broken =
                |reason: String| GameMapError::Unreadable { path: archive.display().to_string(), reason };
            let file = File::open(archive).map_err(|error| broken(error.to_string()))?;
            let mut zip = ZipArchive::new(BufReader::new(file)).map_err(|error| broken(error.to_string()))?;
            let Ok(found) = zip.by_name(path) else { continue };
            let mut bytes = Vec::new();
            let read = found.take(LONGEST).read_to_end(&mut bytes);
            read.map_err(|error| GameMapError::Unreadable {
                path: path.to_owned(),
                reason: error.to_string(),
            })?;
            return Ok(bytes);
        }
        Err(GameMapError::NoFile(path.to_owned()))
    }

    /// The names of all maps that have navigation, sorted.
    ///
    /// # Errors
    /// If an archive is broken.
    pub fn maps(&self) -> Result<Vec<String>, GameMapError> {
        let mut maps = std::collections::BTreeSet::new();
        for archive in &self.archives {
            let broken =
                |reason: String| GameMapError::Unreadable { path: archive.display().to_string(), reason };
            let file = File::open(archive).map_err(|error| broken(error.to_string()))?;
            let zip = ZipArchive::new(BufReader::new(file)).map_err(|error| broken(error.to_string()))?;
            let names = zip.file_names().filter_map(|name| name.strip_prefix("maps/")?.strip_suffix(".aas"));
            maps.extend(names.map(str::to_owned));
        }
        Ok(maps.into_iter().collect())
    }
}

/// A part of a file. Maps and navigation files are a table of parts and lists of records of a fixed size.
#[derive(Clone, Copy, Debug)]
struct Lump<'a> {
    bytes: &'a [u8],
}

impl<'a> Lump<'a> {
    /// The part whose start and length stand at `entry` of a file. Nothing if it is not within the file.
    fn of(file: &'a [u8], head: &[u8], entry: usize) -> Option<Self> {
        let table = LumpRecord { bytes: head.get(entry..entry.checked_add(8)?)? };
        let (start, length) = (usize::try_from(table.int(0)).ok()?, usize::try_from(table.int(4)).ok()?);
        Some(Self { bytes: file.get(start..start.checked_add(length)?)? })
    }

    fn bytes(self) -> &'a [u8] {
        self.bytes
    }

    /// Its records of a size. What is left over at the end is passed over.
    fn records(self, size: usize) -> impl ExactSizeIterator<Item = LumpRecord<'a>> {
        self.bytes.chunks_exact(size).map(|bytes| LumpRecord { bytes })
    }
}

/// A record of numbers. A place that it has not reads as zero.
#[derive(Clone, Copy, Debug)]
struct LumpRecord<'a> {
    bytes: &'a [u8],
}

impl LumpRecord<'_> {
    fn int(&self, at: usize) -> i32 {
        let four = self.bytes.get(at..).and_then(|bytes| bytes.first_chunk::<4>());
        four.map_or(0, |four| i32::from_le_bytes(*four))
    }

    fn index(&self, at: usize) -> usize {
        usize::try_from(self.int(at)).unwrap_or(usize::MAX)
    }

    fn half(&self, at: usize) -> u16 {
        let two = self.bytes.get(at..).and_then(|bytes| bytes.first_chunk::<2>());
        two.map_or(0, |two| u16::from_le_bytes(*two))
    }

    /// A number that can be calculated with.
    fn float(&self, at: usize) -> f32 {
        let value = f32::from_bits(self.int(at) as u32);
        if value.is_finite() { value } else { 0.0 }
    }

    fn vector(&self, at: usize) -> Vec3 {
        Vec3::new(self.float(at), self.float(at + 4), self.float(at + 8))
    }
}
