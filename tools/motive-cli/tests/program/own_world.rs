//! A world of one's own: known by its types alone, and played by a program that has all commands of `motive`.

#[path = "../../examples/depot.rs"]
#[expect(dead_code, reason = "its `main` is the program")]
mod depot;

use crate::common::Folder;
use depot::Depot;
use motive::kernel::trace::NoTrace;
use motive_language::{NoFiles, SourceText, WorldVocabulary, load};
use motive_worlds::{Run, WorldError, Worlds};
use std::path::PathBuf;
use std::process::Command;

const PORTER: &str = "
world depot

goal load achieves Charge { when self.battery < 8 priority 90 }
goal carry maintains Carry { priority 10 }

program Charge {
    done when self.battery >= 8
    rule plug when some spot { serves: plug, distance: 0 } do load()
    rule go   when s: spot { serves: plug } do go_to(s)
}
program Carry {
    rule put  when self.carries, some spot { serves: shelf, distance: 0 } do put_down()
    rule away when self.carries, s: spot { serves: shelf } do go_to(s)
    rule lift when some spot { serves: ramp, distance: 0 } do lift()
    rule back when s: spot { serves: ramp } do go_to(s)
}

mind Porter = arbiter { goals load, carry }
";

fn play(options: &[&str], seed: u64) -> f64 {
    let mut world = Worlds::of::<Depot>().find("depot", options).unwrap();
    world.reset(seed);
    let given = WorldVocabulary { vocabulary: world.vocabulary(), catalogue: world.catalogue() };
    let loaded = load(SourceText::new("porter.motive", PORTER), &given, &NoFiles);
    let model = loaded.model.unwrap_or_else(|| panic!("{:?}", loaded.problems));
    let mind = model.mind(None).unwrap().start().unwrap();
    let memory = motive::kernel::Memory::new(model.vocabulary.clone());
    let agent = motive::kernel::Agent::new(memory, mind, seed, 0);
    let mut run = Run::new(world, vec![agent]).unwrap();
    while run.tick_traced::<NoTrace>(&mut [], |_, _| ()).unwrap() {}
    run.world().score(0)
}

#[test]
fn a_world_of_ones_own_plays_a_file_that_knows_it_by_its_types() {
    assert!(play(&[], 3) >= 8.0, "{}", play(&[], 3));
    assert!(play(&["length=8"], 3) < play(&["length=2"], 3));
    assert_eq!(play(&["light=off"], 3), 0.0, "it sees nothing");
}

#[test]
fn its_options_are_the_fields_of_a_struct() {
    let worlds = Worlds::built_in().with::<Depot>();
    let about = worlds.list().iter().find(|about| about.name == "depot").unwrap();
    let options: Vec<_> = about.options.iter().map(|it| (&*it.name, &*it.default, &*it.summary)).collect();
    let expected =
        [("length", "4", "steps from the ramp to the shelf"), ("battery", "20", ""), ("light", "on", "")];
    assert_eq!(options, expected);
    let error = |option| worlds.find("depot", &[option]).err().unwrap().to_string();
    assert!(error("lenght=3").contains("did you mean `length`?"));
    assert!(error("length=far").contains("`far` is no value for the option `length`"));
    assert!(error("length=-1").contains("`-1` is no value for the option `length`"));
    assert_eq!(error("light=dim"), "`dim` is no value for the option `light`, which is `on` or `off`");
}

#[test]
fn a_memory_of_another_world_is_refused() {
    let mut world = Worlds::of::<Depot>().find::<&str>("depot", &[]).unwrap();
    let names = motive::kernel::Vocabulary::new().finish().unwrap();
    let mut memory = motive::kernel::Memory::new(names);
    assert_eq!(world.perceive(0, &mut memory), Err(WorldError::ForeignMemory));
    assert!(matches!(world.perceive(1, &mut memory), Err(WorldError::NoAgent(1, 1))));
}

/// The program with the depot in it. Built for the whole workspace, as the tests are, so that the crates below it are not compiled again with
/// other features.
fn depot_program() -> PathBuf {
    let mut command = Command::new(env!("CARGO"));
    command
        .args(["build", "--quiet", "--workspace", "--example", "depot"])
        .current_dir(env!("CARGO_MANIFEST_DIR"));
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let tests = std::env::current_exe().unwrap();
    let built = tests.ancestors().nth(2).unwrap();
    built.join("examples").join(format!("depot{}", std::env::consts::EXE_SUFFIX))
}

#[test]
fn a_program_with_a_world_of_its_own_has_all_commands() {
    let folder = Folder::new("own-world");
    let mind = folder.file("porter.motive", PORTER);
    let study = "title = \"Porters\"\nsummary = \"Porters.\"\nseed = 1\nruns = 2\nsteps = 100\nmetrics = [\"score\"]\n\
                 [[part]]\nname = \"all\"\nworld = \"depot\"\n\
                 [[agent]]\nname = \"porter\"\nmind = \"porter.motive\"\n";
    let study = folder.file("porters.toml", study);
    let program = depot_program();
    let program = |arguments: &[&str]| {
        let output = Command::new(&program).args(arguments).current_dir(&folder.0).output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{arguments:?}: {said}{}", String::from_utf8_lossy(&output.stderr));
        said
    };
    let known = program(&["world", "depot"]);
    assert!(
        known.contains("how many steps it is away") || known.contains("How many steps it is away"),
        "{known}"
    );
    assert!(program(&["world"]).contains("a robot, a ramp, a shelf and a plug"));
    program(&["check", &mind]);
    program(&["play", "depot", "--mind", &mind, "--steps", "30", "--record", "run.trace"]);
    assert!(program(&["why", "run.trace", "--tick", "20"]).contains("carry"));
    program(&["lab", "run", &study, "--out", "out"]);
    program(&["lab", "report", "out"]);
    let report = std::fs::read_to_string(folder.path("out/report.md")).unwrap();
    assert!(report.contains("porter"), "{report}");
}
