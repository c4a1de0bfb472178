//! Activation: how much every skill has, and from where it came.

use super::influence::Kind;
use super::links::Links;
use super::parameters::Parameters;
use super::real::Real;

/// Activation of all skills and what it came from in the last step, by skill.
#[derive(Clone, Debug, Default)]
pub(super) struct Field<N> {
    pub(super) level: Vec<N>,
    /// Levels at the beginning of the last step.
    pub(super) previous: Vec<N>,
    /// Levels before normalisation.
    pub(super) before: Vec<N>,
    pub(super) sources: Sources<N>,
    pub(super) rates: Rates<N>,
    /// Working space of a step.
    pub(super) work: Work<N>,
    pub(super) rivals: super::rivals::Rivals<N>,
}

/// What each skill got in the last step, by source. What is written and read together lies together: arrays of their own for all
/// seven would be read in step, and memory that is read in step at the same distances gets in its own way.
#[derive(Clone, Debug, Default)]
pub(super) struct Sources<N> {
    pub(super) given: Vec<Given<N>>,
    pub(super) spread: Vec<Spread<N>>,
}

/// What a skill got from outside, and from what it has followed before.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Given<N> {
    pub(super) state: N,
    pub(super) goals: N,
    pub(super) protected: N,
    pub(super) followers: N,
}

/// What a skill got from other skills, or lost to them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Spread<N> {
    pub(super) backward: N,
    pub(super) forward: N,
    pub(super) inhibition: N,
}

/// By what flows are divided, and the ratios between them.
#[derive(Clone, Debug, Default)]
pub(super) struct Rates<N> {
    /// By key: how many entries of conditions, of adds, of drops there are.
    pub(super) needing: Vec<u32>,
    pub(super) adding: Vec<u32>,
    pub(super) dropping: Vec<u32>,
    /// By key, one over each of them.
    pub(super) per_needing: Vec<N>,
    pub(super) per_adding: Vec<N>,
    pub(super) per_dropping: Vec<N>,
    /// By skill, one over the length of its list.
    pub(super) per_need: Vec<N>,
    pub(super) per_add: Vec<N>,
    pub(super) per_drop: Vec<N>,
    pub(super) forward: N,
    pub(super) inhibit: N,
    /// By kind of link.
    pub(super) kinds: [N; Kind::ALL.len()],
    /// By skill, how much of its activation counts where it flows to; empty if all count fully.
    pub(super) influence: Vec<N>,
}

impl<N: Real> Rates<N> {
    fn new(links: &Links) -> Self {
        let keys = 0..links.keys;
        let needing: Vec<u32> = keys.clone().map(|key| links.needing_key(key).len() as u32).collect();
        let adding: Vec<u32> = keys.clone().map(|key| links.adding_key(key).len() as u32).collect();
        let dropping: Vec<u32> = keys.map(|key| links.dropping.row(key).len() as u32).collect();
        let over = |counts: &[u32]| counts.iter().map(|count| N::ONE / N::count((*count).max(1))).collect();
        let lengths = |rows: &super::rows::Rows| rows.iter().map(|row| row.len() as u32).collect::<Vec<_>>();
        Self {
            per_needing: over(&needing),
            per_adding: over(&adding),
            per_dropping: over(&dropping),
            per_need: over(&lengths(&links.needs.keys)),
            per_add: over(&lengths(&links.adds.keys)),
            per_drop: over(&links.drop_lengths),
            needing,
            adding,
            dropping,
            forward: N::ZERO,
            inhibit: N::ZERO,
            kinds: [N::ONE; Kind::ALL.len()],
            influence: Vec::new(),
        }
    }

    pub(super) fn set(&mut self, parameters: &Parameters) {
        self.forward = N::of(parameters.state / parameters.goals);
        self.inhibit = N::of(parameters.protection / parameters.goals);
    }

    pub(super) fn kind(&self, kind: Kind) -> N {
        self.kinds[kind as usize]
    }
}

/// What is taken for the sake of something that holds: by all skills that need it, and by the strongest of them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Held<N> {
    pub(super) sum: N,
    pub(super) most: N,
}

/// Arrays that are filled anew in each step.
#[derive(Clone, Debug, Default)]
pub(super) struct Work<N> {
    /// What flows from each skill if it can be done, and in any case.
    pub(super) ready: Vec<N>,
    pub(super) live: Vec<N>,
    /// Level and flow of each skill, side by side.
    pub(super) both: Vec<[N; 2]>,
    /// By pair: the flow of all skills that need it. Used where all that meet are listed; otherwise the next is. Whoever reads it or
    /// `fore` leaves zero behind, so that neither has to be gone over once more to begin a step.
    pub(super) needed: Vec<N>,
    /// By pair: the flow of all skills that need it, and the strongest of them.
    pub(super) asked: Vec<Held<N>>,
    /// By key: what flows backward, forward, and takes away.
    pub(super) back: Vec<N>,
    pub(super) fore: Vec<N>,
    /// By pair: what flows forward through its key, beside `needed`.
    pub(super) fore_of_pair: Vec<N>,
    pub(super) held: Vec<Held<N>>,
    /// Something flowed forward in the last step.
    pub(super) feeds: bool,
    /// By skill: a sum in the making, and in whose name.
    pub(super) sums: Vec<N>,
    pub(super) stamps: Vec<u32>,
    pub(super) marks: Vec<u32>,
    pub(super) touched: Vec<u32>,
    /// How many entries were looked at one by one, to see who takes too much.
    pub(super) looked: usize,
    /// Something has come from what was followed before.
    pub(super) followed: bool,
}

