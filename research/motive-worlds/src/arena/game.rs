//! The rules of the arena: what happens in a tick.

use super::body::{Ally, Antlion, ArenaPoint, Element, Potion, Wizard};
use super::settings::{ArenaSettings, ArenaSettingsError};
use crate::random_draws;

/// What the wizard can do besides walking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spell {
    /// A strike at what is near. No magic, but it takes its time as spells do.
    Melee,
    /// Kills one antlion from afar.
    Lightning,
    /// Kills all that are near.
    Blast,
    /// Gives health.
    Heal,
}

/// What the wizard decides to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArenaAction {
    /// Walk to something, by its number.
    Goto(u64),
    /// Strike or cast, at something.
    Cast(Spell, Option<u64>),
}

/// A strike or cast that is under way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Act {
    /// Which.
    pub spell: Spell,
    /// At what.
    pub target: Option<u64>,
    /// Seconds left.
    pub left: f64,
}

/// How something that the wizard did came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// It did what it should.
    Done,
    /// It missed.
    Missed,
    /// Heavy damage broke it off.
    Interrupted,
    /// The wizard walked, or did something else.
    BrokenOff,
    /// It could not be begun: too little mana, too far away, nothing there.
    Impossible,
}

/// What has happened so far.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ArenaCounts {
    /// Antlions that came.
    pub antlions: u64,
    /// Antlions that died.
    pub kills: u64,
    /// Strikes, lightnings, blasts and healings that were begun.
    pub begun: [u64; 4],
    /// Those that were broken off, by damage or by the wizard.
    pub broken: u64,
    /// Strikes and lightnings that missed.
    pub missed: u64,
    /// Health lost.
    pub damage: f64,
    /// Potions that came.
    pub potions: u64,
    /// Potions of health and of mana that were drunk.
    pub drunk: [u64; 2],
    /// Seconds with at most one antlion near, and with four or more; near is what a blast reaches.
    pub near_seconds: [f64; 2],
    /// Blasts begun with at most one antlion near, and with four or more.
    pub near_blasts: [u64; 2],
}

/// What a draw is for. Draws are keyed by this and by how many there were before.
#[derive(Clone, Copy)]
enum Draw {
    SpawnTime,
    SpawnPoint,
    Element,
    PotionTime,
    PotionPlaceX,
    PotionPlaceY,
    PotionKind,
    PotionAmount,
    Strike,
    Bolt,
    BoltRest,
}

/// Four or more antlions surround one, at most one does not.
const SURROUNDED: usize = 4;

/// An arena and all that is in it.
#[derive(Clone, Debug)]
pub struct Arena {
    settings: ArenaSettings,
    seed: u64,
    ticks: u64,
    /// The wizard.
    pub wizard: Wizard,
    /// The other wizard, where there is one.
    pub ally: Option<Ally>,
    /// The antlions that live, the oldest first.
    pub antlions: Vec<Antlion>,
    /// The potions that lie about, the oldest first.
    pub potions: Vec<Potion>,
    /// The strike or cast that is under way.
    pub act: Option<Act>,
    /// What the wizard walks to.
    pub going: Option<u64>,
    next_number: u64,
    /// When the next antlion of each spawn point comes; of all of them, if they share a clock.
    spawns: Vec<f64>,
    next_potion: f64,
    hurts: Vec<(f64, f64)>,
    /// What has happened so far.
    pub counts: ArenaCounts,
    ended: Vec<End>,
}

/// The four corners that antlions come from.
const POINTS: [(f64, f64); 4] = [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)];

impl Arena {
    /// An arena with nothing in it but the wizard.
    ///
    /// # Errors
    /// If there cannot be such an arena.
    pub fn new(settings: ArenaSettings, seed: u64) -> Result<Self, ArenaSettingsError> {
        settings.check()?;
        Ok(Self::begun(settings, seed))
    }

    /// Restarts: a wizard in full health, and an ally if the settings have one.
    pub fn reset(&mut self, seed: u64) {
        *self = Self::begun(self.settings.clone(), seed);
    }

