//! Minds from files that change while the game runs.

use crate::common::*;
use bevy_asset::{AssetLoadFailedEvent, LoadState};
use bevy_motive::motive::{arbiter::Character, arbiter::Goal, arbiter::teleo};
use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// A folder of assets of its own for each test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("bevy_motive_{name}_{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let folder = Self(folder);
        folder.write("villager.motive", &format!("use \"idle.motive\"\n{}", without_idle(VILLAGER)));
        folder.write("idle.motive", "program Idle { otherwise do wander() }");
        folder
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.0.join(name), text).unwrap();
    }

    fn app(&self) -> App {
        let assets = AssetPlugin {
            file_path: self.0.display().to_string(),
            watch_for_changes_override: Some(true),
            ..Default::default()
        };
        let mut app = App::new();
        app.add_plugins((TaskPoolPlugin::default(), assets, plugin()));
        app
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn without_idle(text: &str) -> String {
    text.replace("program Idle { otherwise do wander() }", "")
}

fn load(app: &mut App, path: &'static str) -> (Entity, Handle<MindAsset>) {
    let mind = app.world().resource::<AssetServer>().load(path);
    let entity = app.world_mut().spawn((Mind(mind.clone()), Needs::default(), Transform::default())).id();
    (entity, mind)
}

#[test]
fn a_mind_is_loaded_with_the_files_that_it_uses_by_name_or_the_last() {
    let folder = Folder::new("load");
    let mut app = folder.app();
    let (named, _) = load(&mut app, "villager.motive#Villager");
    let (last, _) = load(&mut app, "villager.motive");
    app.update();
    assert!(!is_doing::<Wander>(&app, named) || app.world().get::<MotiveAgent>(named).is_some());
    until(&mut app, "both wander", |app| is_doing::<Wander>(app, named) && is_doing::<Wander>(app, last));
}

#[test]
fn running_agents_continue_with_a_changed_file_and_a_broken_one_changes_nothing() {
    let folder = Folder::new("reload");
    let mut app = folder.app();
    let (agent, mind) = load(&mut app, "villager.motive#Villager");
    until(&mut app, "the agent wanders", |app| is_doing::<Wander>(app, agent));
    let bush = bush(&mut app, 1.0);

    folder.write("idle.motive", "program Idle { rule nibble when b: bush do eat(b) otherwise do wander() }");
    until(&mut app, "the agent eats", |app| is_doing::<Eat>(app, agent));
    assert_eq!(app.world().get::<Doing<Eat>>(agent).unwrap().what, bush);

    #[derive(Resource, Default)]
    struct Failures(Vec<String>);
    app.init_resource::<Failures>();
    app.add_systems(
        Last,
        |mut failed: MessageReader<AssetLoadFailedEvent<MindAsset>>, mut failures: ResMut<Failures>| {
            failures.0.extend(failed.read().map(|failed| failed.error.to_string()));
        },
    );
    folder.write("villager.motive", "goal oops achieves { nonsense");
    until(&mut app, "the mistake is reported", |app| !app.world().resource::<Failures>().0.is_empty());
    let report = &app.world().resource::<Failures>().0[0];
    assert!(report.contains("villager.motive:1:"), "the report has the place: {report}");
    for _ in 0..10 {
        app.update();
    }
    assert!(is_doing::<Eat>(&app, agent), "the old mind continues");

    folder.write("villager.motive", VILLAGER);
    app.world_mut().get_mut::<Doing<Eat>>(agent).unwrap().succeed();
    until(&mut app, "the mended file is used", |app| is_doing::<Wander>(app, agent));
    assert!(matches!(app.world().resource::<AssetServer>().load_state(&mind), LoadState::Loaded));
}

#[test]
fn a_file_that_is_written_without_a_change_changes_nothing() {
    let folder = Folder::new("unchanged");
    let sheep = "goal a maintains A { priority 1 } program A { otherwise do wander() } mind Sheep = arbiter { goals a }";
    folder.write("sheep.motive", sheep);
    let mut app = folder.app();
    #[derive(Resource, Default)]
    struct Starts(u32);
    app.init_resource::<Starts>();
    app.add_observer(|_: On<ActionStarted<Wander>>, mut starts: ResMut<Starts>| starts.0 += 1);
    let herd: Vec<Entity> = (0..10).map(|_| load(&mut app, "sheep.motive#Sheep").0).collect();
    until(&mut app, "they wander", |app| herd.iter().all(|sheep| is_doing::<Wander>(app, *sheep)));
    folder.write("sheep.motive", sheep);
    let written = Instant::now();
    until(&mut app, "some time passes", |_| written.elapsed() > Duration::from_secs(2));
    assert_eq!(app.world().resource::<Starts>().0, 10, "they continue");
    folder.write("sheep.motive", &sheep.replace("wander()", "flee(self)"));
    until(&mut app, "the herd has the changed mind", |app| {
        herd.iter().all(|sheep| is_doing::<Flee>(app, *sheep))
    });
}

#[test]
fn files_that_are_saved_by_renaming_are_loaded_again() {
    let folder = Folder::new("rename");
    let nibble = "program Idle { rule nibble when b: bush do eat(b) otherwise do wander() }";
    let mut app = folder.app();
    let (agent, _) = load(&mut app, "villager.motive#Villager");
    until(&mut app, "the agent wanders", |app| is_doing::<Wander>(app, agent));
    bush(&mut app, 1.0);

    // As an editor that keeps what one types in a file: it is older than what a watcher takes for one change.
    folder.write("idle.motive.swp", nibble);
    let written = Instant::now();
    until(&mut app, "some time passes", |_| written.elapsed() > Duration::from_secs(1));
    fs::rename(folder.0.join("idle.motive.swp"), folder.0.join("idle.motive")).unwrap();
    until(&mut app, "the used file is loaded again", |app| is_doing::<Eat>(app, agent));
    app.world_mut().get_mut::<Doing<Eat>>(agent).unwrap().succeed();
    wolf(&mut app, 1.0);
    fs::write(folder.0.join("other.motive"), VILLAGER.replace("hungry: true", "hungry: false")).unwrap();
    fs::rename(folder.0.join("other.motive"), folder.0.join("villager.motive")).unwrap();
    until(&mut app, "the file is loaded again", |app| is_doing::<Wander>(app, agent));
}

#[derive(Component, SelfState)]
struct Thirst {
    thirst: f32,
}

#[derive(Actions)]
struct Drink;

#[derive(Actions)]
struct GoTo(Entity);

#[test]
fn the_files_of_the_book_have_no_mistakes() {
    let app = app_with(plugin().is::<Thirst>().does_one_of::<(Drink, GoTo)>());
    let pages = [
        include_str!("../../../../../docs/book/src/bevy.md"),
        include_str!("../../../../../docs/book/src/bevy-from-big-brain.md"),
    ];
    for page in pages {
        let text = page.split("```motive").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
        if let Err(error) = parse(&app, "book.motive", text) {
            panic!("{error}");
        }
    }
}

#[test]
fn minds_can_be_built_in_rust() {
    let mut app = app();
    let game = app.world().resource::<MotiveGame>().clone();
    let game = game.declared().unwrap();
    let names = game.vocabulary();
    let wander = names.find_action("wander").unwrap();
    let library = teleo::Library::new(
        names,
        vec![teleo::Definition::new("Idle").rule(teleo::Rule::new("w").act(wander, []))],
    )
    .unwrap();
    let builder = game.character();
    let character: std::sync::Arc<Character> =
        builder.goal(Goal::maintain("idle", "Idle").always(1)).library(&library).build().unwrap();
    let mind = game.mind_of_character(character);
    let mind = app.world_mut().resource_mut::<Assets<MindAsset>>().add(mind);
    let agent = app.world_mut().spawn(Mind(mind)).id();
    app.update();
    assert!(is_doing::<Wander>(&app, agent));
}
