//! The declarations: kinds, properties and actions.

use crate::body::Noise;
use crate::body::primitive::{ItemClass, PrimitiveFailure};
use crate::game::{GameType, WeaponClass};
use motive_core::{
    ActionId, Catalogue, Dependency, Facts, Id, Kind, Property, Purity, Symbol, Type, Value, Vocabulary,
};

/// Words that are values of properties.
#[derive(Clone, Debug)]
pub(super) struct ShooterWords {
    pub(super) weapons: [Symbol; WeaponClass::ALL.len()],
    pub(super) best: Symbol,
    pub(super) noises: [Symbol; Noise::ALL.len()],
    pub(super) games: [Symbol; GameType::ALL.len()],
    pub(super) sorts: [Symbol; ItemClass::ALL.len()],
    pub(super) failures: [Symbol; PrimitiveFailure::ALL.len()],
}

impl ShooterWords {
    pub(super) fn declare(names: &mut Vocabulary) -> Self {
        Self {
            weapons: WeaponClass::ALL.map(|class| names.symbol(class.name())),
            best: names.symbol("best"),
            noises: Noise::ALL.map(|noise| names.symbol(noise.name())),
            games: GameType::ALL.map(|game| names.symbol(game.name())),
            sorts: ItemClass::ALL.map(|(_, sort)| names.symbol(sort)),
            failures: PrimitiveFailure::ALL.map(|failure| names.symbol(failure.word())),
        }
    }

    /// A weapon.
    fn weapon(&self) -> Type {
        Type::OneOf(self.weapons.as_slice().into())
    }

    /// What a bot can take in hand.
    fn weapon_or_best(&self) -> Type {
        Type::OneOf(self.weapons.iter().copied().chain([self.best]).collect())
    }
}

/// The kinds of things.
#[derive(Clone, Copy, Debug)]
pub struct ShooterKinds {
    /// Another player, in sight or remembered.
    pub player: Kind,
    /// Something that whoever walks over it picks up.
    pub item: Kind,
    /// A weapon, which comes with ammunition.
    pub weapon: Kind,
    /// Ammunition of the weapon that `class` names.
    pub ammunition: Kind,
    /// Restores health.
    pub health_pack: Kind,
    /// Gives armour.
    pub armour_pack: Kind,
    /// The flag of a team, in sight or remembered.
    pub flag: Kind,
    /// A place that a team can hold.
    pub domination_point: Kind,
    /// A navigation point, where these are shown.
    pub nav_point: Kind,
    /// A door.
    pub mover: Kind,
    /// A place to run away to.
    pub safe_point: Kind,
    /// Something that happened in the last seconds.
    pub event: Kind,
    /// The bot was hurt, by `amount`.
    pub hurt_event: Kind,
    /// The bot hurt `who`, by `amount`.
    pub hit_event: Kind,
    /// The bot died.
    pub death_event: Kind,
    /// `who` was killed.
    pub kill_event: Kind,
    /// The bot ran into `who`.
    pub bump_event: Kind,
    /// The bot ran into a wall.
    pub wall_event: Kind,
    /// The bot fell and landed with the speed `amount`.
    pub fall_event: Kind,
    /// Something was heard at `position`.
    pub noise_event: Kind,
    /// The bot picked `who` up.
    pub pick_up_event: Kind,
    /// A rocket is at `position` with `velocity`.
    pub projectile_event: Kind,
    /// `who` said something.
    pub message_event: Kind,
    /// The answer to `get_path`.
    pub path: Kind,
    /// The answer to `check_reach`.
    pub reach_answer: Kind,
    /// A note of a program that waits for a path; forgotten when the bot dies.
    pub request: Kind,
    /// A note of a program that follows a path; forgotten when the bot dies.
    pub current_node: Kind,
}

impl ShooterKinds {
    pub(super) fn declare(names: &mut Vocabulary) -> Self {
        let (item, event) = (names.kind("item"), names.kind("event"));
        Self {
            player: names.kind("player"),
            item,
            weapon: names.kind_of("weapon", item),
            ammunition: names.kind_of("ammunition", item),
            health_pack: names.kind_of("health_pack", item),
            armour_pack: names.kind_of("armour_pack", item),
            flag: names.kind("flag"),
            domination_point: names.kind("domination_point"),
            nav_point: names.kind("nav_point"),
            mover: names.kind("mover"),
            safe_point: names.kind("safe_point"),
            event,
            hurt_event: names.kind_of("hurt_event", event),
            hit_event: names.kind_of("hit_event", event),
            death_event: names.kind_of("death_event", event),
            kill_event: names.kind_of("kill_event", event),
            bump_event: names.kind_of("bump_event", event),
            wall_event: names.kind_of("wall_event", event),
            fall_event: names.kind_of("fall_event", event),
            noise_event: names.kind_of("noise_event", event),
            pick_up_event: names.kind_of("pick_up_event", event),
            projectile_event: names.kind_of("projectile_event", event),
            message_event: names.kind_of("message_event", event),
            path: names.kind("path"),
            reach_answer: names.kind("reach_answer"),
            request: names.kind("request"),
            current_node: names.kind("current_node"),
        }
    }
}

