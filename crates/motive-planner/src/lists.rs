//! Many short lists in one array.

/// Lists of numbers, one after the other in one array.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lists {
    starts: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    /// The list of this number; empty if there is none.
    #[inline]
    pub(crate) fn get(&self, number: u32) -> &[u32] {
        let number = number as usize;
        let (Some(start), Some(end)) = (self.starts.get(number), self.starts.get(number + 1)) else {
            return &[];
        };
        self.items.get(*start as usize..*end as usize).unwrap_or(&[])
    }

    /// Adds a list.
    pub(crate) fn push(&mut self, list: impl IntoIterator<Item = u32>) {
        if self.starts.is_empty() {
            self.starts.push(0);
        }
        self.items.extend(list);
        self.starts.push(self.items.len() as u32);
    }

    pub(crate) fn len(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// How many bytes it takes.
    pub(crate) fn bytes(&self) -> usize {
        (self.starts.capacity() + self.items.capacity()) * 4
    }

    /// Lists of those that mention each number: for `count` numbers, pairs of a number and who mentions it, in order.
    pub(crate) fn inverted(count: usize, pairs: impl Iterator<Item = (u32, u32)> + Clone) -> Self {
        let mut starts = vec![0_u32; count + 1];
        for (number, _) in pairs.clone() {
            starts[number as usize + 1] += 1;
        }
        for place in 1..starts.len() {
            starts[place] += starts[place - 1];
        }
        let mut next = starts.clone();
        let mut items = vec![0; starts.last().copied().unwrap_or(0) as usize];
        for (number, who) in pairs {
            let place = &mut next[number as usize];
            items[*place as usize] = who;
            *place += 1;
        }
        Self { starts, items }
    }
}
