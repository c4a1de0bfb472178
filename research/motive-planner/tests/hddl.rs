//! HDDL: reading, planning, writing plans, and checking them.

#![expect(clippy::unwrap_used, reason = "a test that cannot continue fails")]

use motive_planner::hddl::{FileDiagnostic, InputFile, check, print_plan, read, read_plan};
use motive_planner::{
    Fault, HtnPlan, HtnProblem, LimitReached, PlanningAnswer, PlanningLimits, PlanningReport, explain, solve,
    verify,
};

/// A courier on foot with a bag, in a village of lanes.
const COURIER: &str = include_str!("hddl/courier-domain.hddl");
const LETTERS: &str = include_str!("hddl/courier-letters.hddl");

fn problem(domain: &str, problem: &str) -> HtnProblem {
    read(domain, problem).unwrap_or_else(|flaws| panic!("{flaws:#?}"))
}

fn solved(problem: &HtnProblem, limits: &PlanningLimits<'_>) -> (HtnPlan, PlanningReport) {
    match solve(problem, limits).unwrap() {
        (PlanningAnswer::Plan(plan), report) => {
            verify(problem, &plan).unwrap();
            (plan, report)
        }
        (other, _) => panic!("{other:?}"),
    }
}

fn steps(problem: &HtnProblem, plan: &HtnPlan) -> Vec<String> {
    let text = print_plan(problem, plan);
    let actions = text.lines().skip(1).take_while(|line| !line.starts_with("root"));
    actions.map(|line| line.split_once(' ').unwrap().1.to_owned()).collect()
}

fn answer(domain: &str, text: &str) -> PlanningAnswer {
    solve(&problem(domain, text), &PlanningLimits::default()).unwrap().0
}

#[test]
fn a_task_is_done_by_the_methods_that_fit() {
    let problem = problem(COURIER, LETTERS);
    let (plan, _) = solved(&problem, &PlanningLimits::default());
    let steps = steps(&problem, &plan);
    assert_eq!(steps.iter().filter(|step| step.starts_with("hand-over")).count(), 2, "{steps:#?}");
    assert_eq!(plan.roots.len(), 2);
}

#[test]
fn the_same_problem_gives_the_same_plan() {
    let problem = problem(COURIER, LETTERS);
    let [first, second] = [0, 1].map(|_| solve(&problem, &PlanningLimits::default()).unwrap());
    assert_eq!(first, second);
}

#[test]
fn a_plan_that_was_written_reads_as_it_was() {
    let problem = problem(COURIER, LETTERS);
    let (mut plan, _) = solved(&problem, &PlanningLimits::default());
    let read = read_plan(&print_plan(&problem, &plan)).unwrap().plan(&problem).unwrap();
    // What it costs is not part of the format.
    plan.cost = 0;
    assert_eq!(read, plan);
}

/// Every line of a plan, changed or left out, is noticed.
#[test]
fn a_plan_with_anything_wrong_is_not_valid() {
    let problem = problem(COURIER, LETTERS);
    let (plan, _) = solved(&problem, &PlanningLimits::default());
    let text = print_plan(&problem, &plan);
    for left_out in 1..text.lines().count() - 1 {
        let lines = text.lines().enumerate().filter(|(line, _)| *line != left_out);
        let changed: String = lines.map(|(_, line)| format!("{line}\n")).collect();
        let valid = read_plan(&changed)
            .ok()
            .and_then(|written| written.plan(&problem).ok())
            .is_some_and(|plan| verify(&problem, &plan).is_ok());
        assert!(!valid, "valid without line {left_out}:\n{text}");
    }
    let mut swapped = plan.clone();
    swapped.steps.swap(0, 1);
    let Err(Fault::Step { step: 0, why, .. }) = verify(&problem, &swapped) else { panic!("{swapped:?}") };
    assert!(why.contains("not true"), "{why}");
    let mut other_method = plan.clone();
    let last = problem.methods.len() as u32 - 1;
    other_method.decompositions[0].method = last;
    assert!(matches!(verify(&problem, &other_method), Err(Fault::Decomposition { decomposition: 0, .. })));
    let mut twice = plan;
    twice.roots.push(twice.roots[0]);
    assert!(matches!(verify(&problem, &twice), Err(Fault::Tree { .. })));
}

