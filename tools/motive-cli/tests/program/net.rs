//! `motive net`, as a person uses it.

use crate::common::{Folder, Said, motive, motive_with};

fn agent(name: &str) -> String {
    format!("{}/../../agents/networks/{name}", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn a_network_runs_until_its_goals_hold() {
    let said = motive(&["net", "run", &agent("sander.motive")]).ended(0);
    let last = said.out.lines().last().unwrap();
    assert_eq!(last, "   20  spray_paint_self");
    let said = motive(&["net", "run", &agent("sander.motive"), "--steps", "5"]).ended(1);
    assert!(said.err.contains("steps: board_sanded T, self_painted T"), "{}", said.err);
}

#[test]
fn the_published_runs_are_scripts() {
    let run = |name: &str| {
        let (file, script) = (agent(&format!("{name}.motive")), agent(&format!("{name}.script")));
        motive(&["net", "run", &file, "--script", &script]).ended(0).out
    };
    let cat = run("cat");
    assert!(cat.contains("   36  flexion_reflex  (28.133335 >= 1.126420)"), "{cat}");
    assert!(cat.contains("   45  extension_reflex  (24.204929 >= 19.371023)"), "{cat}");
    let door = run("door_take_3");
    for line in ["   34  fall_down", "   35  crawl_to_door  (45.768242 >= 45.000000)", "   36  open_door"] {
        assert!(door.contains(line), "{door}");
    }
    assert!(run("door_take_2").contains("   22  close_window  (14.187860 >= 14.121477)"));
}

#[test]
fn the_door_opens() {
    let said = motive(&["net", "run", &agent("door_take_1.motive")]).ended(0);
    assert!(said.out.lines().last().unwrap().ends_with("open_door"), "{}", said.out);
}

#[test]
fn a_run_is_told_as_data() {
    let said = motive(&["net", "run", &agent("door_take_1.motive"), "--steps", "2", "--json"]).ended(1);
    let steps: Vec<serde_json::Value> =
        said.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(steps.len(), 2);
    assert_eq!(steps[1]["selected"], serde_json::json!(["locate_door"]));
    assert!((steps[0]["skills"]["open_door"]["after"].as_f64().unwrap() - 73.333336).abs() < 1e-5);
}

#[test]
fn a_network_is_drawn() {
    let said = motive(&["net", "dot", &agent("door_take_1.motive")]).ended(0);
    assert!(said.out.starts_with("<svg ") && said.out.trim_end().ends_with("</svg>"));
    assert!(said.out.contains("open_door") && said.out.contains("url(#backward)"));
    // No link reaches beyond the picture.
    let said = motive(&["net", "dot", &agent("sander.motive")]).ended(0);
    let width = said.out.split_once("width=\"").unwrap().1.split_once('"').unwrap().0.parse::<f64>().unwrap();
    let points = said.out.split("<path d=\"").skip(1).flat_map(|path| {
        let path = path.split_once('"').unwrap().0;
        path.split([' ', 'M', 'C']).filter_map(|point| point.split_once(',')?.0.parse::<f64>().ok())
    });
    let points: Vec<f64> = points.collect();
    assert!(points.len() > 100 && points.iter().all(|x| (0.0..=width).contains(x)), "{width}: {points:?}");
}

/// R-003-085: two skills are done at once at step 22 of take 2, and the picture shows both bars.
#[test]
fn a_run_is_drawn_over_time() {
    let folder = Folder::new("net_curves");
    let picture = folder.path("curves.svg");
    let (file, script) = (agent("door_take_2.motive"), agent("door_take_2.script"));
    motive(&["net", "run", &file, "--script", &script, "--svg", &picture]).ended(0);
    let svg = std::fs::read_to_string(&picture).unwrap();
    assert!(svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"));
    assert_eq!(svg.matches("class=\"curve\"").count(), 9);
    assert_eq!(svg.matches("class=\"threshold\"").count(), 1);
    let number = |bar: &str, name: &str| -> u64 {
        let (_, from) = bar.split_once(&format!("{name}=\"")).unwrap();
        from.split_once('"').unwrap().0.parse().unwrap()
    };
    let at_22: Vec<&str> = svg
        .lines()
        .filter(|line| line.contains("class=\"bar\""))
        .filter(|bar| (number(bar, "data-from")..=number(bar, "data-to")).contains(&22))
        .collect();
    assert_eq!(at_22.len(), 2, "{at_22:?}");
    assert!(at_22[0].contains("walk_to_door") && at_22[1].contains("close_window"), "{at_22:?}");
    // What the program does by itself is drawn too.
    motive(&["net", "run", &agent("sander.motive"), "--svg", &picture]).ended(0);
    assert!(std::fs::read_to_string(&picture).unwrap().contains("spray_paint_self"));
}

#[test]
fn the_console_does_what_it_is_told() {
    let lines =
        "step\nsense door_is_located T\ncomplete locate_door\nbogus\nstep\nwhy put_down_glass\nquit\nstep\n";
    let said = motive_with(&["net", "console", &agent("door_take_1.motive")], lines.as_bytes()).ended(0);
    assert!(said.out.contains("locate_door  (44.517578 >= 40.500000)"), "{}", said.out);
    assert!(said.out.contains("put_down_glass had"), "{}", said.out);
    assert!(said.err.contains("there is no command `bogus`"), "{}", said.err);
}

#[test]
fn bad_input_is_said_and_ends_with_2() {
    let folder = Folder::new("net_bad_input");
    let file = folder.file("bad.motive", "network n mean 0 { skill s { adds a } }");
    let said = motive(&["net", "run", &file]).ended(2);
    assert!(said.err.contains("`mean` must be from 1e-9 to 1e9"), "{}", said.err);
    let empty = folder.file("empty.motive", "");
    assert!(motive(&["net", "run", &empty]).ended(2).err.contains("there is no network in"));
    let script = folder.file("bad.script", "spread 2\nfoo\n");
    let said = motive(&["net", "run", &agent("cat.motive"), "--script", &script]).ended(2);
    assert!(said.err.contains("line 2: there is no command `foo`"), "{}", said.err);
    let tcl = folder.file("bad.tcl", "while 1 {}");
    assert!(motive(&["net", "run", &tcl]).ended(2).err.contains("does not come to an end"));
}

#[test]
fn published_notations_are_converted() {
    let folder = Folder::new("net_convert");
    let lisp = folder.file(
        "tiny.lisp",
        "G(0) = (a) S(0) = (b) (defmodule X :condition-list '(b) :add-list '(a) :delete-list '())",
    );
    let said = motive(&["convert", &lisp]).ended(0);
    assert!(said.out.contains("network network profile maes1989"), "{}", said.out);
    let file = folder.file("tiny.motive", &said.out);
    assert!(motive(&["net", "run", &file]).ended(0).out.contains("x"));
}

/// What a script of `motive net run` prints on a network with a door that can be opened and shut.
fn scripted(test: &str, lines: &str) -> Said {
    let folder = Folder::new(&format!("net-script-{test}"));
    let network = folder.file("door.motive", "network door profile bad1990 {}\n");
    let set_up = "sensor door-is-open F\nsensor at-door T\nskill open-door needs at-door, not door-is-open adds door-is-open\n\
                  skill shut-door needs door-is-open drops door-is-open";
    let script = folder.file("door.script", format!("{set_up}\n{lines}\n"));
    motive(&["net", "run", &network, "--script", &script])
}

/// R-003-089
#[test]
fn a_phrase_becomes_a_goal() {
    assert_eq!(scripted("phrase", "want open the door").ended(0).out, "goal door-is-open T\n");
    let said = scripted("phrase", "want a pony").ended(2);
    assert!(said.err.contains("no skill or sensor matches \"a pony\""), "{}", said.err);
}

/// R-003-067
#[test]
fn agents_can_be_shown() {
    let sensor = scripted("show", "show door-is-open").ended(0).out;
    assert!(sensor.contains("needed by: open-door (F), shut-door (T)"), "{sensor}");
    let why = scripted("show", "goal door-is-open\nspread 1\nwhy open-door").ended(0).out;
    assert!(why.contains("+70.000000 goals") && why.contains("from door-is-open T"), "{why}");
}

/// R-003-047
#[test]
fn a_skill_that_ignores_messages_is_disabled() {
    let said =
        scripted("ignore", "goal door-is-open\nignore open-door\nstep\nspread 12\nshow open-door").ended(0);
    assert!(said.out.contains("disabled"), "{}", said.out);
}

#[test]
fn errors_of_the_console_are_explained_in_a_sentence() {
    for (line, error) in [
        ("spraed 3", "there is no command `spraed`; did you mean `spread`?; `help` lists them all"),
        ("sense", "`sense` is written"),
        ("sense nothing T", "there is no sensor `nothing`"),
        ("set mean 0", "must be from 1e-9 to 1e9"),
        ("sensor at-door T", "there is already a sensor"),
    ] {
        let said = scripted("errors", line).ended(2);
        assert!(said.err.contains(error), "{line}: {}", said.err);
    }
}

#[test]
fn history_lists_the_lines() {
    assert!(scripted("history", "parameters\nhistory").ended(0).out.contains("   5  parameters"));
}
