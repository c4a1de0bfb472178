//! The two files of Hansen 2008: read, checked, written as `.motive`, and run.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use motive::{Agent, Catalogue, Ending, Memory, Time, Vocabulary};
use motive_language::import::hansen2008::{Domain, File, Remark, read, to_motive};
use motive_language::lower::{Given, NoFiles, Text, load};

/// The ten primitives, of which two have conditions in the printed example.
const SIMPLE: &str = "\
Head RunTo destination
Goals
At $0
Preconditions
neighborTo $0
Head RunToRandom
Head Rotate yaw
Head TravelTo loc
Goals
At $0
Head ShootAtEnemy
Head RunToRandomINV
Head AddBot name team
Head StartBot name
Head AssignTask bot task
Head ClearTasks bot
";

/// The methods whose bodies are known.
const COMPOUND: &str = "\
Head RunAround
Goals
Preconditions
Subtasks
RunToRandom,Rotate 2000
RunAround
Head DefendDomPoint point
Subtasks
GetWeapon
GetAmmo
Defend $0
Head Defend point
Preconditions
hasWeapon
hasMoreAmmoThan 1
Subtasks
TravelTo $0
ShootAtEnemy, Rotate 7000
Head GetWeapon
Goals
hasWeapon
Subtasks
RunToRandomINV
Head GetAmmo
Goals
hasMoreAmmoThan 1
Subtasks
RunToRandomINV
";

fn domain(simple: &str, compound: &str) -> Domain {
    read(simple, compound).unwrap_or_else(|remarks| panic!("{remarks:#?}")).0
}

fn wrong(simple: &str, compound: &str) -> Vec<Remark> {
    read(simple, compound).unwrap_err()
}

/// R-002-001
#[test]
fn the_printed_files_are_read() {
    let domain = domain(SIMPLE, COMPOUND);
    assert_eq!((domain.simple.len(), domain.compound.len()), (10, 5));
    let shape = |name: &str| -> Vec<usize> {
        let block = domain.compound.iter().find(|block| block.name == name).unwrap();
        block.lines.iter().map(Vec::len).collect()
    };
    assert_eq!(shape("RunAround"), [2, 1]);
    assert_eq!(shape("DefendDomPoint"), [1, 1, 1]);
    assert_eq!(shape("Defend"), [1, 2]);
    assert_eq!(shape("GetAmmo"), [1]);
}

/// R-002-003
#[test]
fn names_of_parameters_may_be_left_out() {
    let (_, remarks) = read("Head RunTo\nGoals\nAt $0\n", "Head A\nSubtasks\nRunTo x\n").unwrap();
    assert_eq!(remarks[0].diagnostic.code, "W-PARAM");
    let remarks = wrong("Head RunTo place\nGoals\nAt $1\n", "");
    assert!(remarks[0].diagnostic.message.contains("there is no $1"), "{remarks:#?}");
}

/// R-002-004
#[test]
fn tasks_may_call_each_other_and_themselves() {
    domain("Head P", "Head A\nSubtasks\nB\nHead B\nSubtasks\nA\nHead C\nSubtasks\nP\nC\n");
}

/// R-002-005
#[test]
fn a_head_that_is_there_twice_is_an_error() {
    let cases = [("Head P\nHead P", ""), ("", "Head P\nHead P"), ("Head P", "Head P")];
    for (simple, compound) in cases {
        let remarks = wrong(simple, compound);
        let twice = &remarks[0].diagnostic;
        assert!(twice.message.contains("`P` is there twice"), "{twice:#?}");
        assert!(!twice.secondary.is_empty() || !twice.help.is_empty(), "both places are named");
    }
}

