//! Learning from outcomes what a thing must have, and what is better.
//!
//! A program asks memory for things with a [`Pattern`]; its author has to know which properties to require and prefer.
//! An [`Experience`] records how it went with one thing after another, and says what the successes have in common:
//!
//! ```
//! use motive::arbiter::learning::{Caution, Experience, Feature};
//! use motive::kernel::{Id, Thing, Type, Vocabulary};
//!
//! let mut names = Vocabulary::new();
//! let weapon = names.kind("weapon");
//! let (cursed, size) = (names.property("cursed", Type::Bool), names.property("size", Type::Number));
//!
//! let mut experience = Experience::default();
//! for n in 0..40 {
//!     let thing = Thing::new(Id::new(n)).with(cursed, n % 2 == 0).with(size, (n % 5) as f64);
//!     experience.record(&thing, n % 2 == 1);
//! }
//! let learned = experience.learn(&Caution::default());
//! assert_eq!(learned.required, [Feature::Is(cursed, false.into())]);
//! let pattern = learned.pattern(weapon);
//! # let _ = pattern;
//! ```

use motive_core::condition::{Pattern, Range};
use motive_core::memory::Thing;
use motive_core::vocabulary::{Kind, Property, Value};
use motive_statistics::{Tail, mann_whitney};
use std::collections::VecDeque;

/// The most features that are combined.
const MOST_FEATURES: usize = 64;

/// One attempt with one thing.
#[derive(Clone, Debug, PartialEq)]
struct Trial {
    values: Vec<(Property, Vec<Value>)>,
    succeeded: bool,
    payoff: f64,
}

/// Attempts with many things. The oldest are forgotten when there are too many.
#[derive(Clone, Debug, PartialEq)]
pub struct Experience {
    trials: VecDeque<Trial>,
    capacity: usize,
}

impl Default for Experience {
    fn default() -> Self {
        Self::with_capacity(10_000)
    }
}

/// The significance levels of learning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Caution {
    /// What would come about by chance with at least this probability counts as chance.
    pub chance: f64,
    /// Which share of the successes may have come about by luck, without what is required; a quarter at most.
    pub luck: f64,
}

impl Default for Caution {
    fn default() -> Self {
        Self { chance: 0.001, luck: 0.0 }
    }
}

/// What was learned.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Learned {
    /// Nothing succeeds without these.
    pub required: Vec<Feature>,
    /// Among things that have all those, these do better, with weights up to 1.
    pub preferred: Vec<(Feature, f64)>,
}

impl Learned {
    /// Asks for a thing of a kind as it was learned.
    pub fn pattern(&self, kind: Kind) -> Pattern {
        let mut pattern = Pattern::of(kind);
        for feature in &self.required {
            pattern = match feature {
                Feature::Is(property, value) => pattern.with(*property, value.clone()),
                Feature::AtLeast(property, low) => pattern.within(*property, Range::at_least(*low)),
                Feature::AtMost(property, high) => pattern.within(*property, Range::at_most(*high)),
            };
        }
        for (feature, weight) in &self.preferred {
            pattern = match feature {
                Feature::Is(property, value) => pattern.prefer(*property, value.clone()),
                Feature::AtLeast(property, low) => {
                    pattern.prefer_within(*property, Range::at_least(*low).highest())
                }
                Feature::AtMost(property, high) => {
                    pattern.prefer_within(*property, Range::at_most(*high).lowest())
                }
            }
            .weight(*weight);
        }
        pattern
    }
}

impl Experience {
    /// Keeps at most this many outcomes.
    pub fn with_capacity(most: usize) -> Self {
        Self { trials: VecDeque::new(), capacity: most.max(1) }
    }

    /// How many outcomes it has.
    pub fn len(&self) -> usize {
        self.trials.len()
    }

    /// Whether nothing was recorded yet.
    pub fn is_empty(&self) -> bool {
        self.trials.is_empty()
    }

    /// Records how it went with a thing.
    pub fn record(&mut self, thing: &Thing, succeeded: bool) {
        self.record_payoff(thing, succeeded, if succeeded { 1.0 } else { 0.0 });
    }

    /// Records how it went with a thing and what came of it. A payoff that is not a number is not recorded.
    pub fn record_payoff(&mut self, thing: &Thing, succeeded: bool, payoff: f64) {
        if payoff.is_nan() {
            return;
        }
        if self.trials.len() >= self.capacity {
            self.trials.pop_front();
        }
        let values = thing.properties().map(|(property, values)| (property, values.to_vec())).collect();
        self.trials.push_back(Trial { values, succeeded, payoff });
    }

