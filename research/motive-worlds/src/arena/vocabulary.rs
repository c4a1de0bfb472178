//! What the wizard sees, is and does.

use motive::kernel::{
    Action, BuildError, Catalogue, Comparison, Condition, Dependency, Effect, Expr, Facts, Id, Kind, Pattern,
    Point, Property, Purity, Symbol, Value, Vocabulary,
};
use motive::{Actions, GameBuilder, Percept, SelfState};

use super::body::{ArenaPoint, Element};
use super::game::{ArenaAction, Spell};
use super::settings::ArenaSettings;

/// heals or restores mana when it is reached
#[derive(Percept)]
#[motive(name = "potion")]
pub struct SeenPotion {
    /// how much health a potion restores
    pub(super) heals: Option<f64>,
    /// how much mana a potion restores
    pub(super) restores: Option<f64>,
}

/// the character itself
#[derive(Percept)]
#[motive(name = "wizard")]
pub struct SeenWizard;

/// an enemy that bites
#[derive(Percept)]
#[motive(name = "antlion")]
pub struct SeenAntlion {
    pub(super) id: Id,
    pub(super) position: Point,
    pub(super) health: f64,
    /// what an antlion is weak against, where weaknesses are played
    pub(super) element: Option<Element>,
}

/// restores health
#[derive(Percept)]
#[motive(is = SeenPotion)]
pub struct HealthPotion {
    pub(super) id: Id,
    pub(super) position: Point,
    pub(super) heals: f64,
}

/// restores mana
#[derive(Percept)]
#[motive(is = SeenPotion)]
pub struct ManaPotion {
    pub(super) id: Id,
    pub(super) position: Point,
    pub(super) restores: f64,
}

/// a friend that the blast harms too, where allies are played
#[derive(Percept)]
#[motive(name = "ally")]
pub struct SeenAlly {
    pub(super) id: Id,
    pub(super) position: Point,
    pub(super) health: f64,
}

#[derive(SelfState)]
pub struct WizardBody {
    /// where it is
    pub(super) position: Point,
    /// health left
    pub(super) health: f64,
    /// mana left for spells
    pub(super) mana: f64,
    /// whether a strike or spell is under way
    pub(super) busy: bool,
    /// whether health is low
    pub(super) badly_hurt: bool,
    /// whether lightning can be cast again
    pub(super) lightning_ready: bool,
}

#[derive(Actions, Clone, Copy, Debug)]
pub enum WizardAct {
    /// walks to a thing; potions are drunk on arrival
    #[motive(until_ended, uses("body"))]
    Goto(Id),
    /// strikes an antlion that is near
    #[motive(until_ended, uses("body"))]
    Melee(Id),
    /// casts lightning at one antlion
    #[motive(until_ended, uses("body"))]
    Lightning(Id),
    /// casts a blast that kills all antlions around one of them
    #[motive(until_ended, uses("body"))]
    Blast(Id),
    /// casts a spell that restores health
    #[motive(until_ended, uses("body"))]
    Heal,
    /// does nothing
    Stand,
}

impl WizardAct {
    pub(super) fn command(self) -> Option<ArenaAction> {
        match self {
            Self::Goto(id) => id.number().map(ArenaAction::Goto),
            Self::Melee(id) => Some(ArenaAction::Cast(Spell::Melee, id.number())),
            Self::Lightning(id) => Some(ArenaAction::Cast(Spell::Lightning, id.number())),
            Self::Blast(id) => Some(ArenaAction::Cast(Spell::Blast, id.number())),
            Self::Heal => Some(ArenaAction::Cast(Spell::Heal, None)),
            Self::Stand => None,
        }
    }
}

/// The place as memories have it.
pub(super) fn point_of(place: ArenaPoint) -> Point {
    Point::flat(place.x as f32, place.y as f32)
}

/// The handles of the names, for the minds in Rust and what is declared of actions.
#[derive(Clone)]
pub(super) struct ArenaNames {
    pub(super) wizard: Kind,
    pub(super) antlion: SeenAntlionNames,
    pub(super) potion: SeenPotionNames,
    pub(super) health_potion: Kind,
    pub(super) mana_potion: Kind,
    pub(super) ally: Kind,
    pub(super) body: WizardBodyNames,
    pub(super) distance: Property,
    pub(super) act: WizardActNames,
    fire: Symbol,
    frost: Symbol,
}