/// The properties of things and of the bot itself.
#[derive(Clone, Copy, Debug)]
pub struct ShooterProperties {
    /// Where it is.
    pub position: Property,
    /// The direction it looks in; a full turn is 65,536.
    pub rotation: Property,
    /// Units a second.
    pub velocity: Property,
    /// Its team: 0 is red, 1 is blue.
    pub team: Property,
    /// The weapon in hand; nothing if there is none.
    pub weapon: Property,
    /// The other team, where there are two.
    pub enemy_team: Property,
    /// Health left, of 100.
    pub health: Property,
    /// Armour left, of 100.
    pub armour: Property,
    /// Shots left in the weapon in hand.
    pub ammo: Property,
    /// Shots that the weapon in hand holds.
    pub ammo_capacity: Property,
    /// Whether the bot fires.
    pub shooting: Property,
    /// Whether the bot carries the flag of the other team.
    pub has_flag: Property,
    /// Whether the bot is alive.
    pub alive: Property,
    /// Whether the bot was hurt in the last second.
    pub under_attack: Property,
    /// Health lost in the last second.
    pub damage: Property,
    /// Where the own flag stands.
    pub base: Property,
    /// Where the flag of the other team stands.
    pub enemy_base: Property,
    /// Where a defender stands.
    pub home: Property,
    /// What a defender looks at.
    pub watch_point: Property,
    /// Where a defender goes on patrol.
    pub patrol_points: Property,
    /// Whether the own flag is not at its base.
    pub own_flag_away: Property,
    /// Whether the flag of the other team is not at its base.
    pub enemy_flag_away: Property,
    /// Points of the own team.
    pub score: Property,
    /// Most points of another team.
    pub enemy_score: Property,
    /// Which game is played.
    pub game: Property,
    /// The name of the place that the bot reached last; nothing while it is on its way.
    pub last_node: Property,
    /// The names of the places that can be walked to directly from there.
    pub neighbours: Property,
    /// Whether it is in sight now.
    pub visible: Property,
    /// Whether it could be walked to directly when last seen.
    pub reachable: Property,
    /// When it was last in sight, in seconds of the game.
    pub last_seen: Property,
    /// Which weapon it is, or fits.
    pub class: Property,
    /// Whether the flag stands at its base.
    pub at_base: Property,
    /// Who carries it.
    pub carrier: Property,
    /// The team that holds it; -1 for none.
    pub owner: Property,
    /// Whether it is open.
    pub open: Property,
    /// Its name.
    pub label: Property,
    /// How much.
    pub amount: Property,
    /// Who or what it is about.
    pub who: Property,
    /// Who did it.
    pub by: Property,
    /// What was heard.
    pub noise: Property,
    /// What was said.
    pub said: Property,
    /// When it happened, in seconds of the game.
    pub time: Property,
    /// The number of the question that it answers.
    pub query: Property,
    /// The places of a path, in order.
    pub nodes: Property,
    /// Whether there is a path.
    pub found: Property,
    /// The program that asked.
    pub caller: Property,
    /// Where the path starts.
    pub start: Property,
    /// Where the path ends.
    pub end: Property,
    /// The place of a path that was reached last.
    pub node: Property,
    /// Straight-line distance from the bot.
    pub distance: Property,
    /// Seconds since it happened.
    pub age: Property,
}

