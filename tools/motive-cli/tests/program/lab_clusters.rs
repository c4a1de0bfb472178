//! `motive lab run --on`: shards as jobs of clusters. The clusters themselves are played by scripts here; `tests/slurm/run` has a real one.

use crate::common::{Folder, motive};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Output};

const STUDY: &str = r#"
title   = "Spread"
seed    = 5
runs    = 4
steps   = 60
metrics = ["score", "work"]
[[part]]
name  = "main"
world = "pacman"
[[agent]]
name = "ours"
mind = "agents/pacman/ours.motive"
[[agent]]
name = "classic"
mind = "agents/pacman/classic.motive"
"#;

const SAME: [&str; 5] =
    ["results.csv", "results.parquet", "columns.csv", "manifest.json", "registration.json"];

fn same_as_here(folder: &Folder, study: &str, there: &str) {
    let here = folder.path("here");
    motive(&["lab", "run", study, "--out", &here]).ended(0);
    for file in SAME {
        let read = |directory: &str| fs::read(folder.0.join(directory).join(file)).unwrap();
        assert_eq!(read("here"), read(there), "{file}");
    }
}

fn program(folder: &Folder, name: &str, text: &str) {
    let path = folder.file(name, text);
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

/// The program, with the programs of a folder before all others.
fn with_programs(folder: &Folder, arguments: &[&str]) -> Output {
    let path = format!("{}:{}", folder.0.display(), std::env::var("PATH").unwrap());
    Command::new(env!("CARGO_BIN_EXE_motive")).args(arguments).env("PATH", path).output().unwrap()
}

/// A task that dies is submitted again, alone, and nothing is lost or doubled.
#[test]
fn a_task_of_an_array_that_dies_is_submitted_again() {
    let folder = Folder::new("lab-slurm");
    let study = folder.file("spread.toml", STUDY);
    // An `sbatch` that runs the tasks itself, and of the first job leaves task 2 out.
    program(
        &folder,
        "sbatch",
        "#!/bin/sh\nhere=$(dirname \"$0\")\necho \"$*\" >> \"$here/asked\"\nfor word in \"$@\"; do case $word in --array=*) tasks=${word#--array=};; esac; script=$word; done\n\
         for task in $(echo $tasks | tr , ' '); do\n  if [ $task = 2 ] && [ ! -e \"$here/died\" ]; then touch \"$here/died\"; continue; fi\n  SLURM_ARRAY_TASK_ID=$task sh \"$script\" >&2 || exit 1\ndone\necho 7\n",
    );
    program(&folder, "squeue", "#!/bin/sh\n");
    let out = folder.path("there");
    let said = with_programs(
        &folder,
        &[
            "lab",
            "run",
            &study,
            "--on",
            "slurm",
            "--shards",
            "3",
            "--every",
            "1",
            "--sbatch=--partition=short",
            "--out",
            &out,
        ],
    );
    let err = String::from_utf8_lossy(&said.stderr);
    assert_eq!(said.status.code(), Some(0), "{err}");
    assert!(err.contains("submitted again"), "{err}");
    let asked = fs::read_to_string(folder.0.join("asked")).unwrap();
    let asked: Vec<&str> = asked.lines().collect();
    assert!(asked[0].contains("--array=1,2,3") && asked[0].contains("--partition=short"), "{asked:?}");
    assert!(asked.len() == 2 && asked[1].contains("--array=2 "), "{asked:?}");
    same_as_here(&folder, &study, "there");
}

/// Tasks that never get anywhere end the command, and it says where to look.
#[test]
fn an_array_that_fails_is_given_up() {
    let folder = Folder::new("lab-slurm-fails");
    let study = folder.file("spread.toml", STUDY);
    program(&folder, "sbatch", "#!/bin/sh\necho 7\n");
    program(&folder, "squeue", "#!/bin/sh\n");
    let out = folder.path("there");
    let arguments = [
        "lab", "run", &study, "--on", "slurm", "--shards", "2", "--tries", "2", "--every", "1", "--out", &out,
    ];
    let said = with_programs(&folder, &arguments);
    let err = String::from_utf8_lossy(&said.stderr).into_owned();
    assert_eq!(said.status.code(), Some(1), "{err}");
    assert!(err.contains("runs are missing after 2 tries") && err.contains("slurm-1.log"), "{err}");
    program(&folder, "sbatch", "#!/bin/sh\necho 'no such partition' >&2; exit 1\n");
    let said = with_programs(&folder, &[&arguments[..], &["--resume"]].concat());
    assert!(String::from_utf8_lossy(&said.stderr).contains("no such partition"));
}

#[test]
fn a_machine_without_slurm_says_so() {
    let folder = Folder::new("lab-slurm-none");
    let study = folder.file("spread.toml", STUDY);
    let said = Command::new(env!("CARGO_BIN_EXE_motive"))
        .args(["lab", "run", &study, "--on", "slurm", "--out", &folder.path("o")])
        .env("PATH", folder.path("nothing"))
        .output()
        .unwrap();
    assert_eq!(said.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&said.stderr).contains("cannot start `sbatch`"));
}

/// The pods of an indexed job, one after the other: what their command line plays is the whole study.
#[test]
fn the_pods_of_an_indexed_job_play_the_whole_study() {
    let folder = Folder::new("lab-kubernetes");
    let study = folder.file("spread.toml", STUDY);
    let out = folder.path("o");
    let arguments = [
        "lab",
        "run",
        &study,
        "--on",
        "kubernetes",
        "--shards",
        "3",
        "--image",
        "lab/motive:1",
        "--claim",
        "disk",
    ];
    motive(&[&arguments[..], &["--out", &out]].concat()).ended(0);
    let text = fs::read_to_string(folder.0.join("o/kubernetes.json")).unwrap();
    let manifest: serde_json::Value = serde_json::from_str(&text).unwrap();
    let (map, job) = (&manifest["items"][0], &manifest["items"][1]);
    assert_eq!((&map["kind"], &job["kind"]), (&"ConfigMap".into(), &"Job".into()));
    assert_eq!((&job["spec"]["completionMode"], &job["spec"]["completions"]), (&"Indexed".into(), &3.into()));
    let pod = &job["spec"]["template"]["spec"];
    assert_eq!(pod["containers"][0]["image"], "lab/motive:1");
    assert_eq!(pod["volumes"][0]["persistentVolumeClaim"]["claimName"], "disk");
    // The files as they are mounted in a pod.
    for item in pod["volumes"][1]["configMap"]["items"].as_array().unwrap() {
        let path = folder.0.join("pod").join(item["path"].as_str().unwrap());
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, map["data"][item["key"].as_str().unwrap()].as_str().unwrap()).unwrap();
    }
    let line =
        pod["containers"][0]["command"][2].as_str().unwrap().replace("/results", &folder.path("there"));
    let binary = std::path::Path::new(env!("CARGO_BIN_EXE_motive")).parent().unwrap();
    for index in 0..3 {
        let path = format!("{}:{}", binary.display(), std::env::var("PATH").unwrap());
        let mut shell = Command::new("/bin/sh");
        shell.args(["-c", &line]).env("PATH", path).env("JOB_COMPLETION_INDEX", index.to_string());
        let said = shell.current_dir(folder.0.join("pod")).output().unwrap();
        assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
    }
    motive(&["lab", "merge", &folder.path("there")]).ended(0);
    same_as_here(&folder, &study, "there");
}
