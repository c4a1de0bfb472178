//! The two files of Hansen 2008: read, checked, written as `.motive`, and run.

use motive_core::{ActionEnd, Agent, Catalogue, Memory, Time, Vocabulary};
use motive_language::{NoFiles, SourceText, WorldVocabulary, load};
use motive_notations::hansen2008::{
    File, HtnArgument, HtnBlock, HtnDomain, HtnWords, Remark, legacy, read, to_motive, to_motive_over_words,
    write,
};
use proptest::prelude::*;

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

fn domain(simple: &str, compound: &str) -> HtnDomain {
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

fn agent(text: &str) -> (Agent<Box<dyn motive_core::Mind>>, std::sync::Arc<Vocabulary>) {
    let (vocabulary, catalogue) = (Vocabulary::new(), Catalogue::default());
    let loaded = load(
        SourceText::new("t.motive", text),
        &WorldVocabulary { vocabulary: &vocabulary, catalogue: &catalogue },
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
        agent.finish(act.run, if blocked { ActionEnd::Failed(stuck) } else { ActionEnd::Succeeded });
    }
    assert_eq!(said[..4], ["do_RunToRandom()", "do_Rotate(2000)", "do_RunToRandom()", "do_RunToRandom()"]);
}

/// The codes of warnings.
fn warnings(simple: &str, compound: &str) -> Vec<String> {
    let (_, remarks) = read(simple, compound).unwrap_or_else(|remarks| panic!("{remarks:#?}"));
    remarks.into_iter().map(|remark| remark.diagnostic.code.to_string()).collect()
}

/// R-002-009: each lint where it should speak, and where it should not.
#[test]
fn what_is_probably_not_meant_is_said() {
    let simple = "Head P\nHead Q x\nHead Wait\nHead AddBot n t\nHead ClearTasks n\nHead AssignTask b t\n";
    let cases = [
        ("W-NOGOALTRAVEL", "Head TravelTo loc\n", "", "Head TravelTo loc\nGoals\nAt $0\n", ""),
        (
            "W-HOIST",
            "",
            "Head A p\nSubtasks\nB $0, C\nHead B p\nPreconditions\nfit\nat $0\nSubtasks\nP\nHead C\nPreconditions\nfit\nSubtasks\nP\n",
            "",
            "Head A p\nPreconditions\nfit\nSubtasks\nB $0, C\nHead B p\nPreconditions\nfit\nat $0\nSubtasks\nP\nHead C\nPreconditions\nfit\nSubtasks\nP\n",
        ),
        ("W-DEADALT", "", "Head A\nSubtasks\nWait, P\n", "", "Head A\nSubtasks\nP, Wait\n"),
        ("W-LOOP", "", "Head A\nSubtasks\nB\nHead B\nSubtasks\nA\nP\n", "", "Head A\nSubtasks\nP\nA\n"),
        (
            "W-UNUSED",
            "",
            "Head Main\nSubtasks\nP\nHead A\nSubtasks\nP\n",
            "",
            "Head Main\nSubtasks\nA\nHead A\nSubtasks\nP\n",
        ),
        (
            "W-MAINLOOP",
            "",
            "Head Main\nSubtasks\nAddBot b 1\n",
            "",
            "Head Main\nSubtasks\nAddBot b 1\nClearTasks Coordinator\n",
        ),
    ];
    for (code, more, bad, more_good, good) in cases {
        let said = warnings(&format!("{simple}{more}"), bad);
        assert!(said.iter().any(|said| said == code), "{code}: {said:?}");
        let said = warnings(&format!("{simple}{more_good}"), good);
        assert!(!said.iter().any(|said| said == code), "{code}: {said:?}");
    }
    // What is assigned is used.
    let assigned = "Head Main\nSubtasks\nAssignTask b A\nClearTasks Coordinator\nHead A\nSubtasks\nP\n";
    assert!(warnings(simple, assigned).is_empty());
    assert!(warnings(SIMPLE, COMPOUND).is_empty(), "the printed files are as they should be");
}

/// R-002-008: what the program of 2008 read otherwise.
#[test]
fn what_the_program_of_2008_read_otherwise_is_said() {
    let compound = "Head A # a comment\n  Goals\nnone\nSubtasks\nP, Q 1\n P\n";
    let said: Vec<String> = legacy("", compound)
        .into_iter()
        .map(|remark| {
            let span = remark.diagnostic.primary.span.clone();
            let said = remark.diagnostic.message.replace("the program of 2008 ", "");
            format!("{}: {said}", &compound[span])
        })
        .collect();
    assert_eq!(
        said,
        [
            "# a comment: knew no comments: it read this as part of the line",
            "Goals: did not see this keyword: it is indented",
            "none: took `none` for a condition that never holds",
            ",: looked for a task without a name here: there is a blank behind the comma",
            "P: looked for a task without a name here: the line is indented",
        ]
    );
    assert!(legacy(SIMPLE, &COMPOUND.replace(", ", ",")).is_empty());
}

fn any_words(names: &'static [&'static str], parameters: usize) -> impl Strategy<Value = HtnWords> {
    let argument = prop_oneof![
        (0..parameters.max(1)).prop_map(HtnArgument::Parameter),
        "[a-z][a-z0-9.-]{0,6}".prop_map(HtnArgument::Literal),
    ];
    (proptest::sample::select(names), proptest::collection::vec(argument, 2..=2))
        .prop_map(|(name, arguments)| HtnWords { name: name.to_owned(), arguments, span: 0..0 })
}

