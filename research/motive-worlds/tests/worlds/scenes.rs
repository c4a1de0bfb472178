//! The three scenes, with and without ambiance: what must come out is the source's, the costs are ours.

use motive::kernel::{Agent, Memory};
use motive_language::{NoFiles, SourceText, WorldVocabulary, load};
use motive_worlds::{Run, find};

/// Plays a scene to its end and gives what the world says of it.
fn play(mind: &str, options: &[&str]) -> Vec<(&'static str, f64)> {
    play_text(include_str!("../../../../agents/scenes/goap.motive"), mind, options)
}

fn play_text(text: &str, mind: &str, options: &[&str]) -> Vec<(&'static str, f64)> {
    let mut world = find("scenes", options).unwrap();
    world.reset(1);
    let given = WorldVocabulary { vocabulary: world.vocabulary(), catalogue: world.catalogue() };
    let loaded = load(SourceText::new("scene.motive", text), &given, &NoFiles);
    assert!(loaded.problems.is_empty(), "{:?}", loaded.problems);
    let model = loaded.model.unwrap();
    let agents = (0..world.agents() as u64)
        .map(|number| {
            let mind = model.mind(Some(mind)).unwrap().start().unwrap();
            Agent::new(Memory::new(model.vocabulary.clone()), mind, 1, number)
        })
        .collect();
    let mut run = Run::new(world, agents).unwrap();
    for _ in 0..200 {
        if !run.tick().unwrap() {
            break;
        }
    }
    assert!(run.world().is_over(), "{}", run.world().draw());
    run.world().metrics()
}

fn number(numbers: &[(&str, f64)], name: &str) -> f64 {
    numbers.iter().find(|(known, _)| *known == name).unwrap().1
}

/// R-001-072: in the library one looks at the net; where nothing says that it is one, one chats.
#[test]
fn in_the_library_one_is_quiet() {
    let (on, off) = (play("Library", &["ambiance=on"]), play("Library", &["ambiance=off"]));
    assert_eq!((number(&on, "visits"), number(&on, "chats")), (1.0, 0.0));
    assert_eq!((number(&off, "visits"), number(&off, "chats")), (0.0, 1.0));
}

/// R-001-073: calm people walk; with four nervous ones about, the calm run after the fourth run and not before.
#[test]
fn at_the_crossing_nervousness_spreads() {
    let calm = play("Crossing", &["scene=crossing", "nervous=0"]);
    assert_eq!((number(&calm, "calm_ran"), number(&calm, "calm_walked")), (0.0, 10.0));
    let mixed = play("Crossing", &["scene=crossing", "nervous=4"]);
    assert_eq!(number(&mixed, "nervous_ran"), 4.0);
    assert_eq!(number(&mixed, "runs_before_calm"), 4.0);
    assert!(number(&mixed, "calm_ran") >= 1.0 && number(&mixed, "calm_walked") >= 4.0);
    let unnoticed = play("Crossing", &["scene=crossing", "nervous=4", "ambiance=off"]);
    assert_eq!(number(&unnoticed, "calm_ran"), 0.0);
}

/// R-001-074: the spy walks where a camera sees it and runs beyond; without ambiance it runs throughout.
#[test]
fn the_spy_walks_where_a_camera_sees_it() {
    let on = play("Site", &["scene=spy"]);
    assert_eq!((number(&on, "ran_in_sight"), number(&on, "walked_unseen")), (0.0, 0.0));
    assert!(number(&on, "walked_in_sight") > 0.0 && number(&on, "ran_unseen") > 0.0);
    let off = play("Site", &["scene=spy", "ambiance=off"]);
    assert_eq!((number(&off, "walked_in_sight"), number(&off, "walked_unseen")), (0.0, 0.0));
}

/// R-001-070: where what is around comes little by little, one begins as if there were nothing and then thinks better of it.
#[test]
fn what_is_around_may_come_little_by_little() {
    let text = include_str!("../../../../agents/scenes/gradual.motive");
    let library = play_text(text, "Library", &["ambiance=on"]);
    assert_eq!((number(&library, "visits"), number(&library, "chats")), (1.0, 0.0));
    // Three steps lead to the friend; if the quiet is felt only afterwards, there is a chat.
    let late = play_text(&text.replace("after 1 s", "after 4 s"), "Library", &["ambiance=on"]);
    assert_eq!((number(&late, "visits"), number(&late, "chats")), (0.0, 1.0));
    let spy = play_text(text, "Site", &["scene=spy"]);
    assert_eq!(number(&spy, "ran_in_sight"), 3.0, "each of three cameras is noticed a moment late");
    assert!(number(&spy, "walked_in_sight") > 20.0 && number(&spy, "walked_unseen") == 0.0);
}
