//! Minds from files and texts.

use motive::arbiter::{Arbiter, Character};
use motive::declare::NoActions;
use motive::kernel::Vocabulary;
use motive::kernel::trace::NoTrace;
use motive::prelude::*;
use std::fs;
use std::path::PathBuf;

#[derive(Percept)]
struct Thief {
    id: Id,
    distance: f32,
}

#[derive(Actions, Debug, PartialEq, Clone, Copy)]
#[motive(one_at_a_time)]
enum Act {
    Chase(Id),
    Shout,
    Walk,
}

const GUARD: &str = "
use \"walk.motive\"

goal catch achieves Catch { when some thief { distance: ..6 } priority 90 }
goal watch maintains Watch { priority 10 }

program Catch {
    done when no thief { distance: ..6 }
    rule run when t: thief { distance: ..6 lowest } do chase(t)
}

mind Guard = arbiter { goals catch, watch }
mind Idler = arbiter { goals watch }
";

const WALK: &str = "program Watch { otherwise do walk() }";

/// A folder of its own for each test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("motive_{name}_{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let folder = Self(folder);
        folder.write("guard.motive", GUARD);
        folder.write("walk.motive", WALK);
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn game() -> Game<Act> {
    Game::new().sees::<Thief>().does::<Act>().unwrap()
}

fn does(agent: &mut Agent<Act>, tick: u64, distance: f32) -> Option<Act> {
    agent.perceive([Thief { id: Id::new(1), distance }]);
    agent.decide(Time::of_tick(tick, 100_000)).actions().next().copied()
}

#[test]
fn a_mind_is_loaded_with_the_files_that_it_uses() {
    let folder = Folder::new("load");
    let mut guard = game().load_mind(folder.path("guard.motive"), "Guard").unwrap().spawn(Seed(1));
    assert_eq!(does(&mut guard, 0, 9.0), Some(Act::Walk));
    assert_eq!(does(&mut guard, 1, 4.0), Some(Act::Chase(Id::new(1))));
    let mut idler = game().load(folder.path("guard.motive")).unwrap().spawn(Seed(1));
    assert_eq!(does(&mut idler, 0, 4.0), Some(Act::Walk), "the last mind of the file");
}

#[test]
fn running_agents_go_on_with_a_file_that_changed() {
    let folder = Folder::new("reload");
    let mind = game().load_mind(folder.path("guard.motive"), "Guard").unwrap();
    let mut guards = [mind.spawn(Seed(1)), mind.spawn_numbered(Seed(1), 1)];
    for guard in &mut guards {
        assert_eq!(does(guard, 0, 9.0), Some(Act::Walk));
    }
    assert!(!mind.reload_changed().unwrap());

    folder.write("walk.motive", &WALK.replace("walk()", "shout()"));
    assert!(mind.reload_changed().unwrap(), "a file that it uses changed");
    assert!(!mind.clone().reload_changed().unwrap(), "a clone is the same mind");
    for guard in &mut guards {
        assert_eq!(does(guard, 1, 9.0), Some(Act::Shout));
    }

    folder.write("guard.motive", &GUARD.replace("chase(t)", "chaise(t)"));
    let error = mind.reload_changed().unwrap_err().to_string();
    assert!(error.contains("chaise") && error.contains("guard.motive:"), "{error}");
    assert!(!mind.reload_changed().unwrap(), "the mistake is reported once");
    assert_eq!(does(&mut guards[0], 2, 4.0), Some(Act::Chase(Id::new(1))), "the old mind stays");

    folder.write("guard.motive", &GUARD.replace("..6", "..12"));
    assert!(mind.reload_changed().unwrap());
    assert_eq!(does(&mut guards[1], 3, 9.0), Some(Act::Chase(Id::new(1))));
}

#[test]
fn mistakes_are_reported_with_their_places() {
    let text = GUARD.replace("use \"walk.motive\"", WALK).replace("distance", "distence");
    let error = game().parse("guard.motive", &text).err().unwrap();
    let shown = error.to_string();
    assert!(shown.starts_with("error"), "{shown}");
    assert!(shown.contains("--> guard.motive:") && shown.contains("`distance`"), "{shown}");
    assert!(format!("{error:?}").contains(&shown), "readable as the error of `main` too");
}

#[test]
fn a_missing_file_or_mind_is_an_error() {
    let folder = Folder::new("missing");
    let error = game().load(folder.path("gard.motive")).err().unwrap().to_string();
    assert!(error.contains("cannot read") && error.contains("gard.motive"), "{error}");
    let error = game().load_mind(folder.path("guard.motive"), "Gard").err().unwrap().to_string();
    assert!(error.contains("no mind named `Gard`"), "{error}");
    assert!(game().parse("empty", "").is_err());
    assert!(game().parse("reader", "use \"guard.motive\"\nmind M = arbiter { goals }").is_err());
}