/// The moments at which methods are applied must fit together, also for tasks without steps. `go` turns `early` into `late`.
#[test]
fn the_preconditions_of_tasks_without_steps_must_fit_together() {
    let domain = "(define (domain d) (:predicates (early) (late))
        (:task before :parameters ()) (:task after :parameters ())
        (:task outer :parameters ()) (:task with-step :parameters ())
        (:method before :parameters () :task (before) :precondition (early) :subtasks ())
        (:method after :parameters () :task (after) :precondition (late) :subtasks ())
        (:method outer :parameters () :task (outer) :precondition (late) :subtasks (and (before)))
        (:method with-step :parameters () :task (with-step) :precondition (late)
            :ordered-subtasks (and (before) (wait)))
        (:action go :parameters () :effect (and (late) (not (early))))
        (:action wait :parameters ()))";
    let valid = |tasks: &str, plan: &str| {
        let text = format!("(define (problem p) (:domain d) (:htn {tasks}) (:init (early)))");
        let problem = problem(domain, &text);
        let plan = read_plan(&format!("==>\n{plan}\n<==")).unwrap().plan(&problem).unwrap();
        verify(&problem, &plan).map_err(|fault| fault.to_string())
    };
    let refused = |tasks: &str, plan: &str, part: &str| {
        let said = valid(tasks, plan).unwrap_err();
        assert!(said.contains(part) && said.contains("early is not true"), "{said}");
    };
    let two = "0 go\nroot 0 1 2\n1 before -> before\n2 after -> after";
    let tasks =
        |order: &str| format!(":subtasks (and (g (go)) (b (before)) (a (after))) :ordering ({order})");
    assert_eq!(valid(&tasks("and (< b a)"), two), Ok(()));
    assert_eq!(valid(&tasks("and (< b g) (< g a)"), two), Ok(()));
    refused(&tasks("and (< a b)"), two, "before()");
    refused(&tasks("and (< g b)"), two, "before()");
    let nested = "0 go\nroot 0 1\n1 outer -> outer 2\n2 before -> before";
    refused(":subtasks (and (go) (outer))", nested, "before()");
    let step = "0 go\n1 wait\nroot 0 2\n2 with-step -> with-step 3 1\n3 before -> before";
    refused(":subtasks (and (go) (with-step))", step, "before()");
}

/// Subtasks without an order may be done among each other: neither task can be done whole before the other.
#[test]
fn unordered_subtasks_interleave() {
    let domain = "(define (domain d) (:predicates (a) (b) (c))
        (:task one :parameters ()) (:task two :parameters ())
        (:method m1 :parameters () :task (one) :ordered-subtasks (and (make-a) (need-b)))
        (:method m2 :parameters () :task (two) :precondition (a) :ordered-subtasks (and (need-a) (make-b)))
        (:action make-a :parameters () :effect (a))
        (:action need-a :parameters () :precondition (a))
        (:action make-b :parameters () :effect (b))
        (:action need-b :parameters () :precondition (b) :effect (c)))";
    let text =
        "(define (problem p) (:domain d) (:htn :subtasks (and (x (one)) (y (two)))) (:init) (:goal (c)))";
    let problem = problem(domain, text);
    let (plan, _) = solved(&problem, &PlanningLimits::default());
    assert_eq!(steps(&problem, &plan), ["make-a", "need-a", "make-b", "need-b"]);
    // In order, it cannot be done.
    assert_eq!(answer(domain, &text.replace(":subtasks", ":ordered-subtasks")), PlanningAnswer::Unsolvable);
}

#[test]
fn conditions_have_all_connectives() {
    let cases = [
        ("(and (p a) (not (p b)))", true),
        ("(or (p b) (q a))", false),
        ("(imply (p b) (q a))", true),
        ("(forall (?x - thing) (or (p ?x) (= ?x b)))", true),
        ("(forall (?x - thing) (p ?x))", false),
        ("(exists (?x - thing) (and (p ?x) (not (= ?x b))))", true),
        ("(exists (?x ?y - thing) (and (p ?x) (q ?y)))", false),
        ("(not (exists (?x - thing) (q ?x)))", true),
        ("(forall (?x - thing) (exists (?y - thing) (not (= ?x ?y))))", true),
        ("()", true),
    ];
    for (condition, holds) in cases {
        for place in ["action", "method", "goal"] {
            let at = |here: &str| if place == here { condition } else { "()" };
            let domain = format!(
                "(define (domain d) (:types thing) (:predicates (p ?x - thing) (q ?x - thing) (r))
                (:task go :parameters ())
                (:method m :parameters () :task (go) :precondition {} :subtasks (and (act)))
                (:action act :parameters () :precondition {} :effect (r))
                (:action change :parameters (?x - thing) :effect (and (q ?x) (not (p ?x)))))",
                at("method"),
                at("action")
            );
            let text = format!(
                "(define (problem p) (:domain d) (:objects a b - thing) (:htn :subtasks (go)) (:init (p a)) (:goal {}))",
                at("goal")
            );
            let found = matches!(answer(&domain, &text), PlanningAnswer::Plan(_));
            assert_eq!(found, holds, "{condition} as the condition of the {place}");
        }
    }
}

#[test]
fn effects_can_depend_on_the_state_and_concern_many_things() {
    let domain = "(define (domain d) (:types lamp) (:predicates (on ?l - lamp) (broken ?l - lamp))
        (:task all-on :parameters ())
        (:method m :parameters () :task (all-on) :subtasks (and (switch)))
        (:action switch :parameters ()
            :effect (forall (?l - lamp) (and (when (not (broken ?l)) (on ?l)) (when (broken ?l) (not (on ?l)))))))";
    let text = |goal: &str| {
        format!(
            "(define (problem p) (:domain d) (:objects a b c - lamp) (:htn :subtasks (all-on))
            (:init (broken b) (on b)) (:goal {goal}))"
        )
    };
    let problem = problem(domain, &text("(and (on a) (on c) (not (on b)))"));
    solved(&problem, &PlanningLimits::default());
    assert_eq!(answer(domain, &text("(on b)")), PlanningAnswer::Unsolvable);
}