impl ArenaNames {
    /// Declares what types do not say.
    pub(super) fn declare(game: &mut GameBuilder, settings: &ArenaSettings) -> Self {
        let body = game.names::<WizardBody>();
        let position = body.position;
        let by_place = Purity::Reads(vec![Dependency::Own(position), Dependency::Property(position)]);
        let place =
            move |facts: &dyn Facts, id: Id| facts.values(id, position).first().and_then(Value::point);
        let distance = ("distance", "metres from the character");
        let distance = game.computed(distance, by_place, move |facts, id| {
            let (from, to) = (place(facts, Id::SELF)?, place(facts, id)?);
            let (x, y) = (f64::from(to.x - from.x), f64::from(to.y - from.y));
            Some((x * x + y * y).sqrt())
        });
        let vocabulary = game.vocabulary();
        vocabulary.limit(body.health, 0.0, settings.full);
        vocabulary.limit(body.mana, 0.0, settings.full);
        Self {
            fire: vocabulary.symbol("fire"),
            frost: vocabulary.symbol("frost"),
            wizard: game.names::<SeenWizard>().kind,
            antlion: game.names::<SeenAntlion>(),
            potion: game.names::<SeenPotion>(),
            health_potion: game.names::<HealthPotion>().kind,
            mana_potion: game.names::<ManaPotion>().kind,
            ally: game.names::<SeenAlly>().kind,
            body,
            distance,
            act: game.names::<WizardAct>(),
        }
    }
}

/// What the actions need and change, as the settings have it: planners plan with this, so that another price of a spell needs no other
/// agent.
pub(super) struct SpellEffects<'a> {
    pub(super) names: &'a ArenaNames,
    pub(super) settings: &'a ArenaSettings,
}