/// Texts that are kept in a list, as a game may keep them in an archive.
struct Texts(&'static [(&'static str, &'static str)]);

impl motive::texts::Files for Texts {
    fn read(&self, path: &str, _: &str) -> Result<motive::texts::SourceText, String> {
        let found = self.0.iter().find(|(name, _)| *name == path);
        let (name, text) = found.ok_or_else(|| "it is not in the archive".to_owned())?;
        Ok(motive::texts::SourceText::new((*name).to_owned(), (*text).to_owned()))
    }
}

fn minds_of(text: &str, known: Option<&Vocabulary>) -> Vec<(String, Mind<Act>)> {
    let game = Game::new().sees::<Thief>().does::<Act>().unwrap();
    let text = motive::texts::SourceText::new("guard.motive".to_owned(), text.to_owned());
    game.parse_minds(text, &Texts(&[("walk.motive", WALK)]), known).unwrap()
}

#[test]
fn all_minds_of_a_text_are_given_by_name_and_use_other_texts() {
    let minds = minds_of(GUARD, None);
    assert_eq!(minds.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["Guard", "Idler"]);
    let mut guard = minds[0].1.spawn(Seed(1));
    guard.perceive([Thief { id: Id::new(7), distance: 4.0 }]);
    assert!(guard.decide(Time::default()).actions().eq([&Act::Chase(Id::new(7))]));
}

#[test]
fn running_agents_go_on_with_a_mind_that_replaces_theirs() {
    let old = minds_of(GUARD, None).remove(0).1;
    let mut guard = old.spawn(Seed(1));
    assert!(guard.decide(Time::of_tick(0, 1)).actions().eq([&Act::Walk]));

    let text = GUARD.replace("goal watch maintains Watch", "goal watch maintains Shout")
        + "program Shout { otherwise do shout() }";
    let new = minds_of(&text, Some(&old.vocabulary())).remove(0).1;
    old.replace(&new).unwrap();
    assert!(guard.is_outdated());
    assert!(guard.decide(Time::of_tick(1, 1)).actions().eq([&Act::Shout]));

    let stranger = nothing(Game::new()).mind_with(|| Arbiter::new(nobody()));
    let other = nothing(Game::new().is::<Purse>()).mind_with(|| Arbiter::new(nobody()));
    assert!(other.replace(&stranger).is_err(), "the names of the other game are not among its own");
}

#[derive(SelfState)]
struct Purse {
    gold: u32,
}

fn nothing(builder: motive::GameBuilder) -> Game<NoActions> {
    builder.does().unwrap()
}

fn nobody() -> std::sync::Arc<Character> {
    nothing(Game::new()).character().build().unwrap()
}

#[test]
fn a_restored_agent_knows_what_it_knew_and_starts_its_actions_again() {
    let mind = minds_of(GUARD, None).remove(0).1;
    let mut guard = mind.spawn(Seed(1));
    guard.perceive([Thief { id: Id::new(7), distance: 4.0 }]);
    guard.decide(Time::of_tick(0, 1));
    let saved = guard.memory().snapshot();

    let mut again = mind.restore_memory(Seed(1), 0, &saved).unwrap();
    assert_eq!(again.memory().len(), 1);
    assert!(
        again.decide(Time::of_tick(1, 1)).started().map(|active| active.action).eq([Act::Chase(Id::new(7))])
    );
}

#[test]
fn actions_declared_by_hand_can_conflict() {
    let mut acts = Vec::new();
    let game = Game::new().declare(|names| {
        acts.extend(["wave", "shout"].map(|name| names.action(name, 0)));
    });
    let game = game.conflict(acts[0], acts[1]).does::<NoActions>().unwrap();
    assert!(game.catalogue().in_conflict(acts[1], acts[0]));
    let text = "goal a maintains A { priority 2 } goal b maintains B { priority 1 }
                program A { otherwise do wave() } program B { otherwise do shout() }
                mind M = arbiter { goals a, b }";
    let mut agent = game.parse("m.motive", text).unwrap().spawn(Seed(1));
    let decision = agent.decide_untyped(Time::default(), &mut NoTrace);
    assert_eq!(decision.actions.iter().map(|action| action.action).collect::<Vec<_>>(), [acts[0]]);
}

/// Tests of the whole workspace build all engines; `.ci/run` runs this one in a build without networks.
#[cfg(not(feature = "networks"))]
#[test]
fn a_file_with_a_network_names_the_feature_that_it_needs() {
    let text = "
        network Fetch { skill walk { do walk() } }
        goal fetch maintains Fetch { priority 10 }
        mind Dog = arbiter { goals fetch }
    ";
    let error = Game::new().does::<Act>().unwrap().parse("dog.motive", text).err().unwrap().to_string();
    assert!(error.contains("skill networks are not part of this build"), "{error}");
    assert!(error.contains("add the feature `networks`"), "{error}");
}
