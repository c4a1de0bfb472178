//! Texts in other notations, and recordings.

use super::measures::cost;
use super::{Effort, LONG, SHORT, Table, grow};
use motive::kernel::{Agent, Memory, Time};
use motive_language::{NoFiles, SourceText, WorldVocabulary, load};
use motive_notations::{
    Notation, grue2002, grue2005, hansen2008, network_to_motive, read_lisp, read_tcl, to_motive,
};
use motive_planner::{hddl, pddl};
use motive_trace::{AgentChoice, Reader, Recording, explain};
use std::time::Duration;

/// A name, what it is read as, and the text: its head, a part that is repeated, its tail. `#` is the number of the part.
type Notated = (&'static str, fn(&str), &'static str, &'static str, &'static str);

fn report(text: &str) {
    if let Ok((library, _)) = grue2002::read(text) {
        to_motive(&library, Notation::Grue2002);
    }
}

fn thesis(text: &str) {
    if let Ok((library, _)) = grue2005::read(text) {
        to_motive(&library, Notation::Grue2005);
    }
}

fn tasks(text: &str) {
    let (simple, compound) = text.split_once('\0').unwrap_or((text, text));
    if let Ok((domain, _)) = hansen2008::read(simple, compound) {
        let _ = hansen2008::to_motive(&domain);
    }
}

fn lisp(text: &str) {
    let _ = read_lisp(text).map(|network| network_to_motive(&network));
}

fn tcl(text: &str) {
    let _ = read_tcl(text).map(|network| network_to_motive(&network.blueprint));
}

/// Both as a domain and as a problem.
fn planning(text: &str) {
    let (domain, problem) = text.split_once('\0').unwrap_or((text, text));
    drop(hddl::check(domain, problem));
    let _ = pddl::read(domain, problem);
    let _ = hddl::read_plan(text);
}

const DOMAIN: &str =
    "(define (domain d) (:requirements :hierarchy :typing) (:types t) (:predicates (p ?x - t)) ";
const PROBLEM: &str =
    ")\0(define (problem q) (:domain d) (:objects a - t) (:htn :subtasks (and)) (:init (p a)))";

const NOTATED: &[Notated] = &[
    ("goals of 2002", report, "", "[G# 90 Non-maintenance [NOT (A Infinite [[Type g]] [])]]\n", ""),
    ("rules of 2002", report, "[P\n", "[Rule# NOT (?A Infinite [[TYPE g]] []) => [null]]\n", "]\n"),
    ("brackets of 2002", report, "[P", "[", ""),
    (
        "parts of 2002",
        report,
        "[G 90 Non-maintenance [NOT (A Infinite [[Type g]] [])",
        " OR NOT (A Infinite [[Type g]] [])",
        "]]",
    ),
    ("goals of 2005", thesis, "", "(G# 90 ACHIEVEMENT P)\n", ""),
    ("rules of 2005", thesis, "(P\n", "(?g SHARED ([TYPE g]) ()) => propose(a, ?g)\n", ")\n"),
    ("brackets of 2005", thesis, "(P ", "(", ""),
    ("nots of 2005", thesis, "(P ", "NOT ", "(?g SHARED ([TYPE g]) ()) => null)"),
    ("simple tasks of 2008", tasks, "", "Head Run# to\nGoals\nAt $0\n", "\0Head A\nSubtasks\nRun1 x\n"),
    (
        "compound tasks of 2008",
        tasks,
        "Head Run to\n\0",
        "Head A# x\nPreconditions\nhas $0\nSubtasks\nRun $0\n",
        "",
    ),
    ("subtasks of 2008", tasks, "Head Run to\n\0Head A x\nSubtasks\n", "Run $0\n", ""),
    (
        "skills in Lisp",
        lisp,
        "G(0) = (a)\n",
        "(defmodule S# :condition-list '(b) :add-list '(a#) :delete-list '())\n",
        "",
    ),
    ("goals in Lisp", lisp, "G(0) = (a", ", a#", ")\n"),
    ("brackets in Lisp", lisp, "", "(", ""),
    ("skills in Tcl", tcl, "", "ASNR-register-skill s# {{f# T}} {{g# T}} {}\n", ""),
    ("goals in Tcl", tcl, "", "ASNR-register-goal g# T\n", ""),
    ("braces in Tcl", tcl, "", "{", ""),
    ("brackets in Tcl", tcl, "set a ", "[list ", ""),
    ("variables in Tcl", tcl, "", "set a# [list a b]\n", ""),
    (
        "types",
        planning,
        "(define (domain d) (:requirements :typing) (:types t",
        " t# - t",
        ")\0(define (problem q) (:domain d))",
    ),
    (
        "types of types",
        planning,
        "(define (domain d) (:requirements :typing) (:types",
        " t#x - t#",
        ")\0(define (problem q) (:domain d))",
    ),
    (
        "predicates",
        planning,
        "(define (domain d) (:predicates (p)",
        " (p# ?x)",
        "))\0(define (problem q) (:domain d))",
    ),
    (
        "actions",
        planning,
        DOMAIN,
        "(:action a# :parameters (?x - t) :precondition (p ?x) :effect (not (p ?x)))\n",
        PROBLEM,
    ),
    (
        "tasks",
        planning,
        DOMAIN,
        "(:task t# :parameters (?x - t)) (:method m# :parameters (?x - t) :task (t# ?x) :subtasks (and))\n",
        PROBLEM,
    ),
    (
        "objects",
        planning,
        "(define (domain d))\0(define (problem q) (:domain d) (:objects",
        " o#",
        ") (:init))",
    ),
    (
        "facts",
        planning,
        "(define (domain d) (:predicates (p ?x)))\0(define (problem q) (:domain d) (:objects a) (:init",
        " (p a)",
        "))",
    ),
    (
        "goals of a problem",
        planning,
        "(define (domain d) (:predicates (p ?x)))\0(define (problem q) (:domain d) (:objects a) (:init) (:goal (and",
        " (p a)",
        ")))",
    ),
    ("brackets of a domain", planning, "", "(", ""),
    ("closed brackets of a domain", planning, "(define (domain d)", "()", PROBLEM),
    ("comments of a domain", planning, DOMAIN, ";\n", PROBLEM),
    ("subtasks of a plan", planning, "==>\n", "# (a b)\n", "root 1\n<==\n"),
];

