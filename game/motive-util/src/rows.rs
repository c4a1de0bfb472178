//! Compressed sparse rows.

/// Many lists of numbers, one behind the other in one array. Rows can be added but not changed; see
/// [`GrowableRows`](crate::GrowableRows) for those that can.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rows {
    /// Where each row begins, and where the last one ends.
    starts: Vec<u32>,
    items: Vec<u32>,
}

impl Default for Rows {
    fn default() -> Self {
        Self { starts: vec![0], items: Vec::new() }
    }
}

impl Rows {
    /// Rows in the order given.
    pub fn from_rows(rows: impl IntoIterator<Item = impl IntoIterator<Item = u32>>) -> Self {
        let mut all = Self::default();
        for row in rows {
            all.push(row);
        }
        all
    }

    /// Rows from pairs of a row and an item, in any order; the items of a row keep theirs. Pairs of rows beyond `count` are left out.
    pub fn from_pairs(count: usize, pairs: impl Iterator<Item = (u32, u32)> + Clone) -> Self {
        let mut starts = vec![0_u32; count + 1];
        for (row, _) in pairs.clone() {
            if let Some(length) = starts.get_mut(row as usize + 1) {
                *length += 1;
            }
        }
        let mut total = 0;
        for start in &mut starts {
            total += *start;
            *start = total;
        }
        let mut next = starts.clone();
        let mut items = vec![0_u32; total as usize];
        for (row, item) in pairs.filter(|(row, _)| (*row as usize) < count) {
            if let Some(at) = next.get_mut(row as usize) {
                if let Some(place) = items.get_mut(*at as usize) {
                    *place = item;
                }
                *at += 1;
            }
        }
        Self { starts, items }
    }

    /// Adds a row behind the last one.
    pub fn push(&mut self, row: impl IntoIterator<Item = u32>) {
        self.items.extend(row);
        self.starts.push(self.items.len() as u32);
    }

    /// One row; empty if there is none of this number.
    #[inline]
    pub fn row(&self, at: usize) -> &[u32] {
        self.span(at, at + 1)
    }

    /// The items of the rows from `from` up to, but not including, `to`.
    #[inline]
    pub fn span(&self, from: usize, to: usize) -> &[u32] {
        match (self.starts.get(from), self.starts.get(to)) {
            (Some(from), Some(to)) => self.items.get(*from as usize..*to as usize).unwrap_or(&[]),
            _ => &[],
        }
    }

    /// Every row, in order.
    pub fn iter(&self) -> impl Iterator<Item = &[u32]> {
        let row = |bounds: &[u32]| match bounds {
            [from, to] => self.items.get(*from as usize..*to as usize).unwrap_or(&[]),
            _ => &[][..],
        };
        self.starts.windows(2).map(row)
    }

    /// The length of every row, in order.
    pub fn lengths(&self) -> impl Iterator<Item = usize> {
        self.starts.windows(2).map(|pair| if let [from, to] = pair { (*to - *from) as usize } else { 0 })
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All items, row behind row.
    pub fn items(&self) -> &[u32] {
        &self.items
    }

    /// The bytes that the arrays take.
    pub fn bytes(&self) -> usize {
        (self.starts.capacity() + self.items.capacity()) * size_of::<u32>()
    }
}

#[cfg(test)]
#[path = "../tests/unit/rows.rs"]
mod tests;