#[test]
fn a_hopeless_problem_is_known_to_be_one() {
    let unreachable = LETTERS.replace("(lane mill inn)", "").replace("(lane inn mill)", "");
    assert_eq!(answer(COURIER, &unreachable), PlanningAnswer::Unsolvable);
}

/// Left recursion grows the tasks without end; a plan with two rounds exists all the same.
#[test]
fn endless_recursion_does_not_keep_a_plan_from_being_found() {
    let domain = "(define (domain d) (:predicates (one) (two))
        (:task rounds :parameters ())
        (:method more :parameters () :task (rounds) :ordered-subtasks (and (rounds) (turn)))
        (:method none :parameters () :task (rounds) :subtasks (and))
        (:action turn :parameters () :effect (and (when (one) (two)) (one))))";
    let text =
        |goal| format!("(define (problem p) (:domain d) (:htn :subtasks (rounds)) (:init) (:goal {goal}))");
    let problem = problem(domain, &text("(two)"));
    assert_eq!(solved(&problem, &PlanningLimits::default()).0.steps.len(), 2);
}

/// Each of two actions uses up what the other needs, so both can never be done. The tasks grow without end, but no task that is left may
/// need what the one before it makes false.
#[test]
fn what_a_later_task_needs_is_not_used_up() {
    let domain = "(define (domain d) (:predicates (p) (q) (r)) (:task t :parameters ())
        (:method ma :parameters () :task (t) :ordered-subtasks (and (t) (a)))
        (:method mb :parameters () :task (t) :ordered-subtasks (and (t) (b)))
        (:method end :parameters () :task (t) :subtasks ())
        (:action a :parameters () :precondition (p) :effect (and (not (p)) (q)))
        (:action b :parameters () :precondition (p) :effect (and (not (p)) (r))))";
    let text = "(define (problem p) (:domain d) (:htn :subtasks (t)) (:init (p)) (:goal (and (q) (r))))";
    let limits = PlanningLimits { work: 50_000, ..PlanningLimits::default() };
    assert_eq!(solve(&problem(domain, text), &limits).unwrap().0, PlanningAnswer::Unsolvable);
}

/// Two lists of words, of which equal texts are to be made by the same choices (Post's correspondence problem). One task writes the texts
/// of the one list, the other reads those of the other. A choice is made at the start and its word comes at the end, so that nothing is
/// wrong at first, however the choices are made.
fn correspondence(first: &[&str], second: &[&str]) -> HtnProblem {
    let choices: String = (0..first.len()).map(|choice| format!("(c{choice}) ")).collect();
    let mut domain = format!(
        "(define (domain d) (:predicates (a) (b) {choices} (l0) (l1)) (:task ga :parameters ()) (:task gb :parameters ())"
    );
    for (list, words) in [("a", first), ("b", second)] {
        for (choice, word) in words.iter().enumerate() {
            let letters: String = word.chars().map(|letter| format!("({list}l{letter}) ")).collect();
            domain += &format!(
                "(:method {list}more{choice} :parameters () :task (g{list})
                    :ordered-subtasks (and ({list}c{choice}) (g{list}) {letters}))
                (:method {list}last{choice} :parameters () :task (g{list}) :ordered-subtasks (and ({list}c{choice}) {letters}))"
            );
        }
    }
    let signs = (0..first.len()).map(|choice| format!("c{choice}")).chain(["l0".to_owned(), "l1".to_owned()]);
    for sign in signs {
        domain += &format!(
            "(:action a{sign} :parameters () :precondition (a) :effect (and (not (a)) (b) ({sign})))
            (:action b{sign} :parameters () :precondition (and (b) ({sign})) :effect (and (not (b)) (a) (not ({sign}))))"
        );
    }
    domain.push(')');
    let text = "(define (problem p) (:domain d) (:htn :subtasks (and (ga) (gb))) (:init (a)) (:goal (a)))";
    problem(&domain, text)
}

#[test]
fn a_plan_is_searched_for_from_both_of_its_ends() {
    let limits = PlanningLimits { work: 400_000, ..PlanningLimits::default() };
    let (plan, _) = solved(&correspondence(&["100", "0", "1"], &["1", "100", "00"]), &limits);
    assert_eq!(plan.steps.len(), 40, "seven choices, and thirteen letters of each text");
    // Every word of one list begins and ends with another letter than that of the other.
    let none = correspondence(&["0", "1"], &["1", "0"]);
    assert_eq!(solve(&none, &limits).unwrap().0, PlanningAnswer::Unsolvable);
}

