//! Parts of minds that are disabled, engine by engine, without a page.

use motive_core::trace::{Event, MindPart, Recorder, SubtaskEvent, TaskEnd, Tracer};
use motive_core::{Agent, Catalogue, Memory, Mind, Time, Type, Vocabulary};
use motive_language::{NoFiles, SourceText, WorldVocabulary, load};

/// Disables one part.
struct Without {
    part: Option<MindPart<'static>>,
    recorder: Recorder,
}

impl Tracer for Without {
    fn event(&mut self, event: Event) {
        self.recorder.event(event);
    }

    fn is_disabled(&self, part: MindPart<'_>) -> bool {
        self.part == Some(part)
    }
}

fn agent(text: &str) -> Agent<Box<dyn Mind>> {
    let mut names = Vocabulary::new();
    names.own("hunger", Type::Number);
    names.action("eat", 0);
    names.action("cook", 0);
    names.action("rest", 0);
    let names = names.finish().unwrap();
    let catalogue = Catalogue::default();
    let given = WorldVocabulary { vocabulary: &names, catalogue: &catalogue };
    let loaded = load(SourceText::new("mind.motive", text.to_owned()), &given, &NoFiles);
    let told: Vec<&String> = loaded.problems.iter().map(|problem| &problem.diagnostic.message).collect();
    let model = loaded.model.as_ref().unwrap_or_else(|| panic!("{told:?}"));
    let mut memory = Memory::new(model.vocabulary.clone());
    memory.set_own(names.find_property("hunger").unwrap(), 70.0).unwrap();
    Agent::new(memory, model.minds[0].start().unwrap(), 1, 0)
}

/// What is done in three ticks: as it is, with the part disabled, and with it enabled again.
fn play(text: &str, part: MindPart<'static>) -> ([Vec<String>; 3], Vec<Event>) {
    let mut agent = agent(text);
    let (mut events, mut tick) = (Vec::new(), 0);
    let done = [None, Some(part), None].map(|part| {
        agent.mind_mut().reconsider();
        let mut tracer = Without { part, recorder: Recorder::default() };
        let mut done = Vec::new();
        // A task or network takes a tick to turn to something else.
        for _ in 0..3 {
            tick += 1;
            let decision = agent.tick_traced(Time::of_tick(tick, 100_000), &mut tracer).clone();
            done = decision.display(agent.memory().shared_vocabulary().as_ref());
        }
        if part.is_some() {
            events = tracer.recorder.take();
        }
        done
    });
    (done, events)
}

#[test]
fn a_rule_that_is_disabled_leaves_its_turn_to_the_next() {
    let text = "goal live maintains Live { priority 5 }
        program Live { rule feed when self.hunger > 50 do eat() rule wait do rest() }
        mind M = arbiter { goals live }";
    let ([before, without, after], _) = play(text, MindPart::Rule { program: "Live", rule: 0 });
    assert_eq!((before, without, after), (vec!["eat()".into()], vec!["rest()".into()], vec!["eat()".into()]));
}

#[test]
fn a_goal_that_is_disabled_ends_its_task() {
    let text = "goal feed maintains Feed { priority 50 }
        goal idle maintains Idle { priority 5 }
        program Feed { rule feed do eat() }
        program Idle { rule wait do rest() }
        conflicts among eat, rest
        mind M = arbiter { goals feed, idle }";
    let ([before, without, after], events) = play(text, MindPart::Goal("feed"));
    assert_eq!((before, without, after), (vec!["eat()".into()], vec!["rest()".into()], vec!["eat()".into()]));
    assert!(events.iter().any(|event| matches!(event, Event::TaskEnded { why: TaskEnd::Disabled, .. })));
}

#[test]
fn a_task_that_is_disabled_fails() {
    let text = "task Play { do Cook or Wait; Play }
        task Cook { needs self.hunger > 50 do cook() }
        task Wait { do rest() }
        goal play maintains Play { priority 5 }
        mind M = arbiter { goals play }";
    let ([_, without, _], events) = play(text, MindPart::Task("Cook"));
    assert_eq!(without, ["rest()"]);
    let disabled = |event: &Event| matches!(event, Event::Decomposing { what: SubtaskEvent::Disabled, .. });
    assert!(events.iter().any(disabled), "{events:?}");
}

#[test]
fn a_skill_that_is_disabled_does_not_start() {
    let text = "network Cook spread 40 {
            want fed
            sense fed when self.hunger < 10
            sense hungry when self.hunger > 50
            skill nibble { needs hungry adds fed do eat() }
        }
        goal live maintains Cook { priority 5 }
        mind M = arbiter { goals live }";
    let ([before, without, after], events) = play(text, MindPart::Skill("nibble"));
    assert_eq!((before, without, after), (vec!["eat()".into()], vec![], vec!["eat()".into()]));
    assert!(!events.iter().any(|event| matches!(event, Event::SkillStarted { .. })));
    let levels = events.iter().find_map(|event| match event {
        Event::Activation { skills, .. } => Some(skills.clone()),
        _ => None,
    });
    assert_eq!(&*levels.unwrap()[0].skill, "nibble");
}
