//! The kinds, properties and actions, as tables: each name with how it is declared and a line for `motive world shooter`.

use crate::body::Noise;
use crate::body::primitive::{ItemClass, PrimitiveFailure};
use crate::rules::{GameType, WeaponClass};
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
            sorts: ItemClass::ALL.map(|class| names.symbol(class.name())),
            failures: PrimitiveFailure::ALL.map(|failure| names.symbol(failure.name())),
        }
    }
}

fn one_of(words: &[Symbol]) -> Type {
    Type::OneOf(words.into())
}

/// Declares a struct with a handle for each name. A row calls a method of the vocabulary with the name and what stands in parentheses; rows may use
/// the handles of rows before them.
macro_rules! handles {
    (
        $(#[$about:meta])*
        $handles:ident: $handle:ty, |$names:ident $(, $words:ident)?| {
            $($name:ident $declare:ident($($argument:expr),*), $line:literal;)*
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug)]
        pub struct $handles {
            $(#[doc = $line] pub $name: $handle,)*
        }

        impl $handles {
            pub(super) const LINES: &[(&str, &str)] = &[$((stringify!($name), $line)),*];

            /// Declares every name.
            pub(super) fn all($names: &mut Vocabulary $(, $words: &ShooterWords)?) -> Self {
                $(let $name = $names.$declare(stringify!($name), $($argument),*);)*
                Self { $($name),* }
            }
        }
    };
}

handles! {
    /// The kinds of things.
    ShooterKinds: Kind, |names| {
        item kind(), "something that whoever walks over it picks up";
        event kind(), "something that happened in the last seconds";
        player kind(), "another player, in sight or remembered";
        weapon kind_of(item), "a weapon, which comes with ammunition; of a bot or player, the class of the weapon in hand, nothing if there is none";
        ammunition kind_of(item), "ammunition of the weapon that `class` names";
        health_pack kind_of(item), "restores health";
        armour_pack kind_of(item), "gives armour";
        flag kind(), "the flag of a team, in sight or remembered";
        domination_point kind(), "a place that a team can hold";
        nav_point kind(), "a navigation point, where these are shown";
        mover kind(), "a door or a lift, as `label` says";
        safe_point kind(), "a place to run away to";
        hurt_event kind_of(event), "the bot was hurt, by `amount`";
        hit_event kind_of(event), "the bot hurt `who`, by `amount`";
        death_event kind_of(event), "the bot died";
        kill_event kind_of(event), "`who` was killed";
        bump_event kind_of(event), "the bot ran into `who`";
        wall_event kind_of(event), "the bot ran into a wall";
        fall_event kind_of(event), "the bot fell and landed with the speed `amount`";
        noise_event kind_of(event), "something was heard at `position`";
        pick_up_event kind_of(event), "the bot picked `who` up";
        projectile_event kind_of(event), "a rocket is at `position` with `velocity`";
        message_event kind_of(event), "`who` said something";
        path kind(), "the answer to `get_path`";
        reach_answer kind(), "the answer to `check_reach`";
        request kind(), "a note of a program that waits for a path; forgotten when the bot dies";
        current_node kind(), "a note of a program that follows a path; forgotten when the bot dies";
    }
}

handles! {
    /// The properties of things and of the bot itself.
    ShooterProperties: Property, |names, words| {
        position own(Type::Point), "where it is";
        time property(Type::Number), "when it happened, in seconds of the game";
        distance computed(Type::Number, by_place(position), distance_from_self(position)), "straight-line distance from the bot";
        age computed(Type::Number, Purity::Volatile, seconds_since(time)), "seconds since it happened";
        rotation own(Type::Number), "the direction it looks in; a full turn is 65,536";
        velocity own(Type::Point), "units a second";
        team own(Type::Number), "its team: 0 is red, 1 is blue";
        weapon own(one_of(&words.weapons)), "a weapon, which comes with ammunition; of a bot or player, the class of the weapon in hand, nothing if there is none";
        enemy_team own(Type::Number), "the other team, where there are two";
        health own(Type::Number), "health left, of 100";
        armour own(Type::Number), "armour left, of 100";
        ammo own(Type::Number), "shots left in the weapon in hand";
        ammo_capacity own(Type::Number), "shots that the weapon in hand holds";
        shooting own(Type::Bool), "whether the bot fires";
        has_flag own(Type::Bool), "whether the bot carries the flag of the other team";
        alive own(Type::Bool), "whether the bot is alive";
        under_attack own(Type::Bool), "whether the bot was hurt in the last second";
        damage own(Type::Number), "health lost in the last second";
        base own(Type::Point), "where the own flag stands";
        enemy_base own(Type::Point), "where the flag of the other team stands";
        home own(Type::Point), "where a defender stands";
        watch_point own(Type::Point), "what a defender looks at";
        patrol_points own(Type::List), "where a defender goes on patrol, as a list";
        own_flag_away own(Type::Bool), "whether the own flag is not at its base";
        enemy_flag_away own(Type::Bool), "whether the flag of the other team is not at its base";
        score own(Type::Number), "points of the own team";
        enemy_score own(Type::Number), "most points of another team";
        game own(one_of(&words.games)), "which game is played";
        last_node own(Type::Text), "the name of the place that the bot reached last; nothing while it is on its way";
        neighbours own(Type::List), "the names of the places that can be walked to directly from there";
        visible property(Type::Bool), "whether it is in sight now";
        reachable property(Type::Bool), "whether it could be walked to directly when last seen";
        last_seen property(Type::Number), "when it was last in sight, in seconds of the game";
        class property(one_of(&words.weapons)), "which weapon it is, or fits";
        at_base property(Type::Bool), "whether the flag stands at its base";
        carrier property(Type::Id), "who carries it";
        owner property(Type::Number), "the team that holds it; -1 for none";
        open property(Type::Bool), "whether a door is open, or a lift is up";
        label property(Type::Text), "its name; of a mover, `door` or `lift`";
        amount property(Type::Number), "how much";
        who property(Type::Id), "who or what it is about";
        by property(Type::Id), "who did it";
        noise property(one_of(&words.noises)), "what was heard";
        said property(Type::Text), "what was said";
        query property(Type::Number), "the number of the question that it answers";
        nodes property(Type::List), "the places of a path, in order";
        found property(Type::Bool), "whether there is a path";
        caller property(Type::Any), "the program that asked";
        start property(Type::Point), "where the path starts";
        end property(Type::Point), "where the path ends";
        node property(Type::Any), "the place of a path that was reached last";
    }
}

impl ShooterProperties {
    pub(super) fn declare(names: &mut Vocabulary, words: &ShooterWords) -> Self {
        let has = Self::all(names, words);
        names.display_name(has.label);
        has
    }
}

/// What is computed from where the bot and a thing are.
pub(super) fn by_place(position: Property) -> Purity {
    Purity::Reads(vec![Dependency::Own(position), Dependency::Property(position)])
}

fn distance_from_self(position: Property) -> impl Fn(&dyn Facts, Id) -> Option<Value> {
    let place = move |facts: &dyn Facts, id: Id| facts.values(id, position).first().and_then(Value::point);
    move |facts, id| Some(place(facts, Id::SELF)?.distance(place(facts, id)?).into())
}

fn seconds_since(time: Property) -> impl Fn(&dyn Facts, Id) -> Option<Value> {
    move |facts, id| Some((facts.time().seconds() - facts.values(id, time).number()?).into())
}

handles! {
    /// What can be done.
    ShooterActions: ActionId, |names| {
        run_to action(1), "turns toward a place or thing and runs there in a straight line";
        strafe_to action(2), "runs to a place while looking at another place or thing";
        turn_to action(1), "stops running and turns toward a place or thing";
        rotate action(1), "turns by an angle; a full turn is 65,536";
        jump action(0), "jumps";
        shoot action(1), "fires at a place or thing until `stop_shooting`";
        stop_shooting action(0), "ceases fire";
        stop action(0), "stops running and turning";
        change_weapon action(1), "takes a weapon in hand by its class, `best` for the best with ammunition";
        get_path action(2), "asks for the path to a place, with a number that comes back in a thing of kind `path`";
        check_reach action(2), "asks whether a place can be walked to directly, with a number that comes back in a `reach_answer`";
        say action(1), "says something to the own team";
        walk action(0), "walks from now on, which nobody hears";
        run action(0), "runs and stands from now on";
        crouch action(0), "crouches from now on";
    }
}

impl ShooterActions {
    pub(super) fn declare(names: &mut Vocabulary, words: &ShooterWords) -> Self {
        let actions = Self::all(names);
        let in_hand: Vec<Symbol> = words.weapons.iter().copied().chain([words.best]).collect();
        names.takes(actions.rotate, [Type::Number]);
        names.takes(actions.change_weapon, [one_of(&in_hand)]);
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

handles! {
    /// What can be done that takes time and ends by itself: the primitives of [`crate::body::primitive`]. All are latched.
    ShooterPrimitives: ActionId, |names| {
        dash_to latched(1), "runs straight to a place and ends there";
        dash_to_any_node latched(0), "runs straight to some navigation point or item in sight and ends there";
        turn_by latched(1), "turns by an angle and ends when it is done; a full turn is 65,536";
        travel_to latched(1), "goes to a place over a path and ends there; a place is a point, a thing or a name";
        travel_to_unless_attacked latched(1), "goes to a place over a path; fails when the bot is hurt";
        patrol_to latched(1), "goes to a place over a path; fails when the bot is hurt or sees an enemy";
        travel_to_any_item latched(0), "goes to some place of the map where items lie";
        fetch latched(1), "goes to the nearest known item: `weapon`, `ammunition`, `health_pack` or `armour_pack`";
        flee latched(0), "goes to the place that is farthest from the enemies in sight";
        follow latched(1), "runs after a player in sight until it is beside it";
        shoot_at_enemies latched(0), "shoots at enemies until none is in sight; fails without enemy or ammunition";
        fight latched(0), "shoots at enemies while it strafes and dodges, and looks for one that it lost, until none is in sight";
        wait_for latched(1), "does nothing for some seconds";
        wait_for_spawn latched(0), "does nothing until the bot is alive";
    }
}

impl ShooterPrimitives {
    pub(super) fn declare(names: &mut Vocabulary, words: &ShooterWords) -> Self {
        let all = Self::all(names);
        names.takes(all.turn_by, [Type::Number]);
        names.takes(all.wait_for, [Type::Number]);
        names.takes(all.follow, [Type::Id]);
        names.takes(all.fetch, [one_of(&words.sorts)]);
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