/// R-002-006, R-002-044: all mistakes in one run.
#[test]
fn every_mistake_is_reported() {
    let simple = "Head\nlost line\nHead P a\nGoals\nAt $0\nPreconditions\nAt $0 $0\n";
    let compound = "Head A\nSubtasks\nPP 1\nP\nP $1\n";
    let remarks = wrong(simple, compound);
    let errors: Vec<_> = remarks.iter().filter(|remark| remark.diagnostic.code != "W-PARAM").collect();
    assert_eq!(errors.len(), 5, "{errors:#?}");
    assert_eq!(errors.iter().filter(|remark| remark.file == File::Simple).count(), 3);
    let marked = |remark: &Remark| {
        let text = if remark.file == File::Simple { simple } else { compound };
        text[remark.diagnostic.primary.span.clone()].to_owned()
    };
    let places: Vec<String> = errors.iter().map(|remark| marked(remark)).collect();
    assert_eq!(places, ["Head", "lost line", "At $0 $0", "PP 1", "P"]);
}

/// R-002-007
#[test]
fn layout_does_not_matter() {
    let plain = "Head D p\nPreconditions\nhasWeapon\nSubtasks\nA $0\nA 1,A 2\n";
    let variants = [
        plain.replace('\n', "\r\n"),
        plain.replace("A 1,A 2", "A 1, A 2"),
        plain.replace("A 1,A 2", "\tA 1 ,\tA 2"),
        plain.replace("\nA", "\n    A"),
        plain.replace("\nPre", "\n\nGoals\nnone\nPre"),
        plain.replace("\nPre", "\nGoals\nPre"),
        plain.replace("hasWeapon", "hasWeapon # a gun"),
        plain.replace("hasWeapon", "/* a\n gun */ hasWeapon // yes"),
    ];
    let expected = domain("Head A x", plain);
    for variant in variants {
        assert_eq!(domain("Head A x", &variant), expected, "{variant}");
    }
}

/// R-002-011: nothing that is in a file makes reading it fail otherwise than with a remark.
#[test]
fn files_cut_off_or_mixed_up_are_no_trouble() {
    for end in (0..COMPOUND.len()).filter(|end| COMPOUND.is_char_boundary(*end)) {
        let _ = read(&SIMPLE[..end.min(SIMPLE.len())], &COMPOUND[..end]);
    }
    let _ = read("Head \u{e9}\u{301} $9999999999999999999999\n/* \u{1f600}", "Subtasks\n,,,\n$\nHead\n");
}

fn agent(text: &str) -> (Agent<Box<dyn motive::Mind>>, std::sync::Arc<Vocabulary>) {
    let (vocabulary, catalogue) = (Vocabulary::new(), Catalogue::default());
    let loaded = load(
        Text::new("t.motive", text),
        &Given { vocabulary: &vocabulary, catalogue: &catalogue },
        &NoFiles,
    );
    let Some(model) = loaded.model else { panic!("{text}\n{:#?}", loaded.problems) };
    let names = model.vocabulary.clone();
    (Agent::new(Memory::new(names.clone()), model.minds[0].start().unwrap(), 1, 0), names)
}

/// R-002-113, without the arena: the printed files run as they are. RunAround runs to some place, and turns where that is not possible.
#[test]
fn the_printed_files_run() {
    let text = to_motive(&domain(SIMPLE, COMPOUND));
    assert!(text.contains("mind RunAroundMind = task RunAround"), "{text}");
    let (mut agent, names) = agent(&text);
    let stuck = names.builtin().failed;
    let mut said = Vec::new();
    for tick in 0..12 {
        let act = agent.tick(Time::of_tick(tick, 100_000)).actions.first().cloned();
        let Some(act) = act else { continue };
        said.push(act.display(&names));
        // Every second run is blocked.
        let blocked = said.last().unwrap().starts_with("do_RunToRandom") && said.len() % 3 == 1;
        agent.finish(act.run, if blocked { Ending::Failed(stuck) } else { Ending::Succeeded });
    }
    assert_eq!(said[..4], ["do_RunToRandom()", "do_Rotate(2000)", "do_RunToRandom()", "do_RunToRandom()"]);
}
