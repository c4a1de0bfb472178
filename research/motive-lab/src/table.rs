//! Tables of results, as CSV and as Parquet.

/// A column of a table.
#[derive(Clone, Debug, PartialEq)]
pub enum TableColumn {
    /// Texts.
    Text(Vec<String>),
    /// Whole numbers.
    Whole(Vec<i64>),
    /// Numbers.
    Number(Vec<f64>),
}

impl TableColumn {
    /// How many values it has.
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Text(values) => values.len(),
            Self::Whole(values) => values.len(),
            Self::Number(values) => values.len(),
        }
    }

    /// The value of a row. A number is written so that reading it gives the same number.
    fn text(&self, row: usize) -> String {
        match self {
            Self::Text(values) => values.get(row).cloned().unwrap_or_default(),
            Self::Whole(values) => values.get(row).copied().unwrap_or_default().to_string(),
            Self::Number(values) => values.get(row).copied().unwrap_or(f64::NAN).to_string(),
        }
    }

    /// The number of its type in Parquet.
    fn physical_type(&self) -> i64 {
        match self {
            Self::Whole(_) => 2,
            Self::Number(_) => 5,
            Self::Text(_) => 6,
        }
    }

    /// Its values in the encoding `PLAIN` of Parquet.
    fn plain(&self) -> Vec<u8> {
        match self {
            Self::Whole(values) => values.iter().flat_map(|value| value.to_le_bytes()).collect(),
            Self::Number(values) => values.iter().flat_map(|value| value.to_le_bytes()).collect(),
            Self::Text(values) => {
                let text = |value: &String| [&(value.len() as u32).to_le_bytes(), value.as_bytes()].concat();
                values.iter().flat_map(text).collect()
            }
        }
    }
}

/// A table with a line for each row, below the names of its columns.
pub fn csv(columns: &[(String, TableColumn)]) -> String {
    let names: Vec<&str> = columns.iter().map(|(name, _)| name.as_str()).collect();
    let rows = 0..columns.first().map_or(0, |(_, column)| column.len());
    lines(&names, rows.map(|row| columns.iter().map(|(_, column)| column.text(row)).collect()))
}

/// Lines of CSV below a head.
pub(crate) fn lines(head: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let mut writer = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
    // Writing to memory cannot fail.
    let _ = writer.write_record(head);
    for row in rows {
        let _ = writer.write_record(row);
    }
    String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
}

/// A structure of Thrift in the compact protocol, field by field.
#[derive(Default)]
struct ThriftStruct {
    bytes: Vec<u8>,
    last: u8,
}

const WHOLE: u8 = 6;
const SHORT: u8 = 5;
const BINARY: u8 = 8;
const LIST: u8 = 9;
const STRUCTURE: u8 = 12;

impl ThriftStruct {
    fn field(mut self, number: u8, kind: u8, value: &[u8]) -> Self {
        // Fields are numbered less than 15 apart, so that the short form does.
        self.bytes.push((number - self.last) << 4 | kind);
        self.last = number;
        self.bytes.extend_from_slice(value);
        self
    }

    fn short(self, number: u8, value: i64) -> Self {
        self.field(number, SHORT, &zigzag(value))
    }

    fn whole(self, number: u8, value: i64) -> Self {
        self.field(number, WHOLE, &zigzag(value))
    }

    fn text(self, number: u8, value: &str) -> Self {
        self.field(number, BINARY, &binary(value))
    }

    fn list(self, number: u8, kind: u8, items: &[Vec<u8>]) -> Self {
        let mut bytes = match items.len() {
            count if count < 15 => vec![(count as u8) << 4 | kind],
            count => [vec![0xF0 | kind], varint(count as u64)].concat(),
        };
        bytes.extend(items.iter().flatten());
        self.field(number, LIST, &bytes)
    }

    fn structure(self, number: u8, inner: Self) -> Self {
        self.field(number, STRUCTURE, &inner.end())
    }

    fn end(mut self) -> Vec<u8> {
        self.bytes.push(0);
        self.bytes
    }
}

fn varint(mut value: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
    bytes
}

fn zigzag(value: i64) -> Vec<u8> {
    varint((value << 1 ^ value >> 63) as u64)
}

fn binary(text: &str) -> Vec<u8> {
    [varint(text.len() as u64), text.as_bytes().to_vec()].concat()
}

const MAGIC: &[u8] = b"PAR1";

/// A table as the bytes of a Parquet file: one row group of plain, uncompressed columns without missing values, which pyarrow, Polars and DuckDB read. The
/// `parquet` crate is as large as all of the lab, and a game's or a student's first build would wait for it; this takes the few structures above. The
/// format: <https://parquet.apache.org/docs/file-format/>; structures are Thrift's, in its compact protocol.
///
/// Columns must be equally long; shorter ones would make a file that readers refuse.
pub fn parquet(columns: &[(String, TableColumn)]) -> Vec<u8> {
    let rows = columns.first().map_or(0, |(_, column)| column.len()) as i64;
    let mut file = MAGIC.to_vec();
    let mut chunks = Vec::new();
    let mut total = 0;
    for (name, column) in columns {
        let (values, offset) = (column.plain(), file.len() as i64);
        let size = values.len() as i64;
        let levels = ThriftStruct::default().short(1, rows).short(2, 0).short(3, 3).short(4, 3);
        let page = ThriftStruct::default().short(1, 0).short(2, size).short(3, size).structure(5, levels);
        file.extend(page.end());
        file.extend(values);
        let written = file.len() as i64 - offset;
        total += written;
        let about = ThriftStruct::default()
            .short(1, column.physical_type())
            .list(2, SHORT, &[zigzag(0), zigzag(3)])
            .list(3, BINARY, &[binary(name)])
            .short(4, 0)
            .whole(5, rows)
            .whole(6, written)
            .whole(7, written)
            .whole(9, offset);
        chunks.push(ThriftStruct::default().whole(2, offset).structure(3, about).end());
    }
    let root = ThriftStruct::default().text(4, "schema").short(5, columns.len() as i64).end();
    let element = |(name, column): &(String, TableColumn)| {
        let element = ThriftStruct::default().short(1, column.physical_type()).short(3, 0).text(4, name);
        // Texts are marked as UTF-8.
        if matches!(column, TableColumn::Text(_)) { element.short(6, 0).end() } else { element.end() }
    };
    let schema: Vec<Vec<u8>> = std::iter::once(root).chain(columns.iter().map(element)).collect();
    let group = ThriftStruct::default().list(1, STRUCTURE, &chunks).whole(2, total).whole(3, rows).end();
    let footer = ThriftStruct::default()
        .short(1, 1)
        .list(2, STRUCTURE, &schema)
        .whole(3, rows)
        .list(4, STRUCTURE, &[group])
        .text(6, concat!("motive-lab ", env!("CARGO_PKG_VERSION")))
        .end();
    let length = footer.len() as u32;
    file.extend(footer);
    file.extend(length.to_le_bytes());
    file.extend_from_slice(MAGIC);
    file
}
