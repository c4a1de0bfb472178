//! Tests of `household::game` from inside.

use super::*;

fn number(name: &str) -> usize {
    Action::ALL.iter().position(|action| action.name == name).unwrap_or(usize::MAX)
}

/// Brings something to its end and gives the ticks that it took.
fn finish(house: &mut Household, command: HouseholdAction) -> u64 {
    let before = house.tick;
    for _ in 0..1000 {
        match house.step(Some(command)) {
            CommandOutcome::GoesOn => {}
            CommandOutcome::Ended => return house.tick - before,
            CommandOutcome::Refused => return u64::MAX,
        }
    }
    u64::MAX
}

/// R-001-088: every action that does not raise energy lowers it, and all drives fall with time.
#[test]
fn what_does_not_rest_tires_and_everything_falls() {
    for (at, action) in Action::ALL.iter().enumerate() {
        let mut house = Household::new(Source::Fitted, 0);
        for drive in Drive::ALL {
            house.set_level(drive, 50.0);
        }
        (house.at, house.place) = (Some(action.at), house.numbers.places[action.at as usize]);
        if let Some(item) = action.needs {
            house.has[item as usize] = true;
        }
        let ticks = finish(&mut house, HouseholdAction::Act(at));
        assert!(ticks < 1000, "{} ends", action.name);
        let fell = |drive: Drive| 50.0 - house.level(drive);
        let decayed = ticks as f64 * TICK * house.numbers.decay;
        if action.rests() {
            assert!(house.level(Drive::Energy) > 50.0, "{} rests", action.name);
        } else {
            let drained = ticks as f64 * TICK * house.numbers.drain;
            assert!((fell(Drive::Energy) - decayed - drained).abs() < 1e-9, "{} tires", action.name);
        }
        for drive in Drive::ALL.into_iter().filter(|drive| *drive != Drive::Energy) {
            if !action.touches.contains(&drive) {
                assert!((fell(drive) - decayed).abs() < 1e-9, "{} falls", drive.name());
            }
        }
    }
}

/// R-001-087: nothing is done away from its thing or without what it needs.
#[test]
fn actions_are_done_at_their_things_with_what_they_need() {
    let mut house = Household::new(Source::Fitted, 0);
    assert_eq!(house.step(Some(HouseholdAction::Act(number("eat_meal")))), CommandOutcome::Refused);
    finish(&mut house, HouseholdAction::Walk(Furniture::Food));
    assert_eq!(
        house.step(Some(HouseholdAction::Act(number("eat_meal")))),
        CommandOutcome::Refused,
        "there is no meal"
    );
    finish(&mut house, HouseholdAction::Walk(Furniture::Fridge));
    finish(&mut house, HouseholdAction::Act(number("get_meal")));
    finish(&mut house, HouseholdAction::Walk(Furniture::Food));
    assert_eq!(
        house.step(Some(HouseholdAction::Act(number("eat_meal")))),
        CommandOutcome::Refused,
        "it is raw"
    );
    finish(&mut house, HouseholdAction::Act(number("cook_meal")));
    finish(&mut house, HouseholdAction::Act(number("eat_meal")));
    assert!(house.level(Drive::Hunger) > 59.0 && !house.has[Item::CookedMeal as usize]);
}

/// R-001-087: the bath has a fixed length, sleep goes on until one is rested.
#[test]
fn some_actions_have_a_length_and_some_an_end() {
    let mut house = Household::new(Source::Fitted, 0);
    finish(&mut house, HouseholdAction::Walk(Furniture::Bath));
    assert_eq!(finish(&mut house, HouseholdAction::Act(number("wash_in_bath"))), 50);
    finish(&mut house, HouseholdAction::Walk(Furniture::Bed));
    finish(&mut house, HouseholdAction::Act(number("sleep_in_bed")));
    assert!((house.level(Drive::Energy) - 100.0).abs() < 1e-9);
}

/// R-001-087: it is over when all drives are above 90 at once.
#[test]
fn the_day_is_over_when_all_is_well_at_once() {
    let mut house = Household::new(Source::Fitted, 0);
    for drive in Drive::ALL {
        house.set_level(drive, 90.5);
    }
    assert!(house.is_near_optimal());
    house.set_level(Drive::Social, 90.0);
    assert!(!house.is_near_optimal());
}
