//! Minds from files and texts.

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
    Game::new().percept::<Thief>().actions::<Act>()
}

fn does(agent: &mut GameAgent<Act>, tick: u64, distance: f32) -> Option<Act> {
    agent.perceive([Thief { id: Id::new(1), distance }]).unwrap();
    agent.decide(Time::of_tick(tick, 100_000)).actions().next().copied()
}

#[test]
fn a_mind_is_loaded_with_the_files_that_it_uses() {
    let folder = Folder::new("load");
    let mut guard = game().load_mind(folder.path("guard.motive"), "Guard").unwrap().agent(1, 0);
    assert_eq!(does(&mut guard, 0, 9.0), Some(Act::Walk));
    assert_eq!(does(&mut guard, 1, 4.0), Some(Act::Chase(Id::new(1))));
    let mut idler = game().load(folder.path("guard.motive")).unwrap().agent(1, 0);
    assert_eq!(does(&mut idler, 0, 4.0), Some(Act::Walk), "the last mind of the file");
}

#[test]
fn running_agents_go_on_with_a_file_that_changed() {
    let folder = Folder::new("reload");
    let mind = game().load_mind(folder.path("guard.motive"), "Guard").unwrap();
    let mut guards = [mind.agent(1, 0), mind.agent(1, 1)];
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
