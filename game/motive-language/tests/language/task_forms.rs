//! What tasks in files can say beyond steps and methods: looking ahead, slots, limits, any order, weights, lists, other engines.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use motive_core::{Agent, Catalogue, Memory, Time, Type, Vocabulary};
use motive_language::{Loaded, Model, NoFiles, SourceText, WorldVocabulary, load};

fn names() -> Vocabulary {
    let mut names = Vocabulary::new();
    names.own("at", Type::Number);
    names.own("armed", Type::Bool);
    names.own("enemy", Type::Bool);
    names.own("health", Type::Number);
    names.own("tactic", Type::Symbol);
    for (action, arity) in
        [("go", 1), ("rush", 0), ("arm", 0), ("fight", 0), ("shout", 0), ("walk", 0), ("rest", 0)]
    {
        names.action(action, arity);
    }
    names.latched("travel", 1);
    names
}

fn loaded(text: &str) -> Loaded {
    let (vocabulary, catalogue) = (names(), Catalogue::default());
    load(
        SourceText::new("tasks.motive", text),
        &WorldVocabulary { vocabulary: &vocabulary, catalogue: &catalogue },
        &NoFiles,
    )
}

fn model(text: &str) -> Model {
    let loaded = loaded(text);
    loaded.model.unwrap_or_else(|| panic!("{:#?}", loaded.problems))
}

/// The codes of what is wrong.
fn codes(text: &str) -> Vec<String> {
    loaded(text).problems.into_iter().map(|problem| problem.diagnostic.code.to_string()).collect()
}

struct Body {
    agent: Agent,
    tick: u64,
}

impl Body {
    fn new(text: &str) -> Self {
        Self::seeded(text, 1)
    }

    fn seeded(text: &str, seed: u64) -> Self {
        let model = model(text);
        let mut memory = Memory::new(model.vocabulary.clone());
        model.initial_state.apply_to(&mut memory).unwrap();
        Self { agent: Agent::new(memory, model.minds.last().unwrap().start().unwrap(), seed, 0), tick: 0 }
    }

    fn does(&mut self) -> String {
        let names = self.agent.memory().shared_vocabulary().clone();
        self.tick += 1;
        self.agent.tick(Time::of_tick(self.tick, 100_000)).display(&names).join(" ")
    }

    fn set(&mut self, property: &str, value: impl Into<motive_core::Value>) {
        let names = self.agent.memory().shared_vocabulary().clone();
        self.agent.memory_mut().set_own(names.find_property(property).unwrap(), value).unwrap();
    }
}

/// Rushing in comes first and leads nowhere: only one who looks ahead knows.
const HOLD: &str = "
    action arm   { effect self.armed = true }
    action fight { needs self.armed  effect self.enemy = false }
    action rush
    fact not self.armed
    fact self.enemy
    task Hold { do rush or arm; fight }
";

#[test]
fn a_task_is_planned_ahead_or_done_as_it_comes() {
    let mut rash = Body::new(&format!("{HOLD} mind It = task Hold"));
    assert_eq!(rash.does(), "rush()");
    // One who reconsiders sees after the first step that what comes first would do now.
    let ways = [("", "fight()"), ("2 steps", "fight()"), ("cheapest", "fight()"), ("reconsidered", "rush()")];
    for (ahead, second) in ways {
        let mut wise = Body::new(&format!("{HOLD} mind It = task Hold ahead {ahead}"));
        assert_eq!(wise.does(), "arm()", "{ahead}");
        wise.set("armed", true);
        assert_eq!(wise.does(), second, "{ahead}");
    }
    // One step is not far enough to see it.
    let mut short = Body::new(&format!("{HOLD} mind It = task Hold ahead 1 step"));
    assert_eq!(short.does(), "rush()");
    let goal = "goal hold maintains task Hold ahead { priority 5 }  mind It = arbiter { goals hold }";
    assert_eq!(Body::new(&format!("{HOLD} {goal}")).does(), "arm()");
    assert_eq!(codes(&format!("{HOLD} mind It = task Hold ahead 0 steps")), ["bad-steps"]);
}

