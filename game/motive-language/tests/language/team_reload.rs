//! A team whose file changes while it plays.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use motive_arbiter::Arbiter;
use motive_core::{Agent, Catalogue, Memory, Time, Vocabulary};
use motive_language::{Model, NoFiles, SourceText, WorldVocabulary, load};
use motive_tasks::team::{Assignment, Board, Preempt, TeamError};

const TEAM: &str = "
    team Us { coordinator Main  member ann do Up  member bob do Round }
    task Up { do go(1); Up }
    task Round { do Step; go(5); go(6); Round }
    task Step { do go(4) }
    task Main { do wait; Main }
    task Fetch { do fetch; Fetch }
";

fn names() -> Vocabulary {
    let mut names = Vocabulary::new();
    names.action("go", 1);
    names.action("fetch", 0);
    names
}

/// A file that is loaded again is checked against the names that are known, so that it can only add to them.
fn model(text: &str, known: &Vocabulary) -> Model {
    let given = WorldVocabulary { vocabulary: known, catalogue: &Catalogue::default() };
    let loaded = load(SourceText::new("team.motive", text), &given, &NoFiles);
    loaded.model.unwrap_or_else(|| panic!("{:#?}", loaded.problems))
}

struct Stage {
    model: Model,
    board: Board,
    agents: Vec<Agent>,
    tick: u64,
}

impl Stage {
    fn new() -> Self {
        let model = model(TEAM, &names());
        let playing = model.teams[0].start().unwrap();
        let minds = playing.members.into_iter().map(|(_, mind)| mind).chain(playing.coordinator);
        let agents =
            (0..).zip(minds).map(|(at, mind)| Agent::new(Memory::new(model.vocabulary.clone()), mind, 1, at));
        Self { agents: agents.collect(), board: playing.board, model, tick: 0 }
    }

    /// What each member does.
    fn does(&mut self) -> [String; 2] {
        self.tick += 1;
        let names = self.model.vocabulary.clone();
        let now = Time::of_tick(self.tick, 100_000);
        self.board.publish();
        [0, 1].map(|at| self.agents[at].tick(now).display(&names).join(" "))
    }

    fn reload(&mut self, text: &str) -> Result<(), TeamError> {
        let new = model(text, &self.model.vocabulary);
        let characters = new.teams[0].take_over(&self.model.teams[0], &self.board)?;
        assert_eq!(characters.len(), self.agents.len());
        for (agent, character) in self.agents.iter_mut().zip(characters) {
            let (mind, memory) = agent.parts_mut();
            memory.extend_vocabulary(new.vocabulary.clone()).unwrap();
            mind.as_any_mut().unwrap().downcast_mut::<Arbiter>().unwrap().replace(character, memory);
        }
        self.model = new;
        Ok(())
    }
}

#[test]
fn whoever_is_at_a_changed_task_begins_it_anew_and_others_go_on() {
    let mut team = Stage::new();
    assert_eq!(team.does(), ["go(1)", "go(4)"]);
    assert_eq!(team.does(), ["go(1)", "go(5)"]);
    team.reload(&TEAM.replace("go(1)", "go(2)")).unwrap();
    assert_eq!(team.does(), ["go(2)", "go(6)"], "bob is where he was");
    team.reload(&TEAM.replace("go(4)", "go(7)")).unwrap();
    assert_eq!(team.does(), ["go(1)", "go(7)"], "what his task calls has changed");
}

#[test]
fn lists_that_the_file_did_not_change_stay_as_they_became() {
    let mut team = Stage::new();
    team.does();
    team.board.set_tasks("ann", vec![Assignment::new("Fetch")], Preempt::Now).unwrap();
    assert_eq!(team.does(), ["fetch()", "go(5)"]);
    team.reload(&TEAM.replace("member bob do Round", "member bob do Up")).unwrap();
    assert_eq!(team.does(), ["fetch()", "go(1)"], "ann has what she was told, bob what the file says now");
    // A task that is gone is passed over.
    team.reload(&TEAM.replace("task Fetch", "task Other").replace("fetch; Fetch", "fetch; Other")).unwrap();
    assert_eq!(team.does()[0], "");
}

#[test]
fn members_cannot_be_exchanged_while_they_play() {
    let mut team = Stage::new();
    assert_eq!(team.does(), ["go(1)", "go(4)"]);
    for other in [TEAM.replace("ann", "amy"), TEAM.replace("coordinator Main  ", "")] {
        let error = team.reload(&other).unwrap_err();
        assert_eq!(error, TeamError::OtherMembers);
    }
    assert_eq!(team.does(), ["go(1)", "go(5)"], "the team goes on as it was");
}

#[test]
fn rules_and_states_of_a_members_task_call_tasks() {
    for behaviour in
        ["program Watch { rule look do Step }", "machine Watch starts look { state look { do Step } }"]
    {
        let text = format!(
            "team Us {{ member ann do Guard }} task Guard {{ do Watch }} task Step {{ do go(4) }} {behaviour}"
        );
        let model = model(&text, &names());
        let mind = model.teams[0].start().unwrap().members.remove(0).1;
        let mut agent = Agent::new(Memory::new(model.vocabulary.clone()), mind, 1, 0);
        let decision = agent.tick(Time::of_tick(1, 100_000)).display(&model.vocabulary).join(" ");
        assert_eq!(decision, "go(4)", "{behaviour}");
    }
}