/// The best point is after the first door: the second cannot be unlocked, and no action gives a key.
#[test]
fn what_is_in_the_way_of_a_plan_is_named() {
    let domain = "(define (domain doors) (:types door key) (:predicates (fits ?k - key ?d - door) (have ?k - key) (open ?d - door))
        (:task pass :parameters (?d - door))
        (:method by-key :parameters (?d - door ?k - key) :task (pass ?d) :precondition (have ?k) :subtasks (and (unlock ?d ?k)))
        (:method standing :parameters (?d - door) :task (pass ?d) :precondition (open ?d) :subtasks ())
        (:action unlock :parameters (?d - door ?k - key) :precondition (and (have ?k) (fits ?k ?d)) :effect (open ?d)))";
    let text = "(define (problem p) (:domain doors) (:objects front back - door small - key)
        (:htn :ordered-subtasks (and (pass front) (pass back))) (:init (have small) (fits small front)))";
    let problem = problem(domain, text);
    assert_eq!(solve(&problem, &PlanningLimits::default()).unwrap().0, PlanningAnswer::Unsolvable);
    let obstacle = explain(&problem, &PlanningLimits::default()).unwrap().unwrap();
    let lines = [
        "after 1 step, `pass(back)` cannot be done",
        "  method `by-key` needs `fits(?, back)`, which no action can bring about",
        "  method `standing` needs `open(back)`",
    ];
    assert_eq!(obstacle.describe(&problem), lines.join("\n"));
}

#[test]
fn a_goal_that_is_missed_is_named() {
    let domain = "(define (domain d) (:predicates (p) (q)) (:task t :parameters ())
        (:method m :parameters () :task (t) :subtasks (a)) (:action a :parameters () :effect (p)))";
    let problem = problem(
        domain,
        "(define (problem p) (:domain d) (:htn :subtasks (t)) (:init) (:goal (and (p) (q))))",
    );
    let obstacle = explain(&problem, &PlanningLimits::default()).unwrap().unwrap();
    assert_eq!(obstacle.task, None);
    assert!(
        obstacle.describe(&problem).contains("needs `q`, which no action can bring about"),
        "{obstacle:?}"
    );
}

#[test]
fn the_planner_stops_when_its_work_is_done() {
    // A switch is in one of two positions, never in both, however often it is turned; the turns to come grow without end.
    let domain = "(define (domain d) (:predicates (left) (right)) (:task t :parameters ())
        (:method more :parameters () :task (t) :ordered-subtasks (and (t) (turn)))
        (:method end :parameters () :task (t) :subtasks ())
        (:action turn :parameters () :effect (and
            (when (left) (and (not (left)) (right))) (when (right) (and (not (right)) (left))))))";
    let text =
        "(define (problem p) (:domain d) (:htn :subtasks (t)) (:init (left)) (:goal (and (left) (right))))";
    let problem = problem(domain, text);
    let limits = PlanningLimits { work: 50_000, ..PlanningLimits::default() };
    let (answer, report) = solve(&problem, &limits).unwrap();
    assert_eq!(answer, PlanningAnswer::GaveUp(LimitReached::Work));
    assert!(report.work < 60_000, "{report:?}");
    let limits = PlanningLimits { memory: 100_000, ..PlanningLimits::default() };
    assert_eq!(solve(&problem, &limits).unwrap().0, PlanningAnswer::GaveUp(LimitReached::Memory));
    let limits = PlanningLimits { stop: Some(&|| true), ..PlanningLimits::default() };
    assert_eq!(solve(&problem, &limits).unwrap().0, PlanningAnswer::GaveUp(LimitReached::Time));
}

/// The way along the river costs less than the one over the hill, but is written later.
#[test]
fn going_on_finds_the_cheapest_plan() {
    let domain =
        "(define (domain d) (:types way) (:predicates (there)) (:functions (total-cost) (length ?w - way))
        (:task go :parameters ())
        (:method m :parameters (?w - way) :task (go) :subtasks (and (walk ?w)))
        (:action walk :parameters (?w - way) :effect (and (there) (increase (total-cost) (length ?w)))))";
    let text = "(define (problem p) (:domain d) (:objects hill wood river - way) (:htn :subtasks (go))
        (:init (= (length hill) 9) (= (length wood) 5) (= (length river) 3)) (:goal (there)))";
    let problem = problem(domain, text);
    assert!(solved(&problem, &PlanningLimits::default()).0.cost >= 3);
    let costs = std::cell::RefCell::new(Vec::new());
    let found = |plan: &HtnPlan| costs.borrow_mut().push(plan.cost);
    let limits = PlanningLimits { improve: true, found: Some(&found), ..PlanningLimits::default() };
    let (plan, report) = solved(&problem, &limits);
    assert_eq!((plan.cost, report.cheapest), (3, true));
    let costs = costs.take();
    assert!(costs.is_sorted_by(|earlier, later| earlier > later), "{costs:?}");
    assert_eq!((costs.last(), costs.len() as u32), (Some(&3), report.improved + 1));
}