/// A slot is filled, changed and emptied while the game runs, by a property of the agent.
#[test]
fn a_slot_has_the_task_that_a_property_names() {
    let text = "
        enum tactic { Bold, Shy }
        task Meet { do Tactic or rest; Meet }
        task Tactic { slot self.tactic }
        task Bold { do fight }
        task Shy  { do walk }
        mind It = task Meet
    ";
    let mut body = Body::new(text);
    assert_eq!(body.does(), "rest()", "there is nothing in the slot");
    let names = body.agent.memory().shared_vocabulary().clone();
    for (task, command) in [("Bold", "fight()"), ("Shy", "walk()"), ("Bold", "fight()")] {
        body.set("tactic", names.find_symbol(task).unwrap());
        assert_eq!(body.does(), command);
    }
    assert_eq!(codes("task T { slot 3 } mind It = task T"), ["not-a-slot"]);
    assert_eq!(codes("task T { slot self.tactic do walk } mind It = task T"), ["slot-and-steps"]);
}

/// Splicing: the tasks of one mind with some of them replaced, which shows wherever they are called.
#[test]
fn a_mind_has_tasks_spliced_in() {
    let text = "
        task Patrol { do Greet; walk }
        task Greet { do shout }
        mind Peaceful = task Patrol
        mind Hostile = Peaceful but { task Greet { do arm; fight } }
    ";
    let mut hostile = Body::new(text);
    assert_eq!([hostile.does(), hostile.does(), hostile.does()], ["arm()", "fight()", "walk()"]);
    let peaceful = text.split("mind Hostile").next().unwrap();
    let mut peaceful = Body::new(peaceful);
    assert_eq!([peaceful.does(), peaceful.does()], ["shout()", "walk()"]);
}

/// R-002-058, R-002-061 in files: an action fails after a time or when something comes in between, or begins its time anew.
#[test]
fn actions_have_limits() {
    let text = |limits: &str| {
        format!("task Go {{ do Reach or shout }} task Reach {{ {limits} do travel(3) }} mind It = task Go")
    };
    let mut late = Body::new(&text("within 250 ms"));
    let commands: Vec<String> = (0..5).map(|_| late.does()).collect();
    // The world goes on with what it was told to do; the task does not.
    assert_eq!(commands[..4], ["travel(3)", "travel(3)", "travel(3)", "shout() travel(3)"]);
    let mut hurt = Body::new(&text("fails when self.health < 10"));
    hurt.set("health", 50);
    assert_eq!([hurt.does(), hurt.does()], ["travel(3)", "travel(3)"]);
    hurt.set("health", 5);
    assert!(hurt.does().contains("shout()"));
    let mut bumped = Body::new(&text("within 250 ms resumes when self.enemy"));
    bumped.set("enemy", true);
    assert!((0..9).all(|_| bumped.does() == "travel(3)"));
    assert_eq!(codes("task T { within 1 s do walk; walk } mind It = task T"), ["not-one-action"]);
}

/// A guarded task is left as soon as what it needs ceases to hold.
#[test]
fn a_guarded_task_is_left_when_its_reason_is_gone() {
    let text = |guarded: &str| {
        format!(
            "task Go {{ do Brave or rest }} task Brave {{ needs self.health > 10 {guarded} do travel(3) }}
             mind It = task Go"
        )
    };
    for (guarded, after) in [("guarded on", true), ("", false)] {
        let mut body = Body::new(&text(guarded));
        body.set("health", 50);
        assert_eq!([body.does(), body.does()], ["travel(3)", "travel(3)"]);
        body.set("health", 5);
        assert_eq!(body.does().contains("rest()"), after, "{guarded}");
    }
}

/// R-002-017: all are done, in whichever order works; what was done is not done again.
#[test]
fn steps_are_done_in_any_order() {
    let text = "
        task All { do in any order (Fight; arm; Walk); shout }
        task Fight { needs self.armed  do fight }
        task Walk { needs self.at == 1  do walk }
        mind It = task All
    ";
    let mut body = Body::new(text);
    body.set("armed", false);
    body.set("at", 1);
    assert_eq!(body.does(), "arm()");
    body.set("armed", true);
    assert_eq!([body.does(), body.does(), body.does()], ["fight()", "walk()", "shout()"]);
    let mut stuck = Body::new(text);
    stuck.set("armed", false);
    stuck.set("at", 0);
    assert_eq!(stuck.does(), "arm()");
    assert_eq!(stuck.does(), "", "neither of the others can be done");
}

/// One who looks ahead finds the order in which all can be done.
#[test]
fn any_order_is_found_ahead() {
    let text = "
        action arm   { effect self.armed = true }
        action fight { needs self.armed }
        action walk  { needs not self.armed }
        fact not self.armed
        task All { do in any order (fight; arm; walk) }
        mind It = task All ahead
    ";
    let mut body = Body::new(text);
    assert_eq!(body.does(), "walk()");
    assert_eq!(body.does(), "arm()");
    body.set("armed", true);
    assert_eq!(body.does(), "fight()");
}

