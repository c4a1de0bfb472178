//! Sets of agents that are asked about every agent in every tick.

/// Numbers of agents, one bit each.
///
/// Games count their agents, so their numbers are small. A number that is not is never in the set.
#[derive(Clone, Debug, Default)]
pub(crate) struct AgentNumbers(Vec<u64>);

impl AgentNumbers {
    /// Numbers from here on have no bit.
    const MOST: u64 = 1 << 20;

    #[inline]
    pub(crate) fn contains(&self, number: u64) -> bool {
        let word = usize::try_from(number / 64).ok().and_then(|word| self.0.get(word));
        word.is_some_and(|bits| bits >> (number % 64) & 1 == 1)
    }

    pub(crate) fn insert(&mut self, number: u64) {
        if number >= Self::MOST {
            return;
        }
        let word = (number / 64) as usize;
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << (number % 64);
    }

    pub(crate) fn remove(&mut self, number: u64) {
        if number < Self::MOST
            && let Some(bits) = self.0.get_mut((number / 64) as usize)
        {
            *bits &= !(1 << (number % 64));
        }
    }

    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_in_the_set_until_they_are_removed() {
        let mut numbers = AgentNumbers::default();
        for number in [0, 63, 64, 1000] {
            numbers.insert(number);
        }
        numbers.remove(63);
        numbers.remove(70_000);
        let contained: Vec<u64> = (0..2000).filter(|number| numbers.contains(*number)).collect();
        assert_eq!(contained, [0, 64, 1000]);
        numbers.clear();
        assert!(!numbers.contains(0));
    }

    #[test]
    fn a_number_that_is_too_great_takes_no_room() {
        let mut numbers = AgentNumbers::default();
        numbers.insert(u64::MAX);
        numbers.remove(u64::MAX);
        assert!(!numbers.contains(u64::MAX));
        assert!(numbers.0.is_empty());
    }
}