/// Every way in is tried in the order of the objects, and each but the last ends at a locked door; the key is used up on the way.
#[test]
fn a_choice_that_spoils_a_later_task_is_taken_back() {
    let domain =
        "(define (domain d) (:types door) (:predicates (key) (open ?d - door) (treasure ?d - door) (seen))
        (:task enter :parameters ()) (:task search :parameters ())
        (:method m :parameters (?d - door) :task (enter) :ordered-subtasks (and (unlock ?d)))
        (:method n :parameters (?d - door) :task (search) :ordered-subtasks (and (wait) (take ?d)))
        (:action wait :parameters ())
        (:action unlock :parameters (?d - door) :precondition (key) :effect (and (open ?d) (not (key))))
        (:action take :parameters (?d - door) :precondition (and (open ?d) (treasure ?d)) :effect (seen)))";
    let doors: Vec<String> = (0..300).map(|door| format!("d{door}")).collect();
    let text = format!(
        "(define (problem p) (:domain d) (:objects {} - door)
        (:htn :ordered-subtasks (and (enter) (search) (search))) (:init (key) (treasure d299)) (:goal (seen)))",
        doors.join(" ")
    );
    let problem = problem(domain, &text);
    let (plan, _) = solved(&problem, &PlanningLimits { work: 1 << 20, ..PlanningLimits::default() });
    assert_eq!(steps(&problem, &plan).first().map(String::as_str), Some("unlock d299"));
}

/// Machines that no condition tells apart are one choice and not thirty: painting is by a brush or by a sprayer, and the sprayers differ in
/// nothing.
#[test]
fn choices_between_things_that_do_the_same_are_one_choice() {
    let domain = "(define (domain d) (:types machine part) (:predicates (works ?m - machine) (painted ?p - part))
        (:task finish :parameters (?p - part)) (:task spray :parameters (?p - part ?m - machine))
        (:method by-machine :parameters (?p - part ?m - machine) :task (finish ?p) :ordered-subtasks (and (spray ?p ?m)))
        (:method by-hand :parameters (?p - part) :task (finish ?p) :ordered-subtasks (and (brush ?p) (brush ?p)))
        (:method once :parameters (?p - part ?m - machine) :task (spray ?p ?m) :ordered-subtasks (and (use ?m ?p)))
        (:action use :parameters (?m - machine ?p - part) :precondition (works ?m) :effect (painted ?p))
        (:action brush :parameters (?p - part) :effect (painted ?p)))";
    let machines: Vec<String> = (0..30).map(|machine| format!("m{machine}")).collect();
    let works: Vec<String> = machines.iter().skip(10).map(|machine| format!("(works {machine})")).collect();
    let text = format!(
        "(define (problem p) (:domain d) (:objects {} - machine door - part)
        (:htn :ordered-subtasks (and (finish door))) (:init {}) (:goal (painted door)))",
        machines.join(" "),
        works.join(" ")
    );
    let problem = problem(domain, &text);
    let (plan, report) = solved(&problem, &PlanningLimits { improve: true, ..PlanningLimits::default() });
    assert_eq!((plan.steps.len(), report.cheapest), (1, true));
    // The goal and the two ways to paint; and their methods with those of the root tasks and of the machine.
    assert_eq!(report.grounded.map(|[actions, methods, _]| [actions, methods]), Some([3, 4]));
}

/// Every part gets a wood, a polish and a colour of six each, once and for all; which ones are right is only asked in the end. A part that was
/// left unpainted can be painted while another is worked on, so that no choice is wrong for certain before it is carried out.
#[test]
fn what_later_tasks_need_decides_how_a_task_is_done() {
    let domain = "(define (domain d) (:types part wood polish colour)
        (:predicates (raw ?p - part) (bare ?p - part) (of ?p - part ?w - wood) (has ?p - part ?s - polish)
            (in ?p - part ?c - colour))
        (:task work-on :parameters (?p - part))
        (:task make :parameters (?p - part ?w - wood ?s - polish ?c - colour))
        (:task paint :parameters (?p - part ?s - polish ?c - colour))
        (:method choose :parameters (?p - part ?w - wood ?s - polish ?c - colour) :task (work-on ?p)
            :ordered-subtasks (and (make ?p ?w ?s ?c)))
        (:method own :parameters (?p - part ?w - wood ?s - polish ?c - colour) :task (make ?p ?w ?s ?c)
            :ordered-subtasks (and (cut ?p ?w) (paint ?p ?s ?c)))
        (:method other :parameters (?p ?q - part ?w - wood ?s - polish ?c - colour) :task (make ?p ?w ?s ?c)
            :ordered-subtasks (and (cut ?p ?w) (paint ?q ?s ?c)))
        (:method m :parameters (?p - part ?s - polish ?c - colour) :task (paint ?p ?s ?c)
            :ordered-subtasks (and (apply ?p ?s ?c)))
        (:action cut :parameters (?p - part ?w - wood) :precondition (raw ?p)
            :effect (and (not (raw ?p)) (bare ?p) (of ?p ?w)))
        (:action apply :parameters (?p - part ?s - polish ?c - colour) :precondition (bare ?p)
            :effect (and (not (bare ?p)) (has ?p ?s) (in ?p ?c))))";
    let each = |count: usize, write: &dyn Fn(usize) -> String| -> String {
        (0..count).map(|number| write(number) + " ").collect()
    };
    let (parts, kinds) = (20, 6);
    let text = format!(
        "(define (problem p) (:domain d) (:objects {} - part {} - wood {} - polish {} - colour)
        (:htn :ordered-subtasks (and {})) (:init {}) (:goal (and {})))",
        each(parts, &|part| format!("p{part}")),
        each(kinds, &|wood| format!("w{wood}")),
        each(kinds, &|polish| format!("s{polish}")),
        each(kinds, &|colour| format!("c{colour}")),
        each(parts, &|part| format!("(work-on p{part})")),
        each(parts, &|part| format!("(raw p{part})")),
        each(parts, &|part| {
            let [wood, polish, colour] = [part * 3 + 2, part * 7 + 1, part * 5 + 3].map(|kind| kind % kinds);
            format!("(of p{part} w{wood}) (has p{part} s{polish}) (in p{part} c{colour})")
        }),
    );
    let problem = problem(domain, &text);
    // Trying one choice after the other takes more than twice as much.
    let (plan, _) = solved(&problem, &PlanningLimits { work: 5_000_000, ..PlanningLimits::default() });
    assert_eq!(plan.steps.len(), 2 * parts);
}

