//! A world of one's own: known by its types alone, and played by a program that has all commands of `motive`.

#[path = "../../examples/depot.rs"]
#[expect(dead_code, reason = "its `main` is the program")]
mod depot;

use crate::common::Folder;
use depot::Depot;
use motive::kernel::trace::NoTrace;
use motive_language::{NoFiles, SourceText, WorldVocabulary, load};
use motive_worlds::{Run, WorldError, Worlds};
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

/// What the program with the depot in it says.
fn program(folder: &Folder, arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO"));
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    command.args(["run", "--quiet", "--manifest-path", manifest, "--example", "depot", "--"]);
    let output = command.args(arguments).current_dir(&folder.0).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{arguments:?}: {said}{}", String::from_utf8_lossy(&output.stderr));
    said
}

#[test]
fn a_program_with_a_world_of_its_own_has_all_commands() {
    let folder = Folder::new("own-world");
    let mind = folder.file("porter.motive", PORTER);
    let study = "title = \"Porters\"\nsummary = \"Porters.\"\nseed = 1\nruns = 2\nsteps = 100\nmetrics = [\"score\"]\n\
                 [[part]]\nname = \"all\"\nworld = \"depot\"\n\
                 [[agent]]\nname = \"porter\"\nmind = \"porter.motive\"\n";
    let study = folder.file("porters.toml", study);
    let known = program(&folder, &["world", "depot"]);
    assert!(
        known.contains("how many steps it is away") || known.contains("How many steps it is away"),
        "{known}"
    );
    assert!(program(&folder, &["world"]).contains("a robot, a ramp, a shelf and a plug"));
    program(&folder, &["check", &mind]);
    program(&folder, &["play", "depot", "--mind", &mind, "--steps", "30", "--record", "run.trace"]);
    assert!(program(&folder, &["why", "run.trace", "--tick", "20"]).contains("carry"));
    program(&folder, &["lab", "run", &study, "--out", "out"]);
    program(&folder, &["lab", "report", "out"]);
    let report = std::fs::read_to_string(folder.path("out/report.md")).unwrap();
    assert!(report.contains("porter"), "{report}");
}
