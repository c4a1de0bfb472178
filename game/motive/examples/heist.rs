//! The heist: a guard with goals and a thief who plans, in a grid. Edit `heist/*.motive` while it runs.
//!
//! It is recorded: `motive why heist.trace --tick 20 --agent thief`, in the folder for temporary files.

#![expect(clippy::print_stdout, reason = "an example prints what happens")]

use motive::prelude::*;
use std::{error::Error, path::Path, time::Duration};

const SIZE: Point = Point::flat(15.0, 8.0);

#[derive(PropertyValue, Clone, Copy)]
enum What {
    Key,
    Safe,
    Exit,
    Post,
}

#[derive(Percept)]
struct Spot {
    id: Id,
    what: What,
    at: Point,
    /// The tick in which the guard was here last.
    visited: u64,
}

/// The guard for the thief, and the thief for the guard.
#[derive(Percept)]
struct Person {
    id: Id,
    distance: usize,
}

#[derive(SelfState)]
struct Body {
    at: Point,
    has_key: bool,
    has_loot: bool,
    escaped: bool,
}

#[derive(Actions, Debug)]
#[motive(one_at_a_time)]
pub(crate) enum Act {
    Go(Id),
    Flee(Id),
    Take(Id),
    Crack(Id),
    Leave(Id),
    Catch(Id),
}

/// How many steps it is from one cell to another.
fn distance(from: Point, to: Point) -> usize {
    ((from.x - to.x).abs() + (from.y - to.y).abs()) as usize
}

/// The step that costs least.
fn step(from: Point, cost: impl Fn(Point) -> usize) -> Point {
    let steps = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)];
    let cells =
        steps.map(|(x, y)| Point::flat((from.x + x).clamp(0.0, SIZE.x), (from.y + y).clamp(0.0, SIZE.y)));
    cells.into_iter().min_by_key(|to| cost(*to)).unwrap_or(from)
}

pub(crate) fn load(folder: &Path) -> Result<[Mind<Act>; 2], motive::Error> {
    let game = Game::new().sees::<(Spot, Person)>().is::<Body>().does::<Act>()?;
    Ok([game.load(folder.join("guard.motive"))?, game.load(folder.join("thief.motive"))?])
}

pub(crate) fn play(minds: &[Mind<Act>; 2], mut agents: [Agent<Act>; 2], observer: &mut impl Observer) {
    let spot = |(id, what, x, y)| Spot { id: Id::new(id), what, at: Point::flat(x, y), visited: 0 };
    let (key, safe, exit) = ((0, What::Key, 1.0, 1.0), (1, What::Safe, 11.0, 4.0), (2, What::Exit, 3.0, 5.0));
    let mut spots = [key, safe, exit, (3, What::Post, 13.0, 1.0), (4, What::Post, 1.0, 4.0)].map(spot);
    let mut places = [spots[3].at, spots[2].at];
    let mut body = Body { at: places[1], has_key: false, has_loot: false, escaped: false };
    let clock = Clock::new(Duration::from_secs(1));
    'game: for turn in (0..400).filter(|turn| turn % 8 != 0) {
        // They take turns; the guard leaves out every fourth of its own.
        let (who, tick) = (turn % 2, turn as u64 / 2);
        minds[who].reload_changed().inspect_err(|error| println!("{error}")).ok();
        let (here, there) = (places[who], places[1 - who]);
        let away = distance(here, there);
        body.at = here;
        agents[who].update(&body);
        agents[who].perceive(&spots);
        agents[who].perceive((away <= 4).then_some(Person { id: Id::new(9), distance: away }));
        for Active { action, phase, .. } in agents[who].decide_with(clock.at(tick), observer) {
            if phase != Phase::Continued {
                println!("{tick}: {} {phase:?} {action:?}", ["guard", "thief"][who]);
            }
            let place = |id: Id| spots.iter().find(|spot| spot.id == id).map_or(there, |spot| spot.at);
            match action {
                _ if phase == Phase::Stopped => {}
                Act::Go(id) => places[who] = step(here, |to| distance(to, place(id))),
                Act::Flee(_) => places[who] = step(here, |to| 99 - distance(to, there)),
                Act::Take(_) => body.has_key = true,
                Act::Crack(_) => body.has_loot = true,
                Act::Leave(_) | Act::Catch(_) => break 'game,
            }
        }
        spots.iter_mut().filter(|spot| spot.at == places[0]).for_each(|spot| spot.visited = tick);
    }
}

pub(crate) fn agents(minds: &[Mind<Act>; 2]) -> [Agent<Act>; 2] {
    let [guard, thief] = minds;
    [guard.spawn(Seed(1)).named("guard"), thief.spawn_numbered(Seed(1), 1).named("thief")]
}

fn main() -> Result<(), Box<dyn Error>> {
    let minds = load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/heist"))?;
    let mut recording = Recording::create(std::env::temp_dir().join("heist.trace"))?;
    play(&minds, agents(&minds), &mut recording);
    Ok(recording.finish().map(|_| ())?)
}

#[test]
fn runs() -> Result<(), Box<dyn Error>> {
    main()
}
