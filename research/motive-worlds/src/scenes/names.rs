//! The names that people in the scenes use.

use crate::error::WorldError;
use motive::kernel::{
    Action, ActionId, Catalogue, Condition, Effect, Expr, Id, Kind, Pattern, Property, Purity, Symbol, Type,
    Vocabulary,
};
use std::sync::Arc;

/// The vocabulary with a handle for every name that the world writes or reads.
#[derive(Debug)]
pub(super) struct SceneNames {
    pub(super) vocabulary: Arc<Vocabulary>,
    pub(super) catalogue: Catalogue,
    pub(super) friend: (Id, Kind),
    pub(super) computer: (Id, Kind),
    pub(super) camera: Kind,
    /// Outside, in the library, on the road, on the site.
    pub(super) areas: [Symbol; 4],
    pub(super) area: Property,
    pub(super) at: Property,
    /// The thing at which one stands.
    pub(super) place: Property,
    /// What one came for is done.
    pub(super) done: Property,
    /// It is one's turn.
    pub(super) turn: Property,
    /// One is nervous by nature.
    pub(super) anxious: Property,
    /// How much running one has seen lately.
    pub(super) run_seen: Property,
    pub(super) walk_to: ActionId,
    pub(super) chat: ActionId,
    pub(super) browse: ActionId,
    pub(super) walk: ActionId,
    pub(super) run: ActionId,
    pub(super) nervous: Symbol,
}

impl SceneNames {
    pub(super) fn new() -> Result<Self, WorldError> {
        let mut names = Vocabulary::new();
        let (friend, computer) = (the(&mut names, "friend"), the(&mut names, "computer"));
        let camera = names.kind("camera");
        let areas = ["outside", "library", "road", "site"].map(|name| names.symbol(name));
        let area = names.own("area", Type::OneOf(areas.as_slice().into()));
        let at = names.own("at", Type::Point);
        let place = names.own("place", Type::Id);
        let [done, turn, anxious] = ["done", "turn", "anxious"].map(|name| names.own(name, Type::Bool));
        let run_seen = names.own("run_seen", Type::Number);
        let walk_to = names.action("walk_to", 1);
        let chat = names.action("chat", 1);
        let browse = names.action("check_social_network", 1);
        for action in [walk_to, chat, browse] {
            names.takes(action, [Type::Id]);
        }
        let (walk, run) = (names.action("walk", 0), names.action("run", 0));
        let [loud, nervous, suspicious] = ["loud", "nervous", "suspicious"].map(|tag| names.symbol(tag));
        names.describe_all(super::descriptions::DESCRIPTIONS);
        let vocabulary = names.finish()?;
        let here = || Expr::own(place).equals(Expr::var("it"));
        // Across the road and off the site; in the library, where a friend is, it leads nowhere.
        let outdoors = || Condition::no(Pattern::of(friend.1));
        let finished = || Effect::set_own(done, true);
        let catalogue = declared(
            &[
                Action::new(walk_to, &["it"])
                    .effect(Effect::set_own(at, Expr::var("it").get(at)))
                    .effect(Effect::set_own(place, Expr::var("it"))),
                Action::new(chat, &["it"]).needs(here()).effect(finished()).tag(loud),
                Action::new(browse, &["it"]).needs(here()).effect(finished()),
                Action::new(walk, &[]).needs(outdoors()).effect(finished()),
                Action::new(run, &[]).needs(outdoors()).effect(finished()).tag(nervous).tag(suspicious),
            ],
            &vocabulary,
        )?;
        Ok(Self {
            vocabulary,
            catalogue,
            friend,
            computer,
            camera,
            areas,
            area,
            at,
            place,
            done,
            turn,
            anxious,
            run_seen,
            walk_to,
            chat,
            browse,
            walk,
            run,
            nervous,
        })
    }
}

/// A thing of which there is one, so that files may call it by its name.
fn the(names: &mut Vocabulary, name: &str) -> (Id, Kind) {
    let (kind, title) = (names.kind(name), format!("the_{name}"));
    let id = names.id(&title);
    names.function(&title, 0, Purity::Pure, move |_, _| Some(id.into()));
    (id, kind)
}

/// The actions, of which one is done at a time.
fn declared(actions: &[Action], names: &Vocabulary) -> Result<Catalogue, WorldError> {
    let mut catalogue = Catalogue::default();
    for action in actions {
        catalogue.add(action, names).map_err(|error| WorldError::Actions(error.to_string()))?;
    }
    for one in actions {
        for other in actions {
            catalogue.conflict(one.action, other.action);
        }
    }
    Ok(catalogue)
}