    /// What the outcomes teach.
    ///
    /// Features that the successes lack no more often than luck allows (binomial test) are taken together. Each of them must
    /// then show that it matters among the things that have all the others: that so many of those that have it succeeded must
    /// not be chance (Fisher's exact test). The one that shows it least is dropped until all do; those are required. A feature
    /// is preferred if, among things with everything required, it is not by chance that the payoffs of those that have it are
    /// greater (Mann-Whitney test, one-sided). It is weighted by the difference of the mean payoffs.
    pub fn learn(&self, caution: &Caution) -> Learned {
        let required = self.required(caution);
        let fitting: Vec<&Trial> = self
            .trials
            .iter()
            .filter(|trial| required.iter().all(|feature| feature.is_had(&trial.values)))
            .collect();
        let preferred = preferred(&fitting, &required, caution);
        Learned { required, preferred }
    }

    fn required(&self, caution: &Caution) -> Vec<Feature> {
        let mut features = self.common(caution);
        loop {
            let scores = (0..features.len()).map(|at| (at, self.chance(&features, at)));
            match scores.max_by(|a, b| a.1.total_cmp(&b.1)) {
                Some((_, chance)) if chance < caution.chance => return features,
                Some((least, _)) => {
                    features.remove(least);
                }
                None => return features,
            }
        }
    }

    /// Features that successes have but for luck.
    fn common(&self, caution: &Caution) -> Vec<Feature> {
        let succeeded: Vec<&Trial> = self.trials.iter().filter(|trial| trial.succeeded).collect();
        let mut features = common_features(succeeded.iter().map(|trial| &trial.values[..]), caution.luck);
        features.retain(|feature| {
            let misses = succeeded.iter().filter(|trial| !feature.is_had(&trial.values)).count();
            misses == 0 || luck(misses, succeeded.len(), caution.luck) >= caution.chance
        });
        features.truncate(MOST_FEATURES);
        features
    }

    /// How likely it is chance that successes have a feature, given all the others.
    fn chance(&self, features: &[Feature], at: usize) -> f64 {
        let mut sample = Sample::default();
        for trial in &self.trials {
            let mut others = features.iter().enumerate().filter(|(other, _)| *other != at);
            if others.all(|(_, other)| other.is_had(&trial.values)) {
                sample.count(trial.succeeded, features[at].is_had(&trial.values));
            }
        }
        sample.chance()
    }
}

fn preferred(fitting: &[&Trial], required: &[Feature], caution: &Caution) -> Vec<(Feature, f64)> {
    let candidates = telling_features(fitting.iter().map(|trial| &trial.values[..]));
    let mut found: Vec<(Feature, f64)> = Vec::new();
    for feature in candidates.into_iter().filter(|feature| !required.contains(feature)) {
        let payoffs = |has: bool| -> Vec<f64> {
            let of = fitting.iter().filter(|trial| feature.is_had(&trial.values) == has);
            of.map(|trial| trial.payoff).collect()
        };
        let (with, without) = (payoffs(true), payoffs(false));
        if mann_whitney(&with, &without, Tail::Greater).p < caution.chance {
            found.push((feature, mean(&with) - mean(&without)));
        }
    }
    let greatest = found.iter().map(|(_, gain)| *gain).fold(0.0, f64::max);
    for (_, gain) in &mut found {
        // Ranks may differ though means do not, and means of endless payoffs say nothing.
        *gain = if greatest > 0.0 && greatest.is_finite() { (*gain / greatest).max(0.0) } else { 1.0 };
    }
    found
}

/// Something that a thing has or lacks.
#[derive(Clone, Debug, PartialEq)]
pub enum Feature {
    /// A property has a value.
    Is(Property, Value),
    /// A property is at least a number.
    AtLeast(Property, f64),
    /// A property is at most a number.
    AtMost(Property, f64),
}

type Values = [(Property, Vec<Value>)];

/// How many values of one property are considered.
const MOST_VALUES: usize = 64;

impl Feature {
    /// Whether a thing with these values has it.
    fn is_had(&self, values: &Values) -> bool {
        let of = |wanted: Property| {
            let own = values.iter().filter(move |(property, _)| *property == wanted);
            own.flat_map(|(_, values)| values)
        };
        match self {
            Self::Is(property, value) => of(*property).any(|own| own == value),
            Self::AtLeast(property, low) => of(*property).filter_map(Value::number).any(|n| n >= *low),
            Self::AtMost(property, high) => of(*property).filter_map(Value::number).any(|n| n <= *high),
        }
    }
}

