//! The lists of all skills, compiled to flat arrays.
//!
//! Two entries are linked when they have the same *key*: the same proposition where names are matched, the same proposition and
//! value where pairs are. Whether an entry holds depends on its *pair*. Pairs are numbered anew here, in the order of their keys,
//! so that the pairs of a key lie together.

use crate::graph::packed::PackedRows;
use crate::graph::rows::RowList;
use crate::model::agents::Prediction;
use crate::model::literal::{Literal, SensorValue};
use crate::model::profile::Matching;
use crate::registry::propositions::Propositions;
use crate::registry::records::{Deleted, SkillLists};

/// One of the three lists, of all skills.
#[derive(Clone, Debug, Default)]
pub(crate) struct SkillEntries {
    /// The keys on the list of each skill.
    pub(crate) keys: RowList,
    /// The pairs of the same entries.
    pub(crate) pairs: RowList,
}

/// The lists that a step goes over, in the room that they need at least.
#[derive(Clone, Debug, Default)]
pub(crate) struct PackedLists {
    /// The pairs that each skill needs.
    pub(crate) needed_pairs: PackedRows,
    /// The keys that each skill adds.
    pub(crate) added_keys: PackedRows,
}

/// The lists of all skills, by skill and by what they are about.
#[derive(Clone, Debug, Default)]
pub(crate) struct LinkGraph {
    /// How many keys there are.
    pub(crate) keys: usize,
    pub(crate) needs: SkillEntries,
    pub(crate) adds: SkillEntries,
    /// The keys that each skill undoes.
    pub(crate) deletes: RowList,
    /// The length of the list by which flows to what undoes something are divided.
    pub(crate) delete_lengths: Vec<u32>,
    /// By pair, the skills that need it.
    pub(crate) needing: RowList,
    /// By pair, the skills that add it.
    pub(crate) adding: RowList,
    /// By key, the skills that undo it.
    pub(crate) deleting: RowList,
    /// By key, its pairs.
    pub(crate) pairs_of: RowList,
    /// By proposition, its pairs.
    pub(crate) pairs_about: RowList,
    /// The number here of each pair of [`Propositions`].
    pub(crate) rank: Vec<u32>,
    /// By pair, its key.
    pub(crate) key_of: Vec<u32>,
    /// By pair, its proposition.
    pub(crate) proposition_of: Vec<u32>,
    pub(crate) paths: PackedLists,
}

impl LinkGraph {
    /// Compiles the lists of skills. Every pair that they mention has a number already.
    pub(crate) fn new<'s>(
        skills: impl Iterator<Item = &'s SkillLists> + Clone,
        names: &Propositions,
        matching: Matching,
    ) -> Self {
        let owners = names.owners();
        let mut order: Vec<u32> = (0..owners.len() as u32).collect();
        order.sort_by_key(|pair| owners.get(*pair as usize).copied());
        let mut rank = vec![0; order.len()];
        for (at, pair) in (0_u32..).zip(&order) {
            if let Some(place) = rank.get_mut(*pair as usize) {
                *place = at;
            }
        }
        let proposition_of: Vec<u32> =
            order.iter().filter_map(|pair| owners.get(*pair as usize).copied()).collect();
        let (keys, key_of): (usize, Vec<u32>) = match matching {
            Matching::Name => (names.len(), proposition_of.clone()),
            Matching::Pair => (order.len(), (0..order.len() as u32).collect()),
        };
        let reader = ListReader { names, rank: &rank, key_of: &key_of, matching };
        let needs = reader.lists(skills.clone().map(|skill| reader.needs(skill)));
        let adds = reader.lists(skills.clone().map(|skill| reader.adds(skill)));
        let deletes = RowList::from_rows(skills.clone().map(|skill| reader.deletes(skill).into_iter()));
        let delete_lengths = match matching {
            Matching::Name => deletes.iter().map(|row| row.len() as u32).collect(),
            Matching::Pair => adds.keys.iter().map(|row| row.len() as u32).collect(),
        };
        let by_pair = |lists: &SkillEntries| RowList::sorted(order.len(), entries(&lists.pairs));
        let pairs_of = RowList::sorted(keys, (0_u32..).zip(&key_of).map(|(pair, key)| (*key, pair)));
        let pairs_about =
            RowList::sorted(names.len(), (0_u32..).zip(&proposition_of).map(|(pair, about)| (*about, pair)));
        let paths = PackedLists {
            needed_pairs: PackedRows::new(&needs.pairs),
            added_keys: PackedRows::new(&adds.keys),
        };
        Self {
            keys,
            paths,
            pairs_about,
            needing: by_pair(&needs),
            adding: by_pair(&adds),
            deleting: RowList::sorted(keys, entries(&deletes)),
            pairs_of,
            needs,
            adds,
            deletes,
            delete_lengths,
            key_of,
            proposition_of,
            rank,
        }
    }

    /// The skills that need a key, whatever the value.
    pub(crate) fn needing_key(&self, key: usize) -> &[u32] {
        Self::of_key(&self.pairs_of, &self.needing, key)
    }

    /// The skills that add a key, whatever the value.
    pub(crate) fn adding_key(&self, key: usize) -> &[u32] {
        Self::of_key(&self.pairs_of, &self.adding, key)
    }

    fn of_key<'r>(pairs_of: &RowList, rows: &'r RowList, key: usize) -> &'r [u32] {
        match pairs_of.row(key) {
            [] => &[],
            [first, .., last] => rows.span(*first as usize, *last as usize + 1),
            [only] => rows.row(*only as usize),
        }
    }

    /// How many entries all lists have together.
    pub(crate) fn entries(&self) -> usize {
        self.needs.keys.items().len() + self.adds.keys.items().len() + self.deletes.items().len()
    }

    /// How many skills there are.
    pub(crate) fn skills(&self) -> usize {
        self.deletes.len()
    }
}

