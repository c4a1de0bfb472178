//! Tables of results, as CSV and as Parquet.

use std::fmt::Write as _;

pub use crate::parquet::parquet;

/// A column of a table.
#[derive(Clone, Debug, PartialEq)]
pub enum Column {
    /// Texts.
    Text(Vec<String>),
    /// Whole numbers.
    Whole(Vec<i64>),
    /// Numbers.
    Number(Vec<f64>),
}

impl Column {
    /// How many values it has.
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Text(values) => values.len(),
            Self::Whole(values) => values.len(),
            Self::Number(values) => values.len(),
        }
    }

    /// Adds the value of a row to a line. A number is written so that reading it gives the same number.
    fn write(&self, row: usize, line: &mut String) {
        let _ = match self {
            Self::Text(values) => {
                write!(line, "{}", values.get(row).map_or_else(String::new, |it| quoted(it)))
            }
            Self::Whole(values) => write!(line, "{}", values.get(row).copied().unwrap_or_default()),
            Self::Number(values) => write!(line, "{}", values.get(row).copied().unwrap_or(f64::NAN)),
        };
    }
}

/// A table with a line for each row, below the names of its columns.
#[must_use]
pub fn csv(columns: &[(String, Column)]) -> String {
    let names: Vec<String> = columns.iter().map(|(name, _)| quoted(name)).collect();
    let mut text = names.join(",");
    text.push('\n');
    for row in 0..columns.first().map_or(0, |(_, column)| column.len()) {
        for (at, (_, column)) in columns.iter().enumerate() {
            if at > 0 {
                text.push(',');
            }
            column.write(row, &mut text);
        }
        text.push('\n');
    }
    text
}

/// A field of a CSV file, in quotes if it has to be.
pub(crate) fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}
