//! The precondition, add and delete lists of all skills, compiled to flat arrays.
//!
//! Two list entries are linked when they have the same *key*: the same proposition with [`Matching::Name`], the same literal with
//! [`Matching::Literal`]. Whether an entry holds depends on its *literal*. Literals get indices in the order of their keys, so that
//! those of a key are consecutive.

use crate::model::Matching;
use crate::registry::{DeleteEntry, Propositions, SkillLists};
use motive_util::Rows;

/// The precondition lists or the add lists of all skills.
#[derive(Clone, Debug, Default)]
pub(crate) struct SkillEntries {
    /// The keys on the list of each skill.
    pub(crate) keys: Rows,
    /// The literals of the same entries.
    pub(crate) literals: Rows,
}

impl SkillEntries {
    /// The key and the literal of each entry of a skill.
    #[inline]
    pub(crate) fn of(&self, skill: usize) -> impl Iterator<Item = (u32, u32)> {
        self.keys.row(skill).iter().copied().zip(self.literals.row(skill).iter().copied())
    }

    /// The number of entries of a skill.
    #[inline]
    pub(crate) fn count(&self, skill: usize) -> usize {
        self.keys.row(skill).len()
    }
}

/// The lists of all skills, by skill, by key and by literal.
#[derive(Clone, Debug, Default)]
pub(crate) struct LinkGraph {
    /// The number of keys.
    pub(crate) keys: usize,
    pub(crate) needs: SkillEntries,
    pub(crate) adds: SkillEntries,
    /// The keys that each skill deletes.
    pub(crate) deletes: Rows,
    /// By skill, the list length by which inhibition of it is divided.
    pub(crate) delete_lengths: Vec<u32>,
    /// By literal, the skills that need it.
    pub(crate) needing: Rows,
    /// By literal, the skills that add it.
    pub(crate) adding: Rows,
    /// By key, the skills that delete it.
    pub(crate) deleting: Rows,
    /// By key, its literals; their indices are consecutive.
    pub(crate) literals_of: Rows,
    /// By proposition, its literals.
    pub(crate) literals_about: Rows,
    /// By literal number in [`Propositions`], its index here.
    pub(crate) index_of: Vec<u32>,
    /// By literal, its key.
    pub(crate) key_of: Vec<u32>,
    /// By literal, its proposition.
    pub(crate) proposition_of: Vec<u32>,
}

