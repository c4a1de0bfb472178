//! `check`, `fmt`, `convert`, `new` and `completions` as a person or a script meets them.

use crate::common::{Folder, agent, motive, motive_with, noise};

const GUARD: &str = "\
world pacman

goal eat maintains Eat { priority 20 }

program Eat {
    rule munch
        when self.nearest_pill
        do   move_toward(self.nearest_pill)
}

mind Me = arbiter { goals eat }
";

#[test]
fn a_right_file_is_said_to_be_right() {
    let said = motive(&["check", &agent("ours.motive"), &agent("thesis.motive")]).ended(0);
    assert!(said.out.contains("2 files checked, 2 minds ready to play"), "{}", said.out);
}

#[test]
fn what_is_wrong_in_a_shared_file_is_said_once() {
    let folder = Folder::new("check-shared");
    folder.file("a.motive", GUARD.replace("priority", "priorty"));
    folder.file("b.motive", "use \"a.motive\"\n");
    let said = motive(&["check", &folder.path("")]).ended(2).out;
    assert_eq!(
        said.matches("priorty").count(),
        motive(&["check", &folder.path("a.motive")]).ended(2).out.matches("priorty").count(),
        "{said}"
    );
}

#[test]
fn a_directory_stands_for_the_files_in_it() {
    let folder = Folder::new("check-directory");
    folder.file("a.motive", GUARD);
    folder.file("b.motive", GUARD);
    folder.file("c.txt", "not for us");
    assert!(motive(&["check", &folder.path("")]).ended(0).out.contains("2 files"));
    let empty = Folder::new("check-empty-directory");
    let said = motive(&["check", &empty.path("")]).ended(2);
    assert!(said.err.contains("there is no `.motive` file in the directory"), "{}", said.err);
}

#[cfg(unix)]
#[test]
fn a_file_without_an_end_is_refused() {
    let said = motive(&["check", "/dev/zero"]).ended(2);
    assert!(said.err.contains("only regular files are read"), "{}", said.err);
}

#[test]
fn a_typo_is_named_pointed_at_and_put_right() {
    let folder = Folder::new("check-typo");
    let file = folder.file("typo.motive", GUARD.replace("nearest_pill)", "nearest_plil)"));
    let said = motive(&["check", &file]).ended(2);
    for part in ["nearest_plil", "typo.motive:8", "did you mean `nearest_pill`?", "1 error"] {
        assert!(said.out.contains(part), "{part} is not in\n{}", said.out);
    }
    assert!(!said.out.contains('\u{1b}'), "no colours where there is no terminal");
}

#[test]
fn json_has_every_problem_with_its_place() {
    let folder = Folder::new("check-json");
    let file = folder.file("typo.motive", GUARD.replace("nearest_pill)", "nearest_plil)"));
    let json = motive(&["check", "--json", &file]).ended(2).json();
    assert_eq!(json["errors"], 1);
    let problem = &json["files"][0]["problems"][0];
    assert_eq!((&problem["line"], &problem["severity"]), (&8.into(), &"error".into()), "{problem}");
    assert!(problem["help"][0].as_str().unwrap().contains("nearest_pill"));
    let json = motive(&["check", "--json", &agent("ours.motive")]).ended(0).json();
    assert_eq!(
        (&json["files"][0]["world"], &json["files"][0]["minds"][0]),
        (&"pacman".into(), &"Pacman".into())
    );
}

#[test]
fn worlds_are_found_or_the_nearest_is_named() {
    let folder = Folder::new("check-world");
    let file = folder.file("a.motive", GUARD.replace("world pacman", "world pacmn"));
    let said = motive(&["check", &file]).ended(2);
    assert!(
        said.out.contains("no world called `pacmn`") && said.out.contains("did you mean `pacman`?"),
        "{}",
        said.out
    );
    let bare = folder.file("b.motive", GUARD.replace("world pacman", ""));
    motive(&["check", &bare]).ended(2);
    motive(&["check", "--world", "pacman", &bare]).ended(0);
    assert!(motive(&["check", "--world", "pacmn", &bare]).ended(2).err.contains("did you mean `pacman`?"));
}

