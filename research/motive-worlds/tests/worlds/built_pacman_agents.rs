//! The agents of `agents/pacman`, written with the library's builders. Each is what its file says, rule for rule.

use std::error::Error;
use std::sync::Arc;

use motive::arbiter::teleo::{Definition, Library, Rule, Step};
use motive::arbiter::{Arbiter, Character, Goal, Profile, Pursuit};
use motive::kernel::{
    ActionId, Agent, Catalogue, Comparison, Condition, Expr, Function, GoalMode, Kind, Memory, Pattern,
    Property, Range, Vocabulary,
};
use motive_worlds::AnyWorld;

/// An agent with a character, and a memory for the names of a world.
pub(crate) fn agent(character: Arc<Character>, seed: u64) -> Agent<Arbiter> {
    let memory = Memory::new(character.vocabulary().clone());
    Agent::new(memory, Arbiter::new(character), seed, 0)
}

/// Looks names of the world up.
struct Words {
    names: Arc<Vocabulary>,
    catalogue: Catalogue,
}

impl Words {
    fn new(world: &dyn AnyWorld) -> Self {
        Self { names: world.vocabulary().clone(), catalogue: world.catalogue().clone() }
    }

    fn kind(&self, name: &str) -> Kind {
        self.names.find_kind(name).expect(name)
    }

    fn property(&self, name: &str) -> Property {
        self.names.find_property(name).expect(name)
    }

    fn action(&self, name: &str) -> ActionId {
        self.names.find_action(name).expect(name)
    }

    fn function(&self, name: &str) -> Function {
        self.names.find_function(name).expect(name)
    }

    fn own(&self, name: &str) -> Expr {
        Expr::own(self.property(name))
    }

    fn has(&self, name: &str) -> Condition {
        self.own(name).holds()
    }

    fn threats(&self, at_least: i32) -> Condition {
        self.own("threats_near").at_least(at_least)
    }

    /// `when self.way do move(self.way)`
    fn follow(&self, rule: &str, way: &str) -> Rule {
        Rule::new(rule).when(self.has(way)).act(self.action("move"), [self.own(way)])
    }

    fn character(
        &self,
        profile: Profile,
        goals: impl IntoIterator<Item = Goal>,
        programs: Vec<Definition>,
    ) -> Result<Arc<Character>, Box<dyn Error>> {
        let library = Library::new(&self.names, programs)?;
        let character = Character::new(self.names.clone())
            .profile(profile)
            .catalogue(self.catalogue.clone())
            .library(&library);
        Ok(goals.into_iter().fold(character, |character, goal| character.goal(goal)).build()?)
    }
}

/// `agents/pacman/classic.motive`
pub(crate) fn classic(world: &dyn AnyWorld) -> Result<Arc<Character>, Box<dyn Error>> {
    let w = Words::new(world);
    let play = Definition::new("Play")
        .rule(flee(&w))
        .rule(w.follow("hunt", "way_to_prey"))
        .rule(w.follow("power_up", "way_to_pill"))
        .rule(w.follow("fetch_fruit", "way_to_fruit"))
        .rule(w.follow("eat", "way_to_dot"));
    w.character(Profile::motive(), [Goal::maintain("play", "Play").always(1)], vec![play])
}

fn flee(w: &Words) -> Rule {
    Rule::new("flee").when(w.threats(1)).act(w.action("move"), [w.own("way_out")])
}

/// `agents/pacman/ours.motive`
pub(crate) fn ours(world: &dyn AnyWorld) -> Result<Arc<Character>, Box<dyn Error>> {
    let w = Words::new(world);
    let hunt = Definition::new("Hunt").rule(w.follow("catch", "safe_way_to_prey"));
    let ambush = w.follow("power_up", "safe_way_to_pill").when(w.threats(2));
    let lay_ambush = Definition::new("LayAmbush").rule(ambush);
    let way = Expr::call(w.function("widest_way"), []);
    let eat = Definition::new("Eat")
        .rule(w.follow("fetch_fruit", "safe_way_to_fruit"))
        .rule(w.follow("eat_dot", "safe_way_to_dot"))
        .rule(w.follow("power_up", "safe_way_to_pill").when(w.threats(1) | !w.has("way_to_dot")))
        .rule(Rule::new("make_room").with("way", way).act(w.action("move"), [Expr::var("way")]))
        .rule(flee(&w))
        .rule(w.follow("go_on", "way_to_dot"));
    let goals = [
        Goal::achieve("hunt", "Hunt").when(w.has("safe_way_to_prey"), 80),
        Goal::achieve("lay_ambush", "LayAmbush").when(w.has("safe_way_to_pill") & w.threats(2), 60),
        Goal::maintain("eat", "Eat").always(20),
    ];
    w.character(Profile::motive(), goals, vec![hunt, lay_ambush, eat])
}

