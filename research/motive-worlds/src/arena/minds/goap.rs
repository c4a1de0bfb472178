//! The wizard as GOAP: one goal at a time, by the cheapest plan.
//!
//! The thesis gives the five costs, but not its goals. Goals and their importance are ours.

use motive::Game;
use motive::drives::goap::{Goap, GoapAction, GoapBuilder, GoapError, GoapFor, GoapGoal, GoapSymbol};
use motive::kernel::{Condition, Expr, Kind, Pattern, Range};

use super::super::settings::ArenaSettings;
use super::super::vocabulary::{ArenaNames, WizardAct};

/// The costs of the five actions (thesis, Table 6.1), and what is ours: below which health it wants to be healed, and
/// whether (1) or not (0) it walks right up to an antlion before a blast.
pub(super) const NUMBERS: &[(&str, f64)] = &[
    ("goto", 0.23),
    ("melee", 0.38),
    ("lightning", 0.71),
    ("blast", 0.53),
    ("heal", 0.30),
    ("hurt_below", 50.0),
    ("blast_at", 0.0),
];

pub(super) fn program(
    game: &Game<WizardAct>,
    names: &ArenaNames,
    settings: &ArenaSettings,
    number: impl Fn(&str) -> f64,
) -> Result<GoapFor, GoapError> {
    let mut goap = Goap::new(game.vocabulary().clone());
    let has = &names.body;
    goap.period((settings.query() * 1e6).round() as u64).committed_while(Expr::own(has.busy).holds());
    let hurt = Expr::own(has.health).at_most(number("hurt_below"));
    let healthy = goap.truth("healthy", !hurt);
    let refreshed = goap.truth("refreshed", Expr::own(has.mana).at_least(settings.full));
    fight(&mut goap, names, settings, &number);
    mend(&mut goap, names, settings, &number, [healthy, refreshed]);
    Ok(GoapFor::new("goap", goap.build()?))
}

fn nearest(names: &ArenaNames, kind: Kind) -> Expr {
    Expr::choose(Pattern::of(kind).prefer_within(names.distance, Range::at_least(0.0).lowest()))
}

/// To kill the nearest antlion: walk up to it and strike, throw lightning, or let a blast go off.
fn fight(
    goap: &mut GoapBuilder,
    names: &ArenaNames,
    settings: &ArenaSettings,
    number: &impl Fn(&str) -> f64,
) {
    let (has, actions) = (&names.body, &names.act);
    let target = || Expr::var("target");
    let within = |reach: f64| target().get(names.distance).at_most(reach);
    let mana = |least: f64| Expr::own(has.mana).at_least(least);
    let dead = goap.truth("dead", target().get(has.health).at_most(0.0));
    let at = goap.truth("at", within(settings.melee_reach));
    let in_blast = goap.truth("in_blast", within(settings.blast_radius));
    let in_range =
        goap.truth("in_range", within(settings.lightning_range) & Expr::own(has.lightning_ready).holds());
    let can_blast = goap.truth("can_blast", mana(settings.blast_mana));
    let can_throw = goap.truth("can_throw", mana(settings.lightning_mana));
    let action = |action, name: &str| GoapAction::new(action, vec![target()], number(name));
    goap.action(action(actions.goto, "goto").sets(at, true).sets(in_blast, true));
    goap.action(action(actions.melee, "melee").needs(at, true).sets(dead, true));
    let lightning = action(actions.lightning, "lightning").needs(in_range, true).needs(can_throw, true);
    goap.action(lightning.sets(dead, true));
    let near = if number("blast_at") > 0.0 { at } else { in_blast };
    let blast = action(actions.blast, "blast").needs(near, true).needs(can_blast, true);
    goap.action(blast.sets(dead, true));
    let kill = GoapGoal::fixed("kill_enemy", 2.0).wants(dead, true);
    goap.goal(kill.target(nearest(names, names.antlion.kind)));
}

/// To be healthy and to have mana: walk to the nearest potion, or heal.
fn mend(
    goap: &mut GoapBuilder,
    names: &ArenaNames,
    settings: &ArenaSettings,
    number: &impl Fn(&str) -> f64,
    [healthy, refreshed]: [GoapSymbol; 2],
) {
    let (has, actions) = (&names.body, &names.act);
    let target = || Expr::var("target");
    let can_heal = goap.truth("can_heal", Expr::own(has.mana).at_least(settings.heal_mana));
    let mends = goap.truth("potion_heals", target().get(names.potion.heals).above(0.0));
    let refreshes = goap.truth("potion_refreshes", target().get(names.potion.restores).above(0.0));
    let walk = || GoapAction::new(actions.goto, vec![target()], number("goto"));
    goap.action(walk().needs(mends, true).sets(healthy, true));
    goap.action(walk().needs(refreshes, true).sets(refreshed, true));
    let heal = GoapAction::new(actions.heal, vec![], number("heal"));
    goap.action(heal.needs(can_heal, true).sets(healthy, true));
    let some = |kind| Condition::exists(Pattern::of(kind));
    let health = GoapGoal::fixed("restore_health", 3.0).wants(healthy, true);
    goap.goal(health.clone().when(some(names.health_potion)).target(nearest(names, names.health_potion)));
    goap.goal(health.when(!some(names.health_potion)));
    let mana = GoapGoal::fixed("restore_mana", 1.0).wants(refreshed, true);
    goap.goal(mana.target(nearest(names, names.mana_potion)));
}