impl LinkGraph {
    /// Compiles the lists of skills. Every literal that they mention is numbered already.
    pub(crate) fn new<'s>(
        skills: impl Iterator<Item = &'s SkillLists> + Clone,
        names: &Propositions,
        matching: Matching,
    ) -> Self {
        let owners = names.of_literals();
        let mut order: Vec<u32> = (0..owners.len() as u32).collect();
        order.sort_by_key(|literal| owners.get(*literal as usize).copied());
        let mut index_of = vec![0; order.len()];
        for (at, literal) in (0_u32..).zip(&order) {
            if let Some(place) = index_of.get_mut(*literal as usize) {
                *place = at;
            }
        }
        let proposition_of: Vec<u32> =
            order.iter().filter_map(|literal| owners.get(*literal as usize).copied()).collect();
        let (keys, key_of): (usize, Vec<u32>) = match matching {
            Matching::Name => (names.len(), proposition_of.clone()),
            Matching::Literal => (order.len(), (0..order.len() as u32).collect()),
        };
        let reader = ListReader { names, index_of: &index_of, key_of: &key_of, matching };
        let needs = reader.lists(skills.clone().map(|skill| reader.needs(skill)));
        let adds = reader.lists(skills.clone().map(|skill| reader.adds(skill)));
        let deletes = Rows::from_rows(skills.clone().map(|skill| reader.deletes(skill).into_iter()));
        let delete_lengths = match matching {
            Matching::Name => deletes.lengths().map(|length| length as u32).collect(),
            Matching::Literal => adds.keys.lengths().map(|length| length as u32).collect(),
        };
        let by_literal = |lists: &SkillEntries| Rows::from_pairs(order.len(), entries(&lists.literals));
        let literals_of =
            Rows::from_pairs(keys, (0_u32..).zip(&key_of).map(|(literal, key)| (*key, literal)));
        let literals_about = Rows::from_pairs(
            names.len(),
            (0_u32..).zip(&proposition_of).map(|(literal, about)| (*about, literal)),
        );
        Self {
            keys,
            literals_about,
            needing: by_literal(&needs),
            adding: by_literal(&adds),
            deleting: Rows::from_pairs(keys, entries(&deletes)),
            literals_of,
            needs,
            adds,
            deletes,
            delete_lengths,
            key_of,
            proposition_of,
            index_of,
        }
    }

    /// The key of a literal.
    #[inline]
    pub(crate) fn key(&self, literal: u32) -> usize {
        self.key_of.get(literal as usize).copied().unwrap_or(0) as usize
    }

    /// The index of a literal with a number in [`Propositions`].
    pub(crate) fn index(&self, literal: u32) -> Option<u32> {
        self.index_of.get(literal as usize).copied()
    }

    /// The list length by which inhibition of a skill is divided.
    pub(crate) fn delete_length(&self, skill: usize) -> usize {
        self.delete_lengths.get(skill).copied().unwrap_or(1) as usize
    }

    /// The number of literals.
    pub(crate) fn literals(&self) -> usize {
        self.index_of.len()
    }

    /// The number of links between skills: predecessor, successor and conflicter links.
    pub(crate) fn link_count(&self) -> usize {
        let of_key = |key: usize| {
            let changing = 2 * self.adding_key(key).len() + self.deleting.row(key).len();
            self.needing_key(key).len().saturating_mul(changing)
        };
        (0..self.keys).map(of_key).fold(0, usize::saturating_add)
    }

    /// The skills that need a key, with any value.
    pub(crate) fn needing_key(&self, key: usize) -> &[u32] {
        Self::of_key(&self.literals_of, &self.needing, key)
    }

    /// The skills that add a key, with any value.
    pub(crate) fn adding_key(&self, key: usize) -> &[u32] {
        Self::of_key(&self.literals_of, &self.adding, key)
    }

    fn of_key<'r>(literals_of: &Rows, rows: &'r Rows, key: usize) -> &'r [u32] {
        match literals_of.row(key) {
            [] => &[],
            [first, .., last] => rows.span(*first as usize, *last as usize + 1),
            [only] => rows.row(*only as usize),
        }
    }

    /// The number of entries of all lists.
    pub(crate) fn entries(&self) -> usize {
        self.needs.keys.items().len() + self.adds.keys.items().len() + self.deletes.items().len()
    }

    /// The number of skills.
    pub(crate) fn skills(&self) -> usize {
        self.deletes.len()
    }
}

/// Every item with the number of its row.
fn entries(rows: &Rows) -> impl Iterator<Item = (u32, u32)> + Clone {
    (0..rows.len()).flat_map(|row| rows.row(row).iter().map(move |item| (*item, row as u32)))
}

/// Reads the lists of one skill.
struct ListReader<'a> {
    names: &'a Propositions,
    index_of: &'a [u32],
    key_of: &'a [u32],
    matching: Matching,
}

