//! Classical planning problems: read, grounded, written as planners over symbols, and written again as PDDL.

use motive_core::{Budget, Catalogue, Memory, Vocabulary};
use motive_drives::goap::Goap;
use motive_language::diagnostic::{Colour, NamedText, render_all};
use motive_language::{NoFiles, SourceText, WorldVocabulary, load};
use motive_notations::pddl as notation;
use motive_planner::pddl::{self, InputFile};
use std::sync::Arc;

const DOMAIN: &str = "
    ; Two places, a truck, and parcels that it carries.
    (define (domain Parcels)
      (:requirements :strips :typing :negative-preconditions :equality :action-costs)
      (:types place thing - object truck parcel - thing)
      (:constants depot - place)
      (:predicates (at ?x - thing ?p - place) (in ?x - parcel ?t - truck) (road ?a ?b - place) (full ?t - truck))
      (:functions (total-cost) - number (length ?a ?b - place) - number)
      (:action drive
        :parameters (?t - truck ?a ?b - place)
        :precondition (and (at ?t ?a) (road ?a ?b) (not (= ?a ?b)))
        :effect (and (not (at ?t ?a)) (at ?t ?b) (increase (total-cost) (length ?a ?b))))
      (:action load-up
        :parameters (?x - parcel ?t - truck ?p - place)
        :precondition (and (at ?x ?p) (at ?t ?p) (not (full ?t)))
        :effect (and (not (at ?x ?p)) (in ?x ?t) (full ?t) (increase (total-cost) 0.5)))
      (:action unload
        :parameters (?x - parcel ?t - truck ?p - place)
        :precondition (and (in ?x ?t) (at ?t ?p))
        :effect (and (at ?x ?p) (not (in ?x ?t)) (not (full ?t)) (increase (total-cost) 0.5))))";

const PROBLEM: &str = "
    (define (problem two-parcels)
      (:domain parcels)
      (:objects town farm - place lorry - truck p1 p2 - parcel)
      (:init (at lorry depot) (at P1 farm) (at p2 town)
             (road depot farm) (road farm depot) (road depot town) (road town depot)
             (= (length depot farm) 3) (= (length farm depot) 3) (= (length depot town) 2) (= (length town depot) 2)
             (= (total-cost) 0))
      (:goal (and (at p1 town) (at p2 depot) (not (full lorry))))
      (:metric minimize (total-cost)))";

fn motive_of(domain: &str, problem: &str) -> String {
    let task = pddl::read(domain, problem).unwrap();
    notation::to_motive(&task, &task.ground().unwrap())
}

/// The planner of a text without a world, and what is known at its beginning.
fn planner(text: &str) -> (Arc<Goap>, Memory) {
    let (names, catalogue) = (Vocabulary::new(), Catalogue::default());
    let loaded = load(
        SourceText::new("it.motive", text),
        &WorldVocabulary { vocabulary: &names, catalogue: &catalogue },
        &NoFiles,
    );
    let diagnostics: Vec<_> = loaded.problems.iter().map(|problem| problem.diagnostic.clone()).collect();
    assert!(
        diagnostics.is_empty(),
        "{}",
        render_all(NamedText { name: "it.motive", text }, &diagnostics, Colour::Off)
    );
    let model = loaded.model.unwrap();
    let mut memory = Memory::new(model.vocabulary.clone());
    model.initial_state.apply_to(&mut memory).unwrap();
    let goap = model.mind(None).unwrap().goap.clone().unwrap();
    (goap.goap().clone(), memory)
}

fn plan(text: &str) -> (Vec<String>, f64) {
    let (goap, memory) = planner(text);
    let situations = goap.situations(&memory);
    let at = situations.first().unwrap();
    let (actions, cost) = goap.plan(at, &mut Budget::new(1_000_000)).unwrap();
    goap.problem().check(&at.state, &actions, at.id).unwrap();
    let command =
        |action: &u16| goap.command(*action, at.target, &memory).unwrap().display(goap.vocabulary());
    (actions.iter().map(command).collect(), cost)
}

/// R-001-124: a problem of typed objects, roads that never change, negative needs and costs of functions is planned for, at the least cost.
#[test]
fn a_classical_problem_is_planned_for() {
    let (steps, cost) = plan(&motive_of(DOMAIN, PROBLEM));
    // To the farm and back and to the town and back, 3 + 3 + 2 + 2, with a parcel each way from the farm on; four times half for hands.
    assert_eq!(cost, 12.0, "{steps:?}");
    assert_eq!(steps.len(), 8, "{steps:?}");
    assert_eq!(steps.iter().filter(|step| step.starts_with("load_up(")).count(), 2, "{steps:?}");
}

/// R-001-124: what was read and written again is the same problem: the plan costs the same, step for step.
#[test]
fn a_planner_comes_back_from_pddl() {
    let once = motive_of(DOMAIN, PROBLEM);
    let (goap, memory) = planner(&once);
    let situations = goap.situations(&memory);
    let at = situations.first().unwrap();
    let domain = notation::domain("Parcels", &goap, at, &memory).unwrap();
    let problem = notation::problem("Parcels", &goap, at).unwrap();
    let twice = motive_of(&domain, &problem);
    let (first, cost) = plan(&once);
    let (second, same) = plan(&twice);
    assert_eq!((cost, first.len()), (same, second.len()), "{second:?}");
    let again = planner(&twice);
    assert_eq!(goap.problem().operators().len(), again.0.problem().operators().len());
    assert_eq!(goap.problem().variables().len(), again.0.problem().variables().len());
}

