//! A line for each name of the world, for `motive world household`.

use super::published_tables::{Action, Drive, Furniture, Item, Length};
use motive::kernel::Vocabulary;

const DESCRIPTIONS: &[(&str, &str)] = &[
    ("at", "where it is"),
    ("place", "the thing at which the tenant stands"),
    ("speed", "metres per second at which the tenant walks"),
    ("decay", "how much every drive falls per second"),
    ("drain", "how much energy falls per second of activity, on top of `decay`"),
    ("goto", "walks to a thing"),
    (Drive::Entertainment.name(), "how well entertained the tenant is: 0 is bored, 100 is satisfied"),
    (Drive::Energy.name(), "how rested the tenant is: 0 is exhausted, 100 is satisfied"),
    (Drive::Hunger.name(), "how well fed the tenant is: 0 is starving, 100 is satisfied"),
    (Drive::Comfort.name(), "how comfortable the tenant is, 0 to 100"),
    (Drive::Hygiene.name(), "how clean the tenant is, 0 to 100"),
    (Drive::Bladder.name(), "how relieved the tenant is: 0 is urgent, 100 is satisfied"),
    (Drive::Social.name(), "how much company the tenant had, 0 to 100"),
    (Item::RawMeal.name(), "whether the tenant holds a raw meal"),
    (Item::CookedMeal.name(), "whether the tenant holds a cooked meal"),
    (Item::Snack.name(), "whether the tenant holds a snack"),
    (Item::Cappuccino.name(), "whether the tenant holds a cappuccino"),
];

/// Describes the names of the house, the actions and what they do to drives.
pub(super) fn describe(names: &mut Vocabulary) {
    names.describe_all(DESCRIPTIONS);
    for thing in Furniture::ALL.map(Furniture::name) {
        names.describe(thing, &format!("the {} of the house", thing.replace('_', " ")));
        names.describe(&format!("the_{thing}"), &format!("the one {} of the house", thing.replace('_', " ")));
    }
    for row in &Action::ALL {
        let until = match row.length {
            Length::Fixed => String::new(),
            Length::UntilFull(drive) => format!(" until {} is full", drive.name()),
        };
        let gives = row.gives.map_or_else(String::new, |item| format!(", which gives {}", item.name()));
        let needs = row.needs.map_or_else(String::new, |item| format!(", which needs {}", item.name()));
        let what = row.name.replace('_', " ");
        names.describe(row.name, &format!("{what}{until}{needs}{gives}; at the {}", row.at.name()));
        names.describe(&format!("{}_takes", row.name), &format!("seconds that `{}` takes", row.name));
        for drive in row.touches {
            let line = format!("how much `{}` changes {}", row.name, drive.name());
            names.describe(&format!("{}_{}", row.name, drive.name()), &line);
        }
    }
}