    fn begun(settings: ArenaSettings, seed: u64) -> Self {
        let full = settings.full;
        let beside = ArenaPoint { x: settings.ally_at, y: 0.0 };
        let clocks = if settings.clock_per_point { POINTS.len() } else { 1 };
        let mut arena = Self {
            wizard: Wizard {
                place: ArenaPoint::default(),
                health: full,
                mana: full,
                rests: 0.0,
                walks: false,
                badly_hurt: false,
            },
            ally: settings.allies.then_some(Ally { place: beside, health: full }),
            settings,
            seed,
            ticks: 0,
            antlions: Vec::new(),
            potions: Vec::new(),
            act: None,
            going: None,
            next_number: 1,
            spawns: Vec::new(),
            next_potion: 0.0,
            hurts: Vec::new(),
            counts: ArenaCounts::default(),
            ended: Vec::new(),
        };
        arena.spawns = (0..clocks).map(|clock| arena.spawn_interval(clock as u64)).collect();
        arena.next_potion = arena.potion_interval(0);
        arena
    }

    /// What there is no telling from the rules.
    pub fn settings(&self) -> &ArenaSettings {
        &self.settings
    }

    /// How what the wizard did ended in the last step, in order.
    pub fn ended(&mut self) -> &[End] {
        &self.ended
    }

    /// Seconds that the wizard has lived.
    pub fn seconds(&self) -> f64 {
        self.ticks as f64 * self.settings.tick
    }

    /// Whether the wizard is dead, or the longest time is over.
    pub fn is_over(&self) -> bool {
        let longest = self.settings.longest;
        self.wizard.health <= 0.0 || longest > 0.0 && self.seconds() >= longest
    }

    /// Puts an antlion somewhere, and gives its number.
    pub fn add_antlion(&mut self, place: ArenaPoint) -> u64 {
        let number = self.number();
        let drawn = self.unit(Draw::Element, number);
        let element = self.settings.weaknesses.then_some(if drawn * 2.0 < 1.0 {
            Element::Frost
        } else {
            Element::Fire
        });
        let (health, rests) = (self.settings.antlion_health, self.settings.swipe_every);
        let pounces = self.settings.pounce_every;
        self.antlions.push(Antlion {
            number,
            place,
            health,
            rests,
            pounces,
            flipped: 0.0,
            runs: false,
            element,
        });
        number
    }

    /// Puts a potion somewhere, and gives its number.
    pub fn add_potion(&mut self, place: ArenaPoint, heals: bool, amount: f64) -> u64 {
        let number = self.number();
        self.potions.push(Potion { number, place, heals, amount });
        number
    }

    fn number(&mut self) -> u64 {
        self.next_number += 1;
        self.next_number - 1
    }

    fn unit(&self, what: Draw, count: u64) -> f64 {
        random_draws::unit(self.seed, count, what as u64)
    }

    fn between(&self, what: Draw, count: u64, [from, to]: [f64; 2]) -> f64 {
        from + self.unit(what, count) * (to - from)
    }

    fn spawn_interval(&self, count: u64) -> f64 {
        self.between(Draw::SpawnTime, count, self.settings.spawn_every)
    }

    fn potion_interval(&self, count: u64) -> f64 {
        self.between(Draw::PotionTime, count, self.settings.potion_every)
    }

    /// From one decision to the next: the wizard takes up what it decided, and time passes. Nothing means that it goes on with a
    /// cast, or stands.
    pub fn step(&mut self, command: Option<ArenaAction>) {
        self.ended.clear();
        if self.is_over() {
            return;
        }
        self.take_up(command);
        for _ in 0..self.settings.ticks_per_query {
            self.tick();
            if self.is_over() {
                return;
            }
        }
    }

    fn take_up(&mut self, command: Option<ArenaAction>) {
        self.going = None;
        match command {
            None => {}
            Some(ArenaAction::Goto(number)) => {
                self.end_act(End::BrokenOff);
                if self.place_of(number).is_some() {
                    self.going = Some(number);
                } else {
                    self.ended.push(End::Impossible);
                }
            }
            // What is under way goes on: its aim was taken when it began.
            Some(ArenaAction::Cast(spell, _)) if self.act.is_some_and(|act| act.spell == spell) => {}
            Some(ArenaAction::Cast(spell, target)) => {
                self.end_act(End::BrokenOff);
                self.begin(spell, target);
            }
        }
    }

