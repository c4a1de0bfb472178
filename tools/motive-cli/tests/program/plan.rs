//! `plan` and `verify` as a person or a script meets them.

use crate::common::{Folder, motive};

const DOMAIN: &str = include_str!("../../../../research/motive-planner/tests/hddl/courier-domain.hddl");
const PROBLEM: &str = include_str!("../../../../research/motive-planner/tests/hddl/courier-letters.hddl");

struct Files {
    folder: Folder,
    domain: String,
    problem: String,
}

fn files(name: &str, domain: &str, problem: &str) -> Files {
    let folder = Folder::new(name);
    let (domain, problem) = (folder.file("domain.hddl", domain), folder.file("problem.hddl", problem));
    Files { folder, domain, problem }
}

#[test]
fn a_plan_is_found_written_and_valid() {
    let files = files("plan-found", DOMAIN, PROBLEM);
    let out = files.folder.path("letters.plan");
    motive(&["plan", "--hddl", &files.domain, &files.problem, "--out", &out]).ended(0);
    let said = motive(&["verify", "--hddl", &files.domain, &files.problem, &out]).ended(0);
    assert!(said.out.contains("the plan is valid"), "{}", said.out);
    let json = motive(&["plan", "--json", "--hddl", &files.domain, &files.problem]).ended(0).json();
    assert_eq!(json["answer"], "plan");
    assert_eq!(json["plan"].as_str().unwrap(), std::fs::read_to_string(&out).unwrap());
    let tree = motive(&["plan", "--explain", "--hddl", &files.domain, &files.problem]).ended(0).out;
    assert!(
        tree.contains("deliver(bill, mill) by bring\n  go(anna, post-office) by step\n    0. walk("),
        "{tree}"
    );
}

#[test]
fn a_wrong_step_is_pointed_at() {
    let files = files("plan-wrong", DOMAIN, PROBLEM);
    let plan = motive(&["plan", "--hddl", &files.domain, &files.problem]).ended(0).out;
    let wrong = files.folder.file("wrong.plan", plan.replacen("walk anna inn", "walk anna mill", 1));
    let said = motive(&["verify", "--hddl", &files.domain, &files.problem, &wrong]).ended(1);
    for part in ["wrong.plan:2", "walk(anna, mill", "at(anna, mill) is not true"] {
        assert!(said.err.contains(part), "{part} is not in\n{}", said.err);
    }
    let noise = files.folder.file("noise.plan", "no plan at all");
    motive(&["verify", "--hddl", &files.domain, &files.problem, &noise]).ended(2);
}

#[test]
fn exit_codes_tell_certain_from_given_up() {
    let files = files("plan-none", DOMAIN, &PROBLEM.replace("(lane mill inn)", ""));
    let said = motive(&["plan", "--hddl", &files.domain, &files.problem]).ended(1);
    assert!(said.err.contains("there is no plan"), "{}", said.err);
    assert!(said.err.contains(" cannot be done\n  method `"), "{}", said.err);
    let fine = files_again();
    motive(&["plan", "--time", "0", "--hddl", &fine.domain, &fine.problem]).ended(3);
    let broken = self::files("plan-broken", &DOMAIN.replace("(at ?who ?from)", "(att ?who ?from)"), PROBLEM);
    let said = motive(&["plan", "--hddl", &broken.domain, &broken.problem]).ended(2);
    assert!(said.err.contains("did you mean `at`?") && said.err.contains("domain.hddl:"), "{}", said.err);
}

/// What a person mistypes first: the two files exchanged, and limits that are none.
#[test]
fn mistaken_arguments_are_answered_in_one_sentence() {
    let files = files("plan-mistaken", DOMAIN, PROBLEM);
    let said = motive(&["plan", "--hddl", &files.problem, &files.domain]).ended(2);
    assert_eq!(said.err.matches("error").count(), 1, "{}", said.err);
    assert!(said.err.contains("give the domain first"), "{}", said.err);
    for time in ["-1", "nan", "soon"] {
        let said = motive(&["plan", "--time", time, "--hddl", &files.domain, &files.problem]).ended(2);
        assert!(said.err.contains("expected seconds"), "{time}: {}", said.err);
    }
    let said = motive(&["plan", "--memory", "0", "--hddl", &files.domain, &files.problem]).ended(3);
    assert!(said.err.contains("`--memory MIB` allows more"), "{}", said.err);
    let island = self::files("plan-island", DOMAIN, &PROBLEM.replace("(lane inn mill)", ""));
    let said = motive(&["plan", "--hddl", &island.domain, &island.problem]).ended(1);
    assert!(said.err.contains("leads back to where it was before"), "{}", said.err);
}

