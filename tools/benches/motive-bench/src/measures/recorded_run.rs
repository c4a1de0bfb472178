//! A long recording in the studio: how long until it is shown, and until a page has moved to another tick. Asked for by name, each measure writes
//! 3 GB into the folder for temporary files, and removes them.

use super::studio::{DrivenAgents, StudioSocket};
use crate::measure::{Effort, measures};
use anyhow::{Context, Result, ensure};
use motive::recording::Recording;
use motive_studio::RunLibrary;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::time::Instant;

measures! {
    /// a recording of 100 agents, opened and shown; of 100,000 ticks if asked for by name, else of 5,000
    "trace.open" Nanoseconds <= 2e9 => |effort| shown(effort, open);
    /// the same recording: the slowest of 40 moves to ticks all over it
    "trace.scrub" Nanoseconds <= 100e6 => |effort| shown(effort, scrub);
}

/// A recording in a file that goes with it.
struct RecordedFile {
    path: PathBuf,
    ticks: u64,
}

impl RecordedFile {
    fn new(effort: &Effort) -> Result<Self> {
        let (agents, ticks) = match (effort.is_short(), effort.named) {
            (true, _) => (4, 1_000),
            (false, true) => (100, 100_000),
            (false, false) => (100, 5_000),
        };
        let path = std::env::temp_dir().join(format!("motive-bench-{}.trace", std::process::id()));
        let file = Self { path, ticks };
        let mut recording = Recording::create(&file.path)?;
        let mut agents = DrivenAgents::new(agents)?;
        for _ in 0..ticks {
            agents.tick(|agent, now| _ = recording.tick(agent, now))?;
        }
        recording.finish()?;
        Ok(file)
    }
}

impl Drop for RecordedFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
    }
}

fn shown(effort: &Effort, measure: fn(&Path, u64) -> Result<f64>) -> Result<f64> {
    let file = RecordedFile::new(effort)?;
    measure(&file.path, file.ticks)
}

/// What a page asks for before it shows anything: who there is, and of the first agent its mind and the timeline around it.
fn open(path: &Path, ticks: u64) -> Result<f64> {
    let begun = Instant::now();
    let (_library, mut socket) = serve(path)?;
    socket.ask(json!({ "do": "about" }))?;
    let agents = socket.ask(json!({ "do": "agents" }))?;
    let agent = agents[0][0].as_u64().context("an agent")?;
    socket.ask(json!({ "do": "written", "agent": agent }))?;
    let known = socket.ask(json!({ "do": "ticks", "agent": agent }))?;
    ensure!(known["ticks"] == json!([1, ticks]), "{known}");
    ensure!(socket.ask(json!({ "do": "mind", "agent": agent, "tick": ticks }))?["tick"] == json!(ticks));
    ensure!(socket.ask(json!({ "do": "track", "agent": agent, "tick": ticks }))?.is_object());
    Ok(begun.elapsed().as_nanos() as f64)
}

/// The slowest of many moves in time.
fn scrub(path: &Path, ticks: u64) -> Result<f64> {
    let (_library, mut socket) = serve(path)?;
    let mut slowest: f64 = 0.0;
    for step in 0..40 {
        let tick = 1 + step * 7_919 * 13 % ticks;
        let begun = Instant::now();
        let mind = socket.ask(json!({ "do": "mind", "agent": step % 4, "tick": tick }))?;
        slowest = slowest.max(begun.elapsed().as_nanos() as f64);
        ensure!(mind["tick"] == json!(tick), "{mind}");
    }
    Ok(slowest)
}

fn serve(path: &Path) -> Result<(RunLibrary, StudioSocket)> {
    let library = RunLibrary::open([path]).map_err(|(_, error)| error)?.serve("127.0.0.1:0", &[])?;
    let socket = StudioSocket::open(library.address())?;
    Ok((library, socket))
}

impl StudioSocket {
    /// The answer to a question.
    fn ask(&mut self, mut question: Value) -> Result<Value> {
        question["id"] = json!(1);
        self.send(&question.to_string())?;
        loop {
            let mut told: Value = serde_json::from_str(&self.read()?)?;
            if told["id"] == 1 {
                ensure!(told["error"].is_null(), "{question}: {}", told["error"]);
                return Ok(told["answer"].take());
            }
        }
    }
}