/// R-002-017: alternatives with weights are tried first as often as these say, the same in every run of a seed.
#[test]
fn alternatives_have_weights() {
    let text = "task Amble { do walk weight 3 or shout weight 1; Amble } mind It = task Amble";
    let run = |seed| -> Vec<String> {
        let mut body = Body::seeded(text, seed);
        (0..10_000).map(|_| body.does()).collect()
    };
    let first = run(1);
    assert_eq!(first, run(1));
    assert_ne!(first, run(2));
    let shouts = first.iter().filter(|command| *command == "shout()").count() as f64;
    // Three standard deviations of a binomial with p = 1/4 and n = 10,000.
    assert!((shouts - 2500.0).abs() < 130.0, "{shouts}");
    // The other is tried when the first fails.
    let text = "task Amble { do Never weight 1000 or shout weight 1 } task Never { needs self.armed do walk }
                mind It = task Amble";
    let mut body = Body::new(text);
    body.set("armed", false);
    assert_eq!(body.does(), "shout()");
    assert_eq!(codes("task T { do walk weight 0 or shout } mind It = task T"), ["bad-weight"]);
    assert_eq!(codes("task T { do walk weight 2 } mind It = task T"), ["lonely-weight"]);
}

/// R-002-015: lists are taken apart; a patrol goes round three points for ever.
#[test]
fn a_list_goes_round() {
    let text = "
        task Patrol(points) { do go(first(points)); Patrol(rotate(points)) }
        mind It = task Patrol([10, 11, 12])
    ";
    let mut body = Body::new(text);
    let went: Vec<String> = (0..6).map(|_| body.does()).collect();
    assert_eq!(went, ["go(10)", "go(11)", "go(12)", "go(10)", "go(11)", "go(12)"]);
    let text = "
        task All(l) { method one when length(l) > 0 do go(first(l)); All(rest(l))  method none do go(99) }
        task Start { do All(append([1, 2], item([5, 6], 1))) }
        mind It = task Start
    ";
    let mut body = Body::new(text);
    let went: Vec<String> = (0..4).map(|_| body.does()).collect();
    assert_eq!(went, ["go(1)", "go(2)", "go(6)", "go(99)"]);
}

/// R-002-015: a shuffled list has the same items in an order that is drawn, anew each time.
#[test]
fn a_list_is_shuffled() {
    let text = "
        task Round { do Visit(shuffle([1, 2, 3])); Round }
        task Visit(l) { method some when length(l) > 0 do go(first(l)); Visit(rest(l))  method none do nothing }
        mind It = task Round
    ";
    let orders = |seed: u64| -> Vec<String> {
        let mut body = Body::seeded(text, seed);
        (0..120).map(|_| [(); 3].map(|()| body.does()).join(" ")).collect()
    };
    let seen = orders(1);
    let mut kinds = seen.clone();
    kinds.sort();
    kinds.dedup();
    let all = [[1, 2, 3], [1, 3, 2], [2, 1, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1]];
    assert_eq!(kinds, all.map(|order| order.map(|at| format!("go({at})")).join(" ")));
    assert_eq!(seen, orders(1), "the same seed gives the same orders");
    assert_ne!(seen, orders(2));
}

/// One who plans ahead draws among alternatives with weights, too, and takes a drawn choice back that leads nowhere.
#[test]
fn weights_are_drawn_ahead() {
    let text = "
        task Both { do walk weight 3 or shout weight 1; Both }
        mind It = task Both ahead 1 steps
    ";
    let mut body = Body::new(text);
    let walked = (0..2_000).filter(|_| body.does() == "walk()").count();
    // Three standard deviations of a binomial with p = 3/4 and n = 2,000.
    assert!(walked.abs_diff(1_500) < 59, "{walked}");
}

/// A list that grows without end is no trouble: at some length it does not grow any more, and the task fails.
#[test]
fn a_list_does_not_grow_without_end() {
    for growing in ["append(l, 1)", "[l]"] {
        let text = format!("task Grow(l) {{ do walk; Grow({growing}) }} mind It = task Grow([1])");
        let mut body = Body::new(&text);
        let walked = (0..6000).filter(|_| body.does() == "walk()").count();
        assert!(walked > 5, "{growing}: {walked}");
    }
}