impl SpellEffects<'_> {
    pub(super) fn declare(&self, catalogue: &mut Catalogue, names: &Vocabulary) -> Result<(), BuildError> {
        let actions = [self.goto(), self.melee(), self.lightning(), self.blast(), self.heal()];
        actions.iter().try_for_each(|action| catalogue.add(action, names))
    }

    fn within(&self, reach: f64) -> Condition {
        Expr::var("target").get(self.names.distance).at_most(reach)
    }

    fn paid(&self, mana: f64) -> Condition {
        Expr::own(self.names.body.mana).at_least(mana)
    }

    /// Every antlion alive within a distance of the wizard.
    fn antlions(&self, reach: f64, effects: Vec<Effect>) -> Effect {
        let pattern = Pattern::of(self.names.antlion.kind)
            .named("near")
            .where_is(self.names.body.health, Comparison::More, 0.0)
            .where_is(self.names.distance, Comparison::AtMost, reach);
        Effect::Each { pattern: Box::new(pattern), given: Condition::always(), effects }
    }

    /// Antlions within reach bite.
    fn bitten(&self) -> Effect {
        let bite = Effect::add_own(self.names.body.health, -self.settings.swipe_damage);
        self.antlions(self.settings.swipe_reach, vec![bite])
    }

    /// The bites during an action that is not walking, if they are thought of.
    fn maybe_bitten(&self, action: Action) -> Action {
        if self.settings.bites_in_thought { action.reply(self.bitten()) } else { action }
    }

    /// Antlions that have died within reach of their flames hurt.
    fn maybe_burnt(&self, action: Action) -> Action {
        let settings = &self.settings;
        if !settings.exploding || settings.heat_shield {
            return action;
        }
        let dead = Pattern::of(self.names.antlion.kind)
            .named("burning")
            .where_is(self.names.body.health, Comparison::AtMost, 0.0)
            .where_is(self.names.distance, Comparison::AtMost, self.settings.explosion_radius);
        let burn = Effect::add_own(self.names.body.health, -self.settings.explosion_damage);
        action.reply(Effect::Each {
            pattern: Box::new(dead),
            given: Condition::always(),
            effects: vec![burn],
        })
    }

    /// What a spell does to a thing that may withstand it.
    fn kill(&self, thing: &str, withstood_by: Symbol) -> Vec<Effect> {
        let (thing, health) = (Expr::var(thing), self.names.body.health);
        let dies = Effect::set(thing.clone(), health, 0.0);
        if !self.settings.weaknesses {
            return vec![dies];
        }
        let withstands = || thing.clone().get(self.names.antlion.element).equals(withstood_by);
        let hurts = Effect::add(thing.clone(), health, -self.settings.withstood_damage);
        vec![
            Effect::When { given: withstands(), effects: vec![hurts] },
            Effect::When { given: !withstands(), effects: vec![dies] },
        ]
    }

    /// Walking: to a potion it drinks it, and antlions near the way's end bite.
    fn goto(&self) -> Action {
        let (names, has, target) = (self.names, &self.names.body, || Expr::var("target"));
        let drunk = Pattern::of(self.names.potion.kind).named("drunk").where_is(
            names.distance,
            Comparison::AtMost,
            self.settings.potion_reach,
        );
        let goto = Action::new(self.names.act.goto, &["target"]);
        // Who follows is told by where the wizard was, so that this comes before it has moved.
        let goto = if self.settings.chase_in_thought > 0.0 {
            let follow = Effect::set(Expr::var("near"), has.position, target().get(has.position));
            goto.effect(self.antlions(self.settings.chase_in_thought, vec![follow]))
        } else {
            goto
        };
        goto.effect(Effect::set_own(has.position, target().get(has.position)))
            .effect(Effect::add_own(has.health, target().get(names.potion.heals)))
            .effect(Effect::add_own(has.mana, target().get(names.potion.restores)))
            .reply(Effect::Each {
                pattern: Box::new(drunk),
                given: Condition::always(),
                effects: vec![Effect::Destroy(Expr::var("drunk"))],
            })
            .reply(self.bitten())
            .lasts(target().get(names.distance) / self.settings.wizard_speed)
    }

    fn melee(&self) -> Action {
        let strike = Effect::add(Expr::var("target"), self.names.body.health, -self.settings.melee_damage);
        let melee = Action::new(self.names.act.melee, &["target"])
            .needs(self.within(self.settings.melee_reach))
            .effect(strike)
            .takes(micros(self.settings.melee_time))
            .steady();
        self.maybe_burnt(self.maybe_bitten(melee))
    }

    fn lightning(&self) -> Action {
        let settings = self.settings;
        let lightning = Action::new(self.names.act.lightning, &["target"])
            .needs(self.paid(settings.lightning_mana))
            .needs(Expr::own(self.names.body.lightning_ready).holds())
            .needs(self.within(settings.lightning_range))
            .effect(Effect::add_own(self.names.body.mana, -settings.lightning_mana))
            .takes(micros(settings.lightning_time))
            .steady();
        let lightning = self.kill("target", self.names.fire).into_iter().fold(lightning, Action::effect);
        self.maybe_burnt(self.maybe_bitten(lightning))
    }

    fn blast(&self) -> Action {
        let settings = self.settings;
        let mut blast = Action::new(self.names.act.blast, &["target"])
            .needs(self.paid(settings.blast_mana))
            .needs(self.within(settings.blast_radius))
            .effect(Effect::add_own(self.names.body.mana, -settings.blast_mana))
            .effect(self.antlions(settings.blast_radius, self.kill("near", self.names.frost)))
            .takes(micros(settings.blast_time))
            .steady();
        if settings.allies {
            let allies = Pattern::of(self.names.ally).named("friend").where_is(
                self.names.distance,
                Comparison::AtMost,
                settings.blast_radius,
            );
            let effects = vec![Effect::set(Expr::var("friend"), self.names.body.health, 0.0)];
            let pattern = Box::new(allies);
            blast = blast.effect(Effect::Each { pattern, given: Condition::always(), effects });
        }
        self.maybe_burnt(self.maybe_bitten(blast))
    }

    fn heal(&self) -> Action {
        let settings = self.settings;
        let heal = Action::new(self.names.act.heal, &[])
            .needs(self.paid(settings.heal_mana))
            .effect(Effect::add_own(self.names.body.mana, -settings.heal_mana))
            .effect(Effect::add_own(self.names.body.health, settings.heal_amount))
            .takes(micros(settings.heal_time))
            .steady();
        self.maybe_bitten(heal)
    }
}

fn micros(seconds: f64) -> u64 {
    (seconds * 1e6).round() as u64
}
