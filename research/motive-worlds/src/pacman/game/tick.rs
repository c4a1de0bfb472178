//! One tick of the game.

use super::{Fruit, Game};
use crate::direction::Direction;
use crate::pacman::draw_purposes::{self, Purpose};
use crate::pacman::event::Event;
use crate::pacman::ghost::GhostMode;
use crate::pacman::ghost_paths;
use crate::pacman::settings::Pace;

/// The pace of eyes on their way home.
const EYES_PACE: Pace = Pace::new(1, 1);

/// Whether a life goes on after something happened.
#[derive(PartialEq, Eq)]
enum Life {
    GoesOn,
    Ends,
}

impl Game {
    /// One tick. `wish` is where Pac-Man shall go.
    ///
    /// Without a wish, or if that way is blocked, Pac-Man goes on as before; if that way is blocked too, it
    /// stands still. Gives what happened, which [`events`](Game::events) gives again until the next tick. After
    /// the game is over, nothing happens any more.
    pub fn step(&mut self, wish: Option<Direction>) -> &[Event] {
        self.events.clear();
        if !self.is_over() {
            self.tick += 1;
            self.play(wish);
        }
        &self.events
    }

    fn play(&mut self, wish: Option<Direction>) {
        self.move_pacman(wish);
        if self.eat() && self.dots.is_empty() && self.pills.is_empty() {
            self.clear_level();
            return;
        }
        for number in 0..self.ghosts.len() {
            if self.meet(number) == Life::Ends {
                return;
            }
        }
        for number in 0..self.ghosts.len() {
            if self.move_ghost(number) && self.meet(number) == Life::Ends {
                return;
            }
        }
        self.run_clocks();
    }

    fn move_pacman(&mut self, wish: Option<Direction>) {
        let turn = wish.and_then(|step| Some((step, self.maze.neighbour(self.pacman, step)?)));
        let straight = || Some((self.heading, self.maze.neighbour(self.pacman, self.heading)?));
        if let Some((heading, cell)) = turn.or_else(straight) {
            (self.heading, self.pacman) = (heading, cell);
        }
    }

    /// Eats what lies where Pac-Man is, and says whether a dot or pill did.
    fn eat(&mut self) -> bool {
        let at = self.pacman;
        if let Some(fruit) = self.fruit.take_if(|fruit| fruit.cell == at) {
            self.gain(fruit.score, Event::FruitEaten { at, score: fruit.score });
        }
        if self.dots.remove(at) {
            self.gain(self.settings.dot_score, Event::DotEaten { at });
            true
        } else if self.pills.remove(at) {
            self.gain(self.settings.pill_score, Event::PillEaten { at });
            self.frighten();
            true
        } else {
            false
        }
    }

    fn gain(&mut self, score: u32, event: Event) {
        self.score = self.score.saturating_add(u64::from(score));
        self.events.push(event);
    }

    /// Turns around every ghost that is not a pair of eyes, and makes it blue.
    fn frighten(&mut self) {
        self.ghosts_eaten = 0;
        // The clocks still run down once in this tick, which is not one of those to come.
        let blue_left = match self.rules.blue_ticks {
            0 => 0,
            ticks => ticks.saturating_add(1),
        };
        for ghost in self.ghosts.iter_mut().filter(|ghost| ghost.mode != GhostMode::Eaten) {
            ghost.heading = ghost.heading.opposite();
            ghost.blue_left = blue_left;
        }
    }

    /// Lets the ghost and Pac-Man meet, if they are in the same cell.
    fn meet(&mut self, number: usize) -> Life {
        let ghost = &mut self.ghosts[number];
        if ghost.cell != self.pacman || ghost.mode != GhostMode::Roaming {
            return Life::GoesOn;
        }
        if !ghost.is_blue() {
            self.die(number);
            return Life::Ends;
        }
        ghost.mode = GhostMode::Eaten;
        ghost.blue_left = 0;
        let score = self.settings.ghost_scores[self.ghosts_eaten.min(3)];
        self.ghosts_eaten += 1;
        self.gain(score, Event::GhostEaten { ghost: number, score });
        Life::GoesOn
    }

    fn die(&mut self, ghost: usize) {
        self.lives -= 1;
        self.events.push(Event::Died { at: self.pacman, ghost });
        if self.lives == 0 {
            self.events.push(Event::GameOver);
        } else {
            self.remove_fruit();
            self.begin_life();
        }
    }

    fn clear_level(&mut self) {
        self.events.push(Event::LevelCleared { level: self.level });
        self.remove_fruit();
        self.begin_level(self.level.saturating_add(1));
    }

    /// Moves the ghost, if this is a tick for it, and says whether it did.
    fn move_ghost(&mut self, number: usize) -> bool {
        let ghost = &mut self.ghosts[number];
        if let GhostMode::Home { wait } = &mut ghost.mode
            && *wait > 0
        {
            *wait -= 1;
            return false;
        }
        let pace = match ghost.mode {
            GhostMode::Eaten => EYES_PACE,
            _ if ghost.is_blue() => self.rules.blue_pace,
            _ => self.rules.ghost_pace,
        };
        if !pace.moves_at(self.tick) {
            return false;
        }
        let Some((heading, cell)) = ghost_paths::next_step(self, number) else { return false };
        let home = self.maze.homes().nth(self.home_of(number));
        let ghost = &mut self.ghosts[number];
        (ghost.heading, ghost.cell) = (heading, cell);
        match ghost.mode {
            GhostMode::Eaten if Some(cell) == home => {
                ghost.mode = GhostMode::Home { wait: self.settings.revive_ticks };
            }
            GhostMode::Home { .. } if !self.maze.is_house(cell) => ghost.mode = GhostMode::Roaming,
            _ => {}
        }
        true
    }

    fn run_clocks(&mut self) {
        for ghost in &mut self.ghosts {
            ghost.blue_left = ghost.blue_left.saturating_sub(1);
        }
        match &mut self.fruit {
            Some(fruit) if fruit.ticks_left > 1 => fruit.ticks_left -= 1,
            Some(_) => self.remove_fruit(),
            None => self.offer_fruit(),
        }
    }

    fn remove_fruit(&mut self) {
        if let Some(fruit) = self.fruit.take() {
            self.events.push(Event::FruitVanished { at: fruit.cell });
        }
    }

    fn offer_fruit(&mut self) {
        let (every, places) = (u64::from(self.settings.fruit_every), self.maze.fruit_places());
        if every == 0 || draw_purposes::below(every, self.seed, self.tick, Purpose::FruitAppears) != 0 {
            return;
        }
        let place = draw_purposes::below(places.len() as u64, self.seed, self.tick, Purpose::FruitPlace);
        // It never appears under Pac-Man, who would have to go away to eat it.
        if let Some(&cell) = places.get(place as usize)
            && cell != self.pacman
        {
            let (ticks_left, score) = (self.settings.fruit_ticks.max(1), self.rules.fruit_score);
            self.fruit = Some(Fruit { cell, ticks_left, score });
            self.events.push(Event::FruitAppeared { at: cell });
        }
    }
}