/// What a field needs to know of the world and the agents.
#[derive(Clone, Copy)]
pub(super) struct Scene<'a> {
    pub(super) links: &'a Links,
    /// By pair: whether it holds.
    pub(super) holds: &'a [bool],
    /// By skill: how many of its conditions do not hold.
    pub(super) unmet: &'a [u32],
    /// By skill: whether it takes no part; empty if all do.
    pub(super) suppressed: &'a [bool],
    pub(super) cap_inhibition: bool,
    pub(super) spare_the_stronger: bool,
}

impl Scene<'_> {
    #[inline]
    pub(super) fn holds(&self, pair: u32) -> bool {
        self.holds.get(pair as usize).copied().unwrap_or(false)
    }

    #[inline]
    pub(super) fn executable(&self, skill: usize) -> bool {
        self.unmet.get(skill).is_some_and(|unmet| *unmet == 0)
    }

    #[inline]
    pub(super) fn suppressed(&self, skill: usize) -> bool {
        self.suppressed.get(skill).copied().unwrap_or(false)
    }
}

impl<N: Real> Field<N> {
    /// Fits all arrays to new links; levels stay.
    pub(super) fn fit(&mut self, links: &Links, by_link: bool) {
        let skills = links.skills();
        self.rivals =
            if by_link { super::rivals::Rivals::default() } else { super::rivals::Rivals::new(links) };
        self.rates = Rates { influence: std::mem::take(&mut self.rates.influence), ..Rates::new(links) };
        self.sources.given.clear();
        self.sources.given.resize(skills, Given::default());
        self.sources.spread.clear();
        self.sources.spread.resize(skills, Spread::default());
        for list in [&mut self.level, &mut self.before, &mut self.previous] {
            list.resize(skills, N::ZERO);
        }
        let work = &mut self.work;
        for list in [&mut work.ready, &mut work.live, &mut work.sums] {
            clear(list, skills);
        }
        for list in [&mut work.back, &mut work.fore] {
            clear(list, links.keys);
        }
        work.both.clear();
        work.both.resize(skills, [N::ZERO; 2]);
        // Where all that meet are listed, nothing is taken by sums.
        let (pairs, listed) = (links.rank.len(), self.rivals.complete);
        clear(&mut work.needed, if listed { pairs } else { 0 });
        clear(&mut work.fore_of_pair, if listed { pairs } else { 0 });
        work.held.clear();
        work.held.resize(if listed { 0 } else { links.keys }, Held::default());
        work.asked.clear();
        work.asked.resize(if listed { 0 } else { pairs }, Held::default());
        work.feeds = false;
        for list in [&mut work.stamps, &mut work.marks] {
            list.clear();
            list.resize(skills, u32::MAX);
        }
    }

    /// A skill has gone.
    pub(super) fn remove(&mut self, skill: usize) {
        for list in [&mut self.level, &mut self.before, &mut self.previous] {
            if skill < list.len() {
                list.remove(skill);
            }
        }
    }

    /// Prepares what flows from whom.
    pub(super) fn open(&mut self, scene: &Scene<'_>) {
        self.previous.clone_from(&self.level);
        let Self { level, rates, work, .. } = self;
        let places = work.ready.iter_mut().zip(&mut work.live).zip(&mut work.both);
        for (skill, (((ready, live), both), level)) in places.zip(level.iter()).enumerate() {
            let flow = match rates.influence.get(skill) {
                Some(influence) => *level * *influence,
                None => *level,
            };
            let flow = if scene.suppressed(skill) { N::ZERO } else { flow };
            let can = scene.executable(skill);
            *live = flow;
            *both = [*level, flow];
            *ready = if can { flow } else { N::ZERO };
        }
    }

    /// Adds up what every skill got; those that take no part stay as they are.
    pub(super) fn sum(&mut self, scene: &Scene<'_>) {
        let gains = self.sources.given.iter().zip(&self.sources.spread);
        let places = self.level.iter_mut().zip(&mut self.before).zip(gains).enumerate();
        for (skill, ((level, before), (given, spread))) in places {
            let Given { state, goals, protected, followers } = *given;
            let Spread { backward, forward, inhibition } = *spread;
            if !scene.suppressed(skill) {
                let gain = state + goals - protected + backward + forward + followers - inhibition;
                *level = (*level + gain).most(N::ZERO);
            }
            *before = *level;
        }
    }

    /// The sum of all levels, in the order of registration.
    pub(super) fn total(&self) -> N {
        self.level.iter().fold(N::ZERO, |sum, level| sum + *level)
    }
}

fn clear<N: Real>(list: &mut Vec<N>, len: usize) {
    list.clear();
    list.resize(len, N::ZERO);
}
