//! The page as a file: one that a server tells which runs to show, or one with a recorded run in it.

use crate::mind_view::{MindView, WrittenMind};
use crate::recorded::RecordedRun;
use crate::source::{AgentRow, RunSource};
use crate::track::Track;
use motive_trace::text::listed_some;
use motive_trace::{AgentInfo, Reader, Record, Segment, TraceError};
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufReader};
use std::path::Path;
use std::sync::Arc;

/// The page. It is built from the folder `page`.
const PAGE: &str = include_str!("page.html");

/// What a page from a file may do: nothing but run its own script.
const POLICY: &str = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'";

/// How many agents the title of an exported run names.
const MOST_NAMES: usize = 4;

/// The page that connects to these runs.
pub(crate) fn connected_page(runs: &[String]) -> String {
    let runs = serde_json::to_string(runs).unwrap_or_default();
    filled(&format!("{POLICY}; connect-src 'self' ws:"), &runs, "null")
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
    Ok(filled(POLICY, "[]", &recording))
}

/// The page with its policy, the addresses of its runs, and its recording.
fn filled(policy: &str, runs: &str, recording: &str) -> String {
    // Names may hold anything. Without a `<` nothing in them can end a script element or begin a comment.
    let parts = [("{{POLICY}}", policy.to_owned()), ("{{RUNS}}", runs.replace('<', "\\u003c"))];
    let (mut page, mut rest) = (String::with_capacity(PAGE.len() + recording.len()), PAGE);
    for (place, text) in parts.into_iter().chain([("{{RECORDING}}", recording.replace('<', "\\u003c"))]) {
        let (before, after) = rest.split_once(place).unwrap_or((rest, ""));
        page.extend([before, &text]);
        rest = after;
    }
    page + rest
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
        tracks.push(json!([start, values.add_any(&Track::of(&segment))?]));
        let mut failed = None;
        segment.explain_all(&run.run(), |explanation, record, history| {
            let view = MindView::of(explanation, record, history);
            match values.add_any(&view) {
                Ok(place) => minds.push(json!([record.tick, place])),
                Err(error) => failed = Some(error),
            }
        });
        failed.map_or(Ok(()), Err)?;
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
    fn add_any(&mut self, value: &impl Serialize) -> Result<usize, TraceError> {
        Ok(self.add(serde_json::to_value(value).map_err(io::Error::from)?))
    }

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
mod tests {
    use super::*;

    #[test]
    fn equal_values_share_a_place() {
        let mut values = ValueTable::default();
        let one = values.add(json!({ "a": [1, "x"], "b": { "a": [1, "x"], "b": null } }));
        let nodes = values.nodes.len();
        assert_eq!(values.add(json!({ "a": [1, "x"], "b": { "a": [1, "x"], "b": null } })), one);
        assert_eq!(values.nodes.len(), nodes);
        assert_eq!(values.shapes, [["a", "b"]]);
        assert_eq!(
            values.nodes.iter().map(|node| &**node).collect::<Vec<_>>(),
            ["1", "\"x\"", "[0,0,1]", "null", "[1,2,3]", "[1,2,4]"]
        );
    }

    #[test]
    fn the_page_has_each_place_once() {
        for place in ["{{POLICY}}", "{{RUNS}}", "{{RECORDING}}"] {
            assert_eq!(PAGE.matches(place).count(), 1, "{place}");
        }
        let page = filled("policy", "[]", "{\"name\":\"</script>{{RUNS}}\"}");
        assert!(page.contains("{\"name\":\"\\u003c/script>{{RUNS}}\"}"));
    }
}