/// Tasks that are done in any order, with a method that recurs on its left: neither may keep the planner from the plan.
#[test]
fn unordered_deliveries_with_recursive_ways_are_planned() {
    let domain = "(define (domain d) (:types place parcel) (:predicates (road ?a ?b - place) (at ?p - place)
            (lies ?x - parcel ?p - place) (held ?x - parcel))
        (:task go :parameters (?p - place)) (:task deliver :parameters (?x - parcel ?p - place))
        (:method m :parameters (?x - parcel ?a ?b - place) :task (deliver ?x ?b)
            :ordered-subtasks (and (go ?a) (take ?x ?a) (go ?b) (put ?x ?b)))
        (:method via :parameters (?a ?b - place) :task (go ?b) :ordered-subtasks (and (go ?a) (walk ?a ?b)))
        (:method there :parameters (?b - place) :task (go ?b) :ordered-subtasks (and (stay ?b)))
        (:action stay :parameters (?b - place) :precondition (at ?b))
        (:action walk :parameters (?a ?b - place) :precondition (and (at ?a) (road ?a ?b))
            :effect (and (not (at ?a)) (at ?b)))
        (:action take :parameters (?x - parcel ?a - place) :precondition (and (at ?a) (lies ?x ?a))
            :effect (and (held ?x) (not (lies ?x ?a))))
        (:action put :parameters (?x - parcel ?a - place) :precondition (and (at ?a) (held ?x))
            :effect (and (lies ?x ?a) (not (held ?x)))))";
    let text = "(define (problem p) (:domain d) (:objects a b c e - place x y z - parcel)
        (:htn :subtasks (and (deliver x e) (deliver y a) (deliver z b)))
        (:init (at a) (road a b) (road b c) (road c e) (road e c) (road c b) (road b a)
            (lies x b) (lies y c) (lies z e)))";
    let problem = problem(domain, text);
    let (plan, _) = solved(&problem, &PlanningLimits { work: 1 << 25, ..PlanningLimits::default() });
    assert!(plan.steps.len() >= 12);
}

/// The condition of an effect is only ever made false.
#[test]
fn an_effect_that_never_happens_is_no_trouble() {
    let domain = "(define (domain d) (:predicates (p) (q) (r) (done))
        (:task t :parameters ())
        (:method m :parameters () :task (t) :ordered-subtasks (and (b) (a)))
        (:method n :parameters () :task (t) :ordered-subtasks (and (b) (c) (a)))
        (:action a :parameters () :precondition (p) :effect (and (done) (when (q) (r))))
        (:action b :parameters () :effect (p))
        (:action c :parameters () :effect (not (q))))";
    let text = "(define (problem p) (:domain d) (:htn :subtasks (t)) (:init) (:goal (and (done) (not (r)))))";
    let (plan, report) =
        solved(&problem(domain, text), &PlanningLimits { improve: true, ..PlanningLimits::default() });
    assert_eq!((plan.steps.len(), report.cheapest), (2, true));
}

fn flaws(domain: &str, problem: &str) -> Vec<FileDiagnostic> {
    read(domain, problem).unwrap_err()
}

