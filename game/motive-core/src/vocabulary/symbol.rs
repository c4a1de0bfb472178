//! Interned names.

use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A name from a [`Vocabulary`](crate::Vocabulary): `young`, `left`, `gun`.
///
/// Two spellings that differ only in case are one symbol; it prints as it was first written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Symbol(pub u32);

/// The table behind symbols.
#[derive(Clone, Debug, Default)]
pub(crate) struct SymbolTable {
    written: Vec<Arc<str>>,
    by_folded: FxHashMap<Arc<str>, Symbol>,
}

impl SymbolTable {
    pub(crate) fn intern(&mut self, name: &str) -> Symbol {
        if let Some(symbol) = self.find(name) {
            return symbol;
        }
        // 2^32 names do not fit into memory.
        let symbol = Symbol(self.written.len() as u32);
        self.written.push(name.into());
        self.by_folded.insert(fold(name).into(), symbol);
        symbol
    }

    pub(crate) fn find(&self, name: &str) -> Option<Symbol> {
        if name.bytes().any(|b| b.is_ascii_uppercase() || !b.is_ascii()) {
            return self.by_folded.get(fold(name).as_str()).copied();
        }
        self.by_folded.get(name).copied()
    }

    pub(crate) fn written(&self, symbol: Symbol) -> &str {
        self.written.get(symbol.0 as usize).map_or("?", |name| name)
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = &str> {
        self.written.iter().map(|name| &**name)
    }
}

fn fold(name: &str) -> String {
    name.to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_differ_only_in_case() {
        let mut names = SymbolTable::default();
        let upper = names.intern("TYPE");
        assert_eq!(names.intern("Type"), upper);
        assert_eq!(names.find("type"), Some(upper));
        assert_eq!(names.written(upper), "TYPE");
        assert_eq!(names.find("typo"), None);
    }
}
