//! Goals that share: two goals need gold from one purse and both need a cart. The more important one is served first, and
//! what is left over goes to the other. No gold is spent twice.

#![expect(clippy::print_stdout, reason = "an example prints what happens")]

use motive::prelude::*;
use std::time::Duration;

#[derive(Percept)]
struct Purse {
    id: Id,
    #[motive(divisible)]
    gold: f32,
}

#[derive(Percept)]
struct Cart {
    id: Id,
}

#[derive(Actions, Debug, PartialEq)]
enum Act {
    BuyGrain { gold: f32, cart: Id },
    BuyWine { gold: f32, cart: Id },
}

const TRADER: &str = "
    goal eat maintains Grain { priority 60 }
    goal drink maintains Wine { priority 40 }

    program Grain {
        rule buy
            when exclusive p: purse, take 15 of p.gold, exclusive c: cart
            do   buy_grain(p.gold, c)
    }
    program Wine {
        rule buy
            when exclusive p: purse, take 1..20 highest of p.gold, exclusive c: cart
            do   buy_wine(p.gold, c)
    }

    mind Trader = arbiter { goals eat, drink }
";

fn main() -> Result<(), motive::Error> {
    let game = Game::new().sees::<(Purse, Cart)>().does::<Act>()?;
    let mut trader = game.parse("trader.motive", TRADER)?.spawn(Seed(1));
    let mut clock = Clock::new(Duration::from_secs(1));
    for (gold, carts) in [(50.0, 2), (25.0, 2), (25.0, 1), (10.0, 2)] {
        trader.perceive([Purse { id: Id::new(0), gold }]);
        trader.perceive((1..=carts).map(|number| Cart { id: Id::new(number) }));
        let decision = trader.decide(clock.tick());
        println!("{gold} gold and {carts} carts: {:?}", decision.actions().collect::<Vec<_>>());
        let spent = decision.actions().map(|(Act::BuyGrain { gold, .. } | Act::BuyWine { gold, .. })| gold);
        assert!(spent.sum::<f32>() <= gold);
    }
    Ok(())
}

#[test]
fn runs() -> Result<(), motive::Error> {
    main()
}