/// Wrong files are answered with what is wrong and where, all of it at once.
#[test]
fn mistakes_are_named_with_their_places() {
    let cases = [
        ("(at ?who ?from)", "(att ?who ?from)", "unknown-predicate", "att"),
        ("(at ?who ?from)", "(at ?who)", "arity", "(at ?who)"),
        ("(at ?who ?from)", "(at ?whom ?from)", "unknown-variable", "?whom"),
        ("(walk ?who ?from ?via)", "(wlak ?who ?from ?via)", "unknown-task", "wlak"),
        (":task (go ?who ?to)", ":task (walk ?who ?to)", "unknown-task", "walk"),
        ("?who - courier", "?who - curier", "unknown-type", "curier"),
        ("(< first then)", "(< first than)", "unknown-subtask", "than"),
        (
            "(< first then)",
            "(and (< first then) (< then first))",
            "circle",
            "(and (< first then) (< then first))",
        ),
        ("letter - thing", "letter - thing thing - letter", "circle", "letter"),
        ("(:predicates", "(:predicats (x)) (:predicates", "unknown-part", "("),
    ];
    for (right, wrong, code, marked) in cases {
        assert!(COURIER.contains(right), "{right}");
        let domain = COURIER.replacen(right, wrong, 1);
        let found = flaws(&domain, LETTERS);
        let flaw = found.iter().find(|flaw| flaw.diagnostic.code == code);
        let flaw = flaw.unwrap_or_else(|| panic!("{wrong}: {found:#?}"));
        assert_eq!(flaw.file, InputFile::Domain);
        assert_eq!(&domain[flaw.diagnostic.primary.span.clone()], marked, "{wrong}");
    }
    let two = COURIER.replacen("(at ?who ?from)", "(att ?who ?from)", 1);
    let found = flaws(&two, &LETTERS.replace("(lane mill inn)", "(lane mill)"));
    let files: Vec<InputFile> = found.iter().map(|flaw| flaw.file).collect();
    assert_eq!(files, [InputFile::Domain, InputFile::Problem], "{found:#?}");
}

/// A domain and a problem about which there is nothing to say.
const LAMPS: &str = "(define (domain lamps) (:requirements :hierarchy :typing :negative-preconditions :method-preconditions)
    (:types lamp fuse) (:predicates (on ?l - lamp) (good ?f - fuse))
    (:task light :parameters (?l - lamp))
    (:method already :parameters (?l - lamp) :task (light ?l) :precondition (on ?l) :subtasks ())
    (:method switch :parameters (?l - lamp ?f - fuse) :task (light ?l) :precondition (good ?f) :subtasks (and (turn ?l ?f)))
    (:action turn :parameters (?l - lamp ?f - fuse) :precondition (and (good ?f) (not (on ?l))) :effect (on ?l)))";
const HALL: &str = "(define (problem p) (:domain lamps) (:objects hall - lamp main - fuse)
    (:htn :subtasks (and (light hall))) (:init (good main)))";

/// Each slip: what is replaced by what in which file, the code of the only remark on it, and the text that it points at.
#[test]
fn the_usual_slips_are_warned_of() {
    assert_eq!(check(LAMPS, HALL), []);
    let domain = InputFile::Domain;
    let slips = [
        (
            domain,
            "(?l - lamp) :task (light ?l) :precondition (on ?l)",
            "(?l ?x - lamp) :task (light ?l) :precondition (on ?l)",
            "unused-parameter",
            "?x",
        ),
        (
            domain,
            "(:predicates ",
            "(:predicates (broken ?l - lamp) ",
            "unused-predicate",
            "(broken ?l - lamp)",
        ),
        (
            domain,
            "(not (on ?l)))",
            "(not (on ?l)) (power))) (:action idle :parameters ()",
            "unknown-predicate",
            "power",
        ),
        (domain, "(:task light", "(:task dim :parameters ()) (:task light", "no-method", "dim"),
        (
            domain,
            " :negative-preconditions",
            "",
            "missing-requirement",
            "(:requirements :hierarchy :typing :method-preconditions)",
        ),
        (domain, ":typing", ":typnig :typing", "unknown-requirement", ":typnig"),
        (domain, "(good ?f) (not (on ?l))", "(good ?f) (on ?l) (not (on ?l))", "never-used", "turn"),
        (domain, "(?l - lamp ?f - fuse) :task", "(?l ?f - lamp) :task", "never-used", "?f"),
        (domain, "(?l - lamp ?f - fuse) :task", "(?l - lamp ?l - lamp ?f - fuse) :task", "duplicate", "?l"),
        (domain, "(:types lamp fuse)", "(:types lamp fuse torch) (:constants) ", "", ""),
        (domain, "(and (turn ?l ?f))", "((turn ?l ?f) (turn ?l ?f))", "expected", "(turn ?l ?f)"),
        (domain, ":effect (on ?l)", ":effect (on ?l) (good ?f)", "expected", "(good ?f)"),
        (domain, "(and (good ?f) (not (on ?l)))", "((good ?f) (not (on ?l)))", "expected", "(good ?f)"),
        (domain, "(turn ?l ?f)", "(turn ?l)", "arity", "(turn ?l)"),
        (domain, "(turn ?l ?f)", "(trun ?l ?f)", "unknown-task", "trun"),
        (InputFile::Problem, "(:domain lamps)", "(:domain lights)", "other-domain", "(:domain lights)"),
        (InputFile::Problem, "(good main)", "(good main) (good hall)", "other-type", "hall"),
        (InputFile::Problem, "(good main)", "", "never-true", "(good ?f - fuse)"),
        (InputFile::Problem, "main - fuse)", ") ", "empty-type", "fuse"),
    ];
    for (file, from, to, code, at) in slips {
        let (mut domain, mut problem) = (LAMPS.to_owned(), HALL.to_owned());
        let changed = if file == InputFile::Domain { &mut domain } else { &mut problem };
        assert!(changed.contains(from), "{from}");
        *changed = changed.replacen(from, to, 1);
        // An object that is gone leaves its facts behind.
        if code == "empty-type" {
            problem = problem.replace("(good main)", "");
        }
        let found = check(&domain, &problem);
        if code.is_empty() {
            assert_eq!(found, [], "{to}");
            continue;
        }
        let remark = found.iter().find(|remark| remark.diagnostic.code == code);
        let remark = remark.unwrap_or_else(|| panic!("{code} is not in {found:#?}"));
        let text = if remark.file == InputFile::Domain { &domain } else { &problem };
        assert_eq!(&text[remark.diagnostic.primary.span.clone()], at, "{code}: {remark:#?}");
    }
}

