//! The archives of an installed game. Of files with the same name, the one in the last archive counts.

use super::MapError;
use std::fs::File;
use std::io::{BufReader, Read as _};
use std::path::{Path, PathBuf};
use zip::ZipArchive;

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
    pub fn installed() -> Result<Self, MapError> {
        let found = USUAL.iter().find_map(|folder| Self::open(Path::new(folder)).ok());
        found.ok_or_else(|| MapError::NoGame(USUAL[0].to_owned()))
    }

    /// The game in a folder that holds its archives, such as `baseoa`.
    ///
    /// # Errors
    /// If there is no archive.
    pub fn open(folder: &Path) -> Result<Self, MapError> {
        let no_game = || MapError::NoGame(folder.display().to_string());
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
    pub fn read(&self, path: &str) -> Result<Vec<u8>, MapError> {
        for archive in &self.archives {
            let broken =
                |reason: String| MapError::Unreadable { path: archive.display().to_string(), reason };
            let file = File::open(archive).map_err(|error| broken(error.to_string()))?;
            let mut zip = ZipArchive::new(BufReader::new(file)).map_err(|error| broken(error.to_string()))?;
            let Ok(found) = zip.by_name(path) else { continue };
            let mut bytes = Vec::new();
            let read = found.take(LONGEST).read_to_end(&mut bytes);
            read.map_err(|error| MapError::Unreadable { path: path.to_owned(), reason: error.to_string() })?;
            return Ok(bytes);
        }
        Err(MapError::NoFile(path.to_owned()))
    }

    /// The names of all maps that have navigation, sorted.
    ///
    /// # Errors
    /// If an archive is broken.
    pub fn maps(&self) -> Result<Vec<String>, MapError> {
        let mut maps = std::collections::BTreeSet::new();
        for archive in &self.archives {
            let broken =
                |reason: String| MapError::Unreadable { path: archive.display().to_string(), reason };
            let file = File::open(archive).map_err(|error| broken(error.to_string()))?;
            let zip = ZipArchive::new(BufReader::new(file)).map_err(|error| broken(error.to_string()))?;
            let names = zip.file_names().filter_map(|name| name.strip_prefix("maps/")?.strip_suffix(".aas"));
            maps.extend(names.map(str::to_owned));
        }
        Ok(maps.into_iter().collect())
    }
}
