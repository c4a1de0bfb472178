//! The lists of all skills, compiled to flat arrays.
//!
//! Two entries are linked when they have the same *key*: the same proposition where names are matched, the same proposition and
//! value where literals are. Whether an entry holds depends on its *literal*. Pairs are numbered anew here, in the order of their keys,
//! so that the literals of a key lie together.

use crate::graph::packed::PackedRows;
use crate::graph::rows::RowList;
use crate::model::profile::Matching;
use crate::registry::propositions::Propositions;
use crate::registry::records::{DeleteEntry, SkillLists};

/// One of the three lists, of all skills.
#[derive(Clone, Debug, Default)]
pub(crate) struct SkillEntries {
    /// The keys on the list of each skill.
    pub(crate) keys: RowList,
    /// The literals of the same entries.
    pub(crate) literals: RowList,
}

/// The lists that a step goes over, in the room that they need at least.
#[derive(Clone, Debug, Default)]
pub(crate) struct PackedLists {
    /// The literals that each skill needs.
    pub(crate) needed_literals: PackedRows,
    /// The keys that each skill adds.
    pub(crate) added_keys: PackedRows,
}

/// The lists of all skills, by skill and by what they are about.
#[derive(Clone, Debug, Default)]
pub(crate) struct LinkGraph {
    /// How many keys there are.
    keys: usize,
    needs: SkillEntries,
    adds: SkillEntries,
    /// The keys that each skill undoes.
    deletes: RowList,
    /// The length of the list by which flows to what undoes something are divided.
    delete_lengths: Vec<u32>,
    /// By literal, the skills that need it.
    needing: RowList,
    /// By literal, the skills that add it.
    adding: RowList,
    /// By key, the skills that undo it.
    deleting: RowList,
    /// By key, its literals.
    literals_of: RowList,
    /// By proposition, its literals.
    literals_about: RowList,
    /// The number here of each literal of [`Propositions`].
    rank: Vec<u32>,
    /// By literal, its key.
    key_of: Vec<u32>,
    /// By literal, its proposition.
    proposition_of: Vec<u32>,
    paths: PackedLists,
}

