//! Shards of a study as an indexed job of Kubernetes: the manifest.

use super::shard_command::{ShardCommand, quoted};
use crate::console::Failure;
use motive_lab::{Prepared, names_a_file};
use serde_json::{Map, Value, json};
use std::path::Path;

/// Where the results are in a pod.
const RESULTS: &str = "/results";
/// Where the study and its agents are in a pod.
const INPUTS: &str = "/study";

/// What the manifest needs beyond the study.
pub(crate) struct KubernetesJob<'a> {
    pub(crate) command: ShardCommand<'a>,
    /// An image with the program `motive` of this version.
    pub(crate) image: &'a str,
    /// The claim of a volume that all pods can write.
    pub(crate) claim: &'a str,
}

impl KubernetesJob<'_> {
    /// The manifest: a job with an index for each shard and, for a study of one's own, a map with its files.
    pub(crate) fn manifest(&self, prepared: &Prepared) -> Result<Value, Failure> {
        let name = object_name(&prepared.design.study);
        let mut job = self.job(&name);
        let mut items = Vec::new();
        if names_a_file(self.command.study) {
            let (map, files) = self.files(&name, prepared)?;
            items.push(map);
            let pod = &mut job["spec"]["template"]["spec"];
            push(
                &mut pod["volumes"],
                json!({ "name": "study", "configMap": { "name": name, "items": files } }),
            );
            push(
                &mut pod["containers"][0]["volumeMounts"],
                json!({ "name": "study", "mountPath": INPUTS, "readOnly": true }),
            );
            pod["containers"][0]["workingDir"] = json!(INPUTS);
        }
        items.push(job);
        Ok(json!({ "apiVersion": "v1", "kind": "List", "items": items }))
    }

    fn job(&self, name: &str) -> Value {
        let study = Path::new(self.command.study).file_name().map(|name| name.to_string_lossy());
        let command =
            ShardCommand { study: study.as_deref().unwrap_or(self.command.study), ..self.command.clone() };
        // Kubernetes counts from 0, shards from 1.
        let line = command.line("motive", "$((JOB_COMPLETION_INDEX + 1))", Path::new(RESULTS));
        json!({
            "apiVersion": "batch/v1",
            "kind": "Job",
            "metadata": { "name": name, "labels": { "app.kubernetes.io/name": "motive" } },
            "spec": {
                "completionMode": "Indexed",
                "completions": self.command.shards,
                "parallelism": self.command.shards,
                "backoffLimitPerIndex": 5,
                "template": {
                    "metadata": { "labels": { "app.kubernetes.io/name": "motive" } },
                    "spec": {
                        "restartPolicy": "Never",
                        "containers": [{
                            "name": "shard",
                            "image": self.image,
                            "command": ["/bin/sh", "-c", format!("exec {line}")],
                            "resources": { "requests": { "cpu": "1" } },
                            "volumeMounts": [{ "name": "results", "mountPath": RESULTS }]
                        }],
                        "volumes": [{ "name": "results", "persistentVolumeClaim": { "claimName": self.claim } }]
                    }
                }
            }
        })
    }

    /// The study's file and those of its agents, and which of them stands where in a pod.
    fn files(&self, name: &str, prepared: &Prepared) -> Result<(Value, Vec<Value>), Failure> {
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
        let map =
            json!({ "apiVersion": "v1", "kind": "ConfigMap", "metadata": { "name": name }, "data": data });
        Ok((map, items))
    }
}

fn push(list: &mut Value, item: Value) {
    if let Value::Array(items) = list {
        items.push(item);
    }
}

/// A name as objects of Kubernetes may have it.
fn object_name(study: &str) -> String {
    let plain = |sign: char| if sign.is_ascii_alphanumeric() { sign.to_ascii_lowercase() } else { '-' };
    let name: String = study.chars().map(plain).take(50).collect();
    format!("motive-{}", name.trim_matches('-'))
}
