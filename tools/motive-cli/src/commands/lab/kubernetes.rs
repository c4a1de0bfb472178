//! Shards of a study as an indexed job of Kubernetes: the manifest.

use super::shards::{ShardCommand, quoted};
use crate::console::Failure;
use motive_lab::{Prepared, names_a_file};
use serde_json::{Map, Value, json};
use std::path::Path;

/// Where the results are in a pod, as the template mounts them.
const RESULTS: &str = "/results";

/// What the manifest needs beyond the study.
pub(super) struct KubernetesJob<'a> {
    pub(super) command: ShardCommand<'a>,
    /// An image with the program `motive` of this version.
    pub(super) image: &'a str,
    /// The claim of a volume that all pods can write.
    pub(super) claim: &'a str,
}

impl KubernetesJob<'_> {
    /// The manifest: a job with an index for each shard and, for a study of one's own, a map with its files.
    pub(super) fn manifest(&self, prepared: &Prepared) -> Result<Value, Failure> {
        let study = Path::new(self.command.study).file_name().map(|name| name.to_string_lossy());
        let command =
            ShardCommand { study: study.as_deref().unwrap_or(self.command.study), ..self.command.clone() };
        // Kubernetes counts from 0, shards from 1.
        let line = command.line("motive", "$((JOB_COMPLETION_INDEX + 1))", Path::new(RESULTS));
        let is_file = names_a_file(self.command.study);
        let (data, items) = if is_file { self.files(prepared)? } else { Default::default() };
        let mut manifest = filled(&[
            ("$name", json!(object_name(&prepared.design.study))),
            ("$shards", json!(self.command.shards)),
            ("$image", json!(self.image)),
            ("$line", json!(format!("exec {line}"))),
            ("$claim", json!(self.claim)),
            ("$data", Value::Object(data)),
            ("$items", Value::Array(items)),
        ])?;
        if !is_file {
            without_files(&mut manifest);
        }
        Ok(manifest)
    }

    /// The study's file and those of its agents, and which of them stands where in a pod.
    fn files(&self, prepared: &Prepared) -> Result<(Map<String, Value>, Vec<Value>), Failure> {
        let study = Path::new(self.command.study).file_name().map(|name| name.to_string_lossy().into_owned());
        let study = study.unwrap_or_else(|| "study.toml".to_owned());
        let texts = std::iter::once((study.as_str(), prepared.study.text.as_str())).chain(prepared.texts());
        let (mut data, mut items) = (Map::new(), Vec::new());
        for (number, (path, text)) in texts.enumerate() {
            if Path::new(path).is_absolute() || path.split('/').any(|part| part == "..") {
                let path = quoted(path);
                return Err(Failure::Input(format!(
                    "{path} cannot be put beside the study in a pod; name it by a path below it"
                )));
            }
            let key = format!("file-{number}");
            items.push(json!({ "key": key, "path": path }));
            data.insert(key, json!(text));
        }
        Ok((data, items))
    }
}

/// The template, with values in the place of texts such as `$name`.
fn filled(values: &[(&str, Value)]) -> Result<Value, Failure> {
    fn fill(value: &mut Value, values: &[(&str, Value)]) {
        match value {
            Value::Array(list) => list.iter_mut().for_each(|value| fill(value, values)),
            Value::Object(map) => map.values_mut().for_each(|value| fill(value, values)),
            Value::String(text) => {
                let given = values.iter().find(|(name, _)| name == text);
                *value = given.map_or_else(|| value.take(), |(_, given)| given.clone());
            }
            _ => {}
        }
    }
    let mut manifest = serde_json::from_str(include_str!("kubernetes.json"))?;
    fill(&mut manifest, values);
    Ok(manifest)
}

/// Takes out what only a study of one's own needs: the image has the others.
fn without_files(manifest: &mut Value) {
    let Some(items) = manifest["items"].as_array_mut() else { return };
    items.remove(0);
    let pod = &mut items[0]["spec"]["template"]["spec"];
    for list in ["/volumes", "/containers/0/volumeMounts"] {
        // The study comes after the results.
        if let Some(list) = pod.pointer_mut(list).and_then(Value::as_array_mut) {
            list.truncate(1);
        }
    }
    if let Some(container) = pod["containers"][0].as_object_mut() {
        container.remove("workingDir");
    }
}

/// A name as objects of Kubernetes may have it.
fn object_name(study: &str) -> String {
    let plain = |sign: char| if sign.is_ascii_alphanumeric() { sign.to_ascii_lowercase() } else { '-' };
    let name: String = study.chars().map(plain).take(50).collect();
    format!("motive-{}", name.trim_matches('-'))
}
