//! Coefficients of kinds of links and of single links.

use crate::activation::precision::Float;
use crate::model::coefficient::Coefficient;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A kind of flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum LinkKind {
    /// From what is sensed to the skills that need it.
    State,
    /// From goals to the skills that achieve them.
    Goals,
    /// Taken away from skills that delete a protected goal.
    Protected,
    /// From a skill to its predecessors: those that add what it lacks.
    Backward,
    /// From an executable skill to its successors: those that need what it adds.
    Forward,
    /// From a skill to those that were selected after it before.
    Followers,
    /// Taken away from the conflicters of a skill: those that delete a precondition of it that holds.
    Inhibition,
}

impl LinkKind {
    /// All kinds, in the order in which they are summed.
    pub const ALL: [Self; 7] = [
        Self::State,
        Self::Goals,
        Self::Protected,
        Self::Backward,
        Self::Forward,
        Self::Followers,
        Self::Inhibition,
    ];

    /// Its name in logs and files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::State => "state",
            Self::Goals => "goals",
            Self::Protected => "protected",
            Self::Backward => "backward",
            Self::Forward => "forward",
            Self::Followers => "followers",
            Self::Inhibition => "inhibition",
        }
    }

    /// The kind of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Whether it takes activation away.
    #[must_use]
    pub fn takes_away(self) -> bool {
        matches!(self, Self::Protected | Self::Inhibition)
    }
}

/// Coefficients of kinds of links and of single links. Those of agents are stored with the agents.
#[derive(Clone, Debug, Default)]
pub(crate) struct LinkCoefficients {
    kinds: FxHashMap<LinkKind, Coefficient>,
    /// By kind, from, to.
    named: FxHashMap<(LinkKind, Arc<str>, Arc<str>), Coefficient>,
    /// The same by skill number, for registered skills.
    links: FxHashMap<(LinkKind, u32, u32), Coefficient>,
}

/// A kind of link, the names of the skills that it connects, and its coefficient.
pub(crate) type NamedLink = (LinkKind, Arc<str>, Arc<str>, Coefficient);

impl LinkCoefficients {
    /// All coefficients of kinds and of links, sorted.
    pub(crate) fn listed(&self) -> (Vec<(LinkKind, Coefficient)>, Vec<NamedLink>) {
        let kinds = LinkKind::ALL.iter().filter_map(|kind| Some((*kind, self.kinds.get(kind)?.clone())));
        let named = self.named.iter();
        let mut links: Vec<NamedLink> =
            named.map(|((kind, from, to), value)| (*kind, from.clone(), to.clone(), value.clone())).collect();
        links.sort_by(|one, other| {
            (one.0 as usize, &one.1, &one.2).cmp(&(other.0 as usize, &other.1, &other.2))
        });
        (kinds.collect(), links)
    }

    pub(crate) fn set_kind(&mut self, kind: LinkKind, value: Coefficient) {
        self.kinds.insert(kind, value);
    }

    pub(crate) fn set_link(&mut self, kind: LinkKind, from: Arc<str>, to: Arc<str>, value: Coefficient) {
        if value.is_one() {
            self.named.remove(&(kind, from, to));
        } else {
            self.named.insert((kind, from, to), value);
        }
    }

    /// Whether single links have coefficients.
    pub(crate) fn has_links(&self) -> bool {
        !self.links.is_empty()
    }

    /// Looks up the numbers of the skills.
    pub(crate) fn number(&mut self, number_of: impl Fn(&str) -> Option<u32>) {
        let numbered = |((kind, from, to), value): (&(LinkKind, Arc<str>, Arc<str>), &Coefficient)| {
            Some(((*kind, number_of(from)?, number_of(to)?), value.clone()))
        };
        self.links = self.named.iter().filter_map(numbered).collect();
    }

    /// The coefficient of a link, multiplied by that of its kind.
    #[inline]
    pub(crate) fn link<N: Float>(&self, kind: LinkKind, from: usize, to: usize, step: u64, of_kind: N) -> N {
        if self.links.is_empty() {
            return of_kind;
        }
        match self.links.get(&(kind, from as u32, to as u32)) {
            Some(value) => of_kind * N::of(value.at(step)),
            None => of_kind,
        }
    }

    /// Whether the coefficient of a kind changes with time.
    pub(crate) fn is_varying(&self) -> bool {
        LinkKind::ALL.iter().any(|kind| self.kinds.get(kind).is_some_and(|value| !value.is_constant()))
    }

    /// The coefficient of a kind at a step.
    pub(crate) fn of_kind(&self, kind: LinkKind, step: u64) -> f64 {
        self.kinds.get(&kind).map_or(1.0, |value| value.at(step))
    }
}
