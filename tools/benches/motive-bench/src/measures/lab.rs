//! A study on several threads.

use super::threads::two_cores_are_idle;
use crate::measure::{Effort, measures};
use crate::timing::{race, ratio};
use anyhow::{Context, Result, ensure};
use motive_lab::{AssetSources, DesignOptions, Prepared, RunOptions, Study};
use std::path::PathBuf;
use std::time::Instant;

measures! {
    /// a study of Pac-Man on one thread against two, with the same results
    "lab.speedup" Ratio >= 1.8 => speedup, when two_cores_are_idle;
}

const STUDY: &str = r#"
title   = "speed-up"
seed    = 1
runs    = 100
steps   = 1000
metrics = ["score"]
[[part]]
name  = "main"
world = "pacman"
[[agent]]
name = "ours"
mind = "agents/pacman/ours.motive"
"#;

fn speedup(effort: &Effort) -> Result<f64> {
    let study = Study::parse("speedup.toml", STUDY)?;
    let options = DesignOptions { runs: Some(effort.ticks * 4), ..DesignOptions::default() };
    let prepared = Prepared::new(&study, &AssetSources::built_in(), &options)?;
    let folder = ScratchFolder::new();
    let play = |jobs: usize| -> Result<f64> {
        let out = folder.0.join(jobs.to_string());
        // Left from the turn before, or not there.
        let _ = std::fs::remove_dir_all(&out);
        let mut options = RunOptions::new(&out);
        options.jobs = jobs;
        let start = Instant::now();
        motive_lab::run(&prepared, &options, &mut ())?;
        Ok(start.elapsed().as_secs_f64())
    };
    let [alone, together] = race(effort.passes, [&mut || play(1), &mut || play(2)])?;
    let results = |jobs: &str| std::fs::read(folder.0.join(jobs).join("results.csv")).context("no results");
    ensure!(results("1")? == results("2")?, "two threads gave other results than one");
    Ok(ratio(&alone, &together))
}

/// A folder that is gone when the measure is taken.
struct ScratchFolder(PathBuf);

impl ScratchFolder {
    fn new() -> Self {
        Self(std::env::temp_dir().join(format!("motive-lab-speedup-{}", std::process::id())))
    }
}

impl Drop for ScratchFolder {
    fn drop(&mut self) {
        // Nobody is left to be told.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