/// (item, row) of every row.
fn entries(rows: &RowList) -> impl Iterator<Item = (u32, u32)> + Clone {
    (0..rows.len()).flat_map(|row| rows.row(row).iter().map(move |item| (*item, row as u32)))
}

/// Reads the lists of one skill.
struct ListReader<'a> {
    names: &'a Propositions,
    rank: &'a [u32],
    key_of: &'a [u32],
    matching: Matching,
}

impl ListReader<'_> {
    fn lists(&self, rows: impl Iterator<Item = Vec<u32>>) -> SkillEntries {
        let pairs = RowList::from_rows(rows.map(Vec::into_iter));
        let key = |pair: &u32| self.key_of.get(*pair as usize).copied().unwrap_or(0);
        SkillEntries { keys: RowList::from_rows(pairs.iter().map(|row| row.iter().map(key))), pairs }
    }

    fn ranked(&self, pair: u32) -> Option<u32> {
        self.rank.get(pair as usize).copied()
    }

    fn needs(&self, skill: &SkillLists) -> Vec<u32> {
        skill.needs.iter().filter_map(|pair| self.ranked(*pair)).collect()
    }

    /// What a skill brings about. With exact matching, making something false is bringing it about too.
    fn adds(&self, skill: &SkillLists) -> Vec<u32> {
        let adds = skill.adds.iter().filter_map(|pair| self.ranked(*pair));
        match self.matching {
            Matching::Name => adds.collect(),
            Matching::Pair => {
                let made = skill.deletes.iter().filter_map(|drop| self.ranked(drop.outcome?));
                distinct(adds.chain(made))
            }
        }
    }

    /// The keys that a skill undoes.
    fn deletes(&self, skill: &SkillLists) -> Vec<u32> {
        let owners = self.names.owners();
        match self.matching {
            Matching::Name => {
                let proposition = |drop: &Deleted| owners.get(drop.pair as usize).copied();
                skill.deletes.iter().filter_map(proposition).collect()
            }
            Matching::Pair => {
                let adds = skill.adds.iter().map(|pair| (*pair, Some(*pair)));
                let deletes = skill.deletes.iter().map(|drop| (drop.pair, drop.outcome));
                distinct(adds.chain(deletes).flat_map(|(pair, result)| self.undone(pair, result)))
            }
        }
    }

    /// The pairs that an effect leaves untrue: every other value of its proposition, or its own if that is all that is known.
    fn undone(&self, pair: u32, result: Option<u32>) -> Vec<u32> {
        let Some(proposition) = self.names.owners().get(pair as usize) else { return Vec::new() };
        let spoiled = |known: u32| match result {
            Some(result) => known != result,
            None => known == pair,
        };
        let values = self.names.values(*proposition).iter().filter(|(_, known)| spoiled(*known));
        values.filter_map(|(_, known)| self.ranked(*known)).collect()
    }
}

/// Each number once, where it comes first: what a skill both adds and deletes to the same effect is one effect.
fn distinct(numbers: impl Iterator<Item = u32>) -> Vec<u32> {
    let mut seen = rustc_hash::FxHashSet::default();
    numbers.filter(|number| seen.insert(*number)).collect()
}

/// What holds after a drop: `hand-is-empty F` leaves it false; of a value that is no truth value only that it is gone.
pub(crate) fn outcome(drop: &Prediction) -> Option<Literal> {
    match drop.pair.value {
        SensorValue::Truth(_) => {
            Some(Literal { proposition: drop.pair.proposition.clone(), value: SensorValue::FALSE })
        }
        _ => None,
    }
}