#[test]
fn any_bytes_as_a_file_are_answered() {
    let folder = Folder::new("check-bytes");
    for seed in 0..20 {
        let file = folder.file("noise.motive", noise(seed, 3000));
        for command in ["check", "fmt", "convert"] {
            motive(&[command, &file]).ended(2);
        }
        motive(&["play", "pacman", "--mind", &file]).ended(2);
    }
    let file = folder.file("latin.motive", b"world pacman\n// caf\xe9\n");
    let said = motive(&["check", &file]).ended(2);
    assert!(said.err.contains("the byte 0xe9 at offset 19, on line 2, is not UTF-8"), "{}", said.err);
}

#[test]
fn deep_nesting_and_odd_texts_are_answered() {
    let folder = Folder::new("check-deep");
    for open in ["(", "[", "{", "program P { rule a when not (", "goal g achieves "] {
        let file = folder.file("deep.motive", open.repeat(200_000 / open.len().min(4)));
        for command in ["check", "fmt", "convert"] {
            motive(&[command, &file]).ended(2);
        }
    }
    let file = folder.file("empty.motive", "");
    motive(&["check", &file]).ended(0);
}

#[test]
fn missing_files_are_said_to_be_missing() {
    let folder = Folder::new("check-missing");
    folder.file("agent.motive", GUARD);
    for command in ["check", "fmt", "convert"] {
        let said = motive(&[command, &folder.path("agnet.motive")]).ended(2);
        assert!(said.err.contains("there is no such file; did you mean `agent.motive`?"), "{}", said.err);
    }
    assert!(motive(&["convert", &folder.path("")]).ended(2).err.contains("it is a directory"));
}

#[test]
fn a_hundred_thousand_lines_are_checked() {
    let program = |number: u32| {
        let rule =
            "    rule a\n        when self.nearest_pill\n        do   move_toward(self.nearest_pill)\n";
        format!("\nprogram P{number} {{\n{rule}}}\n")
    };
    let programs: String = (0..17_000).map(program).collect();
    let folder = Folder::new("check-long");
    let file = folder.file("long.motive", format!("{GUARD}{programs}"));
    motive(&["check", &file]).ended(0);
    motive(&["fmt", "--check", &file]).ended(0);
}

#[test]
fn formatting_changes_layout_and_says_so() {
    let folder = Folder::new("fmt");
    let squeezed = GUARD.replace("    ", " ");
    let file = folder.file("a.motive", &squeezed);
    assert!(motive(&["fmt", "--check", &file]).ended(1).out.contains("would reformat"));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), squeezed, "`--check` changes nothing");
    motive(&["fmt", &file]).ended(0);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), GUARD);
    motive(&["fmt", "--check", &file]).ended(0);
    assert_eq!(motive_with(&["fmt", "-"], squeezed.as_bytes()).ended(0).out, GUARD);
    assert_eq!(folder.names(), ["a.motive"], "nothing is left behind");
}

#[test]
fn a_file_with_mistakes_is_not_formatted() {
    let folder = Folder::new("fmt-broken");
    let file = folder.file("a.motive", "goal { { {");
    let said = motive(&["fmt", &file]).ended(2);
    assert!(said.err.contains("a.motive:1:"), "{}", said.err);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "goal { { {");
}

const THESIS: &str = "(EatDots 20 ACHIEVEMENT EatDots)
(EatDots
    NOT (?d SHARED ([TYPE dot]) ()) => null
    (?d SHARED ([TYPE dot]) ()) => propose(move-toward, ?d)
)";
const REPORT: &str = "[EatFruit 50 Non-maintenance [NOT (Fruit1 Infinite [[Type fruit]] [])]]
[EatFruit
    [Rule0 NOT (?Fruit1 Infinite [[Type fruit]] []) => [null]]
    [Rule1 (?Fruit1 Infinite [[Type fruit]] []) => [move toward ?Fruit1]]
]";

#[test]
fn both_notations_are_told_apart_and_converted() {
    let folder = Folder::new("convert");
    let (thesis, report) = (folder.file("t.grue", THESIS), folder.file("r.grue", REPORT));
    let said = motive(&["convert", &thesis]).ended(0);
    assert!(said.out.contains("program EatDots") && said.out.contains("thesis2005"), "{}", said.out);
    let out = folder.path("out");
    motive(&["convert", &thesis, &report, "--out", &out]).ended(0);
    let written = std::fs::read_to_string(folder.path("out/r.motive")).unwrap();
    assert!(written.contains("report2002"), "{written}");
    motive(&["fmt", "--check", &out]).ended(0);
    let said = motive(&["convert", &thesis, "--out", &out]).ended(2);
    assert!(said.err.contains("exists already"), "{}", said.err);
    motive(&["convert", &thesis, "--out", &out, "--force"]).ended(0);
}

