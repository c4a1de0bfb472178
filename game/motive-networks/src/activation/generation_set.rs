//! A set of small numbers that is emptied in constant time.

/// A set of numbers below a bound, used as scratch space while flows are added up.
#[derive(Clone, Debug, Default)]
pub(super) struct Marks {
    /// By number, the generation in which it was inserted.
    inserted: Vec<u32>,
    generation: u32,
}

impl Marks {
    /// An empty set of numbers below `bound`.
    pub(super) fn new(bound: usize) -> Self {
        Self { inserted: vec![0; bound], generation: 1 }
    }

    /// Empties the set.
    pub(super) fn clear(&mut self) {
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.inserted.fill(0);
            self.generation = 1;
        }
    }

    /// Inserts a number. Returns whether it was not in the set.
    #[inline]
    pub(super) fn insert(&mut self, number: u32) -> bool {
        let Some(inserted) = self.inserted.get_mut(number as usize) else { return false };
        std::mem::replace(inserted, self.generation) != self.generation
    }

    #[inline]
    pub(super) fn contains(&self, number: u32) -> bool {
        self.inserted.get(number as usize) == Some(&self.generation)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cleared_set_is_empty_even_when_the_generations_wrap_around() {
        let mut marks = Marks::new(2);
        marks.generation = u32::MAX - 1;
        for _ in 0..4 {
            assert!(marks.insert(1));
            assert!(!marks.insert(1));
            assert!(marks.contains(1) && !marks.contains(0) && !marks.contains(2));
            marks.clear();
            assert!(!marks.contains(1) && !marks.contains(0));
        }
    }
}