impl LinkGraph {
    /// Compiles the lists of skills. Every literal that they mention has a number already.
    pub(crate) fn new<'s>(
        skills: impl Iterator<Item = &'s SkillLists> + Clone,
        names: &Propositions,
        matching: Matching,
    ) -> Self {
        let owners = names.of_literals();
        let mut order: Vec<u32> = (0..owners.len() as u32).collect();
        order.sort_by_key(|literal| owners.get(*literal as usize).copied());
        let mut rank = vec![0; order.len()];
        for (at, literal) in (0_u32..).zip(&order) {
            if let Some(place) = rank.get_mut(*literal as usize) {
                *place = at;
            }
        }
        let proposition_of: Vec<u32> =
            order.iter().filter_map(|literal| owners.get(*literal as usize).copied()).collect();
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
        let by_literal = |lists: &SkillEntries| RowList::sorted(order.len(), entries(&lists.literals));
        let literals_of = RowList::sorted(keys, (0_u32..).zip(&key_of).map(|(literal, key)| (*key, literal)));
        let literals_about = RowList::sorted(
            names.len(),
            (0_u32..).zip(&proposition_of).map(|(literal, about)| (*about, literal)),
        );
        let paths = PackedLists {
            needed_literals: PackedRows::new(&needs.literals),
            added_keys: PackedRows::new(&adds.keys),
        };
        Self {
            keys,
            paths,
            literals_about,
            needing: by_literal(&needs),
            adding: by_literal(&adds),
            deleting: RowList::sorted(keys, entries(&deletes)),
            literals_of,
            needs,
            adds,
            deletes,
            delete_lengths,
            key_of,
            proposition_of,
            rank,
        }
    }

    /// How many keys there are.
    pub(crate) fn keys(&self) -> usize {
        self.keys
    }

    /// What each skill needs.
    pub(crate) fn needs(&self) -> &SkillEntries {
        &self.needs
    }

    /// What each skill adds.
    pub(crate) fn adds(&self) -> &SkillEntries {
        &self.adds
    }

    /// The keys that each skill deletes.
    pub(crate) fn deletes(&self) -> &RowList {
        &self.deletes
    }

    /// By skill, the list length by which flows to a skill that deletes something are divided.
    pub(crate) fn delete_lengths(&self) -> &[u32] {
        &self.delete_lengths
    }

    /// By literal, the skills that need it.
    pub(crate) fn needing(&self) -> &RowList {
        &self.needing
    }

    /// By literal, the skills that add it.
    pub(crate) fn adding(&self) -> &RowList {
        &self.adding
    }

    /// By key, the skills that delete it.
    pub(crate) fn deleting(&self) -> &RowList {
        &self.deleting
    }

    /// By key, its literals; they are consecutive numbers.
    pub(crate) fn literals_of(&self) -> &RowList {
        &self.literals_of
    }

    /// By proposition, its literals.
    pub(crate) fn literals_about(&self) -> &RowList {
        &self.literals_about
    }

    /// By number in the registry, the number of each literal here.
    pub(crate) fn rank(&self) -> &[u32] {
        &self.rank
    }

    /// By literal, its key.
    pub(crate) fn key_of(&self) -> &[u32] {
        &self.key_of
    }

    /// By literal, its proposition.
    pub(crate) fn proposition_of(&self) -> &[u32] {
        &self.proposition_of
    }

    /// The lists that a step reads from end to end.
    pub(crate) fn paths(&self) -> &PackedLists {
        &self.paths
    }

    /// How many links there are between skills: predecessor, successor and conflicter links.
    pub(crate) fn link_count(&self) -> usize {
        let of_key = |key: usize| {
            let changing = 2 * self.adding_key(key).len() + self.deleting.row(key).len();
            self.needing_key(key).len().saturating_mul(changing)
        };
        (0..self.keys).map(of_key).fold(0, usize::saturating_add)
    }

    /// The skills that need a key, whatever the value.
    pub(crate) fn needing_key(&self, key: usize) -> &[u32] {
        Self::of_key(&self.literals_of, &self.needing, key)
    }

    /// The skills that add a key, whatever the value.
    pub(crate) fn adding_key(&self, key: usize) -> &[u32] {
        Self::of_key(&self.literals_of, &self.adding, key)
    }

    fn of_key<'r>(literals_of: &RowList, rows: &'r RowList, key: usize) -> &'r [u32] {
        match literals_of.row(key) {
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
        let literals = RowList::from_rows(rows.map(Vec::into_iter));
        let key = |literal: &u32| self.key_of.get(*literal as usize).copied().unwrap_or(0);
        SkillEntries { keys: RowList::from_rows(literals.iter().map(|row| row.iter().map(key))), literals }
    }

    fn ranked(&self, literal: u32) -> Option<u32> {
        self.rank.get(literal as usize).copied()
    }

    fn needs(&self, skill: &SkillLists) -> Vec<u32> {
        skill.needs.iter().filter_map(|literal| self.ranked(*literal)).collect()
    }

    /// What a skill brings about. With exact matching, making something false is bringing it about too.
    fn adds(&self, skill: &SkillLists) -> Vec<u32> {
        let adds = skill.adds.iter().filter_map(|literal| self.ranked(*literal));
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
        let owners = self.names.of_literals();
        match self.matching {
            Matching::Name => {
                let proposition = |drop: &DeleteEntry| owners.get(drop.literal as usize).copied();
                skill.deletes.iter().filter_map(proposition).collect()
            }
            Matching::Pair => {
                let adds = skill.adds.iter().map(|literal| (*literal, Some(*literal)));
                let deletes = skill.deletes.iter().map(|drop| (drop.literal, drop.outcome));
                distinct(adds.chain(deletes).flat_map(|(literal, result)| self.undone(literal, result)))
            }
        }
    }

    /// The literals that an effect leaves untrue: every other value of its proposition, or its own if that is all that is known.
    fn undone(&self, literal: u32, result: Option<u32>) -> Vec<u32> {
        let Some(proposition) = self.names.of_literals().get(literal as usize) else { return Vec::new() };
        let spoiled = |known: u32| match result {
            Some(result) => known != result,
            None => known == literal,
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