/// The values of each property, numbers apart from the rest.
fn by_property<'a>(things: impl Iterator<Item = &'a Values>) -> Vec<(Property, Vec<Value>, Vec<f64>)> {
    let mut found: Vec<(Property, Vec<Value>, Vec<f64>)> = Vec::new();
    for (property, values) in things.flatten() {
        let at = found.iter().position(|(known, ..)| known == property).unwrap_or_else(|| {
            found.push((*property, Vec::new(), Vec::new()));
            found.len() - 1
        });
        let (_, others, numbers) = &mut found[at];
        for value in values {
            match value {
                Value::Number(n) => numbers.push(*n),
                value if others.len() < MOST_VALUES && !others.contains(value) => others.push(value.clone()),
                _ => {}
            }
        }
    }
    for (_, _, numbers) in &mut found {
        numbers.sort_by(f64::total_cmp);
    }
    found
}

/// Features that things may have in common: each value, and the least and the greatest number but for a share at the ends.
fn common_features<'a>(things: impl Iterator<Item = &'a Values>, apart: f64) -> Vec<Feature> {
    let mut features = Vec::new();
    for (property, values, numbers) in by_property(things) {
        features.extend(values.into_iter().map(|value| Feature::Is(property, value)));
        let skipped = (numbers.len() as f64 * apart.clamp(0.0, 0.5)) as usize;
        if let (Some(low), Some(high)) = (numbers.get(skipped), numbers.iter().rev().nth(skipped)) {
            features.extend([Feature::AtLeast(property, *low), Feature::AtMost(property, *high)]);
        }
    }
    features
}

/// Features that tell things apart: each value, and the upper and the lower half of the numbers.
fn telling_features<'a>(things: impl Iterator<Item = &'a Values>) -> Vec<Feature> {
    let mut features = Vec::new();
    for (property, values, numbers) in by_property(things) {
        features.extend(values.into_iter().map(|value| Feature::Is(property, value)));
        if let Some(middle) = numbers.get(numbers.len() / 2) {
            features.extend([Feature::AtLeast(property, *middle), Feature::AtMost(property, *middle)]);
        }
    }
    features
}

/// The probability of at least so many successes by luck, given the probability of each (binomial distribution).
fn luck(lucky: usize, successes: usize, probability: f64) -> f64 {
    let probability = probability.clamp(0.0, 0.25);
    if lucky == 0 || probability == 0.0 {
        return if lucky == 0 { 1.0 } else { 0.0 };
    }
    let logs = LogFactorials::up_to(successes);
    let term = |k: usize| {
        let (k_, rest) = (k as f64, (successes - k) as f64);
        (logs.choose(successes, k) + k_ * probability.ln() + rest * (1.0 - probability).ln()).exp()
    };
    (lucky..=successes).map(term).sum::<f64>().min(1.0)
}

/// Things, some of which succeeded and some of which have a feature.
#[derive(Default)]
struct Sample {
    all: usize,
    succeeded: usize,
    having: usize,
    both: usize,
}

impl Sample {
    fn count(&mut self, succeeded: bool, has: bool) {
        self.all += 1;
        self.succeeded += usize::from(succeeded);
        self.having += usize::from(has);
        self.both += usize::from(succeeded && has);
    }

    /// How likely at least so many have the feature and succeeded, if success has nothing to do with the feature (Fisher's
    /// exact test).
    fn chance(&self) -> f64 {
        let logs = LogFactorials::up_to(self.all);
        let whole = logs.choose(self.all, self.succeeded);
        let most = self.having.min(self.succeeded);
        let term = |both: usize| {
            let rest = (self.all - self.having).checked_sub(self.succeeded - both);
            // More successes than there are things without the feature cannot be.
            let Some(_) = rest else { return 0.0 };
            let ways =
                logs.choose(self.having, both) + logs.choose(self.all - self.having, self.succeeded - both);
            (ways - whole).exp()
        };
        (self.both..=most).map(term).sum::<f64>().min(1.0)
    }
}

/// Logarithms of factorials.
struct LogFactorials(Vec<f64>);

impl LogFactorials {
    fn up_to(n: usize) -> Self {
        let mut logs = vec![0.0];
        let mut sum = 0.0;
        for k in 1..=n {
            sum += (k as f64).ln();
            logs.push(sum);
        }
        Self(logs)
    }

    /// The logarithm of the number of ways to choose `k` of `n`, where `k <= n` and `n` is within the table.
    fn choose(&self, n: usize, k: usize) -> f64 {
        self.0[n] - self.0[k] - self.0[n - k]
    }
}

fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len() as f64
}

#[cfg(test)]
#[path = "../tests/unit/learning.rs"]
mod tests;
