//! Lists the files of this folder, so that they are there wherever the program is. A new file is found without naming it anywhere.

use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?);
    let mut files = Vec::new();
    walk(&folder, &mut files)?;
    files.sort();
    let mut list = String::from("&[\n");
    for file in files {
        let name = file.strip_prefix(&folder)?.to_str().ok_or("a file name is not text")?.replace('\\', "/");
        let path = file.to_str().ok_or("a path is not text")?;
        writeln!(list, "    (\"experiments/{name}\", include_str!({path:?})),")?;
    }
    list.push_str("]\n");
    Ok(fs::write(PathBuf::from(env::var("OUT_DIR")?).join("files.rs"), list)?)
}

fn walk(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={}", folder.display());
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() && !path.ends_with("src") {
            walk(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "toml")
            && !path.ends_with("Cargo.toml")
        {
            files.push(path);
        }
    }
    Ok(())
}
