//! What the source gives of the household: seven drives, 25 actions, what each costs a planner and which drives it touches
//! (Sloan 2015, Table 5.1 and the text around it).
//!
//! The table lists 24 actions where the text says 25; `make_cappuccino`, which only the text has, is taken to be the
//! last one. Eight of them are walks. Bath, sink and television have no walk of their own in the table, though the text has one
//! stand at them; here one `goto` takes a thing, and can go to all eleven.

use serde::{Deserialize, Serialize};

/// What moves the tenant. Each is a level from 0 to 100, and more is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "their names say what they are")]
pub enum Drive {
    Entertainment,
    Energy,
    Hunger,
    Comfort,
    Hygiene,
    Bladder,
    Social,
}

impl Drive {
    /// All of them, in the order of the source.
    pub const ALL: [Self; 7] = {
        use Drive::*;
        [Entertainment, Energy, Hunger, Comfort, Hygiene, Bladder, Social]
    };

    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Entertainment => "entertainment",
            Self::Energy => "energy",
            Self::Hunger => "hunger",
            Self::Comfort => "comfort",
            Self::Hygiene => "hygiene",
            Self::Bladder => "bladder",
            Self::Social => "social",
        }
    }
}

/// What stands in the house.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "their names say what they are")]
pub enum Furniture {
    Bed,
    Bath,
    Sink,
    Toilet,
    Chair,
    Tv,
    Fridge,
    Food,
    CoffeeMachine,
    Pc,
    Phone,
}

impl Furniture {
    /// All of them.
    pub const ALL: [Self; 11] = {
        use Furniture::*;
        [Bed, Bath, Sink, Toilet, Chair, Tv, Fridge, Food, CoffeeMachine, Pc, Phone]
    };

    /// The kind of thing that it is.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bed => "bed",
            Self::Bath => "bath",
            Self::Sink => "sink",
            Self::Toilet => "toilet",
            Self::Chair => "chair",
            Self::Tv => "tv",
            Self::Fridge => "fridge",
            Self::Food => "food",
            Self::CoffeeMachine => "coffee_machine",
            Self::Pc => "pc",
            Self::Phone => "phone",
        }
    }
}

/// What the tenant can have in hand, each at most once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "their names say what they are")]
pub enum Item {
    RawMeal,
    CookedMeal,
    Snack,
    Cappuccino,
}

impl Item {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::RawMeal, Self::CookedMeal, Self::Snack, Self::Cappuccino];

    /// The property that says whether one has it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::RawMeal => "has_raw_meal",
            Self::CookedMeal => "has_cooked_meal",
            Self::Snack => "has_snack",
            Self::Cappuccino => "has_cappuccino",
        }
    }
}

/// How long an action lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// As long as it takes; what it does is done at its end.
    Fixed,
    /// Until a drive is full; what it does is done bit by bit.
    UntilFull(Drive),
}

/// Something that can be done at a thing, walking aside.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Action {
    /// What it is called.
    pub name: &'static str,
    /// What it costs a planner. Given, but for `make_cappuccino`, which has the 2 of what is like it (ours).
    pub cost: f64,
    /// The drives that it touches. Given.
    pub touches: &'static [Drive],
    /// How long it goes on: to its end, or until a drive is full. Given for bath, bed and phone.
    pub length: Length,
    /// Where it is done. Ours where the name does not say it.
    pub at: Furniture,
    /// What one must have, and has no more afterwards.
    pub needs: Option<Item>,
    /// What one has afterwards.
    pub gives: Option<Item>,
}

/// What a walk costs a planner. Given.
pub(super) const WALK_COST: f64 = 1.0;

impl Action {
    /// All of them, in the order of the source's table. `make_cappuccino` follows what it is for.
    pub const ALL: [Self; 17] = {
        use Drive::*;
        use Item::*;
        use Length::{Fixed, UntilFull};
        [
            act("wash_in_bath", 10.0, &[Hygiene, Comfort], Fixed, Furniture::Bath),
            act("sleep_in_bed", 10.0, &[Energy, Comfort], UntilFull(Energy), Furniture::Bed),
            act("sit_on_chair", 2.0, &[Comfort, Energy], Fixed, Furniture::Chair),
            act("drink_cappuccino", 2.0, &[Bladder, Energy], Fixed, Furniture::CoffeeMachine)
                .needs(Cappuccino),
            act("make_cappuccino", 2.0, &[], Fixed, Furniture::CoffeeMachine).gives(Cappuccino),
            act("eat_meal", 2.0, &[Hunger], Fixed, Furniture::Food).needs(CookedMeal),
            act("cook_meal", 2.0, &[], Fixed, Furniture::Food).needs(RawMeal).gives(CookedMeal),
            act("get_meal", 2.0, &[], Fixed, Furniture::Fridge).gives(RawMeal),
            act("play_computer_game", 10.0, &[Entertainment], Fixed, Furniture::Pc),
            act("browse_social_network", 10.0, &[Social], Fixed, Furniture::Pc),
            act("chat_on_phone", 10.0, &[Social, Entertainment], UntilFull(Social), Furniture::Phone),
            act("wash_in_sink", 2.0, &[Hygiene], Fixed, Furniture::Sink),
            act("eat_snack", 1.0, &[Hunger], Fixed, Furniture::Fridge).needs(Snack),
            act("get_snack", 2.0, &[], Fixed, Furniture::Fridge).gives(Snack),
            act("watch_tv", 2.0, &[Entertainment], Fixed, Furniture::Tv),
            act("pee_in_toilet", 2.0, &[Bladder], Fixed, Furniture::Toilet),
            act("poop_in_toilet", 10.0, &[Comfort, Bladder], Fixed, Furniture::Toilet),
        ]
    };

    /// Whether it raises energy; every other action lowers it.
    pub fn rests(&self) -> bool {
        self.touches.contains(&Drive::Energy)
    }

    const fn needs(self, item: Item) -> Self {
        Self { needs: Some(item), ..self }
    }

    const fn gives(self, item: Item) -> Self {
        Self { gives: Some(item), ..self }
    }
}

const fn act(
    name: &'static str,
    cost: f64,
    touches: &'static [Drive],
    length: Length,
    at: Furniture,
) -> Action {
    Action { name, cost, touches, length, at, needs: None, gives: None }
}