/// The part in which a bracket is missing is named, and not the first bracket of the file; files in the wrong order are one mistake; a subtask
/// that is wrong is not said to be missing as well.
#[test]
fn one_mistake_is_said_once_and_at_its_place() {
    let open = COURIER.replace("(tired ?who - courier))", "(tired ?who - courier)");
    let [flaw] = flaws(&open, LETTERS).try_into().unwrap();
    assert!(open[flaw.diagnostic.primary.span.start..].starts_with("(:predicates"), "{flaw:?}");
    let [flaw] = flaws(LETTERS, COURIER).try_into().unwrap();
    assert_eq!(flaw.diagnostic.code, "exchanged");
    let short = COURIER.replace("(first (walk ?who ?from ?via))", "(first (walk ?who ?from))");
    let [flaw] = flaws(&short, LETTERS).try_into().unwrap();
    assert_eq!(flaw.diagnostic.code, "arity");
    let of_other_type = LETTERS.replace("(deliver bill mill)", "(deliver mill bill)");
    let warned = check(COURIER, &of_other_type);
    let messages: Vec<&str> = warned.iter().map(|one| one.diagnostic.message.as_str()).collect();
    assert!(messages.contains(&"`deliver` takes `letter` here, but `mill` is none"), "{messages:?}");
}

#[test]
fn a_file_cut_off_anywhere_is_an_error() {
    for end in (0..COURIER.trim_end().len() - 1).step_by(7) {
        assert!(!flaws(&COURIER[..end], LETTERS).is_empty());
    }
    let deep = "(".repeat(100_000);
    assert_eq!(flaws(&deep, LETTERS)[0].diagnostic.code, "too-deep");
}

/// Things that nothing can be done with cost nothing but their place in the file.
#[test]
fn a_hundred_thousand_objects_are_no_trouble() {
    let many: String = (0..100_000).map(|number| format!("stone{number} ")).collect();
    let text = LETTERS.replace("(:objects", &format!("(:objects {many} - thing"));
    let (plan, report) = solved(&problem(COURIER, &text), &PlanningLimits::default());
    let (same, few) = solved(&problem(COURIER, LETTERS), &PlanningLimits::default());
    assert_eq!(plan.steps.len(), same.steps.len());
    assert_eq!(report.grounded, few.grounded);
}

/// A method with more choices than memory holds: a plan is found without grounding, but is not proved to be the cheapest; and where there is
/// none, that is not proved, and the limit is named.
#[test]
fn more_choices_than_memory_holds_are_given_up() {
    let domain = "(define (domain d) (:types o) (:predicates (p ?a ?b ?c ?d ?e ?f - o))
        (:task t :parameters ())
        (:method m :parameters (?a ?b ?c ?d ?e ?f - o) :task (t) :ordered-subtasks (and (a ?a ?b ?c ?d ?e ?f) (a ?f ?e ?d ?c ?b ?a)))
        (:action a :parameters (?a ?b ?c ?d ?e ?f - o) :effect (p ?a ?b ?c ?d ?e ?f)))";
    let objects: String = (0..200).map(|number| format!("o{number} ")).collect();
    let with_goal = |goal| {
        let htn = "(:htn :subtasks (t)) (:init)";
        problem(
            domain,
            &format!("(define (problem p) (:domain d) (:objects {objects} - o) {htn} (:goal {goal}))"),
        )
    };
    let problem = with_goal("(and)");
    for improve in [false, true] {
        let limits = PlanningLimits { memory: 64 << 20, improve, ..PlanningLimits::default() };
        let (plan, report) = solved(&problem, &limits);
        assert_eq!((plan.steps.len(), report.grounded, report.cheapest), (2, None, false));
    }
    let hopeless = with_goal("(and (p o1 o2 o3 o4 o5 o6) (p o7 o8 o9 o1 o2 o3))");
    let limits = PlanningLimits { memory: 64 << 20, ..PlanningLimits::default() };
    assert_eq!(solve(&hopeless, &limits).unwrap().0, PlanningAnswer::GaveUp(LimitReached::Memory));
}