impl ShooterProperties {
    pub(super) fn declare(names: &mut Vocabulary, words: &ShooterWords) -> Self {
        let (position, time) = (names.own("position", Type::Point), names.property("time", Type::Number));
        let distance = distance(names, position);
        let age = names.computed("age", Type::Number, Purity::Volatile, move |facts, id| {
            Some((facts.time().seconds() - facts.values(id, time).number()?).into())
        });
        let has = Self {
            position,
            rotation: names.own("rotation", Type::Number),
            velocity: names.own("velocity", Type::Point),
            team: names.own("team", Type::Number),
            weapon: names.own("weapon", words.weapon()),
            enemy_team: names.own("enemy_team", Type::Number),
            health: names.own("health", Type::Number),
            armour: names.own("armour", Type::Number),
            ammo: names.own("ammo", Type::Number),
            ammo_capacity: names.own("ammo_capacity", Type::Number),
            shooting: names.own("shooting", Type::Bool),
            has_flag: names.own("has_flag", Type::Bool),
            alive: names.own("alive", Type::Bool),
            under_attack: names.own("under_attack", Type::Bool),
            damage: names.own("damage", Type::Number),
            base: names.own("base", Type::Point),
            enemy_base: names.own("enemy_base", Type::Point),
            home: names.own("home", Type::Point),
            watch_point: names.own("watch_point", Type::Point),
            patrol_points: names.own("patrol_points", Type::List),
            own_flag_away: names.own("own_flag_away", Type::Bool),
            enemy_flag_away: names.own("enemy_flag_away", Type::Bool),
            score: names.own("score", Type::Number),
            enemy_score: names.own("enemy_score", Type::Number),
            game: names.own("game", Type::OneOf(words.games.as_slice().into())),
            last_node: names.own("last_node", Type::Text),
            neighbours: names.own("neighbours", Type::List),
            visible: names.property("visible", Type::Bool),
            reachable: names.property("reachable", Type::Bool),
            last_seen: names.property("last_seen", Type::Number),
            class: names.property("class", words.weapon()),
            at_base: names.property("at_base", Type::Bool),
            carrier: names.property("carrier", Type::Id),
            owner: names.property("owner", Type::Number),
            open: names.property("open", Type::Bool),
            label: names.property("label", Type::Text),
            amount: names.property("amount", Type::Number),
            who: names.property("who", Type::Id),
            by: names.property("by", Type::Id),
            noise: names.property("noise", Type::OneOf(words.noises.as_slice().into())),
            said: names.property("said", Type::Text),
            time,
            query: names.property("query", Type::Number),
            nodes: names.property("nodes", Type::List),
            found: names.property("found", Type::Bool),
            caller: names.property("caller", Type::Any),
            start: names.property("start", Type::Point),
            end: names.property("end", Type::Point),
            node: names.property("node", Type::Any),
            distance,
            age,
        };
        names.display_name(has.label);
        has
    }
}

fn distance(names: &mut Vocabulary, position: Property) -> Property {
    let reads = Purity::Reads(vec![Dependency::Own(position), Dependency::Property(position)]);
    let place = move |facts: &dyn Facts, id: Id| facts.values(id, position).first().and_then(Value::point);
    names.computed("distance", Type::Number, reads, move |facts, id| {
        Some(place(facts, Id::SELF)?.distance(place(facts, id)?).into())
    })
}

/// What can be done.
#[derive(Clone, Copy, Debug)]
pub struct ShooterActions {
    /// Turns toward a place or thing and runs there in a straight line.
    pub run_to: ActionId,
    /// Runs to a place while looking at another place or thing.
    pub strafe_to: ActionId,
    /// Stops running and turns toward a place or thing.
    pub turn_to: ActionId,
    /// Turns by an angle; a full turn is 65,536.
    pub rotate: ActionId,
    /// Jumps.
    pub jump: ActionId,
    /// Fires at a place or thing until `stop_shooting`.
    pub shoot: ActionId,
    /// Ceases fire.
    pub stop_shooting: ActionId,
    /// Stops running and turning.
    pub stop: ActionId,
    /// Takes a weapon in hand by its class, `best` for the best with ammunition.
    pub change_weapon: ActionId,
    /// Asks for the path to a place, with a number that comes back in a thing of kind `path`.
    pub get_path: ActionId,
    /// Asks whether a place can be walked to directly, with a number that comes back in a `reach_answer`.
    pub check_reach: ActionId,
    /// Says something to the own team.
    pub say: ActionId,
    /// Walks from now on, which nobody hears.
    pub walk: ActionId,
    /// Runs and stands from now on.
    pub run: ActionId,
    /// Crouches from now on.
    pub crouch: ActionId,
}

impl ShooterActions {
    pub(super) fn declare(names: &mut Vocabulary, words: &ShooterWords) -> Self {
        let actions = Self {
            run_to: names.action("run_to", 1),
            strafe_to: names.action("strafe_to", 2),
            turn_to: names.action("turn_to", 1),
            rotate: names.action("rotate", 1),
            jump: names.action("jump", 0),
            shoot: names.action("shoot", 1),
            stop_shooting: names.action("stop_shooting", 0),
            stop: names.action("stop", 0),
            change_weapon: names.action("change_weapon", 1),
            get_path: names.action("get_path", 2),
            check_reach: names.action("check_reach", 2),
            say: names.action("say", 1),
            walk: names.action("walk", 0),
            run: names.action("run", 0),
            crouch: names.action("crouch", 0),
        };
        names.takes(actions.rotate, [Type::Number]);
        names.takes(actions.change_weapon, [words.weapon_or_best()]);
        names.takes(actions.say, [Type::Text]);
        actions
    }