    fn begin(&mut self, spell: Spell, target: Option<u64>) {
        let settings = &self.settings;
        let (mana, left, reach) = match spell {
            Spell::Melee => (0.0, settings.melee_time, settings.melee_reach),
            Spell::Lightning => (settings.lightning_mana, settings.lightning_time, settings.lightning_range),
            Spell::Blast => (settings.blast_mana, settings.blast_time, f64::INFINITY),
            Spell::Heal => (settings.heal_mana, settings.heal_time, f64::INFINITY),
        };
        let aimed = match spell {
            Spell::Melee | Spell::Lightning => target.is_some_and(|target| self.reaches(target, reach)),
            Spell::Blast | Spell::Heal => true,
        };
        let rested = spell != Spell::Lightning || self.wizard.rests <= 0.0;
        if self.wizard.mana < mana || !aimed || !rested {
            self.ended.push(End::Impossible);
            return;
        }
        self.wizard.mana -= mana;
        if spell == Spell::Lightning {
            let rest = self.between(Draw::BoltRest, self.ticks, self.settings.lightning_rest);
            self.wizard.rests = rest;
        }
        self.counts.begun[spell as usize] += 1;
        let near = self.near();
        if spell == Spell::Blast && near <= 1 {
            self.counts.near_blasts[0] += 1;
        } else if spell == Spell::Blast && near >= SURROUNDED {
            self.counts.near_blasts[1] += 1;
        }
        self.act = Some(Act { spell, target, left });
    }

    /// How many antlions a blast would reach.
    pub fn near(&self) -> usize {
        let (here, radius) = (self.wizard.place, self.settings.blast_radius);
        self.antlions.iter().filter(|antlion| antlion.place.distance(here) <= radius).count()
    }

    fn reaches(&self, number: u64, reach: f64) -> bool {
        let found = self.antlions.iter().find(|antlion| antlion.number == number);
        found.is_some_and(|antlion| antlion.place.distance(self.wizard.place) <= reach)
    }

    fn place_of(&self, number: u64) -> Option<ArenaPoint> {
        let antlion = self.antlions.iter().find(|antlion| antlion.number == number);
        let potion = self.potions.iter().find(|potion| potion.number == number);
        antlion.map(|antlion| antlion.place).or(potion.map(|potion| potion.place))
    }

    fn end_act(&mut self, end: End) {
        if self.act.take().is_some() {
            self.ended.push(end);
            match end {
                End::Interrupted | End::BrokenOff => self.counts.broken += 1,
                End::Missed => self.counts.missed += 1,
                End::Done | End::Impossible => {}
            }
        }
    }

    fn tick(&mut self) {
        self.ticks += 1;
        self.come();
        self.walk();
        self.drink();
        self.antlions_act();
        self.work_on();
        self.bury();
        let (near, tick) = (self.near(), self.settings.tick);
        if near <= 1 {
            self.counts.near_seconds[0] += tick;
        } else if near >= SURROUNDED {
            self.counts.near_seconds[1] += tick;
        }
    }

    /// Antlions and potions come.
    fn come(&mut self) {
        let (now, clocks) = (self.seconds(), self.spawns.len());
        for clock in 0..clocks {
            if self.spawns[clock] > now {
                continue;
            }
            let count = self.counts.antlions;
            // Clocks of their own have draws of their own; a shared one has all of them.
            self.spawns[clock] += self.spawn_interval(count + clocks as u64);
            self.counts.antlions += 1;
            if self.antlions.len() >= self.settings.most_antlions {
                continue;
            }
            let drawn = random_draws::below(POINTS.len() as u64, self.seed, count, Draw::SpawnPoint as u64);
            let point = if clocks > 1 { clock } else { drawn as usize };
            let (x, y) = POINTS.get(point).copied().unwrap_or_default();
            self.add_antlion(ArenaPoint { x: x * self.settings.spawn_at, y: y * self.settings.spawn_at });
        }
        if self.next_potion <= now {
            let count = self.counts.potions;
            self.counts.potions += 1;
            self.next_potion += self.potion_interval(count + 1);
            let half = self.settings.side / 2.0;
            let x = self.between(Draw::PotionPlaceX, count, [-half, half]);
            let y = self.between(Draw::PotionPlaceY, count, [-half, half]);
            let heals = self.unit(Draw::PotionKind, count) < self.settings.health_share;
            let [least, most] = self.settings.potion_amount;
            // Whole amounts, both ends with the same odds as the rest.
            let amount = (least + self.unit(Draw::PotionAmount, count) * (most - least + 1.0)).floor();
            self.add_potion(ArenaPoint { x, y }, heals, amount.min(most));
        }
    }

