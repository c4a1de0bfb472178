//! What the actions that think in things change, for planners and networks.

use motive::kernel::{Action, ActionId, BuildError, Catalogue, Condition, Effect, Expr, Pattern, Vocabulary};

use super::names::{PacmanKinds, PacmanProperties};

/// Declares `eat` and `escape` by their final effects, if nothing interferes.
pub(super) fn declare(
    catalogue: &mut Catalogue,
    [eat, escape]: [ActionId; 2],
    (kinds, has): (&PacmanKinds, &PacmanProperties),
    names: &Vocabulary,
) -> Result<(), BuildError> {
    let it = || Expr::var("it");
    let is = |pattern: Pattern| Condition::bind(pattern.named("it"));
    let when = |given: Condition, effects: Vec<Effect>| Effect::When { given, effects };

    let frightened = Effect::Each {
        pattern: Box::new(Pattern::of(kinds.ghost).named("ghost")),
        given: Condition::always(),
        effects: vec![
            Effect::set(Expr::var("ghost"), has.blue, true),
            Effect::set(Expr::var("ghost"), has.dangerous, false),
        ],
    };
    let eat = Action::new(eat, &["it"])
        .effect(Effect::set_own(has.position, it().get(has.position)))
        .effect(when(is(Pattern::of(kinds.pill)), vec![frightened, Effect::set_own(has.threats_near, 0)]))
        .effect(when(is(Pattern::of(kinds.ghost).with(has.blue, true)), vec![Effect::Destroy(it())]))
        .effect(when(
            is(Pattern::anything().has(has.worth)),
            vec![Effect::add_own(has.score, it().get(has.worth)), Effect::Destroy(it())],
        ));
    let near = Expr::own(has.threats_near).at_least(1);
    let escape = Action::new(escape, &["it"]).effect(when(
        is(Pattern::of(kinds.ghost).with(has.dangerous, true)) & near,
        vec![Effect::add_own(has.threats_near, -1)],
    ));
    [eat, escape].iter().try_for_each(|action| catalogue.add(action, names))
}
