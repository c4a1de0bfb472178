//! Rows that can be replaced one by one.

/// Many lists in one array, of which each can be replaced. For lists that never change, [`Rows`](crate::Rows) is smaller.
///
/// A row that outgrows its place moves to the end; when most of the array is unused, all rows are packed again.
#[derive(Clone, Debug)]
pub struct GrowableRows<T> {
    rows: Vec<GrowableSpan>,
    items: Vec<T>,
    /// How many places of `items` no row uses.
    wasted: usize,
}

#[derive(Clone, Copy, Debug, Default)]
struct GrowableSpan {
    start: u32,
    len: u32,
    /// How many items fit before the next row.
    room: u32,
}

impl<T: Copy + Default> GrowableRows<T> {
    /// Rows that are all empty.
    pub fn new(rows: usize) -> Self {
        Self { rows: vec![GrowableSpan::default(); rows], items: Vec::new(), wasted: 0 }
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// One row; empty if there is none of this number.
    #[inline]
    pub fn row(&self, at: usize) -> &[T] {
        let Some(GrowableSpan { start, len, .. }) = self.rows.get(at).copied() else { return &[] };
        self.items.get(start as usize..start as usize + len as usize).unwrap_or(&[])
    }

    /// Replaces a row. Does nothing if there is none of this number.
    ///
    /// Rows that are filled for the first time are stored without gaps; a row that has grown gets spare room.
    pub fn set(&mut self, at: usize, items: &[T]) {
        let Some(row) = self.rows.get_mut(at) else { return };
        let len = items.len() as u32;
        if len > row.room {
            let slack = if row.room == 0 { 0 } else { len / 4 };
            self.wasted += row.room as usize;
            (row.start, row.room) = (self.items.len() as u32, len + slack);
            self.items.extend_from_slice(items);
            self.items.resize(self.items.len() + slack as usize, T::default());
        } else if let Some(place) = self.items.get_mut(row.start as usize..(row.start + len) as usize) {
            place.copy_from_slice(items);
        }
        row.len = len;
        if self.wasted > self.items.len() / 2 {
            self.pack();
        }
    }

    fn pack(&mut self) {
        let mut items = Vec::with_capacity(self.items.len() - self.wasted);
        for row in &mut self.rows {
            let (from, start) = (row.start as usize, items.len() as u32);
            items.extend_from_slice(self.items.get(from..from + row.len as usize).unwrap_or(&[]));
            *row = GrowableSpan { start, len: row.len, room: row.len };
        }
        (self.items, self.wasted) = (items, 0);
    }
}

#[cfg(test)]
#[path = "../tests/unit/growable_rows.rs"]
mod tests;