fn any_block(name: String, is_compound: bool) -> impl Strategy<Value = HtnBlock> {
    let conditions = || proptest::collection::vec(any_words(&["At", "hasWeapon", "near-to"], 2), 0..3);
    let lines =
        proptest::collection::vec(proptest::collection::vec(any_words(&["P0", "P1", "T0"], 2), 1..4), 0..4);
    (conditions(), conditions(), lines).prop_map(move |(goals, needs, lines)| HtnBlock {
        name: name.clone(),
        parameters: vec!["a".to_owned(), "b".to_owned()],
        goals,
        needs,
        lines: if is_compound { lines } else { Vec::new() },
        span: 0..0,
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    /// R-002-010: files written and read again are the same.
    #[test]
    fn what_is_written_is_read_again(
        first in any_block("P0".into(), false),
        second in any_block("P1".into(), false),
        task in any_block("T0".into(), true),
    ) {
        let domain = HtnDomain { simple: vec![first, second], compound: vec![task] };
        let (simple, compound) = write(&domain);
        let (again, _) = read(&simple, &compound).map_err(|remarks| TestCaseError::fail(format!("{remarks:?}")))?;
        prop_assert_eq!(again, domain);
    }
}

/// R-002-110: the files that come along are without a remark, and the shipped `.motive` files are what they are converted to.
#[test]
fn the_shipped_files_are_the_shipped_domain() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../agents/shooter");
    let file = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    let simple = file("hansen/simpletasks.htn");
    for (compound, motive) in
        [("hansen/compoundtasks.htn", "hansen_domain.motive"), ("hansen/match.htn", "hansen_match.motive")]
    {
        let (domain, remarks) = read(&simple, &file(compound)).unwrap();
        assert!(remarks.is_empty(), "{compound}: {remarks:#?}");
        let made = to_motive_over_words(&domain, "shooter", "hansen_words.motive");
        let made = motive_language::format::format(&made).unwrap();
        assert_eq!(
            file(motive),
            made,
            "`motive convert {compound} --words hansen_words.motive` makes it anew"
        );
    }
    let (domain, _) = read(&simple, &file("hansen/compoundtasks.htn")).unwrap();
    for known in ["RunAround", "DefendDomPoint", "Defend", "PatrolDomPoints", "SafeMove", "TwoRoundTrips"] {
        assert!(domain.compound.iter().any(|block| block.name == known), "{known}");
    }
}