/// `agents/pacman/thesis.motive`
pub(crate) fn thesis(world: &dyn AnyWorld) -> Result<Arc<Character>, Box<dyn Error>> {
    let w = Words::new(world);
    let (distance, blue, position) = (w.property("distance"), w.property("blue"), w.property("position"));
    let none = Condition::no_free;
    let ghost = || Pattern::of(w.kind("ghost"));
    let liked = |kind: &str| Pattern::of(w.kind(kind)).prefer_within(distance, Range::at_least(0.0).lowest());
    let go_to = |name: &str| Step::call("GoTo", [Expr::var(name)]);

    let escape = Definition::new("EscapeFromGhosts")
        .done_when(none(ghost().within(distance, Range::new(1.0, 10.0))) | none(ghost().with(blue, false)))
        .rule(
            Rule::new("flee")
                .when(ghost().named("g").with(blue, false).within(distance, Range::new(1.0, 10.0).lowest()))
                .act(w.action("move_away_from"), [Expr::var("g")]),
        );
    let eat_blue = Definition::new("EatBlueGhosts")
        .done_when(none(ghost().with(blue, true)) & none(Pattern::of(w.kind("power_pill"))))
        .rule(Rule::new("hunt").when(liked("ghost").named("g").with(blue, true)).step(go_to("g")))
        .rule(Rule::new("power_up").when(liked("power_pill").named("p")).step(go_to("p")));
    let eat_fruit = Definition::new("EatFruit")
        .done_when(none(Pattern::of(w.kind("fruit"))))
        .rule(Rule::new("fetch").when(Pattern::of(w.kind("fruit")).named("f")).step(go_to("f")));
    let eat_dots = Definition::new("EatDots")
        .done_when(none(Pattern::of(w.kind("dot"))))
        .rule(Rule::new("fetch").when(liked("dot").named("d")).step(go_to("d")));
    let towards = Expr::call(w.function("get_direction"), [Expr::var("target")]);
    let go_to = Definition::new("GoTo")
        .parameter("target")
        .done_when(Expr::own(position).equals(Expr::var("target").get(position)))
        .rule(Rule::new("otherwise").act(w.action("move_to"), [towards]));
    let goals = [
        Goal::achieve("get_away_from_ghosts", "EscapeFromGhosts").always(90),
        Goal::achieve("eat_blue_ghosts", "EatBlueGhosts").always(50),
        Goal::achieve("eat_fruit", "EatFruit").always(50),
        Goal::achieve("eat_dots", "EatDots").always(20),
    ];
    w.character(Profile::thesis2005(), goals, vec![escape, eat_blue, eat_fruit, eat_dots, go_to])
}

/// `agents/pacman/report.motive`
pub(crate) fn report(world: &dyn AnyWorld) -> Result<Arc<Character>, Box<dyn Error>> {
    let w = Words::new(world);
    let (distance, blue) = (w.property("distance"), w.property("blue"));
    let of = |kind: &str| Pattern::of(w.kind(kind));
    let none = |kind: &str| Condition::no(of(kind));
    let near = |pattern: Pattern| pattern.where_is(distance, Comparison::Less, 10);
    let toward = |name: &str| Step::act(w.action("move_toward"), [Expr::var(name)]);
    let hunter = || near(of("ghost").named("g").with(blue, false));
    let away = || Condition::no(near(of("ghost"))) | Condition::no(of("ghost").with(blue, false));

    let pill = of("power_pill").named("p").prefer_where(distance, Comparison::Less, 10);
    let escape = Definition::new("EscapeFromGhosts")
        .done_when(away())
        .rule(Rule::new("power_up").when(hunter()).when(pill).step(toward("p")))
        .rule(Rule::new("flee").when(hunter()).act(w.action("move_away_from"), [Expr::var("g")]));
    let eat_blue = Definition::new("EatBlueGhosts")
        .done_when(Condition::no(of("ghost").with(blue, true)) & none("power_pill"))
        .rule(Rule::new("hunt").when(of("ghost").named("g").with(blue, true)).step(toward("g")))
        .rule(Rule::new("power_up").when(of("power_pill").named("p")).step(toward("p")));
    let eat_fruit = Definition::new("EatFruit")
        .done_when(none("fruit"))
        .rule(Rule::new("fetch").when(of("fruit").named("f")).step(toward("f")));
    let eat_dots = Definition::new("EatDots")
        .done_when(none("dot"))
        .rule(Rule::new("fetch").when(of("dot").named("d")).step(toward("d")));
    let reach = |name: &str, condition| Goal::new(name, GoalMode::Achieve, Pursuit::Condition(condition));
    let goals = [
        reach("GetAwayFromGhosts", away()).always(90),
        Goal::achieve("EatBlueGhosts", "EatBlueGhosts").always(50),
        reach("EatFruit", none("fruit")).always(50),
        reach("EatDots", none("dot")).always(20),
    ];
    w.character(Profile::report2002(), goals, vec![escape, eat_blue, eat_fruit, eat_dots])
}