/// A rule asks a task, which goes on from tick to tick, is left when another rule runs, and begins again.
#[test]
fn a_rule_asks_a_task() {
    let text = "
        program Guard {
            rule flee when self.enemy do walk
            rule round when self.at < 5 do Round(7)
            otherwise do rest
        }
        task Round(n) { do go(n); shout; Rest }
        task Rest { do rest }
        mind It = program Guard
    ";
    let mut body = Body::new(text);
    body.set("enemy", false);
    body.set("at", 0);
    assert_eq!([body.does(), body.does()], ["go(7)", "shout()"]);
    body.set("enemy", true);
    assert_eq!(body.does(), "walk()");
    body.set("enemy", false);
    assert_eq!([body.does(), body.does(), body.does()], ["go(7)", "shout()", "rest()"], "it begins again");
    body.set("at", 9);
    assert_eq!(body.does(), "rest()");
}

/// What a rule asks can fail, and then the next rule is tried.
#[test]
fn a_rule_goes_on_when_a_task_fails() {
    let text = "
        program Guard { rule first do Fight  otherwise do rest }
        task Fight { needs self.armed do fight }
        mind It = program Guard
    ";
    let mut body = Body::new(text);
    body.set("armed", false);
    assert_eq!(body.does(), "rest()");
    body.set("armed", true);
    assert_eq!(body.does(), "fight()");
}

/// A task calls a program with arguments, a machine and a plan for drives; a rule asks a plan and a network; programs and tasks call
/// each other in a circle.
#[test]
fn every_engine_is_a_part_of_every_other() {
    let program = "
        task Trip { do GoTo(3); shout }
        program GoTo(place) { done when self.at == place  otherwise do go(place) }
        mind It = task Trip
    ";
    let mut body = Body::new(program);
    body.set("at", 0);
    assert_eq!([body.does(), body.does()], ["go(3)", "go(3)"]);
    body.set("at", 3);
    assert_eq!(body.does(), "shout()");

    let machine = "
        machine Mood starts calm {
            state calm { do rest   to angry when self.enemy }
            state angry { do fight   to calm when not self.enemy }
        }
        task Live { do Mood }
        program Die { rule live do Mood }
    ";
    for mind in ["mind It = task Live", "mind It = program Die"] {
        let mut body = Body::new(&format!("{machine} {mind}"));
        body.set("enemy", false);
        assert_eq!(body.does(), "rest()", "{mind}");
        body.set("enemy", true);
        assert_eq!(body.does(), "fight()", "{mind}");
    }

    let plan = "
        action rest { effect self.health += 10 }
        drive stay_healthy { goal self.health toward 100 }
        fact self.health == 50
        task Live { do plan for stay_healthy or shout }
        program Thrive { rule hurt when self.health < 80 do plan for stay_healthy  otherwise do walk }
    ";
    for mind in ["mind It = task Live", "mind It = program Thrive"] {
        let mut body = Body::new(&format!("{plan} {mind}"));
        body.set("health", 50);
        let rested = (0..5).any(|_| body.does() == "rest()");
        assert!(rested, "{mind}");
    }

    let network = "
        network GetThere profile signed goals 70 state 30 mean 20 threshold 20 {
            want  there
            sense there when self.at == 1
            sense away when self.at != 1
            skill step { needs away adds there takes 1 ticks do walk }
        }
        program Guard { rule go when self.at != 1 do GetThere  otherwise do rest }
        mind It = program Guard
    ";
    let mut body = Body::new(network);
    body.set("at", 0);
    assert!((0..10).any(|_| body.does() == "walk()"));
    body.set("at", 1);
    assert_eq!(body.does(), "rest()");

    let circle = "
        program Even { rule on when self.at < 3 do Odd  otherwise do rest }
        task Odd { do walk; Even }
        mind It = program Even
    ";
    let mut body = Body::new(circle);
    body.set("at", 0);
    assert_eq!(body.does(), "walk()");
    body.set("at", 9);
    assert_eq!(body.does(), "rest()");
}

#[test]
fn mistakes_in_what_is_asked_have_their_places() {
    assert_eq!(
        codes("program P { rule a do Roud } task Round { do walk } mind It = program P"),
        ["unknown-action-or-program"]
    );
    assert_eq!(
        codes("program P { rule a do Round(1) } task Round { do walk } mind It = program P"),
        ["wrong-arity"]
    );
    assert_eq!(codes("program P { rule a do plan for fame } mind It = program P"), ["unknown-drive"]);
    assert_eq!(codes("task T { do plan for fame } mind It = task T"), ["unknown-drive"]);
}
