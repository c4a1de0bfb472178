//! The names that a wizard's mind uses: what there is, what it has, and what can be done.

use std::sync::Arc;

use motive::kernel::{
    Action, ActionId, Catalogue, Comparison, Condition, Dependency, Effect, Expr, Facts, Id, Kind, Pattern,
    Point, Property, Purity, Symbol, Type, Value, Vocabulary,
};

use super::body::ArenaPoint;
use super::settings::ArenaSettings;
use crate::error::WorldError;

/// The vocabulary with a handle for every name that the world writes or reads.
#[derive(Debug)]
pub(super) struct ArenaNames {
    pub(super) vocabulary: Arc<Vocabulary>,
    pub(super) catalogue: Catalogue,
    pub(super) kinds: ArenaKinds,
    pub(super) has: ArenaProperties,
    pub(super) actions: ArenaActions,
    pub(super) failed: Symbol,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct ArenaKinds {
    pub(super) wizard: Kind,
    pub(super) antlion: Kind,
    pub(super) potion: Kind,
    pub(super) health_potion: Kind,
    pub(super) mana_potion: Kind,
    pub(super) ally: Kind,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct ArenaProperties {
    pub(super) position: Property,
    pub(super) health: Property,
    pub(super) mana: Property,
    pub(super) busy: Property,
    pub(super) badly_hurt: Property,
    pub(super) lightning_ready: Property,
    pub(super) heals: Property,
    pub(super) restores: Property,
    pub(super) element: Property,
    pub(super) distance: Property,
    pub(super) fire: Symbol,
    pub(super) frost: Symbol,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct ArenaActions {
    pub(super) goto: ActionId,
    pub(super) melee: ActionId,
    pub(super) lightning: ActionId,
    pub(super) blast: ActionId,
    pub(super) heal: ActionId,
    pub(super) stand: ActionId,
}

impl ArenaNames {
    pub(super) fn new(settings: &ArenaSettings) -> Result<Self, WorldError> {
        let mut names = Vocabulary::new();
        let potion = names.kind("potion");
        let kinds = ArenaKinds {
            wizard: names.kind("wizard"),
            antlion: names.kind("antlion"),
            potion,
            health_potion: names.kind_of("health_potion", potion),
            mana_potion: names.kind_of("mana_potion", potion),
            ally: names.kind("ally"),
        };
        let has = properties(&mut names, settings);
        let actions = ArenaActions {
            goto: names.latched("goto", 1),
            melee: names.latched("melee", 1),
            lightning: names.latched("lightning", 1),
            blast: names.latched("blast", 1),
            heal: names.latched("heal", 0),
            stand: names.action("stand", 0),
        };
        for action in [actions.goto, actions.melee, actions.lightning, actions.blast] {
            names.takes(action, [Type::Id]);
        }
        let failed = names.symbol("came_to_nothing");
        names.describe_all(super::descriptions::DESCRIPTIONS);
        let vocabulary = names.finish()?;
        let declare = Declare { kinds: &kinds, has: &has, actions: &actions, settings };
        let catalogue = declare.catalogue(&vocabulary)?;
        Ok(Self { vocabulary, catalogue, kinds, has, actions, failed })
    }
}

/// The place as memories have it.
pub(super) fn point_of(place: ArenaPoint) -> Point {
    Point::flat(place.x as f32, place.y as f32)
}

fn properties(names: &mut Vocabulary, settings: &ArenaSettings) -> ArenaProperties {
    let (fire, frost) = (names.symbol("fire"), names.symbol("frost"));
    let position = names.own("position", Type::Point);
    let by_place = Purity::Reads(vec![Dependency::Own(position), Dependency::Property(position)]);
    let place = move |facts: &dyn Facts, id: Id| facts.values(id, position).first().and_then(Value::point);
    let has = ArenaProperties {
        position,
        health: names.own("health", Type::Number),
        mana: names.own("mana", Type::Number),
        busy: names.own("busy", Type::Bool),
        badly_hurt: names.own("badly_hurt", Type::Bool),
        lightning_ready: names.own("lightning_ready", Type::Bool),
        heals: names.property("heals", Type::Number),
        restores: names.property("restores", Type::Number),
        element: names.property("element", Type::OneOf([fire, frost].as_slice().into())),
        distance: names.computed("distance", Type::Number, by_place, move |facts, id| {
            let (from, to) = (place(facts, Id::SELF)?, place(facts, id)?);
            let (x, y) = (f64::from(to.x - from.x), f64::from(to.y - from.y));
            Some((x * x + y * y).sqrt().into())
        }),
        fire,
        frost,
    };
    names.limit(has.health, 0.0, settings.full);
    names.limit(has.mana, 0.0, settings.full);
    has
}

/// What the actions need and change, as the settings have it: planners plan with this, so that another price of a spell needs no other
/// agent.
struct Declare<'a> {
    kinds: &'a ArenaKinds,
    has: &'a ArenaProperties,
    actions: &'a ArenaActions,
    settings: &'a ArenaSettings,
}

impl Declare<'_> {
    fn catalogue(&self, names: &Vocabulary) -> Result<Catalogue, WorldError> {
        let mut catalogue = Catalogue::default();
        for action in [self.goto(), self.melee(), self.lightning(), self.blast(), self.heal()] {
            catalogue.add(&action, names).map_err(WorldError::Names)?;
        }
        let actions = self.actions;
        let all = [actions.goto, actions.melee, actions.lightning, actions.blast, actions.heal];
        for one in all {
            for other in all {
                catalogue.conflict(one, other);
            }
        }
        Ok(catalogue)
    }

    fn within(&self, reach: f64) -> Condition {
        Expr::var("target").get(self.has.distance).at_most(reach)
    }

    fn paid(&self, mana: f64) -> Condition {
        Expr::own(self.has.mana).at_least(mana)
    }

    /// Every antlion alive within a distance of the wizard.
    fn antlions(&self, reach: f64, effects: Vec<Effect>) -> Effect {
        let pattern = Pattern::of(self.kinds.antlion)
            .named("near")
            .where_is(self.has.health, Comparison::More, 0.0)
            .where_is(self.has.distance, Comparison::AtMost, reach);
        Effect::Each { pattern: Box::new(pattern), given: Condition::always(), effects }
    }

    /// Antlions within reach bite.
    fn bitten(&self) -> Effect {
        let bite = Effect::add_own(self.has.health, -self.settings.swipe_damage);
        self.antlions(self.settings.swipe_reach, vec![bite])
    }

    /// The bites during an action that is not walking, if they are thought of.
    fn maybe_bitten(&self, action: Action) -> Action {
        if self.settings.bites_in_thought { action.reply(self.bitten()) } else { action }
    }

    /// Antlions that have died within reach of their flames hurt.
    fn maybe_burnt(&self, action: Action) -> Action {
        let harder = self.settings.harder;
        if !harder.exploding || harder.heat_shield {
            return action;
        }
        let dead = Pattern::of(self.kinds.antlion)
            .named("burning")
            .where_is(self.has.health, Comparison::AtMost, 0.0)
            .where_is(self.has.distance, Comparison::AtMost, self.settings.explosion_radius);
        let burn = Effect::add_own(self.has.health, -self.settings.explosion_damage);
        action.reply(Effect::Each {
            pattern: Box::new(dead),
            given: Condition::always(),
            effects: vec![burn],
        })
    }

    /// What a spell does to a thing that may withstand it.
    fn kill(&self, thing: &str, withstood_by: Symbol) -> Vec<Effect> {
        let (thing, has) = (Expr::var(thing), self.has);
        let dies = Effect::set(thing.clone(), has.health, 0.0);
        if !self.settings.harder.weaknesses {
            return vec![dies];
        }
        let withstands = || thing.clone().get(has.element).equals(withstood_by);
        let hurts = Effect::add(thing.clone(), has.health, -self.settings.withstood_damage);
        vec![
            Effect::When { given: withstands(), effects: vec![hurts] },
            Effect::When { given: !withstands(), effects: vec![dies] },
        ]
    }

    /// Walking: to a potion it drinks it, and antlions near the way's end bite.
    fn goto(&self) -> Action {
        let (has, target) = (self.has, || Expr::var("target"));
        let drunk = Pattern::of(self.kinds.potion).named("drunk").where_is(
            has.distance,
            Comparison::AtMost,
            self.settings.potion_reach,
        );
        let goto = Action::new(self.actions.goto, &["target"]);
        // Who follows is told by where the wizard was, so that this comes before it has moved.
        let goto = if self.settings.chase_in_thought > 0.0 {
            let follow = Effect::set(Expr::var("near"), has.position, target().get(has.position));
            goto.effect(self.antlions(self.settings.chase_in_thought, vec![follow]))
        } else {
            goto
        };
        goto.effect(Effect::set_own(has.position, target().get(has.position)))
            .effect(Effect::add_own(has.health, target().get(has.heals)))
            .effect(Effect::add_own(has.mana, target().get(has.restores)))
            .reply(Effect::Each {
                pattern: Box::new(drunk),
                given: Condition::always(),
                effects: vec![Effect::Destroy(Expr::var("drunk"))],
            })
            .reply(self.bitten())
            .lasts(target().get(has.distance) / self.settings.wizard_speed)
    }

    fn melee(&self) -> Action {
        let strike = Effect::add(Expr::var("target"), self.has.health, -self.settings.melee_damage);
        let melee = Action::new(self.actions.melee, &["target"])
            .needs(self.within(self.settings.melee_reach))
            .effect(strike)
            .takes(micros(self.settings.melee_time))
            .steady();
        self.maybe_burnt(self.maybe_bitten(melee))
    }

    fn lightning(&self) -> Action {
        let settings = self.settings;
        let lightning = Action::new(self.actions.lightning, &["target"])
            .needs(self.paid(settings.lightning_mana))
            .needs(Expr::own(self.has.lightning_ready).holds())
            .needs(self.within(settings.lightning_range))
            .effect(Effect::add_own(self.has.mana, -settings.lightning_mana))
            .takes(micros(settings.lightning_time))
            .steady();
        let lightning = self.kill("target", self.has.fire).into_iter().fold(lightning, Action::effect);
        self.maybe_burnt(self.maybe_bitten(lightning))
    }

    fn blast(&self) -> Action {
        let settings = self.settings;
        let mut blast = Action::new(self.actions.blast, &["target"])
            .needs(self.paid(settings.blast_mana))
            .needs(self.within(settings.blast_radius))
            .effect(Effect::add_own(self.has.mana, -settings.blast_mana))
            .effect(self.antlions(settings.blast_radius, self.kill("near", self.has.frost)))
            .takes(micros(settings.blast_time))
            .steady();
        if settings.harder.allies {
            let allies = Pattern::of(self.kinds.ally).named("friend").where_is(
                self.has.distance,
                Comparison::AtMost,
                settings.blast_radius,
            );
            let effects = vec![Effect::set(Expr::var("friend"), self.has.health, 0.0)];
            let pattern = Box::new(allies);
            blast = blast.effect(Effect::Each { pattern, given: Condition::always(), effects });
        }
        self.maybe_burnt(self.maybe_bitten(blast))
    }

    fn heal(&self) -> Action {
        let settings = self.settings;
        let heal = Action::new(self.actions.heal, &[])
            .needs(self.paid(settings.heal_mana))
            .effect(Effect::add_own(self.has.mana, -settings.heal_mana))
            .effect(Effect::add_own(self.has.health, settings.heal_amount))
            .takes(micros(settings.heal_time))
            .steady();
        self.maybe_bitten(heal)
    }
}

fn micros(seconds: f64) -> u64 {
    (seconds * 1e6).round() as u64
}
