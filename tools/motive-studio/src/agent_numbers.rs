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
#[path = "../tests/unit/agent_numbers.rs"]
mod tests;
