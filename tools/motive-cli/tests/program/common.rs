//! What the tests of the program share: the program itself, and a folder of their own.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A folder of one test, empty when it begins.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        // It may be left from an earlier run, or not be there.
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    /// A file with these bytes.
    pub(crate) fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        let path = self.0.join(name);
        fs::write(&path, bytes).unwrap();
        path.display().to_string()
    }

    /// The path of a file that may not be there.
    pub(crate) fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    /// The names of all files in it.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

/// How the program ended and what it said.
pub(crate) struct Said {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Said {
    fn of(output: Output) -> Self {
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        Self { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }

    #[track_caller]
    pub(crate) fn ended(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "out: {}\nerr: {}", self.out, self.err);
        self
    }

    #[track_caller]
    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {}", self.out))
    }
}

/// The program with these arguments.
pub(crate) fn motive(arguments: &[&str]) -> Said {
    Said::of(
        Command::new(env!("CARGO_BIN_EXE_motive")).args(arguments).stdin(Stdio::null()).output().unwrap(),
    )
}

/// The program with these arguments and this input.
pub(crate) fn motive_with(arguments: &[&str], input: &[u8]) -> Said {
    let mut command = Command::new(env!("CARGO_BIN_EXE_motive"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A program that does not want all of it may be gone already.
    let _ = std::io::Write::write_all(&mut child.stdin.take().unwrap(), input);
    Said::of(child.wait_with_output().unwrap())
}

/// An agent of the repository.
pub(crate) fn agent(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../agents/pacman").join(name).display().to_string()
}

/// Bytes that look random and are always the same.
pub(crate) fn noise(seed: u64, length: usize) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state as u8
    };
    (0..length).map(|_| next()).collect()
}