fn notations_grow(effort: Effort) {
    let mut table = Table::default();
    for (name, read, head, part, tail) in NOTATED {
        let part = |number: usize| part.replace('#', &number.to_string());
        let text = |size: usize| [head, &*(1..=size).map(part).collect::<String>(), tail].concat();
        table.add(name, "read", grow(effort, &text, &|text| cost(|| read(text))));
    }
    table.judge();
}

#[test]
fn texts_in_other_notations() {
    notations_grow(SHORT);
}

#[test]
#[ignore = "takes minutes"]
fn all_texts_in_other_notations() {
    notations_grow(LONG);
}

/// Explains the last tick of a mind with so many rules that do not hold, or so many ticks.
fn explained(rules: usize, ticks: u64) -> Duration {
    let world = motive_worlds::find::<&str>("pacman", &[]).unwrap();
    let given = WorldVocabulary { vocabulary: world.vocabulary(), catalogue: world.catalogue() };
    let rule =
        |number| format!("rule r{number} when g: ghost {{ distance: ..{number} }} do move_away_from(g)\n");
    let rules: String = (1..=rules).map(rule).collect();
    let text = format!(
        "goal g maintains P {{ priority 1 }}\nprogram P {{\n{rules}}}\nmind M = arbiter {{ goals g }}\n"
    );
    let model = load(SourceText::new("why.motive", text), &given, &NoFiles).model.unwrap();
    let mind = model.mind(None).unwrap().start().unwrap();
    let mut agent = Agent::new(Memory::new(model.vocabulary.clone()), mind, 1, 0);
    let name = format!("growth-{:?}.trace", std::thread::current().id());
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let mut recording = Recording::create(&path).unwrap();
    for tick in 0..ticks {
        recording.tick(&mut agent, Time::of_tick(tick, 50_000));
    }
    recording.finish().unwrap();
    let bytes = std::fs::read(&path).unwrap();
    std::fs::remove_file(path).unwrap();
    cost(|| {
        let mut reader = Reader::new(&bytes[..]).unwrap();
        drop(explain(&mut reader, ticks - 1, &AgentChoice::First).unwrap().text());
    })
}

/// `why` for more rules and for more ticks.
#[test]
fn explanations() {
    let mut table = Table::default();
    // The "text" is only its size.
    let text = |size: usize| " ".repeat(size);
    let effort = Effort { most_bytes: 4_000, ..SHORT };
    table.add("rules", "why", grow(effort, &text, &|text| explained(text.len(), 2)));
    table.add("ticks", "why", grow(effort, &text, &|text| explained(4, text.len() as u64 + 1)));
    table.judge();
}