impl ListReader<'_> {
    fn lists(&self, rows: impl Iterator<Item = Vec<u32>>) -> SkillEntries {
        let literals = Rows::from_rows(rows.map(Vec::into_iter));
        let key = |literal: &u32| self.key_of.get(*literal as usize).copied().unwrap_or(0);
        SkillEntries { keys: Rows::from_rows(literals.iter().map(|row| row.iter().map(key))), literals }
    }

    fn indexed(&self, literal: u32) -> Option<u32> {
        self.index_of.get(literal as usize).copied()
    }

    fn needs(&self, skill: &SkillLists) -> Vec<u32> {
        skill.needs.iter().filter_map(|literal| self.indexed(*literal)).collect()
    }

    /// What a skill adds. Where literals are matched, that is also what its delete list makes hold.
    fn adds(&self, skill: &SkillLists) -> Vec<u32> {
        let adds = skill.adds.iter().filter_map(|literal| self.indexed(*literal));
        match self.matching {
            Matching::Name => adds.collect(),
            Matching::Literal => {
                let made = skill.deletes.iter().filter_map(|entry| self.indexed(entry.outcome?));
                distinct(adds.chain(made))
            }
        }
    }

    /// The keys that a skill deletes. Where literals are matched, that is every literal that its effects make not hold.
    fn deletes(&self, skill: &SkillLists) -> Vec<u32> {
        let owners = self.names.of_literals();
        match self.matching {
            Matching::Name => {
                let proposition = |entry: &DeleteEntry| owners.get(entry.literal as usize).copied();
                skill.deletes.iter().filter_map(proposition).collect()
            }
            Matching::Literal => {
                let adds = skill.adds.iter().map(|literal| (*literal, Some(*literal)));
                let deletes = skill.deletes.iter().map(|entry| (entry.literal, entry.outcome));
                distinct(adds.chain(deletes).flat_map(|(literal, result)| self.undone(literal, result)))
            }
        }
    }

    /// The literals that an effect makes not hold: every other value of its proposition, or only its own if the value afterwards
    /// is not known.
    fn undone(&self, literal: u32, result: Option<u32>) -> Vec<u32> {
        let Some(proposition) = self.names.of_literals().get(literal as usize) else { return Vec::new() };
        let is_undone = |known: u32| match result {
            Some(result) => known != result,
            None => known == literal,
        };
        let values = self.names.values(*proposition).iter().filter(|(_, known)| is_undone(*known));
        values.filter_map(|(_, known)| self.indexed(*known)).collect()
    }
}

/// Each number once, where it comes first: an effect on the add and on the delete list is one effect.
fn distinct(numbers: impl Iterator<Item = u32>) -> Vec<u32> {
    let mut seen = rustc_hash::FxHashSet::default();
    numbers.filter(|number| seen.insert(*number)).collect()
}

/// Which literals hold, and how many preconditions of each skill do not.
#[derive(Clone, Debug, Default)]
pub(crate) struct TruthTable {
    /// By literal.
    pub(crate) holds: Vec<bool>,
    /// By skill.
    pub(crate) unmet: Vec<u32>,
    /// Literals that have changed since the last step began, so that it can be explained.
    changed: Vec<u32>,
}

impl TruthTable {
    /// Resets all literals of a graph to not holding.
    pub(crate) fn reset(&mut self, graph: &LinkGraph) {
        self.holds.clear();
        self.holds.resize(graph.literals(), false);
        self.unmet.clear();
        self.unmet.extend(graph.needs.keys.lengths().map(|length| length as u32));
        self.changed.clear();
    }

    /// Begins a step: changes from here on belong to the next.
    pub(crate) fn begin_step(&mut self) {
        self.changed.clear();
    }

    /// Sets whether a literal holds. Returns whether that is new.
    pub(crate) fn set(&mut self, literal: u32, now: bool, graph: &LinkGraph) -> bool {
        let Some(holds) = self.holds.get_mut(literal as usize) else { return false };
        if std::mem::replace(holds, now) == now {
            return false;
        }
        for skill in graph.needing.row(literal as usize) {
            if let Some(unmet) = self.unmet.get_mut(*skill as usize) {
                *unmet = if now { unmet.saturating_sub(1) } else { *unmet + 1 };
            }
        }
        match self.changed.iter().position(|changed| *changed == literal) {
            Some(at) => {
                self.changed.swap_remove(at);
            }
            None => self.changed.push(literal),
        }
        true
    }

    /// Whether all preconditions of a skill hold.
    pub(crate) fn is_executable(&self, skill: usize) -> bool {
        self.unmet.get(skill).is_some_and(|unmet| *unmet == 0)
    }

    /// Whether a literal held in the last step.
    pub(crate) fn held_in_step(&self, literal: u32) -> bool {
        self.holds.get(literal as usize).is_some_and(|holds| *holds != self.changed.contains(&literal))
    }
}
