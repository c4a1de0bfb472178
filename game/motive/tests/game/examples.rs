//! Every example runs; each has a test at its foot.

#[path = "../../examples/crowd.rs"]
mod crowd;
#[path = "../../examples/drives.rs"]
mod drives;
#[path = "../../examples/engines_in_rust.rs"]
mod engines_in_rust;
#[path = "../../examples/guard.rs"]
mod guard;
#[path = "../../examples/heist.rs"]
mod heist;
#[path = "../../examples/hot_reload.rs"]
mod hot_reload;
#[path = "../../examples/in_rust.rs"]
mod in_rust;
#[path = "../../examples/latched.rs"]
mod latched;
#[path = "../../examples/machine.rs"]
mod machine;
#[path = "../../examples/own_engine.rs"]
mod own_engine;
#[path = "../../examples/properties.rs"]
mod properties;
#[path = "../../examples/sharing.rs"]
mod sharing;
#[path = "../../examples/tasks.rs"]
mod tasks;
#[path = "../../examples/thirst.rs"]
mod thirst;

/// Lines of code that a reader has to read, the test at the foot aside.
fn lines(example: &str) -> usize {
    let code = example.split("\n#[test]").next().unwrap_or_default();
    code.lines().count()
}

#[test]
fn examples_are_short() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let mut seen = 0;
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "rs") {
            let name = path.file_stem().unwrap().to_str().unwrap();
            let most = match name {
                "heist" => 120,
                "engines_in_rust" => 95,
                "own_engine" => 85,
                "thirst" => 60,
                _ => 80,
            };
            let lines = lines(&std::fs::read_to_string(&path).unwrap());
            assert!(lines <= most, "{name} has {lines} lines");
            seen += 1;
        }
    }
    assert!(seen >= 10);
}