/// Names that PDDL has and the language has not, that differ only there, or that are words of the language.
#[test]
fn odd_names_stay_apart() {
    let domain = "(define (domain 2-odd) (:predicates (a-b) (a_b) (not-yet) (rule ?x))
        (:action goal :parameters (?x) :precondition (a-b) :effect (and (a_b) (rule ?x) (not (a-b))))
        (:action go-al :parameters () :precondition (a_b) :effect (not-yet)))";
    let problem = "(define (problem p) (:domain 2-odd) (:objects rule a) (:init (a-b)) (:goal (and (not-yet) (rule a))))";
    let (steps, cost) = plan(&motive_of(domain, problem));
    assert_eq!((steps.len(), cost), (2, 2.0), "{steps:?}");
}

fn flaws(domain: &str, problem: &str) -> String {
    let flaws = pddl::read(domain, problem).unwrap_err();
    let of = |file: InputFile, text| {
        let diagnostics: Vec<_> =
            flaws.iter().filter(|flaw| flaw.file == file).map(|flaw| flaw.diagnostic.clone()).collect();
        render_all(
            NamedText { name: if file == InputFile::Domain { "d.pddl" } else { "p.pddl" }, text },
            &diagnostics,
            Colour::Off,
        )
    };
    of(InputFile::Domain, domain) + &of(InputFile::Problem, problem)
}

/// What is wrong, or more than symbols can say, is refused where it stands.
#[test]
fn what_symbols_cannot_say_is_refused_in_its_place() {
    let with = |what: &str, by: &str| {
        let domain = DOMAIN.replacen(what, by, 1);
        assert_ne!(domain, DOMAIN, "{what} is not in the text");
        flaws(&domain, PROBLEM)
    };
    assert!(with("(road ?a ?b) (not", "(or (road ?a ?b) (at ?t ?b)) (not").contains("d.pddl:11:39"));
    assert!(
        with("(not (at ?t ?a)) (at", "(when (road ?a ?b) (full ?t)) (at")
            .contains("`when` is more than a planner")
    );
    assert!(with("(full ?t) (increase", "(fall ?t) (increase").contains("did you mean `full`?"));
    assert!(with("(in ?x ?t) (full", "(in ?x) (full").contains("`in` takes 2 arguments but is given 1"));
    assert!(with("(at ?t ?a) (road", "(at ?t ?z) (road").contains("there is no variable `?z` here"));
    assert!(with("- truck ?a ?b", "- lorry ?a ?b").contains("there is no type `lorry`"));
    assert!(with("(:action unload", "(:durative-action unload").contains("a domain has no part like this"));
    assert!(with(":effect (and (at ?x", ":effects (and (at ?x").contains("did you mean `:effect`?"));
    assert!(flaws("", PROBLEM).contains("the file is empty"));
    assert!(flaws("(define", PROBLEM).contains("never closed"));
    let problem = PROBLEM.replace("(at P1 farm)", "(at p3 farm)");
    assert!(flaws(DOMAIN, &problem).contains("there is no object `p3`"));
    let problem = PROBLEM.replace("(:goal", "(:goals");
    assert!(flaws(DOMAIN, &problem).contains("did you mean `:goal`?"));
}

/// A problem that is too large is refused, and quickly.
#[test]
fn what_is_too_large_is_refused() {
    let objects: String = (0..200).map(|number| format!(" o{number}")).collect();
    let domain = "(define (domain d) (:predicates (p ?x) (q ?a ?b ?c ?d))
        (:action a :parameters (?a ?b ?c ?d) :precondition (q ?a ?b ?c ?d) :effect (p ?a)))";
    let problem = format!("(define (problem p) (:domain d) (:objects{objects}) (:init) (:goal (p o1)))");
    let error = pddl::read(domain, &problem).unwrap().ground().unwrap_err().to_string();
    assert!(error.contains("`a` can be given objects in more than"), "{error}");
    let domain =
        "(define (domain d) (:predicates (p ?x ?y)) (:action a :parameters (?a ?b) :effect (p ?a ?b)))";
    let problem = format!("(define (problem p) (:domain d) (:objects{objects}) (:init) (:goal (p o1 o2)))");
    let error = pddl::read(domain, &problem).unwrap().ground().unwrap_err().to_string();
    assert!(error.contains("more than 20000 ways"), "{error}");
    let domain = "(define (domain d) (:predicates (p)) (:functions (total-cost))
        (:action a :effect (and (p) (increase (total-cost) 0))))";
    let problem = "(define (problem p) (:domain d) (:init) (:goal (p)))";
    let error = pddl::read(domain, problem).unwrap().ground().unwrap_err().to_string();
    assert!(error.contains("`a` costs nothing"), "{error}");
}