#[test]
fn files_are_checked_without_planning() {
    let slip = DOMAIN.replace("(:predicates", "(:predicates (forgotten)");
    let files = files("plan-check", &slip, PROBLEM);
    let said = motive(&["plan", "--check", "--hddl", &files.domain, &files.problem]).ended(0);
    assert!(said.out.is_empty(), "{}", said.out);
    assert!(
        said.err.contains("`forgotten` is in no condition") && said.err.contains("0 errors"),
        "{}",
        said.err
    );
    let json =
        motive(&["plan", "--check", "--json", "--hddl", &files.domain, &files.problem]).ended(0).json();
    let codes: Vec<&str> =
        json["problems"].as_array().unwrap().iter().map(|it| it["code"].as_str().unwrap()).collect();
    assert!(codes.contains(&"unused-predicate"), "{json}");
    let broken =
        self::files("plan-check-broken", &DOMAIN.replace("(at ?who ?from)", "(att ?who ?from)"), PROBLEM);
    motive(&["plan", "--check", "--hddl", &broken.domain, &broken.problem]).ended(2);
}

fn files_again() -> Files {
    // Large enough that the clock is looked at.
    let lanes: String = (0..3000).map(|number| format!("(lane x{number} x{}) ", number + 1)).collect();
    let places: String = (0..=3000).map(|number| format!("x{number} ")).collect();
    let problem = PROBLEM
        .replace("(:objects", &format!("(:objects {places} - place"))
        .replace("(:init", &format!("(:init {lanes}"));
    files("plan-time", DOMAIN, &problem)
}

/// Thirty switches that can be turned for ever, and one that is never in both positions: the search grows until a limit is met.
const SWITCHES: &str = "(define (domain d) (:types switch) (:predicates (on ?s - switch) (left) (right))
    (:task t :parameters ()) (:task any :parameters ())
    (:method more :parameters () :task (t) :ordered-subtasks (and (any) (turn) (t)))
    (:method end :parameters () :task (t) :subtasks ())
    (:method up :parameters (?s - switch) :task (any) :ordered-subtasks (and (put-on ?s)))
    (:method down :parameters (?s - switch) :task (any) :ordered-subtasks (and (put-off ?s)))
    (:action put-on :parameters (?s - switch) :precondition (not (on ?s)) :effect (on ?s))
    (:action put-off :parameters (?s - switch) :precondition (on ?s) :effect (not (on ?s)))
    (:action turn :parameters () :effect (and
        (when (left) (and (not (left)) (right))) (when (right) (and (not (right)) (left))))))";

/// Plans within so many mebibytes. Gives the exit code and the most mebibytes that the process took, which are read while it runs, so this needs a
/// system that shows them.
#[cfg(target_os = "linux")]
fn planned_within(mebibytes: u64, files: &Files) -> (Option<i32>, u64) {
    use std::process::{Command, Stdio};
    let memory = mebibytes.to_string();
    let arguments = ["plan", "--memory", &memory, "--time", "120", "--hddl", &files.domain, &files.problem];
    let mut command = Command::new(env!("CARGO_BIN_EXE_motive"));
    let mut child = command.args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let status = format!("/proc/{}/status", child.id());
    let mut most = 0;
    while child.try_wait().unwrap().is_none() {
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kibibytes = line.and_then(|line| line.trim().strip_suffix(" kB")?.trim().parse().ok());
        most = most.max(kibibytes.unwrap_or(0) / 1024);
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    (child.wait().unwrap().code(), most)
}

#[cfg(target_os = "linux")]
#[test]
fn memory_stays_within_its_limit() {
    const LIMIT: u64 = 80;
    let switches: String = (0..30).map(|number| format!("s{number} ")).collect();
    let problem = format!(
        "(define (problem p) (:domain d) (:objects {switches} - switch)
        (:htn :subtasks (t)) (:init (left)) (:goal (and (left) (right))))"
    );
    let (code, most) = planned_within(LIMIT, &files("plan-memory", SWITCHES, &problem));
    assert_eq!(code, Some(3), "memory is used up before the time is");
    assert!(most > LIMIT / 2 && most <= LIMIT + LIMIT / 10, "{most} MiB of {LIMIT}");
}

