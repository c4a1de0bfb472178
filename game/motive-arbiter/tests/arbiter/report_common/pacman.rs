//! Pac-Man as the report has it (sections 2.1 and 5).

use super::{Cast, Words, not};
use motive::arbiter::teleo::{Definition, Rule};
use motive::arbiter::*;
use motive::kernel::*;

fn ghost(w: &Words) -> Pattern {
    w.a("ghost").named("Ghost1").for_seconds(f64::INFINITY)
}

fn near(w: &Words, pattern: Pattern) -> Pattern {
    pattern.where_is(w.prop("Dist"), Comparison::Less, 10)
}

pub fn blue(w: &Words, pattern: Pattern, is: bool) -> Pattern {
    pattern.with(w.prop("Blue"), is)
}

/// No ghost is nearer than 10, or all ghosts are blue. The variable may be called anything.
pub fn safe(w: &Words, name: &str) -> Condition {
    let ghost = || ghost(w).named(name);
    not(near(w, ghost())) | not(blue(w, ghost(), false))
}

/// Section 5.2, EscapeFromGhosts: a near power pill is only preferred.
pub fn escape(w: &Words) -> Definition {
    let threat = || near(w, blue(w, ghost(w), false));
    let pill = w.a("powerpill").named("PowerPill1").prefer_where(w.prop("Dist"), Comparison::Less, 10);
    Definition::new("EscapeFromGhosts")
        .done_when(safe(w, "Ghost1"))
        .rule(Rule::new("Rule1").when(threat()).when(pill).act(w.action("toward"), [Expr::var("PowerPill1")]))
        .rule(Rule::new("Rule2").when(threat()).act(w.action("away"), [Expr::var("Ghost1")]))
}

/// Section 2.1, Eat Blue Ghosts.
pub fn eat_blue(w: &Words) -> Definition {
    let toward = |name: &str| (w.action("toward"), [Expr::var(name)]);
    let no_blue = || not(blue(w, ghost(w), true));
    let pill = || w.a("powerpill").named("PowerPill1");
    let (action, ghost_it) = toward("Ghost1");
    let (_, pill_it) = toward("PowerPill1");
    Definition::new("EatBlueGhosts")
        .done_when(no_blue() & not(pill()))
        .rule(Rule::new("Rule1").when(blue(w, ghost(w), true)).act(action, ghost_it))
        .rule(Rule::new("Rule2").when(no_blue()).when(pill()).act(action, pill_it))
}

/// Eat Fruit and Eat Dots.
pub fn eat(w: &Words, name: &str, kind: &str) -> Definition {
    Definition::new(name)
        .done_when(not(w.a(kind)))
        .rule(Rule::new("Rule1").when(w.a(kind).named("food")).act(w.action("toward"), [Expr::var("food")]))
}

/// The four goals with the report's priorities.
pub fn agent(w: &Words, profile: Profile) -> Cast {
    Cast::new(w, profile)
        .task("GetAwayFromGhosts", 90, escape(w))
        .task("EatBlueGhosts", 50, eat_blue(w))
        .task("EatFruit", 50, eat(w, "EatFruit", "fruit"))
        .task("EatDots", 20, eat(w, "EatDots", "dot"))
}

pub fn ghost_at(w: &Words, id: &str, dist: f64, is_blue: bool) -> Thing {
    w.thing(id, "ghost").with(w.prop("Dist"), dist).with(w.prop("Blue"), is_blue)
}

pub fn pill_at(w: &Words, id: &str, dist: f64) -> Thing {
    w.thing(id, "powerpill").with(w.prop("Dist"), dist)
}
