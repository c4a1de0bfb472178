//! Says which sources and compiler the lab is built from.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?).join("../..").canonicalize()?;
    println!("cargo::rustc-env=MOTIVE_SOURCES={:016x}", fingerprint(&root)?);
    println!("cargo::rustc-env=MOTIVE_COMPILER={}", compiler());
    Ok(())
}

/// A fingerprint of all sources and of the lock file, so that results say what they were made by. FNV-1a: it has to tell builds apart, not to
/// withstand anybody.
fn fingerprint(root: &Path) -> Result<u64, Box<dyn Error>> {
    let mut files = Vec::new();
    let mut crates = Vec::new();
    for floor in ["game", "research", "tools"] {
        crates
            .extend(fs::read_dir(root.join(floor))?.filter_map(|entry| Some(entry.ok()?.path().join("src"))));
    }
    crates.sort();
    for sources in crates {
        walk(&sources, "rs", &mut files)?;
    }
    files.sort();
    files.extend(Some(root.join("Cargo.lock")).filter(|lock| lock.exists()));
    println!("cargo::rerun-if-changed={}", root.join("Cargo.lock").display());
    let mut hash = 0xCBF2_9CE4_8422_2325_u64;
    for file in files {
        let name = file.strip_prefix(root)?.to_str().ok_or("a file name is not text")?.replace('\\', "/");
        for byte in name.bytes().chain([0]).chain(fs::read(&file)?) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
        }
    }
    Ok(hash)
}

/// What the compiler calls itself.
fn compiler() -> String {
    let rustc = env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let said = std::process::Command::new(rustc).arg("--version").output();
    said.map_or_else(|_| "unknown".to_owned(), |said| String::from_utf8_lossy(&said.stdout).trim().to_owned())
}

fn walk(folder: &Path, ending: &str, files: &mut Vec<PathBuf>) -> Result<(), Box<dyn Error>> {
    if !folder.is_dir() {
        return Ok(());
    }
    println!("cargo::rerun-if-changed={}", folder.display());
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            walk(&path, ending, files)?;
        } else if path.extension().is_some_and(|extension| extension == ending) {
            files.push(path);
        }
    }
    Ok(())
}
