//! Classical planning problems and planners over symbols, as a person or a script meets them.

use crate::common::{Folder, motive};

/// R-001-124: the GOAP domain of the household goes out as PDDL and comes back: every goal that could be reached can be, at the same cost.
#[test]
fn the_goap_domain_goes_out_and_comes_back() {
    let folder = Folder::new("pddl");
    let tenant = crate::common::agent("../household/goap.motive");
    motive(&["convert", "--to", "pddl", &tenant, "--out", &folder.path("pddl")]).ended(0);
    let goals = motive(&["plan", &tenant, "--explain", "--json"]).ended(2);
    assert!(goals.err.contains("--json"), "the two exclude each other: {}", goals.err);
    let before = motive(&["plan", &tenant, "--json"]).ended(0).json();
    assert_eq!(before["answer"], "plan");
    assert_eq!(before["goals"].as_array().unwrap().len(), 7);
    for number in 1..=7 {
        let domain = folder.path("pddl/goap-domain.pddl");
        let problem = folder.path(&format!("pddl/goap-problem-{number}.pddl"));
        let out = folder.path(&format!("back{number}"));
        motive(&["convert", &domain, &problem, "--out", &out]).ended(0);
        let back = folder.path(&format!("back{number}/goap-problem-{number}.motive"));
        motive(&["check", &back]).ended(0);
        let after = motive(&["plan", &back, "--json"]).ended(0).json();
        if number == 1 {
            assert_eq!(after["cost"], before["cost"]);
            assert_eq!(after["steps"].as_array().unwrap().len(), before["steps"].as_array().unwrap().len());
        }
        assert_eq!(after["answer"], "plan");
    }
}

#[test]
fn a_planner_over_symbols_gives_its_plan() {
    let tenant = crate::common::agent("../household/goap.motive");
    let said = motive(&["plan", &tenant, "--explain"]).ended(0);
    for part in ["1. goto(", "Goals, the most important first:", "priority"] {
        assert!(said.out.contains(part), "{part} is not in\n{}", said.out);
    }
    assert!(said.err.contains("cost"), "{}", said.err);
    let refused = motive(&["plan", &tenant, "--svg", "x.svg"]).ended(2);
    assert!(refused.err.contains("`--svg` draws searches for drives only"), "{}", refused.err);
}

#[test]
fn what_cannot_be_converted_is_said() {
    let folder = Folder::new("pddl-bad");
    let domain = folder.path("d.pddl");
    std::fs::write(&domain, "(define (domain d) (:predicates (p)) (:action a :effect (or (p) (p))))")
        .unwrap();
    let problem = folder.path("p.pddl");
    std::fs::write(&problem, "(define (problem p) (:domain d) (:init) (:goal (p)))").unwrap();
    let said = motive(&["convert", &domain]).ended(2);
    assert!(said.err.contains("give the problem after the domain"), "{}", said.err);
    let said = motive(&["convert", &domain, &problem]).ended(2);
    assert!(said.err.contains("`or`") && said.err.contains("d.pddl:1:"), "{}", said.err);
    let wizard = crate::common::agent("../arena/udgoap.motive");
    let said = motive(&["convert", "--to", "pddl", &wizard]).ended(2);
    assert!(said.err.contains("only a planner over symbols"), "{}", said.err);
}

/// Worlds whose minds are in Rust, and scenes, play without a mind being named; a mind in Rust can be named.
#[test]
fn every_world_plays_by_itself() {
    for world in ["arena", "hospital", "household", "pacman", "room", "scenes", "tileworld"] {
        let said = motive(&["play", world, "--headless", "--steps", "20"]).ended(0);
        assert!(said.out.contains(": score"), "{world}: {}", said.out);
    }
    let said = motive(&["play", "hospital", "--headless", "--steps", "20"]).ended(0);
    assert!(said.out.contains("32 x udgoap: scores"), "{}", said.out);
    let json = motive(&["play", "arena", "--mind", "rust:goap", "--steps", "20", "--json"]).ended(0).json();
    assert_eq!(json["agents"][0]["file"], "rust:goap");
    let said = motive(&["play", "arena", "--mind", "rust:gaop", "--headless"]).ended(2);
    assert!(said.err.contains("did you mean `goap`?"), "{}", said.err);
    let folder = Folder::new("plain-record");
    let trace = folder.path("run.trace");
    motive(&["play", "hospital", "--steps", "30", "--record", &trace]).ended(0);
    let said = motive(&["why", &trace, "--tick", "20", "--agent", "0"]).ended(0);
    assert!(said.out.contains("udgoap"), "{}", said.out);
}