#[test]
fn what_is_in_neither_notation_is_pointed_at() {
    let folder = Folder::new("convert-broken");
    let file = folder.file("odd.grue", "(EatDots 20 ACHIEVEMENT EatDots\n");
    let said = motive(&["convert", &file]).ended(2);
    assert!(said.err.contains("odd.grue:") && said.err.contains("expected"), "{}", said.err);
}

#[test]
fn unwritable_output_is_an_error_and_leaves_nothing() {
    let folder = Folder::new("unwritable");
    let thesis = folder.file("t.grue", THESIS);
    let blocked = folder.file("blocked", "a file where a directory is due");
    motive(&["convert", &thesis, "--out", &blocked]).ended(2);
    motive(&["new", &blocked]).ended(2);
    let nowhere = folder.path("nowhere/run.trace");
    let said = motive(&["play", "pacman", "--steps", "5", "--record", &nowhere]).ended(2);
    assert!(said.err.contains("cannot write"), "{}", said.err);
    let said = motive(&["play", "pacman", "--steps", "5", "--record", &folder.path("")]).ended(2);
    assert!(said.err.contains("it is a directory"), "{}", said.err);
    assert_eq!(folder.names(), ["blocked", "t.grue"]);
}

#[test]
fn a_new_character_plays_at_once_and_is_never_overwritten() {
    let folder = Folder::new("new");
    let target = folder.path("mine");
    let said = motive(&["new", &target]).ended(0);
    assert!(said.out.contains("motive play pacman --mind"), "{}", said.out);
    let file = folder.path("mine/agent.motive");
    motive(&["check", &file]).ended(0);
    motive(&["fmt", "--check", &file]).ended(0);
    let json = motive(&["play", "pacman", "--mind", &file, "--steps", "200", "--json"]).ended(0).json();
    assert!(json["metrics"]["score"].as_i64().unwrap() > 100, "{json}");
    std::fs::write(&file, "mine").unwrap();
    assert!(motive(&["new", &target]).ended(2).err.contains("exists already"));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "mine");
    assert!(motive(&["new", &target, "--world", "pacmn"]).ended(2).err.contains("did you mean `pacman`?"));
}

#[test]
fn shells_can_complete() {
    for shell in ["bash", "zsh", "fish"] {
        let said = motive(&["completions", shell]).ended(0);
        assert!(said.out.contains("motive") && said.out.contains("convert"), "{shell}");
    }
    motive(&["completions", "bsh"]).ended(2);
}

#[test]
fn the_help_teaches() {
    let help = motive(&["--help"]).ended(0).out;
    for part in ["motive play tileworld", "Exit codes", "check", "why"] {
        assert!(help.contains(part), "{part} is not in\n{help}");
    }
    for command in ["play", "check", "fmt", "convert", "why", "new", "completions"] {
        let help = motive(&[command, "--help"]).ended(0).out;
        assert!(help.contains("Examples:") && help.contains(&format!("motive {command}")), "{help}");
    }
    assert!(motive(&["trace", "diff", "--help"]).ended(0).out.contains("motive trace diff"));
    assert!(motive(&["play", "--help"]).ended(0).out.contains("lives=3"));
    assert!(motive(&["chekc"]).ended(2).err.contains("check"));
    motive(&[]).ended(2);
}

/// A folder of a stranger may have links under every name that a process could give its draft.
#[cfg(unix)]
#[test]
fn a_link_that_lies_ready_under_the_name_of_a_draft_is_not_written_to() {
    let folder = Folder::new("fmt-link");
    let file = folder.file("a.motive", GUARD.replace("    rule", "rule"));
    let precious = folder.file("precious", "precious");
    for later in 1..2_000 {
        let name = format!(".a.motive.{}.tmp", std::process::id() + later);
        std::os::unix::fs::symlink(&precious, folder.path(&name)).unwrap();
    }
    motive(&["fmt", &file]).ended(0);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), GUARD);
    assert_eq!(std::fs::read_to_string(&precious).unwrap(), "precious");
}
