//! Recorded runs in a browser: served, or as a page of their own.

use crate::mind_view::{MindView, WrittenMind};
use crate::recorded::RecordedRun;
use crate::server::{POLICY, Server, page_with};
use crate::source::{AgentRow, RunSource};
use crate::track::Track;
use motive_trace::text::listed_some;
use motive_trace::{AgentInfo, Reader, Record, Segment, TraceError};
use serde_json::{Map, Value, json};
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufReader};
use std::net::ToSocketAddrs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// How many agents the title of an exported run names.
const MOST_NAMES: usize = 4;

/// Serves recorded runs to a page, beside live ones at addresses of their own.
///
/// ```no_run
/// use motive_studio::RunLibrary;
///
/// let library = RunLibrary::open(["run.trace"]).map_err(|(path, error)| format!("{}: {error}", path.display()))?;
/// let library = library.serve("127.0.0.1:0", &[])?;
/// println!("{}", library.address());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct RunLibrary {
    runs: Vec<Arc<RecordedRun>>,
    server: Option<Server>,
}

impl RunLibrary {
    /// Opens recordings.
    ///
    /// # Errors
    /// If one of them is not a trace, or cannot be read.
    pub fn open<P: AsRef<Path>>(paths: impl IntoIterator<Item = P>) -> Result<Self, (PathBuf, TraceError)> {
        let open = |path: P| {
            let path = path.as_ref().to_owned();
            RecordedRun::open(&path).map(Arc::new).map_err(|error| (path, error))
        };
        Ok(Self { runs: paths.into_iter().map(open).collect::<Result<_, _>>()?, server: None })
    }

    /// Serves the page. `live` are the addresses of live runs that it shows too.
    ///
    /// # Errors
    /// If nothing can be served there.
    pub fn serve(mut self, address: impl ToSocketAddrs, live: &[String]) -> io::Result<Self> {
        let runs = self.runs.iter().map(|run| Arc::clone(run) as Arc<dyn RunSource>).collect();
        self.server = Some(Server::serve_runs(address, runs, live.to_vec())?);
        Ok(self)
    }

    /// The address of the page, with its token; empty before it is served.
    pub fn address(&self) -> &str {
        self.server.as_ref().map_or("", Server::address)
    }
}

/// A recorded run as one HTML file for a browser, which needs no server and no network: the page of the studio with all its answers inside. Of a recording
/// that was cut off, the file has as much as there is.
///
/// # Errors
/// If the file is not a trace, cannot be read, or is damaged.
pub fn export_page(trace: impl AsRef<Path>) -> Result<String, TraceError> {
    let path = trace.as_ref();
    let run = RecordedRun::open(path)?;
    let (backdrop, scenes) = pictures(path)?;
    let mut values = ValueTable::default();
    let mut minds = Map::new();
    for AgentRow(agent, ..) in run.agents() {
        minds.insert(agent.to_string(), agent_answers(&run, agent, &mut values)?);
    }
    let mut about = run.about();
    let names: Vec<String> = run.agents().into_iter().map(|AgentRow(_, name, _)| name).collect();
    about.title =
        format!("{}: {}", about.run.world.as_deref().unwrap_or("a game"), listed_some(&names, MOST_NAMES));
    let pictures =
        scenes.into_iter().map(|(tick, scene)| json!([tick, values.add(scene)])).collect::<Value>();
    let answers = json!({
        "about": about, "agents": run.agents(), "backdrop": backdrop, "pictures": pictures, "minds": minds,
        "shapes": values.shapes,
    });
    let nodes = values.nodes.join(",");
    let recording = format!("{{\"answers\":{answers},\"nodes\":[{nodes}]}}");
    Ok(page_with(POLICY, "[]", &recording))
}

