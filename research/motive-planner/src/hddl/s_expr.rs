//! Words and lists in brackets: the form of an HDDL file before it has a meaning.

use crate::limits::{LimitReached, WorkMeter};
use motive_diagnostics::{Diagnostic, Span};

/// How deeply lists may be nested. Ours; no known file comes near.
const DEEPEST: usize = 200;

/// A word or a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SExpr {
    pub(crate) span: Span,
    pub(crate) content: SExprContent,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SExprContent {
    Word(String),
    List(Vec<SExpr>),
}

impl SExpr {
    pub(crate) fn word(&self) -> Option<&str> {
        match &self.content {
            SExprContent::Word(word) => Some(word),
            SExprContent::List(_) => None,
        }
    }

    pub(crate) fn list(&self) -> Option<&[SExpr]> {
        match &self.content {
            SExprContent::Word(_) => None,
            SExprContent::List(list) => Some(list),
        }
    }

    /// The first word of a list, in small letters.
    pub(crate) fn head(&self) -> Option<String> {
        self.list()?.first()?.word().map(str::to_ascii_lowercase)
    }

    /// What follows the head of a list.
    pub(crate) fn rest(&self) -> &[SExpr] {
        self.list().and_then(|list| list.get(1..)).unwrap_or(&[])
    }

    /// The lists in a list that have this head.
    pub(crate) fn members(&self, head: &str) -> Vec<&SExpr> {
        with_head(&self.list().unwrap_or(&[]).iter().collect::<Vec<_>>(), head)
    }

    pub(crate) fn is_empty_list(&self) -> bool {
        self.list().is_some_and(<[SExpr]>::is_empty)
    }
}

/// Those lists that have this head.
pub(crate) fn with_head<'n>(parts: &[&'n SExpr], head: &str) -> Vec<&'n SExpr> {
    parts.iter().filter(|part| part.head().as_deref() == Some(head)).copied().collect()
}

/// Why a file was not read.
pub(crate) enum ReadStop {
    Wrong(Box<Diagnostic>),
    Limit(LimitReached),
}

impl From<Diagnostic> for ReadStop {
    fn from(diagnostic: Diagnostic) -> Self {
        Self::Wrong(Box::new(diagnostic))
    }
}

impl From<LimitReached> for ReadStop {
    fn from(limit: LimitReached) -> Self {
        Self::Limit(limit)
    }
}

/// About the bytes of a list or word in a file that was read. Our choice.
const NODE_BYTES: usize = 2 * size_of::<SExpr>() + 32;

/// Reads the one list that a file consists of.
pub(crate) fn read(text: &str, work: &mut WorkMeter<'_>) -> Result<SExpr, ReadStop> {
    let mut reader = SExprReader { text, place: 0, inner_part: None };
    reader.skip();
    let Some(first) = reader.peek() else {
        return Err(Diagnostic::error("empty", 0..0, "the file is empty")
            .with_help("an HDDL file is one list: (define ...)")
            .into());
    };
    if first != b'(' {
        let end = reader.end_of_word().max(reader.place + 1);
        return Err(Diagnostic::error("expected", reader.place..end, "expected `(define`").into());
    }
    let node = reader.node(work)?;
    reader.skip();
    if reader.place < text.len() {
        return Err(Diagnostic::error(
            "trailing",
            reader.place..text.len(),
            "there is something after the closing bracket",
        )
        .with_help("is there a `)` too many before it?")
        .into());
    }
    Ok(node)
}

struct SExprReader<'a> {
    text: &'a str,
    place: usize,
    /// The first part such as `(:task` that begins inside another part, and where that begins. No part does in a file that is right.
    inner_part: Option<(usize, usize)>,
}

impl SExprReader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.place).copied()
    }

    /// Skips blanks and comments.
    fn skip(&mut self) {
        while let Some(byte) = self.peek() {
            match byte {
                b';' => {
                    let rest = &self.text.as_bytes()[self.place..];
                    self.place += rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
                }
                _ if byte.is_ascii_whitespace() => self.place += 1,
                _ => break,
            }
        }
    }

    fn end_of_word(&self) -> usize {
        let rest = &self.text.as_bytes()[self.place..];
        let is_end = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'(' | b')' | b';');
        self.place + rest.iter().position(is_end).unwrap_or(rest.len())
    }

    /// The error for a bracket that is open at the end of the file. If the parts of the file show in which of them it is missing,
    /// that part is named.
    fn unclosed(&self, last: usize) -> Diagnostic {
        let end = self.place;
        let error = |place| Diagnostic::error("unclosed", place..place + 1, "this bracket is never closed");
        match self.inner_part {
            Some((part, inner)) => error(part)
                .with_secondary(inner..inner + 1, "another part begins here")
                .with_help("is there a `)` missing before it?"),
            None => error(last).with_secondary(end..end, "the file ends here"),
        }
    }

    fn node(&mut self, work: &mut WorkMeter<'_>) -> Result<SExpr, ReadStop> {
        let mut open: Vec<(usize, Vec<SExpr>)> = Vec::new();
        let mut read = 0;
        loop {
            self.skip();
            read += 1;
            work.hold_more(read * NODE_BYTES)?;
            work.check_time(1)?;
            let start = self.place;
            let node = match self.peek() {
                None => {
                    let last = open.last().map_or(start, |(place, _)| *place);
                    return Err(self.unclosed(last).into());
                }
                Some(b'(') => {
                    if open.len() >= DEEPEST {
                        return Err(Diagnostic::error(
                            "too-deep",
                            start..start + 1,
                            "lists are nested too deeply",
                        )
                        .into());
                    }
                    self.place += 1;
                    if self.peek() == Some(b':')
                        && let Some((part, _)) = open.get(1)
                    {
                        self.inner_part.get_or_insert((*part, start));
                    }
                    open.push((start, Vec::new()));
                    continue;
                }
                Some(b')') => {
                    self.place += 1;
                    match open.pop() {
                        Some((start, list)) => {
                            SExpr { span: start..self.place, content: SExprContent::List(list) }
                        }
                        None => {
                            return Err(
                                Diagnostic::error("unexpected", start..start + 1, "unexpected `)`").into()
                            );
                        }
                    }
                }
                Some(_) => {
                    self.place = self.end_of_word();
                    let word = self.text.get(start..self.place).unwrap_or_default().to_owned();
                    SExpr { span: start..self.place, content: SExprContent::Word(word) }
                }
            };
            match open.last_mut() {
                Some((_, list)) => list.push(node),
                None => {
                    work.take(read * NODE_BYTES);
                    return Ok(node);
                }
            }
        }
    }
}