/// A task that is decomposed into two of itself, and a goal that cannot be reached: the tasks that are left grow with every step.
#[cfg(target_os = "linux")]
#[test]
fn explaining_stays_within_the_limit_of_memory() {
    const LIMIT: u64 = 50;
    let domain = "(define (domain d) (:types thing) (:predicates (on ?t - thing) (never))
        (:task grow :parameters (?t - thing))
        (:method more :parameters (?t ?u - thing) :task (grow ?t) :subtasks (and (grow ?u) (grow ?t)))
        (:method end :parameters (?t - thing) :task (grow ?t) :subtasks (set ?t))
        (:action set :parameters (?t - thing) :effect (on ?t)))";
    let problem = "(define (problem p) (:domain d) (:objects a b c - thing)
        (:htn :subtasks (grow a)) (:init) (:goal (never)))";
    let (code, most) = planned_within(LIMIT, &files("plan-grows", domain, problem));
    assert_eq!(code, Some(1), "that there is no plan is proved");
    assert!(most <= LIMIT + LIMIT / 10, "{most} MiB of {LIMIT}");
}

/// A domain for very many root tasks, and a problem with so many of them.
fn many_root_tasks(count: usize, subtasks: &str, goal: &str) -> [String; 2] {
    let domain = "(define (domain d) (:types thing) (:predicates (on ?t - thing) (never))
        (:task flip :parameters (?t - thing))
        (:method a :parameters (?t - thing) :task (flip ?t) :subtasks (set ?t))
        (:action set :parameters (?t - thing) :effect (on ?t)))";
    let tasks: String = (0..count).map(|number| format!("(flip x{})", number % 7)).collect();
    let problem = format!(
        "(define (problem p) (:domain d) (:objects x0 x1 x2 x3 x4 x5 x6 - thing)
        (:htn :{subtasks} (and {tasks})) (:init) {goal})"
    );
    [domain.to_owned(), problem]
}

