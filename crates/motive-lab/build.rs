//! Takes the agents and studies of the repository into the library, so that they are there wherever it is.
//!
//! A file added to `agents/` or `experiments/` is found without naming it anywhere.

use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?).join("../..").canonicalize()?;
    let mut files = Vec::new();
    for (folder, ending) in [("agents", "motive"), ("experiments", "toml")] {
        println!("cargo::rerun-if-changed={}", root.join(folder).display());
        walk(&root.join(folder), ending, &mut files)?;
    }
    files.sort();
    let mut list = String::from("&[\n");
    for file in files {
        let name = file.strip_prefix(&root)?.to_str().ok_or("a file name is not text")?.replace('\\', "/");
        writeln!(list, "    ({name:?}, include_str!({:?})),", file.to_str().ok_or("a path is not text")?)?;
    }
    list.push_str("]\n");
    fs::write(PathBuf::from(env::var("OUT_DIR")?).join("assets.rs"), list)?;
    Ok(())
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
