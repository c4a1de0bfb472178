//! What the actions that think in things need and change, for planners and networks.

use motive::kernel::{Action, BuildError, Catalogue, Effect, Expr, Function, Vocabulary};

use super::names::{TileworldActions, TileworldProperties};

/// A cycle in seconds.
const CYCLE: f64 = 0.1;

/// Declares `go_to`, `pick_up` and `drop_into`. `moves_to` says how far it is to something if nothing is in the way.
pub(super) fn declare(
    catalogue: &mut Catalogue,
    (actions, has): (&TileworldActions, &TileworldProperties),
    moves_to: Function,
    names: &Vocabulary,
) -> Result<(), BuildError> {
    let it = || Expr::var("it");
    let here = || Expr::own(has.at).equals(it().get(has.at));
    let load = || Expr::own(has.load).get(has.size);
    let carries = || load().above(0);

    let go_to = Action::new(actions.go_to, &["it"])
        .lasts(Expr::call(moves_to, [it()]) * Expr::from(CYCLE))
        .effect(Effect::set_own(has.at, it().get(has.at)));
    let pick_up = Action::new(actions.pick_up, &["it"])
        .needs(here())
        .needs(!carries())
        .lasts(Expr::from(CYCLE))
        .effect(Effect::set_own(has.load, it()));
    // Tiles go in as far as they fit; a stack of which none is left is no more.
    let rest = Effect::When {
        given: load().above(it().get(has.size)),
        effects: vec![
            Effect::add(Expr::own(has.load), has.size, -it().get(has.size)),
            Effect::set(it(), has.size, 0),
        ],
    };
    let all = Effect::When {
        given: load().at_most(it().get(has.size)),
        effects: vec![Effect::add(it(), has.size, -load()), Effect::Destroy(Expr::own(has.load))],
    };
    let drop_into = Action::new(actions.drop_into, &["it"])
        .needs(here())
        .needs(carries())
        .lasts(Expr::from(CYCLE))
        .effect(all)
        .effect(rest);
    [go_to, pick_up, drop_into].iter().try_for_each(|action| catalogue.add(action, names))
}
