//! Skill networks in the notations of Johnson and Maes: read, and written as `.motive` files.

use motive_core::{Catalogue, Vocabulary};
use motive_language::{NoFiles, SourceText, WorldVocabulary, load};
use motive_networks::{Blueprint, NetworkProfile};
use motive_notations::{network_to_motive, read_lisp, read_tcl};

fn network(text: &str) -> Blueprint {
    let (names, catalogue) = (Vocabulary::new(), Catalogue::default());
    let given = WorldVocabulary { vocabulary: &names, catalogue: &catalogue };
    let loaded = load(SourceText::new("test.motive", text), &given, &NoFiles);
    assert!(loaded.model.is_some(), "{:?}", loaded.problems);
    loaded.model.unwrap().networks.remove(0).blueprint
}

const LISP: &str = "
    G(0) = (board-sanded, self-painted)
    S(0) = (hand-is-empty, hand-is-empty, board-somewhere, operational) ; two hands
    (defmodule PICK-UP-BOARD
        :condition-list '(board-somewhere hand-is-empty)
        :add-list '(board-in-hand)
        :delete-list '(board-somewhere hand-is-empty))
    (defmodule SAND :condition-list '(operational board-in-hand) :add-list '(board-sanded) :delete-list '())";

const TCL: &str = "
    # agents of a small network
    proc agents {host port registry} {
        foreach goal {board-sanded self-painted} { ASNA-become-goal $host $port $registry $goal T }
        ASNA-become-sensor $host $port $registry hand-is-empty T
        ASNA-become-sensor $host $port $registry board-somewhere T
        ASNA-become-sensor $host $port $registry operational T
        set needs [list {board-somewhere T} {hand-is-empty T}]
        ASNA-become-skill $host $port $registry pick-up-board $needs {{{board-in-hand T}}} {{board-somewhere F} {hand-is-empty F}}
        ASNA-become-skill $host $port $registry sand
            {{{operational T} {board-in-hand T}}}
            {{{board-sanded T}}}
            {{{}}}
    }";

/// R-003-062, R-003-063, R-003-064
#[test]
fn both_published_notations_give_the_same_network() {
    let (lisp, tcl) = (read_lisp(LISP).unwrap(), read_tcl(TCL).unwrap().blueprint);
    assert_eq!(lisp.skills, tcl.skills);
    assert_eq!(lisp.goals, tcl.goals);
    assert_eq!(lisp.sensors, tcl.sensors);
    assert_eq!(lisp.counted, [("hand-is-empty".into(), 2)]);
    assert_eq!(
        (lisp.settings.profile, tcl.settings.profile),
        (NetworkProfile::Maes1989, NetworkProfile::Bad1990)
    );
}

/// R-003-063: each attested command, alone or where it has a network to act on.
#[test]
fn every_attested_command_does_what_it_says() {
    const NETWORK: &str = "ASNR-register-goal fed T
        ASNR-register-sensor food-seen F
        ASNR-register-skill eat {{food-seen T}} {{fed T}} {}\n";
    let run = |commands: &str| read_tcl(&format!("{NETWORK}{commands}")).unwrap();
    let alone = |command: &str| read_tcl(command).unwrap().blueprint;
    let sensor = |of: &Blueprint, name: &str| {
        of.sensors.iter().find(|sensor| &*sensor.proposition == name).map(|sensor| sensor.value.to_string())
    };

    assert_eq!(alone("ASNA-become-goal h p r fed T").goals.len(), 1);
    assert!(alone("ASNR-register-goal fed T protected").goals[0].protected);
    assert_eq!(sensor(&alone("ASNA-become-sensor h p r food-seen F"), "food-seen").unwrap(), "F");
    assert_eq!(sensor(&alone("ASNR-register-sensor food-seen T"), "food-seen").unwrap(), "T");
    assert_eq!(
        alone("ASNA-become-skill h p r eat {{food-seen T}} {{fed T}} {}").skills[0].name.as_ref(),
        "eat"
    );
    assert_eq!(alone("ASNR-register-skill eat {{food-seen T}} {{fed T}} {}").skills.len(), 1);

    // Before the network runs a report is a first value; later it is an event.
    let before = run("ASNR-update-sensor-value {food-seen T}");
    assert_eq!(
        (sensor(&before.blueprint, "food-seen").unwrap(), before.script.as_str()),
        ("T".to_owned(), "")
    );
    let running = run("ASNR-spread-for 6
        ASNR-update-sensors-values {food-seen T}
        ASNR-spread-for 2
        ASNR-mark-skill-as-completed eat");
    assert_eq!(sensor(&running.blueprint, "food-seen").unwrap(), "F");
    assert_eq!(running.script, "spread 6\nsense food_seen T\nspread 2\ncomplete eat\n");

    // What only daemons and clocks understand leaves no trace.
    let others = run("ASNA-become-unregistered-agent h p r
        ASNR-registration-info-request 7
        ASNR-start-spreading
        ASNR-stop-spreading");
    assert_eq!(others, run(""));
    for wrong in ["ASNR-spread-for often", "ASNR-spread-for", "ASNR-mark-skill-as-completed fly"] {
        assert!(read_tcl(&format!("{NETWORK}{wrong}")).is_err(), "{wrong}");
    }
}

/// R-003-061: what descriptions are written with: procedures with arguments, variables, lists, loops, sums and comparisons.
#[test]
fn descriptions_may_use_the_tcl_that_they_need() {
    let names = |text: &str| -> Vec<String> {
        let network = read_tcl(text).unwrap().blueprint;
        network.skills.iter().map(|skill| skill.name.to_string()).collect()
    };
    let skill = "ASNA-become-skill h p r";
    assert_eq!(
        names(&format!(
            "proc two {{a b}} {{ {skill} $a {{}} {{}} {{}}; {skill} $b {{}} {{}} {{}} }}\ntwo x y"
        )),
        ["x", "y"]
    );
    assert_eq!(
        names(&format!("for {{set i 0}} {{$i < 3}} {{incr i}} {{ {skill} s$i {{}} {{}} {{}} }}")),
        ["s0", "s1", "s2"]
    );
    assert_eq!(
        names(&format!(
            "set all {{}}\nforeach one {{a b c}} {{ lappend all $one }}
            set i [llength $all]
            while {{$i > 1}} {{ incr i -1; {skill} [lindex $all $i] {{}} {{}} {{}} }}"
        )),
        ["c", "b"]
    );
    assert_eq!(
        names(&format!(
            "if {{[expr 2 * 3] == 6}} {{ set name right }} else {{ set name wrong }}\n{skill} \"$name-${{name}}\" {{}} {{}} {{}}"
        )),
        ["right-right"]
    );
    assert_eq!(
        names(&format!("# a comment\nproc name {{}} {{ return made }}\n{skill} [name] \\\n {{}} {{}} {{}}")),
        ["made"]
    );
}

/// R-003-062
#[test]
fn lists_may_have_one_to_three_levels_of_braces() {
    let conditions = |list: &str| {
        let script = format!("ASNA-become-skill h p r s {list} {{}} {{{{}}}}");
        let network = read_tcl(&script).unwrap().blueprint;
        network.skills[0].preconditions.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    for list in ["{a T}", "{{a T}}", "{{{a T}}}"] {
        assert_eq!(conditions(list), ["a T"], "{list}");
    }
    for list in ["{{a T} {b F}}", "{{{a T} {b F}}}"] {
        assert_eq!(conditions(list), ["a T", "b F"], "{list}");
    }
    for list in ["{}", "{{}}", "{{{}}}"] {
        assert!(conditions(list).is_empty(), "{list}");
    }
}

#[test]
fn an_imported_network_reads_back_as_itself() {
    for imported in [read_lisp(LISP).unwrap(), read_tcl(TCL).unwrap().blueprint] {
        let text = network_to_motive(&imported);
        let again = network(&text);
        let names = |network: &Blueprint| -> Vec<String> {
            network.skills.iter().map(|skill| skill.name.replace('-', "_")).collect()
        };
        assert_eq!(names(&again), names(&imported), "{text}");
        assert_eq!(again.goals.len(), imported.goals.len());
        assert_eq!(again.sensors.len(), imported.sensors.len());
        assert_eq!(again.settings, imported.settings);
    }
}

#[test]
fn what_is_no_network_is_an_error_and_never_a_hang() {
    for text in [
        "",
        "while 1 {}",
        "proc f {} { f }\nf",
        "set a [",
        "ASNA-become-skill a b",
        "foo",
        "incr x",
        "set x {",
        "expr ((((",
    ] {
        assert!(read_tcl(text).is_err(), "{text}");
    }
    for text in ["(", "G(0) = (a", "(defmodule", "(defmodule A :foo '())", "[", "hello"] {
        assert!(read_lisp(text).is_err(), "{text}");
    }
    let deep = "[".repeat(5000);
    assert!(read_tcl(&deep).is_err());
}
