//! Rows of numbers in one array (compressed sparse rows).

/// Rows of different lengths in one flat array.
#[derive(Clone, Debug)]
pub(crate) struct RowList {
    /// Where each row begins, and where the last one ends.
    starts: Vec<u32>,
    items: Vec<u32>,
}

impl Default for RowList {
    fn default() -> Self {
        Self { starts: vec![0], items: Vec::new() }
    }
}

impl RowList {
    /// Rows in order.
    pub(crate) fn from_rows(rows: impl Iterator<Item = impl Iterator<Item = u32>>) -> Self {
        let mut all = Self::default();
        for row in rows {
            all.items.extend(row);
            all.starts.push(all.items.len() as u32);
        }
        all
    }

    /// Rows from (row, item) in any order; items of a row keep theirs.
    pub(crate) fn sorted(rows: usize, pairs: impl Iterator<Item = (u32, u32)> + Clone) -> Self {
        let mut starts = vec![0_u32; rows + 1];
        for (row, _) in pairs.clone() {
            if let Some(count) = starts.get_mut(row as usize + 1) {
                *count += 1;
            }
        }
        let mut total = 0;
        for start in &mut starts {
            total += *start;
            *start = total;
        }
        let mut next = starts.clone();
        let mut items = vec![0_u32; total as usize];
        for (row, item) in pairs {
            if let Some(at) = next.get_mut(row as usize) {
                if let Some(place) = items.get_mut(*at as usize) {
                    *place = item;
                }
                *at += 1;
            }
        }
        Self { starts, items }
    }

    /// One row.
    #[inline]
    pub(crate) fn row(&self, at: usize) -> &[u32] {
        match (self.starts.get(at), self.starts.get(at + 1)) {
            (Some(from), Some(to)) => self.items.get(*from as usize..*to as usize).unwrap_or(&[]),
            _ => &[],
        }
    }

    /// The items of several rows in a row.
    #[inline]
    pub(crate) fn span(&self, from: usize, to: usize) -> &[u32] {
        match (self.starts.get(from), self.starts.get(to)) {
            (Some(from), Some(to)) => self.items.get(*from as usize..*to as usize).unwrap_or(&[]),
            _ => &[],
        }
    }

    /// Every row, in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &[u32]> {
        let items = &self.items;
        let row = |pair: &[u32]| match pair {
            [from, to] => items.get(*from as usize..*to as usize).unwrap_or(&[]),
            _ => &[][..],
        };
        self.starts.windows(2).map(row)
    }

    /// How long every row is, in order.
    pub(crate) fn lengths(&self) -> impl Iterator<Item = usize> {
        self.starts.windows(2).map(|pair| if let [from, to] = pair { (*to - *from) as usize } else { 0 })
    }

    /// How many rows there are.
    pub(crate) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// All items, row behind row.
    pub(crate) fn items(&self) -> &[u32] {
        &self.items
    }
}
