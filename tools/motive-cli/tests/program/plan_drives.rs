//! `plan` for drives, and `why` for a plan, as a person or a script meets them.

use crate::common::{Folder, motive};

/// The tenant of the household, from the folder of agents.
fn tenant() -> String {
    crate::common::agent("../household/udgoap.motive")
}

#[test]
fn a_plan_for_drives_is_shown_with_what_it_is_worth() {
    let said = motive(&["plan", &tenant()]).ended(0);
    for part in ["1. goto(", "utility", "hygiene", "→"] {
        assert!(said.out.contains(part), "{part} is not in\n{}", said.out);
    }
    assert!(said.err.contains("expanded"), "{}", said.err);
}

#[test]
fn json_has_the_plan_the_counts_and_all_that_was_considered() {
    let json = motive(&["plan", &tenant(), "--json"]).ended(0).json();
    assert_eq!(json["answer"], "plan");
    let steps = json["steps"].as_array().unwrap();
    assert!(steps.len() >= 2, "{steps:?}");
    assert_eq!(json["drives"].as_array().unwrap().len(), 7);
    assert!(json["utility"].as_f64().unwrap() > json["now"].as_f64().unwrap());
    let considered = json["considered"].as_array().unwrap();
    let chosen: Vec<_> = considered.iter().filter(|one| one["standing"] == "chosen").collect();
    assert_eq!(chosen.len(), 1);
    assert_eq!(chosen[0]["steps"], json["steps"]);
    assert!(chosen[0]["why_not"].is_null());
    let others = considered.iter().filter(|one| one["standing"] != "chosen");
    assert!(others.clone().count() > 5);
    assert!(others.into_iter().all(|one| !one["why_not"].as_str().unwrap().is_empty()));
    // The best of all is the one that is chosen.
    let best = considered.iter().filter(|one| one["standing"] == "waiting");
    let best = best.map(|one| one["rating"].as_f64().unwrap()).fold(f64::NEG_INFINITY, f64::max);
    assert!(chosen[0]["rating"].as_f64().unwrap() >= best);
}

/// R-001-118: the alternatives, and why they lost.
#[test]
fn an_explanation_names_the_alternatives() {
    let said = motive(&["plan", &tenant(), "--explain"]).ended(0).out;
    for part in [
        "Other plans that were considered, the best first:",
        "not chosen:",
        "self.place == it",
        "its rating is",
    ] {
        assert!(said.contains(part), "{part} is not in\n{said}");
    }
}

#[test]
fn the_search_is_drawn() {
    let folder = Folder::new("plan-drawn");
    let file = folder.path("search.svg");
    motive(&["plan", &tenant(), "--svg", &file]).ended(0);
    let svg = std::fs::read_to_string(&file).unwrap();
    assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"), "{svg}");
    assert_eq!(svg.matches("<g>").count(), svg.matches("</g>").count());
    assert!(svg.contains("#cdeac0"), "the chosen plan stands out");
    assert_eq!(svg.matches("fill=\"#cdeac0\"").count(), 1);
}

#[test]
fn a_mind_that_does_not_plan_is_refused() {
    let said = motive(&["plan", &crate::common::agent("ours.motive")]).ended(2);
    assert!(said.err.contains("does not plan"), "{}", said.err);
}

/// `why` says which plan was chosen, what it was chosen from, and what came next.
#[test]
fn why_explains_a_plan_in_sentences() {
    let folder = Folder::new("why-plan");
    let path = folder.path("day.trace");
    motive(&["play", "household", "--mind", &tenant(), "--steps", "60", "--record", &path]).ended(0);
    let said = motive(&["why", &path, "--tick", "0"]).ended(0).out;
    for part in [
        "Step 1 of",
        "planned in this tick, because there was no plan yet",
        "drives then (100 % = satisfied):",
        ", the best of ",
        "chosen over: ",
        "current step: 1 of",
    ] {
        assert!(
            said.split_whitespace().collect::<Vec<_>>().join(" ").contains(part),
            "{part} is not in\n{said}"
        );
    }
    let later = motive(&["why", &path, "--tick", "3"]).ended(0).out;
    assert!(later.contains("planned at tick 0, because"), "{later}");
}

/// The household is played to its end, by its own tenant and by GOAP.
#[test]
fn the_household_is_played() {
    let json = motive(&["play", "household", "--json"]).ended(0).json();
    assert_eq!(json["metrics"]["finished"], 1.0);
    assert_eq!(json["agents"][0]["mind"], "Udgoap");
    let goap =
        motive(&["play", "household", "--mind", &crate::common::agent("../household/goap.motive"), "--json"]);
    assert_eq!(goap.ended(0).json()["metrics"]["finished"], 1.0);
}

/// A drive with a goal that no action completes: the checker says so, and the work is bounded.
#[test]
fn a_drive_that_never_ends_is_said_and_costs_no_more() {
    let folder = Folder::new("plan-never-ends");
    let file = folder.file(
        "obey.motive",
        "kind wizard { gold: number }
         kind vein { ore: number }
         thing v1: vein { ore: 1 }
         fact self.gold == 0
         action dig(v: vein) { effect self.gold += v.ore }
         object vein supplies dig
         drive obey when self.gold < 50 { goal self.gold toward 1000000000 }
         mind W = plan for obey",
    );
    let said = motive(&["check", &file]).ended(0);
    for part in ["warning[never-ends]", "the drive `obey` is external and is never dropped", "help:"] {
        assert!(said.out.contains(part) || said.err.contains(part), "{part}\n{}{}", said.out, said.err);
    }
    let json = motive(&["plan", &file, "--json"]).ended(0).json();
    assert_eq!(json["answer"], "plan");
    assert!(json["expanded"].as_u64().unwrap() < 1000, "{json}");
}