    /// Gordon's seven pairs (thesis), and the same for strafing, which he did not use.
    pub(super) fn conflicts(&self) -> Catalogue {
        let mut catalogue = Catalogue::default();
        for run in [self.run_to, self.strafe_to] {
            for other in [self.run_to, self.strafe_to, self.stop, self.turn_to, self.get_path] {
                catalogue.conflict(run, other);
            }
        }
        catalogue.conflict(self.turn_to, self.turn_to);
        catalogue.conflict(self.stop, self.turn_to);
        catalogue.conflict(self.stop_shooting, self.shoot);
        catalogue
    }
}

/// What can be done that takes time and ends by itself: the primitives of [`crate::body::primitive`]. All are latched.
#[derive(Clone, Copy, Debug)]
pub struct ShooterPrimitives {
    /// Runs straight to a place.
    pub dash_to: ActionId,
    /// Runs straight to some navigation point in sight.
    pub dash_to_any_node: ActionId,
    /// Turns by an angle.
    pub turn_by: ActionId,
    /// Goes to a place over a path.
    pub travel_to: ActionId,
    /// The same, until it is hurt.
    pub travel_to_unless_attacked: ActionId,
    /// The same, until it is hurt or sees an enemy.
    pub patrol_to: ActionId,
    /// Goes to some place where items lie.
    pub travel_to_any_item: ActionId,
    /// Goes to the nearest known item of a sort.
    pub fetch: ActionId,
    /// Goes to the place farthest from the enemies in sight.
    pub flee: ActionId,
    /// Runs after a player until it is beside it.
    pub follow: ActionId,
    /// Stands and shoots at enemies until none is in sight.
    pub shoot_at_enemies: ActionId,
    /// Shoots at enemies while it strafes and dodges, until none is in sight.
    pub fight: ActionId,
    /// Does nothing for some seconds.
    pub wait_for: ActionId,
    /// Does nothing until it is alive.
    pub wait_for_spawn: ActionId,
}

impl ShooterPrimitives {
    pub(super) fn declare(names: &mut Vocabulary, words: &ShooterWords) -> Self {
        let all = Self {
            dash_to: names.latched("dash_to", 1),
            dash_to_any_node: names.latched("dash_to_any_node", 0),
            turn_by: names.latched("turn_by", 1),
            travel_to: names.latched("travel_to", 1),
            travel_to_unless_attacked: names.latched("travel_to_unless_attacked", 1),
            patrol_to: names.latched("patrol_to", 1),
            travel_to_any_item: names.latched("travel_to_any_item", 0),
            fetch: names.latched("fetch", 1),
            flee: names.latched("flee", 0),
            follow: names.latched("follow", 1),
            shoot_at_enemies: names.latched("shoot_at_enemies", 0),
            fight: names.latched("fight", 0),
            wait_for: names.latched("wait_for", 1),
            wait_for_spawn: names.latched("wait_for_spawn", 0),
        };
        names.takes(all.turn_by, [Type::Number]);
        names.takes(all.wait_for, [Type::Number]);
        names.takes(all.follow, [Type::Id]);
        names.takes(all.fetch, [Type::OneOf(words.sorts.as_slice().into())]);
        all
    }

    /// Those that move the body.
    fn moving(&self) -> [ActionId; 11] {
        [
            self.dash_to,
            self.dash_to_any_node,
            self.turn_by,
            self.travel_to,
            self.travel_to_unless_attacked,
            self.patrol_to,
            self.travel_to_any_item,
            self.fetch,
            self.flee,
            self.follow,
            self.fight,
        ]
    }

    /// Whether an action is one of them.
    #[must_use]
    pub fn is_primitive(&self, action: ActionId) -> bool {
        let still = [self.shoot_at_enemies, self.wait_for, self.wait_for_spawn];
        self.moving().contains(&action) || still.contains(&action)
    }

    /// A body does one motion at a time and fires for one reason at a time.
    pub(super) fn conflicts(&self, plain: &ShooterActions, catalogue: &mut Catalogue) {
        let moving = self.moving();
        for (place, one) in moving.into_iter().enumerate() {
            for other in moving.into_iter().skip(place) {
                catalogue.conflict(one, other);
            }
            for other in [plain.run_to, plain.strafe_to, plain.turn_to, plain.rotate, plain.stop] {
                catalogue.conflict(one, other);
            }
        }
        for one in [self.shoot_at_enemies, self.fight] {
            for other in [self.shoot_at_enemies, plain.shoot, plain.stop_shooting] {
                catalogue.conflict(one, other);
            }
        }
    }
}