    fn walk(&mut self) {
        self.wizard.walks = false;
        self.wizard.rests = (self.wizard.rests - self.settings.tick).max(0.0);
        let Some(number) = self.going else { return };
        let Some(to) = self.place_of(number) else {
            // It died on the way.
            self.going = None;
            self.ended.push(End::Done);
            return;
        };
        let is_antlion = self.antlions.iter().any(|antlion| antlion.number == number);
        let short = if is_antlion { self.settings.antlion_stops } else { 0.0 };
        let before = self.wizard.place;
        let (next, short) = self.way(to).map_or((to, short), |node| (node, 0.0));
        self.wizard.place = before.toward(next, self.settings.wizard_speed * self.settings.tick, short);
        self.wizard.walks = self.wizard.place != before;
        if is_antlion && self.wizard.place.distance(to) <= self.settings.melee_reach {
            self.going = None;
            self.ended.push(End::Done);
        }
    }

    /// The way-point to walk to first, if there are any: the one nearest to the aim, unless the aim is no further away than the next way-point.
    fn way(&self, to: ArenaPoint) -> Option<ArenaPoint> {
        let (along, half) = (self.settings.nodes, self.settings.side / 2.0);
        if along < 2.0 {
            return None;
        }
        let step = self.settings.side / (along - 1.0);
        let snap = |x: f64| (((x + half) / step).round() * step - half).clamp(-half, half);
        let node = ArenaPoint { x: snap(to.x), y: snap(to.y) };
        let here = self.wizard.place;
        (here.distance(to) > step && here.distance(node) > self.settings.potion_reach).then_some(node)
    }

    /// Antlions that are near a blast or a lightning fall on their backs.
    fn flip(&mut self, centre: ArenaPoint, reach: f64) {
        let lie = self.settings.flip_time;
        for antlion in self.antlions.iter_mut().filter(|one| one.place.distance(centre) <= reach) {
            antlion.flipped = antlion.flipped.max(lie);
        }
    }

    /// A potion is drunk by coming near. Whoever walked to it has arrived.
    fn drink(&mut self) {
        let (here, reach, full) = (self.wizard.place, self.settings.potion_reach, self.settings.full);
        let (wizard, counts, going) = (&mut self.wizard, &mut self.counts, self.going);
        let mut arrived = false;
        self.potions.retain(|potion| {
            if potion.place.distance(here) > reach {
                return true;
            }
            let level = if potion.heals { &mut wizard.health } else { &mut wizard.mana };
            *level = (*level + potion.amount).min(full);
            counts.drunk[usize::from(!potion.heals)] += 1;
            arrived |= going == Some(potion.number);
            false
        });
        if arrived {
            self.going = None;
            self.ended.push(End::Done);
        }
    }

    /// Antlions run to the nearest of wizard and ally and strike.
    fn antlions_act(&mut self) {
        let (settings, here) = (&self.settings, self.wizard.place);
        let ally = self.ally.filter(|ally| ally.health > 0.0).map(|ally| ally.place);
        let (mut bites, mut ally_bites) = (0_u32, 0_u32);
        for antlion in &mut self.antlions {
            let to_ally = ally.map(|ally| antlion.place.distance(ally));
            let at_ally = to_ally.is_some_and(|to_ally| to_ally < antlion.place.distance(here));
            let prey = if at_ally { ally.unwrap_or(here) } else { here };
            if antlion.flipped > 0.0 {
                antlion.flipped = (antlion.flipped - settings.tick).max(0.0);
                antlion.runs = false;
                continue;
            }
            let before = antlion.place;
            antlion.pounces = (antlion.pounces - settings.tick).max(0.0);
            let pounces = settings.pounce_every > 0.0
                && antlion.pounces <= 0.0
                && (settings.swipe_reach..=settings.pounce_range).contains(&before.distance(prey));
            let stride = if pounces { f64::INFINITY } else { settings.antlion_speed * settings.tick };
            antlion.place = before.toward(prey, stride, settings.antlion_stops);
            antlion.runs = antlion.place != before;
            antlion.rests = (antlion.rests - settings.tick).max(0.0);
            if pounces {
                antlion.pounces = settings.pounce_every;
                *(if at_ally { &mut ally_bites } else { &mut bites }) += 1;
            }
            if antlion.rests <= 0.0 && antlion.place.distance(prey) <= settings.swipe_reach {
                antlion.rests = settings.swipe_every;
                *(if at_ally { &mut ally_bites } else { &mut bites }) += 1;
            }
        }
        let damage = settings.swipe_damage;
        if let Some(ally) = &mut self.ally {
            ally.health = (ally.health - damage * f64::from(ally_bites)).max(0.0);
        }
        for _ in 0..bites {
            self.hurt(damage);
        }
    }