/// What the page can ask about an agent: what is written, its ticks, and the mind of each of them.
fn agent_answers(run: &RecordedRun, agent: u64, values: &mut ValueTable) -> Result<Value, TraceError> {
    let info: Option<AgentInfo> = run.info(agent);
    let starts = run.segment_starts(agent);
    let (mut tracks, mut minds) = (Vec::new(), Vec::new());
    let mut last: Option<Arc<Segment>> = None;
    for start in &starts {
        let Some(segment) = run.segment_around(agent, *start)? else { continue };
        // An agent that slept through a stretch of the recording has the segment before it.
        if last.as_ref().is_some_and(|last| last.ticks() == segment.ticks()) {
            continue;
        }
        let track = serde_json::to_value(Track::of(&segment)).map_err(io::Error::from)?;
        tracks.push(json!([start, values.add(track)]));
        let mut failed = None;
        segment.explain_all(&run.run(), |explanation, record, history| {
            match serde_json::to_value(MindView::of(explanation, record, history)) {
                Ok(mut view) => {
                    // Line by line, of which most are those of the tick before.
                    view["text"] = view["text"].as_str().unwrap_or_default().lines().collect();
                    minds.push(json!([record.tick, values.add(view)]));
                }
                Err(error) => failed = Some(error),
            }
        });
        failed.map_or(Ok(()), |error| Err(io::Error::from(error)))?;
        last = Some(segment);
    }
    let segments: Vec<&Value> = tracks.iter().map(|track| &track[0]).collect();
    Ok(json!({
        "written": info.as_ref().map(WrittenMind::of),
        "ticks": { "ticks": run.ticks(agent), "segments": segments },
        "tracks": tracks,
        "minds": minds,
    }))
}

/// A backdrop, and scenes with their ticks.
type Pictures = (Value, Vec<(u64, Value)>);

/// The backdrop and the scenes of a recording. What is no JSON is not shown.
fn pictures(trace: &Path) -> Result<Pictures, TraceError> {
    let mut trace = Reader::new(BufReader::new(File::open(trace)?))?;
    let (mut backdrop, mut scenes) = (Value::Null, Vec::new());
    loop {
        match trace.next_record() {
            Ok(None) | Err(TraceError::Cut { .. }) => return Ok((backdrop, scenes)),
            Ok(Some(Record::Backdrop(json))) => backdrop = serde_json::from_str(&json).unwrap_or_default(),
            Ok(Some(Record::Scene(scene))) => {
                scenes.push((scene.tick, crate::recorded::picture_of(&scene.scene).unwrap_or_default()));
            }
            Ok(Some(_)) => {}
            Err(error) => return Err(error),
        }
    }
}

/// JSON values, each stored once: the minds of neighbouring ticks have most of their parts in common.
#[derive(Default)]
struct ValueTable {
    /// The names of the fields of each sort of object.
    shapes: Vec<Vec<String>>,
    /// As JSON: a scalar, or a list of numbers. Its first is 0 for an array and otherwise the number of the object's shape, from 1 on; the others are the
    /// places of its items or fields.
    nodes: Vec<Arc<str>>,
    places: HashMap<Arc<str>, usize>,
}

impl ValueTable {
    /// The place of a value.
    fn add(&mut self, value: Value) -> usize {
        let node = match value {
            Value::Array(items) => self.list(0, items),
            Value::Object(fields) => {
                let (names, values): (Vec<String>, Vec<Value>) = fields.into_iter().unzip();
                let known = self.shapes.iter().position(|shape| *shape == names);
                let shape = known.unwrap_or_else(|| {
                    self.shapes.push(names);
                    self.shapes.len() - 1
                });
                self.list(shape + 1, values)
            }
            scalar => scalar.to_string(),
        };
        if let Some(place) = self.places.get(&*node) {
            return *place;
        }
        let node: Arc<str> = node.into();
        self.nodes.push(node.clone());
        self.places.insert(node, self.nodes.len() - 1);
        self.nodes.len() - 1
    }

    fn list(&mut self, shape: usize, values: Vec<Value>) -> String {
        let mut node = format!("[{shape}");
        for value in values {
            node.push(',');
            node.push_str(&self.add(value).to_string());
        }
        node.push(']');
        node
    }
}

#[cfg(test)]
#[path = "../tests/unit/library.rs"]
mod tests;
