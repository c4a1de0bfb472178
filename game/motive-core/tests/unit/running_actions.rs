use super::*;
use crate::memory::Thing;
use crate::vocabulary::{Facts, Vocabulary};

struct Climbing {
    memory: Memory,
    runs: RunningActions,
    run: ActionId,
    climb: ActionId,
    tired: Symbol,
}

fn doing() -> Climbing {
    let mut names = Vocabulary::new();
    let (run, climb, tired) = (names.action("run", 1), names.latched("climb", 1), names.symbol("tired"));
    let memory = Memory::new(names.finish().unwrap());
    Climbing { memory, runs: RunningActions::default(), run, climb, tired }
}

impl Climbing {
    /// A tick with these commands. Returns the phases of the actions, and the number of stopped ones.
    fn tick(&mut self, commands: &[(u64, ActionId, i32)]) -> (Vec<Phase>, usize) {
        let proposal = |(task, action, argument): &(u64, ActionId, i32)| {
            let arguments = [Value::from(*argument)].into_iter().collect();
            Proposal {
                task: Holder(*task),
                priority: 1.0,
                command: Command::Act { action: *action, arguments },
            }
        };
        let mut kept: Vec<Proposal> = commands.iter().map(proposal).collect();
        kept.extend(self.runs.latched(&kept));
        self.runs.settle(&kept, &mut self.memory, true);
        self.memory.end_tick();
        let decision = self.runs.decision();
        (decision.actions.iter().map(|act| act.phase).collect(), decision.stopped.len())
    }

    fn status(&self) -> Vec<Option<Value>> {
        let status = self.memory.vocabulary().builtin().status;
        self.memory.things().map(|thing: &Thing| thing.get(status).cloned()).collect()
    }
}

/// R-000-060, R-004-057
#[test]
fn an_action_starts_goes_on_and_stops() {
    let mut doing = doing();
    let run = doing.run;
    assert_eq!(doing.tick(&[(1, run, 7)]), (vec![Phase::Started], 0));
    let first = doing.runs.decision().actions[0].run;
    assert_eq!(doing.tick(&[(1, run, 7)]), (vec![Phase::Continued], 0));
    assert_eq!(doing.tick(&[(2, run, 7)]), (vec![Phase::Continued], 0), "whichever task wants it");
    assert_eq!(doing.tick(&[(2, run, 8)]), (vec![Phase::Changed], 0));
    assert_eq!(doing.runs.decision().actions[0].run, first);
    assert_eq!(doing.tick(&[]), (vec![], 1));
    assert_eq!(doing.runs.decision().stopped[0].phase, Phase::Stopped);
    assert_eq!(doing.tick(&[]), (vec![], 0));
    assert_eq!(doing.tick(&[(1, run, 7)]), (vec![Phase::Started], 0));
    assert_ne!(doing.runs.decision().actions[0].run, first);
}

#[test]
fn two_runs_of_one_action_are_distinguished() {
    let mut doing = doing();
    let run = doing.run;
    assert_eq!(doing.tick(&[(1, run, 7), (2, run, 7)]).0, [Phase::Started; 2]);
    assert_eq!(doing.tick(&[(1, run, 7), (2, run, 9)]).0, [Phase::Continued, Phase::Changed]);
    assert_eq!(doing.tick(&[(2, run, 9)]), (vec![Phase::Continued], 1));
    assert_eq!(doing.runs.running().count(), 1);
}

#[test]
fn a_latched_action_goes_on_until_the_world_ends_it_and_is_shown() {
    let mut doing = doing();
    let climb = doing.climb;
    let names = doing.memory.shared_vocabulary().clone();
    assert_eq!(doing.tick(&[(1, climb, 7)]).0, [Phase::Started]);
    let run = doing.runs.decision().actions[0].run;
    assert_eq!(doing.tick(&[]), (vec![Phase::Continued], 0));
    assert_eq!(doing.status(), [Some(names.builtin().running.into())]);
    assert!(!doing.runs.finish(run + 1, ActionEnd::Succeeded, &mut doing.memory));
    assert!(doing.runs.finish(run, ActionEnd::Failed(doing.tired), &mut doing.memory));
    assert_eq!(doing.status(), [Some(names.builtin().failed.into())]);
    let shown = doing.memory.things().next().unwrap();
    assert_eq!(shown.get(names.builtin().reason), Some(&doing.tired.into()));
    assert_eq!(doing.tick(&[]), (vec![], 0));
    assert!(doing.status().is_empty(), "once a decision has seen the end, memory lets go of it");
}