    /// The wizard is hurt; heavy damage breaks lightning and healing off.
    fn hurt(&mut self, damage: f64) {
        let (now, settings) = (self.seconds(), &self.settings);
        self.counts.damage += damage.min(self.wizard.health);
        self.wizard.health = (self.wizard.health - damage).max(0.0);
        self.hurts.retain(|(when, _)| now - when < settings.heavy_within);
        self.hurts.push((now, damage));
        let sum: f64 = self.hurts.iter().map(|(_, damage)| damage).sum();
        self.wizard.badly_hurt = damage > settings.heavy_hit || sum >= settings.heavy_sum;
        let breaks = matches!(self.act, Some(Act { spell: Spell::Lightning | Spell::Heal, .. }));
        if self.wizard.badly_hurt && breaks {
            self.end_act(End::Interrupted);
        }
    }

    fn work_on(&mut self) {
        let now = self.seconds();
        if self.hurts.last().is_none_or(|(when, _)| now - when >= self.settings.heavy_within) {
            self.wizard.badly_hurt = false;
        }
        let Some(act) = &mut self.act else { return };
        act.left -= self.settings.tick;
        // Half a tick of slack, so that sums of ticks that fall short by a rounding error count.
        if act.left <= self.settings.tick / 2.0 && self.wizard.health > 0.0 {
            let act = *act;
            let end = self.complete(act);
            self.end_act(end);
        }
    }

    fn complete(&mut self, act: Act) -> End {
        let (here, settings) = (self.wizard.place, self.settings.clone());
        match act.spell {
            Spell::Heal => {
                self.wizard.health = (self.wizard.health + settings.heal_amount).min(settings.full);
                End::Done
            }
            Spell::Blast => {
                let radius = settings.blast_radius;
                for antlion in self.antlions.iter_mut().filter(|one| one.place.distance(here) <= radius) {
                    antlion.suffer(Element::Frost, &settings);
                }
                if let Some(ally) = self.ally.as_mut().filter(|ally| ally.place.distance(here) <= radius) {
                    ally.health = 0.0;
                }
                self.flip(here, settings.flip_by_blast);
                End::Done
            }
            Spell::Melee => {
                let hits = self.unit(Draw::Strike, self.ticks) < settings.melee_hits;
                let target = self.target(act, settings.melee_reach);
                let Some(antlion) = target.filter(|_| hits) else { return End::Missed };
                antlion.health = (antlion.health - settings.melee_damage).max(0.0);
                End::Done
            }
            Spell::Lightning => {
                let drawn = self.unit(Draw::Bolt, self.ticks);
                let Some(antlion) = self.target(act, settings.lightning_range) else { return End::Missed };
                let misses = if antlion.runs { settings.misses_running } else { settings.misses_standing };
                if drawn < misses {
                    return End::Missed;
                }
                antlion.suffer(Element::Fire, &settings);
                let struck = antlion.place;
                self.flip(struck, settings.flip_by_lightning);
                End::Done
            }
        }
    }

    fn target(&mut self, act: Act, reach: f64) -> Option<&mut Antlion> {
        let here = self.wizard.place;
        let found = self.antlions.iter_mut().find(|antlion| Some(antlion.number) == act.target)?;
        (found.place.distance(here) <= reach).then_some(found)
    }

    /// The dead are taken away; they may go up in flames first.
    fn bury(&mut self) {
        let settings = &self.settings;
        if settings.exploding {
            let (here, radius) = (self.wizard.place, self.settings.explosion_radius);
            let dead = self.antlions.iter().filter(|antlion| antlion.health <= 0.0);
            let flames = dead.filter(|antlion| antlion.place.distance(here) <= radius).count();
            let shielded = settings.heat_shield && !self.wizard.walks;
            for _ in 0..if shielded { 0 } else { flames } {
                self.hurt(self.settings.explosion_damage);
            }
        }
        let before = self.antlions.len();
        self.antlions.retain(|antlion| antlion.health > 0.0);
        self.counts.kills += (before - self.antlions.len()) as u64;
    }
}

impl Antlion {
    /// What is strong enough to kill any antlion only wounds one that withstands it.
    fn suffer(&mut self, withstood_by: Element, settings: &ArenaSettings) {
        let left =
            if self.element == Some(withstood_by) { self.health - settings.withstood_damage } else { 0.0 };
        self.health = left.max(0.0);
    }
}