/// With and without an order, with a plan and without one: reading, preparing, grounding and each search look at the clock.
#[test]
fn many_root_tasks_are_given_up_in_time() {
    const TIME: f64 = 0.5;
    for subtasks in ["ordered-subtasks", "subtasks"] {
        for (count, goal) in [(20_000, "(:goal (never))"), (50_000, "(:goal (never))"), (200_000, "")] {
            let [domain, problem] = many_root_tasks(count, subtasks, goal);
            let files = files(&format!("plan-many-{subtasks}-{count}"), &domain, &problem);
            let arguments = ["plan", "--json", "--time", "0.5", "--hddl", &files.domain, &files.problem];
            let json = motive(&arguments).json();
            let seconds = json["seconds"].as_f64().unwrap();
            assert!(seconds <= TIME + 0.1, "{seconds} s of {TIME} for {count} {subtasks}");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn many_root_tasks_stay_within_the_limit_of_memory() {
    const LIMIT: u64 = 80;
    for subtasks in ["ordered-subtasks", "subtasks"] {
        for count in [20_000, 100_000] {
            let [domain, problem] = many_root_tasks(count, subtasks, "(:goal (never))");
            let files = files(&format!("plan-memory-{subtasks}-{count}"), &domain, &problem);
            let (_, most) = planned_within(LIMIT, &files);
            assert!(most <= LIMIT + LIMIT / 10, "{most} MiB of {LIMIT} for {count} {subtasks}");
        }
    }
}

/// The trunk thumper of Humphreys (Game AI Pro, chapter 12), from what the file states.
const TROLL: &str = "
kind troll { sees_enemy: truth, trunk_health: number, at: enum(cave, bridge, tree, enemy), tired: truth }
thing grove: troll

fact self.sees_enemy
fact self.trunk_health == 0
fact self.at == cave
fact not self.tired

action go(place) { effect self.at = place }
action uproot { needs self.at == tree  effect self.trunk_health = 3 }
action slam { needs self.trunk_health > 0, self.at == enemy  effect self.trunk_health -= 1; self.sees_enemy = false }
action look_around { cost 5 }

task BeTrunkThumper {
    method attack when self.sees_enemy do Arm; go(enemy); slam
    method patrol do go(bridge); look_around
}

task Arm {
    achieves self.trunk_health > 0
    do       go(bridge) or go(tree); uproot
}

task Nothing { needs self.tired do look_around }
task Patrol { do go(bridge); go(cave); Patrol }

mind Tired = task Nothing
mind Guard = task Patrol
mind Troll = task BeTrunkThumper
";

#[test]
fn tasks_of_a_file_are_planned_from_what_it_states() {
    let folder = Folder::new("plan-troll");
    let file = folder.file("troll.motive", TROLL);
    let said = motive(&["plan", &file]).ended(0);
    assert_eq!(said.out, "1. go(tree)\n2. uproot()\n3. go(enemy)\n4. slam()\n");
    let json = motive(&["plan", "--json", &file]).ended(0).json();
    assert_eq!((&json["answer"], &json["cost"]), (&"plan".into(), &4.0.into()));
    let out = folder.path("troll.plan");
    motive(&["plan", &file, "--out", &out]).ended(0);
    assert_eq!(std::fs::read_to_string(&out).unwrap(), said.out);
    let quiet =
        folder.file("quiet.motive", TROLL.replace("fact self.sees_enemy", "fact not self.sees_enemy"));
    assert_eq!(motive(&["plan", &quiet]).ended(0).out, "1. go(bridge)\n2. look_around()\n");
}

/// The tree has what was tried and taken back, and the conditions that did not hold.
#[test]
fn an_explained_plan_shows_conditions_that_failed() {
    let folder = Folder::new("plan-explained");
    let file = folder.file("troll.motive", TROLL);
    let tree = motive(&["plan", "--explain", &file]).ended(0).out;
    assert!(tree.starts_with("BeTrunkThumper\n  BeTrunkThumper.attack\n    Arm\n"), "{tree}");
    assert!(tree.contains("x go(bridge): worked, but what follows did not"), "{tree}");
    assert!(
        tree.contains("x uproot: the precondition self.at == tree of the action does not hold"),
        "{tree}"
    );
    assert!(tree.contains("1. go(tree)") && tree.contains("4. slam"), "{tree}");
    let said = motive(&["plan", "--explain", &format!("{file}:Tired")]).ended(1);
    assert!(said.out.contains("x Nothing: precondition self.tired"), "{}", said.out);
    assert!(said.err.contains("there is no plan"), "{}", said.err);
}

#[test]
fn a_task_without_an_end_is_planned_some_steps_at_a_time() {
    let folder = Folder::new("plan-endless");
    let file = folder.file("troll.motive", TROLL);
    let guard = format!("{file}:Guard");
    motive(&["plan", &guard]).ended(1);
    assert_eq!(motive(&["plan", &guard, "--steps", "2"]).ended(0).out, "1. go(bridge)\n2. go(cave)\n");
    let wrong = folder.file("wrong.motive", TROLL.replace("fact self.at == cave", "fact self.at == moon"));
    let said = motive(&["plan", &wrong]).ended(2);
    assert!(said.err.contains("`moon` is not one of cave, bridge, tree, enemy"), "{}", said.err);
    let none = folder.file("none.motive", "program Idle { otherwise do nothing } mind Idle = Idle");
    assert!(motive(&["plan", &none]).ended(2).err.contains("does not plan"));
}

/// A player of a world is planned from what the world shows first.
#[test]
fn tasks_in_a_world_are_planned_from_what_it_shows() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../agents/tileworld/tasks.motive");
    let first = motive(&["plan", file, "--steps", "1", "--seed", "7"]).ended(0).out;
    assert!(first.starts_with("1. "), "{first}");
    assert_eq!(motive(&["plan", file, "--steps", "1", "--seed", "7"]).ended(0).out, first);
}
